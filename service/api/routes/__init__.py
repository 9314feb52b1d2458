"""All routes, one file for each resource. A handler parses, calls one use case, and answers."""

from starlette.routing import BaseRoute

from service.api.routes import (
    admin,
    documents,
    endings,
    finished,
    games,
    history,
    lobby,
    me,
    plan,
    play,
    players,
    probes,
    reference,
    rulesets,
    security,
    standings,
    views,
    web,
    webhooks,
)

ROUTES: tuple[BaseRoute, ...] = (
    *play.ROUTES,  # the first ones are found fastest
    *games.ROUTES,
    *lobby.ROUTES,
    *endings.ROUTES,
    *views.ROUTES,
    *plan.ROUTES,
    *history.ROUTES,
    *rulesets.ROUTES,
    *players.ROUTES,
    *me.ROUTES,
    *standings.ROUTES,
    *finished.ROUTES,
    *webhooks.ROUTES,
    *probes.ROUTES,
    *admin.ROUTES,
    *documents.ROUTES,
    *reference.ROUTES,
    *security.ROUTES,
    *web.ROUTES,
)
