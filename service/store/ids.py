"""Ids: a kind, then 48 bits of time and 80 random bits in lower-case base 32; they sort by time."""

import re

from service import runtime

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_BITS = 80
LENGTH = 26

_SHAPE = re.compile(rf"([a-z]+)_([0-7][{ALPHABET}]{{{LENGTH - 1}}})", re.ASCII)


def new_id(kind: str, at_ms: int | None = None) -> str:
    """Create an id such as `g_01k…`, with the current time unless another is given."""
    ms = runtime.now_ms() if at_ms is None else at_ms
    return spelled(kind, ms << RANDOM_BITS | int.from_bytes(runtime.random_bytes(RANDOM_BITS // 8)))


def spelled(kind: str, number: int) -> str:
    """The id of this kind for a number of 128 bits."""
    return f"{kind}_{''.join(ALPHABET[number >> shift & 31] for shift in range(5 * (LENGTH - 1), -1, -5))}"


def is_id(text: str, kind: str) -> bool:
    """Whether the text is an id of this kind."""
    match = _SHAPE.fullmatch(text)
    return match is not None and match[1] == kind


def time_ms(identifier: str) -> int:
    """When the id was created, in milliseconds since 1970."""
    digits = identifier.rpartition("_")[2]
    number = 0
    for digit in digits:
        number = number << 5 | ALPHABET.index(digit)
    return number >> RANDOM_BITS
