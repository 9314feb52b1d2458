"""Where guardians can walk in a city, and what a path tile yields (BF-T39, BF-T40, BF-T42)."""

from collections.abc import Iterator, Mapping

from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import BASIC_RESOURCES, PATH_TILE, STARTING_PATH_RESOURCE, Guardian, Resource
from domain.bonfire.commands import Stride
from domain.bonfire.state import City
from domain.kernel.errors import Rejected

_PATH = "path:"
_BONFIRE = "bonfire:"


def on_path(place: str) -> int | None:
    """The position of the path tile that a place is on, or None."""
    return int(place.removeprefix(_PATH)) if place.startswith(_PATH) else None


def at_bonfire(place: str) -> bool:
    """Whether a place is beside a bonfire."""
    return place.startswith(_BONFIRE)


def yields(city: City, position: int) -> Resource:
    """The resource that a path tile shows; the starting tile shows gold (BF-T42)."""
    return STARTING_PATH_RESOURCE if position == 1 else PATH_TILE[city.paths[position - 2]].resource


def harvests(city: City, position: int) -> tuple[Resource, ...]:
    """BF-G6: the resources that a path tile may yield: the one it shows, or with a choice any basic one."""
    shown = yields(city, position)
    if not allowances(city.gnomes).choose_harvest:
        return (shown,)
    return (*BASIC_RESOURCES, shown) if shown is Resource.GOLD else BASIC_RESOURCES


def step_refusal(city: City, stands: Mapping[Guardian, str], place: str, stride: Stride) -> Rejected | None:
    """Why a step from a place is not possible (BF-T39, BF-T40)."""
    taken = stands.values()
    if stride is Stride.PATH:
        ahead = (on_path(place) or 0) + 1
        if at_bonfire(place):
            return Rejected("move_ended", rule="BF-T39", place=place)
        if ahead > len(city.paths) + 1:
            return Rejected("path_not_built", rule="BF-T39", position=ahead)
        if f"{_PATH}{ahead}" in taken and not allowances(city.gnomes).crowded_paths:
            return Rejected("path_occupied", rule="BF-T39", position=ahead)
        return None
    position = on_path(place)
    if position is None:
        return Rejected("not_on_a_path", rule="BF-T39", place=place)
    if position not in city.portals:
        return Rejected("portal_missing", rule="BF-T39", position=position)
    if not city.is_lit(position):
        return Rejected("bonfire_not_lit", rule="BF-T39", position=position)
    if f"{_BONFIRE}{position}" in taken:
        return Rejected("bonfire_occupied", rule="BF-T39", position=position)
    return None


def after(place: str, stride: Stride) -> str:
    """The place to which a possible step leads."""
    position = on_path(place) or 0
    return f"{_BONFIRE}{position}" if stride is Stride.BONFIRE else f"{_PATH}{position + 1}"


def routes(
    city: City, stands: Mapping[Guardian, str], place: str, steps: int
) -> Iterator[tuple[tuple[Stride, ...], str]]:
    """Every way of one or more steps from a place, with the place where it ends."""
    taken: tuple[Stride, ...] = ()
    while len(taken) < steps:
        if step_refusal(city, stands, place, Stride.BONFIRE) is None:
            yield (*taken, Stride.BONFIRE), after(place, Stride.BONFIRE)
        if step_refusal(city, stands, place, Stride.PATH) is not None:
            return
        place, taken = after(place, Stride.PATH), (*taken, Stride.PATH)
        yield taken, place


def can_step(city: City, steps: int) -> bool:
    """Whether any guardian can take a step in a procession of this length (BF-T41)."""
    stands = standing(city)
    return steps > 0 and any(can_step_from(city, stands, place) for place in stands.values())


def can_step_from(city: City, stands: Mapping[Guardian, str], place: str) -> bool:
    """Whether a step from a place is possible while the guardians stand like this."""
    return any(step_refusal(city, stands, place, stride) is None for stride in Stride)


def standing(city: City) -> dict[Guardian, str]:
    """Every guardian of a city with her place."""
    return {place.guardian: place.at for place in city.guardians}
