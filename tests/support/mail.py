"""The work that webhooks make, done in this process as a worker and a sweeper would."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from service.runtime import now_ms
from service.settings import Settings
from service.store.outbox import WEBHOOK
from service.webhooks.addresses import Resolve, look_up
from service.webhooks.delivery_sender import DeliverySender
from tests.support.jobs import job_runner
from tests.support.processes import PATIENCE
from workers.job_runner import JobRunner

PRIVATE: dict[str, Any] = {"webhook_private": True, "webhook_pause_seconds": 0.05}
SOON_MS = 1500
"""What is due within this time is waited for."""


class Mail:
    """A worker's job runner and a delivery sender."""

    def __init__(self, opened: JobRunner, settings: Settings, resolve: Resolve) -> None:
        self.job_runner = opened
        self.outcomes: list[str] = []
        count = lambda outcome, _ms: self.outcomes.append(outcome)  # noqa: E731
        self.sender = DeliverySender(settings, opened.store.connection, opened.game_cache, count, resolve)

    async def due(self) -> list[str]:
        """The games and webhooks with deliveries that are due now or soon."""
        found = await self.job_runner.store.outbox.due(now_ms() + SOON_MS)
        return [due.game for due in found if due.item.id == WEBHOOK]

    async def work_off(self, seconds: float = PATIENCE) -> None:
        """Work until no delivery is due now or soon."""
        async with asyncio.timeout(seconds):
            while subjects := await self.due():
                for subject in subjects:
                    if subject.startswith("w_"):
                        await self.sender.serve(subject)
                    else:
                        await self.job_runner.follower_notifier.notify(subject)
                await asyncio.sleep(0.01)


@asynccontextmanager
async def mail(url: str, resolve: Resolve = look_up, **settings: Any) -> AsyncIterator[Mail]:
    """While the block lasts; what goes to this machine is allowed, unless told otherwise."""
    settings = {**PRIVATE, **settings}
    async with job_runner(url, **settings) as opened:
        yield Mail(opened, Settings(redis_url=url, **settings), resolve)
