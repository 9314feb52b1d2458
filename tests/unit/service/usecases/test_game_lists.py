"""Names, own seats and turns in games and lists, the filters of a lobby, and what they cost."""

from typing import Any

import httpx
import pytest
import redis

from domain.games import RULESETS
from schema.answers import ActorAnswer
from service.engine import turns
from service.engine.turns import Turn
from service.runtime import as_moment
from service.store import keys
from tests.support.games import Table, a_game, a_lobby
from tests.support.service import sign_up
from tests.support.tables import house

GAMES = tuple(RULESETS)


async def listed(
    client: httpx.AsyncClient, headers: dict[str, str] | None = None, **query: Any
) -> list[dict[str, Any]]:
    answer = await client.get("/v1/games", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["items"]
    return rows


async def row_of(client: httpx.AsyncClient, table: Table, headers: dict[str, str] | None) -> dict[str, Any]:
    (row,) = [row for row in await listed(client, headers) if row["id"] == table.id]
    return row


async def rename(client: httpx.AsyncClient, headers: dict[str, str], name: str) -> None:
    answer = await client.patch("/v1/me", json={"name": name}, headers=headers)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("ruleset", GAMES)
async def test_seats_have_names_handles_and_colours(client: httpx.AsyncClient, ruleset: str) -> None:
    game = await a_game(client, 2, ruleset=ruleset)
    seats = (await game.read())["seats"]
    assert {seat["name"] for seat in seats} == {"Player 0", "Player 1"}
    assert all(seat["handle"].startswith("player-") for seat in seats)
    assert len({seat["color"] for seat in seats} - {None}) == 2
    row = await row_of(client, game, None)
    assert row["seats"] == [{**seat} for seat in seats]


@pytest.mark.parametrize("ruleset", GAMES)
async def test_game_and_list_say_whose_turn_it_is(client: httpx.AsyncClient, ruleset: str) -> None:
    game = await a_game(client, 2, ruleset=ruleset, clock={"days": 2})
    shared = ("actor", "you", "due", "turn_started_at", "deadline", "mode", "rated")
    for headers in (*game.headers, None):
        whole, row = await game.read(headers), await row_of(client, game, headers)
        assert {name: row[name] for name in shared} == {name: whole[name] for name in shared}
    views = [await game.read(headers) for headers in game.headers]
    assert [view["you"] for view in views] == [[0], [1]]
    assert [view["due"] for view in views] == [n in views[0]["actor"]["seats"] for n in (0, 1)]
    assert (await game.read())["you"] is None
    started, ends = views[0]["turn_started_at"], views[0]["deadline"]
    assert (started[11:], int(ends[8:10])) == (ends[11:], int(ends[8:10]))
    assert started < ends


async def test_turn_in_the_list_follows_every_move(client: httpx.AsyncClient) -> None:
    game = await a_game(client, 2, clock={"days": 2})
    for seed in range(20):
        await game.play_on(1, seed)
        row = await row_of(client, game, game.headers[0])
        whole = await game.read(game.headers[0])
        assert (row["due"], row["turn_started_at"]) == (whole["due"], whole["turn_started_at"])


async def test_lobby_has_own_place_and_the_time_of_its_cancellation(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, 2)
    row = await row_of(client, lobby, lobby.headers[1])
    assert (row["you"], row["due"], row["turn_started_at"]) == ([1], False, None)
    assert row["deadline"] > row["updated_at"]
    assert [seat["color"] for seat in row["seats"]] == [None, None]


async def test_invited_player_is_named(client: httpx.AsyncClient) -> None:
    (ada, adas), (ben, _) = await sign_up(client, "Ada"), await sign_up(client, "Ben")
    wish = {"ruleset": "bonfire", "seats": ["me", f"player:{ben}"]}
    game = (await client.post("/v1/games", json=wish, headers=adas)).json()
    assert [(seat["player"], seat["name"]) for seat in game["seats"]] == [(ada, "Ada"), (None, "Ben")]
    assert game["you"] == [0]


async def test_older_head_without_a_turn_is_read_from_the_game(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    game = await a_game(client)
    before = await row_of(client, game, game.headers[0])
    with redis.Redis.from_url(redis_url) as direct:
        assert direct.hdel(keys.head(game.id), "turn") == 1
    assert await row_of(client, game, game.headers[0]) == before


async def test_page_of_games_needs_no_call_to_redis_for_each_game(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    game = await a_game(client)

    async def round_trips(count: int) -> int:
        with redis.Redis.from_url(redis_url) as direct:
            before = direct.info("stats")["total_reads_processed"]
            assert len(await listed(client, game.headers[0], first=count)) == count
            found: int = direct.info("stats")["total_reads_processed"] - before
        return found

    few = await round_trips(1)
    for _ in range(11):
        await a_lobby(client)
    assert await round_trips(12) <= few + 4


async def test_new_name_appears_at_once_though_the_version_is_the_same(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    first = await client.get(game.path)
    known = {"If-None-Match": first.headers["ETag"]}
    assert (await client.get(game.path, headers=known)).status_code == 304
    await rename(client, game.headers[0], "Grace")
    again = await client.get(game.path, headers=known)
    assert (again.status_code, again.headers["ETag"]) == (200, first.headers["ETag"])
    assert again.json()["seats"][0]["name"] == "Grace"
    assert (await row_of(client, game, None))["seats"][0]["name"] == "Grace"


async def test_rename_long_before_the_last_entry_allows_304(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    game = await a_game(client)
    await rename(client, game.headers[0], "Grace")
    with redis.Redis.from_url(redis_url) as direct:
        direct.hset(keys.player(game.players[0]), "renamed_at", "2026-01-01T00:00:00.000Z")
    known = {"If-None-Match": (await client.get(game.path)).headers["ETag"]}
    assert (await client.get(game.path, headers=known)).status_code == 304


async def test_lobby_filters(client: httpx.AsyncClient) -> None:
    _, ada = await sign_up(client, "Ada")
    _, ben = await sign_up(client, "Ben")

    async def opened(seats: Any, ruleset: str = "bonfire", **options: Any) -> str:
        wish = {"ruleset": ruleset, "seats": seats, "options": options}
        answer = await client.post("/v1/games", json=wish, headers=ada)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    solo = await opened(1)
    plain = await opened(2)
    timed = await opened(3, clock={"days": 1})
    casual = await opened(2, rated=False)
    against_bot = await opened(["me", "bot:greedy"])
    team = await opened(4, "phoenix", mode="team")

    async def ids(**query: Any) -> set[str]:
        return {row["id"] for row in await listed(client, ben, **query)}

    assert await ids(joinable="true") == {plain, timed, casual, team}
    assert await ids(joinable="false") == {solo, against_bot}
    assert await ids(rated="true") == {plain, timed, team}
    assert await ids(clock="true") == {timed}
    assert await ids(clock="false", rated="false") == {solo, casual, against_bot}
    assert await ids(ruleset="phoenix", mode="team") == {team}
    assert await ids(ruleset="bonfire", mode="standard", joinable="true") == {plain, timed, casual}
    refused = await client.get("/v1/games", params={"mode": "team"})
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


async def test_filtered_list_can_be_read_to_its_end_page_by_page(client: httpx.AsyncClient) -> None:
    _, ada = await sign_up(client, "Ada")
    made = []
    for n in range(9):
        options = {"clock": {"days": 1}} if n % 3 == 0 else {}
        wish = {"ruleset": "bonfire", "seats": 2, "options": options}
        game = (await client.post("/v1/games", json=wish, headers=ada)).json()["id"]
        made += [game] if options else []
    found: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = (await client.get("/v1/games", params={"clock": "true", "first": 1, **after})).json()
        found += [row["id"] for row in page["items"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert found == made[::-1]


@pytest.mark.parametrize(
    "actor",
    [ActorAnswer(), ActorAnswer((0,)), ActorAnswer(tuple(range(8))), ActorAnswer(automa="basilisk")],
)
@pytest.mark.parametrize("times", [(None, None), (as_moment(1_763_440_000_001), as_moment(2**45))])
def test_turn_is_a_short_text_that_can_be_read(
    actor: ActorAnswer, times: tuple[str | None, str | None]
) -> None:
    turn = Turn(actor, *times)
    assert turns.read(turns.written(turn)) == turn
    assert len(turns.written(turn)) <= 64


async def test_scoring_waits_for_the_scorer(redis_url: str) -> None:
    async with house(redis_url) as home:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        loaded = await home.game_cache.newest(game)
        turn = turns.turn_of(loaded.rules, loaded.table)
        assert turn == turns.read(turns.written(turn)) == Turn(ActorAnswer(scorer=True), None, None)
        stored = await home.store.connection.call("HGET", keys.head(game), "turn")
        assert turns.read(stored.decode()) == turn
