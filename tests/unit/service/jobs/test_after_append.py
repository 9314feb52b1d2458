"""What follows an append: lists before the answer, jobs after it, nothing that could fail it."""

from collections.abc import Sequence

import pytest
import redis
from rq.job import Job as RqJob

from domain.kernel.table import Status
from service.engine.commands import Commands
from service.jobs.after_append import AfterAppend
from service.jobs.queues import SERIALIZER, Job, JobSender, Queues
from service.operations.embedded import EmbeddedRedis
from service.projections import Projections
from service.runtime import now_ms
from service.store import OutboxItem, RedisConnection, connect
from service.store.outbox import INDEX
from tests.support.processes import eventually, free_port
from tests.support.tables import house


async def test_lists_are_written_and_their_item_is_done_before_the_answer(redis_url: str) -> None:
    async with house(redis_url) as home:
        game = await home.open("p_1", ("me", "open"))
        assert [row.id for row in (await home.projections.index.list_games()).items] == [game]
        assert [due.item.id for due in await home.store.outbox.due(2**53)] == ["clock"]


async def test_a_list_that_cannot_be_written_is_left_to_the_sweeper(redis_url: str) -> None:
    nowhere = RedisConnection(connect(f"redis://127.0.0.1:{free_port()}", connections=1, timeout=0.5))
    async with house(redis_url) as home:
        sent: list[Job] = []
        after_append = AfterAppend(home.store.outbox, Projections(nowhere), sent.extend)
        home.commands = Commands(home.store, home.game_cache, after_append)
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        assert (await home.newest(game)).table.status is Status.SCORING
        assert {due.item.id for due in await home.store.outbox.due(2**53)} == {INDEX, "scoring"}
        assert sent[-1] == Job("scoring", game, (await home.newest(game)).table.version)
    await nowhere.close()


async def test_items_due_later_are_not_sent(redis_url: str) -> None:
    sent: list[Job] = []
    async with house(redis_url) as home:
        after_append = AfterAppend(home.store.outbox, home.projections, sent.extend)
        now, payload = now_ms(), b'{"version":7}'
        after_append.send(
            "g_1", [OutboxItem("automa", now + 500, payload), OutboxItem("clock", now + 60_000, payload)]
        )
    assert sent == [Job("automa", "g_1", 7)]


async def test_clock_set_back_delays_no_work(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Job] = []
    async with house(redis_url) as home:
        after_append = AfterAppend(home.store.outbox, home.projections, sent.extend)
        home.commands = Commands(home.store, home.game_cache, after_append)
        with monkeypatch.context() as ahead:
            ahead.setattr("service.engine.commands.now", lambda: "2999-01-01T00:00:00.000Z")
            game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        newest = (await home.newest(game)).table
        assert newest.at == "2999-01-01T00:00:00.000Z"
        assert sent[-1] == Job("scoring", game, newest.version)
        assert [due.item.id for due in await home.store.outbox.due(now_ms() + 1000)] == ["scoring"]


def test_sender_enqueues_jobs_as_json_under_their_own_id(redis_url: str) -> None:
    sender = JobSender(Queues(redis_url))
    job = Job("scoring", "g_1", 9)
    sender.send([job])
    sender.send([])
    with redis.Redis.from_url(redis_url) as client:
        eventually(lambda: client.lrange("rq:queue:scoring", 0, -1) == [job.id.encode()])
        stored = RqJob.fetch(job.id, connection=client, serializer=SERIALIZER)
        assert (stored.func_name, list(stored.args)) == ("workers.scoring.score", ["g_1", 9])
        assert stored.result_ttl == 60
    sender.close()


def test_waiting_lists_queued_work_of_any_attempt(redis_url: str) -> None:
    queues = Queues(redis_url)
    jobs: Sequence[Job] = [Job("scoring", "g_1", 9, 4), Job("automa", "g_2", 3), Job("automa", "g_3", 1)]
    queues.put(jobs)
    assert queues.waiting() == {job.work for job in jobs}
    queues.close()


def test_sender_survives_an_outage_of_its_redis(own_redis: EmbeddedRedis) -> None:
    sender = JobSender(Queues(own_redis.url))
    own_redis.kill()
    sender.send([Job("scoring", "g_1", 1)])
    own_redis.restart()

    def is_there() -> bool:
        sender.send([Job("scoring", "g_1", 2)])
        with redis.Redis.from_url(own_redis.url) as client:
            return b"scoring-g_1-2-1" in client.lrange("rq:queue:scoring", 0, -1)

    eventually(is_there)
    sender.close()


def test_unused_sender_needs_no_redis() -> None:
    JobSender(Queues(f"redis://127.0.0.1:{free_port()}")).close()
