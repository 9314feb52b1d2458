"""Probes for operators: liveness, readiness, metrics."""

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
    """Check that the process is alive.

    This does not check Redis, because a restart of the process would not bring Redis back.
    """
    return answer(Alive())


async def readyz(request: Request) -> Response:
    """Check that Redis accepts entries, and see what an acknowledged entry survives.

    If Redis accepts no entries, or the process is stopping, the answer is 503. The status is `degraded` if
    the service works but something is wrong, for example if the Redis of the queues is unavailable. `reasons`
    lists the problems.
    """
    return answer(await collaborators(request).probes.ready())


async def show_metrics(request: Request) -> Response:
    """Get the metrics for Prometheus.

    They cover requests by route and status, streams, and pending work. Reading them needs the operator's
    metrics token; if none is configured, only the server's own machine can read them.
    """
    if not _may_read_metrics(request):
        raise NotAuthenticated("metrics_token_missing")
    text = await collaborators(request).probes.metrics_text()
    return Response(text, headers={"Content-Type": metrics.MEDIA_TYPE, "Cache-Control": "no-store"})


def _may_read_metrics(request: Request) -> bool:
    token = collaborators(request).settings.metrics_token
    is_local = request.client is not None and is_loopback(request.client.host)
    return metrics.may_read(token, request.headers.get("authorization", ""), is_local=is_local)


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
            refusals=(401,),
        ),
    ),
)
