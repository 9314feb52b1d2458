"""Views as vectors and moves as numbers, the same for every game and every version of its rules.

Both use the hashing trick: what a number stands for follows from a digest of its text, so no table of all
possible moves or values has to exist. docs/bots.md describes it for authors of bots.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import copysign, log1p
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from domain.kernel.messages import Command

ACTIONS: Final = 4096
FEATURES: Final = 2048


@lru_cache(maxsize=100_000)
def number_of(text: str, size: int) -> int:
    """A number below `size` that depends only on the text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) % size


def numbered(moves: Sequence[Command]) -> dict[int, Command]:
    """Each legal move by its number.

    The number is that of the move's canonical JSON. If an earlier move of the list has it, the next free one
    is taken.
    """
    found: dict[int, Command] = {}
    for move in moves:
        number = number_of(msgspec.json.encode(move, order="sorted").decode(), ACTIONS)
        while number in found:
            number = (number + 1) % ACTIONS
        found[number] = move
    return found


def mask(numbers: Sequence[int]) -> NDArray[np.int8]:
    """1 for each of the numbers, 0 for all other actions."""
    marked = np.zeros(ACTIONS, dtype=np.int8)
    marked[list(numbers)] = 1
    return marked


def encoded(view: object, seat: int, seats: int) -> NDArray[np.float32]:
    """A view as a vector.

    Each fact is a path and a value. A number adds its logarithm at the place of its path; anything else adds
    1 at the place of path and value together. Lists with one item for each seat begin with the own seat, so
    the same position looks the same from every seat.
    """
    vector = np.zeros(FEATURES, dtype=np.float32)
    for path, amount in _facts(msgspec.to_builtins(view), "", seat, seats):
        vector[number_of(path, FEATURES)] += amount
    return vector


def _facts(value: Any, path: str, seat: int, seats: int) -> Iterator[tuple[str, float]]:
    match value:
        case bool() | str():
            yield f"{path}={value}", 1.0
        case int():
            yield path, copysign(log1p(abs(value)), value)
        case None:
            return
        case Mapping():
            for key, each in value.items():
                yield from _facts(each, f"{path}.{key}", seat, seats)
        case _:
            yield from _items(value, path, seat, seats)


def _items(items: Sequence[Any], path: str, seat: int, seats: int) -> Iterator[tuple[str, float]]:
    """The facts of a list: by place, if its items are structures; else it is a bag of values."""
    by_seat = len(items) == seats
    for place in range(len(items)):
        each = items[(place + seat) % seats] if by_seat else items[place]
        own = f"{path}.{place}" if by_seat or isinstance(each, (Mapping, list)) else path
        yield from _facts(each, own, seat, seats)
