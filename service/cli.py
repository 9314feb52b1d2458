"""The `emberlog` command: one row for each subcommand, a few lines each; they import what they need."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from service.settings import Settings, SettingsError, load, masked, rows


def serve(settings: Settings, _: argparse.Namespace) -> int:
    """The whole system on this machine."""
    from service import supervisor
    from service.embedded import EmbeddedError

    try:
        supervisor.serve(settings, report=lambda line: print(line, flush=True))
    except EmbeddedError as error:
        return _fail(error)
    return 0


def api(settings: Settings, _: argparse.Namespace) -> int:
    """The HTTP API alone."""
    import uvicorn

    from service.app import create_app

    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return 0


def worker(_settings: Settings, _: argparse.Namespace) -> int:
    """A worker that takes jobs from the queues."""
    return _become("workers.run")


def sweeper(_settings: Settings, _: argparse.Namespace) -> int:
    """The sweeper, which enqueues again what is overdue."""
    return _become("workers.sweeper")


def config(settings: Settings, _: argparse.Namespace) -> int:
    """Every setting with its meaning and present value."""
    for row in rows(settings):
        print(f"{row.variable} = {row.value}{' (default)' if row.is_default else ''}\n    {row.meaning}")
    print(f"\nDurability: {_durability(settings)}.")
    return 0


class Command(NamedTuple):
    """A subcommand; the docstring of its function is its help. All but a few want a Redis URL."""

    run: Callable[[Settings, argparse.Namespace], int]
    needs_redis: bool = True
    add_arguments: Callable[[argparse.ArgumentParser], object] = lambda _: None


COMMANDS = {
    "serve": Command(serve, needs_redis=False),
    "api": Command(api),
    "worker": Command(worker),
    "sweeper": Command(sweeper),
    "config": Command(config, needs_redis=False),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; the exit code is 2 when a setting or argument is wrong."""
    chosen = _parser().parse_args(arguments)
    command = COMMANDS[chosen.command]
    try:
        settings = load(os.environ)
        if command.needs_redis:
            _ = settings.redis  # refuses when there is none
        return command.run(settings, chosen)
    except SettingsError as error:
        return _fail(error)
    except BrokenPipeError:
        # The reader of a pipe has seen enough; Python would complain once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("emberlog", description="An event-sourced game server.")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name, command in COMMANDS.items():
        text = command.run.__doc__
        command.add_arguments(commands.add_parser(name, help=text, description=text))
    return parser


def _become(module: str) -> int:
    """Go on as another module of ours: `service` does not import `workers`."""
    os.execv(sys.executable, [sys.executable, "-m", module])  # noqa: S606 -- no shell, nothing to quote


def _durability(settings: Settings) -> str:
    from service.durability import promise
    from service.embedded import OPTIONS

    if settings.redis_url is None:
        return f"embedded Redis: {promise(OPTIONS, settings.wait_replicas)}"
    import asyncio

    return asyncio.run(_durability_of(settings.redis_url, settings.wait_replicas))


async def _durability_of(url: str, wait_replicas: int) -> str:
    from service.durability import promise
    from service.readiness import disk_settings
    from service.store import Link, Unavailable, connect

    link = Link(connect(url, connections=1, timeout=2))
    try:
        return promise(await disk_settings(link), wait_replicas)
    except Unavailable:
        return f"unknown, {masked(url)} cannot be reached"
    finally:
        await link.client.aclose()


def _fail(error: Exception) -> int:
    print(f"emberlog: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
