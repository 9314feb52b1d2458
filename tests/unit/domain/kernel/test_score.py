"""Ranks: 1, 1, 3; who resigned comes last."""

import pytest

from domain.kernel.score import Score, SeatScore, ranks


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
def test_equal_seats_share_a_rank_and_the_next_counts_all_before(
    totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert ranks(a_score(*totals)) == expected


def test_the_tie_break_decides_between_equal_totals() -> None:
    assert ranks(a_score(9, 9, 9, tie_breaks=((4,), (5,), (4,)))) == (2, 1, 2)


def test_the_tie_break_never_beats_points() -> None:
    assert ranks(a_score(9, 10, tie_breaks=((7,), (0,)))) == (2, 1)


def test_whoever_resigned_is_last_whatever_they_have() -> None:
    assert ranks(a_score(100, 1, 50), frozenset({0})) == (3, 2, 1)


def test_two_who_resigned_are_ranked_among_themselves() -> None:
    assert ranks(a_score(10, 90, 80), frozenset({1, 2})) == (1, 2, 3)
    assert ranks(a_score(10, 80, 80), frozenset({1, 2})) == (1, 2, 2)


def test_if_all_resigned_points_count() -> None:
    assert ranks(a_score(1, 2), frozenset({0, 1})) == (2, 1)
