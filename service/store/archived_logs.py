"""Archived logs: the head stays in Redis and says where the log is, so that no id is used again."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from service.store import keys, outbox
from service.store.connection import Argument, RedisConnection, Script
from service.store.head import Head
from service.store.snapshots import Snapshot, kept

_ARCHIVE = Script("archive.lua")
_RESTORE = Script("restore.lua")


class StoredEntry(NamedTuple):
    """An entry as it lies in a log."""

    entry: bytes
    hash: str


class ArchivedLogs(Protocol):
    """Where the logs are that Redis does not have."""

    async def rows(self, place: str) -> Sequence[StoredEntry]:
        """All entries of a log; raises Unavailable, or CorruptLog."""


class LogArchiving:
    """Takes logs out of Redis and puts them back, each in one step."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def archive_log(
        self, game: str, at: tuple[int, str], place: str, item_id: str, forget_ms: int
    ) -> bool:
        """Leaves the head alone in Redis, if the game is still at (seq, hash); so it is safe to repeat.

        The item is done with that. Commands are remembered until `forget_ms`.
        """
        k = keys.bucket(game)
        of_bucket = (keys.outbox(k), keys.outbox_items(k))
        names = (*_of_game(game), *of_bucket, keys.plans(game), keys.plans_dropped(game))
        member = outbox.member(game, item_id)
        return bool(await self._connection.run(_ARCHIVE, names, *at, place, forget_ms, member))

    async def restore_log(
        self, game: str, head: Head, rows: Sequence[StoredEntry], snapshots: Sequence[Snapshot]
    ) -> bool:
        """Writes log and snapshots, the last of which is the latest.

        Nothing is done unless the head in Redis still says that the log lies where this one says; where this
        one names no place, unless there is no such game.
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
            args += (snapshot.seq, snapshot.state)
        for row in rows:
            args += row
        names = (*_of_game(game), keys.games(keys.bucket(game)))
        return bool(await self._connection.run(_RESTORE, names, *args))


def _of_game(game: str) -> tuple[str, ...]:
    return tuple(key(game) for key in (keys.head, keys.log, keys.snap, keys.snaps, keys.seen))
