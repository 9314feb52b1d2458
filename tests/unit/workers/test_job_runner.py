"""What all jobs have in common: failures are counted and parked, Redis away is nobody's fault."""

import asyncio
import signal

import pytest

from domain.kernel.table import Status
from service.engine.loaded_game import LoadedGame
from service.jobs.outbox_retries import PARKED
from service.jobs.queues import JOB_RULES, Job
from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from service.store import RedisUnavailable, keys
from service.store.outbox import read_task
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House, house
from workers.job_runner import JobContext, JobLoop
from workers.scoring import score_game


class Broken(Exception):
    """An injected failure."""


async def breaks(_desk: JobContext, _loaded: LoadedGame) -> None:
    raise Broken


async def to_be_scored(home: House) -> Job:
    game = await home.started("p_1", "p_2")
    await home.resign(game, 0, 1)
    return Job("scoring", game, (await home.newest(game)).table.version)


async def test_failing_job_is_retried_then_parked_and_can_be_requeued(home: House, redis_url: str) -> None:
    job = await to_be_scored(home)
    async with job_runner(redis_url) as worker:
        for failures in range(1, len(JOB_RULES["scoring"].pauses) + 2):
            with pytest.raises(Broken):
                await worker.run(job, breaks)
            (due,) = await home.store.outbox.due(PARKED)
            assert read_task(due.item.payload).failures == failures
        assert [parked.failures for parked in await home.retries.parked()] == [6]
        assert await home.retries.retry() == 1
        assert await worker.run(job, score_game) == "done"
    assert (await home.newest(job.game)).table.status is Status.FINISHED
    assert await home.retries.parked() == []


async def test_parked_item_is_cleared_when_its_game_continues(home: House, redis_url: str) -> None:
    game = await home.started("p_1", bots=["random"])
    for _ in range(50):
        if home.queues.waiting():
            break
        await home.play(game, 1)
    job = Job("automa", game, (await home.newest(game)).table.version)
    async with job_runner(redis_url) as worker:
        for _ in range(len(JOB_RULES["automa"].pauses) + 1):
            with pytest.raises(Broken):
                await worker.run(job, breaks)
    assert [parked.kind for parked in await home.retries.parked()] == ["automa"]
    loaded = await home.newest(game)
    human = next(n for n, seat in enumerate(loaded.table.seats) if seat.player == "p_1")
    await home.resign(game, human)
    assert await home.retries.parked() == []


async def test_unreadable_game_is_parked_at_once_and_the_worker_continues(
    home: House, redis_url: str
) -> None:
    poisoned, sound = await to_be_scored(home), await to_be_scored(home)
    client = home.store.connection.client
    await client.delete(keys.log(poisoned.game), keys.snap(poisoned.game))
    await client.execute_command("XADD", keys.log(poisoned.game), "1-0", "entry", "poison", "hash", "")
    async with job_runner(redis_url) as worker:
        with pytest.raises(Exception, match="malformed"):
            await worker.run(poisoned, score_game)
        assert await worker.run(sound, score_game) == "done"
    assert [parked.game for parked in await home.retries.parked()] == [poisoned.game]


async def test_unreachable_redis_does_not_count_as_a_failure_of_the_job(own_redis: EmbeddedRedis) -> None:
    async with house(own_redis.url) as home, job_runner(own_redis.url) as worker:
        job = await to_be_scored(home)
        own_redis.kill()
        with pytest.raises(RedisUnavailable):
            await worker.run(job, score_game)
        own_redis.restart()
        (due,) = await home.store.outbox.due(PARKED)
        assert read_task(due.item.payload).failures == 0
        assert await worker.run(job, score_game) == "done"


def notify(*_: object) -> None:
    """As RQ's alarm does when a job takes too long."""
    raise Broken


def test_hanging_job_does_not_affect_the_next(redis_url: str) -> None:
    async def hangs(_desk: JobContext, _loaded: LoadedGame) -> None:
        await asyncio.sleep(3600)

    async def prepare() -> list[Job]:
        async with house(redis_url) as home:
            return [await to_be_scored(home) for _ in range(2)]

    hanging, sound = asyncio.run(prepare())
    job_loop = JobLoop(Settings(redis_url=redis_url))
    signal.signal(signal.SIGALRM, notify)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(Broken):
        job_loop.run(hanging, hangs)
    assert job_loop.run(sound, score_game) == "done"
    assert job_loop.run(hanging, score_game) == "done"
    job_loop.close()


async def test_scored_game_leaves_no_work_due(home: House, redis_url: str) -> None:
    job = await to_be_scored(home)
    before = home.queues.waiting()
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", job.game)
    assert home.queues.waiting() == before
