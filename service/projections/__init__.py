"""What follows from the logs and can be made anew from them: a pure fold in one place, writing in another."""

from service.projections.folds import Folds
from service.projections.index import Index, game_row
from service.projections.ladder import LADDER
from service.projections.ratings import RATINGS
from service.projections.results import Results, game_result
from service.projections.statistics import STATISTICS
from service.store import Link
from service.tables import Held

FOLDS = (RATINGS, STATISTICS, LADDER)


class Projections:
    """Everything that is written when a game's status or seats change."""

    def __init__(self, link: Link) -> None:
        self.index = Index(link)
        self.results = Results(link)
        self.folds = Folds(link, self.results, FOLDS)

    async def write(self, held: Held) -> None:
        """The game's row in the lists; once it is finished its result, and what follows from that."""
        await self.index.write(game_row(held.rules, held.table))
        result = game_result(held.rules, held.table)
        if result is not None:
            await self.results.write(result)
            await self.folds.follow(result.ruleset)
