"""Nonces by commit and reveal through the API: what players, readers and auditors see of them."""

from typing import Any

import httpx
import pytest

from domain.kernel.dice import nonce_hash
from service.engine.log_verification import verify_export
from tests.support.games import Table
from tests.support.graphql import data
from tests.support.jobs import job_runner, run_job
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, code, served, sign_up
from tests.support.streams import reading

pytestmark = pytest.mark.anyio


async def asked(table: Table, seat: int, path: str, **wish: Any) -> dict[str, Any]:
    answer = await table.client.post(f"{table.path}/{path}", json=wish, headers=table.headers[seat])
    assert answer.status_code == 200, answer.text
    played: dict[str, Any] = answer.json()
    return played


async def open_lobby(client: httpx.AsyncClient, seats: int = 2) -> Table:
    """A lobby in which only its host sits."""
    ada, header = await sign_up(client)
    made = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": seats}, headers=header)
    return Table(client, made.json()["id"], [ada], [header])


async def closed(client: httpx.AsyncClient) -> Table:
    """A lobby of two that waits for the nonces of both."""
    lobby = await open_lobby(client)
    ben, header = await sign_up(client, "Ben")
    table = Table(client, lobby.id, [*lobby.players, ben], [*lobby.headers, header])
    await asked(table, 1, "seats", nonce_hash=nonce_hash("of-ben"))
    await asked(table, 0, "start", nonce_hash=nonce_hash("of-ada"))
    return table


async def test_the_game_starts_when_the_last_nonce_is_revealed(client: httpx.AsyncClient) -> None:
    table = await closed(client)
    waiting = await table.read()
    assert (waiting["status"], waiting["nonces_due"], waiting["view"]) == ("lobby", [0, 1], None)
    wrong = await client.post(f"{table.path}/nonce", json={"nonce": "other"}, headers=table.headers[0])
    assert code(wrong, 422) == "nonce_differs"
    first = await asked(table, 0, "nonce", nonce="of-ada")
    assert [event["type"] for event in first["events"]] == ["nonce_revealed"]
    assert (await table.read())["nonces_due"] == [1]
    last = await asked(table, 1, "nonce", nonce="of-ben")
    assert [event["type"] for event in last["events"]][:2] == ["nonce_revealed", "game_started"]
    started = await table.read()
    assert (started["status"], started["nonces_due"]) == ("active", [])


async def test_audit_lists_the_nonces_in_the_dice_and_how_they_were_given(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    lobby = await open_lobby(client, 3)
    joined = [await sign_up(client, name) for name in ("Ben", "Cleo")]
    players = [*lobby.players, *(player for player, _ in joined)]
    table = Table(client, lobby.id, players, [*lobby.headers, *(header for _, header in joined)])
    await asked(table, 1, "seats", nonce_hash=nonce_hash("of-ben"))
    await asked(table, 2, "seats")
    await asked(table, 0, "start", nonce="of-ada")
    await asked(table, 1, "nonce", nonce="of-ben")
    expected = [
        {"place": 0, "player": players[0], "given": "open"},
        {"place": 1, "player": players[1], "given": "committed"},
    ]
    audit = (await client.get(f"{table.path}/audit")).json()
    assert (audit["verdict"], audit["nonces"]) == ("ok", expected)
    for header in table.headers:
        await client.post(f"{table.path}/resign", headers=header)
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", table.id)
    verdict = verify_export((await client.get(f"{table.path}/log")).content.splitlines(keepends=True))
    assert verdict.ok, verdict.difference
    assert [nonce.player for nonce in verdict.nonces] == players[:2]


async def test_a_closed_lobby_that_is_cancelled_publishes_seed_and_log(client: httpx.AsyncClient) -> None:
    table = await closed(client)
    assert (await client.delete(table.path, headers=table.headers[0])).status_code == 200
    ended = await table.read()
    assert (ended["status"], len(ended["seed"])) == ("cancelled", 64)
    verdict = verify_export((await client.get(f"{table.path}/log")).content.splitlines(keepends=True))
    assert (verdict.ok, verdict.nonces) == (True, ())
    fork = await client.post(f"{table.path}/fork", json={"at": 1}, headers=table.headers[0])
    assert code(fork, 409) == "fork_unfinished"


async def test_players_are_notified_that_their_nonce_is_due(redis_url: str) -> None:
    with served(redis_url, keep_alive_seconds=30, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            lobby = await open_lobby(client)
            _, ben = await sign_up(client, "Ben")
            async with reading(client, "/v1/me/stream", ben) as reader:
                wish = {"nonce_hash": nonce_hash("of-ben")}
                await client.post(f"{lobby.path}/seats", json=wish, headers=ben)
                await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
                while (told := await reader.next()).name != "nonce_due":
                    pass
                assert (told.data["game"], told.data["status"]) == (lobby.id, "lobby")


async def test_nonces_are_committed_and_revealed_over_graphql(client: httpx.AsyncClient) -> None:
    lobby = await open_lobby(client)
    _, ben = await sign_up(client, "Ben")
    accepted = "{ ... on MoveAccepted { events { type } game { noncesDue } } ... on Refusal { code } }"
    join = f"mutation ($id: ID!, $hash: String) {{ r: joinGame(gameId: $id, nonceHash: $hash) {accepted} }}"
    await data(client, join, ben, id=lobby.id, hash=nonce_hash("of-ben"))
    start = f"mutation ($id: ID!) {{ r: startGame(gameId: $id) {accepted} }}"
    closing = (await data(client, start, lobby.headers[0], id=lobby.id))["r"]
    assert closing == {"events": [{"type": "lobby_closed"}], "game": {"noncesDue": [1]}}
    reveal = (
        f"mutation ($id: ID!, $nonce: String!) {{ r: revealNonce(gameId: $id, nonce: $nonce) {accepted} }}"
    )
    assert (await data(client, reveal, ben, id=lobby.id, nonce="x"))["r"] == {"code": "nonce_differs"}
    started = (await data(client, reveal, ben, id=lobby.id, nonce="of-ben"))["r"]
    assert started["events"][1] == {"type": "game_started"}


@pytest.mark.parametrize("wish", ["", "abc", "g" * 64, "A" * 64, nonce_hash("a") + "0"])
async def test_a_nonce_hash_is_64_hexadecimal_digits(client: httpx.AsyncClient, wish: str) -> None:
    lobby = await open_lobby(client)
    _, ben = await sign_up(client, "Ben")
    answer = await client.post(f"{lobby.path}/seats", json={"nonce_hash": wish}, headers=ben)
    assert code(answer, 400) == "malformed"


async def test_host_seated_by_an_automatic_start_commits_when_creating(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    ada, header = await sign_up(client)
    body = {
        "ruleset": "bonfire",
        "seats": ["me", "bot:random"],
        "options": {"auto_start": True},
        "nonce_hash": nonce_hash("of-ada"),
    }
    made = (await client.post("/v1/games", json=body, headers=header)).json()
    assert (made["status"], made["nonces_due"]) == ("lobby", [0])
    table = Table(client, made["id"], [ada], [header])
    last = await asked(table, 0, "nonce", nonce="of-ada")
    assert [event["type"] for event in last["events"]][:2] == ["nonce_revealed", "game_started"]
    assert (await client.get(f"{table.path}/audit")).json()["nonces"] == [
        {"place": 0, "player": ada, "given": "committed"}
    ]


async def test_graphql_host_commits_when_creating(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    query = """mutation ($hash: String) {
      createGame(
        options: {bonfire: {autoStart: true}}, seats: {places: ["me", "bot:random"]}, nonceHash: $hash
      ) { ... on Game { status noncesDue } }
    }"""
    made = await data(client, query, header, hash=nonce_hash("of-ada"))
    assert made["createGame"] == {"status": "LOBBY", "noncesDue": [0]}
