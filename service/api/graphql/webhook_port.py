"""The caller's webhooks for the resolvers."""

from collections.abc import Sequence

from schema.accounts import Scope
from schema.ports import Part
from schema.webhooks import Delivery, MadeWebhook, NewSecret, Webhook, WebhookEvent
from service.api.graphql.caller_context import INPUT, CallerContext, id_of, paged, part_of
from service.api.graphql.refusals import raises_refusals
from service.api.http.requests import Nothing, converted
from service.usecases.webhooks import NewWebhook


class CallersWebhookPort(CallerContext):
    """Everything about webhooks."""

    @raises_refusals
    async def webhooks(self, *, first: int, after: str | None) -> Part[Webhook]:
        """The caller's webhooks."""
        player = self.caller.needs(Scope.WEBHOOKS)
        return part_of(
            await self.collaborators.webhooks.list(player, paged(first, after)), lambda hook: hook.id
        )

    @raises_refusals
    async def webhook(self, webhook: str) -> Webhook:
        """One webhook."""
        player = self.caller.needs(Scope.WEBHOOKS)
        return await self.collaborators.webhooks.show(player, id_of(webhook, "w"))

    @raises_refusals
    async def deliveries(self, webhook: str, *, first: int, after: str | None) -> Part[Delivery]:
        """The deliveries of a webhook, sent or waiting, newest first."""
        player, asked = self.caller.needs(Scope.WEBHOOKS), paged(first, after)
        page = await self.collaborators.webhooks.deliveries(player, id_of(webhook, "w"), asked)
        return part_of(page, lambda delivery: delivery.id)

    @raises_refusals
    async def delivery(self, webhook: str, delivery: str) -> Delivery:
        """One delivery."""
        player = self.caller.needs(Scope.WEBHOOKS)
        return await self.collaborators.webhooks.delivery(player, id_of(webhook, "w"), id_of(delivery, "d"))

    @raises_refusals
    async def make_webhook(
        self, url: str, events: Sequence[WebhookEvent], game: str | None, key: str | None
    ) -> MadeWebhook:
        """Create a webhook with its secret."""
        self.caller.needs(Scope.WEBHOOKS)
        wish = converted({"url": url, "events": events, "game": game}, NewWebhook, INPUT)
        idempotency_key = self.idempotency_key(key, "POST", "/v1/webhooks", wish)
        return await self.collaborators.webhooks.make(self.caller, wish, idempotency_key)

    @raises_refusals
    async def delete_webhook(self, webhook: str) -> None:
        """Delete a webhook."""
        self.caller.needs(Scope.WEBHOOKS)
        await self.collaborators.webhooks.delete(self.caller, id_of(webhook, "w"))

    @raises_refusals
    async def rotate_secret(self, webhook: str, key: str | None) -> NewSecret:
        """Replace the secret."""
        self.caller.needs(Scope.WEBHOOKS)
        idempotency_key = self.idempotency_key(key, "POST", f"/v1/webhooks/{webhook}/secret", Nothing())
        return await self.collaborators.webhooks.rotate(self.caller, id_of(webhook, "w"), idempotency_key)

    @raises_refusals
    async def ping_webhook(self, webhook: str, key: str | None) -> Delivery:
        """Send a test message."""
        self.caller.needs(Scope.WEBHOOKS)
        idempotency_key = self.idempotency_key(key, "POST", f"/v1/webhooks/{webhook}/ping", Nothing())
        return await self.collaborators.webhooks.ping(self.caller, id_of(webhook, "w"), idempotency_key)

    @raises_refusals
    async def redeliver(self, webhook: str, delivery: str, key: str | None) -> Delivery:
        """Send a delivery again."""
        self.caller.needs(Scope.WEBHOOKS)
        idempotency_key = self.idempotency_key(
            key, "POST", f"/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver", Nothing()
        )
        return await self.collaborators.webhooks.redeliver(
            self.caller, id_of(webhook, "w"), id_of(delivery, "d"), idempotency_key
        )
