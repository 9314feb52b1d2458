"""The application: routes, middleware and lifespan."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from service import tracing
from service.api.graphql import routes as graphql
from service.api.http.authentication import AuthenticationMiddleware
from service.api.http.body_limit import BodyLimit
from service.api.http.compression import Compression
from service.api.http.deadline import Deadline
from service.api.http.observation import Observation
from service.api.http.traced import Traced
from service.api.problems import Problems
from service.api.routes import ROUTES
from service.bootstrap import bootstrap
from service.operations.metrics import Metrics
from service.operations.structured_logs import configure_logs
from service.operations.traces import configure_traces
from service.settings import Settings, load

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_REQUEST_HEADERS = (
    "Authorization",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
_SHOWN_HEADERS = (
    "Allow",
    "Content-Language",
    "Deprecation",
    "ETag",
    "Link",
    "Location",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "Server-Time",
    "Sunset",
    "WWW-Authenticate",
    "X-Request-Id",
)
_PREFLIGHT_SECONDS = 86_400


class _Application(Starlette):
    """Starlette without its own layers for errors: `Problems` turns every error into a response."""

    def build_middleware_stack(self) -> ASGIApp:
        """The middleware around the router, the first one outermost."""
        app: ASGIApp = self.router
        for each in reversed(self.user_middleware):
            app = each.cls(app, *each.args, **each.kwargs)
        return app


def create_app(settings: Settings | None = None) -> Starlette:
    """The service with these settings; without any, with those of the environment (`uvicorn --factory`)."""
    settings = load(os.environ) if settings is None else settings
    settings.register_games()
    configure_logs(settings)
    configure_traces(settings, "api")
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with bootstrap(settings, metrics) as collaborators:
            app.state.collaborators = collaborators
            yield

    app = _Application(
        routes=[*ROUTES, *graphql.routes(settings)],
        middleware=[
            Middleware(Observation, metrics=metrics),
            *([Middleware(Traced)] if tracing.is_on() else []),
            *_cors(settings),
            Middleware(Compression),
            Middleware(Problems),
            Middleware(Deadline, seconds=settings.request_seconds),
            Middleware(BodyLimit, limit=settings.body_limit),
            Middleware(AuthenticationMiddleware),
        ],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.graphql = graphql.schema_for(settings)
    return app


def _cors(settings: Settings) -> list[Middleware]:
    """Lets pages of the configured origins call; never with cookies, as scripts send the tokens."""
    if not settings.origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=sorted(settings.origins),
            allow_methods=_METHODS,
            allow_headers=_REQUEST_HEADERS,
            expose_headers=_SHOWN_HEADERS,
            max_age=_PREFLIGHT_SECONDS,
        )
    ]
