"""Statistics: everybody's finished games, counted by how many played."""

import msgspec

from service.projections.results import GameResult, SideResult
from service.projections.statistics import STATISTICS, LastGame, Statistics, Tally, count
from tests.support.jobs import job_runner, run_job
from tests.support.results import a_challenge, a_game, a_result, seat
from tests.support.tables import House


def counted(*results: GameResult) -> dict[str, Statistics]:
    rows: dict[str, Statistics] = {}
    for result in results:
        rows |= count(rows, result)
    return rows


def test_games_wins_ranks_and_points_are_counted_by_number_of_players() -> None:
    rows = counted(
        a_game("p_1", "p_2"), a_game("p_2", "p_1"), a_game("p_2", "p_3", "p_1"), a_game("p_1", "p_3", "p_2")
    )
    assert rows["p_1"].tallies == (
        Tally(2, games=2, wins=1, ranks=(1, 1), points=170, best=90),
        Tally(3, games=2, wins=1, ranks=(1, 0, 1), points=160, best=90),
    )
    assert rows["p_3"].tallies == (Tally(3, games=2, ranks=(0, 2), points=160, best=80),)


def test_shared_first_place_is_a_win_for_both() -> None:
    rows = counted(a_result(seat("p_1", 1), seat("p_2", 1), seat("p_3", 3)))
    assert [rows[player].tallies[0].wins for player in ("p_1", "p_2", "p_3")] == [1, 1, 0]


def test_resigned_player_has_not_won_even_if_all_resigned() -> None:
    rows = counted(a_result(seat("p_1", 1, 9, resigned=True), seat("p_2", 2, 5, resigned=True)))
    assert rows["p_1"].tallies == (Tally(2, games=1, resigned=1, ranks=(1,), points=9, best=9),)


def test_bots_have_statistics_and_tom_has_none() -> None:
    rows = counted(a_result(seat("p_1", 2), seat(None, 1, bot="greedy")), a_challenge("p_1", 70, 60))
    assert [(tally.players, tally.games) for tally in rows["p_1"].tallies] == [(1, 1), (2, 1)]


def test_solo_games_are_counted_as_won_tied_or_lost() -> None:
    rows = counted(
        a_challenge("p_1", 70, 60),
        a_challenge("p_1", 60, 60, challenge=None),
        a_challenge("p_1", 50, 60),
        a_challenge("p_1", 99, 60, resigned=True),
    )
    solo = Tally(1, games=4, wins=1, ties=1, losses=2, resigned=1, points=279, best=99)
    assert rows["p_1"].tallies == (solo,)


def test_two_seats_of_one_player_count_as_one_game() -> None:
    rows = counted(a_result(seat("p_1", 2, 40), seat("p_1", 1, 60), seat("p_2", 3, 20)))
    assert rows["p_1"].tallies == (Tally(2, games=1, wins=1, ranks=(1,), points=60, best=60),)


def test_negative_points_can_be_the_best() -> None:
    assert counted(a_result(seat("p_1", 1, -3), seat("p_2", 2, -5)))["p_2"].tallies[0].best == -5


def test_the_last_game_is_named_unless_it_is_unlisted() -> None:
    rows = counted(a_game("p_1", "p_2", game="g_1"), a_game("p_1", "p_3", game="g_2", unlisted=True))
    assert rows["p_2"].last == LastGame("g_1", "at g_1")
    assert rows["p_1"].last == LastGame(None, "at g_2")


async def test_finished_game_is_counted_for_every_player(home: House, redis_url: str) -> None:
    game = await home.started("p_1", "p_2", bots=["random"])
    people = [n for n, loaded in enumerate((await home.newest(game)).table.seats) if loaded.player]
    await home.resign(game, *people)
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", game)
    (_, result), *_ = [row async for row in home.projections.results.after("bonfire")]
    rows = await home.projections.folds.rows("bonfire", STATISTICS, ["p_1", "p_2"])
    assert rows == counted(result)
    assert [row.last and row.last.game for row in rows.values()] == [game, game]


def test_modes_are_counted_separately() -> None:
    rows = counted(
        a_game("p_1", "p_2", game="g_1"),
        a_game("p_2", "p_1", game="g_2", mode="dragon"),
        a_game("p_1", "p_2", game="g_3", mode="dragon"),
    )
    assert rows["p_1"].tallies == (Tally(2, games=1, wins=1, ranks=(1,), points=90, best=90),)
    assert rows["p_1"].last == LastGame("g_1", "at g_1")
    dragon = rows["p_1"].by_mode["dragon"]
    assert dragon.tallies == (Tally(2, games=2, wins=1, ranks=(1, 1), points=170, best=90),)
    assert dragon.last == LastGame("g_3", "at g_3")


def test_member_of_a_side_has_the_points_and_rank_of_the_side() -> None:
    sides = (SideResult("even", (0, 2), 1, 40), SideResult("odd", (1, 3), 2, 30))
    seats = [seat(f"p_{n}", 1 + n % 2, total=99) for n in range(4)]
    rows = counted(a_result(*seats, sides=sides))
    assert rows["p_2"].tallies == (Tally(4, games=1, wins=1, ranks=(1,), points=40, best=40),)
    assert rows["p_3"].tallies == (Tally(4, games=1, ranks=(0, 1), points=30, best=30),)


def test_rows_of_games_in_the_default_mode_keep_their_bytes() -> None:
    assert set(msgspec.to_builtins(counted(a_game("p_1", "p_2"))["p_1"])) == {"tallies", "last"}
    assert not {"mode", "sides"} & set(msgspec.to_builtins(a_game("p_1", "p_2")))
