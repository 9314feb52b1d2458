"""The caller's webhooks, their deliveries and their secrets."""

from typing import Annotated, Any, TypeAlias

import strawberry
from msgspec import Struct
from strawberry.types.field import StrawberryField

from schema.graphql.common import (
    FIRST,
    After,
    Connection,
    First,
    Info,
    Key,
    connected,
    connection_of,
    id_field,
)
from schema.graphql.results import answering_refusals, or_none, result_of
from schema.graphql.type_builder import TypeBuilder, field_of, many, optional
from schema.webhooks import Delivery, MadeWebhook, NewSecret, Webhook, WebhookEvent

Events: TypeAlias = Annotated[Any, strawberry.argument(description="The events to report.")]
OfGame: TypeAlias = Annotated[
    strawberry.ID | None,
    strawberry.argument(description="Report only on this game; by default, on all your games."),
]
WebhookId: TypeAlias = Annotated[strawberry.ID, strawberry.argument(description="The webhook's id, `w_…`.")]
DeliveryId: TypeAlias = Annotated[strawberry.ID, strawberry.argument(description="The delivery's id, `d_…`.")]


class WebhookDeleted(Struct, frozen=True):
    """The webhook was deleted. Waiting deliveries are not sent."""

    id: str


async def _webhooks(info: Info, first: First = FIRST, after: After = None) -> Connection:
    """Your webhooks, without their secrets."""
    return connected(await info.context.webhooks(first=first, after=after), begins=after is None)


async def _webhook(info: Info, id: WebhookId) -> Webhook | None:  # noqa: A002  Relay's word
    """One of your webhooks."""
    return await or_none(info.context.webhook(id))


async def _deliveries(
    root: strawberry.Parent[Webhook], info: Info, first: First = FIRST, after: After = None
) -> Connection:
    """The deliveries, sent or waiting, newest first."""
    part = await info.context.deliveries(root.id, first=first, after=after)
    return connected(part, begins=after is None)


async def _delivery(
    root: strawberry.Parent[Webhook],
    info: Info,
    id: DeliveryId,  # noqa: A002  Relay's word
) -> Delivery | None:
    """One delivery and its outcome."""
    return await or_none(info.context.delivery(root.id, id))


async def make_webhook(
    info: Info, url: str, events: Events, game_id: OfGame = None, idempotency_key: Key = None
) -> MadeWebhook:
    """Create a webhook with its secret, which is shown only once."""
    return await info.context.make_webhook(url, events, game_id, idempotency_key)


async def delete_webhook(info: Info, id: WebhookId) -> WebhookDeleted:  # noqa: A002  Relay's word
    """Delete a webhook."""
    await info.context.delete_webhook(id)
    return WebhookDeleted(id)


async def rotate_webhook_secret(
    info: Info,
    id: WebhookId,  # noqa: A002  Relay's word
    idempotency_key: Key = None,
) -> NewSecret:
    """Replace the secret. The new one is shown only once; the old one stays valid for 24 hours."""
    return await info.context.rotate_secret(id, idempotency_key)


async def ping_webhook(
    info: Info,
    id: WebhookId,  # noqa: A002  Relay's word
    idempotency_key: Key = None,
) -> Delivery:
    """Send a `ping` message. If the receiver accepts it, a disabled webhook is enabled again."""
    return await info.context.ping_webhook(id, idempotency_key)


async def redeliver(
    info: Info, webhook_id: WebhookId, delivery_id: DeliveryId, idempotency_key: Key = None
) -> Delivery:
    """Send a delivery again, once and immediately."""
    return await info.context.redeliver(webhook_id, delivery_id, idempotency_key)


def webhook_fields(types: TypeBuilder) -> dict[str, StrawberryField]:
    """Build the types of webhooks and deliveries; returns their fields of the caller's account."""
    delivery = types.output(Delivery, changed={"id": id_field()})
    deliveries = connection_of(types, "Delivery", delivery, "The delivery's id.")
    webhook = types.output(
        Webhook,
        changed={
            "id": id_field(),
            "deliveries": field_of(deliveries, resolver=_deliveries),
            "delivery": field_of(optional(delivery), resolver=_delivery),
        },
    )
    return {
        "webhooks": field_of(
            connection_of(types, "Webhook", webhook, "The webhook's id."), resolver=_webhooks
        ),
        "webhook": field_of(optional(webhook), resolver=_webhook),
    }


def webhook_mutations(types: TypeBuilder) -> dict[str, StrawberryField]:
    """The mutations of webhooks."""
    types.output(MadeWebhook, changed={"id": id_field()})
    types.output(WebhookDeleted, changed={"id": id_field()})
    types.output(NewSecret)
    sent = result_of(types, "DeliveryResult", Delivery)
    return {
        "make_webhook": field_of(
            result_of(types, "MakeWebhookResult", MadeWebhook),
            resolver=answering_refusals(make_webhook),
            arguments={"events": many(types.enum(WebhookEvent))},
        ),
        "delete_webhook": field_of(
            result_of(types, "DeleteWebhookResult", WebhookDeleted),
            resolver=answering_refusals(delete_webhook),
        ),
        "rotate_webhook_secret": field_of(
            result_of(types, "RotateSecretResult", NewSecret),
            resolver=answering_refusals(rotate_webhook_secret),
        ),
        "ping_webhook": field_of(sent, resolver=answering_refusals(ping_webhook)),
        "redeliver": field_of(sent, resolver=answering_refusals(redeliver)),
    }
