"""GraphiQL for browsers. All of its files are served from here, compressed as they are stored."""

from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from service.api.http.assets import PAGE, WEB, Asset, assets
from service.errors import NotFound

_PAGE_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " connect-src 'self'; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
}


def page() -> Response:
    """The page. Its scripts derive the address of the API from the page's own."""
    return Response((WEB / "graphiql" / PAGE).read_bytes(), 200, _PAGE_HEADERS, "text/html; charset=utf-8")


async def asset(request: Request) -> Response:
    """A script or style of GraphiQL."""
    found = _assets().get(request.path_params["name"])
    if found is None:
        raise NotFound("no_such_resource")
    return await found.answer(request)


@cache
def _assets() -> dict[str, Asset]:
    """All files beside the page, by name."""
    return {name: each for name, each in assets(WEB / "graphiql") if name != PAGE}
