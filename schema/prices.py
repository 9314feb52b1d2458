"""Prices of expensive requests, in calls against the rate limit; the same for REST and GraphQL.

One call stands for about 5 ms of work. Every request that is not listed here counts as one call.
"""

from typing import Final

AUDIT: Final = 10
"""Decides every entry of a game again."""
FORK: Final = 20
"""Copies a whole log and plays it again."""
EARLIER: Final = 5
"""Loads an old snapshot, and folds the entries after it."""
LOG: Final = 3
"""Copies a whole log."""
MOST_TRIED: Final = 64
"""How many moves can be tried at once."""
_TRIED_PER_CALL: Final = 8
LONG_GAME: Final = 320
"""The entries of a long game, for prices that do not know the game."""
_WORDS_PER_CALL: Final = 200
_VALUES_PER_CALL: Final = 400
_ENTRIES_PER_CALL: Final = {"patch": 16, "text": 64, "plain": 512}


def tried(count: int) -> int:
    """The price of trying this many moves."""
    return -(-count // _TRIED_PER_CALL)


def entries(count: int, *, patch: bool, text: bool) -> int:
    """The price of this many entries, with patches or sentences."""
    kind = "patch" if patch else "text" if text else "plain"
    return 1 + max(0, count) // _ENTRIES_PER_CALL[kind]


def words(count: int) -> int:
    """The price of reading a GraphQL document of this many words, beside that of its operation."""
    return count // _WORDS_PER_CALL


def values(count: int) -> int:
    """The price of reading variables of this many values, beside that of the operation."""
    return count // _VALUES_PER_CALL
