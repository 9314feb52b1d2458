"""Server-sent events as a browser reads them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx

from tests.support.processes import PATIENCE


class Told(NamedTuple):
    """One event: its name (`message` if it has none), the cursor that it gave, and its data."""

    name: str
    cursor: str | None
    data: Any


class Reader:
    """Reads event by event; fails if an event does not arrive in time."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.comments = 0
        self._lines = response.aiter_lines()

    async def next(self, seconds: float = PATIENCE) -> Told:
        """The next event, past any comments."""
        async with asyncio.timeout(seconds):
            fields: dict[str, str] = {}
            async for line in self._lines:
                if line.startswith(":"):
                    self.comments += 1
                elif line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "data" in fields:
                    return Told(fields.get("event", "message"), fields.get("id"), json.loads(fields["data"]))
                else:
                    fields = {}
        raise EOFError

    async def take(self, count: int) -> list[Told]:
        """So many events."""
        return [await self.next() for _ in range(count)]

    async def keep_alive(self, seconds: float = PATIENCE) -> None:
        """The next comment; an event before it is a failure."""
        async with asyncio.timeout(seconds):
            async for line in self._lines:
                assert not line.startswith(("data", "event")), line
                if line.startswith(":"):
                    return
        raise EOFError

    async def ends(self, seconds: float = PATIENCE) -> bool:
        """Whether nothing but comments comes before the end."""
        try:
            await self.next(seconds)
        except EOFError:
            return True
        return False


@asynccontextmanager
async def reading(
    client: httpx.AsyncClient, path: str, headers: dict[str, str] | None = None, **query: Any
) -> AsyncIterator[Reader]:
    """A reader of a stream."""
    async with client.stream("GET", path, headers=headers, params=query) as response:
        if response.status_code != 200:
            await response.aread()
        assert response.status_code == 200, response.text
        yield Reader(response)
