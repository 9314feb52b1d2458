"""Abort by agreement of all, through the API: what everybody sees of it, and what is left in the end."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from service.engine.log_verification import verify_export
from tests.support.games import Table, a_game, a_lobby
from tests.support.graphql import data
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, code, served, sign_up
from tests.support.streams import reading

pytestmark = pytest.mark.anyio


@pytest.fixture
async def streamed(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    with served(redis_url, keep_alive_seconds=30, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            yield client


async def agrees(game: Table, seat: int) -> list[str]:
    """The events of an agreement."""
    answer = await game.client.post(f"{game.path}/abort", headers=game.headers[seat])
    assert answer.status_code == 200, answer.text
    return [event["type"] for event in answer.json()["events"]]


async def test_a_game_ends_without_a_result_when_all_agree(client: httpx.AsyncClient) -> None:
    game = await a_game(client, 3)
    await game.play_on(3)
    assert await agrees(game, 2) == ["abort_agreed"]
    assert await agrees(game, 0) == ["abort_agreed"]
    assert (await game.read())["abort"] == [2, 0]
    assert await agrees(game, 1) == ["abort_agreed", "game_aborted"]
    ended = await game.read()
    assert (ended["status"], ended["ranks"], len(ended["seed"])) == ("cancelled", None, 64)
    assert ended["actor"] == {"seats": [], "automa": None, "scorer": False}
    assert code(await client.post(f"{game.path}/abort", headers=game.headers[0]), 409) == "game_finished"
    listed = (await client.get("/v1/games?status=cancelled")).json()["items"]
    assert [row["id"] for row in listed] == [game.id]


async def test_its_log_is_open_and_proves_everything(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    await game.play_on(5)
    assert (await client.get(f"{game.path}/log")).status_code == 403
    await agrees(game, 0)
    await agrees(game, 1)
    lines = (await client.get(f"{game.path}/log")).content.splitlines()
    verdict = verify_export(lines)
    assert verdict.ok
    assert None not in verdict.checks.values()
    audit = (await client.get(f"{game.path}/audit")).json()
    assert (audit["ok"], set(audit["checks"].values())) == (True, {True})


async def test_it_counts_for_nobody(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    await agrees(game, 0)
    await agrees(game, 1)
    assert (await client.get("/v1/finished")).json()["items"] == []
    assert (await client.get("/v1/leaderboards/bonfire")).json()["items"] == []
    for player in game.players:
        profile = (await client.get(f"/v1/players/{player}")).json()
        assert (profile["ratings"], profile["statistics"]) == ([], [])
    score = (await client.get(f"{game.path}/score")).json()
    assert score["final"] is False


async def test_an_agreement_can_be_taken_back(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    one, other = game.headers
    assert code(await client.delete(f"{game.path}/abort", headers=one), 409) == "not_agreed"
    await agrees(game, 0)
    assert code(await client.post(f"{game.path}/abort", headers=one), 409) == "already_agreed"
    taken = await client.delete(f"{game.path}/abort", headers=one)
    assert taken.json()["events"] == [{"type": "abort_withdrawn", "seats": [0], "reveals": False}]
    assert (await game.read())["abort"] == []
    assert await agrees(game, 1) == ["abort_agreed"]
    assert (await game.read())["status"] == "active"
    assert code(await client.delete(f"{game.path}/abort", headers=one), 409) == "not_agreed"
    assert (await client.delete(f"{game.path}/abort", headers=other)).status_code == 200


async def test_only_players_agree_and_only_in_a_running_game(client: httpx.AsyncClient) -> None:
    lobby, game = await a_lobby(client), await a_game(client)
    _, stranger = await sign_up(client, "Eve")
    assert code(await client.post(f"{lobby.path}/abort", headers=lobby.headers[0]), 409) == "not_started"
    for method in ("POST", "DELETE"):
        assert code(await client.request(method, f"{game.path}/abort", headers=stranger), 403) == "not_seated"
        assert code(await client.request(method, f"{game.path}/abort"), 401) == "token_missing"
    await client.post(f"{game.path}/resign", headers=game.headers[1])
    assert code(await client.post(f"{game.path}/abort", headers=game.headers[1]), 403) == "not_seated"
    assert await agrees(game, 0) == ["abort_agreed", "game_aborted"]


async def test_it_is_no_move_and_an_if_match_from_before_it_is_met(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    due = await game.due()
    before = (await client.get(f"{game.path}/moves", headers=due)).json()
    for method, seat in (("POST", 0), ("DELETE", 0), ("POST", 1)):
        answer = await client.request(method, f"{game.path}/abort", headers=game.headers[seat])
        assert answer.status_code == 200, answer.text
        after = (await client.get(f"{game.path}/moves", headers=due)).json()
        assert {**after, "version": 0} == {**before, "version": 0}
    played = await game.play(due, before["moves"][0], **{"If-Match": f'"{before["version"]}"'})
    assert played["version"] == before["version"] + 4


async def test_a_plan_goes_on_whoever_agrees(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    due = game.headers.index(await game.due())
    waiting = game.headers[1 - due]
    moves = await game.moves(game.headers[due])
    planned = await client.put(f"{game.path}/plan", json={"moves": moves[:1]}, headers=waiting)
    assert planned.status_code == 200, planned.text
    for method in ("POST", "DELETE"):
        await client.request(method, f"{game.path}/abort", headers=waiting)
        kept = (await client.get(f"{game.path}/plan", headers=waiting)).json()
        assert (kept["moves"], kept["dropped"]) == (planned.json()["moves"], None)


async def test_an_agreement_survives_an_undo(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    due = await game.due()
    version = (await game.read())["version"]
    await game.play(due, (await game.moves(due))[0])
    seat = game.headers.index(due)
    await agrees(game, seat)
    undone = await client.post(f"{game.path}/undo", json={"to": version}, headers=due)
    assert undone.json()["events"] == [{"type": "entries_undone", "seqs": [version + 1], "reveals": False}]
    assert (await game.read())["abort"] == [seat]


async def test_everybody_hears_of_it_on_the_stream(streamed: httpx.AsyncClient) -> None:
    game, client = await a_game(streamed), streamed
    async with reading(client, f"{game.path}/stream", after="3", patch="true") as reader:
        await agrees(game, 1)
        told = await reader.next()
        assert told.data["events"] == [{"type": "abort_agreed", "seats": [1], "reveals": False}]
        assert {"op": "add", "path": "/abort/0", "value": 1} in told.data["patch"]
        async with reading(client, "/v1/me/stream", game.headers[1]) as own:
            await own.next()
            await agrees(game, 0)
            assert (await reader.next()).data["events"][1]["type"] == "game_aborted"
            assert (await reader.next()).name == "end"
            news = await own.next()
            assert (news.name, news.data["status"], news.data["due"]) == ("cancelled", "cancelled", False)


async def test_a_solo_game_is_aborted_at_once_but_none_of_the_challenge(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    wish: dict[str, Any] = {"ruleset": "bonfire", "seats": 1, "options": {"auto_start": True}}
    free = (await client.post("/v1/games", json=wish, headers=headers)).json()["id"]
    wish["options"]["challenge"] = "handicap"
    challenge = (await client.post("/v1/games", json=wish, headers=headers)).json()["id"]
    assert (await client.post(f"/v1/games/{free}/abort", headers=headers)).status_code == 200
    refused = await client.post(f"/v1/games/{challenge}/abort", headers=headers)
    assert code(refused, 409) == "challenge_not_aborted"
    await client.post(f"/v1/games/{challenge}/resign", headers=headers)
    assert code(await client.post(f"/v1/games/{challenge}/abort", headers=headers), 403) == "not_seated"


async def test_it_is_done_once_for_its_key(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    keyed = game.headers[0] | {"Idempotency-Key": "k"}
    first, again = [await client.post(f"{game.path}/abort", headers=keyed) for _ in range(2)]
    assert (first.status_code, first.content) == (again.status_code, again.content) == (200, first.content)
    assert (await game.read())["version"] == 4


async def test_abort_over_graphql(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    result = "{ ... on MoveAccepted { events { type } } ... on Refusal { code } }"
    agree = f"mutation ($id: ID!) {{ result: agreeToAbort(gameId: $id) {result} }}"
    withdraw = f"mutation ($id: ID!) {{ result: withdrawAbort(gameId: $id) {result} }}"
    show = "query ($id: ID!) { game(id: $id) { abort status seed } }"
    await data(client, agree, game.headers[0], id=game.id)
    assert (await data(client, show, id=game.id))["game"]["abort"] == [0]
    gone = (await data(client, withdraw, game.headers[0], id=game.id))["result"]
    assert gone == {"events": [{"type": "abort_withdrawn"}]}
    assert (await data(client, withdraw, game.headers[0], id=game.id))["result"] == {"code": "not_agreed"}
    for headers in game.headers:
        await data(client, agree, headers, id=game.id)
    ended = (await data(client, show, id=game.id))["game"]
    assert ended["status"] == "CANCELLED"
    assert len(ended["seed"]) == 64
