"""Archives a game some time after it has ended."""

from domain.kernel.table import OVER
from domain.kernel.work import WorkKind
from service.engine.archive import LogArchiver
from service.engine.loaded_game import LoadedGame
from workers.job_runner import JobContext, run_job


def archive(game: str, version: int) -> str:
    """The job."""
    return run_job(WorkKind.ARCHIVE, game, version, move_to_archive)


async def move_to_archive(context: JobContext, loaded: LoadedGame) -> None:
    """Move the log to the archive, which also removes the outbox item."""
    if loaded.table.status in OVER:
        job_runner = context.job_runner
        await LogArchiver(job_runner.store, job_runner.game_cache, job_runner.archive).archive_log(
            loaded.table.game
        )
