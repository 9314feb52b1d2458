"""Several games in one call."""

from collections.abc import AsyncIterator

import httpx
import pytest
import redis

from service.store import keys
from service.store.ids import new_id
from tests.support.games import a_game, a_lobby
from tests.support.graphql import ask, data
from tests.support.service import code, service


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


async def test_each_game_is_the_same_as_alone_and_in_the_requested_order(client: httpx.AsyncClient) -> None:
    tables = [await a_game(client), await a_lobby(client), await a_game(client, seats=3)]
    asked = [tables[2].id, tables[0].id, tables[1].id, tables[0].id]
    for headers in (None, tables[0].headers[0], tables[2].headers[1]):
        answer = await client.get("/v1/views", params={"games": ",".join(asked)}, headers=headers)
        assert answer.status_code == 200, answer.text
        alone = {table.id: await table.read(headers) for table in tables}
        assert answer.json() == {"items": [{"id": game, "game": alone[game]} for game in asked]}


async def test_unknown_game_is_reported_at_its_position(client: httpx.AsyncClient) -> None:
    table, lost = await a_game(client), new_id("g")
    asked = {"games": f"{lost},{table.id},nonsense", "lang": "de"}
    items = (await client.get("/v1/views", params=asked)).json()["items"]
    assert [item["id"] for item in items] == [lost, table.id, "nonsense"]
    for item in (items[0], items[2]):
        alone = await client.get(f"/v1/games/{item['id']}", params={}, headers={"Accept-Language": "de"})
        assert item["problem"] == alone.json()
        assert item.keys() == {"id", "problem"}
    assert items[1].keys() == {"id", "game"}


async def test_unreadable_game_does_not_affect_the_others(redis_url: str) -> None:
    async with service(redis_url) as client:
        table, broken = await a_game(client), await a_lobby(client)
    with redis.Redis.from_url(redis_url) as direct:
        direct.hset(keys.head(broken.id), "hash", "f" * 64)
    async with service(redis_url) as client:
        answer = await client.get("/v1/views", params={"games": f"{broken.id},{table.id}"})
        assert answer.status_code == 200, answer.text
        first, second = answer.json()["items"]
        assert first["problem"]["code"] == "internal_error"
        assert second["game"]["id"] == table.id


async def test_unreadable_game_does_not_break_a_graphql_list(redis_url: str) -> None:
    async with service(redis_url) as client:
        table, broken = await a_game(client), await a_lobby(client)
    with redis.Redis.from_url(redis_url) as direct:
        direct.hset(keys.head(broken.id), "hash", "f" * 64)
    async with service(redis_url) as client:
        told = await ask(client, "{ games { nodes { id game { version } } } }")
        assert told["data"]["games"]["nodes"] == [
            {"id": broken.id, "game": None},
            {"id": table.id, "game": {"version": 3}},
        ]
        (error,) = told["errors"]
        assert error["path"] == ["games", "nodes", 0, "game"]
        assert error["extensions"]["code"] == "internal_error"
        query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }"
        told = await ask(client, query, ids=[broken.id, table.id, table.players[0]])
        assert told["data"]["nodes"] == [None, {"id": table.id}, {"id": table.players[0]}]
        (error,) = told["errors"]
        assert (error["path"], error["extensions"]["code"]) == (["nodes", 0], "internal_error")


@pytest.mark.parametrize("games", ["", ",", "g_1,", "g_1, g_2", "G_1", ",".join(["g_1"] * 21)])
async def test_invalid_list_of_ids_is_refused(client: httpx.AsyncClient, games: str) -> None:
    assert code(await client.get("/v1/views", params={"games": games}), 400) == "malformed"


async def test_request_counts_as_many_calls_as_it_has_games(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.01, rate_per_address=0.01, rate_burst=40) as client:
        table = await a_game(client)
        for headers in (table.headers[0], None):
            left = int((await client.get(table.path, headers=headers)).headers["ratelimit-remaining"])
            for _ in range(2):
                several = {"games": ",".join([table.id] * 10)}
                answer = await client.get("/v1/views", params=several, headers=headers)
                left -= 10
                assert answer.status_code == 200
                assert answer.headers.get_list("ratelimit-remaining") == [str(left)]
            more = {"games": ",".join([table.id] * 20)}
            refused = await client.get("/v1/views", params=more, headers=headers)
            assert code(refused, 429) == "too_many_requests"
            assert int(refused.headers["retry-after"]) > 0
            again = await client.get(table.path, headers=headers)
            assert int(again.headers["ratelimit-remaining"]) == left - 2


async def test_graphql_nodes_are_loaded_together(client: httpx.AsyncClient) -> None:
    tables = [await a_game(client) for _ in range(2)]
    query = (
        """query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Game { version } ... on Player { name } } }"""
    )
    ids = [tables[1].id, new_id("g"), tables[0].players[0], tables[0].id]
    found = (await data(client, query, ids=ids))["nodes"]
    assert [node and node["id"] for node in found] == [ids[0], None, *ids[2:]]
    assert found[0]["version"] == (await tables[1].read())["version"]
    told = await ask(client, query, ids=[tables[0].id] * 21)
    assert told["errors"][0]["extensions"]["code"] == "malformed"
