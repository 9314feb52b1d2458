"""A log that grows entry by entry, by the one way a game changes."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from domain.kernel.actors import seat_actor
from domain.kernel.dice import commitment
from domain.kernel.entry import Entry, Meta
from domain.kernel.fold import fold
from domain.kernel.fork import ForkGame, seeds
from domain.kernel.game import Input, Step, step
from domain.kernel.lobby import CreateGame, JoinGame, StartGame
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable

ENGINE = "emberlog/test"
FIRST_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
SEED = bytes(range(32))
FORK_SEED = bytes(range(32, 64))


def moment(seconds: float = 0) -> str:
    """So many seconds after the game was created, as entries write it."""
    at = FIRST_MOMENT + timedelta(seconds=seconds)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Record:
    """One game: its lines so far and the table after them. Entries come a second after one another."""

    def __init__(self, rules: Ruleset, seed: bytes = SEED, game: str = "g_test") -> None:
        self.rules = rules
        self.seed = seed
        self.game = game
        self.lines: list[bytes] = []
        self.entries: list[Entry[Any, Any]] = []
        self.last: AnyTable | None = None

    @property
    def table(self) -> AnyTable:
        """The table now; there must have been an entry."""
        assert self.last is not None
        return self.last

    @property
    def state(self) -> Any:
        """The game's own state now."""
        return self.table.state

    def tries(self, actor: str, command: Command, at: float | None = None, bot: str | None = None) -> Step:
        """What would be written; raises Rejected."""
        seconds = len(self.lines) if at is None else at
        given = Input(moment(seconds), actor, command, Meta(ENGINE, bot=bot))
        return step(self.rules, self.last, given, self.seed)

    def does(
        self, actor: str | int, command: Command, at: float | None = None, bot: str | None = None
    ) -> tuple[Event, ...]:
        """The events of one more entry; raises Rejected."""
        done = self.tries(seat_actor(actor) if isinstance(actor, int) else actor, command, at, bot)
        self.entries.append(done.entry)
        self.lines.append(done.line)
        self.last = done.table
        return done.entry.events

    def forked(
        self,
        at: int | None = None,
        *,
        game: str = "g_fork",
        seed: bytes = FORK_SEED,
        player: str = "p_fork",
        seats: tuple[str, ...] | None = None,
    ) -> "Record":
        """A game that goes on from here or from a version; with the seed of this one if it is over."""
        fork = Record(self.rules, seed, game)
        fork.lines, fork.entries = self.lines[:at], self.entries[:at]
        fork.last = fold(self.rules, fork.entries)
        own = None if self.table.seed is None else self.seed
        known = seeds([entry.command for entry in self.entries], own)[len(fork.lines) - 1]
        fork.does(player, ForkGame(game, seats, None if known is None else known.hex()))
        return fork

    def opened(
        self, places: Sequence[str] = ("me", "open"), host: str = "p_host", **options: Any
    ) -> "Record":
        """With its lobby."""
        self.does(host, CreateGame(self.game, self.rules.options(**options), tuple(places)))
        assert self.table.commitment == commitment(self.seed)
        return self

    def started(self, players: int = 2, **options: Any) -> "Record":
        """A running game of people: `p_host` and `p_1`, `p_2` …"""
        self.opened(("me", *("open",) * (players - 1)), **options)
        for number in range(1, players):
            self.does(f"p_{number}", JoinGame())
        self.does("p_host", StartGame())
        return self
