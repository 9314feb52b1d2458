"""Scores item by item, and the ranks that follow from them."""

from msgspec import UNSET, Struct, UnsetType

WIN, LOSS = "win", "loss"
"""A game's own words when the people have won, and when they have lost or have given up."""


class ScoreItem(Struct, frozen=True):
    """One line of a breakdown: the rule, its points, and the number that it counted."""

    item: str
    rule: str
    points: int
    counted: tuple[str, ...] = ()


class SeatScore(Struct, frozen=True):
    """The points of one seat, and its tie-break for equal totals (larger first)."""

    seat: int
    total: int
    items: tuple[ScoreItem, ...]
    tie_break: tuple[int, ...] = ()


class SideScore(Struct, frozen=True):
    """The points of one side, and its tie-break for equal totals (larger first)."""

    side: str
    seats: tuple[int, ...]
    total: int
    items: tuple[ScoreItem, ...]
    tie_break: tuple[int, ...] = ()


class Score(Struct, frozen=True):
    """The breakdown of every seat, and the result of the game if it has one beside the ranks.

    `sides` is set only in games of teams or allies. There, every seat belongs to exactly one side.
    """

    seats: tuple[SeatScore, ...]
    result: str | None = None
    # UNSET is not written: scores of games without teams keep their bytes in stored logs.
    sides: tuple[SideScore, ...] | UnsetType = UNSET


def side_scores(score: Score) -> tuple[SideScore, ...]:
    """The score of every side; without teams, each seat is a side of its own."""
    if score.sides is not UNSET:
        return score.sides
    return tuple(
        SideScore(str(own.seat), (own.seat,), own.total, own.items, own.tie_break) for own in score.seats
    )


def ranks(
    score: Score, resigned: frozenset[int] = frozenset(), playing: frozenset[int] = frozenset()
) -> tuple[int, ...]:
    """Each seat's rank, which is that of its side: 1, 1, 3; equal sides share a rank.

    The next rank counts all sides before it. A side comes last when one of its seats is among the `resigned`
    and none among those that people are still `playing`.
    """
    sides = side_scores(score)
    keys = [
        (resigned.isdisjoint(own.seats) or not playing.isdisjoint(own.seats), own.total, own.tie_break)
        for own in sides
    ]
    rank = [1 + sum(other > key for other in keys) for key in keys]
    by_seat = {seat: own_rank for own, own_rank in zip(sides, rank) for seat in own.seats}
    return tuple(by_seat[own.seat] for own in score.seats)
