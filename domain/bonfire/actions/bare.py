"""Actions without a field: their form is full at once."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from domain.bonfire.state import Bonfire
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event

C = TypeVar("C", bound=Command)


def bare(
    command: type[C],
    refusal: Callable[[Bonfire, int, C], Rejected | None],
    outcome: Callable[[Bonfire, int, C, Dice], Iterator[Event]],
) -> Action[Bonfire, C]:
    """An action that asks nothing."""
    return Action(command, lambda *_: None, lambda *_: iter((command(),)), refusal, outcome)
