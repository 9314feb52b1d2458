"""How a handler answers."""

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

JSON = "application/json"


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The value as JSON; not to be kept by caches unless the headers say otherwise."""
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"} | dict(headers or {}), JSON
    )


def made(value: object, location: str) -> Response:
    """201: what was made, and where it is."""
    return answer(value, 201, {"Location": location})


def done() -> Response:
    """204: it is done, and there is nothing to tell."""
    return Response(status_code=204)
