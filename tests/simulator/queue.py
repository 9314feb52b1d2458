"""The transport of jobs in a simulation: it may lose, double, delay and forget them, as RQ on Redis may."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextvars import Context
from typing import Protocol

from redis.exceptions import ConnectionError as QueueDown

from service.jobs.queues import BOTS_ALONE, QUEUES, Job, JobSender, Queues, queue_of


class JobChances(Protocol):
    """Who decides what happens to a job."""

    def copies(self, job: Job) -> Sequence[float]:
        """After how long each copy of a job arrives; normally one, and at once."""

    def delay(self) -> float:
        """How long a call takes."""


class JobTransport:
    """All queues."""

    def __init__(self, chances: JobChances) -> None:
        self.is_up = True
        self._chances = chances
        self._queues: dict[str, deque[Job]] = {name: deque() for name in QUEUES}
        self._idle: list[asyncio.Future[None]] = []

    def put(self, jobs: Sequence[Job]) -> None:
        """Enqueue jobs, or raise as Redis does."""
        self.check()
        loop = asyncio.get_running_loop()
        for job in jobs:
            for delay in self._chances.copies(job):
                loop.call_later(delay, self._arrive, job, context=Context())

    def _arrive(self, job: Job) -> None:
        self._queues[BOTS_ALONE if job.alone else queue_of(job.kind)].append(job)
        for waiter in self._idle:
            if not waiter.done():
                waiter.set_result(None)
        self._idle.clear()

    def check(self) -> None:
        """Raise if the queue is down."""
        if not self.is_up:
            raise QueueDown("the queue is down")

    def waiting(self) -> frozenset[str]:
        """The work that is in a queue."""
        self.check()
        return frozenset(job.work for held in self._queues.values() for job in held)

    def flush(self) -> int:
        """Forget all jobs."""
        count = sum(map(len, self._queues.values()))
        for held in self._queues.values():
            held.clear()
        return count

    async def take(self) -> Job:
        """The next job, in the order in which workers look at the queues."""
        while True:
            if self.is_up:
                for held in self._queues.values():
                    if held:
                        return held.popleft()
            waiter = asyncio.get_running_loop().create_future()
            self._idle.append(waiter)
            await asyncio.wait([waiter], timeout=1.0)


class SimulatedQueues(Queues):
    """What workers and sweepers see of the queues; metrics are not simulated."""

    def __init__(self, transport: JobTransport) -> None:
        self._transport = transport

    def put(self, jobs: Sequence[Job]) -> None:
        self._transport.put(jobs)

    def waiting(self) -> frozenset[str]:
        return self._transport.waiting()

    def close(self) -> None:
        """There is nothing to close."""


class SimulatedSender(JobSender):
    """What the API sees of the queues: jobs are sent a little later, or not at all."""

    def __init__(self, transport: JobTransport, chances: JobChances) -> None:
        self._transport = transport
        self._chances = chances

    def send(self, jobs: Sequence[Job]) -> None:
        if jobs:
            asyncio.get_running_loop().call_later(self._chances.delay(), self._put, jobs)

    def _put(self, jobs: Sequence[Job]) -> None:
        try:
            self._transport.put(jobs)
        except QueueDown:
            """The sweeper finds the work."""

    def close(self) -> None:
        """There is nothing to close."""
