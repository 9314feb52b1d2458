"""A resource: one path and the operations on it. What one needs is declared, and checked before."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schema.accounts import Scope
from service.requests import Nothing, caller, media_type, query

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A handler, the scope that its caller's token must have, and the shapes of what it takes.

    One that is `public` may also be called without a token.
    """

    handler: Handler
    scope: Scope | None
    public: bool = False
    body: Any = Nothing
    query: Any = Nothing
    offers: tuple[str, ...] = ("application/json",)


def reads(
    handler: Handler,
    *,
    public: bool = False,
    query: Any = Nothing,
    scope: Scope = Scope.READ,
    offers: tuple[str, ...] = ("application/json",),
) -> Operation:
    """A GET."""
    return Operation(handler=handler, scope=scope, public=public, query=query, offers=offers)


def writes(
    handler: Handler, *, body: Any = Nothing, query: Any = Nothing, scope: Scope | None = Scope.PLAY
) -> Operation:
    """A POST or a DELETE; without a scope, everybody's."""
    return Operation(handler=handler, scope=scope, public=scope is None, body=body, query=query)


class Resource(Route):
    """All methods of one path, so that a wrong one is answered with those that are right."""

    def __init__(self, path: str, operations: Mapping[str, Operation]) -> None:
        super().__init__(path, self._serve, methods=list(operations), name=path)
        self.operations = operations

    async def _serve(self, request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        operation = self.operations[method]
        who = caller(request)
        if operation.scope and not (operation.public and who.player_id is None):
            who.needs(operation.scope)
        request.state.media_type = media_type(request.headers, operation.offers)
        query(request, operation.query)
        return await operation.handler(request)


def resource(path: str, **operations: Operation) -> Resource:
    """A row of a table of routes: `resource("/v1/things", get=reads(...), post=writes(...))`."""
    return Resource(path, {method.upper(): operation for method, operation in operations.items()})
