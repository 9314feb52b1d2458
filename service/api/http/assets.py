"""Files for browsers: each is read once, compressed, and has an `ETag` derived from its content."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from service.api.http.compression import accepts_gzip
from service.api.http.requests import is_known

WEB: Final = Path(__file__).parents[2] / "web"
PAGE: Final = "index.html"
HTML: Final = "text/html"
MEDIA_TYPES: Final = {
    ".html": HTML,
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

IMMUTABLE: Final = "public, max-age=31536000, immutable"
_CACHED: Final = {True: "public, max-age=86400", False: "public, no-cache"}
"""Third-party files are stored compressed and change seldom."""
SECURITY: Final = {
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
}


@dataclass(frozen=True)
class Asset:
    """A file, stored compressed or not.

    `cache` overrides how long browsers keep the file. `values` are the words in double braces that the file
    does not know itself.
    """

    path: Path
    cache: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

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
        if self.path.suffix == ".gz":
            return raw
        for word, value in self.values.items():
            raw = raw.replace(f"{{{{{word}}}}}".encode(), value.encode())
        return gzip.compress(raw, mtime=0)

    @cached_property
    def tag(self) -> str:
        """The `ETag`, which changes with the content."""
        return hashlib.sha256(gzip.decompress(self.packed)).hexdigest()[:32]

    async def answer(self, request: Request) -> Response:
        """The file, or 304 if the browser already has it."""
        headers = {
            "ETag": f'"{self.tag}"',
            "Cache-Control": self.cache or _CACHED[self.path.suffix == ".gz"],
            "Vary": "Accept, Accept-Encoding" if self.media_type == HTML else "Accept-Encoding",
        }
        if self.media_type == HTML:
            headers |= SECURITY
        if is_known(request, self.tag):
            return Response(status_code=304, headers=headers)
        kind = f"{self.media_type}; charset=utf-8"
        if accepts_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.packed, 200, {**headers, "Content-Encoding": "gzip"}, kind)
        return Response(gzip.decompress(self.packed), 200, headers, kind)


def assets(folder: Path, cache: str = "") -> Iterator[tuple[str, Asset]]:
    """The assets in a folder and the folders in it, each with its path from there."""
    for path in sorted(folder.rglob("*")):
        asset = Asset(path, cache)
        if path.is_file() and Path(asset.name).suffix in MEDIA_TYPES:
            yield path.relative_to(folder).with_name(asset.name).as_posix(), asset
