"""The daytime effects of the six sectors, one row each (PP-E4–PP-E9)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import AcquireCard, Performed, Refill
from domain.phoenix.capital import visit_capital
from domain.phoenix.catalogue import SITE
from domain.phoenix.clanhouse import REVEAL, visit_clanhouse
from domain.phoenix.commands import Answers, PerformDaytime
from domain.phoenix.evolve import evolved
from domain.phoenix.fields import Asked, Form, Refusal, nested, slot
from domain.phoenix.ids import Resource, RevelationId, Sector
from domain.phoenix.pending import asks, happens, then
from domain.phoenix.pools import gain, shortage
from domain.phoenix.revelations import MAY_ACQUIRE, acquire_by_form, discard_event, occupied_slots
from domain.phoenix.state import Phoenix
from domain.phoenix.villages import (
    build,
    build_refusal,
    collect,
    explore,
    explore_refusal,
    omits,
    site_cost,
    village_at,
)

_RIM_STEPS: Final = 2
_BUILDERS_STEPS: Final = 1
_PILGRIMS_STEPS: Final = 1


@dataclass(frozen=True)
class Daytime:
    """The daytime effect of a sector: what it asks for, and what it does."""

    sector: Sector
    rule: str
    performs: Callable[[Phoenix, int, PerformDaytime], Iterator[Event]]
    asks: tuple[Asked, ...] = ()


def _gates(state: Phoenix, seat: int, form: PerformDaytime) -> Iterator[Event]:
    """PP-E4: gain 1 lantern, then optionally discard a foreseen event."""
    yield from gain(seat, "PP-E4", Resource.LANTERN)
    if isinstance(form.discard_slot, int):
        yield from discard_event(state, seat, form.discard_slot)


def _explore_field(most: int, rule: str) -> Asked:
    """PP-E15: how many positions the pioneer moves."""

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        if form.explore is UNSET:
            return None
        if not 0 <= form.explore <= most:
            return Rejected("invalid_choice", rule=rule, most=most)
        return explore_refusal(state, seat, form.explore)

    return Field("explore", lambda *_: range(most + 1), refusal, rule=rule)


def _build_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-E6, PP-E16: after at most one step of exploring, there must be a site that the seat can pay for."""
    if form.build is not True:
        return None
    if form.explore is not UNSET and form.explore > _BUILDERS_STEPS:
        return Rejected("invalid_choice", rule="PP-E6", most=_BUILDERS_STEPS)
    steps = range(_BUILDERS_STEPS + 1) if form.explore is UNSET else (form.explore,)
    refusals = [build_refusal(state, seat, count) for count in steps]
    return None if None in refusals else refusals[0]


def _omit_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-RC08: the owner of the card names a kind of the cost to leave out; no other seat may."""
    if form.omit is UNSET:
        return None
    if form.build is not True or not omits(state, seat):
        return Rejected("invalid_payment", rule="PP-RC08", omit=form.omit)
    if form.omit not in SITE[state.board.frontier + 1].cost:
        return Rejected("invalid_payment", rule="PP-RC08", omit=form.omit)
    return shortage(state.pool(seat), site_cost(state, form.omit), "PP-E16")


def _omit_complete(state: Phoenix, seat: int, form: Form) -> bool:
    return form.omit is not UNSET or form.build is not True or not omits(state, seat)


def _cost_kinds(state: Phoenix, _seat: int, _form: Form) -> Iterable[Resource]:
    return SITE[state.board.frontier + 1].cost


def _rim(state: Phoenix, seat: int, form: PerformDaytime) -> Iterator[Event]:
    """PP-E6: explore up to 2, or explore up to 1 and then build."""
    assert isinstance(form.explore, int)
    moved = tuple(explore(state, seat, form.explore))
    yield from moved
    if form.build is True:
        omit = form.omit if isinstance(form.omit, Resource) else None
        yield from build(evolved(state, *moved), seat, omit)


def _reach(state: Phoenix, seat: int, form: Form) -> int:
    """PP-E7: the highest position that can be collected; before the seat answers, assume that it explores."""
    steps = _PILGRIMS_STEPS if form.explore is UNSET else form.explore
    return min(state.seats[seat].pioneer + steps, state.board.frontier)


def _collect_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-E7: a position from 0 to the pioneer's."""
    if form.collect is UNSET or form.collect is None or 0 <= form.collect <= _reach(state, seat, form):
        return None
    return Rejected("invalid_choice", rule="PP-E7", most=_reach(state, seat, form))


def _positions(state: Phoenix, seat: int, form: Form) -> Iterable[int | None]:
    return (*range(_reach(state, seat, form) + 1), None)


def _benefit(state: Phoenix, _seat: int, form: Form) -> Action[Phoenix, Any] | None:
    """The fields of the collected village's benefit."""
    if not isinstance(form.collect, int):
        return None
    return village_at(state, form.collect).form


def _shrine(state: Phoenix, seat: int, form: PerformDaytime) -> Iterator[Event]:
    """PP-E7: explore up to 1, then collect the benefit of one position."""
    assert isinstance(form.explore, int)
    moved = tuple(explore(state, seat, form.explore))
    yield from moved
    if isinstance(form.collect, int):
        yield from collect(evolved(state, *moved), seat, form.collect, form.village or Answers())


def _springs(state: Phoenix, seat: int, form: PerformDaytime) -> Iterator[Event]:
    """PP-E8, PP-RV2: acquire a card, then optionally a second one; the slots are refilled at the end."""
    if not isinstance(form.card, RevelationId):
        yield then(happens(Refill()))
        return
    yield then(asks(seat, AcquireCard(seat)), happens(Refill()))
    yield from acquire_by_form(state, seat, form)


def _clanhouse(state: Phoenix, seat: int, form: PerformDaytime) -> Iterator[Event]:
    """PP-E9: optionally reveal a tile, then optionally acquire a ready kin."""
    return visit_clanhouse(state, seat, reveals=form.reveal is True)


DAYTIMES: Final = (
    Daytime(
        Sector.GATES,
        "PP-E4",
        _gates,
        asks=(slot("discard_slot", occupied_slots, "PP-E4", optional=True),),
    ),
    Daytime(Sector.CAPITAL, "PP-E5", lambda state, seat, _: visit_capital(state, seat)),
    Daytime(
        Sector.RIM,
        "PP-E6",
        _rim,
        asks=(
            _explore_field(_RIM_STEPS, "PP-E6"),
            Field("build", lambda *_: (False, True), _build_refusal, rule="PP-E6"),
            Field("omit", _cost_kinds, _omit_refusal, complete=_omit_complete, rule="PP-RC08"),
        ),
    ),
    Daytime(
        Sector.SHRINE,
        "PP-E7",
        _shrine,
        asks=(
            _explore_field(_PILGRIMS_STEPS, "PP-E7"),
            Field("collect", _positions, _collect_refusal, rule="PP-E7"),
            nested("village", _benefit, "PP-V14"),
        ),
    ),
    Daytime(Sector.SPRINGS, "PP-E8", _springs, asks=MAY_ACQUIRE),
    Daytime(Sector.CLANHOUSE, "PP-E9", _clanhouse, asks=(REVEAL,)),
)
DAYTIME: Final[Mapping[Sector, Daytime]] = {effect.sector: effect for effect in DAYTIMES}


def perform(state: Phoenix, seat: int, sector: Sector, form: PerformDaytime) -> Iterator[Event]:
    """PP-T9, PP-T10: the effect of a sector; it counts as performed when everything inside it is resolved."""
    told = tuple(DAYTIME[sector].performs(state, seat, form))
    if any(isinstance(event, e.StepsOpened) for event in told):
        yield then(happens(Performed(seat, sector)))
        yield from told
    else:
        yield from told
        yield e.DaytimePerformed(seat, sector)
