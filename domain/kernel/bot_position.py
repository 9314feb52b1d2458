"""A game as seen by the bot at a seat, and the bot's move."""

import hmac
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from domain.kernel.bots import Position
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Score
from domain.kernel.table import AnyTable


class BotPosition:
    """The position of a seat; each property is computed on first use."""

    def __init__(self, rules: Ruleset, state: Any, seat: int, dice_key: bytes, seq: int) -> None:
        self.seat = seat
        self.stopped = False
        self._rules = rules
        self._state = state
        self._dice = dice_key, seq

    @cached_property
    def view(self) -> Any:
        """The view of the seat's holder."""
        return self._rules.view(self._state, (self.seat,))

    @cached_property
    def score(self) -> Score:
        """The score of all seats if the game ended now."""
        return self._rules.score(self._state)

    @cached_property
    def moves(self) -> Sequence[Command]:
        """Every plain move of the seat, without asides; none after a dry run that stopped."""
        if self.stopped:
            return ()
        legal = self._rules.legal(self._state, self.seat)
        return [move for move in legal if not isinstance(move, self._rules.asides)]

    def after(self, move: Command) -> Position:
        """A dry run of a move. It stops before the first reveal, so nothing hidden can be learned from it."""
        dry = BotPosition(self._rules, self._state, self.seat, *self._dice)
        for event in self._rules.decide(self._state, self.seat, move, Dice(*self._dice)):
            if event.reveals:
                dry.stopped = True
                break
            dry._state = self._rules.evolve(dry._state, event)
        return dry


def bot_position(rules: Ruleset, table: AnyTable, seat: int, seed: bytes) -> Position:
    """A running game as seen by the bot at a seat."""
    return BotPosition(rules, table.state, seat, table.key(seed), table.version + 1)


def bot_dice(table: AnyTable, seat: int, seed: bytes) -> Dice:
    """The dice of a bot: separate from the game's, and always the same for the same entry."""
    own = hmac.digest(table.key(seed), b"bot:%d" % seat, "sha256")
    return Dice(own, table.version + 1)


def bot_move(rules: Ruleset, table: AnyTable, seat: int, bot: str, seed: bytes) -> Command:
    """The move of the bot at a seat."""
    return rules.bots[bot](bot_position(rules, table, seat, seed), bot_dice(table, seat, seed))
