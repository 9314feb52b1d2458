"""How much work there is, as Prometheus and `/readyz` tell it."""

import asyncio
import re

import httpx

from service.jobs.queues import Queues
from service.operations.embedded import EmbeddedRedis
from service.operations.role_server import Liveness
from service.runtime import now_ms
from service.store import Appended, Conflict, OutboxItem, SeenCommand, keys
from service.store.append import AppendCounts
from service.store.outbox import OutboxTask
from tests.support.games import a_game
from tests.support.jobs import run
from tests.support.service import FREELY, metrics, service
from tests.support.tables import house


async def numbers(client: httpx.AsyncClient) -> dict[str, float]:
    """Every sample."""
    rows = (line.rpartition(" ") for line in (await metrics(client)).splitlines() if line[0] != "#")
    return {name: float(value) for name, _, value in rows}


async def told(client: httpx.AsyncClient) -> dict[str, float]:
    """Every sample of ours about work."""
    words = ("emberlog_outbox", "emberlog_queue", "emberlog_job")
    return {name: value for name, value in (await numbers(client)).items() if name.startswith(words)}


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
        assert after['emberlog_job_wait_seconds_count{queue="scoring"}'] == 2
        assert after['emberlog_job_wait_seconds_sum{queue="scoring"}'] > 0


async def test_metrics_tell_how_long_the_first_job_of_a_queue_waits(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url) as home:
        game = await home.started("p_1", "p_2")
        assert (await told(client))['emberlog_queue_oldest_seconds{queue="scoring"}'] == 0
        await home.resign(game, 0, 1)
        waits = [(await told(client))['emberlog_queue_oldest_seconds{queue="scoring"}'] for _ in range(2)]
        assert 0 < waits[0] < waits[1]


async def test_metrics_count_living_workers_and_sweepers(redis_url: str) -> None:
    async def alive(client: httpx.AsyncClient) -> tuple[str, ...]:
        return tuple(
            re.findall(r"^emberlog_(?:workers|sweepers) (\S+)$", await metrics(client), re.MULTILINE)
        )

    async with service(redis_url) as client:
        assert await alive(client) == ("0.0", "0.0")
        queues = Queues(redis_url)
        worker, sweeper = Liveness("worker", queues), Liveness("sweeper", queues)
        worker.announce()
        sweeper.announce()
        assert await alive(client) == ("1.0", "1.0")
        queues.announce("worker", "killed long ago", now_ms() - 1)
        assert await alive(client) == ("1.0", "1.0")
        worker.close()
        assert await alive(client) == ("0.0", "1.0")
        queues.close()


async def test_metrics_tell_how_late_the_archive_is(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url) as home:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        item = OutboxItem("archive", now_ms() - 300_000, OutboxTask(1).payload())
        k = keys.bucket(game)
        member = f"{game}/archive"
        await home.store.connection.call("HSET", keys.outbox_items(k), member, item.payload)
        await home.store.connection.call("ZADD", keys.outbox(k), item.due_ms, member)
        text = await metrics(client)
        assert "emberlog_archive_due 1.0" in text
        lag = re.search(r"^emberlog_archive_lag_seconds (\S+)$", text, re.MULTILINE)
        assert lag is not None
        assert 300 <= float(lag[1]) < 400


async def test_metrics_count_appends_lookups_and_loads_of_this_process(redis_url: str) -> None:
    async with service(redis_url, **FREELY) as client:
        table = await a_game(client)
        move = (await table.moves(await table.due()))[0]
        for _ in range(2):
            await table.play(await table.due(), move, **{"Idempotency-Key": "k1"})
        counted = await numbers(client)
    assert counted['emberlog_appends_total{result="appended"}'] >= 3
    assert counted['emberlog_appends_total{result="conflict"}'] == 0
    assert counted['emberlog_cache_lookups_total{result="hit"}'] > 0
    assert counted["emberlog_cache_games"] == 1
    async with service(redis_url) as client:
        await client.get(table.path, headers=table.headers[0])
        counted = await numbers(client)
    assert counted['emberlog_cache_lookups_total{result="miss"}'] == 1
    assert counted['emberlog_game_loads_total{start="first_entry"}'] == 1


async def test_metrics_count_conflicts_and_repeated_commands(redis_url: str) -> None:
    counts = AppendCounts()
    for result in (Appended(1), Conflict(2, "h"), SeenCommand(1, "d"), Conflict(3, "h")):
        counts.count(result)
    assert (counts.appended, counts.repeated, counts.conflict) == (1, 1, 2)


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
