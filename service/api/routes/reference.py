"""The reference of the API and the guides, as pages for people."""

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.games import registered
from domain.kernel.ruleset import Ruleset
from schema.operations import never
from service.api.http.assets import HTML, WEB, assets
from service.api.pages import guide
from service.api.pages.reference import CALLS, TYPES, Reference
from service.api.pages.rendering import page
from service.api.routes.documents import openapi_text
from service.api.routes.resource import ApiResource, Handler, reads, resource
from service.errors import NotFound


async def show_reference(request: Request) -> Response:
    """The overview: what the API is about, every call and every guide."""
    return page(request, "overview.html", reference=_reference(registered()), guides=guide.guides())


async def show_call(request: Request) -> Response:
    """One call: what it takes, what it answers, and a form to try it."""
    reference = _reference(registered())
    call = reference.calls.get(request.path_params["call"])
    if call is None:
        raise NotFound(kind="page")
    return page(request, "call.html", reference=reference, call=call)


async def show_type(request: Request) -> Response:
    """One type, field by field."""
    reference = _reference(registered())
    shown = reference.type(request.path_params["type"])
    if shown is None:
        raise NotFound(kind="page")
    return page(request, "type.html", reference=reference, type=shown)


async def show_guide(request: Request) -> Response:
    """One guide, or the list of all of them."""
    found = guide.guides().get(request.path_params.get("page", ""))
    if found is None:
        raise NotFound(kind="page")
    return page(request, "guide.html", guide=found)


@cache
def _reference(games: tuple[Ruleset, ...]) -> Reference:
    """The reference of the document for these games, read once."""
    return Reference(msgspec.json.decode(openapi_text(games)))


def _html(path: str, handler: Handler) -> ApiResource:
    return resource(path, get=reads(handler, scope=None, offers=(HTML,), documented=never))


ROUTES = (
    _html("/docs", show_reference),
    _html(f"{CALLS}/{{call}}", show_call),
    _html(f"{TYPES}/{{type}}", show_type),
    _html(guide.ADDRESS, show_guide),
    _html(f"{guide.ADDRESS}/{{page:path}}", show_guide),
    *(
        resource(
            f"/docs/{name}",
            get=reads(asset.answer, scope=None, offers=(asset.media_type,), documented=never),
        )
        for name, asset in assets(WEB / "docs")
    ),
)
