"""What is answered as accepted is on a replica: also the answer to a repeat, whichever call it was."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from tests.support.games import a_game, a_lobby
from tests.support.processes import PATIENCE, eventually
from tests.support.service import FREELY, code, service, sign_up
from tests.unit.service.store.servers import Server, caught_up, linked

pytestmark = pytest.mark.anyio

Ask = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
KEY = {"Idempotency-Key": "once"}


async def create(client: httpx.AsyncClient) -> Ask:
    _, headers = await sign_up(client)
    body = {"ruleset": "bonfire", "seats": 2}
    return lambda client: client.post("/v1/games", json=body, headers=headers | KEY)


async def join(client: httpx.AsyncClient) -> Ask:
    _, host = await sign_up(client)
    _, guest = await sign_up(client)
    opened = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": 2}, headers=host)
    path = f"/v1/games/{opened.json()['id']}/seats"
    return lambda client: client.post(path, headers=guest | KEY)


async def start(client: httpx.AsyncClient) -> Ask:
    lobby = await a_lobby(client)
    return lambda client: client.post(f"{lobby.path}/start", headers=lobby.headers[0] | KEY)


async def move(client: httpx.AsyncClient) -> Ask:
    game = await a_game(client)
    headers = await game.due()
    chosen = (await game.moves(headers))[0]
    return lambda client: client.post(f"{game.path}/moves", json=chosen, headers=headers | KEY)


async def plan(client: httpx.AsyncClient) -> Ask:
    game = await a_game(client)
    due = await game.due()
    (waiting,) = (headers for headers in game.headers if headers != due)
    body = {"moves": (await game.moves(due))[:1]}
    return lambda client: client.put(f"{game.path}/plan", json=body, headers=waiting | KEY)


async def rematch(client: httpx.AsyncClient) -> Ask:
    game = await a_game(client)
    for headers in game.headers:
        assert (await client.post(f"{game.path}/abort", headers=headers)).status_code == 200
    return lambda client: client.post(f"{game.path}/rematch", headers=game.headers[0] | KEY)


async def fork(client: httpx.AsyncClient) -> Ask:
    game = await a_lobby(client, seats=1)
    assert (await client.post(f"{game.path}/start", headers=game.headers[0])).status_code == 200
    return lambda client: client.post(f"{game.path}/fork", json={}, headers=game.headers[0] | KEY)


CALLS = pytest.mark.parametrize("prepare", [create, join, start, move, plan, rematch, fork])


async def read_all(client: httpx.AsyncClient) -> None:
    """Reads every game, so that the process knows what was stored meanwhile."""
    for row in (await client.get("/v1/games")).json()["items"]:
        assert (await client.get(f"/v1/games/{row['id']}")).status_code == 200


def answer_of(response: httpx.Response) -> Any:
    assert response.status_code in (200, 201), response.text
    return {name: value for name, value in response.json().items() if name not in ("now", "id")}


@CALLS
async def test_repeated_command_missing_on_a_promoted_replica_is_not_confirmed(
    prepare: Callable[[httpx.AsyncClient], Awaitable[Ask]],
    primary: Server,
    replica: Server,
    preparing: httpx.AsyncClient,
    waiting: httpx.AsyncClient,
) -> None:
    ask = await prepare(preparing)
    eventually(lambda: caught_up(primary, replica))
    replica.command("REPLICAOF", "NO", "ONE")
    for _ in range(3):
        assert code(await ask(waiting), 503) == "not_replicated"
        await read_all(waiting)
    primary.kill()
    async with service(replica.url, **FREELY) as promoted:
        first = answer_of(await ask(promoted))
        assert answer_of(await ask(promoted)).get("version") == first.get("version")


@CALLS
async def test_repeated_command_is_confirmed_once_the_replica_is_back(
    prepare: Callable[[httpx.AsyncClient], Awaitable[Ask]],
    primary: Server,
    replica: Server,
    preparing: httpx.AsyncClient,
    waiting: httpx.AsyncClient,
) -> None:
    ask = await prepare(preparing)
    replica.pause()
    assert code(await ask(waiting), 503) == "not_replicated"
    replica.resume()
    eventually(lambda: linked(replica))
    async with asyncio.timeout(PATIENCE):
        while (accepted := await ask(waiting)).status_code == 503:
            assert code(accepted, 503) == "not_replicated"
    answer_of(accepted)
    primary.kill()
    replica.command("REPLICAOF", "NO", "ONE")
    async with service(replica.url, **FREELY) as promoted:
        assert answer_of(await ask(promoted)).get("version") == accepted.json().get("version")
