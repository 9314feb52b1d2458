"""The service on a Redis Cluster: no step of it touches keys of two tags at once."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio.cluster import RedisCluster

from service.accounts.search import PlayerNames
from service.projections import FOLDS
from service.projections.folds import Folds
from service.projections.ratings import RATINGS
from service.projections.results import Results
from service.store import RedisConnection, connect, keys
from tests.support.results import a_game
from tests.support.service import FREELY, bearer, code, granted, service, sign_up
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


async def test_lists_and_results_of_a_cluster_keep_their_order(tmp_path: Path, redis_url: str) -> None:
    with Cluster(tmp_path) as cluster:
        async with service(cluster.url, queue_url=redis_url, **FREELY) as client:
            player, headers = await sign_up(client)
            games = [
                (await client.post("/v1/games", json=GAME, headers=headers)).json()["id"] for _ in range(9)
            ]
            for path in ("/v1/games", "/v1/games?status=lobby&ruleset=bonfire", f"/v1/games?player={player}"):
                found = (await client.get(path, headers=headers)).json()["items"]
                assert [row["id"] for row in found] == games[::-1], path
            page = (await client.get("/v1/games?first=4")).json()
            rest = (await client.get("/v1/games", params={"first": 9, "after": page["next"]})).json()
            assert [row["id"] for row in page["items"] + rest["items"]] == games[::-1]
        link = RedisConnection(connect(cluster.url))
        results = Results(link, part_size=3)
        for n in range(10):
            assert await results.write(a_game("p_1", "p_2", game=f"g_{n}", hash=f"h{n}"))
        await Folds(link, results, FOLDS).follow("bonfire")
        assert [row.game async for _, row in results.after("bonfire")] == [f"g_{n}" for n in range(10)]
        rating = await Folds(link, results, FOLDS).row("bonfire", RATINGS, "p_1")
        assert rating is not None
        assert rating.games == 10
        parts = {keys.results("bonfire", n) for n in range(1, 5)}
        assert isinstance(link.client, RedisCluster)
        nodes = {str(link.client.get_node_from_key(name)) for name in parts}
        assert len(nodes) > 1, "the parts of the results are on several nodes"
        await link.close()
