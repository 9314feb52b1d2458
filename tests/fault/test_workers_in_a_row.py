"""An automa with several turns in a row, its jobs doubled and the queue wiped between: each turn once."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from functools import partial

import pytest
from redis import Redis

from service.jobs.queues import Job, Queues
from service.settings import Settings
from tests.support.crews import BASILISK
from tests.support.games import Table, a_lobby
from tests.support.jobs import job_runner
from tests.support.processes import eventually
from tests.support.service import FREELY, service
from workers import automa
from workers.automa import play
from workers.job_runner import JobRunner
from workers.sweeper import Sweeper

pytestmark = pytest.mark.anyio

LONG_AGO = int(datetime.fromisoformat("2026-01-01T00:00:00Z").timestamp() * 1000)
TURNS = 6


@pytest.fixture(autouse=True)
def _one_turn_for_each_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job ends in the middle of the automa's turns, and what it leaves is overdue at once."""
    monkeypatch.setattr(automa, "MOST_MOVES", 1)
    monkeypatch.setattr("service.engine.commands.sweeper_due_ms", lambda: LONG_AGO)


@pytest.fixture
async def table(redis_url: str) -> AsyncIterator[Table]:
    async with service(redis_url, **FREELY) as client:
        lobby = await a_lobby(client, seats=1, ruleset=BASILISK.ruleset, **BASILISK.options)
        started = await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
        assert started.status_code == 200, started.text
        yield lobby


@pytest.fixture
async def sweeper(redis_url: str) -> AsyncIterator[Sweeper]:
    sweeper = Sweeper(Settings(redis_url=redis_url, sweep_seconds=60))
    yield sweeper
    await sweeper.close()


@pytest.fixture
def queues(redis_url: str) -> Iterator[Queues]:
    queues = Queues(redis_url)
    yield queues
    queues.close()


def wipe(redis_url: str) -> None:
    """Lose all jobs."""
    with Redis.from_url(redis_url) as redis:
        for key in redis.scan_iter("rq:*"):
            redis.delete(key)


def is_waiting(queues: Queues, job: str) -> bool:
    return job in queues.waiting()


async def people_play(table: Table, chance: random.Random) -> int:
    """Random moves of the only player until the automa is due; the version then."""
    while moves := await table.moves(table.headers[0]):
        await table.play(table.headers[0], chance.choice(moves))
    game = await table.read()
    assert game["actor"]["automa"] == BASILISK.automa, game["actor"]
    return int(game["version"])


async def doubled(workers: tuple[JobRunner, JobRunner], table: Table, version: int) -> list[str]:
    """The same job by two workers at once, and then again."""
    jobs = [Job("automa", table.id, version, attempt) for attempt in (1, 2)]
    told = await asyncio.gather(*(worker.run(job, play) for worker, job in zip(workers, jobs)))
    return [*told, await workers[0].run(jobs[0], play)]


async def test_each_turn_in_a_row_happens_once_despite_lost_and_doubled_jobs(
    table: Table, sweeper: Sweeper, queues: Queues, redis_url: str
) -> None:
    chance = random.Random(6)
    async with job_runner(redis_url) as one, job_runner(redis_url) as two:
        for _ in range(TURNS):
            version = await people_play(table, chance)
            job = f"automa-{table.id}-{version}"
            await asyncio.to_thread(eventually, partial(is_waiting, queues, job))
            wipe(redis_url)
            assert (await sweeper.sweep()).enqueued == 1
            assert queues.waiting() == {job}
            assert "outdated" in await doubled((one, two), table, version)
            assert (await table.read())["version"] == version + 1
    due = await people_play(table, chance)
    told = (await table.client.get(f"{table.path}/events?first=100")).json()["items"]
    assert told[-1]["seq"] == due
    turns = [event["seat"] for entry in told for event in entry["events"] if event["type"] == "turn_started"]
    by_automa = [entry for entry in told if entry["actor"] == BASILISK.automa]
    assert turns[:8] == [0, 0, 1, 2] * 2
    assert len(by_automa) == TURNS == turns.count(0) - 1
    audit = (await table.client.get(f"{table.path}/audit")).json()
    assert audit["ok"], audit
