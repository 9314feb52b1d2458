"""Hundreds of streams of one game: each entry once, slow readers dropped with a reason, all resumed."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import httpx
import pytest

from tests.support.games import Table, a_game
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, metrics, served

pytestmark = pytest.mark.anyio

MANY = 200
SLOW = 20
KEEP_ALIVE = 1.0
_ID = re.compile(rb"\nid: (\d+)\n")
_DROPPED = b'event: dropped\ndata: {"code":"too_slow"}\n\n'
_SMALL_BUFFER = 2048


@pytest.fixture
def address(redis_url: str) -> Iterator[tuple[str, int]]:
    with served(redis_url, send_buffer=_SMALL_BUFFER, keep_alive_seconds=KEEP_ALIVE, **FREELY) as address:
        yield address


@pytest.fixture
async def client(address: tuple[str, int]) -> AsyncIterator[httpx.AsyncClient]:
    host, port = address
    async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
        yield client


class Reader:
    """A stream by a bare socket, and the versions that came over it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.text = b""

    @classmethod
    async def open(cls, address: tuple[str, int], path: str, **headers: str) -> "Reader":
        """Ask for a stream; nothing is read yet, and not much is taken unread."""
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_BUFFER)
        made.settimeout(0)
        await asyncio.get_running_loop().sock_connect(made, address)
        reader, writer = await asyncio.open_connection(sock=made, limit=_SMALL_BUFFER)
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        writer.write(f"GET {path} HTTP/1.1\r\nhost: test\r\n{lines}\r\n".encode())
        return cls(reader, writer)

    @property
    def versions(self) -> list[int]:
        """What was told so far."""
        return [int(seq) for seq in _ID.findall(self.text)]

    async def read_to(self, version: int) -> list[int]:
        """Read until a version was told; all that were told by then."""
        async with asyncio.timeout(PATIENCE):
            while not self.text.endswith(b"\n\n\r\n") or version not in self.versions:
                await self._more()
        return self.versions

    async def read_to_the_end(self) -> bytes:
        """Whatever comes before the stream ends; the connection may stay."""
        async with asyncio.timeout(PATIENCE):
            while not self.text.endswith(b"\r\n0\r\n\r\n"):
                await self._more()
        return self.text

    async def close(self) -> None:
        """Leave."""
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    async def _more(self) -> None:
        chunk = await self._reader.read(65536)
        if not chunk:
            raise EOFError
        self.text += chunk


async def opened(address: tuple[str, int], game: Table, count: int, **headers: str) -> list[Reader]:
    """So many readers of a game, some of whom have seats."""
    known = [{}, *({"authorization": each["Authorization"]} for each in game.headers)]
    path = f"{game.path}/stream"
    return [await Reader.open(address, path, **known[n % len(known)], **headers) for n in range(count)]


async def test_everybody_gets_each_entry_once_and_goes_on_where_they_were(
    address: tuple[str, int], client: httpx.AsyncClient
) -> None:
    game = await a_game(client)
    readers = await opened(address, game, MANY)
    assert all([await reader.read_to(3) == [1, 2, 3] for reader in readers])
    assert f"emberlog_streams {MANY}.0" in await metrics(client)
    version = await game.play_on(4)
    told = await asyncio.gather(*(reader.read_to(version) for reader in readers))
    assert told == [list(range(1, version + 1))] * MANY
    for reader in readers:
        await reader.close()
    later = await game.play_on(3)
    again = await opened(address, game, MANY, last_event_id=str(version))
    told = await asyncio.gather(*(reader.read_to(later) for reader in again))
    assert told == [list(range(version + 1, later + 1))] * MANY
    for reader in again:
        await reader.close()


@pytest.mark.long
async def test_who_does_not_read_is_dropped_with_a_reason_and_holds_nobody_up(
    address: tuple[str, int], client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They will read on in time.
    monkeypatch.setattr("service.api.http.event_stream._FAREWELL_SECONDS", PATIENCE)
    game = await a_game(client, seats=4)
    version = await game.play_on(80)
    path = f"{game.path}/stream?patch=true&text=true"
    slow = [await Reader.open(address, path) for _ in range(SLOW)]
    quick = await opened(address, game, MANY, last_event_id=str(version))
    latest = await game.play_on(3)
    told = await asyncio.gather(*(reader.read_to(latest) for reader in quick))
    assert told == [list(range(version + 1, latest + 1))] * MANY
    async with asyncio.timeout(PATIENCE):
        while f"emberlog_streams_dropped_total {SLOW}.0" not in await metrics(client):  # noqa: ASYNC110
            await asyncio.sleep(KEEP_ALIVE / 20)
    endings = await asyncio.gather(*(reader.read_to_the_end() for reader in slow))
    assert all(ending.count(_DROPPED) == 1 for ending in endings)
    last = [max(map(int, _ID.findall(ending))) for ending in endings]
    resumed = [await Reader.open(address, path, last_event_id=str(seq)) for seq in last]
    for seq, reader in zip(last, resumed):
        assert await reader.read_to(latest) == list(range(seq + 1, latest + 1))
    for reader in (*slow, *quick, *resumed):
        await reader.close()
