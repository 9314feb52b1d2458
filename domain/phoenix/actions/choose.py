"""Answering a pending choice (4.4)."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.commands import Choose
from domain.phoenix.fields import Refusal, action
from domain.phoenix.question import Options
from domain.phoenix.questions import QUESTIONS
from domain.phoenix.state import Phoenix


def options(state: Phoenix) -> Options:
    """The answers to the pending choice."""
    step = state.agenda[-1].step
    return QUESTIONS[type(step)].options(state, step)


def _id_refusal(state: Phoenix, _seat: int, form: Choose) -> Refusal:
    """4.4: refuses an answer to a choice that is no longer open."""
    if form.id is UNSET or form.id == state.choices:
        return None
    return Rejected("wrong_step", rule="PP-T13", id=form.id, expected=("choose",))


def _value_refusal(state: Phoenix, _seat: int, form: Choose) -> Refusal:
    if form.value is UNSET or form.value in options(state):
        return None
    return Rejected("invalid_choice", rule="PP-T13", value=form.value)


def _choose(state: Phoenix, seat: int, form: Choose, _dice: Dice) -> Iterator[Event]:
    """Applies the answer; None declines."""
    yield e.ActionTaken(seat, form)
    step = state.agenda[-1].step
    if isinstance(form.value, str):
        yield from QUESTIONS[type(step)].answer(state, step, form.value)


CHOOSE: Final = action(
    Choose,
    Field[Phoenix, Any]("id", lambda state, *_: (state.choices,), _id_refusal, complete=lambda *_: True),
    Field[Phoenix, Any]("value", lambda state, *_: options(state), _value_refusal),
    outcome=_choose,
    rule="PP-T13",
)
