"""Where everything of Phoenix Palace is drawn: the board for wide and for tall screens, its areas, a clan.

The small side of the board leaves the fourth spot of each sector free. The slots of clans are named after
them; all other slots count from 1, but for the village track, which begins at 0.
"""

from collections.abc import Iterator
from typing import Final

from domain.kernel.layout import Box, Layout, box, centred, grid, inside, stacked
from domain.phoenix import catalogue as c
from domain.phoenix.ids import CLANS, SECTORS, Sector

_SPOTS: Final = range(1, 5)
_FORESEEN: Final = (
    "foreseen:pile",
    *(f"foreseen:{slot}" for slot in range(1, c.FORESEEN_SLOTS + 1)),
    "foreseen:discard",
)
_REVELATIONS: Final = (
    "revelation:pile",
    *(f"revelation:{slot}" for slot in range(1, c.REVELATION_SLOTS + 1)),
    "revelation:discard",
)
_CLANHOUSE: Final = tuple(f"clanhouse:{slot}" for slot in range(1, c.CLANHOUSE_SLOTS + 1))
_VILLAGES: Final = tuple(f"village:{position}" for position in range(c.LAST_POSITION + 1))
_HERALDS: Final = tuple(f"herald:{rank}" for rank in range(1, len(CLANS) + 1))
_ENEMY: Final = ("enemy:deck", "enemy:card", "enemy:discard")
_HAND: Final = 10
_KEPT: Final = 10


def _sector(sector: Sector, centre: tuple[float, float], size: tuple[int, int], spot: int) -> Iterator[Box]:
    """A sector: a line for its name, and its spots side by side."""
    place = centred(sector.value, *centre, *size)
    gap = (size[0] - 4 * spot) // 5
    keys = (f"spot:{number}" for number in _SPOTS)
    corner = (size[0] - 4 * spot - 3 * gap) // 2, size[1] - spot - gap
    yield from inside(place, *grid(keys, corner, (spot, spot), columns=4, gap=gap, choosable=True))


def _palace(centre: tuple[float, float], unit: int, gap: int) -> Iterator[Box]:
    """The palace: its spots form a cross, and in the corners stand the kin of the clans."""
    step = unit + gap
    middle = 2 * step + gap
    side = 5 * step + gap
    arms = ((0, -1), (1, 0), (0, 1), (-1, 0))
    spots = (
        *((ward, 2 * x, 2 * y) for ward, (x, y) in zip(c.OUTER_WARDS, arms)),
        *((battlement, x, y) for battlement, (x, y) in zip(c.BATTLEMENTS, arms)),
        (c.PINNACLE, 0, 0),
    )
    corners = ((gap, gap), (middle + step, gap), (middle + step, middle + step), (gap, middle + step))
    area = 2 * unit + gap
    yield from inside(
        centred(c.PALACE, *centre, side, side, choosable=True),
        *(box(s, middle + x * step, middle + y * step, unit, unit, choosable=True) for s, x, y in spots),
        *(box(f"clan:{clan}", x, y, area, area) for clan, (x, y) in zip(CLANS, corners)),
    )


def _wide() -> Layout:
    """Events and revelations above, the sectors around the palace, clanhouse and villages below."""
    card = (84, 108)
    centres = ((600, 208), (1004, 296), (1004, 704), (600, 792), (196, 704), (196, 296))
    boxes = (
        *grid(_FORESEEN, (8, 8), card, columns=6, gap=6, choosable=True),
        box("round", 552, 8, 184, 108),
        *grid(_REVELATIONS, (744, 8), card, columns=5, gap=6, choosable=True),
        *(each for sector, at in zip(SECTORS, centres) for each in _sector(sector, at, (330, 148), 72)),
        *_palace((600, 500), 62, 4),
        *grid(_HERALDS, (76, 458), (58, 84), columns=4, gap=6, choosable=True),
        *grid(_ENEMY, (852, 446), card, columns=3, gap=6),
        *grid(_CLANHOUSE, (8, 884), card, columns=6, gap=6, choosable=True),
        *grid(_VILLAGES, (552, 884), (66, 108), columns=8, gap=5, choosable=True),
        box("village:pile", 1126, 884, 66, 108, choosable=True),
    )
    return Layout("wide", 1200, 1000, phone=False, boxes=boxes)


def _ring() -> Layout:
    """The sectors in the order of the clock around the palace."""
    centres = ((180, 40), (270, 116), (270, 364), (180, 440), (90, 364), (90, 116))
    boxes = (
        *(each for sector, at in zip(SECTORS, centres) for each in _sector(sector, at, (172, 68), 36)),
        *_palace((180, 240), 30, 2),
        *grid(_HERALDS, (4, 200), (40, 38), columns=2, gap=4, choosable=True),
        box("round", 272, 200, 84, 80),
    )
    return Layout("ring", 360, 480, phone=True, boxes=boxes)


def _cards() -> Layout:
    boxes = (
        *grid(_FORESEEN, (4, 4), (56, 72), columns=6, gap=3, choosable=True),
        *grid(_REVELATIONS, (4, 84), (67, 86), columns=5, gap=4, choosable=True),
        *grid(_ENEMY, (4, 178), (67, 86), columns=3, gap=4),
    )
    return Layout("cards", 360, 268, phone=True, boxes=boxes)


def _clanhouse() -> Layout:
    boxes = (
        *grid(_CLANHOUSE, (4, 4), (56, 72), columns=6, gap=3, choosable=True),
        *grid(_VILLAGES[:4], (4, 84), (67, 72), columns=4, gap=4, choosable=True),
        *grid(_VILLAGES[4:], (4, 160), (67, 72), columns=4, gap=4, choosable=True),
        box("village:pile", 288, 84, 68, 148, choosable=True),
    )
    return Layout("houses", 360, 236, phone=True, boxes=boxes)


def _clan() -> Layout:
    """What belongs to a seat: its hand and pile, and the cards that it has kept."""
    hand = (f"hand:{number}" for number in range(1, _HAND + 1))
    kept = (f"revelation:{number}" for number in range(1, _KEPT + 1))
    own = box("seat", 0, 0, 360, 300)
    boxes = (
        *grid(hand, (4, 4), (56, 60), columns=5, gap=3, choosable=True),
        box("clan_pile", 300, 4, 56, 60, choosable=True),
        box("box", 300, 67, 56, 60),
        *grid(kept, (4, 134), (67, 78), columns=5, gap=4, choosable=True),
    )
    return Layout("seat", own.w, own.h, phone=True, boxes=tuple(inside(own, *boxes)))


_AREAS: Final = (_ring(), _cards(), _clanhouse())
LAYOUTS: Final = (_wide(), stacked("tall", *_AREAS, gap=8), *_AREAS, _clan())
