"""Who was late comes back through the API, whoever is to move, and sees where bots stand in."""

from typing import Any

import httpx
import pytest

from tests.support.games import Table, a_game, a_lobby
from tests.support.graphql import data
from tests.support.jobs import job_runner, run_job, run_until_idle
from tests.support.service import code, sign_up

pytestmark = pytest.mark.anyio

PAST = "2026-01-01T00:00:00.000Z"


@pytest.fixture
async def game(client: httpx.AsyncClient, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Table:
    """The first seat was late, a bot has played its turn, and the second is due."""
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: PAST)
        game = await a_game(client, clock={"days": 1})
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "clock", game.id) == "done"
        await run_until_idle(worker, "automa", game.id)
    assert (await game.read())["actor"]["seats"] == [1]
    return game


async def returns(game: Table, seat: int, **headers: str) -> httpx.Response:
    return await game.client.post(f"{game.path}/return", headers={**game.headers[seat], **headers})


async def stand_ins(game: Table) -> list[Any]:
    return [seat["stand_in"] for seat in (await game.read())["seats"]]


async def test_absent_player_returns_during_another_players_turn(game: Table) -> None:
    assert await stand_ins(game) == ["greedy", None]
    (row,) = (await game.client.get("/v1/games?status=active")).json()["items"]
    assert [seat["stand_in"] for seat in row["seats"]] == ["greedy", None]
    answer = await returns(game, 0, **{"Idempotency-Key": "k"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["events"] == [{"type": "seat_taken_back", "seat": 0, "reveals": False}]
    assert await stand_ins(game) == [None, None]
    assert (await returns(game, 0, **{"Idempotency-Key": "k"})).json() == answer.json()
    assert code(await returns(game, 0), 409) == "not_absent"


async def test_return_of_a_player_keeps_the_undo_of_others(game: Table) -> None:
    due = game.headers[1]
    before = (await game.client.get(f"{game.path}/moves", headers=due)).json()
    await game.play(due, before["moves"][0])
    assert (await returns(game, 0)).status_code == 200
    moves = (await game.client.get(f"{game.path}/moves", headers=due)).json()
    assert moves["undo"] == before["version"]
    met = await game.client.post(f"{game.path}/undo", headers={**due, "If-Match": f'"{moves["since"]}"'})
    assert met.status_code == 200, met.text
    assert (await game.client.get(f"{game.path}/audit")).json()["ok"]


async def test_return_of_a_player_does_not_end_a_plan(game: Table) -> None:
    plan = {"moves": [{"type": "end_turn"}]}
    headers = game.headers[0]
    assert (await game.client.put(f"{game.path}/plan", json=plan, headers=headers)).status_code == 200
    assert (await returns(game, 0)).status_code == 200
    assert (await game.client.get(f"{game.path}/plan", headers=headers)).json()["moves"] == plan["moves"]


async def test_only_an_absent_player_of_a_running_game_can_return(
    client: httpx.AsyncClient, game: Table
) -> None:
    _, stranger = await sign_up(client, "Eve")
    lobby = await a_lobby(client)
    assert code(await returns(game, 1), 409) == "not_absent"
    assert code(await client.post(f"{game.path}/return", headers=stranger), 403) == "not_seated"
    assert code(await client.post(f"{game.path}/return"), 401) == "token_missing"
    assert code(await returns(lobby, 0), 409) == "not_started"
    await client.post(f"{game.path}/resign", headers=game.headers[0])
    assert code(await returns(game, 0), 403) == "not_seated"


async def test_player_returns_over_graphql(game: Table) -> None:
    query = "query ($id: ID!) { game(id: $id) { seats { standIn } } }"
    back = (
        "mutation ($id: ID!) { result: comeBack(gameId: $id)"
        " { ... on MoveAccepted { events { type } } ... on Refusal { code } } }"
    )
    seen = (await data(game.client, query, id=game.id))["game"]["seats"]
    assert seen == [{"standIn": "greedy"}, {"standIn": None}]
    first, again = [(await data(game.client, back, game.headers[0], id=game.id))["result"] for _ in range(2)]
    assert first == {"events": [{"type": "seat_taken_back"}]}
    assert again == {"code": "not_absent"}
