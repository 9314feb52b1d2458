"""Webhooks of the caller, their deliveries and their secrets."""

from starlette.requests import Request
from starlette.responses import Response

from schema.accounts import Scope
from schema.webhooks import Delivery, MadeWebhook, NewSecret, Webhook
from service.api import webhook_examples as examples
from service.api.http.answers import answer, done, made
from service.api.http.requests import Nothing, body, caller, collaborators, idempotency_key, path_id, query
from service.api.routes.resource import reads, resource, writes
from service.store.paging import Page, Paged
from service.usecases.webhooks import NewWebhook


async def make_webhook(request: Request) -> Response:
    """A new webhook with its secret, which is shown this once.

    With a `game` it tells of that game, as the caller may know it; without one, of all games of the caller.
    It lives as long as the token that asks, which must be able to `read` what the webhook tells.
    """
    wish = await body(request, NewWebhook)
    hook = await collaborators(request).webhooks.make(caller(request), wish, idempotency_key(request, wish))
    return made(hook, f"/v1/webhooks/{hook.id}")


async def list_webhooks(request: Request) -> Response:
    """The caller's webhooks, without their secrets.

    In the order in which they were made.
    """
    return answer(await collaborators(request).webhooks.list(caller(request).player(), query(request, Paged)))


async def show_webhook(request: Request) -> Response:
    """One of the caller's webhooks, without its secret.

    It tells whether it is on and, if not, why.
    """
    return answer(await collaborators(request).webhooks.show(caller(request).player(), _webhook(request)))


async def delete_webhook(request: Request) -> Response:
    """Ends a webhook.

    What waits to be sent is not sent any more. Only a token that has all scopes of the webhook's may do so.
    """
    await collaborators(request).webhooks.delete(caller(request), _webhook(request))
    return done()


async def rotate_secret(request: Request) -> Response:
    """A new secret, which is shown this once.

    For 24 hours the old one signs too: each message then has two signatures. Only a token that has all scopes
    of the webhook's may ask.
    """
    wish = await body(request, Nothing)
    return answer(
        await collaborators(request).webhooks.rotate(
            caller(request), _webhook(request), idempotency_key(request, wish)
        )
    )


async def ping(request: Request) -> Response:
    """Sends a message of type `ping`, once.

    If the receiver takes it, a webhook that was switched off is on again.
    """
    wish = await body(request, Nothing)
    return answer(
        await collaborators(request).webhooks.ping(
            caller(request), _webhook(request), idempotency_key(request, wish)
        ),
        202,
    )


async def list_deliveries(request: Request) -> Response:
    """Deliveries, newest first.

    They are kept for seven days, a thousand of each webhook at most.
    """
    return answer(
        await collaborators(request).webhooks.deliveries(
            caller(request).player(), _webhook(request), query(request, Paged)
        )
    )


async def show_delivery(request: Request) -> Response:
    """One delivery and how it fared.

    Its id is the `webhook-id` of the message.
    """
    return answer(
        await collaborators(request).webhooks.delivery(
            caller(request).player(), _webhook(request), _delivery(request)
        )
    )


async def redeliver(request: Request) -> Response:
    """Sends a delivery again, at once and once.

    The message has the same id and body. If the receiver takes it, a webhook that was off is on again.
    """
    wish = await body(request, Nothing)
    return answer(
        await collaborators(request).webhooks.redeliver(
            caller(request), _webhook(request), _delivery(request), idempotency_key(request, wish)
        ),
        202,
    )


def _webhook(request: Request) -> str:
    return path_id(request, "webhook_id", "w")


def _delivery(request: Request) -> str:
    return path_id(request, "delivery_id", "d")


ROUTES = (
    resource(
        "/v1/webhooks",
        get=reads(
            list_webhooks, scope=Scope.WEBHOOKS, query=Paged, answers=Page[Webhook], example=examples.webhooks
        ),
        post=writes(
            make_webhook,
            body=NewWebhook,
            scope=Scope.WEBHOOKS,
            status=201,
            takes_key=True,
            refusals=(404, 409, 422),
            asked=examples.ASKED,
            answers=MadeWebhook,
            example=examples.made,
            makes={"webhook_id": "/id"},
        ),
    ),
    resource(
        "/v1/webhooks/{webhook_id}",
        get=reads(show_webhook, scope=Scope.WEBHOOKS, answers=Webhook, example=examples.webhook),
        delete=writes(delete_webhook, scope=Scope.WEBHOOKS, status=204),
    ),
    resource(
        "/v1/webhooks/{webhook_id}/secret",
        post=writes(
            rotate_secret,
            scope=Scope.WEBHOOKS,
            takes_key=True,
            refusals=(422,),
            answers=NewSecret,
            example=examples.secret,
        ),
    ),
    resource(
        "/v1/webhooks/{webhook_id}/ping",
        post=writes(
            ping,
            scope=Scope.WEBHOOKS,
            status=202,
            takes_key=True,
            refusals=(422,),
            answers=Delivery,
            example=examples.waiting,
            makes={"delivery_id": "/id"},
        ),
    ),
    resource(
        "/v1/webhooks/{webhook_id}/deliveries",
        get=reads(
            list_deliveries,
            scope=Scope.WEBHOOKS,
            query=Paged,
            answers=Page[Delivery],
            example=examples.deliveries,
        ),
    ),
    resource(
        "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
        get=reads(show_delivery, scope=Scope.WEBHOOKS, answers=Delivery, example=examples.delivery),
    ),
    resource(
        "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
        post=writes(
            redeliver,
            scope=Scope.WEBHOOKS,
            status=202,
            takes_key=True,
            refusals=(422,),
            answers=Delivery,
            example=examples.waiting,
        ),
    ),
)
