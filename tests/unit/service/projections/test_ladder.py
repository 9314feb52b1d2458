"""The handicap ladder: it follows from the scoring entries of challenge games, and from nothing else."""

from typing import Any

import msgspec
import pytest

from service.projections.ladder import LADDER, Ladder, Rung, climb, history
from service.projections.results import GameResult
from tests.support.jobs import job_runner, run_job
from tests.support.results import a_challenge, a_game, a_result, seat
from tests.support.tables import House


def path(*results: GameResult) -> list[int]:
    """The handicaps before the first and after each of the results."""
    rows: dict[str, Ladder] = {}
    handicaps = [-10]
    for result in results:
        rows |= climb(rows, result)
        handicaps.append(rows.get("p_1", Ladder(-10)).handicap)
    return handicaps


def test_bf_o26_o27_a_win_adds_five_and_a_loss_subtracts_two() -> None:
    win, loss = a_challenge("p_1", 70, 60), a_challenge("p_1", 60, 70)
    assert path(win, loss, loss, win, win, win) == [-10, -5, -7, -9, -4, 1, 6]


def test_bf_y44_o27_a_tie_leaves_the_handicap_unchanged() -> None:
    assert path(a_challenge("p_1", 70, 70, handicap=-10)) == [-10, -10]


def test_resigned_game_is_lost_regardless_of_points() -> None:
    resigned = a_challenge("p_1", 70, 0, resigned=True)
    assert path(resigned) == [-10, -12]
    rung = climb({}, resigned)["p_1"].last
    assert rung is not None
    assert rung.result == "loss"


@pytest.mark.parametrize(
    "result",
    [
        a_game("p_1", "p_2"),
        a_challenge("p_1", 70, 60, challenge=None),
        a_challenge("p_2", 70, 60),
        a_result(seat(None, bot="greedy"), seat(None, 2, automa="tom"), result="win", challenge="handicap"),
    ],
    ids=["people", "solo without the challenge", "somebody else", "a bot"],
)
def test_other_games_leave_the_ladder_unchanged(result: GameResult) -> None:
    assert path(result) == [-10, -10]


async def test_the_history_is_read_newest_first_in_pages(home: House) -> None:
    results = [a_challenge("p_1", 60 + n % 3, 61, game=f"g_{n}", handicap=n) for n in range(25)]
    for result in [*results, a_challenge("p_12", 1, 2, game="g_x"), a_challenge("p", 1, 2, game="g_y")]:
        await home.projections.results.write(result)
    await home.projections.folds.follow("bonfire")
    seen: list[Any] = []
    before = 26
    while page := await history(home.store.connection, "bonfire", "p_1", 10, before):
        seen += page
        before = page[-1].number
    assert [rung.game for rung in seen] == [result.game for result in results[::-1]]
    assert [rung.number for rung in seen] == list(range(25, 0, -1))
    assert [rung.handicap for rung in seen] == list(range(24, -1, -1))
    assert seen[0].automa == 61
    row = await home.projections.folds.row("bonfire", LADDER, "p_1")
    assert row is not None
    assert row.handicap == path(*results)[-1]


async def test_an_unlisted_game_counts_without_its_id(home: House) -> None:
    await home.projections.results.write(a_challenge("p_1", 70, 60, unlisted=True))
    await home.projections.folds.follow("bonfire")
    (rung,) = await history(home.store.connection, "bonfire", "p_1", 10, 2)
    assert (rung.game, rung.result) == (None, "win")


async def test_bf_o26_a_game_played_to_its_end_moves_the_ladder_by_its_result(
    home: House, redis_url: str
) -> None:
    game = await home.started("p_1", challenge="handicap", handicap=-10)
    async with job_runner(redis_url) as worker:
        while (loaded := await home.newest(game)).table.status == "active":
            if loaded.rules.actor(loaded.table.state).automa:
                await run_job(worker, "automa", game)
            else:
                await home.play(game, 1)
        await run_job(worker, "scoring", game)
    result = (await home.newest(game)).table.result
    assert result is not None
    word = result.score.result
    row = await home.projections.folds.row("bonfire", LADDER, "p_1")
    assert row is not None
    assert row.last is not None
    assert word is not None
    assert (row.last.game, row.last.result, row.last.handicap) == (game, word, -10)
    assert (row.last.score, row.last.automa) == tuple(points.total for points in result.score.seats)
    assert row.handicap == {"win": -5, "tie": -10, "loss": -12}[word]


def test_rows_keep_their_stored_field_names() -> None:
    stored = b'{"number":1,"game":null,"handicap":0,"result":"win","score":70,"tom":60,"at":"now"}'
    rung = msgspec.json.decode(stored, type=Rung)
    assert rung.automa == 60
    assert msgspec.json.encode(rung) == stored
