"""Acts when a player has run out of time. An option of the game decides who continues."""

from contextlib import suppress

from domain.kernel.actors import CLOCK
from domain.kernel.clock import TimeOut
from domain.kernel.errors import Rejected
from domain.kernel.work import WorkKind
from service.engine.loaded_game import LoadedGame
from workers.job_runner import JobContext, run_job


def time_out(game: str, version: int) -> str:
    """The job."""
    return run_job(WorkKind.CLOCK, game, version, call_time)


async def call_time(context: JobContext, loaded: LoadedGame) -> None:
    """Call time; if the player still has time left, do nothing, and the sweeper retries later."""
    with suppress(Rejected):
        await context.append(loaded, CLOCK, TimeOut())
