"""What Redis always has of a game, wherever its log lies."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """Where a game is, and its sealed seed; `archived` is where its log lies if Redis does not have it."""

    seq: int
    hash: str
    status: str
    seed: bytes
    archived: str = ""
