"""The 27 specialists (6.3), one row each: a power is an allowance, a reaction, or points at the end."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeAlias

from domain.bonfire import events as e
from domain.bonfire.allowances import Allowances
from domain.bonfire.catalogue import GNOME_CARD, GnomeId, GnomeRole, Guardian, Resource, Tile
from domain.bonfire.conditions import guardians_at_bonfires
from domain.bonfire.state import Arrival, Bonfire, City
from domain.bonfire.walking import can_step
from domain.kernel.messages import Event

Reaction: TypeAlias = Callable[[Bonfire, Any], Iterable[Event]]
_NOTHING = Allowances()


@dataclass(frozen=True)
class Gnome:
    """A specialist's power: exactly one of an allowance, reactions, and points at the end."""

    id: GnomeId
    slug: str
    rule: str
    allows: Allowances = _NOTHING
    reacts: Mapping[type[Event], Reaction] = field(default_factory=dict)
    scores: Callable[[City], int] | None = None


def _elder_honour(_: Bonfire, event: e.GnomeRecruited) -> Iterable[Event]:
    """BF-G4: two points for each elder."""
    if GNOME_CARD[event.gnome].role is GnomeRole.ELDER:
        yield e.PointsGained(event.seat, 2, "BF-G4")


def _novice_gold(_: Bonfire, event: e.NovicePlaced) -> Iterable[Event]:
    """BF-G7, BF-Q20: a gold for each novice that the owner sends, neutral ones too."""
    yield e.ResourcesGained(event.seat, (Resource.GOLD,), "BF-G7")


def _path_harvest(_: Bonfire, event: e.PathBuilt) -> Iterable[Event]:
    """BF-G8: the yield of the tile; the event holds the answer if there was a choice (BF-Q19)."""
    yield e.ResourcesGained(event.seat, (event.resource,), "BF-G8")


def _harvest_of(guardian: Guardian, rule: str) -> Mapping[type[Event], Reaction]:
    """BF-G10, BF-G11, BF-G12, BF-G13, BF-G29: one more of what this guardian gathered, of the same kind."""

    def again(_: Bonfire, event: e.PathHarvested) -> Iterable[Event]:
        if event.guardian is guardian:
            yield e.ResourcesGained(event.seat, (event.resource,), rule)

    return {e.PathHarvested: again}


def _recruit_yellow(_: Bonfire, event: e.GnomeRecruited) -> Iterable[Event]:
    """BF-G15: a yellow tile for each gnome, including this one."""
    yield e.TilesGained(event.seat, (Tile.YELLOW,), "BF-G15")


def _double_symbol(_: Bonfire, event: e.SymbolsCovered) -> Iterable[Event]:
    """BF-G16: every covered symbol once more."""
    if event.tiles:
        yield e.TilesGained(event.seat, event.tiles, "BF-G16")
    if event.resources:
        yield e.ResourcesGained(event.seat, event.resources, "BF-G16")


def _arrival_procession(state: Bonfire, event: e.GuardianArrived) -> Iterable[Event]:
    """BF-G17, BF-Q48: a free procession, unless no guardian can step."""
    if can_step(state.cities[event.seat], 1):
        yield e.OfferMade(event.seat, Arrival())


def _common_reward(_: Bonfire, event: e.CommonTaskFulfilled) -> Iterable[Event]:
    """BF-G19, BF-Q21: a gold and a yellow tile at once."""
    yield e.ResourcesGained(event.seat, (Resource.GOLD,), "BF-G19")
    yield e.TilesGained(event.seat, (Tile.YELLOW,), "BF-G19")


def _first_path_gold(_: Bonfire, event: e.PathHarvested) -> Iterable[Event]:
    """BF-G20, BF-Q22: one more gold for ending on path 1, whatever was gathered there."""
    if event.position == 1:
        yield e.ResourcesGained(event.seat, (Resource.GOLD,), "BF-G20")


def _guardian_points(city: City) -> int:
    """BF-G18: two points for each guardian at a bonfire."""
    return 2 * len(guardians_at_bonfires(city))


def _gnome(
    rule: str,
    slug: str,
    *,
    allows: Allowances = _NOTHING,
    reacts: Mapping[type[Event], Reaction] | None = None,
    scores: Callable[[City], int] | None = None,
) -> Gnome:
    number = int(rule.removeprefix("BF-G"))
    return Gnome(GnomeId(f"specialist-{number:02}"), slug, rule, allows, reacts or {}, scores)


GNOMES: Final = (
    _gnome("BF-G1", "crowded_paths", allows=Allowances(crowded_paths=True)),
    _gnome("BF-G2", "long_procession", allows=Allowances(extra_steps=1)),
    _gnome("BF-G3", "free_offering", allows=Allowances(any_offering_resources=True)),
    _gnome("BF-G4", "elder_honour", reacts={e.GnomeRecruited: _elder_honour}),
    _gnome("BF-G5", "double_yellow", allows=Allowances(extra_wild_units=1)),
    _gnome("BF-G6", "choose_resource", allows=Allowances(choose_harvest=True)),
    _gnome("BF-G7", "novice_gold", reacts={e.NovicePlaced: _novice_gold}),
    _gnome("BF-G8", "path_harvest", reacts={e.PathBuilt: _path_harvest}),
    _gnome("BF-G9", "free_recruit_resource", allows=Allowances(any_recruit_resources=True)),
    _gnome("BF-G10", "pink_harvest", reacts=_harvest_of(Guardian.PINK, "BF-G10")),
    _gnome("BF-G11", "grey_harvest", reacts=_harvest_of(Guardian.GREY, "BF-G11")),
    _gnome("BF-G12", "wood_harvest", reacts=_harvest_of(Guardian.WOOD, "BF-G12")),
    _gnome("BF-G13", "blue_harvest", reacts=_harvest_of(Guardian.BLUE, "BF-G13")),
    _gnome("BF-G14", "keep_three", allows=Allowances(extra_kept_tiles=2)),
    _gnome("BF-G15", "recruit_yellow", reacts={e.GnomeRecruited: _recruit_yellow}),
    _gnome("BF-G16", "double_symbol", reacts={e.SymbolsCovered: _double_symbol}),
    _gnome("BF-G17", "arrival_procession", reacts={e.GuardianArrived: _arrival_procession}),
    _gnome("BF-G18", "guardian_points", scores=_guardian_points),
    _gnome("BF-G19", "common_reward", reacts={e.CommonTaskFulfilled: _common_reward}),
    _gnome("BF-G20", "first_path_gold", reacts={e.PathHarvested: _first_path_gold}),
    _gnome("BF-G21", "far_ship", allows=Allowances(ship_reach=1)),
    _gnome("BF-G22", "far_rotation", allows=Allowances(rotation_reach=1)),
    _gnome("BF-G23", "three_rewards", allows=Allowances(bonfire_rewards=1)),
    _gnome("BF-G24", "council_crowd", allows=Allowances(crowded_council=True)),
    _gnome("BF-G25", "free_portals", allows=Allowances(portals_in_any_order=True)),
    _gnome("BF-G26", "cheap_task", allows=Allowances(flat_task_cost=True)),
    _gnome("BF-G27", "overhang", allows=Allowances(overhang=True)),
)
GNOME: Final[Mapping[GnomeId, Gnome]] = {gnome.id: gnome for gnome in GNOMES}


@lru_cache(maxsize=4096)
def harvests_built_paths(gnomes: tuple[GnomeId, ...]) -> bool:
    """BF-G8: whether a path tile yields its resource when it is built."""
    return any(e.PathBuilt in GNOME[card].reacts for card in gnomes if card in GNOME)
