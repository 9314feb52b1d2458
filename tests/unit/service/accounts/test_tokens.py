"""Tokens over all routes and streams: what each scope opens, and that a revoked one closes all at once."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import httpx
import msgspec
import pytest
import redis
import websockets

from schema.accounts import Scope
from service.api.routes import ROUTES
from service.api.routes.resource import ApiResource
from service.live.server_sent_events import MEDIA_TYPE as EVENT_STREAM
from service.store import keys
from service.store.ids import new_id
from tests.support.games import a_game
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, bearer, code, granted, served, service, sign_up
from tests.support.streams import Reader, reading

pytestmark = pytest.mark.anyio

KINDS = {"game_id": "g", "player_id": "p", "token_id": "t", "webhook_id": "w"}
SIZES = (1, len(Scope) - 1, len(Scope))
COMBINATIONS = [frozenset(some) for size in SIZES for some in combinations(Scope, size)]
"""Each scope alone, all but one, and all: what one opens, and what all others together do not open."""
OPERATIONS = [
    pytest.param(route, method, id=f"{method} {route.path}")
    for route in ROUTES
    if isinstance(route, ApiResource) and route.path.startswith("/v1/")
    for method in route.operations
]
SCOPES = {
    (route.path, method): operation.scope
    for route in ROUTES
    if isinstance(route, ApiResource) and route.path.startswith("/v1/")
    for method, operation in route.operations.items()
}
WITHOUT_TOKEN = {("POST", "/v1/players"), ("POST", "/v1/recover")}
BY_READING = {("POST", "/v1/me/tickets")}
"""A ticket opens one stream, and nothing else: it is reading by other means."""


@pytest.fixture
def address(redis_url: str) -> Iterator[str]:
    # With a long keep-alive, what happens at once does so because of the notice.
    with served(redis_url, keep_alive_seconds=60, **FREELY) as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        yield client


async def further(
    client: httpx.AsyncClient, header: dict[str, str], **wish: Any
) -> tuple[str, dict[str, str]]:
    """A further token's id and header."""
    answer = await client.post("/v1/me/tokens", json=wish, headers=header)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"], bearer(answer.json()["token"])


LIFETIMES = (1.5, 6, 24, 96)
"""Seconds that a token lives: where a machine is too slow to use it in time, the next one lives longer."""


async def is_dropped(reader: Reader, reason: str = "token_invalid") -> bool:
    """Whether the stream is ended for this reason, whatever came before."""
    while (told := await reader.next()).name != "dropped":
        pass
    return told.data == {"code": reason} and await reader.ends()


async def test_a_revoked_token_ends_its_streams_at_once(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    token, header = await further(client, game.headers[0])
    async with (
        reading(client, f"{game.path}/stream", header) as of_game,
        reading(client, "/v1/me/stream", header) as of_player,
        reading(client, f"{game.path}/stream", game.headers[0]) as of_another_token,
    ):
        await of_game.take(3)
        await of_player.next()
        await of_another_token.take(3)
        await client.delete(f"/v1/me/tokens/{token}", headers=game.headers[0])
        assert await is_dropped(of_game)
        assert await is_dropped(of_player)
        await game.play_on(1)
        assert (await of_another_token.next()).data["seq"] == 4


async def test_stream_opened_by_a_ticket_ends_with_its_token(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    token, header = await further(client, game.headers[0])
    ticket = (await client.post("/v1/me/tickets", headers=header)).json()["ticket"]
    async with reading(client, f"{game.path}/stream", ticket=ticket) as reader:
        await reader.take(3)
        await client.delete(f"/v1/me/tokens/{token}", headers=header)
        assert await is_dropped(reader)


async def test_a_subscription_over_http_ends_with_the_token(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    token, header = await further(client, await game.due())
    accept = {"Accept": "text/event-stream"}
    query = "subscription { myTurns { notice } }"
    async with reading(client, "/graphql", header | accept, query=query) as reader:
        await reader.next()
        await client.delete(f"/v1/me/tokens/{token}", headers=header)
        assert await is_dropped(reader)


async def test_a_socket_ends_with_the_token(client: httpx.AsyncClient, address: str) -> None:
    _, header = await sign_up(client)
    token, other = await further(client, header)
    url = address.replace("http", "ws") + "/graphql"
    protocols = [websockets.Subprotocol("graphql-transport-ws")]
    async with websockets.connect(
        url, subprotocols=protocols, additional_headers=other, open_timeout=PATIENCE
    ) as socket:
        await socket.send('{"type": "connection_init"}')
        assert "connection_ack" in str(await socket.recv())
        query = (
            '{"id": "1", "type": "subscribe", "payload": {"query": "subscription { myTurns { notice } }"}}'
        )
        await socket.send(query)
        await client.delete(f"/v1/me/tokens/{token}", headers=header)
        async with asyncio.timeout(PATIENCE):
            await socket.wait_closed()
        assert (socket.close_code, socket.close_reason) == (4403, "token_invalid")


async def test_an_expired_token_ends_its_streams(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    for seconds in LIFETIMES:
        soon = datetime.now(UTC) + timedelta(seconds=seconds)
        _, short = await further(client, header, expires_at=soon.isoformat())
        async with client.stream("GET", "/v1/me/stream", headers=short) as response:
            if response.status_code == 200:
                assert await is_dropped(Reader(response))
                assert code(await client.get("/v1/me", headers=short), 401) == "token_invalid"
                return
    pytest.fail("no token lived long enough to be used")


async def test_missed_notice_of_a_revocation_ends_the_stream_at_the_next_keep_alive(redis_url: str) -> None:
    with served(redis_url, keep_alive_seconds=0.2, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            _, header = await sign_up(client)
            token, other = await further(client, header)
            async with reading(client, "/v1/me/stream", other) as reader:
                await reader.next()
                with redis.Redis.from_url(redis_url) as direct:
                    direct.hset(keys.token(token), "digest", "")
                assert await is_dropped(reader)


async def test_revocation_reaches_every_process(redis_url: str, address: str) -> None:
    with served(redis_url, keep_alive_seconds=60, **FREELY) as (host, port):
        async with (
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as one,
            httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as other,
        ):
            _, header = await sign_up(one)
            token, short = await further(one, header)
            async with reading(other, "/v1/me/stream", short) as reader:
                await reader.next()
                await one.delete(f"/v1/me/tokens/{token}", headers=header)
                assert await is_dropped(reader)


def path(route: ApiResource) -> str:
    """A path of the route with ids that are nobody's."""
    return re.sub(r"{(\w+)}", lambda match: new_id(KINDS.get(match[1], "x")), route.path)


@pytest.mark.parametrize("route,method", OPERATIONS)
async def test_every_route_requires_exactly_its_scope(
    redis_url: str, route: ApiResource, method: str
) -> None:
    operation = route.operations[method]
    needed = operation.scope
    # The head of a stream is checked as the stream is, and has an end.
    method = "HEAD" if operation.offers == (EVENT_STREAM,) else method
    async with service(redis_url, **FREELY) as client:
        player, _ = await sign_up(client)
        for scopes in COMBINATIONS:
            answer = await client.request(method, path(route), headers=await granted(client, player, scopes))
            if needed is None or needed in scopes:
                assert answer.status_code != 401 or needed is None, scopes
                assert answer.status_code != 403 or "scope_missing" not in answer.text, scopes
            else:
                assert answer.status_code == 403, scopes
                assert method == "HEAD" or answer.json()["code"] == "scope_missing", scopes


def test_routes_that_change_something_need_more_than_the_read_scope() -> None:
    changing = {Scope.PLAY, Scope.ACCOUNT, Scope.WEBHOOKS, Scope.ADMIN}
    for (route, method), scope in SCOPES.items():
        if method == "GET":
            assert scope is not Scope.PLAY, route
        elif (method, route) not in WITHOUT_TOKEN | BY_READING:
            assert scope in changing, (method, route)


@pytest.mark.parametrize(
    "paths,scope",
    [
        (("/v1/me/tokens", "/v1/me/recovery"), Scope.ACCOUNT),
        (("/v1/webhooks",), Scope.WEBHOOKS),
        (("/v1/admin/",), Scope.ADMIN),
    ],
    ids=["account", "webhooks", "admin"],
)
def test_tokens_webhooks_and_administration_have_scopes_of_their_own(
    paths: tuple[str, ...], scope: Scope
) -> None:
    guarded = {route for route, _ in SCOPES if route.startswith(paths)}
    assert guarded == {route for (route, _), needed in SCOPES.items() if needed is scope}
    assert {SCOPES[route, method] for route, method in SCOPES if route in guarded} == {scope}


@pytest.mark.parametrize("scopes", COMBINATIONS, ids=lambda scopes: "+".join(sorted(scopes)))
async def test_new_token_has_no_more_scopes_than_the_requesting_one(
    redis_url: str, scopes: frozenset[Scope]
) -> None:
    async with service(redis_url, **FREELY) as client:
        player, _ = await sign_up(client)
        until = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)
        asking = await granted(client, player, scopes, until)
        for wished in COMBINATIONS:
            answer = await client.post("/v1/me/tokens", json={"scopes": sorted(wished)}, headers=asking)
            if Scope.ACCOUNT not in scopes:
                assert code(answer, 403) == "scope_missing"
            elif not wished <= scopes:
                assert code(answer, 403) == "wider_than_yours"
            elif wished & {Scope.AUDIT, Scope.ADMIN}:
                assert code(answer, 403) == "operator_scopes"
            else:
                assert answer.status_code == 201, answer.text
                assert datetime.fromisoformat(answer.json()["expires_at"]) <= until


async def test_additional_token_has_no_operator_scopes_by_default(redis_url: str) -> None:
    async with service(redis_url, **FREELY) as client:
        player, _ = await sign_up(client)
        asking = await granted(client, player)
        answer = await client.post("/v1/me/tokens", headers=asking)
        assert answer.json()["scopes"] == ["play", "read", "account", "webhooks"]


@pytest.mark.parametrize("stored", ["read", "play read", "read audit"])
async def test_token_created_before_the_new_scopes_keeps_its_rights(redis_url: str, stored: str) -> None:
    async with service(redis_url, **FREELY) as client:
        player, header = await sign_up(client)
        token = (await client.get("/v1/me", headers=header)).json()["token_id"]
        link = redis.Redis.from_url(redis_url)
        link.hset(keys.token(token), "scopes", stored)
        link.hset(keys.player_tokens(player), token, _as_once_stored(token, stored))
        shown = (await client.get("/v1/me", headers=header)).json()["scopes"]
        assert set(shown) == {*stored.split(), "account", "webhooks"}
        listed = (await client.get("/v1/me/tokens", headers=header)).json()["items"]
        assert [set(item["scopes"]) for item in listed] == [set(shown)]
        assert (await client.get("/v1/webhooks", headers=header)).status_code == 200
        # What it issues is as narrow as the request says, by the scopes of today.
        _, narrow = await further(client, header, scopes=["read"])
        assert code(await client.get("/v1/webhooks", headers=narrow), 403) == "scope_missing"
        assert code(await client.get("/v1/me/tokens", headers=narrow), 403) == "scope_missing"


def _as_once_stored(token: str, scopes: str) -> bytes:
    return msgspec.json.encode(
        {"id": token, "label": None, "scopes": scopes.split(), "created_at": "2026-01-01T00:00:00Z"}
    )


async def test_a_cursor_of_another_list_is_refused(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    answer = await client.get("/v1/me/tokens", params={"after": new_id("g")}, headers=headers)
    assert code(answer, 400) == "malformed"
