"""The contents of a fate area: cells of a tile, symbols on cells, areas of equal symbols (BF-T12, BF-T14)."""

from collections.abc import Mapping
from functools import lru_cache

from domain.bonfire.catalogue import FATE_TILE, ActionType, Cell
from domain.bonfire.state import PlacedFate

DIRECTION = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


def cells(row: int, column: int, rotation: int) -> tuple[Cell, Cell, Cell]:
    """The three cells of a tile, its first symbol at the anchor (BF-T12)."""
    down, right = DIRECTION[rotation]
    return (row, column), (row + down, column + right), (row + 2 * down, column + 2 * right)


@lru_cache(maxsize=8192)
def symbols(fate: tuple[PlacedFate, ...]) -> dict[Cell, ActionType]:
    """The symbol on every covered cell; treat it as read-only."""
    return {
        cell: symbol
        for tile in fate
        for cell, symbol in zip(cells(tile.row, tile.column, tile.rotation), FATE_TILE[tile.tile].symbols)
    }


def area(layout: dict[Cell, ActionType], start: Cell) -> frozenset[Cell]:
    """The orthogonally connected cells with the same symbol as one of them (BF-T14)."""
    symbol, found, frontier = layout[start], {start}, [start]
    while frontier:
        row, column = frontier.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near not in found and layout.get(near) is symbol:
                found.add(near)
                frontier.append(near)
    return frozenset(found)


@lru_cache(maxsize=8192)
def area_sizes(fate: tuple[PlacedFate, ...]) -> Mapping[ActionType, tuple[int, ...]]:
    """The sizes of all areas of each symbol, the largest first."""
    layout = symbols(fate)
    sizes: dict[ActionType, tuple[int, ...]] = dict.fromkeys(ActionType, ())
    for connected in {area(layout, cell) for cell in layout}:
        symbol = layout[next(iter(connected))]
        sizes[symbol] = tuple(sorted((*sizes[symbol], len(connected)), reverse=True))
    return sizes
