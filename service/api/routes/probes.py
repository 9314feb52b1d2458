"""Probes for whoever runs the service: alive, ready, metrics."""

from hmac import compare_digest

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.accounts.addresses import is_loopback
from service.api import examples
from service.api.http.answers import answer
from service.api.http.requests import collaborators
from service.api.routes.resource import reads, resource
from service.errors import NotAuthenticated
from service.operations import metrics
from service.operations.readiness import Ready


class Alive(msgspec.Struct, frozen=True):
    """The answer of `/healthz`."""

    status: str = "alive"


async def healthz(_: Request) -> Response:
    """The process is alive.

    It says nothing of Redis, for a restart would not bring that back.
    """
    return answer(Alive())


async def readyz(request: Request) -> Response:
    """Redis takes entries; and what is promised of an acknowledged one.

    If Redis takes no entries, or the process is stopping, the answer is 503. The status is `degraded` if the
    service works but something is wrong, such as a Redis of the queues that is away: `reasons` says what.
    """
    return answer(await collaborators(request).probes.ready())


async def show_metrics(request: Request) -> Response:
    """The metrics, for Prometheus.

    Requests by route and status, streams, and the work that waits. It needs the operator's metrics token; if
    there is none, only the server's own machine may ask.
    """
    if not _may_read_metrics(request):
        raise NotAuthenticated("metrics_token_missing")
    text = await collaborators(request).probes.metrics_text()
    return Response(text, headers={"Content-Type": metrics.MEDIA_TYPE, "Cache-Control": "no-store"})


def _may_read_metrics(request: Request) -> bool:
    token = collaborators(request).settings.metrics_token
    if token is None:
        return request.client is not None and is_loopback(request.client.host)
    given = request.headers.get("authorization", "")
    return compare_digest(given.encode(), f"Bearer {token}".encode())


ROUTES = (
    resource("/healthz", get=reads(healthz, scope=None, answers=Alive, example=Alive)),
    resource("/readyz", get=reads(readyz, scope=None, answers=Ready, example=examples.ready)),
    resource(
        "/metrics",
        get=reads(
            show_metrics,
            scope=None,
            offers=("text/plain", "application/openmetrics-text"),
            text_example=examples.metrics,
        ),
    ),
)
