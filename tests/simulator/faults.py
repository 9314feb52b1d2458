"""What goes wrong in a simulation, and when: small things at every await, large ones now and then."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.jobs.queues import Job
from tests.simulator.loop import Process
from tests.simulator.network import Fate

if TYPE_CHECKING:
    from tests.simulator.world import World


@dataclass(frozen=True)
class Plan:
    """How a simulation is set up; everything is drawn from the seed."""

    shards: int
    wait_replicas: int
    apis: int
    workers: int
    games: int
    trouble: float
    """How often things go wrong, as a factor."""
    archives: bool
    chaos_seconds: float

    @classmethod
    def drawn(cls, dice: random.Random) -> "Plan":
        """A plan from the seed."""
        return cls(
            shards=dice.choice((1, 2)),
            wait_replicas=dice.choice((0, 1)),
            apis=dice.choice((1, 2)),
            workers=dice.choice((1, 2)),
            games=dice.choice((1, 2, 4)),
            trouble=dice.choice((0.0, 0.3, 1.0, 1.0, 3.0)),
            archives=dice.random() < 0.5,
            chaos_seconds=dice.uniform(5, 40),
        )


class Chances:
    """Decides small things: the fate of each request, job and file, and how long each takes."""

    def __init__(self, dice: random.Random, world: "World", trouble: float) -> None:
        self.trouble = trouble
        self._dice = dice
        self._world = world

    def _happens(self, probability: float) -> bool:
        return self._dice.random() < probability * self.trouble

    def fate(self, process: Process) -> Fate:
        if not self._happens(0.012):
            return Fate.ANSWERED
        fate = self._dice.choice(
            (Fate.LOST, Fate.ANSWER_LOST, Fate.ANSWER_LOST, Fate.SENDER_DIES, Fate.SENDER_DIES_AT_ANSWER)
        )
        self._world.tell(process.name, f"request {fate.name.lower()}")
        return fate

    def delay(self) -> float:
        if self._happens(0.002):
            return self._dice.uniform(0.5, 7.0)
        return self._dice.expovariate(2000) + 0.0001

    def splits(self) -> bool:
        return self._happens(0.2)

    def kill(self, process: Process, why: str) -> None:
        self._world.kill(process, why)

    def note(self, process: Process, sent: bytes) -> None:
        self._world.trace.bytes_moved(self._world.time, process.name, sent)

    async def at_await(self, process: Process, what: str) -> None:
        await asyncio.sleep(self.delay())
        if self._happens(0.01):
            self.kill(process, f"in {what}")
            await asyncio.sleep(0)  # never resumed

    def copies(self, job: Job) -> Sequence[float]:
        if self._happens(0.03):
            self._world.tell("queue", "job lost", job=job.id)
            return ()
        if self._happens(0.05):
            self._world.tell("queue", "job doubled", job=job.id)
            return (self.delay(), self._dice.uniform(0, 10))
        if self._happens(0.05):
            return (self._dice.uniform(0, 10),)
        return (self.delay(),)

    def file_fails(self) -> bool:
        return self._happens(0.2)

    def file_is_cut(self) -> bool:
        return self._dice.random() < 0.5

    def answer_is_lost(self) -> bool:
        """Whether a client does not get the API's answer."""
        return self._happens(0.04)


class Disturbances:
    """Large things, one after the other, until the calm."""

    def __init__(self, world: "World", dice: random.Random) -> None:
        self._world = world
        self._dice = dice

    async def run(self, seconds: float) -> None:
        """Disturb the system for some time."""
        kinds = list(DISTURBANCES)
        async with asyncio.TaskGroup() as going:
            until = self._world.time + seconds
            while self._world.time < until:
                await asyncio.sleep(self._dice.expovariate(self._world.plan.trouble / 1.5))
                name = self._dice.choice(kinds)
                going.create_task(DISTURBANCES[name](self))

    async def kill_process(self) -> None:
        """A process is killed between two awaits."""
        alive = [process for process in self._world.processes if process.is_alive]
        if alive:
            self._world.kill(self._dice.choice(alive), "killed")

    async def flush_queue(self) -> None:
        """The queue forgets all jobs."""
        self._world.tell("queue", "flushed", jobs=self._world.transport.flush())

    async def stop_queue(self) -> None:
        """The queue is down for some time."""
        transport = self._world.transport
        transport.is_up = False
        self._world.tell("queue", "down")
        await asyncio.sleep(self._dice.uniform(0.1, 4))
        transport.is_up = True

    async def cut_replica(self) -> None:
        """A replica is cut off, and then perhaps promoted."""
        shard = self._dice.choice(self._world.redis.shards)
        shard.cut()
        self._world.tell(shard.name, "replica cut off")
        await asyncio.sleep(self._dice.uniform(0.2, 8))
        if self._dice.random() < 0.5:
            await self._world.fail_over(shard, self._dice.uniform(0.5, 3))
        else:
            shard.link()

    async def fail_over(self) -> None:
        """A master dies, and its replica takes over."""
        await self._world.fail_over(self._dice.choice(self._world.redis.shards), self._dice.uniform(0.5, 3))

    async def move_clock(self) -> None:
        """The clock of a machine jumps."""
        process = self._dice.choice(self._world.processes)
        seconds = self._dice.choice((-60, -5, -0.5, 0.5, 5, 60)) * self._dice.random()
        process.clock_offset_ns += int(seconds * 1e9)
        self._world.tell(process.name, "clock jumps", seconds=round(seconds, 3))


DISTURBANCES: Final[Mapping[str, Callable[[Disturbances], Coroutine[Any, Any, None]]]] = {
    "kill": Disturbances.kill_process,
    "kill again": Disturbances.kill_process,
    "flush queue": Disturbances.flush_queue,
    "stop queue": Disturbances.stop_queue,
    "cut replica": Disturbances.cut_replica,
    "cut replica again": Disturbances.cut_replica,
    "fail over": Disturbances.fail_over,
    "move clock": Disturbances.move_clock,
}
