"""The application: routes, middleware and lifespan."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from service.api.graphql import routes as graphql
from service.api.http.authentication import AuthenticationMiddleware
from service.api.http.body_limit import BodyLimit
from service.api.http.compression import Compression
from service.api.http.cors import Cors
from service.api.http.deadline import Deadline
from service.api.http.observation import Observation
from service.api.problems import Problems, pass_on
from service.api.routes import ROUTES
from service.bootstrap import bootstrap
from service.operations.metrics import Metrics
from service.operations.structured_logs import configure_logs
from service.settings import Settings, load


def create_app(settings: Settings | None = None) -> Starlette:
    """The service with these settings; without any, with those of the environment (`uvicorn --factory`)."""
    settings = load(os.environ) if settings is None else settings
    settings.register_games()
    configure_logs(settings)
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with bootstrap(settings, metrics) as collaborators:
            app.state.collaborators = collaborators
            yield

    app = Starlette(
        routes=[*ROUTES, *graphql.routes(settings)],
        middleware=[
            Middleware(Observation, metrics=metrics),
            *([Middleware(Cors, origins=settings.origins)] if settings.origins else []),
            Middleware(Compression),
            Middleware(Problems),
            Middleware(Deadline, seconds=settings.request_seconds),
            Middleware(BodyLimit, limit=settings.body_limit),
            Middleware(AuthenticationMiddleware),
        ],
        exception_handlers={HTTPException: pass_on},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.graphql = graphql.schema_for(settings)
    return app
