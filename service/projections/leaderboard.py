"""The leaderboard of a ruleset: the ratings, best first, equal ones by id; a line is its cursor."""

import re
from collections.abc import Sequence
from typing import Final

from service.projections.folds import Folds
from service.projections.ratings import RATINGS, Rating, place
from service.store import RedisConnection, keys
from service.store.paging import no_cursor

_LINE: Final = re.compile("[0-9]{13}_p_[0-9a-z]+", re.ASCII)


class Leaderboard:
    """Reads the list; the fold of the ratings writes it."""

    def __init__(self, connection: RedisConnection, folds: Folds) -> None:
        self._connection = connection
        self._folds = folds

    async def page(self, ruleset: str, first: int, after: str | None) -> list[tuple[str, str, Rating]]:
        """At most so many lines after a cursor, each with player and rating."""
        if after is not None and not _LINE.fullmatch(after):
            raise no_cursor()
        start = "-" if after is None else f"({after}"
        name = keys.fold_list(ruleset, RATINGS.name)
        found = await self._connection.call("ZRANGE", name, start, "+", "BYLEX", "LIMIT", 0, first)
        lines = [line.decode() for line in found]
        players = [line.partition("_")[2] for line in lines]
        rows = await self._folds.rows(ruleset, RATINGS, players)
        return [(line, player, rows[player]) for line, player in zip(lines, players) if player in rows]

    async def ranks(self, ruleset: str, ratings: Sequence[Rating]) -> list[int]:
        """The ranks that go with ratings: how many players are better, and one."""
        name = keys.fold_list(ruleset, RATINGS.name)
        better = [("ZLEXCOUNT", name, "-", f"({place(rating)}") for rating in ratings]
        return [1 + int(count) for count in await self._connection.pipeline(better)] if better else []
