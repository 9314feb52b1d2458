"""The sweeper: recovers overdue work, whichever process died. Any number of sweepers may run."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

import msgspec
import structlog
from redis.exceptions import RedisError

from service import runtime
from service.jobs.outbox_retries import REST_MS
from service.jobs.queues import JOB_RULES, Job, Queues
from service.operations import signals
from service.operations.role_server import ALIVE_SECONDS, Liveness, role_server
from service.operations.structured_logs import configure_logs
from service.operations.traces import configure_traces
from service.projections.rebuild import heal_lists
from service.settings import Settings, SettingsError, load
from service.store import DueItem, StoreError
from service.store.outages import Outage
from service.store.outbox import INDEX, read_task
from workers.job_runner import JobRunner

AT_ONCE = 256

logger = structlog.get_logger("emberlog.sweeper")


class SweepResult(msgspec.Struct):
    """Counts of overdue work: jobs enqueued again, jobs still in a queue, projections, failures."""

    enqueued: int = 0
    waiting: int = 0
    projected: int = 0
    failed: int = 0


class Sweeper:
    """Looks for overdue work. An item stays until its work is done, not until a queue has accepted it."""

    def __init__(
        self, settings: Settings, queues: Queues | None = None, liveness: Liveness | None = None
    ) -> None:
        self._job_runner = JobRunner(settings, queues=queues)
        self._seconds = settings.sweep_seconds
        self._outage = Outage(logger, "redis")
        self._healed = -1
        self._liveness = liveness or Liveness()
        self.engine = (self._job_runner.store, self._job_runner.game_cache)

    async def run(self, stopped: asyncio.Event) -> None:
        """Sweep repeatedly until stopped."""
        logger.info("sweeper started", pid=os.getpid(), every_seconds=self._seconds)
        while not stopped.is_set():
            await self._look()
            await runtime.in_thread(self._liveness.announce)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), self._seconds)
        logger.info("sweeper stopped", pid=os.getpid())

    async def sweep(self) -> SweepResult:
        """Process everything that is overdue, once."""
        swept = SweepResult()
        overdue = True
        while overdue:
            self._beat()
            found = await self._job_runner.retries.due(AT_ONCE)
            overdue = len(found) == AT_ONCE
            if found:
                standing = await runtime.in_thread(self._job_runner.queues.waiting)
                jobs = [job for due in found if (job := await self._settled(due, standing, swept))]
                await runtime.in_thread(self._job_runner.queues.put, jobs)
                swept.enqueued += len(jobs)
        return swept

    async def close(self) -> None:
        """Close all connections."""
        await runtime.in_thread(self._liveness.close)
        await self._job_runner.close()

    def _beat(self) -> None:
        """Report progress to the probes. Nothing here waits longer than Redis takes to time out."""
        self._liveness.beat(self._seconds + ALIVE_SECONDS)

    async def _look(self) -> None:
        try:
            swept = await self.sweep()
            await self._heal()
        except (StoreError, RedisError) as error:
            self._outage.record_failure(error)
            self._liveness.beat(self._seconds + ALIVE_SECONDS, connected=False)
        except Exception:
            logger.exception("sweep failed")
        else:
            self._outage.record_success()
            self._liveness.beat(self._seconds + ALIVE_SECONDS, connected=True)
            if swept != SweepResult():
                logger.info("swept", **msgspec.structs.asdict(swept))

    async def _heal(self) -> None:
        """Correct the lists at startup and after each lost connection, which may have been a failover."""
        connected = self._job_runner.store.connection.connected
        if connected != self._healed:
            runner = self._job_runner
            healed = await heal_lists(runner.store, runner.game_cache, runner.projections, self._beat)
            self._healed = connected
            if healed:
                logger.info("lists corrected", games=healed)

    async def _settled(self, due: DueItem, standing: frozenset[str], swept: SweepResult) -> Job | None:
        """Process one item. An error does not affect the other items."""
        self._beat()
        try:
            return await self._settle(due, standing, swept)
        except StoreError:
            raise
        except Exception:
            logger.exception("work cannot be read", kind=due.item.id, game=due.game)
            swept.failed += 1
            moment = runtime.now_ms() + REST_MS
            await self._job_runner.store.outbox.postpone(due.game, due.item.id, due.item.payload, moment)
            return None

    async def _settle(self, due: DueItem, standing: frozenset[str], swept: SweepResult) -> Job | None:
        """Postpone the item. Returns the job to enqueue again, if any."""
        kind, task = due.item.id, read_task(due.item.payload)
        pause_ms = int(self._seconds * 1000)
        if kind == INDEX:
            await self._project(due, task.version, swept)
        elif kind not in JOB_RULES:
            logger.warning("unknown work", kind=kind, game=due.game)
            await self._job_runner.retries.postpone(due, REST_MS)
        elif Job(kind, due.game, task.version).work in standing:
            swept.waiting += 1
            await self._job_runner.retries.postpone(due, pause_ms)
        else:
            return await self._job_runner.retries.next_attempt(due, pause_ms)
        return None

    async def _project(self, due: DueItem, version: int, swept: SweepResult) -> None:
        job_runner = self._job_runner
        try:
            await job_runner.projections.write(await job_runner.game_cache.newest(due.game))
        except StoreError:
            raise
        except Exception as error:
            logger.exception("projection failed", game=due.game)
            swept.failed += 1
            await job_runner.retries.failed(due.item.id, due.game, version, error)
        else:
            swept.projected += 1
            await job_runner.store.outbox.projected(due.game, due.item.payload)


async def _sweep(settings: Settings, *, once: bool) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    signals.release()
    queues = Queues(settings.queue)
    liveness = Liveness("sweeper", queues)
    sweeper = Sweeper(settings, queues, liveness)
    try:
        if once:
            await sweeper.sweep()
        else:
            with role_server(settings, liveness, sweeper.engine):
                await sweeper.run(stopped)
    finally:
        await sweeper.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m workers.sweeper`."""
    parser = argparse.ArgumentParser("workers.sweeper")
    parser.add_argument("--once", action="store_true", help="look once and stop")
    chosen = parser.parse_args(arguments)
    try:
        settings = load(os.environ)
        settings.register_games()
        _ = settings.queue
        configure_logs(settings)
        configure_traces(settings, "sweeper")
        asyncio.run(_sweep(settings, once=chosen.once))
    except SettingsError as error:
        sys.stderr.write(f"emberlog: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
