"""Given events, when a command, then events.

    game.given(tiles(0, ship=2), ShipMoved(0, "t03"))
    game.when(0, MoveShip(to="t04", payment=(Tile.SHIP,))).then(ActionTaken(...), TilesPaid(...), ...)
    game.when(0, EndTurn()).then_refused("main_option_due", rule="BF-T9b")

`given` only applies events. `when` decides a command on the state so far; the events of an accepted command
are applied at once, so that a second `when` continues from there. `then` compares
all events in order, `then_includes` requires only that these are among them, in this order; `then_refused`
fails when nothing was refused.
"""

from collections.abc import Sequence
from typing import Any, Self

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset


class Outcome:
    """The outcome of a command."""

    def __init__(self, told: Sequence[Event] | None, refused: Rejected | None) -> None:
        self._told = told
        self.refused = refused

    @property
    def events(self) -> list[Event]:
        """What happened; fails if the command was refused."""
        assert self._told is not None, f"refused: {self.refused} {self.refused and self.refused.details}"
        return list(self._told)

    def then(self, *expected: Event) -> None:
        """Exactly these events, in this order."""
        assert self.events == list(expected)

    def then_includes(self, *expected: Event) -> None:
        """These events in this order, perhaps with others between them."""
        rest = iter(self.events)
        missing = [event for event in expected if event not in rest]
        assert not missing, f"missing {missing} in {self.events}"

    def then_accepted(self) -> None:
        """It was not refused."""
        assert self.events

    def then_refused(self, code: str, rule: str | None = None) -> Rejected:
        """It was refused with this code and rule; the refusal, for a look at its details."""
        assert self.refused is not None, f"nothing was refused: {self._told}"
        assert (self.refused.code, self.refused.rule) == (code, rule)
        return self.refused


class Scenario:
    """A game at some point, with the means to ask what a command would do there."""

    def __init__(self, rules: Ruleset, events: Sequence[Event]) -> None:
        self.rules = rules
        self.state: Any = None
        self._decided = 0
        self.given(*events)

    def given(self, *events: Event) -> Self:
        """These things have happened."""
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        return self

    def when(self, by: int | str, command: Command) -> Outcome:
        """This is asked; if accepted, the game goes on from there."""
        self._decided += 1
        try:
            told = self.rules.decide(self.state, by, command, Dice(b"scenario", self._decided))
        except Rejected as refused:
            return Outcome(None, refused)
        self.given(*told)
        return Outcome(told, None)

    def legal(self, seat: int, kind: type[Command] | None = None) -> list[Command]:
        """The plain moves of a seat, perhaps of one kind only."""
        moves = self.rules.legal(self.state, seat)
        return [move for move in moves if kind is None or isinstance(move, kind)]
