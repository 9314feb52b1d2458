"""The types of requests and answers. Written by `make clients` from the OpenAPI document; do not edit.

They are dictionaries at run time: what a later server adds does no harm, and a listed move is played as it
is.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class AbortAgreed(TypedDict):
    """The holder of these seats agreed to end the game without a result."""

    type: Literal["abort_agreed"]
    seats: list[int]
    reveals: bool


class AbortWithdrawn(TypedDict):
    """The holder of these seats withdrew the agreement."""

    type: Literal["abort_withdrawn"]
    seats: list[int]
    reveals: bool


class Actor(TypedDict):
    """Who must act next: seats, an automa, the scorer, or nobody."""

    seats: list[int]
    automa: str | None
    scorer: bool


class Admin(TypedDict):
    """The new line of the log, and the games that were changed."""

    entry: AdminEntry
    games: list[str]


class AdminEntry(TypedDict):
    """A line of the administrators' log: who did what to which target, why, and in which request.

    `who` is a player, or `operator` for actions on the command line. In a line about a refusal,
    `target` is the line of the rejected action and `why` is the code. In a line about a token,
    `target` is its player and `why` has its id and scopes.
    """

    id: str
    at: str
    who: str
    what: AdminAct
    target: str
    why: str
    request: str | None


class AdminEntryPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[AdminEntry]
    next: str | int | None


class AgreeToAbort(TypedDict):
    """Agree to end the game without a result."""

    type: Literal["agree_to_abort"]


class ApiIndex(TypedDict):
    """The addresses to begin with."""

    web: str
    docs: str
    openapi: str
    asyncapi: str
    graphql: str
    rulesets: str
    games: str
    players: str
    finished: str
    ready: str


class AskedField(TypedDict):
    """The field that a move asks for next: the kinds of its values, and whether it takes many of them.

    A kind is that of components, or `number`, `yes_no`, or the name of another closed list of
    values.
    """

    field: str
    takes: list[str]
    many: bool


class Audit(TypedDict):
    """Whether the log is valid; each check passed, failed, or (null) was not completed.

    `ok` is true only if every check passed. The verdict is `incomplete` if some checks were
    impossible, for example without the seed. In a fork, the check `borrowed` says whether the
    entries taken over from other games were decided again too. `fair` is false if the seed was
    given instead of drawn, and null unless the log is `ok`. `nonces` lists the players whose nonces
    are in the dice, once the game has started.
    """

    ok: bool
    version: int
    hash: str
    checks: dict[str, bool | None]
    difference: AuditDifference | None
    fair: bool | None
    verdict: Verdict
    nonces: list[Nonce]


class AuditDifference(TypedDict):
    """The first mismatch in a log: its entry, the check that failed, and the reason."""

    seq: int | None
    check: str
    reason: str


class Ban(TypedDict):
    """Why a player is banned, and whether their games continue without them."""

    why: str
    forfeit: NotRequired[bool]


class BonfireActionTaken(TypedDict):
    """A move was completed; its effects follow. `main` says whether it was the turn's main option."""

    type: Literal["action_taken"]
    seat: int
    move: BonfireMove
    main: bool
    reveals: bool


class BonfireActionTilesCondition(TypedDict):
    """A number of action tiles of one type."""

    kind: Literal["action_tiles"]
    tile: BonfireTile
    count: int


class BonfireAdjacentPathsSameResourceCondition(TypedDict):
    """Two neighbouring path tiles show the same resource."""

    kind: Literal["adjacent_paths_same_resource"]


class BonfireArrival(TypedDict):
    """Offer: the free procession after a guardian's arrival."""

    kind: Literal["arrival"]


class BonfireBoardComponent(TypedDict):
    """A component of the kind `board`."""

    kind: Literal["board"]
    id: BonfireBoardId
    name: str
    text: str
    facts: BonfireBoardFacts
    spot: Spot | None


class BonfireBoardFacts(TypedDict):
    """A city board; `portals[p - 1]` is the shape of the notch at position p."""

    portals: list[BonfirePortalShape]


class BonfireBoardLaidOut(TypedDict):
    """The board was laid out: guardians, elders, neutral novices (BF-S3, BF-S5, BF-S7, BF-S10)."""

    type: Literal["board_laid_out"]
    players: int
    guardians: list[BonfireIslandGuardians]
    elders: list[BonfireGnomeId]
    neutral_novices: list[BonfireCommonTask]
    reveals: bool


class BonfireBoardView(TypedDict):
    """The game board as a reader sees it; only the seat that chooses by BF-C2 sees `path_choice`
    (BF-H5).
    """

    tasks: list[BonfireIslandTasks]
    guardians: list[BonfireIslandGuardians]
    portals: list[list[BonfirePortalShape]]
    great_bonfire: BonfireSpaceId
    great_bonfire_used: bool
    path_display: list[BonfirePathTileId | None]
    path_pile_sizes: list[int]
    path_choice: list[BonfirePathTileId] | None
    specialists: list[BonfireGnomeId | None]
    gnome_pile_size: int
    elders: list[BonfireGnomeId]
    neutral_novices: list[BonfireCommonTask]
    council: list[BonfireCouncilSeats]


class BonfireBonus(TypedDict):
    """Offer: the special bonus of a council space."""

    kind: Literal["bonus"]
    space: BonfireCouncilSpace


class BonfireBuild(TypedDict):
    """Offer: a path tile must be built, because the display was renewed for it."""

    kind: Literal["build"]


class BonfireBuildPath(TypedDict):
    """Build the next path tile (BF-T44); `resource` is what it yields, if you can choose (BF-G6,
    BF-G8).
    """

    type: Literal["build_path"]
    source: NotRequired[BonfireSource]
    payment: NotRequired[list[BonfireTile]]
    resource: NotRequired[BonfireResource]


class BonfireChooseStartFateTile(TypedDict):
    """Keep the reserve tile or swap it for the middle one, and put it on the start cells (BF-S20)."""

    type: Literal["choose_start_fate_tile"]
    swap: NotRequired[bool]
    rotation: NotRequired[int]


class BonfireCitiesDealt(TypedDict):
    """Every seat got its colour, city board and extension (BF-S13, BF-S16)."""

    type: Literal["cities_dealt"]
    cities: list[BonfireDealtCity]
    reveals: bool


class BonfireCityView(TypedDict):
    """A city as all readers see it."""

    seat: int
    color: BonfirePlayerColor
    board: BonfireBoardId
    extension: BonfireExtension
    points: int
    tiles: BonfireTiles
    resources: BonfireResources
    status: BonfireSeatStatus
    ship: str
    guardians: list[BonfireGuardianPlace]
    paths: list[BonfirePathTileId]
    notches: list[BonfirePortalShape]
    portals: list[int]
    spaces: list[BonfireTaskSpace]
    gnomes: list[BonfireGnomeId]
    left_pile: BonfireOfferingPile
    right_pile: BonfireOfferingPile
    offerings: list[BonfireOffering]
    fate_supply: list[BonfireFateTileId]
    fate_reserve: BonfireFateTileId | None
    fate: list[BonfirePlacedFate]
    fulfilled: list[BonfireCommonTask]


class BonfireCommonTaskComponent(TypedDict):
    """A component of the kind `common_task`."""

    kind: Literal["common_task"]
    id: BonfireCommonTask
    name: str
    text: str
    facts: BonfireCommonTaskFacts
    spot: Spot | None


class BonfireCommonTaskFacts(TypedDict):
    """How many elements a common task requires, and its rule."""

    needed: int
    rule: str


class BonfireCommonTaskFulfilled(TypedDict):
    """The last element of a common task arrived in a city (BF-K6)."""

    type: Literal["common_task_fulfilled"]
    seat: int
    common_task: BonfireCommonTask
    reveals: bool


class BonfireCommonTasksFulfilledCondition(TypedDict):
    """A number of common tasks are fulfilled."""

    kind: Literal["common_tasks_fulfilled"]
    count: int


class BonfireCouncilSeats(TypedDict):
    """The novices on one space of the High Council."""

    space: BonfireCouncilSpace
    novices: list[BonfireNovice]


class BonfireCouncilSpaceComponent(TypedDict):
    """A component of the kind `council_space`."""

    kind: Literal["council_space"]
    id: BonfireCouncilSpace
    name: str
    text: str
    facts: BonfireCouncilSpaceFacts
    spot: Spot | None


class BonfireCouncilSpaceFacts(TypedDict):
    """A space and its special bonus, which gives or asks something; most spaces offer a point instead."""

    rule: str
    resources: list[BonfireResource]
    tiles: list[BonfireTile]
    or_a_point: bool


class BonfireCountdown(TypedDict):
    """The last rounds: the seat that triggered them, and the value of the current round, if any."""

    trigger: int
    value: int | None


class BonfireCountdownFacts(TypedDict):
    """The points for passing in the round of a countdown tile."""

    value: int


class BonfireCountdownTileComponent(TypedDict):
    """A component of the kind `countdown_tile`."""

    kind: Literal["countdown_tile"]
    id: BonfireCountdownTileId
    name: str
    text: str
    facts: BonfireCountdownFacts
    spot: Spot | None


class BonfireCountdownTriggered(TypedDict):
    """The council has enough novices: the last rounds begin (BF-D1)."""

    type: Literal["countdown_triggered"]
    seat: int
    countdown: int | None
    reveals: bool


class BonfireCreateGame(TypedDict):
    """Open a lobby; a place is `open`, `me`, `player:<id>` (reserved for that player) or
    `bot:<level>`.

    `choice` is the host's own, and so is `nonce_hash`, which commits to a nonce. A rematch carries
    over no choices: every player chooses again. `kernel` is the version of the kernel's own rules,
    1 if it is not named: a log is decided again as it was decided.
    """

    type: Literal["create_game"]
    game: str
    options: BonfireOptions
    places: list[str]
    rematch_of: NotRequired[str]
    choice: NotRequired[LobbyChoice]
    kernel: NotRequired[int]
    nonce_hash: NotRequired[str]


class BonfireDealtCity(TypedDict):
    """The colour, city board and extension of a seat."""

    color: BonfirePlayerColor
    board: BonfireBoardId
    extension: BonfireExtension


class BonfireDiscardActionTiles(TypedDict):
    """Discard some of your action tiles (BF-T7)."""

    type: Literal["discard_action_tiles"]
    tiles: NotRequired[list[BonfireTile]]


class BonfireEldersCondition(TypedDict):
    """A number of elders."""

    kind: Literal["elders"]
    count: int


class BonfireEndTurn(TypedDict):
    """End your turn (BF-T9)."""

    type: Literal["end_turn"]


class BonfireEntry(TypedDict):
    """One accepted command and the events it caused."""

    seq: int
    at: str
    actor: str
    command_id: str | None
    command: BonfireCommand
    events: list[BonfireEvent]
    rules: str
    meta: Meta
    salt: str
    prev: str
    hash: str


class BonfireExtensionComponent(TypedDict):
    """A component of the kind `extension`."""

    kind: Literal["extension"]
    id: BonfireExtension
    name: str
    text: str
    facts: None
    spot: Spot | None


class BonfireFateCell(TypedDict):
    """A cell of the fate area; one row or column around it exists for tiles that stick out."""

    row: int
    column: int


class BonfireFateCellsCoveredCondition(TypedDict):
    """Every cell of a set is covered by fate tiles."""

    kind: Literal["fate_cells_covered"]
    cells: BonfireCellSet


class BonfireFateGroupCondition(TypedDict):
    """A connected area of a number of equal symbols."""

    kind: Literal["fate_group"]
    symbol: BonfireActionType
    count: int


class BonfireFateGroupsCondition(TypedDict):
    """A connected area of a number of symbols for each of two kinds."""

    kind: Literal["fate_groups"]
    first: BonfireActionType
    second: BonfireActionType
    count: int


class BonfireFateTileComponent(TypedDict):
    """A component of the kind `fate_tile`."""

    kind: Literal["fate_tile"]
    id: BonfireFateTileId
    name: str
    text: str
    facts: BonfireFateTileFacts
    spot: Spot | None


class BonfireFateTileFacts(TypedDict):
    """A strip of three symbols; the first one lies on the anchor cell."""

    symbols: list[BonfireActionType]


class BonfireFateTilePlaced(TypedDict):
    """A fate tile from one end of the supply was placed in the fate area (BF-T12)."""

    type: Literal["fate_tile_placed"]
    seat: int
    placed: BonfirePlacedFate
    end: BonfireEnd
    reveals: bool


class BonfireFateTilesShuffled(TypedDict):
    """A seat's fate tiles were dealt to its open supply; one stays in reserve (BF-S18)."""

    type: Literal["fate_tiles_shuffled"]
    seat: int
    fate_supply: list[BonfireFateTileId]
    fate_reserve: BonfireFateTileId
    reveals: bool


class BonfireFateTwoGroupsCondition(TypedDict):
    """Two separate areas of a number of equal symbols each."""

    kind: Literal["fate_two_groups"]
    count: int


class BonfireGameCreated(TypedDict):
    """A lobby was opened; the commitment to its seed is published."""

    type: Literal["game_created"]
    game: str
    host: str
    options: BonfireOptions
    places: list[Place]
    commitment: str
    rematch_of: NotRequired[str]
    kernel: NotRequired[int]
    reveals: bool


class BonfireGameForked(TypedDict):
    """From here on the log belongs to a new game with its own dice; up to here it is the log of
    `source`.

    `sealed`: some of the borrowed entries are from a game that was not over.
    """

    type: Literal["game_forked"]
    game: str
    source: str
    at: int
    head: str
    host: str
    options: BonfireOptions
    dealt_seats: list[DealtSeat]
    commitment: str
    sealed: bool
    reveals: bool


class BonfireGnomeComponent(TypedDict):
    """A component of the kind `gnome`."""

    kind: Literal["gnome"]
    id: BonfireGnomeId
    name: str
    text: str
    facts: BonfireGnomeFacts
    spot: Spot | None


class BonfireGnomeFacts(TypedDict):
    """A gnome card with the rule that says what it does."""

    role: BonfireGnomeRole
    number: int
    slug: str
    resource: BonfireResource
    rule: str


class BonfireGnomePileShuffled(TypedDict):
    """The discarded gnomes were shuffled into a new pile (BF-O9)."""

    type: Literal["gnome_pile_shuffled"]
    gnome_pile_size: int
    gnome_pile: list[BonfireGnomeId] | None
    reveals: bool


class BonfireGnomeRecruited(TypedDict):
    """A gnome joined a city; the display slot of a specialist is empty until refilled (BF-T59,
    BF-T60).
    """

    type: Literal["gnome_recruited"]
    seat: int
    gnome: BonfireGnomeId
    reveals: bool


class BonfireGnomeSlotRefilled(TypedDict):
    """An empty slot of the specialist display was refilled (BF-T59)."""

    type: Literal["gnome_slot_refilled"]
    slot: int
    gnome: BonfireGnomeId
    reveals: bool


class BonfireGnomeWithResourceCondition(TypedDict):
    """A gnome in the city is recruited with a given resource."""

    kind: Literal["gnome_with_resource"]
    resource: BonfireResource


class BonfireGnomesCondition(TypedDict):
    """A number of gnomes."""

    kind: Literal["gnomes"]
    count: int


class BonfireGreatBonfireTurned(TypedDict):
    """The Great Bonfire was turned to a space (BF-T53)."""

    type: Literal["great_bonfire_turned"]
    seat: int
    space: BonfireSpaceId
    reveals: bool


class BonfireGuardianArrived(TypedDict):
    """A guardian arrived from her island in a city's start area (BF-T36)."""

    type: Literal["guardian_arrived"]
    seat: int
    guardian: BonfireGuardian
    reveals: bool


class BonfireGuardianComponent(TypedDict):
    """A component of the kind `guardian`."""

    kind: Literal["guardian"]
    id: BonfireGuardian
    name: str
    text: str
    facts: BonfireGuardianFacts
    spot: Spot | None


class BonfireGuardianFacts(TypedDict):
    """Where a guardian lives; your own has no island."""

    island: BonfireIslandId | None


class BonfireGuardianMove(TypedDict):
    """One guardian's part of a procession; without steps she stays."""

    guardian: BonfireGuardian
    steps: NotRequired[list[BonfireStride]]


class BonfireGuardianMoved(TypedDict):
    """A guardian moved within her city (BF-T39, BF-C6)."""

    type: Literal["guardian_moved"]
    seat: int
    guardian: BonfireGuardian
    origin: str
    destination: str
    reveals: bool


class BonfireGuardianPlace(TypedDict):
    """Where a guardian stands: `start_area`, `path:<position>` or `bonfire:<position>`."""

    guardian: BonfireGuardian
    at: str


class BonfireGuardiansAtBonfiresCondition(TypedDict):
    """A number of guardians stand at bonfires."""

    kind: Literal["guardians_at_bonfires"]
    count: int


class BonfireGuardiansCondition(TypedDict):
    """A number of guardians."""

    kind: Literal["guardians"]
    count: int


class BonfireHasGuardianCondition(TypedDict):
    """A given island guardian is in the city."""

    kind: Literal["has_guardian"]
    guardian: BonfireGuardian


class BonfireHasGuardiansCondition(TypedDict):
    """Two given island guardians are in the city."""

    kind: Literal["has_guardians"]
    first: BonfireGuardian
    second: BonfireGuardian


class BonfireIdenticalResourcesCondition(TypedDict):
    """A number of any one basic resource."""

    kind: Literal["identical_resources"]
    count: int


class BonfireIgniteBonfire(TypedDict):
    """Option III: light a fulfilled task and send its novice to the council (BF-T61)."""

    type: Literal["ignite_bonfire"]
    position: NotRequired[int]
    council_space: NotRequired[BonfireCouncilSpace]
    take: NotRequired[BonfireTake]


class BonfireIsland(TypedDict):
    """Offer: the action of the island that the ship has just reached, which may be skipped."""

    kind: Literal["island"]


class BonfireIslandComponent(TypedDict):
    """A component of the kind `island`."""

    kind: Literal["island"]
    id: BonfireIslandId
    name: str
    text: str
    facts: BonfireIslandFacts
    spot: Spot | None


class BonfireIslandFacts(TypedDict):
    """An island with its routes; task islands show a resource, guardian islands a guardian."""

    kind: BonfireIslandPurpose
    resource: BonfireResource | None
    guardian: BonfireGuardian | None
    corner: bool
    x: int
    y: int
    routes: list[BonfireIslandId]


class BonfireIslandGuardians(TypedDict):
    """How many guardians still live on the island of their colour."""

    guardian: BonfireGuardian
    left: int


class BonfireIslandTasks(TypedDict):
    """The tasks that still lie on an island."""

    island: BonfireIslandId
    tasks: list[BonfireTaskId]


class BonfireIslandsWithTwoOfferingsCondition(TypedDict):
    """Two offerings lie on each of a number of islands."""

    kind: Literal["islands_with_two_offerings"]
    count: int


class BonfireLit(TypedDict):
    """A task was turned to its bonfire side (BF-T62)."""

    type: Literal["bonfire_lit"]
    seat: int
    task: BonfireTaskId
    position: int
    reveals: bool


class BonfireMakeProcession(TypedDict):
    """Let the guardians walk (BF-T37); `resources` is what they gather, if you can choose (BF-G6)."""

    type: Literal["make_procession"]
    steps: NotRequired[int]
    payment: NotRequired[list[BonfireTile]]
    moves: NotRequired[list[BonfireGuardianMove]]
    resources: NotRequired[list[BonfireResource]]


class BonfireMoveBegun(TypedDict):
    """A move was begun or continued; further fields are asked."""

    type: Literal["move_begun"]
    seat: int
    move: BonfireMove
    reveals: bool


class BonfireMoveShip(TypedDict):
    """Sail to another island (BF-T22)."""

    type: Literal["move_ship"]
    to: NotRequired[BonfireIslandId]
    payment: NotRequired[list[BonfireTile]]


class BonfireNovice(TypedDict):
    """A novice in the High Council: of a seat, or neutral; a flat one does not block."""

    seat: int | None
    flat: bool


class BonfireNovicePlaced(TypedDict):
    """A seat's or a neutral novice was placed in the council; a flat one does not block (BF-T63,
    BF-T68).
    """

    type: Literal["novice_placed"]
    seat: int
    council_space: BonfireCouncilSpace
    common_task: BonfireCommonTask | None
    flat: bool
    reveals: bool


class BonfireOfferMade(TypedDict):
    """A further decision is due before the turn continues."""

    type: Literal["offer_made"]
    seat: int
    offer: BonfireIsland | BonfireBuild | BonfireArrival | BonfireBonus | BonfireTomAsks
    reveals: bool


class BonfireOffering(TypedDict):
    """An offering tile that lies face down on an island."""

    offering: BonfireOfferingId
    island: BonfireIslandId


class BonfireOfferingComponent(TypedDict):
    """A component of the kind `offering`."""

    kind: Literal["offering"]
    id: BonfireOfferingId
    name: str
    text: str
    facts: BonfireOfferingFacts
    spot: Spot | None


class BonfireOfferingFacts(TypedDict):
    """The resource that an offering tile shows."""

    resource: BonfireResource


class BonfireOfferingOnBothResourceIslandsCondition(TypedDict):
    """An offering lies on each of the two islands of a resource."""

    kind: Literal["offering_on_both_resource_islands"]
    resource: BonfireResource


class BonfireOfferingOnResourceIslandCondition(TypedDict):
    """An offering lies on an island of a resource."""

    kind: Literal["offering_on_resource_island"]
    resource: BonfireResource


class BonfireOfferingPile(TypedDict):
    """An offering pile: its face-up tile and its size (BF-H12, BF-H13)."""

    top: BonfireOfferingId | None
    size: int


class BonfireOfferingPileDepletedCondition(TypedDict):
    """An offering pile is used up."""

    kind: Literal["offering_pile_depleted"]


class BonfireOfferingPlaced(TypedDict):
    """The face-up tile of an offering pile was placed face down on an island (BF-T31)."""

    type: Literal["offering_placed"]
    seat: int
    offering: BonfireOfferingId
    island: BonfireIslandId
    pile: BonfirePile
    reveals: bool


class BonfireOfferingTurned(TypedDict):
    """The next tile of an offering pile was turned face up (BF-T31)."""

    type: Literal["offering_turned"]
    seat: int
    offering: BonfireOfferingId
    pile: BonfirePile
    reveals: bool


class BonfireOfferingsOnDistinctIslandsCondition(TypedDict):
    """Offerings lie on a number of different islands."""

    kind: Literal["offerings_on_distinct_islands"]
    count: int


class BonfireOfferingsOnOneIslandCondition(TypedDict):
    """A number of offerings lie on one island."""

    kind: Literal["offerings_on_one_island"]
    count: int


class BonfireOfferingsShuffled(TypedDict):
    """A seat's offering tiles were dealt to two piles, the top tile of each face up (BF-S17)."""

    type: Literal["offerings_shuffled"]
    seat: int
    left_top: BonfireOfferingId
    right_top: BonfireOfferingId
    offering_sizes: list[int]
    offerings_left: list[BonfireOfferingId] | None
    offerings_right: list[BonfireOfferingId] | None
    reveals: bool


class BonfireOptions(TypedDict):
    """The options of a game; the service sets `handicap` to the player's own."""

    auto_start: NotRequired[bool]
    unlisted: NotRequired[bool]
    rated: NotRequired[bool]
    clock: NotRequired[Clock | None]
    on_timeout: NotRequired[Literal["pass", "bot:greedy", "forfeit"]]
    seed: NotRequired[str | None]
    mixed_task_colors: NotRequired[bool]
    challenge: NotRequired[BonfireChallenge | None]
    handicap: NotRequired[int]


class BonfirePass(TypedDict):
    """Take the countdown's points instead of a turn (BF-D8)."""

    type: Literal["pass"]


class BonfirePathBuilt(TypedDict):
    """A path tile was built at the next position; `resource` is its yield (BF-T46, BF-G8)."""

    type: Literal["path_built"]
    seat: int
    path: BonfirePathTileId
    position: int
    source: str
    resource: BonfireResource
    reveals: bool


class BonfirePathDisplayRecycled(TypedDict):
    """The four tiles of the display were put under the piles (BF-T47)."""

    type: Literal["path_display_recycled"]
    pile_sizes: list[int]
    piles: list[list[BonfirePathTileId]] | None
    reveals: bool


class BonfirePathHarvested(TypedDict):
    """A guardian ended her move on a path tile and gathered one resource there (BF-T42)."""

    type: Literal["path_harvested"]
    seat: int
    guardian: BonfireGuardian
    position: int
    resource: BonfireResource
    reveals: bool


class BonfirePathPilesShuffled(TypedDict):
    """The tiles of both piles were shuffled and split again (BF-C2)."""

    type: Literal["path_piles_shuffled"]
    pile_sizes: list[int]
    piles: list[list[BonfirePathTileId]] | None
    reveals: bool


class BonfirePathSlotRefilled(TypedDict):
    """An empty slot of the path display was refilled from a pile (BF-T46)."""

    type: Literal["path_slot_refilled"]
    slot: int
    path: BonfirePathTileId
    path_pile: int
    reveals: bool


class BonfirePathTileComponent(TypedDict):
    """A component of the kind `path_tile`."""

    kind: Literal["path_tile"]
    id: BonfirePathTileId
    name: str
    text: str
    facts: BonfirePathTileFacts
    spot: Spot | None


class BonfirePathTileFacts(TypedDict):
    """A path tile with its crystal's colour and the resource for a guardian who ends on it."""

    crystal: BonfireColor
    resource: BonfireResource


class BonfirePathWithResourceCondition(TypedDict):
    """A built path tile shows a given resource."""

    kind: Literal["path_with_resource"]
    resource: BonfireResource


class BonfirePathsOfCrystalCondition(TypedDict):
    """A number of path tiles with crystals of a colour."""

    kind: Literal["paths_of_crystal"]
    color: BonfireColor
    count: int


class BonfirePathsShuffled(TypedDict):
    """Path tiles were dealt to the display and to two face-down piles (BF-S8)."""

    type: Literal["paths_shuffled"]
    path_display: list[BonfirePathTileId]
    pile_sizes: list[int]
    piles: list[list[BonfirePathTileId]] | None
    reveals: bool


class BonfirePayments(TypedDict):
    """A payment of action tiles and resources."""

    tiles: NotRequired[list[BonfireTile]]
    resources: NotRequired[list[BonfireResource]]


class BonfirePlaceFateTile(TypedDict):
    """Option I: place the top or bottom fate tile and gain action tiles (BF-T10)."""

    type: Literal["place_fate_tile"]
    end: NotRequired[BonfireEnd]
    anchor: NotRequired[BonfireFateCell]
    rotation: NotRequired[int]


class BonfirePlaceNeutralNovice(TypedDict):
    """Bonus action: send the novice of a fulfilled common task to the council (BF-T67)."""

    type: Literal["place_neutral_novice"]
    common_task: NotRequired[BonfireCommonTask]
    council_space: NotRequired[BonfireCouncilSpace]
    take: NotRequired[BonfireTake]


class BonfirePlacedFate(TypedDict):
    """A fate tile in the fate area; the anchor is the cell of its first symbol."""

    tile: BonfireFateTileId
    row: int
    column: int
    rotation: int


class BonfirePlayEnded(TypedDict):
    """No seat takes another turn; final scoring follows (BF-D6, BF-D11)."""

    type: Literal["play_ended"]
    reveals: bool


class BonfirePlayerColorComponent(TypedDict):
    """A component of the kind `player_color`."""

    kind: Literal["player_color"]
    id: BonfirePlayerColor
    name: str
    text: str
    facts: None
    spot: Spot | None


class BonfirePointsGained(TypedDict):
    """A seat gained points by the named rule."""

    type: Literal["points_gained"]
    seat: int
    points: int
    rule: str
    reveals: bool


class BonfirePortalFacts(TypedDict):
    """How many portals of a shape there are, one fewer for one or two players."""

    copies: int


class BonfirePortalPlaced(TypedDict):
    """A portal was moved from the Great Bonfire into its notch (BF-T55)."""

    type: Literal["portal_placed"]
    seat: int
    shape: BonfirePortalShape
    space: BonfireSpaceId
    position: int
    reveals: bool


class BonfirePortalShapeComponent(TypedDict):
    """A component of the kind `portal_shape`."""

    kind: Literal["portal_shape"]
    id: BonfirePortalShape
    name: str
    text: str
    facts: BonfirePortalFacts
    spot: Spot | None


class BonfirePortalsCondition(TypedDict):
    """A number of portals."""

    kind: Literal["portals"]
    count: int


class BonfirePortalsDealt(TypedDict):
    """Portals were dealt to the spaces of the Great Bonfire (BF-S6)."""

    type: Literal["portals_dealt"]
    portals: list[list[BonfirePortalShape]]
    reveals: bool


class BonfirePrinted(TypedDict):
    """The printed facts of boards and overviews: fate area, prices, points; `spots` is deprecated."""

    edition: str
    fate_rows: int
    fate_columns: int
    start_cells: list[list[int]]
    gold_cells: list[list[int]]
    yellow_cells: list[list[int]]
    highlighted_cells: list[list[int]]
    path_costs: list[int]
    guardian_points: list[int]
    countdown_thresholds: list[int]
    spots: dict[str, Spot]


class BonfireReceiveTask(TypedDict):
    """Take a task from the ship's island and leave an offering (BF-T28)."""

    type: Literal["receive_task"]
    task: NotRequired[BonfireTaskId]
    pile: NotRequired[BonfirePile]
    position: NotRequired[int]
    payments: NotRequired[BonfirePayments]


class BonfireRecruitGnome(TypedDict):
    """Bring a specialist or an elder to the city (BF-T57)."""

    type: Literal["recruit_gnome"]
    gnome: NotRequired[BonfireGnomeId]
    option: NotRequired[BonfireRecruitOption]
    payments: NotRequired[BonfirePayments]


class BonfireRecyclePathDisplay(TypedDict):
    """Renew a display of one colour right before building (BF-T47)."""

    type: Literal["recycle_path_display"]


class BonfireResolveBonus(TypedDict):
    """The special bonus of a council space; each space asks for its own fields (6.1)."""

    type: Literal["resolve_bonus"]
    path: NotRequired[BonfirePathTileId]
    guardian: NotRequired[BonfireGuardian]
    destination: NotRequired[str]
    to: NotRequired[str]
    rewards: NotRequired[list[BonfireReward]]
    portal: NotRequired[BonfirePortalShape]
    gnome: NotRequired[BonfireGnomeId]
    end: NotRequired[BonfireEnd]
    anchor: NotRequired[BonfireFateCell]
    rotation: NotRequired[int]
    resource: NotRequired[BonfireResource]


class BonfireResolveTom(TypedDict):
    """A choice that the rules leave to the human: one of the options that Tom's turn offers (8.3)."""

    type: Literal["resolve_tom"]
    choice: NotRequired[str]


class BonfireResourceComponent(TypedDict):
    """A component of the kind `resource`."""

    kind: Literal["resource"]
    id: BonfireResource
    name: str
    text: str
    facts: BonfireResourceFacts
    spot: Spot | None


class BonfireResourceCountCondition(TypedDict):
    """A number of one resource."""

    kind: Literal["resource_count"]
    resource: BonfireResource
    count: int


class BonfireResourceFacts(TypedDict):
    """How many tokens of a resource there are, and on which islands it is found."""

    copies: int
    islands: list[BonfireIslandId]


class BonfireResourcePairsOfKindsCondition(TypedDict):
    """A number of each of several different basic resources."""

    kind: Literal["resource_pairs_of_kinds"]
    kinds: int
    count: int


class BonfireResources(TypedDict):
    """Resources in a supply, by kind."""

    blossom: int
    fruit: int
    herb: int
    shell: int
    root: int
    gold: int


class BonfireResourcesGained(TypedDict):
    """A seat gained resources by the named rule."""

    type: Literal["resources_gained"]
    seat: int
    resources: list[BonfireResource]
    rule: str
    reveals: bool


class BonfireResourcesPaid(TypedDict):
    """A seat paid resources to the general supply."""

    type: Literal["resources_paid"]
    seat: int
    resources: list[BonfireResource]
    reveals: bool


class BonfireRetrieveGuardian(TypedDict):
    """Bring the guardian of the ship's island to the city (BF-T34)."""

    type: Literal["retrieve_guardian"]
    payment: NotRequired[list[BonfireTile]]


class BonfireRoundBegun(TypedDict):
    """A round begins at seat 0; in the countdown it has a value (BF-D4)."""

    type: Literal["round_begun"]
    round: int
    countdown: int | None
    reveals: bool


class BonfireRuleset(TypedDict):
    """A ruleset with all its components, the facts printed on its boards, and all other terms.

    Components and printed facts have the types of their game. `modes` lists which options and
    numbers of players can be combined. `choice` is the JSON Schema of what players choose in the
    lobby, null if there is nothing to choose. `layouts` say where to draw the boards; they replace
    all spots.
    """

    name: Literal["bonfire"]
    rules: str
    title: str
    text: str
    players: list[int]
    bots: list[str]
    automas: list[str]
    options: list[RulesetOption]
    moves: list[RulesetMove]
    components: list[BonfireComponent]
    printed: BonfirePrinted
    words: list[Word]
    modes: list[Mode]
    default_mode: str
    choice: dict[str, object] | None
    layouts: list[Layout]


class BonfireSeatPassed(TypedDict):
    """A seat passed: it gained points and takes no further turns (BF-D8, BF-D10)."""

    type: Literal["seat_passed"]
    seat: int
    points: int
    reveals: bool


class BonfireSeatStuck(TypedDict):
    """A seat has no option left and takes no further turns (BF-T9a)."""

    type: Literal["seat_stuck"]
    seat: int
    reveals: bool


class BonfireShipMoved(TypedDict):
    """A ship reached an island (BF-T24)."""

    type: Literal["ship_moved"]
    seat: int
    island: BonfireIslandId
    reveals: bool


class BonfireSkipIslandAction(TypedDict):
    """Skip the island's action after sailing there (BF-T25)."""

    type: Literal["skip_island_action"]


class BonfireSpaceComponent(TypedDict):
    """A component of the kind `bonfire_space`."""

    kind: Literal["bonfire_space"]
    id: BonfireSpaceId
    name: str
    text: str
    facts: BonfireSpaceFacts
    spot: Spot | None


class BonfireSpaceFacts(TypedDict):
    """A space of the Great Bonfire: an action tile, and a resource or points."""

    tile: BonfireTile
    resource: BonfireResource | None
    points: int


class BonfireSpecialistsShuffled(TypedDict):
    """Specialists were dealt to the display and to the face-down pile (BF-S9)."""

    type: Literal["specialists_shuffled"]
    specialists: list[BonfireGnomeId]
    gnome_pile_size: int
    gnome_pile: list[BonfireGnomeId] | None
    reveals: bool


class BonfireStartFateTileChosen(TypedDict):
    """The first fate tile was placed on the start cells; a swapped reserve tile is in the supply
    (BF-S20).
    """

    type: Literal["start_fate_tile_chosen"]
    seat: int
    placed: BonfirePlacedFate
    fate_supply: list[BonfireFateTileId]
    reveals: bool


class BonfireSymbolsCovered(TypedDict):
    """The placed fate tile covered printed symbols, which are gained (BF-T15)."""

    type: Literal["symbols_covered"]
    seat: int
    tiles: list[BonfireTile]
    resources: list[BonfireResource]
    reveals: bool


class BonfireTaskComponent(TypedDict):
    """A component of the kind `task`."""

    kind: Literal["task"]
    id: BonfireTaskId
    name: str
    text: str
    facts: BonfireTaskFacts
    spot: Spot | None


class BonfireTaskFacts(TypedDict):
    """A task: the condition on its front, the points of the bonfire on its back."""

    color: BonfireColor
    points: int
    needs: (
        BonfireHasGuardianCondition
        | BonfirePathWithResourceCondition
        | BonfireOfferingOnResourceIslandCondition
        | BonfireGnomeWithResourceCondition
        | BonfireResourcePairsOfKindsCondition
        | BonfireOfferingsOnDistinctIslandsCondition
        | BonfireOfferingsOnOneIslandCondition
        | BonfireFateGroupCondition
        | BonfireCommonTasksFulfilledCondition
        | BonfirePortalsCondition
        | BonfireHasGuardiansCondition
        | BonfireGnomesCondition
        | BonfireResourceCountCondition
        | BonfireAdjacentPathsSameResourceCondition
        | BonfireOfferingOnBothResourceIslandsCondition
        | BonfiresAllColorsCondition
        | BonfiresOfColorsCondition
        | BonfireGuardiansCondition
        | BonfireFateGroupsCondition
        | BonfireTasksOrBonfiresOfColorCondition
        | BonfireEldersCondition
        | BonfireOfferingPileDepletedCondition
        | BonfirePathsOfCrystalCondition
        | BonfiresCondition
        | BonfireIslandsWithTwoOfferingsCondition
        | BonfireIdenticalResourcesCondition
        | BonfireFateCellsCoveredCondition
        | BonfireGuardiansAtBonfiresCondition
        | BonfireActionTilesCondition
        | BonfireFateTwoGroupsCondition
    )


class BonfireTaskReceived(TypedDict):
    """A seat received a task from an island (BF-T31)."""

    type: Literal["task_received"]
    seat: int
    task: BonfireTaskId
    island: BonfireIslandId
    position: int
    reveals: bool


class BonfireTaskSpace(TypedDict):
    """A task space of a city: empty, a task, or a lit bonfire."""

    task: BonfireTaskId | None
    lit: bool


class BonfireTasksDealt(TypedDict):
    """Tasks were dealt face up to the task islands (BF-S2)."""

    type: Literal["tasks_dealt"]
    islands: list[BonfireIslandTasks]
    reveals: bool


class BonfireTasksOrBonfiresOfColorCondition(TypedDict):
    """A number of tasks and bonfires of a colour."""

    kind: Literal["tasks_or_bonfires_of_color"]
    color: BonfireColor
    count: int


class BonfireTileComponent(TypedDict):
    """A component of the kind `tile`."""

    kind: Literal["tile"]
    id: BonfireTile
    name: str
    text: str
    facts: BonfireTileFacts
    spot: Spot | None


class BonfireTileFacts(TypedDict):
    """How many action tiles of a kind there are, and in which colour they are drawn."""

    copies: int
    color: str


class BonfireTiles(TypedDict):
    """Action tiles in a supply, by kind."""

    ship: int
    task: int
    guardian: int
    path: int
    great_bonfire: int
    gnome: int
    yellow: int


class BonfireTilesDiscarded(TypedDict):
    """A seat discarded action tiles (BF-T7)."""

    type: Literal["tiles_discarded"]
    seat: int
    tiles: list[BonfireTile]
    reveals: bool


class BonfireTilesGained(TypedDict):
    """A seat gained action tiles by the named rule."""

    type: Literal["tiles_gained"]
    seat: int
    tiles: list[BonfireTile]
    rule: str
    reveals: bool


class BonfireTilesPaid(TypedDict):
    """A seat paid action tiles to the general supply."""

    type: Literal["tiles_paid"]
    seat: int
    tiles: list[BonfireTile]
    reveals: bool


class BonfireTomAsks(TypedDict):
    """Offer: a choice that the human makes for Tom; `common_task` is the one whose novice is placed."""

    kind: Literal["tom"]
    card: BonfireTomCardId
    question: BonfireTomQuestion
    options: list[str]
    common_task: BonfireCommonTask | None


class BonfireTomCardComponent(TypedDict):
    """A component of the kind `tom_card`."""

    kind: Literal["tom_card"]
    id: BonfireTomCardId
    name: str
    text: str
    facts: BonfireTomCardFacts
    spot: Spot | None


class BonfireTomCardDrawn(TypedDict):
    """Tom drew his next card (BF-O7)."""

    type: Literal["tom_card_drawn"]
    card: BonfireTomCardId
    tom_action: BonfireTomAction
    rule: str
    reveals: bool


class BonfireTomCardFacts(TypedDict):
    """A card of the automa; with the icon a gnome is turned up first."""

    action: BonfireTomAction
    gnome_icon: bool


class BonfireTomCardResolved(TypedDict):
    """Tom's action is done; common tasks and the end of his turn follow (BF-O16)."""

    type: Literal["tom_card_resolved"]
    card: BonfireTomCardId
    reveals: bool


class BonfireTomCompensated(TypedDict):
    """Tom already fulfils the card's common task and gets points instead of the action (BF-O18)."""

    type: Literal["tom_compensated"]
    card: BonfireTomCardId
    common_task: BonfireCommonTask
    points: int
    rule: str
    reveals: bool


class BonfireTomFoundNothing(TypedDict):
    """Tom's card found no match, so he gets nothing (BF-O18)."""

    type: Literal["tom_found_nothing"]
    card: BonfireTomCardId
    rule: str
    reveals: bool


class BonfireTomGnomeRevealed(TypedDict):
    """The top gnome was revealed and discarded; Tom looks for its resource (BF-O8)."""

    type: Literal["tom_gnome_revealed"]
    gnome: BonfireGnomeId
    resource: BonfireResource
    rule: str
    reveals: bool


class BonfireTomPileShuffled(TypedDict):
    """Tom's cards were shuffled into a new pile; his next playthrough begins (BF-O6, BF-O7)."""

    type: Literal["tom_pile_shuffled"]
    playthrough: int
    tom_pile_size: int
    tom_pile: list[BonfireTomCardId] | None
    reveals: bool


class BonfireTomView(TypedDict):
    """Tom's cards: the pile as a count, the rest open (BF-H9, BF-H17, BF-H18)."""

    pile_size: int
    discard: list[BonfireTomCardId]
    playthrough: int
    gnome_discard: list[BonfireGnomeId]


class BonfireTurnBegun(TypedDict):
    """The turn of a seat begins."""

    type: Literal["turn_begun"]
    seat: int
    turn: int
    reveals: bool


class BonfireTurnView(TypedDict):
    """The seat in turn, how far the turn has progressed, and the unfinished move."""

    number: int
    round: int
    seat: int
    main_done: bool
    passed: bool
    offer: BonfireIsland | BonfireBuild | BonfireArrival | BonfireBonus | BonfireTomAsks | None
    move: BonfireMove | None


class BonfireUseGreatBonfire(TypedDict):
    """Turn the Great Bonfire and take rewards (BF-T50)."""

    type: Literal["use_great_bonfire"]
    to: NotRequired[BonfireSpaceId]
    payment: NotRequired[list[BonfireTile]]
    rewards: NotRequired[list[BonfireReward]]
    portal: NotRequired[BonfirePortalShape]


class BonfireView(TypedDict):
    """A game as a reader sees it."""

    players: int
    cities: list[BonfireCityView]
    board: BonfireBoardView
    phase: BonfirePhase
    turn: BonfireTurnView
    countdown: BonfireCountdown | None
    tom: BonfireTomView | None


class BonfiresAllColorsCondition(TypedDict):
    """A lit bonfire of each colour."""

    kind: Literal["bonfires_all_colors"]


class BonfiresCondition(TypedDict):
    """A number of lit bonfires."""

    kind: Literal["bonfires"]
    count: int


class BonfiresOfColorsCondition(TypedDict):
    """A lit bonfire of each of two colours."""

    kind: Literal["bonfires_of_colors"]
    first: BonfireColor
    second: BonfireColor


class Box(TypedDict):
    """A rectangle in which a component, a slot or a pile is drawn; x to the right and y down to its
    corner.

    `choosable` boxes hold something that a player can choose, so they must be large enough to
    touch.
    """

    id: str
    x: int
    y: int
    w: int
    h: int
    choosable: bool


class CancelGame(TypedDict):
    """Cancel the game before it starts."""

    type: Literal["cancel_game"]


class ChangeChoice(TypedDict):
    """Change the choice, or withdraw it with null."""

    type: Literal["change_choice"]
    choice: LobbyChoice | None


class ChoiceChanged(TypedDict):
    """A seated player changed the choice, or withdrew it (null)."""

    type: Literal["choice_changed"]
    place: int
    choice: LobbyChoice | None
    reveals: bool


class ChoiceOption(TypedDict):
    """The option is one of these values."""

    kind: Literal["choice"]
    values: list[str]


class Clock(TypedDict):
    """How long a turn may take: seconds, or days for play by correspondence; from 10 seconds to 30
    days.
    """

    seconds: NotRequired[int]
    days: NotRequired[int]


class ComeBack(TypedDict):
    """Take your seats back from the stand-in."""

    type: Literal["come_back"]


class DealtSeat(TypedDict):
    """A seat of the running game: its holder, and the bot that plays for them, if any."""

    place: int | None
    player: str | None
    bot: str | None
    automa: str | None
    resigned: bool
    stand_in: str | None


class DifficultyLadder(TypedDict):
    """One ladder with all its levels, easiest first; `won` is the hardest level that was won, if any."""

    ladder: str
    won: str | None
    levels: list[Level]


class DroppedPlan(TypedDict):
    """The rest of a plan that was dropped because its next move, the first one here, was rejected.

    `version` is the version of the game at that time; `message` is for people, in your language.
    """

    at: str
    version: int
    moves: list[Move]
    code: str
    rule: str | None
    details: dict[str, int | str | bool | list[int | str] | None]
    message: str


class DryRun(TypedDict):
    """The events that a move would cause, up to the first that reveals something. Nothing is stored.

    A move with `complete` false is only begun. `asks` is then the field to fill in next, and
    `moves` has each answer as a whole move, ready to be tried or posted. A complete move may also
    have them, if answers can be added to it.

    On request, `about` describes each of these answers, in the same order, `paid` and `gained` are
    the tokens that the move would move, and `patch` leads from your view of the game to the one
    after the events.
    """

    version: int
    events: list[Event]
    stopped: bool
    score: list[SeatChange]
    text: NotRequired[list[str]]
    complete: bool
    asks: AskedField | None
    moves: list[Move]
    about: NotRequired[list[MoveAbout]]
    paid: NotRequired[list[Tokens]]
    gained: NotRequired[list[Tokens]]
    patch: NotRequired[list[dict[str, object]]]


class EntriesUndone(TypedDict):
    """These entries no longer count; they stay in the log."""

    type: Literal["entries_undone"]
    seqs: list[int]
    reveals: bool


class Entry(TypedDict):
    """An entry as you may see it; `patch` leads from your whole game before the entry to the one
    after.

    `text` describes the events in sentences.
    """

    seq: int
    at: str
    actor: str
    events: list[Event]
    hash: str
    patch: NotRequired[list[dict[str, object]]]
    text: NotRequired[list[str]]


class EntryPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[Entry]
    next: str | int | None


class ExplainedItem(TypedDict):
    """One line of a score: the rule, its points, what it counted, and an explanation."""

    item: str
    rule: str
    points: int
    counted: list[str]
    name: str
    text: str


class ExplainedScore(TypedDict):
    """The score of every seat in your language, and a word of the game's own for the result.

    Only games with teams or allies have `sides`.
    """

    seats: list[ExplainedSeat]
    result: str | None
    sides: NotRequired[list[ExplainedSide]]


class ExplainedSeat(TypedDict):
    """The score of one seat, and its tie breakers (larger wins)."""

    seat: int
    total: int
    items: list[ExplainedItem]
    tie_break: list[int]


class ExplainedSide(TypedDict):
    """The joint score of the seats of one side, and its tie breakers (larger wins)."""

    side: str
    seats: list[int]
    total: int
    items: list[ExplainedItem]
    tie_break: list[int]


class FinishedGame(TypedDict):
    """The result of a game; `version` is its last one. `result` is a word of the game's own, if it has
    one.

    A game is `rated` if it changed ratings: that was enabled, and only people played. Pass `cursor`
    as `after` to continue the feed after this game. Only games with teams or allies have `sides`,
    and only games in a mode other than the default one have a `mode`. `you` has your seats; it is
    null if you had none.
    """

    game: str
    ruleset: str
    rules: str
    version: int
    at: str
    rated: bool
    seats: list[FinishedSeat]
    result: str | None
    challenge: str | None
    handicap: int
    cursor: str
    mode: NotRequired[str]
    sides: NotRequired[list[FinishedSide]]
    you: list[int] | None


class FinishedPage(TypedDict):
    """Finished games in order. `next` is always present; `more` says whether there are more already."""

    items: list[FinishedGame]
    next: str
    more: bool


class FinishedSeat(TypedDict):
    """The result of a seat: its holder, rank and points.

    `name` and `handle` are those of the player as they are now, `color` is the seat's colour or
    clan.
    """

    seat: int
    player: str | None
    bot: str | None
    automa: str | None
    resigned: bool
    rank: int
    total: int
    name: str | None
    handle: str | None
    color: str | None


class FinishedSide(TypedDict):
    """The result of a side: its seats, rank and points."""

    side: str
    seats: list[int]
    rank: int
    total: int


class Fork(TypedDict):
    """The origin of a fork: the other game, the last entry taken over from it, and the hash of that
    entry.
    """

    source: str
    at: int
    head: str


class ForkGame(TypedDict):
    """Continue from here in a new game. Each seat is for `me` or `bot:<level>`; by default all are for
    `me`.

    `source_seed` is the public seed of the source game, if it is over; an audit decides its entries
    with it.
    """

    type: Literal["fork_game"]
    game: str
    seats: list[str] | None
    source_seed: str | None


class ForkNoted(TypedDict):
    """The only player of the running game looks at its future in a fork; the game counts for nothing."""

    type: Literal["fork_noted"]
    fork: str
    reveals: bool


class Game(TypedDict):
    """A game as you may see it; `view` is null in the lobby.

    `fair` is false if the seed was given instead of drawn. `fork` says which game this one was
    forked from. `abort` lists the seats that agree to end the game without a result. `rematch_of`
    is the game that this one is a rematch of, `rematch` is the rematch of this one. `nonces_due`
    lists the places in the closed lobby whose players must reveal their nonces before the game
    starts. A game that was `forked` while it was running is not rated and does not count in
    statistics.

    `you` has your seats, or your place in the lobby; it is null if you have none. `due` says
    whether the game waits for you. `turn_started_at` is the time since which it waits for the seats
    in `actor`, and `deadline` the time at which the first of them runs out of time; in the lobby,
    the time at which it is cancelled unless something happens. Both are null without such a time.
    `rated` says whether the game can change ratings: it needs at least two people, and no bot or
    automa.
    """

    id: str
    ruleset: str
    rules: str
    options: GameOptions
    status: GameStatus
    version: int
    hash: str
    commitment: str
    host: str
    seats: list[Seat]
    actor: Actor
    view: GameView | None
    ranks: list[int] | None
    seed: str | None
    fair: bool
    fork: Fork | None
    abort: list[int]
    rematch_of: str | None
    rematch: str | None
    nonces_due: list[int]
    forked: bool
    you: list[int] | None
    due: bool
    turn_started_at: str | None
    deadline: str | None
    mode: str
    rated: bool


class GameAborted(TypedDict):
    """The game ended without a result: all players agreed, or a fork was idle. The seed is public."""

    type: Literal["game_aborted"]
    seed: str
    reveals: bool


class GameCancelled(TypedDict):
    """The lobby ended without a game: it was empty, cancelled, or idle for too long."""

    type: Literal["game_cancelled"]
    reveals: bool


class GameProgress(TypedDict):
    """How far the seats are, at this version, with everything that the game asks of them in numbers.

    Tasks that nobody has taken yet are there for your own seats only.
    """

    version: int
    items: list[Progress]


class GameResult(TypedDict):
    """The result of a game: the breakdown and every seat's rank."""

    score: Score
    ranks: list[int]


class GameScore(TypedDict):
    """The score of every seat: final, or as if the game ended now."""

    version: int
    score: ExplainedScore
    ranks: list[int]
    final: bool
    fair: bool


class GameScored(TypedDict):
    """The game is over: breakdown, ranks, and the seed behind all draws."""

    type: Literal["game_scored"]
    result: GameResult
    seed: str
    reveals: bool


class GameStarted(TypedDict):
    """The players got their seats; the ruleset's own set-up follows."""

    type: Literal["game_started"]
    dealt_seats: list[DealtSeat]
    reveals: bool


class Handicap(TypedDict):
    """The player's current handicap and the games that led to it, newest first; `next` is the cursor."""

    handicap: int
    history: list[HandicapGame]
    next: int | None


class HandicapGame(TypedDict):
    """A game of the challenge: its handicap and its result; `game` is null if it is unlisted.

    `score` is the player's score, `automa` the automa's.
    """

    game: str | None
    handicap: int
    result: str
    score: int
    tom: int
    automa: int
    at: str


class HostChanged(TypedDict):
    """The host left; a seated player takes over."""

    type: Literal["host_changed"]
    host: str
    reveals: bool


class IssuedToken(TypedDict):
    """A new token with its secret, which is shown only once."""

    id: str
    label: str | None
    scopes: list[Scope]
    created_at: str
    expires_at: str | None
    token: str


class ItemPoints(TypedDict):
    """The points of one line of a score."""

    item: str
    points: int


class JoinGame(TypedDict):
    """Take the place kept for the player, else the first open one, perhaps with a nonce and a choice.

    `nonce_hash` commits to a nonce that is revealed once the lobby is closed; a plain `nonce` is
    open.
    """

    type: Literal["join_game"]
    nonce: str | None
    choice: NotRequired[LobbyChoice]
    nonce_hash: NotRequired[str]


class Joining(TypedDict):
    """A value that a player adds to the seed of the dice, and a choice if the ruleset offers one."""

    nonce: NotRequired[str | None]
    nonce_hash: NotRequired[str]
    choice: NotRequired[LobbyChoice]


class LastGame(TypedDict):
    """The game that ended last; `game` is null if it is unlisted."""

    game: str | None
    at: str


class Layout(TypedDict):
    """A picture of the whole board or of one area, and the boxes in it, each after its parent.

    A `phone` layout is made for the width of a phone: at 360 pixels, everything choosable is at
    least 24 pixels wide and high.
    """

    id: str
    width: int
    height: int
    phone: bool
    boxes: list[Box]


class LeaveGame(TypedDict):
    """Leave the lobby, or decline a reserved place."""

    type: Literal["leave_game"]


class LegalMoves(TypedDict):
    """Your legal moves, each ready to be posted; `undo` is the version to which you can go back.

    On request, `about` describes each move of the list, in the same order, and `closed` has every
    other type of move with its refusal.
    """

    version: int
    since: int
    seat: int | None
    undo: int | None
    moves: list[Move]
    about: NotRequired[list[MoveAbout]]
    closed: NotRequired[list[MoveRefusal]]


class Level(TypedDict):
    """The games at one level of difficulty; `best` is the best score of the people's side, null if
    none.
    """

    level: str
    games: int
    wins: int
    best: int | None


class Levels(TypedDict):
    """What a player, alone or with all of `players` together, has won against the automa of a ruleset."""

    ruleset: str
    players: list[str]
    ladders: list[DifficultyLadder]


class ListedGame(TypedDict):
    """A game in a list; `version` and `updated_at` refer to the last change of its status or seats.

    All other fields mean the same as in the game itself, and are as it is now.
    """

    id: str
    ruleset: str
    rules: str
    status: GameStatus
    version: int
    host: str
    seats: list[Seat]
    options: GameOptions
    created_at: str
    updated_at: str
    fair: bool
    fork: Fork | None
    forked: bool
    actor: Actor
    you: list[int] | None
    due: bool
    turn_started_at: str | None
    deadline: str | None
    mode: str
    rated: bool


class ListedGamePage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[ListedGame]
    next: str | int | None


class LobbyClosed(TypedDict):
    """All places are taken for good; the game starts when these places have revealed their nonces."""

    type: Literal["lobby_closed"]
    nonces_due: list[int]
    reveals: bool


class MadeWebhook(TypedDict):
    """A webhook with its secret, which is shown only once."""

    id: str
    url: str
    events: list[WebhookEvent]
    game: str | None
    created_at: str
    enabled: bool
    disabled: WebhookOff | None
    disabled_at: str | None
    failing_since: str | None
    waiting: int
    dropped: int
    secret: str


class Me(TypedDict):
    """The caller's own account, with the scopes of the token used."""

    id: str
    name: str
    created_at: str
    handle: str
    token_id: str
    scopes: list[Scope]


class Meta(TypedDict):
    """The origin of an entry: engine, request or job, the bot that played, the queued moves it belongs
    to.
    """

    engine: str
    request: str | None
    job: str | None
    bot: str | None
    plan: NotRequired[str]


class Mode(TypedDict):
    """A way to play. It is on when `option` has this `value`; without a `value`, any but the default.

    A mode without an option is on whenever the number of places is one of its `players`. A mode
    with an option refuses other numbers of places than its `players`, and the modes it `excludes`.
    It `requires` options to be given and `admits` others. An option that some mode requires or
    admits is refused where no such mode is on. An option that a mode `forbids` is refused in any
    case. Refusals refer to the `rule`.
    """

    id: str
    rule: str | None
    option: str | None
    value: NotRequired[str | int | bool]
    players: list[int]
    excludes: list[str]
    requires: list[str]
    admits: list[str]
    forbids: list[str]


class MoveAbout(TypedDict):
    """A listed move: what a button for it says, the components it names, and its price as far as it is
    known.

    A price can often be paid in several ways; the move then asks for the payment.
    """

    label: str
    targets: list[Target]
    price: list[Tokens]


class MoveOutcome(TypedDict):
    """What a move would pay, gain and score before anything is revealed, or why it is refused.

    `stopped` says that it would reveal something; what comes after that is not counted.
    """

    complete: bool
    stopped: bool
    paid: list[Tokens]
    gained: list[Tokens]
    score: list[SeatChange]
    refusal: MoveRefusal | None


class MoveRefusal(TypedDict):
    """Why a move, or every move of its type, is not possible now."""

    type: str
    code: str
    rule: str | None
    details: dict[str, int | str | bool | list[int | str] | None]
    message: str


class NewChoice(TypedDict):
    """The caller's choice in the lobby; null withdraws it."""

    choice: LobbyChoice | None


class NewFork(TypedDict):
    """The version to fork from (default: the latest), and who plays each seat that a player or bot
    held.
    """

    at: NotRequired[int | None]
    seats: NotRequired[list[str] | None]


class NewGame(TypedDict):
    """A new game; `seats` is the number of players, or a list that says what each place is for.

    `choice` is the host's own choice, for rulesets that let players choose something in the lobby.
    `nonce_hash` commits the host, who needs a place, to a nonce that is revealed once the lobby is
    closed.
    """

    ruleset: str
    options: NotRequired[GameOptions]
    seats: int | list[str]
    choice: NotRequired[LobbyChoice]
    nonce_hash: NotRequired[str]


class NewPlan(TypedDict):
    """Moves to be played, in this order, when it is the caller's turn."""

    moves: list[Move]


class NewPlayer(TypedDict):
    """What is asked of a new player."""

    name: str


class NewToken(TypedDict):
    """A further token; by default as wide and as long as the one that asks.

    `audit` and `admin` come from the operator alone: no token passes them on.
    """

    scopes: NotRequired[list[Scope] | None]
    expires_at: NotRequired[str | None]
    label: NotRequired[str | None]


class NewWebhook(TypedDict):
    """The events to report and the URL; with a `game`, only that game, otherwise all your games."""

    url: str
    events: list[WebhookEvent]
    game: NotRequired[str | None]


class Nonce(TypedDict):
    """A player whose nonce is in the dice."""

    place: int
    player: str | None
    given: NonceGiven


class NonceAdded(TypedDict):
    """A seated player added a nonce when starting the game."""

    type: Literal["nonce_added"]
    place: int
    nonce: str
    reveals: bool


class NonceCommitted(TypedDict):
    """A seated player committed to a nonce: this is its SHA-256."""

    type: Literal["nonce_committed"]
    place: int
    nonce_hash: str
    reveals: bool


class NonceRevealed(TypedDict):
    """A seated player showed the nonce that was committed to."""

    type: Literal["nonce_revealed"]
    place: int
    nonce: str
    reveals: bool


class NoteFork(TypedDict):
    """Say in a running game that its only player has forked it; it counts for nothing from now on."""

    type: Literal["note_fork"]
    fork: str


class NumberOption(TypedDict):
    """The option is a whole number: one of `numbers`, or any if there are none."""

    kind: Literal["number"]
    numbers: list[int]


class NumbersOption(TypedDict):
    """The option is an object of whole numbers, each with its name; those left out are 0."""

    kind: Literal["numbers"]
    names: list[str]


class OtherOption(TypedDict):
    """The option is as its `schema` says."""

    kind: Literal["other"]


class OwnGame(TypedDict):
    """One of your games in your stream: its status, its seats, and whether and until when it is your
    turn.

    `you`, `turn_started_at` and `deadline` mean the same as in the game itself. `now` is the
    server's time.
    """

    game: str
    version: int
    status: GameStatus
    due: bool
    ruleset: str
    seats: list[Seat]
    you: list[int] | None
    turn_started_at: str | None
    deadline: str | None
    now: str


class PhoenixAbility(TypedDict):
    """The ability of the placed kin may be used (PP-T6)."""

    kind: Literal["ability"]


class PhoenixAbilityMissed(TypedDict):
    """The Basilisk's kin cannot perform its ability; with a coin it is placed cloaked (PP-CO17)."""

    type: Literal["ability_missed"]
    seat: int
    kin: PhoenixKinId
    cloaked: bool
    rule: str
    reveals: bool


class PhoenixAbilityPerformed(TypedDict):
    """The Basilisk's kin uses an ability, its own or that of a ready kin; what it does follows (PP-
    CO18).
    """

    type: Literal["ability_performed"]
    seat: int
    kin: PhoenixKinId
    ability: PhoenixKinType
    rule: str
    reveals: bool


class PhoenixAcquireCard(TypedDict):
    """A seat may acquire a second revelation card (PP-RV2)."""

    kind: Literal["acquire_card"]
    seat: int


class PhoenixAct(TypedDict):
    """An act of a scenario: what it changes in its round (12.7). Each field is named after what it
    gives.

    `kin` replace two apprentices of the Basilisk in the first act; `coins` and `scrolls` come at
    the start of the round.
    """

    scenario: PhoenixScenarioId | None
    number: int
    kin: list[PhoenixKinType]
    coins: int
    scrolls: int
    fp_per_kin_sent: int
    resources_per_hit: int
    influence: int
    fp_per_discard: int
    fp_per_foreseen: int
    skips_foreseen: bool
    free_cloaks: bool
    fp_per_cloaked: int
    wins_ties: bool
    fp_per_build: int
    free_builds: bool
    shards_after_palace: int


class PhoenixActComponent(TypedDict):
    """A component of the kind `act`."""

    kind: Literal["act"]
    id: PhoenixActId
    name: str
    text: str
    facts: PhoenixAct
    spot: Spot | None


class PhoenixActRevealed(TypedDict):
    """An act of the scenario was revealed; in the first one, kin `joined` for those `boxed` (PP-CO26)."""

    type: Literal["act_revealed"]
    scenario: PhoenixScenarioId | None
    act: int
    joined: list[PhoenixKinId]
    boxed: list[PhoenixKinId]
    reveals: bool


class PhoenixActionTaken(TypedDict):
    """A move was completed; what it causes follows."""

    type: Literal["action_taken"]
    seat: int
    move: PhoenixMove
    reveals: bool


class PhoenixAnswers(TypedDict):
    """The parameters of a village's benefit or of an instant card; each asks only for its own."""

    target: NotRequired[PhoenixKinId]
    slot: NotRequired[int]
    kin: NotRequired[PhoenixKinId]
    spot: NotRequired[PhoenixSpotId]
    sector: NotRequired[PhoenixSector]
    color: NotRequired[PhoenixShard]
    colors: NotRequired[list[PhoenixShard]]
    resource: NotRequired[PhoenixResource]
    resources: NotRequired[list[PhoenixResource]]


class PhoenixAsymBuyRevelations(TypedDict):
    """Buy any number of the dealt revelation cards (PP-AS4)."""

    type: Literal["asym_buy_revelations"]
    cards: NotRequired[list[PhoenixRevelationId]]


class PhoenixAsymChooseFighter(TypedDict):
    """Replace the fighter by one of the drawn tiles, or keep it (PP-AS2)."""

    type: Literal["asym_choose_fighter"]
    kin: NotRequired[PhoenixKinId | None]


class PhoenixBasiliskAbility(TypedDict):
    """The Basilisk uses the ability of a type of kin, perhaps a borrowed one (PP-CO18)."""

    kind: Literal["basilisk_ability"]
    type: PhoenixKinType


class PhoenixBasiliskAcquires(TypedDict):
    """The Basilisk acquires the ready kin that its card names (PP-CO20)."""

    kind: Literal["basilisk_acquires"]


class PhoenixBasiliskAlternative(TypedDict):
    """The decider picks one of two effects (PP-CO9)."""

    kind: Literal["basilisk_alternative"]
    source: str


class PhoenixBasiliskAwoken(TypedDict):
    """The Basilisk plays at seat 0, with this difficulty and perhaps a scenario (PP-CO1)."""

    type: Literal["basilisk_awoken"]
    difficulty: PhoenixDifficulty
    scenario: PhoenixScenarioId | None
    reveals: bool


class PhoenixBasiliskCard(TypedDict):
    """The decider picks the revelation that the Basilisk buys and discards (PP-CO19, PP-CO20)."""

    kind: Literal["basilisk_card"]
    source: str


class PhoenixBasiliskDirection(TypedDict):
    """The decider picks the way the palace turns (PP-CO21)."""

    kind: Literal["basilisk_direction"]
    source: str


class PhoenixBasiliskEventSlot(TypedDict):
    """The decider picks the slot whose event the Basilisk discards, or that it fills again (PP-CO19)."""

    kind: Literal["basilisk_event_slot"]
    source: str
    returned: bool


class PhoenixBasiliskHit(TypedDict):
    """The Basilisk gains what its act gives for a hit, after the hit; `sent` tells whether to the
    palace.
    """

    kind: Literal["basilisk_hit"]
    sent: bool


class PhoenixBasiliskKin(TypedDict):
    """The decider picks a kin of the Basilisk (PP-CO11)."""

    kind: Literal["basilisk_kin"]
    source: str


class PhoenixBasiliskPalaceSpot(TypedDict):
    """The decider picks a spot of the palace; `sector` is then performed from it, if set (PP-CP3, PP-
    CP5).
    """

    kind: Literal["basilisk_palace_spot"]
    source: str
    sector: PhoenixSector | None


class PhoenixBasiliskPerforms(TypedDict):
    """The Basilisk performs the effect of a sector, perhaps for a lantern; if none is named, of its
    own.
    """

    kind: Literal["basilisk_performs"]
    sector: PhoenixSector | None
    lantern: bool


class PhoenixBasiliskPlaces(TypedDict):
    """The Basilisk places the top tile of its stack by its current card (PP-CO16)."""

    kind: Literal["basilisk_places"]


class PhoenixBasiliskReadyKin(TypedDict):
    """The decider picks the ready kin whose ability the Basilisk's trickster borrows (PP-CO18)."""

    kind: Literal["basilisk_ready_kin"]
    source: str


class PhoenixBasiliskReplace(TypedDict):
    """The decider picks the kin of the Basilisk that the acquired one replaces (PP-CO20)."""

    kind: Literal["basilisk_replace"]
    source: str
    ready_kin: PhoenixKinId


class PhoenixBasiliskSector(TypedDict):
    """The decider picks the sector whose effect the Basilisk performs (PP-CO19, PP-CO21)."""

    kind: Literal["basilisk_sector"]
    source: str


class PhoenixBasiliskShuffles(TypedDict):
    """The Basilisk's stack is shuffled (PP-CO20)."""

    kind: Literal["basilisk_shuffles"]


class PhoenixBasiliskTarget(TypedDict):
    """The decider picks the ally's kin that the Basilisk hits (PP-CO11)."""

    kind: Literal["basilisk_target"]
    source: str


class PhoenixBasiliskTurn(TypedDict):
    """The Basilisk takes a turn; `number` counts the turns of its run (PP-CO12)."""

    kind: Literal["basilisk_turn"]
    number: int


class PhoenixBasiliskTurnEnds(TypedDict):
    """The Basilisk's turn is over; another one of its run, the next seat or the night follows (PP-
    CO12).
    """

    kind: Literal["basilisk_turn_ends"]
    number: int


class PhoenixBasiliskVillage(TypedDict):
    """The decider picks the village that the Basilisk collects (PP-CO19)."""

    kind: Literal["basilisk_village"]
    source: str


class PhoenixBoardLaidOut(TypedDict):
    """Board, pools, hands and the first player (PP-S1–PP-S6, PP-S10)."""

    type: Literal["board_laid_out"]
    modes: list[PhoenixModeId]
    side: PhoenixBoardSide
    palace_level: int
    seats: list[PhoenixDealtSeat]
    pools: list[PhoenixPool]
    token: int
    dragon: int | None
    reveals: bool


class PhoenixBoardView(TypedDict):
    """The game board; piles are counts, but for the top village tile (PP-H4–PP-H7)."""

    side: PhoenixBoardSide
    rotation: int
    highlighted: list[PhoenixSector]
    palace_level: int
    guards: list[PhoenixGuard]
    clanhouse: list[PhoenixKinId]
    villages: list[PhoenixVillageId]
    village_top: PhoenixVillageId | None
    village_pile_size: int
    foreseen: list[PhoenixForeseenId | None]
    foreseen_pile_size: int
    foreseen_discard: list[PhoenixForeseenId]
    revelations: list[PhoenixRevelationId | None]
    revelation_pile_size: int
    revelation_discard: list[PhoenixRevelationId]
    dragon: int | None
    dragon_sectors: list[PhoenixSector]


class PhoenixCardTarget(TypedDict):
    """A seat names the targets of a kept instant card, one parameter after the other (PP-RV2)."""

    kind: Literal["card_target"]
    seat: int
    card: PhoenixRevelationId
    answers: PhoenixAnswers
    optional: bool


class PhoenixChoose(TypedDict):
    """Answer the pending choice with one of its options; None declines where that is possible (4.4)."""

    type: Literal["choose"]
    id: NotRequired[int]
    value: NotRequired[str | None]


class PhoenixClanChoice(TypedDict):
    """What a player chooses in the lobby (PP-S2)."""

    clan: PhoenixClan


class PhoenixClanComponent(TypedDict):
    """A component of the kind `clan`."""

    kind: Literal["clan"]
    id: PhoenixClan
    name: str
    text: str
    facts: None
    spot: Spot | None


class PhoenixClanPileShuffled(TypedDict):
    """A seat's other tiles were shuffled into its clan pile (PP-S7)."""

    type: Literal["clan_pile_shuffled"]
    seat: int
    size: int
    clan_pile: list[PhoenixKinId] | None
    reveals: bool


class PhoenixClanhouseAcquire(TypedDict):
    """A seat may acquire one of its ready kin (PP-E20)."""

    kind: Literal["clanhouse_acquire"]
    seat: int


class PhoenixClanhouseReplace(TypedDict):
    """A seat names the kin that the acquired one replaces (PP-E20)."""

    kind: Literal["clanhouse_replace"]
    seat: int
    ready_kin: PhoenixKinId


class PhoenixClanhouseSlot(TypedDict):
    """A slot of the clanhouse row: the coins for its kin, and the favor points for taking it."""

    slot: int
    coins: int
    fp: int


class PhoenixCreateGame(TypedDict):
    """Open a lobby; a place is `open`, `me`, `player:<id>` (reserved for that player) or
    `bot:<level>`.

    `choice` is the host's own, and so is `nonce_hash`, which commits to a nonce. A rematch carries
    over no choices: every player chooses again. `kernel` is the version of the kernel's own rules,
    1 if it is not named: a log is decided again as it was decided.
    """

    type: Literal["create_game"]
    game: str
    options: PhoenixOptions
    places: list[str]
    rematch_of: NotRequired[str]
    choice: NotRequired[LobbyChoice]
    kernel: NotRequired[int]
    nonce_hash: NotRequired[str]


class PhoenixDaytime(TypedDict):
    """The daytime effect is performed or skipped (PP-T8)."""

    kind: Literal["daytime_effect"]


class PhoenixDaytimeChanged(TypedDict):
    """The daytime effect of this turn will be that of another sector (PP-K9)."""

    type: Literal["daytime_changed"]
    seat: int
    sector: PhoenixSector
    reveals: bool


class PhoenixDaytimePerformed(TypedDict):
    """A seat has performed the daytime effect of a sector (PP-RV5)."""

    type: Literal["daytime_performed"]
    seat: int
    sector: PhoenixSector
    reveals: bool


class PhoenixDealKin(TypedDict):
    """Each seat draws three tiles of its clan pile (PP-AS1)."""

    kind: Literal["deal_kin"]


class PhoenixDealRevelations(TypedDict):
    """Three revelation cards are dealt to each seat (PP-AS4)."""

    kind: Literal["deal_revelations"]


class PhoenixDealtSeat(TypedDict):
    """What a seat begins with: its clan, its pool, its hand, tiles in the box, and its side of the
    board.
    """

    clan: PhoenixClan
    pool: int
    hand: list[PhoenixKinId]
    box: list[PhoenixKinId]
    side: PhoenixSide | None


class PhoenixDeciderNominated(TypedDict):
    """An ally named the ally who shall decide for the Basilisk (PP-CO8)."""

    type: Literal["decider_nominated"]
    seat: int
    nominee: int
    reveals: bool


class PhoenixDifficultyComponent(TypedDict):
    """A component of the kind `difficulty`."""

    kind: Literal["difficulty"]
    id: PhoenixDifficulty
    name: str
    text: str
    facts: PhoenixDifficultyFacts
    spot: Spot | None


class PhoenixDifficultyFacts(TypedDict):
    """What a difficulty changes: the allies' starting resources, and the favor of a twist."""

    resources: int
    twist_fp: int


class PhoenixDifficultyResources(TypedDict):
    """The decider picks a resource that the allies gain, or lose if it is `lost` (PP-CO5)."""

    kind: Literal["difficulty_resources"]
    source: str
    lost: bool


class PhoenixDifficultySet(TypedDict):
    """The difficulty changes the resources of the allies (PP-CO5)."""

    kind: Literal["difficulty_set"]


class PhoenixDraftDecided(TypedDict):
    """A seat has decided its part of the draft in secret (PP-AS2, PP-AS4)."""

    type: Literal["draft_decided"]
    seat: int
    move: PhoenixMove | None
    reveals: bool


class PhoenixDraftKin(TypedDict):
    """All seats decide in secret which tile replaces their fighter, if any (PP-AS2)."""

    kind: Literal["draft_kin"]


class PhoenixDraftRevelations(TypedDict):
    """All seats decide in secret which of their dealt cards they buy (PP-AS4)."""

    kind: Literal["draft_revelations"]


class PhoenixDraftView(TypedDict):
    """A seat's draft: everybody sees whether it has decided, the seat itself sees the rest (PP-H8)."""

    decided: bool
    drawn: list[PhoenixKinId] | None
    pick: PhoenixKinId | None
    fighter: PhoenixKinId | None
    dealt: list[PhoenixRevelationId] | None
    bought: list[PhoenixRevelationId] | None


class PhoenixDragonFed(TypedDict):
    """The influence in the dragon sectors was counted; those `unscored` give nothing this night (PP-
    DR4).
    """

    type: Literal["dragon_fed"]
    total: int
    threshold: int
    unscored: list[PhoenixSector]
    reveals: bool


class PhoenixDragonMove(TypedDict):
    """The seat moves the dragon to a neighbouring moon (PP-DR3)."""

    kind: Literal["dragon_move"]
    seat: int


class PhoenixDragonMoved(TypedDict):
    """The dragon flew to a neighbouring moon (PP-DR3)."""

    type: Literal["dragon_moved"]
    seat: int
    moon: int
    reveals: bool


class PhoenixDragonWakes(TypedDict):
    """The dragon looks at its sectors (PP-DR4)."""

    kind: Literal["dragon_wakes"]


class PhoenixEffectBegun(TypedDict):
    """The Basilisk performs the daytime effect of a sector; what it does follows (PP-CO19, PP-CO21)."""

    type: Literal["effect_begun"]
    seat: int
    sector: PhoenixSector
    rule: str
    reveals: bool


class PhoenixEitherOr(TypedDict):
    """A seat picks one of the alternatives of a card."""

    kind: Literal["either_or"]
    seat: int
    source: str


class PhoenixEndTurn(TypedDict):
    """Hand over to the next seat (4.2)."""

    type: Literal["end_turn"]


class PhoenixEnemyCardComponent(TypedDict):
    """A component of the kind `enemy_card`."""

    kind: Literal["enemy_card"]
    id: PhoenixEnemyCardId
    name: str
    text: str
    facts: PhoenixEnemyCardFacts
    spot: Spot | None


class PhoenixEnemyCardFacts(TypedDict):
    """A card of the enemy deck; a twist has no sector."""

    sector: PhoenixSector | None
    secondary: PhoenixSector | None
    ready_pick: PhoenixReadyPick | None


class PhoenixEnemyCardRevealed(TypedDict):
    """The Basilisk turned over an enemy card; a twist names no sectors (PP-CO14)."""

    type: Literal["enemy_card_revealed"]
    enemy_card: PhoenixEnemyCardId
    sectors: list[PhoenixSector]
    rule: str
    reveals: bool


class PhoenixEnemyDeckShuffled(TypedDict):
    """The enemy deck, or its discard pile, was shuffled into a new deck (PP-CO7, PP-CO14)."""

    type: Literal["enemy_deck_shuffled"]
    size: int
    deck: list[PhoenixEnemyCardId] | None
    reveals: bool


class PhoenixEnemyView(TypedDict):
    """The Basilisk's deck and story, and the seat that decides for it (PP-H10, PP-H12).

    The deck is a count. `act` is the number of the act that applies, 0 if there is no story.
    `nominations` has for each seat the ally whom it has named as decider.
    """

    difficulty: PhoenixDifficulty
    scenario: PhoenixScenarioId | None
    act: int
    deck_size: int
    discard: list[PhoenixEnemyCardId]
    removed: list[PhoenixEnemyCardId]
    card: PhoenixEnemyCardId | None
    decider: int
    nominations: list[int | None]


class PhoenixEntry(TypedDict):
    """One accepted command and the events it caused."""

    seq: int
    at: str
    actor: str
    command_id: str | None
    command: PhoenixCommand
    events: list[PhoenixEvent]
    rules: str
    meta: Meta
    salt: str
    prev: str
    hash: str


class PhoenixEventCardComponent(TypedDict):
    """A component of the kind `event_card`."""

    kind: Literal["event_card"]
    id: PhoenixForeseenId
    name: str
    text: str
    facts: PhoenixRuleFacts
    spot: Spot | None


class PhoenixEventDiscarded(TypedDict):
    """A seat discarded a foreseen event (PP-EV1)."""

    type: Literal["event_discarded"]
    seat: int
    slot: int
    foreseen: PhoenixForeseenId
    reveals: bool


class PhoenixEventResolved(TypedDict):
    """Every seat has resolved a foreseen event; it went to the discard pile (PP-N4)."""

    type: Literal["event_resolved"]
    slot: int
    foreseen: PhoenixForeseenId
    reveals: bool


class PhoenixEventReturned(TypedDict):
    """A seat put the top card of the event discard pile into a slot (PP-K4, PP-V1)."""

    type: Literal["event_returned"]
    seat: int
    slot: int
    foreseen: PhoenixForeseenId
    reveals: bool


class PhoenixEventRevealed(TypedDict):
    """An event card was revealed into a foreseen slot (PP-T2)."""

    type: Literal["event_revealed"]
    slot: int
    foreseen: PhoenixForeseenId
    reveals: bool


class PhoenixFirstPlayerChanged(TypedDict):
    """A seat took the first-player token (PP-N12)."""

    type: Literal["first_player_changed"]
    seat: int
    reveals: bool


class PhoenixForeseenDone(TypedDict):
    """A resolved event goes to the discard pile (PP-N4)."""

    kind: Literal["foreseen_done"]
    slot: int


class PhoenixForeseenEvents(TypedDict):
    """The foreseen events are resolved from left to right (PP-N4)."""

    kind: Literal["foreseen_events"]


class PhoenixForeseenFor(TypedDict):
    """A seat resolves a foreseen event for itself (PP-EV2)."""

    kind: Literal["foreseen_for"]
    seat: int
    foreseen: PhoenixForeseenId


class PhoenixForeseenPileShuffled(TypedDict):
    """The event cards, or their discard pile, were shuffled into a new pile (PP-S12, PP-T2)."""

    type: Literal["foreseen_pile_shuffled"]
    size: int
    foreseen_pile: list[PhoenixForeseenId] | None
    reveals: bool


class PhoenixFpChanged(TypedDict):
    """A seat gained or lost favor points."""

    type: Literal["fp_changed"]
    seat: int
    by: int
    rule: str
    reveals: bool


class PhoenixGainResource(TypedDict):
    """A seat gains one resource of its choice."""

    kind: Literal["gain_resource"]
    seat: int
    source: str


class PhoenixGainShard(TypedDict):
    """A seat gains one shard of its choice."""

    kind: Literal["gain_shard"]
    seat: int
    source: str


class PhoenixGameCreated(TypedDict):
    """A lobby was opened; the commitment to its seed is published."""

    type: Literal["game_created"]
    game: str
    host: str
    options: PhoenixOptions
    places: list[Place]
    commitment: str
    rematch_of: NotRequired[str]
    kernel: NotRequired[int]
    reveals: bool


class PhoenixGameForked(TypedDict):
    """From here on the log belongs to a new game with its own dice; up to here it is the log of
    `source`.

    `sealed`: some of the borrowed entries are from a game that was not over.
    """

    type: Literal["game_forked"]
    game: str
    source: str
    at: int
    head: str
    host: str
    options: PhoenixOptions
    dealt_seats: list[DealtSeat]
    commitment: str
    sealed: bool
    reveals: bool


class PhoenixGuard(TypedDict):
    """A guard marker on a sector."""

    seat: int
    sector: PhoenixSector


class PhoenixGuardExpired(TypedDict):
    """A guard marker was removed (PP-K8)."""

    type: Literal["guard_expired"]
    seat: int
    sector: PhoenixSector
    reveals: bool


class PhoenixGuardSet(TypedDict):
    """A seat put a guard marker on a sector (PP-K8)."""

    type: Literal["guard_set"]
    seat: int
    sector: PhoenixSector
    reveals: bool


class PhoenixHandRevealed(TypedDict):
    """A seat showed the hand of its draft; unused and replaced tiles went to the box (PP-AS3)."""

    type: Literal["hand_revealed"]
    seat: int
    hand: list[PhoenixKinId]
    boxed: list[PhoenixKinId]
    reveals: bool


class PhoenixHeraldMoved(TypedDict):
    """A seat's herald moved to rank 1 (PP-E5)."""

    type: Literal["herald_moved"]
    seat: int
    reveals: bool


class PhoenixHitPrevented(TypedDict):
    """A hit kin stayed where it was; `seat` owns it (PP-RC25)."""

    type: Literal["hit_prevented"]
    seat: int
    kin: PhoenixKinId
    reveals: bool


class PhoenixKinAcquired(TypedDict):
    """A ready kin took the place of another one, which went to the box (PP-E20)."""

    type: Literal["kin_acquired"]
    seat: int
    kin: PhoenixKinId
    slot: int
    replaced: PhoenixKinId
    reveals: bool


class PhoenixKinBumped(TypedDict):
    """A kin was bumped from the palace; `seat` owns it (PP-PA7)."""

    type: Literal["kin_bumped"]
    seat: int
    kin: PhoenixKinId
    reveals: bool


class PhoenixKinCloaked(TypedDict):
    """An unveiled kin was turned cloaked; `seat` owns it (PP-E14)."""

    type: Literal["kin_cloaked"]
    seat: int
    kin: PhoenixKinId
    reveals: bool


class PhoenixKinComponent(TypedDict):
    """A component of the kind `kin`."""

    kind: Literal["kin"]
    id: PhoenixKinId
    name: str
    text: str
    facts: PhoenixKinFacts
    spot: Spot | None


class PhoenixKinDrawn(TypedDict):
    """A seat drew three tiles; one of them, picked at random, will replace an apprentice (PP-AS1)."""

    type: Literal["kin_drawn"]
    seat: int
    drawn: list[PhoenixKinId] | None
    pick: PhoenixKinId | None
    reveals: bool


class PhoenixKinFacts(TypedDict):
    """A kin tile: its clan and what is printed on it."""

    clan: PhoenixClan
    type: PhoenixKinType


class PhoenixKinMoved(TypedDict):
    """A kin moved to another spot; `seat` owns it."""

    type: Literal["kin_moved"]
    seat: int
    kin: PhoenixKinId
    spot: PhoenixSpotId
    reveals: bool


class PhoenixKinPlaced(TypedDict):
    """A kin was placed from the hand (PP-P1)."""

    type: Literal["kin_placed"]
    seat: int
    kin: PhoenixKinId
    spot: PhoenixSpotId
    cloaked: bool
    reveals: bool


class PhoenixKinRevealed(TypedDict):
    """A seat revealed the top tile of its clan pile into the clanhouse row (PP-E19)."""

    type: Literal["kin_revealed"]
    seat: int
    kin: PhoenixKinId
    slot: int
    reveals: bool


class PhoenixKinSentToPalace(TypedDict):
    """A kin went to the palace, unveiled; `seat` owns it (PP-E12)."""

    type: Literal["kin_sent_to_palace"]
    seat: int
    kin: PhoenixKinId
    spot: PhoenixSpotId
    reveals: bool


class PhoenixKinTypeComponent(TypedDict):
    """A component of the kind `kin_type`."""

    kind: Literal["kin_type"]
    id: PhoenixKinType
    name: str
    text: str
    facts: PhoenixKinTypeFacts
    spot: Spot | None


class PhoenixKinTypeFacts(TypedDict):
    """How many tiles of a type each clan has, and the rule of its ability."""

    copies: int
    rule: str


class PhoenixKinUnveiled(TypedDict):
    """A cloaked kin was turned unveiled; `seat` owns it (PP-E11)."""

    type: Literal["kin_unveiled"]
    seat: int
    kin: PhoenixKinId
    reveals: bool


class PhoenixLoseResource(TypedDict):
    """A seat loses or pays one resource of its choice."""

    kind: Literal["lose_resource"]
    seat: int
    source: str


class PhoenixMajority(TypedDict):
    """The winner of a location gets its bonus after everybody's reward; without a sector, of the
    palace.
    """

    kind: Literal["majority"]
    seat: int
    sector: PhoenixSector | None


class PhoenixModeComponent(TypedDict):
    """A component of the kind `mode`."""

    kind: Literal["mode"]
    id: PhoenixModeId
    name: str
    text: str
    facts: PhoenixRuleFacts
    spot: Spot | None


class PhoenixMoonlight(TypedDict):
    """A seat that has paid for it gains a shard of the sector where its kin stands (PP-K13)."""

    kind: Literal["moonlight"]
    seat: int


class PhoenixMoveBegun(TypedDict):
    """A move was begun or continued; more is asked."""

    type: Literal["move_begun"]
    seat: int
    move: PhoenixMove
    reveals: bool


class PhoenixNextStep(TypedDict):
    """A step that comes next, and the seats or the automa that it waits for; else it happens by
    itself.
    """

    step: (
        PhoenixTurnStart
        | PhoenixPlacement
        | PhoenixAbility
        | PhoenixDaytime
        | PhoenixPerformed
        | PhoenixRotation
        | PhoenixDragonMove
        | PhoenixTurnEnd
        | PhoenixRefill
        | PhoenixGainResource
        | PhoenixLoseResource
        | PhoenixGainShard
        | PhoenixOwnKin
        | PhoenixEitherOr
        | PhoenixAcquireCard
        | PhoenixUseOfCard
        | PhoenixCardTarget
        | PhoenixClanhouseAcquire
        | PhoenixClanhouseReplace
        | PhoenixOuterWard
        | PhoenixDealKin
        | PhoenixDraftKin
        | PhoenixDraftRevelations
        | PhoenixDealRevelations
        | PhoenixResolveDraft
        | PhoenixResolveKept
        | PhoenixOpenClanhouse
        | PhoenixOpenRevelations
        | PhoenixStartRound
        | PhoenixNightBegins
        | PhoenixForeseenEvents
        | PhoenixForeseenFor
        | PhoenixForeseenDone
        | PhoenixDragonWakes
        | PhoenixScoring
        | PhoenixScoreSector
        | PhoenixScorePalace
        | PhoenixPalaceReward
        | PhoenixMajority
        | PhoenixNightEnds
        | PhoenixDifficultySet
        | PhoenixDifficultyResources
        | PhoenixBasiliskTurn
        | PhoenixBasiliskPlaces
        | PhoenixBasiliskAbility
        | PhoenixBasiliskPerforms
        | PhoenixBasiliskHit
        | PhoenixMoonlight
        | PhoenixBasiliskAcquires
        | PhoenixBasiliskShuffles
        | PhoenixBasiliskTurnEnds
        | PhoenixBasiliskTarget
        | PhoenixBasiliskKin
        | PhoenixBasiliskReadyKin
        | PhoenixBasiliskSector
        | PhoenixBasiliskPalaceSpot
        | PhoenixBasiliskAlternative
        | PhoenixBasiliskCard
        | PhoenixBasiliskVillage
        | PhoenixBasiliskEventSlot
        | PhoenixBasiliskReplace
        | PhoenixBasiliskDirection
    )
    seats: NotRequired[list[int]]
    automa: NotRequired[str | None]


class PhoenixNightBegins(TypedDict):
    """Cards that work at the beginning of the night (PP-N3)."""

    kind: Literal["night_begins"]


class PhoenixNightEnds(TypedDict):
    """Dawn of the next round, or the end of the game (PP-T14, PP-T15)."""

    kind: Literal["night_ends"]


class PhoenixNighttimeStarted(TypedDict):
    """The night began; `eligible_by_sector` are the seats that may be rewarded (PP-N1, PP-N2)."""

    type: Literal["nighttime_started"]
    eligible_by_sector: list[list[int]]
    reveals: bool


class PhoenixNominateDecider(TypedDict):
    """Name the ally who shall decide for the Basilisk; possible at any time in story mode (PP-CO8)."""

    type: Literal["nominate_decider"]
    seat: NotRequired[int]


class PhoenixOpenClanhouse(TypedDict):
    """Each seat reveals its first ready kin (PP-S8)."""

    kind: Literal["open_clanhouse"]


class PhoenixOpenRevelations(TypedDict):
    """The first revelation cards are shown (PP-S13)."""

    kind: Literal["open_revelations"]


class PhoenixOptions(TypedDict):
    """What can be chosen when a game is opened (9.1); the last five are for games against the
    Basilisk.
    """

    auto_start: NotRequired[bool]
    unlisted: NotRequired[bool]
    rated: NotRequired[bool]
    clock: NotRequired[Clock | None]
    on_timeout: NotRequired[Literal["pass", "bot:greedy", "forfeit"]]
    seed: NotRequired[str | None]
    mode: NotRequired[PhoenixPlayMode]
    palace_alt: NotRequired[bool]
    asymmetric: NotRequired[bool]
    dragon: NotRequired[bool]
    difficulty: NotRequired[PhoenixDifficulty | None]
    style: NotRequired[PhoenixStyle | None]
    scenario: NotRequired[PhoenixScenarioId | None]
    basilisk_clan: NotRequired[PhoenixClan | None]
    solo_allies: NotRequired[Literal[1, 2] | None]


class PhoenixOuterWard(TypedDict):
    """The owner of a kin that is sent to the palace picks its outer ward (PP-PA8)."""

    kind: Literal["outer_ward"]
    seat: int
    kin: PhoenixKinId


class PhoenixOwnKin(TypedDict):
    """A seat picks one of its kin for a card."""

    kind: Literal["own_kin"]
    seat: int
    source: str


class PhoenixPalaceReward(TypedDict):
    """A seat gains the reward of the palace (PP-N8)."""

    kind: Literal["palace_reward"]
    seat: int


class PhoenixPalaceRotated(TypedDict):
    """The palace was turned (PP-T11)."""

    type: Literal["palace_rotated"]
    rotation: int
    reveals: bool


class PhoenixPalaceRotation(TypedDict):
    """A position of the rotating palace: what it highlights, and who sees which wall."""

    rotation: int
    highlighted: list[PhoenixSector]
    walls: PhoenixWalls


class PhoenixPalaceScored(TypedDict):
    """The palace is scored, likewise (PP-N11)."""

    type: Literal["palace_scored"]
    eligible: list[int]
    influence: list[int]
    majority: int | None
    reveals: bool


class PhoenixPartSkipped(TypedDict):
    """The Basilisk cannot do a part of an effect (PP-CO9)."""

    type: Literal["part_skipped"]
    seat: int
    part: PhoenixPart
    rule: str
    reveals: bool


class PhoenixPendingView(TypedDict):
    """What is decided now, and by whom; `options` and `move` only for the seat that decides (PP-H13).

    `step` is the step of the turn or the kind of the choice. A choice has an `id`, and a `source`:
    the rule or card that asks.
    """

    step: str
    seats: list[int]
    id: int | None
    source: str | None
    options: list[str | None] | None
    move: PhoenixMove | None


class PhoenixPerformDaytime(TypedDict):
    """Perform the daytime effect of the turn; each sector and the palace ask for their own fields
    (5.2).
    """

    type: Literal["perform_daytime"]
    option: NotRequired[PhoenixPalaceOption]
    resource: NotRequired[PhoenixResource]
    sector: NotRequired[PhoenixSector | None]
    discard_slot: NotRequired[int | None]
    explore: NotRequired[int]
    build: NotRequired[bool]
    omit: NotRequired[PhoenixResource | None]
    collect: NotRequired[int | None]
    village: NotRequired[PhoenixAnswers]
    card: NotRequired[PhoenixRevelationId | None]
    use: NotRequired[PhoenixCardUse]
    effect: NotRequired[PhoenixAnswers | None]
    reveal: NotRequired[bool]


class PhoenixPerformed(TypedDict):
    """A daytime effect is finished after everything inside it is resolved (PP-RV5)."""

    kind: Literal["performed"]
    seat: int
    sector: PhoenixSector


class PhoenixPioneerMoved(TypedDict):
    """A seat's pioneer moved on the village track (PP-E15)."""

    type: Literal["pioneer_moved"]
    seat: int
    position: int
    reveals: bool


class PhoenixPlaceKin(TypedDict):
    """Place a kin from the hand in a sector or on the palace (PP-P1)."""

    type: Literal["place_kin"]
    kin_id: NotRequired[PhoenixKinId]
    target: NotRequired[PhoenixSpotId]
    cloaked: NotRequired[bool]


class PhoenixPlacement(TypedDict):
    """A kin must be placed (PP-T5)."""

    kind: Literal["placement"]


class PhoenixPlayEnded(TypedDict):
    """The last night is over; final scoring follows (PP-T15)."""

    type: Literal["play_ended"]
    reveals: bool


class PhoenixPool(TypedDict):
    """Resources and shards that one seat, or a faction together, pays from."""

    coin: int
    scroll: int
    lantern: int
    coral: int
    jade: int
    agate: int


class PhoenixPrinted(TypedDict):
    """What is printed on boards and overviews, and every place of the board.

    `spots` is the layout of the large side, `small_side` has the places that differ on the small
    one. Walls are drawn as at rotation 0.
    """

    edition: str
    rounds: int
    foreseen_slots: int
    revelation_slots: int
    sites: list[PhoenixSite]
    clanhouse: list[PhoenixClanhouseSlot]
    rotations: list[PhoenixPalaceRotation]
    spots_small: list[PhoenixSpotFacts]
    spots_large: list[PhoenixSpotFacts]
    palace_spots: list[PhoenixSpotId]
    spots: dict[str, Spot]
    small_side: dict[str, Spot]


class PhoenixReadyKinRemoved(TypedDict):
    """The kin in slot 1 of a full clanhouse row went to the box; `seat` owns it (PP-E19)."""

    type: Literal["ready_kin_removed"]
    seat: int
    kin: PhoenixKinId
    reveals: bool


class PhoenixRefill(TypedDict):
    """Empty revelation slots are filled (PP-E18)."""

    kind: Literal["refill"]


class PhoenixResolveDraft(TypedDict):
    """The cards bought in the draft take effect (PP-AS5)."""

    kind: Literal["resolve_draft"]


class PhoenixResolveKept(TypedDict):
    """A card that a seat bought in the draft takes effect (PP-AS5)."""

    kind: Literal["resolve_kept"]
    seat: int
    card: PhoenixRevelationId


class PhoenixResourceChanged(TypedDict):
    """A seat gained, paid or lost resources of one kind."""

    type: Literal["resource_changed"]
    seat: int
    resource: PhoenixResource
    by: int
    rule: str
    reveals: bool


class PhoenixResourceComponent(TypedDict):
    """A component of the kind `resource`."""

    kind: Literal["resource"]
    id: PhoenixResource
    name: str
    text: str
    facts: None
    spot: Spot | None


class PhoenixRevelationAcquired(TypedDict):
    """A seat took a revelation card from its slot, to keep it or to discard it for favor points (PP-
    RV2).
    """

    type: Literal["revelation_acquired"]
    seat: int
    slot: int
    card: PhoenixRevelationId
    use: PhoenixCardUse
    reveals: bool


class PhoenixRevelationComponent(TypedDict):
    """A component of the kind `revelation`."""

    kind: Literal["revelation"]
    id: PhoenixRevelationId
    name: str
    text: str
    facts: PhoenixRevelationFacts
    spot: Spot | None


class PhoenixRevelationFacts(TypedDict):
    """What is printed on a revelation card, and its rule."""

    cost: int
    fp: int
    kind: PhoenixRevelationKind
    rule: str


class PhoenixRevelationPileShuffled(TypedDict):
    """The revelation cards, or their discard pile, were shuffled into a new pile (PP-S13, PP-E18)."""

    type: Literal["revelation_pile_shuffled"]
    size: int
    revelation_pile: list[PhoenixRevelationId] | None
    reveals: bool


class PhoenixRevelationSlotRefilled(TypedDict):
    """The top revelation card went to an empty slot (PP-E18)."""

    type: Literal["revelation_slot_refilled"]
    slot: int
    card: PhoenixRevelationId
    reveals: bool


class PhoenixRevelationsBought(TypedDict):
    """A seat showed the cards that it bought in the draft; the others go back (PP-AS5)."""

    type: Literal["revelations_bought"]
    seat: int
    cards: list[PhoenixRevelationId]
    reveals: bool


class PhoenixRevelationsDealt(TypedDict):
    """Three revelation cards were dealt to a seat, for its eyes only (PP-AS4)."""

    type: Literal["revelations_dealt"]
    seat: int
    cards: list[PhoenixRevelationId] | None
    reveals: bool


class PhoenixRotation(TypedDict):
    """The palace turns after a placement on it (PP-T11)."""

    kind: Literal["rotation"]


class PhoenixRoundEnded(TypedDict):
    """Dawn: all kin returned to the hands (PP-T14)."""

    type: Literal["round_ended"]
    palace_level: int
    reveals: bool


class PhoenixRoundStarted(TypedDict):
    """A round started with this turn order (PP-T2)."""

    type: Literal["round_started"]
    round: int
    order: list[int]
    reveals: bool


class PhoenixRuleFacts(TypedDict):
    """The rule that says what a component does."""

    rule: str


class PhoenixRuleset(TypedDict):
    """A ruleset with all its components, the facts printed on its boards, and all other terms.

    Components and printed facts have the types of their game. `modes` lists which options and
    numbers of players can be combined. `choice` is the JSON Schema of what players choose in the
    lobby, null if there is nothing to choose. `layouts` say where to draw the boards; they replace
    all spots.
    """

    name: Literal["phoenix"]
    rules: str
    title: str
    text: str
    players: list[int]
    bots: list[str]
    automas: list[str]
    options: list[RulesetOption]
    moves: list[RulesetMove]
    components: list[PhoenixComponent]
    printed: PhoenixPrinted
    words: list[Word]
    modes: list[Mode]
    default_mode: str
    choice: dict[str, object] | None
    layouts: list[Layout]


class PhoenixScenarioComponent(TypedDict):
    """A component of the kind `scenario`."""

    kind: Literal["scenario"]
    id: PhoenixScenarioId
    name: str
    text: str
    facts: PhoenixScenarioFacts
    spot: Spot | None


class PhoenixScenarioFacts(TypedDict):
    """The clan of the Basilisk in a scenario, and its rule."""

    clan: PhoenixClan
    rule: str


class PhoenixScorePalace(TypedDict):
    """The palace gives its rewards and the first-player token (PP-N8, PP-N11)."""

    kind: Literal["score_palace"]


class PhoenixScoreSector(TypedDict):
    """A sector gives its rewards and its majority bonus (PP-N8)."""

    kind: Literal["score_sector"]
    sector: PhoenixSector


class PhoenixScoring(TypedDict):
    """The locations are scored one after the other (PP-N6)."""

    kind: Literal["scoring"]


class PhoenixSeatView(TypedDict):
    """What belongs to a seat (PP-H1–PP-H4); `pool` is the number of the pool that it pays from.

    Only the Basilisk has a `stack`: its top tile, and all of its tiles in no particular order
    (PP-H11).
    """

    seat: int
    clan: PhoenixClan
    pool: int
    side: PhoenixSide | None
    hand: list[PhoenixKinId]
    tiles: list[PhoenixTile]
    box: list[PhoenixKinId]
    clan_pile_size: int
    clan_pile: list[PhoenixKinId]
    fp: int
    pioneer: int
    revelations: list[PhoenixRevelationId]
    spent: list[PhoenixRevelationId]
    veiled: bool
    draft: PhoenixDraftView | None
    stack_size: int
    stack_top: PhoenixKinId | None
    stack: list[PhoenixKinId]


class PhoenixSectorComponent(TypedDict):
    """A component of the kind `sector`."""

    kind: Literal["sector"]
    id: PhoenixSector
    name: str
    text: str
    facts: PhoenixSectorFacts
    spot: Spot | None


class PhoenixSectorFacts(TypedDict):
    """The shard colour of a sector, and the price of its last spot, which is not free."""

    shard: PhoenixShard
    price: PhoenixResource


class PhoenixSectorPassedOver(TypedDict):
    """The Basilisk cannot place its kin in a sector of its card (PP-CO16)."""

    type: Literal["sector_passed_over"]
    sector: PhoenixSector
    obstacle: PhoenixObstacle
    rule: str
    reveals: bool


class PhoenixSectorScored(TypedDict):
    """A sector is scored: who is rewarded, everybody's influence, and who has the majority (PP-N8,
    PP-N9).
    """

    type: Literal["sector_scored"]
    sector: PhoenixSector
    eligible: list[int]
    influence: list[int]
    majority: int | None
    reveals: bool


class PhoenixShardChanged(TypedDict):
    """A seat gained moon shards of one colour."""

    type: Literal["shard_changed"]
    seat: int
    shard: PhoenixShard
    by: int
    rule: str
    reveals: bool


class PhoenixShardComponent(TypedDict):
    """A component of the kind `shard`."""

    kind: Literal["shard"]
    id: PhoenixShard
    name: str
    text: str
    facts: None
    spot: Spot | None


class PhoenixSite(TypedDict):
    """A position of the village track: what it costs to build there, and the favor points for it."""

    position: int
    cost: list[PhoenixResource]
    fp: int


class PhoenixSkipAbility(TypedDict):
    """Do not use the ability (PP-T5)."""

    type: Literal["skip_ability"]


class PhoenixSkipDaytime(TypedDict):
    """Do not perform the daytime effect (PP-T9)."""

    type: Literal["skip_daytime"]


class PhoenixSpecialistsDrawn(TypedDict):
    """Random specialists joined the Basilisk's kin (PP-CO6)."""

    type: Literal["specialists_drawn"]
    seat: int
    joined: list[PhoenixKinId]
    reveals: bool


class PhoenixSpotComponent(TypedDict):
    """A component of the kind `spot`."""

    kind: Literal["spot"]
    id: PhoenixSpotId
    name: str
    text: str
    facts: PhoenixSpotPrices
    spot: Spot | None


class PhoenixSpotFacts(TypedDict):
    """A spot of a sector, and its price if it has one."""

    id: PhoenixSpotId
    sector: PhoenixSector
    number: int
    price: PhoenixResource | None


class PhoenixSpotFound(TypedDict):
    """The Basilisk's top tile goes to this spot, for this reason (PP-CO16, PP-CO21)."""

    type: Literal["spot_found"]
    seat: int
    kin: PhoenixKinId
    spot: PhoenixSpotId
    reason: PhoenixSpotReason
    rule: str
    reveals: bool


class PhoenixSpotPrices(TypedDict):
    """Where a spot belongs, and its price on each side of the board; the small side lacks some spots."""

    sector: PhoenixSector | None
    number: int | None
    sides: list[PhoenixBoardSide]
    small_price: PhoenixResource | None
    large_price: PhoenixResource | None


class PhoenixStackShuffled(TypedDict):
    """The Basilisk's kin were shuffled into its stack, of which only the top tile is visible (PP-CO6)."""

    type: Literal["stack_shuffled"]
    seat: int
    size: int
    stack_top: PhoenixKinId
    stack: list[PhoenixKinId] | None
    reveals: bool


class PhoenixStartRound(TypedDict):
    """Events are foreseen, and the first turn starts (PP-T2)."""

    kind: Literal["start_round"]
    round: int


class PhoenixStepClosed(TypedDict):
    """The current step is over."""

    type: Literal["step_closed"]
    reveals: bool


class PhoenixStepsOpened(TypedDict):
    """These steps come next, the first one first, before what was still to come."""

    type: Literal["steps_opened"]
    steps: list[PhoenixNextStep]
    reveals: bool


class PhoenixTile(TypedDict):
    """A kin that was played: where it is, and its face."""

    kin: PhoenixKinId
    at: PhoenixSpotId | Literal["bumped"]
    cloaked: bool


class PhoenixTurnEnd(TypedDict):
    """Nothing is left but to end the turn."""

    kind: Literal["turn_end"]


class PhoenixTurnStart(TypedDict):
    """A turn-start card may be used before a kin is placed (PP-T4)."""

    kind: Literal["turn_start"]


class PhoenixTurnStartCardUsed(TypedDict):
    """A seat used a card at the start of its turn; `spent` cards work only once (PP-RV4)."""

    type: Literal["turn_start_card_used"]
    seat: int
    card: PhoenixRevelationId
    spent: bool
    reveals: bool


class PhoenixTurnStarted(TypedDict):
    """A seat's turn started (PP-T4)."""

    type: Literal["turn_started"]
    seat: int
    turn: int
    reveals: bool


class PhoenixTurnView(TypedDict):
    """Whose turn it is, the kin placed in it, and the sector whose daytime effect it gives."""

    number: int
    seat: int
    kin: PhoenixKinId | None
    spot: str | None
    daytime: PhoenixSector | None


class PhoenixTwistResolved(TypedDict):
    """A twist left the game; a packet of the discards and the bottom card lies on the deck now (PP-
    CO15).
    """

    type: Literal["twist_resolved"]
    enemy_card: PhoenixEnemyCardId
    packet: int
    size: int
    deck: list[PhoenixEnemyCardId] | None
    rule: str
    reveals: bool


class PhoenixUseAbility(TypedDict):
    """Use the ability of the kin that was just placed; each kin asks for its own fields (5.5)."""

    type: Literal["use_ability"]
    ready_kin: NotRequired[PhoenixKinId]
    mode: NotRequired[PhoenixAbilityMode]
    target: NotRequired[PhoenixKinId]
    slot: NotRequired[int]
    kin: NotRequired[PhoenixKinId]
    spot: NotRequired[PhoenixSpotId]
    sector: NotRequired[PhoenixSector]
    resource: NotRequired[PhoenixResource]
    pay: NotRequired[list[PhoenixResource]]
    reveal: NotRequired[bool]
    village: NotRequired[PhoenixAnswers]
    card: NotRequired[PhoenixRevelationId | None]
    use: NotRequired[PhoenixCardUse]
    effect: NotRequired[PhoenixAnswers | None]


class PhoenixUseOfCard(TypedDict):
    """A seat keeps the card that it acquires, or discards it for favor points (PP-RV2)."""

    kind: Literal["use_of_card"]
    seat: int
    card: PhoenixRevelationId


class PhoenixUseTurnStartCard(TypedDict):
    """Use an owned card at the start of the turn; each card asks for its own fields (PP-RV4)."""

    type: Literal["use_turn_start_card"]
    card: NotRequired[PhoenixRevelationId]
    slot: NotRequired[int]
    kin: NotRequired[PhoenixKinId]
    direction: NotRequired[PhoenixDirection]
    pay: NotRequired[list[PhoenixResource]]
    gain: NotRequired[PhoenixResource]
    resource: NotRequired[PhoenixResource]


class PhoenixView(TypedDict):
    """A game as a reader sees it."""

    players: int
    modes: list[PhoenixModeId]
    seats: list[PhoenixSeatView]
    pools: list[PhoenixPool]
    board: PhoenixBoardView
    heralds: list[int]
    token: int
    order: list[int]
    round: int
    phase: PhoenixPhase
    turn: PhoenixTurnView
    eligible: list[list[int]]
    unscored: list[PhoenixSector]
    pending: PhoenixPendingView | None
    enemy: PhoenixEnemyView | None


class PhoenixVillageBuilt(TypedDict):
    """A seat built a village or the shrine (PP-E16)."""

    type: Literal["village_built"]
    seat: int
    position: int
    village: PhoenixVillageId
    reveals: bool


class PhoenixVillageCollected(TypedDict):
    """A seat collected the benefit of a village; what it gives follows (PP-E17)."""

    type: Literal["village_collected"]
    seat: int
    position: int
    village: PhoenixVillageId
    reveals: bool


class PhoenixVillageComponent(TypedDict):
    """A component of the kind `village`."""

    kind: Literal["village"]
    id: PhoenixVillageId
    name: str
    text: str
    facts: PhoenixRuleFacts
    spot: Spot | None


class PhoenixVillageTurned(TypedDict):
    """The next village tile is on top of the pile (PP-S9)."""

    type: Literal["village_turned"]
    village: PhoenixVillageId
    reveals: bool


class PhoenixVillagesShuffled(TypedDict):
    """The village tiles were shuffled, the top one face up; `built` lies on position 1 (PP-S9,
    PP-S11).
    """

    type: Literal["villages_shuffled"]
    built: PhoenixVillageId | None
    top: PhoenixVillageId
    size: int
    village_pile: list[PhoenixVillageId] | None
    reveals: bool


class PhoenixWalls(TypedDict):
    """The walls of the palace that each side of the board sees."""

    north: list[int]
    east: list[int]
    south: list[int]
    west: list[int]


class Place(TypedDict):
    """A place in the lobby: open, perhaps `reserved` for one player, or taken by a player or a bot.

    A player who committed to a `nonce` has its `nonce_hash` here, also after it was revealed.
    """

    player: str | None
    bot: str | None
    nonce: str | None
    reserved: NotRequired[str]
    choice: NotRequired[LobbyChoice]
    nonce_hash: NotRequired[str]


class PlaceLeft(TypedDict):
    """A player left the lobby."""

    type: Literal["place_left"]
    place: int
    reveals: bool


class PlaceTaken(TypedDict):
    """A player took a place."""

    type: Literal["place_taken"]
    place: int
    player: str
    nonce: str | None
    choice: NotRequired[LobbyChoice]
    reveals: bool


class Plan(TypedDict):
    """Your queued moves that remain, how many have been played, and the last plan that was dropped."""

    moves: list[Move]
    played: int
    dropped: DroppedPlan | None


class PlayStopped(TypedDict):
    """No person is left: the game is scored as it stands."""

    type: Literal["play_stopped"]
    reveals: bool


class Played(TypedDict):
    """The result of an accepted command; `text` describes it in sentences."""

    version: int
    events: list[Event]
    text: NotRequired[list[str]]


class PlayedOn(TypedDict):
    """The result of a move with what a client shows next, in one answer.

    `patch` leads from your whole game before the entry, at the version before it, to the one after.
    `next` has your moves now, described, and `progress` tells how far the seats are now. The
    `version` of `next` is later than this one if others have been faster, or if this is the answer
    to a repeated request; read the entries in between.
    """

    version: int
    events: list[Event]
    text: NotRequired[list[str]]
    patch: NotRequired[list[dict[str, object]]]
    next: NotRequired[LegalMoves]
    progress: NotRequired[list[Progress]]


class Player(TypedDict):
    """A player's public account. Players may share a name, but no two have look-alike handles."""

    id: str
    name: str
    created_at: str
    handle: str


class PlayerPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[Player]
    next: str | int | None


class PlayerRemoved(TypedDict):
    """The host removed a player, who cannot join this game again."""

    type: Literal["player_removed"]
    place: int
    player: str
    reveals: bool


class Problem(TypedDict):
    """The body of every error (RFC 9457), with our code, details and, for an illegal move, the rule's
    id.
    """

    type: str
    title: str
    status: int
    detail: str
    code: Code
    details: dict[str, int | str | bool | list[int | str] | None]
    rule: NotRequired[str | None]


class Profile(TypedDict):
    """A player's public profile, with a rating and statistics for each ruleset and mode played."""

    id: str
    name: str
    created_at: str
    handle: str
    ratings: list[Rating]
    statistics: list[Statistics]


class Progress(TypedDict):
    """What a seat has of what a component, or another named thing of the game, asks for, by a rule.

    `met` says whether that is enough now; `have` may be more than `need`.
    """

    seat: int
    kind: str
    id: str
    rule: str
    have: int
    need: int
    met: bool


class RankedPlayer(TypedDict):
    """A player on a leaderboard. Players with equal ratings share a rank."""

    rank: int
    player: str
    name: str | None
    ordinal: float
    mu: float
    sigma: float
    games: int


class RankedPlayerPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[RankedPlayer]
    next: str | int | None


class Rating(TypedDict):
    """A rating and its rank. Players are sorted by `ordinal`, a conservative estimate of their skill.

    `mode` is omitted for the default mode of the ruleset.
    """

    ruleset: str
    rank: int
    ordinal: float
    mu: float
    sigma: float
    games: int
    mode: NotRequired[str]


class Reason(TypedDict):
    """Why an action is taken; recorded in the administrators' log."""

    why: str


class Recover(TypedDict):
    """Whose account, the code that was shown for it, and whether all other tokens are to end."""

    player: str
    code: str
    revoke_tokens: NotRequired[bool]


class RecoveryCode(TypedDict):
    """A code that restores a lost account once. It is shown only once."""

    recovery_code: str


class RemovePlayer(TypedDict):
    """Remove the player at a place, or lift its reservation; only the host may do so."""

    type: Literal["remove_player"]
    place: int


class Rename(TypedDict):
    """What a player wants to be called from now on."""

    name: str


class ReservationLifted(TypedDict):
    """A place is no longer reserved for this player: the player declined, or the host opened it."""

    type: Literal["reservation_lifted"]
    place: int
    player: str
    reveals: bool


class Resign(TypedDict):
    """Leave the running game for good; a bot plays on if other players remain."""

    type: Literal["resign"]


class RevealNonce(TypedDict):
    """Show the nonce that was committed to; with the last one the game starts."""

    type: Literal["reveal_nonce"]
    nonce: str


class RevealedNonce(TypedDict):
    """The nonce whose hash the caller sent earlier."""

    nonce: str


class RulesetMove(TypedDict):
    """A kind of move and the fields it can ask for."""

    type: str
    name: str
    text: str
    fields: list[Word]


class RulesetOption(TypedDict):
    """An option, its default, the values it takes, and whether null is one of them.

    `schema` is the JSON Schema of its values.
    """

    id: str
    name: str
    text: str
    default: str | int | bool | None
    schema: dict[str, object]
    takes: YesNoOption | NumberOption | ChoiceOption | TextOption | NumbersOption | OtherOption
    nullable: bool


class RulesetRow(TypedDict):
    """A ruleset in the list of rulesets."""

    name: str
    rules: str
    title: str
    text: str
    players: list[int]


class RulesetRowPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[RulesetRow]
    next: str | int | None


class Score(TypedDict):
    """The breakdown of every seat, and the result of the game if it has one beside the ranks.

    `sides` is set only in games of teams or allies. There, every seat belongs to exactly one side.
    """

    seats: list[SeatScore]
    result: str | None
    sides: NotRequired[list[SideScore]]


class ScoreGame(TypedDict):
    """Count the points, rank the seats and publish the seed."""

    type: Literal["score_game"]


class ScoreItem(TypedDict):
    """One line of a breakdown: the rule, its points, and the number that it counted."""

    item: str
    rule: str
    points: int
    counted: list[str]


class ScoreRow(TypedDict):
    """The seats whose score an entry changed, with their score after it, as if the game had ended
    then.
    """

    seq: int
    seats: list[SeatPoints]


class Scores(TypedDict):
    """How the scores changed up to this version; seats without a change in a row keep their last
    score.
    """

    version: int
    rows: list[ScoreRow]


class Seat(TypedDict):
    """A place in the lobby, or a seat of the game: who holds it and who plays it.

    Only the player named in `reserved` can take the place. `stand_in` is the bot that plays for a
    player who has run out of time or resigned. `choice` is the player's choice in the lobby; lists
    of games omit it. `name` and `handle` are what the player, or the one for whom the place is
    reserved, is called now. `color` is the seat's colour or clan in the game; null in the lobby.
    """

    seat: int
    player: str | None
    bot: str | None
    automa: str | None
    resigned: bool
    reserved: str | None
    stand_in: str | None
    choice: NotRequired[LobbyChoice]
    name: str | None
    handle: str | None
    color: str | None


class SeatChange(TypedDict):
    """The change in a seat's score."""

    seat: int
    before: int
    after: int
    change: int


class SeatPoints(TypedDict):
    """The score of a seat, line by line."""

    seat: int
    total: int
    items: list[ItemPoints]


class SeatResigned(TypedDict):
    """A player resigned; `stand_in` is the bot that plays on, if any."""

    type: Literal["seat_resigned"]
    seats: list[int]
    stand_in: str | None
    reveals: bool


class SeatScore(TypedDict):
    """The points of one seat, and its tie-break for equal totals (larger first)."""

    seat: int
    total: int
    items: list[ScoreItem]
    tie_break: list[int]


class SeatTakenBack(TypedDict):
    """An absent player returned to the seat."""

    type: Literal["seat_taken_back"]
    seat: int
    reveals: bool


class SeatsTimedOut(TypedDict):
    """These seats ran out of time; a bot plays for them until their players return."""

    type: Literal["seats_timed_out"]
    seats: list[int]
    stand_in: str
    reveals: bool


class SeedPublished(TypedDict):
    """The seed of a game that was cancelled: nobody can have cancelled it unseen because of its dice."""

    type: Literal["seed_published"]
    seed: str
    reveals: bool


class SideScore(TypedDict):
    """The points of one side, and its tie-break for equal totals (larger first)."""

    side: str
    seats: list[int]
    total: int
    items: list[ScoreItem]
    tie_break: list[int]


class SignedUp(TypedDict):
    """A player and a new token, with the code that restores the account if the token is lost."""

    player: Player
    token: str
    recovery_code: str


class Solo(TypedDict):
    """Games against the automa."""

    games: int
    wins: int
    ties: int
    losses: int


class Spot(TypedDict):
    """A place on the drawn game board: x to the right, y down, both from 0 to 100.

    Deprecated: use the `layouts` of the ruleset, which have sizes, slots and no overlaps.
    """

    x: float
    y: float


class StartGame(TypedDict):
    """Start the game; every place must be taken. The nonce is the host's own."""

    type: Literal["start_game"]
    nonce: str | None
    nonce_hash: NotRequired[str]


class Statistics(TypedDict):
    """The finished games of a player in one mode, in total and by the number of players.

    `mode` is omitted for the default mode of the ruleset.
    """

    ruleset: str
    games: int
    wins: int
    resigned: int
    ranks: list[int]
    score_average: float
    score_best: int
    by_players: list[Tally]
    solo: Solo
    last_game: LastGame
    mode: NotRequired[str]


class StuckWork(TypedDict):
    """Work that is stuck: parked after too many failures, or due for more than a minute."""

    game: str
    kind: str
    version: int
    attempts: int
    failures: int
    parked: bool
    due_at: str | None


class StuckWorkPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[StuckWork]
    next: str | int | None


class TakeTurn(TypedDict):
    """An automa's turn; the rules decide what it does."""

    type: Literal["take_turn"]


class Tally(TypedDict):
    """The games with this number of players; `ranks` counts the first, second … ranks."""

    players: int
    games: int
    wins: int
    resigned: int
    ranks: list[int]
    score_average: float
    score_best: int


class Target(TypedDict):
    """A component that a move names."""

    kind: str
    id: str


class TextOption(TypedDict):
    """The option is a text that matches the pattern, if there is one."""

    kind: Literal["text"]
    pattern: str | None


class Ticket(TypedDict):
    """A ticket that opens one stream with `?ticket=`, until it expires."""

    ticket: str
    expires_at: str


class TimeOut(TypedDict):
    """The clock's own command: a lobby, a fork or the seats that are asked ran out of time."""

    type: Literal["time_out"]


class Token(TypedDict):
    """A token without its secret."""

    id: str
    label: str | None
    scopes: list[Scope]
    created_at: str
    expires_at: str | None


class TokenPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[Token]
    next: str | int | None


class Tokens(TypedDict):
    """A number of tokens of one kind."""

    kind: str
    id: str
    count: int


class Tried(TypedDict):
    """The outcome of each move that was tried, in the same order. Nothing is stored."""

    version: int
    outcomes: list[MoveOutcome]


class TriedMoves(TypedDict):
    """Moves to be tried, each from the current position."""

    moves: list[Move]


class Undo(TypedDict):
    """Take back your last entry, or all of your entries after `to`."""

    type: Literal["undo"]
    to: int | None


class UndoTo(TypedDict):
    """How far to go back: the last entry that stays, or null to undo only the caller's last one."""

    to: NotRequired[int | None]


class View(TypedDict):
    """A game that was asked for, or why it cannot be shown."""

    id: str
    game: NotRequired[Game]
    problem: NotRequired[Problem]


class Views(TypedDict):
    """The games in the order in which they were asked for."""

    items: list[View]


class Webhook(TypedDict):
    """A webhook without its secret; without a `game` it reports on all games of its player.

    `waiting` counts the deliveries still to be sent; `dropped` counts those given up because too
    many were waiting.
    """

    id: str
    url: str
    events: list[WebhookEvent]
    game: str | None
    created_at: str
    enabled: bool
    disabled: WebhookOff | None
    disabled_at: str | None
    failing_since: str | None
    waiting: int
    dropped: int


class WebhookDelivery(TypedDict):
    """A message to a webhook and its outcome. The message keeps its id in every attempt."""

    id: str
    event: str
    game: str | None
    sequence: int | None
    status: WebhookDeliveryStatus
    attempts: int
    response_code: int | None
    error: WebhookDeliveryError | None
    duration_ms: int | None
    created_at: str
    last_attempt_at: str | None
    next_attempt_at: str | None


class WebhookDeliveryPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[WebhookDelivery]
    next: str | int | None


class WebhookPage(TypedDict):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: list[Webhook]
    next: str | int | None


class WebhookSecret(TypedDict):
    """A new secret, shown only once; the previous one stays valid until `old_until`."""

    secret: str
    old_until: str


class WithNonce(TypedDict):
    """What a player adds to the dice: the SHA-256 of a nonce that is revealed later, or an open nonce."""

    nonce: NotRequired[str | None]
    nonce_hash: NotRequired[str]


class WithdrawAbort(TypedDict):
    """Withdraw the agreement."""

    type: Literal["withdraw_abort"]


class Word(TypedDict):
    """A term, its name and its explanation."""

    kind: str
    id: str
    name: str
    text: str


class YesNoOption(TypedDict):
    """The option is true or false."""

    kind: Literal["yes_no"]


AdminAct: TypeAlias = Literal[
    "ban_player",
    "cancel_game",
    "grant_token",
    "quarantine_game",
    "refused",
    "release_game",
    "revoke_token",
    "unban_player",
]
"""The action; `refused` means that the action of an earlier line was rejected."""


BonfireActionType: TypeAlias = Literal["gnome", "great_bonfire", "guardian", "path", "ship", "task"]
"""The six kinds of action that option II offers."""


BonfireBoardId: TypeAlias = Literal["A", "B", "C", "D"]
"""The id of a component of the kind `board`."""


BonfireCellSet: TypeAlias = Literal["gold", "highlighted", "outer_columns"]
"""Sets of printed cells of the fate area."""


BonfireChallenge: TypeAlias = Literal["handicap"]
"""A series of solo games; the handicap changes with every result (BF-O26, BF-O27)."""


BonfireCode: TypeAlias = Literal[
    "already_there",
    "bonfire_not_lit",
    "bonfire_occupied",
    "bonus_not_available",
    "cannot_pay",
    "cannot_pay_resources",
    "cell_covered",
    "common_task_not_fulfilled",
    "council_space_taken",
    "display_empty",
    "display_not_of_one_color",
    "gnome_not_there",
    "gnomes_complete",
    "guardian_already_here",
    "guardian_at_bonfire",
    "guardian_not_here",
    "guardian_not_in_city",
    "guardians_complete",
    "invalid_payment",
    "main_option_due",
    "move_ended",
    "neutral_novice_gone",
    "no_countdown_value",
    "no_fate_tile",
    "no_fitting_portal",
    "no_free_task_space",
    "no_guardian_can_move",
    "no_guardian_left",
    "no_neutral_novice",
    "no_offering_left",
    "no_path_tile_there",
    "no_placement",
    "no_point_here",
    "no_task_fulfilled",
    "no_task_left",
    "no_task_there",
    "nobody_can_step",
    "nobody_moves",
    "not_adjacent",
    "not_an_option",
    "not_at_guardian_island",
    "not_at_task_island",
    "not_held",
    "not_on_a_path",
    "nothing_to_discard",
    "offering_pile_empty",
    "outside_fate_area",
    "path_complete",
    "path_not_built",
    "path_occupied",
    "path_tile_gone",
    "place_taken",
    "portal_does_not_fit",
    "portal_missing",
    "resource_not_choosable",
    "same_place",
    "start_area_is_no_destination",
    "task_not_fulfilled",
    "task_not_here",
    "task_space_taken",
    "too_few_steps",
    "too_many_steps",
    "too_many_tiles",
    "turn_begun",
    "unknown_rotation",
    "wrong_order",
    "wrong_rewards",
]
"""Codes of moves and options that the rules of this game reject."""


BonfireColor: TypeAlias = Literal["blue", "red", "yellow"]
"""The colour of a task, its bonfire or a crystal."""


BonfireCommand: TypeAlias = (
    BonfireCreateGame
    | JoinGame
    | LeaveGame
    | RemovePlayer
    | CancelGame
    | StartGame
    | RevealNonce
    | ForkGame
    | NoteFork
    | Undo
    | Resign
    | AgreeToAbort
    | WithdrawAbort
    | ComeBack
    | TakeTurn
    | ScoreGame
    | TimeOut
    | BonfireChooseStartFateTile
    | BonfireDiscardActionTiles
    | BonfirePlaceFateTile
    | BonfireMoveShip
    | BonfireReceiveTask
    | BonfireRetrieveGuardian
    | BonfireMakeProcession
    | BonfireBuildPath
    | BonfireRecyclePathDisplay
    | BonfireUseGreatBonfire
    | BonfireRecruitGnome
    | BonfireIgniteBonfire
    | BonfirePlaceNeutralNovice
    | BonfireResolveBonus
    | BonfireResolveTom
    | BonfireSkipIslandAction
    | BonfirePass
    | BonfireEndTurn
)


BonfireCommonTask: TypeAlias = Literal[
    "common_gnomes_6", "common_guardians_5", "common_paths_7", "common_portals_7", "common_tasks_7"
]
"""The five common tasks, in the order of BF-K1 to BF-K5; each has a neutral novice (BF-M13)."""


BonfireComponent: TypeAlias = (
    BonfireResourceComponent
    | BonfireTileComponent
    | BonfireGuardianComponent
    | BonfirePortalShapeComponent
    | BonfirePlayerColorComponent
    | BonfireExtensionComponent
    | BonfireIslandComponent
    | BonfireTaskComponent
    | BonfirePathTileComponent
    | BonfireFateTileComponent
    | BonfireBoardComponent
    | BonfireSpaceComponent
    | BonfireCouncilSpaceComponent
    | BonfireCommonTaskComponent
    | BonfireOfferingComponent
    | BonfireGnomeComponent
    | BonfireCountdownTileComponent
    | BonfireTomCardComponent
)


BonfireCouncilSpace: TypeAlias = Literal[
    "council_fate",
    "council_gold",
    "council_great_bonfire",
    "council_guardian",
    "council_guardian_move",
    "council_path",
    "council_ship",
    "council_specialist",
]
"""The eight spaces of the High Council, clockwise."""


BonfireCountdownTileId: TypeAlias = Literal[
    "countdown-5", "countdown-4", "countdown-3", "countdown-2", "countdown-1"
]
"""The id of a component of the kind `countdown_tile`."""


BonfireEnd: TypeAlias = Literal["bottom", "top"]
"""The end of the fate supply from which a tile is taken."""


BonfireEvent: TypeAlias = (
    BonfireGameCreated
    | BonfireGameForked
    | PlaceTaken
    | PlaceLeft
    | PlayerRemoved
    | ReservationLifted
    | NonceAdded
    | NonceCommitted
    | LobbyClosed
    | NonceRevealed
    | HostChanged
    | GameCancelled
    | SeedPublished
    | GameStarted
    | ForkNoted
    | EntriesUndone
    | SeatResigned
    | SeatsTimedOut
    | SeatTakenBack
    | PlayStopped
    | AbortAgreed
    | AbortWithdrawn
    | GameAborted
    | GameScored
    | BonfireBoardLaidOut
    | BonfireTasksDealt
    | BonfirePortalsDealt
    | BonfirePathsShuffled
    | BonfireSpecialistsShuffled
    | BonfireCitiesDealt
    | BonfireOfferingsShuffled
    | BonfireFateTilesShuffled
    | BonfireMoveBegun
    | BonfireActionTaken
    | BonfireOfferMade
    | BonfireTilesPaid
    | BonfireResourcesPaid
    | BonfireTilesDiscarded
    | BonfireTilesGained
    | BonfireResourcesGained
    | BonfirePointsGained
    | BonfireStartFateTileChosen
    | BonfireFateTilePlaced
    | BonfireSymbolsCovered
    | BonfireShipMoved
    | BonfireTaskReceived
    | BonfireOfferingPlaced
    | BonfireOfferingTurned
    | BonfireGuardianArrived
    | BonfireGuardianMoved
    | BonfirePathHarvested
    | BonfirePathBuilt
    | BonfirePathSlotRefilled
    | BonfirePathDisplayRecycled
    | BonfirePathPilesShuffled
    | BonfireGreatBonfireTurned
    | BonfirePortalPlaced
    | BonfireGnomeRecruited
    | BonfireGnomeSlotRefilled
    | BonfireLit
    | BonfireNovicePlaced
    | BonfireCommonTaskFulfilled
    | BonfireCountdownTriggered
    | BonfireSeatPassed
    | BonfireSeatStuck
    | BonfireRoundBegun
    | BonfireTurnBegun
    | BonfireTomPileShuffled
    | BonfireTomCardDrawn
    | BonfireTomGnomeRevealed
    | BonfireGnomePileShuffled
    | BonfireTomCompensated
    | BonfireTomFoundNothing
    | BonfireTomCardResolved
    | BonfirePlayEnded
)


BonfireExtension: TypeAlias = Literal["oval_building", "terrace"]
"""The piece at the right edge of a city; the oval building marks the starting player (BF-M4)."""


BonfireFateTileId: TypeAlias = Literal[
    "fate-1", "fate-2", "fate-3", "fate-4", "fate-5", "fate-6", "fate-7", "fate-8"
]
"""The id of a component of the kind `fate_tile`."""


BonfireGnomeId: TypeAlias = Literal[
    "specialist-01",
    "specialist-02",
    "specialist-03",
    "specialist-04",
    "specialist-05",
    "specialist-06",
    "specialist-07",
    "specialist-08",
    "specialist-09",
    "specialist-10",
    "specialist-11",
    "specialist-12",
    "specialist-13",
    "specialist-14",
    "specialist-15",
    "specialist-16",
    "specialist-17",
    "specialist-18",
    "specialist-19",
    "specialist-20",
    "specialist-21",
    "specialist-22",
    "specialist-23",
    "specialist-24",
    "specialist-25",
    "specialist-26",
    "specialist-27",
    "elder-1",
    "elder-2",
    "elder-3",
    "elder-4",
    "elder-5",
    "elder-6",
]
"""The id of a component of the kind `gnome`."""


BonfireGnomeRole: TypeAlias = Literal["elder", "specialist"]
"""The role of a gnome: specialists have a lasting power, elders give points once."""


BonfireGuardian: TypeAlias = Literal["blue", "grey", "own", "pink", "wood"]
"""The guardian of the player's own colour and the four that live on islands."""


BonfireIslandId: TypeAlias = Literal[
    "t01",
    "t02",
    "t03",
    "t04",
    "g_pink",
    "t05",
    "g_grey",
    "g_wood",
    "t06",
    "g_blue",
    "t07",
    "t08",
    "t09",
    "t10",
]
"""The id of a component of the kind `island`."""


BonfireIslandPurpose: TypeAlias = Literal["guardian", "task"]
"""What an island is for: tasks or a guardian."""


BonfireMove: TypeAlias = (
    BonfireChooseStartFateTile
    | BonfireDiscardActionTiles
    | BonfirePlaceFateTile
    | BonfireMoveShip
    | BonfireReceiveTask
    | BonfireRetrieveGuardian
    | BonfireMakeProcession
    | BonfireBuildPath
    | BonfireRecyclePathDisplay
    | BonfireUseGreatBonfire
    | BonfireRecruitGnome
    | BonfireIgniteBonfire
    | BonfirePlaceNeutralNovice
    | BonfireResolveBonus
    | BonfireResolveTom
    | BonfireSkipIslandAction
    | BonfirePass
    | BonfireEndTurn
)


BonfireOfferingId: TypeAlias = Literal[
    "offering-blossom-1",
    "offering-blossom-2",
    "offering-fruit-1",
    "offering-fruit-2",
    "offering-herb-1",
    "offering-herb-2",
    "offering-shell-1",
    "offering-shell-2",
    "offering-root-1",
    "offering-root-2",
]
"""The id of a component of the kind `offering`."""


BonfirePathTileId: TypeAlias = Literal[
    "path-blue-01",
    "path-blue-02",
    "path-blue-03",
    "path-blue-04",
    "path-blue-05",
    "path-blue-06",
    "path-blue-07",
    "path-blue-08",
    "path-blue-09",
    "path-blue-10",
    "path-red-01",
    "path-red-02",
    "path-red-03",
    "path-red-04",
    "path-red-05",
    "path-red-06",
    "path-red-07",
    "path-red-08",
    "path-red-09",
    "path-red-10",
    "path-yellow-01",
    "path-yellow-02",
    "path-yellow-03",
    "path-yellow-04",
    "path-yellow-05",
    "path-yellow-06",
    "path-yellow-07",
    "path-yellow-08",
]
"""The id of a component of the kind `path_tile`."""


BonfirePhase: TypeAlias = Literal["countdown", "final_scoring", "main", "setup"]
"""The phase of the game."""


BonfirePile: TypeAlias = Literal["left", "right"]
"""One of the two piles of offering tiles."""


BonfirePlayerColor: TypeAlias = Literal["green", "orange", "red", "violet"]
"""The colour of a seat's pieces."""


BonfirePortalShape: TypeAlias = Literal[
    "circle", "crescent", "diamond", "hexagon", "square", "star", "triangle"
]
"""The shape of a portal and of the notch that it fits."""


BonfireRecruitOption: TypeAlias = Literal["two_resources", "two_tiles"]
"""Two tiles and one resource, or one tile and two resources."""


BonfireResource: TypeAlias = Literal["blossom", "fruit", "gold", "herb", "root", "shell"]
"""A resource, which pays for tasks and gnomes; gold replaces any other."""


BonfireReward: TypeAlias = Literal["portal", "resource", "tile"]
"""What the Great Bonfire gives."""


BonfireSeatStatus: TypeAlias = Literal["active", "passed", "stuck"]
"""Whether a seat still takes turns."""


BonfireSource: TypeAlias = Literal["display:1", "display:2", "display:3", "display:4", "pile:1", "pile:2"]
"""Where a path tile comes from: a slot of the display, or a pile, blindly."""


BonfireSpaceId: TypeAlias = Literal["gb0", "gb1", "gb2", "gb3", "gb4", "gb5", "gb6"]
"""The id of a component of the kind `bonfire_space`."""


BonfireStride: TypeAlias = Literal["bonfire", "path"]
"""One step of a guardian: along the path, or to the bonfire beside it."""


BonfireTake: TypeAlias = Literal["bonus", "point"]
"""What a council space gives: its special bonus, or a point."""


BonfireTaskId: TypeAlias = Literal[
    "blue-01",
    "blue-02",
    "blue-03",
    "blue-04",
    "blue-05",
    "blue-06",
    "blue-07",
    "blue-08",
    "blue-09",
    "blue-10",
    "blue-11",
    "blue-12",
    "blue-13",
    "blue-14",
    "blue-15",
    "blue-16",
    "blue-17",
    "blue-18",
    "blue-19",
    "blue-20",
    "blue-21",
    "blue-22",
    "red-01",
    "red-02",
    "red-03",
    "red-04",
    "red-05",
    "red-06",
    "red-07",
    "red-08",
    "red-09",
    "red-10",
    "red-11",
    "red-12",
    "red-13",
    "red-14",
    "red-15",
    "red-16",
    "red-17",
    "red-18",
    "red-19",
    "red-20",
    "red-21",
    "red-22",
    "yellow-01",
    "yellow-02",
    "yellow-03",
    "yellow-04",
    "yellow-05",
    "yellow-06",
    "yellow-07",
    "yellow-08",
    "yellow-09",
    "yellow-10",
    "yellow-11",
    "yellow-12",
    "yellow-13",
    "yellow-14",
    "yellow-15",
    "yellow-16",
    "yellow-17",
    "yellow-18",
    "yellow-19",
    "yellow-20",
    "yellow-21",
    "yellow-22",
]
"""The id of a component of the kind `task`."""


BonfireTile: TypeAlias = Literal["gnome", "great_bonfire", "guardian", "path", "ship", "task", "yellow"]
"""An action tile: one of the six action types, or yellow, which replaces any other."""


BonfireTomAction: TypeAlias = Literal["gnome", "great_bonfire", "guardian", "path", "task_high", "task_low"]
"""The action on a Tom card."""


BonfireTomCardId: TypeAlias = Literal["tom-1", "tom-2", "tom-3", "tom-4", "tom-5", "tom-6", "tom-7", "tom-8"]
"""The id of a component of the kind `tom_card`."""


BonfireTomQuestion: TypeAlias = Literal["guardian", "space", "task"]
"""The kind of a choice for Tom: a task, a council space, a guardian's colour."""


CommonCode: TypeAlias = Literal[
    "already_agreed",
    "already_answered",
    "already_made",
    "already_seated",
    "banned",
    "challenge_not_aborted",
    "challenge_running",
    "challenge_without_you",
    "choice_not_offered",
    "clock_only",
    "clock_out_of_range",
    "feed_rebuilt",
    "field_missing",
    "fork_noted",
    "fork_of_challenge",
    "fork_point_missing",
    "fork_seats",
    "fork_unfinished",
    "forks_running",
    "game_finished",
    "game_running",
    "games_running",
    "gone",
    "handicap_given",
    "host_only",
    "http_error",
    "idempotency_key_reused",
    "internal_error",
    "invitations_open",
    "issuer_unavailable",
    "lobby_closed",
    "lobby_full",
    "lobby_open",
    "log_sealed",
    "malformed",
    "method_not_allowed",
    "metrics_token_missing",
    "missing_option",
    "mode_combination_not_allowed",
    "no_answer_left",
    "no_fork_here",
    "no_nonce_due",
    "no_such_resource",
    "no_such_version",
    "nobody_plays",
    "nobody_there",
    "nonce_differs",
    "nonce_twice",
    "not_absent",
    "not_acceptable",
    "not_agreed",
    "not_allowed",
    "not_found",
    "not_in_lobby",
    "not_over",
    "not_possible",
    "not_ready",
    "not_replicated",
    "not_seated",
    "not_started",
    "not_your_turn",
    "not_yours",
    "nothing_to_score",
    "nothing_to_undo",
    "operator_scopes",
    "option_not_applicable",
    "place_taken_twice",
    "places_open",
    "places_reserved",
    "player_count_not_allowed",
    "quarantined",
    "rated_with_seed",
    "recovery_refused",
    "removed_by_host",
    "scope_missing",
    "scorer_only",
    "seat_resigned",
    "stopping",
    "ticket_invalid",
    "ticket_misplaced",
    "time_is_over",
    "time_left",
    "timed_out",
    "token_invalid",
    "token_missing",
    "too_large",
    "too_many_invitations",
    "too_many_joins",
    "too_many_recoveries",
    "too_many_requests",
    "too_many_signups",
    "too_many_streams",
    "too_many_tokens",
    "too_many_undos",
    "too_many_webhooks",
    "too_much_contention",
    "unavailable",
    "undo_too_far",
    "unexpected_field",
    "unknown_bot",
    "unknown_id",
    "unknown_option",
    "unknown_place",
    "unknown_player",
    "unknown_rules",
    "unknown_ruleset",
    "unknown_seat",
    "unprocessable",
    "unsupported_media_type",
    "version_conflict",
    "wider_than_yours",
    "wrong_step",
]
"""Codes of errors and refusals that are not specific to one game."""


PhoenixCode: TypeAlias = Literal[
    "cannot_afford",
    "card_not_available",
    "card_spent",
    "clan_taken",
    "invalid_choice",
    "invalid_payment",
    "invalid_target",
    "kin_not_in_hand",
    "next_village_not_built",
    "not_on_frontier",
    "palace_cannot_cloak",
    "sector_guarded",
    "sector_not_highlighted",
    "spot_not_visible",
    "spot_occupied",
]
"""Codes of moves and options that the rules of this game reject."""


Code: TypeAlias = CommonCode | BonfireCode | PhoenixCode
"""What went wrong, for programs. New codes may be added."""


PhoenixEvent: TypeAlias = (
    PhoenixGameCreated
    | PhoenixGameForked
    | PlaceTaken
    | PlaceLeft
    | PlayerRemoved
    | ReservationLifted
    | NonceAdded
    | NonceCommitted
    | LobbyClosed
    | NonceRevealed
    | HostChanged
    | GameCancelled
    | SeedPublished
    | GameStarted
    | ForkNoted
    | EntriesUndone
    | SeatResigned
    | SeatsTimedOut
    | SeatTakenBack
    | PlayStopped
    | AbortAgreed
    | AbortWithdrawn
    | GameAborted
    | GameScored
    | ChoiceChanged
    | PhoenixBoardLaidOut
    | PhoenixClanPileShuffled
    | PhoenixVillagesShuffled
    | PhoenixForeseenPileShuffled
    | PhoenixRevelationPileShuffled
    | PhoenixKinDrawn
    | PhoenixDraftDecided
    | PhoenixHandRevealed
    | PhoenixRevelationsDealt
    | PhoenixRevelationsBought
    | PhoenixMoveBegun
    | PhoenixActionTaken
    | PhoenixStepsOpened
    | PhoenixStepClosed
    | PhoenixRoundStarted
    | PhoenixEventRevealed
    | PhoenixTurnStarted
    | PhoenixGuardExpired
    | PhoenixTurnStartCardUsed
    | PhoenixKinPlaced
    | PhoenixResourceChanged
    | PhoenixShardChanged
    | PhoenixFpChanged
    | PhoenixKinUnveiled
    | PhoenixKinCloaked
    | PhoenixKinMoved
    | PhoenixKinSentToPalace
    | PhoenixKinBumped
    | PhoenixHitPrevented
    | PhoenixGuardSet
    | PhoenixDaytimeChanged
    | PhoenixDaytimePerformed
    | PhoenixEventDiscarded
    | PhoenixEventReturned
    | PhoenixHeraldMoved
    | PhoenixPioneerMoved
    | PhoenixVillageBuilt
    | PhoenixVillageTurned
    | PhoenixVillageCollected
    | PhoenixRevelationAcquired
    | PhoenixRevelationSlotRefilled
    | PhoenixReadyKinRemoved
    | PhoenixKinRevealed
    | PhoenixKinAcquired
    | PhoenixPalaceRotated
    | PhoenixDragonMoved
    | PhoenixNighttimeStarted
    | PhoenixEventResolved
    | PhoenixDragonFed
    | PhoenixSectorScored
    | PhoenixPalaceScored
    | PhoenixFirstPlayerChanged
    | PhoenixRoundEnded
    | PhoenixPlayEnded
    | PhoenixBasiliskAwoken
    | PhoenixActRevealed
    | PhoenixSpecialistsDrawn
    | PhoenixStackShuffled
    | PhoenixEnemyDeckShuffled
    | PhoenixEnemyCardRevealed
    | PhoenixTwistResolved
    | PhoenixSectorPassedOver
    | PhoenixSpotFound
    | PhoenixAbilityMissed
    | PhoenixAbilityPerformed
    | PhoenixEffectBegun
    | PhoenixPartSkipped
    | PhoenixDeciderNominated
)


Event: TypeAlias = BonfireEvent | PhoenixEvent
"""An event of a game, by ruleset; values that you may not see are null."""


GameOptions: TypeAlias = BonfireOptions | PhoenixOptions
"""The options of a game, by ruleset."""


GameStatus: TypeAlias = Literal["active", "cancelled", "finished", "lobby", "scoring"]
"""lobby, active, scoring, finished; or cancelled, in the lobby or by agreement of all players."""


GameView: TypeAlias = BonfireView | PhoenixView
"""A game as you may see it, by ruleset."""


LobbyChoice: TypeAlias = PhoenixClanChoice
"""A player's choice in the lobby, by ruleset."""


LogEntry: TypeAlias = BonfireEntry | PhoenixEntry
"""An entry of a log, by ruleset: one accepted command and the events it caused."""


PhoenixMove: TypeAlias = (
    PhoenixPlaceKin
    | PhoenixUseAbility
    | PhoenixSkipAbility
    | PhoenixPerformDaytime
    | PhoenixSkipDaytime
    | PhoenixUseTurnStartCard
    | PhoenixChoose
    | PhoenixEndTurn
    | PhoenixAsymChooseFighter
    | PhoenixAsymBuyRevelations
    | PhoenixNominateDecider
)


Move: TypeAlias = BonfireMove | PhoenixMove
"""A move, by ruleset. The game asks for omitted fields next; null declines an optional one."""


NonceGiven: TypeAlias = Literal["committed", "open"]
"""How a nonce came into the dice: committed to before any was shown, or given openly."""


PhoenixAbilityMode: TypeAlias = Literal["collect", "discard", "explore", "return"]
"""What a clairvoyant (discard, return) or a pathfinder (explore, collect) does."""


PhoenixActId: TypeAlias = Literal[
    "ember_court.1",
    "ember_court.2",
    "ember_court.3",
    "silent_tide.1",
    "silent_tide.2",
    "silent_tide.3",
    "hidden_grove.1",
    "hidden_grove.2",
    "hidden_grove.3",
    "golden_road.1",
    "golden_road.2",
    "golden_road.3",
]
"""The id of a component of the kind `act`."""


PhoenixBoardSide: TypeAlias = Literal["large", "small"]
"""The side of the game board: two players use the small one."""


PhoenixCardUse: TypeAlias = Literal["discard", "keep"]
"""What a player does with an acquired revelation card."""


PhoenixClan: TypeAlias = Literal["blue", "green", "red", "yellow"]
"""The colour of a player's tiles."""


PhoenixCommand: TypeAlias = (
    PhoenixCreateGame
    | JoinGame
    | LeaveGame
    | RemovePlayer
    | CancelGame
    | StartGame
    | RevealNonce
    | ForkGame
    | NoteFork
    | Undo
    | Resign
    | AgreeToAbort
    | WithdrawAbort
    | ComeBack
    | TakeTurn
    | ScoreGame
    | TimeOut
    | ChangeChoice
    | PhoenixPlaceKin
    | PhoenixUseAbility
    | PhoenixSkipAbility
    | PhoenixPerformDaytime
    | PhoenixSkipDaytime
    | PhoenixUseTurnStartCard
    | PhoenixChoose
    | PhoenixEndTurn
    | PhoenixAsymChooseFighter
    | PhoenixAsymBuyRevelations
    | PhoenixNominateDecider
)


PhoenixComponent: TypeAlias = (
    PhoenixSectorComponent
    | PhoenixResourceComponent
    | PhoenixShardComponent
    | PhoenixClanComponent
    | PhoenixKinTypeComponent
    | PhoenixKinComponent
    | PhoenixSpotComponent
    | PhoenixVillageComponent
    | PhoenixEventCardComponent
    | PhoenixRevelationComponent
    | PhoenixDifficultyComponent
    | PhoenixScenarioComponent
    | PhoenixActComponent
    | PhoenixEnemyCardComponent
    | PhoenixModeComponent
)


PhoenixDifficulty: TypeAlias = Literal["easy", "hard", "heroic", "medium"]
"""How strong the Basilisk is; from the easiest: `easy`, `medium`, `hard`, `heroic`."""


PhoenixDirection: TypeAlias = Literal["clockwise", "counter_clockwise"]
"""The way the palace or the dragon turns."""


PhoenixEnemyCardId: TypeAlias = Literal[
    "sc01",
    "sc02",
    "sc03",
    "sc04",
    "sc05",
    "sc06",
    "sc07",
    "sc08",
    "sc09",
    "sc10",
    "sc11",
    "sc12",
    "tw01",
    "tw02",
    "tw03",
]
"""The 12 sector cards and 3 twists of the enemy deck (12.6)."""


PhoenixForeseenId: TypeAlias = Literal[
    "breached_walls",
    "burnt_scrolls",
    "coin_tithe",
    "cold_springs",
    "drawn_curtains",
    "dying_lamps",
    "envy_of_the_court",
    "generous_envoy",
    "harvest_moon",
    "heresy_trial",
    "hoarders_bane",
    "lantern_festival",
    "levy",
    "night_raid",
    "phoenix_gaze",
    "roadside_bandits",
    "shooting_stars",
    "washed_out_road",
]
"""The 18 event cards, in the order PP-EC01 to PP-EC18."""


PhoenixKinId: TypeAlias = Literal[
    "red.apprentice.1",
    "red.apprentice.2",
    "red.apprentice.3",
    "red.apprentice.4",
    "red.apprentice.5",
    "red.archer",
    "red.bard",
    "red.clairvoyant",
    "red.councilor",
    "red.diplomat",
    "red.fighter",
    "red.guard",
    "red.hermit",
    "red.mastermind",
    "red.mentor",
    "red.merchant",
    "red.nocturnal",
    "red.pathfinder",
    "red.philosopher",
    "red.trickster",
    "blue.apprentice.1",
    "blue.apprentice.2",
    "blue.apprentice.3",
    "blue.apprentice.4",
    "blue.apprentice.5",
    "blue.archer",
    "blue.bard",
    "blue.clairvoyant",
    "blue.councilor",
    "blue.diplomat",
    "blue.fighter",
    "blue.guard",
    "blue.hermit",
    "blue.mastermind",
    "blue.mentor",
    "blue.merchant",
    "blue.nocturnal",
    "blue.pathfinder",
    "blue.philosopher",
    "blue.trickster",
    "green.apprentice.1",
    "green.apprentice.2",
    "green.apprentice.3",
    "green.apprentice.4",
    "green.apprentice.5",
    "green.archer",
    "green.bard",
    "green.clairvoyant",
    "green.councilor",
    "green.diplomat",
    "green.fighter",
    "green.guard",
    "green.hermit",
    "green.mastermind",
    "green.mentor",
    "green.merchant",
    "green.nocturnal",
    "green.pathfinder",
    "green.philosopher",
    "green.trickster",
    "yellow.apprentice.1",
    "yellow.apprentice.2",
    "yellow.apprentice.3",
    "yellow.apprentice.4",
    "yellow.apprentice.5",
    "yellow.archer",
    "yellow.bard",
    "yellow.clairvoyant",
    "yellow.councilor",
    "yellow.diplomat",
    "yellow.fighter",
    "yellow.guard",
    "yellow.hermit",
    "yellow.mastermind",
    "yellow.mentor",
    "yellow.merchant",
    "yellow.nocturnal",
    "yellow.pathfinder",
    "yellow.philosopher",
    "yellow.trickster",
]
"""The id of a component of the kind `kin`."""


PhoenixKinType: TypeAlias = Literal[
    "apprentice",
    "archer",
    "bard",
    "clairvoyant",
    "councilor",
    "diplomat",
    "fighter",
    "guard",
    "hermit",
    "mastermind",
    "mentor",
    "merchant",
    "nocturnal",
    "pathfinder",
    "philosopher",
    "trickster",
]
"""What is printed on a kin tile."""


PhoenixModeId: TypeAlias = Literal["asymmetric", "coop", "dragon", "palace_alt", "solo", "story", "team"]
"""What changes the printed rules: a mode of play or a variant. Modes stack in this order."""


PhoenixObstacle: TypeAlias = Literal["full", "guarded", "too_dear"]
"""Why the Basilisk cannot place a kin in a sector."""


PhoenixPalaceOption: TypeAlias = Literal["resource", "sector"]
"""What the palace gives: a resource, or the effect of a highlighted sector for a lantern."""


PhoenixPart: TypeAlias = Literal[
    "acquire_kin", "buy_card", "discard_event", "explore", "explore_or_build", "pay_lantern", "reveal_kin"
]
"""A part of an effect that the Basilisk can find impossible."""


PhoenixPhase: TypeAlias = Literal["dawn", "daytime", "finished", "nighttime", "setup"]
"""How far the round or the game is."""


PhoenixPlayMode: TypeAlias = Literal["coop", "solo", "standard", "team"]
"""Who plays with or against whom."""


PhoenixReadyPick: TypeAlias = Literal["leftmost", "rightmost"]
"""Which of its ready kin the Basilisk wants."""


PhoenixResource: TypeAlias = Literal["coin", "lantern", "scroll"]
"""What pays for nearly everything."""


PhoenixRevelationId: TypeAlias = Literal[
    "borrowed_mask",
    "builders_tools",
    "clear_skies",
    "coin_jar",
    "collectors_shelf",
    "eclipse",
    "free_passage",
    "gatekeepers_debt",
    "gathered_clan",
    "golden_scales",
    "heralds_crown",
    "ill_omen",
    "lamplighters_oath",
    "money_changer",
    "moon_ledger",
    "moonlit_offering",
    "palace_favour",
    "paper_crane",
    "phoenix_feather",
    "pilgrims_bell",
    "second_wind",
    "silk_cloaks",
    "storm_of_arrows",
    "toll_of_ash",
    "travel_journal",
    "twin_moons",
    "veil_of_smoke",
    "wax_and_wick",
    "whispered_names",
    "wind_chime",
]
"""The 30 revelation cards, in the order PP-RC01 to PP-RC30."""


PhoenixRevelationKind: TypeAlias = Literal[
    "all_enemies", "endgame", "instant", "ongoing", "turn_start", "turn_start_once"
]
"""When a kept revelation card works."""


PhoenixScenarioId: TypeAlias = Literal["ember_court", "golden_road", "hidden_grove", "silent_tide"]
"""The four stories of three acts."""


PhoenixSector: TypeAlias = Literal["capital", "clanhouse", "gates", "rim", "shrine", "springs"]
"""The six sectors around the palace, clockwise."""


PhoenixShard: TypeAlias = Literal["agate", "coral", "jade"]
"""The colour of a moon shard."""


PhoenixSide: TypeAlias = Literal["east", "north", "south", "west"]
"""The edge of the board at which a seat sits."""


PhoenixSpotId: TypeAlias = Literal[
    "gates.1",
    "gates.2",
    "gates.3",
    "gates.4",
    "capital.1",
    "capital.2",
    "capital.3",
    "capital.4",
    "rim.1",
    "rim.2",
    "rim.3",
    "rim.4",
    "shrine.1",
    "shrine.2",
    "shrine.3",
    "shrine.4",
    "springs.1",
    "springs.2",
    "springs.3",
    "springs.4",
    "clanhouse.1",
    "clanhouse.2",
    "clanhouse.3",
    "clanhouse.4",
    "palace",
    "outer_ward.0",
    "outer_ward.1",
    "outer_ward.2",
    "outer_ward.3",
    "battlement.0",
    "battlement.1",
    "battlement.2",
    "battlement.3",
    "pinnacle",
]
"""The id of a component of the kind `spot`."""


PhoenixSpotReason: TypeAlias = Literal[
    "battlement", "free_spot", "outer_ward", "paid_spot", "palace", "pinnacle"
]
"""Why the Basilisk takes a spot."""


PhoenixStyle: TypeAlias = Literal["story", "vanilla"]
"""A plain game against the Basilisk, or one of its stories."""


PhoenixVillageId: TypeAlias = Literal[
    "bandits_lair",
    "cove_of_the_owl",
    "featherglow",
    "fortune_city",
    "lanternquill",
    "loreville",
    "moon_heaven",
    "moonforge",
    "nomad_encampment",
    "shrine_tile",
    "starting_village",
    "the_outpost",
    "town_hall",
    "twin_river_town",
]
"""The starting village, the twelve village tiles and the shrine tile."""


Ruleset: TypeAlias = BonfireRuleset | PhoenixRuleset
"""A ruleset with all its components, the facts printed on its boards, and all other terms.

Components and printed facts have the types of their game. `modes` lists which options and
numbers of players can be combined. `choice` is the JSON Schema of what players choose in the
lobby, null if there is nothing to choose. `layouts` say where to draw the boards; they replace
all spots.
"""


Scope: TypeAlias = Literal["account", "admin", "audit", "play", "read", "webhooks"]
"""What a token permits (`account`: tokens and recovery code); only the operator grants the last
two.
"""


Verdict: TypeAlias = Literal["failed", "incomplete", "ok"]
"""What an audit comes to: all checks held, some could not be made, or something does not fit."""


WebhookDeliveryError: TypeAlias = Literal[
    "address_refused", "bad_status", "connection_failed", "entry_lost", "name_unknown", "timed_out"
]
"""Why an attempt failed."""


WebhookDeliveryStatus: TypeAlias = Literal["delivered", "given_up", "waiting"]
"""Waiting to be sent or retried, accepted by the receiver, or given up."""


WebhookEvent: TypeAlias = Literal[
    "game.cancelled",
    "game.entry",
    "game.finished",
    "game.invited",
    "game.started",
    "nonce.due",
    "plan.dropped",
    "turn.due",
]
"""An event that a webhook can report."""


WebhookOff: TypeAlias = Literal["failing", "gone", "token_ended"]
"""Why a webhook was switched off: it kept failing, got a 410 Gone, or its token ended."""
