"""Deterministic randomness: a committed seed, a key from it and the players' nonces, draws and shuffles."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import TypeVar

from domain.kernel.entry import canonical

T = TypeVar("T")

_SPAN = 1 << 64
ANY_GAME = "fixed"
"""Stands for the game's id in the key of games whose seed was given: the same seed, the same deals."""


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, which is public from the start."""
    return hashlib.sha256(seed).hexdigest()


def key(seed: bytes, game: str, nonces: Sequence[str | None]) -> bytes:
    """The key of a game's draws; every place may have added a nonce to it."""
    return hmac.digest(seed, canonical([game, list(nonces)]), "sha256")


def nonce_hash(nonce: str) -> str:
    """What a player tells of a nonce before it is revealed: its SHA-256."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def salt(seed: bytes, seq: int) -> str:
    """A salt that prevents guessing an entry's small secrets from its hash."""
    return hmac.digest(seed, b"salt:%d" % seq, "sha256").hex()


class Dice:
    """The draws of one entry, in the order in which the rules ask for them."""

    def __init__(self, key: bytes | Callable[[], bytes], seq: int) -> None:
        """Take the key, or a function that computes it: most entries draw nothing."""
        self._key = key
        self._seq = seq
        self._drawn = 0

    @property
    def drawn(self) -> int:
        """How many numbers have been drawn so far."""
        return self._drawn

    def below(self, n: int) -> int:
        """A uniform random number from 0 to n - 1: values past the largest multiple of n are skipped."""
        limit = _SPAN - _SPAN % n
        key = self._key = self._key if isinstance(self._key, bytes) else self._key()
        while True:
            digest = hmac.digest(key, b"draw:%d:%d" % (self._seq, self._drawn), "sha256")
            self._drawn += 1
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order (Fisher-Yates from the end)."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)
