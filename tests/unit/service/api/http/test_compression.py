"""Answers are packed for who takes that; streams of events and short answers are not."""

import gzip
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from service.api.http.compression import SMALLEST, Compression, accepts_gzip
from tests.support.games import a_game
from tests.support.service import service

LONG = b'{"text": "' + b"ember " * 1000 + b'"}'
KINDS = {
    "/json": "application/json",
    "/problem": "application/problem+json",
    "/lines": "application/x-ndjson",
    "/html": "text/html; charset=utf-8",
    "/events": "text/event-stream",
    "/picture": "image/png",
}


async def whole(request: Request) -> Response:
    return Response(LONG, headers={"Content-Type": KINDS[request.url.path]})


async def short(_: Request) -> Response:
    return Response(b"x" * (SMALLEST - 1), media_type="application/json")


async def packed(_: Request) -> Response:
    return Response(gzip.compress(LONG), headers={"Content-Encoding": "gzip"}, media_type="application/json")


async def in_parts(_: Request) -> Response:
    async def parts() -> AsyncIterator[bytes]:
        for n in range(3):
            yield b'{"n": %d}\n' % n

    return StreamingResponse(parts(), media_type="application/x-ndjson")


ROUTES = (
    *(Route(path, whole) for path in KINDS),
    Route("/short", short),
    Route("/packed", packed),
    Route("/parts", in_parts),
)


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, routes=ROUTES) as client:
        yield client


@pytest.mark.parametrize(
    "accepted,expected",
    [
        ("", False),
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("GZIP ; q=0.8", True),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("gzip;q=0", False),
        ("identity, gzip;q=0.5", False),
        ("identity;q=0.5, gzip", True),
        ("br, deflate", False),
        ("gzip;q=x, ,;;;\x00", False),
    ],
)
def test_gzip_is_used_for_callers_that_accept_it(accepted: str, *, expected: bool) -> None:
    assert accepts_gzip(accepted) is expected


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/json", "/problem", "/lines", "/html"])
async def test_text_is_compressed(client: httpx.AsyncClient, path: str) -> None:
    async with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])
    assert answer.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["vary"]
    assert answer.headers.get("content-length") in {None, str(len(raw))}
    assert len(raw) < len(LONG) / 10
    assert gzip.decompress(raw) == LONG


@pytest.mark.anyio
async def test_caller_that_refuses_gzip_gets_no_gzip(client: httpx.AsyncClient) -> None:
    answer = await client.get("/json", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == LONG
    assert "Accept-Encoding" in answer.headers["vary"]


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/events", "/picture", "/short"])
async def test_other_content_is_sent_uncompressed(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in answer.headers
    assert len(answer.content) == int(answer.headers["content-length"])


@pytest.mark.anyio
async def test_compressed_content_is_not_compressed_again(client: httpx.AsyncClient) -> None:
    answer = await client.get("/packed", headers={"Accept-Encoding": "gzip, br"})
    assert (answer.headers["content-encoding"], answer.content) == ("gzip", LONG)


@pytest.mark.anyio
async def test_every_line_of_a_compressed_answer_is_flushed() -> None:
    """A reader can unpack each line as soon as it was sent, before the next one is there."""
    sent: list[bytes] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            sent.append(message["body"])

    read: list[bytes] = []
    reading = zlib.decompressobj(zlib.MAX_WBITS | 16)

    async def app(_scope: Scope, _receive: Receive, answer: Send) -> None:
        head = [(b"content-type", b"application/x-ndjson")]
        await answer({"type": "http.response.start", "status": 200, "headers": head})
        for n in range(3):
            await answer({"type": "http.response.body", "body": b'{"n": %d}\n' % n, "more_body": True})
            read.append(reading.decompress(sent[-1]))
        await answer({"type": "http.response.body", "body": b"", "more_body": False})

    scope = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"gzip")]}
    await Compression(app)(scope, _nothing, send)
    assert read == [b'{"n": 0}\n', b'{"n": 1}\n', b'{"n": 2}\n']


async def _nothing() -> Message:
    raise AssertionError("nobody reads the request")


@pytest.mark.anyio
async def test_compressed_game_has_the_same_etag_and_is_not_sent_twice(redis_url: str) -> None:
    async with service(redis_url) as client:
        table = await a_game(client)
        packed = await client.get(table.path, headers={"Accept-Encoding": "gzip"})
        plain = await client.get(table.path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert (packed.json(), packed.headers["etag"]) == (plain.json(), plain.headers["etag"])
        known = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
        again = await client.get(table.path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert "content-encoding" not in again.headers
        head = await client.head(table.path, headers={"Accept-Encoding": "gzip"})
        assert (head.status_code, head.headers["etag"]) == (200, plain.headers["etag"])
