"""What players choose in the lobby, through the API, and what a ruleset without choices answers."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec import UNSET

from domain.kernel.errors import Rejected
from domain.kernel.lobby import ChoiceChanged, CreateGame
from schema.answers import PlayedAnswer
from service.engine.commands import CommandRequest
from service.errors import Malformed
from service.store.ids import new_id
from service.usecases.games import GameCall, Games, WithNonce
from tests.support.clashing import with_games
from tests.support.games import a_lobby
from tests.support.service import code, sign_up
from tests.support.tables import SEED, House
from tests.support.toy import TOY, ToyChoice, ToyOptions

pytestmark = pytest.mark.anyio
RED, BLUE = {"colour": "red"}, {"colour": "blue"}


@pytest.fixture(autouse=True)
def _toy_can_be_played() -> Iterator[None]:
    with with_games(TOY):
        yield


async def created(client: httpx.AsyncClient, **more: Any) -> tuple[str, dict[str, str]]:
    """A lobby of two, and its host's headers."""
    _, headers = await sign_up(client, "Ada")
    answer = await client.post("/v1/games", json={"ruleset": "toy", "seats": 2, **more}, headers=headers)
    assert answer.status_code == 201, answer.text
    return f"/v1/games/{answer.json()['id']}", headers


async def chosen(client: httpx.AsyncClient, path: str) -> list[Any]:
    return [seat.get("choice") for seat in (await client.get(path)).json()["seats"]]


async def test_choices_are_made_when_creating_and_joining_a_game(client: httpx.AsyncClient) -> None:
    path, _ = await created(client, choice=RED)
    _, bens = await sign_up(client, "Ben")
    assert code(await client.post(f"{path}/seats", json={"choice": RED}, headers=bens), 422) == "colour_taken"
    joined = await client.post(f"{path}/seats", json={"choice": BLUE, "nonce": "b"}, headers=bens)
    assert joined.json()["events"][0]["choice"] == BLUE
    assert await chosen(client, path) == [RED, BLUE]


async def test_seats_of_the_running_game_show_the_choices_of_their_players(
    client: httpx.AsyncClient,
) -> None:
    path, adas = await created(client, choice=RED)
    _, bens = await sign_up(client, "Ben")
    await client.post(f"{path}/seats", json={"choice": BLUE}, headers=bens)
    await client.post(f"{path}/start", headers=adas)
    assert await chosen(client, path) == [BLUE, RED]


async def test_lists_of_games_do_not_show_choices(client: httpx.AsyncClient) -> None:
    _, headers = await created(client, choice=RED)
    (row,) = (await client.get("/v1/games", headers=headers)).json()["items"]
    assert "choice" not in row["seats"][0]


@pytest.mark.parametrize("choice", [{}, {"colour": 1}, {"color": "red"}, "red", None])
async def test_malformed_choice_returns_400_with_its_path(client: httpx.AsyncClient, choice: Any) -> None:
    _, headers = await sign_up(client, "Ada")
    wish = {"ruleset": "toy", "seats": 2, "choice": choice}
    refused = await client.post("/v1/games", json=wish, headers=headers)
    assert code(refused, 400) == "malformed"
    assert refused.json()["details"]["where"].startswith("$.choice")


async def test_ruleset_without_choices_refuses_one(client: httpx.AsyncClient) -> None:
    table = await a_lobby(client)
    _, headers = await sign_up(client, "Eve")
    refused = await client.post(f"{table.path}/seats", json={"choice": RED}, headers=headers)
    assert code(refused, 422) == "choice_not_offered"
    wish = {"ruleset": "bonfire", "seats": 2, "choice": RED}
    assert code(await client.post("/v1/games", json=wish, headers=headers), 422) == "choice_not_offered"


async def test_choice_can_be_changed_and_withdrawn_in_the_lobby(home: House) -> None:
    game = new_id("g")
    create = CreateGame(game, ToyOptions(), ("me", "open"), choice=ToyChoice("red"))
    await home.commands.create(TOY, game, CommandRequest(actor="p_1", command=create), SEED)
    games = Games(home.game_cache, home.commands, home.players, rematches=home.rematches, quotas=home.quotas)
    await games.join(game, GameCall(player="p_2", request="r"), WithNonce(), BLUE)
    with pytest.raises(Rejected, match="colour_taken"):
        await games.change_choice(game, GameCall(player="p_2", request="r"), RED)
    changed = await games.change_choice(game, GameCall(player="p_1", request="r"), {"colour": "green"})
    assert changed == PlayedAnswer(3, (ChoiceChanged(0, ToyChoice("green")),))
    await games.change_choice(game, GameCall(player="p_2", request="r"), None)
    seats = (await games.read(game, "p_1")).seats
    assert [seat.choice for seat in seats] == [ToyChoice("green"), UNSET]
    with pytest.raises(Malformed):
        await games.change_choice(game, GameCall(player="p_2", request="r"), {"colour": 7})


async def test_choice_is_changed_over_http_in_a_game_registered_after_the_start(
    client: httpx.AsyncClient,
) -> None:
    path, headers = await created(client, choice=RED)
    changed = await client.put(f"{path}/seats/me/choice", json={"choice": BLUE}, headers=headers)
    assert changed.status_code == 200, changed.text
    assert await chosen(client, path) == [BLUE, None]


async def test_changing_a_choice_is_documented_while_a_game_offers_one(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    assert "/v1/games/{game_id}/seats/me/choice" in document["paths"]
    assert "LobbyChoice" in document["components"]["schemas"]
