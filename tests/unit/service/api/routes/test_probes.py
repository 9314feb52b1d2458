"""Alive, ready, metrics."""

import os
import signal
from typing import Any, cast

import anyio
import pytest
import redis

from service.errors import Unavailable
from service.operations.embedded import EmbeddedRedis
from service.operations.probes import Kept
from service.store import connect
from tests.support.processes import PATIENCE
from tests.support.service import METRICS_TOKEN, bearer, code, metrics, service

pytestmark = pytest.mark.anyio


async def test_process_is_alive_even_without_redis() -> None:
    async with service("redis://127.0.0.1:1") as client:
        answer = await client.get("/healthz")
        assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


async def test_readyz_reports_the_durability_promise(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url) as client:
        ready = (await client.get("/readyz")).json()
        assert (ready["status"], ready["appendonly"], ready["appendfsync"]) == ("ready", "yes", "always")
        assert "on disk" in ready["durability"]


async def test_readyz_reports_unknown_durability_without_permission_to_query_it(
    own_redis: EmbeddedRedis,
) -> None:
    with redis.Redis.from_url(own_redis.url) as raw:
        raw.execute_command("ACL", "SETUSER", "default", "-config")
    async with service(own_redis.url) as client:
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["appendonly"]) == (200, None)
        assert "does not report" in ready.json()["durability"]


async def test_not_ready_without_redis() -> None:
    async with service("redis://127.0.0.1:1") as client:
        answer = await client.get("/readyz")
        assert code(answer, 503) == "not_ready"
        assert answer.json()["details"]["what"] == "redis"
        assert answer.headers["retry-after"] == "2"


@pytest.mark.parametrize(
    "refusing",
    [
        ("CONFIG", "SET", "maxmemory", "1"),
        ("REPLICAOF", "127.0.0.1", "1"),
        ("CONFIG", "SET", "min-replicas-to-write", "1"),
        ("ACL", "SETUSER", "default", "-evalsha", "-eval"),
    ],
    ids=["full", "replica", "no replicas", "not allowed"],
)
async def test_not_ready_while_redis_accepts_no_writes(
    own_redis: EmbeddedRedis, refusing: tuple[str, ...]
) -> None:
    async with service(own_redis.url) as client:
        assert (await client.get("/readyz")).status_code == 200
        with redis.Redis.from_url(own_redis.url) as raw:
            raw.execute_command(*refusing)
        assert code(await client.get("/readyz"), 503) == "not_ready"
        assert code(await client.post("/v1/players", json={"name": "Ada"}), 503) == "unavailable"
        assert 'emberlog_redis_up{what="redis"} 0.0' in await metrics(client)


@pytest.mark.parametrize(
    "change,word",
    [
        (("CONFIG", "SET", "maxmemory-policy", "allkeys-lfu"), "allkeys-lfu"),
        (("CONFIG", "SET", "appendonly", "no"), "append-only file"),
    ],
)
async def test_degraded_with_the_reason_while_redis_may_lose_games(
    own_redis: EmbeddedRedis, change: tuple[str, ...], word: str
) -> None:
    async with service(own_redis.url) as client:
        with redis.Redis.from_url(own_redis.url) as raw:
            raw.execute_command(*change)
        ready = (await client.get("/readyz")).json()
        assert ready["status"] == "degraded"
        assert word in ready["reasons"][0]


async def test_degraded_while_too_few_replicas_are_connected(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url, wait_replicas=1) as client:
        ready = (await client.get("/readyz")).json()
        assert ready["status"] == "degraded"
        assert "none is connected" in ready["durability"]
        assert "confirmed by" not in ready["durability"]


@pytest.mark.parametrize("hung", ["redis", "queue"])
async def test_hung_redis_does_not_hang_the_probes(
    own_redis: EmbeddedRedis, redis_url: str, hung: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast(Any, connect).__kwdefaults__, "timeout", 2 * PATIENCE)
    urls = (own_redis.url, redis_url) if hung == "redis" else (redis_url, own_redis.url)
    async with service(urls[0], queue_url=urls[1], redis_seconds=5.0) as client:
        assert (await client.get("/readyz")).status_code == 200
        os.kill(own_redis.pid, signal.SIGSTOP)
        try:
            with anyio.fail_after(PATIENCE):
                answer = await client.get("/readyz")
                text = await metrics(client)
        finally:
            os.kill(own_redis.pid, signal.SIGCONT)
        assert answer.status_code == (503 if hung == "redis" else 200)
        assert f'emberlog_redis_up{{what="{hung}"}} 0.0' in text


async def test_ready_but_degraded_while_the_redis_of_the_queues_is_unreachable(redis_url: str) -> None:
    async with service(redis_url, queue_url="redis://127.0.0.1:1") as client:
        ready = (await client.get("/readyz")).json()
        assert (ready["status"], ready["work"]["queues"]) == ("degraded", None)
        assert (await client.post("/v1/players", json={"name": "Ada"})).status_code == 201


async def test_metrics_count_requests_by_route_and_not_by_raw_path(redis_url: str) -> None:
    async with service(redis_url) as client:
        for path in ("/v1/players/p_1", "/v1/players/p_2", "/some/where", "/some/where/else"):
            await client.get(path)
        await client.request("BREW", "/healthz")
        text = await metrics(client)
        assert (
            'emberlog_requests_total{method="GET",route="/v1/players/{player_id}",status="404"} 2.0' in text
        )
        assert 'emberlog_requests_total{method="GET",route="unmatched",status="404"} 2.0' in text
        assert 'emberlog_requests_total{method="other",route="/healthz",status="405"} 1.0' in text
        assert 'emberlog_request_seconds_count{method="GET",route="unmatched"} 2.0' in text
        assert "BREW" not in text


async def test_metrics_answer_the_accept_header_of_prometheus_with_text_plain(redis_url: str) -> None:
    async with service(redis_url) as client:
        accept = "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
        answer = await client.get("/metrics", headers={"Accept": accept, **bearer(METRICS_TOKEN)})
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain")


async def test_metrics_need_the_operators_token(redis_url: str) -> None:
    async with service(redis_url) as client:
        for wrong in ({}, bearer("another-token-for-metrics"), {"Authorization": METRICS_TOKEN}):
            answer = await client.get("/metrics", headers=wrong)
            assert code(answer, 401) == "metrics_token_missing"
        assert "emberlog_requests" in await metrics(client)


@pytest.mark.parametrize("address,status", [("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 401), ("x", 401)])
async def test_metrics_without_a_token_are_readable_only_from_localhost(
    redis_url: str, address: str, status: int
) -> None:
    async with service(redis_url, metrics_token=None, address=address) as client:
        assert (await client.get("/metrics")).status_code == status


async def test_concurrent_probes_query_redis_once(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url, probe_seconds=3600) as client:
        with redis.Redis.from_url(own_redis.url) as raw:
            for ask in (lambda: client.get("/readyz"), lambda: metrics(client)):
                await ask()
                raw.config_resetstat()
                async with anyio.create_task_group() as group:
                    for _ in range(20):
                        group.start_soon(ask)
                assert raw.info("commandstats").keys() <= {"cmdstat_config|resetstat", "cmdstat_info"}


async def test_failed_probe_is_retried_once_its_answer_is_old() -> None:
    failures = [Unavailable()]

    async def ready() -> str:
        if failures:
            raise failures.pop()
        return "ready"

    kept = Kept(ready, 0)
    with pytest.raises(Unavailable):
        await kept.get()
    assert await kept.get() == "ready"
