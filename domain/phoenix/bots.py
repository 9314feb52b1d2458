"""Bots: how a position is judged by a player that sees only a view."""

from domain.kernel.bots import Bot, Position, random_bot
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.phoenix.commands import Choose, EndTurn, SkipAbility, SkipDaytime

_LEAST = (EndTurn(), SkipDaytime(), SkipAbility(), Choose(value=None))


def idle(position: Position, _dice: Dice) -> Command:
    """Skips what can be skipped, and otherwise takes the last listed answer: the palace, no purchase."""
    return next((move for move in _LEAST if move in position.moves), position.moves[-1])


BOTS: dict[str, Bot] = {"random": random_bot, "idle": idle}
