"""GraphQL over HTTP: queries by GET and POST, mutations by POST, anything as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing, suppress
from functools import partial
from typing import Any, Final, cast

import msgspec
from graphql import GraphQLError
from starlette.requests import Request
from starlette.responses import Response
from strawberry.exceptions import MissingQueryError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from schema.graphql.schema import Schema
from service.api.graphql import graphiql
from service.api.graphql.port import CallersPort
from service.api.http.answers import stream
from service.api.http.requests import (
    body,
    caller,
    collaborators,
    converted,
    language,
    note_rate,
    query,
    request_id,
)
from service.errors import MethodNotAllowed, NotAcceptable, malformed, unreadable
from service.live.server_sent_events import KEEP_ALIVE, event
from service.live.server_sent_events import MEDIA_TYPE as EVENT_STREAM

JSON: Final = "application/json"
RESULT: Final = "application/graphql-response+json"
HTML: Final = "text/html"
COMPLETE: Final = b"event: complete\ndata: \n\n"

_BY_POST: Final = (OperationType.QUERY, OperationType.MUTATION)
_BY_GET: Final = (OperationType.QUERY,)


class GraphQLRequest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """An operation as it is posted; whatever else stands there is ignored, as GraphQL wants it."""

    query: str
    operation_name: str | None = None
    variables: dict[str, Any] | None = None
    extensions: dict[str, Any] | None = None


class GraphQLQuery(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An operation in an address; variables and extensions are JSON."""

    query: str | None = None
    operation_name: str | None = None
    variables: str | None = None
    extensions: str | None = None
    lang: str | None = None
    ticket: str | None = None


async def by_get(request: Request) -> Response:
    """Execute a query; browsers get GraphiQL."""
    if request.state.media_type == HTML:
        return graphiql.page()
    asked = query(request, GraphQLQuery)
    given = {
        "query": asked.query or "",
        "operationName": asked.operation_name,
        "variables": _json("$.variables", asked.variables),
        "extensions": _json("$.extensions", asked.extensions),
    }
    return await _answer(request, converted(given, GraphQLRequest, "query"), _BY_GET)


async def by_post(request: Request) -> Response:
    """Execute a query or a mutation."""
    return await _answer(request, await body(request, GraphQLRequest), _BY_POST)


async def _answer(request: Request, asked: GraphQLRequest, allowed: tuple[OperationType, ...]) -> Response:
    if request.state.media_type == EVENT_STREAM:
        results = await _stream(request, asked, (*allowed, OperationType.SUBSCRIPTION))
        events = _events(results, collaborators(request).settings.keep_alive_seconds)
        return stream(request, events)
    try:
        result = await _schema(request).execute(
            asked.query,
            asked.variables,
            port_of(request),
            operation_name=asked.operation_name,
            allowed_operation_types=allowed,
        )
    except InvalidOperationTypeError as wrong:
        raise _misplaced(wrong.operation_type) from None
    except CannotGetOperationTypeError as wrong:
        result = ExecutionResult(None, [GraphQLError(wrong.as_http_error_reason())])
    except MissingQueryError:
        raise malformed("query" if allowed is _BY_GET else "body", "$.query", "empty") from None
    return _response(result, request.state.media_type)


def _response(result: ExecutionResult, media_type: str) -> Response:
    """The HTTP response. Plain JSON is always 200; the newer media type uses 400 if nothing was executed."""
    status = 400 if media_type == RESULT and _not_executed(result) else 200
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization"}
    return Response(msgspec.json.encode(payload(result)), status, headers, f"{media_type}; charset=utf-8")


def payload(result: ExecutionResult) -> Mapping[str, Any]:
    """A result in the form that is sent. A request that was not executed has no data."""
    told: dict[str, Any] = {} if _not_executed(result) else {"data": result.data}
    if result.errors:
        told["errors"] = [error.formatted for error in result.errors]
    if result.extensions:
        told["extensions"] = result.extensions
    return told


def port_of(request: Request) -> CallersPort:
    """The port on which the resolvers act for this request's caller."""
    return CallersPort(
        collaborators(request),
        caller(request),
        request_id(request),
        language(request),
        note_rate=partial(note_rate, request),
    )


def _not_executed(result: ExecutionResult) -> bool:
    """Whether the request itself was invalid. An error during execution has a path."""
    return result.data is None and all(error.path is None for error in result.errors or ())


def _misplaced(operation: OperationType) -> Exception:
    if operation is OperationType.SUBSCRIPTION:
        return NotAcceptable(offers=(EVENT_STREAM,))
    return MethodNotAllowed(allow=("POST",))


async def _stream(
    request: Request, asked: GraphQLRequest, allowed: Iterable[OperationType]
) -> AsyncGenerator[ExecutionResult]:
    stream = await _schema(request).stream(
        asked.query,
        asked.variables,
        port_of(request),
        operation_name=asked.operation_name,
        allowed_operation_types=allowed,
    )
    return cast("AsyncGenerator[ExecutionResult]", stream)


async def _events(results: AsyncGenerator[ExecutionResult], seconds: float) -> AsyncGenerator[bytes]:
    """Results as events of the graphql-sse protocol, with keep-alives."""
    async with aclosing(results):
        coming = asyncio.ensure_future(anext(results))
        try:
            while True:
                done, _ = await asyncio.wait([coming], timeout=seconds)
                if not done:
                    yield KEEP_ALIVE
                    continue
                try:
                    result = coming.result()
                except StopAsyncIteration:
                    yield COMPLETE
                    return
                yield event(payload(result), name="next")
                coming = asyncio.ensure_future(anext(results))
        finally:
            coming.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await coming


def _schema(request: Request) -> Schema:
    return cast(Schema, request.app.state.graphql)


def _json(where: str, text: str | None) -> Any:
    try:
        return None if text is None else msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise unreadable("query", str(wrong), within=where) from None
