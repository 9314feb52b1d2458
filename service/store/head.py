"""The head of a game, which Redis keeps even if the log is archived."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """The last version and hash of a game, and its sealed seed; `archived` is the place of its log."""

    seq: int
    hash: str
    status: str
    seed: bytes
    archived: str = ""
