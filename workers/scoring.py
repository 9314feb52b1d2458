"""The end of a game: points are counted, ranks follow, the seed is published."""

from domain.kernel.actors import SCORER
from domain.kernel.game import ScoreGame
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from service.tables import Held
from workers.office import Desk, perform


def score(game: str, version: int) -> str:
    """The job."""
    return perform(WorkKind.SCORING, game, version, score_game)


async def score_game(desk: Desk, held: Held) -> None:
    """Scores a game that is over and not yet scored."""
    if held.table.status is Status.SCORING:
        await desk.append(held, SCORER, ScoreGame())
