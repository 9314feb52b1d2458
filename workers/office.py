"""Where jobs are done: the service's own collaborators in a worker process, and what every job has in common.

A job is for a game at a version; if the game is elsewhere by now, nothing is done. What it appends goes
the normal way, but what that makes due is sent when the job ends: it may do some of it itself.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import structlog
from redis.exceptions import RedisError
from rq import get_current_job

from domain.kernel.messages import Command
from service.archive import Archive
from service.commands import Ask, Commands, Planned
from service.dispatch import Dispatch
from service.errors import VersionConflict
from service.http.idempotency import Once
from service.orders import Orders
from service.projections import Projections
from service.queues import OUTCOMES, RULES, Job, Queues, deliver
from service.settings import Settings
from service.store import Item, Quarantined, Replanned, Store, StoreError
from service.tables import Held, Tables
from service.webhooks.news import News
from workers.rounds import Rounds

DONE, OUTDATED, FAILED = OUTCOMES

T = TypeVar("T")
Act = Callable[["Desk", Held], Awaitable[object]]
logger = structlog.get_logger("emberlog.worker")


class Office:
    """One for each worker process."""

    def __init__(self, settings: Settings) -> None:
        self.archive = Archive.of(settings)
        self.archive_after = settings.archive_after
        self.store = Store.open(
            settings.redis,
            wait_replicas=settings.wait_replicas,
            wait_ms=settings.wait_timeout_ms,
            shelf=self.archive,
        )
        self.queues = Queues(settings.queue)
        self.orders = Orders(self.store.outbox)
        self.tables = Tables(self.store, settings.cache_games)
        self.projections = Projections(self.store.link)
        self.dispatch = Dispatch(self.store.outbox, self.projections, self._send)
        self.news = News(self.store, self.tables)
        self.stopping = False

    async def perform(self, job: Job, act: Act) -> str:
        """Does a job, at most once however often it comes; a failure is counted with its order."""
        desk = Desk(self, job)
        try:
            held = await self.tables.newest(job.game)
            if held.table.version != job.version and not RULES[job.kind].any_version:
                return OUTDATED
            await act(desk, held)
            return DONE
        except (VersionConflict, Replanned):
            return OUTDATED
        except Quarantined:
            await self.orders.rest(job.kind, job.game, job.version)
            return OUTDATED
        except StoreError:
            raise  # Redis is away, which is nobody's fault; the sweeper comes back to it
        except Exception as error:
            await self._failed(job, error)
            raise
        finally:
            self.dispatch.send(job.game, desk.due)

    async def close(self) -> None:
        """Gives all connections back."""
        self.queues.close()
        await self.store.close()

    async def _failed(self, job: Job, error: Exception) -> None:
        order = await self.orders.failed(job.kind, job.game, job.version, error)
        failures = None if order is None else order.failures
        logger.error("job failed", job=job.id, failures=failures, cause=f"{type(error).__name__}: {error}")

    def _send(self, jobs: Sequence[Job]) -> None:
        if jobs:
            deliver(self.queues, jobs)


class Desk:
    """What a single job works with."""

    def __init__(self, office: Office, job: Job) -> None:
        self.office = office
        self.job = job
        self.due: tuple[Item, ...] = ()
        self._commands = Commands(office.store, office.tables, self._after_append, office.archive_after)

    async def append(
        self,
        held: Held,
        actor: str,
        command: Command,
        bot: str | None = None,
        *,
        planned: Planned | None = None,
        once: Once | None = None,
    ) -> Held:
        """One entry after this very table; raises VersionConflict when somebody else was faster."""

        def unchanged(newest: Held) -> None:
            if newest.table.hash != held.table.hash:
                raise VersionConflict(version=newest.table.version)

        ask = Ask(
            actor=actor,
            command=command,
            check=unchanged,
            once=once,
            job=self.job.id,
            bot=bot,
            planned=planned,
        )
        return (await self._commands.run(self.job.game, ask)).held

    async def _after_append(self, game: str, held: Held, items: tuple[Item, ...]) -> None:
        self.due = (*items, *await self.office.dispatch.project(game, held, items))


class Room:
    """The office and the event loop of this process; RQ calls jobs from outside of any loop."""

    def __init__(self, settings: Settings) -> None:
        self._loop = asyncio.new_event_loop()
        self.office = Office(settings)
        self.rounds = Rounds(settings, self.office.queues)

    def perform(self, job: Job, act: Act) -> str:
        """Does a job to its end, and tells of it."""
        began = time.perf_counter()
        outcome = FAILED
        try:
            outcome = self._run(self.office.perform(job, act))
            return outcome
        finally:
            ms = (time.perf_counter() - began) * 1000
            logger.info("job", job=job.id, outcome=outcome, ms=round(ms, 2))
            with suppress(RedisError):
                self.office.queues.count(job.kind, outcome, round(ms))

    def close(self, *, at_once: bool = True) -> None:
        """The end of this process."""
        self.rounds.close(at_once=at_once)
        self._run(self.office.close())
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        task = self._loop.create_task(work)
        try:
            return self._loop.run_until_complete(task)
        except BaseException:
            # RQ's alarm may ring outside of the task: it must not go on under the next job.
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                self._loop.run_until_complete(task)
            raise


_rooms: list[Room] = []


def enter(room: Room) -> None:
    """From now on jobs of this process are done in this room."""
    _rooms[:] = [room]


def hand_over(webhook: str) -> str:
    """A mailbox is served beside the jobs: nobody waits for a receiver that is slow."""
    _rooms[0].rounds.take(webhook)
    return DONE


def perform(kind: str, game: str, version: int, act: Act) -> str:
    """What every job does when RQ calls it."""
    running = get_current_job()
    attempt = 1 if running is None else int(running.id.rpartition("-")[2])
    return _rooms[0].perform(Job(kind, game, version, attempt), act)
