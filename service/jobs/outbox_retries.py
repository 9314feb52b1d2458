"""Retries of outbox items: how often each was tried, how often it failed, and when it is tried again.

An item that failed too often is parked: it stays visible until the operator retries it or the game moves on.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.kernel.errors import CorruptLog, UnknownRules
from domain.kernel.work import WorkKind
from service.jobs.queues import JOB_RULES, Job
from service.runtime import now_ms
from service.store import DueItem
from service.store.outbox import Outbox, OutboxTask, read_task

PARKED: Final = 2**53 - 1
"""The due time of a parked item: never."""


PAUSES: Final = (1, 5, 30, 120)
"""The pauses for items without a job rule: the index."""


REST_MS: Final = 60_000
"""The pause when others must act first: a worker with a newer version, or an administrator."""


LONGEST_PAUSE_MS: Final = 600_000
"""The longest time for which an overdue item is hidden from the sweeper."""


_MOST: Final = 10_000


class Backlog(msgspec.Struct, frozen=True):
    """The number of items, how many are due, since when the oldest is due, and how many are parked.

    The same for those that move games to the archive.
    """

    items: int
    due: int
    oldest_ms: int | None
    parked: int
    archive_due: int = 0
    archive_oldest_ms: int | None = None


class ParkedWork(msgspec.Struct, frozen=True):
    """Work that failed too often."""

    game: str
    kind: str
    version: int
    failures: int


def overdue_since(due: DueItem) -> int:
    """Since when an item has been overdue, even if the sweeper has postponed it to check again."""
    try:
        return read_task(due.item.payload).since or due.item.due_ms
    except msgspec.MsgspecError:
        return due.item.due_ms


class OutboxRetries:
    """Changes items, each only if nobody else has changed it in the meantime."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox

    async def due(self, limit: int) -> list[DueItem]:
        """The overdue items, oldest first."""
        return await self._outbox.due(now_ms(), limit)

    async def overdue(self, limit: int = _MOST) -> list[DueItem]:
        """The overdue items, including those the sweeper has just postponed; the oldest first."""
        now = now_ms()
        found = await self._outbox.due(now + LONGEST_PAUSE_MS, limit)
        return sorted((due for due in found if overdue_since(due) <= now), key=overdue_since)

    async def backlog(self) -> Backlog:
        """How much work there is."""
        items = await self._outbox.count()
        overdue = await self.overdue() if items else []
        parked = await self._outbox.count(PARKED) if items else 0
        archive = [due for due in overdue if due.item.id == WorkKind.ARCHIVE]
        return Backlog(items, len(overdue), _oldest(overdue), parked, len(archive), _oldest(archive))

    async def postpone(self, due: DueItem, pause_ms: int) -> bool:
        """Look at the item again after a pause; it stays overdue."""
        task = msgspec.structs.replace(read_task(due.item.payload), since=overdue_since(due))
        return await self._put_off(due, task, now_ms() + pause_ms)

    async def next_attempt(self, due: DueItem, pause_ms: int) -> Job | None:
        """Claim the next attempt for one sweeper; the item is overdue again after the pause."""
        task = read_task(due.item.payload)
        job = Job(due.item.id, due.game, task.version, task.attempt + 1, trace=task.trace)
        tried = msgspec.structs.replace(task, attempt=job.attempt, since=overdue_since(due))
        moment = now_ms() + max(pause_ms, min(pause_ms * _patience(job.attempt), LONGEST_PAUSE_MS))
        return job if await self._put_off(due, tried, moment) else None

    async def failed(self, kind: str, game: str, version: int, error: Exception) -> OutboxTask | None:
        """Count a failure and postpone or park the item; does nothing if the game has moved on."""
        payload = await self._outbox.payload(game, kind)
        if payload is None or (task := read_task(payload)).version != version:
            return None
        since = task.since if isinstance(error, UnknownRules) else 0
        task = msgspec.structs.replace(task, failures=task.failures + 1, since=since)
        moment = _next(kind, task.failures, error)
        put_off = await self._outbox.postpone(game, kind, payload, moment, task.payload())
        return task if put_off else None

    async def suspend(self, kind: str, game: str, version: int) -> None:
        """Suspend the work of a quarantined game: it does not count as overdue."""
        payload = await self._outbox.payload(game, kind)
        if payload is not None and (task := read_task(payload)).version == version:
            afresh = msgspec.structs.replace(task, since=0).payload()
            await self._outbox.postpone(game, kind, payload, now_ms() + REST_MS, afresh)

    async def parked(self, limit: int = _MOST) -> Sequence[ParkedWork]:
        """The parked items."""
        found = await self._outbox.due(PARKED, limit, since_ms=PARKED)
        retries = ((due, read_task(due.item.payload)) for due in found)
        return [ParkedWork(due.game, due.item.id, task.version, task.failures) for due, task in retries]

    async def retry(self, limit: int = _MOST) -> int:
        """Make all parked items due now, as if they had never failed."""
        found = await self._outbox.due(PARKED, limit, since_ms=PARKED)
        for due in found:
            task = msgspec.structs.replace(read_task(due.item.payload), failures=0)
            again = task.payload()
            await self._outbox.postpone(due.game, due.item.id, due.item.payload, now_ms(), again)
        return len(found)

    async def _put_off(self, due: DueItem, task: OutboxTask, moment: int) -> bool:
        payload = task.payload()
        return await self._outbox.postpone(due.game, due.item.id, due.item.payload, moment, payload)


def _oldest(overdue: Sequence[DueItem]) -> int | None:
    return overdue_since(overdue[0]) if overdue else None


def _next(kind: str, failures: int, error: Exception) -> int:
    """When a failed item is due again. A corrupt log stays corrupt; unknown rules may be known to others."""
    if isinstance(error, UnknownRules):
        return now_ms() + REST_MS
    pauses = JOB_RULES[kind].pauses if kind in JOB_RULES else PAUSES
    if failures > len(pauses) or isinstance(error, CorruptLog):
        return PARKED
    return now_ms() + 1000 * pauses[failures - 1]


def _patience(attempt: int) -> int:
    """Grow the pause after many attempts without an outcome, as such a job may be crashing its workers."""
    return 1 if attempt <= 10 else min(2 ** (attempt - 10), 256)
