"""The service on a Redis Cluster: no step of it touches keys of two tags at once."""

import asyncio
from pathlib import Path

import pytest

from service.accounts.search import PlayerNames
from service.store import RedisConnection, connect
from tests.support.service import bearer, code, granted, service, sign_up
from tests.unit.service.store.servers import Cluster

GAME = {"ruleset": "bonfire", "seats": 2}

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def test_players_and_tokens_work_on_a_cluster(tmp_path: Path, redis_url: str) -> None:
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


async def test_tickets_recovery_names_and_bans_work_on_a_cluster(tmp_path: Path, redis_url: str) -> None:
    with Cluster(tmp_path) as cluster:
        async with service(cluster.url, queue_url=redis_url, recovery_rate=0) as client:
            root, _ = await sign_up(client, "Root")
            admin = await granted(client, root)
            for number in range(6):
                made = (await client.post("/v1/players", json={"name": f"Player {number}"})).json()
                player, header = made["player"]["id"], bearer(made["token"])
                ticket = (await client.post("/v1/me/tickets", headers=header)).json()["ticket"]
                assert (await client.head("/v1/me/stream", params={"ticket": ticket})).status_code == 200
                assert (await client.head("/v1/me/stream", params={"ticket": ticket})).status_code == 401
                wish = {"player": player, "code": made["recovery_code"], "revoke_tokens": True}
                back = bearer((await client.post("/v1/recover", json=wish)).json()["token"])
                assert (await client.get("/v1/me", headers=header)).status_code == 401
                assert (
                    await client.patch("/v1/me", json={"name": f"{number}"}, headers=back)
                ).status_code == 200
                found = (await client.get("/v1/players", params={"name": f"{number}"})).json()["items"]
                assert [item["id"] for item in found] == [player]
                game = (await client.post("/v1/games", json=GAME, headers=back)).json()["id"]
                for act in (f"games/{game}/quarantine", f"games/{game}/release", f"players/{player}/ban"):
                    answer = await client.post(f"/v1/admin/{act}", json={"why": "a test"}, headers=admin)
                    assert answer.status_code == 200, answer.text
                assert (await client.get("/v1/me", headers=back)).status_code == 403
        link = RedisConnection(connect(cluster.url))
        assert await PlayerNames(link).rebuild() == 7
        await link.close()
