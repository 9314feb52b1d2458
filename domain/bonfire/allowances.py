"""The numbers and permissions that a gnome can change; a city's are the sum over its gnomes."""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from domain.bonfire.catalogue import GnomeId


class Allowances(Struct, frozen=True):
    """A city's exceptions from the printed rules; each field is named after the rule it changes."""

    crowded_paths: bool = False
    extra_steps: int = 0
    any_offering_resources: bool = False
    extra_wild_units: int = 0
    choose_harvest: bool = False
    any_recruit_resources: bool = False
    extra_kept_tiles: int = 0
    ship_reach: int = 0
    rotation_reach: int = 0
    bonfire_rewards: int = 0
    crowded_council: bool = False
    portals_in_any_order: bool = False
    flat_task_cost: bool = False
    overhang: bool = False

    def __add__(self, other: "Allowances") -> "Allowances":
        """Add the numbers; keep a permission if either side has it."""
        return Allowances(**{field: _sum(getattr(self, field), getattr(other, field)) for field in _FIELDS})


_FIELDS = Allowances.__struct_fields__


def _sum(mine: int, theirs: int) -> Any:
    return mine or theirs if isinstance(mine, bool) else mine + theirs


@lru_cache(maxsize=4096)
def allowances(gnomes: tuple[GnomeId, ...]) -> Allowances:
    """The sum over the gnomes of a city."""
    from domain.bonfire.gnomes import GNOME

    return sum((GNOME[card].allows for card in gnomes if card in GNOME), Allowances())
