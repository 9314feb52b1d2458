"""The 27 specialists (6.3), one row each: a power allows more, reacts to an event, or scores at the end."""

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
    """A specialist's power; each does exactly one of the three things."""

    id: GnomeId
    slug: str
    rule: str
    allows: Allowances = _NOTHING
    reacts: Mapping[type[Event], Reaction] = field(default_factory=dict)
    scores: Callable[[City], int] | None = None


def _elder_honour(_: Bonfire, event: e.GnomeRecruited) -> Iterable[Event]:
    """G4: two points for each elder."""
    if GNOME_CARD[event.gnome].role is GnomeRole.ELDER:
        yield e.PointsGained(event.seat, 2, "BF-G4")


def _novice_gold(_: Bonfire, event: e.NovicePlaced) -> Iterable[Event]:
    """G7, Q20: a gold for each novice that the owner sends, neutral ones too."""
    yield e.ResourcesGained(event.seat, (Resource.GOLD,), "BF-G7")


def _path_harvest(_: Bonfire, event: e.PathBuilt) -> Iterable[Event]:
    """G8: what the tile yields; the event holds the answer where there was a choice (Q19)."""
    yield e.ResourcesGained(event.seat, (event.resource,), "BF-G8")


def _harvest_of(guardian: Guardian, rule: str) -> Mapping[type[Event], Reaction]:
    """G10–G13, G29: one more of what this guardian gathered, of the same kind."""

    def again(_: Bonfire, event: e.PathHarvested) -> Iterable[Event]:
        if event.guardian is guardian:
            yield e.ResourcesGained(event.seat, (event.resource,), rule)

    return {e.PathHarvested: again}


def _recruit_yellow(_: Bonfire, event: e.GnomeRecruited) -> Iterable[Event]:
    """G15: a yellow tile for each gnome, this one included."""
    yield e.TilesGained(event.seat, (Tile.YELLOW,), "BF-G15")


def _double_symbol(_: Bonfire, event: e.SymbolsCovered) -> Iterable[Event]:
    """G16: every covered symbol once more."""
    if event.tiles:
        yield e.TilesGained(event.seat, event.tiles, "BF-G16")
    if event.resources:
        yield e.ResourcesGained(event.seat, event.resources, "BF-G16")


def _arrival_procession(state: Bonfire, event: e.GuardianArrived) -> Iterable[Event]:
    """G17, Q48: a free procession, unless nobody can step."""
    if can_step(state.cities[event.seat], 1):
        yield e.OfferMade(event.seat, Arrival())


def _common_reward(_: Bonfire, event: e.CommonTaskFulfilled) -> Iterable[Event]:
    """G19, Q21: a gold and a yellow tile at that instant."""
    yield e.ResourcesGained(event.seat, (Resource.GOLD,), "BF-G19")
    yield e.TilesGained(event.seat, (Tile.YELLOW,), "BF-G19")


def _first_path_gold(_: Bonfire, event: e.PathHarvested) -> Iterable[Event]:
    """G20, Q22: a gold on top for ending on path 1, whatever was gathered there."""
    if event.position == 1:
        yield e.ResourcesGained(event.seat, (Resource.GOLD,), "BF-G20")


def _guardian_points(city: City) -> int:
    """G18: two points for each guardian at a bonfire."""
    return 2 * len(guardians_at_bonfires(city))


def _allows(number: int, slug: str, allows: Allowances) -> Gnome:
    return Gnome(GnomeId(f"specialist-{number:02}"), slug, f"BF-G{number}", allows=allows)


def _reacts(number: int, slug: str, reacts: Mapping[type[Event], Reaction]) -> Gnome:
    return Gnome(GnomeId(f"specialist-{number:02}"), slug, f"BF-G{number}", reacts=reacts)


def _scores(number: int, slug: str, scores: Callable[[City], int]) -> Gnome:
    return Gnome(GnomeId(f"specialist-{number:02}"), slug, f"BF-G{number}", scores=scores)


GNOMES: Final = (
    _allows(1, "crowded_paths", Allowances(crowded_paths=True)),
    _allows(2, "long_procession", Allowances(extra_steps=1)),
    _allows(3, "free_offering", Allowances(any_offering_resources=True)),
    _reacts(4, "elder_honour", {e.GnomeRecruited: _elder_honour}),
    _allows(5, "double_yellow", Allowances(extra_wild_units=1)),
    _allows(6, "choose_resource", Allowances(choose_harvest=True)),
    _reacts(7, "novice_gold", {e.NovicePlaced: _novice_gold}),
    _reacts(8, "path_harvest", {e.PathBuilt: _path_harvest}),
    _allows(9, "free_recruit_resource", Allowances(any_recruit_resources=True)),
    _reacts(10, "pink_harvest", _harvest_of(Guardian.PINK, "BF-G10")),
    _reacts(11, "grey_harvest", _harvest_of(Guardian.GREY, "BF-G11")),
    _reacts(12, "wood_harvest", _harvest_of(Guardian.WOOD, "BF-G12")),
    _reacts(13, "blue_harvest", _harvest_of(Guardian.BLUE, "BF-G13")),
    _allows(14, "keep_three", Allowances(extra_kept_tiles=2)),
    _reacts(15, "recruit_yellow", {e.GnomeRecruited: _recruit_yellow}),
    _reacts(16, "double_symbol", {e.SymbolsCovered: _double_symbol}),
    _reacts(17, "arrival_procession", {e.GuardianArrived: _arrival_procession}),
    _scores(18, "guardian_points", _guardian_points),
    _reacts(19, "common_reward", {e.CommonTaskFulfilled: _common_reward}),
    _reacts(20, "first_path_gold", {e.PathHarvested: _first_path_gold}),
    _allows(21, "far_ship", Allowances(ship_reach=1)),
    _allows(22, "far_rotation", Allowances(rotation_reach=1)),
    _allows(23, "three_rewards", Allowances(bonfire_rewards=1)),
    _allows(24, "council_crowd", Allowances(crowded_council=True)),
    _allows(25, "free_portals", Allowances(portals_in_any_order=True)),
    _allows(26, "cheap_task", Allowances(flat_task_cost=True)),
    _allows(27, "overhang", Allowances(overhang=True)),
)
GNOME: Final[Mapping[GnomeId, Gnome]] = {gnome.id: gnome for gnome in GNOMES}


@lru_cache(maxsize=4096)
def harvests_built_paths(gnomes: tuple[GnomeId, ...]) -> bool:
    """G8: whether a path tile yields its resource when it is built."""
    return any(e.PathBuilt in GNOME[card].reacts for card in gnomes if card in GNOME)
