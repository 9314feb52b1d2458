"""Your webhooks, their deliveries and their secrets."""

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
    """Create a webhook; its secret is shown only once.

    With a `game`, the webhook reports on that game, as you may see it. Without one, it reports on all your
    games. It ends when the token that created it ends. That token must be able to `read` what the webhook
    reports.
    """
    wish = await body(request, NewWebhook)
    hook = await collaborators(request).webhooks.make(caller(request), wish, idempotency_key(request, wish))
    return made(hook, f"/v1/webhooks/{hook.id}")


async def list_webhooks(request: Request) -> Response:
    """List your webhooks, without their secrets, oldest first.

    Webhooks are sorted by the time at which they were created.
    """
    return answer(await collaborators(request).webhooks.list(caller(request).player(), query(request, Paged)))


async def show_webhook(request: Request) -> Response:
    """Get one of your webhooks, without its secret.

    The answer says whether the webhook is enabled and, if not, why.
    """
    return answer(await collaborators(request).webhooks.show(caller(request).player(), _webhook(request)))


async def delete_webhook(request: Request) -> Response:
    """Delete a webhook.

    Deliveries that are still waiting are not sent. The token must have all scopes of the webhook's token.
    """
    await collaborators(request).webhooks.delete(caller(request), _webhook(request))
    return done()


async def rotate_secret(request: Request) -> Response:
    """Replace the secret of a webhook; the new one is shown only once.

    The old secret stays valid for 24 hours. During that time each message has two signatures. The token must
    have all scopes of the webhook's token.
    """
    wish = await body(request, Nothing)
    return answer(
        await collaborators(request).webhooks.rotate(
            caller(request), _webhook(request), idempotency_key(request, wish)
        )
    )


async def ping(request: Request) -> Response:
    """Send a `ping` message to a webhook, once.

    If the receiver accepts it, a webhook that was switched off is enabled again.
    """
    wish = await body(request, Nothing)
    return answer(
        await collaborators(request).webhooks.ping(
            caller(request), _webhook(request), idempotency_key(request, wish)
        ),
        202,
    )


async def list_deliveries(request: Request) -> Response:
    """List the deliveries of a webhook, newest first.

    Deliveries are kept for seven days, up to a thousand for each webhook.
    """
    return answer(
        await collaborators(request).webhooks.deliveries(
            caller(request).player(), _webhook(request), query(request, Paged)
        )
    )


async def show_delivery(request: Request) -> Response:
    """Get one delivery and its outcome.

    Its id is the `webhook-id` of the message.
    """
    return answer(
        await collaborators(request).webhooks.delivery(
            caller(request).player(), _webhook(request), _delivery(request)
        )
    )


async def redeliver(request: Request) -> Response:
    """Send a delivery again, once and immediately.

    The message has the same id and body. If the receiver accepts it, a webhook that was switched off is
    enabled again.
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
