"""Webhooks and the queues of their deliveries, each sent in order by one sender at a time.

All of a webhook lies in one bucket of the store, with its item in that bucket's outbox. A delivery that says
neither that it was taken nor stands among those that wait was given up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import msgspec

from domain.kernel.table import Status
from schema.answers import DroppedPlan
from schema.webhooks import DeliveryError, WebhookEvent, WebhookOff
from service.store import keys
from service.store.clock import now_ms
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
        """Whether it is to be told of this."""
        return event in self.events


class StoredDelivery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A delivery as it is stored: what it is about, not the body, which is made anew from the log.

    What was dropped of a plan is in no log, and so it is here.
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
    """What one sender alone may now try; `asked` for by somebody, then it is tried once."""

    hook: StoredWebhook
    asked: bool
    deliveries: Sequence[StoredDelivery]


@dataclass(frozen=True, slots=True)
class PutResult:
    """How many deliveries were new, and the number of the job that is to be sent for them, if any."""

    new: int
    job: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptOutcome:
    """What an attempt changes: the delivery, the webhook's fields, and what no longer waits."""

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
        """Writes a webhook unless it is there; the one that stands, or none if it was deleted."""
        fields = [text for pair in _fields(hook).items() for text in pair]
        there = await self._connection.run(_MAKE, [keys.webhook(hook.id)], *fields)
        return await self.hook(hook.id) if there else None

    async def hook(self, webhook: str) -> StoredWebhook | None:
        """A webhook, if there is one."""
        return _hook(webhook, await self._connection.call("HGETALL", keys.webhook(webhook)))

    async def hooks(self, webhooks: Sequence[str]) -> list[StoredWebhook | None]:
        """Webhooks, in one go."""
        asked = [("HGETALL", keys.webhook(webhook)) for webhook in webhooks]
        answers = await self._connection.pipeline(asked) if asked else []
        return [_hook(webhook, found) for webhook, found in zip(webhooks, answers)]

    async def bind(self, webhook: str, token: str) -> None:
        """From now on it lives as long as this token."""
        await self._connection.call("HSET", keys.webhook(webhook), "token", token)

    async def rotate(self, webhook: str, rotation: str, secret: str, until: int) -> tuple[str, int] | None:
        """A new secret, once for each rotation: the present one, and until when the old one counts."""
        found = await self._connection.run(_ROTATE, [keys.webhook(webhook)], rotation, secret, until)
        return None if found is None else (found[0].decode(), int(found[1]))

    async def drop(self, webhook: str) -> None:
        """Deletes a webhook with all it has."""
        await self._connection.run(_DROP, _keys(webhook), _member(webhook), int(GONE_FOR.total_seconds()))

    async def put(
        self, webhook: str, deliveries: Sequence[StoredDelivery], *, at_once: bool = False
    ) -> PutResult | None:
        """Puts deliveries in, each once; none if the webhook is gone or off, unless they are asked for."""
        now = now_ms()
        oldest = now - int(KEPT.total_seconds() * 1000)
        overdue = sweeper_due_ms()
        pairs = [part for delivery in deliveries for part in (delivery.id, msgspec.json.encode(delivery))]
        limits = (now, overdue, int(at_once), MOST_KEPT, oldest)
        found = await self._connection.run(_PUT, _keys(webhook), _member(webhook), *limits, *pairs)
        return PutResult(*found) if isinstance(found, list) else None

    async def claim(self, webhook: str, mine: str, lease_ms: int) -> ClaimedDeliveries | None:
        """The next deliveries for one sender alone; none if there are none now, or somebody else has them."""
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
        """Notes an attempt: how many were given up with it; none if the claim is lost."""
        delivery, pairs = settled.delivery, [part for pair in settled.fields.items() for part in pair]
        given_up: int | None = await self._connection.run(
            _SETTLE,
            _keys(webhook),
            *(_member(webhook), now_ms() + lease_ms, mine, delivery.id, msgspec.json.encode(delivery)),
            *(int(settled.taken), settled.give_up_before, len(settled.fields), *pairs, *settled.without),
        )
        return given_up

    async def release(self, webhook: str, mine: str) -> None:
        """Gives a claim back unfinished."""
        names = (keys.webhook(webhook), keys.outbox(keys.bucket(webhook)))
        await self._connection.run(_RELEASE, names, _member(webhook), now_ms(), mine)

    async def waiting(self, webhooks: Sequence[str]) -> list[int]:
        """How many deliveries of each are still to be sent."""
        asked = [("ZCARD", keys.webhook_waiting(webhook)) for webhook in webhooks]
        return await self._connection.pipeline(asked) if asked else []

    async def delivery(self, webhook: str, delivery: str) -> StoredDelivery | None:
        """One delivery."""
        found = await self._connection.call("HGET", keys.webhook_deliveries(webhook), delivery)
        return None if found is None else _DELIVERY.decode(found)

    async def deliveries(self, webhook: str, count: int, after: str | None) -> list[StoredDelivery]:
        """Deliveries, newest first, older than one of them."""
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
        """For each delivery how many are sent before it, or None if it does not wait."""
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
    """What is written of a new webhook."""
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
