"""Probes for whoever runs the service: alive, ready, metrics."""

from starlette.requests import Request
from starlette.responses import Response

from service import metrics
from service.answers import answer
from service.requests import collaborators
from service.routes.resource import Operation, resource


async def healthz(_: Request) -> Response:
    """The process is alive; it says nothing of Redis, for a restart would not bring that back."""
    return answer({"status": "alive"})


async def readyz(request: Request) -> Response:
    """Redis and queue can be reached; and what is promised of an acknowledged entry."""
    return answer(await collaborators(request).readiness.ready())


async def show_metrics(request: Request) -> Response:
    """The metrics, for Prometheus."""
    await collaborators(request).workload.measure()
    return Response(collaborators(request).metrics.text(), headers={"Content-Type": metrics.MEDIA_TYPE})


ROUTES = (
    resource("/healthz", get=Operation(handler=healthz, scope=None)),
    resource("/readyz", get=Operation(handler=readyz, scope=None)),
    resource(
        "/metrics",
        get=Operation(
            handler=show_metrics, scope=None, offers=("text/plain", "application/openmetrics-text")
        ),
    ),
)
