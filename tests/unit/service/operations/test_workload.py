"""How much work there is, as Prometheus and `/readyz` tell it."""

import asyncio

import httpx

from service.operations.embedded import EmbeddedRedis
from service.runtime import now_ms
from tests.support.jobs import run
from tests.support.service import metrics, service
from tests.support.tables import house


async def told(client: httpx.AsyncClient) -> dict[str, float]:
    """Every sample of ours about work."""
    text = await metrics(client)
    rows = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    words = ("emberlog_outbox", "emberlog_queue", "emberlog_job")
    return {name: float(value) for name, _, value in rows if any(word in name for word in words)}


async def test_metrics_count_due_queued_failed_and_finished_work(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url) as home:
        games = [await home.started("p_1", "p_2") for _ in range(2)]
        for game in games:
            await home.resign(game, 0, 1)
        version = (await home.newest(games[0])).table.version
        for _ in range(6):
            await home.retries.failed("scoring", games[0], version, ValueError())
        before = await told(client)
        assert before["emberlog_outbox_items"] == 2
        assert before["emberlog_outbox_parked"] == 1
        assert before['emberlog_queue_jobs{queue="scoring"}'] == 2
        assert before['emberlog_jobs_total{outcome="done",queue="scoring"}'] == 0
        await asyncio.to_thread(run, "workers.run", "--burst", redis_url=redis_url)
        after = await told(client)
        assert after["emberlog_outbox_items"] == after["emberlog_outbox_parked"] == 0
        assert after['emberlog_queue_jobs{queue="scoring"}'] == 0
        assert after['emberlog_jobs_total{outcome="done",queue="scoring"}'] == 2
        assert after['emberlog_job_seconds_count{queue="scoring"}'] == 2
        assert after['emberlog_job_seconds_sum{queue="scoring"}'] > 0


async def test_readyz_reports_the_amount_of_waiting_work(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url, dead=True) as home:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        work = (await client.get("/readyz")).json()["work"]
        assert (work["items"], work["parked"], work["queues"]["scoring"]) == (2, 0, 0)


async def test_undone_work_stays_overdue_however_often_the_sweeper_runs(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url) as home:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        payload = await home.store.outbox.payload(game, "scoring")
        assert payload is not None
        assert await home.store.outbox.postpone(game, "scoring", payload, now_ms() - 120_000)
        for _ in range(2):
            await asyncio.to_thread(run, "workers.sweeper", "--once", redis_url=redis_url)
            work = (await client.get("/readyz")).json()["work"]
            assert (work["due"], work["queues"]["scoring"]) == (1, 1)
            assert 120 <= (await told(client))["emberlog_outbox_oldest_seconds"] < 180
        await asyncio.to_thread(run, "workers.run", "--burst", redis_url=redis_url)
        assert (await told(client))["emberlog_outbox_oldest_seconds"] == 0


async def test_without_redis_no_workload_is_reported(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url) as client:
        assert "emberlog_outbox_items" in await told(client)
        own_redis.kill()
        assert await told(client) == {}
        assert 'emberlog_redis_up{what="redis"} 0.0' in await metrics(client)
        own_redis.restart()
        assert "emberlog_outbox_items" in await told(client)


async def test_without_the_redis_of_the_queues_the_outbox_is_reported_and_counters_remain(
    redis_url: str, own_redis: EmbeddedRedis
) -> None:
    async with service(redis_url, queue_url=own_redis.url) as client:
        assert 'emberlog_jobs_total{outcome="done",queue="scoring"}' in await told(client)
        own_redis.kill()
        assert {name for name in await told(client) if "outbox" not in name} == set()
        assert (await told(client))["emberlog_outbox_items"] == 0
        text = await metrics(client)
        assert 'emberlog_redis_up{what="redis"} 1.0' in text
        assert 'emberlog_redis_up{what="queue"} 0.0' in text
