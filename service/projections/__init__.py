"""What follows from the logs and can be made anew from them: a pure fold in one place, writing in another."""

from service.engine.loaded_game import LoadedGame
from service.engine.notices import players_of
from service.projections.folds import Folds
from service.projections.index import Index, game_row
from service.projections.ladder import LADDER
from service.projections.ratings import RATINGS
from service.projections.results import Results, game_result
from service.projections.statistics import STATISTICS
from service.store import OutboxItem, RedisConnection
from service.store.followers import Followers

FOLDS = (RATINGS, STATISTICS, LADDER)


class Projections:
    """Everything that is written when a game's status or seats change."""

    def __init__(self, connection: RedisConnection) -> None:
        self.index = Index(connection)
        self.results = Results(connection)
        self.folds = Folds(connection, self.results, FOLDS)
        self.followers = Followers(connection)

    async def write(self, loaded: LoadedGame) -> tuple[OutboxItem, ...]:
        """The game's row in the lists; once it is finished its result, and what follows from that.

        Then its players' webhooks follow it too; what is due to them is given back.
        """
        await self.index.write(game_row(loaded.rules, loaded.table))
        result = game_result(loaded.rules, loaded.table)
        if result is not None:
            await self.results.write(result)
            await self.folds.follow(result.ruleset)
        table = loaded.table
        first_own = 0 if table.fork is None else table.fork.at
        return await self.followers.add_webhooks_of_players(table.game, players_of(table), after=first_own)
