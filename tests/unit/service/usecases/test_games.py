"""Games and their lobbies through the API."""

from typing import Any

import httpx
import pytest

from service.store.ids import new_id
from tests.support.games import Table, a_game, a_lobby
from tests.support.service import code, sign_up

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ada(client: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
    return await sign_up(client, "Ada")


async def create(client: httpx.AsyncClient, headers: dict[str, str], **wish: Any) -> httpx.Response:
    return await client.post("/v1/games", json={"ruleset": "bonfire", "seats": 2} | wish, headers=headers)


async def test_new_game_is_a_lobby_that_contains_its_host(
    client: httpx.AsyncClient, ada: tuple[str, dict[str, str]]
) -> None:
    player, headers = ada
    answer = await create(client, headers, options={"mixed_task_colors": True})
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert answer.headers["location"] == f"/v1/games/{game['id']}"
    assert (game["status"], game["version"], game["host"], game["view"]) == ("lobby", 1, player, None)
    assert (game["ruleset"], game["rules"]) == ("bonfire", "bonfire/1")
    assert [seat["player"] for seat in game["seats"]] == [player, None]
    assert len(game["commitment"]) == len(game["hash"]) == 64
    assert game["seed"] is None
    assert game["options"]["mixed_task_colors"] is True
    assert game["options"]["rated"] is True
    assert (await client.get(answer.headers["location"], headers=headers)).json() == game


async def test_places_can_be_given_one_by_one(
    client: httpx.AsyncClient, ada: tuple[str, dict[str, str]]
) -> None:
    player, headers = ada
    seats = (await create(client, headers, seats=["open", "me", "bot:random"])).json()["seats"]
    assert [(seat["player"], seat["bot"]) for seat in seats] == [
        (None, None),
        (player, None),
        (None, "random"),
    ]


@pytest.mark.parametrize(
    "wish,status,expected",
    [
        ({"seats": 0}, 400, "malformed"),
        ({"seats": 9}, 400, "malformed"),
        ({"seats": 2.5}, 400, "malformed"),
        ({"seats": True}, 400, "malformed"),
        ({"seats": []}, 400, "malformed"),
        ({"seats": ["me", 1]}, 400, "malformed"),
        ({"seats": ["open"] * 9}, 400, "malformed"),
        ({"seats": 8}, 422, "player_count_not_allowed"),
        ({"seats": ["me", "me"]}, 422, "place_taken_twice"),
        ({"seats": ["me", "bot:none"]}, 422, "unknown_place"),
        ({"seats": ["me", "x" * 64]}, 422, "unknown_place"),
        ({"ruleset": "chess"}, 422, "unknown_ruleset"),
        ({"options": {"no_such_option": 1}}, 400, "malformed"),
        ({"options": {"rated": "yes"}}, 400, "malformed"),
        ({"options": []}, 400, "malformed"),
        ({"options": None}, 400, "malformed"),
        ({"options": {"clock": {"seconds": 0, "days": 0}}}, 422, "clock_out_of_range"),
        ({"extra": 1}, 400, "malformed"),
    ],
)
async def test_invalid_game_is_refused_and_leaves_nothing(
    client: httpx.AsyncClient,
    ada: tuple[str, dict[str, str]],
    wish: dict[str, Any],
    status: int,
    expected: str,
) -> None:
    assert code(await create(client, ada[1], **wish), status) == expected
    assert (await client.get("/v1/games")).json() == {"items": [], "next": None}


async def test_repeated_request_creates_one_game_with_one_answer(
    client: httpx.AsyncClient, ada: tuple[str, dict[str, str]]
) -> None:
    headers = ada[1] | {"Idempotency-Key": "once"}
    first = await create(client, headers)
    _, other = await sign_up(client)
    await client.post(f"{first.headers['location']}/seats", headers=other)
    again = await create(client, headers)
    assert (again.status_code, again.content) == (201, first.content)
    assert code(await create(client, headers, seats=3), 422) == "idempotency_key_reused"
    assert len((await client.get("/v1/games")).json()["items"]) == 1


async def test_a_lobby_fills_and_starts(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 3)
    assert (await lobby.read())["version"] == 3
    answer = await client.post(f"{lobby.path}/start", json={"nonce": "mine"}, headers=lobby.headers[0])
    assert answer.json()["events"][0] == {
        "type": "nonce_added",
        "place": 0,
        "nonce": "mine",
        "reveals": False,
    }
    assert answer.headers["etag"] == '"4"'
    game = await lobby.read()
    assert (game["status"], game["version"]) == ("active", 4)
    assert {seat["player"] for seat in game["seats"]} == set(lobby.players)
    assert game["actor"] == {"seats": [0], "automa": None, "scorer": False}
    assert game["view"]["players"] == 3


async def test_game_starts_automatically_when_the_last_place_is_taken(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 2, auto_start=True)
    assert (await lobby.read())["status"] == "active"


async def test_leaving_frees_the_place_and_the_last_player_to_leave_cancels(
    client: httpx.AsyncClient,
) -> None:
    lobby = await a_lobby(client, 2)
    left = await client.delete(f"{lobby.path}/seats/me", headers=lobby.headers[0])
    assert left.status_code == 200
    game = await lobby.read()
    assert (game["host"], [seat["player"] for seat in game["seats"]]) == (
        lobby.players[1],
        [None, lobby.players[1]],
    )
    await client.delete(f"{lobby.path}/seats/me", headers=lobby.headers[1])
    assert (await lobby.read())["status"] == "cancelled"
    assert code(await client.post(f"{lobby.path}/seats", headers=lobby.headers[0]), 409) == "not_in_lobby"


async def test_lobby_refuses_invalid_commands(
    client: httpx.AsyncClient, ada: tuple[str, dict[str, str]]
) -> None:
    lobby = await a_lobby(client, 2)
    host, guest = lobby.headers
    seats, start, mine = (f"{lobby.path}/{part}" for part in ("seats", "start", "seats/me"))
    assert code(await client.post(seats, headers=ada[1]), 409) == "lobby_full"
    assert code(await client.post(seats, headers=guest), 409) == "already_seated"
    assert code(await client.delete(mine, headers=ada[1]), 409) == "not_seated"
    assert code(await client.post(start, headers=guest), 403) == "host_only"
    assert code(await client.get(f"{lobby.path}/score"), 409) == "not_started"
    assert code(await client.post(f"{lobby.path}/resign", headers=host), 409) == "not_started"
    assert code(await client.post(f"{lobby.path}/undo", headers=host), 409) == "not_started"
    assert code(await client.post(f"{lobby.path}/moves", json={"type": "end_turn"}, headers=host), 409)
    await client.delete(mine, headers=guest)
    assert code(await client.post(start, headers=host), 409) == "places_open"
    assert (await lobby.read())["version"] == 3


@pytest.mark.parametrize("nonce", ["", "a b", "é", "x" * 65, "\x00", "\n", 1, [], {}])
async def test_a_nonce_is_visible_ascii(client: httpx.AsyncClient, nonce: Any) -> None:
    lobby = await a_lobby(client, 2)
    answer = await client.post(f"{lobby.path}/start", json={"nonce": nonce}, headers=lobby.headers[0])
    assert code(answer, 400) == "malformed"
    assert (await lobby.read())["version"] == 2


async def test_lobby_commands_are_refused_in_a_running_game(
    client: httpx.AsyncClient, ada: tuple[str, dict[str, str]]
) -> None:
    game = await a_game(client)
    assert code(await client.post(f"{game.path}/seats", headers=ada[1]), 409) == "not_in_lobby"
    assert code(await client.delete(f"{game.path}/seats/me", headers=game.headers[0]), 409) == "not_in_lobby"
    assert code(await client.post(f"{game.path}/start", headers=game.headers[0]), 409) == "not_in_lobby"


async def test_version_is_the_etag(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    answer = await client.get(game.path)
    tag = answer.headers["etag"]
    assert tag == f'"{answer.json()["version"]}"'
    assert answer.headers["vary"].split(", ")[0] == "Authorization"
    known = await client.get(game.path, headers={"If-None-Match": tag})
    assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag)
    await game.play_on(1)
    assert (await client.get(game.path, headers={"If-None-Match": tag})).status_code == 200


async def test_earlier_version_of_a_game_can_be_read(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    seen = {}
    for _ in range(6):
        now = await game.read(game.headers[1])
        seen[now["version"]] = now
        await game.play_on(1)
    for version, then in seen.items():
        assert await game.read(game.headers[1], at=version) == then
    assert (await game.read(at=1))["status"] == "lobby"


@pytest.mark.parametrize(
    "at,status,expected",
    [
        ("0", 404, "no_such_version"),
        ("4", 404, "no_such_version"),
        (str(2**53 - 1), 404, "no_such_version"),
        ("-1", 400, "malformed"),
        ("x", 400, "malformed"),
        ("", 400, "malformed"),
        (str(2**53), 400, "malformed"),
    ],
)
async def test_unknown_version_is_not_found(
    client: httpx.AsyncClient, at: str, status: int, expected: str
) -> None:
    game = await a_game(client)
    assert code(await client.get(f"{game.path}?at={at}"), status) == expected


async def test_the_list_has_filters_and_pages_newest_first(client: httpx.AsyncClient) -> None:
    tables = [await a_lobby(client) for _ in range(3)] + [await a_game(client)]
    newest_first = [table.id for table in reversed(tables)]
    assert [row["id"] for row in await listed(client)] == newest_first
    assert [row["id"] for row in await listed(client, status="active")] == newest_first[:1]
    assert [row["id"] for row in await listed(client, status="lobby", ruleset="bonfire")] == newest_first[1:]
    assert [row["id"] for row in await listed(client, player=tables[0].players[1])] == [tables[0].id]
    first = (await client.get("/v1/games?first=3")).json()
    assert first["next"] == newest_first[2]
    rest = (await client.get(f"/v1/games?first=3&after={first['next']}")).json()
    assert ([row["id"] for row in rest["items"]], rest["next"]) == (newest_first[3:], None)


async def test_unlisted_game_is_listed_only_for_its_players(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, unlisted=True)
    player, (own, others) = lobby.players[0], lobby.headers
    assert await listed(client) == []
    assert await listed(client, player=player) == []
    assert await listed(client, others, player=player) == []
    assert [row["id"] for row in await listed(client, own, player=player)] == [lobby.id]
    assert (await lobby.read())["id"] == lobby.id


@pytest.mark.parametrize(
    "wrong",
    ["status=open", "ruleset=%7Bx%7D", "player=x", "first=0", "after=%00", "after=xx", "after=g_zzz"],
)
async def test_invalid_filter_is_refused(client: httpx.AsyncClient, wrong: str) -> None:
    assert code(await client.get(f"/v1/games?{wrong}"), 400) == "malformed"


async def test_list_of_an_unknown_ruleset_is_refused(client: httpx.AsyncClient) -> None:
    assert code(await client.get("/v1/games?ruleset=bonfier"), 422) == "unknown_ruleset"


async def test_key_of_a_refused_request_can_be_reused(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    headers |= {"Idempotency-Key": "k"}
    for seats in (5, ["me", "me"], ["me", "bot:evil"]):
        answer = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": seats}, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["code"] != "idempotency_key_reused"
    wish = {"ruleset": "bonfire", "seats": 2}
    first = await client.post("/v1/games", json=wish, headers=headers)
    assert first.status_code == 201
    assert (await client.post("/v1/games", json=wish, headers=headers)).json() == first.json()
    other = await client.post("/v1/games", json=wish | {"seats": 3}, headers=headers)
    assert code(other, 422) == "idempotency_key_reused"


async def test_unreadable_option_is_reported_by_its_full_path(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    wish = {"ruleset": "bonfire", "seats": 2, "options": {"clock": {"days": 1, "weeks": 1}}}
    told = (await client.post("/v1/games", json=wish, headers=headers)).json()
    assert told["details"] == {
        "part": "body",
        "where": "$.options.clock",
        "reason": "unknown_field",
        "field": "weeks",
    }


async def test_score_is_itemised(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    score = (await client.get(f"{game.path}/score")).json()
    assert (score["version"], score["final"]) == (3, False)
    assert [seat["seat"] for seat in score["score"]["seats"]] == [0, 1]
    for seat in score["score"]["seats"]:
        assert seat["total"] == sum(item["points"] for item in seat["items"])
        assert all(item["rule"].startswith("BF-") for item in seat["items"])


async def test_bot_plays_for_a_player_who_resigned(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    answer = await client.post(f"{game.path}/resign", headers=game.headers[1])
    assert answer.json()["events"][0]["type"] == "seat_resigned"
    assert (await game.read())["seats"][1]["resigned"] is True
    assert code(await client.post(f"{game.path}/resign", headers=game.headers[1]), 403)


async def test_spectator_and_seats_see_the_same_except_hidden_information(
    client: httpx.AsyncClient,
) -> None:
    game = await a_game(client, 3)
    for seed in range(12):
        await game.play_on(2, seed)
        views = [await game.read(headers) for headers in (*game.headers, None)]
        assert all(view["view"]["board"].pop("path_choice", None) is None for view in views)
        assert [view.pop("you") for view in views] == [[0], [1], [2], None]
        assert sum(view.pop("due") for view in views) == 1
        assert all(view == views[-1] for view in views)


async def test_hidden_information_never_leaves_the_service(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    await game.play_on(4)
    hidden = {"offerings_left", "offerings_right", "path_piles", "gnome_pile", "piles", "salt"}
    for path in ("", "/moves", "/events?patch=true", "/score", "/audit"):
        for headers in (*game.headers, {}):
            answer = await client.get(game.path + path, headers=headers)
            assert answer.json() if headers or path != "/moves" else answer.status_code == 401
            assert not {name for name, value in names(answer.json()) if value is not None} & hidden


def names(value: Any) -> list[tuple[str, Any]]:
    """Every member of a JSON value, however deep."""
    if isinstance(value, dict):
        return [*value.items(), *(found for inner in value.values() for found in names(inner))]
    return [found for inner in value for found in names(inner)] if isinstance(value, list) else []


async def test_unknown_game_is_not_found(client: httpx.AsyncClient, ada: tuple[str, dict[str, str]]) -> None:
    nowhere = Table(client, new_id("g"), [], [])
    for path in ("", "/moves", "/events", "/stream", "/log", "/audit", "/score"):
        answer = await client.get(nowhere.path + path, headers=ada[1])
        assert code(answer, 404) == "not_found", path
    for path in ("/seats", "/start", "/resign", "/moves", "/undo"):
        assert code(await client.post(nowhere.path + path, headers=ada[1]), 404) == "not_found", path


async def listed(
    client: httpx.AsyncClient, headers: dict[str, str] | None = None, **filters: str
) -> list[dict[str, Any]]:
    answer = await client.get("/v1/games", params=filters, headers=headers)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["items"]
    return rows
