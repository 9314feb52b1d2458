"""The events of Bonfire: types only. An event records draws, payments and gains; redacted fields are None."""

from typing import TypeAlias, Union, get_args

from msgspec import Struct

from domain.bonfire.catalogue import (
    BoardId,
    BonfireSpaceId,
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
    Resource,
    TaskId,
    Tile,
    TomAction,
    TomCardId,
)
from domain.bonfire.commands import End, Move, Pile
from domain.bonfire.state import IslandGuardians, IslandTasks, Offer, PlacedFate
from domain.kernel.messages import Event


class DealtCity(Struct, frozen=True):
    """The colour, city board and extension of a seat."""

    color: PlayerColor
    board: BoardId
    extension: Extension


class BoardLaidOut(Event, frozen=True, tag="board_laid_out"):
    """The board was laid out: guardians, elders, neutral novices (BF-S3, BF-S5, BF-S7, BF-S10)."""

    players: int
    guardians: tuple[IslandGuardians, ...]
    elders: tuple[GnomeId, ...]
    neutral_novices: tuple[CommonTask, ...]


class TasksDealt(Event, frozen=True, tag="tasks_dealt"):
    """Tasks were dealt face up to the task islands (BF-S2)."""

    islands: tuple[IslandTasks, ...]


class PortalsDealt(Event, frozen=True, tag="portals_dealt"):
    """Portals were dealt to the spaces of the Great Bonfire (BF-S6)."""

    portals: tuple[tuple[PortalShape, ...], ...]


class PathsShuffled(Event, frozen=True, tag="paths_shuffled"):
    """Path tiles were dealt to the display and to two face-down piles (BF-S8)."""

    path_display: tuple[PathTileId, ...]
    pile_sizes: tuple[int, ...]
    piles: tuple[tuple[PathTileId, ...], ...] | None


class SpecialistsShuffled(Event, frozen=True, tag="specialists_shuffled"):
    """Specialists were dealt to the display and to the face-down pile (BF-S9)."""

    specialists: tuple[GnomeId, ...]
    gnome_pile_size: int
    gnome_pile: tuple[GnomeId, ...] | None


class CitiesDealt(Event, frozen=True, tag="cities_dealt"):
    """Every seat got its colour, city board and extension (BF-S13, BF-S16)."""

    cities: tuple[DealtCity, ...]


class OfferingsShuffled(Event, frozen=True, tag="offerings_shuffled"):
    """A seat's offering tiles were dealt to two piles, the top tile of each face up (BF-S17)."""

    seat: int
    left_top: OfferingId
    right_top: OfferingId
    offering_sizes: tuple[int, int]
    offerings_left: tuple[OfferingId, ...] | None
    offerings_right: tuple[OfferingId, ...] | None


class FateTilesShuffled(Event, frozen=True, tag="fate_tiles_shuffled"):
    """A seat's fate tiles were dealt to its open supply; one stays in reserve (BF-S18)."""

    seat: int
    fate_supply: tuple[FateTileId, ...]
    fate_reserve: FateTileId


class MoveBegun(Event, frozen=True, tag="move_begun"):
    """A move was begun or continued; further fields are asked."""

    seat: int
    move: Move


class ActionTaken(Event, frozen=True, tag="action_taken"):
    """A move was completed; its effects follow. `main` says whether it was the turn's main option."""

    seat: int
    move: Move
    main: bool


class OfferMade(Event, frozen=True, tag="offer_made"):
    """A further decision is due before the turn continues."""

    seat: int
    offer: Offer


class TilesPaid(Event, frozen=True, tag="tiles_paid"):
    """A seat paid action tiles to the general supply."""

    seat: int
    tiles: tuple[Tile, ...]


class ResourcesPaid(Event, frozen=True, tag="resources_paid"):
    """A seat paid resources to the general supply."""

    seat: int
    resources: tuple[Resource, ...]


class TilesDiscarded(Event, frozen=True, tag="tiles_discarded"):
    """A seat discarded action tiles (BF-T7)."""

    seat: int
    tiles: tuple[Tile, ...]


class TilesGained(Event, frozen=True, tag="tiles_gained"):
    """A seat gained action tiles by the named rule."""

    seat: int
    tiles: tuple[Tile, ...]
    rule: str


class ResourcesGained(Event, frozen=True, tag="resources_gained"):
    """A seat gained resources by the named rule."""

    seat: int
    resources: tuple[Resource, ...]
    rule: str


class PointsGained(Event, frozen=True, tag="points_gained"):
    """A seat gained points by the named rule."""

    seat: int
    points: int
    rule: str


class StartFateTileChosen(Event, frozen=True, tag="start_fate_tile_chosen"):
    """The first fate tile was placed on the start cells; a swapped reserve tile is in the supply (BF-S20)."""

    seat: int
    placed: PlacedFate
    fate_supply: tuple[FateTileId, ...]


class FateTilePlaced(Event, frozen=True, tag="fate_tile_placed"):
    """A fate tile from one end of the supply was placed in the fate area (BF-T12)."""

    seat: int
    placed: PlacedFate
    end: End


class SymbolsCovered(Event, frozen=True, tag="symbols_covered"):
    """The placed fate tile covered printed symbols, which are gained (BF-T15)."""

    seat: int
    tiles: tuple[Tile, ...]
    resources: tuple[Resource, ...]


class ShipMoved(Event, frozen=True, tag="ship_moved"):
    """A ship reached an island (BF-T24)."""

    seat: int
    island: IslandId


class TaskReceived(Event, frozen=True, tag="task_received"):
    """A seat received a task from an island (BF-T31)."""

    seat: int
    task: TaskId
    island: IslandId
    position: int


class OfferingPlaced(Event, frozen=True, tag="offering_placed"):
    """The face-up tile of an offering pile was placed face down on an island (BF-T31)."""

    seat: int
    offering: OfferingId
    island: IslandId
    pile: Pile


class OfferingTurned(Event, frozen=True, tag="offering_turned"):
    """The next tile of an offering pile was turned face up (BF-T31)."""

    seat: int
    offering: OfferingId
    pile: Pile


class GuardianArrived(Event, frozen=True, tag="guardian_arrived"):
    """A guardian arrived from her island in a city's start area (BF-T36)."""

    seat: int
    guardian: Guardian


class GuardianMoved(Event, frozen=True, tag="guardian_moved"):
    """A guardian moved within her city (BF-T39, BF-C6)."""

    seat: int
    guardian: Guardian
    origin: str
    destination: str


class PathHarvested(Event, frozen=True, tag="path_harvested"):
    """A guardian ended her move on a path tile and gathered one resource there (BF-T42)."""

    seat: int
    guardian: Guardian
    position: int
    resource: Resource


class PathBuilt(Event, frozen=True, tag="path_built"):
    """A path tile was built at the next position; `resource` is its yield (BF-T46, BF-G8)."""

    seat: int
    path: PathTileId
    position: int
    source: str
    resource: Resource


class PathSlotRefilled(Event, frozen=True, tag="path_slot_refilled"):
    """An empty slot of the path display was refilled from a pile (BF-T46)."""

    slot: int
    path: PathTileId
    path_pile: int


class PathDisplayRecycled(Event, frozen=True, tag="path_display_recycled"):
    """The four tiles of the display were put under the piles (BF-T47)."""

    pile_sizes: tuple[int, ...]
    piles: tuple[tuple[PathTileId, ...], ...] | None


class PathPilesShuffled(Event, frozen=True, tag="path_piles_shuffled"):
    """The tiles of both piles were shuffled and split again (BF-C2)."""

    pile_sizes: tuple[int, ...]
    piles: tuple[tuple[PathTileId, ...], ...] | None


class GreatBonfireTurned(Event, frozen=True, tag="great_bonfire_turned"):
    """The Great Bonfire was turned to a space (BF-T53)."""

    seat: int
    space: BonfireSpaceId


class PortalPlaced(Event, frozen=True, tag="portal_placed"):
    """A portal was moved from the Great Bonfire into its notch (BF-T55)."""

    seat: int
    shape: PortalShape
    space: BonfireSpaceId
    position: int


class GnomeRecruited(Event, frozen=True, tag="gnome_recruited"):
    """A gnome joined a city; the display slot of a specialist is empty until refilled (BF-T59, BF-T60)."""

    seat: int
    gnome: GnomeId


class GnomeSlotRefilled(Event, frozen=True, tag="gnome_slot_refilled"):
    """An empty slot of the specialist display was refilled (BF-T59)."""

    slot: int
    gnome: GnomeId


class BonfireLit(Event, frozen=True, tag="bonfire_lit"):
    """A task was turned to its bonfire side (BF-T62)."""

    seat: int
    task: TaskId
    position: int


class NovicePlaced(Event, frozen=True, tag="novice_placed"):
    """A seat's or a neutral novice was placed in the council; a flat one does not block (BF-T63, BF-T68)."""

    seat: int
    council_space: CouncilSpace
    common_task: CommonTask | None
    flat: bool = False


class CommonTaskFulfilled(Event, frozen=True, tag="common_task_fulfilled"):
    """The last element of a common task arrived in a city (BF-K6)."""

    seat: int
    common_task: CommonTask


class CountdownTriggered(Event, frozen=True, tag="countdown_triggered"):
    """The council has enough novices: the last rounds begin (BF-D1)."""

    seat: int
    countdown: int | None


class SeatPassed(Event, frozen=True, tag="seat_passed"):
    """A seat passed: it gained points and takes no further turns (BF-D8, BF-D10)."""

    seat: int
    points: int


class SeatStuck(Event, frozen=True, tag="seat_stuck"):
    """A seat has no option left and takes no further turns (BF-T9a)."""

    seat: int


class RoundBegun(Event, frozen=True, tag="round_begun"):
    """A round begins at seat 0; in the countdown it has a value (BF-D4)."""

    round: int
    countdown: int | None


class TurnBegun(Event, frozen=True, tag="turn_begun"):
    """The turn of a seat begins."""

    seat: int
    turn: int


class TomPileShuffled(Event, frozen=True, tag="tom_pile_shuffled"):
    """Tom's cards were shuffled into a new pile; his next playthrough begins (BF-O6, BF-O7)."""

    playthrough: int
    tom_pile_size: int
    tom_pile: tuple[TomCardId, ...] | None


class TomCardDrawn(Event, frozen=True, tag="tom_card_drawn"):
    """Tom drew his next card (BF-O7)."""

    card: TomCardId
    tom_action: TomAction
    rule: str


class TomGnomeRevealed(Event, frozen=True, tag="tom_gnome_revealed"):
    """The top gnome was revealed and discarded; Tom looks for its resource (BF-O8)."""

    gnome: GnomeId
    resource: Resource
    rule: str


class GnomePileShuffled(Event, frozen=True, tag="gnome_pile_shuffled"):
    """The discarded gnomes were shuffled into a new pile (BF-O9)."""

    gnome_pile_size: int
    gnome_pile: tuple[GnomeId, ...] | None


class TomCompensated(Event, frozen=True, tag="tom_compensated"):
    """Tom already fulfils the card's common task and gets points instead of the action (BF-O18)."""

    card: TomCardId
    common_task: CommonTask
    points: int
    rule: str


class TomFoundNothing(Event, frozen=True, tag="tom_found_nothing"):
    """Tom's card found no match, so he gets nothing (BF-O18)."""

    card: TomCardId
    rule: str


class TomCardResolved(Event, frozen=True, tag="tom_card_resolved"):
    """Tom's action is done; common tasks and the end of his turn follow (BF-O16)."""

    card: TomCardId


class PlayEnded(Event, frozen=True, tag="play_ended"):
    """No seat takes another turn; final scoring follows (BF-D6, BF-D11)."""


BonfireEvent: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    BoardLaidOut,
    TasksDealt,
    PortalsDealt,
    PathsShuffled,
    SpecialistsShuffled,
    CitiesDealt,
    OfferingsShuffled,
    FateTilesShuffled,
    MoveBegun,
    ActionTaken,
    OfferMade,
    TilesPaid,
    ResourcesPaid,
    TilesDiscarded,
    TilesGained,
    ResourcesGained,
    PointsGained,
    StartFateTileChosen,
    FateTilePlaced,
    SymbolsCovered,
    ShipMoved,
    TaskReceived,
    OfferingPlaced,
    OfferingTurned,
    GuardianArrived,
    GuardianMoved,
    PathHarvested,
    PathBuilt,
    PathSlotRefilled,
    PathDisplayRecycled,
    PathPilesShuffled,
    GreatBonfireTurned,
    PortalPlaced,
    GnomeRecruited,
    GnomeSlotRefilled,
    BonfireLit,
    NovicePlaced,
    CommonTaskFulfilled,
    CountdownTriggered,
    SeatPassed,
    SeatStuck,
    RoundBegun,
    TurnBegun,
    TomPileShuffled,
    TomCardDrawn,
    TomGnomeRevealed,
    GnomePileShuffled,
    TomCompensated,
    TomFoundNothing,
    TomCardResolved,
    PlayEnded,
]
EVENTS: tuple[type[Event], ...] = get_args(BonfireEvent)
