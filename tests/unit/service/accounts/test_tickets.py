"""Tickets: one stream each, soon, for readers that send no headers; nothing else, and never in a log."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import httpx
import pytest
import redis
import structlog
import websockets

from service.operations.structured_logs import mask_secrets
from service.store import keys
from tests.support.games import a_game
from tests.support.processes import PATIENCE
from tests.support.service import bearer, code, served, service, sign_up
from tests.support.streams import reading

pytestmark = pytest.mark.anyio


@pytest.fixture
def address(redis_url: str) -> Iterator[str]:
    with served(redis_url, keep_alive_seconds=30, rate_per_token=0, rate_per_address=0) as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        yield client


async def ticket(client: httpx.AsyncClient, header: dict[str, str]) -> str:
    answer = await client.post("/v1/me/tickets", headers=header)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["ticket"])


async def test_a_ticket_opens_one_stream_of_its_player(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    due = await game.due()
    shown = await ticket(client, due)
    async with reading(client, "/v1/me/stream", ticket=shown) as reader:
        (own,) = (await reader.next()).data
        assert own["game"] == game.id
        assert own["due"]
    again = await client.get("/v1/me/stream", params={"ticket": shown})
    assert code(again, 401) == "ticket_invalid"


async def test_a_stream_of_a_game_shows_what_the_player_may_see(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    shown = await ticket(client, game.headers[0])
    async with (
        reading(client, f"{game.path}/stream", ticket=shown) as by_ticket,
        reading(client, f"{game.path}/stream", game.headers[0]) as by_header,
    ):
        assert await by_ticket.take(3) == await by_header.take(3)


async def test_a_subscription_can_be_opened_by_a_ticket(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    shown = await ticket(client, await game.due())
    headers = {"Accept": "text/event-stream"}
    query = "subscription { myTurns { game { id } } }"
    async with reading(client, "/graphql", headers, query=query, ticket=shown) as reader:
        told = await reader.next()
        assert told.data["data"]["myTurns"]["game"]["id"]


async def test_a_ticket_is_good_for_nothing_but_a_stream(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    for path in ("/v1/me", "/v1/games", "/v1/me/tokens"):
        answer = await client.get(path, params={"ticket": await ticket(client, header)})
        assert answer.status_code in {400, 401}, path
    asked = {"query": "{ me { id } }", "ticket": await ticket(client, header)}
    assert code(await client.get("/graphql", params=asked), 401) == "ticket_misplaced"
    posted = await client.post(f"/v1/me/tokens?ticket={await ticket(client, header)}")
    assert posted.status_code in {400, 401}


@pytest.mark.parametrize("shown", ["", "x", f"tkt_{'0' * 26}_{'a' * 32}", "tkt_%00"])
async def test_anything_else_is_no_ticket(client: httpx.AsyncClient, shown: str) -> None:
    assert code(await client.get(f"/v1/me/stream?ticket={shown}"), 401) in {"ticket_invalid", "token_missing"}


async def test_of_two_readers_with_one_ticket_one_is_let_in(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    shown = await ticket(client, header)

    async def let_in() -> bool:
        async with client.stream("GET", "/v1/me/stream", params={"ticket": shown}) as answer:
            return answer.status_code == 200

    assert sorted(await asyncio.gather(*(let_in() for _ in range(8)))) == [False] * 7 + [True]


async def test_a_ticket_of_a_revoked_token_is_no_good(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    issued = (await client.post("/v1/me/tokens", headers=header)).json()
    shown = await ticket(client, bearer(issued["token"]))
    await client.delete(f"/v1/me/tokens/{issued['id']}", headers=header)
    assert code(await client.get("/v1/me/stream", params={"ticket": shown}), 401) == "ticket_invalid"


async def test_a_ticket_has_the_scopes_of_its_token(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    issued = (await client.post("/v1/me/tokens", json={"scopes": ["play"]}, headers=header)).json()
    answer = await client.post("/v1/me/tickets", headers=bearer(issued["token"]))
    assert code(answer, 403) == "scope_missing"


async def test_a_ticket_expires_and_is_kept_as_a_digest(redis_url: str) -> None:
    async with service(redis_url, ticket_seconds=45) as client:
        _, header = await sign_up(client)
        shown = await ticket(client, header)
        with redis.Redis.from_url(redis_url) as direct:
            (name,) = direct.keys("*:ticket:*")
            assert 0 < direct.ttl(name) <= 45
            assert not any(shown[-32:] in repr(direct.dump(key)) + repr(key) for key in direct.keys("*"))
            direct.delete(name)
        assert code(await client.get("/v1/me/stream", params={"ticket": shown}), 401) == "ticket_invalid"


async def test_tickets_and_tokens_are_in_no_log(redis_url: str, capfd: pytest.CaptureFixture[str]) -> None:
    with served(redis_url, log_level="info") as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            _, header = await sign_up(client)
            shown = await ticket(client, header)
            async with reading(client, "/v1/me/stream", ticket=shown):
                pass
            await client.get("/v1/me/stream", params={"ticket": shown})
            await client.get("/v1/no/such/place", params={"ticket": shown})
            with suppress(websockets.InvalidStatus):
                async with websockets.connect(f"ws://{host}:{port}/graphql?token=anything-at-all"):
                    pass
    structlog.get_logger().warning("a library says", path=f"/v1/me/stream?ticket={shown}&x=1", header=header)
    written = capfd.readouterr().err
    assert "/v1/me/stream" in written
    assert shown[-32:] not in written
    assert "anything-at-all" not in written
    assert header["Authorization"][-32:] not in written


def test_a_line_keeps_all_but_its_secrets() -> None:
    ticket, token = (f"{kind}_{'0' * 26}_{'a' * 32}" for kind in ("tkt", "emb"))
    line = f'GET "/v1/me/stream?ticket={ticket}&after=3" Bearer {token} eyJhbGci.eyJpc3Mi.c2ln'
    assert mask_secrets(line) == 'GET "/v1/me/stream?ticket=***&after=3" Bearer *** ***'
    assert (
        mask_secrets('"WebSocket /graphql?a=1&token=x.y&b=2" 403')
        == '"WebSocket /graphql?a=1&token=***&b=2" 403'
    )
    assert (
        mask_secrets("/graphql?Ticket%3Dabc /x?access_token=abc")
        == "/graphql?Ticket%3D*** /x?access_token=***"
    )
    assert mask_secrets(f"player {keys.player('p_1')}") == "player {pp_1}:account"
