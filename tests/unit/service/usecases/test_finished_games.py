"""The feed of finished games: all of them, each once, however one asks."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import msgspec
import pytest
import redis
from msgspec.structs import replace

from domain.games import RULESETS
from domain.kernel.modes import default_mode
from service.engine import rulesets as rules
from service.errors import Gone
from service.projections import Projections
from service.projections.rebuild import rebuild
from service.projections.results import GameResult
from service.store import Store, keys
from service.usecases import finished_games as feeds
from service.usecases.finished_games import FinishedGames
from tests.support.games import a_game
from tests.support.graphql import ask, data
from tests.support.jobs import job_runner, run_job
from tests.support.results import a_game as a_result
from tests.support.results import a_result as of_seats
from tests.support.results import no_names, seat
from tests.support.service import code, service
from tests.support.tables import House


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    opened = Store.open(redis_url)
    yield opened
    await opened.close()


async def write(store: Store, *results: GameResult) -> None:
    for result in results:
        assert await Projections(store.connection).results.write(result)


def games(count: int, begin: int = 0, **more: Any) -> list[GameResult]:
    return [a_result("p_1", "p_2", game=f"g_{n:03}", **more) for n in range(begin, begin + count)]


async def page(client: httpx.AsyncClient, **query: Any) -> dict[str, Any]:
    answer = await client.get("/v1/finished", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(items: Sequence[dict[str, Any]]) -> list[str]:
    return [item["game"] for item in items]


async def test_game_is_in_the_feed_once_it_is_scored(client: httpx.AsyncClient, redis_url: str) -> None:
    table, hidden = await a_game(client), await a_game(client, unlisted=True)
    begin = await page(client)
    assert (begin["items"], begin["more"]) == ([], False)
    async with job_runner(redis_url) as worker:
        for each in (hidden, table):
            for headers in each.headers:
                await client.post(f"{each.path}/resign", headers=headers)
            await run_job(worker, "scoring", each.id)
    found = await page(client, after=begin["next"])
    (item,) = found["items"]
    game = await table.read()
    assert (item["game"], item["version"], item["rules"]) == (table.id, game["version"], "bonfire/1")
    assert [(seat["seat"], seat["player"]) for seat in item["seats"]] == list(enumerate(table.players))
    assert [seat["rank"] for seat in item["seats"]] == game["ranks"]
    assert (await page(client, after=found["next"]))["items"] == []


async def test_game_is_rated_only_if_all_players_are_people(client: httpx.AsyncClient, store: Store) -> None:
    people = a_result("p_1", "p_2", game="g_people")
    friendly = a_result("p_1", "p_2", game="g_friendly", rated=False)
    with_bot = of_seats(seat("p_1"), seat(None, 2, bot="greedy"), game="g_bot")
    await write(store, people, friendly, with_bot)
    found = {item["game"]: item["rated"] for item in (await page(client))["items"]}
    assert found == {"g_people": True, "g_friendly": False, "g_bot": False}


async def test_polling_client_misses_nothing_and_gets_nothing_twice(
    client: httpx.AsyncClient, store: Store
) -> None:
    seen: list[str] = []
    cursor: dict[str, str] = {}
    for n in range(0, 30, 3):
        await write(store, *games(2, n), *games(1, n + 2, unlisted=True))
        found = await page(client, first=1 + n % 4, **cursor)
        seen += ids(found["items"])
        cursor = {"after": found["next"]}
    while (found := await page(client, first=4, **cursor))["items"]:
        seen += ids(found["items"])
        cursor = {"after": found["next"]}
    assert seen == [f"g_{n:03}" for n in range(30) if n % 3 != 2]
    assert found["more"] is False


async def test_every_game_has_a_cursor_and_the_page_says_whether_there_are_more(
    client: httpx.AsyncClient, store: Store
) -> None:
    await write(store, *games(5))
    first = await page(client, first=3)
    assert (len(first["items"]), first["more"], first["next"]) == (3, True, first["items"][2]["cursor"])
    assert ids((await page(client, after=first["items"][0]["cursor"]))["items"]) == [
        "g_001",
        "g_002",
        "g_003",
        "g_004",
    ]
    assert (await page(client, first=5))["more"] is False


async def test_cursor_skips_unlisted_games(client: httpx.AsyncClient, store: Store) -> None:
    await write(store, *games(2), *games(150, 2, unlisted=True))
    found = await page(client, first=2)
    assert (len(found["items"]), found["more"]) == (2, False)
    assert await page(client, after=found["next"]) == {"items": [], "next": found["next"], "more": False}


async def test_small_page_needs_few_redis_calls(store: Store, redis_url: str) -> None:
    await write(store, *games(200, unlisted=True), *games(1, 200))
    feed = FinishedGames(Projections(store.connection).results, no_names)
    with redis.Redis.from_url(redis_url) as direct:
        before = direct.info("stats")["total_commands_processed"]
        found = await feed.page(1, None, "bonfire")
        asked = direct.info("stats")["total_commands_processed"] - before
    assert [game.game for game in found.items] == ["g_200"]
    assert asked < 30


async def test_page_of_mostly_unlisted_games_is_short_but_continues(
    client: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "_READ_AT_MOST", 10)
    monkeypatch.setattr(feeds, "_AT_ONCE", 1)
    await write(store, *games(40, unlisted=True), *games(1, 40))
    found, pages = await page(client, first=5), 1
    while found["more"]:
        assert found["items"] == []
        found, pages = await page(client, first=5, after=found["next"]), pages + 1
    assert (ids(found["items"]), pages) == (["g_040"], 4)


async def test_json_lines_return_the_whole_feed(client: httpx.AsyncClient, store: Store) -> None:
    await write(store, *games(230))
    answer = await client.get("/v1/finished", headers={"Accept": "application/x-ndjson"})
    lines = [httpx.Response(200, content=line).json() for line in answer.content.splitlines()]
    assert ids(lines) == [f"g_{n:03}" for n in range(230)]
    rest = await client.get(
        "/v1/finished", params={"after": lines[-2]["cursor"]}, headers={"Accept": "application/x-ndjson"}
    )
    assert rest.content.splitlines() == answer.content.splitlines()[-1:]


async def test_feed_covers_all_rulesets_and_each_has_its_own_position(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (feeds, rules):
        monkeypatch.setattr(module, "RULESETS", {**RULESETS, "toy": RULESETS["bonfire"]})
    feed, written = FinishedGames(Projections(store.connection).results, no_names), games(12)
    for n, result in enumerate(written):
        await write(store, replace(result, ruleset="toy" if n % 3 else "bonfire"))
        await asyncio.sleep(0.002)  # the streams are ordered by the time of Redis, in milliseconds
    whole = await feed.page(100, None, None)
    assert [game.game for game in whole.items] == [game.game for game in written]
    toys = await feed.page(5, None, "toy")
    assert {game.ruleset for game in toys.items} == {"toy"}
    rest = await feed.page(100, toys.next, None)
    assert sorted(game.game for game in (*toys.items, *rest.items)) == [game.game for game in written]


async def test_rebuild_keeps_cursors_valid(home: House, redis_url: str) -> None:
    feed = FinishedGames(home.projections.results, no_names)
    played = [await home.started("p_1", "p_2") for _ in range(3)]
    async with job_runner(redis_url) as worker:
        for game in played:
            await home.resign(game, 0, 1)
            await run_job(worker, "scoring", game)
    begun = await feed.page(2, None, None)
    await rebuild(
        home.store, home.game_cache, home.projections, home.rematches.remember, lambda _done, _note: None
    )
    assert [game.game for game in (await feed.page(2, begun.next, None)).items] == played[2:]
    await home.store.connection.call("DEL", keys.results("bonfire", 1), keys.results_once("bonfire", 1))
    with pytest.raises(Gone, match="feed_rebuilt"):
        await feed.page(2, begun.next, None)
    await rebuild(
        home.store, home.game_cache, home.projections, home.rematches.remember, lambda _done, _note: None
    )
    with pytest.raises(Gone, match="feed_rebuilt"):
        await feed.page(2, begun.next, None)
    assert [game.game for game in (await feed.page(5, None, None)).items] == played


@pytest.mark.parametrize("cursor", ["x", "e30x", "eyJib25maXJlIjoxfQ", "eyJib25maXJlIjoiMS0wXG4ifQ", "W10"])
async def test_invalid_cursor_is_refused(client: httpx.AsyncClient, cursor: str) -> None:
    assert code(await client.get("/v1/finished", params={"after": cursor}), 400) == "malformed"


async def test_outdated_cursor_and_unknown_ruleset_are_reported(client: httpx.AsyncClient) -> None:
    gone = "eyJib25maXJlIjoiMTc3NzIwMTY3MjUwMC0wIn0"
    for accept in ("application/json", "application/x-ndjson"):
        answer = await client.get("/v1/finished", params={"after": gone}, headers={"Accept": accept})
        assert code(answer, 410) == "feed_rebuilt"
    assert code(await client.get("/v1/finished", params={"ruleset": "chess"}), 422) == "unknown_ruleset"


async def test_graphql_clients_poll_by_the_end_cursor(client: httpx.AsyncClient, store: Store) -> None:
    query = """query ($after: String) { finished(first: 2, after: $after) {
      edges { cursor node { gameId rated seats { player rank total } } }
      pageInfo { hasNextPage endCursor } } }"""
    await write(store, *games(3), *games(1, 3, unlisted=True))
    first = (await data(client, query))["finished"]
    assert [edge["node"]["gameId"] for edge in first["edges"]] == ["g_000", "g_001"]
    assert first["pageInfo"] == {"hasNextPage": True, "endCursor": first["edges"][1]["cursor"]}
    rest = (await data(client, query, after=first["pageInfo"]["endCursor"]))["finished"]
    assert [edge["node"]["gameId"] for edge in rest["edges"]] == ["g_002"]
    end = (await data(client, query, after=rest["pageInfo"]["endCursor"]))["finished"]
    assert (end["edges"], end["pageInfo"]["endCursor"]) == ([], rest["pageInfo"]["endCursor"])
    told = await ask(client, query, after="eyJib25maXJlIjoiMS0wIn0")
    assert told["errors"][0]["extensions"]["code"] == "feed_rebuilt"


async def test_feed_of_one_mode_has_its_games_and_continues_by_the_same_cursors(
    client: httpx.AsyncClient, store: Store
) -> None:
    both = [replace(game, mode="solo") if n % 2 else game for n, game in enumerate(games(6))]
    await write(store, *both)
    first = await page(client, ruleset="bonfire", mode="solo", first=2)
    assert (ids(first["items"]), first["more"]) == (["g_001", "g_003"], True)
    rest = await page(client, ruleset="bonfire", mode="solo", first=2, after=first["next"])
    assert (ids(rest["items"]), rest["more"]) == (["g_005"], False)
    other = await page(client, ruleset="bonfire", mode=default_mode(RULESETS["bonfire"]))
    assert ids(other["items"]) == ["g_000", "g_002", "g_004"]
    lines = await client.get(
        "/v1/finished?ruleset=bonfire&mode=solo", headers={"Accept": "application/x-ndjson"}
    )
    assert [msgspec.json.decode(line)["game"] for line in lines.text.splitlines()] == ids(
        first["items"] + rest["items"]
    )
    told = await data(client, '{ finished(ruleset: "bonfire", mode: "solo", first: 9) { edges { cursor } } }')
    shown = [item["cursor"] for item in first["items"] + rest["items"]]
    assert [edge["cursor"] for edge in told["finished"]["edges"]] == shown


async def test_mode_without_its_ruleset_is_refused(client: httpx.AsyncClient) -> None:
    refused = await client.get("/v1/finished?mode=solo")
    assert code(refused, 400) == "malformed"
    assert refused.json()["details"]["reason"] == "mode_without_ruleset"
