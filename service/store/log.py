"""Read a game's log: from the latest snapshot, after a known entry, or a range. Entries stay bytes.

Readers need not know whether the log is in Redis or in the archive.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from service.store import keys
from service.store.append import SeenCommand, seen_field
from service.store.archived_logs import ArchivedLogs, StoredEntry
from service.store.compression import decompressed, decompressed_snapshot
from service.store.connection import RedisConnection, Script
from service.store.errors import ArchiveUnavailable
from service.store.head import Head
from service.store.snapshots import Snapshot

_LOAD = Script("load.lua", writes=False)
_TAIL = Script("tail.lua", writes=False)

PAGE = 512
_OF_HASH = 16
"""Digits of an entry's hash beside it; rows written before have all of them."""
_NO_ARCHIVE = "this log is in the archive, and EMBERLOG_ARCHIVE_DIR is not set"


@dataclass(frozen=True, slots=True)
class LoadedLog:
    """A game read from the store: the latest snapshot, if there is one, and all entries after it."""

    head: Head
    snapshot: Snapshot | None
    entries: list[bytes]


@dataclass(frozen=True, slots=True)
class LogTail:
    """All entries after the known one; `seen` is the stored result of the requested command."""

    head: Head
    entries: list[bytes]
    seen: SeenCommand | None


@dataclass(frozen=True, slots=True)
class Diverged:
    """The known entry is not in the log: a failover lost it, or the whole game (then there is no head)."""

    head: Head | None


class Log:
    """The logs of all games."""

    def __init__(self, connection: RedisConnection, archived_logs: ArchivedLogs | None = None) -> None:
        self._connection = connection
        self._archived_logs = archived_logs

    async def head(self, game: str) -> Head | None:
        """The game's head, or None if there is no such game."""
        fields = ("seq", "hash", "status", "seed", "archived")
        return read_head(await self._connection.call("HMGET", keys.head(game), *fields))

    async def load(self, game: str) -> LoadedLog | None:
        """Read head, latest snapshot and the entries after it, atomically and in one round trip."""
        answer = await self._connection.run(_LOAD, (keys.head(game), keys.snap(game), keys.log(game)))
        if answer is None:
            return None
        fields, (seq, state), entries = answer
        head = read_head(fields)
        assert head is not None
        if head.archived:
            return LoadedLog(head, None, [row.entry for row in await self._rows(head)])
        snapshot = Snapshot(int(seq), decompressed_snapshot(state)) if seq is not None else None
        return LoadedLog(head, snapshot, [decompressed(entry) for entry in entries])

    async def tail(
        self, game: str, after_seq: int, after_hash: str, command_id: str = ""
    ) -> LogTail | Diverged:
        """Read the head and the entries after a known one, atomically and in one round trip."""
        names = (keys.head(game), keys.log(game), keys.seen(game))
        fields, known, entries, seen = await self._connection.run(
            _TAIL, names, after_seq, after_hash, seen_field(command_id)
        )
        head, entries = read_head(fields), [decompressed(entry) for entry in entries]
        if head is not None and head.archived and (after_seq, after_hash) != (head.seq, head.hash):
            rows = await self._rows(head)
            known = not after_seq or (after_seq <= len(rows) and rows[after_seq - 1].hash == after_hash)
            entries = [row.entry for row in rows[after_seq:]]
        if head is None or not known:
            return Diverged(head)
        return LogTail(head, entries, None if seen is None else SeenCommand.read(seen))

    async def seen(self, game: str, command_id: str) -> SeenCommand | None:
        """The stored result of a command."""
        value = await self._connection.call("HGET", keys.seen(game), seen_field(command_id))
        return None if value is None else SeenCommand.read(value)

    async def has(self, game: str, seq: int, entry_hash: str) -> bool:
        """Whether the log still contains an entry; without a hash, only the seq is compared."""
        head = await self.head(game)
        if head is None or head.seq < seq:
            return False
        if not entry_hash or head.archived or head.seq == seq:
            return head.seq > seq or entry_hash in ("", head.hash)
        rows = await self._connection.call("XRANGE", keys.log(game), f"{seq}-0", f"{seq}-0")
        return any(fields[b"hash"].decode()[:_OF_HASH] == entry_hash[:_OF_HASH] for _, fields in rows)

    async def entries(
        self, game: str, first: int = 1, last: int | None = None, *, limit: int = PAGE
    ) -> list[bytes]:
        """The entries from `first` to `last` (default: the end), at most `limit` of them."""
        if last is not None and last < first:
            return []
        if found := await self._range(game, first, last, limit):
            return found
        head = await self.head(game)
        if head is None or head.seq < first:
            return []
        if not head.archived:  # it was restored in this moment
            return await self._range(game, first, last, limit)
        return [row.entry for row in (await self._rows(head))[first - 1 : last][:limit]]

    async def pages(
        self, game: str, first: int = 1, last: int | None = None, *, size: int = PAGE
    ) -> AsyncIterator[list[bytes]]:
        """The same without a limit, page by page."""
        page = await self.entries(game, first, last, limit=size)
        while page:
            yield page
            first += len(page)
            page = await self.entries(game, first, last, limit=size) if len(page) == size else []

    async def _range(self, game: str, first: int, last: int | None, limit: int) -> list[bytes]:
        end = "+" if last is None else f"{last}-0"
        rows = await self._connection.call("XRANGE", keys.log(game), f"{first}-0", end, "COUNT", limit)
        return [decompressed(fields[b"entry"]) for _, fields in rows]

    async def _rows(self, head: Head) -> Sequence[StoredEntry]:
        if self._archived_logs is None:
            raise ArchiveUnavailable(_NO_ARCHIVE)
        return await self._archived_logs.rows(head.archived)


def read_head(fields: list[bytes | None]) -> Head | None:
    """Decode a head from its fields in Redis; None if there is no such game."""
    seq, head_hash, status, seed, archived = fields
    if seq is None or head_hash is None or status is None:
        return None
    return Head(int(seq), head_hash.decode(), status.decode(), seed or b"", (archived or b"").decode())
