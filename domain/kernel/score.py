"""Scores item by item, and the ranks that follow from them."""

from msgspec import Struct

LOSS = "loss"
"""A game's own word when the people have lost, or have given up."""


class ScoreItem(Struct, frozen=True):
    """One line of a breakdown: which rule gave how many points, and what it counted."""

    item: str
    rule: str
    points: int
    counted: tuple[str, ...] = ()


class SeatScore(Struct, frozen=True):
    """What one seat has, and what decides between equal totals (larger first)."""

    seat: int
    total: int
    items: tuple[ScoreItem, ...]
    tie_break: tuple[int, ...] = ()


class Score(Struct, frozen=True):
    """The breakdown of every seat, and a game's own word for the result where it has one."""

    seats: tuple[SeatScore, ...]
    result: str | None = None


def ranks(score: Score, resigned: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """1, 1, 3: equal seats share a rank, the next one counts everybody before it; the resigned come last."""
    keys = [(seat.seat not in resigned, seat.total, seat.tie_break) for seat in score.seats]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
