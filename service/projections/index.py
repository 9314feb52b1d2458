"""The lists of games: sorted sets for each month, ruleset and status, and one for each player, by id.

A month is divided into parts by game, which a reader merges. A game's row is stored once, in its part. A
player's set has every game in which the player ever had a seat, was the host or was invited. The row tells
whether that is still true, so no removal has to happen in a particular order. Games that ended without the
player are removed when a read finds them, because others may invite the player and cancel as often as they
like.
"""

import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice, product
from typing import Final

import msgspec

from domain.games import RULESETS
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable, Status
from schema.answers import GameRow, fork_answer, seat_answers
from service.engine.rated import can_be_rated
from service.engine.rulesets import rules_of
from service.runtime import as_moment
from service.store import Log, RedisConnection, StoreError, keys
from service.store.connection import Argument, Script
from service.store.ids import time_ms
from service.store.paging import Page, behind, page

_WRITE = Script("index.lua")
_ROW = msgspec.json.Decoder(GameRow)
_STATUSES: Final = tuple(Status)
_MONTHS_AT_ONCE: Final = 12
_GAMES_AT_ONCE: Final = 200
_READ_AT_MOST: Final = 1000
"""The most rows read for one page."""
MOST_FOLLOWED: Final = 1000
MOST_INVITATIONS: Final = 100
"""The maximum number of invitations at the start of a player's stream."""
_LATEST: Final = int(datetime(9999, 1, 1, tzinfo=UTC).timestamp() * 1000)


def game_row(rules: Ruleset, table: AnyTable) -> GameRow:
    """A game as lists show it, apart from names and the turn."""
    seats, fork = seat_answers(rules, table), fork_answer(table)
    return GameRow(
        id=table.game,
        ruleset=rules.name,
        rules=table.rules,
        status=table.status,
        version=table.version,
        host=table.host,
        seats=seats,
        options=table.options,
        created_at=as_moment(time_ms(table.game)),
        updated_at=table.at,
        fair=table.fair,
        fork=fork,
        forked=table.forked,
        mode=rules.mode(table.options, len(table.places)),
        rated=can_be_rated(rules, table.options, seats, fork, counts=table.fair and not table.forked),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """Which games to list; what is None does not matter.

    `player` has a seat; if `own`, that player also sees unlisted games and invitations. `hosted` adds games
    that the player hosts without a place. `joinable` means that this player, or anybody, can take a place.
    """

    status: Status | None = None
    ruleset: str | None = None
    player: str | None = None
    own: bool = True
    hosted: bool = False
    joinable_for: str | None = None
    joinable: bool | None = None
    rated: bool | None = None
    clock: bool | None = None
    mode: str | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether games of the same ruleset and status may be left out."""
        return (self.joinable, self.rated, self.clock, self.mode) != (None, None, None, None)

    def admits(self, row: GameRow) -> bool:
        """Whether the game is among those to list."""
        return (
            self.status in (None, row.status)
            and self.ruleset in (None, row.ruleset)
            and self.mode in (None, row.mode)
            and self.rated in (None, row.rated)
            and self.clock in (None, row.options["clock"] is not None)
            and self.joinable in (None, _is_joinable(row, self.joinable_for))
            and (self.player is None or self._is_of_player(row, self.player))
        )

    def _is_of_player(self, row: GameRow, player: str) -> bool:
        return (self.own or not row.options["unlisted"]) and (
            _sits(row, player)
            or (self.own and _is_invited(row, player))
            or (self.hosted and row.host == player)
        )


_ALL: Final = GameFilter()


class Index:
    """Writes rows and reads lists; it never reads a bucket of games."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._log = Log(connection)

    async def write(self, row: GameRow, entry_hash: str = "") -> None:
        """Write the row of the entry with this hash, and list the game, unless a newer row is stored.

        A newer row that a failover has lost is overwritten. Safe to repeat.
        """
        seated = {who for seat in row.seats if (who := seat.player or seat.reserved) is not None}
        adds: list[tuple[Argument, ...]] = [("ZADD", keys.MONTHS, 0, keys.month(row.id))]
        adds += (("ZADD", keys.player_games(player), 0, row.id) for player in sorted({*seated, row.host}))
        await self._connection.pipeline(adds)
        known = await self._write(row, entry_hash, "")
        if known is not None and not await self._log.has(row.id, *_version(known)):
            await self._write(row, entry_hash, known)

    async def _write(self, row: GameRow, entry_hash: str, lost: str) -> str | None:
        """Returns the stored version if it is newer and is not `lost`."""
        part = keys.index_part(row.id)
        lists = [keys.index(part, row.ruleset, status) for status in _STATUSES]
        listed = 0 if row.options.unlisted else 1 + _STATUSES.index(row.status)
        names = (keys.index_versions(part), keys.index_rows(part), keys.index_quarantined(part), *lists)
        encoded = msgspec.json.encode(row)
        newer = await self._connection.run(
            _WRITE, names, row.id, row.version, entry_hash, encoded, listed, lost
        )
        return None if newer is None else str(newer, "ascii")

    async def row(self, game: str) -> GameRow | None:
        """The row of a game, listed or not."""
        found = await self._connection.call("HGET", keys.index_rows(keys.index_part(game)), game)
        return None if found is None else _read(found)

    async def list_games(
        self, wanted: GameFilter = _ALL, *, first: int = 20, after: str | None = None
    ) -> Page[GameRow]:
        """List games, newest first. A page of a narrow filter may be short although there is a next one."""
        if wanted.ruleset is not None:
            rules_of(wanted.ruleset)
        if wanted.player is not None:
            found = await self._of_player(wanted.player, behind(after, "g"), wanted.admits, first + 1)
            return page(found, first, lambda row: row.id)
        return await self._of_all(wanted, first, behind(after, "g"))

    async def unfinished(self, player: str) -> list[str]:
        """The player's unfinished games: first those with a seat, then the invitations, each newest first.

        Both are limited separately, so that many invitations never hide a game with a seat.
        """

        def wanted(row: GameRow) -> bool:
            return row.status not in OVER and (_sits(row, player) or _is_invited(row, player))

        rows = await self._of_player(player, None, wanted, sys.maxsize)
        own = [row.id for row in rows if _sits(row, player)]
        invited = [row.id for row in rows if not _sits(row, player)]
        return own[:MOST_FOLLOWED] + invited[:MOST_INVITATIONS]

    async def unfinished_count(self, player: str, most: int) -> int:
        """The number of unfinished games that the player hosts or has a seat in, at most `most`."""

        def wanted(row: GameRow) -> bool:
            return row.status not in OVER and (row.host == player or _sits(row, player))

        return len(await self._of_player(player, None, wanted, most))

    async def invitations(self, player: str, host: str, most: int) -> int:
        """The number of this host's lobbies with a place reserved for the player, at most `most`."""

        def wanted(row: GameRow) -> bool:
            return row.host == host and _is_invited(row, player)

        return len(await self._of_player(player, None, wanted, most))

    async def versions(self) -> AsyncIterator[tuple[str, int]]:
        """Every game that has a row, with the row's version."""
        async for months in self._months(None):
            for part in _parts(months):
                known = await self._connection.call("HGETALL", keys.index_versions(part))
                for game, version in known.items():
                    yield game.decode(), _version(version.decode())[0]

    async def forget(self, game: str) -> None:
        """Remove a game from all lists. Its entries in players' sets stay, but mean nothing without a row."""
        part = keys.index_part(game)
        hashes = (keys.index_versions(part), keys.index_rows(part))
        await self._connection.pipeline([*_unlisted(game), *(("HDEL", name, game) for name in hashes)])

    async def hide(self, game: str) -> None:
        """Remove the game from all lists until `show`, whatever is written in between."""
        await self._connection.call("SADD", keys.index_quarantined(keys.index_part(game)), game)
        await self._connection.pipeline(_unlisted(game))

    async def show(self, row: GameRow, entry_hash: str) -> None:
        """List the game again."""
        await self._connection.call("SREM", keys.index_quarantined(keys.index_part(row.id)), row.id)
        await self.write(row, entry_hash)

    async def _of_player(
        self, player: str, after: str | None, wanted: Callable[[GameRow], bool], count: int
    ) -> list[GameRow]:
        found: list[GameRow] = []
        last = _below(after)
        while len(found) < count:
            ids = await self._connection.call(*_newest(keys.player_games(player), last, _GAMES_AT_ONCE))
            if not ids:
                break
            rows = await self._rows([game.decode() for game in ids])
            past = [row.id for row in rows if row.status in OVER and not _sits(row, player)]
            if past:
                with suppress(StoreError):  # a reader may lack the right to write
                    await self._connection.call("ZREM", keys.player_games(player), *past)
            found += filter(wanted, rows)
            last = _below(ids[-1].decode())
        return found[:count]

    async def _of_all(self, wanted: GameFilter, first: int, after: str | None) -> Page[GameRow]:
        """A page of public games. A narrow filter reads more of them at once, up to a limit."""
        at_once = max(first + 1, _GAMES_AT_ONCE) if wanted.is_narrow else first + 1
        found: list[GameRow] = []
        read = 0
        while len(found) <= first and read < _READ_AT_MOST:
            ids = await self._ids(wanted, after, at_once)
            found += filter(wanted.admits, await self._rows(ids))
            if len(ids) < at_once:
                return page(found, first, lambda row: row.id)
            read, after = read + len(ids), ids[-1]
        return page(found, first, lambda row: row.id) if len(found) > first else Page(found, after)

    async def _ids(self, wanted: GameFilter, after: str | None, count: int) -> list[str]:
        """The newest public games of a ruleset and status after a cursor."""
        rulesets = [wanted.ruleset] if wanted.ruleset else RULESETS
        statuses = [wanted.status] if wanted.status else _STATUSES
        kinds = tuple(product(rulesets, statuses))
        found: list[str] = []
        async for months in self._months(after):
            lists = [keys.index(part, *kind) for part in _parts(months) for kind in kinds]
            answers = await self._connection.pipeline([_newest(name, _below(after), count) for name in lists])
            found += sorted((game.decode() for ids in answers for game in ids), reverse=True)
            if len(found) >= count:
                break
        return found[:count]

    async def _months(self, after: str | None) -> AsyncIterator[Sequence[str]]:
        """The months that have an index, newest first, starting with the cursor's month.

        They come in batches that grow, because a page mostly ends in the first one.
        """
        known = await self._connection.call(*_newest(keys.MONTHS, _until(after), 10_000))
        months: Iterator[str] = (month.decode() for month in known)
        size = 1
        while some := tuple(islice(months, size)):
            yield some
            size = min(2 * size, _MONTHS_AT_ONCE)

    async def _rows(self, games: Sequence[str]) -> list[GameRow]:
        """The rows of games, in the order of the ids; one pair of commands for each part of the index."""
        by_part: dict[str, list[str]] = {}
        for game in games:
            by_part.setdefault(keys.index_part(game), []).append(game)
        reads: list[tuple[Argument, ...]] = []
        for part, some in by_part.items():
            reads.append(("HMGET", keys.index_rows(part), *some))
            reads.append(("SMISMEMBER", keys.index_quarantined(part), *some))
        answers = await self._connection.pipeline(reads) if reads else []
        found = {
            game: row
            for some, rows, hidden in zip(by_part.values(), answers[::2], answers[1::2])
            for game, row, is_hidden in zip(some, rows, hidden)
            if row is not None and not is_hidden
        }
        return [_read(found[game]) for game in games if game in found]


def _read(stored: bytes) -> GameRow:
    """A stored row; older ones lack what follows from their options."""
    row = _ROW.decode(stored)
    if row.mode:
        return row
    rules = RULESETS[row.ruleset]
    options = msgspec.convert(row.options, rules.options)
    places = [seat for seat in row.seats if seat.automa is None]
    rated = can_be_rated(rules, options, row.seats, row.fork, counts=row.fair and not row.forked)
    return msgspec.structs.replace(row, mode=rules.mode(options, len(places)), rated=rated)


def _parts(months: Sequence[str]) -> list[str]:
    return [part for month in months for part in keys.index_parts(month)]


def _version(known: str) -> tuple[int, str]:
    """Version and hash of a row; older rows have no hash."""
    version, _, entry_hash = known.partition(":")
    return int(version), entry_hash


def _sits(row: GameRow, player: str) -> bool:
    return any(seat.player == player for seat in row.seats)


def _is_invited(row: GameRow, player: str) -> bool:
    return row.status is Status.LOBBY and any(seat.reserved == player for seat in row.seats)


def _is_joinable(row: GameRow, player: str | None) -> bool:
    """Whether a player, or anybody, can take a place."""
    return row.status is Status.LOBBY and any(
        seat.player is None and seat.bot is None and seat.reserved in (None, player) for seat in row.seats
    )


def _unlisted(game: str) -> list[tuple[Argument, ...]]:
    """The commands that remove a game from every list except those of its players."""
    part = keys.index_part(game)
    kinds = product(RULESETS, _STATUSES)
    return [("ZREM", keys.index(part, ruleset, status), game) for ruleset, status in kinds]


def _newest(name: str, last: str, count: int) -> tuple[Argument, ...]:
    """Members of a sorted set without scores, from `last` downwards."""
    return ("ZRANGE", name, last, "-", "BYLEX", "REV", "LIMIT", 0, count)


def _below(cursor: str | None) -> str:
    return "+" if cursor is None else f"({cursor}"


def _until(cursor: str | None) -> str:
    """The month of the cursor; for a cursor in the far future, all months."""
    if cursor is None or time_ms(cursor) > _LATEST:
        return "+"
    return f"[{keys.month(cursor)}"
