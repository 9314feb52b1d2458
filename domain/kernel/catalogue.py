"""What lies in the box of a game, for those who show it to people: components, where they are drawn."""

from typing import Any

from msgspec import Struct


class Spot(Struct, frozen=True):
    """A place on the drawn game board: x to the right, y down, both from 0 to 100."""

    x: float
    y: float


class Component(Struct, frozen=True):
    """A thing with an id; `facts` is what is printed on it."""

    kind: str
    id: str
    facts: Any = None
    spot: Spot | None = None


class Catalogue(Struct, frozen=True):
    """All components of a game, how many can play, and what else is printed on its boards."""

    players: tuple[int, ...]
    components: tuple[Component, ...] = ()
    printed: Any = None
