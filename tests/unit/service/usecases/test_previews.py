"""What a client can ask about moves before one is played: labels, targets, prices, refusals and outcomes."""

from typing import Any

import httpx
import pytest

from tests.support.games import Table, a_game
from tests.support.service import code, service

KEEP = {"type": "choose_start_fate_tile", "swap": False, "rotation": 0}


@pytest.fixture
async def game(client: httpx.AsyncClient) -> Table:
    return await a_game(client)


async def about(game: Table, lang: str = "en") -> dict[str, Any]:
    listed: dict[str, Any] = (
        await game.client.get(
            f"{game.path}/moves", params={"about": "true", "lang": lang}, headers=await game.due()
        )
    ).json()
    return listed


async def tried(game: Table, *moves: Any) -> list[dict[str, Any]]:
    body = {"moves": list(moves)}
    answer = await game.client.post(f"{game.path}/moves/try", json=body, headers=await game.due())
    assert answer.status_code == 200, answer.text
    outcomes: list[dict[str, Any]] = answer.json()["outcomes"]
    return outcomes


async def test_moves_without_about_are_plain(game: Table) -> None:
    listed = (await game.client.get(f"{game.path}/moves", headers=await game.due())).json()
    assert "about" not in listed
    assert "closed" not in listed


async def test_each_move_has_a_label_in_the_callers_language(game: Table) -> None:
    assert [each["label"] for each in (await about(game))["about"]] == [
        "Choose the first fate tile: Exchange: No",
        "Choose the first fate tile: Exchange: Yes",
    ]
    labels = {lang: (await about(game, lang))["about"][0]["label"] for lang in ("de", "nl", "fr")}
    assert len(set(labels.values())) == 3


async def test_every_other_type_of_move_has_its_refusal(game: Table) -> None:
    listed = await about(game)
    closed = {each["type"]: each for each in listed["closed"]}
    assert {move["type"] for move in listed["moves"]}.isdisjoint(closed)
    assert len(closed) == 17
    assert (closed["end_turn"]["code"], closed["end_turn"]["rule"]) == ("wrong_step", "BF-T3")
    assert closed["end_turn"]["message"]


async def test_listed_voyages_have_targets_and_prices(game: Table) -> None:
    listed = await about(game)
    while not any(move["type"] == "move_ship" for move in listed["moves"]):
        await game.play(await game.due(), listed["moves"][-1])
        listed = await about(game)
    voyages = [
        (move, told) for move, told in zip(listed["moves"], listed["about"]) if move["type"] == "move_ship"
    ]
    assert voyages
    for move, told in voyages:
        assert told["targets"] == [{"kind": "island", "id": move["to"]}]
        assert [(token["kind"], token["id"]) for token in told["price"]] == [("tile", "ship")]


async def test_tries_give_the_outcome_of_each_move_and_store_nothing(game: Table) -> None:
    kept, refused = await tried(game, KEEP, {"type": "end_turn"})
    assert (kept["complete"], kept["stopped"], kept["refusal"]) == (True, False, None)
    assert kept["gained"]
    assert {token["kind"] for token in kept["gained"]} <= {"tile", "resource"}
    assert refused["refusal"]["code"] == "wrong_step"
    assert (await game.read())["version"] == 3


async def test_tried_tokens_are_what_the_move_really_changes(game: Table) -> None:
    seat = (await game.read())["actor"]["seats"][0]
    before = (await game.read())["view"]["cities"][seat]
    [outcome] = await tried(game, KEEP)
    await game.play(await game.due(), KEEP)
    after = (await game.read())["view"]["cities"][seat]
    for token in outcome["gained"]:
        held = {"tile": "tiles", "resource": "resources"}[token["kind"]]
        assert after[held][token["id"]] - before[held][token["id"]] == token["count"]


async def test_eight_tried_moves_count_as_one_call(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.001, rate_burst=100, signup_rate=0) as client:
        game = await a_game(client)
        headers = await game.due()
        answers = [
            await client.post(f"{game.path}/moves/try", json={"moves": [KEEP] * count}, headers=headers)
            for count in (1, 64)
        ]
        one, most = (int(answer.headers["ratelimit-remaining"]) for answer in answers)
        assert one - most == 8


async def test_at_most_64_moves_can_be_tried_at_once(game: Table) -> None:
    body = {"moves": [KEEP] * 65}
    answer = await game.client.post(f"{game.path}/moves/try", json=body, headers=await game.due())
    assert code(answer, 400) == "malformed"


async def test_only_players_can_try_moves(game: Table) -> None:
    answer = await game.client.post(f"{game.path}/moves/try", json={"moves": [KEEP]})
    assert answer.status_code == 401
