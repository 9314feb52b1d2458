"""The RQ queues: which job does which kind of work, the pauses before retries, and how jobs are enqueued.

RQ's calls block, so the service makes them in a thread. RQ may lose its data: the outbox has everything.
"""

import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import structlog
from msgspec import Struct
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from domain.kernel.work import WorkKind
from service.runtime import now_ms
from service.store.client import connect_blocking

SERIALIZER: Final = JSONSerializer
KEEP_RESULT_SECONDS: Final = 60
KEEP_FAILURE_SECONDS: Final = 86_400
TRACE: Final = "traceparent"
"""The name of a job's span in the data that RQ keeps with it."""
FORGET_MS: Final = 3_600_000
OUTCOMES: Final = ("done", "outdated", "failed")
JOBS: Final = "emberlog:jobs"
"""Hash: `<queue>:<outcome>` -> how many jobs, `<queue>:ms` and `<queue>:wait_ms` -> how long they took and
waited."""
DELIVERIES: Final = "emberlog:deliveries"
"""Hash: outcome of deliveries to webhooks -> how many, `ms` -> how long they took."""
ALIVE: Final = {role: f"emberlog:alive:{role}" for role in ("worker", "sweeper")}
"""Sorted sets: the processes of a role -> the time in ms until which each has announced itself."""
DELIVERY_OUTCOMES: Final = ("delivered", "failed", "given_up", "switched_off")

logger = structlog.get_logger("emberlog.queues")


class JobRule(Struct, frozen=True):
    """How a kind of work is done: its job, the time limit, and the pauses before retries.

    A job that determines itself what is due may run at `any_version`, even if the game has moved on.
    Without another kind's `queue`, the work goes through its own.
    """

    job: str
    seconds: int
    pauses: tuple[int, ...]
    any_version: bool = False
    queue: str = ""


JOB_RULES: Mapping[str, JobRule] = {
    WorkKind.SCORING: JobRule("workers.scoring.score", seconds=30, pauses=(1, 5, 30, 120, 600)),
    WorkKind.CLOCK: JobRule("workers.clock.time_out", seconds=30, pauses=(1, 5, 30, 120)),
    WorkKind.WEBHOOK: JobRule("workers.webhook.deliver", 30, pauses=(1, 5, 30, 120, 600), any_version=True),
    WorkKind.AUTOMA: JobRule("workers.automa.take_turn", seconds=30, pauses=(1, 5, 30, 120)),
    WorkKind.PLAN: JobRule(
        "workers.plan.play_plans", seconds=30, pauses=(1, 5, 30, 120), any_version=True, queue=WorkKind.AUTOMA
    ),
    WorkKind.ARCHIVE: JobRule("workers.archive.archive", seconds=300, pauses=(60, 600, 3600, 21_600)),
}
"""In the order in which a worker looks for jobs. Bots' turns are many and long, so all short work comes
before them, webhooks included; otherwise, workers that are busy with bots would never get to it."""


def queue_of(kind: str) -> str:
    """The queue for a kind of work: its own, unless its rule names another."""
    return str(JOB_RULES[kind].queue or kind)


BOTS_ALONE: Final = "bots"
"""The queue of bots' turns that no person waits for; workers look at it last."""
QUEUES: Final = (*dict.fromkeys(map(queue_of, JOB_RULES)), BOTS_ALONE)


class Job(Struct, frozen=True):
    """Work for a game at a version; the attempt number keeps its id different from earlier ones in RQ."""

    kind: str
    game: str
    version: int
    attempt: int = 1
    alone: bool = False
    """Whether no person waits for it, so that it goes through the last queue."""
    trace: str = ""
    """The span that caused it, if spans are made."""

    @property
    def work(self) -> str:
        """The name of the work, the same for all attempts."""
        return f"{self.kind}-{self.game}-{self.version}"

    @property
    def id(self) -> str:
        """Its id in RQ."""
        return f"{self.work}-{'0' if self.alone else ''}{self.attempt}"


class Queues:
    """All queues on one Redis. Every call blocks, and raises RedisError when Redis is unavailable."""

    def __init__(self, url: str) -> None:
        self._redis = connect_blocking(url, socket_connect_timeout=5, socket_timeout=5)
        self._queues = {name: Queue(name, connection=self._redis, serializer=SERIALIZER) for name in QUEUES}

    def put(self, jobs: Sequence[Job]) -> None:
        """Enqueue jobs, one call for each queue."""
        for name, same in groupby(sorted(jobs, key=_queue), key=_queue):
            self._queues[name].enqueue_many([_call(job) for job in same])

    def waiting(self) -> frozenset[str]:
        """The work that is in a queue now, whichever attempt; without the jobs that workers have taken."""
        ids: Iterator[str] = (job_id for held in self._queues.values() for job_id in held.job_ids)
        return frozenset(job_id.rpartition("-")[0] for job_id in ids)

    def count(self, job: Job, outcome: str, ms: int, waited_ms: int) -> None:
        """Count a finished job in its queue."""
        name = _queue(job)
        pipe = self._redis.pipeline(transaction=False)
        pipe.hincrby(JOBS, f"{name}:{outcome}", 1)
        pipe.hincrby(JOBS, f"{name}:ms", ms)
        pipe.hincrby(JOBS, f"{name}:wait_ms", waited_ms)
        pipe.execute()

    def announce(self, role: str, name: str, until_ms: int) -> None:
        """Announce that a process of a role is alive until then; forget those that were killed."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.zadd(ALIVE[role], {name: until_ms})
        pipe.zremrangebyscore(ALIVE[role], "-inf", now_ms() - FORGET_MS)
        pipe.execute()

    def withdraw(self, role: str, name: str) -> None:
        """Announce that a process has stopped: it was alive until now, and is soon forgotten."""
        self._redis.zadd(ALIVE[role], {name: 0})

    def count_delivery(self, outcome: str, ms: int) -> None:
        """Count an attempt to deliver to a webhook."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.hincrby(DELIVERIES, outcome, 1)
        pipe.hincrby(DELIVERIES, "ms", ms)
        pipe.execute()

    def close(self) -> None:
        """Close all connections."""
        self._redis.close()


class JobSender:
    """Enqueues jobs in its own thread: callers never wait and never get an error."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues
        self._outgoing: queue.SimpleQueue[Sequence[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sender", daemon=True)

    def send(self, jobs: Sequence[Job]) -> None:
        """Enqueue jobs soon; the sweeper recovers lost ones."""
        if jobs:
            self._outgoing.put(jobs)
            if not self._thread.is_alive() and self._thread.ident is None:
                self._thread.start()

    def close(self) -> None:
        """Send the remaining jobs."""
        if self._thread.ident is not None:
            self._outgoing.put(None)
            self._thread.join(timeout=10)
        self._queues.close()

    def _run(self) -> None:
        going = True
        while going:
            taken = [self._outgoing.get()]
            while not self._outgoing.empty():
                taken.append(self._outgoing.get())
            going = None not in taken
            try_enqueue(self._queues, [job for jobs in taken if jobs is not None for job in jobs])


def try_enqueue(queues: Queues, jobs: Sequence[Job]) -> None:
    """Enqueue jobs, or leave them to the sweeper."""
    try:
        queues.put(jobs)
    except RedisError as error:
        logger.warning("jobs left to the sweeper", jobs=len(jobs), cause=str(error))


def _queue(job: Job) -> str:
    return BOTS_ALONE if job.alone else queue_of(job.kind)


def _call(job: Job) -> Any:
    rule = JOB_RULES[job.kind]
    return Queue.prepare_data(
        rule.job,
        args=(job.game, job.version),
        job_id=job.id,
        timeout=rule.seconds,
        ttl=KEEP_FAILURE_SECONDS,
        result_ttl=KEEP_RESULT_SECONDS,
        failure_ttl=KEEP_FAILURE_SECONDS,
        meta={TRACE: job.trace} if job.trace else None,
    )
