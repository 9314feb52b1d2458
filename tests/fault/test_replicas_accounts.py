"""What is accepted outside of games is on a replica too: accounts, tokens, webhooks, plans, bans."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import httpx
import pytest

from schema.accounts import Scope
from service.errors import OperatorError
from service.operations.tokens import grant_token
from service.settings import Settings
from service.store import Store, keys
from service.store.lasting import confirmation, lasts
from tests.support.games import a_game
from tests.support.processes import PATIENCE, eventually
from tests.support.service import FREELY, code, granted, service, sign_up
from tests.unit.service.store.servers import Server, caught_up

pytestmark = pytest.mark.anyio

KEY = {"Idempotency-Key": "once"}
HOOK = {"url": "https://receiver.example/hook", "events": ["game.finished"]}
ACCEPTED = (200, 201, 204, 404)
"""404: what a repeated request should have removed is gone."""


class Change(NamedTuple):
    """A request, and a request that answers with this status once the change has happened."""

    ask: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
    look: Callable[[httpx.AsyncClient, httpx.Response], Awaitable[httpx.Response]]
    shows: int = 200


def _me(client: httpx.AsyncClient, made: httpx.Response) -> Awaitable[httpx.Response]:
    return client.get("/v1/me", headers={"Authorization": f"Bearer {made.json()['token']}"})


async def signing_up(_: httpx.AsyncClient) -> Change:
    return Change(lambda client: client.post("/v1/players", json={"name": "Bea"}), _me)


async def renaming(client: httpx.AsyncClient) -> Change:
    player, own = await sign_up(client)
    return Change(
        lambda client: client.patch("/v1/me", json={"name": "Bea"}, headers=own),
        lambda client, _: client.get(f"/v1/players/{player}"),
    )


async def issuing_a_token(client: httpx.AsyncClient) -> Change:
    _, own = await sign_up(client)
    return Change(lambda client: client.post("/v1/me/tokens", json={}, headers=own | KEY), _me)


async def revoking_a_token(client: httpx.AsyncClient) -> Change:
    _, own = await sign_up(client)
    made = (await client.post("/v1/me/tokens", json={}, headers=own)).json()
    return Change(
        lambda client: client.delete(f"/v1/me/tokens/{made['id']}", headers=own),
        lambda client, _: client.get("/v1/me", headers={"Authorization": f"Bearer {made['token']}"}),
        shows=401,
    )


async def renewing_the_recovery_code(client: httpx.AsyncClient) -> Change:
    player, own = await sign_up(client)

    async def recover(client: httpx.AsyncClient, made: httpx.Response) -> httpx.Response:
        return await client.post("/v1/recover", json={"player": player, "code": made.json()["recovery_code"]})

    return Change(lambda client: client.post("/v1/me/recovery", json={}, headers=own | KEY), recover, 201)


async def recovering(client: httpx.AsyncClient) -> Change:
    made = (await client.post("/v1/players", json={"name": "Bea"})).json()
    body = {"player": made["player"]["id"], "code": made["recovery_code"]}
    return Change(lambda client: client.post("/v1/recover", json=body, headers=KEY), _me)


async def creating_a_webhook(client: httpx.AsyncClient) -> Change:
    _, own = await sign_up(client)
    return Change(
        lambda client: client.post("/v1/webhooks", json=HOOK, headers=own | KEY),
        lambda client, made: client.get(f"/v1/webhooks/{made.json()['id']}", headers=own),
    )


async def deleting_a_webhook(client: httpx.AsyncClient) -> Change:
    _, own = await sign_up(client)
    hook = (await client.post("/v1/webhooks", json=HOOK, headers=own)).json()["id"]
    return Change(
        lambda client: client.delete(f"/v1/webhooks/{hook}", headers=own),
        lambda client, _: client.get(f"/v1/webhooks/{hook}", headers=own),
        shows=404,
    )


async def clearing_a_plan(client: httpx.AsyncClient) -> Change:
    game = await a_game(client)
    due = await game.due()
    (own,) = (headers for headers in game.headers if headers != due)
    body = {"moves": (await game.moves(due))[:1]}
    assert (await client.put(f"{game.path}/plan", json=body, headers=own)).status_code == 200

    async def left(client: httpx.AsyncClient, _: httpx.Response) -> httpx.Response:
        answer = await client.get(f"{game.path}/plan", headers=own)
        assert answer.json()["moves"] == []
        return answer

    return Change(lambda client: client.delete(f"{game.path}/plan", headers=own), left)


async def banning(client: httpx.AsyncClient) -> Change:
    player, own = await sign_up(client)
    admin = await granted(client, (await sign_up(client))[0])
    path = f"/v1/admin/players/{player}/ban"
    return Change(
        lambda client: client.post(path, json={"why": "cheats"}, headers=admin | KEY),
        lambda client, _: client.get("/v1/me", headers=own),
        shows=403,
    )


CHANGES = pytest.mark.parametrize(
    "prepare",
    [
        signing_up,
        renaming,
        issuing_a_token,
        revoking_a_token,
        renewing_the_recovery_code,
        recovering,
        creating_a_webhook,
        deleting_a_webhook,
        clearing_a_plan,
        banning,
    ],
)


@CHANGES
async def test_change_that_no_replica_has_is_not_accepted_not_even_repeated(
    prepare: Callable[[httpx.AsyncClient], Awaitable[Change]],
    primary: Server,
    replica: Server,
    preparing: httpx.AsyncClient,
    waiting: httpx.AsyncClient,
) -> None:
    change = await prepare(preparing)
    eventually(lambda: caught_up(primary, replica))
    replica.command("REPLICAOF", "NO", "ONE")
    for _ in range(2):
        assert code(await change.ask(waiting), 503) == "not_replicated"
    async with service(replica.url, **FREELY) as promoted:
        assert (await change.ask(promoted)).status_code in ACCEPTED


@CHANGES
async def test_accepted_change_survives_the_promotion_of_a_replica(
    prepare: Callable[[httpx.AsyncClient], Awaitable[Change]],
    primary: Server,
    replica: Server,
    preparing: httpx.AsyncClient,
    waiting: httpx.AsyncClient,
) -> None:
    change = await prepare(preparing)
    async with asyncio.timeout(PATIENCE):
        while (accepted := await change.ask(waiting)).status_code == 503:
            assert code(accepted, 503) == "not_replicated"
    primary.kill()
    assert accepted.status_code in ACCEPTED, accepted.text
    replica.command("REPLICAOF", "NO", "ONE")
    async with service(replica.url, **FREELY) as promoted:
        assert (await change.look(promoted, accepted)).status_code == change.shows


async def test_graphql_mutation_that_no_replica_has_answers_unavailable(
    replica: Server, waiting: httpx.AsyncClient
) -> None:
    replica.command("REPLICAOF", "NO", "ONE")
    query = 'mutation { signUp(name: "Bea") { __typename ... on Refusal { code } } }'
    answer = (await waiting.post("/graphql", json={"query": query})).json()
    assert answer["data"]["signUp"] == {"__typename": "Unavailable", "code": "not_replicated"}


async def test_requests_that_store_nothing_do_not_wait_for_replicas(
    replica: Server, preparing: httpx.AsyncClient, waiting: httpx.AsyncClient
) -> None:
    game = await a_game(preparing)
    due = await game.due()
    move = (await game.moves(due))[0]
    replica.command("REPLICAOF", "NO", "ONE")
    tried = await waiting.post(f"{game.path}/moves?dry_run=true", json=move, headers=due)
    assert tried.status_code == 200, tried.text
    assert (await waiting.get(game.path, headers=due)).status_code == 200


async def test_operators_token_is_printed_once_a_replica_has_it(primary: Server, replica: Server) -> None:
    settings = Settings(redis_url=primary.url, wait_replicas=1, wait_timeout_ms=100)
    replica.command("REPLICAOF", "NO", "ONE")
    with pytest.raises(OperatorError, match="not yet confirmed by enough replicas"):
        await asyncio.to_thread(grant_token, settings, "Ada", (Scope.ADMIN,), new=True)


async def test_one_confirmed_write_confirms_all_earlier_ones_of_its_server(
    primary: Server, replica: Server
) -> None:
    store = Store.open(primary.url, wait_replicas=1, wait_ms=int(PATIENCE * 1000))
    try:
        async with store.confirming():
            await store.connection.call("HSET", keys.player("p_1"), "name", "Ada")
        waits = _waits(primary)  # the server knows the script from now on
        async with store.confirming():
            await store.connection.call("HSET", keys.player("p_1"), "name", "Bea")
            await store.connection.call("HSET", keys.token("t_1"), "player", "p_1")
        assert _waits(primary) == waits + 1
        async with store.confirming():
            await store.connection.call("ZADD", keys.player_games("p_1"), 0, "g_1")  # can be rebuilt
        assert _waits(primary) == waits + 1
    finally:
        await store.close()
    eventually(lambda: not list(_of(replica, confirmation(keys.player("p_1")))))


def _waits(server: Server) -> int:
    return int(server.command("INFO", "commandstats").get("cmdstat_wait", {}).get("calls", 0))


def _of(server: Server, pattern: str) -> list[bytes]:
    found: list[bytes] = server.command("KEYS", pattern)
    return found


def test_keys_that_can_be_rebuilt_are_not_waited_for() -> None:
    lasting = (keys.player("p_1"), keys.token("t_1"), keys.head("g_1"), keys.webhook("w_1"), keys.ADMIN_LOG)
    rebuilt = (keys.outbox(1), keys.player_games("p_1"), keys.token_rate("t_1"), keys.names("a"), keys.MONTHS)
    assert all(map(lasts, lasting))
    assert not any(map(lasts, rebuilt))
