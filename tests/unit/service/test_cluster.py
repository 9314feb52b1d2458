"""The service on a Redis Cluster: no step of it touches keys of two tags at once."""

import asyncio
from pathlib import Path

import pytest

from tests.support.service import bearer, code, service, sign_up
from tests.unit.service.store.servers import Cluster

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def test_players_and_tokens_live_on_a_cluster(tmp_path: Path, redis_url: str) -> None:
    with Cluster(tmp_path) as cluster:
        async with service(cluster.url, queue_url=redis_url) as client:
            for number in range(10):
                _, header = await sign_up(client, f"Player {number}")
                headers = header | {"Idempotency-Key": "k"}
                answers = await asyncio.gather(
                    *(client.post("/v1/me/tokens", headers=headers) for _ in range(3))
                )
                assert len({answer.text for answer in answers}) == 1
                issued = answers[0].json()
                assert (await client.get("/v1/me", headers=bearer(issued["token"]))).status_code == 200
                assert (
                    await client.delete(f"/v1/me/tokens/{issued['id']}", headers=header)
                ).status_code == 204
                answer = await client.get("/v1/me", headers=bearer(issued["token"]))
                assert code(answer, 401) == "token_invalid"
            assert (await client.get("/readyz")).json()["appendonly"] == "no"
