"""The turns of automas and bots. A job plays on while it is their turn, without a queue between moves.

Games share the workers: a job ends after a quarter of a second, and the rest of its work queues up behind
other games. Turns that nobody waits for, as in a game that all people have left, come after all other work.
"""

import msgspec

from domain.kernel.actors import seat_actor
from domain.kernel.bot_position import bot_move
from domain.kernel.fold import due
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from service import runtime
from service.engine.loaded_game import LoadedGame
from workers.job_runner import JobContext, run_job

MOST_MOVES, MOST_SECONDS = 32, 0.25
"""The limits of one job. The rest becomes a new job, so that other games get their turn."""
MOST_SECONDS_ALONE = 0.05
"""The limit for bots that nobody waits for, because people may be waiting for other bots."""


def take_turn(game: str, version: int) -> str:
    """The job."""
    return run_job(WorkKind.AUTOMA, game, version, play)


async def play(context: JobContext, loaded: LoadedGame) -> None:
    """Play moves for automas and bots until a person has to act, or the process stops."""
    if not context.job.alone and not _has_person(loaded):
        context.job_runner.send([msgspec.structs.replace(context.job, alone=True)])
        return
    latest = runtime.monotonic() + min(
        MOST_SECONDS, MOST_SECONDS_ALONE if context.job.alone else MOST_SECONDS
    )
    for made in range(MOST_MOVES):
        # However slow the machine is, a job makes one move: only an append hands the rest to the next job.
        if context.job_runner.stop.is_set or (made and runtime.monotonic() > latest):
            return
        move = next_move(loaded, await _planners(context, loaded))
        if move is None:
            return
        loaded = await context.append(loaded, *move)


def _has_person(loaded: LoadedGame) -> bool:
    """Whether any player in the game waits for the bot."""
    return any(seat.is_human and seat.stand_in is None for seat in loaded.table.seats)


async def _planners(context: JobContext, loaded: LoadedGame) -> frozenset[str]:
    """Players with queued moves of their own, which take precedence over their stand-in bot."""
    absent = any(seat.is_human and seat.stand_in is not None for seat in loaded.table.seats)
    return frozenset(await context.job_runner.store.plans.of(loaded.table.game)) if absent else frozenset()


def next_move(
    loaded: LoadedGame, planners: frozenset[str] = frozenset()
) -> tuple[str, Command, str | None] | None:
    """Actor, command and bot of the next move, or None if a person or a person's plan makes it."""
    rules, table = loaded.rules, loaded.table
    if table.status is not Status.ACTIVE:
        return None
    now = due(rules, table)
    if now.automa is not None:
        return now.automa, TakeTurn(), None
    for seat in now.seats:
        holder = table.seats[seat]
        bot = holder.played_by
        if bot is not None and not (holder.is_human and holder.player in planners):
            return seat_actor(seat), bot_move(rules, table, seat, bot, loaded.seed), bot
    return None
