"""Answers are packed for who takes that; streams of events and short answers are not."""

import gzip
from collections.abc import AsyncIterator

import httpx
import pytest
import zstandard
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from service.api.http.compression import SMALLEST, coding
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
        ("", None),
        ("gzip", "gzip"),
        ("zstd", "zstd"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("zstd;q=0.5, gzip", "gzip"),
        ("GZIP ; q=0.8", "gzip"),
        ("*", "zstd"),
        ("*;q=0", None),
        ("gzip;q=0, *", "zstd"),
        ("gzip;q=0", None),
        ("identity, gzip;q=0.5", None),
        ("identity;q=0.5, gzip", "gzip"),
        ("br, deflate", None),
        ("gzip;q=x, ,;;;\x00", None),
    ],
)
def test_the_coding_that_the_caller_likes_best(accepted: str, expected: str | None) -> None:
    assert coding(accepted) == expected


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/json", "/problem", "/lines", "/html"])
async def test_text_is_packed_both_ways(client: httpx.AsyncClient, path: str) -> None:
    for name in ("gzip", "zstd"):
        async with client.stream("GET", path, headers={"Accept-Encoding": name}) as answer:
            raw = b"".join([chunk async for chunk in answer.aiter_raw()])
        assert answer.headers["content-encoding"] == name
        assert "Accept-Encoding" in answer.headers["vary"]
        assert answer.headers.get("content-length") in {None, str(len(raw))}
        assert len(raw) < len(LONG) / 10
        unpacked = (
            gzip.decompress(raw)
            if name == "gzip"
            else zstandard.ZstdDecompressor().decompressobj().decompress(raw)
        )
        assert unpacked == LONG


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/json", "/short"])
async def test_a_cache_is_told_of_it_even_where_it_is_not_done(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert "Accept-Encoding" in answer.headers["vary"]


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/events", "/picture", "/short"])
async def test_the_rest_is_sent_as_it_is(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"Accept-Encoding": "gzip, zstd"})
    assert "content-encoding" not in answer.headers
    assert len(answer.content) == int(answer.headers["content-length"])


@pytest.mark.anyio
async def test_what_is_packed_is_not_packed_again(client: httpx.AsyncClient) -> None:
    answer = await client.get("/packed", headers={"Accept-Encoding": "gzip, zstd"})
    assert (answer.headers["content-encoding"], answer.content) == ("gzip", LONG)


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["gzip", "zstd"])
async def test_lines_are_packed_as_they_come(client: httpx.AsyncClient, name: str) -> None:
    answer = await client.get("/parts", headers={"Accept-Encoding": name})
    assert answer.headers["content-encoding"] == name
    assert answer.text == '{"n": 0}\n{"n": 1}\n{"n": 2}\n'


@pytest.mark.anyio
async def test_a_packed_game_has_the_same_tag_and_is_not_sent_twice(redis_url: str) -> None:
    async with service(redis_url) as client:
        table = await a_game(client)
        packed = await client.get(table.path, headers={"Accept-Encoding": "zstd"})
        plain = await client.get(table.path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "zstd"
        assert (packed.json(), packed.headers["etag"]) == (plain.json(), plain.headers["etag"])
        known = {"Accept-Encoding": "zstd", "If-None-Match": packed.headers["etag"]}
        again = await client.get(table.path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert "content-encoding" not in again.headers
        head = await client.head(table.path, headers={"Accept-Encoding": "zstd"})
        assert (head.status_code, head.headers["etag"]) == (200, plain.headers["etag"])
