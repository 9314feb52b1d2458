"""Queued moves (plans), for correspondence games: a player leaves moves to be played on their turn.

The rules never read them, and only their player can see them before they are played.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import Raw

from domain.kernel.errors import Rejected, WrongStatus
from domain.kernel.messages import Command
from domain.kernel.table import Status
from schema.answers import PlanAnswer
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.engine.loaded_game import LoadedGame
from service.engine.stored_plans import (
    StoredPlan,
    dropped_plan_answer,
    read_dropped_plan,
    read_plan,
    stored_moves,
)
from service.errors import Forbidden, IdempotencyKeyReused, NotFound, ServiceError
from service.jobs.queues import Job
from service.store import PlanWrite, SeenCommand, Store
from service.store.ids import new_id
from service.store.outbox import PLAN, sweeper_due_ms
from service.usecases.acting_seat import acting_seat
from service.usecases.games import GameCall

MOST_MOVES: Final = 100


class Planning:
    """The use cases of plans."""

    def __init__(self, store: Store, game_cache: GameCache, send: Callable[[Sequence[Job]], None]) -> None:
        self._plans = store.plans
        self._store = store
        self._game_cache = game_cache
        self._send = send

    async def read(self, game: str, player: str, lang: str) -> PlanAnswer:
        """The caller's plan, and the last one that was dropped."""
        loaded = await self._seated(game, player)
        kept, gone = await self._plans.of_player(game, player)
        dropped = None if gone is None else dropped_plan_answer(loaded.codec, read_dropped_plan(gone), lang)
        if kept is None:
            return PlanAnswer((), 0, dropped)
        plan = read_plan(kept)
        return PlanAnswer(stored_moves(loaded.codec, plan.moves), plan.played, dropped)

    async def put(self, game: str, call: GameCall, moves: Sequence[Command]) -> PlanAnswer:
        """Replace the queued moves. If it is the caller's turn, the first is played at once."""
        plan = StoredPlan(new_id("plan"), tuple(Raw(msgspec.json.encode(move)) for move in moves))
        try:
            await self._may_plan(game, call.player)
            made = await self._leave(game, call.player, plan, call.idempotency_key)
        except (Rejected, ServiceError):
            key = call.idempotency_key
            seen = None if key is None else (await self._store.confirm(game, key.command_id))[1]
            if seen is None:
                raise
            made = seen
        if isinstance(made, int):
            self._send([Job(PLAN, game, made)])
        elif call.idempotency_key is not None and not made.is_of(call.idempotency_key.request_digest):
            raise IdempotencyKeyReused
        return PlanAnswer(tuple(moves))

    async def clear(self, game: str, player: str) -> None:
        """Remove what is left of a plan, and the notice of a dropped one."""
        await self._seated(game, player)
        await self._plans.end(game, player, PLAN)

    async def _may_plan(self, game: str, player: str) -> None:
        loaded = await self._seated(game, player)
        if loaded.table.status is not Status.ACTIVE:
            raise WrongStatus("game_finished", status=loaded.table.status.value)
        acting_seat(loaded, player)

    async def _leave(
        self, game: str, player: str, plan: StoredPlan, idempotency_key: IdempotencyKey | None
    ) -> int | SeenCommand:
        made = await self._plans.put(
            game,
            PlanWrite(
                player=player,
                id=plan.id,
                plan=msgspec.json.encode(plan),
                command_id=idempotency_key.command_id if idempotency_key else "",
                digest=idempotency_key.request_digest if idempotency_key else "",
                item_id=PLAN,
                due_ms=sweeper_due_ms(),
            ),
        )
        if made is None:
            raise NotFound(kind="game")
        return made

    async def _seated(self, game: str, player: str) -> LoadedGame:
        loaded = await self._game_cache.shown(game, player)
        if not loaded.table.seats:
            raise WrongStatus("not_started")
        if not loaded.table.seats_of(player):
            raise Forbidden("not_seated")
        return loaded
