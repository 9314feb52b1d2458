"""The agenda: a stack of pending steps in the game's state, top last.

Only the top step can proceed. Events push and pop steps; finishing one resumes the step below.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.messages import Event

S = TypeVar("S")
T = TypeVar("T")
M = TypeVar("M")


class Form(Struct, Generic[M], frozen=True):
    """A move that a seat has begun and not finished."""

    seat: int
    move: M


class Pending(Struct, Generic[T, M], frozen=True, omit_defaults=True):
    """A step that still has to happen.

    `seats` decide, all at once if there are several; a seat that has answered is taken out. Or the `automa`
    has to take its turn. With neither, the step happens by itself as soon as it is on top.
    """

    step: T
    seats: tuple[int, ...] = ()
    automa: str | None = None
    forms: tuple[Form[M], ...] = ()

    @property
    def waits(self) -> bool:
        """Whether a seat or an automa has to act before the step happens."""
        return bool(self.seats) or self.automa is not None

    def form(self, seat: int) -> M | None:
        """The unfinished move of a seat."""
        return next((form.move for form in self.forms if form.seat == seat), None)


Agenda: TypeAlias = tuple[Pending[T, M], ...]


def no_happening(_state: Any, step: Any, _dice: Dice) -> Iterator[Event]:
    """The default of `happens`: the step is never on top without a seat that decides it."""
    raise AssertionError(f"no seat decides {step}, and it does not happen by itself")


@dataclass(frozen=True)
class StepRules(Generic[S]):
    """What a type of step means.

    `actions` are the moves that a deciding seat may make, at most one for each command type.
    `happens` gives the events of a step that no seat has to decide (any more), and of an automa's turn.
    They must pop the step, push another or assign seats: an unchanged step would happen for ever.
    `forced` takes an only answer at once, and lets a step happen that no seat can answer. Do not use it for
    the end of a turn, or for secret answers.
    """

    actions: Callable[[S, int], Sequence[Action[S, Any]]] = lambda _state, _seat: ()
    happens: Callable[[S, Any, Dice], Iterator[Event]] = no_happening
    forced: bool = True


def push(agenda: Agenda[T, M], *pending: Pending[T, M]) -> Agenda[T, M]:
    """The agenda with further steps on it; the last one comes first."""
    return (*agenda, *pending)


def pop(agenda: Agenda[T, M]) -> Agenda[T, M]:
    """The agenda without its top step: the step below resumes."""
    return agenda[:-1]


def answered(agenda: Agenda[T, M], seat: int) -> Agenda[T, M]:
    """The seat has answered the top step; the step happens when no other seat is left."""
    top = agenda[-1]
    left = tuple(other for other in top.seats if other != seat)
    return (*agenda[:-1], replace(top, seats=left, forms=_without(top.forms, seat)))


def begun(agenda: Agenda[T, M], seat: int, form: M) -> Agenda[T, M]:
    """The seat has begun a move in the top step, or filled in more of it."""
    top = agenda[-1]
    return (*agenda[:-1], replace(top, forms=(*_without(top.forms, seat), Form(seat, form))))


def finished(agenda: Agenda[T, M], seat: int) -> Agenda[T, M]:
    """The seat has finished its move and still decides, as in a turn of several moves."""
    top = agenda[-1]
    return (*agenda[:-1], replace(top, forms=_without(top.forms, seat))) if top.forms else agenda


def reassigned(agenda: Agenda[T, M], seats: tuple[int, ...]) -> Agenda[T, M]:
    """Other seats decide the top step; with no seats it happens by itself, even if it was an automa's."""
    top = agenda[-1]
    return (*agenda[:-1], replace(top, seats=seats, automa=None, forms=()))


def restated(agenda: Agenda[T, M], step: T) -> Agenda[T, M]:
    """The top step with other content, such as an answer that stays secret for now."""
    return (*agenda[:-1], replace(agenda[-1], step=step))


def _without(forms: tuple[Form[M], ...], seat: int) -> tuple[Form[M], ...]:
    return tuple(form for form in forms if form.seat != seat)
