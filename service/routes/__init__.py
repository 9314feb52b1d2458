"""All routes: one file for each resource; a handler parses, calls one use case, answers."""

from service.routes import players, probes

ROUTES = (*players.ROUTES, *probes.ROUTES)
