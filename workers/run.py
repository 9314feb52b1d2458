"""The worker process. It runs jobs in-process, one by one; a fork for each would be four times slower.

A worker that is killed loses nothing, because due work stays in the outbox until it is done.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import structlog
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import DequeueTimeout, StopRequested
from rq.job import Job
from rq.worker import WorkerStatus

from service.jobs.queues import QUEUES, SERIALIZER
from service.operations.role_server import Liveness, role_server
from service.operations.signals import StopSignal, stop_signal
from service.operations.structured_logs import configure_logs
from service.operations.supervisor import LOOK_EVERY, NO_HEALTH_PORT, Child, Role
from service.operations.traces import configure_traces
from service.settings import Settings, SettingsError, load
from service.store.client import connect_blocking
from service.store.outages import Outage
from workers.job_runner import JobLoop, use_job_loop

PAUSE_SECONDS = 1.0
HEARTBEAT_SECONDS = 30.0
JOB_END_SECONDS = 10.0
"""How long a job may outlast its time limit before its worker counts as hung."""
WAIT_SECONDS, ANSWER_SECONDS = 1, 2
"""How long a worker waits for a job before it checks whether to stop, and for any other reply."""

logger = structlog.get_logger("emberlog.worker")


class Worker(SimpleWorker):
    """RQ's worker without forking, and without the bookkeeping that the outbox already does.

    When asked to stop, it finishes the current job, which is short. It also ends when the queue is gone, and
    a new worker replaces it: RQ itself would retry less and less often, and could not be stopped meanwhile.
    """

    job_loop: JobLoop
    outage: Outage
    stop: StopSignal
    liveness: Liveness
    lost: RedisError | None = None
    _beat = -HEARTBEAT_SECONDS

    @property
    def dequeue_timeout(self) -> int:
        """Seconds to wait for a job. By RQ's default, a dead connection goes unnoticed for seven minutes."""
        return WAIT_SECONDS

    @property
    def connection_timeout(self) -> int:
        """Seconds to wait for any reply from the queue."""
        return WAIT_SECONDS + ANSWER_SECONDS

    def subscribe(self) -> None:
        """Do nothing: RQ's remote control costs a thread, a connection, and a second at shutdown."""

    def check_for_suspension(self, burst: bool) -> None:
        """Do nothing: suspension would cost a request before each job."""

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Send RQ a heartbeat, but not around each job, because the next job would wait for it."""
        now = time.monotonic()
        if now - self._beat >= HEARTBEAT_SECONDS:
            self._beat = now
            super().heartbeat(timeout, pipeline)

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Report the state only when it changes."""
        if state != self._state:
            super().set_state(state, pipeline)

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, _max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """The next job, or None when a burst has no more jobs."""
        try:
            while not self.stop.is_set:
                self.set_state(WorkerStatus.IDLE)
                self.heartbeat()
                self.outage.record_success()
                self.liveness.beat(connected=True)
                self.liveness.announce()
                if self.should_run_maintenance_tasks:
                    self.run_maintenance_tasks()  # type: ignore[no-untyped-call]
                with suppress(DequeueTimeout):
                    return self._dequeued(timeout)
        except RedisError as error:
            self.lost = error
            raise StopRequested from error
        raise StopRequested

    def _dequeued(self, timeout: int | None) -> tuple[Job, Queue] | None:
        found = self.queue_class.dequeue_any(
            self.queues, timeout, connection=self.connection, serializer=self.serializer
        )
        if found is not None:
            version = self.get_redis_server_version()  # type: ignore[no-untyped-call]
            found[0].redis_server_version = version  # otherwise RQ would query it each time
        return found

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run the job at once. Its start is not recorded, because a job that dies is due again anyway."""
        self.liveness.beat(float(job.timeout or 0) + JOB_END_SECONDS)
        self.liveness.announce()
        self.perform_job(job, queue)

    def prepare_job_execution(self, job: Job, remove_from_intermediate_queue: bool = False) -> None:
        """Do nothing; there is nothing to prepare."""

    def _install_signal_handlers(self) -> None:
        """Do nothing: our handlers only set a flag, whereas RQ's raise in the middle of running code."""

    def teardown(self) -> None:
        """Unregister, unless the queue is unavailable. RQ removes silent workers by itself."""
        if self.lost is None:
            super().teardown()  # type: ignore[no-untyped-call]


def work(settings: Settings, *, burst: bool) -> None:
    """Run jobs until stopped, even across outages of Redis. A burst ends when no jobs are left."""
    with stop_signal() as stop:
        job_loop = JobLoop(settings, stop)
        use_job_loop(job_loop)
        outage = Outage(logger, "queue")
        logger.info("worker started", pid=os.getpid(), queues=QUEUES)
        runner = job_loop.job_runner
        liveness = Liveness("worker", runner.queues)
        try:
            with role_server(settings, liveness, (runner.store, runner.game_cache)):
                while _shift(settings, job_loop, outage, liveness, stop, burst=burst) and not burst:
                    liveness.beat(connected=False)
                    stop.wait(PAUSE_SECONDS)
        finally:
            liveness.close()
            job_loop.close(at_once=not burst)
            logger.info("worker stopped", pid=os.getpid())


def _shift(
    settings: Settings,
    job_loop: JobLoop,
    outage: Outage,
    liveness: Liveness,
    stop: StopSignal,
    *,
    burst: bool,
) -> bool:
    """Work until stopped or disconnected from the queue. Returns whether to start another worker."""
    with connect_blocking(settings.queue, socket_connect_timeout=2) as redis:
        queues = [Queue(name, connection=redis, serializer=SERIALIZER) for name in QUEUES]
        try:
            worker = Worker(queues, connection=redis, serializer=SERIALIZER)
            worker.job_loop, worker.outage, worker.stop = job_loop, outage, stop
            worker.liveness = liveness
            worker.work(burst=burst, logging_level="WARNING")
            if worker.lost is not None:
                raise worker.lost
        except RedisError as error:
            outage.record_failure(error)
    return not stop.is_set


def supervise(settings: Settings, processes: int) -> None:
    """Run this many workers as processes, and restart them when they die. Probes ask this process."""
    liveness = Liveness()
    with stop_signal() as stopped, role_server(settings, liveness):
        children = [Child("worker", NO_HEALTH_PORT) for _ in range(processes)]
        roles = [Role(f"worker {n}", child.start, child.poll) for n, child in enumerate(children)]
        while not stopped.wait(LOOK_EVERY):
            liveness.beat(connected=True)
            for role in roles:
                role.look(logger.warning)
    for child in children:
        child.terminate()
    for child in children:
        child.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m workers.run`."""
    parser = argparse.ArgumentParser("workers.run")
    parser.add_argument("--burst", action="store_true", help="stop when there are no jobs left")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="run N workers")
    chosen = parser.parse_args(arguments)
    try:
        settings = load(os.environ)
        settings.register_games()
        _ = settings.queue
        configure_logs(settings)
        configure_traces(settings, "worker")
        if chosen.processes > 1:
            supervise(settings, chosen.processes)
        else:
            work(settings, burst=chosen.burst)
    except SettingsError as error:
        sys.stderr.write(f"emberlog: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
