"""Tables by game: the latest in a cache, refreshed by one round trip; any earlier one folded anew."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import msgspec
import structlog
from anyio import to_thread
from msgspec.structs import replace

from domain.games import VERSIONS
from domain.kernel.codec import Codec, codec
from domain.kernel.errors import CorruptLog, UnknownRules
from domain.kernel.fold import follow
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable
from service.errors import NotFound
from service.store import Diverged, Head, Seen, Snapshot, Store


class _Named(msgspec.Struct, frozen=True):
    """The one member that entries and snapshots share before their ruleset is known."""

    rules: str


logger = structlog.get_logger("emberlog.tables")
_NAMED = msgspec.json.Decoder(_Named)
_FAR = 64
"""From this many entries on, folding is done beside the event loop."""


@dataclass(frozen=True, slots=True)
class Held:
    """A game as this process knows it: its rules, its table at some version, its sealed seed."""

    rules: Ruleset
    table: AnyTable
    seed: bytes

    @property
    def codec(self) -> Codec:
        """The decoders of its ruleset."""
        return codec(self.rules)


class Tables:
    """A table is never wrong, only old: whoever needs the newest asks for it."""

    def __init__(self, store: Store, capacity: int) -> None:
        self._store = store
        self._capacity = capacity
        self._held: OrderedDict[str, Held] = OrderedDict()

    async def recent(self, game: str) -> Held:
        """The game, perhaps a few versions old if this process has it already."""
        return self._used(game) or await self._load(game)

    async def newest(self, game: str) -> Held:
        """The game as it stands in the log now."""
        held = self._used(game)
        return await self._load(game) if held is None else (await self.refreshed(game, held))[0]

    async def shown(self, game: str, player: str | None) -> Held:
        """The game as it stands, if the player may know of it.

        A fork of a running game shows what that one hides. Until all is over it is there for its own people.
        """
        held = await self.newest(game)
        await self.check_known(held, player)
        return held

    async def check_known(self, held: Held, player: str | None) -> None:
        """A player who may not know of a game is told that there is none."""
        is_own = player is not None and (player == held.table.host or held.table.seats_of(player))
        if not is_own and not await self.is_public(held):
            raise NotFound(kind="game")

    async def is_public(self, held: Held) -> bool:
        """Whether everybody may know of a game: nothing is from one that still has to hide something."""
        while (fork := held.table.fork) is not None and fork.sealed:
            held = await self.newest(fork.source)
            if held.table.status not in OVER:
                return False
        return True

    async def refreshed(self, game: str, held: Held, command_id: str = "") -> tuple[Held, Seen | None]:
        """The game with the entries since, and what is remembered of a command, of one moment."""
        tail = await self._store.log.tail(game, held.table.version, held.table.hash, command_id)
        if isinstance(tail, Diverged):
            self._held.pop(game, None)
            return await self._load(game), await self._store.log.seen(
                game, command_id
            ) if command_id else None
        if tail.entries:
            held = self.keep(game, await _followed(held, tail.entries))
        return held, tail.seen

    async def at(self, game: str, version: int) -> Held:
        """The game as it stood at a version."""
        return await self.earlier(await self.newest(game), version)

    async def earlier(self, held: Held, version: int) -> Held:
        """A game as it stood at a version, from how it stands."""
        game = held.table.game
        if version == held.table.version:
            return held
        if not 1 <= version < held.table.version:
            raise NotFound("no_such_version", version=version, newest=held.table.version)
        snapshot = await self._store.snapshots.at_or_before(game, version)
        table = None if snapshot is None else _table(game, snapshot)
        lines = await self.lines(game, 1 if table is None else table.version + 1, version)
        return Held(held.rules, named_as(held.table, await _folded(held.rules, table, lines)), held.seed)

    async def refolded(self, game: str) -> Held:
        """The game as it stands, folded from its first entry, whatever snapshots say."""
        head = await self._store.log.head(game)
        if head is None:
            raise NotFound(kind="game")
        return await _held(head, None, await self.lines(game, 1, head.seq))

    async def last_listed(self, held: Held) -> AnyTable:
        """The game after the last entry that changed what lists show of it."""
        if held.table.status in OVER:
            return held.table  # by its last entry
        lines = await self.lines(held.table.game, 1, held.table.version)
        return await to_thread.run_sync(_last_listed, held.rules, lines)

    async def lines(self, game: str, first: int, last: int) -> list[bytes]:
        """The stored entries from `first` to `last`."""
        return [line async for page in self._store.log.pages(game, first, last) for line in page]

    def _used(self, game: str) -> Held | None:
        """The game if this process has it; it is the last one then to make room."""
        if game in self._held:
            self._held.move_to_end(game)
        return self._held.get(game)

    def keep(self, game: str, held: Held) -> Held:
        """Remember the newest; the game that was asked for longest ago makes room."""
        self._held[game] = held
        self._held.move_to_end(game)
        if len(self._held) > self._capacity:
            self._held.popitem(last=False)
        return held

    async def _load(self, game: str) -> Held:
        loaded = await self._store.log.load(game)
        if loaded is None:
            raise NotFound(kind="game")
        snapshot = loaded.snapshot
        table = None if snapshot is None else _table(game, snapshot)
        if snapshot is not None and table is None:
            return self.keep(game, await self.refolded(game))
        return self.keep(game, await _held(loaded.head, table, loaded.entries))


def named_as(newest: AnyTable, table: AnyTable) -> AnyTable:
    """An earlier table of a game; what a fork has borrowed has its name and its options: it is not rated."""
    if newest.fork is None:
        return table
    return replace(table, game=newest.game, fork=newest.fork, options=newest.options)


def followed(rules: Ruleset, lines: Sequence[bytes]) -> Iterator[AnyTable]:
    """The table after each entry of a log, from the first one on."""
    entry, table = codec(rules).entry, None
    for line in lines:
        table = follow(rules, table, entry(line))
        yield table


def listed(table: AnyTable) -> tuple[object, ...]:
    """What lists of games show of a table; a fork is a game of its own, however alike."""
    return table.game, table.status, table.places, table.seats


def _last_listed(rules: Ruleset, lines: Sequence[bytes]) -> AnyTable:
    tables = followed(rules, lines)
    return reduce(lambda last, table: last if listed(last) == listed(table) else table, tables)


def snapshot_of(rules: Ruleset, table: AnyTable) -> Snapshot:
    """A table as it is kept."""
    return Snapshot(table.version, codec(rules).snapshot(table))


def named_rules(line: bytes) -> Ruleset:
    """The rules that an entry or a snapshot names."""
    try:
        named = _NAMED.decode(line).rules
    except msgspec.DecodeError as broken:
        raise CorruptLog(str(broken)) from broken
    if named not in VERSIONS:
        raise UnknownRules(f"these rules are not known here: {named}")
    return VERSIONS[named]


def _table(game: str, snapshot: Snapshot) -> AnyTable | None:
    """A table from its snapshot; none from one that is damaged or of another make: the log has it all."""
    try:
        return codec(named_rules(snapshot.state)).table(snapshot.state)
    except UnknownRules:
        raise
    except (CorruptLog, msgspec.DecodeError) as broken:
        logger.warning("snapshot cannot be read", game=game, seq=snapshot.seq, cause=str(broken))
        return None


async def _held(head: Head, table: AnyTable | None, lines: list[bytes]) -> Held:
    """A game at its head."""
    if table is None and not lines:
        raise CorruptLog("an empty log")
    rules = named_rules(lines[0]) if table is None else VERSIONS[table.rules]
    table = await _folded(rules, table, lines)
    if (table.version, table.hash) != (head.seq, head.hash):
        raise CorruptLog(f"the head is at entry {head.seq}, the entries end with {table.version}")
    return Held(rules, table, head.seed)


async def _followed(held: Held, lines: list[bytes]) -> Held:
    return Held(held.rules, await _folded(held.rules, held.table, lines), held.seed)


async def _folded(rules: Ruleset, table: AnyTable | None, lines: list[bytes]) -> AnyTable:
    if len(lines) > _FAR:
        return await to_thread.run_sync(_fold, rules, table, lines)
    return _fold(rules, table, lines)


def _fold(rules: Ruleset, table: AnyTable | None, lines: list[bytes]) -> AnyTable:
    entry = codec(rules).entry
    for line in lines:
        table = follow(rules, table, entry(line))
    if table is None:
        raise CorruptLog("an empty log")
    return table
