"""Phoenix Palace over HTTP: clans in the lobby, random moves to the end, sentences in four languages."""

import random
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import httpx
import pytest

from schema.texts import LANGUAGES
from tests.support.service import FREELY, code, service, sign_up

pytestmark = pytest.mark.anyio
Headers = Mapping[str, str]


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **FREELY) as client:
        yield client


async def opened(client: httpx.AsyncClient, players: Sequence[Headers], **options: object) -> str:
    """A running game of these players; the host plays red."""
    wish = {
        "ruleset": "phoenix",
        "seats": len(players),
        "options": {"auto_start": True, **options},
        "choice": {"clan": "red"},
    }
    made = await client.post("/v1/games", json=wish, headers=players[0])
    assert made.status_code == 201, made.text
    game = str(made.json()["id"])
    for headers in players[1:]:
        taken = await client.post(
            f"/v1/games/{game}/seats",
            json={"choice": {"clan": "red"}},
            headers={**headers, "Accept-Language": "de"},
        )
        assert code(taken, 422) == "clan_taken"
        assert taken.json()["detail"] == "Diesen Clan hat schon jemand gewählt: Rot. Wähle einen anderen."
        joined = await client.post(f"/v1/games/{game}/seats", json={}, headers=headers)
        assert joined.status_code == 200, joined.text
    return game


async def played(client: httpx.AsyncClient, game: str, players: Sequence[Headers]) -> None:
    """Random moves until nobody can move any more."""
    rng = random.Random(5)
    moved = True
    while moved:
        moved = False
        for headers in players:
            moves = (await client.get(f"/v1/games/{game}/moves", headers=headers)).json()["moves"]
            if moves:
                answer = await client.post(f"/v1/games/{game}/moves", json=rng.choice(moves), headers=headers)
                assert answer.status_code == 200, answer.text
                moved = True


async def read(client: httpx.AsyncClient, game: str, headers: Headers, lang: str) -> list[str]:
    """All sentences about a game."""
    told: list[str] = []
    page: dict[str, Any] = {"next": None}
    while True:
        wish = {
            "text": "true",
            "lang": lang,
            "first": "100",
            **({"after": page["next"]} if page["next"] else {}),
        }
        page = (await client.get(f"/v1/games/{game}/events", params=wish, headers=headers)).json()
        told += [sentence for entry in page["items"] for sentence in entry["text"]]
        if not page["next"]:
            return told


@pytest.mark.parametrize(
    "seats, options",
    [(2, {}), (4, {"mode": "team", "palace_alt": True, "asymmetric": True, "dragon": True})],
    ids=["standard", "team with every variant"],
)
async def test_game_is_played_to_its_end_and_can_be_read(
    client: httpx.AsyncClient, seats: int, options: dict[str, object]
) -> None:
    players = [(await sign_up(client, f"Player {number}"))[1] for number in range(seats)]
    game = await opened(client, players, **options)
    await played(client, game, players)
    assert (await client.get(f"/v1/games/{game}", headers=players[0])).json()["status"] == "scoring"
    counts = set()
    for lang in LANGUAGES:
        told = await read(client, game, players[-1], lang)
        counts.add(len(told))
        assert not [each for each in told if re.search(r"[{}?|@#_]|  |\.\.|None|[^.]$", each)]
    assert len(counts) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_catalogue_has_names_and_texts_for_everything(client: httpx.AsyncClient, lang: str) -> None:
    answer = (await client.get("/v1/rulesets/phoenix", params={"lang": lang})).json()
    things = [*answer["components"], *answer["moves"], *answer["options"], *answer["words"]]
    things += [field for move in answer["moves"] for field in move["fields"]]
    assert len(answer["components"]) > 200
    assert not [thing for thing in things if not thing["name"] or not thing["text"].endswith(".")]
    assert {"gates.1", "moon:0", "village:7", "foreseen:pile"} <= answer["printed"]["spots"].keys()
