"""GraphiQL for browsers. All of its files are served from here, compressed as they are stored."""

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from service.api.http.requests import is_known
from service.errors import NotFound

FOLDER: Final = Path(__file__).parents[2] / "web" / "graphiql"
_KINDS: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
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
    return Response((FOLDER / "index.html").read_bytes(), 200, _PAGE_HEADERS, "text/html; charset=utf-8")


async def asset(request: Request) -> Response:
    """A script or style of GraphiQL."""
    name = request.path_params["name"]
    if name not in _packed():
        raise NotFound("no_such_resource")
    packed, tag = _packed()[name]
    headers = {"Cache-Control": "public, max-age=86400", "ETag": f'"{tag}"', "Vary": "Accept-Encoding"}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    kind = _KINDS[Path(name).suffix]
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, 200, {**headers, "Content-Encoding": "gzip"}, kind)
    return Response(gzip.decompress(packed), 200, headers, kind)


@cache
def _packed() -> dict[str, tuple[bytes, str]]:
    """All assets, compressed, with their tags. There are only a few."""
    ready = {path.stem: path.read_bytes() for path in FOLDER.glob("*.gz")}
    plain = {path.name: path.read_bytes() for path in FOLDER.glob("*.js")}
    files = ready | {name: gzip.compress(text, mtime=0) for name, text in plain.items()}
    return {name: (packed, hashlib.sha256(packed).hexdigest()[:16]) for name, packed in files.items()}
