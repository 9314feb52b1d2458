"""Finished games, once each, in a stream for each ruleset. A result is bound to the hash of its last entry.

Ratings and ladders are folds of this stream, in its order, each with a position. All share one hash tag.
"""

from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.challenge import challenge_of
from domain.kernel.modes import default_mode
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import SideScore
from domain.kernel.table import AnyTable
from service.store import RedisConnection, keys
from service.store.connection import Script

_WRITE = Script("result.lua")
_AT_ONCE = 512
START = "0-0"
"""The position before the first result."""


class SeatResult(Struct, frozen=True):
    """The result of a seat: its holder, rank and points."""

    player: str | None
    bot: str | None
    automa: str | None
    resigned: bool
    rank: int
    total: int


class SideResult(Struct, frozen=True):
    """The result of a side: its seats, their rank and the points of the side."""

    side: str
    seats: tuple[int, ...]
    rank: int
    total: int


class GameResult(Struct, frozen=True):
    """The result of a game; `result` is the game's own word for it, if it has one, as in handicap mode.

    `sides` is set for games with teams or allies, `mode` unless it is the default mode of the ruleset.
    The hash is that of the last entry: a failover may lose the ending, and the game may then end differently.
    """

    game: str
    ruleset: str
    rules: str
    version: int
    at: str
    rated: bool
    seats: tuple[SeatResult, ...]
    result: str | None
    unlisted: bool = False
    challenge: str | None = None
    handicap: int = 0
    mode: str | UnsetType = UNSET
    sides: tuple[SideResult, ...] | UnsetType = UNSET
    hash: str = ""

    @property
    def opponents(self) -> tuple[SideResult, ...]:
        """The sides that played against each other; without teams, each seat is a side."""
        if self.sides is not UNSET:
            return self.sides
        return tuple(SideResult(str(n), (n,), seat.rank, seat.total) for n, seat in enumerate(self.seats))

    @property
    def people(self) -> tuple[str, ...]:
        """All players who held a seat, once each, by seat."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats if seat.player is not None))


_RESULT = msgspec.json.Decoder(GameResult)


def game_result(rules: Ruleset, table: AnyTable) -> GameResult | None:
    """The result of a game, once it is scored.

    A fork has none, nor has a game with a given seed, or one whose player saw its future in a fork.
    """
    if table.result is None or table.fork is not None or table.forked or not table.fair:
        return None
    score, ranks = table.result.score, table.result.ranks
    mode = rules.mode(table.options, len(table.places))
    return GameResult(
        game=table.game,
        ruleset=rules.name,
        rules=table.rules,
        version=table.version,
        at=table.at,
        rated=table.options.rated,
        seats=tuple(
            SeatResult(seat.player, seat.bot, seat.automa, seat.resigned, rank, points.total)
            for seat, points, rank in zip(table.seats, score.seats, ranks, strict=True)
        ),
        result=score.result,
        unlisted=table.options.unlisted,
        challenge=challenge_of(rules.challenge, table.options),
        handicap=0 if rules.challenge is None else rules.challenge.handicap_of(table.options),
        mode=UNSET if mode == default_mode(rules) else mode,
        sides=UNSET if score.sides is UNSET else tuple(_sides(score.sides, ranks)),
        hash=table.hash,
    )


def _sides(sides: Sequence[SideScore], ranks: Sequence[int]) -> Iterator[SideResult]:
    for side in sides:
        yield SideResult(side.side, side.seats, ranks[side.seats[0]], side.total)


class Results:
    """Writes results, and reads them in order."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def write(self, result: GameResult) -> bool:
        """Store a result, replacing one with another hash; False if it is already stored."""
        encoded = msgspec.json.encode(result)
        return await self._write(result.ruleset, result.game, result.hash, result.at, encoded)

    async def withdraw(self, result: GameResult) -> bool:
        """Remove the result of a lost ending; False if it is not the stored one."""
        return await self._write(result.ruleset, result.game, result.hash, result.at, b"")

    async def of(self, ruleset: str, game: str) -> GameResult | None:
        """The stored result of a game."""
        known = await self._connection.call("HGET", keys.results_once(ruleset), game)
        if known is None:
            return None
        position, _, entry_hash = known.decode().partition(":")
        rows = await self._connection.call("XRANGE", keys.results(ruleset), position, position)
        return msgspec.structs.replace(_row(rows[0])[1], hash=entry_hash) if rows else None

    async def _write(self, ruleset: str, *args: str | bytes) -> bool:
        names = (keys.results(ruleset), keys.results_once(ruleset), keys.fold_generations(ruleset))
        return bool(await self._connection.run(_WRITE, names, *args))

    async def after(self, ruleset: str, position: str = START) -> AsyncIterator[tuple[str, GameResult]]:
        """The results after a position, each with its own position."""
        while rows := await self.batch(ruleset, position, _AT_ONCE):
            for row in rows:
                yield row
            position = rows[-1][0]

    async def batch(self, ruleset: str, position: str, count: int) -> list[tuple[str, GameResult]]:
        """At most this many results after a position, each with its own position."""
        rows = await self._connection.call(
            "XRANGE", keys.results(ruleset), f"({position}", "+", "COUNT", count
        )
        return [_row(row) for row in rows]

    async def rows_after(
        self, ruleset: str, position: str, count: int
    ) -> list[tuple[str, GameResult]] | None:
        """The same, or None if the position was never in this stream."""
        if position == START:
            return await self.batch(ruleset, START, count)
        rows = await self._connection.call("XRANGE", keys.results(ruleset), position, "+", "COUNT", count + 1)
        if rows and rows[0][0].decode() == position:
            return [_row(row) for row in rows[1:]]
        replaced = await self._connection.call("HEXISTS", keys.results_once(ruleset), f"replaced:{position}")
        return [_row(row) for row in rows[:count]] if replaced else None


def _row(row: tuple[bytes, dict[bytes, bytes]]) -> tuple[str, GameResult]:
    return row[0].decode(), _RESULT.decode(row[1][b"result"])
