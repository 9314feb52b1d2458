"""Rebuild all projections from the logs while the service is running; newer data is never overwritten.

Any number of processes read the buckets one by one. The findings of each bucket are stored until all are
done, so that an interrupted rebuild can resume.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from domain.games import RULESETS
from domain.kernel.errors import CorruptLog
from service.accounts.search import PlayerNames
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame, was_called_off
from service.projections import Projections, old_layout
from service.projections.index import game_row
from service.projections.results import GameResult, game_result
from service.store import ArchiveUnavailable, Store, keys

Report = Callable[[int, str], None]
RememberRematch = Callable[[str, str], Awaitable[object]]
"""Stores that the second game is the rematch of the first, unless a rematch is already known."""
_AT_ONCE: Final = 200

logger = structlog.get_logger("emberlog.rebuild")


class Rebuilt(Struct):
    """What was done: games read, results added or replaced, rows corrected that match no log.

    `moved` counts results that were in the keys of an earlier version. The lists name the games with
    unreadable logs, and those whose files are missing from the archive.
    """

    games: int = 0
    results: int = 0
    forgotten: int = 0
    moved: int = 0
    unreadable: list[str] = []
    missing: list[str] = []


class BucketFindings(Struct):
    """The findings of a rebuild in one bucket: results missing from the stream, and rematches by game."""

    games: int = 0
    results: list[GameResult] = []
    rematches: dict[str, str] = {}
    unreadable: list[str] = []
    missing: list[str] = []


async def rebuild(
    store: Store,
    game_cache: GameCache,
    projections: Projections,
    remember_rematch: RememberRematch,
    report: Report,
) -> Rebuilt:
    """Rebuild everything in this process."""
    forgotten = await heal_lists(store, game_cache, projections)
    games = 0
    for done, k in enumerate(await remaining(store), 1):
        games += (await rebuild_bucket(store, game_cache, projections, k)).games
        report(done, f"{games} games")
    return await finish(store, projections, remember_rematch, forgotten)


async def remaining(store: Store) -> Sequence[int]:
    """The buckets that are still to be read."""
    done = {int(k) for k in await store.connection.call("HKEYS", keys.REBUILD)}
    return [k for k in range(keys.BUCKETS) if k not in done]


async def restart(store: Store) -> None:
    """Discard the findings of an earlier rebuild."""
    await store.connection.call("DEL", keys.REBUILD)


async def rebuild_bucket(
    store: Store, game_cache: GameCache, projections: Projections, k: int
) -> BucketFindings:
    """Write the rows of all games of a bucket, and store the findings that `finish` needs."""
    found = BucketFindings()
    for game in await store.games.in_bucket(k):
        try:
            loaded = await game_cache.refolded(game)
        except ArchiveUnavailable:
            found.missing.append(game)
            continue
        except CorruptLog:
            found.unreadable.append(game)
            continue
        found.games += 1
        await _rebuild_game(game_cache, projections, loaded, found)
    await store.connection.call("HSET", keys.REBUILD, k, msgspec.json.encode(found))
    return found


async def _rebuild_game(
    game_cache: GameCache, projections: Projections, loaded: LoadedGame, found: BucketFindings
) -> None:
    table, last = loaded.table, await game_cache.last_listed(loaded)
    await projections.index.write(game_row(loaded.rules, last), last.hash)
    if (first := table.rematch_of) is not None and not was_called_off(table):
        found.rematches[first] = max(table.game, found.rematches.get(first, ""))
    result = game_result(loaded.rules, table)
    if result is None:
        await projections.withdraw_lost(loaded)
    else:
        line = await projections.results.of(result.ruleset, table.game)
        if line is None or line.hash != result.hash:
            found.results.append(result)


async def finish(
    store: Store, projections: Projections, remember_rematch: RememberRematch, forgotten: int
) -> Rebuilt:
    """Write what depends on all buckets; missing results are added in the order of their scoring."""
    kept = await store.connection.call("HVALS", keys.REBUILD)
    found = [msgspec.json.decode(each, type=BucketFindings) for each in kept]
    rebuilt = Rebuilt(
        games=sum(bucket.games for bucket in found),
        forgotten=forgotten,
        moved=await old_layout.move_results(store.connection, projections.results),
        unreadable=sorted(game for bucket in found for game in bucket.unreadable),
        missing=sorted(game for bucket in found for game in bucket.missing),
    )
    results = (result for bucket in found for result in bucket.results)
    for result in sorted(results, key=lambda result: (result.at, result.game)):
        rebuilt.results += await projections.results.write(result)
    for ruleset in RULESETS:
        await projections.folds.make_anew(ruleset)
    rematches: dict[str, str] = {}
    for bucket in found:
        for first, again in bucket.rematches.items():
            rematches[first] = max(again, rematches.get(first, ""))
    for first, again in rematches.items():
        await remember_rematch(first, again)
    await PlayerNames(store.connection).rebuild()
    await old_layout.remove(store.connection)
    await restart(store)
    return rebuilt


async def heal_lists(
    store: Store, game_cache: GameCache, projections: Projections, progress: Callable[[], None] = lambda: None
) -> int:
    """Correct rows whose version no log has, because a failover lost it; returns how many there were.

    Then rebuild the folds that counted a result which is gone.
    """
    await old_layout.move_quarantined(store.connection)
    ghosts = 0
    async for rows in _some(projections.index.versions()):
        progress()
        heads = [("HGET", keys.head(game), "seq") for game, _ in rows]
        for (game, version), seq in zip(rows, await store.connection.pipeline(heads)):
            if seq is not None and int(seq) >= version:
                continue
            ghosts += 1
            await _heal(store, game_cache, projections, game)
    for ruleset in RULESETS:
        progress()
        await projections.folds.heal(ruleset)
    return ghosts


async def _heal(store: Store, game_cache: GameCache, projections: Projections, game: str) -> None:
    if await store.log.head(game) is None:
        await projections.forget(game)
        return
    try:
        await projections.heal(await game_cache.newest(game))
    except (ArchiveUnavailable, CorruptLog) as broken:
        logger.warning("lists cannot be corrected", game=game, cause=str(broken))


async def _some(rows: AsyncIterator[tuple[str, int]]) -> AsyncIterator[list[tuple[str, int]]]:
    held: list[tuple[str, int]] = []
    async for row in rows:
        held.append(row)
        if len(held) == _AT_ONCE:
            yield held
            held = []
    if held:
        yield held
