"""Two streams of events as one."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress


async def merged(leading: AsyncGenerator[bytes], other: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """The events of both in the order in which they come, until the leading one ends.

    Neither is read further ahead than one event, so a slow reader slows both down.
    """
    waiting = {_next(each): each for each in (leading, other)}
    try:
        while leading in waiting.values():
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                source = waiting.pop(task)
                with suppress(StopAsyncIteration):
                    yield task.result()
                    waiting[_next(source)] = source
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for each in (leading, other):
            await each.aclose()


def _next(events: AsyncGenerator[bytes]) -> asyncio.Task[bytes]:
    async def one() -> bytes:
        return await anext(events)

    return asyncio.create_task(one())
