"""Rowing, the end of a turn, and how a collision begins (RG-T2 to RG-T4, RG-C1)."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import HARBOUR
from tests.support.regatta.commands import EndTurn, MoveShip, Payment
from tests.support.regatta.state import Collision, Regatta, TurnStep

_FARTHEST: Final = 2


def _spaces(state: Regatta, seat: int, _form: MoveShip) -> Iterator[int]:
    space = state.crews[seat].space
    return (space + rowed for rowed in range(1, _FARTHEST + 1))


def _space_refusal(state: Regatta, seat: int, form: MoveShip) -> Rejected | None:
    """RG-T2: one space or two, and no farther than the harbour."""
    if form.to is UNSET:
        return None
    if form.to > HARBOUR or form.to not in _spaces(state, seat, form):
        return Rejected("out_of_reach", rule="RG-T2", to=form.to)
    return None


def _is_paid(state: Regatta, seat: int, form: MoveShip) -> bool:
    """RG-T3: the second space has a price."""
    return form.to is not UNSET and form.to - state.crews[seat].space == _FARTHEST


def _ways_to_pay(state: Regatta, seat: int, _form: MoveShip) -> tuple[Payment, ...]:
    crew = state.crews[seat]
    return (Payment.GOLD,) * (crew.gold > 0) + (Payment.TILE,) * (crew.tiles > 0)


def _payment_refusal(state: Regatta, seat: int, form: MoveShip) -> Rejected | None:
    """RG-T3: with 1 gold or 1 rowing tile."""
    ways = _ways_to_pay(state, seat, form)
    if not ways or (form.payment is not UNSET and form.payment not in ways):
        return Rejected("cannot_pay", rule="RG-T3")
    return None


def _row_closed(state: Regatta, _seat: int, _form: MoveShip) -> Rejected | None:
    """RG-T2: once in a turn."""
    step = state.agenda[-1].step
    assert isinstance(step, TurnStep)
    return Rejected("already_rowed", rule="RG-T2") if step.rowed else None


def _rowed(state: Regatta, seat: int, form: MoveShip, _dice: Dice) -> Iterator[Event]:
    assert form.to is not UNSET
    if form.payment is Payment.GOLD:
        yield e.ResourcesPaid(seat, 1)
    elif form.payment is Payment.TILE:
        yield e.TilesPaid(seat, 1)
    yield e.ShipMoved(seat, form.to)
    met = next((n for n in state.sailing if n != seat and state.crews[n].space == form.to), None)
    if met is not None:
        yield e.OfferMade(met, Collision(mover=seat))


def _ended(state: Regatta, seat: int, _form: EndTurn, _dice: Dice) -> Iterator[Event]:
    """RG-T4: a crew that did not row gains 1 gold."""
    step = state.agenda[-1].step
    assert isinstance(step, TurnStep)
    if not step.rowed:
        yield e.ResourcesGained(seat, 1, "RG-T4")
    yield e.TurnEnded(seat)


MOVE_SHIP: Final = Action(
    MoveShip,
    (
        Field("to", _spaces, _space_refusal),
        Field("payment", _ways_to_pay, _payment_refusal, applies=_is_paid, rule="RG-T3"),
    ),
    _rowed,
    closed=_row_closed,
)
END_TURN: Final = Action(EndTurn, (), _ended)
