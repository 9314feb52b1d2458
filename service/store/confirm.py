"""Confirmation: enough replicas have every command that we report as accepted, even a repeated one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Final

from service.store import keys
from service.store.append import SeenCommand, seen_field
from service.store.connection import RedisConnection, Script
from service.store.errors import TooFewReplicas
from service.store.head import Head
from service.store.lasting import confirmation
from service.store.log import read_head

_CONFIRM: Final = Script("confirm.lua", writes=False)
_TOUCH: Final = Script("touch.lua")
_NOTHING_TO_WAIT_FOR: Final = nullcontext()


class Confirmation:
    """Waits until replicas have received what is already stored."""

    def __init__(self, connection: RedisConnection, *, wait_replicas: int = 0, wait_ms: int = 1000) -> None:
        self._connection = connection
        self._wait = (wait_replicas, wait_ms)

    async def confirm(self, game: str, command_id: str = "") -> tuple[Head | None, SeenCommand | None]:
        """Return a game's head and the stored result of a command, once enough replicas have both.

        Raises TooFewReplicas. If no replicas are configured, it only reads.
        """
        names, command = (keys.head(game), keys.seen(game)), seen_field(command_id)
        if self._wait[0]:
            answer, replicas = await self._connection.run_and_wait(self._wait, _CONFIRM, names, command, 1)
        else:
            answer, replicas = await self._connection.run(_CONFIRM, names, command, 0), 0
        head, seen = read_head(answer[0]), answer[1]
        if head is not None and replicas < self._wait[0]:
            raise TooFewReplicas(head.seq)
        return head, None if seen is None else SeenCommand.read(seen)

    def confirming(self) -> AbstractAsyncContextManager[None]:
        """Ends once enough replicas have everything that was stored inside; otherwise raises TooFewReplicas.

        An error waits too: "not found" after a removal must stay true. What can be rebuilt is not waited for.
        If no replicas are configured, this does nothing.
        """
        return self._confirming() if self._wait[0] else _NOTHING_TO_WAIT_FOR

    @asynccontextmanager
    async def _confirming(self) -> AsyncIterator[None]:
        with self._connection.noting_writes() as written:
            try:
                yield
            except Exception:
                await self._confirm_all(written)
                raise
        await self._confirm_all(written)

    async def _confirm_all(self, written: set[str]) -> None:
        await asyncio.gather(*map(self._confirm_server, self._connection.one_key_per_node(written)))

    async def _confirm_server(self, key: str) -> None:
        _, replicas = await self._connection.run_and_wait(self._wait, _TOUCH, [confirmation(key)])
        if replicas < self._wait[0]:
            raise TooFewReplicas
