"""The outbox: work that an entry makes due, now or later. An item stays until its work is done.

Appends add and remove items; the sweeper asks here for the due ones. It asks all 1024 buckets, in one
pipeline for each node. A separate list of busy buckets could be out of date, so there is none.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import msgspec

from domain.kernel.work import WorkKind
from service.runtime import now_ms as present_ms
from service.store import keys
from service.store.connection import Argument, RedisConnection, Script

INDEX: Final = "index"
WEBHOOK: Final = WorkKind.WEBHOOK.value
PLAN: Final = WorkKind.PLAN.value
HEAD_START: Final = timedelta(milliseconds=500)
"""The process that appends an item starts its work at once; after this time the sweeper takes over."""

ONCE_MORE_MS: Final = 120_000
"""When the lists of a cluster are written once more: later than any failover loses writes."""

_SETTLE: Final = Script("settle.lua")


class OutboxTask(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of every outbox item: the game's version, and how often the work was tried.

    `since` is when the item became overdue, even if the sweeper has postponed it since. For plans, the plan's
    id distinguishes the task from that of another plan. `trace` is the span of the append, if spans are made.
    """

    version: int
    attempt: int = 1
    failures: int = 0
    since: int = 0
    plan: str = ""
    trace: str = ""

    def payload(self) -> bytes:
        """Encode the task for storage."""
        return _TASKS.encode(self)


_TASKS: Final = msgspec.json.Encoder()
_TASK: Final = msgspec.json.Decoder(OutboxTask)


def read_task(payload: bytes) -> OutboxTask:
    """Decode the task of a stored item."""
    return _TASK.decode(payload)


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """Work to be done at `due_ms`. The id is unique in its game; a new item with the same id replaces it."""

    id: str
    due_ms: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class DueItem:
    """An item that is due, and its game."""

    game: str
    item: OutboxItem


def sweeper_due_ms() -> int:
    """When the sweeper takes over an item that is due now."""
    return present_ms() + int(HEAD_START.total_seconds() * 1000)


def member(game: str, item_id: str) -> str:
    """The name of an item in its bucket."""
    return f"{game}/{item_id}"


class Outbox:
    """The outboxes of all buckets."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def due(self, now_ms: int, limit: int = 256, *, since_ms: int = 0) -> list[DueItem]:
        """The items that have been due longest, at most `limit`. Postpone them, or they come again."""
        ranges = [
            ("ZRANGEBYSCORE", keys.outbox(k), since_ms, now_ms, "WITHSCORES", "LIMIT", 0, limit)
            for k in range(keys.BUCKETS)
        ]
        found = await self._connection.pipeline(ranges)
        oldest = sorted(
            (float(score), name, k) for k, row in enumerate(found) for name, score in zip(row[::2], row[1::2])
        )[:limit]
        names: dict[int, list[bytes]] = {}
        for _, name, k in oldest:
            names.setdefault(k, []).append(name)
        # Read payloads before times: an item replaced in between is skipped or returned with its old payload,
        # which `done` and `postpone` then reject. No item is returned too early.
        reads: list[tuple[Argument, ...]] = []
        for k, members in names.items():
            reads += (("HMGET", keys.outbox_items(k), *members), ("ZMSCORE", keys.outbox(k), *members))
        answers = await self._connection.pipeline(reads) if reads else []
        items = [
            _due(name, int(score), payload)
            for k, payloads, scores in zip(names, answers[::2], answers[1::2])
            for name, payload, score in zip(names[k], payloads, scores)
            if payload is not None and score is not None and score <= now_ms
        ]
        return sorted(items, key=lambda due: due.item.due_ms)

    async def done(self, game: str, item_id: str, payload: bytes) -> bool:
        """Remove the item, unless it was replaced in the meantime."""
        return await self._settle(game, item_id, payload)

    async def postpone(
        self, game: str, item_id: str, payload: bytes, due_ms: int, instead: bytes | None = None
    ) -> bool:
        """Postpone the item, unless it was replaced in the meantime; `instead` is its new payload."""
        return await self._settle(game, item_id, payload, due_ms, payload if instead is None else instead)

    async def projected(self, game: str, payload: bytes) -> None:
        """Remove the item of the lists, which are written now.

        On a cluster, the lists are on other nodes than the log, and a failover of such a node may lose what
        was just written. So the item stays until the lists have been written once more, much later.
        """
        task = read_task(payload)
        if not self._connection.is_cluster or task.attempt > 1:
            await self.done(game, INDEX, payload)
            return
        once_more = msgspec.structs.replace(task, attempt=2, since=0)
        await self.postpone(game, INDEX, payload, present_ms() + ONCE_MORE_MS, once_more.payload())

    async def payload(self, game: str, item_id: str) -> bytes | None:
        """The payload of an item, or None if there is no such item."""
        held: bytes | None = await self._connection.call(
            "HGET", keys.outbox_items(keys.bucket(game)), member(game, item_id)
        )
        return held

    async def count(self, since_ms: int = 0) -> int:
        """The number of items that are due at this time or later."""
        counts = [("ZCOUNT", keys.outbox(k), since_ms, "+inf") for k in range(keys.BUCKETS)]
        return sum(await self._connection.pipeline(counts))

    async def _settle(self, game: str, item_id: str, payload: bytes, *postponed: Argument) -> bool:
        k = keys.bucket(game)
        names = (keys.outbox(k), keys.outbox_items(k))
        return bool(await self._connection.run(_SETTLE, names, member(game, item_id), payload, *postponed))


def _due(name: bytes, due_ms: int, payload: bytes) -> DueItem:
    game, _, item_id = name.decode().partition("/")
    return DueItem(game, OutboxItem(item_id, due_ms, payload))
