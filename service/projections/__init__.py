"""What follows from the logs and can be made anew from them: a pure fold in one place, writing in another."""

import msgspec

from schema.answers import GameRow
from service.engine.loaded_game import LoadedGame
from service.engine.notices import players_of
from service.projections.folds import Folds
from service.projections.index import Index, game_row
from service.projections.ladder import LADDER
from service.projections.ratings import RATINGS
from service.projections.results import Results, game_result
from service.projections.statistics import STATISTICS
from service.store import Log, OutboxItem, RedisConnection
from service.store.followers import Followers

FOLDS = (RATINGS, STATISTICS, LADDER)


class Projections:
    """Everything that is written when a game's status or seats change."""

    def __init__(self, connection: RedisConnection) -> None:
        self.index = Index(connection)
        self.results = Results(connection)
        self.folds = Folds(connection, self.results, FOLDS)
        self.followers = Followers(connection)
        self._log = Log(connection)

    async def write(self, loaded: LoadedGame) -> tuple[OutboxItem, ...]:
        """The game's row in the lists; once it is finished its result, and what follows from that.

        Then its players' webhooks follow it too; what is due to them is given back.
        """
        await self._write(loaded)
        table = loaded.table
        first_own = 0 if table.fork is None else table.fork.at
        return await self.followers.add_webhooks_of_players(table.game, players_of(table), after=first_own)

    async def heal(self, loaded: LoadedGame) -> None:
        """Writes again what does not fit the game as it stands, after a failover of it or of the lists."""
        table, ruleset = loaded.table, loaded.rules.name
        row, line = await self.index.row(table.game), await self.results.of(ruleset, table.game)
        result = game_result(loaded.rules, table)
        is_listed = row is not None and _shown(row) == _shown(game_row(loaded.rules, table))
        if not is_listed or (result is not None and (line is None or line.hash != result.hash)):
            await self._write(loaded)
        await self.withdraw_lost(loaded)

    async def withdraw_lost(self, loaded: LoadedGame) -> None:
        """Takes the result of a game out that has none, as a failover took its end back."""
        table, ruleset = loaded.table, loaded.rules.name
        line = None if table.result is not None else await self.results.of(ruleset, table.game)
        if line is not None and not await self._log.has(table.game, line.version, line.hash):
            await self.results.withdraw(line)
            await self.folds.follow(ruleset)

    async def _write(self, loaded: LoadedGame) -> None:
        await self.index.write(game_row(loaded.rules, loaded.table), loaded.table.hash)
        result = game_result(loaded.rules, loaded.table)
        if result is not None:
            await self.results.write(result)
            await self.folds.follow(result.ruleset)


def _shown(row: GameRow) -> tuple[object, ...]:
    """What lists show of a game, as it is stored."""
    seats = msgspec.json.encode(row.seats)
    return row.status, seats, row.host
