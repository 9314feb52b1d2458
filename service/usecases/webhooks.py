"""The use cases of webhooks: create, list, delete, ping; list and repeat deliveries; rotate secrets."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from schema.accounts import Scope
from schema.webhooks import (
    PING,
    Delivery,
    DeliveryStatus,
    MadeWebhook,
    NewSecret,
    Webhook,
    WebhookEvent,
)
from service.accounts.caller import Caller
from service.accounts.players import Players, check_no_wider
from service.engine.commands import now
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.errors import NotFound, NotPossible, malformed
from service.jobs.queues import Job
from service.runtime import now_ms
from service.settings import Settings
from service.store import Store, keys
from service.store.connection import Script
from service.store.ids import new_id
from service.store.outbox import WEBHOOK
from service.store.paging import Page, Paged, behind, page
from service.webhooks.addresses import FIRST_FREE_PORT, LONGEST_URL, url_problem
from service.webhooks.delivery_queue import DeliveryQueues, StoredDelivery, StoredWebhook
from service.webhooks.following import WebhookFollowing
from service.webhooks.signing import BOTH_SIGN, new_secret

_LIST: Final = Script("webhook_list.lua")


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The events to report and the URL; with a `game`, only that game, otherwise all your games."""

    url: Annotated[str, msgspec.Meta(max_length=LONGEST_URL)]
    events: Annotated[frozenset[WebhookEvent], msgspec.Meta(min_length=1)]
    game: Annotated[str, msgspec.Meta(pattern="^g_[0-9a-z]{26}$")] | None = None


class Webhooks:
    """A player's webhooks; those of other players are not found."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        game_cache: GameCache,
        players: Players,
        send: Callable[[Sequence[Job]], None],
    ) -> None:
        self._private = settings.webhook_private
        self._most = settings.webhook_limit
        self._store = store
        self._game_cache = game_cache
        self._players = players
        self._send = send
        self._delivery_queues = DeliveryQueues(store.connection)
        self._following = WebhookFollowing(store.connection)

    async def make(
        self, caller: Caller, wish: NewWebhook, idempotency_key: IdempotencyKey | None
    ) -> MadeWebhook:
        """Create a webhook with its secret; a repeat with the same key returns the same one."""
        player, game = caller.needs(Scope.READ), wish.game or ""
        if (reason := url_problem(wish.url, private=self._private)) is not None:
            raise malformed("body", "$.url", reason, most=LONGEST_URL, first_port=FIRST_FREE_PORT)
        if game:
            await self._game_cache.shown(game, player)
        hook = await self._delivery_queues.make(
            StoredWebhook(
                id=await self._first_made(player, _bound(caller, idempotency_key), new_id("w")),
                owner=player,
                token=caller.token_id or "",
                url=wish.url,
                events=frozenset(wish.events),
                game=game,
                created=now_ms(),
                secret=new_secret(),
            )
        )
        if hook is None:
            raise NotFound(kind="webhook")
        listed = (keys.player_webhooks(player), hook.id, hook.game, self._most)
        if not await self._store.connection.run(_LIST, listed[:1], *listed[1:]):
            await self._delivery_queues.drop(hook.id)
            raise NotPossible("too_many_webhooks", limit=self._most)
        await self._following.follow_games(hook)
        return MadeWebhook(secret=hook.secret, **msgspec.structs.asdict(_webhook(hook, 0)))

    async def list(self, player: str, asked: Paged) -> Page[Webhook]:
        """A player's webhooks, oldest first."""
        after = behind(asked.after, "w") or ""
        own = sorted(name.decode() for name in await self._own(player))
        shown = [name for name in own if name > after][: asked.first + 1]
        hooks = await self._delivery_queues.hooks(shown)
        waiting = await self._delivery_queues.waiting(shown)
        found = [_webhook(hook, count) for hook, count in zip(hooks, waiting) if hook is not None]
        return page(found, asked.first, lambda webhook: webhook.id)

    async def show(self, player: str, webhook: str) -> Webhook:
        """One of a player's webhooks."""
        hook = await self._hook(player, webhook)
        (waiting,) = await self._delivery_queues.waiting([webhook])
        return _webhook(hook, waiting)

    async def delete(self, caller: Caller, webhook: str) -> None:
        """Delete a webhook; waiting deliveries are not sent."""
        hook = await self._changeable(caller, webhook)
        await self._delivery_queues.drop(webhook)
        await self._store.connection.call("HDEL", keys.player_webhooks(hook.owner), webhook)

    async def rotate(self, caller: Caller, webhook: str, idempotency_key: IdempotencyKey | None) -> NewSecret:
        """Replace the secret; the old one stays valid for a day."""
        hook = await self._changeable(caller, webhook)
        rotation = await self._first_made(hook.owner, _bound(caller, idempotency_key), new_id("k"))
        until = now_ms() + int(BOTH_SIGN.total_seconds() * 1000)
        found = await self._delivery_queues.rotate(webhook, rotation, new_secret(), until)
        if found is None:
            raise NotFound(kind="webhook")
        return NewSecret(found[0], _moment(found[1]))

    async def ping(self, caller: Caller, webhook: str, idempotency_key: IdempotencyKey | None) -> Delivery:
        """Send a test message once; if it is accepted, the webhook is enabled again."""
        hook = await self._changeable(caller, webhook)
        await self._delivery_queues.bind(webhook, caller.token_id or "")
        delivery_id = await self._first_made(hook.owner, idempotency_key, new_id("d"))
        known = await self._delivery_queues.delivery(webhook, delivery_id)
        delivery = known or StoredDelivery(id=delivery_id, event=PING, created=now_ms(), at=now())
        if known is None:
            await self._put(webhook, delivery)
        return await self._shown(hook, delivery)

    async def redeliver(
        self, caller: Caller, webhook: str, delivery_id: str, idempotency_key: IdempotencyKey | None
    ) -> Delivery:
        """Send a delivery again, once and immediately, under the same id."""
        hook = await self._changeable(caller, webhook)
        delivery = await self._stored_delivery(webhook, delivery_id)
        # A key that was used before has already queued the delivery.
        first = new_id("k")
        if await self._first_made(hook.owner, idempotency_key, first) == first:
            await self._delivery_queues.bind(webhook, caller.token_id or "")
            await self._put(webhook, delivery)
        return await self._shown(hook, delivery)

    async def deliveries(self, player: str, webhook: str, asked: Paged) -> Page[Delivery]:
        """The deliveries, sent or waiting, newest first."""
        hook = await self._hook(player, webhook)
        deliveries = await self._delivery_queues.deliveries(
            webhook, asked.first + 1, behind(asked.after, "d")
        )
        places = await self._delivery_queues.places(webhook, [delivery.id for delivery in deliveries])
        found = [_delivery(hook, delivery, place) for delivery, place in zip(deliveries, places)]
        return page(found, asked.first, lambda delivery: delivery.id)

    async def delivery(self, player: str, webhook: str, delivery_id: str) -> Delivery:
        """One delivery."""
        hook = await self._hook(player, webhook)
        return await self._shown(hook, await self._stored_delivery(webhook, delivery_id))

    async def _own(self, player: str) -> Sequence[bytes]:
        found: Sequence[bytes] = await self._store.connection.call("HKEYS", keys.player_webhooks(player))
        return found

    async def _hook(self, player: str, webhook: str) -> StoredWebhook:
        hook = await self._delivery_queues.hook(webhook)
        if hook is None or hook.owner != player:
            self._store.connection.note_write(keys.webhook(webhook))  # it may have just been deleted
            raise NotFound(kind="webhook")
        return hook

    async def _changeable(self, caller: Caller, webhook: str) -> StoredWebhook:
        """One of the caller's webhooks, if its token has no more scopes than the caller's."""
        hook = await self._hook(caller.player(), webhook)
        check_no_wider(caller, await self._players.scopes_of(hook.token))
        return hook

    async def _stored_delivery(self, webhook: str, delivery_id: str) -> StoredDelivery:
        delivery = await self._delivery_queues.delivery(webhook, delivery_id)
        if delivery is None:
            raise NotFound(kind="delivery")
        return delivery

    async def _put(self, webhook: str, delivery: StoredDelivery) -> None:
        put = await self._delivery_queues.put(webhook, [delivery], at_once=True)
        if put is None:
            raise NotFound(kind="webhook")
        if put.job:
            self._send([Job(WEBHOOK, webhook, put.job)])

    async def _shown(self, hook: StoredWebhook, delivery: StoredDelivery) -> Delivery:
        (place,) = await self._delivery_queues.places(hook.id, [delivery.id])
        return _delivery(hook, delivery, place)

    async def _first_made(self, player: str, idempotency_key: IdempotencyKey | None, made: str) -> str:
        """The id stored under this key: `made`, unless the key was used before."""
        return (
            made if idempotency_key is None else await self._players.remember(player, idempotency_key, made)
        )


def _bound(caller: Caller, idempotency_key: IdempotencyKey | None) -> IdempotencyKey | None:
    """A key that shows a secret again only to the token that created it."""
    return caller.secret.bound(idempotency_key) if idempotency_key and caller.secret else None


def _webhook(hook: StoredWebhook, waiting: int) -> Webhook:
    return Webhook(
        id=hook.id,
        url=hook.url,
        events=tuple(event for event in WebhookEvent if event in hook.events),
        game=hook.game or None,
        created_at=_moment(hook.created),
        enabled=hook.off is None,
        disabled=hook.off,
        disabled_at=_moment(hook.off_at) if hook.off is not None else None,
        failing_since=_moment(hook.failing) if hook.failing else None,
        waiting=waiting,
        dropped=hook.dropped,
    )


def _delivery(hook: StoredWebhook, delivery: StoredDelivery, place: int | None) -> Delivery:
    """A delivery as its owner sees it. One that was neither accepted nor is waiting was given up."""
    ended = DeliveryStatus.DELIVERED if delivery.delivered else DeliveryStatus.GIVEN_UP
    return Delivery(
        id=delivery.id,
        event=delivery.event,
        game=delivery.game or None,
        sequence=delivery.seq or None,
        status=ended if place is None else DeliveryStatus.WAITING,
        attempts=delivery.attempts,
        response_code=delivery.code,
        error=delivery.error,
        duration_ms=delivery.ms,
        created_at=_moment(delivery.created),
        last_attempt_at=None if delivery.tried is None else _moment(delivery.tried),
        next_attempt_at=_moment(max(hook.not_before, now_ms())) if place == 0 else None,
    )


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)
