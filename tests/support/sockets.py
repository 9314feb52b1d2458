"""GraphQL over a socket, by the protocol `graphql-transport-ws`."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.support.processes import PATIENCE

PROTOCOL: Final = Subprotocol("graphql-transport-ws")


class Socket:
    """A client of the protocol, as small as can be."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._ids = 0

    async def send(self, **message: Any) -> None:
        """A message of any type."""
        await self.connection.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await self.connection.recv())
        return message

    async def subscribe(self, query: str, **variables: Any) -> str:
        """Begin a subscription; its id."""
        self._ids += 1
        payload = {"query": query, "variables": variables}
        await self.send(type="subscribe", id=str(self._ids), payload=payload)
        return str(self._ids)

    async def next(self) -> Any:
        """The data of the next result."""
        message = await self.receive()
        assert message["type"] == "next", message
        assert "errors" not in message["payload"], message
        return message["payload"]["data"]

    async def closed(self) -> int:
        """The code with which the server closes."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


@asynccontextmanager
async def socket(
    client: httpx.AsyncClient, headers: dict[str, str] | None = None, *, greet: bool = True, **init: Any
) -> AsyncIterator[Socket]:
    """A socket; its token comes with the handshake, or `init` has it."""
    url = str(client.base_url).replace("http", "ws", 1).rstrip("/") + "/graphql"
    async with connect(url, subprotocols=[PROTOCOL], additional_headers=headers) as connection:
        made = Socket(connection)
        if greet:
            await made.send(type="connection_init", payload=init)
            assert (await made.receive())["type"] == "connection_ack"
        yield made
