"""Moving one guardian to any free place, forwards or backwards (BF-C6a to BF-C6e)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import POSITIONS, Guardian, Resource
from domain.bonfire.commands import ResolveBonus
from domain.bonfire.state import Bonfire, City
from domain.bonfire.walking import harvests, yields
from domain.kernel.action import Field
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_START = "start_area"
_PATHS = {f"path:{position}": position for position in POSITIONS}
_BONFIRES = {f"bonfire:{position}": position for position in POSITIONS}
PLACES = frozenset((_START, *_PATHS, *_BONFIRES))


def places(city: City) -> Iterator[str]:
    """The path tiles that are built, and the bonfires beside them."""
    for position in POSITIONS[: len(city.paths) + 1]:
        yield f"path:{position}"
        yield f"bonfire:{position}"


def _asks_harvest(city: City, destination: str | UnsetType) -> bool:
    """BF-G6: whether the owner chooses what is gathered there."""
    return destination in _PATHS and allowances(city.gnomes).choose_harvest


def _gathered(city: City, destination: str) -> tuple[Resource, ...]:
    """BF-G6, BF-Q18: the chosen resource must be available there."""
    return harvests(city, _PATHS[destination])


def _guardians(state: Bonfire, seat: int, _form: ResolveBonus) -> Iterator[Guardian]:
    return (place.guardian for place in state.cities[seat].guardians)


def _guardian_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """BF-C6, BF-C9: the guardian must be in the city; if none is chosen, one must be movable."""
    city, guardian = state.cities[seat], form.guardian
    if isinstance(guardian, UnsetType):
        movable = any(_has_place(city, place.guardian, form.resource) for place in city.guardians)
        return None if movable else Rejected("no_guardian_can_move", rule="BF-C9")
    if city.place_of(guardian) is None:
        return Rejected("guardian_not_here", rule="BF-C6", guardian=guardian.value)
    return None


def _destinations(state: Bonfire, seat: int, _form: ResolveBonus) -> Iterator[str]:
    return places(state.cities[seat])


def _destination_does_not_fit(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """BF-C6a, BF-C6b, BF-C6c, BF-C6d: the place must be free and reached by the path."""
    city, guardian = state.cities[seat], form.guardian
    if isinstance(guardian, UnsetType):
        return None
    if not isinstance(form.destination, UnsetType):
        return _destination_refusal(city, guardian, form.destination)
    if _has_place(city, guardian, form.resource):
        return None
    return Rejected("no_guardian_can_move", rule="BF-C6", guardian=guardian.value)


def _chooses(state: Bonfire, seat: int, form: ResolveBonus) -> bool:
    """BF-G6: the resource is asked only at a place with a choice."""
    placed = form.guardian is not UNSET and form.destination is not UNSET
    return not placed or _asks_harvest(state.cities[seat], form.destination)


def _choices(state: Bonfire, seat: int, form: ResolveBonus) -> tuple[Resource, ...]:
    assert not isinstance(form.destination, UnsetType)
    return _gathered(state.cities[seat], form.destination)


def _not_choosable(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    if form.guardian is UNSET or isinstance(form.destination, UnsetType):
        return None
    return _harvest_refusal(state.cities[seat], form.destination, form.resource)


SHIFT = (
    Field("guardian", _guardians, _guardian_refusal),
    Field("destination", _destinations, _destination_does_not_fit),
    Field("resource", _choices, _not_choosable, applies=_chooses, rule="BF-G6"),
)
"""Which guardian is moved, where to, and what she gathers there."""


def _has_place(city: City, guardian: Guardian, resource: Resource | UnsetType) -> bool:
    free = (place for place in places(city) if _destination_refusal(city, guardian, place) is None)
    return any(_harvest_refusal(city, place, resource) is None for place in free)


def _destination_refusal(city: City, guardian: Guardian, destination: str) -> Rejected | None:
    position = _PATHS.get(destination) or _BONFIRES.get(destination)
    if destination == _START:
        return Rejected("start_area_is_no_destination", rule="BF-C6c")
    assert position is not None, "ids are checked before actions"
    if city.place_of(guardian) == destination:
        return Rejected("same_place", rule="BF-C6d", place=destination)
    crowded = destination in _PATHS and allowances(city.gnomes).crowded_paths
    if destination in city.occupied and not crowded:
        return Rejected("place_taken", rule="BF-C6a", place=destination)
    return _route_refusal(city, destination, position)


def _route_refusal(city: City, destination: str, position: int) -> Rejected | None:
    """BF-C6b: the path must reach that far; a bonfire must be lit and is entered through its portal."""
    if position > len(city.paths) + 1:
        return Rejected("path_not_built", rule="BF-C6b", position=position)
    if destination in _BONFIRES and position not in city.portals:
        return Rejected("portal_missing", rule="BF-C6b", position=position)
    if destination in _BONFIRES and not city.is_lit(position):
        return Rejected("bonfire_not_lit", rule="BF-C6b", position=position)
    return None


def _harvest_refusal(city: City, destination: str, resource: Resource | UnsetType) -> Rejected | None:
    if isinstance(resource, UnsetType):
        return None
    if not _asks_harvest(city, destination):
        return Rejected("unexpected_field", rule="BF-G6", field="resource")
    if resource not in _gathered(city, destination):
        return Rejected("resource_not_choosable", rule="BF-G6", resource=resource.value)
    return None


def outcome(
    city: City, seat: int, guardian: Guardian, destination: str, resource: Resource | UnsetType
) -> Iterator[Event]:
    """BF-C6d: move the guardian; on a path tile she gathers its resource."""
    origin = city.place_of(guardian)
    assert origin is not None
    yield e.GuardianMoved(seat, guardian, origin, destination)
    if destination in _PATHS:
        position = _PATHS[destination]
        found = yields(city, position) if isinstance(resource, UnsetType) else resource
        yield e.PathHarvested(seat, guardian, position, found)
