"""Names in an entry's `actor`: a seat, an automa, the scorer, the clock, an administrator, or in the lobby
a player's id.
"""

from functools import lru_cache

SCORER = "scorer"
CLOCK = "clock"
ADMIN = "admin"


def seat_actor(seat: int) -> str:
    """The actor name of a seat."""
    return f"seat:{seat}"


@lru_cache
def seat_number(actor: str) -> int | None:
    """The seat of an actor, or None if the actor is not a seat."""
    kind, _, number = actor.partition(":")
    return int(number) if kind == "seat" and number.isascii() and number.isdecimal() else None
