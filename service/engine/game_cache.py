"""A cache of games. One round trip refreshes the latest version; earlier ones are folded from the log."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import reduce

import msgspec
import structlog

from domain.games import version
from domain.kernel.codec import codec, snapshot_parts
from domain.kernel.errors import CorruptLog, OtherSnapshot
from domain.kernel.fold import follow
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable
from service import runtime
from service.engine.loaded_game import (
    LoadedGame,
    listed_fields,
    named_rules,
    tables_after_each_entry,
    with_fork_identity,
)
from service.errors import NotFound
from service.store import Diverged, Head, SeenCommand, Snapshot, Store, StoreError

logger = structlog.get_logger("emberlog.game_cache")


Heal = Callable[[LoadedGame], Awaitable[None]]
"""Repairs all projections of a game that no longer match it."""
_FAR = 64
"""From this many entries on, fold in a thread instead of the event loop."""


@dataclass(slots=True)
class CacheCounts:
    """How often this process found a game in its cache, and how it loaded the others."""

    hits: int = 0
    misses: int = 0
    from_snapshot: int = 0
    from_first_entry: int = 0


class GameCache:
    """The games that this process has loaded. A cached game may be outdated, but is never wrong."""

    def __init__(self, store: Store, capacity: int, heal: Heal | None = None) -> None:
        self._store = store
        self._capacity = capacity
        self._heal = heal
        self._connected = store.connection.connected
        self._unchecked: set[str] = set()
        self.counts = CacheCounts()
        self._loaded: OrderedDict[str, LoadedGame] = OrderedDict()

    async def recent(self, game: str) -> LoadedGame:
        """The game; if it is cached, maybe a few versions old."""
        return self._used(game) or await self._load(game)

    async def newest(self, game: str) -> LoadedGame:
        """The game at its current head."""
        loaded = self._used(game)
        if loaded is None:
            return await self._load(game)
        loaded = (await self.refreshed(game, loaded))[0]
        if self._store.connection.connected != self._connected:
            # The connection was lost. That may be a failover, which may have lost the end of any log.
            self._connected, self._unchecked = self._store.connection.connected, set(self._loaded)
        if game in self._unchecked:
            await self._check(loaded)
        return loaded

    async def shown(self, game: str, player: str | None) -> LoadedGame:
        """The game at its current head, if the player may see it.

        A fork of a running game shows what that game hides: until it is over, only the fork's players see it.
        """
        loaded = await self.newest(game)
        await self.check_known(loaded, player)
        return loaded

    async def check_known(self, loaded: LoadedGame, player: str | None) -> None:
        """Raise NotFound if the player may not see the game."""
        is_own = player is not None and (player == loaded.table.host or loaded.table.seats_of(player))
        if not is_own and not await self.is_public(loaded):
            raise NotFound(kind="game")

    async def is_public(self, loaded: LoadedGame) -> bool:
        """Whether everybody may see a game: it is not a fork of a game that still has secrets."""
        while (fork := loaded.table.fork) is not None and fork.sealed:
            loaded = await self.newest(fork.source)
            if loaded.table.status not in OVER:
                return False
        return True

    async def refreshed(
        self, game: str, loaded: LoadedGame, command_id: str = ""
    ) -> tuple[LoadedGame, SeenCommand | None]:
        """The game with all new entries, and the stored result of a command, read atomically."""
        tail = await self._store.log.tail(game, loaded.table.version, loaded.table.hash, command_id)
        if isinstance(tail, Diverged):
            self._loaded.pop(game, None)
            return await self._load(game), await self._store.log.seen(
                game, command_id
            ) if command_id else None
        if tail.entries:
            loaded = self.keep(game, await _followed(loaded, tail.entries))
        return loaded, tail.seen

    async def at(self, game: str, version: int) -> LoadedGame:
        """The game at a version."""
        return await self.earlier(await self.newest(game), version)

    async def earlier(self, loaded: LoadedGame, version: int) -> LoadedGame:
        """An earlier version of a loaded game."""
        game = loaded.table.game
        if version == loaded.table.version:
            return loaded
        if not 1 <= version < loaded.table.version:
            raise NotFound("no_such_version", version=version, newest=loaded.table.version)
        snapshot = await self._store.snapshots.at_or_before(game, version)
        table = None if snapshot is None else _table(game, snapshot)
        lines = await self.lines(game, 1 if table is None else table.version + 1, version)
        return LoadedGame(
            loaded.rules,
            with_fork_identity(loaded.table, await _folded(loaded.rules, table, lines)),
            loaded.seed,
        )

    async def refolded(self, game: str) -> LoadedGame:
        """The current game, folded from its first entry without any snapshot."""
        head = await self._store.log.head(game)
        if head is None:
            raise NotFound(kind="game")
        return await _loaded(head, None, await self.lines(game, 1, head.seq))

    async def last_listed(self, loaded: LoadedGame) -> AnyTable:
        """The table after the last entry that changed what lists show."""
        if loaded.table.status in OVER:
            return loaded.table  # its last entry changed it
        lines = await self.lines(loaded.table.game, 1, loaded.table.version)
        return await runtime.in_thread(_last_listed, loaded.rules, lines)

    async def lines(self, game: str, first: int, last: int) -> list[bytes]:
        """The stored entries from `first` to `last`."""
        return [line async for page in self._store.log.pages(game, first, last) for line in page]

    def _used(self, game: str) -> LoadedGame | None:
        """The cached game, if there is one; marks it as recently used."""
        if game not in self._loaded:
            self.counts.misses += 1
            return None
        self.counts.hits += 1
        self._loaded.move_to_end(game)
        return self._loaded[game]

    @property
    def size(self) -> int:
        """How many games are cached."""
        return len(self._loaded)

    def keep(self, game: str, loaded: LoadedGame) -> LoadedGame:
        """Cache the newest version; the least recently used game is evicted."""
        self._loaded[game] = loaded
        self._loaded.move_to_end(game)
        if len(self._loaded) > self._capacity:
            self._loaded.popitem(last=False)
        return loaded

    async def _load(self, game: str) -> LoadedGame:
        loaded = await self._store.log.load(game)
        if loaded is None:
            raise NotFound(kind="game")
        snapshot = loaded.snapshot
        table = None if snapshot is None else _table(game, snapshot)
        if table is None:
            self.counts.from_first_entry += 1
        else:
            self.counts.from_snapshot += 1
        if snapshot is not None and table is None:
            found = self.keep(game, await self.refolded(game))
        else:
            found = self.keep(game, await _loaded(loaded.head, table, loaded.entries))
        await self._check(found)
        return found

    async def _check(self, loaded: LoadedGame) -> None:
        """Repair lists and results of the game; if that fails, the next read tries again."""
        self._unchecked.discard(loaded.table.game)
        if self._heal is None:
            return
        try:
            await self._heal(loaded)
        except StoreError as error:
            self._unchecked.add(loaded.table.game)
            logger.warning("lists are checked later", game=loaded.table.game, cause=str(error))


def _last_listed(rules: Ruleset, lines: Sequence[bytes]) -> AnyTable:
    tables = tables_after_each_entry(rules, lines)
    return reduce(lambda last, table: last if listed_fields(last) == listed_fields(table) else table, tables)


def _table(game: str, snapshot: Snapshot) -> AnyTable | None:
    """Decode a snapshot; None if it has another format or is damaged, since the log has everything."""
    try:
        rules, _, _ = snapshot_parts(snapshot.state)
        return codec(version(rules)).table(snapshot.state)
    except OtherSnapshot as other:
        logger.debug("snapshot is ignored", game=game, seq=snapshot.seq, cause=str(other))
    except msgspec.DecodeError as broken:
        logger.warning("snapshot cannot be read", game=game, seq=snapshot.seq, cause=str(broken))
    return None


async def _loaded(head: Head, table: AnyTable | None, lines: list[bytes]) -> LoadedGame:
    """The game at its head."""
    if table is None and not lines:
        raise CorruptLog("an empty log")
    rules = named_rules(lines[0]) if table is None else version(table.rules)
    table = await _folded(rules, table, lines)
    if (table.version, table.hash) != (head.seq, head.hash):
        raise CorruptLog(f"the head is at entry {head.seq}, the entries end with {table.version}")
    return LoadedGame(rules, table, head.seed)


async def _followed(loaded: LoadedGame, lines: list[bytes]) -> LoadedGame:
    return LoadedGame(loaded.rules, await _folded(loaded.rules, loaded.table, lines), loaded.seed)


async def _folded(rules: Ruleset, table: AnyTable | None, lines: list[bytes]) -> AnyTable:
    if len(lines) > _FAR:
        return await runtime.in_thread(_fold, rules, table, lines)
    return _fold(rules, table, lines)


def _fold(rules: Ruleset, table: AnyTable | None, lines: list[bytes]) -> AnyTable:
    entry = codec(rules).entry
    for line in lines:
        table = follow(rules, table, entry(line))
    if table is None:
        raise CorruptLog("an empty log")
    return table
