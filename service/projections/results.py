"""Finished games of a ruleset, once each, in one order. A result is bound to the hash of its last entry.

Ratings and ladders are folds of the results, in their order, each with a position. The results are a
sequence of streams, the parts, each with its own hash tag, so that a cluster can spread them. A part takes a
fixed number of results, and the next one takes none before it is full. Each game's bucket records the part
with its result, so that a result is added once although part and record are on different nodes.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.challenge import challenge_of
from domain.kernel.modes import default_mode
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import SideScore
from domain.kernel.table import AnyTable
from schema.answers import seat_answers
from service.runtime import now_ms
from service.store import RedisConnection, keys
from service.store.connection import Script

_WRITE = Script("result.lua")
_REMOVED = Script("result_removed.lua")
_CLAIM = Script("claim.lua")
_CLAIM_FIELD = Script("claim_field.lua")
_AT_ONCE = 512
_FIRST: Final = 1
_CLAIMED: Final = "?"
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
    color: str | UnsetType = UNSET


class SideResult(Struct, frozen=True):
    """The result of a side: its seats, their rank and the points of the side."""

    side: str
    seats: tuple[int, ...]
    rank: int
    total: int


class GameResult(Struct, frozen=True):
    """The result of a game; `result` is the game's own word for it, if it has one, as in handicap mode.

    `sides` is set for games with teams or allies, `mode` unless it is the default mode of the ruleset,
    `ladder` and `level` for games with a level of difficulty.
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
    ladder: str | UnsetType = UNSET
    level: str | UnsetType = UNSET

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
    colors = [seat.color for seat in seat_answers(rules, table)]
    mode, difficulties = rules.mode(table.options, len(table.places)), rules.difficulties
    return GameResult(
        game=table.game,
        ruleset=rules.name,
        rules=table.rules,
        version=table.version,
        at=table.at,
        rated=table.options.rated,
        seats=tuple(
            SeatResult(
                seat.player, seat.bot, seat.automa, seat.resigned, rank, points.total, color=color or UNSET
            )
            for seat, points, rank, color in zip(table.seats, score.seats, ranks, colors, strict=True)
        ),
        result=score.result,
        unlisted=table.options.unlisted,
        challenge=challenge_of(rules.challenge, table.options),
        handicap=0 if rules.challenge is None else rules.challenge.handicap_of(table.options),
        mode=UNSET if mode == default_mode(rules) else mode,
        sides=UNSET if score.sides is UNSET else tuple(_sides(score.sides, ranks)),
        hash=table.hash,
        ladder=UNSET if difficulties is None else difficulties.ladder(table.options) or UNSET,
        level=UNSET if difficulties is None else difficulties.level(table.options) or UNSET,
    )


def _sides(sides: Sequence[SideScore], ranks: Sequence[int]) -> Iterator[SideResult]:
    for side in sides:
        yield SideResult(side.side, side.seats, ranks[side.seats[0]], side.total)


class Results:
    """Writes results, and reads them in order."""

    def __init__(self, connection: RedisConnection, part_size: int = keys.RESULTS_IN_PART) -> None:
        self._connection = connection
        self._part_size = part_size

    async def write(self, result: GameResult) -> bool:
        """Store a result, replacing one with another hash; False if it is already stored."""
        return await self._change(result, msgspec.json.encode(result))

    async def withdraw(self, result: GameResult) -> bool:
        """Remove the result of a lost ending; False if it is not the stored one."""
        return await self._change(result, b"")

    async def of(self, ruleset: str, game: str) -> GameResult | None:
        """The stored result of a game."""
        recorded, current = await asyncio.gather(self._recorded(game), self._current(ruleset))
        part = await self._part_for(ruleset, game, recorded, current)
        known = await self._connection.call("HGET", keys.results_once(ruleset, part), game) or b""
        position, found, entry_hash = known.decode().partition(":")
        if not found:
            return None
        rows = await self._connection.call("XRANGE", keys.results(ruleset, part), position, position)
        return msgspec.structs.replace(_row(rows[0])[1], hash=entry_hash) if rows else None

    async def _change(self, result: GameResult, encoded: bytes) -> bool:
        """Claim a part for the game, change its result there, and record that it is there.

        Each step may be repeated, by this process or another, and the claim makes all of them use one part.
        """
        ruleset, game = result.ruleset, result.game
        changed = False
        while True:
            recorded = await self._recorded(game)
            part = await self._part_for(ruleset, game, recorded, await self._current(ruleset))
            if encoded and await self._claim(result, recorded, part):
                continue
            answer = await self._run(part, result, encoded)
            if answer == b"removed":
                await self._count_removal(ruleset, game, part)
                changed = True
                if encoded:
                    continue
            if answer == b"full":
                following = await self._begin(ruleset, part + 1)
                await self._record(game, _claimed(part), _claimed(following))
                continue
            if encoded:
                await self._record(game, _claimed(part), str(part))
            elif changed:
                await self._record(game, recorded, _claimed(part))
            return changed or answer == b"added"

    async def _claim(self, result: GameResult, recorded: str, part: int) -> bool:
        """Record that the part is to have the result; returns whether to look again.

        If the part had the result and lost it in a failover, the folds that counted it must be rebuilt.
        """
        if not recorded:
            return not await self._record(result.game, "", _claimed(part))
        if recorded == _claimed(part) or await self._has(result.ruleset, result.game, part):
            return False
        await self._connection.call("HINCRBY", keys.fold_generations(result.ruleset), "results", 1)
        await self._record(result.game, recorded, _claimed(part))
        return True

    async def _has(self, ruleset: str, game: str, part: int) -> bool:
        return bool(await self._connection.call("HEXISTS", keys.results_once(ruleset, part), game))

    async def _run(self, part: int, result: GameResult, encoded: bytes) -> bytes:
        names = (keys.results(result.ruleset, part), keys.results_once(result.ruleset, part))
        args = (result.game, result.hash, encoded, now_ms(), part, self._part_size)
        answer: bytes = await self._connection.run(_WRITE, names, *args)
        return answer

    async def _count_removal(self, ruleset: str, game: str, part: int) -> None:
        """Have the folds rebuilt that counted a removed result. Until that is confirmed, it is repeated."""
        await self._connection.call("HINCRBY", keys.fold_generations(ruleset), "results", 1)
        await self._connection.run(_REMOVED, [keys.results_once(ruleset, part)], game)

    async def _recorded(self, game: str) -> str:
        found = await self._connection.call("HGET", keys.result_parts(keys.bucket(game)), game)
        return (found or b"").decode()

    async def _record(self, game: str, seen: str, new: str) -> bool:
        """Change the record of a game's part if it is still the one that was seen."""
        names = [keys.result_parts(keys.bucket(game))]
        return bool(await self._connection.run(_CLAIM_FIELD, names, game, seen, new))

    async def _part_for(self, ruleset: str, game: str, recorded: str, current: int) -> int:
        """The part with the game's result, or the one that takes results now."""
        if recorded:
            return int(recorded.removesuffix(_CLAIMED))
        # A failover may have lost a recent record.
        is_before = current > _FIRST and await self._has(ruleset, game, current - 1)
        return current - 1 if is_before else current

    async def _current(self, ruleset: str) -> int:
        return int(await self._connection.call("GET", keys.results_part(ruleset)) or _FIRST)

    async def _begin(self, ruleset: str, part: int) -> int:
        """Let this part take results, unless a later one does; returns the one that does."""
        current = await self._current(ruleset)
        if current < part:
            seen = "" if current == _FIRST else str(current)
            names = [keys.results_part(ruleset)]
            await self._connection.run(_CLAIM, names, seen, str(part))
        return await self._current(ruleset)

    async def after(self, ruleset: str, position: str = START) -> AsyncIterator[tuple[str, GameResult]]:
        """The results after a position, each with its own position."""
        while rows := await self.batch(ruleset, position, _AT_ONCE):
            for row in rows:
                yield row
            position = rows[-1][0]

    async def batch(self, ruleset: str, position: str, count: int) -> list[tuple[str, GameResult]]:
        """At most this many results after a position, each with its own position."""
        found: list[tuple[str, GameResult]] = []
        part, current = max(_part(position), _FIRST), 0
        while True:
            name, left = keys.results(ruleset, part), count - len(found)
            rows = await self._connection.call("XRANGE", name, f"({position}", "+", "COUNT", left)
            found += map(_row, rows)
            position = found[-1][0] if found else position
            if len(found) >= count:
                return found
            if current > part:  # it was full before it was read
                part += 1
                continue
            current = await self._current(ruleset)
            if current <= part:
                return found

    async def count(self, ruleset: str, position: str) -> int:
        """How many results there are up to a position."""
        # A position of another layout names a part that does not exist.
        last = min(_part(position), await self._current(ruleset))
        sizes = [("XLEN", keys.results(ruleset, part)) for part in range(_FIRST, last + 1)]
        after = await self._connection.call("XRANGE", keys.results(ruleset, last), f"({position}", "+")
        lengths: list[int] = await self._connection.pipeline(sizes)
        return sum(lengths) - len(after)

    async def rows_after(
        self, ruleset: str, position: str, count: int
    ) -> list[tuple[str, GameResult]] | None:
        """The same, or None if the position was never in these results."""
        if position != START:
            part = _part(position)
            was_here = await self._connection.pipeline(
                [
                    ("XRANGE", keys.results(ruleset, part), position, position),
                    ("HEXISTS", keys.results_once(ruleset, part), f"replaced:{position}"),
                ]
            )
            if not any(was_here):
                return None
        return await self.batch(ruleset, position, count)


def _claimed(part: int) -> str:
    return f"{part}{_CLAIMED}"


def _part(position: str) -> int:
    return int(position.partition("-")[0])


def _row(row: tuple[bytes, dict[bytes, bytes]]) -> tuple[str, GameResult]:
    return row[0].decode(), _RESULT.decode(row[1][b"result"])
