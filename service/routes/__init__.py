"""All routes: one file for each resource; a handler parses, calls one use case, answers."""

from starlette.routing import BaseRoute

from service.routes import players, probes

ROUTES: tuple[BaseRoute, ...] = (*players.ROUTES, *probes.ROUTES)
