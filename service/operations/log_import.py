"""Importing logs of finished games: each is verified entry by entry and stored unchanged.

A log proves that it is consistent, not who played. Results count here because an operator says so.
"""

from collections.abc import Sequence

from anyio import to_thread
from msgspec import Struct

from domain.kernel.errors import CorruptLog
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable
from service.engine.archive import snapshots_of
from service.engine.loaded_game import named_rules, tables_after_each_entry
from service.engine.log_verification import read_header, verify_export
from service.projections import Projections
from service.projections.index import game_row
from service.projections.results import GameResult, game_result
from service.store import Head, Snapshot, Store, StoredEntry
from service.store.ids import is_id


class ImportedLog(Struct, frozen=True):
    """A game that was imported, or already existed."""

    game: str
    entries: int
    is_new: bool


class _VerifiedLog(Struct, frozen=True):
    rules: Ruleset
    table: AnyTable
    seed: bytes
    rows: Sequence[StoredEntry]
    snapshots: Sequence[Snapshot]


class LogImporter:
    """Imports logs one by one; `finish` adds their results, in the order in which the games ended."""

    def __init__(self, store: Store, projections: Projections) -> None:
        self._store = store
        self._projections = projections
        self._results: list[GameResult] = []

    async def take_in(self, lines: Sequence[bytes]) -> ImportedLog:
        """Import one log; safe to repeat. Raises Differs or CorruptLog if it is not valid."""
        proved = await to_thread.run_sync(_verified, lines)
        table = proved.table
        head = Head(table.version, table.hash, table.status, proved.seed)
        is_new = await self._store.archiving.restore_log(table.game, head, proved.rows, proved.snapshots)
        if not is_new:
            await self._check_same(table)
        await self._projections.index.write(game_row(proved.rules, table), table.hash)
        if (result := game_result(proved.rules, table)) is not None:
            self._results.append(result)
        return ImportedLog(table.game, table.version, is_new)

    async def finish(self) -> None:
        """Add the results to ratings, ladders and statistics."""
        for result in sorted(self._results, key=lambda result: (result.at, result.game)):
            await self._projections.results.write(result)
        for ruleset in dict.fromkeys(result.ruleset for result in self._results):
            await self._projections.folds.follow(ruleset)

    async def _check_same(self, table: AnyTable) -> None:
        here = await self._store.log.head(table.game)
        if here is None or (here.seq, here.hash) != (table.version, table.hash):
            raise CorruptLog(f"{table.game} already exists, with a different history")


def _verified(lines: Sequence[bytes]) -> _VerifiedLog:
    header = read_header(lines[0] if lines else b"")
    if not is_id(header.game, "g"):
        raise CorruptLog(f"{header.game!r} is not the id of a game")
    if header.seed is None:
        raise CorruptLog(f"{header.game} has not published its seed, so it could not be continued here")
    verdict = verify_export(lines)
    if verdict.difference is not None:
        seq = verdict.difference.seq
        raise CorruptLog(f"{'header' if seq is None else f'entry {seq}'}: {verdict.difference.reason}")
    entries = [line.removesuffix(b"\n") for line in lines[1:]]
    rules = named_rules(entries[0])
    tables = list(tables_after_each_entry(rules, entries))
    rows = [StoredEntry(entry, table.hash) for entry, table in zip(entries, tables, strict=True)]
    return _VerifiedLog(rules, tables[-1], bytes.fromhex(header.seed), rows, snapshots_of(entries))
