"""Answers made smaller, by `Accept-Encoding`: zstd or gzip. Streams of events are sent as they are."""

import re
import zlib
from typing import Final, Protocol

import zstandard
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST: Final = 1000
"""Below so many bytes it is not worth it."""
_GZIP_LEVEL: Final = 4
_ZSTD_LEVEL: Final = 3
_KINDS: Final = re.compile(r"text/(?!event-stream)|application/(.*\+)?json|application/x-ndjson", re.ASCII)
_CODING: Final = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?", re.ASCII)


class _Packer(Protocol):
    def pack(self, chunk: bytes, *, is_last: bool) -> bytes:
        """As much as can be sent by now."""


class _Gzip:
    def __init__(self) -> None:
        self._made = zlib.compressobj(_GZIP_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)

    def pack(self, chunk: bytes, *, is_last: bool) -> bytes:
        return self._made.compress(chunk) + self._made.flush(zlib.Z_FINISH if is_last else zlib.Z_SYNC_FLUSH)


class _Zstd:
    def __init__(self) -> None:
        self._made = zstandard.ZstdCompressor(_ZSTD_LEVEL).compressobj()

    def pack(self, chunk: bytes, *, is_last: bool) -> bytes:
        mode = zstandard.COMPRESSOBJ_FLUSH_FINISH if is_last else zstandard.COMPRESSOBJ_FLUSH_BLOCK
        return self._made.compress(chunk) + self._made.flush(mode)


PACKERS: Final[dict[str, type[_Zstd] | type[_Gzip]]] = {"zstd": _Zstd, "gzip": _Gzip}
"""The quicker one first: it wins if the caller likes both."""


def coding(accept_encoding: str) -> str | None:
    """The coding that the caller likes best, if it is one of ours and liked better than none at all."""
    liked = _liked(accept_encoding)
    best = max(PACKERS, key=lambda name: liked.get(name, liked["*"]))
    quality = liked.get(best, liked["*"])
    return best if quality > 0 and quality >= liked.get("identity", 0.0) else None


def accepts(accept_encoding: str, name: str) -> bool:
    """Whether the caller takes this coding."""
    liked = _liked(accept_encoding)
    return liked.get(name, liked["*"]) > 0


def _liked(accept_encoding: str) -> dict[str, float]:
    """How much the caller likes each coding, and any other (`*`)."""
    liked = {"*": 0.0}
    for part in accept_encoding.lower().split(",")[:32]:
        if match := _CODING.fullmatch(part):
            liked[match[1]] = float(match[2] or 1)
    return liked


class Compression:
    """Packs answers that are text, long enough, and not packed yet."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, packed if the caller takes that."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = coding(Headers(scope=scope).get("accept-encoding", ""))
        await self.app(scope, receive, _Packing(send, wanted, has_body=scope["method"] != "HEAD"))


class _Packing:
    """Holds the beginning of an answer back until it is known how much follows."""

    def __init__(self, send: Send, wanted: str | None, *, has_body: bool) -> None:
        self._send = send
        self._wanted = wanted
        self._has_body = has_body
        self._start: Message | None = None
        self._packer: _Packer | None = None

    async def __call__(self, message: Message) -> None:
        """One message of the answer."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if not _can_be_packed(headers):
                self._wanted = None
            elif "content-encoding" not in headers:
                headers.add_vary_header("Accept-Encoding")
            if self._wanted and self._has_body and message["status"] not in {204, 304}:
                self._start = message
                return
        elif message["type"] == "http.response.body":
            message = await self._packed(message)
        await self._send(message)

    async def _packed(self, message: Message) -> Message:
        body, is_last = message.get("body", b""), not message.get("more_body", False)
        if self._start is not None:
            start, self._start = self._start, None
            if not is_last or len(body) >= SMALLEST:
                assert self._wanted is not None
                self._packer = PACKERS[self._wanted]()
                headers = MutableHeaders(scope=start)
                headers["Content-Encoding"] = self._wanted
                del headers["Content-Length"]
            await self._send(start)
        if self._packer is None:
            return message
        return {**message, "body": self._packer.pack(body, is_last=is_last)}


def _can_be_packed(headers: MutableHeaders) -> bool:
    return "content-encoding" not in headers and bool(_KINDS.match(headers.get("content-type", "")))
