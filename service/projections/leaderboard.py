"""The leaderboards of a ruleset, one for each mode: the ratings, best first, ties ordered by id.

A line's cursor is the line without its mode. Lines of the default mode begin with a digit, others with the
name of their mode.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from service.projections.folds import Folds
from service.projections.ratings import RATINGS, Rating, board, place
from service.store import RedisConnection, keys
from service.store.paging import no_cursor

_AFTER_DIGITS: Final = ":"
"""The character after 9: all lines of the default mode sort before it."""
_LINE: Final = re.compile("[0-9]{13}_p_[0-9a-z]+", re.ASCII)


class Leaderboard:
    """Reads the list that the fold of the ratings writes."""

    def __init__(self, connection: RedisConnection, folds: Folds) -> None:
        self._connection = connection
        self._folds = folds

    async def page(
        self, ruleset: str, first: int, after: str | None, mode: str | UnsetType = UNSET
    ) -> list[tuple[str, str, Rating]]:
        """At most this many lines after a cursor, each with player and rating."""
        if after is not None and not _LINE.fullmatch(after):
            raise no_cursor()
        own = board(mode)
        start = f"[{own}" if after is None else f"({own}{after}"
        name = keys.fold_list(ruleset, RATINGS.name)
        found = await self._connection.call(
            "ZRANGE", name, start, f"({own}{_AFTER_DIGITS}", "BYLEX", "LIMIT", 0, first
        )
        lines = [line.decode().removeprefix(own) for line in found]
        players = [line.partition("_")[2] for line in lines]
        rows = await self._folds.rows(ruleset, RATINGS, [own + player for player in players])
        return [
            (line, player, rows[own + player]) for line, player in zip(lines, players) if own + player in rows
        ]

    async def ranks(
        self, ruleset: str, ratings: Sequence[Rating], mode: str | UnsetType = UNSET
    ) -> list[int]:
        """The rank of each rating: the number of better players, plus one."""
        name, own = keys.fold_list(ruleset, RATINGS.name), board(mode)
        better = [("ZLEXCOUNT", name, f"[{own}", f"({own}{place(rating)}") for rating in ratings]
        return [1 + int(count) for count in await self._connection.pipeline(better)] if better else []
