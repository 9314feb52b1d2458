"""One round trip for each click: a move answers with the patch of the game and the next moves."""

from typing import Any

import httpx
import jsonpatch
import pytest

from domain.games import RULESETS
from tests.support.games import Table, a_game
from tests.support.graphql import data


async def clicked(
    game: Table, headers: dict[str, str], move: dict[str, Any], path: str = "moves", **query: Any
) -> dict[str, Any]:
    answer = await game.client.post(
        f"{game.path}/{path}", json=move, params={"next": "true", **query}, headers=headers
    )
    assert answer.status_code == 200, answer.text
    played: dict[str, Any] = answer.json()
    return played


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_click_after_click_needs_nothing_but_the_answers(
    client: httpx.AsyncClient, ruleset: str
) -> None:
    game = await a_game(client, ruleset=ruleset)
    headers = await game.due()
    seen = await game.read(headers)
    moves = (await client.get(f"{game.path}/moves", params={"about": "true"}, headers=headers)).json()
    while moves["moves"] and seen["version"] < 16:
        played = await clicked(game, headers, moves["moves"][0])
        seen, moves = jsonpatch.apply_patch(seen, played["patch"]), played["next"]
        assert seen == await game.read(headers)
        listed = await client.get(f"{game.path}/moves", params={"about": "true"}, headers=headers)
        assert moves == listed.json()
        progress = (await client.get(f"{game.path}/progress", headers=headers)).json()
        assert played["progress"] == progress["items"]
    assert seen["version"] > 4


async def test_undo_answers_in_the_same_way(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    headers = await game.due()
    first = (await game.moves(headers))[0]
    played = await clicked(game, headers, first)
    seen = await game.read(headers)
    undone = await clicked(game, headers, {}, "undo", lang="de")
    assert jsonpatch.apply_patch(seen, undone["patch"]) == await game.read(headers)
    assert undone["next"]["moves"][0] == first
    assert undone["next"]["version"] == undone["version"] == played["version"] + 1


async def test_repeated_request_has_the_patch_of_its_entry_and_the_moves_of_now(
    client: httpx.AsyncClient,
) -> None:
    game = await a_game(client)
    headers = await game.due()
    key = {**headers, "Idempotency-Key": "click"}
    move = (await game.moves(headers))[0]
    first = await clicked(game, key, move)
    await game.play(headers, first["next"]["moves"][0])
    again = await clicked(game, key, move)
    assert (again["version"], again["patch"]) == (first["version"], first["patch"])
    assert again["next"]["version"] == first["version"] + 1


async def test_answer_without_next_is_as_before(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    headers = await game.due()
    played = await game.play(headers, (await game.moves(headers))[0])
    assert played.keys() == {"version", "events"}


async def test_graphql_mutation_answers_with_the_next_moves_too(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    headers = await game.due()
    query = """mutation ($id: ID!) {
      playMove(gameId: $id, move: {bonfire: {chooseStartFateTile: {swap: false}}}) {
        ... on MoveAccepted { version game { version moves { moves { input } about { label } } } }
      }
    }"""
    played = (await data(client, query, headers, id=game.id))["playMove"]
    assert played["version"] == played["game"]["version"]
    assert len(played["game"]["moves"]["about"]) == len(played["game"]["moves"]["moves"]) > 0
