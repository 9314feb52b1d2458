"""Profiles, leaderboards, the handicap ladder, and who may begin a game of the challenge."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from domain.games import RULESETS
from domain.kernel.actors import SCORER
from domain.kernel.game import ScoreGame
from service.errors import NotPossible
from service.projections import Projections
from service.projections.ladder import LADDER
from service.projections.results import SideResult
from service.store import Store, keys
from service.store.connection import Script
from service.store.ids import new_id
from service.usecases.challenges import Challenges, first_command
from tests.support.games import a_game
from tests.support.jobs import job_runner, run_job
from tests.support.results import a_challenge, a_result, seat
from tests.support.service import code, service, sign_up
from tests.support.tables import House, house

CHALLENGE = {"ruleset": "bonfire", "seats": 1, "options": {"challenge": "handicap"}}


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    opened = Store.open(redis_url)
    yield opened
    await opened.close()


async def challenge(client: httpx.AsyncClient, headers: dict[str, str], **more: str) -> httpx.Response:
    return await client.post("/v1/games", json=CHALLENGE, headers={**headers, **more})


async def begun(client: httpx.AsyncClient, headers: dict[str, str]) -> dict[str, Any]:
    """A game of the challenge that has just started."""
    answer = await challenge(client, headers)
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    assert (await client.post(f"/v1/games/{game['id']}/start", headers=headers)).status_code == 200
    return game


async def resign(client: httpx.AsyncClient, game: str, *headers: dict[str, str]) -> None:
    for header in headers:
        answer = await client.post(f"/v1/games/{game}/resign", headers=header)
        assert answer.status_code == 200, answer.text


async def score(url: str, game: str) -> None:
    async with job_runner(url) as worker:
        await run_job(worker, "scoring", game)


async def read(client: httpx.AsyncClient, path: str, **query: Any) -> dict[str, Any]:
    answer = await client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_profile_has_ratings_and_statistics(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client, 3)
    await resign(client, table.id, *table.headers)
    await score(redis_url, table.id)
    ranks = (await table.read())["ranks"]
    totals = [seat["total"] for seat in (await read(client, f"{table.path}/score"))["score"]["seats"]]
    for player, rank, total in zip(table.players, ranks, totals):
        shown = await read(client, f"/v1/players/{player}")
        assert shown.keys() == {"id", "name", "created_at", "handle", "ratings", "statistics"}
        (rating,) = shown["ratings"]
        assert (rating["ruleset"], rating["rank"], rating["games"]) == ("bonfire", rank, 1)
        assert rating["ordinal"] == pytest.approx(rating["mu"] - 3 * rating["sigma"], abs=1e-5)
        (counted,) = shown["statistics"]
        assert (counted["ruleset"], counted["games"], counted["resigned"]) == ("bonfire", 1, 1)
        assert (counted["score_average"], counted["score_best"]) == (total, total)
        assert sum(counted["ranks"]) == 1
        assert counted["ranks"][rank - 1] == 1
        assert [tally["players"] for tally in counted["by_players"]] == [3]
        assert counted["solo"] == {"games": 0, "wins": 0, "ties": 0, "losses": 0}
        assert counted["last_game"]["game"] == table.id


async def test_a_leaderboard_has_names_and_pages(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client, 3)
    await resign(client, table.id, *table.headers)
    await score(redis_url, table.id)
    whole = await read(client, "/v1/leaderboards/bonfire")
    assert whole["next"] is None
    assert {row["player"] for row in whole["items"]} == set(table.players)
    assert {row["name"] for row in whole["items"]} == {"Player 0", "Player 1", "Player 2"}
    assert [row["ordinal"] for row in whole["items"]] == sorted(
        (row["ordinal"] for row in whole["items"]), reverse=True
    )
    assert whole["items"][0]["rank"] == 1
    first = await read(client, "/v1/leaderboards/bonfire", first=2)
    second = await read(client, "/v1/leaderboards/bonfire", first=2, after=first["next"])
    assert first["items"] + second["items"] == whole["items"]
    assert second["next"] is None


async def test_modes_have_leaderboards_ratings_and_statistics_of_their_own(
    client: httpx.AsyncClient, home: House
) -> None:
    players = [(await sign_up(client, f"Player {n}"))[0] for n in range(4)]
    sides = (SideResult("even", (0, 2), 1, 40), SideResult("odd", (1, 3), 2, 30))
    seats = [seat(player, 1 + n % 2) for n, player in enumerate(players)]
    await home.projections.results.write(a_result(*seats, mode="teams", sides=sides))
    await home.projections.folds.follow("bonfire")
    assert (await read(client, "/v1/leaderboards/bonfire"))["items"] == []
    teams = await read(client, "/v1/leaderboards/bonfire", mode="teams")
    assert [row["rank"] for row in teams["items"]] == [1, 1, 3, 3]
    first = await read(client, "/v1/leaderboards/bonfire", mode="teams", first=3)
    rest = await read(client, "/v1/leaderboards/bonfire", mode="teams", after=first["next"])
    assert first["items"] + rest["items"] == teams["items"]
    shown = await read(client, f"/v1/players/{players[0]}")
    assert [(rating["mode"], rating["rank"]) for rating in shown["ratings"]] == [("teams", 1)]
    (counted,) = shown["statistics"]
    assert (counted["mode"], counted["wins"], counted["score_best"]) == ("teams", 1, 40)
    (finished,) = (await read(client, "/v1/finished"))["items"]
    assert (finished["mode"], finished["rated"], len(finished["sides"])) == ("teams", True, 2)


async def test_default_mode_is_the_leaderboard_without_a_mode(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    table = await a_game(client, 2)
    await resign(client, table.id, *table.headers)
    await score(redis_url, table.id)
    usual = await read(client, "/v1/leaderboards/bonfire")
    assert len(usual["items"]) == 2
    assert await read(client, "/v1/leaderboards/bonfire", mode="standard") == usual
    assert (await read(client, "/v1/leaderboards/bonfire", mode="teams"))["items"] == []
    shown = await read(client, f"/v1/players/{table.players[0]}")
    assert "mode" not in shown["ratings"][0]
    assert "mode" not in shown["statistics"][0]


async def test_what_nobody_knows_is_not_found(client: httpx.AsyncClient) -> None:
    assert (await read(client, "/v1/leaderboards/bonfire")) == {"items": [], "next": None}
    for path in ("leaderboards/chess", f"players/{new_id('p')}", f"players/{new_id('p')}/handicap"):
        assert code(await client.get(f"/v1/{path}"), 404) == "not_found"


@pytest.mark.parametrize("cursor", ["x", "_", "9" * 128, "-", "p_1"])
async def test_a_cursor_that_is_none_of_a_leaderboard_is_refused(
    client: httpx.AsyncClient, cursor: str
) -> None:
    answer = await client.get("/v1/leaderboards/bonfire", params={"after": cursor})
    assert code(answer, 400) == "malformed"


async def test_bf_o26_o27_the_ladder_sets_the_start_of_the_next_game(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    player, headers = await sign_up(client)
    games = []
    for handicap in (-10, -12, -14):
        game = await begun(client, headers)
        assert game["options"]["handicap"] == handicap
        await resign(client, game["id"], headers)
        await score(redis_url, game["id"])
        games.append(game["id"])
    ladder = await read(client, f"/v1/players/{player}/handicap")
    assert (ladder["handicap"], ladder["next"]) == (-16, None)
    assert [row["game"] for row in ladder["history"]] == games[::-1]
    assert [row["handicap"] for row in ladder["history"]] == [-14, -12, -10]
    assert {row["result"] for row in ladder["history"]} == {"loss"}
    assert ladder["history"][0].keys() == {
        *("game", "handicap", "result", "score", "tom", "automa", "at"),
    }
    first = await read(client, f"/v1/players/{player}/handicap", first=2)
    second = await read(client, f"/v1/players/{player}/handicap", first=2, after=first["next"])
    assert first["history"] + second["history"] == ladder["history"]
    assert second["next"] is None
    solo = (await read(client, f"/v1/players/{player}"))["statistics"][0]["solo"]
    assert solo == {"games": 3, "wins": 0, "ties": 0, "losses": 3}


async def test_bf_y44_o26_the_human_starts_ahead_by_the_handicap(
    client: httpx.AsyncClient, store: Store
) -> None:
    player, headers = await sign_up(client)
    projections = Projections(store.connection)
    for n, totals in enumerate([(70, 60), (70, 60), (70, 60), (60, 70)]):
        await projections.results.write(a_challenge(player, *totals, game=f"g_{n}"))
    await projections.folds.follow("bonfire")
    game = await begun(client, headers)
    assert game["options"]["handicap"] == 3
    view = (await read(client, f"/v1/games/{game['id']}/score"))["score"]["seats"]
    assert [next(item["points"] for item in seat["items"] if item["item"] == "gained") for seat in view] == [
        0,
        3,
    ]


async def test_a_game_that_ends_while_the_ladder_is_read_is_not_half_in_the_answer(
    client: httpx.AsyncClient, store: Store
) -> None:
    player, _ = await sign_up(client)
    projections, row = Projections(store.connection), keys.fold("bonfire", LADDER.name)
    await projections.results.write(a_challenge(player, 60, 70, game="g_0", handicap=-10))
    await projections.folds.follow("bonfire")
    before = await store.connection.call("HGET", row, player)
    await projections.results.write(a_challenge(player, 60, 70, game="g_1", handicap=-12))
    await projections.folds.follow("bonfire")
    await store.connection.call("HSET", row, player, before)  # what a reader has in hand who came just before
    ladder = await read(client, f"/v1/players/{player}/handicap")
    assert ladder["handicap"] == -12
    assert [game["game"] for game in ladder["history"]] == ["g_0"]


async def test_a_player_without_games_of_the_challenge_is_at_the_start(client: httpx.AsyncClient) -> None:
    player, _ = await sign_up(client)
    ladder = await read(client, f"/v1/players/{player}/handicap")
    assert ladder == {"handicap": -10, "history": [], "next": None}


@pytest.mark.parametrize(
    "options", [{"handicap": 5}, {"handicap": 0}, {"challenge": "handicap", "handicap": -10}]
)
async def test_nobody_chooses_the_handicap(client: httpx.AsyncClient, options: dict[str, Any]) -> None:
    _, headers = await sign_up(client)
    answer = await client.post("/v1/games", json={**CHALLENGE, "options": options}, headers=headers)
    assert code(answer, 422) == "handicap_given"


@pytest.mark.parametrize(
    "seats,refusal",
    [
        (2, "option_not_applicable"),
        (["open"], "challenge_without_you"),
        (["bot:random"], "challenge_without_you"),
    ],
)
async def test_bf_o26_the_challenge_is_played_by_its_player_alone(
    client: httpx.AsyncClient, seats: Any, refusal: str
) -> None:
    _, headers = await sign_up(client)
    answer = await client.post("/v1/games", json={**CHALLENGE, "seats": seats}, headers=headers)
    assert code(answer, 422) == refusal
    assert (await challenge(client, headers)).status_code == 201


async def test_a_second_game_waits_for_the_end_of_the_first(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    _, headers = await sign_up(client)
    game = (await begun(client, headers))["id"]
    for moment in ("active", "scoring"):
        assert (await read(client, f"/v1/games/{game}"))["status"] == moment
        refused = await challenge(client, headers)
        assert code(refused, 409) == "challenge_running"
        assert refused.json()["details"] == {"game": game}
        if moment == "active":
            await resign(client, game, headers)
    await score(redis_url, game)
    assert (await challenge(client, headers)).status_code == 201


async def test_others_and_other_games_are_not_in_the_way(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    _, others = await sign_up(client, "Bob")
    await begun(client, headers)
    assert (await challenge(client, others)).status_code == 201
    solo = {"ruleset": "bonfire", "seats": 1}
    assert (await client.post("/v1/games", json=solo, headers=headers)).status_code == 201


async def test_a_cancelled_game_counts_for_nothing(client: httpx.AsyncClient) -> None:
    player, headers = await sign_up(client)
    game = (await challenge(client, headers)).json()["id"]
    assert (await client.delete(f"/v1/games/{game}/seats/me", headers=headers)).status_code == 200
    again = await challenge(client, headers)
    assert again.status_code == 201
    assert again.json()["options"]["handicap"] == -10
    assert (await read(client, f"/v1/players/{player}/handicap"))["history"] == []


async def test_the_lock_of_a_game_that_was_never_created_counts_for_nothing(
    client: httpx.AsyncClient, store: Store
) -> None:
    player, headers = await sign_up(client)
    await store.connection.call("SET", keys.player_challenge(player, "bonfire"), f"{new_id('g')} 0123")
    assert (await challenge(client, headers)).status_code == 201


async def test_repeated_with_its_key_it_is_the_same_game_even_after_others(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    _, headers = await sign_up(client)
    first = await challenge(client, headers, **{"Idempotency-Key": "a"})
    assert (await challenge(client, headers, **{"Idempotency-Key": "a"})).json() == first.json()
    assert code(await challenge(client, headers, **{"Idempotency-Key": "b"}), 409) == "challenge_running"
    game = first.json()["id"]
    await client.post(f"/v1/games/{game}/start", headers=headers)
    await resign(client, game, headers)
    await score(redis_url, game)
    second = await challenge(client, headers, **{"Idempotency-Key": "b"})
    assert second.json()["options"]["handicap"] == -12
    assert (await challenge(client, headers, **{"Idempotency-Key": "a"})).json() == first.json()


@pytest.mark.parametrize("key", [None, "same", "own"])
async def test_of_many_at_once_one_game_is_made(redis_url: str, key: str | None) -> None:
    async with service(redis_url) as one, service(redis_url) as two:
        player, headers = await sign_up(one)
        for turn in range(5):
            own = ({"Idempotency-Key": f"{turn}-{n if key == 'own' else key}"} for n in range(6))
            keyed = [{} if key is None else header for header in own]
            answers = await asyncio.gather(
                *(challenge((one, two)[n % 2], headers, **header) for n, header in enumerate(keyed))
            )
            made = {answer.json()["id"] for answer in answers if answer.status_code == 201}
            assert len(made) == 1
            for answer in answers:
                assert answer.status_code == 201 or code(answer, 409) == "challenge_running"
            if key == "same":
                assert {answer.status_code for answer in answers} == {201}
            (game,) = made
            listed = await read(one, "/v1/games", player=player, status="lobby")
            assert [row["id"] for row in listed["items"]] == [game]
            await one.delete(f"/v1/games/{game}/seats/me", headers=headers)


async def test_who_loses_the_lock_before_the_game_is_there_cannot_create_it_any_more(
    client: httpx.AsyncClient, store: Store, redis_url: str
) -> None:
    _, headers = await sign_up(client)
    first = await challenge(client, headers, **{"Idempotency-Key": "slow"})
    slow = first.json()["id"]
    # As if the first had got no further than the lock: its game is gone, its key and the lock are there.
    for name in (keys.head(slow), keys.log(slow), keys.seen(slow)):
        await store.connection.call("DEL", name)
    async with service(redis_url) as other:
        second = await challenge(other, headers, **{"Idempotency-Key": "quick"})
        assert second.status_code == 201
        refused = await challenge(other, headers, **{"Idempotency-Key": "slow"})
        assert code(refused, 409) == "challenge_running"
        assert refused.json()["details"] == {"game": second.json()["id"]}


@pytest.mark.parametrize("repeated", [False, True])
async def test_who_loses_the_lock_right_after_taking_it_does_not_take_it_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, repeated: bool
) -> None:
    async with house(redis_url) as slow, house(redis_url) as quick:
        first, second = (Challenges(each.store, each.game_cache, each.projections) for each in (slow, quick))
        mine, theirs = new_id("g"), new_id("g")
        run, others = slow.store.connection.run, [theirs]

        async def overtaken(script: Script, names: list[str], *args: Any) -> Any:
            answer = await run(script, names, *args)
            if script.sha == Script("claim.lua").sha and others:
                game = others.pop()
                await second.begin("p_1", RULESETS["bonfire"], game, first_command(game))
            return answer

        monkeypatch.setattr(slow.store.connection, "run", overtaken)
        await first.begin("p_1", RULESETS["bonfire"], mine, first_command(mine))
        if repeated:
            with pytest.raises(NotPossible, match="challenge_running"):
                await first.begin("p_1", RULESETS["bonfire"], mine, first_command(mine))
        once = first_command(theirs)
        loaded = await quick.store.connection.call("GET", keys.player_challenge("p_1", "bonfire"))
        assert loaded.decode() == f"{theirs} {once.command_id}"
        assert await quick.store.log.seen(theirs, once.command_id) is None  # it can still be created


async def test_a_game_that_ended_unseen_counts_before_the_next_begins(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url, dead=True) as killed:
        _, headers = await sign_up(client)
        game = (await begun(client, headers))["id"]
        await resign(client, game, headers)
        await killed.ask(game, SCORER, ScoreGame())
        assert (await challenge(client, headers)).json()["options"]["handicap"] == -12
