"""Functions that build the responses of handlers."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.api.http.event_stream import EventStream
from service.api.http.requests import caller, collaborators, is_known

JSON = "application/json"


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The value as JSON. Caches must not store it unless the headers say otherwise."""
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"} | dict(headers or {}), JSON
    )


def versioned(request: Request, version: int, value: object, *, is_final: bool = True) -> Response:
    """The value with its version as `ETag`, or 304 if it is final and the caller already has it."""
    headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if is_final and is_known(request, str(version)):
        return Response(status_code=304, headers=headers)
    return answer(value, headers=headers)


def made(value: object, location: str) -> Response:
    """201 with the created object and its location."""
    return answer(value, 201, {"Location": location})


def stream(request: Request, events: AsyncGenerator[bytes]) -> Response:
    """Server-sent events while the caller's token is valid, unless the caller has too many streams open.

    A reader must take an event before the second keep-alive after it.
    """
    built, who = collaborators(request), caller(request)
    built.open_streams.check(who)

    @contextmanager
    def held(end: Callable[[str], None]) -> Iterator[None]:
        with built.open_streams.one(who), built.live.access_watch.watching(who.access, end):
            yield

    return EventStream(
        events,
        patience=2 * built.settings.keep_alive_seconds,
        dropped=built.metrics.streams_dropped.inc,
        held=held,
    )


def done() -> Response:
    """204 without a body."""
    return Response(status_code=204)
