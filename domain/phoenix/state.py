"""What is: the state of a game of Phoenix Palace. Types only; questions about a state that need no rule."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Annotated, TypeAlias, Union

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.kernel.agenda import Pending
from domain.kernel.field_kinds import also
from domain.kernel.table import Choice, Options
from domain.kernel.tokens import Holdings, Tokens
from domain.phoenix.catalogue import (
    BUMPED,
    FORESEEN_SLOTS,
    ON_PALACE,
    RESOURCES,
    REVELATION_SLOTS,
    SECTOR_OF,
    SHARDS,
    SOLO_ALLIES,
    BoardSide,
    Clan,
    Difficulty,
    EnemyCardId,
    ForeseenId,
    KinId,
    KinType,
    ModeId,
    Resource,
    RevelationId,
    ScenarioId,
    Sector,
    Shard,
    Side,
    SpotId,
    Style,
    VillageId,
)
from domain.phoenix.commands import Answers, Move


class PlayMode(StrEnum):
    """Who plays with or against whom."""

    STANDARD = "standard"
    TEAM = "team"
    COOP = "coop"
    SOLO = "solo"


class PhoenixOptions(Options, frozen=True, kw_only=True):
    """What can be chosen when a game is opened (9.1); the last five are for games against the Basilisk."""

    mode: PlayMode = PlayMode.STANDARD
    palace_alt: bool = False
    asymmetric: bool = False
    dragon: bool = False
    difficulty: Difficulty | UnsetType | None = UNSET
    style: Style | UnsetType | None = UNSET
    scenario: ScenarioId | UnsetType | None = UNSET
    basilisk_clan: Clan | UnsetType | None = UNSET
    solo_allies: Annotated[int, Meta(extra_json_schema={"enum": [*SOLO_ALLIES]})] | UnsetType | None = UNSET


class ClanChoice(Struct, Choice, frozen=True, forbid_unknown_fields=True):
    """What a player chooses in the lobby (PP-S2)."""

    clan: Clan


class Phase(StrEnum):
    """How far the round or the game is."""

    SETUP = "setup"
    DAYTIME = "daytime"
    NIGHTTIME = "nighttime"
    DAWN = "dawn"
    FINISHED = "finished"


class Pool(Struct, frozen=True):
    """Resources and shards that one seat, or a faction together, pays from."""

    coin: int = 0
    scroll: int = 0
    lantern: int = 0
    coral: int = 0
    jade: int = 0
    agate: int = 0

    def count(self, token: Resource | Shard) -> int:
        """How many tokens of a kind it holds."""
        held: int = getattr(self, token)
        return held

    @property
    def resources(self) -> int:
        """How many resources it holds."""
        return self.coin + self.scroll + self.lantern

    @property
    def shards(self) -> tuple[int, int, int]:
        """How many shards it holds, by colour."""
        return self.coral, self.jade, self.agate

    @property
    def holdings(self) -> Holdings:
        """Its resources and shards."""
        resources = (Tokens("resource", kind.value, self.count(kind)) for kind in RESOURCES)
        shards = (Tokens("shard", shard.value, self.count(shard)) for shard in SHARDS)
        return (*resources, *shards)

    @property
    def kinds(self) -> tuple[Resource, ...]:
        """The kinds of resource it holds at least one of."""
        return tuple(kind for kind in RESOURCES if getattr(self, kind))


class Tile(Struct, frozen=True):
    """A kin that was played: where it is, and its face."""

    kin: KinId
    at: Annotated[SpotId, also(BUMPED)]
    cloaked: bool = False

    @property
    def sector(self) -> Sector | None:
        """The sector in which it stands, if it does."""
        return SECTOR_OF.get(self.at)

    @property
    def on_palace(self) -> bool:
        """Whether it is on the palace."""
        return self.at in ON_PALACE


class Draft(Struct, frozen=True):
    """What a seat was dealt in the asymmetric draft, and what it has decided so far (PP-AS1–PP-AS5).

    `fighter` and `bought` mean something once the seat has decided.
    """

    drawn: tuple[KinId, ...] = ()
    pick: KinId | None = None
    fighter: KinId | None = None
    dealt: tuple[RevelationId, ...] = ()
    bought: tuple[RevelationId, ...] = ()
    decided: bool = False


class Seat(Struct, frozen=True, dict=True):
    """Everything that belongs to one seat. `veiled` tells that veil_of_smoke has worked in this round.

    The Basilisk has a `stack` instead of a hand, its top tile first.
    """

    clan: Clan
    pool: int
    hand: tuple[KinId, ...] = ()
    tiles: tuple[Tile, ...] = ()
    clan_pile: tuple[KinId, ...] = ()
    box: tuple[KinId, ...] = ()
    fp: int = 0
    pioneer: int = 0
    revelations: tuple[RevelationId, ...] = ()
    spent: tuple[RevelationId, ...] = ()
    veiled: bool = False
    side: Side | None = None
    draft: Draft | None = None
    stack: tuple[KinId, ...] = ()

    @property
    def unplayed(self) -> tuple[KinId, ...]:
        """Own kin that are still to be placed in this round."""
        return self.hand or self.stack

    @cached_property
    def in_sectors(self) -> tuple[Tile, ...]:
        """Own kin in sector spots, in either face."""
        return tuple(tile for tile in self.tiles if tile.at in SECTOR_OF)

    @cached_property
    def on_palace(self) -> tuple[Tile, ...]:
        """Own kin on the palace."""
        return tuple(tile for tile in self.tiles if tile.at in ON_PALACE)

    def tiles_in(self, sector: Sector) -> Iterator[Tile]:
        """Own kin in a sector, in either face."""
        return (tile for tile in self.tiles if tile.sector is sector)

    def is_in(self, sector: Sector) -> bool:
        """Whether at least one own kin is in a sector."""
        return any(tile.sector is sector for tile in self.tiles)

    def tile(self, kin: KinId) -> Tile | None:
        """Where one of its kin lies, if it was played."""
        return next((tile for tile in self.tiles if tile.kin == kin), None)

    def owns(self, card: RevelationId) -> bool:
        """Whether the seat has kept a revelation card."""
        return card in self.revelations


class Guard(Struct, frozen=True):
    """A guard marker on a sector."""

    seat: int
    sector: Sector


class Board(Struct, frozen=True):
    """The game board and what lies on it. The top of a discard pile is its last card, of a pile its first."""

    side: BoardSide = BoardSide.SMALL
    rotation: int = 0
    palace_level: int = 1
    guards: tuple[Guard, ...] = ()
    clanhouse: tuple[KinId, ...] = ()
    villages: tuple[VillageId, ...] = (VillageId.STARTING_VILLAGE,)
    village_top: VillageId | None = None
    village_pile: tuple[VillageId, ...] = ()
    foreseen: tuple[ForeseenId | None, ...] = (None,) * FORESEEN_SLOTS
    foreseen_pile: tuple[ForeseenId, ...] = ()
    foreseen_discard: tuple[ForeseenId, ...] = ()
    revelations: tuple[RevelationId | None, ...] = (None,) * REVELATION_SLOTS
    revelation_pile: tuple[RevelationId, ...] = ()
    revelation_discard: tuple[RevelationId, ...] = ()
    dragon: int | None = None

    @property
    def frontier(self) -> int:
        """The highest built position of the village track."""
        return len(self.villages) - 1

    @property
    def empty_slots(self) -> tuple[int, ...]:
        """The empty foreseen slots, numbered from 1."""
        return tuple(slot for slot, card in enumerate(self.foreseen, 1) if card is None)

    @property
    def occupied_slots(self) -> tuple[int, ...]:
        """The foreseen slots with a card, numbered from 1."""
        return tuple(slot for slot, card in enumerate(self.foreseen, 1) if card is not None)

    def is_guarded(self, sector: Sector) -> bool:
        """Whether a guard marker is on a sector."""
        return any(guard.sector is sector for guard in self.guards)


class Enemy(Struct, frozen=True):
    """What the Basilisk has besides its seat: the enemy deck, the current card, and the acts of its story.

    `nominations` has for each seat the ally whom it has named as decider (PP-CO8).
    """

    difficulty: Difficulty
    scenario: ScenarioId | None = None
    act: int = 0
    deck: tuple[EnemyCardId, ...] = ()
    discard: tuple[EnemyCardId, ...] = ()
    removed: tuple[EnemyCardId, ...] = ()
    card: EnemyCardId | None = None
    nominations: tuple[int | None, ...] = ()


class Turn(Struct, frozen=True):
    """Whose turn it is, the kin placed in it, and the sector whose daytime effect it gives (None: palace)."""

    number: int = 0
    seat: int = 0
    kin: KinId | None = None
    spot: SpotId | None = None
    daytime: Sector | None = None


class Step(Struct, frozen=True, tag_field="kind"):
    """Something that is still to happen."""


class TurnStart(Step, frozen=True, tag="turn_start"):
    """A turn-start card may be used before a kin is placed (PP-T4)."""


class Placement(Step, frozen=True, tag="placement"):
    """A kin must be placed (PP-T5)."""


class Ability(Step, frozen=True, tag="ability"):
    """The ability of the placed kin may be used (PP-T6)."""


class Daytime(Step, frozen=True, tag="daytime_effect"):
    """The daytime effect is performed or skipped (PP-T8)."""


class Performed(Step, frozen=True, tag="performed"):
    """A daytime effect is finished after everything inside it is resolved (PP-RV5)."""

    seat: int
    sector: Sector


class Rotation(Step, frozen=True, tag="rotation"):
    """The palace turns after a placement on it (PP-T11)."""


class DragonMove(Step, frozen=True, tag="dragon_move"):
    """The seat moves the dragon to a neighbouring moon (PP-DR3)."""

    seat: int


class TurnEnd(Step, frozen=True, tag="turn_end"):
    """Nothing is left but to end the turn."""


class Refill(Step, frozen=True, tag="refill"):
    """Empty revelation slots are filled (PP-E18)."""


class GainResource(Step, frozen=True, tag="gain_resource"):
    """A seat gains one resource of its choice."""

    seat: int
    source: str


class LoseResource(Step, frozen=True, tag="lose_resource"):
    """A seat loses or pays one resource of its choice."""

    seat: int
    source: str


class GainShard(Step, frozen=True, tag="gain_shard"):
    """A seat gains one shard of its choice."""

    seat: int
    source: str


class OwnKin(Step, frozen=True, tag="own_kin"):
    """A seat picks one of its kin for a card."""

    seat: int
    source: str


class EitherOr(Step, frozen=True, tag="either_or"):
    """A seat picks one of the alternatives of a card."""

    seat: int
    source: str


class AcquireCard(Step, frozen=True, tag="acquire_card"):
    """A seat may acquire a second revelation card (PP-RV2)."""

    seat: int


class UseOfCard(Step, frozen=True, tag="use_of_card"):
    """A seat keeps the card that it acquires, or discards it for favor points (PP-RV2)."""

    seat: int
    card: RevelationId


class CardTarget(Step, frozen=True, tag="card_target"):
    """A seat names the targets of a kept instant card, one parameter after the other (PP-RV2)."""

    seat: int
    card: RevelationId
    answers: Answers = field(default_factory=Answers)
    optional: bool = True


class ClanhouseAcquire(Step, frozen=True, tag="clanhouse_acquire"):
    """A seat may acquire one of its ready kin (PP-E20)."""

    seat: int


class ClanhouseReplace(Step, frozen=True, tag="clanhouse_replace"):
    """A seat names the kin that the acquired one replaces (PP-E20)."""

    seat: int
    ready_kin: KinId


class OuterWard(Step, frozen=True, tag="outer_ward"):
    """The owner of a kin that is sent to the palace picks its outer ward (PP-PA8)."""

    seat: int
    kin: KinId


class DealKin(Step, frozen=True, tag="deal_kin"):
    """Each seat draws three tiles of its clan pile (PP-AS1)."""


class DraftKin(Step, frozen=True, tag="draft_kin"):
    """All seats decide in secret which tile replaces their fighter, if any (PP-AS2)."""


class DraftRevelations(Step, frozen=True, tag="draft_revelations"):
    """All seats decide in secret which of their dealt cards they buy (PP-AS4)."""


class DealRevelations(Step, frozen=True, tag="deal_revelations"):
    """Three revelation cards are dealt to each seat (PP-AS4)."""


class ResolveDraft(Step, frozen=True, tag="resolve_draft"):
    """The cards bought in the draft take effect (PP-AS5)."""


class ResolveKept(Step, frozen=True, tag="resolve_kept"):
    """A card that a seat bought in the draft takes effect (PP-AS5)."""

    seat: int
    card: RevelationId


class OpenClanhouse(Step, frozen=True, tag="open_clanhouse"):
    """Each seat reveals its first ready kin (PP-S8)."""


class OpenRevelations(Step, frozen=True, tag="open_revelations"):
    """The first revelation cards are shown (PP-S13)."""


class StartRound(Step, frozen=True, tag="start_round"):
    """Events are foreseen, and the first turn starts (PP-T2)."""

    round: int


class NightBegins(Step, frozen=True, tag="night_begins"):
    """Cards that work at the beginning of the night (PP-N3)."""


class ForeseenEvents(Step, frozen=True, tag="foreseen_events"):
    """The foreseen events are resolved from left to right (PP-N4)."""


class ForeseenFor(Step, frozen=True, tag="foreseen_for"):
    """A seat resolves a foreseen event for itself (PP-EV2)."""

    seat: int
    foreseen: ForeseenId


class ForeseenDone(Step, frozen=True, tag="foreseen_done"):
    """A resolved event goes to the discard pile (PP-N4)."""

    slot: int


class DragonWakes(Step, frozen=True, tag="dragon_wakes"):
    """The dragon looks at its sectors (PP-DR4)."""


class Scoring(Step, frozen=True, tag="scoring"):
    """The locations are scored one after the other (PP-N6)."""


class ScoreSector(Step, frozen=True, tag="score_sector"):
    """A sector gives its rewards and its majority bonus (PP-N8)."""

    sector: Sector


class ScorePalace(Step, frozen=True, tag="score_palace"):
    """The palace gives its rewards and the first-player token (PP-N8, PP-N11)."""


class PalaceReward(Step, frozen=True, tag="palace_reward"):
    """A seat gains the reward of the palace (PP-N8)."""

    seat: int


class Majority(Step, frozen=True, tag="majority"):
    """The winner of a location gets its bonus after everybody's reward; without a sector, of the palace."""

    seat: int
    sector: Sector | None = None


class NightEnds(Step, frozen=True, tag="night_ends"):
    """Dawn of the next round, or the end of the game (PP-T14, PP-T15)."""


class DifficultySet(Step, frozen=True, tag="difficulty_set"):
    """The difficulty changes the resources of the allies (PP-CO5)."""


class DifficultyResources(Step, frozen=True, tag="difficulty_resources"):
    """The decider picks a resource that the allies gain, or lose if it is `lost` (PP-CO5)."""

    source: str
    lost: bool


class BasiliskTurn(Step, frozen=True, tag="basilisk_turn"):
    """The Basilisk takes a turn; `number` counts the turns of its run (PP-CO12)."""

    number: int


class BasiliskPlaces(Step, frozen=True, tag="basilisk_places"):
    """The Basilisk places the top tile of its stack by its current card (PP-CO16)."""


class BasiliskAbility(Step, frozen=True, tag="basilisk_ability"):
    """The Basilisk uses the ability of a type of kin, perhaps a borrowed one (PP-CO18)."""

    type: KinType


class BasiliskPerforms(Step, frozen=True, tag="basilisk_performs"):
    """The Basilisk performs the effect of a sector, perhaps for a lantern; if none is named, of its own."""

    sector: Sector | None = None
    lantern: bool = False


class BasiliskHit(Step, frozen=True, tag="basilisk_hit"):
    """The Basilisk gains what its act gives for a hit, after the hit; `sent` tells whether to the palace."""

    sent: bool


class Moonlight(Step, frozen=True, tag="moonlight"):
    """A seat that has paid for it gains a shard of the sector where its kin stands (PP-K13)."""

    seat: int


class BasiliskAcquires(Step, frozen=True, tag="basilisk_acquires"):
    """The Basilisk acquires the ready kin that its card names (PP-CO20)."""


class BasiliskShuffles(Step, frozen=True, tag="basilisk_shuffles"):
    """The Basilisk's stack is shuffled (PP-CO20)."""


class BasiliskTurnEnds(Step, frozen=True, tag="basilisk_turn_ends"):
    """The Basilisk's turn is over; another one of its run, the next seat or the night follows (PP-CO12)."""

    number: int


class BasiliskTarget(Step, frozen=True, tag="basilisk_target"):
    """The decider picks the ally's kin that the Basilisk hits (PP-CO11)."""

    source: str


class BasiliskKin(Step, frozen=True, tag="basilisk_kin"):
    """The decider picks a kin of the Basilisk (PP-CO11)."""

    source: str


class BasiliskReadyKin(Step, frozen=True, tag="basilisk_ready_kin"):
    """The decider picks the ready kin whose ability the Basilisk's trickster borrows (PP-CO18)."""

    source: str


class BasiliskSector(Step, frozen=True, tag="basilisk_sector"):
    """The decider picks the sector whose effect the Basilisk performs (PP-CO19, PP-CO21)."""

    source: str


class BasiliskPalaceSpot(Step, frozen=True, tag="basilisk_palace_spot"):
    """The decider picks a spot of the palace; `sector` is then performed from it, if set (PP-CP3, PP-CP5)."""

    source: str
    sector: Sector | None = None


class BasiliskAlternative(Step, frozen=True, tag="basilisk_alternative"):
    """The decider picks one of two effects (PP-CO9)."""

    source: str


class BasiliskCard(Step, frozen=True, tag="basilisk_card"):
    """The decider picks the revelation that the Basilisk buys and discards (PP-CO19, PP-CO20)."""

    source: str


class BasiliskVillage(Step, frozen=True, tag="basilisk_village"):
    """The decider picks the village that the Basilisk collects (PP-CO19)."""

    source: str


class BasiliskEventSlot(Step, frozen=True, tag="basilisk_event_slot"):
    """The decider picks the slot whose event the Basilisk discards, or that it fills again (PP-CO19)."""

    source: str
    returned: bool = False


class BasiliskReplace(Step, frozen=True, tag="basilisk_replace"):
    """The decider picks the kin of the Basilisk that the acquired one replaces (PP-CO20)."""

    source: str
    ready_kin: KinId


class BasiliskDirection(Step, frozen=True, tag="basilisk_direction"):
    """The decider picks the way the palace turns (PP-CO21)."""

    source: str


AnyStep: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    TurnStart,
    Placement,
    Ability,
    Daytime,
    Performed,
    Rotation,
    DragonMove,
    TurnEnd,
    Refill,
    GainResource,
    LoseResource,
    GainShard,
    OwnKin,
    EitherOr,
    AcquireCard,
    UseOfCard,
    CardTarget,
    ClanhouseAcquire,
    ClanhouseReplace,
    OuterWard,
    DealKin,
    DraftKin,
    DraftRevelations,
    DealRevelations,
    ResolveDraft,
    ResolveKept,
    OpenClanhouse,
    OpenRevelations,
    StartRound,
    NightBegins,
    ForeseenEvents,
    ForeseenFor,
    ForeseenDone,
    DragonWakes,
    Scoring,
    ScoreSector,
    ScorePalace,
    PalaceReward,
    Majority,
    NightEnds,
    DifficultySet,
    DifficultyResources,
    BasiliskTurn,
    BasiliskPlaces,
    BasiliskAbility,
    BasiliskPerforms,
    BasiliskHit,
    Moonlight,
    BasiliskAcquires,
    BasiliskShuffles,
    BasiliskTurnEnds,
    BasiliskTarget,
    BasiliskKin,
    BasiliskReadyKin,
    BasiliskSector,
    BasiliskPalaceSpot,
    BasiliskAlternative,
    BasiliskCard,
    BasiliskVillage,
    BasiliskEventSlot,
    BasiliskReplace,
    BasiliskDirection,
]
PendingStep: TypeAlias = Pending[AnyStep, Move]


class NextStep(Struct, frozen=True, omit_defaults=True):
    """A step that comes next, and the seats or the automa that it waits for; else it happens by itself."""

    step: AnyStep
    seats: tuple[int, ...] = ()
    automa: str | None = None


class Phoenix(Struct, frozen=True, dict=True):
    """One game. `heralds` are the seats by rank, `order` is the turn order of the round.

    `eligible` are the seats that may be rewarded, by sector (PP-N2). `unscored` are sectors that give nothing
    this night (PP-DR6). `choices` counts the answered choices, so that each one has an id. `away` are the
    seats whose players are absent or have resigned.
    """

    modes: tuple[ModeId, ...] = ()
    seats: tuple[Seat, ...] = ()
    pools: tuple[Pool, ...] = ()
    board: Board = Board()
    heralds: tuple[int, ...] = ()
    token: int = 0
    order: tuple[int, ...] = ()
    round: int = 0
    phase: Phase = Phase.SETUP
    turn: Turn = Turn()
    eligible: tuple[tuple[int, ...], ...] = ()
    unscored: tuple[Sector, ...] = ()
    agenda: tuple[PendingStep, ...] = ()
    choices: int = 0
    enemy: Enemy | None = None
    away: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def pool(self, seat: int) -> Pool:
        """What a seat pays from."""
        return self.pools[self.seats[seat].pool]

    def rank(self, seat: int) -> int:
        """The rank of a seat's herald; 1 is the highest."""
        return self.heralds.index(seat) + 1

    @cached_property
    def occupants(self) -> dict[SpotId, Tile]:
        """The kin on each spot of the sectors and of the alternative palace."""
        return {tile.at: tile for seat in self.seats for tile in seat.tiles if tile.at != BUMPED}

    @cached_property
    def clan_seats(self) -> dict[str, int]:
        """The seat of each clan."""
        return {seat.clan.value: number for number, seat in enumerate(self.seats)}

    def owner(self, kin: KinId) -> int | None:
        """The seat to whose clan a kin belongs, if that clan plays."""
        return self.clan_seats.get(kin.partition(".")[0])

    def tile(self, kin: KinId) -> Tile | None:
        """Where a kin lies, if it was played."""
        owner = self.owner(kin)
        return None if owner is None else self.seats[owner].tile(kin)

    def tiles_in(self, sector: Sector) -> Iterator[Tile]:
        """All kin in a sector."""
        return (tile for seat in self.seats for tile in seat.tiles if tile.sector is sector)
