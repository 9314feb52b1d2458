"""A worker in which the scoring of some games fails, by their ids in a file.

It is impatient too: a failed job is due again after a second, and parked after the third failure.
"""

import sys
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from service.engine.loaded_game import LoadedGame
from service.jobs.queues import JOB_RULES, JobRule
from workers import run, scoring
from workers.job_runner import JobContext


class Sabotaged(Exception):
    """An injected failure."""


def main(failing: Path) -> int:
    """Works until it is stopped."""
    score_game = scoring.score_game

    def fails(game: str) -> bool:
        return game in failing.read_text()

    async def score_or_fail(context: JobContext, loaded: LoadedGame) -> None:
        if fails(loaded.table.game):
            raise Sabotaged
        await score_game(context, loaded)

    scoring.score_game = score_or_fail
    cast(dict[str, JobRule], JOB_RULES)["scoring"] = replace(JOB_RULES["scoring"], pauses=(1, 2))
    return run.main([])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
