"""Sends the queued deliveries of a webhook one after the other, and records the outcome of each.

After a failure the whole queue waits, longer each time. A delivery is given up after a day. A webhook is
switched off when its receiver fails for days or answers 410 Gone, or when its token has ended.
"""

import secrets
from collections.abc import Callable
from typing import Final

import structlog
from msgspec.structs import replace

from schema.webhooks import PING, DeliveryError, WebhookOff
from service.engine.game_cache import GameCache
from service.runtime import now_ms
from service.settings import Settings
from service.store import RedisConnection, keys
from service.store.connection import Argument
from service.webhooks.addresses import Resolve, look_up
from service.webhooks.client import GONE, Attempt, WebhookClient, tls_context
from service.webhooks.delivery_queue import (
    AttemptOutcome,
    ClaimedDeliveries,
    DeliveryQueues,
    StoredDelivery,
    StoredWebhook,
)
from service.webhooks.following import WebhookFollowing
from service.webhooks.messages import message_body
from service.webhooks.signing import signed_headers

GROWTH: Final = 4
LONGEST_PAUSE: Final = 4 * 3600
_HOUR_MS: Final = 3_600_000
_SPARE_MS: Final = 5_000
_FOR_EVER: Final = 2**42

Count = Callable[[str, int], None]
"""Counts an outcome (`delivered`, `failed`, `given_up`, `switched_off`) and its duration."""
logger = structlog.get_logger("emberlog.webhooks")


class DeliverySender:
    """Sends deliveries. Any number of senders may run, but only one at a time has a webhook's queue."""

    def __init__(
        self,
        settings: Settings,
        connection: RedisConnection,
        game_cache: GameCache,
        count: Count,
        resolve: Resolve = look_up,
    ) -> None:
        self._settings = settings
        self._connection = connection
        self._game_cache = game_cache
        self._count = count
        self._resolve = resolve
        self._delivery_queues = DeliveryQueues(connection)
        self._following = WebhookFollowing(connection)
        self._trust = tls_context()
        self._lease_ms = int(settings.webhook_timeout_seconds * 1000) + _SPARE_MS
        self.stopping = False

    async def serve(self, webhook: str) -> None:
        """Send everything that can be sent now. The claim is always released."""
        mine = secrets.token_hex(8)
        post: WebhookClient | None = None
        try:
            while not self.stopping:
                claimed = await self._delivery_queues.claim(webhook, mine, self._lease_ms)
                if claimed is None or not claimed.deliveries:
                    return
                post = post or WebhookClient(self._settings, self._trust, self._resolve)
                await self._serve(post, claimed, mine)
        finally:
            await self._delivery_queues.release(webhook, mine)
            if post is not None:
                await post.close()

    async def _serve(self, post: WebhookClient, claimed: ClaimedDeliveries, mine: str) -> None:
        """Send the claimed deliveries, up to the first that fails."""
        hook = claimed.hook
        if not await self._is_backed(hook):
            ended = replace(claimed.deliveries[0], tried=now_ms())
            await self._settle(hook, mine, _switched_off(ended, WebhookOff.TOKEN_ENDED), "switched_off", 0)
            return
        for delivery in claimed.deliveries:
            body = await message_body(self._game_cache, hook, delivery)
            if body is None:
                tried = replace(delivery, error=DeliveryError.ENTRY_LOST, tried=now_ms())
                await self._settle(
                    hook, mine, AttemptOutcome(delivery=tried, taken=True, fields={}), "given_up", 0
                )
                continue
            attempt = await post.send(hook.url, signed_headers(hook, delivery.id, now_ms(), body), body)
            settled = self._settled(hook, delivery, attempt, asked=claimed.asked)
            if attempt.ok and hook.off is not None:
                await self._following.follow_games(hook)
            outcome = "delivered" if attempt.ok else "failed"
            loaded = await self._settle(hook, mine, settled, outcome, attempt.ms)
            if self.stopping or not loaded or not attempt.ok:
                return
            hook = replace(hook, off=None, failing=0, failures=0)

    async def _is_backed(self, hook: StoredWebhook) -> bool:
        """Whether the token that created or last tested the webhook is still valid."""
        if not hook.token:
            return True
        digest, banned = await self._connection.call("HMGET", keys.token(hook.token), "digest", "banned")
        return bool(digest) and not banned

    async def _settle(
        self, hook: StoredWebhook, mine: str, settled: AttemptOutcome, outcome: str, ms: int
    ) -> bool:
        """Record the outcome. Returns whether the sender still has the claim."""
        given_up = await self._delivery_queues.settle(hook.id, mine, self._lease_ms, settled)
        self._count(outcome, ms)
        for _ in range(given_up or 0):
            self._count("given_up", 0)
        delivery = settled.delivery
        logger.info(
            "delivery",
            webhook=hook.id,
            delivery=delivery.id,
            outcome=outcome,
            status=delivery.code,
            error=delivery.error,
            attempts=delivery.attempts,
            ms=ms,
        )
        if "off" in settled.fields:
            self._count("switched_off", 0)
            logger.warning("webhook switched off", webhook=hook.id, reason=settled.fields["off"])
        return given_up is not None

    def _settled(
        self, hook: StoredWebhook, delivery: StoredDelivery, attempt: Attempt, *, asked: bool
    ) -> AttemptOutcome:
        now = now_ms()
        tried = replace(
            delivery,
            attempts=delivery.attempts + 1,
            code=attempt.code,
            error=attempt.error,
            ms=attempt.ms,
            tried=now,
            delivered=delivery.delivered or attempt.ok,
        )
        if attempt.ok:
            good = ("off", "off_at", "failing", "failures", "not_before")
            return AttemptOutcome(delivery=tried, taken=True, fields={}, without=good)
        if attempt.code == GONE:
            return _switched_off(tried, WebhookOff.GONE)
        failing = hook.failing or now
        if asked:
            return AttemptOutcome(delivery=tried, taken=delivery.event == PING, fields={"failing": failing})
        if now - failing > self._settings.webhook_off_hours * _HOUR_MS:
            return _switched_off(tried, WebhookOff.FAILING)
        fields: dict[str, Argument] = {"failing": failing, "failures": hook.failures + 1}
        fields["not_before"] = now + self._pause_ms(hook.failures, attempt)
        oldest = now - int(self._settings.webhook_hours * _HOUR_MS)
        return AttemptOutcome(delivery=tried, taken=False, give_up_before=oldest, fields=fields)

    def _pause_ms(self, failures: int, attempt: Attempt) -> int:
        """The delay before the next attempt: longer each time, at least `Retry-After`, randomised."""
        pause = min(self._settings.webhook_pause_seconds * GROWTH ** min(failures, 16), LONGEST_PAUSE)
        pause *= 1 + secrets.randbelow(100) / 1000
        return int(max(pause, attempt.retry_after) * 1000)


def _switched_off(delivery: StoredDelivery, why: WebhookOff) -> AttemptOutcome:
    """Switch the webhook off. It sends nothing more until a message that somebody asks for is accepted."""
    fields: dict[str, Argument] = {"off": why.value, "off_at": now_ms()}
    return AttemptOutcome(delivery=delivery, taken=True, give_up_before=_FOR_EVER, fields=fields)
