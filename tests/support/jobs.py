"""Jobs in this process, as a worker does them, and workers and sweepers as processes of their own."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from service.jobs.queues import Job
from service.settings import Settings
from tests.support.processes import PATIENCE, environment
from workers.archive import move_to_archive
from workers.automa import play
from workers.clock import call_time
from workers.job_runner import JobFunction, JobRunner
from workers.plan import follow_plans
from workers.scoring import score_game

ACTS: dict[str, JobFunction] = {
    "automa": play,
    "clock": call_time,
    "scoring": score_game,
    "archive": move_to_archive,
    "plan": follow_plans,
}


@asynccontextmanager
async def job_runner(url: str, **settings: Any) -> AsyncIterator[JobRunner]:
    """A job runner as in a worker process."""
    opened = JobRunner(Settings(redis_url=url, **settings))
    try:
        yield opened
    finally:
        await opened.close()


async def run_job(opened: JobRunner, kind: str, game: str, attempt: int = 1) -> str:
    """The job of this kind for the game as it stands now."""
    loaded = await opened.game_cache.newest(game)
    return await opened.run(Job(kind, game, loaded.table.version, attempt), ACTS[kind])


async def run_until_idle(opened: JobRunner, kind: str, game: str) -> str:
    """The job of this kind again and again, as long as it changes the game: one job has little time."""
    while True:
        before = (await opened.game_cache.newest(game)).table.version
        outcome = await run_job(opened, kind, game)
        if (await opened.game_cache.newest(game)).table.version == before:
            return outcome


def run(module: str, *arguments: str, **settings: str) -> str:
    """A process of ours that ends by itself; what it logged."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stderr


@contextmanager
def running(module: str, *arguments: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of ours until the end of the block, ended in good order if it still runs then."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, env=environment(**settings), stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
