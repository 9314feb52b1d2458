"""What follows from the logs and can be made anew from them: a pure fold in one place, writing in another."""

from service.projections.folds import Folds
from service.projections.index import Index, game_row
from service.projections.ladder import LADDER
from service.projections.ratings import RATINGS
from service.projections.results import Results, game_result
from service.projections.statistics import STATISTICS
from service.store import Item, Link
from service.tables import Held
from service.webhooks.followers import Followers

FOLDS = (RATINGS, STATISTICS, LADDER)


class Projections:
    """Everything that is written when a game's status or seats change."""

    def __init__(self, link: Link) -> None:
        self.index = Index(link)
        self.results = Results(link)
        self.folds = Folds(link, self.results, FOLDS)
        self.followers = Followers(link)

    async def write(self, held: Held) -> tuple[Item, ...]:
        """The game's row in the lists; once it is finished its result, and what follows from that.

        Then its players' webhooks follow it too; what is due to them is given back.
        """
        await self.index.write(game_row(held.rules, held.table))
        result = game_result(held.rules, held.table)
        if result is not None:
            await self.results.write(result)
            await self.folds.follow(result.ruleset)
        return await self.followers.enrol_players(held.table)
