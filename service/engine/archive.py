"""The archive of finished games: one file each, from which the exported log can be read back byte by byte.

A log is verified, written, and read back before it is removed from Redis, so a crash never loses data.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from domain.kernel.errors import CorruptLog
from domain.kernel.table import OVER
from domain.kernel.work import WorkKind
from service import runtime
from service.engine.archive_format import packed, unpacked
from service.engine.archive_storage import ArchiveStorage, GuardedStorage, archive_storage
from service.engine.game_cache import GameCache
from service.engine.loaded_game import named_rules, snapshot_of, tables_after_each_entry
from service.engine.log_verification import ExportHeader, VerificationError, read_header, verify
from service.errors import NotFound, OperatorError
from service.settings import Settings, SettingsError
from service.store import Head, Snapshot, Store, StoredEntry, keys, snapshots

KEYS_KEPT: Final = timedelta(days=2)
"""How long idempotency keys are remembered after a game's last entry; we promise a day."""
_CACHED = 8


class ArchiveError(OperatorError):
    """A game cannot be archived, or the archive does not return what was written to it."""


class _Hashed(msgspec.Struct, frozen=True):
    hash: str


class LogArchive:
    """Archived logs in their storage; the ones read last are cached."""

    def __init__(self, storage: ArchiveStorage) -> None:
        self._storage = GuardedStorage(storage)
        self._read: OrderedDict[str, Sequence[StoredEntry]] = OrderedDict()

    @classmethod
    def of(cls, settings: Settings) -> "LogArchive | None":
        """The archive from the settings, or None if they name none."""
        return None if settings.archive_dir is None else cls(archive_storage(settings.archive_dir))

    async def write(self, game: str, lines: Sequence[bytes]) -> str:
        """Write an exported log, read it back to check it, and return its place."""
        place = f"{keys.month(game)}/{game}.log.zst"
        self._read.pop(place, None)
        await runtime.in_thread(self._write, place, lines)
        return place

    async def rows(self, place: str) -> Sequence[StoredEntry]:
        """The entries of a log."""
        if place not in self._read:
            self._read[place] = await runtime.in_thread(self._rows, place)
        self._read.move_to_end(place)
        while len(self._read) > _CACHED:
            self._read.popitem(last=False)
        return self._read[place]

    def _write(self, place: str, lines: Sequence[bytes]) -> None:
        self._storage.write(place, packed(lines))
        try:
            same = unpacked(self._storage.read(place)) == list(lines)
        except CorruptLog:
            same = False
        if not same:
            raise ArchiveError(f"the archive does not give back what was put into it: {place}")

    def _rows(self, place: str) -> Sequence[StoredEntry]:
        file = self._storage.read(place)
        try:
            first, *lines = unpacked(file)
            header, entries = read_header(first), [line.removesuffix(b"\n") for line in lines]
            hashes = msgspec.json.Decoder(_Hashed)
            rows = [StoredEntry(entry, hashes.decode(entry).hash) for entry in entries]
        except (CorruptLog, ValueError, msgspec.DecodeError, VerificationError) as broken:
            raise CorruptLog(f"{place} in the archive cannot be read: {broken}") from broken
        if len(rows) != header.version or rows[-1].hash != header.hash:
            raise CorruptLog(f"{place} in the archive is not whole")
        return rows


class LogArchiver:
    """Moves logs to the archive and back."""

    def __init__(self, store: Store, game_cache: GameCache, archive: LogArchive | None) -> None:
        self._store = store
        self._game_cache = game_cache
        self._archive = archive

    async def archive_log(self, game: str) -> bool:
        """Archive a finished game; returns whether there was anything to do."""
        archive, head = self._opened(), await self._head(game)
        if head.archived:
            return False
        if head.status not in OVER:
            raise ArchiveError(f"{game} is not over")
        table = (await self._game_cache.newest(game)).table
        lines = await self._game_cache.lines(game, 1, head.seq)
        await _prove(lines, game, head)
        place = await archive.write(game, [ExportHeader.of(table).line(), *(line + b"\n" for line in lines)])
        forget = datetime.fromisoformat(table.at) + KEYS_KEPT
        return await self._store.archiving.archive_log(
            game, (head.seq, head.hash), place, WorkKind.ARCHIVE, int(forget.timestamp() * 1000)
        )

    async def restore_log(self, game: str) -> bool:
        """Restore a log to Redis; returns whether there was anything to do. The archive keeps its copy."""
        archive, head = self._opened(), await self._head(game)
        if not head.archived:
            return False
        rows = await archive.rows(head.archived)
        await _prove([row.entry for row in rows], game, head)
        made = await runtime.in_thread(snapshots_of, [row.entry for row in rows])
        return await self._store.archiving.restore_log(game, head, rows, made)

    def _opened(self) -> LogArchive:
        if self._archive is None:
            raise SettingsError("EMBERLOG_ARCHIVE_DIR is not set")
        return self._archive

    async def _head(self, game: str) -> Head:
        head = await self._store.log.head(game)
        if head is None:
            raise NotFound(kind="game")
        return head


async def _prove(lines: Sequence[bytes], game: str, head: Head) -> None:
    """Verify that the log is valid and ends at the head; raises CorruptLog."""
    claims = {"game": game, "version": head.seq, "hash": head.hash, "status": head.status}
    verdict = await runtime.in_thread(verify, lines, head.seed, claims, "head")
    if verdict.difference is not None:
        raise CorruptLog(f"entry {verdict.difference.seq}: {verdict.difference.reason}")


def snapshots_of(lines: Sequence[bytes]) -> list[Snapshot]:
    """The kept snapshots of a log, and the snapshot of its last entry."""
    rules = named_rules(lines[0])
    return [
        snapshot_of(rules, table)
        for table in tables_after_each_entry(rules, lines)
        if snapshots.kept(table.version) or table.version == len(lines)
    ]
