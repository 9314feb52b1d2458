"""Scoring: the end of a game, once."""

import asyncio
from contextlib import AsyncExitStack

from domain.kernel.dice import commitment
from domain.kernel.table import Status
from service.jobs.queues import Job
from service.projections.index import GameFilter
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House
from workers.scoring import score_game


async def over(home: House) -> str:
    """A game that both have left: it is to be scored."""
    game = await home.started("p_1", "p_2")
    await home.play(game, 4)
    await home.resign(game, 0, 1)
    assert (await home.newest(game)).table.status is Status.SCORING
    return game


async def test_game_that_both_players_left_is_scored_and_publishes_its_seed(
    home: House, redis_url: str
) -> None:
    game = await over(home)
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "scoring", game) == "done"
    loaded = await home.newest(game)
    assert loaded.table.status is Status.FINISHED
    assert loaded.table.result is not None
    assert loaded.table.seed is not None
    assert commitment(bytes.fromhex(loaded.table.seed)) == loaded.table.commitment
    assert (await home.auditor.audit(game, full=False)).ok
    assert loaded.codec.entry((await home.lines(game))[-1]).actor == "scorer"


async def test_scored_game_is_listed_with_its_result_at_once_and_leaves_no_work(
    home: House, redis_url: str
) -> None:
    game = await over(home)
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", game)
    finished = await home.projections.index.list_games(GameFilter(status=Status.FINISHED))
    assert [row.id for row in finished.items] == [game]
    assert [result.game async for _, result in home.projections.results.after("bonfire")] == [game]
    assert await home.store.outbox.count() == 0


async def test_running_game_is_not_scored(home: House, redis_url: str) -> None:
    game = await home.started("p_1", "p_2")
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "scoring", game) == "done"
    assert (await home.newest(game)).table.status is Status.ACTIVE


async def test_same_job_twenty_times_at_once_makes_one_entry(home: House, redis_url: str) -> None:
    game = await over(home)
    version = (await home.newest(game)).table.version
    async with AsyncExitStack() as stack:
        workers = [await stack.enter_async_context(job_runner(redis_url)) for _ in range(20)]
        outcomes = await asyncio.gather(
            *(one.run(Job("scoring", game, version, n), score_game) for n, one in enumerate(workers, 1))
        )
    assert sorted(outcomes) == ["done", *["outdated"] * 19]
    assert (await home.newest(game)).table.version == version + 1
    assert (await home.auditor.audit(game, full=True)).ok
