"""The input of a bot: its view, its moves, and dry runs of them. It sees nothing else, so it cannot cheat."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.score import Score


class Position(Protocol):
    """A game as a bot sees it, now or after dry runs of its own moves."""

    @property
    def seat(self) -> int:
        """The bot's own seat."""

    @property
    def view(self) -> Any:
        """The view of the seat's holder."""

    @property
    def score(self) -> Score:
        """The score of all seats if the game ended now."""

    @property
    def moves(self) -> Sequence[Command]:
        """Every plain move of the seat; none when other seats have to act or the dry run stopped."""

    @property
    def stopped(self) -> bool:
        """Whether the dry run stopped before a reveal."""

    def after(self, move: Command) -> "Position":
        """A dry run of a move, plain or with several decisions, up to the first reveal; raises Rejected."""


Bot = Callable[[Position, Dice], Command]


def random_bot(position: Position, dice: Dice) -> Command:
    """Any legal move, all equally likely."""
    return position.moves[dice.below(len(position.moves))]
