"""A thread that sends webhook deliveries to many receivers at once, so that no job waits for a receiver.

Deliveries that it does not finish stay in the outbox for the sweeper.
"""

import asyncio
import threading
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import Final

import structlog
from redis.exceptions import RedisError

from service.engine.archive import LogArchive
from service.engine.game_cache import GameCache
from service.jobs.queues import Queues
from service.settings import Settings
from service.store import Store, StoreError
from service.webhooks.delivery_sender import DeliverySender

MOST_AT_ONCE: Final = 64
STOP_WITHIN: Final = 2.0
_CACHED_GAMES: Final = 64

logger = structlog.get_logger("emberlog.webhooks")


class WebhookThread:
    """Sends the deliveries of webhooks. The thread starts with the first delivery."""

    def __init__(self, settings: Settings, queues: Queues) -> None:
        self._settings = settings
        self._queues = queues
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="webhooks", daemon=True)
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._store: Store | None = None
        self._sender: DeliverySender | None = None
        self._going: set[Future[None]] = set()

    def take(self, webhook: str) -> None:
        """Schedule the deliveries of a webhook."""
        if self._sender is None:
            self._store = Store.open(self._settings.redis, archived_logs=LogArchive.of(self._settings))
            game_cache = GameCache(self._store, _CACHED_GAMES)
            self._sender = DeliverySender(self._settings, self._store.connection, game_cache, self._count)
            self._thread.start()
        self._going = {one for one in self._going if not one.done()}
        self._going.add(asyncio.run_coroutine_threadsafe(self._send(self._sender, webhook), self._loop))

    def close(self, *, at_once: bool = True) -> None:
        """Stop sending, either at once or when everything is sent."""
        if self._sender is not None and self._store is not None:
            if at_once:
                self._sender.stopping = True
            _, late = wait(self._going, STOP_WITHIN if at_once else None)
            for one in late:
                one.cancel()
            with suppress(TimeoutError, StoreError):
                asyncio.run_coroutine_threadsafe(_ended(self._store), self._loop).result(STOP_WITHIN)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(STOP_WITHIN)
        if not self._loop.is_running():
            self._loop.close()

    async def _send(self, sender: DeliverySender, webhook: str) -> None:
        async with self._slots:
            try:
                await sender.serve(webhook)
            except StoreError as error:
                logger.warning("deliveries left to the sweeper", webhook=webhook, cause=str(error))
            except Exception:
                logger.exception("deliveries failed", webhook=webhook)

    def _count(self, outcome: str, ms: int) -> None:
        with suppress(RedisError):
            self._queues.count_delivery(outcome, ms)


async def _ended(store: Store) -> None:
    """Wait until all other tasks have ended, including cancelled ones, then close the store."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others)
    await store.close()
