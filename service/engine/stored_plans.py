"""Plans in their stored form: the remaining moves, and dropped plans."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from domain.kernel.codec import Codec
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from schema.answers import DroppedPlan
from service.engine.commands import now
from service.engine.error_messages import error_message
from service.engine.idempotency import IdempotencyKey, idempotency_key_of
from service.engine.loaded_game import LoadedGame
from service.store import OutboxItem, PlanDrop, PlanStep
from service.store.outbox import WEBHOOK, OutboxTask, sweeper_due_ms


class StoredPlan(Struct, frozen=True):
    """A stored plan: the remaining moves as they were sent, and how many were played."""

    id: str
    moves: tuple[Raw, ...]
    played: int = 0

    @property
    def rest(self) -> bytes:
        """The plan after its next move; empty if that is the last move."""
        left = StoredPlan(self.id, self.moves[1:], self.played + 1)
        return msgspec.json.encode(left) if left.moves else b""

    @property
    def idempotency_key(self) -> IdempotencyKey:
        """The key of its next move, so that the move is played once, whichever worker plays it."""
        return idempotency_key_of(self.id, str(self.played))


class StoredDroppedPlan(Struct, frozen=True):
    """A stored dropped plan: where it was dropped, its remaining moves, and the refusal."""

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
    """Decode a plan."""
    return _PLAN.decode(kept)


def read_dropped_plan(kept: bytes) -> StoredDroppedPlan:
    """Decode a dropped plan."""
    return _DROPPED.decode(kept)


def dropped_plan_answer(codec: Codec, dropped: StoredDroppedPlan, lang: str) -> DroppedPlan:
    """A dropped plan as its player sees it."""
    details = {
        name: tuple(each) if isinstance(each, list) else each for name, each in dropped.details.items()
    }
    return DroppedPlan(
        at=dropped.at,
        version=dropped.version,
        moves=stored_moves(codec, dropped.moves),
        code=dropped.code,
        rule=dropped.rule,
        details=details,
        message=error_message(Rejected(dropped.code, dropped.rule, **details), lang),
    )


def next_step(player: str, kept: bytes) -> PlanStep:
    """The change to a plan when its next move is played."""
    return PlanStep(player, kept, read_plan(kept).rest)


def plan_drop(loaded: LoadedGame, kept: bytes, refusal: Rejected) -> PlanDrop:
    """The end of a plan whose next move is refused at this table."""
    table, plan = loaded.table, read_plan(kept)
    gone = StoredDroppedPlan(
        plan.id, now(), table.version, plan.moves, refusal.code, refusal.rule, refusal.details
    )
    item = OutboxItem(WEBHOOK, sweeper_due_ms(), OutboxTask(table.version).payload())
    return PlanDrop(kept, table.version, table.hash, msgspec.json.encode(gone), item)


def stored_moves(codec: Codec, kept: Sequence[Raw]) -> tuple[Command, ...]:
    """Decode the moves of a plan."""
    return tuple(codec.move(bytes(move)) for move in kept)
