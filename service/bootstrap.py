"""Builds each collaborator once; the only place to swap one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from service.limits import Limits
from service.metrics import Metrics
from service.players import Players
from service.readiness import Readiness
from service.settings import Settings
from service.store import Link, Store, connect


@dataclass(frozen=True, kw_only=True)
class Collaborators:
    """Everything that a handler can reach."""

    settings: Settings
    metrics: Metrics
    store: Store
    limits: Limits
    players: Players
    readiness: Readiness


@asynccontextmanager
async def bootstrap(settings: Settings, metrics: Metrics) -> AsyncIterator[Collaborators]:
    """The collaborators while the service runs. Redis is not asked for anything yet: it may come later."""
    store = Store.open(settings.redis, wait_replicas=settings.wait_replicas, wait_ms=settings.wait_timeout_ms)
    queue = Link(connect(settings.queue, connections=4))
    limits = Limits(store.link, settings)
    try:
        yield Collaborators(
            settings=settings,
            metrics=metrics,
            store=store,
            limits=limits,
            players=Players(store.link, limits),
            readiness=Readiness(store.link, queue, settings.wait_replicas),
        )
    finally:
        await queue.close()
        await store.close()
