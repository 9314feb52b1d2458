// The types of requests and answers. Written by `make clients` from the OpenAPI document; do not edit.

/** The holder of these seats agreed to end the game without a result. */
export interface AbortAgreed {
  type: "abort_agreed";
  seats: number[];
  reveals: boolean;
}

/** The holder of these seats withdrew the agreement. */
export interface AbortWithdrawn {
  type: "abort_withdrawn";
  seats: number[];
  reveals: boolean;
}

/** Who must act next: seats, an automa, the scorer, or nobody. */
export interface Actor {
  seats: number[];
  automa: string | null;
  scorer: boolean;
}

/** The new line of the log, and the games that were changed. */
export interface Admin {
  entry: AdminEntry;
  games: string[];
}

/** The action; `refused` means that the action of an earlier line was rejected. */
export type AdminAct = "ban_player" | "cancel_game" | "grant_token" | "quarantine_game" | "refused" | "release_game" | "revoke_token" | "unban_player";

/**
 * A line of the administrators' log: who did what to which target, why, and in which request.
 *
 * `who` is a player, or `operator` for actions on the command line. In a line about a refusal, `target` is
 * the line of the rejected action and `why` is the code. In a line about a token, `target` is its player and
 * `why` has its id and scopes.
 */
export interface AdminEntry {
  id: string;
  at: string;
  who: string;
  what: AdminAct;
  target: string;
  why: string;
  request: string | null;
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface AdminEntryPage {
  items: AdminEntry[];
  next: string | number | null;
}

/** Agree to end the game without a result. */
export interface AgreeToAbort {
  type: "agree_to_abort";
}

/** The addresses to begin with. */
export interface ApiIndex {
  web: string;
  docs: string;
  openapi: string;
  asyncapi: string;
  graphql: string;
  rulesets: string;
  games: string;
  players: string;
  finished: string;
  ready: string;
}

/**
 * The field that a move asks for next: the kinds of its values, and whether it takes many of them.
 *
 * A kind is that of components, or `number`, `yes_no`, or the name of another closed list of values.
 */
export interface AskedField {
  field: string;
  takes: string[];
  many: boolean;
}

/**
 * Whether the log is valid; each check passed, failed, or (null) was not completed.
 *
 * `ok` is true only if every check passed. The verdict is `incomplete` if some checks were impossible, for
 * example without the seed. In a fork, the check `borrowed` says whether the entries taken over from other
 * games were decided again too. `fair` is false if the seed was given instead of drawn, and null unless the
 * log is `ok`. `nonces` lists the players whose nonces are in the dice, once the game has started.
 */
export interface Audit {
  ok: boolean;
  version: number;
  hash: string;
  checks: Record<string, boolean | null>;
  difference: AuditDifference | null;
  fair: boolean | null;
  verdict: Verdict;
  nonces: Nonce[];
}

/** The first mismatch in a log: its entry, the check that failed, and the reason. */
export interface AuditDifference {
  seq: number | null;
  check: string;
  reason: string;
}

/** Why a player is banned, and whether their games continue without them. */
export interface Ban {
  /** Why, for the administrators' log. */
  why: string;
  /** The player leaves every lobby and resigns every running game; a bot plays on. */
  forfeit?: boolean;
}

/** A move was completed; its effects follow. `main` says whether it was the turn's main option. */
export interface BonfireActionTaken {
  type: "action_taken";
  seat: number;
  move: BonfireMove;
  main: boolean;
  reveals: boolean;
}

/** A number of action tiles of one type. */
export interface BonfireActionTilesCondition {
  kind: "action_tiles";
  tile: BonfireTile;
  count: number;
}

/** The six kinds of action that option II offers. */
export type BonfireActionType = "gnome" | "great_bonfire" | "guardian" | "path" | "ship" | "task";

/** Two neighbouring path tiles show the same resource. */
export interface BonfireAdjacentPathsSameResourceCondition {
  kind: "adjacent_paths_same_resource";
}

/** Offer: the free procession after a guardian's arrival. */
export interface BonfireArrival {
  kind: "arrival";
}

/** A component of the kind `board`. */
export interface BonfireBoardComponent {
  kind: "board";
  id: BonfireBoardId;
  name: string;
  text: string;
  facts: BonfireBoardFacts;
  spot: Spot | null;
}

/** A city board; `portals[p - 1]` is the shape of the notch at position p. */
export interface BonfireBoardFacts {
  portals: BonfirePortalShape[];
}

/** The id of a component of the kind `board`. */
export type BonfireBoardId = "A" | "B" | "C" | "D";

/** The board was laid out: guardians, elders, neutral novices (BF-S3, BF-S5, BF-S7, BF-S10). */
export interface BonfireBoardLaidOut {
  type: "board_laid_out";
  players: number;
  guardians: BonfireIslandGuardians[];
  elders: BonfireGnomeId[];
  neutral_novices: BonfireCommonTask[];
  reveals: boolean;
}

/** The game board as a reader sees it; only the seat that chooses by BF-C2 sees `path_choice` (BF-H5). */
export interface BonfireBoardView {
  tasks: BonfireIslandTasks[];
  guardians: BonfireIslandGuardians[];
  portals: BonfirePortalShape[][];
  great_bonfire: BonfireSpaceId;
  great_bonfire_used: boolean;
  path_display: (BonfirePathTileId | null)[];
  path_pile_sizes: number[];
  path_choice: BonfirePathTileId[] | null;
  specialists: (BonfireGnomeId | null)[];
  gnome_pile_size: number;
  elders: BonfireGnomeId[];
  neutral_novices: BonfireCommonTask[];
  council: BonfireCouncilSeats[];
}

/** Offer: the special bonus of a council space. */
export interface BonfireBonus {
  kind: "bonus";
  space: BonfireCouncilSpace;
}

/** Offer: a path tile must be built, because the display was renewed for it. */
export interface BonfireBuild {
  kind: "build";
}

/** Build the next path tile (BF-T44); `resource` is what it yields, if you can choose (BF-G6, BF-G8). */
export interface BonfireBuildPath {
  type: "build_path";
  source?: BonfireSource;
  payment?: BonfireTile[];
  resource?: BonfireResource;
}

/** Sets of printed cells of the fate area. */
export type BonfireCellSet = "gold" | "highlighted" | "outer_columns";

/** A series of solo games; the handicap changes with every result (BF-O26, BF-O27). */
export type BonfireChallenge = "handicap";

/** Keep the reserve tile or swap it for the middle one, and put it on the start cells (BF-S20). */
export interface BonfireChooseStartFateTile {
  type: "choose_start_fate_tile";
  swap?: boolean;
  rotation?: number;
}

/** Every seat got its colour, city board and extension (BF-S13, BF-S16). */
export interface BonfireCitiesDealt {
  type: "cities_dealt";
  cities: BonfireDealtCity[];
  reveals: boolean;
}

/** A city as all readers see it. */
export interface BonfireCityView {
  seat: number;
  color: BonfirePlayerColor;
  board: BonfireBoardId;
  extension: BonfireExtension;
  points: number;
  tiles: BonfireTiles;
  resources: BonfireResources;
  status: BonfireSeatStatus;
  ship: string;
  guardians: BonfireGuardianPlace[];
  paths: BonfirePathTileId[];
  notches: BonfirePortalShape[];
  portals: number[];
  spaces: BonfireTaskSpace[];
  gnomes: BonfireGnomeId[];
  left_pile: BonfireOfferingPile;
  right_pile: BonfireOfferingPile;
  offerings: BonfireOffering[];
  fate_supply: BonfireFateTileId[];
  fate_reserve: BonfireFateTileId | null;
  fate: BonfirePlacedFate[];
  fulfilled: BonfireCommonTask[];
}

/** Codes of moves and options that the rules of this game reject. */
export type BonfireCode = "already_there" | "bonfire_not_lit" | "bonfire_occupied" | "bonus_not_available" | "cannot_pay" | "cannot_pay_resources" | "cell_covered" | "common_task_not_fulfilled" | "council_space_taken" | "display_empty" | "display_not_of_one_color" | "gnome_not_there" | "gnomes_complete" | "guardian_already_here" | "guardian_at_bonfire" | "guardian_not_here" | "guardian_not_in_city" | "guardians_complete" | "invalid_payment" | "main_option_due" | "move_ended" | "neutral_novice_gone" | "no_countdown_value" | "no_fate_tile" | "no_fitting_portal" | "no_free_task_space" | "no_guardian_can_move" | "no_guardian_left" | "no_neutral_novice" | "no_offering_left" | "no_path_tile_there" | "no_placement" | "no_point_here" | "no_task_fulfilled" | "no_task_left" | "no_task_there" | "nobody_can_step" | "nobody_moves" | "not_adjacent" | "not_an_option" | "not_at_guardian_island" | "not_at_task_island" | "not_held" | "not_on_a_path" | "nothing_to_discard" | "offering_pile_empty" | "outside_fate_area" | "path_complete" | "path_not_built" | "path_occupied" | "path_tile_gone" | "place_taken" | "portal_does_not_fit" | "portal_missing" | "resource_not_choosable" | "same_place" | "start_area_is_no_destination" | "task_not_fulfilled" | "task_not_here" | "task_space_taken" | "too_few_steps" | "too_many_steps" | "too_many_tiles" | "turn_begun" | "unknown_rotation" | "wrong_order" | "wrong_rewards";

/** The colour of a task, its bonfire or a crystal. */
export type BonfireColor = "blue" | "red" | "yellow";

export type BonfireCommand = BonfireCreateGame | JoinGame | LeaveGame | RemovePlayer | CancelGame | StartGame | RevealNonce | ForkGame | NoteFork | Undo | Resign | AgreeToAbort | WithdrawAbort | ComeBack | TakeTurn | ScoreGame | TimeOut | BonfireChooseStartFateTile | BonfireDiscardActionTiles | BonfirePlaceFateTile | BonfireMoveShip | BonfireReceiveTask | BonfireRetrieveGuardian | BonfireMakeProcession | BonfireBuildPath | BonfireRecyclePathDisplay | BonfireUseGreatBonfire | BonfireRecruitGnome | BonfireIgniteBonfire | BonfirePlaceNeutralNovice | BonfireResolveBonus | BonfireResolveTom | BonfireSkipIslandAction | BonfirePass | BonfireEndTurn;

/** The five common tasks, in the order of BF-K1 to BF-K5; each has a neutral novice (BF-M13). */
export type BonfireCommonTask = "common_gnomes_6" | "common_guardians_5" | "common_paths_7" | "common_portals_7" | "common_tasks_7";

/** A component of the kind `common_task`. */
export interface BonfireCommonTaskComponent {
  kind: "common_task";
  id: BonfireCommonTask;
  name: string;
  text: string;
  facts: BonfireCommonTaskFacts;
  spot: Spot | null;
}

/** How many elements a common task requires, and its rule. */
export interface BonfireCommonTaskFacts {
  needed: number;
  rule: string;
}

/** The last element of a common task arrived in a city (BF-K6). */
export interface BonfireCommonTaskFulfilled {
  type: "common_task_fulfilled";
  seat: number;
  common_task: BonfireCommonTask;
  reveals: boolean;
}

/** A number of common tasks are fulfilled. */
export interface BonfireCommonTasksFulfilledCondition {
  kind: "common_tasks_fulfilled";
  count: number;
}

export type BonfireComponent = BonfireResourceComponent | BonfireTileComponent | BonfireGuardianComponent | BonfirePortalShapeComponent | BonfirePlayerColorComponent | BonfireExtensionComponent | BonfireIslandComponent | BonfireTaskComponent | BonfirePathTileComponent | BonfireFateTileComponent | BonfireBoardComponent | BonfireSpaceComponent | BonfireCouncilSpaceComponent | BonfireCommonTaskComponent | BonfireOfferingComponent | BonfireGnomeComponent | BonfireCountdownTileComponent | BonfireTomCardComponent;

/** The novices on one space of the High Council. */
export interface BonfireCouncilSeats {
  space: BonfireCouncilSpace;
  novices: BonfireNovice[];
}

/** The eight spaces of the High Council, clockwise. */
export type BonfireCouncilSpace = "council_fate" | "council_gold" | "council_great_bonfire" | "council_guardian" | "council_guardian_move" | "council_path" | "council_ship" | "council_specialist";

/** A component of the kind `council_space`. */
export interface BonfireCouncilSpaceComponent {
  kind: "council_space";
  id: BonfireCouncilSpace;
  name: string;
  text: string;
  facts: BonfireCouncilSpaceFacts;
  spot: Spot | null;
}

/** A space and its special bonus, which gives or asks something; most spaces offer a point instead. */
export interface BonfireCouncilSpaceFacts {
  rule: string;
  resources: BonfireResource[];
  tiles: BonfireTile[];
  or_a_point: boolean;
}

/** The last rounds: the seat that triggered them, and the value of the current round, if any. */
export interface BonfireCountdown {
  trigger: number;
  value: number | null;
}

/** The points for passing in the round of a countdown tile. */
export interface BonfireCountdownFacts {
  value: number;
}

/** A component of the kind `countdown_tile`. */
export interface BonfireCountdownTileComponent {
  kind: "countdown_tile";
  id: BonfireCountdownTileId;
  name: string;
  text: string;
  facts: BonfireCountdownFacts;
  spot: Spot | null;
}

/** The id of a component of the kind `countdown_tile`. */
export type BonfireCountdownTileId = "countdown-5" | "countdown-4" | "countdown-3" | "countdown-2" | "countdown-1";

/** The council has enough novices: the last rounds begin (BF-D1). */
export interface BonfireCountdownTriggered {
  type: "countdown_triggered";
  seat: number;
  countdown: number | null;
  reveals: boolean;
}

/**
 * Open a lobby; a place is `open`, `me`, `player:<id>` (reserved for that player) or `bot:<level>`.
 *
 * `choice` is the host's own, and so is `nonce_hash`, which commits to a nonce. A rematch carries over no
 * choices: every player chooses again. `kernel` is the version of the kernel's own rules, 1 if it is not
 * named: a log is decided again as it was decided.
 */
export interface BonfireCreateGame {
  type: "create_game";
  game: string;
  options: BonfireOptions;
  places: string[];
  rematch_of?: string;
  choice?: LobbyChoice;
  kernel?: number;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/** The colour, city board and extension of a seat. */
export interface BonfireDealtCity {
  color: BonfirePlayerColor;
  board: BonfireBoardId;
  extension: BonfireExtension;
}

/** Discard some of your action tiles (BF-T7). */
export interface BonfireDiscardActionTiles {
  type: "discard_action_tiles";
  tiles?: BonfireTile[];
}

/** A number of elders. */
export interface BonfireEldersCondition {
  kind: "elders";
  count: number;
}

/** The end of the fate supply from which a tile is taken. */
export type BonfireEnd = "bottom" | "top";

/** End your turn (BF-T9). */
export interface BonfireEndTurn {
  type: "end_turn";
}

/** One accepted command and the events it caused. */
export interface BonfireEntry {
  seq: number;
  at: string;
  actor: string;
  command_id: string | null;
  command: BonfireCommand;
  events: BonfireEvent[];
  rules: string;
  meta: Meta;
  salt: string;
  prev: string;
  hash: string;
}

export type BonfireEvent = BonfireGameCreated | BonfireGameForked | PlaceTaken | PlaceLeft | PlayerRemoved | ReservationLifted | NonceAdded | NonceCommitted | LobbyClosed | NonceRevealed | HostChanged | GameCancelled | SeedPublished | GameStarted | ForkNoted | EntriesUndone | SeatResigned | SeatsTimedOut | SeatTakenBack | PlayStopped | AbortAgreed | AbortWithdrawn | GameAborted | GameScored | BonfireBoardLaidOut | BonfireTasksDealt | BonfirePortalsDealt | BonfirePathsShuffled | BonfireSpecialistsShuffled | BonfireCitiesDealt | BonfireOfferingsShuffled | BonfireFateTilesShuffled | BonfireMoveBegun | BonfireActionTaken | BonfireOfferMade | BonfireTilesPaid | BonfireResourcesPaid | BonfireTilesDiscarded | BonfireTilesGained | BonfireResourcesGained | BonfirePointsGained | BonfireStartFateTileChosen | BonfireFateTilePlaced | BonfireSymbolsCovered | BonfireShipMoved | BonfireTaskReceived | BonfireOfferingPlaced | BonfireOfferingTurned | BonfireGuardianArrived | BonfireGuardianMoved | BonfirePathHarvested | BonfirePathBuilt | BonfirePathSlotRefilled | BonfirePathDisplayRecycled | BonfirePathPilesShuffled | BonfireGreatBonfireTurned | BonfirePortalPlaced | BonfireGnomeRecruited | BonfireGnomeSlotRefilled | BonfireLit | BonfireNovicePlaced | BonfireCommonTaskFulfilled | BonfireCountdownTriggered | BonfireSeatPassed | BonfireSeatStuck | BonfireRoundBegun | BonfireTurnBegun | BonfireTomPileShuffled | BonfireTomCardDrawn | BonfireTomGnomeRevealed | BonfireGnomePileShuffled | BonfireTomCompensated | BonfireTomFoundNothing | BonfireTomCardResolved | BonfirePlayEnded;

/** The piece at the right edge of a city; the oval building marks the starting player (BF-M4). */
export type BonfireExtension = "oval_building" | "terrace";

/** A component of the kind `extension`. */
export interface BonfireExtensionComponent {
  kind: "extension";
  id: BonfireExtension;
  name: string;
  text: string;
  facts: null;
  spot: Spot | null;
}

/** A cell of the fate area; one row or column around it exists for tiles that stick out. */
export interface BonfireFateCell {
  row: number;
  column: number;
}

/** Every cell of a set is covered by fate tiles. */
export interface BonfireFateCellsCoveredCondition {
  kind: "fate_cells_covered";
  cells: BonfireCellSet;
}

/** A connected area of a number of equal symbols. */
export interface BonfireFateGroupCondition {
  kind: "fate_group";
  symbol: BonfireActionType;
  count: number;
}

/** A connected area of a number of symbols for each of two kinds. */
export interface BonfireFateGroupsCondition {
  kind: "fate_groups";
  first: BonfireActionType;
  second: BonfireActionType;
  count: number;
}

/** A component of the kind `fate_tile`. */
export interface BonfireFateTileComponent {
  kind: "fate_tile";
  id: BonfireFateTileId;
  name: string;
  text: string;
  facts: BonfireFateTileFacts;
  spot: Spot | null;
}

/** A strip of three symbols; the first one lies on the anchor cell. */
export interface BonfireFateTileFacts {
  symbols: BonfireActionType[];
}

/** The id of a component of the kind `fate_tile`. */
export type BonfireFateTileId = "fate-1" | "fate-2" | "fate-3" | "fate-4" | "fate-5" | "fate-6" | "fate-7" | "fate-8";

/** A fate tile from one end of the supply was placed in the fate area (BF-T12). */
export interface BonfireFateTilePlaced {
  type: "fate_tile_placed";
  seat: number;
  placed: BonfirePlacedFate;
  end: BonfireEnd;
  reveals: boolean;
}

/** A seat's fate tiles were dealt to its open supply; one stays in reserve (BF-S18). */
export interface BonfireFateTilesShuffled {
  type: "fate_tiles_shuffled";
  seat: number;
  fate_supply: BonfireFateTileId[];
  fate_reserve: BonfireFateTileId;
  reveals: boolean;
}

/** Two separate areas of a number of equal symbols each. */
export interface BonfireFateTwoGroupsCondition {
  kind: "fate_two_groups";
  count: number;
}

/** A lobby was opened; the commitment to its seed is published. */
export interface BonfireGameCreated {
  type: "game_created";
  game: string;
  host: string;
  options: BonfireOptions;
  places: Place[];
  commitment: string;
  rematch_of?: string;
  kernel?: number;
  reveals: boolean;
}

/**
 * From here on the log belongs to a new game with its own dice; up to here it is the log of `source`.
 *
 * `sealed`: some of the borrowed entries are from a game that was not over.
 */
export interface BonfireGameForked {
  type: "game_forked";
  game: string;
  source: string;
  at: number;
  head: string;
  host: string;
  options: BonfireOptions;
  dealt_seats: DealtSeat[];
  commitment: string;
  sealed: boolean;
  reveals: boolean;
}

/** A component of the kind `gnome`. */
export interface BonfireGnomeComponent {
  kind: "gnome";
  id: BonfireGnomeId;
  name: string;
  text: string;
  facts: BonfireGnomeFacts;
  spot: Spot | null;
}

/** A gnome card with the rule that says what it does. */
export interface BonfireGnomeFacts {
  role: BonfireGnomeRole;
  number: number;
  slug: string;
  resource: BonfireResource;
  rule: string;
}

/** The id of a component of the kind `gnome`. */
export type BonfireGnomeId = "specialist-01" | "specialist-02" | "specialist-03" | "specialist-04" | "specialist-05" | "specialist-06" | "specialist-07" | "specialist-08" | "specialist-09" | "specialist-10" | "specialist-11" | "specialist-12" | "specialist-13" | "specialist-14" | "specialist-15" | "specialist-16" | "specialist-17" | "specialist-18" | "specialist-19" | "specialist-20" | "specialist-21" | "specialist-22" | "specialist-23" | "specialist-24" | "specialist-25" | "specialist-26" | "specialist-27" | "elder-1" | "elder-2" | "elder-3" | "elder-4" | "elder-5" | "elder-6";

/** The discarded gnomes were shuffled into a new pile (BF-O9). */
export interface BonfireGnomePileShuffled {
  type: "gnome_pile_shuffled";
  gnome_pile_size: number;
  gnome_pile: BonfireGnomeId[] | null;
  reveals: boolean;
}

/** A gnome joined a city; the display slot of a specialist is empty until refilled (BF-T59, BF-T60). */
export interface BonfireGnomeRecruited {
  type: "gnome_recruited";
  seat: number;
  gnome: BonfireGnomeId;
  reveals: boolean;
}

/** The role of a gnome: specialists have a lasting power, elders give points once. */
export type BonfireGnomeRole = "elder" | "specialist";

/** An empty slot of the specialist display was refilled (BF-T59). */
export interface BonfireGnomeSlotRefilled {
  type: "gnome_slot_refilled";
  slot: number;
  gnome: BonfireGnomeId;
  reveals: boolean;
}

/** A gnome in the city is recruited with a given resource. */
export interface BonfireGnomeWithResourceCondition {
  kind: "gnome_with_resource";
  resource: BonfireResource;
}

/** A number of gnomes. */
export interface BonfireGnomesCondition {
  kind: "gnomes";
  count: number;
}

/** The Great Bonfire was turned to a space (BF-T53). */
export interface BonfireGreatBonfireTurned {
  type: "great_bonfire_turned";
  seat: number;
  space: BonfireSpaceId;
  reveals: boolean;
}

/** The guardian of the player's own colour and the four that live on islands. */
export type BonfireGuardian = "blue" | "grey" | "own" | "pink" | "wood";

/** A guardian arrived from her island in a city's start area (BF-T36). */
export interface BonfireGuardianArrived {
  type: "guardian_arrived";
  seat: number;
  guardian: BonfireGuardian;
  reveals: boolean;
}

/** A component of the kind `guardian`. */
export interface BonfireGuardianComponent {
  kind: "guardian";
  id: BonfireGuardian;
  name: string;
  text: string;
  facts: BonfireGuardianFacts;
  spot: Spot | null;
}

/** Where a guardian lives; your own has no island. */
export interface BonfireGuardianFacts {
  island: BonfireIslandId | null;
}

/** One guardian's part of a procession; without steps she stays. */
export interface BonfireGuardianMove {
  guardian: BonfireGuardian;
  steps?: BonfireStride[];
}

/** A guardian moved within her city (BF-T39, BF-C6). */
export interface BonfireGuardianMoved {
  type: "guardian_moved";
  seat: number;
  guardian: BonfireGuardian;
  origin: string;
  destination: string;
  reveals: boolean;
}

/** Where a guardian stands: `start_area`, `path:<position>` or `bonfire:<position>`. */
export interface BonfireGuardianPlace {
  guardian: BonfireGuardian;
  at: string;
}

/** A number of guardians stand at bonfires. */
export interface BonfireGuardiansAtBonfiresCondition {
  kind: "guardians_at_bonfires";
  count: number;
}

/** A number of guardians. */
export interface BonfireGuardiansCondition {
  kind: "guardians";
  count: number;
}

/** A given island guardian is in the city. */
export interface BonfireHasGuardianCondition {
  kind: "has_guardian";
  guardian: BonfireGuardian;
}

/** Two given island guardians are in the city. */
export interface BonfireHasGuardiansCondition {
  kind: "has_guardians";
  first: BonfireGuardian;
  second: BonfireGuardian;
}

/** A number of any one basic resource. */
export interface BonfireIdenticalResourcesCondition {
  kind: "identical_resources";
  count: number;
}

/** Option III: light a fulfilled task and send its novice to the council (BF-T61). */
export interface BonfireIgniteBonfire {
  type: "ignite_bonfire";
  position?: number;
  council_space?: BonfireCouncilSpace;
  take?: BonfireTake;
}

/** Offer: the action of the island that the ship has just reached, which may be skipped. */
export interface BonfireIsland {
  kind: "island";
}

/** A component of the kind `island`. */
export interface BonfireIslandComponent {
  kind: "island";
  id: BonfireIslandId;
  name: string;
  text: string;
  facts: BonfireIslandFacts;
  spot: Spot | null;
}

/** An island with its routes; task islands show a resource, guardian islands a guardian. */
export interface BonfireIslandFacts {
  kind: BonfireIslandPurpose;
  resource: BonfireResource | null;
  guardian: BonfireGuardian | null;
  corner: boolean;
  x: number;
  y: number;
  routes: BonfireIslandId[];
}

/** How many guardians still live on the island of their colour. */
export interface BonfireIslandGuardians {
  guardian: BonfireGuardian;
  left: number;
}

/** The id of a component of the kind `island`. */
export type BonfireIslandId = "t01" | "t02" | "t03" | "t04" | "g_pink" | "t05" | "g_grey" | "g_wood" | "t06" | "g_blue" | "t07" | "t08" | "t09" | "t10";

/** What an island is for: tasks or a guardian. */
export type BonfireIslandPurpose = "guardian" | "task";

/** The tasks that still lie on an island. */
export interface BonfireIslandTasks {
  island: BonfireIslandId;
  tasks: BonfireTaskId[];
}

/** Two offerings lie on each of a number of islands. */
export interface BonfireIslandsWithTwoOfferingsCondition {
  kind: "islands_with_two_offerings";
  count: number;
}

/** A task was turned to its bonfire side (BF-T62). */
export interface BonfireLit {
  type: "bonfire_lit";
  seat: number;
  task: BonfireTaskId;
  position: number;
  reveals: boolean;
}

/** Let the guardians walk (BF-T37); `resources` is what they gather, if you can choose (BF-G6). */
export interface BonfireMakeProcession {
  type: "make_procession";
  steps?: number;
  payment?: BonfireTile[];
  moves?: BonfireGuardianMove[];
  resources?: BonfireResource[];
}

export type BonfireMove = BonfireChooseStartFateTile | BonfireDiscardActionTiles | BonfirePlaceFateTile | BonfireMoveShip | BonfireReceiveTask | BonfireRetrieveGuardian | BonfireMakeProcession | BonfireBuildPath | BonfireRecyclePathDisplay | BonfireUseGreatBonfire | BonfireRecruitGnome | BonfireIgniteBonfire | BonfirePlaceNeutralNovice | BonfireResolveBonus | BonfireResolveTom | BonfireSkipIslandAction | BonfirePass | BonfireEndTurn;

/** A move was begun or continued; further fields are asked. */
export interface BonfireMoveBegun {
  type: "move_begun";
  seat: number;
  move: BonfireMove;
  reveals: boolean;
}

/** Sail to another island (BF-T22). */
export interface BonfireMoveShip {
  type: "move_ship";
  to?: BonfireIslandId;
  payment?: BonfireTile[];
}

/** A novice in the High Council: of a seat, or neutral; a flat one does not block. */
export interface BonfireNovice {
  seat: number | null;
  flat: boolean;
}

/** A seat's or a neutral novice was placed in the council; a flat one does not block (BF-T63, BF-T68). */
export interface BonfireNovicePlaced {
  type: "novice_placed";
  seat: number;
  council_space: BonfireCouncilSpace;
  common_task: BonfireCommonTask | null;
  flat: boolean;
  reveals: boolean;
}

/** A further decision is due before the turn continues. */
export interface BonfireOfferMade {
  type: "offer_made";
  seat: number;
  offer: BonfireIsland | BonfireBuild | BonfireArrival | BonfireBonus | BonfireTomAsks;
  reveals: boolean;
}

/** An offering tile that lies face down on an island. */
export interface BonfireOffering {
  offering: BonfireOfferingId;
  island: BonfireIslandId;
}

/** A component of the kind `offering`. */
export interface BonfireOfferingComponent {
  kind: "offering";
  id: BonfireOfferingId;
  name: string;
  text: string;
  facts: BonfireOfferingFacts;
  spot: Spot | null;
}

/** The resource that an offering tile shows. */
export interface BonfireOfferingFacts {
  resource: BonfireResource;
}

/** The id of a component of the kind `offering`. */
export type BonfireOfferingId = "offering-blossom-1" | "offering-blossom-2" | "offering-fruit-1" | "offering-fruit-2" | "offering-herb-1" | "offering-herb-2" | "offering-shell-1" | "offering-shell-2" | "offering-root-1" | "offering-root-2";

/** An offering lies on each of the two islands of a resource. */
export interface BonfireOfferingOnBothResourceIslandsCondition {
  kind: "offering_on_both_resource_islands";
  resource: BonfireResource;
}

/** An offering lies on an island of a resource. */
export interface BonfireOfferingOnResourceIslandCondition {
  kind: "offering_on_resource_island";
  resource: BonfireResource;
}

/** An offering pile: its face-up tile and its size (BF-H12, BF-H13). */
export interface BonfireOfferingPile {
  top: BonfireOfferingId | null;
  size: number;
}

/** An offering pile is used up. */
export interface BonfireOfferingPileDepletedCondition {
  kind: "offering_pile_depleted";
}

/** The face-up tile of an offering pile was placed face down on an island (BF-T31). */
export interface BonfireOfferingPlaced {
  type: "offering_placed";
  seat: number;
  offering: BonfireOfferingId;
  island: BonfireIslandId;
  pile: BonfirePile;
  reveals: boolean;
}

/** The next tile of an offering pile was turned face up (BF-T31). */
export interface BonfireOfferingTurned {
  type: "offering_turned";
  seat: number;
  offering: BonfireOfferingId;
  pile: BonfirePile;
  reveals: boolean;
}

/** Offerings lie on a number of different islands. */
export interface BonfireOfferingsOnDistinctIslandsCondition {
  kind: "offerings_on_distinct_islands";
  count: number;
}

/** A number of offerings lie on one island. */
export interface BonfireOfferingsOnOneIslandCondition {
  kind: "offerings_on_one_island";
  count: number;
}

/** A seat's offering tiles were dealt to two piles, the top tile of each face up (BF-S17). */
export interface BonfireOfferingsShuffled {
  type: "offerings_shuffled";
  seat: number;
  left_top: BonfireOfferingId;
  right_top: BonfireOfferingId;
  offering_sizes: number[];
  offerings_left: BonfireOfferingId[] | null;
  offerings_right: BonfireOfferingId[] | null;
  reveals: boolean;
}

/** The options of a game; the service sets `handicap` to the player's own. */
export interface BonfireOptions {
  auto_start?: boolean;
  unlisted?: boolean;
  rated?: boolean;
  clock?: Clock | null;
  /** What happens when a player runs out of time: `pass`, `bot:greedy` or `forfeit`. */
  on_timeout?: "pass" | "bot:greedy" | "forfeit";
  seed?: string | null;
  mixed_task_colors?: boolean;
  challenge?: BonfireChallenge | null;
  handicap?: number;
}

/** Take the countdown's points instead of a turn (BF-D8). */
export interface BonfirePass {
  type: "pass";
}

/** A path tile was built at the next position; `resource` is its yield (BF-T46, BF-G8). */
export interface BonfirePathBuilt {
  type: "path_built";
  seat: number;
  path: BonfirePathTileId;
  position: number;
  source: string;
  resource: BonfireResource;
  reveals: boolean;
}

/** The four tiles of the display were put under the piles (BF-T47). */
export interface BonfirePathDisplayRecycled {
  type: "path_display_recycled";
  pile_sizes: number[];
  piles: BonfirePathTileId[][] | null;
  reveals: boolean;
}

/** A guardian ended her move on a path tile and gathered one resource there (BF-T42). */
export interface BonfirePathHarvested {
  type: "path_harvested";
  seat: number;
  guardian: BonfireGuardian;
  position: number;
  resource: BonfireResource;
  reveals: boolean;
}

/** The tiles of both piles were shuffled and split again (BF-C2). */
export interface BonfirePathPilesShuffled {
  type: "path_piles_shuffled";
  pile_sizes: number[];
  piles: BonfirePathTileId[][] | null;
  reveals: boolean;
}

/** An empty slot of the path display was refilled from a pile (BF-T46). */
export interface BonfirePathSlotRefilled {
  type: "path_slot_refilled";
  slot: number;
  path: BonfirePathTileId;
  path_pile: number;
  reveals: boolean;
}

/** A component of the kind `path_tile`. */
export interface BonfirePathTileComponent {
  kind: "path_tile";
  id: BonfirePathTileId;
  name: string;
  text: string;
  facts: BonfirePathTileFacts;
  spot: Spot | null;
}

/** A path tile with its crystal's colour and the resource for a guardian who ends on it. */
export interface BonfirePathTileFacts {
  crystal: BonfireColor;
  resource: BonfireResource;
}

/** The id of a component of the kind `path_tile`. */
export type BonfirePathTileId = "path-blue-01" | "path-blue-02" | "path-blue-03" | "path-blue-04" | "path-blue-05" | "path-blue-06" | "path-blue-07" | "path-blue-08" | "path-blue-09" | "path-blue-10" | "path-red-01" | "path-red-02" | "path-red-03" | "path-red-04" | "path-red-05" | "path-red-06" | "path-red-07" | "path-red-08" | "path-red-09" | "path-red-10" | "path-yellow-01" | "path-yellow-02" | "path-yellow-03" | "path-yellow-04" | "path-yellow-05" | "path-yellow-06" | "path-yellow-07" | "path-yellow-08";

/** A built path tile shows a given resource. */
export interface BonfirePathWithResourceCondition {
  kind: "path_with_resource";
  resource: BonfireResource;
}

/** A number of path tiles with crystals of a colour. */
export interface BonfirePathsOfCrystalCondition {
  kind: "paths_of_crystal";
  color: BonfireColor;
  count: number;
}

/** Path tiles were dealt to the display and to two face-down piles (BF-S8). */
export interface BonfirePathsShuffled {
  type: "paths_shuffled";
  path_display: BonfirePathTileId[];
  pile_sizes: number[];
  piles: BonfirePathTileId[][] | null;
  reveals: boolean;
}

/** A payment of action tiles and resources. */
export interface BonfirePayments {
  tiles?: BonfireTile[];
  resources?: BonfireResource[];
}

/** The phase of the game. */
export type BonfirePhase = "countdown" | "final_scoring" | "main" | "setup";

/** One of the two piles of offering tiles. */
export type BonfirePile = "left" | "right";

/** Option I: place the top or bottom fate tile and gain action tiles (BF-T10). */
export interface BonfirePlaceFateTile {
  type: "place_fate_tile";
  end?: BonfireEnd;
  anchor?: BonfireFateCell;
  rotation?: number;
}

/** Bonus action: send the novice of a fulfilled common task to the council (BF-T67). */
export interface BonfirePlaceNeutralNovice {
  type: "place_neutral_novice";
  common_task?: BonfireCommonTask;
  council_space?: BonfireCouncilSpace;
  take?: BonfireTake;
}

/** A fate tile in the fate area; the anchor is the cell of its first symbol. */
export interface BonfirePlacedFate {
  tile: BonfireFateTileId;
  row: number;
  column: number;
  rotation: number;
}

/** No seat takes another turn; final scoring follows (BF-D6, BF-D11). */
export interface BonfirePlayEnded {
  type: "play_ended";
  reveals: boolean;
}

/** The colour of a seat's pieces. */
export type BonfirePlayerColor = "green" | "orange" | "red" | "violet";

/** A component of the kind `player_color`. */
export interface BonfirePlayerColorComponent {
  kind: "player_color";
  id: BonfirePlayerColor;
  name: string;
  text: string;
  facts: null;
  spot: Spot | null;
}

/** A seat gained points by the named rule. */
export interface BonfirePointsGained {
  type: "points_gained";
  seat: number;
  points: number;
  rule: string;
  reveals: boolean;
}

/** How many portals of a shape there are, one fewer for one or two players. */
export interface BonfirePortalFacts {
  copies: number;
}

/** A portal was moved from the Great Bonfire into its notch (BF-T55). */
export interface BonfirePortalPlaced {
  type: "portal_placed";
  seat: number;
  shape: BonfirePortalShape;
  space: BonfireSpaceId;
  position: number;
  reveals: boolean;
}

/** The shape of a portal and of the notch that it fits. */
export type BonfirePortalShape = "circle" | "crescent" | "diamond" | "hexagon" | "square" | "star" | "triangle";

/** A component of the kind `portal_shape`. */
export interface BonfirePortalShapeComponent {
  kind: "portal_shape";
  id: BonfirePortalShape;
  name: string;
  text: string;
  facts: BonfirePortalFacts;
  spot: Spot | null;
}

/** A number of portals. */
export interface BonfirePortalsCondition {
  kind: "portals";
  count: number;
}

/** Portals were dealt to the spaces of the Great Bonfire (BF-S6). */
export interface BonfirePortalsDealt {
  type: "portals_dealt";
  portals: BonfirePortalShape[][];
  reveals: boolean;
}

/** The printed facts of boards and overviews: fate area, prices, points; `spots` is deprecated. */
export interface BonfirePrinted {
  edition: string;
  fate_rows: number;
  fate_columns: number;
  start_cells: number[][];
  gold_cells: number[][];
  yellow_cells: number[][];
  highlighted_cells: number[][];
  path_costs: number[];
  guardian_points: number[];
  countdown_thresholds: number[];
  spots: Record<string, Spot>;
}

/** Take a task from the ship's island and leave an offering (BF-T28). */
export interface BonfireReceiveTask {
  type: "receive_task";
  task?: BonfireTaskId;
  pile?: BonfirePile;
  position?: number;
  payments?: BonfirePayments;
}

/** Bring a specialist or an elder to the city (BF-T57). */
export interface BonfireRecruitGnome {
  type: "recruit_gnome";
  gnome?: BonfireGnomeId;
  option?: BonfireRecruitOption;
  payments?: BonfirePayments;
}

/** Two tiles and one resource, or one tile and two resources. */
export type BonfireRecruitOption = "two_resources" | "two_tiles";

/** Renew a display of one colour right before building (BF-T47). */
export interface BonfireRecyclePathDisplay {
  type: "recycle_path_display";
}

/** The special bonus of a council space; each space asks for its own fields (6.1). */
export interface BonfireResolveBonus {
  type: "resolve_bonus";
  path?: BonfirePathTileId;
  guardian?: BonfireGuardian;
  destination?: string;
  to?: string;
  rewards?: BonfireReward[];
  portal?: BonfirePortalShape;
  gnome?: BonfireGnomeId;
  end?: BonfireEnd;
  anchor?: BonfireFateCell;
  rotation?: number;
  resource?: BonfireResource;
}

/** A choice that the rules leave to the human: one of the options that Tom's turn offers (8.3). */
export interface BonfireResolveTom {
  type: "resolve_tom";
  choice?: string;
}

/** A resource, which pays for tasks and gnomes; gold replaces any other. */
export type BonfireResource = "blossom" | "fruit" | "gold" | "herb" | "root" | "shell";

/** A component of the kind `resource`. */
export interface BonfireResourceComponent {
  kind: "resource";
  id: BonfireResource;
  name: string;
  text: string;
  facts: BonfireResourceFacts;
  spot: Spot | null;
}

/** A number of one resource. */
export interface BonfireResourceCountCondition {
  kind: "resource_count";
  resource: BonfireResource;
  count: number;
}

/** How many tokens of a resource there are, and on which islands it is found. */
export interface BonfireResourceFacts {
  copies: number;
  islands: BonfireIslandId[];
}

/** A number of each of several different basic resources. */
export interface BonfireResourcePairsOfKindsCondition {
  kind: "resource_pairs_of_kinds";
  kinds: number;
  count: number;
}

/** Resources in a supply, by kind. */
export interface BonfireResources {
  blossom: number;
  fruit: number;
  herb: number;
  shell: number;
  root: number;
  gold: number;
}

/** A seat gained resources by the named rule. */
export interface BonfireResourcesGained {
  type: "resources_gained";
  seat: number;
  resources: BonfireResource[];
  rule: string;
  reveals: boolean;
}

/** A seat paid resources to the general supply. */
export interface BonfireResourcesPaid {
  type: "resources_paid";
  seat: number;
  resources: BonfireResource[];
  reveals: boolean;
}

/** Bring the guardian of the ship's island to the city (BF-T34). */
export interface BonfireRetrieveGuardian {
  type: "retrieve_guardian";
  payment?: BonfireTile[];
}

/** What the Great Bonfire gives. */
export type BonfireReward = "portal" | "resource" | "tile";

/** A round begins at seat 0; in the countdown it has a value (BF-D4). */
export interface BonfireRoundBegun {
  type: "round_begun";
  round: number;
  countdown: number | null;
  reveals: boolean;
}

/**
 * A ruleset with all its components, the facts printed on its boards, and all other terms.
 *
 * Components and printed facts have the types of their game. `modes` lists which options and numbers of
 * players can be combined. `choice` is the JSON Schema of what players choose in the lobby, null if there is
 * nothing to choose. `layouts` say where to draw the boards; they replace all spots.
 */
export interface BonfireRuleset {
  name: "bonfire";
  rules: string;
  title: string;
  text: string;
  players: number[];
  bots: string[];
  automas: string[];
  options: RulesetOption[];
  moves: RulesetMove[];
  components: BonfireComponent[];
  printed: BonfirePrinted;
  words: Word[];
  modes: Mode[];
  default_mode: string;
  choice: Record<string, unknown> | null;
  layouts: Layout[];
}

/** A seat passed: it gained points and takes no further turns (BF-D8, BF-D10). */
export interface BonfireSeatPassed {
  type: "seat_passed";
  seat: number;
  points: number;
  reveals: boolean;
}

/** Whether a seat still takes turns. */
export type BonfireSeatStatus = "active" | "passed" | "stuck";

/** A seat has no option left and takes no further turns (BF-T9a). */
export interface BonfireSeatStuck {
  type: "seat_stuck";
  seat: number;
  reveals: boolean;
}

/** A ship reached an island (BF-T24). */
export interface BonfireShipMoved {
  type: "ship_moved";
  seat: number;
  island: BonfireIslandId;
  reveals: boolean;
}

/** Skip the island's action after sailing there (BF-T25). */
export interface BonfireSkipIslandAction {
  type: "skip_island_action";
}

/** Where a path tile comes from: a slot of the display, or a pile, blindly. */
export type BonfireSource = "display:1" | "display:2" | "display:3" | "display:4" | "pile:1" | "pile:2";

/** A component of the kind `bonfire_space`. */
export interface BonfireSpaceComponent {
  kind: "bonfire_space";
  id: BonfireSpaceId;
  name: string;
  text: string;
  facts: BonfireSpaceFacts;
  spot: Spot | null;
}

/** A space of the Great Bonfire: an action tile, and a resource or points. */
export interface BonfireSpaceFacts {
  tile: BonfireTile;
  resource: BonfireResource | null;
  points: number;
}

/** The id of a component of the kind `bonfire_space`. */
export type BonfireSpaceId = "gb0" | "gb1" | "gb2" | "gb3" | "gb4" | "gb5" | "gb6";

/** Specialists were dealt to the display and to the face-down pile (BF-S9). */
export interface BonfireSpecialistsShuffled {
  type: "specialists_shuffled";
  specialists: BonfireGnomeId[];
  gnome_pile_size: number;
  gnome_pile: BonfireGnomeId[] | null;
  reveals: boolean;
}

/** The first fate tile was placed on the start cells; a swapped reserve tile is in the supply (BF-S20). */
export interface BonfireStartFateTileChosen {
  type: "start_fate_tile_chosen";
  seat: number;
  placed: BonfirePlacedFate;
  fate_supply: BonfireFateTileId[];
  reveals: boolean;
}

/** One step of a guardian: along the path, or to the bonfire beside it. */
export type BonfireStride = "bonfire" | "path";

/** The placed fate tile covered printed symbols, which are gained (BF-T15). */
export interface BonfireSymbolsCovered {
  type: "symbols_covered";
  seat: number;
  tiles: BonfireTile[];
  resources: BonfireResource[];
  reveals: boolean;
}

/** What a council space gives: its special bonus, or a point. */
export type BonfireTake = "bonus" | "point";

/** A component of the kind `task`. */
export interface BonfireTaskComponent {
  kind: "task";
  id: BonfireTaskId;
  name: string;
  text: string;
  facts: BonfireTaskFacts;
  spot: Spot | null;
}

/** A task: the condition on its front, the points of the bonfire on its back. */
export interface BonfireTaskFacts {
  color: BonfireColor;
  points: number;
  needs: BonfireHasGuardianCondition | BonfirePathWithResourceCondition | BonfireOfferingOnResourceIslandCondition | BonfireGnomeWithResourceCondition | BonfireResourcePairsOfKindsCondition | BonfireOfferingsOnDistinctIslandsCondition | BonfireOfferingsOnOneIslandCondition | BonfireFateGroupCondition | BonfireCommonTasksFulfilledCondition | BonfirePortalsCondition | BonfireHasGuardiansCondition | BonfireGnomesCondition | BonfireResourceCountCondition | BonfireAdjacentPathsSameResourceCondition | BonfireOfferingOnBothResourceIslandsCondition | BonfiresAllColorsCondition | BonfiresOfColorsCondition | BonfireGuardiansCondition | BonfireFateGroupsCondition | BonfireTasksOrBonfiresOfColorCondition | BonfireEldersCondition | BonfireOfferingPileDepletedCondition | BonfirePathsOfCrystalCondition | BonfiresCondition | BonfireIslandsWithTwoOfferingsCondition | BonfireIdenticalResourcesCondition | BonfireFateCellsCoveredCondition | BonfireGuardiansAtBonfiresCondition | BonfireActionTilesCondition | BonfireFateTwoGroupsCondition;
}

/** The id of a component of the kind `task`. */
export type BonfireTaskId = "blue-01" | "blue-02" | "blue-03" | "blue-04" | "blue-05" | "blue-06" | "blue-07" | "blue-08" | "blue-09" | "blue-10" | "blue-11" | "blue-12" | "blue-13" | "blue-14" | "blue-15" | "blue-16" | "blue-17" | "blue-18" | "blue-19" | "blue-20" | "blue-21" | "blue-22" | "red-01" | "red-02" | "red-03" | "red-04" | "red-05" | "red-06" | "red-07" | "red-08" | "red-09" | "red-10" | "red-11" | "red-12" | "red-13" | "red-14" | "red-15" | "red-16" | "red-17" | "red-18" | "red-19" | "red-20" | "red-21" | "red-22" | "yellow-01" | "yellow-02" | "yellow-03" | "yellow-04" | "yellow-05" | "yellow-06" | "yellow-07" | "yellow-08" | "yellow-09" | "yellow-10" | "yellow-11" | "yellow-12" | "yellow-13" | "yellow-14" | "yellow-15" | "yellow-16" | "yellow-17" | "yellow-18" | "yellow-19" | "yellow-20" | "yellow-21" | "yellow-22";

/** A seat received a task from an island (BF-T31). */
export interface BonfireTaskReceived {
  type: "task_received";
  seat: number;
  task: BonfireTaskId;
  island: BonfireIslandId;
  position: number;
  reveals: boolean;
}

/** A task space of a city: empty, a task, or a lit bonfire. */
export interface BonfireTaskSpace {
  task: BonfireTaskId | null;
  lit: boolean;
}

/** Tasks were dealt face up to the task islands (BF-S2). */
export interface BonfireTasksDealt {
  type: "tasks_dealt";
  islands: BonfireIslandTasks[];
  reveals: boolean;
}

/** A number of tasks and bonfires of a colour. */
export interface BonfireTasksOrBonfiresOfColorCondition {
  kind: "tasks_or_bonfires_of_color";
  color: BonfireColor;
  count: number;
}

/** An action tile: one of the six action types, or yellow, which replaces any other. */
export type BonfireTile = "gnome" | "great_bonfire" | "guardian" | "path" | "ship" | "task" | "yellow";

/** A component of the kind `tile`. */
export interface BonfireTileComponent {
  kind: "tile";
  id: BonfireTile;
  name: string;
  text: string;
  facts: BonfireTileFacts;
  spot: Spot | null;
}

/** How many action tiles of a kind there are, and in which colour they are drawn. */
export interface BonfireTileFacts {
  copies: number;
  color: string;
}

/** Action tiles in a supply, by kind. */
export interface BonfireTiles {
  ship: number;
  task: number;
  guardian: number;
  path: number;
  great_bonfire: number;
  gnome: number;
  yellow: number;
}

/** A seat discarded action tiles (BF-T7). */
export interface BonfireTilesDiscarded {
  type: "tiles_discarded";
  seat: number;
  tiles: BonfireTile[];
  reveals: boolean;
}

/** A seat gained action tiles by the named rule. */
export interface BonfireTilesGained {
  type: "tiles_gained";
  seat: number;
  tiles: BonfireTile[];
  rule: string;
  reveals: boolean;
}

/** A seat paid action tiles to the general supply. */
export interface BonfireTilesPaid {
  type: "tiles_paid";
  seat: number;
  tiles: BonfireTile[];
  reveals: boolean;
}

/** The action on a Tom card. */
export type BonfireTomAction = "gnome" | "great_bonfire" | "guardian" | "path" | "task_high" | "task_low";

/** Offer: a choice that the human makes for Tom; `common_task` is the one whose novice is placed. */
export interface BonfireTomAsks {
  kind: "tom";
  card: BonfireTomCardId;
  question: BonfireTomQuestion;
  options: string[];
  common_task: BonfireCommonTask | null;
}

/** A component of the kind `tom_card`. */
export interface BonfireTomCardComponent {
  kind: "tom_card";
  id: BonfireTomCardId;
  name: string;
  text: string;
  facts: BonfireTomCardFacts;
  spot: Spot | null;
}

/** Tom drew his next card (BF-O7). */
export interface BonfireTomCardDrawn {
  type: "tom_card_drawn";
  card: BonfireTomCardId;
  tom_action: BonfireTomAction;
  rule: string;
  reveals: boolean;
}

/** A card of the automa; with the icon a gnome is turned up first. */
export interface BonfireTomCardFacts {
  action: BonfireTomAction;
  gnome_icon: boolean;
}

/** The id of a component of the kind `tom_card`. */
export type BonfireTomCardId = "tom-1" | "tom-2" | "tom-3" | "tom-4" | "tom-5" | "tom-6" | "tom-7" | "tom-8";

/** Tom's action is done; common tasks and the end of his turn follow (BF-O16). */
export interface BonfireTomCardResolved {
  type: "tom_card_resolved";
  card: BonfireTomCardId;
  reveals: boolean;
}

/** Tom already fulfils the card's common task and gets points instead of the action (BF-O18). */
export interface BonfireTomCompensated {
  type: "tom_compensated";
  card: BonfireTomCardId;
  common_task: BonfireCommonTask;
  points: number;
  rule: string;
  reveals: boolean;
}

/** Tom's card found no match, so he gets nothing (BF-O18). */
export interface BonfireTomFoundNothing {
  type: "tom_found_nothing";
  card: BonfireTomCardId;
  rule: string;
  reveals: boolean;
}

/** The top gnome was revealed and discarded; Tom looks for its resource (BF-O8). */
export interface BonfireTomGnomeRevealed {
  type: "tom_gnome_revealed";
  gnome: BonfireGnomeId;
  resource: BonfireResource;
  rule: string;
  reveals: boolean;
}

/** Tom's cards were shuffled into a new pile; his next playthrough begins (BF-O6, BF-O7). */
export interface BonfireTomPileShuffled {
  type: "tom_pile_shuffled";
  playthrough: number;
  tom_pile_size: number;
  tom_pile: BonfireTomCardId[] | null;
  reveals: boolean;
}

/** The kind of a choice for Tom: a task, a council space, a guardian's colour. */
export type BonfireTomQuestion = "guardian" | "space" | "task";

/** Tom's cards: the pile as a count, the rest open (BF-H9, BF-H17, BF-H18). */
export interface BonfireTomView {
  pile_size: number;
  discard: BonfireTomCardId[];
  playthrough: number;
  gnome_discard: BonfireGnomeId[];
}

/** The turn of a seat begins. */
export interface BonfireTurnBegun {
  type: "turn_begun";
  seat: number;
  turn: number;
  reveals: boolean;
}

/** The seat in turn, how far the turn has progressed, and the unfinished move. */
export interface BonfireTurnView {
  number: number;
  round: number;
  seat: number;
  main_done: boolean;
  passed: boolean;
  offer: BonfireIsland | BonfireBuild | BonfireArrival | BonfireBonus | BonfireTomAsks | null;
  move: BonfireMove | null;
}

/** Turn the Great Bonfire and take rewards (BF-T50). */
export interface BonfireUseGreatBonfire {
  type: "use_great_bonfire";
  to?: BonfireSpaceId;
  payment?: BonfireTile[];
  rewards?: BonfireReward[];
  portal?: BonfirePortalShape;
}

/** A game as a reader sees it. */
export interface BonfireView {
  players: number;
  cities: BonfireCityView[];
  board: BonfireBoardView;
  phase: BonfirePhase;
  turn: BonfireTurnView;
  countdown: BonfireCountdown | null;
  tom: BonfireTomView | null;
}

/** A lit bonfire of each colour. */
export interface BonfiresAllColorsCondition {
  kind: "bonfires_all_colors";
}

/** A number of lit bonfires. */
export interface BonfiresCondition {
  kind: "bonfires";
  count: number;
}

/** A lit bonfire of each of two colours. */
export interface BonfiresOfColorsCondition {
  kind: "bonfires_of_colors";
  first: BonfireColor;
  second: BonfireColor;
}

/**
 * A rectangle in which a component, a slot or a pile is drawn; x to the right and y down to its corner.
 *
 * `choosable` boxes hold something that a player can choose, so they must be large enough to touch.
 */
export interface Box {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  choosable: boolean;
}

/** Cancel the game before it starts. */
export interface CancelGame {
  type: "cancel_game";
}

/** Change the choice, or withdraw it with null. */
export interface ChangeChoice {
  type: "change_choice";
  choice: LobbyChoice | null;
}

/** A seated player changed the choice, or withdrew it (null). */
export interface ChoiceChanged {
  type: "choice_changed";
  place: number;
  choice: LobbyChoice | null;
  reveals: boolean;
}

/** The option is one of these values. */
export interface ChoiceOption {
  kind: "choice";
  values: string[];
}

/** How long a turn may take: seconds, or days for play by correspondence; from 10 seconds to 30 days. */
export interface Clock {
  seconds?: number;
  days?: number;
}

/** What went wrong, for programs. New codes may be added. */
export type Code = CommonCode | BonfireCode | PhoenixCode;

/** Take your seats back from the stand-in. */
export interface ComeBack {
  type: "come_back";
}

/** Codes of errors and refusals that are not specific to one game. */
export type CommonCode = "already_agreed" | "already_answered" | "already_made" | "already_seated" | "banned" | "challenge_not_aborted" | "challenge_running" | "challenge_without_you" | "choice_not_offered" | "clock_only" | "clock_out_of_range" | "feed_rebuilt" | "field_missing" | "fork_noted" | "fork_of_challenge" | "fork_point_missing" | "fork_seats" | "fork_unfinished" | "forks_running" | "game_finished" | "game_running" | "games_running" | "gone" | "handicap_given" | "host_only" | "http_error" | "idempotency_key_reused" | "internal_error" | "invitations_open" | "issuer_unavailable" | "lobby_closed" | "lobby_full" | "lobby_open" | "log_sealed" | "malformed" | "method_not_allowed" | "metrics_token_missing" | "missing_option" | "mode_combination_not_allowed" | "no_answer_left" | "no_fork_here" | "no_nonce_due" | "no_such_resource" | "no_such_version" | "nobody_plays" | "nobody_there" | "nonce_differs" | "nonce_twice" | "not_absent" | "not_acceptable" | "not_agreed" | "not_allowed" | "not_found" | "not_in_lobby" | "not_over" | "not_possible" | "not_ready" | "not_replicated" | "not_seated" | "not_started" | "not_your_turn" | "not_yours" | "nothing_to_score" | "nothing_to_undo" | "operator_scopes" | "option_not_applicable" | "place_taken_twice" | "places_open" | "places_reserved" | "player_count_not_allowed" | "quarantined" | "rated_with_seed" | "recovery_refused" | "removed_by_host" | "scope_missing" | "scorer_only" | "seat_resigned" | "stopping" | "ticket_invalid" | "ticket_misplaced" | "time_is_over" | "time_left" | "timed_out" | "token_invalid" | "token_missing" | "too_large" | "too_many_invitations" | "too_many_joins" | "too_many_recoveries" | "too_many_requests" | "too_many_signups" | "too_many_streams" | "too_many_tokens" | "too_many_undos" | "too_many_webhooks" | "too_much_contention" | "unavailable" | "undo_too_far" | "unexpected_field" | "unknown_bot" | "unknown_id" | "unknown_option" | "unknown_place" | "unknown_player" | "unknown_rules" | "unknown_ruleset" | "unknown_seat" | "unprocessable" | "unsupported_media_type" | "version_conflict" | "wider_than_yours" | "wrong_step";

/** A seat of the running game: its holder, and the bot that plays for them, if any. */
export interface DealtSeat {
  place: number | null;
  player: string | null;
  bot: string | null;
  automa: string | null;
  resigned: boolean;
  stand_in: string | null;
}

/** One ladder with all its levels, easiest first; `won` is the hardest level that was won, if any. */
export interface DifficultyLadder {
  ladder: string;
  won: string | null;
  levels: Level[];
}

/**
 * The rest of a plan that was dropped because its next move, the first one here, was rejected.
 *
 * `version` is the version of the game at that time; `message` is for people, in your language.
 */
export interface DroppedPlan {
  at: string;
  version: number;
  moves: Move[];
  code: string;
  rule: string | null;
  details: Record<string, number | string | boolean | null | (number | string)[]>;
  message: string;
}

/**
 * The events that a move would cause, up to the first that reveals something. Nothing is stored.
 *
 * A move with `complete` false is only begun. `asks` is then the field to fill in next, and `moves` has each
 * answer as a whole move, ready to be tried or posted. A complete move may also have them, if answers can
 * be added to it.
 *
 * On request, `about` describes each of these answers, in the same order, `paid` and `gained` are the tokens
 * that the move would move, and `patch` leads from your view of the game to the one after the events.
 */
export interface DryRun {
  version: number;
  events: Event[];
  stopped: boolean;
  score: SeatChange[];
  text?: string[];
  complete: boolean;
  asks: AskedField | null;
  moves: Move[];
  about?: MoveAbout[];
  paid?: Tokens[];
  gained?: Tokens[];
  patch?: Record<string, unknown>[];
}

/** These entries no longer count; they stay in the log. */
export interface EntriesUndone {
  type: "entries_undone";
  seqs: number[];
  reveals: boolean;
}

/**
 * An entry as you may see it; `patch` leads from your whole game before the entry to the one after.
 *
 * `text` describes the events in sentences.
 */
export interface Entry {
  seq: number;
  at: string;
  actor: string;
  events: Event[];
  hash: string;
  patch?: Record<string, unknown>[];
  text?: string[];
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface EntryPage {
  items: Entry[];
  next: string | number | null;
}

/** An event of a game, by ruleset; values that you may not see are null. */
export type Event = BonfireEvent | PhoenixEvent;

/** One line of a score: the rule, its points, what it counted, and an explanation. */
export interface ExplainedItem {
  item: string;
  rule: string;
  points: number;
  counted: string[];
  name: string;
  text: string;
}

/**
 * The score of every seat in your language, and a word of the game's own for the result.
 *
 * Only games with teams or allies have `sides`.
 */
export interface ExplainedScore {
  seats: ExplainedSeat[];
  result: string | null;
  sides?: ExplainedSide[];
}

/** The score of one seat, and its tie breakers (larger wins). */
export interface ExplainedSeat {
  seat: number;
  total: number;
  items: ExplainedItem[];
  tie_break: number[];
}

/** The joint score of the seats of one side, and its tie breakers (larger wins). */
export interface ExplainedSide {
  side: string;
  seats: number[];
  total: number;
  items: ExplainedItem[];
  tie_break: number[];
}

/**
 * The result of a game; `version` is its last one. `result` is a word of the game's own, if it has one.
 *
 * A game is `rated` if it changed ratings: that was enabled, and only people played. Pass `cursor` as
 * `after` to continue the feed after this game. Only games with teams or allies have `sides`, and only games
 * in a mode other than the default one have a `mode`. `you` has your seats; it is null if you had none.
 */
export interface FinishedGame {
  game: string;
  ruleset: string;
  rules: string;
  version: number;
  at: string;
  rated: boolean;
  seats: FinishedSeat[];
  result: string | null;
  challenge: string | null;
  handicap: number;
  cursor: string;
  mode?: string;
  sides?: FinishedSide[];
  you: number[] | null;
}

/** Finished games in order. `next` is always present; `more` says whether there are more already. */
export interface FinishedPage {
  items: FinishedGame[];
  next: string;
  more: boolean;
}

/**
 * The result of a seat: its holder, rank and points.
 *
 * `name` and `handle` are those of the player as they are now, `color` is the seat's colour or clan.
 */
export interface FinishedSeat {
  seat: number;
  player: string | null;
  bot: string | null;
  automa: string | null;
  resigned: boolean;
  rank: number;
  total: number;
  name: string | null;
  handle: string | null;
  color: string | null;
}

/** The result of a side: its seats, rank and points. */
export interface FinishedSide {
  side: string;
  seats: number[];
  rank: number;
  total: number;
}

/** The origin of a fork: the other game, the last entry taken over from it, and the hash of that entry. */
export interface Fork {
  source: string;
  at: number;
  head: string;
}

/**
 * Continue from here in a new game. Each seat is for `me` or `bot:<level>`; by default all are for `me`.
 *
 * `source_seed` is the public seed of the source game, if it is over; an audit decides its entries with it.
 */
export interface ForkGame {
  type: "fork_game";
  game: string;
  seats: string[] | null;
  source_seed: string | null;
}

/** The only player of the running game looks at its future in a fork; the game counts for nothing. */
export interface ForkNoted {
  type: "fork_noted";
  fork: string;
  reveals: boolean;
}

/**
 * A game as you may see it; `view` is null in the lobby.
 *
 * `fair` is false if the seed was given instead of drawn. `fork` says which game this one was forked from.
 * `abort` lists the seats that agree to end the game without a result. `rematch_of` is the game that this
 * one is a rematch of, `rematch` is the rematch of this one. `nonces_due` lists the places in the closed
 * lobby whose players must reveal their nonces before the game starts. A game that was `forked` while it was
 * running is not rated and does not count in statistics.
 *
 * `you` has your seats, or your place in the lobby; it is null if you have none. `due` says whether the game
 * waits for you. `turn_started_at` is the time since which it waits for the seats in `actor`, and `deadline`
 * the time at which the first of them runs out of time; in the lobby, the time at which it is cancelled
 * unless something happens. Both are null without such a time. `rated` says whether the game can change
 * ratings: it needs at least two people, and no bot or automa.
 */
export interface Game {
  id: string;
  ruleset: string;
  rules: string;
  options: GameOptions;
  status: GameStatus;
  version: number;
  hash: string;
  commitment: string;
  host: string;
  seats: Seat[];
  actor: Actor;
  view: GameView | null;
  ranks: number[] | null;
  seed: string | null;
  fair: boolean;
  fork: Fork | null;
  abort: number[];
  rematch_of: string | null;
  rematch: string | null;
  nonces_due: number[];
  forked: boolean;
  you: number[] | null;
  due: boolean;
  turn_started_at: string | null;
  deadline: string | null;
  mode: string;
  rated: boolean;
}

/** The game ended without a result: all players agreed, or a fork was idle. The seed is public. */
export interface GameAborted {
  type: "game_aborted";
  seed: string;
  reveals: boolean;
}

/** The lobby ended without a game: it was empty, cancelled, or idle for too long. */
export interface GameCancelled {
  type: "game_cancelled";
  reveals: boolean;
}

/** The options of a game, by ruleset. */
export type GameOptions = BonfireOptions | PhoenixOptions;

/**
 * How far the seats are, at this version, with everything that the game asks of them in numbers.
 *
 * Tasks that nobody has taken yet are there for your own seats only.
 */
export interface GameProgress {
  version: number;
  items: Progress[];
}

/** The result of a game: the breakdown and every seat's rank. */
export interface GameResult {
  score: Score;
  ranks: number[];
}

/** The score of every seat: final, or as if the game ended now. */
export interface GameScore {
  version: number;
  score: ExplainedScore;
  ranks: number[];
  final: boolean;
  fair: boolean;
}

/** The game is over: breakdown, ranks, and the seed behind all draws. */
export interface GameScored {
  type: "game_scored";
  result: GameResult;
  seed: string;
  reveals: boolean;
}

/** The players got their seats; the ruleset's own set-up follows. */
export interface GameStarted {
  type: "game_started";
  dealt_seats: DealtSeat[];
  reveals: boolean;
}

/** lobby, active, scoring, finished; or cancelled, in the lobby or by agreement of all players. */
export type GameStatus = "active" | "cancelled" | "finished" | "lobby" | "scoring";

/** A game as you may see it, by ruleset. */
export type GameView = BonfireView | PhoenixView;

/** The player's current handicap and the games that led to it, newest first; `next` is the cursor. */
export interface Handicap {
  handicap: number;
  history: HandicapGame[];
  next: number | null;
}

/**
 * A game of the challenge: its handicap and its result; `game` is null if it is unlisted.
 *
 * `score` is the player's score, `automa` the automa's.
 */
export interface HandicapGame {
  game: string | null;
  handicap: number;
  result: string;
  score: number;
  /** Use `automa`. */
  tom: number;
  automa: number;
  at: string;
}

/** The host left; a seated player takes over. */
export interface HostChanged {
  type: "host_changed";
  host: string;
  reveals: boolean;
}

/** A new token with its secret, which is shown only once. */
export interface IssuedToken {
  id: string;
  label: string | null;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  token: string;
}

/** The points of one line of a score. */
export interface ItemPoints {
  item: string;
  points: number;
}

/**
 * Take the place kept for the player, else the first open one, perhaps with a nonce and a choice.
 *
 * `nonce_hash` commits to a nonce that is revealed once the lobby is closed; a plain `nonce` is open.
 */
export interface JoinGame {
  type: "join_game";
  nonce: string | null;
  choice?: LobbyChoice;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/** A value that a player adds to the seed of the dice, and a choice if the ruleset offers one. */
export interface Joining {
  nonce?: string | null;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
  choice?: LobbyChoice;
}

/** The game that ended last; `game` is null if it is unlisted. */
export interface LastGame {
  game: string | null;
  at: string;
}

/**
 * A picture of the whole board or of one area, and the boxes in it, each after its parent.
 *
 * A `phone` layout is made for the width of a phone: at 360 pixels, everything choosable is at least 24
 * pixels wide and high.
 */
export interface Layout {
  id: string;
  width: number;
  height: number;
  phone: boolean;
  boxes: Box[];
}

/** Leave the lobby, or decline a reserved place. */
export interface LeaveGame {
  type: "leave_game";
}

/**
 * Your legal moves, each ready to be posted; `undo` is the version to which you can go back.
 *
 * On request, `about` describes each move of the list, in the same order, and `closed` has every other
 * type of move with its refusal.
 */
export interface LegalMoves {
  version: number;
  since: number;
  seat: number | null;
  undo: number | null;
  moves: Move[];
  about?: MoveAbout[];
  closed?: MoveRefusal[];
}

/** The games at one level of difficulty; `best` is the best score of the people's side, null if none. */
export interface Level {
  level: string;
  games: number;
  wins: number;
  best: number | null;
}

/** What a player, alone or with all of `players` together, has won against the automa of a ruleset. */
export interface Levels {
  ruleset: string;
  players: string[];
  ladders: DifficultyLadder[];
}

/**
 * A game in a list; `version` and `updated_at` refer to the last change of its status or seats.
 *
 * All other fields mean the same as in the game itself, and are as it is now.
 */
export interface ListedGame {
  id: string;
  ruleset: string;
  rules: string;
  status: GameStatus;
  version: number;
  host: string;
  seats: Seat[];
  options: GameOptions;
  created_at: string;
  updated_at: string;
  fair: boolean;
  fork: Fork | null;
  forked: boolean;
  actor: Actor;
  you: number[] | null;
  due: boolean;
  turn_started_at: string | null;
  deadline: string | null;
  mode: string;
  rated: boolean;
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface ListedGamePage {
  items: ListedGame[];
  next: string | number | null;
}

/** A player's choice in the lobby, by ruleset. */
export type LobbyChoice = PhoenixClanChoice;

/** All places are taken for good; the game starts when these places have revealed their nonces. */
export interface LobbyClosed {
  type: "lobby_closed";
  nonces_due: number[];
  reveals: boolean;
}

/** An entry of a log, by ruleset: one accepted command and the events it caused. */
export type LogEntry = BonfireEntry | PhoenixEntry;

/** A webhook with its secret, which is shown only once. */
export interface MadeWebhook {
  id: string;
  url: string;
  events: WebhookEvent[];
  game: string | null;
  created_at: string;
  enabled: boolean;
  disabled: WebhookOff | null;
  disabled_at: string | null;
  failing_since: string | null;
  waiting: number;
  dropped: number;
  secret: string;
}

/** The caller's own account, with the scopes of the token used. */
export interface Me {
  id: string;
  name: string;
  created_at: string;
  handle: string;
  token_id: string;
  scopes: Scope[];
}

/** The origin of an entry: engine, request or job, the bot that played, the queued moves it belongs to. */
export interface Meta {
  engine: string;
  request: string | null;
  job: string | null;
  bot: string | null;
  plan?: string;
}

/**
 * A way to play. It is on when `option` has this `value`; without a `value`, any but the default.
 *
 * A mode without an option is on whenever the number of places is one of its `players`. A mode with an
 * option refuses other numbers of places than its `players`, and the modes it `excludes`. It `requires`
 * options to be given and `admits` others. An option that some mode requires or admits is refused where no
 * such mode is on. An option that a mode `forbids` is refused in any case. Refusals refer to the `rule`.
 */
export interface Mode {
  id: string;
  rule: string | null;
  option: string | null;
  value?: string | number | boolean;
  players: number[];
  excludes: string[];
  requires: string[];
  admits: string[];
  forbids: string[];
}

/** A move, by ruleset. The game asks for omitted fields next; null declines an optional one. */
export type Move = BonfireMove | PhoenixMove;

/**
 * A listed move: what a button for it says, the components it names, and its price as far as it is known.
 *
 * A price can often be paid in several ways; the move then asks for the payment.
 */
export interface MoveAbout {
  label: string;
  targets: Target[];
  price: Tokens[];
}

/**
 * What a move would pay, gain and score before anything is revealed, or why it is refused.
 *
 * `stopped` says that it would reveal something; what comes after that is not counted.
 */
export interface MoveOutcome {
  complete: boolean;
  stopped: boolean;
  paid: Tokens[];
  gained: Tokens[];
  score: SeatChange[];
  refusal: MoveRefusal | null;
}

/** Why a move, or every move of its type, is not possible now. */
export interface MoveRefusal {
  type: string;
  code: string;
  rule: string | null;
  details: Record<string, number | string | boolean | null | (number | string)[]>;
  message: string;
}

/** The caller's choice in the lobby; null withdraws it. */
export interface NewChoice {
  choice: LobbyChoice | null;
}

/** The version to fork from (default: the latest), and who plays each seat that a player or bot held. */
export interface NewFork {
  at?: number | null;
  seats?: string[] | null;
}

/**
 * A new game; `seats` is the number of players, or a list that says what each place is for.
 *
 * `choice` is the host's own choice, for rulesets that let players choose something in the lobby.
 * `nonce_hash` commits the host, who needs a place, to a nonce that is revealed once the lobby is closed.
 */
export interface NewGame {
  ruleset: string;
  /** Options of the ruleset and of every game. Omitted ones have their defaults. */
  options?: GameOptions;
  seats: number | string[];
  choice?: LobbyChoice;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/** Moves to be played, in this order, when it is the caller's turn. */
export interface NewPlan {
  moves: Move[];
}

/** What is asked of a new player. */
export interface NewPlayer {
  name: string;
}

/**
 * A further token; by default as wide and as long as the one that asks.
 *
 * `audit` and `admin` come from the operator alone: no token passes them on.
 */
export interface NewToken {
  scopes?: Scope[] | null;
  expires_at?: string | null;
  label?: string | null;
}

/** The events to report and the URL; with a `game`, only that game, otherwise all your games. */
export interface NewWebhook {
  url: string;
  events: WebhookEvent[];
  game?: string | null;
}

/** A player whose nonce is in the dice. */
export interface Nonce {
  place: number;
  player: string | null;
  given: NonceGiven;
}

/** A seated player added a nonce when starting the game. */
export interface NonceAdded {
  type: "nonce_added";
  place: number;
  nonce: string;
  reveals: boolean;
}

/** A seated player committed to a nonce: this is its SHA-256. */
export interface NonceCommitted {
  type: "nonce_committed";
  place: number;
  nonce_hash: string;
  reveals: boolean;
}

/** How a nonce came into the dice: committed to before any was shown, or given openly. */
export type NonceGiven = "committed" | "open";

/** A seated player showed the nonce that was committed to. */
export interface NonceRevealed {
  type: "nonce_revealed";
  place: number;
  nonce: string;
  reveals: boolean;
}

/** Say in a running game that its only player has forked it; it counts for nothing from now on. */
export interface NoteFork {
  type: "note_fork";
  fork: string;
}

/** The option is a whole number: one of `numbers`, or any if there are none. */
export interface NumberOption {
  kind: "number";
  numbers: number[];
}

/** The option is an object of whole numbers, each with its name; those left out are 0. */
export interface NumbersOption {
  kind: "numbers";
  names: string[];
}

/** The option is as its `schema` says. */
export interface OtherOption {
  kind: "other";
}

/**
 * One of your games in your stream: its status, its seats, and whether and until when it is your turn.
 *
 * `you`, `turn_started_at` and `deadline` mean the same as in the game itself. `now` is the server's time.
 */
export interface OwnGame {
  game: string;
  version: number;
  status: GameStatus;
  due: boolean;
  ruleset: string;
  seats: Seat[];
  you: number[] | null;
  turn_started_at: string | null;
  deadline: string | null;
  now: string;
}

/** The ability of the placed kin may be used (PP-T6). */
export interface PhoenixAbility {
  kind: "ability";
}

/** The Basilisk's kin cannot perform its ability; with a coin it is placed cloaked (PP-CO17). */
export interface PhoenixAbilityMissed {
  type: "ability_missed";
  seat: number;
  kin: PhoenixKinId;
  cloaked: boolean;
  rule: string;
  reveals: boolean;
}

/** What a clairvoyant (discard, return) or a pathfinder (explore, collect) does. */
export type PhoenixAbilityMode = "collect" | "discard" | "explore" | "return";

/** The Basilisk's kin uses an ability, its own or that of a ready kin; what it does follows (PP-CO18). */
export interface PhoenixAbilityPerformed {
  type: "ability_performed";
  seat: number;
  kin: PhoenixKinId;
  ability: PhoenixKinType;
  rule: string;
  reveals: boolean;
}

/** A seat may acquire a second revelation card (PP-RV2). */
export interface PhoenixAcquireCard {
  kind: "acquire_card";
  seat: number;
}

/**
 * An act of a scenario: what it changes in its round (12.7). Each field is named after what it gives.
 *
 * `kin` replace two apprentices of the Basilisk in the first act; `coins` and `scrolls` come at the start of
 * the round.
 */
export interface PhoenixAct {
  scenario: PhoenixScenarioId | null;
  number: number;
  kin: PhoenixKinType[];
  coins: number;
  scrolls: number;
  fp_per_kin_sent: number;
  resources_per_hit: number;
  influence: number;
  fp_per_discard: number;
  fp_per_foreseen: number;
  skips_foreseen: boolean;
  free_cloaks: boolean;
  fp_per_cloaked: number;
  wins_ties: boolean;
  fp_per_build: number;
  free_builds: boolean;
  shards_after_palace: number;
}

/** A component of the kind `act`. */
export interface PhoenixActComponent {
  kind: "act";
  id: PhoenixActId;
  name: string;
  text: string;
  facts: PhoenixAct;
  spot: Spot | null;
}

/** The id of a component of the kind `act`. */
export type PhoenixActId = "ember_court.1" | "ember_court.2" | "ember_court.3" | "silent_tide.1" | "silent_tide.2" | "silent_tide.3" | "hidden_grove.1" | "hidden_grove.2" | "hidden_grove.3" | "golden_road.1" | "golden_road.2" | "golden_road.3";

/** An act of the scenario was revealed; in the first one, kin `joined` for those `boxed` (PP-CO26). */
export interface PhoenixActRevealed {
  type: "act_revealed";
  scenario: PhoenixScenarioId | null;
  act: number;
  joined: PhoenixKinId[];
  boxed: PhoenixKinId[];
  reveals: boolean;
}

/** A move was completed; what it causes follows. */
export interface PhoenixActionTaken {
  type: "action_taken";
  seat: number;
  move: PhoenixMove;
  reveals: boolean;
}

/** The parameters of a village's benefit or of an instant card; each asks only for its own. */
export interface PhoenixAnswers {
  target?: PhoenixKinId;
  slot?: number;
  kin?: PhoenixKinId;
  spot?: PhoenixSpotId;
  sector?: PhoenixSector;
  color?: PhoenixShard;
  colors?: PhoenixShard[];
  resource?: PhoenixResource;
  resources?: PhoenixResource[];
}

/** Buy any number of the dealt revelation cards (PP-AS4). */
export interface PhoenixAsymBuyRevelations {
  type: "asym_buy_revelations";
  cards?: PhoenixRevelationId[];
}

/** Replace the fighter by one of the drawn tiles, or keep it (PP-AS2). */
export interface PhoenixAsymChooseFighter {
  type: "asym_choose_fighter";
  kin?: PhoenixKinId | null;
}

/** The Basilisk uses the ability of a type of kin, perhaps a borrowed one (PP-CO18). */
export interface PhoenixBasiliskAbility {
  kind: "basilisk_ability";
  type: PhoenixKinType;
}

/** The Basilisk acquires the ready kin that its card names (PP-CO20). */
export interface PhoenixBasiliskAcquires {
  kind: "basilisk_acquires";
}

/** The decider picks one of two effects (PP-CO9). */
export interface PhoenixBasiliskAlternative {
  kind: "basilisk_alternative";
  source: string;
}

/** The Basilisk plays at seat 0, with this difficulty and perhaps a scenario (PP-CO1). */
export interface PhoenixBasiliskAwoken {
  type: "basilisk_awoken";
  difficulty: PhoenixDifficulty;
  scenario: PhoenixScenarioId | null;
  reveals: boolean;
}

/** The decider picks the revelation that the Basilisk buys and discards (PP-CO19, PP-CO20). */
export interface PhoenixBasiliskCard {
  kind: "basilisk_card";
  source: string;
}

/** The decider picks the way the palace turns (PP-CO21). */
export interface PhoenixBasiliskDirection {
  kind: "basilisk_direction";
  source: string;
}

/** The decider picks the slot whose event the Basilisk discards, or that it fills again (PP-CO19). */
export interface PhoenixBasiliskEventSlot {
  kind: "basilisk_event_slot";
  source: string;
  returned: boolean;
}

/** The Basilisk gains what its act gives for a hit, after the hit; `sent` tells whether to the palace. */
export interface PhoenixBasiliskHit {
  kind: "basilisk_hit";
  sent: boolean;
}

/** The decider picks a kin of the Basilisk (PP-CO11). */
export interface PhoenixBasiliskKin {
  kind: "basilisk_kin";
  source: string;
}

/** The decider picks a spot of the palace; `sector` is then performed from it, if set (PP-CP3, PP-CP5). */
export interface PhoenixBasiliskPalaceSpot {
  kind: "basilisk_palace_spot";
  source: string;
  sector: PhoenixSector | null;
}

/** The Basilisk performs the effect of a sector, perhaps for a lantern; if none is named, of its own. */
export interface PhoenixBasiliskPerforms {
  kind: "basilisk_performs";
  sector: PhoenixSector | null;
  lantern: boolean;
}

/** The Basilisk places the top tile of its stack by its current card (PP-CO16). */
export interface PhoenixBasiliskPlaces {
  kind: "basilisk_places";
}

/** The decider picks the ready kin whose ability the Basilisk's trickster borrows (PP-CO18). */
export interface PhoenixBasiliskReadyKin {
  kind: "basilisk_ready_kin";
  source: string;
}

/** The decider picks the kin of the Basilisk that the acquired one replaces (PP-CO20). */
export interface PhoenixBasiliskReplace {
  kind: "basilisk_replace";
  source: string;
  ready_kin: PhoenixKinId;
}

/** The decider picks the sector whose effect the Basilisk performs (PP-CO19, PP-CO21). */
export interface PhoenixBasiliskSector {
  kind: "basilisk_sector";
  source: string;
}

/** The Basilisk's stack is shuffled (PP-CO20). */
export interface PhoenixBasiliskShuffles {
  kind: "basilisk_shuffles";
}

/** The decider picks the ally's kin that the Basilisk hits (PP-CO11). */
export interface PhoenixBasiliskTarget {
  kind: "basilisk_target";
  source: string;
}

/** The Basilisk takes a turn; `number` counts the turns of its run (PP-CO12). */
export interface PhoenixBasiliskTurn {
  kind: "basilisk_turn";
  number: number;
}

/** The Basilisk's turn is over; another one of its run, the next seat or the night follows (PP-CO12). */
export interface PhoenixBasiliskTurnEnds {
  kind: "basilisk_turn_ends";
  number: number;
}

/** The decider picks the village that the Basilisk collects (PP-CO19). */
export interface PhoenixBasiliskVillage {
  kind: "basilisk_village";
  source: string;
}

/** Board, pools, hands and the first player (PP-S1–PP-S6, PP-S10). */
export interface PhoenixBoardLaidOut {
  type: "board_laid_out";
  modes: PhoenixModeId[];
  side: PhoenixBoardSide;
  palace_level: number;
  seats: PhoenixDealtSeat[];
  pools: PhoenixPool[];
  token: number;
  dragon: number | null;
  reveals: boolean;
}

/** The side of the game board: two players use the small one. */
export type PhoenixBoardSide = "large" | "small";

/** The game board; piles are counts, but for the top village tile (PP-H4–PP-H7). */
export interface PhoenixBoardView {
  side: PhoenixBoardSide;
  rotation: number;
  highlighted: PhoenixSector[];
  palace_level: number;
  guards: PhoenixGuard[];
  clanhouse: PhoenixKinId[];
  villages: PhoenixVillageId[];
  village_top: PhoenixVillageId | null;
  village_pile_size: number;
  foreseen: (PhoenixForeseenId | null)[];
  foreseen_pile_size: number;
  foreseen_discard: PhoenixForeseenId[];
  revelations: (PhoenixRevelationId | null)[];
  revelation_pile_size: number;
  revelation_discard: PhoenixRevelationId[];
  dragon: number | null;
  dragon_sectors: PhoenixSector[];
}

/** A seat names the targets of a kept instant card, one parameter after the other (PP-RV2). */
export interface PhoenixCardTarget {
  kind: "card_target";
  seat: number;
  card: PhoenixRevelationId;
  answers: PhoenixAnswers;
  optional: boolean;
}

/** What a player does with an acquired revelation card. */
export type PhoenixCardUse = "discard" | "keep";

/** Answer the pending choice with one of its options; None declines where that is possible (4.4). */
export interface PhoenixChoose {
  type: "choose";
  id?: number;
  value?: string | null;
}

/** The colour of a player's tiles. */
export type PhoenixClan = "blue" | "green" | "red" | "yellow";

/** What a player chooses in the lobby (PP-S2). */
export interface PhoenixClanChoice {
  clan: PhoenixClan;
}

/** A component of the kind `clan`. */
export interface PhoenixClanComponent {
  kind: "clan";
  id: PhoenixClan;
  name: string;
  text: string;
  facts: null;
  spot: Spot | null;
}

/** A seat's other tiles were shuffled into its clan pile (PP-S7). */
export interface PhoenixClanPileShuffled {
  type: "clan_pile_shuffled";
  seat: number;
  size: number;
  clan_pile: PhoenixKinId[] | null;
  reveals: boolean;
}

/** A seat may acquire one of its ready kin (PP-E20). */
export interface PhoenixClanhouseAcquire {
  kind: "clanhouse_acquire";
  seat: number;
}

/** A seat names the kin that the acquired one replaces (PP-E20). */
export interface PhoenixClanhouseReplace {
  kind: "clanhouse_replace";
  seat: number;
  ready_kin: PhoenixKinId;
}

/** A slot of the clanhouse row: the coins for its kin, and the favor points for taking it. */
export interface PhoenixClanhouseSlot {
  slot: number;
  coins: number;
  fp: number;
}

/** Codes of moves and options that the rules of this game reject. */
export type PhoenixCode = "cannot_afford" | "card_not_available" | "card_spent" | "clan_taken" | "invalid_choice" | "invalid_payment" | "invalid_target" | "kin_not_in_hand" | "next_village_not_built" | "not_on_frontier" | "palace_cannot_cloak" | "sector_guarded" | "sector_not_highlighted" | "spot_not_visible" | "spot_occupied";

export type PhoenixCommand = PhoenixCreateGame | JoinGame | LeaveGame | RemovePlayer | CancelGame | StartGame | RevealNonce | ForkGame | NoteFork | Undo | Resign | AgreeToAbort | WithdrawAbort | ComeBack | TakeTurn | ScoreGame | TimeOut | ChangeChoice | PhoenixPlaceKin | PhoenixUseAbility | PhoenixSkipAbility | PhoenixPerformDaytime | PhoenixSkipDaytime | PhoenixUseTurnStartCard | PhoenixChoose | PhoenixEndTurn | PhoenixAsymChooseFighter | PhoenixAsymBuyRevelations | PhoenixNominateDecider;

export type PhoenixComponent = PhoenixSectorComponent | PhoenixResourceComponent | PhoenixShardComponent | PhoenixClanComponent | PhoenixKinTypeComponent | PhoenixKinComponent | PhoenixSpotComponent | PhoenixVillageComponent | PhoenixEventCardComponent | PhoenixRevelationComponent | PhoenixDifficultyComponent | PhoenixScenarioComponent | PhoenixActComponent | PhoenixEnemyCardComponent | PhoenixModeComponent;

/**
 * Open a lobby; a place is `open`, `me`, `player:<id>` (reserved for that player) or `bot:<level>`.
 *
 * `choice` is the host's own, and so is `nonce_hash`, which commits to a nonce. A rematch carries over no
 * choices: every player chooses again. `kernel` is the version of the kernel's own rules, 1 if it is not
 * named: a log is decided again as it was decided.
 */
export interface PhoenixCreateGame {
  type: "create_game";
  game: string;
  options: PhoenixOptions;
  places: string[];
  rematch_of?: string;
  choice?: LobbyChoice;
  kernel?: number;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/** The daytime effect is performed or skipped (PP-T8). */
export interface PhoenixDaytime {
  kind: "daytime_effect";
}

/** The daytime effect of this turn will be that of another sector (PP-K9). */
export interface PhoenixDaytimeChanged {
  type: "daytime_changed";
  seat: number;
  sector: PhoenixSector;
  reveals: boolean;
}

/** A seat has performed the daytime effect of a sector (PP-RV5). */
export interface PhoenixDaytimePerformed {
  type: "daytime_performed";
  seat: number;
  sector: PhoenixSector;
  reveals: boolean;
}

/** Each seat draws three tiles of its clan pile (PP-AS1). */
export interface PhoenixDealKin {
  kind: "deal_kin";
}

/** Three revelation cards are dealt to each seat (PP-AS4). */
export interface PhoenixDealRevelations {
  kind: "deal_revelations";
}

/** What a seat begins with: its clan, its pool, its hand, tiles in the box, and its side of the board. */
export interface PhoenixDealtSeat {
  clan: PhoenixClan;
  pool: number;
  hand: PhoenixKinId[];
  box: PhoenixKinId[];
  side: PhoenixSide | null;
}

/** An ally named the ally who shall decide for the Basilisk (PP-CO8). */
export interface PhoenixDeciderNominated {
  type: "decider_nominated";
  seat: number;
  nominee: number;
  reveals: boolean;
}

/** How strong the Basilisk is; from the easiest: `easy`, `medium`, `hard`, `heroic`. */
export type PhoenixDifficulty = "easy" | "hard" | "heroic" | "medium";

/** A component of the kind `difficulty`. */
export interface PhoenixDifficultyComponent {
  kind: "difficulty";
  id: PhoenixDifficulty;
  name: string;
  text: string;
  facts: PhoenixDifficultyFacts;
  spot: Spot | null;
}

/** What a difficulty changes: the allies' starting resources, and the favor of a twist. */
export interface PhoenixDifficultyFacts {
  resources: number;
  twist_fp: number;
}

/** The decider picks a resource that the allies gain, or lose if it is `lost` (PP-CO5). */
export interface PhoenixDifficultyResources {
  kind: "difficulty_resources";
  source: string;
  lost: boolean;
}

/** The difficulty changes the resources of the allies (PP-CO5). */
export interface PhoenixDifficultySet {
  kind: "difficulty_set";
}

/** The way the palace or the dragon turns. */
export type PhoenixDirection = "clockwise" | "counter_clockwise";

/** A seat has decided its part of the draft in secret (PP-AS2, PP-AS4). */
export interface PhoenixDraftDecided {
  type: "draft_decided";
  seat: number;
  move: PhoenixMove | null;
  reveals: boolean;
}

/** All seats decide in secret which tile replaces their fighter, if any (PP-AS2). */
export interface PhoenixDraftKin {
  kind: "draft_kin";
}

/** All seats decide in secret which of their dealt cards they buy (PP-AS4). */
export interface PhoenixDraftRevelations {
  kind: "draft_revelations";
}

/** A seat's draft: everybody sees whether it has decided, the seat itself sees the rest (PP-H8). */
export interface PhoenixDraftView {
  decided: boolean;
  drawn: PhoenixKinId[] | null;
  pick: PhoenixKinId | null;
  fighter: PhoenixKinId | null;
  dealt: PhoenixRevelationId[] | null;
  bought: PhoenixRevelationId[] | null;
}

/** The influence in the dragon sectors was counted; those `unscored` give nothing this night (PP-DR4). */
export interface PhoenixDragonFed {
  type: "dragon_fed";
  total: number;
  threshold: number;
  unscored: PhoenixSector[];
  reveals: boolean;
}

/** The seat moves the dragon to a neighbouring moon (PP-DR3). */
export interface PhoenixDragonMove {
  kind: "dragon_move";
  seat: number;
}

/** The dragon flew to a neighbouring moon (PP-DR3). */
export interface PhoenixDragonMoved {
  type: "dragon_moved";
  seat: number;
  moon: number;
  reveals: boolean;
}

/** The dragon looks at its sectors (PP-DR4). */
export interface PhoenixDragonWakes {
  kind: "dragon_wakes";
}

/** The Basilisk performs the daytime effect of a sector; what it does follows (PP-CO19, PP-CO21). */
export interface PhoenixEffectBegun {
  type: "effect_begun";
  seat: number;
  sector: PhoenixSector;
  rule: string;
  reveals: boolean;
}

/** A seat picks one of the alternatives of a card. */
export interface PhoenixEitherOr {
  kind: "either_or";
  seat: number;
  source: string;
}

/** Hand over to the next seat (4.2). */
export interface PhoenixEndTurn {
  type: "end_turn";
}

/** A component of the kind `enemy_card`. */
export interface PhoenixEnemyCardComponent {
  kind: "enemy_card";
  id: PhoenixEnemyCardId;
  name: string;
  text: string;
  facts: PhoenixEnemyCardFacts;
  spot: Spot | null;
}

/** A card of the enemy deck; a twist has no sector. */
export interface PhoenixEnemyCardFacts {
  sector: PhoenixSector | null;
  secondary: PhoenixSector | null;
  ready_pick: PhoenixReadyPick | null;
}

/** The 12 sector cards and 3 twists of the enemy deck (12.6). */
export type PhoenixEnemyCardId = "sc01" | "sc02" | "sc03" | "sc04" | "sc05" | "sc06" | "sc07" | "sc08" | "sc09" | "sc10" | "sc11" | "sc12" | "tw01" | "tw02" | "tw03";

/** The Basilisk turned over an enemy card; a twist names no sectors (PP-CO14). */
export interface PhoenixEnemyCardRevealed {
  type: "enemy_card_revealed";
  enemy_card: PhoenixEnemyCardId;
  sectors: PhoenixSector[];
  rule: string;
  reveals: boolean;
}

/** The enemy deck, or its discard pile, was shuffled into a new deck (PP-CO7, PP-CO14). */
export interface PhoenixEnemyDeckShuffled {
  type: "enemy_deck_shuffled";
  size: number;
  deck: PhoenixEnemyCardId[] | null;
  reveals: boolean;
}

/**
 * The Basilisk's deck and story, and the seat that decides for it (PP-H10, PP-H12).
 *
 * The deck is a count. `act` is the number of the act that applies, 0 if there is no story. `nominations`
 * has for each seat the ally whom it has named as decider.
 */
export interface PhoenixEnemyView {
  difficulty: PhoenixDifficulty;
  scenario: PhoenixScenarioId | null;
  act: number;
  deck_size: number;
  discard: PhoenixEnemyCardId[];
  removed: PhoenixEnemyCardId[];
  card: PhoenixEnemyCardId | null;
  decider: number;
  nominations: (number | null)[];
}

/** One accepted command and the events it caused. */
export interface PhoenixEntry {
  seq: number;
  at: string;
  actor: string;
  command_id: string | null;
  command: PhoenixCommand;
  events: PhoenixEvent[];
  rules: string;
  meta: Meta;
  salt: string;
  prev: string;
  hash: string;
}

export type PhoenixEvent = PhoenixGameCreated | PhoenixGameForked | PlaceTaken | PlaceLeft | PlayerRemoved | ReservationLifted | NonceAdded | NonceCommitted | LobbyClosed | NonceRevealed | HostChanged | GameCancelled | SeedPublished | GameStarted | ForkNoted | EntriesUndone | SeatResigned | SeatsTimedOut | SeatTakenBack | PlayStopped | AbortAgreed | AbortWithdrawn | GameAborted | GameScored | ChoiceChanged | PhoenixBoardLaidOut | PhoenixClanPileShuffled | PhoenixVillagesShuffled | PhoenixForeseenPileShuffled | PhoenixRevelationPileShuffled | PhoenixKinDrawn | PhoenixDraftDecided | PhoenixHandRevealed | PhoenixRevelationsDealt | PhoenixRevelationsBought | PhoenixMoveBegun | PhoenixActionTaken | PhoenixStepsOpened | PhoenixStepClosed | PhoenixRoundStarted | PhoenixEventRevealed | PhoenixTurnStarted | PhoenixGuardExpired | PhoenixTurnStartCardUsed | PhoenixKinPlaced | PhoenixResourceChanged | PhoenixShardChanged | PhoenixFpChanged | PhoenixKinUnveiled | PhoenixKinCloaked | PhoenixKinMoved | PhoenixKinSentToPalace | PhoenixKinBumped | PhoenixHitPrevented | PhoenixGuardSet | PhoenixDaytimeChanged | PhoenixDaytimePerformed | PhoenixEventDiscarded | PhoenixEventReturned | PhoenixHeraldMoved | PhoenixPioneerMoved | PhoenixVillageBuilt | PhoenixVillageTurned | PhoenixVillageCollected | PhoenixRevelationAcquired | PhoenixRevelationSlotRefilled | PhoenixReadyKinRemoved | PhoenixKinRevealed | PhoenixKinAcquired | PhoenixPalaceRotated | PhoenixDragonMoved | PhoenixNighttimeStarted | PhoenixEventResolved | PhoenixDragonFed | PhoenixSectorScored | PhoenixPalaceScored | PhoenixFirstPlayerChanged | PhoenixRoundEnded | PhoenixPlayEnded | PhoenixBasiliskAwoken | PhoenixActRevealed | PhoenixSpecialistsDrawn | PhoenixStackShuffled | PhoenixEnemyDeckShuffled | PhoenixEnemyCardRevealed | PhoenixTwistResolved | PhoenixSectorPassedOver | PhoenixSpotFound | PhoenixAbilityMissed | PhoenixAbilityPerformed | PhoenixEffectBegun | PhoenixPartSkipped | PhoenixDeciderNominated;

/** A component of the kind `event_card`. */
export interface PhoenixEventCardComponent {
  kind: "event_card";
  id: PhoenixForeseenId;
  name: string;
  text: string;
  facts: PhoenixRuleFacts;
  spot: Spot | null;
}

/** A seat discarded a foreseen event (PP-EV1). */
export interface PhoenixEventDiscarded {
  type: "event_discarded";
  seat: number;
  slot: number;
  foreseen: PhoenixForeseenId;
  reveals: boolean;
}

/** Every seat has resolved a foreseen event; it went to the discard pile (PP-N4). */
export interface PhoenixEventResolved {
  type: "event_resolved";
  slot: number;
  foreseen: PhoenixForeseenId;
  reveals: boolean;
}

/** A seat put the top card of the event discard pile into a slot (PP-K4, PP-V1). */
export interface PhoenixEventReturned {
  type: "event_returned";
  seat: number;
  slot: number;
  foreseen: PhoenixForeseenId;
  reveals: boolean;
}

/** An event card was revealed into a foreseen slot (PP-T2). */
export interface PhoenixEventRevealed {
  type: "event_revealed";
  slot: number;
  foreseen: PhoenixForeseenId;
  reveals: boolean;
}

/** A seat took the first-player token (PP-N12). */
export interface PhoenixFirstPlayerChanged {
  type: "first_player_changed";
  seat: number;
  reveals: boolean;
}

/** A resolved event goes to the discard pile (PP-N4). */
export interface PhoenixForeseenDone {
  kind: "foreseen_done";
  slot: number;
}

/** The foreseen events are resolved from left to right (PP-N4). */
export interface PhoenixForeseenEvents {
  kind: "foreseen_events";
}

/** A seat resolves a foreseen event for itself (PP-EV2). */
export interface PhoenixForeseenFor {
  kind: "foreseen_for";
  seat: number;
  foreseen: PhoenixForeseenId;
}

/** The 18 event cards, in the order PP-EC01 to PP-EC18. */
export type PhoenixForeseenId = "breached_walls" | "burnt_scrolls" | "coin_tithe" | "cold_springs" | "drawn_curtains" | "dying_lamps" | "envy_of_the_court" | "generous_envoy" | "harvest_moon" | "heresy_trial" | "hoarders_bane" | "lantern_festival" | "levy" | "night_raid" | "phoenix_gaze" | "roadside_bandits" | "shooting_stars" | "washed_out_road";

/** The event cards, or their discard pile, were shuffled into a new pile (PP-S12, PP-T2). */
export interface PhoenixForeseenPileShuffled {
  type: "foreseen_pile_shuffled";
  size: number;
  foreseen_pile: PhoenixForeseenId[] | null;
  reveals: boolean;
}

/** A seat gained or lost favor points. */
export interface PhoenixFpChanged {
  type: "fp_changed";
  seat: number;
  by: number;
  rule: string;
  reveals: boolean;
}

/** A seat gains one resource of its choice. */
export interface PhoenixGainResource {
  kind: "gain_resource";
  seat: number;
  source: string;
}

/** A seat gains one shard of its choice. */
export interface PhoenixGainShard {
  kind: "gain_shard";
  seat: number;
  source: string;
}

/** A lobby was opened; the commitment to its seed is published. */
export interface PhoenixGameCreated {
  type: "game_created";
  game: string;
  host: string;
  options: PhoenixOptions;
  places: Place[];
  commitment: string;
  rematch_of?: string;
  kernel?: number;
  reveals: boolean;
}

/**
 * From here on the log belongs to a new game with its own dice; up to here it is the log of `source`.
 *
 * `sealed`: some of the borrowed entries are from a game that was not over.
 */
export interface PhoenixGameForked {
  type: "game_forked";
  game: string;
  source: string;
  at: number;
  head: string;
  host: string;
  options: PhoenixOptions;
  dealt_seats: DealtSeat[];
  commitment: string;
  sealed: boolean;
  reveals: boolean;
}

/** A guard marker on a sector. */
export interface PhoenixGuard {
  seat: number;
  sector: PhoenixSector;
}

/** A guard marker was removed (PP-K8). */
export interface PhoenixGuardExpired {
  type: "guard_expired";
  seat: number;
  sector: PhoenixSector;
  reveals: boolean;
}

/** A seat put a guard marker on a sector (PP-K8). */
export interface PhoenixGuardSet {
  type: "guard_set";
  seat: number;
  sector: PhoenixSector;
  reveals: boolean;
}

/** A seat showed the hand of its draft; unused and replaced tiles went to the box (PP-AS3). */
export interface PhoenixHandRevealed {
  type: "hand_revealed";
  seat: number;
  hand: PhoenixKinId[];
  boxed: PhoenixKinId[];
  reveals: boolean;
}

/** A seat's herald moved to rank 1 (PP-E5). */
export interface PhoenixHeraldMoved {
  type: "herald_moved";
  seat: number;
  reveals: boolean;
}

/** A hit kin stayed where it was; `seat` owns it (PP-RC25). */
export interface PhoenixHitPrevented {
  type: "hit_prevented";
  seat: number;
  kin: PhoenixKinId;
  reveals: boolean;
}

/** A ready kin took the place of another one, which went to the box (PP-E20). */
export interface PhoenixKinAcquired {
  type: "kin_acquired";
  seat: number;
  kin: PhoenixKinId;
  slot: number;
  replaced: PhoenixKinId;
  reveals: boolean;
}

/** A kin was bumped from the palace; `seat` owns it (PP-PA7). */
export interface PhoenixKinBumped {
  type: "kin_bumped";
  seat: number;
  kin: PhoenixKinId;
  reveals: boolean;
}

/** An unveiled kin was turned cloaked; `seat` owns it (PP-E14). */
export interface PhoenixKinCloaked {
  type: "kin_cloaked";
  seat: number;
  kin: PhoenixKinId;
  reveals: boolean;
}

/** A component of the kind `kin`. */
export interface PhoenixKinComponent {
  kind: "kin";
  id: PhoenixKinId;
  name: string;
  text: string;
  facts: PhoenixKinFacts;
  spot: Spot | null;
}

/** A seat drew three tiles; one of them, picked at random, will replace an apprentice (PP-AS1). */
export interface PhoenixKinDrawn {
  type: "kin_drawn";
  seat: number;
  drawn: PhoenixKinId[] | null;
  pick: PhoenixKinId | null;
  reveals: boolean;
}

/** A kin tile: its clan and what is printed on it. */
export interface PhoenixKinFacts {
  clan: PhoenixClan;
  type: PhoenixKinType;
}

/** The id of a component of the kind `kin`. */
export type PhoenixKinId = "red.apprentice.1" | "red.apprentice.2" | "red.apprentice.3" | "red.apprentice.4" | "red.apprentice.5" | "red.archer" | "red.bard" | "red.clairvoyant" | "red.councilor" | "red.diplomat" | "red.fighter" | "red.guard" | "red.hermit" | "red.mastermind" | "red.mentor" | "red.merchant" | "red.nocturnal" | "red.pathfinder" | "red.philosopher" | "red.trickster" | "blue.apprentice.1" | "blue.apprentice.2" | "blue.apprentice.3" | "blue.apprentice.4" | "blue.apprentice.5" | "blue.archer" | "blue.bard" | "blue.clairvoyant" | "blue.councilor" | "blue.diplomat" | "blue.fighter" | "blue.guard" | "blue.hermit" | "blue.mastermind" | "blue.mentor" | "blue.merchant" | "blue.nocturnal" | "blue.pathfinder" | "blue.philosopher" | "blue.trickster" | "green.apprentice.1" | "green.apprentice.2" | "green.apprentice.3" | "green.apprentice.4" | "green.apprentice.5" | "green.archer" | "green.bard" | "green.clairvoyant" | "green.councilor" | "green.diplomat" | "green.fighter" | "green.guard" | "green.hermit" | "green.mastermind" | "green.mentor" | "green.merchant" | "green.nocturnal" | "green.pathfinder" | "green.philosopher" | "green.trickster" | "yellow.apprentice.1" | "yellow.apprentice.2" | "yellow.apprentice.3" | "yellow.apprentice.4" | "yellow.apprentice.5" | "yellow.archer" | "yellow.bard" | "yellow.clairvoyant" | "yellow.councilor" | "yellow.diplomat" | "yellow.fighter" | "yellow.guard" | "yellow.hermit" | "yellow.mastermind" | "yellow.mentor" | "yellow.merchant" | "yellow.nocturnal" | "yellow.pathfinder" | "yellow.philosopher" | "yellow.trickster";

/** A kin moved to another spot; `seat` owns it. */
export interface PhoenixKinMoved {
  type: "kin_moved";
  seat: number;
  kin: PhoenixKinId;
  spot: PhoenixSpotId;
  reveals: boolean;
}

/** A kin was placed from the hand (PP-P1). */
export interface PhoenixKinPlaced {
  type: "kin_placed";
  seat: number;
  kin: PhoenixKinId;
  spot: PhoenixSpotId;
  cloaked: boolean;
  reveals: boolean;
}

/** A seat revealed the top tile of its clan pile into the clanhouse row (PP-E19). */
export interface PhoenixKinRevealed {
  type: "kin_revealed";
  seat: number;
  kin: PhoenixKinId;
  slot: number;
  reveals: boolean;
}

/** A kin went to the palace, unveiled; `seat` owns it (PP-E12). */
export interface PhoenixKinSentToPalace {
  type: "kin_sent_to_palace";
  seat: number;
  kin: PhoenixKinId;
  spot: PhoenixSpotId;
  reveals: boolean;
}

/** What is printed on a kin tile. */
export type PhoenixKinType = "apprentice" | "archer" | "bard" | "clairvoyant" | "councilor" | "diplomat" | "fighter" | "guard" | "hermit" | "mastermind" | "mentor" | "merchant" | "nocturnal" | "pathfinder" | "philosopher" | "trickster";

/** A component of the kind `kin_type`. */
export interface PhoenixKinTypeComponent {
  kind: "kin_type";
  id: PhoenixKinType;
  name: string;
  text: string;
  facts: PhoenixKinTypeFacts;
  spot: Spot | null;
}

/** How many tiles of a type each clan has, and the rule of its ability. */
export interface PhoenixKinTypeFacts {
  copies: number;
  rule: string;
}

/** A cloaked kin was turned unveiled; `seat` owns it (PP-E11). */
export interface PhoenixKinUnveiled {
  type: "kin_unveiled";
  seat: number;
  kin: PhoenixKinId;
  reveals: boolean;
}

/** A seat loses or pays one resource of its choice. */
export interface PhoenixLoseResource {
  kind: "lose_resource";
  seat: number;
  source: string;
}

/** The winner of a location gets its bonus after everybody's reward; without a sector, of the palace. */
export interface PhoenixMajority {
  kind: "majority";
  seat: number;
  sector: PhoenixSector | null;
}

/** A component of the kind `mode`. */
export interface PhoenixModeComponent {
  kind: "mode";
  id: PhoenixModeId;
  name: string;
  text: string;
  facts: PhoenixRuleFacts;
  spot: Spot | null;
}

/** What changes the printed rules: a mode of play or a variant. Modes stack in this order. */
export type PhoenixModeId = "asymmetric" | "coop" | "dragon" | "palace_alt" | "solo" | "story" | "team";

/** A seat that has paid for it gains a shard of the sector where its kin stands (PP-K13). */
export interface PhoenixMoonlight {
  kind: "moonlight";
  seat: number;
}

export type PhoenixMove = PhoenixPlaceKin | PhoenixUseAbility | PhoenixSkipAbility | PhoenixPerformDaytime | PhoenixSkipDaytime | PhoenixUseTurnStartCard | PhoenixChoose | PhoenixEndTurn | PhoenixAsymChooseFighter | PhoenixAsymBuyRevelations | PhoenixNominateDecider;

/** A move was begun or continued; more is asked. */
export interface PhoenixMoveBegun {
  type: "move_begun";
  seat: number;
  move: PhoenixMove;
  reveals: boolean;
}

/** A step that comes next, and the seats or the automa that it waits for; else it happens by itself. */
export interface PhoenixNextStep {
  step: PhoenixTurnStart | PhoenixPlacement | PhoenixAbility | PhoenixDaytime | PhoenixPerformed | PhoenixRotation | PhoenixDragonMove | PhoenixTurnEnd | PhoenixRefill | PhoenixGainResource | PhoenixLoseResource | PhoenixGainShard | PhoenixOwnKin | PhoenixEitherOr | PhoenixAcquireCard | PhoenixUseOfCard | PhoenixCardTarget | PhoenixClanhouseAcquire | PhoenixClanhouseReplace | PhoenixOuterWard | PhoenixDealKin | PhoenixDraftKin | PhoenixDraftRevelations | PhoenixDealRevelations | PhoenixResolveDraft | PhoenixResolveKept | PhoenixOpenClanhouse | PhoenixOpenRevelations | PhoenixStartRound | PhoenixNightBegins | PhoenixForeseenEvents | PhoenixForeseenFor | PhoenixForeseenDone | PhoenixDragonWakes | PhoenixScoring | PhoenixScoreSector | PhoenixScorePalace | PhoenixPalaceReward | PhoenixMajority | PhoenixNightEnds | PhoenixDifficultySet | PhoenixDifficultyResources | PhoenixBasiliskTurn | PhoenixBasiliskPlaces | PhoenixBasiliskAbility | PhoenixBasiliskPerforms | PhoenixBasiliskHit | PhoenixMoonlight | PhoenixBasiliskAcquires | PhoenixBasiliskShuffles | PhoenixBasiliskTurnEnds | PhoenixBasiliskTarget | PhoenixBasiliskKin | PhoenixBasiliskReadyKin | PhoenixBasiliskSector | PhoenixBasiliskPalaceSpot | PhoenixBasiliskAlternative | PhoenixBasiliskCard | PhoenixBasiliskVillage | PhoenixBasiliskEventSlot | PhoenixBasiliskReplace | PhoenixBasiliskDirection;
  seats?: number[];
  automa?: string | null;
}

/** Cards that work at the beginning of the night (PP-N3). */
export interface PhoenixNightBegins {
  kind: "night_begins";
}

/** Dawn of the next round, or the end of the game (PP-T14, PP-T15). */
export interface PhoenixNightEnds {
  kind: "night_ends";
}

/** The night began; `eligible_by_sector` are the seats that may be rewarded (PP-N1, PP-N2). */
export interface PhoenixNighttimeStarted {
  type: "nighttime_started";
  eligible_by_sector: number[][];
  reveals: boolean;
}

/** Name the ally who shall decide for the Basilisk; possible at any time in story mode (PP-CO8). */
export interface PhoenixNominateDecider {
  type: "nominate_decider";
  seat?: number;
}

/** Why the Basilisk cannot place a kin in a sector. */
export type PhoenixObstacle = "full" | "guarded" | "too_dear";

/** Each seat reveals its first ready kin (PP-S8). */
export interface PhoenixOpenClanhouse {
  kind: "open_clanhouse";
}

/** The first revelation cards are shown (PP-S13). */
export interface PhoenixOpenRevelations {
  kind: "open_revelations";
}

/** What can be chosen when a game is opened (9.1); the last five are for games against the Basilisk. */
export interface PhoenixOptions {
  auto_start?: boolean;
  unlisted?: boolean;
  rated?: boolean;
  clock?: Clock | null;
  /** What happens when a player runs out of time: `pass`, `bot:greedy` or `forfeit`. */
  on_timeout?: "pass" | "bot:greedy" | "forfeit";
  seed?: string | null;
  mode?: PhoenixPlayMode;
  palace_alt?: boolean;
  asymmetric?: boolean;
  dragon?: boolean;
  difficulty?: PhoenixDifficulty | null;
  style?: PhoenixStyle | null;
  scenario?: PhoenixScenarioId | null;
  basilisk_clan?: PhoenixClan | null;
  solo_allies?: 1 | 2 | null;
}

/** The owner of a kin that is sent to the palace picks its outer ward (PP-PA8). */
export interface PhoenixOuterWard {
  kind: "outer_ward";
  seat: number;
  kin: PhoenixKinId;
}

/** A seat picks one of its kin for a card. */
export interface PhoenixOwnKin {
  kind: "own_kin";
  seat: number;
  source: string;
}

/** What the palace gives: a resource, or the effect of a highlighted sector for a lantern. */
export type PhoenixPalaceOption = "resource" | "sector";

/** A seat gains the reward of the palace (PP-N8). */
export interface PhoenixPalaceReward {
  kind: "palace_reward";
  seat: number;
}

/** The palace was turned (PP-T11). */
export interface PhoenixPalaceRotated {
  type: "palace_rotated";
  rotation: number;
  reveals: boolean;
}

/** A position of the rotating palace: what it highlights, and who sees which wall. */
export interface PhoenixPalaceRotation {
  rotation: number;
  highlighted: PhoenixSector[];
  walls: PhoenixWalls;
}

/** The palace is scored, likewise (PP-N11). */
export interface PhoenixPalaceScored {
  type: "palace_scored";
  eligible: number[];
  influence: number[];
  majority: number | null;
  reveals: boolean;
}

/** A part of an effect that the Basilisk can find impossible. */
export type PhoenixPart = "acquire_kin" | "buy_card" | "discard_event" | "explore" | "explore_or_build" | "pay_lantern" | "reveal_kin";

/** The Basilisk cannot do a part of an effect (PP-CO9). */
export interface PhoenixPartSkipped {
  type: "part_skipped";
  seat: number;
  part: PhoenixPart;
  rule: string;
  reveals: boolean;
}

/**
 * What is decided now, and by whom; `options` and `move` only for the seat that decides (PP-H13).
 *
 * `step` is the step of the turn or the kind of the choice. A choice has an `id`, and a `source`: the rule
 * or card that asks.
 */
export interface PhoenixPendingView {
  step: string;
  seats: number[];
  id: number | null;
  source: string | null;
  options: (string | null)[] | null;
  move: PhoenixMove | null;
}

/** Perform the daytime effect of the turn; each sector and the palace ask for their own fields (5.2). */
export interface PhoenixPerformDaytime {
  type: "perform_daytime";
  option?: PhoenixPalaceOption;
  resource?: PhoenixResource;
  sector?: PhoenixSector | null;
  discard_slot?: number | null;
  explore?: number;
  build?: boolean;
  omit?: PhoenixResource | null;
  collect?: number | null;
  village?: PhoenixAnswers;
  card?: PhoenixRevelationId | null;
  use?: PhoenixCardUse;
  effect?: PhoenixAnswers | null;
  reveal?: boolean;
}

/** A daytime effect is finished after everything inside it is resolved (PP-RV5). */
export interface PhoenixPerformed {
  kind: "performed";
  seat: number;
  sector: PhoenixSector;
}

/** How far the round or the game is. */
export type PhoenixPhase = "dawn" | "daytime" | "finished" | "nighttime" | "setup";

/** A seat's pioneer moved on the village track (PP-E15). */
export interface PhoenixPioneerMoved {
  type: "pioneer_moved";
  seat: number;
  position: number;
  reveals: boolean;
}

/** Place a kin from the hand in a sector or on the palace (PP-P1). */
export interface PhoenixPlaceKin {
  type: "place_kin";
  kin_id?: PhoenixKinId;
  target?: PhoenixSpotId;
  cloaked?: boolean;
}

/** A kin must be placed (PP-T5). */
export interface PhoenixPlacement {
  kind: "placement";
}

/** The last night is over; final scoring follows (PP-T15). */
export interface PhoenixPlayEnded {
  type: "play_ended";
  reveals: boolean;
}

/** Who plays with or against whom. */
export type PhoenixPlayMode = "coop" | "solo" | "standard" | "team";

/** Resources and shards that one seat, or a faction together, pays from. */
export interface PhoenixPool {
  coin: number;
  scroll: number;
  lantern: number;
  coral: number;
  jade: number;
  agate: number;
}

/**
 * What is printed on boards and overviews, and every place of the board.
 *
 * `spots` is the layout of the large side, `small_side` has the places that differ on the small one. Walls
 * are drawn as at rotation 0.
 */
export interface PhoenixPrinted {
  edition: string;
  rounds: number;
  foreseen_slots: number;
  revelation_slots: number;
  sites: PhoenixSite[];
  clanhouse: PhoenixClanhouseSlot[];
  rotations: PhoenixPalaceRotation[];
  spots_small: PhoenixSpotFacts[];
  spots_large: PhoenixSpotFacts[];
  palace_spots: PhoenixSpotId[];
  spots: Record<string, Spot>;
  small_side: Record<string, Spot>;
}

/** The kin in slot 1 of a full clanhouse row went to the box; `seat` owns it (PP-E19). */
export interface PhoenixReadyKinRemoved {
  type: "ready_kin_removed";
  seat: number;
  kin: PhoenixKinId;
  reveals: boolean;
}

/** Which of its ready kin the Basilisk wants. */
export type PhoenixReadyPick = "leftmost" | "rightmost";

/** Empty revelation slots are filled (PP-E18). */
export interface PhoenixRefill {
  kind: "refill";
}

/** The cards bought in the draft take effect (PP-AS5). */
export interface PhoenixResolveDraft {
  kind: "resolve_draft";
}

/** A card that a seat bought in the draft takes effect (PP-AS5). */
export interface PhoenixResolveKept {
  kind: "resolve_kept";
  seat: number;
  card: PhoenixRevelationId;
}

/** What pays for nearly everything. */
export type PhoenixResource = "coin" | "lantern" | "scroll";

/** A seat gained, paid or lost resources of one kind. */
export interface PhoenixResourceChanged {
  type: "resource_changed";
  seat: number;
  resource: PhoenixResource;
  by: number;
  rule: string;
  reveals: boolean;
}

/** A component of the kind `resource`. */
export interface PhoenixResourceComponent {
  kind: "resource";
  id: PhoenixResource;
  name: string;
  text: string;
  facts: null;
  spot: Spot | null;
}

/** A seat took a revelation card from its slot, to keep it or to discard it for favor points (PP-RV2). */
export interface PhoenixRevelationAcquired {
  type: "revelation_acquired";
  seat: number;
  slot: number;
  card: PhoenixRevelationId;
  use: PhoenixCardUse;
  reveals: boolean;
}

/** A component of the kind `revelation`. */
export interface PhoenixRevelationComponent {
  kind: "revelation";
  id: PhoenixRevelationId;
  name: string;
  text: string;
  facts: PhoenixRevelationFacts;
  spot: Spot | null;
}

/** What is printed on a revelation card, and its rule. */
export interface PhoenixRevelationFacts {
  cost: number;
  fp: number;
  kind: PhoenixRevelationKind;
  rule: string;
}

/** The 30 revelation cards, in the order PP-RC01 to PP-RC30. */
export type PhoenixRevelationId = "borrowed_mask" | "builders_tools" | "clear_skies" | "coin_jar" | "collectors_shelf" | "eclipse" | "free_passage" | "gatekeepers_debt" | "gathered_clan" | "golden_scales" | "heralds_crown" | "ill_omen" | "lamplighters_oath" | "money_changer" | "moon_ledger" | "moonlit_offering" | "palace_favour" | "paper_crane" | "phoenix_feather" | "pilgrims_bell" | "second_wind" | "silk_cloaks" | "storm_of_arrows" | "toll_of_ash" | "travel_journal" | "twin_moons" | "veil_of_smoke" | "wax_and_wick" | "whispered_names" | "wind_chime";

/** When a kept revelation card works. */
export type PhoenixRevelationKind = "all_enemies" | "endgame" | "instant" | "ongoing" | "turn_start" | "turn_start_once";

/** The revelation cards, or their discard pile, were shuffled into a new pile (PP-S13, PP-E18). */
export interface PhoenixRevelationPileShuffled {
  type: "revelation_pile_shuffled";
  size: number;
  revelation_pile: PhoenixRevelationId[] | null;
  reveals: boolean;
}

/** The top revelation card went to an empty slot (PP-E18). */
export interface PhoenixRevelationSlotRefilled {
  type: "revelation_slot_refilled";
  slot: number;
  card: PhoenixRevelationId;
  reveals: boolean;
}

/** A seat showed the cards that it bought in the draft; the others go back (PP-AS5). */
export interface PhoenixRevelationsBought {
  type: "revelations_bought";
  seat: number;
  cards: PhoenixRevelationId[];
  reveals: boolean;
}

/** Three revelation cards were dealt to a seat, for its eyes only (PP-AS4). */
export interface PhoenixRevelationsDealt {
  type: "revelations_dealt";
  seat: number;
  cards: PhoenixRevelationId[] | null;
  reveals: boolean;
}

/** The palace turns after a placement on it (PP-T11). */
export interface PhoenixRotation {
  kind: "rotation";
}

/** Dawn: all kin returned to the hands (PP-T14). */
export interface PhoenixRoundEnded {
  type: "round_ended";
  palace_level: number;
  reveals: boolean;
}

/** A round started with this turn order (PP-T2). */
export interface PhoenixRoundStarted {
  type: "round_started";
  round: number;
  order: number[];
  reveals: boolean;
}

/** The rule that says what a component does. */
export interface PhoenixRuleFacts {
  rule: string;
}

/**
 * A ruleset with all its components, the facts printed on its boards, and all other terms.
 *
 * Components and printed facts have the types of their game. `modes` lists which options and numbers of
 * players can be combined. `choice` is the JSON Schema of what players choose in the lobby, null if there is
 * nothing to choose. `layouts` say where to draw the boards; they replace all spots.
 */
export interface PhoenixRuleset {
  name: "phoenix";
  rules: string;
  title: string;
  text: string;
  players: number[];
  bots: string[];
  automas: string[];
  options: RulesetOption[];
  moves: RulesetMove[];
  components: PhoenixComponent[];
  printed: PhoenixPrinted;
  words: Word[];
  modes: Mode[];
  default_mode: string;
  choice: Record<string, unknown> | null;
  layouts: Layout[];
}

/** A component of the kind `scenario`. */
export interface PhoenixScenarioComponent {
  kind: "scenario";
  id: PhoenixScenarioId;
  name: string;
  text: string;
  facts: PhoenixScenarioFacts;
  spot: Spot | null;
}

/** The clan of the Basilisk in a scenario, and its rule. */
export interface PhoenixScenarioFacts {
  clan: PhoenixClan;
  rule: string;
}

/** The four stories of three acts. */
export type PhoenixScenarioId = "ember_court" | "golden_road" | "hidden_grove" | "silent_tide";

/** The palace gives its rewards and the first-player token (PP-N8, PP-N11). */
export interface PhoenixScorePalace {
  kind: "score_palace";
}

/** A sector gives its rewards and its majority bonus (PP-N8). */
export interface PhoenixScoreSector {
  kind: "score_sector";
  sector: PhoenixSector;
}

/** The locations are scored one after the other (PP-N6). */
export interface PhoenixScoring {
  kind: "scoring";
}

/**
 * What belongs to a seat (PP-H1–PP-H4); `pool` is the number of the pool that it pays from.
 *
 * Only the Basilisk has a `stack`: its top tile, and all of its tiles in no particular order (PP-H11).
 */
export interface PhoenixSeatView {
  seat: number;
  clan: PhoenixClan;
  pool: number;
  side: PhoenixSide | null;
  hand: PhoenixKinId[];
  tiles: PhoenixTile[];
  box: PhoenixKinId[];
  clan_pile_size: number;
  clan_pile: PhoenixKinId[];
  fp: number;
  pioneer: number;
  revelations: PhoenixRevelationId[];
  spent: PhoenixRevelationId[];
  veiled: boolean;
  draft: PhoenixDraftView | null;
  stack_size: number;
  stack_top: PhoenixKinId | null;
  stack: PhoenixKinId[];
}

/** The six sectors around the palace, clockwise. */
export type PhoenixSector = "capital" | "clanhouse" | "gates" | "rim" | "shrine" | "springs";

/** A component of the kind `sector`. */
export interface PhoenixSectorComponent {
  kind: "sector";
  id: PhoenixSector;
  name: string;
  text: string;
  facts: PhoenixSectorFacts;
  spot: Spot | null;
}

/** The shard colour of a sector, and the price of its last spot, which is not free. */
export interface PhoenixSectorFacts {
  shard: PhoenixShard;
  price: PhoenixResource;
}

/** The Basilisk cannot place its kin in a sector of its card (PP-CO16). */
export interface PhoenixSectorPassedOver {
  type: "sector_passed_over";
  sector: PhoenixSector;
  obstacle: PhoenixObstacle;
  rule: string;
  reveals: boolean;
}

/** A sector is scored: who is rewarded, everybody's influence, and who has the majority (PP-N8, PP-N9). */
export interface PhoenixSectorScored {
  type: "sector_scored";
  sector: PhoenixSector;
  eligible: number[];
  influence: number[];
  majority: number | null;
  reveals: boolean;
}

/** The colour of a moon shard. */
export type PhoenixShard = "agate" | "coral" | "jade";

/** A seat gained moon shards of one colour. */
export interface PhoenixShardChanged {
  type: "shard_changed";
  seat: number;
  shard: PhoenixShard;
  by: number;
  rule: string;
  reveals: boolean;
}

/** A component of the kind `shard`. */
export interface PhoenixShardComponent {
  kind: "shard";
  id: PhoenixShard;
  name: string;
  text: string;
  facts: null;
  spot: Spot | null;
}

/** The edge of the board at which a seat sits. */
export type PhoenixSide = "east" | "north" | "south" | "west";

/** A position of the village track: what it costs to build there, and the favor points for it. */
export interface PhoenixSite {
  position: number;
  cost: PhoenixResource[];
  fp: number;
}

/** Do not use the ability (PP-T5). */
export interface PhoenixSkipAbility {
  type: "skip_ability";
}

/** Do not perform the daytime effect (PP-T9). */
export interface PhoenixSkipDaytime {
  type: "skip_daytime";
}

/** Random specialists joined the Basilisk's kin (PP-CO6). */
export interface PhoenixSpecialistsDrawn {
  type: "specialists_drawn";
  seat: number;
  joined: PhoenixKinId[];
  reveals: boolean;
}

/** A component of the kind `spot`. */
export interface PhoenixSpotComponent {
  kind: "spot";
  id: PhoenixSpotId;
  name: string;
  text: string;
  facts: PhoenixSpotPrices;
  spot: Spot | null;
}

/** A spot of a sector, and its price if it has one. */
export interface PhoenixSpotFacts {
  id: PhoenixSpotId;
  sector: PhoenixSector;
  number: number;
  price: PhoenixResource | null;
}

/** The Basilisk's top tile goes to this spot, for this reason (PP-CO16, PP-CO21). */
export interface PhoenixSpotFound {
  type: "spot_found";
  seat: number;
  kin: PhoenixKinId;
  spot: PhoenixSpotId;
  reason: PhoenixSpotReason;
  rule: string;
  reveals: boolean;
}

/** The id of a component of the kind `spot`. */
export type PhoenixSpotId = "gates.1" | "gates.2" | "gates.3" | "gates.4" | "capital.1" | "capital.2" | "capital.3" | "capital.4" | "rim.1" | "rim.2" | "rim.3" | "rim.4" | "shrine.1" | "shrine.2" | "shrine.3" | "shrine.4" | "springs.1" | "springs.2" | "springs.3" | "springs.4" | "clanhouse.1" | "clanhouse.2" | "clanhouse.3" | "clanhouse.4" | "palace" | "outer_ward.0" | "outer_ward.1" | "outer_ward.2" | "outer_ward.3" | "battlement.0" | "battlement.1" | "battlement.2" | "battlement.3" | "pinnacle";

/** Where a spot belongs, and its price on each side of the board; the small side lacks some spots. */
export interface PhoenixSpotPrices {
  sector: PhoenixSector | null;
  number: number | null;
  sides: PhoenixBoardSide[];
  small_price: PhoenixResource | null;
  large_price: PhoenixResource | null;
}

/** Why the Basilisk takes a spot. */
export type PhoenixSpotReason = "battlement" | "free_spot" | "outer_ward" | "paid_spot" | "palace" | "pinnacle";

/** The Basilisk's kin were shuffled into its stack, of which only the top tile is visible (PP-CO6). */
export interface PhoenixStackShuffled {
  type: "stack_shuffled";
  seat: number;
  size: number;
  stack_top: PhoenixKinId;
  stack: PhoenixKinId[] | null;
  reveals: boolean;
}

/** Events are foreseen, and the first turn starts (PP-T2). */
export interface PhoenixStartRound {
  kind: "start_round";
  round: number;
}

/** The current step is over. */
export interface PhoenixStepClosed {
  type: "step_closed";
  reveals: boolean;
}

/** These steps come next, the first one first, before what was still to come. */
export interface PhoenixStepsOpened {
  type: "steps_opened";
  steps: PhoenixNextStep[];
  reveals: boolean;
}

/** A plain game against the Basilisk, or one of its stories. */
export type PhoenixStyle = "story" | "vanilla";

/** A kin that was played: where it is, and its face. */
export interface PhoenixTile {
  kin: PhoenixKinId;
  at: PhoenixSpotId | "bumped";
  cloaked: boolean;
}

/** Nothing is left but to end the turn. */
export interface PhoenixTurnEnd {
  kind: "turn_end";
}

/** A turn-start card may be used before a kin is placed (PP-T4). */
export interface PhoenixTurnStart {
  kind: "turn_start";
}

/** A seat used a card at the start of its turn; `spent` cards work only once (PP-RV4). */
export interface PhoenixTurnStartCardUsed {
  type: "turn_start_card_used";
  seat: number;
  card: PhoenixRevelationId;
  spent: boolean;
  reveals: boolean;
}

/** A seat's turn started (PP-T4). */
export interface PhoenixTurnStarted {
  type: "turn_started";
  seat: number;
  turn: number;
  reveals: boolean;
}

/** Whose turn it is, the kin placed in it, and the sector whose daytime effect it gives. */
export interface PhoenixTurnView {
  number: number;
  seat: number;
  kin: PhoenixKinId | null;
  spot: string | null;
  daytime: PhoenixSector | null;
}

/** A twist left the game; a packet of the discards and the bottom card lies on the deck now (PP-CO15). */
export interface PhoenixTwistResolved {
  type: "twist_resolved";
  enemy_card: PhoenixEnemyCardId;
  packet: number;
  size: number;
  deck: PhoenixEnemyCardId[] | null;
  rule: string;
  reveals: boolean;
}

/** Use the ability of the kin that was just placed; each kin asks for its own fields (5.5). */
export interface PhoenixUseAbility {
  type: "use_ability";
  ready_kin?: PhoenixKinId;
  mode?: PhoenixAbilityMode;
  target?: PhoenixKinId;
  slot?: number;
  kin?: PhoenixKinId;
  spot?: PhoenixSpotId;
  sector?: PhoenixSector;
  resource?: PhoenixResource;
  pay?: PhoenixResource[];
  reveal?: boolean;
  village?: PhoenixAnswers;
  card?: PhoenixRevelationId | null;
  use?: PhoenixCardUse;
  effect?: PhoenixAnswers | null;
}

/** A seat keeps the card that it acquires, or discards it for favor points (PP-RV2). */
export interface PhoenixUseOfCard {
  kind: "use_of_card";
  seat: number;
  card: PhoenixRevelationId;
}

/** Use an owned card at the start of the turn; each card asks for its own fields (PP-RV4). */
export interface PhoenixUseTurnStartCard {
  type: "use_turn_start_card";
  card?: PhoenixRevelationId;
  slot?: number;
  kin?: PhoenixKinId;
  direction?: PhoenixDirection;
  pay?: PhoenixResource[];
  gain?: PhoenixResource;
  resource?: PhoenixResource;
}

/** A game as a reader sees it. */
export interface PhoenixView {
  players: number;
  modes: PhoenixModeId[];
  seats: PhoenixSeatView[];
  pools: PhoenixPool[];
  board: PhoenixBoardView;
  heralds: number[];
  token: number;
  order: number[];
  round: number;
  phase: PhoenixPhase;
  turn: PhoenixTurnView;
  eligible: number[][];
  unscored: PhoenixSector[];
  pending: PhoenixPendingView | null;
  enemy: PhoenixEnemyView | null;
}

/** A seat built a village or the shrine (PP-E16). */
export interface PhoenixVillageBuilt {
  type: "village_built";
  seat: number;
  position: number;
  village: PhoenixVillageId;
  reveals: boolean;
}

/** A seat collected the benefit of a village; what it gives follows (PP-E17). */
export interface PhoenixVillageCollected {
  type: "village_collected";
  seat: number;
  position: number;
  village: PhoenixVillageId;
  reveals: boolean;
}

/** A component of the kind `village`. */
export interface PhoenixVillageComponent {
  kind: "village";
  id: PhoenixVillageId;
  name: string;
  text: string;
  facts: PhoenixRuleFacts;
  spot: Spot | null;
}

/** The starting village, the twelve village tiles and the shrine tile. */
export type PhoenixVillageId = "bandits_lair" | "cove_of_the_owl" | "featherglow" | "fortune_city" | "lanternquill" | "loreville" | "moon_heaven" | "moonforge" | "nomad_encampment" | "shrine_tile" | "starting_village" | "the_outpost" | "town_hall" | "twin_river_town";

/** The next village tile is on top of the pile (PP-S9). */
export interface PhoenixVillageTurned {
  type: "village_turned";
  village: PhoenixVillageId;
  reveals: boolean;
}

/** The village tiles were shuffled, the top one face up; `built` lies on position 1 (PP-S9, PP-S11). */
export interface PhoenixVillagesShuffled {
  type: "villages_shuffled";
  built: PhoenixVillageId | null;
  top: PhoenixVillageId;
  size: number;
  village_pile: PhoenixVillageId[] | null;
  reveals: boolean;
}

/** The walls of the palace that each side of the board sees. */
export interface PhoenixWalls {
  north: number[];
  east: number[];
  south: number[];
  west: number[];
}

/**
 * A place in the lobby: open, perhaps `reserved` for one player, or taken by a player or a bot.
 *
 * A player who committed to a `nonce` has its `nonce_hash` here, also after it was revealed.
 */
export interface Place {
  player: string | null;
  bot: string | null;
  nonce: string | null;
  reserved?: string;
  choice?: LobbyChoice;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/** A player left the lobby. */
export interface PlaceLeft {
  type: "place_left";
  place: number;
  reveals: boolean;
}

/** A player took a place. */
export interface PlaceTaken {
  type: "place_taken";
  place: number;
  player: string;
  nonce: string | null;
  choice?: LobbyChoice;
  reveals: boolean;
}

/** Your queued moves that remain, how many have been played, and the last plan that was dropped. */
export interface Plan {
  moves: Move[];
  played: number;
  dropped: DroppedPlan | null;
}

/** No person is left: the game is scored as it stands. */
export interface PlayStopped {
  type: "play_stopped";
  reveals: boolean;
}

/** The result of an accepted command; `text` describes it in sentences. */
export interface Played {
  version: number;
  events: Event[];
  text?: string[];
}

/**
 * The result of a move with what a client shows next, in one answer.
 *
 * `patch` leads from your whole game before the entry, at the version before it, to the one after. `next`
 * has your moves now, described, and `progress` tells how far the seats are now. The `version` of `next` is
 * later than this one if others have been faster, or if this is the answer to a repeated request; read the
 * entries in between.
 */
export interface PlayedOn {
  version: number;
  events: Event[];
  text?: string[];
  patch?: Record<string, unknown>[];
  next?: LegalMoves;
  progress?: Progress[];
}

/** A player's public account. Players may share a name, but no two have look-alike handles. */
export interface Player {
  id: string;
  name: string;
  created_at: string;
  handle: string;
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface PlayerPage {
  items: Player[];
  next: string | number | null;
}

/** The host removed a player, who cannot join this game again. */
export interface PlayerRemoved {
  type: "player_removed";
  place: number;
  player: string;
  reveals: boolean;
}

/** The body of every error (RFC 9457), with our code, details and, for an illegal move, the rule's id. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: Code;
  details: Record<string, number | string | boolean | null | (number | string)[]>;
  rule?: string | null;
}

/** A player's public profile, with a rating and statistics for each ruleset and mode played. */
export interface Profile {
  id: string;
  name: string;
  created_at: string;
  handle: string;
  ratings: Rating[];
  statistics: Statistics[];
}

/**
 * What a seat has of what a component, or another named thing of the game, asks for, by a rule.
 *
 * `met` says whether that is enough now; `have` may be more than `need`.
 */
export interface Progress {
  seat: number;
  kind: string;
  id: string;
  rule: string;
  have: number;
  need: number;
  met: boolean;
}

/** A player on a leaderboard. Players with equal ratings share a rank. */
export interface RankedPlayer {
  rank: number;
  player: string;
  name: string | null;
  ordinal: number;
  mu: number;
  sigma: number;
  games: number;
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface RankedPlayerPage {
  items: RankedPlayer[];
  next: string | number | null;
}

/**
 * A rating and its rank. Players are sorted by `ordinal`, a conservative estimate of their skill.
 *
 * `mode` is omitted for the default mode of the ruleset.
 */
export interface Rating {
  ruleset: string;
  rank: number;
  ordinal: number;
  mu: number;
  sigma: number;
  games: number;
  mode?: string;
}

/** Why an action is taken; recorded in the administrators' log. */
export interface Reason {
  /** Why, for the administrators' log. */
  why: string;
}

/** Whose account, the code that was shown for it, and whether all other tokens are to end. */
export interface Recover {
  player: string;
  code: string;
  revoke_tokens?: boolean;
}

/** A code that restores a lost account once. It is shown only once. */
export interface RecoveryCode {
  recovery_code: string;
}

/** Remove the player at a place, or lift its reservation; only the host may do so. */
export interface RemovePlayer {
  type: "remove_player";
  place: number;
}

/** What a player wants to be called from now on. */
export interface Rename {
  name: string;
}

/** A place is no longer reserved for this player: the player declined, or the host opened it. */
export interface ReservationLifted {
  type: "reservation_lifted";
  place: number;
  player: string;
  reveals: boolean;
}

/** Leave the running game for good; a bot plays on if other players remain. */
export interface Resign {
  type: "resign";
}

/** Show the nonce that was committed to; with the last one the game starts. */
export interface RevealNonce {
  type: "reveal_nonce";
  nonce: string;
}

/** The nonce whose hash the caller sent earlier. */
export interface RevealedNonce {
  /** What the caller adds to the dice. */
  nonce: string;
}

/**
 * A ruleset with all its components, the facts printed on its boards, and all other terms.
 *
 * Components and printed facts have the types of their game. `modes` lists which options and numbers of
 * players can be combined. `choice` is the JSON Schema of what players choose in the lobby, null if there is
 * nothing to choose. `layouts` say where to draw the boards; they replace all spots.
 */
export type Ruleset = BonfireRuleset | PhoenixRuleset;

/** A kind of move and the fields it can ask for. */
export interface RulesetMove {
  type: string;
  name: string;
  text: string;
  fields: Word[];
}

/**
 * An option, its default, the values it takes, and whether null is one of them.
 *
 * `schema` is the JSON Schema of its values.
 */
export interface RulesetOption {
  id: string;
  name: string;
  text: string;
  default: string | number | boolean | null;
  schema: Record<string, unknown>;
  takes: YesNoOption | NumberOption | ChoiceOption | TextOption | NumbersOption | OtherOption;
  nullable: boolean;
}

/** A ruleset in the list of rulesets. */
export interface RulesetRow {
  name: string;
  rules: string;
  title: string;
  text: string;
  players: number[];
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface RulesetRowPage {
  items: RulesetRow[];
  next: string | number | null;
}

/** What a token permits (`account`: tokens and recovery code); only the operator grants the last two. */
export type Scope = "account" | "admin" | "audit" | "play" | "read" | "webhooks";

/**
 * The breakdown of every seat, and the result of the game if it has one beside the ranks.
 *
 * `sides` is set only in games of teams or allies. There, every seat belongs to exactly one side.
 */
export interface Score {
  seats: SeatScore[];
  result: string | null;
  sides?: SideScore[];
}

/** Count the points, rank the seats and publish the seed. */
export interface ScoreGame {
  type: "score_game";
}

/** One line of a breakdown: the rule, its points, and the number that it counted. */
export interface ScoreItem {
  item: string;
  rule: string;
  points: number;
  counted: string[];
}

/** The seats whose score an entry changed, with their score after it, as if the game had ended then. */
export interface ScoreRow {
  seq: number;
  seats: SeatPoints[];
}

/** How the scores changed up to this version; seats without a change in a row keep their last score. */
export interface Scores {
  version: number;
  rows: ScoreRow[];
}

/**
 * A place in the lobby, or a seat of the game: who holds it and who plays it.
 *
 * Only the player named in `reserved` can take the place. `stand_in` is the bot that plays for a player who
 * has run out of time or resigned. `choice` is the player's choice in the lobby; lists of games omit it.
 * `name` and `handle` are what the player, or the one for whom the place is reserved, is called now. `color`
 * is the seat's colour or clan in the game; null in the lobby.
 */
export interface Seat {
  seat: number;
  player: string | null;
  bot: string | null;
  automa: string | null;
  resigned: boolean;
  reserved: string | null;
  stand_in: string | null;
  choice?: LobbyChoice;
  name: string | null;
  handle: string | null;
  color: string | null;
}

/** The change in a seat's score. */
export interface SeatChange {
  seat: number;
  before: number;
  after: number;
  change: number;
}

/** The score of a seat, line by line. */
export interface SeatPoints {
  seat: number;
  total: number;
  items: ItemPoints[];
}

/** A player resigned; `stand_in` is the bot that plays on, if any. */
export interface SeatResigned {
  type: "seat_resigned";
  seats: number[];
  stand_in: string | null;
  reveals: boolean;
}

/** The points of one seat, and its tie-break for equal totals (larger first). */
export interface SeatScore {
  seat: number;
  total: number;
  items: ScoreItem[];
  tie_break: number[];
}

/** An absent player returned to the seat. */
export interface SeatTakenBack {
  type: "seat_taken_back";
  seat: number;
  reveals: boolean;
}

/** These seats ran out of time; a bot plays for them until their players return. */
export interface SeatsTimedOut {
  type: "seats_timed_out";
  seats: number[];
  stand_in: string;
  reveals: boolean;
}

/** The seed of a game that was cancelled: nobody can have cancelled it unseen because of its dice. */
export interface SeedPublished {
  type: "seed_published";
  seed: string;
  reveals: boolean;
}

/** The points of one side, and its tie-break for equal totals (larger first). */
export interface SideScore {
  side: string;
  seats: number[];
  total: number;
  items: ScoreItem[];
  tie_break: number[];
}

/** A player and a new token, with the code that restores the account if the token is lost. */
export interface SignedUp {
  player: Player;
  token: string;
  recovery_code: string;
}

/** Games against the automa. */
export interface Solo {
  games: number;
  wins: number;
  ties: number;
  losses: number;
}

/**
 * A place on the drawn game board: x to the right, y down, both from 0 to 100.
 *
 * Deprecated: use the `layouts` of the ruleset, which have sizes, slots and no overlaps.
 */
export interface Spot {
  x: number;
  y: number;
}

/** Start the game; every place must be taken. The nonce is the host's own. */
export interface StartGame {
  type: "start_game";
  nonce: string | null;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/**
 * The finished games of a player in one mode, in total and by the number of players.
 *
 * `mode` is omitted for the default mode of the ruleset.
 */
export interface Statistics {
  ruleset: string;
  games: number;
  wins: number;
  resigned: number;
  ranks: number[];
  score_average: number;
  score_best: number;
  by_players: Tally[];
  solo: Solo;
  last_game: LastGame;
  mode?: string;
}

/** Work that is stuck: parked after too many failures, or due for more than a minute. */
export interface StuckWork {
  game: string;
  kind: string;
  version: number;
  attempts: number;
  failures: number;
  parked: boolean;
  due_at: string | null;
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface StuckWorkPage {
  items: StuckWork[];
  next: string | number | null;
}

/** An automa's turn; the rules decide what it does. */
export interface TakeTurn {
  type: "take_turn";
}

/** The games with this number of players; `ranks` counts the first, second … ranks. */
export interface Tally {
  players: number;
  games: number;
  wins: number;
  resigned: number;
  ranks: number[];
  score_average: number;
  score_best: number;
}

/** A component that a move names. */
export interface Target {
  kind: string;
  id: string;
}

/** The option is a text that matches the pattern, if there is one. */
export interface TextOption {
  kind: "text";
  pattern: string | null;
}

/** A ticket that opens one stream with `?ticket=`, until it expires. */
export interface Ticket {
  ticket: string;
  expires_at: string;
}

/** The clock's own command: a lobby, a fork or the seats that are asked ran out of time. */
export interface TimeOut {
  type: "time_out";
}

/** A token without its secret. */
export interface Token {
  id: string;
  label: string | null;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
}

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface TokenPage {
  items: Token[];
  next: string | number | null;
}

/** A number of tokens of one kind. */
export interface Tokens {
  kind: string;
  id: string;
  count: number;
}

/** The outcome of each move that was tried, in the same order. Nothing is stored. */
export interface Tried {
  version: number;
  outcomes: MoveOutcome[];
}

/** Moves to be tried, each from the current position. */
export interface TriedMoves {
  moves: Move[];
}

/** Take back your last entry, or all of your entries after `to`. */
export interface Undo {
  type: "undo";
  to: number | null;
}

/** How far to go back: the last entry that stays, or null to undo only the caller's last one. */
export interface UndoTo {
  to?: number | null;
}

/** What an audit comes to: all checks held, some could not be made, or something does not fit. */
export type Verdict = "failed" | "incomplete" | "ok";

/** A game that was asked for, or why it cannot be shown. */
export interface View {
  id: string;
  game?: Game;
  problem?: Problem;
}

/** The games in the order in which they were asked for. */
export interface Views {
  items: View[];
}

/**
 * A webhook without its secret; without a `game` it reports on all games of its player.
 *
 * `waiting` counts the deliveries still to be sent; `dropped` counts those given up because too many were
 * waiting.
 */
export interface Webhook {
  id: string;
  url: string;
  events: WebhookEvent[];
  game: string | null;
  created_at: string;
  enabled: boolean;
  disabled: WebhookOff | null;
  disabled_at: string | null;
  failing_since: string | null;
  waiting: number;
  dropped: number;
}

/** A message to a webhook and its outcome. The message keeps its id in every attempt. */
export interface WebhookDelivery {
  id: string;
  event: string;
  game: string | null;
  sequence: number | null;
  status: WebhookDeliveryStatus;
  attempts: number;
  response_code: number | null;
  error: WebhookDeliveryError | null;
  duration_ms: number | null;
  created_at: string;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
}

/** Why an attempt failed. */
export type WebhookDeliveryError = "address_refused" | "bad_status" | "connection_failed" | "entry_lost" | "name_unknown" | "timed_out";

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface WebhookDeliveryPage {
  items: WebhookDelivery[];
  next: string | number | null;
}

/** Waiting to be sent or retried, accepted by the receiver, or given up. */
export type WebhookDeliveryStatus = "delivered" | "given_up" | "waiting";

/** An event that a webhook can report. */
export type WebhookEvent = "game.cancelled" | "game.entry" | "game.finished" | "game.invited" | "game.started" | "nonce.due" | "plan.dropped" | "turn.due";

/** Why a webhook was switched off: it kept failing, got a 410 Gone, or its token ended. */
export type WebhookOff = "failing" | "gone" | "token_ended";

/** A part of a list; `next` is the cursor of the following part, or null. */
export interface WebhookPage {
  items: Webhook[];
  next: string | number | null;
}

/** A new secret, shown only once; the previous one stays valid until `old_until`. */
export interface WebhookSecret {
  secret: string;
  old_until: string;
}

/** What a player adds to the dice: the SHA-256 of a nonce that is revealed later, or an open nonce. */
export interface WithNonce {
  nonce?: string | null;
  /** The SHA-256 of a nonce, in hexadecimal digits. */
  nonce_hash?: string;
}

/** Withdraw the agreement. */
export interface WithdrawAbort {
  type: "withdraw_abort";
}

/** A term, its name and its explanation. */
export interface Word {
  kind: string;
  id: string;
  name: string;
  text: string;
}

/** The option is true or false. */
export interface YesNoOption {
  kind: "yes_no";
}
