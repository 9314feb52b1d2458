"""Rematches through the API: who may ask, what is carried over, and that there is never a second one."""

import asyncio
from typing import Any

import httpx
import pytest

from domain.bonfire.state import BonfireOptions
from domain.kernel.actors import SCORER
from domain.kernel.game import ScoreGame
from domain.kernel.table import AnyTable, Place
from domain.kernel.table import Table as KernelTable
from service.projections.rebuild import rebuild
from service.store import keys
from service.store.ids import new_id
from service.usecases.rematches import Rematches, places_again
from tests.support.games import Table, a_game, a_lobby
from tests.support.graphql import data
from tests.support.service import code, sign_up
from tests.support.tables import house

pytestmark = pytest.mark.anyio


async def aborted(client: httpx.AsyncClient, seats: int = 2, **options: Any) -> Table:
    """A game that is over, by agreement."""
    game = await a_game(client, seats, **options)
    for headers in game.headers:
        await client.post(f"{game.path}/abort", headers=headers)
    return game


async def finished(client: httpx.AsyncClient, redis_url: str, game: Table) -> Table:
    """The game, given up by all and scored."""
    for headers in game.headers:
        await client.post(f"{game.path}/resign", headers=headers)
    async with house(redis_url) as home:
        await home.ask(game.id, SCORER, ScoreGame())
    return game


async def asks(game: Table, seat: int) -> dict[str, Any]:
    """The rematch that the holder of a seat gets."""
    answer = await game.client.post(f"{game.path}/rematch", headers=game.headers[seat])
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"/v1/games/{answer.json()['id']}"
    again: dict[str, Any] = answer.json()
    return again


async def test_first_request_opens_the_rematch_and_the_others_take_their_places(
    client: httpx.AsyncClient,
) -> None:
    game = await aborted(client, 3, mixed_task_colors=True, clock={"days": 2}, unlisted=True)
    places = (await game.read(at=3))["seats"]
    again = await asks(game, 1)
    assert (again["status"], again["version"], again["host"]) == ("lobby", 1, game.players[1])
    assert again["rematch_of"] == game.id
    for before, now in zip(places, again["seats"]):
        own = before["player"] == game.players[1]
        assert (now["player"], now["reserved"]) == (
            (before["player"], None) if own else (None, before["player"])
        )
    carried = {"mixed_task_colors": True, "clock": {"seconds": 0, "days": 2}, "unlisted": True}
    assert carried.items() <= again["options"].items()
    assert again["options"]["auto_start"] is True
    assert (await game.read())["rematch"] == again["id"]
    second = await asks(game, 0)
    assert (second["id"], second["status"], second["version"]) == (again["id"], "lobby", 2)
    third = await asks(game, 2)
    assert (third["id"], third["status"], third["version"]) == (again["id"], "active", 3)
    assert {seat["player"] for seat in third["seats"]} == set(game.players)
    assert third["view"] is not None
    asked = [await asks(game, seat) for seat in range(3)]
    own = ("you", "due")
    assert all({**each, **{name: third[name] for name in own}} == third for each in asked)


async def test_log_of_a_rematch_names_the_previous_game(client: httpx.AsyncClient) -> None:
    game = await aborted(client)
    again = Table(client, (await asks(game, 0))["id"], game.players, game.headers)
    await asks(game, 1)
    for headers in game.headers:
        await client.post(f"{again.path}/abort", headers=headers)
    created = (await client.get(f"{again.path}/events")).json()["items"][0]["events"][0]
    assert (created["type"], created["rematch_of"]) == ("game_created", game.id)
    assert (await client.get(f"{again.path}/audit")).json()["ok"]
    assert (await asks(again, 1))["rematch_of"] == again.id


async def test_finished_game_can_have_a_rematch_and_resigned_players_may_request_it(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    game = await finished(client, redis_url, await a_game(client))
    again = await asks(game, 0)
    assert (again["status"], again["rematch_of"]) == ("lobby", game.id)


async def test_bots_rejoin_a_rematch_and_a_game_without_others_starts_at_once(
    client: httpx.AsyncClient,
) -> None:
    ada, headers = await sign_up(client)
    wish = {
        "ruleset": "bonfire",
        "seats": ["bot:random", "me", "bot:greedy"],
        "options": {"auto_start": True},
    }
    created = (await client.post("/v1/games", json=wish, headers=headers)).json()
    game = Table(client, created["id"], [ada], [headers])
    await client.post(f"{game.path}/abort", headers=headers)
    again = await asks(game, 0)
    assert again["status"] == "active"
    assert sorted(seat["bot"] or seat["player"] for seat in again["seats"]) == sorted(
        ("greedy", ada, "random")
    )


async def test_rematch_in_handicap_mode_uses_the_current_handicap(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    ada, headers = await sign_up(client)
    wish = {"ruleset": "bonfire", "seats": 1, "options": {"challenge": "handicap", "auto_start": True}}
    created = (await client.post("/v1/games", json=wish, headers=headers)).json()
    assert created["options"]["handicap"] == -10
    game = await finished(client, redis_url, Table(client, created["id"], [ada], [headers]))
    again = await asks(game, 0)
    assert (again["status"], again["options"]["handicap"]) == ("active", -12)
    assert (await asks(game, 0))["id"] == again["id"]
    refused = await client.post("/v1/games", json=wish, headers=headers)
    assert code(refused, 409) == "challenge_running"


def test_player_with_several_seats_of_a_fork_gets_one_place() -> None:
    places = (Place(player="p_1"), Place(player="p_2"), Place(player="p_1"), Place(bot="greedy"))
    table: AnyTable = KernelTable("g_1", "bonfire/1", "p_1", BonfireOptions(), "", places, ())
    assert places_again(table, "p_2", {"p_1", "p_2"}) == ("player:p_1", "me", "open", "bot:greedy")
    assert places_again(table, "p_2", {"p_2"}) == ("open", "me", "open", "bot:greedy")


async def test_given_seed_is_not_reused_in_a_rematch(client: httpx.AsyncClient) -> None:
    game = await aborted(client, seed="5eed" * 16)
    again = await asks(game, 0)
    assert again["options"].get("seed") is None
    assert again["options"]["rated"] is False
    assert again["commitment"] != (await game.read())["commitment"]


async def test_rematch_is_refused_to_spectators_and_before_the_end(client: httpx.AsyncClient) -> None:
    lobby, running, over = await a_lobby(client), await a_game(client), await aborted(client)
    for game in (lobby, running):
        refused = await client.post(f"{game.path}/rematch", headers=game.headers[0])
        assert code(refused, 409) == "not_over"
        assert (await game.read())["rematch"] is None
    await client.delete(lobby.path, headers=lobby.headers[0])
    assert code(await client.post(f"{lobby.path}/rematch", headers=lobby.headers[0]), 409) == "not_over"
    _, stranger = await sign_up(client, "Eve")
    assert code(await client.post(f"{over.path}/rematch", headers=stranger), 403) == "not_seated"
    assert code(await client.post(f"{over.path}/rematch"), 401) == "token_missing"
    nowhere = await client.post(f"/v1/games/{new_id('g')}/rematch", headers=stranger)
    assert code(nowhere, 404) == "not_found"
    assert (await over.read())["rematch"] is None


async def test_etag_of_the_last_version_changes_when_a_rematch_is_opened(client: httpx.AsyncClient) -> None:
    game = await aborted(client)
    tag = (await client.get(game.path)).headers["etag"]
    assert (await client.get(game.path, headers={"If-None-Match": tag})).status_code == 304
    again = await asks(game, 0)
    told = await client.get(game.path, headers={"If-None-Match": tag})
    assert (told.status_code, told.json()["rematch"]) == (200, again["id"])
    assert (await game.read(at=(await game.read())["version"]))["rematch"] is None


async def test_concurrent_requests_get_the_same_rematch(client: httpx.AsyncClient) -> None:
    for _ in range(5):
        game = await aborted(client, 4)
        asked = [0, 1, 2, 3, 3, 2, 1, 0]
        answers = await asyncio.gather(*(asks(game, seat) for seat in asked))
        assert len({answer["id"] for answer in answers}) == 1
        again = (await client.get(f"/v1/games/{answers[0]['id']}")).json()
        assert again["status"] == "active"
        assert {seat["player"] for seat in again["seats"]} == set(game.players)
    assert len((await client.get("/v1/games?status=active")).json()["items"]) == 5


async def test_id_reserved_by_a_killed_process_is_used_by_the_next_request(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    game = await aborted(client)
    async with house(redis_url) as home:
        reserved = await Rematches(home.store, home.game_cache).reserve(game.id)
        assert await Rematches(home.store, home.game_cache).reserve(game.id) == reserved
    assert (await game.read())["rematch"] is None
    assert (await asks(game, 1))["id"] == (await asks(game, 0))["id"] == reserved
    assert (await game.read())["rematch"] == reserved


async def test_cancelled_rematch_can_be_requested_again(client: httpx.AsyncClient) -> None:
    game = await aborted(client)
    first = await asks(game, 0)
    await client.delete(f"/v1/games/{first['id']}", headers=game.headers[0])
    second, same = await asyncio.gather(asks(game, 1), asks(game, 0))
    assert second["id"] == same["id"] != first["id"]
    assert (await game.read())["rematch"] == second["id"]


async def test_removed_or_late_player_is_refused_a_place_in_the_rematch(client: httpx.AsyncClient) -> None:
    game = await aborted(client, 3)
    again = Table(client, (await asks(game, 0))["id"], [], [])
    await asks(game, 1)
    seats = (await again.read())["seats"]
    one, late = (next(s for s in seats if p in (s["player"], s["reserved"])) for p in game.players[1:])
    await client.delete(f"{again.path}/seats/{one['seat']}", headers=game.headers[0])
    refused = await client.post(f"{game.path}/rematch", headers=game.headers[1])
    assert code(refused, 403) == "removed_by_host"
    await client.delete(f"{again.path}/seats/{late['seat']}", headers=game.headers[0])
    for name in ("Eve", "Kim"):
        _, other = await sign_up(client, name)
        assert (await client.post(f"{again.path}/seats", headers=other)).status_code == 200
    refused = await client.post(f"{game.path}/rematch", headers=game.headers[2])
    assert code(refused, 409) == "not_in_lobby"


@pytest.mark.parametrize("seat", [0, 1])
async def test_rematch_request_can_be_repeated_with_its_key(client: httpx.AsyncClient, seat: int) -> None:
    game = await aborted(client, 3)
    await asks(game, 1 - seat)
    keyed = game.headers[seat] | {"Idempotency-Key": "k"}
    first, again = [await client.post(f"{game.path}/rematch", headers=keyed) for _ in range(2)]
    assert (first.status_code, first.content) == (again.status_code, again.content) == (201, first.content)


async def test_repeated_request_does_not_return_a_player_who_has_left(client: httpx.AsyncClient) -> None:
    game = await aborted(client, 3)
    again = await asks(game, 0)
    key = {**game.headers[1], "Idempotency-Key": "once"}
    assert (await client.post(f"{game.path}/rematch", headers=key)).json()["version"] == 2
    left = await client.delete(f"/v1/games/{again['id']}/seats/me", headers=game.headers[1])
    assert left.json()["version"] == 3
    repeated = await client.post(f"{game.path}/rematch", headers=key)
    assert (repeated.status_code, repeated.json()["version"]) == (201, 3)
    assert (await asks(game, 1))["version"] == 4


async def test_rematch_is_requested_over_graphql(client: httpx.AsyncClient) -> None:
    game = await aborted(client)
    ask = """mutation ($id: ID!) { result: rematch(gameId: $id) {
      ... on Game { id rematchOf seats { player reserved } } ... on Refusal { code } } }"""
    again = (await data(client, ask, game.headers[0], id=game.id))["result"]
    assert again["rematchOf"] == game.id
    assert [seat["player"] for seat in again["seats"]].count(None) == 1
    old = (await data(client, "query ($id: ID!) { game(id: $id) { rematch } }", id=game.id))["game"]
    assert old == {"rematch": again["id"]}
    _, stranger = await sign_up(client)
    assert (await data(client, ask, stranger, id=game.id))["result"] == {"code": "not_seated"}


async def test_a_rebuild_finds_rematches_in_the_logs(client: httpx.AsyncClient, redis_url: str) -> None:
    lonely, called_off, game = [await aborted(client) for _ in range(3)]
    gone = await asks(called_off, 0)
    answer = await client.delete(f"/v1/games/{gone['id']}", headers=called_off.headers[0])
    assert answer.status_code == 200, answer.text
    again = await asks(game, 0)
    async with house(redis_url) as home:
        names = [keys.rematch(one.id) for one in (lonely, called_off, game)]
        await home.store.connection.pipeline([("DEL", name) for name in names])
        assert (await game.read())["rematch"] is None
        for _ in range(2):
            await rebuild(
                home.store,
                home.game_cache,
                home.projections,
                home.rematches.remember,
                lambda _done, _note: None,
            )
            known = await home.store.connection.pipeline([("GET", name) for name in names])
            assert known == [None, None, again["id"].encode()]
    assert (await game.read())["rematch"] == again["id"]
    assert (await asks(game, 1))["id"] == again["id"]
