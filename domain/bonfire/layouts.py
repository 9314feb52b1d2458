"""Where everything of Bonfire is drawn: the board for wide and for tall screens, its areas, a city, fate.

The slots of seats (`t01/ship:0`) are numbered like the seats; all other slots count from 1.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.bonfire import catalogue as c
from domain.kernel.layout import Box, Layout, box, centred, grid, inside, ring, stacked

_SEATS: Final = range(4)
_TASK_SLOTS: Final = (1, 2, 3)
_NOVICE_SLOTS: Final = range(1, 7)
_COUNCIL_ANGLES: Final = tuple(22.5 + 45 * number for number in range(len(c.CouncilSpace)))
_PATHS: Final = (
    *(f"path_display:{slot}" for slot in range(1, c.PATH_DISPLAY_SLOTS + 1)),
    *(f"path_pile:{pile}" for pile in range(1, c.PATH_PILES + 1)),
)
_SPECIALISTS: Final = tuple(f"specialist_display:{n}" for n in range(1, c.SPECIALIST_DISPLAY_SLOTS + 1))
_ELDERS: Final = tuple(card.id for card in c.ELDERS)


def _seats(slot: str, corner: tuple[float, float], size: tuple[int, int], gap: int) -> Iterator[Box]:
    return grid((f"{slot}:{seat}" for seat in _SEATS), corner, size, columns=4, gap=gap)


def _island(island: c.Island, centre: tuple[float, float], unit: int) -> Iterator[Box]:
    """A task island has places for three tasks, and for the ship and the offerings of each seat."""
    task = (unit, unit * 6 // 5)
    wide = 3 * unit + 12
    ship = (wide - 10) // 4 - 1, unit * 12 // 20
    offering = ship[0], unit * 8 // 20
    home = centred(island.id, *centre, wide, task[1] + ship[1] + offering[1] + 12, choosable=True)
    ships_at = task[1] + 6
    keys = (f"task:{number}" for number in _TASK_SLOTS)
    yield from inside(
        home,
        *grid(keys, (4, 4), task, columns=3, gap=2, choosable=True),
        *_seats("ship", (4, ships_at), ship, 2),
        *_seats("offering", (4, ships_at + ship[1] + 2), offering, 2),
    )


def _home(island: c.Island, centre: tuple[float, float], unit: int) -> Iterator[Box]:
    """A guardian island has a place for its guardians, and for the ship of each seat."""
    wide = 3 * unit + 12
    ship = (wide - 10) // 4 - 1, unit * 12 // 20
    place = centred(island.id, *centre, wide, unit * 6 // 5 + ship[1] + 12, choosable=True)
    guardians = box("guardians", 4, 4, wide - 8, unit * 6 // 5, choosable=True)
    yield from inside(place, guardians, *_seats("ship", (4, guardians.h + 7), ship, 2))


def _islands(centres: dict[str, tuple[float, float]], unit: int) -> Iterator[Box]:
    for island in c.ISLANDS:
        place = _island if island.kind is c.IslandPurpose.TASK else _home
        yield from place(island, centres[island.id], unit)


def _landing_stage(centre: tuple[float, float], size: tuple[int, int]) -> Iterator[Box]:
    stage = centred(c.LANDING_STAGE, *centre, *size)
    ship = (size[0] - 12) // 4 - 2, size[1] - 8
    yield from inside(stage, *_seats("ship", (6, 4), ship, 2))


def _fire(
    centre: tuple[float, float], radii: tuple[int, int], space: tuple[int, int], council: tuple[int, int]
) -> Iterator[Box]:
    """The Great Bonfire with its spaces, and the High Council around it."""
    yield centred("great_bonfire", *centre, *((radii[0] * 4 // 5,) * 2))
    shape = (space[0] - 10) // 4 - 1
    angles = [c.BONFIRE_ANGLE[one.id] for one in c.GREAT_BONFIRE]
    for each in ring(c.BONFIRE_SPACE, centre, radii[0], space, angles=angles, choosable=True):
        portals = (f"portal:{number}" for number in range(1, c.PORTALS_PER_SHAPE + 1))
        corner = (5, space[1] - shape - 4)
        yield from inside(each, *grid(portals, corner, (shape, shape), columns=4, gap=1))
    novice = (council[0] - 8) // 6 - 1, council[1] // 3
    spaces = (one.value for one in c.CouncilSpace)
    for each in ring(spaces, centre, radii[1], council, angles=_COUNCIL_ANGLES, choosable=True):
        novices = (f"novice:{number}" for number in _NOVICE_SLOTS)
        corner = (4, council[1] - novice[1] - 3)
        yield from inside(each, *grid(novices, corner, novice, columns=6, gap=1))


def _common(corner: tuple[float, float], size: tuple[int, int], columns: int, gap: int) -> Iterator[Box]:
    """A common task with its neutral novice and the progress of each seat."""
    keys = (one.value for one in c.CommonTask)
    bar = (size[0] - 8) // 4 - 1
    for each in grid(keys, corner, size, columns=columns, gap=gap, choosable=True):
        yield from inside(
            each,
            box("novice", size[0] - size[1] // 2 - 3, 3, size[1] // 2, size[1] // 2),
            *_seats("progress", (4, size[1] * 3 // 5), (bar, size[1] * 2 // 5 - 4), 1),
        )


def _wide() -> Layout:
    """The whole board: islands around the fire, path tiles and common tasks beside it, gnomes below."""
    left, right, middle = 152, 1048, 600
    corners, inner = (116, 1084), (356, 844)
    columns = (corners[0], *inner, corners[1])
    centres: dict[str, tuple[float, float]] = {
        **{island: (x, 90) for island, x in zip(("t01", "t02", "t03", "t04"), columns)},
        **{island: (x, 806) for island, x in zip(("t07", "t08", "t09", "t10"), columns)},
        "t05": (middle, 142),
        "t06": (middle, 756),
        "g_pink": (left, 268),
        "g_grey": (right, 268),
        "g_wood": (left, 628),
        "g_blue": (right, 628),
    }
    gnomes = (86, 104)
    boxes = (
        *_islands(centres, 52),
        *_landing_stage((middle, 872), (220, 40)),
        *_fire((middle, 446), (104, 206), (74, 70), (104, 72)),
        *grid(_PATHS, (156, 350), (92, 60), columns=2, gap=6, choosable=True),
        *_common((854, 350), (92, 60), 2, 6),
        box("countdown", 952, 482, 92, 60),
        *grid(_SPECIALISTS, (8, 904), gnomes, columns=6, gap=5, choosable=True),
        box("gnome_pile", 556, 904, 86, 104),
        *grid(_ELDERS, (651, 904), gnomes, columns=6, gap=5, choosable=True),
    )
    return Layout("wide", 1200, 1016, phone=False, boxes=boxes)


def _sea() -> Layout:
    rows = (("t01", "t02", "t03", "t04"), ("g_pink", "t05", "g_grey"))
    more = (("g_wood", "t06", "g_blue"), ("t07", "t08", "t09", "t10"))
    columns = {4: (45, 135, 225, 315), 3: (63, 180, 297)}
    centres: dict[str, tuple[float, float]] = {
        island: (x, y)
        for row, y in zip((*rows, *more), (46, 146, 260, 360))
        for island, x in zip(row, columns[len(row)])
    }
    boxes = (*_islands(centres, 24), *_landing_stage((180, 420), (140, 30)))
    return Layout("sea", 360, 440, phone=True, boxes=boxes)


def _fireside() -> Layout:
    boxes = (
        *_fire((180, 174), (72, 146), (46, 46), (56, 52)),
        box("countdown", 4, 4, 50, 44),
        *_common((4, 352), (67, 56), 5, 4),
    )
    return Layout("fire", 360, 412, phone=True, boxes=boxes)


def _market() -> Layout:
    boxes = (
        *grid(_PATHS[:4], (4, 4), (56, 60), columns=4, choosable=True),
        *grid(_PATHS[4:], (248, 4), (52, 60), columns=2, choosable=True),
        *grid(_SPECIALISTS, (4, 72), (96, 76), columns=3, choosable=True),
        box("gnome_pile", 304, 72, 52, 76),
        *grid(_ELDERS, (4, 240), (96, 76), columns=3, choosable=True),
    )
    return Layout("market", 360, 400, phone=True, boxes=boxes)


def _positions(key: str, y: int, size: tuple[int, int], *, choosable: bool) -> Iterator[Box]:
    keys = (f"{key}:{position}" for position in c.POSITIONS)
    return grid(keys, (48, y), size, columns=len(c.POSITIONS), gap=2, choosable=choosable)


def _column_of(tiles: Iterable[Box], child: Box) -> Iterator[Box]:
    for tile in tiles:
        yield from inside(tile, child)


def _city() -> Layout:
    """A city: seven positions from left to right, the start of the path on the left, gnomes below."""
    guardians = (f"guardian:{number}" for number in range(1, c.MAX_GUARDIANS + 1))
    slots = grid(guardians, (3, 3), (36, 34), columns=1, gap=2, choosable=True)
    offerings = (box(f"offerings:{side}", 2, y, 42, 26) for side, y in (("left", 2), ("right", 30)))
    gnomes = (f"gnome:{number}" for number in range(1, c.MAX_GNOMES + 1))
    boxes = (
        *offerings,
        *inside(box("start_area", 2, 58, 42, 186), *slots),
        *_positions("novice", 2, (42, 24), choosable=False),
        *_positions("space", 28, (42, 60), choosable=True),
        *_positions("bonfire", 90, (42, 36), choosable=True),
        *_positions("notch", 128, (42, 34), choosable=True),
        *_column_of(
            _positions("path", 164, (42, 80), choosable=True),
            box("guardian:1", 3, 42, 36, 34, choosable=True),
        ),
        *grid(gnomes, (2, 250), (57, 66), columns=6, gap=3),
    )
    city = box("city", 0, 0, 360, 320)
    return Layout("city", city.w, city.h, phone=True, boxes=tuple(inside(city, *boxes)))


def _fate() -> Layout:
    """The fate area with a rim of two cells, for tiles that hang over its edge; above it the supply."""
    rows, columns = range(-1, c.FATE_ROWS + 3), range(-1, c.FATE_COLUMNS + 3)
    cells = (f"cell:{row},{column}" for row in rows for column in columns)
    supply = (f"supply:{number}" for number in range(1, len(c.FATE_TILES)))
    area = box("fate", 0, 0, 360, 386)
    boxes = (
        *grid(supply, (2, 2), (40, 86), columns=7, gap=3, choosable=True),
        box("reserve", 314, 2, 44, 86, choosable=True),
        *grid(cells, (4, 94), (30, 30), columns=len(columns), gap=2, choosable=True),
    )
    return Layout("fate", area.w, area.h, phone=True, boxes=tuple(inside(area, *boxes)))


_AREAS: Final = (_sea(), _fireside(), _market())
LAYOUTS: Final = (_wide(), stacked("tall", *_AREAS, gap=8), *_AREAS, _city(), _fate())
