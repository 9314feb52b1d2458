"""An installation whose lists and results are in the keys of an earlier version."""

import asyncio

import httpx
import msgspec

from domain.kernel.table import Status
from service.projections import old_layout
from service.projections.index import GameFilter
from service.projections.rebuild import rebuild
from service.store import keys
from tests.support.jobs import job_runner, run_job
from tests.support.processes import PATIENCE
from tests.support.service import service
from tests.support.tables import House


async def finished(home: House, url: str, count: int) -> list[str]:
    games = []
    async with job_runner(url) as worker:
        for _ in range(count):
            game = await home.started("p_1", "p_2")
            await home.resign(game, 0, 1)
            await run_job(worker, "scoring", game)
            games.append(game)
    return games


async def put_back(home: House, order: list[str]) -> None:
    """Store everything as before: one stream of results, in this order, and one index for a month."""
    call, client = home.store.connection.call, home.store.connection.client
    rows = {result.game: result async for _, result in home.projections.results.after("bonfire")}
    hidden = [await client.smembers(name) for name in await client.keys("{i*}:quarantined")]
    for pattern in ("{i*", "{r*", "{b*}:results"):
        for name in await client.keys(pattern):
            await client.delete(name)
    for game in order:
        place = await call("XADD", "{rbonfire}:results", "*", "result", msgspec.json.encode(rows[game]))
        await call("HSET", "{rbonfire}:results:games", game, place + b":" + rows[game].hash.encode())
        await call("HSET", "{rbonfire}:positions", "ratings", place)
    for game in order:
        await call("HSET", f"{{i{keys.month(game)}}}:rows", game, b"{}")
    for games in hidden:
        await call("SADD", f"{{i{keys.month(order[0])}}}:quarantined", *games)


async def reasons(client: httpx.AsyncClient) -> list[str]:
    """What `/readyz` finds wrong; on a busy machine its questions may take too long at first."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await client.get("/readyz")).status_code != 200:  # noqa: ASYNC110 - the machine is busy
            await asyncio.sleep(0.1)
    found: list[str] = answer.json()["reasons"]
    return found


async def test_rebuild_moves_results_in_their_order_and_removes_the_old_keys(
    home: House, redis_url: str
) -> None:
    games = await finished(home, redis_url, 4)
    order = [games[2], games[0], games[3], games[1]]
    await home.projections.index.hide(games[3])
    await put_back(home, order)
    async with service(redis_url) as client:
        assert any("emberlog rebuild" in reason for reason in await reasons(client))
        done = await rebuild(
            home.store, home.game_cache, home.projections, home.rematches.remember, lambda *_: None
        )
        assert not any("emberlog rebuild" in reason for reason in await reasons(client))
    assert (done.games, done.moved, done.results) == (4, 4, 0)
    assert [row.game async for _, row in home.projections.results.after("bonfire")] == order
    listed = (await home.projections.index.list_games(GameFilter(status=Status.FINISHED))).items
    assert [row.id for row in listed] == [games[2], games[1], games[0]]
    assert not await old_layout.is_present(home.store.connection)
    for pattern in ("{rbonfire}:results", "{rbonfire}:results:games", "{i??????}:*"):
        assert await home.store.connection.client.keys(pattern) == []
