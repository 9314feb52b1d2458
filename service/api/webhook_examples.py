"""Examples of webhooks and deliveries for the API document."""

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from schema.webhooks import Delivery, DeliveryStatus, MadeWebhook, NewSecret, Webhook, WebhookEvent
from service.api.examples import GAME
from service.store.paging import Page

WEBHOOK: Final = "w_01kq3zn2b4v6c8x0z1a3s5d7f9"
DELIVERY: Final = "d_2k8v6c4x2z0m1n3b5v7c9x1z3a"
SECRET: Final = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+MfKQ9r8GKY="
ASKED: Final = {"url": "https://example.org/emberlog", "events": ["turn.due", "game.finished"]}

_AT: Final = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)


def webhook() -> Webhook:
    """A working webhook."""
    return Webhook(
        id=WEBHOOK,
        url="https://example.org/emberlog",
        events=(WebhookEvent.TURN_DUE, WebhookEvent.GAME_FINISHED),
        game=None,
        created_at=_AT,
        enabled=True,
        disabled=None,
        disabled_at=None,
        failing_since=None,
        waiting=0,
        dropped=0,
    )


def webhooks() -> Page[Webhook]:
    """A page of webhooks."""
    return Page((webhook(),), None)


def made() -> MadeWebhook:
    """A new webhook."""
    return MadeWebhook(secret=SECRET, **msgspec.structs.asdict(webhook()))


def secret() -> NewSecret:
    """A new secret."""
    return NewSecret(SECRET, _AT + timedelta(days=1))


def delivery() -> Delivery:
    """A delivery that was accepted."""
    return Delivery(
        id=DELIVERY,
        event=WebhookEvent.TURN_DUE,
        game=GAME,
        sequence=3,
        status=DeliveryStatus.DELIVERED,
        attempts=1,
        response_code=204,
        error=None,
        duration_ms=41,
        created_at=_AT,
        last_attempt_at=_AT,
        next_attempt_at=None,
    )


def waiting() -> Delivery:
    """A delivery that is waiting."""
    return msgspec.structs.replace(
        delivery(),
        status=DeliveryStatus.WAITING,
        attempts=0,
        response_code=None,
        duration_ms=None,
        last_attempt_at=None,
        next_attempt_at=_AT,
    )


def deliveries() -> Page[Delivery]:
    """A page of deliveries."""
    return Page((delivery(),), None)
