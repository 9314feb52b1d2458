"""What must be true when a simulation has come to rest: the invariants."""

from collections.abc import AsyncIterator, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

import msgspec

from domain.games import RULESETS
from domain.kernel.table import OVER
from schema.answers import GameRow
from service.engine.archive import LogArchive
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.log_verification import verify
from service.projections import FOLDS, Projections
from service.projections.folds import Fold, FoldChange
from service.projections.index import game_row
from service.projections.rebuild import rebuild
from service.projections.results import GameResult, game_result
from service.store import Store
from service.store.append import seen_field
from tests.simulator.redis_data import Stream, Value

if TYPE_CHECKING:
    from tests.simulator.world import World


class Checks:
    """Reads everything through the service's own code, in a process of its own."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._store = Store.open(world.settings.redis, archived_logs=LogArchive.of(world.settings))
        self._projections = Projections(self._store.connection)
        self._game_cache = GameCache(self._store, 64)
        self._games: dict[str, LoadedGame] = {}

    async def run(self) -> None:
        """Check everything, and record what is wrong."""
        async for finding in self._all():
            self._world.found(finding)
        await self._store.close()

    async def _all(self) -> AsyncIterator[str]:
        async for game in self._store.games.every():
            async for finding in self._log(game):
                yield finding
        if self._world.findings:
            return
        async for finding in self._acknowledged():
            yield finding
        for finding in (*self._appended_once(), *self._no_work_left()):
            yield finding
        async for finding in self._listed():
            yield finding
        async for finding in self._counted():
            yield finding
        async for finding in self._rebuilt():
            yield finding

    async def _log(self, game: str) -> AsyncIterator[str]:
        """A log has no gaps, its entries follow from each other, and its snapshots agree with it."""
        head = await self._store.log.head(game)
        assert head is not None
        lines = await self._game_cache.lines(game, 1, head.seq)
        claims = {"game": game, "version": head.seq, "hash": head.hash, "status": head.status}
        verdict = verify(lines, head.seed, claims, "head")
        if verdict.difference is not None:
            yield f"{game}: entry {verdict.difference.seq}: {verdict.difference.reason}"
            return
        loaded, refolded = await self._game_cache.newest(game), await self._game_cache.refolded(game)
        if loaded.table != refolded.table:
            yield f"{game}: the snapshot differs from the log"
        if loaded.table.status not in OVER:
            yield f"{game}: the game did not end, it is {loaded.table.status} at {loaded.table.version}"
        self._games[game] = loaded

    async def _acknowledged(self) -> AsyncIterator[str]:
        """Everything that a caller was told is still in the log."""
        ledger = self._world.ledger
        for command_id, told in ledger.acknowledged.items():
            if ledger.may_be_lost(told):
                continue
            lines = await self._game_cache.lines(told.game, told.seq, told.seq)
            loaded = self._games.get(told.game)
            if loaded is None or not lines:
                yield f"{told.game}: acknowledged entry {told.seq} is lost"
            elif loaded.codec.entry(lines[0]).command_id != seen_field(command_id):
                yield f"{told.game}: acknowledged entry {told.seq} was replaced by another"

    def _appended_once(self) -> Iterator[str]:
        """Each version was made by one append, however many workers tried; a lost one may be made again."""
        for (game, seq), hashes in self._world.appended.items():
            kept = [entry for entry in hashes if (game, seq, entry) not in self._world.lost]
            if len(kept) > 1:
                yield f"{game}: entry {seq} was appended {len(kept)} times"

    def _no_work_left(self) -> Iterator[str]:
        for name, value in self._values():
            if b":outbox" in name and value:
                yield f"work is left in {name.decode()}: {value!r}"

    async def _listed(self) -> AsyncIterator[str]:
        """Each game is in the right list, and nothing else is."""
        expected = {game: _plain(game_row(each.rules, each.table)) for game, each in self._games.items()}
        page = await self._projections.index.list_games(first=1000)
        listed = {row.id: _plain(row) for row in page.items}
        if len(listed) != len(page.items):
            yield "a game is in two lists"
        for game in sorted(expected.keys() | listed.keys()):
            if listed.get(game) != expected.get(game):
                yield f"{game}: listed as {listed.get(game)}, but is {expected.get(game)}"

    async def _counted(self) -> AsyncIterator[str]:
        """Each finished game has its own result once, and the folds have counted these results."""
        for name in RULESETS:
            rows = [result async for _, result in self._projections.results.after(name)]
            expected = {
                game: result
                for game, each in self._games.items()
                if each.rules.name == name and (result := game_result(each.rules, each.table)) is not None
            }
            if sorted(result.game for result in rows) != sorted(expected):
                yield f"results of {name}: {sorted(r.game for r in rows)}, but finished: {sorted(expected)}"
            for result in rows:
                if result != expected.get(result.game):
                    yield f"{result.game}: counted as {result}, but ended as {expected.get(result.game)}"
            async for finding in self._folded(name, rows):
                yield finding

    async def _folded(self, name: str, results: Sequence[GameResult]) -> AsyncIterator[str]:
        for fold in FOLDS:
            change: FoldChange[Any] = FoldChange(fold, {})
            for result in results:
                change.follow(result)
            people = sorted({key for result in results for key in fold.keys(result)})
            known: Fold[Any] = fold
            stored = await self._projections.folds.rows(name, known, people)
            if stored != change.changed:
                yield f"{fold.name} of {name}: {stored}, but the results give {change.changed}"

    async def _rebuilt(self) -> AsyncIterator[str]:
        """A rebuild changes nothing."""
        before = self._derived()

        async def forget(_first: str, _again: str) -> None:
            """Rematches are not derived data here."""

        rebuilt = await rebuild(
            self._store, self._game_cache, self._projections, forget, lambda _done, _what: None
        )
        after = self._derived()
        if rebuilt.results or rebuilt.forgotten or rebuilt.unreadable or rebuilt.missing:
            yield f"the rebuild found something: {rebuilt}"
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                yield f"the rebuild changed {name.decode()}: {before.get(name)!r} to {after.get(name)!r}"

    def _derived(self) -> dict[bytes, Any]:
        """All derived data as stored."""
        return {
            name: [*zip(value.ids, value.fields)] if isinstance(value, Stream) else copy(value)
            for name, value in self._values()
            if name.startswith((b"{i", b"{r", b"index:"))
        }

    def _values(self) -> Iterator[tuple[bytes, Value]]:
        for shard in self._world.redis.shards:
            yield from shard.data.values.items()


def _plain(row: GameRow) -> Any:
    """A row as it is stored."""
    return msgspec.json.decode(msgspec.json.encode(row))
