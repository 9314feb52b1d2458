"""A whole installation in one process: Redis, queue, archive, APIs, workers, a sweeper, and faults."""

import asyncio
import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from importlib import import_module
from typing import Any, cast

import structlog

from service import bootstrap
from service.api.collaborators import Collaborators
from service.engine import archive_storage
from service.errors import NotFound
from service.jobs.queues import JOB_RULES, Job
from service.operations.metrics import Metrics
from service.settings import Settings
from service.store import StoreError, keys
from tests.simulator.calls import Ledger, Refused, is_not_found
from tests.simulator.faults import Chances, Disturbances, Plan
from tests.simulator.loop import START_NS, Process
from tests.simulator.network import SimulatedNetwork
from tests.simulator.queue import JobTransport, SimulatedQueues, SimulatedSender
from tests.simulator.redis_data import Argv, Scores
from tests.simulator.redis_server import SLOTS, Redis, Shard, logged_entries
from tests.simulator.storage import SimulatedStorage
from tests.simulator.trace import LogCapture, Trace
from workers import job_runner
from workers.job_runner import JobFunction, JobLoop, JobRunner
from workers.sweeper import Sweeper

BUCKETS = 8
"""Fewer buckets than in reality, so that a sweep costs less."""
ARCHIVE = "simulated://archive"


class Died(Exception):
    """The process died before it answered."""


class Server(Process):
    """A process with a role, which is started again when it dies."""

    def __init__(self, name: str, world: "World", generation: int = 0) -> None:
        super().__init__(f"{name}.{generation}" if generation else name, str(world.seed), world.chances)
        self.role = name
        self.generation = generation
        self.world = world
        self.died: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def start(self) -> None:
        """Begin its work."""
        self.spawn(self._work(), self.name)

    async def _work(self) -> None:
        try:
            await self.main()
        except Exception as error:
            self.world.found(f"{self.name} ended", error)
            self.world.trace.lines.extend(traceback.format_exception(error))
            raise

    async def main(self) -> None:
        """Its work, which never ends."""
        raise NotImplementedError


class Api(Server):
    """Calls use cases for clients."""

    collaborators: Collaborators | None = None

    async def main(self) -> None:
        sender = SimulatedSender(self.world.transport, self.world.chances)
        async with bootstrap.bootstrap(self.world.settings, Metrics(), sender) as collaborators:
            self.collaborators = collaborators
            await asyncio.get_running_loop().create_future()


class Worker(Server):
    """Runs jobs one by one."""

    async def main(self) -> None:
        runner = JobRunner(self.world.settings, queues=SimulatedQueues(self.world.transport))
        while True:
            job = await self.world.transport.take()
            act = job_function(job)
            try:
                async with asyncio.timeout(JOB_RULES[job.kind].seconds):
                    await runner.run(job, act)
            except (StoreError, TimeoutError) as error:
                self.world.tell(self.name, "job failed", job=job.id, cause=type(error).__name__)
            except OSError as error:
                self.world.tell(self.name, "job failed", job=job.id, cause=str(error))
            except NotFound as error:
                if all(game != job.game for game, _, _ in self.world.lost):
                    self.world.found(f"job {job.id} found no game", error)
            except Exception as error:  # noqa: BLE001  the outermost loop of a worker
                self.world.found(f"job {job.id} failed", error)


class Sweeps(Server):
    """Recovers overdue work."""

    async def main(self) -> None:
        sweeper = Sweeper(self.world.settings, SimulatedQueues(self.world.transport))
        await sweeper.run(asyncio.Event())


class _Captured(JobLoop):
    """Stands where RQ's job loop is, and only notes what the job would run."""

    def __init__(self) -> None:
        self.act: JobFunction | None = None

    def run(self, _job: Job, act: JobFunction, _waited_ms: int = 0) -> str:
        self.act = act
        return ""


def job_function(job: Job) -> JobFunction:
    """What the job of a kind of work does, found by calling it as RQ does."""
    captured = _Captured()
    job_runner.use_job_loop(captured)
    module, _, name = JOB_RULES[job.kind].job.rpartition(".")
    getattr(import_module(module), name)(job.game, job.version)
    assert captured.act is not None
    return captured.act


class World:
    """Everything that is simulated from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = random.Random(f"{seed}/world")
        self.plan = Plan.drawn(self.dice)
        self.trace = Trace()
        self.findings: list[str] = []
        self.chances = Chances(random.Random(f"{seed}/chances"), self, self.plan.trouble)
        self.transport = JobTransport(self.chances)
        self.storage = SimulatedStorage(self.chances)
        self.redis = Redis(self._shards())
        self.network = SimulatedNetwork(self.redis, self.chances)
        self.processes: list[Server] = []
        self.dead: list[Process] = []
        self.ledger = Ledger(self)
        self.appended: dict[tuple[str, int], list[str]] = {}
        """The hashes of all entries that were ever appended, by game and seq."""
        self.lost: set[tuple[str, int, str]] = set()
        """The entries that failovers have lost: game, seq, hash."""
        scheme = "redis+cluster" if self.redis.is_cluster else "redis"
        host, port = self.redis.shards[0].address
        self.settings = Settings(
            redis_url=f"{scheme}://{host}:{port}",
            queue_url="redis://queue:6379",
            wait_replicas=self.plan.wait_replicas,
            archive_dir=ARCHIVE if self.plan.archives else None,
            archive_after_days=0.0001 if self.plan.archives else None,
            cache_games=self.dice.choice((1, 2, 512)),
            join_rate=0,
            undo_rate=0,
        )

    def _shards(self) -> list[Shard]:
        count = self.plan.shards
        bounds = [SLOTS * n // count for n in range(count + 1)]
        lag = random.Random(f"{self.seed}/lag")
        shards = []
        for n in range(count):
            addresses = [(f"10.0.{n}.{m}", 6379) for m in (1, 2)]
            shard = Shard(f"redis-{n}", addresses, range(bounds[n], bounds[n + 1]), self._server_ms)
            shard.lag = lambda: lag.expovariate(300)
            shard.watch = self._watch
            shards.append(shard)
        return shards

    def _watch(self, transaction: tuple[Argv, ...]) -> None:
        """Note the entries that a transaction appends."""
        for game, seq, entry_hash in logged_entries([transaction]):
            self.appended.setdefault((game, seq), []).append(entry_hash)
            self.tell("log", "appended", game=game[-4:], seq=seq)

    def work_left(self) -> list[str]:
        """The outbox items that are left."""
        return [
            member.decode()
            for shard in self.redis.shards
            for name, value in shard.data.values.items()
            if isinstance(value, Scores) and name.endswith(b":outbox")
            for member in value
        ]

    def gone(self, player: str, refused: Refused) -> None:
        """A player found no game: allowed only if a failover lost it and no replica had to confirm it."""
        self.tell(player, "finds no game", cause=refused)
        if not (is_not_found(refused) and self.lost and not self.plan.wait_replicas):
            self.found(f"{player} cannot go on", refused)

    def _server_ms(self) -> int:
        return (START_NS + int(self.time * 1e9)) // 1_000_000

    @property
    def time(self) -> float:
        """The virtual time in seconds since the start."""
        return asyncio.get_running_loop().time()

    def tell(self, who: str, what: str, /, **details: object) -> None:
        """Add a line to the trace."""
        self.trace.tell(self.time, who, what, **details)

    def found(self, what: str, error: BaseException | None = None) -> None:
        """Record a violation."""
        cause = "" if error is None else f": {type(error).__name__}: {error}"
        if what + cause not in self.findings:
            self.tell("FOUND", what + cause)
            self.findings.append(what + cause)

    def start(self) -> None:
        """Start all processes."""
        roles: list[tuple[str, Callable[..., Server]]] = [("sweeper", Sweeps)]
        roles += [(f"api-{n}", Api) for n in range(self.plan.apis)]
        roles += [(f"worker-{n}", Worker) for n in range(self.plan.workers)]
        for name, role in roles:
            self.processes.append(role(name, self))
            self.processes[-1].start()

    def kill(self, process: Process, why: str) -> None:
        """Kill a process; it is started again a little later."""
        if isinstance(process, Server) and process.is_alive:
            process.kill()
            self.dead.append(process)
            self.tell(process.name, "dies", why=why)
            process.died.set_result(None)
            asyncio.get_running_loop().call_later(
                self.dice.uniform(0.05, 3), self._restart, process, context=Context()
            )

    def _restart(self, dead: Server) -> None:
        successor = type(dead)(dead.role, self, dead.generation + 1)
        successor.clock_offset_ns = dead.clock_offset_ns
        self.processes[self.processes.index(dead)] = successor
        self.tell(successor.name, "starts")
        successor.start()

    async def fail_over(self, shard: Shard, seconds: float) -> None:
        """The master dies; after some time the replica takes its place."""
        if not shard.is_up:
            return
        shard.is_up = False
        self.network.break_all(shard)
        await asyncio.sleep(seconds)
        lost = list(logged_entries(shard.promote()))
        self.lost.update(lost)
        shard.is_up = True
        self.tell(shard.name, "replica promoted", lost=[f"{game[-4:]}/{seq}" for game, seq, _ in lost])

    def api(self) -> Api:
        """One of the APIs."""
        return self.dice.choice([process for process in self.processes if isinstance(process, Api)])

    def heal(self) -> None:
        """End all trouble."""
        self.chances.trouble = 0
        self.transport.is_up = True
        for shard in self.redis.shards:
            shard.link()
        self.tell("world", "calm")

    async def disturb(self) -> None:
        """Cause trouble, then end it."""
        if self.plan.trouble:
            disturbances = Disturbances(self, random.Random(f"{self.seed}/disturbances"))
            await disturbances.run(self.plan.chaos_seconds)
        self.heal()


@contextmanager
def installed(world: World) -> Iterator[None]:
    """Replace what is global: the number of buckets, the storages, the log, the randomness of libraries."""
    storages = cast(dict[str, Any], archive_storage.STORAGES)
    before, buckets = structlog.get_config(), keys.BUCKETS
    state = random.getstate()
    random.seed(world.seed)
    storages["simulated"] = lambda _address: world.storage
    keys.BUCKETS = BUCKETS
    keys.bucket.cache_clear()
    structlog.configure(processors=[LogCapture(world.tell, world.findings)], cache_logger_on_first_use=False)
    try:
        yield
    finally:
        structlog.configure(**before)
        keys.BUCKETS = buckets
        keys.bucket.cache_clear()
        del storages["simulated"]
        random.setstate(state)
