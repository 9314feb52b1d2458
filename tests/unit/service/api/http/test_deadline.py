"""An answer that does not begin in time is given up; one that has begun goes on."""

from collections.abc import AsyncIterator

import anyio
import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tests.support.service import code, service

pytestmark = pytest.mark.anyio


async def test_who_waits_too_long_is_told_to_try_again(redis_url: str) -> None:
    cancelled = anyio.Event()

    async def never(_: Request) -> Response:
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()
        return Response()

    async with service(redis_url, routes=(Route("/never", never),), request_seconds=0.05) as client:
        answer = await client.get("/never", headers={"Accept-Language": "de"})
        assert code(answer, 503) == "timed_out"
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["detail"].startswith("Keine Antwort")
        assert cancelled.is_set()
        assert (await client.get("/healthz")).status_code == 200


async def test_what_has_begun_may_take_its_time(redis_url: str) -> None:
    passed = anyio.Event()

    async def slow(_: Request) -> Response:
        async def parts() -> AsyncIterator[bytes]:
            yield b"begun "
            with anyio.move_on_after(0.2):
                await passed.wait()
            yield b"and done"

        return StreamingResponse(parts())

    async with service(redis_url, routes=(Route("/slow", slow),), request_seconds=0.05) as client:
        assert (await client.get("/slow")).text == "begun and done"
