"""Every projection anew from the logs, while the service goes on: whatever is newer meanwhile stands."""

from collections.abc import Awaitable, Callable

import structlog
from msgspec import Struct

from domain.games import RULESETS
from domain.kernel.errors import CorruptLog
from service.accounts.search import PlayerNames
from service.engine.game_cache import GameCache
from service.engine.loaded_game import was_called_off
from service.projections import Projections
from service.projections.index import game_row
from service.projections.results import GameResult, game_result
from service.store import Store, keys

Report = Callable[[int, str], None]
RememberRematch = Callable[[str, str], Awaitable[object]]
"""Stores that the second game is the rematch of the first, unless one is known."""

logger = structlog.get_logger("emberlog.rebuild")


class Rebuilt(Struct):
    """What was done: games read, missing results added, rows without a log, logs that cannot be read."""

    games: int = 0
    results: int = 0
    forgotten: int = 0
    unreadable: int = 0


async def rebuild(
    store: Store,
    game_cache: GameCache,
    projections: Projections,
    remember_rematch: RememberRematch,
    report: Report,
) -> Rebuilt:
    """Reads the logs bucket by bucket; results that were missing are added in the order of their scoring."""
    rebuilt = Rebuilt(forgotten=await _forget_missing(store, projections))
    finished: list[GameResult] = []
    rematches: dict[str, str] = {}
    for k in range(keys.BUCKETS):
        for game in await store.games.in_bucket(k):
            try:
                loaded = await game_cache.refolded(game)
            except CorruptLog as broken:
                rebuilt.unreadable += 1
                logger.warning("log cannot be read", game=game, cause=str(broken))
                continue
            rebuilt.games += 1
            await projections.index.write(game_row(loaded.rules, await game_cache.last_listed(loaded)))
            if (first := loaded.table.rematch_of) is not None and not was_called_off(loaded.table):
                rematches[first] = max(game, rematches.get(first, ""))
            if (result := game_result(loaded.rules, loaded.table)) is not None:
                finished.append(result)
        report(k + 1, f"{rebuilt.games} games")
    for result in sorted(finished, key=lambda result: (result.at, result.game)):
        rebuilt.results += await projections.results.write(result)
    for ruleset in RULESETS:
        await projections.folds.make_anew(ruleset)
    for first, again in rematches.items():
        await remember_rematch(first, again)
    await PlayerNames(store.connection).rebuild()
    return rebuilt


async def _forget_missing(store: Store, projections: Projections) -> int:
    """Takes out what is listed with a version that its log does not have: it was lost in a failover."""
    missing = 0
    async for game, version in projections.index.versions():
        head = await store.log.head(game)
        if head is None or head.seq < version:
            missing += 1
            await projections.index.forget(game)
    return missing
