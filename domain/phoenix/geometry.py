"""The geometry of the sectors and the rotating palace (PP-E1–PP-E3, PP-PA2–PP-PA4, PP-DR1)."""

from functools import cache
from typing import Final

from domain.phoenix.catalogue import SIDE_ANGLE, WALLS
from domain.phoenix.ids import SECTOR_INDEX, SECTORS, Sector, Side

_COUNT: Final = len(SECTORS)
_RIGHT_ANGLE: Final = 90


def sector_at(index: int) -> Sector:
    """The sector with this number, counted clockwise and wrapping around."""
    return SECTORS[index % _COUNT]


@cache
def adjacent(sector: Sector) -> tuple[Sector, Sector]:
    """PP-E1: the sectors on both sides; the palace is adjacent to nothing."""
    index = SECTOR_INDEX[sector]
    return sector_at(index - 1), sector_at(index + 1)


@cache
def opposite(sector: Sector) -> Sector:
    """PP-E2: the sector across the palace."""
    return sector_at(SECTOR_INDEX[sector] + _COUNT // 2)


@cache
def highlighted(rotation: int) -> tuple[Sector, ...]:
    """PP-E3: the arc of three sectors to which the palace points."""
    return sector_at(rotation - 1), sector_at(rotation), sector_at(rotation + 1)


def turned(rotation: int, steps: int) -> int:
    """PP-T11: the rotation of the palace after this many steps clockwise."""
    return (rotation + steps) % _COUNT


def wall_angle(wall: int, rotation: int) -> int:
    """PP-PA2: the direction that a wall faces, in degrees clockwise from north."""
    return (60 * rotation + 90 * wall) % 360


@cache
def visible_walls(side: Side, rotation: int) -> tuple[int, ...]:
    """PP-PA4: the walls that a seat sees: those at less than a right angle to its side."""
    return tuple(wall for wall in range(WALLS) if _sees(SIDE_ANGLE[side], wall_angle(wall, rotation)))


def _sees(side: int, wall: int) -> bool:
    apart = abs(side - wall)
    return min(apart, 360 - apart) < _RIGHT_ANGLE


@cache
def dragon_sectors(moon: int) -> tuple[Sector, Sector]:
    """PP-DR1: moon *i* lies between sector *i* and the next one clockwise."""
    return sector_at(moon), sector_at(moon + 1)
