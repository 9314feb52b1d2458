"""Ranks: 1, 1, 3; seats that resigned come last."""

import msgspec
import pytest

from domain.kernel.score import Score, SeatScore, SideScore, ranks, side_scores


def a_score(*totals: int, tie_breaks: tuple[tuple[int, ...], ...] | None = None) -> Score:
    breaks = tie_breaks or ((),) * len(totals)
    return Score(
        tuple(SeatScore(seat, total, (), tie_break=breaks[seat]) for seat, total in enumerate(totals))
    )


@pytest.mark.parametrize(
    "totals,expected",
    [
        ((10,), (1,)),
        ((10, 20), (2, 1)),
        ((20, 20), (1, 1)),
        ((20, 20, 10), (1, 1, 3)),
        ((10, 20, 20, 5), (3, 1, 1, 4)),
        ((7, 7, 7, 7), (1, 1, 1, 1)),
        ((-3, 0), (2, 1)),
    ],
)
def test_equal_seats_share_a_rank_and_the_next_rank_skips(
    totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert ranks(a_score(*totals)) == expected


def test_the_tie_break_decides_between_equal_totals() -> None:
    assert ranks(a_score(9, 9, 9, tie_breaks=((4,), (5,), (4,)))) == (2, 1, 2)


def test_the_tie_break_never_beats_points() -> None:
    assert ranks(a_score(9, 10, tie_breaks=((7,), (0,)))) == (2, 1)


def test_a_seat_that_resigned_is_last_regardless_of_points() -> None:
    assert ranks(a_score(100, 1, 50), frozenset({0})) == (3, 2, 1)


def test_seats_that_resigned_are_ranked_by_their_points() -> None:
    assert ranks(a_score(10, 90, 80), frozenset({1, 2})) == (1, 2, 3)
    assert ranks(a_score(10, 80, 80), frozenset({1, 2})) == (1, 2, 2)


def test_points_decide_when_all_seats_resigned() -> None:
    assert ranks(a_score(1, 2), frozenset({0, 1})) == (2, 1)


def a_team_score(*sides: tuple[int, tuple[int, ...]], tie_breaks: tuple[int, ...] = ()) -> Score:
    """Sides with their total and seats; the seats' own points say the opposite."""
    count = sum(len(seats) for _, seats in sides)
    return Score(
        tuple(SeatScore(seat, 100 - seat, ()) for seat in range(count)),
        sides=tuple(
            SideScore(str(n), seats, total, (), tie_breaks[n : n + 1])
            for n, (total, seats) in enumerate(sides)
        ),
    )


def test_seats_share_the_rank_of_their_side() -> None:
    assert ranks(a_team_score((10, (0, 3)), (20, (1, 2)))) == (2, 1, 1, 2)


def test_ranks_count_sides_not_seats() -> None:
    assert ranks(a_team_score((30, (0, 1)), (20, (2, 3)), (10, (4, 5)))) == (1, 1, 2, 2, 3, 3)
    assert ranks(a_team_score((30, (0, 1)), (30, (2,)), (10, (3,)))) == (1, 1, 1, 3)


def test_tie_break_of_a_side_decides_between_equal_totals() -> None:
    assert ranks(a_team_score((10, (0, 1)), (10, (2, 3)), tie_breaks=(0, 1))) == (2, 2, 1, 1)


def test_member_who_resigned_does_not_split_the_rank_of_the_side() -> None:
    score = a_team_score((30, (0, 1)), (20, (2, 3)))
    assert ranks(score, frozenset({0}), frozenset({1, 2, 3})) == (1, 1, 2, 2)


def test_side_is_last_when_all_its_people_have_resigned() -> None:
    score = a_team_score((30, (0, 1)), (20, (2, 3)))
    assert ranks(score, frozenset({0, 1}), frozenset({2, 3})) == (2, 2, 1, 1)


def test_bot_of_a_side_does_not_count_as_one_of_its_people() -> None:
    score = a_team_score((30, (0, 1)), (20, (2, 3)))
    assert ranks(score, frozenset({0}), frozenset({2})) == (2, 2, 1, 1)


def test_side_of_only_bots_has_not_resigned() -> None:
    assert ranks(a_team_score((30, (0, 1)), (20, (2, 3))), frozenset(), frozenset({2, 3})) == (1, 1, 2, 2)


def test_each_seat_is_a_side_of_its_own_without_teams() -> None:
    sides = side_scores(a_score(7, 9, tie_breaks=((1,), (2,))))
    assert [(side.seats, side.total, side.tie_break) for side in sides] == [((0,), 7, (1,)), ((1,), 9, (2,))]


def test_sides_are_encoded_only_in_games_with_teams() -> None:
    assert b"sides" not in msgspec.json.encode(a_score(1, 2))
    assert b"sides" in msgspec.json.encode(a_team_score((1, (0,)), (2, (1,))))
