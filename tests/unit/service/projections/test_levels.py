"""Ladders of difficulty: a result counts for each player and for the group of all of them."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from service.projections.levels import LEVELS, LevelTallies, LevelTally, count_level, group_key
from service.projections.results import GameResult, SeatResult, SideResult


def result(
    *people: str, won: bool, total: int = 40, level: Any = "easy", ladder: Any = "plain"
) -> GameResult:
    """A game of these people against an automa at seat 0."""
    first, second = (2, 1) if won else (1, 2)
    automa = SeatResult(None, None, "robot", resigned=False, rank=first, total=30)
    allies = [SeatResult(each, None, None, resigned=False, rank=second, total=9) for each in people]
    allied = SideResult("people", tuple(range(1, len(people) + 1)), second, total)
    return GameResult(
        game="g_a",
        ruleset="r",
        rules="r/1",
        version=9,
        at="2026-01-01T00:00:00.000Z",
        rated=False,
        seats=(automa, *allies),
        result=None,
        sides=(SideResult("automa", (0,), first, 30), allied),
        ladder=ladder,
        level=level,
    )


def folded(*results: GameResult) -> dict[str, LevelTallies]:
    rows: dict[str, LevelTallies] = {}
    for each in results:
        rows |= count_level(rows, each)
    return rows


def test_game_counts_for_each_player_and_for_their_group() -> None:
    rows = folded(result("p_b", "p_a", won=True))
    assert set(rows) == {"p_a", "p_b", "p_a+p_b"}
    assert {row.at("plain", "easy").wins for row in rows.values()} == {1}
    assert set(LEVELS.keys(result("p_b", "p_a", won=True))) == set(rows)


def test_player_alone_is_a_group_of_one() -> None:
    assert set(folded(result("p_a", "p_a", won=True))) == {"p_a"}
    assert group_key(["p_a", "p_a"]) == "p_a"


def test_levels_and_ladders_are_counted_apart() -> None:
    rows = folded(
        result("p_a", won=True),
        result("p_a", won=False, level="hard"),
        result("p_a", won=True, ladder="other"),
    )
    tallies = rows["p_a"]
    assert tallies.at("plain", "easy") == LevelTally("plain", "easy", 1, 1, 40)
    assert tallies.at("plain", "hard") == LevelTally("plain", "hard", 1, 0, 40)
    assert tallies.at("other", "easy") == LevelTally("other", "easy", 1, 1, 40)


def test_best_score_is_that_of_the_peoples_side() -> None:
    rows = folded(result("p_a", won=False, total=-3), result("p_a", won=False, total=-5))
    assert rows["p_a"].at("plain", "easy") == LevelTally("plain", "easy", 2, 0, -3)


def test_game_without_a_level_counts_for_no_ladder() -> None:
    assert folded(replace(result("p_a", won=True), ladder=UNSET, level=UNSET)) == {}
