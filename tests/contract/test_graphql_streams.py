"""Subscriptions over a socket and as server-sent events: without gap or double, and within the limits."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support.games import Table, a_game, a_lobby
from tests.support.jobs import job_runner, run_job
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, served, sign_up
from tests.support.sockets import PROTOCOL, Socket, socket

pytestmark = pytest.mark.anyio

ENTRIES = """subscription ($id: ID!, $after: Int! = 0) { gameEvents(gameId: $id, after: $after) {
  ... on Entry { seq hash events { type ... on BonfirePathsShuffled { piles } } }
  ... on StreamReset { version } } }"""
TURNS = "subscription { myTurns { notice gameId version status due game { actor { seats } } } }"


@pytest.fixture
def address(redis_url: str) -> Iterator[str]:
    with served(redis_url, keep_alive_seconds=1, **FREELY) as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        yield client


async def hashes(table: Table, headers: dict[str, str] | None = None) -> list[tuple[int, str]]:
    answer = await table.client.get(f"{table.path}/events", params={"first": 100}, headers=headers)
    return [(entry["seq"], entry["hash"]) for entry in answer.json()["items"]]


async def test_a_reader_gets_what_was_and_what_comes(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    async with socket(client) as reader:
        await reader.subscribe(ENTRIES, id=table.id)
        was = [(await reader.next())["gameEvents"] for _ in range(3)]
        assert [event["type"] for event in was[0]["events"]] == ["game_created"]
        await table.play_on(5)
        comes = [(await reader.next())["gameEvents"] for _ in range(5)]
    assert [(entry["seq"], entry["hash"]) for entry in (*was, *comes)] == await hashes(table)


async def test_a_subscription_is_resumed_without_gap_or_double(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    seen: list[tuple[int, str]] = []
    for seed in range(6):
        async with socket(client) as reader:
            await reader.subscribe(ENTRIES, id=table.id, after=seen[-1][0] if seen else 0)
            await table.play_on(3, seed)
            for _ in range(2):
                entry = (await reader.next())["gameEvents"]
                seen.append((entry["seq"], entry["hash"]))
    async with socket(client) as reader:
        await reader.subscribe(ENTRIES, id=table.id, after=seen[-1][0])
        while seen[-1][0] < 21:
            entry = (await reader.next())["gameEvents"]
            seen.append((entry["seq"], entry["hash"]))
    assert seen == await hashes(table)


async def test_a_reader_ahead_of_the_log_is_set_back(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    async with socket(client) as reader:
        await reader.subscribe(ENTRIES, id=table.id, after=50)
        assert (await reader.next())["gameEvents"] == {"version": 3}
        await table.play_on(1)
        assert (await reader.next())["gameEvents"]["seq"] == 4


async def test_the_subscription_ends_with_the_game(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, seats=1)
    async with socket(client) as reader:
        id_ = await reader.subscribe(ENTRIES, id=lobby.id)
        assert (await reader.next())["gameEvents"]["seq"] == 1
        await client.delete(f"{lobby.path}/seats/me", headers=lobby.headers[0])
        assert (await reader.next())["gameEvents"]["seq"] == 2
        assert await reader.receive() == {"type": "complete", "id": id_}


async def test_what_is_hidden_stays_hidden(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    for headers in (None, *table.headers):
        async with socket(client, headers) as reader:
            await reader.subscribe(ENTRIES, id=table.id, after=2)
            events = (await reader.next())["gameEvents"]["events"]
            assert [event["piles"] for event in events if "piles" in event] == [None]


async def solo(client: httpx.AsyncClient, headers: dict[str, str]) -> str:
    """A game in which it is always the player's turn."""
    wish = {"ruleset": "bonfire", "seats": 1}
    game: str = (await client.post("/v1/games", json=wish, headers=headers)).json()["id"]
    answer = await client.post(f"/v1/games/{game}/start", headers=headers)
    assert answer.status_code == 200, answer.text
    return game


async def test_turns_are_told(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client)
    due = []
    async with socket(client, lobby.headers[0]) as ada, socket(client, lobby.headers[1]) as ben:
        for reader, headers in zip((ada, ben), lobby.headers):
            game = await solo(client, headers)
            await reader.subscribe(TURNS)
            news = (await reader.next())["myTurns"]
            assert (news["notice"], news["gameId"]) == ("TURN_DUE", game)
        await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
        for reader in (ada, ben):
            news = (await reader.next())["myTurns"]
            assert (news["notice"], news["gameId"], news["status"]) == ("STARTED", lobby.id, "ACTIVE")
            due.append(news["due"])
        assert sorted(due) == [False, True]
        news = (await (ada if due[0] else ben).next())["myTurns"]
        assert (news["notice"], news["gameId"]) == ("TURN_DUE", lobby.id)


async def test_whoever_is_due_is_told_at_once(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    async with socket(client, await table.due()) as reader:
        await reader.subscribe(TURNS)
        news = (await reader.next())["myTurns"]
        assert (news["notice"], news["gameId"], news["due"]) == ("TURN_DUE", table.id, True)
        assert news["game"]["actor"]["seats"] == [0]


async def test_a_plan_that_was_dropped_is_told(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client)
    news = "subscription { myTurns { notice gameId version dropped { code message moves { type } } } }"
    async with socket(client, table.headers[0]) as reader, socket(client, table.headers[1]) as other:
        for each in (reader, other):
            await each.subscribe(news)
        assert (await reader.next())["myTurns"]["dropped"] is None
        moves = [{"type": "end_turn"}]
        await client.put(f"{table.path}/plan", json={"moves": moves}, headers=table.headers[0])
        async with job_runner(redis_url) as worker:
            await run_job(worker, "plan", table.id)
        told = (await reader.next())["myTurns"]
        assert (told["notice"], told["gameId"], told["dropped"]["moves"]) == ("PLAN_DROPPED", table.id, moves)
        shown = (await client.get(f"{table.path}/plan", headers=table.headers[0])).json()["dropped"]
        assert [told["dropped"][name] for name in ("code", "message")] == [shown["code"], shown["message"]]
        while (await table.read())["actor"]["seats"] == [0]:
            await table.play_on(1)
        first = (await other.next())["myTurns"]
        assert (first["notice"], first["dropped"]) == ("TURN_DUE", None)


@pytest.mark.parametrize("where", ["handshake", "Authorization", "authorization", "token"])
async def test_the_token_comes_with_the_handshake_or_with_the_first_message(
    client: httpx.AsyncClient, where: str
) -> None:
    player, headers = await sign_up(client)
    bearer = headers["Authorization"]
    token = {"token": bearer.removeprefix("Bearer ")}
    init: dict[str, Any] = token if where == "token" else {} if where == "handshake" else {where: bearer}
    async with socket(client, headers if where == "handshake" else None, **init) as visitor:
        await visitor.subscribe("{ me { id } }")
        assert await visitor.next() == {"me": {"id": player}}


async def test_a_bad_token_is_not_let_in(client: httpx.AsyncClient) -> None:
    async with socket(client, greet=False) as visitor:
        await visitor.send(type="connection_init", payload={"token": "emb_nothing"})
        assert await visitor.closed() == 4403


async def test_a_token_that_was_revoked_ends_what_it_opened(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = table.headers[0]
    issued = (await client.post("/v1/me/tokens", headers=headers)).json()
    async with socket(client, token=issued["token"]) as visitor:
        await visitor.subscribe(ENTRIES, id=table.id)
        assert (await visitor.next())["gameEvents"]["seq"] == 1
        await client.delete(f"/v1/me/tokens/{issued['id']}", headers=headers)
        assert await visitor.closed() == 4403


async def test_mutations_and_refusals_work_over_a_socket(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    query = "mutation ($id: ID!) { resign(gameId: $id) { __typename ... on Refusal { code } } }"
    async with socket(client) as stranger:
        await stranger.subscribe(query, id=table.id)
        assert await stranger.next() == {"resign": {"__typename": "NotAllowed", "code": "token_missing"}}
    async with socket(client, table.headers[0]) as player:
        await player.subscribe(query, id=table.id)
        assert await player.next() == {"resign": {"__typename": "MoveAccepted"}}


@pytest.mark.parametrize(
    "query,code",
    [
        (ENTRIES, "not_found"),
        (TURNS, "token_missing"),
        ("{ games(first: 100) { nodes { game { view { __typename } moves { seat } } } } }", "too_much_cost"),
    ],
)
async def test_what_cannot_be_followed_is_told_with_its_code(
    client: httpx.AsyncClient, query: str, code: str
) -> None:
    async with socket(client) as visitor:
        await visitor.subscribe(query, id="g_nothing")
        message = await visitor.receive()
        errors = message["payload"] if message["type"] == "error" else message["payload"]["errors"]
        assert errors[0]["extensions"]["code"] == code


async def test_every_operation_on_a_socket_is_counted(redis_url: str) -> None:
    with served(redis_url, rate_per_address=0.001, rate_burst=3, signup_rate=0) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}") as client, socket(client) as visitor:
            for _ in range(2):
                await visitor.subscribe("{ __typename }")
                assert await visitor.next() == {"__typename": "Query"}
                assert (await visitor.receive())["type"] == "complete"
            await visitor.subscribe("{ __typename }")
            message = await visitor.receive()
            assert message["type"] == "error"
            assert message["payload"][0]["extensions"]["code"] == "too_many_requests"


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[]",
        "null",
        '"text"',
        "{}",
        '{"type": "nothing"}',
        '{"type": "subscribe"}',
        '{"type": "subscribe", "id": 1, "payload": {"query": "{ __typename }"}}',
        '{"type": "subscribe", "id": "1", "payload": []}',
        '{"type": "subscribe", "id": "1", "payload": {"query": 1}}',
        '{"type": "subscribe", "id": "1", "payload": {"query": "{a}", "variables": []}}',
        '{"type": "complete"}',
        '{"type": "connection_init", "payload": []}',
        "[" * 30_000,
        json.dumps({"type": "ping", "payload": {"a": "x" * 70_000}}),
    ],
    ids=lambda text: text[:70],
)
async def test_a_message_that_is_none_closes_the_socket(client: httpx.AsyncClient, text: str) -> None:
    async with socket(client) as visitor:
        await visitor.connection.send(text)
        assert await visitor.closed() == 4400


async def test_the_protocol_is_kept(client: httpx.AsyncClient) -> None:
    async with socket(client) as visitor:
        await visitor.send(type="ping")
        assert (await visitor.receive())["type"] == "pong"
        await visitor.send(type="complete", id="nobody's")
        await visitor.send(type="connection_init")
        assert await visitor.closed() == 4429
    async with socket(client, greet=False) as visitor:
        await visitor.subscribe("{ __typename }")
        assert await visitor.closed() == 4401
    url = str(client.base_url).replace("http", "ws", 1).rstrip("/") + "/graphql"
    async with connect(url) as connection:
        assert await Socket(connection).closed() == 4406
    with pytest.raises(InvalidStatus):
        await connect(url + "/nothing", subprotocols=[PROTOCOL])


class Events:
    """Reads the events of a stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.comments = 0
        self._lines = response.aiter_lines()

    async def next(self) -> tuple[str, Any]:
        fields: dict[str, str] = {}
        async with asyncio.timeout(PATIENCE):
            async for line in self._lines:
                self.comments += line.startswith(":")
                if line and not line.startswith(":"):
                    name, _, value = line.partition(":")
                    fields[name] = value.strip()
                elif "event" in fields:
                    return fields["event"], json.loads(fields["data"]) if fields["data"] else None
        raise EOFError


@asynccontextmanager
async def streaming(
    client: httpx.AsyncClient, query: str, headers: dict[str, str] | None = None, **variables: Any
) -> AsyncIterator[Events]:
    body = {"query": query, "variables": variables}
    accept = {"Accept": "text/event-stream", **(headers or {})}
    async with client.stream("POST", "/graphql", json=body, headers=accept) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Events(response)


async def test_a_subscription_may_be_a_stream_of_events(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, seats=1)
    async with streaming(client, ENTRIES, id=lobby.id) as events:
        name, result = await events.next()
        assert (name, result["data"]["gameEvents"]["seq"]) == ("next", 1)
        while not events.comments:  # a sign of life while all is quiet
            async with asyncio.timeout(PATIENCE):
                line = await anext(events._lines)
            events.comments += line.startswith(":")
        await client.delete(f"{lobby.path}/seats/me", headers=lobby.headers[0])
        name, result = await events.next()
        assert (name, result["data"]["gameEvents"]["seq"]) == ("next", 2)
        assert await events.next() == ("complete", None)


async def test_a_stream_is_resumed_and_may_be_asked_for_in_the_address(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    await table.play_on(4)
    params = {"query": ENTRIES, "variables": json.dumps({"id": table.id, "after": 5})}
    accept = {"Accept": "text/event-stream"}
    async with client.stream("GET", "/graphql", params=params, headers=accept) as response:
        events = Events(response)
        seqs = [(await events.next())[1]["data"]["gameEvents"]["seq"] for _ in range(2)]
    assert seqs == [6, 7]


async def test_queries_and_errors_are_streams_too(client: httpx.AsyncClient) -> None:
    async with streaming(client, "{ __typename }") as events:
        name, result = await events.next()
        assert (name, result["data"]) == ("next", {"__typename": "Query"})
        assert await events.next() == ("complete", None)
    async with streaming(client, ENTRIES, id="g_nothing") as events:
        name, result = await events.next()
        assert (name, result["errors"][0]["extensions"]["code"]) == ("next", "not_found")
        assert await events.next() == ("complete", None)


@pytest.mark.parametrize(
    "query", ["{ me { id", "", "{" + " __typename" * 5000 + "}", "{ nothing }", "fragment a on Game { id }"]
)
async def test_a_document_that_cannot_be_read_is_told_on_every_transport(
    client: httpx.AsyncClient, query: str
) -> None:
    """An empty `complete` would look like an answer without data."""
    async with socket(client) as reader:
        asked = await reader.subscribe(query)
        told = await reader.receive()
        assert (told["id"], told["type"]) == (asked, "error")
        assert told["payload"][0]["message"]
        await reader.subscribe("{ __typename }")
        assert await reader.next() == {"__typename": "Query"}
    as_events = {"Accept": "text/event-stream"}
    answer = await client.post("/graphql", json={"query": query}, headers=as_events)
    lines = [line for line in answer.text.splitlines() if line.startswith(("event", "data"))]
    assert [line for line in lines if line.startswith("event")] == ["event: next", "event: complete"]
    assert json.loads(lines[1].removeprefix("data: ")) == {"errors": told["payload"]}
