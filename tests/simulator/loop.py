"""A deterministic event loop: virtual time, and processes that can be killed between any two awaits.

Time passes only when nothing is ready to run. Each callback belongs to the process of its context; those of a
killed process never run again, so no `finally` of it runs either, just as after SIGKILL.
"""

import asyncio
import gc
import heapq
import random
import sys
import warnings
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import Context, ContextVar, copy_context
from typing import Any, Final, Protocol, TypeVar, TypeVarTuple, cast

from service.runtime import RUNTIME, Runtime

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
START_NS: Final = 1_790_000_000 * 1_000_000_000
"""When every simulation begins: in September 2026."""
_CLOSINGS: Final = 20
"""How often a coroutine is closed that waits again in its `finally`."""
_TASKS: Final = 5000
"""How many tasks are kept before those that are done are dropped."""


class Network(Protocol):
    """Where connections lead."""

    async def connect(
        self, process: "Process", protocol: asyncio.BaseProtocol, host: str, port: int
    ) -> asyncio.Transport:
        """Open a connection, or raise OSError."""


PROCESS: Final[ContextVar["Process"]] = ContextVar("process")
"""The process that the current task belongs to; tasks of the world outside have none."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """The event loop of all simulated processes."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._now = 0.0
        self._network = network
        self._kept: list[asyncio.Task[Any]] = []
        self.set_task_factory(cast(Any, _keeping_tasks))

    def time(self) -> float:
        return self._now

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Keep a task until it is done.

        Nobody refers to what a killed process waits for. The garbage collector would close it, and so run its
        `finally` blocks, whenever it likes.
        """
        if len(self._kept) >= _TASKS:
            self._kept = [known for known in self._kept if not known.done()]
        self._kept.append(task)

    def forget(self) -> None:
        """Let go of all tasks."""
        self._kept.clear()

    async def create_connection(  # type: ignore[override]
        self, protocol_factory: Callable[[], asyncio.BaseProtocol], host: str, port: int, **_options: Any
    ) -> tuple[asyncio.Transport, asyncio.BaseProtocol]:
        """Connect to a simulated server."""
        protocol = protocol_factory()
        return await self._network.connect(PROCESS.get(), protocol, host, port), protocol

    def _run_once(self) -> None:
        """Run what is ready; if nothing is, let time pass until the next timer."""
        ready: Any = self._ready  # type: ignore[attr-defined]
        scheduled: Any = self._scheduled  # type: ignore[attr-defined]
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False
        if not ready:
            assert scheduled or self._stopping, "nothing can ever happen again"  # type: ignore[attr-defined]
            if scheduled:
                self._now = max(self._now, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self._now:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            ready.append(handle)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle.cancelled() and _is_alive(handle):
                handle._run()

    def _process_events(self, event_list: Any) -> None:
        """There are no events: the network is simulated."""

    def _write_to_self(self) -> None:
        """There are no threads that could wake the loop."""


def _keeping_tasks(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], **options: Any
) -> "asyncio.Task[T]":
    task = asyncio.Task(work, loop=loop, **options)
    cast(SimulatedLoop, loop).keep(task)
    return task


def _is_alive(handle: Any) -> bool:
    process: Process | None = handle._context.get(PROCESS)
    return process is None or process.is_alive


class Process(Runtime):
    """A simulated process: what it gets from its machine, and whether it is alive."""

    def __init__(self, name: str, seed: str, faults: "Faults | None" = None) -> None:
        self.name = name
        self.is_alive = True
        self.clock_offset_ns = 0
        self.tasks: list[asyncio.Task[Any]] = []
        self._random = random.Random(f"{seed}/{name}")
        self._faults = faults
        self._context = copy_context()
        self._context.run(self._enter)

    def _enter(self) -> None:
        PROCESS.set(self)
        RUNTIME.set(self)

    @property
    def context(self) -> Context:
        """The context in which all its code runs."""
        return self._context.copy()

    def time_ns(self) -> int:
        return START_NS + int(asyncio.get_running_loop().time() * 1e9) + self.clock_offset_ns

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    def random_bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)

    async def in_thread(self, function: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Call the function at once, between two awaits that take as long as a thread might."""
        if self._faults is None:
            return function(*arguments)
        await self._faults.at_await(self, f"thread {function.__name__}")
        result = function(*arguments)
        await self._faults.at_await(self, f"thread {function.__name__} done")
        return result

    def spawn(self, work: Coroutine[Any, Any, T], name: str | None = None) -> "asyncio.Task[T]":
        """Start a task in this process."""
        task = asyncio.get_running_loop().create_task(work, name=name, context=self.context)
        self.tasks = [known for known in self.tasks if not known.done()]
        self.tasks.append(task)
        return task

    def kill(self) -> None:
        """End it at once: nothing of it runs any more."""
        self.is_alive = False


class Faults(Protocol):
    """What may go wrong wherever a process waits."""

    def at_await(self, process: Process, what: str) -> Awaitable[None]:
        """Wait for some time; the process may die meanwhile."""


def run(network: Network, main: Coroutine[Any, Any, T], complain: Callable[[str], None]) -> T:
    """Run a simulation to its end, then drop everything that still waits, such as killed processes."""
    loop = SimulatedLoop(network)
    loop.set_exception_handler(lambda _loop, context: _complain(complain, context))
    try:
        return loop.run_until_complete(main)
    finally:
        with quietly():
            _drop(asyncio.all_tasks(loop), loop)
            loop.close()
            loop.forget()


def _complain(complain: Callable[[str], None], context: dict[str, Any]) -> None:
    """Report errors in callbacks; whether a task's error was fetched depends on the garbage collector."""
    if "callback" in context["message"]:
        complain(f"{context['message']}: {context.get('exception')!r}")


def _drop(tasks: Iterable[asyncio.Task[Any]], loop: asyncio.AbstractEventLoop) -> None:
    """Close what waits: its `finally` blocks find a world that is no more."""
    asyncio.events._set_running_loop(loop)
    try:
        for task in tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            _close(task.get_coro())
        for generator in [*loop._asyncgens]:  # type: ignore[attr-defined]
            for _ in range(_CLOSINGS):
                with suppress(Exception, StopAsyncIteration, GeneratorExit):
                    generator.aclose().send(None)
    finally:
        asyncio.events._set_running_loop(None)


@contextmanager
def quietly() -> Iterator[None]:
    """Collect the garbage that the block leaves, without a word about what it did when it was closed."""
    told = sys.unraisablehook
    sys.unraisablehook = lambda _: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
            gc.collect()
    finally:
        sys.unraisablehook = told


def _close(waiting: Any) -> None:
    for _ in range(_CLOSINGS):
        with suppress(Exception):
            waiting.close()
            return
