"""The reactions to an event: gains of gnomes, points of elders, common tasks, the countdown.

This runs for every event and most events have no reaction, so it looks them up in tables by event type.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from domain.bonfire import countdown
from domain.bonfire import events as e
from domain.bonfire.catalogue import CommonTask
from domain.bonfire.common import COMMON_TASKS, Common
from domain.bonfire.elders import ELDER
from domain.bonfire.gnomes import GNOMES, Gnome
from domain.bonfire.state import TOM_SEAT, Bonfire
from domain.kernel.messages import Event

_REACTING: Final[Mapping[type[Event], tuple[Gnome, ...]]] = {
    kind: tuple(gnome for gnome in GNOMES if kind in gnome.reacts)
    for kind in {kind: None for gnome in GNOMES for kind in gnome.reacts}
}
_GROWING: Final[Mapping[type[Event], Common]] = {common.grows_by: common for common in COMMON_TASKS}
_CAUSES: Final = frozenset({*_REACTING, *_GROWING, e.GnomeRecruited, e.NovicePlaced})


def reactions(state: Bonfire, event: Any) -> Iterable[Event]:
    """The events that an event causes, given the state after it."""
    return _reactions(state, event) if type(event) in _CAUSES else ()


def _reactions(state: Bonfire, event: Any) -> Iterator[Event]:
    """BF-G30: gains in the order of the specialists' numbers; offers to the player come last.

    BF-O10: Tom never uses the powers of his gnomes.
    """
    gains = [] if state.tom is not None and event.seat == TOM_SEAT else list(_powers(state, event))
    yield from (gain for gain in gains if not isinstance(gain, e.OfferMade))
    if isinstance(event, e.GnomeRecruited):
        yield from _elder_points(state, event)
    yield from _newly_fulfilled(state, event)
    if isinstance(event, e.NovicePlaced):
        yield from countdown.trigger(state, event.seat)
    yield from (gain for gain in gains if isinstance(gain, e.OfferMade))


def _powers(state: Bonfire, event: Any) -> Iterator[Event]:
    """BF-G28, BF-G30: the reactions of the seat's specialists, by ascending number."""
    gnomes = state.cities[event.seat].gnomes
    for gnome in _REACTING.get(type(event), ()):
        if gnome.id in gnomes:
            yield from gnome.reacts[type(event)](state, event)


def _elder_points(state: Bonfire, event: e.GnomeRecruited) -> Iterator[Event]:
    """BF-T60, BF-L7: an elder's points, counted now and never again."""
    elder = ELDER.get(event.gnome)
    points = elder.points(state.cities[event.seat]) if elder is not None else 0
    if elder is not None and points:
        yield e.PointsGained(event.seat, points, elder.rule)


def _newly_fulfilled(state: Bonfire, event: Any) -> Iterator[Event]:
    """BF-K6: a common task counts as soon as its last element arrives."""
    common = _GROWING.get(type(event))
    if common is None:
        return
    city = state.cities[event.seat]
    known: tuple[CommonTask, ...] = city.fulfilled
    if common.id not in known and common.met(city):
        yield e.CommonTaskFulfilled(event.seat, common.id)
