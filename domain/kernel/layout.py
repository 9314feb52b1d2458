"""Layouts: boxes in which a client draws the places of a game, without overlaps.

A box with the id `t01/task:2` lies inside the box `t01`: what stands before the last slash is its parent.
"""

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace


class Box(Struct, frozen=True):
    """A rectangle in which a component, a slot or a pile is drawn; x to the right and y down to its corner.

    `choosable` boxes hold something that a player can choose, so they must be large enough to touch.
    """

    id: str
    x: int
    y: int
    w: int
    h: int
    choosable: bool = False

    @property
    def parent(self) -> str | None:
        """The id of the box that contains this one, if any."""
        parent, slash, _ = self.id.rpartition("/")
        return parent if slash else None

    def at(self, dx: int, dy: int) -> "Box":
        """The same box, moved."""
        return replace(self, x=self.x + dx, y=self.y + dy)


class Layout(Struct, frozen=True):
    """A picture of the whole board or of one area, and the boxes in it, each after its parent.

    A `phone` layout is made for the width of a phone: at 360 pixels, everything choosable is at least 24
    pixels wide and high.
    """

    id: str
    width: int
    height: int
    phone: bool
    boxes: tuple[Box, ...]


def box(key: str, x: float, y: float, w: int, h: int, *, choosable: bool = False) -> Box:
    """A box by its left upper corner, rounded to whole units."""
    return Box(key, round(x), round(y), w, h, choosable)


def centred(key: str, x: float, y: float, w: int, h: int, *, choosable: bool = False) -> Box:
    """A box by its centre."""
    return box(key, x - w / 2, y - h / 2, w, h, choosable=choosable)


def grid(
    keys: Iterable[str],
    corner: tuple[float, float],
    size: tuple[int, int],
    *,
    columns: int,
    gap: int = 4,
    choosable: bool = False,
) -> Iterator[Box]:
    """Boxes of one size in rows, from the left upper corner of the first."""
    (x, y), (w, h) = corner, size
    for number, key in enumerate(keys):
        row, column = divmod(number, columns)
        yield box(key, x + column * (w + gap), y + row * (h + gap), w, h, choosable=choosable)


def ring(
    keys: Iterable[str],
    centre: tuple[float, float],
    radius: float,
    size: tuple[int, int],
    *,
    angles: Iterable[float],
    choosable: bool = False,
) -> Iterator[Box]:
    """Boxes around a centre; 0 degrees is up, clockwise."""
    for key, angle in zip(keys, angles, strict=True):
        turn = radians(angle)
        x, y = centre[0] + radius * sin(turn), centre[1] - radius * cos(turn)
        yield centred(key, x, y, *size, choosable=choosable)


def inside(parent: Box, *children: Box) -> Iterator[Box]:
    """A box, followed by its children, which are given relative to its corner and by their own key."""
    yield parent
    for child in children:
        yield replace(child.at(parent.x, parent.y), id=f"{parent.id}/{child.id}")


def stacked(key: str, *layouts: Layout, gap: int = 0) -> Layout:
    """Phone layouts of equal width, one above the other, as one."""
    boxes: list[Box] = []
    top = 0
    for layout in layouts:
        boxes.extend(each.at(0, top) for each in layout.boxes)
        top += layout.height + gap
    return Layout(key, layouts[0].width, top - gap, phone=True, boxes=tuple(boxes))
