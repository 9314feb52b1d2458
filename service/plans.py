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
from service.games import Call, acting_seat
from service.http.idempotency import Once, once_of
from service.http.sentences import sentence
from service.orders import now_ms
from service.queues import Job
from service.store import Dropping, Item, Leaving, PlanStep, Seen, Store
from service.store.ids import new_id
from service.tables import Held, Tables

MOST_MOVES: Final = 100


class Plan(Struct, frozen=True):
    """A plan as it is kept: the moves that are left, as they were sent, and how many were played."""

    id: str
    moves: tuple[Raw, ...]
    played: int = 0

    @property
    def rest(self) -> bytes:
        """What is left of it after the next move; nothing if that is the last."""
        left = Plan(self.id, self.moves[1:], self.played + 1)
        return msgspec.json.encode(left) if left.moves else b""

    @property
    def once(self) -> Once:
        """The key of its next move: whoever plays it, it is played once."""
        return once_of(self.id, str(self.played))


class Dropped(Struct, frozen=True):
    """A plan that was dropped as it is kept: where, what was left of it, and the refusal."""

    id: str
    at: str
    version: int
    moves: tuple[Raw, ...]
    code: str
    rule: str | None
    details: Mapping[str, Any]


_PLAN: Final = msgspec.json.Decoder(Plan)
_DROPPED: Final = msgspec.json.Decoder(Dropped)


def plan_of(kept: bytes) -> Plan:
    """A plan, read."""
    return _PLAN.decode(kept)


def dropped_of(kept: bytes) -> Dropped:
    """A dropped one, read."""
    return _DROPPED.decode(kept)


def told(codec: Codec, dropped: Dropped, lang: str) -> DroppedPlan:
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
        message=sentence(Rejected(dropped.code, dropped.rule, **details), lang),
    )


def next_step(player: str, kept: bytes) -> PlanStep:
    """What becomes of a plan when its next move is played."""
    return PlanStep(player, kept, plan_of(kept).rest)


def dropping(held: Held, kept: bytes, refusal: Rejected) -> Dropping:
    """The end of a plan whose next move is refused at this table."""
    table, plan = held.table, plan_of(kept)
    gone = Dropped(plan.id, now(), table.version, plan.moves, refusal.code, refusal.rule, refusal.details)
    order = Item(WEBHOOK, _soon(), msgspec.json.encode({"version": table.version}))
    return Dropping(kept, table.version, table.hash, msgspec.json.encode(gone), order)


class Planning:
    """The use cases of plans."""

    def __init__(self, store: Store, tables: Tables, send: Callable[[Sequence[Job]], None]) -> None:
        self._plans = store.plans
        self._log = store.log
        self._tables = tables
        self._send = send

    async def read(self, game: str, player: str, lang: str) -> PlanAnswer:
        """The caller's plan, and the last one that was dropped."""
        held = await self._seated(game, player)
        kept, gone = await self._plans.of_player(game, player)
        dropped = None if gone is None else told(held.codec, dropped_of(gone), lang)
        if kept is None:
            return PlanAnswer((), 0, dropped)
        plan = plan_of(kept)
        return PlanAnswer(_moves(held.codec, plan.moves), plan.played, dropped)

    async def put(self, game: str, call: Call, moves: Sequence[Command]) -> PlanAnswer:
        """Leaves moves in place of any others; if it is the caller's turn, they begin at once."""
        plan = Plan(new_id("plan"), tuple(Raw(msgspec.json.encode(move)) for move in moves))
        try:
            await self._may_plan(game, call.player)
            made = await self._leave(game, call.player, plan, call.once)
        except (Rejected, ServiceError):
            seen = None if call.once is None else await self._log.seen(game, call.once.command_id)
            if seen is None:
                raise
            made = seen
        if isinstance(made, int):
            self._send([Job(PLAN, game, made)])
        elif call.once is not None and made.digest != call.once.request_digest:
            raise IdempotencyKeyReused
        return PlanAnswer(tuple(moves))

    async def clear(self, game: str, player: str) -> None:
        """Takes back what is left of a plan, and what was told of a dropped one."""
        await self._seated(game, player)
        await self._plans.end(game, player, PLAN)

    async def _may_plan(self, game: str, player: str) -> None:
        held = await self._seated(game, player)
        if held.table.status is not Status.ACTIVE:
            raise WrongStatus("game_finished", status=held.table.status.value)
        acting_seat(held, player)

    async def _leave(self, game: str, player: str, plan: Plan, once: Once | None) -> int | Seen:
        made = await self._plans.put(
            game,
            Leaving(
                player=player,
                id=plan.id,
                plan=msgspec.json.encode(plan),
                command_id=once.command_id if once else "",
                digest=once.request_digest if once else "",
                item_id=PLAN,
                due_ms=_soon(),
            ),
        )
        if made is None:
            raise NotFound(kind="game")
        return made

    async def _seated(self, game: str, player: str) -> Held:
        held = await self._tables.shown(game, player)
        if not held.table.seats:
            raise WrongStatus("not_started")
        if not held.table.seats_of(player):
            raise Forbidden("not_seated")
        return held


def _moves(codec: Codec, kept: Sequence[Raw]) -> tuple[Command, ...]:
    return tuple(codec.move(bytes(move)) for move in kept)


def _soon() -> int:
    """The sender sees to it by itself; what is still there then is the sweeper's."""
    return now_ms() + int(HEAD_START.total_seconds() * 1000)
