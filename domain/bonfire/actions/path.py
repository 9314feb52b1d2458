"""Building paths (BF-T44 to BF-T49), renewing a display of one colour (BF-T47), and taking a path tile."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    MAX_PATHS,
    PATH_COST,
    PATH_TILE,
    PathTileId,
    Resource,
    Tile,
)
from domain.bonfire.commands import BuildPath, RecyclePathDisplay, ResolveBonus, Source
from domain.bonfire.gnomes import harvests_built_paths
from domain.bonfire.payment import (
    can_pay_tiles,
    cannot_pay_tiles,
    sorted_tiles,
    tile_payment,
)
from domain.bonfire.state import Board, Bonfire, Build, City
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_DISPLAY = {Source.DISPLAY_1: 0, Source.DISPLAY_2: 1, Source.DISPLAY_3: 2, Source.DISPLAY_4: 3}
_PILE = {Source.PILE_1: 0, Source.PILE_2: 1}


def cost(city: City) -> int:
    """BF-T45: one action tile for each of the first three path tiles, two for each later one."""
    return PATH_COST[len(city.paths)]


def room_refusal(city: City) -> Rejected | None:
    """BF-T44, BF-T48: a city holds at most six built path tiles."""
    if len(city.paths) >= MAX_PATHS:
        return Rejected("path_complete", rule="BF-T48", built=len(city.paths), limit=MAX_PATHS)
    return None


def asks_yield(city: City) -> bool:
    """BF-G6 with BF-G8: whether the owner chooses what a newly built path tile yields."""
    return allowances(city.gnomes).choose_harvest and harvests_built_paths(city.gnomes)


def built(
    city: City,
    seat: int,
    path: PathTileId,
    source: str,
    resource: Resource | UnsetType,
    *,
    reveals: bool = False,
) -> Event:
    """BF-T46: place the tile at the next free position."""
    gives = PATH_TILE[path].resource if isinstance(resource, UnsetType) else resource
    return e.PathBuilt(seat, path, len(city.paths) + 2, source, gives, reveals=reveals)


def refills(display: Sequence[PathTileId | None], piles: Sequence[Sequence[PathTileId]]) -> Iterator[Event]:
    """BF-T46: refill empty slots from left to right, each from the larger pile, pile 1 if both are equal."""
    taken = [0] * len(piles)
    for slot, path in enumerate(display, start=1):
        left = [len(pile) - gone for pile, gone in zip(piles, taken)]
        if path is not None or not any(left):
            continue
        largest = left.index(max(left))
        yield e.PathSlotRefilled(slot, piles[largest][taken[largest]], largest + 1, reveals=True)
        taken[largest] += 1


def display_without(board: Board, path: PathTileId) -> tuple[PathTileId | None, ...]:
    """The display after a tile was taken from it."""
    return tuple(None if shown == path else shown for shown in board.path_display)


def _at(board: Board, source: Source) -> PathTileId | None:
    """The tile of a source: the one in a slot, or the top one of a pile."""
    if source in _DISPLAY:
        slot = _DISPLAY[source]
        return board.path_display[slot] if slot < len(board.path_display) else None
    return next(iter(board.path_piles[_PILE[source]]), None)


def _chooses_yield(state: Bonfire, seat: int, _form: BuildPath | ResolveBonus) -> bool:
    return asks_yield(state.cities[seat])


def _not_choosable(_state: Bonfire, _seat: int, form: BuildPath | ResolveBonus) -> Rejected | None:
    """BF-Q18, BF-Q19: if there is a choice, the resource must be a basic one."""
    if isinstance(form.resource, UnsetType) or form.resource in BASIC_RESOURCES:
        return None
    return Rejected("resource_not_choosable", rule="BF-G6", resource=form.resource.value)


YIELD: Field[Bonfire, Any] = Field(
    "resource", lambda *_: BASIC_RESOURCES, _not_choosable, applies=_chooses_yield, rule="BF-G6"
)
"""What a newly built path tile yields; asked only where there is a choice."""


def _nothing_there(state: Bonfire, _seat: int, form: BuildPath) -> Rejected | None:
    """BF-T46: the slot or the pile must hold a tile."""
    if form.source is UNSET or _at(state.board, form.source) is not None:
        return None
    return Rejected("no_path_tile_there", rule="BF-T46", source=form.source.value)


def _cannot_build(state: Bonfire, seat: int, _form: BuildPath | RecyclePathDisplay) -> Rejected | None:
    """BF-T44, BF-T45, BF-T48: the city must have room for a path tile and be able to pay it."""
    city = state.cities[seat]
    full = room_refusal(city)
    if full is not None:
        return full
    if not can_pay_tiles(city, Tile.PATH, cost(city)):
        return cannot_pay_tiles(city, Tile.PATH, cost(city), rule="BF-T45")
    return None


def _outcome(state: Bonfire, seat: int, form: BuildPath, _dice: Dice) -> Iterator[Event]:
    """BF-T46: pay and place the tile; refill its slot in the display."""
    assert form.source is not UNSET
    assert form.payment is not UNSET
    board, path = state.board, _at(state.board, form.source)
    assert path is not None
    yield e.ActionTaken(seat, form, main=state.offer is None)
    yield e.TilesPaid(seat, sorted_tiles(form.payment))
    blind = form.source in _PILE
    yield built(state.cities[seat], seat, path, form.source.value, form.resource, reveals=blind)
    if not blind:
        yield from refills(display_without(board, path), board.path_piles)


def _cannot_recycle(state: Bonfire, seat: int, form: RecyclePathDisplay) -> Rejected | None:
    """BF-T47: the display must hold four tiles of one colour, and the city be able to pay a path tile."""
    refused = _cannot_build(state, seat, form)
    if refused is not None:
        return refused
    display = state.board.path_display
    crystals = tuple(PATH_TILE[path].crystal.value for path in display if path is not None)
    if len(crystals) < len(display) or len(set(crystals)) != 1:
        return Rejected("display_not_of_one_color", rule="BF-T47", crystals=crystals)
    return None


def _recycle_outcome(state: Bonfire, seat: int, form: RecyclePathDisplay, dice: Dice) -> Iterator[Event]:
    """BF-T47: put two tiles under each pile in random order and deal four new ones; building must follow.

    Renewing begins the turn's main option; building the path completes it (BF-T3).
    """
    under = dice.shuffled([path for path in state.board.path_display if path is not None])
    first, second = state.board.path_piles
    half = len(under) // 2
    piles = ((*first, *under[:half]), (*second, *under[half:]))
    yield e.ActionTaken(seat, form, main=True)
    yield e.PathDisplayRecycled((len(piles[0]), len(piles[1])), piles, reveals=True)
    yield from refills((None,) * len(under), piles)
    yield e.OfferMade(seat, Build())


BUILD_PATH = Action(
    BuildPath,
    closed=_cannot_build,
    fields=(
        Field("source", lambda *_: Source, _nothing_there),
        tile_payment(Tile.PATH, lambda state, seat, _form: cost(state.cities[seat]), rule="BF-T45"),
        YIELD,
    ),
    outcome=_outcome,
)
RECYCLE: Action[Bonfire, RecyclePathDisplay] = Action(
    RecyclePathDisplay, closed=_cannot_recycle, fields=(), outcome=_recycle_outcome
)
