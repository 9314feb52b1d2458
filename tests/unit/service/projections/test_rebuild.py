"""A rebuild gives what writing step by step gave, while the service goes on."""

import asyncio
from typing import Any

from domain.kernel.fork import ForkGame
from domain.kernel.table import Status
from service.engine.commands import CommandRequest, ForkOrigin
from service.engine.loaded_game import tables_after_each_entry
from service.operations.operator_logs import rebuild_all
from service.projections.index import GameFilter
from service.projections.rebuild import Rebuilt, rebuild, rebuild_bucket, remaining
from service.settings import Settings
from service.store import StoredEntry, keys
from service.store.ids import new_id
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House


async def some_games(home: House, url: str) -> list[str]:
    """A lobby that somebody left, a cancelled one, an unlisted one, two running games, two finished ones."""
    lobby = await home.open("p_1", ("me", "open", "open"))
    await home.join(lobby, "p_2")
    await home.leave(lobby, "p_2")
    cancelled = await home.open("p_3", ("me", "open"))
    await home.leave(cancelled, "p_3")
    unlisted = await home.open("p_1", ("me", "open"), unlisted=True)
    running = [await home.started("p_1", "p_2"), await home.started("p_2", "p_3", bots=["random"])]
    await home.play(running[0], 3)
    finished = [await home.started("p_1", "p_3") for _ in range(2)]
    async with job_runner(url) as worker:
        for game in finished[::-1]:
            await home.resign(game, 0, 1)
            await run_job(worker, "scoring", game)
    return [lobby, cancelled, unlisted, *running, *finished]


async def run(home: House) -> Rebuilt:
    progress: list[int] = []
    done = await rebuild(
        home.store,
        home.game_cache,
        home.projections,
        home.rematches.remember,
        lambda done, _note: progress.append(done),
    )
    assert progress == list(range(1, keys.BUCKETS + 1))
    return done


async def everything(home: House) -> dict[str, Any]:
    """All that can be read of the projections."""
    index = home.projections.index
    queries: list[dict[str, Any]] = [
        {},
        *({"status": status} for status in Status),
        *({"player": player} for player in ("p_1", "p_2", "p_3")),
    ]
    found = {str(query): (await index.list_games(GameFilter(**query))).items for query in queries}
    results = [result async for _, result in home.projections.results.after("bonfire")]
    return {**found, "results": results}


async def forget_all(home: House) -> None:
    client = home.store.connection.client
    for pattern in ("index:*", "{i*", "{p*", "{r*"):
        for key in await client.keys(pattern):
            await client.delete(key)


async def test_rebuild_equals_the_incremental_projections(home: House, redis_url: str) -> None:
    games = await some_games(home, redis_url)
    before = await everything(home)
    await forget_all(home)
    assert await everything(home) != before
    assert await run(home) == Rebuilt(games=len(games), results=2)
    assert await everything(home) == before


async def test_rebuild_of_correct_projections_changes_nothing(home: House, redis_url: str) -> None:
    games = await some_games(home, redis_url)
    before = await everything(home)
    assert await run(home) == Rebuilt(games=len(games))
    assert await everything(home) == before


async def test_running_game_is_listed_with_the_version_of_its_last_status_or_seat_change(
    home: House,
) -> None:
    game = await home.started("p_1", "p_2", "p_3")
    await home.play(game, 2)
    await home.resign(game, 1)
    resigned = (await home.newest(game)).table.version
    await home.play(game, 2)
    await run(home)
    (row,) = (await home.projections.index.list_games()).items
    assert row.version == resigned == (await home.newest(game)).table.version - 2


async def test_fork_that_looks_like_its_source_has_its_own_row(home: House) -> None:
    source = await home.started("p_1")
    await home.play(source, 2)
    loaded = await home.newest(source)
    game, seed = new_id("g"), bytes(32)
    wish = CommandRequest(actor="p_1", command=ForkGame(game, None, None))
    lines = await home.lines(source)
    tables = list(tables_after_each_entry(loaded.rules, lines))
    rows = [StoredEntry(line, table.hash) for line, table in zip(lines, tables)]
    origin = ForkOrigin(table=tables[-1], rows=rows, kept=[])
    await home.commands.create(loaded.rules, game, wish, seed, origin)
    before = await everything(home)
    await run(home)
    assert await everything(home) == before
    assert {row.id for row in before[str({"player": "p_1"})]} == {source, game}


async def test_rebuild_removes_rows_without_a_log(home: House) -> None:
    kept, lost = await home.started("p_1", "p_2"), await home.started("p_1", "p_2")
    client = home.store.connection.client
    for key in await client.keys(f"*{lost}"):
        await client.delete(key)
    await client.srem(keys.games(keys.bucket(lost)), lost)
    await client.hset(keys.index_versions(keys.index_part(kept)), kept, "99")
    assert await run(home) == Rebuilt(games=1, forgotten=2)
    for query in ({}, {"player": "p_1"}, {"status": Status.ACTIVE}):
        assert [row.id for row in (await home.projections.index.list_games(GameFilter(**query))).items] == [
            kept
        ]


async def test_unreadable_log_does_not_stop_the_rebuild(home: House) -> None:
    game = await home.started("p_1", "p_2")
    poison = new_id("g")
    client = home.store.connection.client
    await client.execute_command("XADD", keys.log(poison), "1-0", "entry", "poison", "hash", "")
    await client.hset(keys.head(poison), mapping={"seq": "1", "hash": "", "status": "active"})
    await client.sadd(keys.games(keys.bucket(poison)), poison)
    assert await run(home) == Rebuilt(games=1, unreadable=[poison])
    assert [row.id for row in (await home.projections.index.list_games()).items] == [game]


async def test_interrupted_rebuild_resumes_where_it_stopped(home: House, redis_url: str) -> None:
    games = await some_games(home, redis_url)
    before = await everything(home)
    await forget_all(home)
    half = keys.BUCKETS // 2
    for k in range(half):
        await rebuild_bucket(home.store, home.game_cache, home.projections, k)
    assert await remaining(home.store) == list(range(half, keys.BUCKETS))
    done = await asyncio.to_thread(rebuild_all, Settings(redis_url=redis_url))
    assert done == Rebuilt(games=len(games), results=2)
    assert await everything(home) == before
    assert len(await remaining(home.store)) == keys.BUCKETS


async def test_several_processes_rebuild_the_same_projections(home: House, redis_url: str) -> None:
    games = await some_games(home, redis_url)
    before = await everything(home)
    await forget_all(home)
    await home.store.connection.call("HSET", keys.REBUILD, 0, b"of a rebuild long ago")
    done = await asyncio.to_thread(rebuild_all, Settings(redis_url=redis_url), 2, afresh=True)
    assert done == Rebuilt(games=len(games), results=2)
    assert await everything(home) == before
