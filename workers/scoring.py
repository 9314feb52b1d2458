"""The end of a game: score it, rank the sides, publish the seed."""

from domain.kernel.actors import SCORER
from domain.kernel.game import ScoreGame
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from service.engine.loaded_game import LoadedGame
from workers.job_runner import JobContext, run_job


def score(game: str, version: int) -> str:
    """The job."""
    return run_job(WorkKind.SCORING, game, version, score_game)


async def score_game(context: JobContext, loaded: LoadedGame) -> None:
    """Score a game that is over and not yet scored."""
    if loaded.table.status is Status.SCORING:
        await context.append(loaded, SCORER, ScoreGame())
