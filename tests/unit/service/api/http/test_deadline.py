"""An answer that does not begin in time is given up; one that has begun goes on."""

import anyio
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from service.api.http.deadline import Deadline
from service.errors import TimedOut
from tests.support.service import code, service

pytestmark = pytest.mark.anyio

HTTP: Scope = {"type": "http"}


async def receive() -> Message:
    return {"type": "http.request"}


async def test_who_waits_too_long_is_told_to_try_again(redis_url: str) -> None:
    async def never(_: Request) -> Response:
        await anyio.sleep_forever()
        return Response()

    async with service(redis_url, routes=(Route("/never", never),), request_seconds=0.05) as client:
        answer = await client.get("/never", headers={"Accept-Language": "de"})
        assert code(answer, 503) == "timed_out"
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["detail"].startswith("Keine Antwort")


async def test_work_on_a_late_answer_is_cancelled() -> None:
    cancelled = anyio.Event()

    async def never(_scope: Scope, _receive: Receive, _send: Send) -> None:
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()

    async def send(_: Message) -> None:
        pytest.fail("there is nothing to send")

    with pytest.raises(TimedOut):
        await Deadline(never, 0.05)(HTTP, receive, send)
    assert cancelled.is_set()


async def test_an_answer_that_has_begun_may_take_its_time() -> None:
    seconds, sent = 0.5, list[Message]()

    async def slow(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start"})
        await anyio.sleep(2 * seconds)
        await send({"type": "http.response.body"})

    async def send(message: Message) -> None:
        sent.append(message)

    await Deadline(slow, seconds)(HTTP, receive, send)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
