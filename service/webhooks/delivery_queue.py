"""Webhooks and their delivery queues. One sender at a time sends the deliveries of a queue in order.

All data of a webhook is in one bucket of the store, with its item in that bucket's outbox. A delivery that
was neither accepted nor is still waiting was given up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import msgspec

from domain.kernel.table import Status
from schema.answers import DroppedPlan
from schema.webhooks import DeliveryError, WebhookEvent, WebhookOff
from service.runtime import now_ms
from service.store import keys
from service.store.connection import Argument, RedisConnection, Script
from service.store.outbox import WEBHOOK, member, sweeper_due_ms

MOST_KEPT: Final = 1000
KEPT: Final = timedelta(days=7)
AT_ONCE: Final = 16
GONE_FOR: Final = timedelta(days=4)

_MAKE: Final = Script("webhook_make.lua")
_ROTATE: Final = Script("webhook_rotate.lua")
_PUT: Final = Script("webhook_put.lua")
_CLAIM: Final = Script("webhook_claim.lua")
_SETTLE: Final = Script("webhook_settle.lua")
_RELEASE: Final = Script("webhook_release.lua")
_DROP: Final = Script("webhook_drop.lua")


class StoredWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook as it is stored; times are in milliseconds."""

    id: str
    owner: str
    token: str
    url: str
    events: frozenset[str]
    game: str
    created: int
    secret: str
    old_secret: str = ""
    old_until: int = 0
    off: WebhookOff | None = None
    off_at: int = 0
    failing: int = 0
    failures: int = 0
    not_before: int = 0
    dropped: int = 0

    def __repr__(self) -> str:
        return f"Hook({self.id})"

    def wants(self, event: WebhookEvent) -> bool:
        """Whether the webhook reports this event."""
        return event in self.events


class StoredDelivery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A delivery as it is stored: its subject, not its body, which is built from the log at each attempt.

    A notice about a dropped plan is in no log, so its content is stored here.
    """

    id: str
    event: str
    created: int
    at: str
    game: str = ""
    seq: int = 0
    hash: str = ""
    status: Status | None = None
    due: bool = False
    dropped: DroppedPlan | None = None
    delivered: bool = False
    attempts: int = 0
    code: int | None = None
    error: DeliveryError | None = None
    ms: int | None = None
    tried: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimedDeliveries:
    """The deliveries that one sender may try now. If somebody `asked` for a delivery, it is tried once."""

    hook: StoredWebhook
    asked: bool
    deliveries: Sequence[StoredDelivery]


@dataclass(frozen=True, slots=True)
class PutResult:
    """The number of new deliveries, and the number of the job that sends them, if one is needed."""

    new: int
    job: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptOutcome:
    """The changes after an attempt: to the delivery, the webhook's fields, and the waiting deliveries."""

    delivery: StoredDelivery
    taken: bool
    give_up_before: int = 0
    fields: Mapping[str, Argument]
    without: Sequence[str] = ()


_DELIVERY: Final = msgspec.json.Decoder(StoredDelivery)


class DeliveryQueues:
    """The delivery queues of all webhooks."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def make(self, hook: StoredWebhook) -> StoredWebhook | None:
        """Store a webhook unless it exists. Returns the stored one, or None if it was deleted."""
        fields = [text for pair in _fields(hook).items() for text in pair]
        there = await self._connection.run(_MAKE, [keys.webhook(hook.id)], *fields)
        return await self.hook(hook.id) if there else None

    async def hook(self, webhook: str) -> StoredWebhook | None:
        """A webhook, or None."""
        return _hook(webhook, await self._connection.call("HGETALL", keys.webhook(webhook)))

    async def hooks(self, webhooks: Sequence[str]) -> list[StoredWebhook | None]:
        """Several webhooks in one round trip."""
        asked = [("HGETALL", keys.webhook(webhook)) for webhook in webhooks]
        answers = await self._connection.pipeline(asked) if asked else []
        return [_hook(webhook, found) for webhook, found in zip(webhooks, answers)]

    async def bind(self, webhook: str, token: str) -> None:
        """Bind the webhook to the lifetime of this token."""
        await self._connection.call("HSET", keys.webhook(webhook), "token", token)

    async def rotate(self, webhook: str, rotation: str, secret: str, until: int) -> tuple[str, int] | None:
        """Replace the secret, once for each rotation. Returns the secret and when the old one expires."""
        found = await self._connection.run(_ROTATE, [keys.webhook(webhook)], rotation, secret, until)
        return None if found is None else (found[0].decode(), int(found[1]))

    async def drop(self, webhook: str) -> None:
        """Delete a webhook with all of its data."""
        await self._connection.run(_DROP, _keys(webhook), _member(webhook), int(GONE_FOR.total_seconds()))

    async def put(
        self, webhook: str, deliveries: Sequence[StoredDelivery], *, at_once: bool = False
    ) -> PutResult | None:
        """Queue deliveries, each once. A deleted webhook gets none; one that is off, only those asked for."""
        now = now_ms()
        oldest = now - int(KEPT.total_seconds() * 1000)
        overdue = sweeper_due_ms()
        pairs = [part for delivery in deliveries for part in (delivery.id, msgspec.json.encode(delivery))]
        limits = (now, overdue, int(at_once), MOST_KEPT, oldest)
        found = await self._connection.run(_PUT, _keys(webhook), _member(webhook), *limits, *pairs)
        return PutResult(*found) if isinstance(found, list) else None

    async def claim(self, webhook: str, mine: str, lease_ms: int) -> ClaimedDeliveries | None:
        """Claim the next deliveries for one sender. None if nothing is due or another has the claim."""
        now = now_ms()
        found = await self._connection.run(
            _CLAIM, _keys(webhook), _member(webhook), now, now + lease_ms, mine, AT_ONCE
        )
        if found is None:
            return None
        asked, fields, deliveries = found
        hook = _hook(webhook, dict(zip(fields[::2], fields[1::2])))
        assert hook is not None
        return ClaimedDeliveries(
            hook, bool(asked), [_DELIVERY.decode(text) for text in deliveries if text is not None]
        )

    async def settle(self, webhook: str, mine: str, lease_ms: int, settled: AttemptOutcome) -> int | None:
        """Record an attempt. Returns how many deliveries were given up, or None if the claim was lost."""
        delivery, pairs = settled.delivery, [part for pair in settled.fields.items() for part in pair]
        given_up: int | None = await self._connection.run(
            _SETTLE,
            _keys(webhook),
            *(_member(webhook), now_ms() + lease_ms, mine, delivery.id, msgspec.json.encode(delivery)),
            *(int(settled.taken), settled.give_up_before, len(settled.fields), *pairs, *settled.without),
        )
        return given_up

    async def release(self, webhook: str, mine: str) -> None:
        """Release an unfinished claim."""
        names = (keys.webhook(webhook), keys.outbox(keys.bucket(webhook)))
        await self._connection.run(_RELEASE, names, _member(webhook), now_ms(), mine)

    async def waiting(self, webhooks: Sequence[str]) -> list[int]:
        """How many deliveries of each webhook are waiting."""
        asked = [("ZCARD", keys.webhook_waiting(webhook)) for webhook in webhooks]
        return await self._connection.pipeline(asked) if asked else []

    async def delivery(self, webhook: str, delivery: str) -> StoredDelivery | None:
        """One delivery."""
        found = await self._connection.call("HGET", keys.webhook_deliveries(webhook), delivery)
        return None if found is None else _DELIVERY.decode(found)

    async def deliveries(self, webhook: str, count: int, after: str | None) -> list[StoredDelivery]:
        """Deliveries, newest first, optionally only those older than `after`."""
        order = keys.webhook_order(webhook)
        place = None if after is None else await self._connection.call("ZREVRANK", order, after)
        if after is not None and place is None:
            return []
        first = 0 if place is None else place + 1
        ids = await self._connection.call("ZRANGE", order, first, first + count - 1, "REV")
        if not ids:
            return []
        found = await self._connection.call("HMGET", keys.webhook_deliveries(webhook), *ids)
        return [_DELIVERY.decode(text) for text in found if text is not None]

    async def places(self, webhook: str, deliveries: Sequence[str]) -> list[int | None]:
        """How many deliveries are sent before each of these, or None for those that do not wait."""
        direct = [("ZRANK", keys.webhook_direct(webhook), delivery) for delivery in deliveries]
        waiting = [("ZRANK", keys.webhook_waiting(webhook), delivery) for delivery in deliveries]
        answers = await self._connection.pipeline([*direct, *waiting]) if deliveries else []
        return [
            behind if ahead is None else ahead
            for ahead, behind in zip(answers[: len(deliveries)], answers[len(deliveries) :])
        ]


def _member(webhook: str) -> str:
    return member(webhook, WEBHOOK)


def _keys(webhook: str) -> tuple[str, ...]:
    own = (
        keys.webhook,
        keys.webhook_deliveries,
        keys.webhook_order,
        keys.webhook_waiting,
        keys.webhook_direct,
    )
    k = keys.bucket(webhook)
    return (*(key(webhook) for key in own), keys.outbox(k), keys.outbox_items(k))


def _fields(hook: StoredWebhook) -> dict[str, str]:
    """The stored fields of a new webhook."""
    return {
        "owner": hook.owner,
        "token": hook.token,
        "url": hook.url,
        "events": " ".join(sorted(hook.events)),
        "game": hook.game,
        "created": str(hook.created),
        "secret": hook.secret,
    }


def _hook(webhook: str, found: Mapping[bytes, bytes]) -> StoredWebhook | None:
    fields: dict[str, Any] = {name.decode(): value.decode() for name, value in found.items()}
    if "owner" not in fields:
        return None
    fields["events"] = fields["events"].split()
    return msgspec.convert(fields | {"id": webhook}, StoredWebhook, strict=False)
