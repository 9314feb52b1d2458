"""The six elders (6.5), one row each: points once, counted when the card has joined the city."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from domain.bonfire.catalogue import GnomeId
from domain.bonfire.state import City


@dataclass(frozen=True)
class Elder:
    """An elder and what it counts, one point each."""

    id: GnomeId
    slug: str
    rule: str
    points: Callable[[City], int]


def _elder(number: int, slug: str, points: Callable[[City], int]) -> Elder:
    return Elder(GnomeId(f"elder-{number}"), slug, f"BF-L{number}", points)


ELDERS: Final = (
    # The starting tile counts as a path tile.
    _elder(1, "elder_paths", lambda city: len(city.paths) + 1),
    _elder(2, "elder_fate", lambda city: len(city.fate)),
    _elder(3, "elder_portals", lambda city: len(city.portals)),
    _elder(4, "elder_tasks", lambda city: len(city.tasks)),
    _elder(5, "elder_guardians", lambda city: len(city.guardians)),
    _elder(6, "elder_gnomes", lambda city: len(city.gnomes)),
)
ELDER: Final[Mapping[GnomeId, Elder]] = {elder.id: elder for elder in ELDERS}
