"""`emberlog api` as processes of their own, as in production."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.support.processes import PATIENCE, eventually, free_port, running

FREELY = {
    "rate_per_token": "0",
    "rate_per_address": "0",
    "signup_rate": "0",
    "signups_per_day": "0",
    "streams_per_caller": "10000",
    "undo_rate": "0",
    "games_per_player": "10000",
    "bots_only_games": "true",
}


@contextmanager
def api(redis_url: str, output: Path, **settings: str) -> Iterator[str]:
    """An API process on a Redis: its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    options = {"redis_url": redis_url, "port": str(port), "drain_seconds": "0", **FREELY, **settings}
    with running("api", output=output / f"api-{port}.log", **options) as process:
        eventually(lambda: process.poll() is not None or answers(address))
        assert process.poll() is None, (output / f"api-{port}.log").read_text()
        yield address


def answers(address: str) -> bool:
    """Whether the API answers."""
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def client_of(*addresses: str) -> list[httpx.AsyncClient]:
    """A client for each address, with as many connections as there are requests."""
    limits = httpx.Limits(max_connections=None)
    return [httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) for address in addresses]
