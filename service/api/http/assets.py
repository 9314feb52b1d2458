"""Files for browsers: each is read once, compressed, and has an `ETag` derived from its content."""

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from service.api.http.compression import accepts_gzip
from service.api.http.requests import is_known

WEB: Final = Path(__file__).parents[2] / "web"
PAGE: Final = "index.html"
MEDIA_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

_CACHED: Final = {True: "public, max-age=86400", False: "public, no-cache"}
"""Third-party files are stored compressed and change seldom."""
_SECURITY: Final = {
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' {styles}; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


@dataclass(frozen=True)
class Asset:
    """A file, stored compressed or not. `styles` names other origins from which a page may load styles."""

    path: Path
    styles: str = ""

    @property
    def name(self) -> str:
        """The file name without the suffix of the compression."""
        return self.path.name.removesuffix(".gz")

    @property
    def media_type(self) -> str:
        """The media type."""
        return MEDIA_TYPES[Path(self.name).suffix]

    @cached_property
    def packed(self) -> bytes:
        """The compressed bytes, which most browsers receive."""
        raw = self.path.read_bytes()
        return raw if self.path.suffix == ".gz" else gzip.compress(raw, mtime=0)

    @cached_property
    def tag(self) -> str:
        """The `ETag`, which changes with the content."""
        return hashlib.sha256(gzip.decompress(self.packed)).hexdigest()[:32]

    async def answer(self, request: Request) -> Response:
        """The file, or 304 if the browser already has it."""
        headers = {
            "ETag": f'"{self.tag}"',
            "Cache-Control": _CACHED[self.path.suffix == ".gz"],
            "Vary": "Accept-Encoding",
        }
        if self.media_type == MEDIA_TYPES[".html"]:
            headers |= {name: value.format(styles=self.styles) for name, value in _SECURITY.items()}
        if is_known(request, self.tag):
            return Response(status_code=304, headers=headers)
        kind = f"{self.media_type}; charset=utf-8"
        if accepts_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.packed, 200, {**headers, "Content-Encoding": "gzip"}, kind)
        return Response(gzip.decompress(self.packed), 200, headers, kind)


def assets(folder: str, styles: str = "") -> Iterator[Asset]:
    """The assets in a folder."""
    for path in sorted((WEB / folder).iterdir()):
        asset = Asset(path, styles)
        if Path(asset.name).suffix in MEDIA_TYPES:
            yield asset
