"""Fate tiles: the start choice (BF-S20, BF-S21), option I (BF-T10 to BF-T19), and placing a tile."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import (
    FATE_COLUMNS,
    FATE_ROWS,
    FATE_TILE,
    GOLD_CELLS,
    START_ANCHOR,
    YELLOW_CELLS,
    Cell,
    FateTileId,
    Resource,
    Tile,
)
from domain.bonfire.commands import ChooseStartFateTile, End, FateCell, PlaceFateTile, ResolveBonus
from domain.bonfire.fate_area import DIRECTION, area, cells, symbols
from domain.bonfire.state import Bonfire, City, PlacedFate, tile_count
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

Placing: TypeAlias = PlaceFateTile | ResolveBonus

ROTATIONS = tuple(DIRECTION)
_MIDDLE = 3
_KEPT_TILES = 1


def placement_refusal(city: City, row: int, column: int, rotation: int) -> Rejected | None:
    """The first rule a placement breaks (BF-T12a, BF-T12b, BF-T12c), with the cell that breaks it."""
    if rotation not in DIRECTION:
        return Rejected("unknown_rotation", rule="BF-T12", rotation=rotation)
    tile, covered = cells(row, column, rotation), symbols(city.fate).keys()
    if not _is_inside(tile, allowances(city.gnomes).overhang):
        out_row, out_column = next(cell for cell in tile if not _is_inside((cell,), overhang=False))
        return Rejected("outside_fate_area", rule="BF-T12a", row=out_row, column=out_column)
    for there in tile:
        if there in covered:
            return Rejected("cell_covered", rule="BF-T12b", row=there[0], column=there[1])
    if covered.isdisjoint(_spot(row, column, rotation).around):
        return Rejected("not_adjacent", rule="BF-T12c", row=row, column=column)
    return None


class _Spot(NamedTuple):
    """A placement of a tile: its cells, and the cells adjacent to them."""

    anchor: Cell
    rotation: int
    cells: frozenset[Cell]
    around: frozenset[Cell]


@cache
def _spots(overhang: bool) -> tuple[_Spot, ...]:
    """Every placement in an empty fate area (BF-T12a), by row, column and rotation."""
    margin = 2 if overhang else 0
    rows, columns = (range(1 - margin, size + margin + 1) for size in (FATE_ROWS, FATE_COLUMNS))
    ways = ((row, column, rotation) for row in rows for column in columns for rotation in ROTATIONS)
    return tuple(_spot(*way) for way in ways if _is_inside(cells(*way), overhang))


def _spot(row: int, column: int, rotation: int) -> _Spot:
    covered = frozenset(cells(row, column, rotation))
    around = frozenset((r + down, c + right) for r, c in covered for down, right in DIRECTION.values())
    return _Spot((row, column), rotation, covered, around)


def _is_inside(covered: tuple[Cell, ...], overhang: bool) -> bool:
    """BF-T12a: all three cells, or with permission one of them."""
    inside = sum(1 <= row <= FATE_ROWS and 1 <= column <= FATE_COLUMNS for row, column in covered)
    return inside >= (1 if overhang else len(covered))


@lru_cache(maxsize=8192)
def _placements(fate: tuple[PlacedFate, ...], overhang: bool) -> dict[Cell, tuple[int, ...]]:
    """Every legal anchor with its rotations, given the covered cells of the fate area."""
    covered = symbols(fate).keys()
    found: dict[Cell, tuple[int, ...]] = {}
    for spot in _spots(overhang):
        if covered.isdisjoint(spot.cells) and not covered.isdisjoint(spot.around):
            found[spot.anchor] = (*found.get(spot.anchor, ()), spot.rotation)
    return found


def placements(city: City) -> dict[Cell, tuple[int, ...]]:
    """Every anchor of a legal placement, with its rotations; treat it as read-only."""
    return _placements(city.fate, allowances(city.gnomes).overhang)


def tile_at(city: City, end: End) -> FateTileId:
    """The tile at an end of the supply (BF-T11)."""
    return city.fate_supply[0 if end is End.TOP else -1]


def _anchors(state: Bonfire, seat: int, _form: Placing) -> Iterator[FateCell]:
    return (FateCell(row, column) for row, column in placements(state.cities[seat]))


def _anchor_does_not_fit(state: Bonfire, seat: int, form: Placing) -> Rejected | None:
    """BF-T12: the tile must fit at the anchor in some rotation; a given rotation is checked with it."""
    anchor, city = form.anchor, state.cities[seat]
    if isinstance(anchor, UnsetType) or form.rotation is not UNSET:
        return None
    if (anchor.row, anchor.column) in placements(city):
        return None
    return _anchor_refusal(city, anchor.row, anchor.column)


def _rotations(state: Bonfire, seat: int, form: Placing) -> tuple[int, ...]:
    assert not isinstance(form.anchor, UnsetType)
    return placements(state.cities[seat]).get((form.anchor.row, form.anchor.column), ())


def _rotation_does_not_fit(state: Bonfire, seat: int, form: Placing) -> Rejected | None:
    """BF-T12: the tile must fit at the anchor in this rotation, or anywhere while no anchor is chosen."""
    anchor, rotation, city = form.anchor, form.rotation, state.cities[seat]
    if isinstance(rotation, UnsetType):
        return None
    if not isinstance(anchor, UnsetType):
        return placement_refusal(city, anchor.row, anchor.column, rotation)
    if any(rotation in turns for turns in placements(city).values()):
        return None
    return Rejected("unknown_rotation", rule="BF-T12", rotation=rotation)


PLACEMENT: tuple[Field[Bonfire, Any], ...] = (
    Field("end", lambda *_: End),
    Field("anchor", _anchors, _anchor_does_not_fit),
    Field("rotation", _rotations, _rotation_does_not_fit),
)
"""Which tile of the supply is placed, where, and which way round."""


def _anchor_refusal(city: City, row: int, column: int) -> Rejected | None:
    """Why no rotation works at an anchor; a problem of the anchor itself comes first."""
    refusals = [placement_refusal(city, row, column, turn) for turn in ROTATIONS]
    own = {"row": row, "column": column}
    return next((refusal for refusal in refusals if refusal and refusal.details == own), refusals[0])


def place(city: City, seat: int, end: End, anchor: FateCell, rotation: int) -> Iterator[Event]:
    """Place the tile: each area it touches gives action tiles, and each covered symbol is gained.

    BF-T13, BF-T14, BF-T15. BF-T16: the hand is then unlimited. BF-T17: the supply keeps its order.
    """
    placed = PlacedFate(tile_at(city, end), anchor.row, anchor.column, rotation)
    yield e.FateTilePlaced(seat, placed, end)
    covered = cells(anchor.row, anchor.column, rotation)
    yield e.TilesGained(seat, _tiles_from_areas((*city.fate, placed), covered), rule="BF-T14")
    tiles = (Tile.YELLOW,) * sum(cell in YELLOW_CELLS for cell in covered)
    resources = (Resource.GOLD,) * sum(cell in GOLD_CELLS for cell in covered)
    if tiles or resources:
        yield e.SymbolsCovered(seat, tiles, resources)


def _tiles_from_areas(fate: tuple[PlacedFate, ...], covered: Iterable[Cell]) -> tuple[Tile, ...]:
    """One action tile for each cell of the areas around the new symbols; each area counts once (BF-T14)."""
    layout = symbols(fate)
    areas = {area(layout, cell): layout[cell] for cell in covered}
    return tuple(Tile(symbol.value) for connected, symbol in areas.items() for _ in connected)


def _not_horizontal(_state: Bonfire, _seat: int, form: ChooseStartFateTile) -> Rejected | None:
    """BF-S20: the tile must lie horizontally, in either direction."""
    if form.rotation is not UNSET and form.rotation not in START_ANCHOR:
        return Rejected("unknown_rotation", rule="BF-S20", rotation=form.rotation)
    return None


def _start_outcome(state: Bonfire, seat: int, form: ChooseStartFateTile, _dice: Dice) -> Iterator[Event]:
    """BF-S20, BF-S21: place the chosen tile on the start cells; gain one of each resource and five tiles."""
    assert not isinstance(form.rotation, UnsetType)
    city = state.cities[seat]
    assert city.fate_reserve is not None
    chosen, supply = city.fate_reserve, city.fate_supply
    if form.swap:
        chosen, supply = supply[_MIDDLE], (*supply[:_MIDDLE], chosen, *supply[_MIDDLE + 1 :])
    row, column = START_ANCHOR[form.rotation]
    yield e.ActionTaken(seat, form, main=False)
    yield e.StartFateTileChosen(seat, PlacedFate(chosen, row, column, form.rotation), supply)
    yield e.ResourcesGained(seat, tuple(Resource), rule="BF-S21")
    shown = tuple(Tile(symbol.value) for symbol in FATE_TILE[chosen].symbols)
    yield e.TilesGained(seat, (Tile.YELLOW, Tile.YELLOW, *shown), rule="BF-S21")


def possible_after_discards(city: City) -> bool:
    """BF-T9a: whether option I would be legal once surplus tiles are discarded."""
    return bool(city.fate_supply) and bool(placements(city))


def _cannot_place(state: Bonfire, seat: int, _form: PlaceFateTile) -> Rejected | None:
    """BF-T10: a fate tile in the supply, few enough action tiles, and room in the fate area."""
    city = state.cities[seat]
    if not city.fate_supply:
        return Rejected("no_fate_tile", rule="BF-T18")
    held, limit = tile_count(city.tiles), _KEPT_TILES + allowances(city.gnomes).extra_kept_tiles
    if held > limit:
        return Rejected("too_many_tiles", rule="BF-T10", held=held, limit=limit)
    if not placements(city):
        return Rejected("no_placement", rule="BF-T10")
    return None


def _outcome(state: Bonfire, seat: int, form: PlaceFateTile, _dice: Dice) -> Iterator[Event]:
    assert not isinstance(form.end, UnsetType)
    assert not isinstance(form.anchor, UnsetType)
    assert not isinstance(form.rotation, UnsetType)
    yield e.ActionTaken(seat, form, main=True)
    yield from place(state.cities[seat], seat, form.end, form.anchor, form.rotation)


START_FATE_TILE = Action(
    ChooseStartFateTile,
    fields=(
        Field("swap", lambda *_: (False, True)),
        Field("rotation", lambda *_: START_ANCHOR, _not_horizontal),
    ),
    outcome=_start_outcome,
)
PLACE_FATE_TILE = Action(PlaceFateTile, closed=_cannot_place, fields=PLACEMENT, outcome=_outcome)
