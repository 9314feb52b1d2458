"""Performing or skipping the daytime effect of a sector or of the palace (PP-T8, PP-T9, PP-E21, PP-PA6)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.commands import PalaceOption, PerformDaytime, SkipDaytime
from domain.phoenix.evolve import evolved
from domain.phoenix.fields import Asked, Form, Refusal, action, any_resource, borrowed
from domain.phoenix.geometry import highlighted
from domain.phoenix.ids import RESOURCES, Resource, Sector
from domain.phoenix.palace import PalaceEffect
from domain.phoenix.pools import gain, pay, shortage
from domain.phoenix.sectors import DAYTIME, DAYTIMES, Daytime, perform
from domain.phoenix.state import Phoenix

_LANTERN: Final = (Resource.LANTERN,)


def _sector_action(effect: Daytime) -> Action[Phoenix, Any]:
    """The action that performs the effect of a sector."""

    def outcome(state: Phoenix, seat: int, form: PerformDaytime, _dice: Dice) -> Iterator[Event]:
        yield e.ActionTaken(seat, form)
        yield from perform(state, seat, effect.sector, form)

    return action(PerformDaytime, *effect.asks, outcome=outcome, rule=effect.rule)


def _effect(state: Phoenix) -> PalaceEffect:
    """PP-E21, PP-PA6: the effect of the palace spot on which the kin was placed."""
    assert state.turn.spot is not None
    return modes.palace(state).effect(state.turn.spot)


def _is_either(state: Phoenix, _seat: int, _form: Form) -> bool:
    return _effect(state).either


def _gains(state: Phoenix, _seat: int, form: Form) -> bool:
    effect = _effect(state)
    return effect.gains and (not effect.either or form.option is PalaceOption.RESOURCE)


def _copies(state: Phoenix, _seat: int, form: Form) -> bool:
    effect = _effect(state)
    return effect.copies and (not effect.either or form.option is PalaceOption.SECTOR)


def _option_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-E21: a sector's effect costs 1 lantern."""
    if form.option is not PalaceOption.SECTOR or form.sector is not UNSET:
        return None
    return shortage(state.pool(seat), _LANTERN, "PP-E21")


def _gained(state: Phoenix, seat: int, form: Form) -> Phoenix:
    """PP-PA6: the state after the resource was gained; on the pinnacle it can pay for what follows.

    As long as it is not named, it may be any: then each kind counts, and only fitting kinds are asked for.
    """
    if form.resource is UNSET and _gains(state, seat, form):
        return evolved(state, *gain(seat, "PP-E21", *RESOURCES))
    if not isinstance(form.resource, Resource):
        return state
    return evolved(state, *gain(seat, "PP-E21", form.resource))


def _sectors(state: Phoenix, _seat: int, _form: Form) -> tuple[Sector | None, ...]:
    lit = highlighted(state.board.rotation)
    return lit if _effect(state).either else (*lit, None)


def _sector_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-E21: a highlighted sector, for 1 lantern; on battlement and pinnacle it may be declined (PP-PA6)."""
    if form.sector is UNSET:
        return None
    if form.sector is None:
        return Rejected("invalid_choice", rule="PP-E21", field="sector") if _effect(state).either else None
    if form.sector not in highlighted(state.board.rotation):
        return Rejected("sector_not_highlighted", rule="PP-E21", sector=form.sector.value)
    if form.resource is UNSET and _gains(state, seat, form):
        return None
    return shortage(_gained(state, seat, form).pool(seat), _LANTERN, "PP-E21")


def _copied_fields(_state: Phoenix, _seat: int, form: Form) -> tuple[Asked, ...]:
    """PP-E22: the fields of the copied sector."""
    return DAYTIME[form.sector].asks if isinstance(form.sector, Sector) else ()


def _paid(state: Phoenix, seat: int, form: Form) -> Phoenix:
    """The state in which the copied effect is resolved: a resource gained, a lantern paid."""
    return evolved(_gained(state, seat, form), *pay(seat, "PP-E21", *_LANTERN))


def _perform_palace(state: Phoenix, seat: int, form: PerformDaytime, _dice: Dice) -> Iterator[Event]:
    """PP-E21, PP-E22, PP-PA6: a resource, or a lantern for the effect of a sector as if placed there."""
    yield e.ActionTaken(seat, form)
    if isinstance(form.resource, Resource):
        yield from gain(seat, "PP-E21", form.resource)
    if isinstance(form.sector, Sector):
        yield from pay(seat, "PP-E21", *_LANTERN)
        yield from perform(_paid(state, seat, form), seat, form.sector, form)


PERFORM_SECTOR: Final[Mapping[Sector, Action[Phoenix, Any]]] = {
    effect.sector: _sector_action(effect) for effect in DAYTIMES
}
PERFORM_PALACE: Final = action(
    PerformDaytime,
    Field[Phoenix, Any](
        "option", lambda *_: tuple(PalaceOption), _option_refusal, applies=_is_either, rule="PP-E21"
    ),
    any_resource("resource", "PP-E21", applies=_gains),
    Field[Phoenix, Any]("sector", _sectors, _sector_refusal, applies=_copies, rule="PP-E21"),
    *borrowed((effect.asks for effect in DAYTIMES), _copied_fields, _paid),
    outcome=_perform_palace,
    rule="PP-E21",
)


def perform_daytime(state: Phoenix) -> Action[Phoenix, Any]:
    """PP-T8: the action for the effect of the place where the kin was placed this turn."""
    sector = state.turn.daytime
    return PERFORM_PALACE if sector is None else PERFORM_SECTOR[sector]


def _skip(_state: Phoenix, seat: int, form: SkipDaytime, _dice: Dice) -> Iterator[Event]:
    """PP-T9: skipping gives nothing at all."""
    yield e.ActionTaken(seat, form)


SKIP_DAYTIME: Final = action(SkipDaytime, outcome=_skip)
