from functools import cache
from itertools import product

import pytest
from msgspec import UNSET

from domain.kernel.score import ScoreItem, SeatScore, ranks
from domain.phoenix import events as e
from domain.phoenix.scoring import score, shard_points
from tests.support.phoenix import PhoenixGame


@pytest.mark.parametrize(
    "shards,points,with_token",
    [
        ((4, 1, 1), 15, 16),
        ((2, 2, 2), 12, 13),
        ((5, 0, 0), 11, 18),
        ((2, 1, 0), 3, 10),
        ((3, 2, 1), 12, 19),
        ((5, 2, 2), 21, 22),
    ],
)
def test_pp_f2_f3_x64_q42_shards_are_grouped_for_the_most_points(
    shards: tuple[int, int, int], points: int, with_token: int
) -> None:
    assert shard_points(shards) == points
    assert shard_points(shards, token=True) == with_token


@cache
def exhaustive(shards: tuple[int, ...]) -> int:
    """The best of all partitions, by trying each first group."""
    best = sum(shards)
    for color, count in enumerate(shards):
        if count >= 3:
            rest = tuple(n - 3 * (k == color) for k, n in enumerate(shards))
            best = max(best, 9 + exhaustive(rest))
    if min(shards):
        best = max(best, 6 + exhaustive(tuple(n - 1 for n in shards)))
    return best


def test_pp_f4_the_formula_equals_an_exhaustive_search() -> None:
    for coral, jade, agate in product(range(10), repeat=3):
        assert shard_points((coral, jade, agate)) == exhaustive((coral, jade, agate))


def test_pp_f1_f5_x65_every_line_of_a_seat_is_told(game: PhoenixGame) -> None:
    game.has(0, coin=4, scroll=3, lantern=1, coral=4, jade=1, agate=1).favored(0, 20)
    game.keeps(0, "travel_journal", "coin_jar").explored(0, 1)
    shards = ("coral",) * 4 + ("jade", "agate", "first_player_token")
    resources = ("coin",) * 4 + ("scroll",) * 3 + ("lantern",)
    assert score(game.state).seats[0] == SeatScore(
        0,
        43,
        (
            ScoreItem("favor", "PP-F6", 20),
            ScoreItem("revelations", "PP-F1", 1, ("travel_journal",)),
            ScoreItem("shards", "PP-F2", 16, shards),
            ScoreItem("resources", "PP-F5", 6, resources),
        ),
        (-1,),
    )


def test_pp_f3_the_token_counts_for_its_holder_only(game: PhoenixGame) -> None:
    game.has(0, coral=2).has(1, coral=2).given(e.FirstPlayerChanged(1))
    shards = [next(item for item in seat.items if item.item == "shards") for seat in score(game.state).seats]
    assert [item.points for item in shards] == [2, 9]


def test_pp_f6_x65_of_equal_totals_the_better_herald_wins(four: PhoenixGame) -> None:
    for seat in range(4):
        four.favored(seat, 60 if seat else 57).has(seat, coin=0, scroll=0, lantern=0)
    four.heralds(3, 1, 0, 2).given(e.FirstPlayerChanged(2))
    found = score(four.state)
    assert [seat.total for seat in found.seats] == [57, 60, 61, 60]
    assert ranks(found) == (4, 3, 1, 2)
    assert found.sides is UNSET


def test_pp_f5_resources_count_in_threes(game: PhoenixGame) -> None:
    for held, points in ((2, 0), (3, 3), (8, 6), (9, 9)):
        game.has(0, coin=held, scroll=0, lantern=0)
        assert score(game.state).seats[0].items[-1].points == points
