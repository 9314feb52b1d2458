"""Plays queued moves. A job continues while a player with queued moves has to act."""

from collections.abc import Collection

from domain.kernel.actors import seat_actor
from domain.kernel.errors import Rejected
from domain.kernel.fold import due
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from service import runtime
from service.engine.commands import PlannedMove
from service.engine.loaded_game import LoadedGame
from service.engine.stored_plans import next_step, plan_drop, read_plan
from service.store import PlanStep, keys
from service.store.outbox import PLAN
from workers.automa import MOST_MOVES, MOST_SECONDS
from workers.job_runner import JobContext, run_job


def play_plans(game: str, version: int) -> str:
    """The job."""
    return run_job(WorkKind.PLAN, game, version, follow_plans)


async def follow_plans(context: JobContext, loaded: LoadedGame) -> None:
    """Play queued moves until no player with any has to act; a refusal drops the plan."""
    game, store = loaded.table.game, context.job_runner.store
    task = await store.outbox.payload(game, PLAN)
    loaded = await context.job_runner.game_cache.newest(
        game
    )  # read after the task, so that handling this version completes the task
    latest = runtime.monotonic() + MOST_SECONDS
    for made in range(MOST_MOVES):
        if context.job_runner.stop.is_set or (made and runtime.monotonic() > latest):
            return
        plans = await store.plans.of(game)
        for player in sorted(plans.keys() - await _playing(context, loaded)):
            await store.plans.end(game, player, PLAN)
            del plans[player]
        seat = next(iter(planned_seats(loaded, plans)), None)
        if seat is None:
            await _settle(context, task)
            return
        player = str(loaded.table.seats[seat].player)
        loaded = await _play(context, loaded, seat, next_step(player, plans[player]))


def planned_seats(loaded: LoadedGame, planners: Collection[str]) -> list[int]:
    """The seats that have to act and are held by one of these players."""
    if loaded.table.status is not Status.ACTIVE:
        return []
    seats = loaded.table.seats
    asked = due(loaded.rules, loaded.table).seats
    return [seat for seat in asked if seats[seat].is_human and seats[seat].player in planners]


async def _playing(context: JobContext, loaded: LoadedGame) -> frozenset[str]:
    """The players who still play. Other plans ended with the game, the seat or the account."""
    seats = loaded.table.seats if loaded.table.status is Status.ACTIVE else ()
    players = [seat.player for seat in seats if seat.player is not None and seat.is_human]
    asked = [("HEXISTS", keys.player(player), "banned") for player in players]
    banned = await context.job_runner.store.connection.pipeline(asked) if asked else []
    return frozenset(player for player, is_out in zip(players, banned) if not is_out)


async def _play(context: JobContext, loaded: LoadedGame, seat: int, step: PlanStep) -> LoadedGame:
    """Play the next move of a plan; if it is rejected, drop the plan and notify the player."""
    plan = read_plan(step.plan)
    move = loaded.codec.move(bytes(plan.moves[0]))
    try:
        return await context.append(
            loaded,
            seat_actor(seat),
            move,
            planned=PlannedMove(plan.id, step),
            idempotency_key=plan.idempotency_key,
        )
    except Rejected as refusal:
        dropped = plan_drop(loaded, step.plan, refusal)
        if await context.job_runner.store.plans.end(loaded.table.game, step.player, PLAN, dropped):
            context.due = (*context.due, dropped.item)
        return loaded


async def _settle(context: JobContext, task: bytes | None) -> None:
    """Remove the tasks that are done: the one that started this job, and those that it appended."""
    own = [item.payload for item in context.due if item.id == PLAN]
    context.due = tuple(item for item in context.due if item.id != PLAN)
    for payload in (*own, *(() if task is None else (task,))):
        await context.job_runner.store.outbox.done(context.job.game, PLAN, payload)
