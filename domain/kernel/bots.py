"""What a bot gets: its view, its moves, and dry runs of them. Nothing else, so it cannot cheat."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.score import Score


class Preview(Struct, frozen=True):
    """What a dry run of a move shows: the view and score up to the first reveal."""

    view: Any
    score: Score
    stopped: bool


Bot = Callable[[Any, Sequence[Command], Callable[[Command], Preview], Dice], Command]


def random_bot(_view: Any, moves: Sequence[Command], _look: object, dice: Dice) -> Command:
    """Any legal move, each as likely as the other."""
    return moves[dice.below(len(moves))]
