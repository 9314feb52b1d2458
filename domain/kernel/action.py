"""An action is a form that is filled in field by field; `settle` puts reactions behind their causes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event

S = TypeVar("S")
C = TypeVar("C", bound=Command)
C_ = TypeVar("C_", bound=Command)


@dataclass(frozen=True)
class Action(Generic[S, C]):
    """One kind of move. `legal` and `decide` share `refusal`, so they cannot disagree.

    `asks` names the field that is still to be filled in, or None when the form is full. `candidates` are the
    answers worth asking about, each with that one field. `refusal` looks at the fields in their order, as far
    as they are filled in, and also refuses a beginning that cannot be carried out in full. `opened` is the
    form as a command begins it, where that says more than its fields do.
    """

    command: type[C]
    asks: Callable[[S, int, C], str | None]
    candidates: Callable[[S, int, C], Iterator[C]]
    refusal: Callable[[S, int, C], Rejected | None]
    outcome: Callable[[S, int, C, Dice], Iterator[Event]]
    opened: Callable[[S, int, C], C] = lambda _state, _seat, form: form


def merged(form: C_, answer: C_) -> C_:
    """The form with an answer written into it; lists grow, anything else is answered once."""
    changes: dict[str, Any] = {}
    for field in answer.__struct_fields__:
        value = getattr(answer, field)
        if value is UNSET:
            continue
        held = getattr(form, field)
        if held is UNSET:
            changes[field] = value
        elif hasattr(held, "__add__") and not isinstance(held, str | int):
            changes[field] = held + value
        else:
            raise Rejected("already_answered", field=field)
    return replace(form, **changes) if changes else form


def answers(action: Action[S, C], state: S, seat: int, form: C) -> list[C]:
    """Every answer to the open field of a form that leaves it possible to finish."""
    return [
        answer
        for answer in action.candidates(state, seat, form)
        if action.refusal(state, seat, merged(form, answer)) is None
    ]


def has_answer(action: Action[S, C], state: S, seat: int, form: C) -> bool:
    """Whether there is any such answer."""
    candidates = action.candidates(state, seat, form)
    return any(action.refusal(state, seat, merged(form, answer)) is None for answer in candidates)


def filled(action: Action[S, C], state: S, seat: int, form: C) -> tuple[C, bool]:
    """The form with every answer that is the only one, and whether it is full; raises Rejected."""
    while True:
        refusal = action.refusal(state, seat, form)
        if refusal is not None:
            raise refusal
        if action.asks(state, seat, form) is None:
            return form, True
        choices = answers(action, state, seat, form)
        if not choices:
            raise _dead_end(action, state, seat, form)
        if len(choices) > 1:
            return form, False
        form = merged(form, choices[0])


def _dead_end(action: Action[S, C], state: S, seat: int, form: C) -> Rejected:
    """Why a form cannot be finished: what the first answer to its open field would be refused for."""
    candidates = action.candidates(state, seat, form)
    refusals = (action.refusal(state, seat, merged(form, answer)) for answer in candidates)
    nothing_there = Rejected("no_answer_left", field=action.asks(state, seat, form))
    return next((refusal for refusal in refusals if refusal is not None), nothing_there)


def settle(
    state: S,
    events: Iterable[Event],
    evolve: Callable[[S, Any], S],
    reactions: Callable[[S, Any], Iterable[Event]],
) -> tuple[S, list[Event]]:
    """The state after the events, and the events with all that reacts to them, straight after its cause."""
    told: list[Event] = []
    pending = [iter(events)]
    while pending:
        event = next(pending[-1], None)
        if event is None:
            pending.pop()
            continue
        told.append(event)
        state = evolve(state, event)
        pending.append(iter(reactions(state, event)))
    return state, told
