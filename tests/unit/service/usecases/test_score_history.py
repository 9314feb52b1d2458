"""Scores over time: `score?at=` and the list of all changes."""

from typing import Any

import httpx
import pytest

from tests.support.games import Table, a_game, a_lobby
from tests.support.service import code


@pytest.fixture
async def game(client: httpx.AsyncClient) -> Table:
    game = await a_game(client)
    await game.play_on(24)
    return game


async def get(game: Table, path: str, **query: Any) -> dict[str, Any]:
    answer = await game.client.get(f"{game.path}/{path}", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_rows_lead_to_the_score_at_every_version(game: Table) -> None:
    scores = await get(game, "scores")
    assert scores["version"] == (await game.read())["version"]
    totals: dict[int, int] = {}
    rows = {row["seq"]: row["seats"] for row in scores["rows"]}
    for version in range(3, scores["version"] + 1):
        totals |= {seat["seat"]: seat["total"] for seat in rows.get(version, ())}
        at = await get(game, "score", at=version)
        assert {seat["seat"]: seat["total"] for seat in at["score"]["seats"]} == totals
        assert at["version"] == version


async def test_rows_have_only_seats_whose_score_changed(game: Table) -> None:
    last: dict[int, Any] = {}
    rows = (await get(game, "scores"))["rows"]
    assert len(rows) > 1
    for row in rows:
        for seat in row["seats"]:
            assert last.get(seat["seat"]) != seat
            assert sum(item["points"] for item in seat["items"]) == seat["total"]
            last[seat["seat"]] = seat


async def test_scores_are_not_sent_again_to_a_caller_who_has_them(game: Table) -> None:
    first = await game.client.get(f"{game.path}/scores")
    tag = {"If-None-Match": first.headers["etag"]}
    assert (await game.client.get(f"{game.path}/scores", headers=tag)).status_code == 304


async def test_lobby_has_no_scores(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client)
    assert code(await client.get(f"{lobby.path}/scores"), 409) == "not_started"


async def test_score_at_an_unknown_version_is_not_found(game: Table) -> None:
    answer = await game.client.get(f"{game.path}/score", params={"at": 9999})
    assert code(answer, 404) == "no_such_version"
