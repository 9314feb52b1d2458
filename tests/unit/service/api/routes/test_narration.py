"""A game in words: entries, answers to moves, streams and the score, in the reader's language."""

from typing import Any

import httpx
import pytest

from schema.texts import LANGUAGES
from tests.support.games import Table, a_game
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, code, served
from tests.support.streams import reading

pytestmark = pytest.mark.anyio

BEGINS = {
    "en": "The game starts with 2 seats.",
    "de": "Die Partie beginnt mit 2 Plätzen.",
    "nl": "Het spel begint met 2 plaatsen.",
    "fr": "La partie commence avec 2 places.",
}


@pytest.fixture
async def game(client: httpx.AsyncClient) -> Table:
    return await a_game(client)


async def entries(game: Table, query: str = "", **headers: str) -> list[dict[str, Any]]:
    answer = await game.client.get(f"{game.path}/events{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_entries_are_told_in_the_language_of_their_reader(game: Table, lang: str) -> None:
    *_, named = await entries(game, f"?text=true&lang={lang}", **{"Accept-Language": "pt"})
    *_, liked = await entries(game, "?text=true", **{"Accept-Language": f"pt, {lang};q=0.5"})
    assert named["text"] == liked["text"]
    assert named["text"][0] == BEGINS[lang]
    assert len(named["text"]) > 10


async def test_only_who_asks_gets_sentences(game: Table) -> None:
    assert all("text" not in entry for entry in await entries(game))
    assert all("text" not in entry for entry in await entries(game, "?text=false&lang=de"))
    assert all(entry["text"] for entry in await entries(game, "?text=true"))


async def test_seats_are_called_by_their_colour(game: Table) -> None:
    colors = [city["color"].capitalize() for city in (await game.read())["view"]["cities"]]
    *_, started = await entries(game, "?text=true")
    assert f"The order of play: {', '.join(colors)}." in started["text"]
    assert started["text"][-1] == f"Turn 1: it is {colors[0]}’s turn."


async def test_lines_of_json_are_told_too(game: Table) -> None:
    headers = {"Accept": "application/x-ndjson", "Accept-Language": "nl"}
    answer = await game.client.get(f"{game.path}/events?text=true", headers=headers)
    assert BEGINS["nl"] in answer.text


async def test_a_move_is_answered_in_words(game: Table) -> None:
    headers = game.headers[0]
    swapped = await game.play(headers, {"type": "choose_start_fate_tile", "swap": False})
    assert "text" not in swapped
    move = {"type": "choose_start_fate_tile", "rotation": 0}
    answer = await game.client.post(f"{game.path}/moves?text=true&lang=de", json=move, headers=headers)
    assert answer.status_code == 200, answer.text
    laid, first, second, *_ = answer.json()["text"]
    assert laid.endswith(" in die Mitte des Schicksalsfeldes.")
    assert all("(zum Start, BF-S21)" in sentence for sentence in (first, second))
    (listed,) = await entries(game, f"?text=true&lang=de&after={answer.json()['version'] - 1}")
    assert listed["text"] == answer.json()["text"]


async def test_a_stream_is_told_from_the_log_and_live(redis_url: str) -> None:
    with served(redis_url, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            game = await a_game(client)
            path = f"{game.path}/stream"
            async with reading(client, path, text="true", lang="fr", after="2") as reader:
                (was,) = await reader.take(1)
                assert was.data["text"][0] == BEGINS["fr"]
                await game.play_on(2)
                comes = await reader.take(2)
            told = [entry["text"] for entry in await entries(game, "?text=true&lang=fr&after=3")]
            assert [each.data["text"] for each in comes] == told


async def test_the_score_is_explained(game: Table) -> None:
    answer = await game.client.get(f"{game.path}/score", headers={"Accept-Language": "de"})
    assert answer.headers["content-language"] == "de"
    item = answer.json()["score"]["seats"][0]["items"][1]
    assert item == {
        "item": "bonfires",
        "rule": "BF-FS1",
        "points": 0,
        "counted": [],
        "name": "Bonfire",
        "text": "Kein Bonfire ist entfacht.",
    }
    french = await game.client.get(f"{game.path}/score?lang=fr", headers={"Accept-Language": "de"})
    assert french.json()["score"]["seats"][0]["items"][1]["text"] == "Aucun Brasier n’est ravivé."


async def test_a_strange_wish_is_malformed(game: Table) -> None:
    assert code(await game.client.get(f"{game.path}/events?text=perhaps"), 400) == "malformed"
    assert code(await game.client.get(f"{game.path}/score?lang={'x' * 36}"), 400) == "malformed"
