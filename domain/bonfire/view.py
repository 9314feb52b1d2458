"""The public part of a state and of an event (BF-H1 to BF-H23): nearly everything; piles are counts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    BOARD,
    GREAT_BONFIRE,
    BoardId,
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    Extension,
    FateTileId,
    GnomeId,
    OfferingId,
    PathTileId,
    PlayerColor,
    PortalShape,
    TomCardId,
)
from domain.bonfire.commands import Move, Pile
from domain.bonfire.state import (
    Board,
    Bonfire,
    Bonus,
    City,
    CouncilSeats,
    Countdown,
    GuardianPlace,
    IslandGuardians,
    IslandTasks,
    Offer,
    Offering,
    Phase,
    PlacedFate,
    Resources,
    SeatStatus,
    TaskSpace,
    Tiles,
    Tom,
)
from domain.kernel.messages import Event


class OfferingPile(Struct, frozen=True):
    """An offering pile: its face-up tile and its size (BF-H12, BF-H13)."""

    top: OfferingId | None
    size: int


class CityView(Struct, frozen=True):
    """A city as all readers see it."""

    seat: int
    color: PlayerColor
    board: BoardId
    extension: Extension
    points: int
    tiles: Tiles
    resources: Resources
    status: SeatStatus
    ship: str
    guardians: tuple[GuardianPlace, ...]
    paths: tuple[PathTileId, ...]
    notches: tuple[PortalShape, ...]
    portals: tuple[int, ...]
    spaces: tuple[TaskSpace, ...]
    gnomes: tuple[GnomeId, ...]
    left_pile: OfferingPile
    right_pile: OfferingPile
    offerings: tuple[Offering, ...]
    fate_supply: tuple[FateTileId, ...]
    fate_reserve: FateTileId | None
    fate: tuple[PlacedFate, ...]
    fulfilled: tuple[CommonTask, ...]


class BoardView(Struct, frozen=True):
    """The game board as a reader sees it; only the seat that chooses by BF-C2 sees `path_choice` (BF-H5)."""

    tasks: tuple[IslandTasks, ...]
    guardians: tuple[IslandGuardians, ...]
    portals: tuple[tuple[PortalShape, ...], ...]
    great_bonfire: BonfireSpaceId
    great_bonfire_used: bool
    path_display: tuple[PathTileId | None, ...]
    path_pile_sizes: tuple[int, ...]
    path_choice: tuple[PathTileId, ...] | None
    specialists: tuple[GnomeId | None, ...]
    gnome_pile_size: int
    elders: tuple[GnomeId, ...]
    neutral_novices: tuple[CommonTask, ...]
    council: tuple[CouncilSeats, ...]


class TurnView(Struct, frozen=True):
    """The seat in turn, how far the turn has progressed, and the unfinished move."""

    number: int
    round: int
    seat: int
    main_done: bool
    passed: bool
    offer: Offer | None
    move: Move | None


class TomView(Struct, frozen=True):
    """Tom's cards: the pile as a count, the rest open (BF-H9, BF-H17, BF-H18)."""

    pile_size: int
    discard: tuple[TomCardId, ...]
    playthrough: int
    gnome_discard: tuple[GnomeId, ...]


class BonfireView(Struct, frozen=True):
    """A game as a reader sees it."""

    players: int
    cities: tuple[CityView, ...]
    board: BoardView
    phase: Phase
    turn: TurnView
    countdown: Countdown | None
    tom: TomView | None


def view(state: Bonfire, seats: Sequence[int]) -> BonfireView:
    """The state as the holder of these seats may see it; with no seats, as a spectator may."""
    turn = state.turn
    return BonfireView(
        players=state.players,
        cities=tuple(_city(seat, city) for seat, city in enumerate(state.cities)),
        board=_board(state.board, choosing=_chooses_a_path(state) and turn.seat in seats),
        phase=state.phase,
        turn=TurnView(
            turn.number, turn.round, turn.seat, turn.main_done, turn.passed, state.offer, state.form
        ),
        countdown=state.countdown,
        tom=_tom(state.tom),
    )


def redact(event: Any, _seats: Sequence[int]) -> Event:
    """BF-H21: an event without the order of a hidden pile (BF-H4, BF-H8, BF-H13, BF-H19).

    BF-H6: a path tile taken blindly is public once taken. BF-H22: counts of hidden tiles are public.
    """
    hidden = _HIDDEN.get(type(event))
    return event if hidden is None else hidden(event)


_HIDDEN: Mapping[type[Event], Callable[[Any], Event]] = {
    e.PathsShuffled: lambda event: replace(event, piles=None),
    e.PathDisplayRecycled: lambda event: replace(event, piles=None),
    e.PathPilesShuffled: lambda event: replace(event, piles=None),
    e.SpecialistsShuffled: lambda event: replace(event, gnome_pile=None),
    e.GnomePileShuffled: lambda event: replace(event, gnome_pile=None),
    e.TomPileShuffled: lambda event: replace(event, tom_pile=None),
    e.OfferingsShuffled: lambda event: replace(event, offerings_left=None, offerings_right=None),
}


def _chooses_a_path(state: Bonfire) -> bool:
    return isinstance(state.offer, Bonus) and state.offer.space is CouncilSpace.PATH


def _tom(tom: Tom | None) -> TomView | None:
    if tom is None:
        return None
    return TomView(len(tom.pile), tom.discard, tom.playthrough, tom.gnome_discard)


def _pile(offerings: tuple[OfferingId, ...], *, turned: bool) -> OfferingPile:
    """BF-H12, BF-H13: the top tile is known once it has been turned, which a dry run does not reach."""
    return OfferingPile(offerings[0] if offerings and turned else None, len(offerings))


def _city(seat: int, city: City) -> CityView:
    """BF-H11, BF-H14, BF-H15: everything but the offering piles is open; BF-H20: so is the start choice."""
    left, right = city.offerings_left, city.offerings_right
    return CityView(
        seat=seat,
        color=city.color,
        board=city.board,
        extension=city.extension,
        points=city.points,
        tiles=city.tiles,
        resources=city.resources,
        status=city.status,
        ship=city.ship,
        guardians=city.guardians,
        paths=city.paths,
        notches=BOARD[city.board].portals,
        portals=city.portals,
        spaces=city.spaces,
        gnomes=city.gnomes,
        left_pile=_pile(left, turned=city.unturned is not Pile.LEFT),
        right_pile=_pile(right, turned=city.unturned is not Pile.RIGHT),
        offerings=city.offerings,
        fate_supply=city.fate_supply,
        fate_reserve=city.fate_reserve,
        fate=city.fate,
        fulfilled=city.fulfilled,
    )


def _board(board: Board, *, choosing: bool) -> BoardView:
    """BF-H1, BF-H3, BF-H7, BF-H10, BF-H16: the open components. BF-H2: undealt tasks are in no view."""
    return BoardView(
        tasks=board.tasks,
        guardians=board.guardians,
        portals=board.portals,
        great_bonfire=GREAT_BONFIRE[board.pointer].id,
        great_bonfire_used=board.great_bonfire_used,
        path_display=board.path_display,
        path_pile_sizes=tuple(map(len, board.path_piles)),
        path_choice=tuple(sorted(path for pile in board.path_piles for path in pile)) if choosing else None,
        specialists=board.specialists,
        gnome_pile_size=len(board.gnome_pile),
        elders=board.elders,
        neutral_novices=board.neutral_novices,
        council=board.council,
    )
