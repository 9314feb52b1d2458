"""Runs jobs in a worker process: what all jobs have in common.

A job is for a game at a version. If the game has advanced, the job does nothing. A job appends like any
other writer, but follow-up jobs are enqueued when it ends, because it may do some of their work itself.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

import structlog
from redis.exceptions import RedisError
from rq import get_current_job

from domain.kernel.messages import Command
from service import tracing
from service.engine.archive import LogArchive
from service.engine.commands import CommandRequest, Commands, PlannedMove
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.engine.loaded_game import LoadedGame
from service.errors import VersionConflict
from service.jobs.after_append import AfterAppend
from service.jobs.outbox_retries import OutboxRetries
from service.jobs.queues import BOTS_ALONE, JOB_RULES, OUTCOMES, TRACE, Job, Queues, try_enqueue
from service.operations.signals import StopFlag
from service.projections import Projections
from service.runtime import now_ms
from service.settings import Settings
from service.store import OutboxItem, PlanChanged, Quarantined, Store, StoreError
from service.webhooks.follower_notifier import FollowerNotifier
from workers.webhook_thread import WebhookThread

DONE, OUTDATED, FAILED = OUTCOMES

T = TypeVar("T")
JobFunction = Callable[["JobContext", LoadedGame], Awaitable[object]]
logger = structlog.get_logger("emberlog.worker")


class JobRunner:
    """Runs jobs with the collaborators of this process."""

    def __init__(
        self, settings: Settings, stop: StopFlag | None = None, queues: Queues | None = None
    ) -> None:
        self.stop = stop or StopFlag()
        self.archive = LogArchive.of(settings)
        self.archive_after = settings.archive_after
        self.store = Store.open(
            settings.redis,
            wait_replicas=settings.wait_replicas,
            wait_ms=settings.wait_timeout_ms,
            archived_logs=self.archive,
        )
        self.queues = queues or Queues(settings.queue)
        self.retries = OutboxRetries(self.store.outbox)
        self.projections = Projections(self.store.connection)
        self.game_cache = GameCache(self.store, settings.cache_games, self.projections.heal)
        self.after_append = AfterAppend(self.store.outbox, self.projections, self.send)
        self.follower_notifier = FollowerNotifier(self.store, self.game_cache)

    async def run(self, job: Job, act: JobFunction) -> str:
        """Run a job once, however often it is queued. Failures are counted in its outbox item."""
        context = JobContext(self, job)
        try:
            loaded = await self.game_cache.newest(job.game)
            if loaded.table.version != job.version and not JOB_RULES[job.kind].any_version:
                return OUTDATED
            await act(context, loaded)
            return DONE
        except (VersionConflict, PlanChanged):
            return OUTDATED
        except Quarantined:
            await self.retries.suspend(job.kind, job.game, job.version)
            return OUTDATED
        except StoreError:
            raise  # Redis is unavailable, which does not count as a failure; the sweeper retries
        except Exception as error:
            await self._failed(job, error)
            raise
        finally:
            self.after_append.send(job.game, context.due)

    async def close(self) -> None:
        """Close all connections."""
        self.queues.close()
        await self.store.close()

    async def _failed(self, job: Job, error: Exception) -> None:
        task = await self.retries.failed(job.kind, job.game, job.version, error)
        failures = None if task is None else task.failures
        logger.error("job failed", job=job.id, failures=failures, cause=f"{type(error).__name__}: {error}")

    def send(self, jobs: Sequence[Job]) -> None:
        """Enqueue jobs. The sweeper recovers lost ones."""
        if jobs:
            try_enqueue(self.queues, jobs)


class JobContext:
    """The collaborators of a single job."""

    def __init__(self, job_runner: JobRunner, job: Job) -> None:
        self.job_runner = job_runner
        self.job = job
        self.due: tuple[OutboxItem, ...] = ()
        self._commands = Commands(
            job_runner.store, job_runner.game_cache, self._after_append, job_runner.archive_after
        )

    async def append(
        self,
        loaded: LoadedGame,
        actor: str,
        command: Command,
        bot: str | None = None,
        *,
        planned: PlannedMove | None = None,
        idempotency_key: IdempotencyKey | None = None,
    ) -> LoadedGame:
        """Append one entry to this exact version; raises VersionConflict if another writer was faster."""

        def unchanged(newest: LoadedGame) -> None:
            if newest.table.hash != loaded.table.hash:
                raise VersionConflict(version=newest.table.version)

        command_request = CommandRequest(
            actor=actor,
            command=command,
            check=unchanged,
            idempotency_key=idempotency_key,
            job=self.job.id,
            bot=bot,
            planned=planned,
        )
        return (await self._commands.run(self.job.game, command_request)).loaded

    async def _after_append(self, game: str, loaded: LoadedGame, items: tuple[OutboxItem, ...]) -> None:
        self.due = (*items, *await self.job_runner.after_append.project(game, loaded, items))


class JobLoop:
    """The job runner and the event loop of this process. RQ calls jobs outside of any loop."""

    def __init__(self, settings: Settings, stop: StopFlag | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self.job_runner = JobRunner(settings, stop)
        self.webhook_thread = WebhookThread(settings, self.job_runner.queues)

    def run(self, job: Job, act: JobFunction, waited_ms: int = 0) -> str:
        """Run a job to its end, then log and count it."""
        began = time.perf_counter()
        outcome = FAILED
        try:
            with tracing.span(f"job {job.kind}", job.trace, game=job.game, version=job.version):
                outcome = self._run(self.job_runner.run(job, act))
            return outcome
        finally:
            ms = (time.perf_counter() - began) * 1000
            logger.info("job", job=job.id, outcome=outcome, ms=round(ms, 2))
            with suppress(RedisError):
                self.job_runner.queues.count(job, outcome, round(ms), waited_ms)

    def close(self, *, at_once: bool = True) -> None:
        """Close everything when the process ends."""
        self.webhook_thread.close(at_once=at_once)
        self._run(self.job_runner.close())
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        task = self._loop.create_task(work)
        try:
            return self._loop.run_until_complete(task)
        except BaseException:
            # RQ's timeout may be raised outside of the task, which must not continue during the next job.
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                self._loop.run_until_complete(task)
            raise


_job_loops: list[JobLoop] = []


def use_job_loop(job_loop: JobLoop) -> None:
    """Make the jobs of this process run in this loop."""
    _job_loops[:] = [job_loop]


def send_webhook(webhook: str) -> str:
    """Send the deliveries of a webhook in their own thread, so that no job waits for a slow receiver."""
    _job_loops[0].webhook_thread.take(webhook)
    return DONE


def run_job(kind: str, game: str, version: int, act: JobFunction) -> str:
    """Run a job called by RQ."""
    running = get_current_job()
    if running is None:
        return _job_loops[0].run(Job(kind, game, version), act)
    attempt = int(running.id.rpartition("-")[2])
    trace = running.meta.get(TRACE, "")
    job = Job(kind, game, version, attempt, running.origin == BOTS_ALONE, trace)
    return _job_loops[0].run(job, act, _waited_ms(running.enqueued_at))


def _waited_ms(enqueued_at: datetime | None) -> int:
    """How long a job was in its queue; clocks of two machines may make it look negative."""
    if enqueued_at is None:
        return 0
    return max(0, now_ms() - int(enqueued_at.timestamp() * 1000))
