"""Around a lobby, through the API: invitations, removal by the host, calling it off."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import redis

from service.store import keys
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


async def opened(client: httpx.AsyncClient, *seats: str, **options: Any) -> tuple[Table, str, dict[str, str]]:
    """A lobby of Ada's with these places, `player:ben` for Ben, and Ben."""
    ada, headers = await sign_up(client, "Ada")
    ben, bens = await sign_up(client, "Ben")
    places = [place.replace("player:ben", f"player:{ben}") for place in seats]
    wish = {"ruleset": "bonfire", "seats": places, "options": options}
    answer = await client.post("/v1/games", json=wish, headers=headers)
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json()["id"], [ada], [headers]), ben, bens


def types(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [event["type"] for event in answer.json()["events"]]


async def test_place_is_reserved_for_an_invited_player(client: httpx.AsyncClient) -> None:
    lobby, ben, bens = await opened(client, "me", "player:ben")
    seats = (await lobby.read())["seats"]
    assert [(seat["player"], seat["reserved"]) for seat in seats] == [(lobby.players[0], None), (None, ben)]
    _, eve = await sign_up(client, "Eve")
    refused = await client.post(f"{lobby.path}/seats", headers=eve)
    assert code(refused, 409) == "places_reserved"
    joined = await client.post(f"{lobby.path}/seats", json={"nonce": "b"}, headers=bens)
    assert types(joined) == ["place_taken"]
    assert (await lobby.read())["seats"][1] == {
        "seat": 1, "player": ben, "bot": None, "automa": None, "resigned": False, "reserved": None,
        "stand_in": None, "name": "Ben", "handle": "ben", "color": None,
    }  # fmt: skip


async def test_invitation_is_listed_only_for_the_invited_player(client: httpx.AsyncClient) -> None:
    lobby, ben, bens = await opened(client, "me", "player:ben", unlisted=True)

    async def listed(headers: dict[str, str] | None) -> list[str]:
        answer = await client.get("/v1/games", params={"player": ben}, headers=headers)
        return [row["id"] for row in answer.json()["items"]]

    assert await listed(bens) == [lobby.id]
    assert await listed(lobby.headers[0]) == await listed(None) == []
    row = (await client.get("/v1/games", params={"player": ben}, headers=bens)).json()["items"][0]
    assert row["seats"][1]["reserved"] == ben
    declined = await client.delete(f"{lobby.path}/seats/me", headers=bens)
    assert types(declined) == ["reservation_lifted"]
    assert await listed(bens) == []
    assert (await lobby.read())["seats"][1]["reserved"] is None


async def test_withdrawn_invitation_is_forgotten(client: httpx.AsyncClient, redis_url: str) -> None:
    """Whoever is invited again and again has no longer way to their own games for it."""
    kept, ben, bens = await opened(client, "me", "player:ben")
    wish = {"ruleset": "bonfire", "seats": ["me", f"player:{ben}"]}
    host = kept.headers[0]
    for lift in ("", "/seats/1"):
        made = (await client.post("/v1/games", json=wish, headers=host)).json()["id"]
        await client.delete(f"/v1/games/{made}{lift}", headers=host)
        await client.delete(f"/v1/games/{made}", headers=host)
    own = await client.get("/v1/games", params={"player": ben}, headers=bens)
    assert [row["id"] for row in own.json()["items"]] == [kept.id]
    with redis.Redis.from_url(redis_url) as direct:
        assert direct.zrange(keys.player_games(ben), 0, -1) == [kept.id.encode()]


@pytest.mark.parametrize(
    "who", ["p_01kq3zk9q2w4e6r8t0y1a3s5d7", "ben", "p_", "", "}{", "p_01kq3zk9q2w4e6r8t0y1a3s5d7x"]
)
async def test_only_existing_players_can_be_invited(client: httpx.AsyncClient, who: str) -> None:
    _, headers = await sign_up(client)
    wish = {"ruleset": "bonfire", "seats": ["me", f"player:{who}"]}
    refused = await client.post("/v1/games", json=wish, headers=headers)
    assert code(refused, 422) == "unknown_player"
    assert refused.json()["details"] == {"player": who}
    assert (await client.get("/v1/games")).json()["items"] == []


async def test_host_can_invite_the_same_player_a_limited_number_of_times(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.usecases.create_game.MOST_INVITATIONS", 2)
    (_, host), (_, other), (ben, bens) = [await sign_up(client) for _ in range(3)]
    wish = {"ruleset": "bonfire", "seats": ["open", f"player:{ben}"]}
    keys_ = [{"Idempotency-Key": f"k{n}"} for n in range(2)]
    made = [(await client.post("/v1/games", json=wish, headers=host | key)).json()["id"] for key in keys_]
    refused = await client.post("/v1/games", json=wish, headers=host)
    assert code(refused, 409) == "invitations_open"
    assert refused.json()["details"] == {"player": ben, "most": 2}
    again = await client.post("/v1/games", json=wish, headers=host | keys_[1])
    assert (again.status_code, again.json()["id"]) == (201, made[1])
    assert (await client.post("/v1/games", json=wish, headers=other)).status_code == 201
    assert (await client.post(f"/v1/games/{made[0]}/seats", headers=bens)).status_code == 200
    assert (await client.post("/v1/games", json=wish, headers=host)).status_code == 201


async def test_player_cannot_be_invited_twice(client: httpx.AsyncClient) -> None:
    ada, headers = await sign_up(client)
    for seats in (["me", f"player:{ada}"], [f"player:{ada}", f"player:{ada}"]):
        refused = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": seats}, headers=headers)
        assert code(refused, 422) == "place_taken_twice"


async def test_stream_of_own_games_reports_invitations_and_cancelled_lobbies(
    streamed: httpx.AsyncClient,
) -> None:
    first, ben, bens = await opened(streamed, "me", "player:ben")
    wish = {"ruleset": "bonfire", "seats": ["me", f"player:{ben}"]}
    async with reading(streamed, "/v1/me/stream", bens) as own:
        assert [each["game"] for each in (await own.next()).data] == [first.id]
        second = (await streamed.post("/v1/games", json=wish, headers=first.headers[0])).json()["id"]
        told = await own.next()
        assert (told.name, told.data["game"], told.data["status"]) == ("invited", second, "lobby")
        await streamed.delete(f"/v1/games/{second}", headers=first.headers[0])
        told = await own.next()
        assert (told.name, told.data["game"], told.data["status"]) == ("cancelled", second, "cancelled")


async def test_removed_player_cannot_join_again(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 3)
    host, guest, other = lobby.headers
    assert code(await client.delete(f"{lobby.path}/seats/1", headers=other), 403) == "host_only"
    for old in ('"2"', '"99"'):
        answer = await client.delete(f"{lobby.path}/seats/1", headers={**host, "If-Match": old})
        assert code(answer, 412) == "version_conflict"
    removed = await client.delete(f"{lobby.path}/seats/1", headers={**host, "If-Match": '"3"'})
    assert removed.json()["events"] == [
        {"type": "player_removed", "place": 1, "player": lobby.players[1], "reveals": False}
    ]
    assert removed.headers["etag"] == '"4"'
    refused = await client.post(f"{lobby.path}/seats", headers=guest)
    assert code(refused, 403) == "removed_by_host"
    assert code(await client.delete(f"{lobby.path}/seats/1", headers=host), 409) == "nobody_there"
    rows = (await client.get("/v1/games", params={"player": lobby.players[1]}, headers=guest)).json()["items"]
    assert rows == []
    assert types(await client.delete(f"{lobby.path}/seats/2", headers=other)) == ["place_left"]
    assert (await lobby.read())["version"] == 5


async def test_removal_with_the_same_key_takes_effect_once(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 2)
    keyed = lobby.headers[0] | {"Idempotency-Key": "k"}
    first, again = [await client.delete(f"{lobby.path}/seats/1", headers=keyed) for _ in range(2)]
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert (await lobby.read())["version"] == 3


@pytest.mark.parametrize(
    "place,status,expected",
    [
        ("7", 422, "unknown_id"),
        ("2", 422, "unknown_id"),
        ("999999999", 422, "unknown_id"),
        ("9999999999", 404, "not_found"),
        ("-1", 404, "not_found"),
        ("x", 404, "not_found"),
        ("01", 404, "not_found"),
        ("1.0", 404, "not_found"),
        ("١", 404, "not_found"),
    ],
)
async def test_removal_from_an_invalid_place_is_refused(
    client: httpx.AsyncClient, place: str, status: int, expected: str
) -> None:
    lobby = await a_lobby(client, 2)
    refused = await client.delete(f"{lobby.path}/seats/{place}", headers=lobby.headers[0])
    assert code(refused, status) == expected
    assert (await lobby.read())["version"] == 2


async def test_host_cancels_the_lobby(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 2)
    host, guest = lobby.headers
    assert code(await client.delete(lobby.path, headers=guest), 403) == "host_only"
    assert code(await client.delete(lobby.path), 401) == "token_missing"
    assert types(await client.delete(lobby.path, headers=host)) == ["game_cancelled", "seed_published"]
    assert (await lobby.read())["status"] == "cancelled"
    assert code(await client.delete(lobby.path, headers=host), 409) == "not_in_lobby"
    log = (await client.get(f"{lobby.path}/log")).text.splitlines()
    assert len(log) == 4
    assert (await client.get(f"{lobby.path}/audit")).json()["ok"]


async def test_running_game_cannot_be_cancelled_and_the_answer_names_alternatives(
    client: httpx.AsyncClient,
) -> None:
    game = await a_game(client)
    for headers in game.headers:
        refused = await client.delete(game.path, headers=headers)
        assert code(refused, 409) == "game_running"
        assert "/abort" in refused.json()["detail"]
        assert "/resign" in refused.json()["detail"]


async def test_host_without_a_place_stays_host_when_the_only_player_leaves(client: httpx.AsyncClient) -> None:
    lobby, _, bens = await opened(client, "open", "open")
    await client.post(f"{lobby.path}/seats", headers=bens)
    assert types(await client.delete(f"{lobby.path}/seats/me", headers=bens)) == ["place_left"]
    game = await lobby.read()
    assert (game["status"], game["host"]) == ("lobby", lobby.players[0])


async def test_lobby_is_managed_over_graphql(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 2)
    result = "{ ... on MoveAccepted { version events { type } } ... on Refusal { code } }"
    remove = (
        f"mutation ($id: ID!, $place: Int!) {{ result: removePlayer(gameId: $id, place: $place) {result} }}"
    )
    cancel = f"mutation ($id: ID!) {{ result: cancelGame(gameId: $id) {result} }}"
    host, guest = lobby.headers
    assert (await data(client, remove, guest, id=lobby.id, place=0))["result"] == {"code": "host_only"}
    assert (await data(client, remove, host, id=lobby.id, place=-1))["result"] == {"code": "unknown_id"}
    removed = (await data(client, remove, host, id=lobby.id, place=1))["result"]
    assert removed == {"version": 3, "events": [{"type": "player_removed"}]}
    off = (await data(client, cancel, host, id=lobby.id))["result"]
    assert off == {"version": 4, "events": [{"type": "game_cancelled"}, {"type": "seed_published"}]}
    assert (await data(client, cancel, host, id=lobby.id))["result"] == {"code": "not_in_lobby"}
