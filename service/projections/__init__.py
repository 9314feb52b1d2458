"""Projections: data derived from the logs, which can be rebuilt. Pure folds are separate from the writing."""

import asyncio

import msgspec

from schema.answers import GameRow
from service.engine.loaded_game import LoadedGame
from service.engine.notices import players_of
from service.projections.folds import Folds
from service.projections.index import Index, game_row
from service.projections.ladder import LADDER
from service.projections.levels import LEVELS
from service.projections.ratings import RATINGS
from service.projections.results import GameResult, Results, game_result
from service.projections.statistics import STATISTICS
from service.store import Log, OutboxItem, RedisConnection
from service.store.followers import Followers

FOLDS = (RATINGS, STATISTICS, LADDER, LEVELS)


class Projections:
    """Everything that is written when a game's status or seats change."""

    def __init__(self, connection: RedisConnection) -> None:
        self.index = Index(connection)
        self.results = Results(connection)
        self.folds = Folds(connection, self.results, FOLDS)
        self.followers = Followers(connection)
        self._log = Log(connection)

    async def write(self, loaded: LoadedGame) -> tuple[OutboxItem, ...]:
        """Write the game's row in the lists; once it is finished, also its result, and update the folds.

        Then let its players' webhooks follow it; returns the outbox items that this makes due.
        """
        await self._write(loaded)
        table = loaded.table
        first_own = 0 if table.fork is None else table.fork.at
        return await self.followers.add_webhooks_of_players(table.game, players_of(table), after=first_own)

    async def heal(self, loaded: LoadedGame) -> None:
        """Rewrite what no longer matches the game, after a failover of the game or of the lists."""
        table, ruleset = loaded.table, loaded.rules.name
        row, line = await asyncio.gather(self.index.row(table.game), self.results.of(ruleset, table.game))
        result = game_result(loaded.rules, table)
        is_listed = row is not None and _shown(row) == _shown(game_row(loaded.rules, table))
        if not is_listed or (result is not None and (line is None or line.hash != result.hash)):
            await self._write(loaded)
        await self._withdraw_lost(loaded, line)

    async def withdraw_lost(self, loaded: LoadedGame) -> None:
        """Remove a stored result if the game has none any more, because a failover lost its ending."""
        await self._withdraw_lost(loaded, await self.results.of(loaded.rules.name, loaded.table.game))

    async def _withdraw_lost(self, loaded: LoadedGame, line: GameResult | None) -> None:
        table = loaded.table
        if line is None or table.result is not None:
            return
        if not await self._log.has(table.game, line.version, line.hash):
            await self.results.withdraw(line)
            await self.folds.follow(loaded.rules.name)

    async def forget(self, game: str) -> None:
        """Remove a game that a failover has lost entirely, first its result and then its row."""
        row = await self.index.row(game)
        line = None if row is None else await self.results.of(row.ruleset, game)
        if line is not None:
            await self.results.withdraw(line)
            await self.folds.follow(line.ruleset)
        await self.index.forget(game)

    async def _write(self, loaded: LoadedGame) -> None:
        await self.index.write(game_row(loaded.rules, loaded.table), loaded.table.hash)
        result = game_result(loaded.rules, loaded.table)
        if result is not None:
            await self.results.write(result)
            await self.folds.follow(result.ruleset)


def _shown(row: GameRow) -> tuple[object, ...]:
    """The fields of a row that lists show, as stored."""
    seats = msgspec.json.encode(row.seats)
    return row.status, seats, row.host
