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
from service.archive import LogArchive
from service.commands import CommandRequest, Commands, PlannedMove
from service.dispatch import AfterAppend
from service.errors import VersionConflict
from service.http.idempotency import IdempotencyKey
from service.orders import OutboxRetries
from service.projections import Projections
from service.queues import OUTCOMES, JOB_RULES, Job, Queues, try_enqueue
from service.settings import Settings
from service.store import OutboxItem, Quarantined, PlanChanged, Store, StoreError
from service.tables import LoadedGame, GameCache
from service.webhooks.news import FollowerNotifier
from workers.rounds import WebhookThread

DONE, OUTDATED, FAILED = OUTCOMES

T = TypeVar("T")
JobFunction = Callable[["JobContext", LoadedGame], Awaitable[object]]
logger = structlog.get_logger("emberlog.worker")


class JobRunner:
    """One for each worker process."""

    def __init__(self, settings: Settings) -> None:
        self.archive = LogArchive.of(settings)
        self.archive_after = settings.archive_after
        self.store = Store.open(
            settings.redis,
            wait_replicas=settings.wait_replicas,
            wait_ms=settings.wait_timeout_ms,
            archived_logs=self.archive,
        )
        self.queues = Queues(settings.queue)
        self.retries = OutboxRetries(self.store.outbox)
        self.game_cache = GameCache(self.store, settings.cache_games)
        self.projections = Projections(self.store.connection)
        self.after_append = AfterAppend(self.store.outbox, self.projections, self._send)
        self.news = FollowerNotifier(self.store, self.game_cache)
        self.stopping = False

    async def run(self, job: Job, act: JobFunction) -> str:
        """Does a job, at most once however often it comes; a failure is counted with its order."""
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
            await self.retries.rest(job.kind, job.game, job.version)
            return OUTDATED
        except StoreError:
            raise  # Redis is away, which is nobody's fault; the sweeper comes back to it
        except Exception as error:
            await self._failed(job, error)
            raise
        finally:
            self.after_append.send(job.game, context.due)

    async def close(self) -> None:
        """Gives all connections back."""
        self.queues.close()
        await self.store.close()

    async def _failed(self, job: Job, error: Exception) -> None:
        task = await self.retries.failed(job.kind, job.game, job.version, error)
        failures = None if task is None else task.failures
        logger.error("job failed", job=job.id, failures=failures, cause=f"{type(error).__name__}: {error}")

    def _send(self, jobs: Sequence[Job]) -> None:
        if jobs:
            try_enqueue(self.queues, jobs)


class JobContext:
    """What a single job works with."""

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
        """One entry after this very table; raises VersionConflict when somebody else was faster."""

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
    """The office and the event loop of this process; RQ calls jobs from outside of any loop."""

    def __init__(self, settings: Settings) -> None:
        self._loop = asyncio.new_event_loop()
        self.job_runner = JobRunner(settings)
        self.webhook_thread = WebhookThread(settings, self.job_runner.queues)

    def run(self, job: Job, act: JobFunction) -> str:
        """Does a job to its end, and tells of it."""
        began = time.perf_counter()
        outcome = FAILED
        try:
            outcome = self._run(self.job_runner.run(job, act))
            return outcome
        finally:
            ms = (time.perf_counter() - began) * 1000
            logger.info("job", job=job.id, outcome=outcome, ms=round(ms, 2))
            with suppress(RedisError):
                self.job_runner.queues.count(job.kind, outcome, round(ms))

    def close(self, *, at_once: bool = True) -> None:
        """The end of this process."""
        self.webhook_thread.close(at_once=at_once)
        self._run(self.job_runner.close())
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


_job_loops: list[JobLoop] = []


def use_job_loop(job_loop: JobLoop) -> None:
    """From now on jobs of this process are done in this room."""
    _job_loops[:] = [job_loop]


def send_webhook(webhook: str) -> str:
    """A mailbox is served beside the jobs: nobody waits for a receiver that is slow."""
    _job_loops[0].webhook_thread.take(webhook)
    return DONE


def run_job(kind: str, game: str, version: int, act: JobFunction) -> str:
    """What every job does when RQ calls it."""
    running = get_current_job()
    attempt = 1 if running is None else int(running.id.rpartition("-")[2])
    return _job_loops[0].run(Job(kind, game, version, attempt), act)
