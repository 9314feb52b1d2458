"""The routes of the GraphQL API: one for HTTP, WebSockets and browsers, and one for the GraphiQL scripts."""

from typing import Final

from starlette.routing import BaseRoute, WebSocketRoute

from schema.graphql.limits import Limits
from schema.graphql.schema import Schema, schema
from schema.operations import never
from service.api.graphql.graphiql import asset
from service.api.graphql.http import HTML, JSON, RESULT, GraphQLQuery, GraphQLRequest, by_get, by_post
from service.api.graphql.websockets import GraphQLWebSockets
from service.api.routes.resource import Operation, reads, resource
from service.live.server_sent_events import MEDIA_TYPE as EVENT_STREAM
from service.settings import Settings

PATH: Final = "/graphql"
_SCRIPTS: Final = ("text/javascript", "text/css")

RESOURCES: Final = (
    resource(
        PATH,
        get=reads(
            by_get,
            scope=None,
            query=GraphQLQuery,
            offers=(JSON, RESULT, HTML, EVENT_STREAM),
            documented=never,
        ),
        post=Operation(
            handler=by_post,
            scope=None,
            public=True,
            body=GraphQLRequest,
            offers=(JSON, RESULT, EVENT_STREAM),
            documented=never,
        ),
    ),
    resource(PATH + "/assets/{name}", get=reads(asset, scope=None, offers=_SCRIPTS, documented=never)),
)


def schema_for(settings: Settings) -> Schema:
    """The schema with the limits from the settings."""
    return schema(
        Limits(
            depth=settings.graphql_depth,
            aliases=settings.graphql_aliases,
            tokens=settings.graphql_tokens,
            cost=settings.graphql_cost,
            introspection=settings.graphql_introspection,
        )
    )


def routes(settings: Settings) -> tuple[BaseRoute, ...]:
    """The routes."""
    return (*RESOURCES, WebSocketRoute(PATH, GraphQLWebSockets(schema_for(settings))))
