"""Two boats on one space: the boat that was there answers, and an umpire may rule (RG-C1 to RG-C4)."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.commands import GiveWay, Judge, Protest
from tests.support.regatta.state import Collision, Regatta, Ruling


def _gave_way(_state: Regatta, seat: int, _form: GiveWay, _dice: Dice) -> Iterator[Event]:
    """RG-C2: it gets 1 gold for it."""
    yield e.WayGiven(seat)
    yield e.ResourcesGained(seat, 1, "RG-C2")


def _protested(state: Regatta, seat: int, _form: Protest, _dice: Dice) -> Iterator[Event]:
    """RG-C3: the umpire is asked, before the collision is settled."""
    step = state.agenda[-1].step
    assert isinstance(step, Collision)
    yield e.Protested(seat)
    yield e.OfferMade(_umpire(state, step.mover, seat), Ruling(mover=step.mover, protester=seat))


def _umpire(state: Regatta, mover: int, protester: int) -> int:
    """RG-C3: the next crew after the protester that has no part in it; with two crews, the mover itself."""
    seats = state.seats
    after = seats.index(protester) + 1
    return next((seat for seat in seats[after:] + seats[:after] if seat not in (mover, protester)), mover)


def _rulings(_state: Regatta, _seat: int, _form: Judge) -> tuple[bool, ...]:
    return True, False


def _judged(state: Regatta, seat: int, form: Judge, _dice: Dice) -> Iterator[Event]:
    """RG-C4: upheld, the mover goes back a space; dismissed, the protester loses 1 gold."""
    step = state.agenda[-1].step
    assert isinstance(step, Ruling)
    yield e.RulingMade(seat, upheld=form.uphold is True)
    if form.uphold:
        yield e.ShipMoved(step.mover, state.crews[step.mover].space - 1)
    elif state.crews[step.protester].gold:
        yield e.ResourcesPaid(step.protester, 1)


def settled(_state: Regatta, _step: Collision, _dice: Dice) -> Iterator[Event]:
    """The collision is settled once its answer is, and the ruling if there was one."""
    yield e.OfferClosed()


GIVE_WAY: Final = Action(GiveWay, (), _gave_way)
PROTEST: Final = Action(Protest, (), _protested)
JUDGE: Final[Action[Regatta, Judge]] = Action(
    Judge, (Field("uphold", lambda _state, _seat, _form: (True, False)),), _judged
)
