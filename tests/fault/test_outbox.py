"""Work is done once, whatever dies: real workers and sweepers on a real Redis."""

import asyncio
import signal
from contextlib import ExitStack

import pytest
from redis import Redis

from domain.kernel.fold import due
from domain.kernel.table import Clock, Status
from service.jobs.queues import JOBS, Job
from service.operations.embedded import EmbeddedRedis
from service.projections.index import GameFilter
from tests.support.jobs import run, running
from tests.support.processes import PATIENCE, emberlog, eventually
from tests.support.tables import House, becomes, house, reaches
from workers.automa import next_move

WORKER, SWEEPER = "workers.run", "workers.sweeper"
FAST = {"sweep_seconds": "0.2"}


async def to_be_scored(home: House) -> str:
    game = await home.started("p_1", "p_2")
    await home.play(game, 3)
    await home.resign(game, 0, 1)
    return game


async def is_sound(home: House, game: str) -> bool:
    verdict = await home.auditor.audit(game, full=True)
    assert verdict.ok, verdict
    return await home.store.outbox.count() == 0


async def test_a_service_killed_between_append_and_queue_loses_nothing(dead: House, redis_url: str) -> None:
    game = await to_be_scored(dead)
    assert dead.queues.waiting() == frozenset()
    with running(WORKER, redis_url=redis_url), running(SWEEPER, redis_url=redis_url, **FAST):
        await reaches(dead, game, Status.FINISHED)
    assert await is_sound(dead, game)
    table = (await dead.newest(game)).table
    assert table.seed is not None
    finished = await dead.projections.index.list_games(GameFilter(status=Status.FINISHED))
    assert [row.id for row in finished.items] == [game]


async def test_same_job_twenty_times_in_two_workers_makes_one_entry(home: House, redis_url: str) -> None:
    games = [await to_be_scored(home) for _ in range(3)]
    versions = [(await home.newest(game)).table.version for game in games]
    for attempt in range(2, 22):
        home.queues.put([Job("scoring", game, v, attempt) for game, v in zip(games, versions)])
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(running(WORKER, redis_url=redis_url))
        for game in games:
            await reaches(home, game, Status.FINISHED)
        await asyncio.to_thread(eventually, lambda: not home.queues.waiting())
    for game, version in zip(games, versions):
        assert (await home.newest(game)).table.version == version + 1
        assert await is_sound(home, game)


async def test_jobs_lost_by_a_flushed_queue_are_requeued(home: House, redis_url: str) -> None:
    games = [await to_be_scored(home) for _ in range(3)]
    with Redis.from_url(redis_url) as client:
        for key in client.scan_iter("rq:*"):
            client.delete(key)
    assert home.queues.waiting() == frozenset()
    with running(WORKER, redis_url=redis_url), running(SWEEPER, redis_url=redis_url, **FAST):
        for game in games:
            await reaches(home, game, Status.FINISHED)
    for game in games:
        assert await is_sound(home, game)


async def test_separate_queue_redis_may_lose_all_its_data(
    home: House, redis_url: str, own_redis: EmbeddedRedis
) -> None:
    game = await to_be_scored(home)
    settings = {"redis_url": redis_url, "queue_url": own_redis.url, **FAST}
    with running(WORKER, **settings), running(SWEEPER, **settings):
        await reaches(home, game, Status.FINISHED)
        own_redis.kill()
        another = await to_be_scored(home)
        own_redis.restart()
        await reaches(home, another, Status.FINISHED)
    assert await is_sound(home, game)
    assert await is_sound(home, another)


async def test_worker_killed_at_any_moment_leaves_the_bots_to_the_next_one(
    home: House, redis_url: str
) -> None:
    game = await home.open("p_1", ("bot:random", "bot:random"), auto_start=True)
    with running(SWEEPER, redis_url=redis_url, **FAST):
        for goal in (10, 30, 60):
            with running(WORKER, redis_url=redis_url) as worker:
                await grows(home, game, goal)
                worker.kill()
        with running(WORKER, redis_url=redis_url):
            await reaches(home, game, Status.FINISHED)
    assert await is_sound(home, game)


async def grows(home: House, game: str, version: int) -> None:
    await becomes(home, game, lambda loaded: loaded.table.version >= version)


async def test_stopping_worker_ends_and_nothing_is_lost(home: House, redis_url: str) -> None:
    game = await home.open("p_1", ("bot:random", "bot:random"), auto_start=True)
    with running(WORKER, redis_url=redis_url) as worker:
        await grows(home, game, 10)
        worker.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(worker.wait, PATIENCE) == 0
    assert await home.store.connection.call("HGET", JOBS, "automa:failed") is None
    stood = (await home.newest(game)).table.version
    await asyncio.to_thread(run, WORKER, "--burst", redis_url=redis_url)
    loaded = await home.newest(game)
    assert (loaded.table.status, loaded.table.version >= stood) == (Status.FINISHED, True)
    assert await is_sound(home, game)


async def test_worker_survives_an_outage_of_its_redis(own_redis: EmbeddedRedis) -> None:
    settings = {"redis_url": own_redis.url, **FAST}
    async with house(own_redis.url) as home:
        with running(WORKER, **settings) as worker, running(SWEEPER, **settings) as sweeper:
            await reaches(home, await to_be_scored(home), Status.FINISHED)
            own_redis.kill()
            own_redis.restart()
            await reaches(home, await to_be_scored(home), Status.FINISHED)
            assert worker.poll() is None
            assert sweeper.poll() is None


async def test_sweeper_triggers_the_clock_of_a_turn(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: "2026-01-01T00:00:00.000Z")
        game = await home.started("p_1", "p_2", clock=Clock(seconds=3600), on_timeout="forfeit")
    with running(WORKER, redis_url=redis_url), running(SWEEPER, redis_url=redis_url, **FAST):
        await becomes(home, game, lambda loaded: any(seat.resigned for seat in loaded.table.seats))
        loaded = await becomes(home, game, lambda loaded: next_move(loaded) is None)
    (seat,) = due(loaded.rules, loaded.table).seats
    assert loaded.table.seats[seat].is_human


async def test_parked_item_is_listed_and_can_be_requeued(home: House, redis_url: str) -> None:
    game = await to_be_scored(home)
    version = (await home.newest(game)).table.version
    for _ in range(6):
        await home.retries.failed("scoring", game, version, ValueError())
    shown = await asyncio.to_thread(emberlog, "worker", "--failed", redis_url=redis_url)
    assert f"scoring {game} at {version}, failed 6 times" in shown.stdout
    await asyncio.to_thread(emberlog, "worker", "--retry", redis_url=redis_url)
    assert await home.retries.parked() == []
    with running(WORKER, redis_url=redis_url), running(SWEEPER, redis_url=redis_url, **FAST):
        await reaches(home, game, Status.FINISHED)
