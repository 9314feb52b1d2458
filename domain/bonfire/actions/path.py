"""Building paths (T44–T49), renewing a display of one colour (T47), and taking a path tile for any reason."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.actions.bare import bare
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    MAX_PATHS,
    PATH_COST,
    PATH_TILE,
    PathId,
    Resource,
    Tile,
)
from domain.bonfire.commands import BuildPath, RecyclePathDisplay, Source
from domain.bonfire.gnomes import harvests_built_paths
from domain.bonfire.payment import (
    can_pay_tiles,
    cannot_pay_tiles,
    sorted_tiles,
    tile_covers,
    tiles_complete,
    tiles_refusal,
)
from domain.bonfire.state import Board, Bonfire, Build, City
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_DISPLAY = {Source.DISPLAY_1: 0, Source.DISPLAY_2: 1, Source.DISPLAY_3: 2, Source.DISPLAY_4: 3}
_PILE = {Source.PILE_1: 0, Source.PILE_2: 1}


def cost(city: City) -> int:
    """T45: one tile for each of the first three path tiles, two for each further one."""
    return PATH_COST[len(city.paths)]


def room_refusal(city: City) -> Rejected | None:
    """T44, T48: no more than six built path tiles."""
    if len(city.paths) >= MAX_PATHS:
        return Rejected("path_complete", rule="BF-T48", built=len(city.paths), limit=MAX_PATHS)
    return None


def asks_yield(city: City) -> bool:
    """G6 with G8: whether the owner picks what a newly built path tile yields."""
    return allowances(city.gnomes).choose_harvest and harvests_built_paths(city.gnomes)


def yield_refusal(city: City, resource: Resource | UnsetType) -> Rejected | None:
    """Q18, Q19: only where there is a choice, and then any basic resource."""
    if isinstance(resource, UnsetType):
        return None
    if not asks_yield(city):
        return Rejected("unexpected_field", rule="BF-G6", field="resource")
    if resource not in BASIC_RESOURCES:
        return Rejected("resource_not_choosable", rule="BF-G6", resource=resource.value)
    return None


def built(
    city: City, seat: int, path: PathId, source: str, resource: Resource | UnsetType, *, reveals: bool = False
) -> Event:
    """T46: the tile lies at the next free position."""
    gives = PATH_TILE[path].resource if isinstance(resource, UnsetType) else resource
    return e.PathBuilt(seat, path, len(city.paths) + 2, source, gives, reveals=reveals)


def refills(display: Sequence[PathId | None], piles: Sequence[Sequence[PathId]]) -> Iterator[Event]:
    """T46: empty slots from left to right, each from the larger pile, pile 1 if both are equal."""
    taken = [0] * len(piles)
    for slot, path in enumerate(display, start=1):
        left = [len(pile) - gone for pile, gone in zip(piles, taken)]
        if path is not None or not any(left):
            continue
        largest = left.index(max(left))
        yield e.PathSlotRefilled(slot, piles[largest][taken[largest]], largest + 1, reveals=True)
        taken[largest] += 1


def display_without(board: Board, path: PathId) -> tuple[PathId | None, ...]:
    """The display after a tile was taken from it."""
    return tuple(None if shown == path else shown for shown in board.path_display)


def _at(board: Board, source: Source) -> PathId | None:
    """The tile that a source gives: a slot's, or the top one of a pile."""
    if source in _DISPLAY:
        slot = _DISPLAY[source]
        return board.path_display[slot] if slot < len(board.path_display) else None
    return next(iter(board.path_piles[_PILE[source]]), None)


def _asks(state: Bonfire, seat: int, form: BuildPath) -> str | None:
    city = state.cities[seat]
    if form.source is UNSET:
        return "source"
    if form.payment is UNSET or not tiles_complete(city, Tile.PATH, cost(city), form.payment):
        return "payment"
    return "resource" if form.resource is UNSET and asks_yield(city) else None


def _candidates(state: Bonfire, seat: int, form: BuildPath) -> Iterator[BuildPath]:
    match _asks(state, seat, form):
        case "source":
            yield from (BuildPath(source=source) for source in Source)
        case "payment":
            paid = () if form.payment is UNSET else form.payment
            covers = tile_covers(state.cities[seat], Tile.PATH, paid)
            yield from (BuildPath(payment=cover) for cover in covers)
        case "resource":
            yield from (BuildPath(resource=resource) for resource in BASIC_RESOURCES)


def _price_refusal(city: City) -> Rejected | None:
    """T44, T45, T48: room for a tile, and its price at hand."""
    full = room_refusal(city)
    if full is not None:
        return full
    if not can_pay_tiles(city, Tile.PATH, cost(city)):
        return cannot_pay_tiles(city, Tile.PATH, cost(city), rule="BF-T45")
    return None


def _refusal(state: Bonfire, seat: int, form: BuildPath) -> Rejected | None:
    """T44–T46, T48."""
    city = state.cities[seat]
    refused = _price_refusal(city)
    if refused is not None:
        return refused
    if form.source is not UNSET and _at(state.board, form.source) is None:
        return Rejected("no_path_tile_there", rule="BF-T46", source=form.source.value)
    if form.payment is not UNSET:
        refused = tiles_refusal(city, Tile.PATH, cost(city), form.payment, rule="BF-T45")
    return refused or yield_refusal(city, form.resource)


def _outcome(state: Bonfire, seat: int, form: BuildPath, _dice: Dice) -> Iterator[Event]:
    """T46: the tile is paid and placed; what came from the display is refilled."""
    assert form.source is not UNSET
    assert form.payment is not UNSET
    board, path = state.board, _at(state.board, form.source)
    assert path is not None
    yield e.ActionTaken(seat, form, main=state.turn.offer is None)
    yield e.TilesPaid(seat, sorted_tiles(form.payment))
    blind = form.source in _PILE
    yield built(state.cities[seat], seat, path, form.source.value, form.resource, reveals=blind)
    if not blind:
        yield from refills(display_without(board, path), board.path_piles)


def _recycle_refusal(state: Bonfire, seat: int, _form: RecyclePathDisplay) -> Rejected | None:
    """T47: four tiles of one colour, and the building that must follow can be paid."""
    refused = _price_refusal(state.cities[seat])
    if refused is not None:
        return refused
    display = state.board.path_display
    crystals = tuple(PATH_TILE[path].crystal.value for path in display if path is not None)
    if len(crystals) < len(display) or len(set(crystals)) != 1:
        return Rejected("display_not_of_one_color", rule="BF-T47", crystals=crystals)
    return None


def _recycle_outcome(state: Bonfire, seat: int, form: RecyclePathDisplay, dice: Dice) -> Iterator[Event]:
    """T47: two tiles under each pile in an order nobody knows, four new ones, and now a path must be built.

    Renewing is the beginning of this turn's main option; the building completes it (T3).
    """
    under = dice.shuffled([path for path in state.board.path_display if path is not None])
    first, second = state.board.path_piles
    half = len(under) // 2
    piles = ((*first, *under[:half]), (*second, *under[half:]))
    yield e.ActionTaken(seat, form, main=True)
    yield e.PathDisplayRecycled((len(piles[0]), len(piles[1])), piles, reveals=True)
    yield from refills((None,) * len(under), piles)
    yield e.OfferMade(seat, Build())


BUILD_PATH = Action(BuildPath, _asks, _candidates, _refusal, _outcome)
RECYCLE = bare(RecyclePathDisplay, _recycle_refusal, _recycle_outcome)
