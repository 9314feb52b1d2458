"""The service in this process, on a real Redis, and a client that speaks to it."""

import socket
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from schema.accounts import Scope
from service.api.http.server import ApiServer
from service.app import create_app
from service.settings import Settings
from tests.support.processes import REDIS_SECONDS, eventually

PROBLEM = "application/problem+json"
ADDRESS = "192.0.2.7"
METRICS_TOKEN = "a-token-for-metrics"
FREELY: dict[str, Any] = {
    "rate_per_token": 0,
    "rate_per_address": 0,
    "signup_rate": 0,
    "recovery_rate": 0,
    "streams_per_caller": 10_000,
    "signups_per_day": 0,
    "invitation_rate": 0,
    "join_rate": 0,
    "undo_rate": 0,
    "games_per_player": 10_000,
    "bots_only_games": True,
}
"""Settings for tests that are about something else than rates."""


@asynccontextmanager
async def service(
    redis_url: str, *, routes: tuple[BaseRoute, ...] = (), address: str = ADDRESS, **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with these settings and, beside its own, these routes."""
    defaults: dict[str, Any] = {
        "metrics_token": METRICS_TOKEN,
        "probe_seconds": 0,
        "redis_seconds": float(REDIS_SECONDS),
    }
    app = create_app(Settings(redis_url=redis_url, **{**defaults, **settings}))
    app.router.routes.extend(routes)
    transport = httpx.ASGITransport(app, client=(address, 4711))
    client = httpx.AsyncClient(transport=transport, base_url="http://test")
    async with app.router.lifespan_context(app), client:
        yield client


@contextmanager
def served(
    redis_url: str, *, send_buffer: int = 0, proxies: str = "127.0.0.1", **settings: Any
) -> Iterator[tuple[str, int]]:
    """A real server in a thread: its host and port. The kernel keeps `send_buffer` bytes for slow readers.

    As a rule it says nothing of requests: a stream may end when no test is there to hear of it.
    """
    defaults = {
        "redis_seconds": float(REDIS_SECONDS),
        "log_level": "warning",
        "metrics_token": METRICS_TOKEN,
        "probe_seconds": 0,
        "drain_seconds": 0,
    }
    configured = Settings(redis_url=redis_url, **{**defaults, **settings})
    server = ApiServer(create_app(configured), configured, forwarded_allow_ips=proxies)
    with socket.socket() as listener:
        if send_buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            eventually(lambda: server.started)
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join()


async def sign_up(client: httpx.AsyncClient, name: str = "Ada") -> tuple[str, dict[str, str]]:
    """A new player's id, and the header with its token."""
    answer = await client.post("/v1/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["player"]["id"], bearer(answer.json()["token"])


async def granted(
    client: httpx.AsyncClient, player: str, scopes: Iterable[Scope] = Scope, until: datetime | None = None
) -> dict[str, str]:
    """The header with a token of a player that has these scopes, as the operator gives it."""
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)
    app = transport.app
    assert isinstance(app, Starlette)
    return bearer(await app.state.collaborators.players.grant(player, tuple(scopes), until))


async def metrics(client: httpx.AsyncClient) -> str:
    """The metrics of a service."""
    answer = await client.get("/metrics", headers=bearer(METRICS_TOKEN))
    assert answer.status_code == 200, answer.text
    return answer.text


def bearer(token: str) -> dict[str, str]:
    """The header for a token."""
    return {"Authorization": f"Bearer {token}"}


def code(answer: httpx.Response, status: int) -> str:
    """The code of a problem, which has this status."""
    assert (answer.status_code, answer.headers.get("content-type")) == (status, PROBLEM), answer.text
    problem = answer.json()
    assert problem["status"] == status
    assert problem.keys() - {"rule"} == {"type", "title", "status", "detail", "code", "details"}
    assert problem["type"].endswith(problem["code"])
    assert "Traceback" not in answer.text
    return str(problem["code"])
