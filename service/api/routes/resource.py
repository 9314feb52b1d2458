"""A resource: one path and its operations. What an operation requires is declared here and checked first.

The OpenAPI document is generated from the same declarations, so nothing is listed twice.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypedDict, Unpack

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Send
from starlette.types import Scope as AsgiScope

from schema.accounts import Scope
from schema.operations import Deprecated, Described, Example
from service.api.http.answers import JSON
from service.api.http.requests import Nothing, caller, collaborators, media_type, query
from service.errors import NotAuthenticated
from service.live.server_sent_events import MEDIA_TYPE as EVENT_STREAM

Handler = Callable[[Request], Awaitable[Response]]
_SAFE: Final = ("GET", "HEAD")


@dataclass(frozen=True, kw_only=True)
class Operation(Described):
    """The handler of a method of a path, with everything declared about it."""

    body: Any = Nothing
    query: Any = Nothing


class DocumentFields(TypedDict, total=False):
    """Declarations that only the document uses."""

    answers: Any
    lines: Any
    refusals: tuple[int, ...]
    asked: object
    example: Example
    text_example: Callable[[], str]
    takes_key: bool
    takes_version: bool
    has_tag: bool
    makes: Mapping[str, str]
    deprecated: Deprecated
    documented: Callable[[], bool]


def reads(
    handler: Handler,
    *,
    public: bool = False,
    query: Any = Nothing,
    scope: Scope | None = Scope.READ,
    offers: tuple[str, ...] = (JSON,),
    **told: Unpack[DocumentFields],
) -> Operation:
    """A GET operation; without a scope, anybody may call it."""
    public = public or scope is None
    return Operation(handler=handler, scope=scope, public=public, query=query, offers=offers, **told)


def writes(
    handler: Handler,
    *,
    body: Any = Nothing,
    query: Any = Nothing,
    scope: Scope | None = Scope.PLAY,
    status: int = 200,
    **told: Unpack[DocumentFields],
) -> Operation:
    """A POST, PUT, PATCH or DELETE operation; without a scope, anybody may call it."""
    return Operation(
        handler=handler, scope=scope, public=scope is None, body=body, query=query, status=status, **told
    )


class ApiResource(Route):
    """All methods of one path, so that the answer to a wrong method can list the right ones."""

    def __init__(self, path: str, operations: Mapping[str, Operation]) -> None:
        super().__init__(path, self._serve, methods=[*operations, "OPTIONS"], name=path)
        self.operations = operations
        self.app = self._answer

    async def _answer(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Serve a request without Starlette's layer for errors, which `Problems` makes superfluous."""
        response = await self._serve(Request(scope, receive, send))
        await response(scope, receive, send)

    async def _serve(self, request: Request) -> Response:
        method: str = request.scope["method"]
        if method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": ", ".join(sorted(self.methods or ()))})
        operation = self.operations["GET" if method == "HEAD" else method]
        if operation.deprecated:
            request.state.headers.extend(operation.deprecated.headers())
        who = caller(request)
        if operation.scope and not (operation.public and who.player_id is None):
            who.needs(operation.scope)
        chosen = request.scope["state"]["media_type"] = media_type(request.scope, operation.offers)
        query(request, operation.query)
        if who.by_ticket and chosen != EVENT_STREAM:
            raise NotAuthenticated("ticket_misplaced")
        answer: Response
        if method in _SAFE:
            answer = await operation.handler(request)
            return _without_body(answer) if method == "HEAD" else answer
        # A change is reported as done once enough replicas have it.
        async with collaborators(request).store.confirming():
            answer = await operation.handler(request)
        return answer


def resource(path: str, **operations: Operation) -> ApiResource:
    """A row of a table of routes: `resource("/v1/things", get=reads(...), post=writes(...))`."""
    return ApiResource(path, {method.upper(): operation for method, operation in operations.items()})


def _without_body(answer: Response) -> Response:
    """The answer to HEAD. A streamed body is never generated; the server drops any other body."""
    if not isinstance(answer, StreamingResponse):
        return answer
    empty = Response(status_code=answer.status_code, headers=dict(answer.headers))
    del empty.headers["content-length"]
    return empty
