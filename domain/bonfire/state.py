"""The state of a game of Bonfire: types, and queries that need no rule."""

from enum import StrEnum
from functools import cached_property
from typing import Self, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from domain.bonfire.catalogue import (
    GREAT_BONFIRE,
    BoardId,
    CommonTask,
    CouncilSpace,
    Extension,
    FateTileId,
    GnomeId,
    Guardian,
    IslandId,
    OfferingId,
    PathTileId,
    PlayerColor,
    PortalShape,
    TaskId,
    TomCardId,
)
from domain.bonfire.commands import Move, Pile
from domain.kernel.agenda import Agenda
from domain.kernel.table import Options
from domain.kernel.tokens import Holdings, Tokens

HUMAN_SEAT = 0
TOM_SEAT = 1
TOM = "tom"


class Challenge(StrEnum):
    """A series of solo games; the handicap changes with every result (BF-O26, BF-O27)."""

    HANDICAP = "handicap"


class BonfireOptions(Options, frozen=True, kw_only=True):
    """The options of a game; the service sets `handicap` to the player's own."""

    mixed_task_colors: bool = False
    challenge: Challenge | None = None
    handicap: int = 0

    def forked(self, *, sealed: bool) -> Self:
        """BF-O26: a fork does not count for the challenge."""
        return replace(super().forked(sealed=sealed), challenge=None, handicap=0)


class Tiles(Struct, frozen=True):
    """Action tiles in a supply, by kind."""

    ship: int = 0
    task: int = 0
    guardian: int = 0
    path: int = 0
    great_bonfire: int = 0
    gnome: int = 0
    yellow: int = 0


class Resources(Struct, frozen=True):
    """Resources in a supply, by kind."""

    blossom: int = 0
    fruit: int = 0
    herb: int = 0
    shell: int = 0
    root: int = 0
    gold: int = 0


class Phase(StrEnum):
    """The phase of the game."""

    SETUP = "setup"
    MAIN = "main"
    COUNTDOWN = "countdown"
    FINAL_SCORING = "final_scoring"


class SeatStatus(StrEnum):
    """Whether a seat still takes turns."""

    ACTIVE = "active"
    STUCK = "stuck"
    PASSED = "passed"


class PlacedFate(Struct, frozen=True):
    """A fate tile in the fate area; the anchor is the cell of its first symbol."""

    tile: FateTileId
    row: int
    column: int
    rotation: int


class TaskSpace(Struct, frozen=True):
    """A task space of a city: empty, a task, or a lit bonfire."""

    task: TaskId | None = None
    lit: bool = False


class GuardianPlace(Struct, frozen=True):
    """Where a guardian stands: `start_area`, `path:<position>` or `bonfire:<position>`."""

    guardian: Guardian
    at: str


class Offering(Struct, frozen=True):
    """An offering tile that lies face down on an island."""

    offering: OfferingId
    island: IslandId


class City(Struct, frozen=True, dict=True):
    """Everything that belongs to one seat; `unturned` is a pile whose next offering is still face down.

    BF-S11, BF-S19: a new city has no points and owns nothing; its ship is at the landing stage.
    """

    color: PlayerColor
    board: BoardId
    extension: Extension
    points: int = 0
    tiles: Tiles = Tiles()
    resources: Resources = Resources()
    status: SeatStatus = SeatStatus.ACTIVE
    ship: str = "landing_stage"
    guardians: tuple[GuardianPlace, ...] = ()
    paths: tuple[PathTileId, ...] = ()
    portals: tuple[int, ...] = ()
    spaces: tuple[TaskSpace, ...] = (TaskSpace(),) * 7
    gnomes: tuple[GnomeId, ...] = ()
    offerings_left: tuple[OfferingId, ...] = ()
    offerings_right: tuple[OfferingId, ...] = ()
    unturned: Pile | None = None
    offerings: tuple[Offering, ...] = ()
    fate_supply: tuple[FateTileId, ...] = ()
    fate_reserve: FateTileId | None = None
    fate: tuple[PlacedFate, ...] = ()
    fulfilled: tuple[CommonTask, ...] = ()

    @cached_property
    def occupied(self) -> frozenset[str]:
        """The places where guardians stand."""
        return frozenset(place.at for place in self.guardians)

    def place_of(self, guardian: Guardian) -> str | None:
        """Where a guardian stands, or None while she is not in the city."""
        return next((place.at for place in self.guardians if place.guardian is guardian), None)

    def is_lit(self, position: int) -> bool:
        """Whether the bonfire at a position is lit."""
        return self.spaces[position - 1].lit

    @property
    def holdings(self) -> Holdings:
        """Its action tiles and resources."""
        tiles = (Tokens("tile", tile, count) for tile, count in asdict(self.tiles).items())
        resources = (Tokens("resource", kind, count) for kind, count in asdict(self.resources).items())
        return (*tiles, *resources)

    @property
    def tasks(self) -> tuple[TaskId, ...]:
        """Tasks and bonfires, by position."""
        return tuple(space.task for space in self.spaces if space.task is not None)

    @property
    def bonfires(self) -> tuple[TaskId, ...]:
        """Lit bonfires, by position."""
        return tuple(space.task for space in self.spaces if space.task is not None and space.lit)

    def offerings_on(self, island: IslandId) -> int:
        """How many offering tiles of this city lie on an island."""
        return sum(offering.island == island for offering in self.offerings)


class IslandTasks(Struct, frozen=True):
    """The tasks that still lie on an island."""

    island: IslandId
    tasks: tuple[TaskId, ...]


class IslandGuardians(Struct, frozen=True):
    """How many guardians still live on the island of their colour."""

    guardian: Guardian
    left: int


class Novice(Struct, frozen=True):
    """A novice in the High Council: of a seat, or neutral; a flat one does not block."""

    seat: int | None
    flat: bool = False


class CouncilSeats(Struct, frozen=True):
    """The novices on one space of the High Council."""

    space: CouncilSpace
    novices: tuple[Novice, ...] = ()


class Island(Struct, frozen=True, tag_field="kind", tag="island"):
    """Offer: the action of the island that the ship has just reached, which may be skipped."""


class Build(Struct, frozen=True, tag_field="kind", tag="build"):
    """Offer: a path tile must be built, because the display was renewed for it."""


class Arrival(Struct, frozen=True, tag_field="kind", tag="arrival"):
    """Offer: the free procession after a guardian's arrival."""


class Bonus(Struct, frozen=True, tag_field="kind", tag="bonus"):
    """Offer: the special bonus of a council space."""

    space: CouncilSpace


class TomQuestion(StrEnum):
    """The kind of a choice for Tom: a task, a council space, a guardian's colour."""

    TASK = "task"
    SPACE = "space"
    GUARDIAN = "guardian"


class TomAsks(Struct, frozen=True, tag_field="kind", tag="tom"):
    """Offer: a choice that the human makes for Tom; `common_task` is the one whose novice is placed."""

    card: TomCardId
    question: TomQuestion
    options: tuple[str, ...]
    common_task: CommonTask | None = None


class TurnStep(Struct, frozen=True, tag_field="kind", tag="turn"):
    """The turn of a seat: the bottom step of the agenda, with at most one offer above it."""


class TomsTurn(Struct, frozen=True, tag_field="kind", tag="toms_turn"):
    """Tom's turn; `resolved` is the card that he has carried out, if any."""

    resolved: TomCardId | None = None


Offer: TypeAlias = Island | Build | Arrival | Bonus | TomAsks
Step: TypeAlias = TurnStep | TomsTurn | Island | Build | Arrival | Bonus | TomAsks


class Tom(Struct, frozen=True):
    """The automa's cards: hidden pile, open discard, number of playthroughs, revealed gnomes."""

    pile: tuple[TomCardId, ...] = ()
    discard: tuple[TomCardId, ...] = ()
    playthrough: int = 0
    gnome_discard: tuple[GnomeId, ...] = ()


class Turn(Struct, frozen=True):
    """The seat in turn, and how far the turn has progressed."""

    number: int
    round: int
    seat: int
    begun: bool = False
    main_done: bool = False
    passed: bool = False


class Board(Struct, frozen=True):
    """The game board and what lies on it."""

    tasks: tuple[IslandTasks, ...] = ()
    guardians: tuple[IslandGuardians, ...] = ()
    portals: tuple[tuple[PortalShape, ...], ...] = ((),) * len(GREAT_BONFIRE)
    pointer: int = 0
    great_bonfire_used: bool = False
    path_display: tuple[PathTileId | None, ...] = ()
    path_piles: tuple[tuple[PathTileId, ...], ...] = ()
    specialists: tuple[GnomeId | None, ...] = ()
    gnome_pile: tuple[GnomeId, ...] = ()
    elders: tuple[GnomeId, ...] = ()
    neutral_novices: tuple[CommonTask, ...] = ()
    council: tuple[CouncilSeats, ...] = ()

    def tasks_on(self, island: str) -> tuple[TaskId, ...]:
        """The tasks on an island; none on any other place."""
        return next((entry.tasks for entry in self.tasks if entry.island == island), ())

    def guardians_left(self, guardian: Guardian) -> int:
        """How many guardians of a colour are still on their island."""
        return next((entry.left for entry in self.guardians if entry.guardian is guardian), 0)

    @property
    def novices(self) -> int:
        """All novices in the High Council."""
        return sum(len(seats.novices) for seats in self.council)


class Countdown(Struct, frozen=True):
    """The last rounds: the seat that triggered them, and the value of the current round, if any."""

    trigger: int
    value: int | None


class Bonfire(Struct, frozen=True):
    """The state of one game.

    The agenda has no default: a snapshot from before it existed must fail to decode, so that the game is
    folded from its log instead. An empty agenda would mean the end of play.
    """

    players: int
    agenda: Agenda[Step, Move]
    cities: tuple[City, ...] = ()
    board: Board = Board()
    phase: Phase = Phase.SETUP
    turn: Turn = Turn(0, 0, 0)
    countdown: Countdown | None = None
    tom: Tom | None = None

    @property
    def acting(self) -> City:
        """The city of the seat whose turn it is."""
        return self.cities[self.turn.seat]

    @property
    def is_toms_turn(self) -> bool:
        """Whether it is Tom's turn, even while the human makes a choice for him."""
        return self.tom is not None and self.turn.seat == TOM_SEAT

    @property
    def offer(self) -> Offer | None:
        """The decision that is due before the turn continues: the step above the turn itself."""
        return cast("Offer", self.agenda[-1].step) if len(self.agenda) > 1 else None

    @property
    def form(self) -> Move | None:
        """The unfinished move."""
        forms = self.agenda[-1].forms if self.agenda else ()
        return forms[0].move if forms else None


def tile_count(tiles: Tiles) -> int:
    """How many action tiles a supply holds."""
    return sum(astuple(tiles))
