"""A game that `EMBERLOG_GAMES` names is served like the shipped ones, by REST and GraphQL alike."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.support.clashing import with_games
from tests.support.graphql import data
from tests.support.service import FREELY, code, service, sign_up

pytestmark = pytest.mark.anyio

PLAYED = """mutation ($game: ID!) { playMove(gameId: $game, move: {toy: {add: {n: 3}}}) {
  __typename ... on MoveAccepted { version events { type ... on ToyAdded { seat n } }
                                   game { view { ... on ToyView { totals } } } } } }"""


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    with with_games():
        async with service(redis_url, games="tests.support.toy:TOY", **FREELY) as client:
            yield client


async def test_game_is_listed_and_described(client: httpx.AsyncClient) -> None:
    rows = (await client.get("/v1/rulesets")).json()["items"]
    assert "toy" in [row["name"] for row in rows]
    schemas = (await client.get("/openapi.json")).json()["components"]["schemas"]
    assert {"ToyAdd", "ToyAdded", "ToyView", "ToyCode"} <= schemas.keys()
    assert "ToyAdded" in (await client.get("/asyncapi.json")).json()["components"]["schemas"]


async def test_game_is_played_over_rest_and_graphql(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client, "Ada")
    wish = {"ruleset": "toy", "seats": 1, "options": {"auto_start": True}}
    made = await client.post("/v1/games", json=wish, headers=headers)
    assert made.status_code == 201, made.text
    game = made.json()["id"]
    moves = (await client.get(f"/v1/games/{game}/moves", headers=headers)).json()["moves"]
    assert {"type": "add", "n": 1} in moves
    played = await client.post(f"/v1/games/{game}/moves", json={"type": "add", "n": 2}, headers=headers)
    assert played.status_code == 200, played.text
    answer = (await data(client, PLAYED, headers, game=game))["playMove"]
    assert answer["events"] == [{"type": "added", "seat": 0, "n": 3}]
    assert answer["game"]["view"]["totals"][0] == 5


async def test_ladder_of_a_game_without_handicap_mode_is_not_found(client: httpx.AsyncClient) -> None:
    player, _ = await sign_up(client, "Ada")
    path = f"/v1/players/{player}/handicap"
    assert (await client.get(path)).json()["handicap"] == -10
    assert (await client.get(path, params={"ruleset": "bonfire"})).json()["handicap"] == -10
    for ruleset in ("toy", "chess"):
        assert code(await client.get(path, params={"ruleset": ruleset}), 404) == "not_found"
