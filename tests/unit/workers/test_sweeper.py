"""The sweeper: what is overdue comes back, once, and nothing that it meets stops it."""

from collections.abc import AsyncIterator
from datetime import datetime

import pytest
from redis import Redis

from domain.kernel.table import Status
from service.jobs.outbox_retries import PARKED
from service.settings import Settings
from service.store import keys
from service.store.outbox import HEAD_START, read_task
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House, house
from workers.sweeper import Sweeper, SweepResult

LONG_AGO = "2026-01-01T00:00:00.000Z"


@pytest.fixture
async def dead(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A process that dies after each append, long ago: all of its items are overdue."""
    soon = datetime.fromisoformat(LONG_AGO) + HEAD_START
    monkeypatch.setattr("service.engine.commands.now", lambda: LONG_AGO)
    monkeypatch.setattr("service.engine.commands.sweeper_due_ms", lambda: int(soon.timestamp() * 1000))
    async with house(redis_url, dead=True) as home:
        yield home


@pytest.fixture
async def sweeper(redis_url: str) -> AsyncIterator[Sweeper]:
    sweeper = Sweeper(Settings(redis_url=redis_url, sweep_seconds=60))
    yield sweeper
    await sweeper.close()


async def to_be_scored(home: House) -> str:
    game = await home.started("p_1", "p_2")
    await home.resign(game, 0, 1)
    return game


async def test_sweep_without_due_work_does_nothing(sweeper: Sweeper, home: House) -> None:
    await home.started("p_1", "p_2")
    assert await sweeper.sweep() == SweepResult()


async def test_work_left_by_a_killed_appender_is_projected_and_enqueued(
    sweeper: Sweeper, dead: House
) -> None:
    game = await to_be_scored(dead)
    assert (await dead.projections.index.list_games()).items == []
    assert await sweeper.sweep() == SweepResult(enqueued=1, projected=1)
    assert [row.status for row in (await dead.projections.index.list_games()).items] == [Status.SCORING]
    version = (await dead.newest(game)).table.version
    assert dead.queues.waiting() == {f"scoring-{game}-{version}"}


async def test_item_stays_until_its_work_is_done(sweeper: Sweeper, dead: House, redis_url: str) -> None:
    game = await to_be_scored(dead)
    await sweeper.sweep()
    (due,) = await dead.store.outbox.due(PARKED)
    assert (due.item.id, read_task(due.item.payload).attempt) == ("scoring", 2)
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", game)
    assert await dead.store.outbox.due(PARKED) == []


async def test_queued_work_is_not_enqueued_again(sweeper: Sweeper, dead: House) -> None:
    game = await to_be_scored(dead)
    await sweeper.sweep()
    await overdue(dead, game, "scoring")
    assert await sweeper.sweep() == SweepResult(waiting=1)


async def test_job_lost_by_the_queue_is_requeued_with_the_next_attempt(
    sweeper: Sweeper, dead: House, redis_url: str
) -> None:
    game = await to_be_scored(dead)
    version = (await dead.newest(game)).table.version
    await sweeper.sweep()
    await overdue(dead, game, "scoring")
    with Redis.from_url(redis_url) as client:
        client.delete("rq:queue:scoring")
        assert await sweeper.sweep() == SweepResult(enqueued=1)
        assert client.lrange("rq:queue:scoring", 0, -1) == [f"scoring-{game}-{version}-3".encode()]


async def test_two_sweepers_do_not_duplicate_work(sweeper: Sweeper, dead: House, redis_url: str) -> None:
    games = {await to_be_scored(dead) for _ in range(5)}
    other = Sweeper(Settings(redis_url=redis_url, sweep_seconds=60))
    first, second = await sweeper.sweep(), await other.sweep()
    await other.close()
    assert first.enqueued + second.enqueued == len(games) == len(dead.queues.waiting())


async def test_unreadable_game_is_counted_as_failed_and_the_others_are_swept(
    sweeper: Sweeper, dead: House
) -> None:
    poisoned, sound = await to_be_scored(dead), await to_be_scored(dead)
    await dead.store.connection.client.delete(keys.log(poisoned), keys.snap(poisoned))
    await dead.store.connection.client.execute_command(
        "XADD", keys.log(poisoned), "1-0", "entry", "poison", "hash", ""
    )
    assert await sweeper.sweep() == SweepResult(enqueued=2, projected=1, failed=1)
    assert [row.id for row in (await dead.projections.index.list_games()).items] == [sound]
    assert [(parked.game, parked.kind) for parked in await dead.retries.parked()] == [(poisoned, "index")]


async def test_unknown_work_is_left_to_newer_versions(sweeper: Sweeper, dead: House) -> None:
    game = await dead.started("p_1", "p_2")
    client = dead.store.connection.client
    k = keys.bucket(game)
    await client.zadd(keys.outbox(k), {f"{game}/telegraph": 1})
    await client.hset(keys.outbox_items(k), f"{game}/telegraph", '{"version":1}')
    assert await sweeper.sweep() == SweepResult(projected=1)
    assert [due.item.id for due in await dead.store.outbox.due(PARKED)] == ["telegraph"]


async def test_unreadable_item_does_not_block_the_others(sweeper: Sweeper, dead: House) -> None:
    broken, sound = await to_be_scored(dead), await to_be_scored(dead)
    name = f"{broken}/scoring"
    await dead.store.connection.client.hset(keys.outbox_items(keys.bucket(broken)), name, "{")
    assert await sweeper.sweep() == SweepResult(enqueued=1, projected=2, failed=1)
    assert {work.split("-")[1] for work in dead.queues.waiting()} == {sound}
    assert await sweeper.sweep() == SweepResult()
    assert await dead.store.outbox.payload(broken, "scoring") == b"{"


async def test_new_item_is_due_only_after_a_head_start_for_the_appender(dead: House) -> None:
    game = await to_be_scored(dead)
    moment = datetime.fromisoformat((await dead.newest(game)).table.at) + HEAD_START
    items = [due.item for due in await dead.store.outbox.due(PARKED)]
    assert [item.due_ms for item in items] == [moment.timestamp() * 1000] * 2


async def overdue(home: House, game: str, kind: str) -> None:
    """Time passes until the item is overdue again."""
    payload = await home.store.outbox.payload(game, kind)
    assert payload is not None
    assert await home.store.outbox.postpone(game, kind, payload, 1)
