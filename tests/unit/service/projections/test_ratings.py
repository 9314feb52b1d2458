"""Ratings and leaderboards: a fold of the results, in their order, each counted once."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from service.projections import FOLDS, Projections
from service.projections.folds import FoldChange, Folds
from service.projections.leaderboard import Leaderboard
from service.projections.ratings import RATINGS, Rating, is_rated, rate
from service.projections.rebuild import rebuild
from service.projections.results import GameResult, SideResult
from service.store import Store, keys
from tests.support.jobs import job_runner, run_job
from tests.support.results import a_challenge, a_game, a_result, seat
from tests.support.tables import House

PLAYERS = [f"p_{n}" for n in range(6)]


def rated(results: Iterable[GameResult]) -> dict[str, Rating]:
    rows: dict[str, Rating] = {}
    for result in results:
        rows |= rate(rows, result)
    return rows


def many(count: int) -> list[GameResult]:
    """Games of two and three, with ties, whose players and order differ from game to game."""
    found = []
    for n in range(count):
        names = [PLAYERS[(n * step) % 6 - offset] for step, offset in ((1, 0), (1, 1), (5, 2))]
        people = list(dict.fromkeys(names))[: 2 + n % 2]
        ranks = (1, 1, 3) if n % 7 == 0 else (1, 2, 3)
        seats = [seat(player, rank) for player, rank in zip(people, ranks)]
        found.append(a_result(*seats, game=f"g_{n}"))
    return found


async def finish(home: House, url: str, *players: str, **more: Any) -> str:
    """A game that everybody resigned from, scored."""
    game = await home.started(*players, **more)
    people = [n for n, loaded in enumerate((await home.newest(game)).table.seats) if loaded.player]
    await home.resign(game, *people)
    async with job_runner(url) as worker:
        await run_job(worker, "scoring", game)
    return game


async def put(projections: Projections, results: Iterable[GameResult]) -> None:
    for result in results:
        await projections.results.write(result)


async def stored(store: Store) -> dict[str, Any]:
    """Everything the folds have written, as it stands in Redis."""
    found: dict[str, Any] = {
        "positions": await store.connection.call("HGETALL", keys.fold_position("bonfire"))
    }
    for fold in FOLDS:
        found[fold.name] = await store.connection.call("HGETALL", keys.fold("bonfire", fold.name))
        found[f"{fold.name} list"] = await store.connection.call(
            "ZRANGE", keys.fold_list("bonfire", fold.name), 0, -1
        )
    return found


def test_rating_of_the_winner_rises_and_that_of_the_loser_falls() -> None:
    rows = rate({}, a_game("p_1", "p_2"))
    assert rows["p_1"].ordinal > Rating().ordinal > rows["p_2"].ordinal - 1
    assert rows["p_1"].mu > 25 > rows["p_2"].mu
    assert [row.games for row in rows.values()] == [1, 1]


def test_equal_ranks_change_ratings_equally() -> None:
    rows = rate({}, a_result(seat("p_1", 1), seat("p_2", 1), seat("p_3", 3)))
    assert rows["p_1"] == rows["p_2"]
    assert rows["p_1"].mu > 25 > rows["p_3"].mu


def test_three_players_are_rated_by_their_ranks_not_by_their_seats() -> None:
    ordered = rate({}, a_result(seat("p_1", 1), seat("p_2", 2), seat("p_3", 3)))
    turned = rate({}, a_result(seat("p_3", 3), seat("p_1", 1), seat("p_2", 2)))
    for player, row in ordered.items():
        assert row.mu == pytest.approx(turned[player].mu)
        assert row.sigma == pytest.approx(turned[player].sigma)
    assert ordered["p_1"].mu > ordered["p_2"].mu > ordered["p_3"].mu


def test_tie_against_a_stronger_player_raises_the_weaker_one() -> None:
    rows = {"p_1": Rating(30, 2, 9), "p_2": Rating(20, 2, 9)}
    after = rate(rows, a_result(seat("p_1"), seat("p_2")))
    assert after["p_1"].mu < 30
    assert after["p_2"].mu > 20


def test_resigned_players_are_rated_by_their_rank_in_the_scoring() -> None:
    resigned = a_result(seat("p_1", 2, 90, resigned=True), seat("p_2", 1, 10))
    assert rate({}, resigned) == rate({}, a_result(seat("p_1", 2), seat("p_2", 1)))


@pytest.mark.parametrize(
    "result",
    [
        a_game("p_1", "p_2", rated=False),
        a_game("p_1"),
        a_result(seat("p_1"), seat(None, 2, bot="greedy")),
        a_result(seat("p_1"), seat("p_2", 2), seat(None, 3, bot="random")),
        a_result(seat("p_1"), seat("p_2", 2), seat(None, 3, automa="basilisk")),
        a_result(seat("p_1"), seat("p_1", 2)),
        a_result(seat("p_1"), seat("p_2"), result="win"),
        a_challenge("p_1", 70, 60),
    ],
    ids=["unwanted", "alone", "bot", "a bot among people", "automa", "two seats", "co-op", "solo"],
)
def test_games_that_are_no_contest_between_people_are_not_rated(result: GameResult) -> None:
    assert not is_rated(result)
    assert rate({}, result) == {}


@pytest.mark.parametrize("size", [1, 3, 17, 60])
def test_ratings_are_the_same_in_one_run_or_many(size: int) -> None:
    results = many(60)
    rows: dict[str, Rating] = {}
    listed: set[str] = set()
    for start in range(0, len(results), size):
        change = FoldChange(RATINGS, rows)
        for result in results[start : start + size]:
            change.follow(result)
        assert not change.out & change.into
        rows |= change.changed
        listed = (listed - change.out) | change.into
    assert rows == rated(results)
    assert RATINGS.line is not None
    assert listed == {RATINGS.line(player, row) for player, row in rows.items()}


async def test_ratings_change_as_games_end(home: House, redis_url: str) -> None:
    await finish(home, redis_url, "p_1", "p_2", "p_3")
    await finish(home, redis_url, "p_1", "p_2")
    await finish(home, redis_url, "p_1", "p_2", rated=False)
    await finish(home, redis_url, "p_1", "p_2", bots=["random"])
    await finish(home, redis_url, "p_1")
    results = [result async for _, result in home.projections.results.after("bonfire")]
    assert [is_rated(result) for result in results] == [True, True, False, False, False]
    rows = await home.projections.folds.rows("bonfire", RATINGS, ["p_1", "p_2", "p_3", "p_4"])
    assert rows == rated(results)
    assert {player: row.games for player, row in rows.items()} == {"p_1": 2, "p_2": 2, "p_3": 1}


async def test_result_counts_once_however_often_it_is_written(home: House, redis_url: str) -> None:
    game = await finish(home, redis_url, "p_1", "p_2")
    before = await stored(home.store)
    for _ in range(3):
        await home.projections.write(await home.newest(game))
    assert await stored(home.store) == before


async def test_unfinished_update_is_completed_by_the_next_process(home: House) -> None:
    results = many(3)
    await put(home.projections, results)
    assert await home.projections.folds.row("bonfire", RATINGS, "p_0") is None
    await home.projections.results.write(results[0])
    await home.projections.folds.follow("bonfire")
    assert await home.projections.folds.rows("bonfire", RATINGS, PLAYERS) == rated(results)


async def test_concurrent_processes_count_each_result_once(home: House, redis_url: str) -> None:
    results = many(300)
    stores = [Store.open(redis_url) for _ in range(6)]

    async def process(own: Store, some: Sequence[GameResult]) -> None:
        projections = Projections(own.connection)
        for result in some:
            await projections.results.write(result)
            await projections.folds.follow("bonfire")

    try:
        await asyncio.gather(*(process(own, results[n::6]) for n, own in enumerate(stores)))
    finally:
        for own in stores:
            await own.close()
    written = [result async for _, result in home.projections.results.after("bonfire")]
    assert len(written) == 300
    assert await home.projections.folds.rows("bonfire", RATINGS, PLAYERS) == rated(written)
    assert await home.store.connection.call("ZCARD", keys.fold_list("bonfire", "ratings")) == len(PLAYERS)


async def test_recomputed_ratings_are_identical_to_the_last_bit(home: House) -> None:
    for n, result in enumerate([*many(150), a_challenge("p_1", 70, 60, game="g_c")]):
        await home.projections.results.write(result)
        if n % 5 == 0:
            await home.projections.folds.follow("bonfire")
    await home.projections.folds.follow("bonfire")
    before = await stored(home.store)
    await home.store.connection.call(
        "HSET", keys.fold("bonfire", "ratings"), "p_0", '{"mu":99.0,"sigma":1.0}'
    )
    await home.store.connection.call("ZADD", keys.fold_list("bonfire", "ladder"), 0, "p_9/1/{}")
    await home.projections.folds.make_anew("bonfire")
    assert await stored(home.store) == before
    assert not [name for name in await home.store.connection.call("KEYS", "{rbonfire}*") if b"anew" in name]


async def test_recomputing_without_results_leaves_no_ratings(home: House) -> None:
    await home.store.connection.call(
        "HSET", keys.fold("bonfire", "ratings"), "p_0", '{"mu":99.0,"sigma":1.0}'
    )
    await home.projections.folds.make_anew("bonfire")
    assert await home.store.connection.call("KEYS", "{rbonfire}*") == []


async def test_recomputing_while_games_end_misses_none(home: House) -> None:
    results = many(400)
    await put(home.projections, results[:200])
    await home.projections.folds.follow("bonfire")

    async def games_end() -> None:
        for result in results[200:]:
            await home.projections.results.write(result)
            await home.projections.folds.follow("bonfire")

    async def made_anew() -> None:
        for _ in range(5):
            await home.projections.folds.make_anew("bonfire")

    await asyncio.gather(games_end(), made_anew(), made_anew())
    await home.projections.folds.follow("bonfire")
    assert await home.projections.folds.rows("bonfire", RATINGS, PLAYERS) == rated(results)


async def test_rebuild_from_the_logs_gives_the_same_ratings(home: House, redis_url: str) -> None:
    for players in (["p_1", "p_2"], ["p_2", "p_3", "p_1"], ["p_3"], ["p_1", "p_3"]):
        await finish(home, redis_url, *players)
    await finish(home, redis_url, "p_2", challenge="handicap", handicap=-10)
    before = await stored(home.store)
    before.pop("positions")
    for name in await home.store.connection.call("KEYS", "{rbonfire}*"):
        await home.store.connection.call("DEL", name)
    await rebuild(
        home.store, home.game_cache, home.projections, home.rematches.remember, lambda _done, _note: None
    )
    after = await stored(home.store)
    positions = after.pop("positions").items()
    assert len({position for name, position in positions if not name.endswith(b":count")}) == 1
    assert after == before


async def test_leaderboard_is_paged_and_keeps_the_order_of_equal_ratings(home: House) -> None:
    pairs = [(f"p_a{n}", f"p_b{n}") for n in range(5)]
    await put(home.projections, [a_game(*pair, game=f"g_{pair[0]}") for pair in pairs])
    await home.projections.folds.follow("bonfire")
    board = Leaderboard(home.store.connection, home.projections.folds)
    seen: list[str] = []
    ranks: list[int] = []
    after = None
    while page := await board.page("bonfire", 3, after):
        seen += [player for _, player, _ in page]
        ranks += await board.ranks("bonfire", [rating for _, _, rating in page])
        after = page[-1][0]
    assert seen == [f"p_a{n}" for n in range(5)] + [f"p_b{n}" for n in range(5)]
    assert ranks == [1] * 5 + [6] * 5


async def test_fold_returns_no_rows_for_players_without_one(home: House) -> None:
    folds = Folds(home.store.connection, home.projections.results, FOLDS)
    assert await folds.rows("bonfire", RATINGS, []) == {}
    assert await folds.rows("bonfire", RATINGS, ["p_1"]) == {}


def a_team_game(*, first: int = 1, second: int = 2, mode: Any = "teams", **more: Any) -> GameResult:
    """Players 0 and 2 against 1 and 3."""
    ranks = (first, second, first, second)
    seats = [seat(player, rank) for player, rank in zip(PLAYERS, ranks)]
    sides = (SideResult("even", (0, 2), first, 40), SideResult("odd", (1, 3), second, 30))
    return a_result(*seats, mode=mode, sides=sides, **more)


def test_members_of_a_side_are_rated_as_a_team() -> None:
    after = rate({}, a_team_game())
    won, lost = after["teams/p_0"], after["teams/p_1"]
    assert (after["teams/p_2"], after["teams/p_3"]) == (won, lost)
    assert won.mu > Rating().mu > lost.mu
    single = rate({}, a_game("p_0", "p_1"))["p_0"]
    assert won.mu - Rating().mu < single.mu - Rating().mu


def test_allies_without_an_opponent_are_not_rated() -> None:
    allies = SideResult("allies", (0, 1), 1, 40)
    assert not is_rated(a_result(seat("p_0"), seat("p_1"), sides=(allies,)))


def test_ratings_of_two_modes_are_independent() -> None:
    rows = rated([a_game("p_0", "p_1"), a_team_game()])
    assert rows["p_0"] == rate({}, a_game("p_0", "p_1"))["p_0"]
    assert rows["teams/p_0"] == rate({}, a_team_game())["teams/p_0"]


async def test_each_mode_has_its_own_leaderboard(home: House) -> None:
    projections = home.projections
    await put(projections, [a_game("p_1", "p_0", game="g_1"), a_team_game(game="g_2")])
    await projections.folds.follow("bonfire")
    leaderboard = Leaderboard(home.store.connection, projections.folds)
    usual = await leaderboard.page("bonfire", 10, None)
    assert [player for _, player, _ in usual] == ["p_1", "p_0"]
    teams = await leaderboard.page("bonfire", 10, None, "teams")
    assert [player for _, player, _ in teams] == ["p_0", "p_2", "p_1", "p_3"]
    assert await leaderboard.ranks("bonfire", [rating for _, _, rating in teams], "teams") == [1, 1, 3, 3]
    assert await leaderboard.ranks("bonfire", [rating for _, _, rating in usual]) == [1, 2]
    assert await leaderboard.page("bonfire", 10, teams[1][0], "teams") == teams[2:]
    assert await leaderboard.page("bonfire", 10, None, "team") == []
    await projections.folds.make_anew("bonfire")
    assert await leaderboard.page("bonfire", 10, None, "teams") == teams
