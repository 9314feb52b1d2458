"""The six elders (6.5), one row each: points given once, counted after the card has joined the city."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from domain.bonfire.catalogue import GnomeId
from domain.bonfire.state import City


@dataclass(frozen=True)
class Elder:
    """An elder and the items it counts, one point each."""

    id: GnomeId
    slug: str
    rule: str
    points: Callable[[City], int]


def _elder(rule: str, slug: str, points: Callable[[City], int]) -> Elder:
    return Elder(GnomeId(f"elder-{rule.removeprefix('BF-L')}"), slug, rule, points)


ELDERS: Final = (
    # The starting tile counts as a path tile.
    _elder("BF-L1", "elder_paths", lambda city: len(city.paths) + 1),
    _elder("BF-L2", "elder_fate", lambda city: len(city.fate)),
    _elder("BF-L3", "elder_portals", lambda city: len(city.portals)),
    _elder("BF-L4", "elder_tasks", lambda city: len(city.tasks)),
    _elder("BF-L5", "elder_guardians", lambda city: len(city.guardians)),
    _elder("BF-L6", "elder_gnomes", lambda city: len(city.gnomes)),
)
ELDER: Final[Mapping[GnomeId, Elder]] = {elder.id: elder for elder in ELDERS}
