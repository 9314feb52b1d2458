"""Server-sent events as an answer: readers who are gone, who are slow, who only want the head."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from starlette.types import Message

from service.api.http.event_stream import EventStream
from service.live.server_sent_events import event
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.anyio


class Client:
    """The far end: takes everything, until it stops reading."""

    def __init__(self, takes: int = 1000) -> None:
        self.takes = takes
        self.taken: list[Message] = []
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        if len(self.taken) >= self.takes:
            await asyncio.Event().wait()
        self.taken.append(message)

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.taken)


class Source:
    """Events without end, and whether they were given up properly."""

    def __init__(self) -> None:
        self.closed = False

    async def events(self) -> AsyncGenerator[bytes]:
        try:
            while True:
                yield event({}, cursor=1)
                await asyncio.sleep(0)
        finally:
            self.closed = True


async def test_events_have_cursor_name_and_data() -> None:
    assert event({"a": "é\n"}, name="x", cursor=3) == 'id: 3\nevent: x\ndata: {"a":"é\\n"}\n\n'.encode()
    assert event([1]) == b"data: [1]\n\n"


async def test_events_are_sent_until_they_end() -> None:
    async def two() -> AsyncGenerator[bytes]:
        yield event(1)
        yield event(2)

    client = Client()
    await EventStream(two(), patience=5)({"method": "GET"}, client.receive, client.send)
    assert client.body.endswith(b"data: 1\n\ndata: 2\n\n")
    assert client.taken[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


async def test_a_reader_who_is_gone_ends_the_stream() -> None:
    client, source = Client(), Source()
    answering = asyncio.create_task(
        EventStream(source.events(), patience=5)({"method": "GET"}, client.receive, client.send)
    )
    client.gone.set()
    await asyncio.wait_for(answering, PATIENCE)
    assert source.closed


async def test_a_reader_who_stops_reading_is_dropped() -> None:
    client, source = Client(takes=5), Source()
    dropped: list[int] = []
    answer = EventStream(source.events(), patience=0.05, dropped=lambda: dropped.append(1))
    await asyncio.wait_for(answer({"method": "GET"}, client.receive, client.send), PATIENCE)
    assert (source.closed, dropped, len(client.taken)) == (True, [1], 5)


async def test_a_reader_who_reads_on_in_time_learns_why_it_was_dropped() -> None:
    client, source = Client(takes=5), Source()

    def dropped() -> None:
        client.takes = 1000

    answer = EventStream(source.events(), patience=0.05, dropped=dropped)
    await asyncio.wait_for(answer({"method": "GET"}, client.receive, client.send), PATIENCE)
    assert client.body.endswith(b'event: dropped\ndata: {"code":"too_slow"}\n\n')


async def test_a_head_has_no_body_and_takes_no_time() -> None:
    client, source = Client(), Source()
    await EventStream(source.events(), patience=5)({"method": "HEAD"}, client.receive, client.send)
    assert client.body == b""
    headers = dict(client.taken[0]["headers"])
    assert headers[b"content-type"].startswith(b"text/event-stream")
    assert headers[b"cache-control"] == b"no-store"
