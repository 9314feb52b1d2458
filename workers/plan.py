"""Moves that players have left to be played. A job goes on while somebody with a plan has to act."""

import time
from collections.abc import Collection

from domain.kernel.actors import seat_actor
from domain.kernel.errors import Rejected
from domain.kernel.fold import due
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from service.commands import PLAN, Planned
from service.plans import dropping, next_step, plan_of
from service.store import PlanStep, keys
from service.tables import Held
from workers.automa import MOST_MOVES, MOST_SECONDS
from workers.office import Desk, perform


def go_on(game: str, version: int) -> str:
    """The job."""
    return perform(WorkKind.PLAN, game, version, follow_plans)


async def follow_plans(desk: Desk, held: Held) -> None:
    """Plays what is planned for whoever is due, until nobody with a plan is; a refusal ends a plan."""
    game, store = held.table.game, desk.office.store
    order = await store.outbox.payload(game, PLAN)
    held = await desk.office.tables.newest(game)  # later than the order, which is done when this is seen to
    latest = time.monotonic() + MOST_SECONDS
    for _ in range(MOST_MOVES):
        if desk.office.stopping or time.monotonic() > latest:
            return
        plans = await store.plans.of(game)
        for player in plans.keys() - await _playing(desk, held):
            await store.plans.end(game, player, PLAN)
            del plans[player]
        seat = next(iter(planned_seats(held, plans)), None)
        if seat is None:
            await _settle(desk, order)
            return
        player = str(held.table.seats[seat].player)
        held = await _play(desk, held, seat, next_step(player, plans[player]))


def planned_seats(held: Held, planners: Collection[str]) -> list[int]:
    """The seats that are due and whose holders are among these."""
    if held.table.status is not Status.ACTIVE:
        return []
    seats = held.table.seats
    asked = due(held.rules, held.table).seats
    return [seat for seat in asked if seats[seat].is_human and seats[seat].player in planners]


async def _playing(desk: Desk, held: Held) -> frozenset[str]:
    """Those who still play; the plans of others have ended with their game, their seat or their account."""
    seats = held.table.seats if held.table.status is Status.ACTIVE else ()
    players = [seat.player for seat in seats if seat.player is not None and seat.is_human]
    asked = [("HEXISTS", keys.player(player), "banned") for player in players]
    banned = await desk.office.store.link.pipeline(asked) if asked else []
    return frozenset(player for player, is_out in zip(players, banned) if not is_out)


async def _play(desk: Desk, held: Held, seat: int, step: PlanStep) -> Held:
    """The next move of a plan; if it is refused, the plan is dropped, and its player told."""
    plan = plan_of(step.plan)
    move = held.codec.move(bytes(plan.moves[0]))
    try:
        return await desk.append(held, seat_actor(seat), move, planned=Planned(plan.id, step), once=plan.once)
    except Rejected as refusal:
        dropped = dropping(held, step.plan, refusal)
        if await desk.office.store.plans.end(held.table.game, step.player, PLAN, dropped):
            desk.due = (*desk.due, dropped.news)
        return held


async def _settle(desk: Desk, order: bytes | None) -> None:
    """There is nothing more to be done: neither by the order that brought us here nor by our own."""
    own = [item.payload for item in desk.due if item.id == PLAN]
    desk.due = tuple(item for item in desk.due if item.id != PLAN)
    for payload in (*own, *(() if order is None else (order,))):
        await desk.office.store.outbox.done(desk.job.game, PLAN, payload)
