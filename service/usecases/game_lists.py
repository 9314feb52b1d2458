"""Lists of games for a reader: rows of the index with names, seats of the reader, and whose turn it is.

The index knows nothing about turns. They are in the heads of the games, which are read together with the
names, in one round trip for a whole page.
"""

import asyncio
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.kernel.table import OVER
from schema.answers import GameRow
from service.accounts.players import Players
from service.engine import turns
from service.engine.game_cache import GameCache
from service.engine.seat_names import people_in, with_names
from service.engine.turns import Turn
from service.errors import NotFound, malformed
from service.projections.index import GameFilter, Index
from service.store import RedisConnection, keys
from service.store.paging import Page

_NONE = turns.read("-  ")


class GameLists:
    """Lists games as a reader sees them."""

    def __init__(
        self, connection: RedisConnection, index: Index, game_cache: GameCache, players: Players
    ) -> None:
        self._connection = connection
        self._index = index
        self._game_cache = game_cache
        self._players = players

    async def page(
        self, wanted: GameFilter, reader: str | None, *, first: int, after: str | None
    ) -> Page[GameRow]:
        """A page of games, newest first."""
        if wanted.mode is not None and wanted.ruleset is None:
            raise malformed("query", "$.mode", "mode_without_ruleset")
        found = await self._index.list_games(wanted, first=first, after=after)
        return Page(await self.completed(found.items, reader), found.next)

    async def completed(self, rows: Sequence[GameRow], reader: str | None) -> tuple[GameRow, ...]:
        """Rows with what only the reader's answer has."""
        found, names = await asyncio.gather(
            self._turns([row.id for row in rows if row.status not in OVER]),
            self._players.names(people_in(seat for row in rows for seat in row.seats)),
        )
        return tuple(
            _seen_by(reader, replace(row, seats=with_names(row.seats, names)), found.get(row.id, _NONE))
            for row in rows
        )

    async def _turns(self, games: Sequence[str]) -> Mapping[str, Turn]:
        reads = [("HGET", keys.head(game), "turn") for game in games]
        stored = await self._connection.pipeline(reads) if reads else []
        return {game: await self._turn(game, text) for game, text in zip(games, stored)}

    async def _turn(self, game: str, stored: bytes | None) -> Turn:
        """The turn in a head; a head that was last written before turns were stored needs the game."""
        if stored:
            return turns.read(stored.decode())
        try:
            loaded = await self._game_cache.newest(game)
        except NotFound:  # a failover has just lost it
            return _NONE
        return turns.turn_of(loaded.rules, loaded.table)


def _seen_by(reader: str | None, row: GameRow, turn: Turn) -> GameRow:
    own = tuple(seat.seat for seat in row.seats if reader is not None and seat.player == reader)
    due = any(n in turn.actor.seats and not row.seats[n].resigned for n in own)
    return replace(
        row,
        actor=turn.actor,
        you=own or None,
        due=due,
        turn_started_at=turn.started_at,
        deadline=turn.deadline,
    )
