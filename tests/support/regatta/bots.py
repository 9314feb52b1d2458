"""The bots: anything, the best move by one look ahead, and the least possible."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.bots import Bot, Position, random_bot
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from tests.support.regatta.commands import EndTurn


def greedy(position: Position, _dice: Dice) -> Command:
    """The move after which the own score is best; the last one of several."""
    return max(reversed(position.moves), key=lambda move: _total(position.after(move), position.seat))


def idle(position: Position, _dice: Dice) -> Command:
    """The end of the turn where that is possible, else the first move."""
    return next((move for move in position.moves if isinstance(move, EndTurn)), position.moves[0])


def _total(position: Position, seat: int) -> int:
    return position.score.seats[seat].total


BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy, "idle": idle}
