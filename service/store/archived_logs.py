"""Archived logs: the head stays in Redis and records where the log is, so no id is ever reused."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from service.store import keys, outbox
from service.store.compression import compressed_entry, compressed_snapshot
from service.store.connection import Argument, RedisConnection, Script
from service.store.head import Head
from service.store.snapshots import Snapshot, kept

_ARCHIVE = Script("archive.lua")
_RESTORE = Script("restore.lua")


class StoredEntry(NamedTuple):
    """An entry as stored in a log."""

    entry: bytes
    hash: str


class ArchivedLogs(Protocol):
    """Reads the logs that are no longer in Redis."""

    async def rows(self, place: str) -> Sequence[StoredEntry]:
        """Return all entries of a log. Raises ArchiveUnavailable or CorruptLog."""


class LogArchiving:
    """Removes logs from Redis and restores them, each in one atomic step."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def archive_log(
        self, game: str, at: tuple[int, str], place: str, item_id: str, forget_ms: int
    ) -> bool:
        """Remove all but the head from Redis, if the game is still at (seq, hash). Safe to repeat.

        This also removes the outbox item. Commands are remembered until `forget_ms`.
        """
        k = keys.bucket(game)
        of_bucket = (keys.outbox(k), keys.outbox_items(k))
        names = (*_of_game(game), *of_bucket, keys.plans(game), keys.plans_dropped(game))
        member = outbox.member(game, item_id)
        return bool(await self._connection.run(_ARCHIVE, names, *at, place, forget_ms, member))

    async def restore_log(
        self, game: str, head: Head, rows: Sequence[StoredEntry], snapshots: Sequence[Snapshot]
    ) -> bool:
        """Write a log and its snapshots; the last snapshot is the latest one.

        Do nothing unless the head in Redis still names the given place. Without a place, do nothing if the
        game already exists.
        """
        to_keep = [snapshot for snapshot in snapshots if kept(snapshot.seq)]
        args: list[Argument] = [
            head.archived,
            game,
            head.seq,
            head.hash,
            head.status,
            head.seed,
            len(to_keep),
        ]
        for snapshot in (snapshots[-1], *to_keep):
            args += (snapshot.seq, compressed_snapshot(snapshot.state))
        for row in rows:
            args += (compressed_entry(row.entry), row.hash)
        names = (*_of_game(game), keys.games(keys.bucket(game)))
        return bool(await self._connection.run(_RESTORE, names, *args))


def _of_game(game: str) -> tuple[str, ...]:
    return tuple(key(game) for key in (keys.head, keys.log, keys.snap, keys.snaps, keys.seen))
