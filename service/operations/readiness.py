"""Whether this process can serve, and what an acknowledged entry survives."""

import asyncio

import msgspec

from service.errors import Unavailable
from service.operations.build import VERSION
from service.operations.durability import defects, promise, redis_state
from service.operations.health import HealthCheck
from service.operations.workload import WorkAnswer, Workload
from service.projections import old_layout
from service.settings import Settings
from service.store import RedisConnection, RedisUnavailable

QUEUE_AWAY = "the Redis of the queues accepts no writes: people can play, but bots, clocks and scores wait"
OLD_LAYOUT = (
    "lists and results are stored as in an earlier version and are incomplete: run `emberlog rebuild`"
)


class Ready(msgspec.Struct, frozen=True):
    """The answer of `/readyz`; fields are null if Redis does not report its settings.

    The status is `degraded` if something is wrong that does not stop the service; `reasons` says what.
    """

    status: str
    appendonly: str | None
    appendfsync: str | None
    wait_replicas: int
    durability: str
    work: WorkAnswer
    reasons: tuple[str, ...] = ()
    version: str = VERSION
    commit: str | None = None


class Readiness:
    """Whether requests may be sent to this process."""

    def __init__(
        self, connection: RedisConnection, health: HealthCheck, settings: Settings, workload: Workload
    ) -> None:
        self._connection = connection
        self._health = health
        self._wait_replicas = settings.wait_replicas
        self._commit = settings.commit
        self._workload = workload
        self._stopping = False
        self._is_old = True

    def stop(self) -> None:
        """Report the process as not ready: it still answers until it closes, but gets no new requests."""
        self._stopping = True

    async def ready(self) -> Ready:
        """Whether the Redis of the logs accepts writes; else raises Unavailable. Answers within a second."""
        if self._stopping:
            raise Unavailable("stopping")
        try:
            health, state, work, self._is_old = await asyncio.gather(
                self._health.check(),
                self._health.in_time(redis_state(self._connection)),
                self._health.in_time(self._workload.work()),
                self._health.in_time(self._has_old_layout()),
            )
        except RedisUnavailable as error:
            raise Unavailable("not_ready", what="redis") from error
        if health.away is not None:
            raise Unavailable("not_ready", what="redis") from health.away
        wrong = (
            *defects(state, self._wait_replicas),
            *(() if health.queue else (QUEUE_AWAY,)),
            *((OLD_LAYOUT,) if self._is_old else ()),
        )
        return Ready(
            status="degraded" if wrong else "ready",
            appendonly=state.appendonly,
            appendfsync=state.appendfsync,
            wait_replicas=self._wait_replicas,
            durability=promise(state, self._wait_replicas),
            work=work,
            reasons=wrong,
            commit=self._commit,
        )

    async def _has_old_layout(self) -> bool:
        """Whether a rebuild is needed; not asked again once it is not."""
        return self._is_old and await old_layout.is_present(self._connection)
