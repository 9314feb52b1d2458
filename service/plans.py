"""Plans, for play by correspondence: moves that a player leaves to be played when it is their turn.

No rule reads them, and nobody but their player knows of them before they are played.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from domain.kernel.codec import Codec
from domain.kernel.errors import Rejected, WrongStatus
from domain.kernel.messages import Command
from domain.kernel.table import Status
from schema.answers import DroppedPlan, PlanAnswer
from service.commands import HEAD_START, PLAN, WEBHOOK, now
from service.errors import Forbidden, IdempotencyKeyReused, NotFound, ServiceError
from service.games import GameCall, acting_seat
from service.http.idempotency import IdempotencyKey, idempotency_key_of
from service.http.sentences import error_message
from service.orders import now_ms
from service.queues import Job
from service.store import PlanDrop, OutboxItem, PlanWrite, PlanStep, SeenCommand, Store
from service.store.ids import new_id
from service.tables import LoadedGame, GameCache

MOST_MOVES: Final = 100


class StoredPlan(Struct, frozen=True):
    """A plan as it is kept: the moves that are left, as they were sent, and how many were played."""

    id: str
    moves: tuple[Raw, ...]
    played: int = 0

    @property
    def rest(self) -> bytes:
        """What is left of it after the next move; nothing if that is the last."""
        left = StoredPlan(self.id, self.moves[1:], self.played + 1)
        return msgspec.json.encode(left) if left.moves else b""

    @property
    def idempotency_key(self) -> IdempotencyKey:
        """The key of its next move: whoever plays it, it is played once."""
        return idempotency_key_of(self.id, str(self.played))


class StoredDroppedPlan(Struct, frozen=True):
    """A plan that was dropped as it is kept: where, what was left of it, and the refusal."""

    id: str
    at: str
    version: int
    moves: tuple[Raw, ...]
    code: str
    rule: str | None
    details: Mapping[str, Any]


_PLAN: Final = msgspec.json.Decoder(StoredPlan)
_DROPPED: Final = msgspec.json.Decoder(StoredDroppedPlan)


def read_plan(kept: bytes) -> StoredPlan:
    """A plan, read."""
    return _PLAN.decode(kept)


def read_dropped_plan(kept: bytes) -> StoredDroppedPlan:
    """A dropped one, read."""
    return _DROPPED.decode(kept)


def dropped_plan_answer(codec: Codec, dropped: StoredDroppedPlan, lang: str) -> DroppedPlan:
    """A dropped plan as its player is told of it."""
    details = {
        name: tuple(each) if isinstance(each, list) else each for name, each in dropped.details.items()
    }
    return DroppedPlan(
        at=dropped.at,
        version=dropped.version,
        moves=_moves(codec, dropped.moves),
        code=dropped.code,
        rule=dropped.rule,
        details=details,
        message=error_message(Rejected(dropped.code, dropped.rule, **details), lang),
    )


def next_step(player: str, kept: bytes) -> PlanStep:
    """What becomes of a plan when its next move is played."""
    return PlanStep(player, kept, read_plan(kept).rest)


def plan_drop(loaded: LoadedGame, kept: bytes, refusal: Rejected) -> PlanDrop:
    """The end of a plan whose next move is refused at this table."""
    table, plan = loaded.table, read_plan(kept)
    gone = StoredDroppedPlan(
        plan.id, now(), table.version, plan.moves, refusal.code, refusal.rule, refusal.details
    )
    order = OutboxItem(WEBHOOK, _soon(), msgspec.json.encode({"version": table.version}))
    return PlanDrop(kept, table.version, table.hash, msgspec.json.encode(gone), order)


class Planning:
    """The use cases of plans."""

    def __init__(self, store: Store, game_cache: GameCache, send: Callable[[Sequence[Job]], None]) -> None:
        self._plans = store.plans
        self._log = store.log
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
        return PlanAnswer(_moves(loaded.codec, plan.moves), plan.played, dropped)

    async def put(self, game: str, call: GameCall, moves: Sequence[Command]) -> PlanAnswer:
        """Leaves moves in place of any others; if it is the caller's turn, they begin at once."""
        plan = StoredPlan(new_id("plan"), tuple(Raw(msgspec.json.encode(move)) for move in moves))
        try:
            await self._may_plan(game, call.player)
            made = await self._leave(game, call.player, plan, call.idempotency_key)
        except (Rejected, ServiceError):
            seen = (
                None
                if call.idempotency_key is None
                else await self._log.seen(game, call.idempotency_key.command_id)
            )
            if seen is None:
                raise
            made = seen
        if isinstance(made, int):
            self._send([Job(PLAN, game, made)])
        elif call.idempotency_key is not None and made.digest != call.idempotency_key.request_digest:
            raise IdempotencyKeyReused
        return PlanAnswer(tuple(moves))

    async def clear(self, game: str, player: str) -> None:
        """Takes back what is left of a plan, and what was told of a dropped one."""
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
                due_ms=_soon(),
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


def _moves(codec: Codec, kept: Sequence[Raw]) -> tuple[Command, ...]:
    return tuple(codec.move(bytes(move)) for move in kept)


def _soon() -> int:
    """The sender sees to it by itself; what is still there then is the sweeper's."""
    return now_ms() + int(HEAD_START.total_seconds() * 1000)
