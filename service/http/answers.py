"""How a handler answers."""

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.http.requests import is_known

JSON = "application/json"


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The value as JSON; not to be kept by caches unless the headers say otherwise."""
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"} | dict(headers or {}), JSON
    )


def versioned(request: Request, version: int, value: object, *, is_final: bool = True) -> Response:
    """The value with its version as its tag, or 304 to a caller who has it already, if it is final."""
    headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if is_final and is_known(request, str(version)):
        return Response(status_code=304, headers=headers)
    return answer(value, headers=headers)


def made(value: object, location: str) -> Response:
    """201: what was made, and where it is."""
    return answer(value, 201, {"Location": location})


def done() -> Response:
    """204: it is done, and there is nothing to tell."""
    return Response(status_code=204)
