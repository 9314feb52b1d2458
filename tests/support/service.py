"""The service in this process, on a real Redis, and a client that speaks to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from service.app import create_app
from service.settings import Settings

PROBLEM = "application/problem+json"


@asynccontextmanager
async def service(redis_url: str, **settings: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with these settings."""
    app = create_app(Settings(redis_url=redis_url, **settings))
    transport = httpx.ASGITransport(app, raise_app_exceptions=True, client=("192.0.2.7", 4711))
    client = httpx.AsyncClient(transport=transport, base_url="http://test")
    async with app.router.lifespan_context(app), client:
        yield client


async def sign_up(client: httpx.AsyncClient, name: str = "Ada") -> tuple[str, dict[str, str]]:
    """A new player's id, and the headers with its token."""
    answer = await client.post("/v1/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["player"]["id"], bearer(answer.json()["token"])


def bearer(token: str) -> dict[str, str]:
    """The header for a token."""
    return {"Authorization": f"Bearer {token}"}


def code(answer: httpx.Response, status: int) -> str:
    """The code of a problem, which has this status."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM), answer.text
    problem = answer.json()
    assert problem["status"] == status
    assert problem.keys() - {"rule"} == {"type", "title", "status", "detail", "code", "details"}
    assert problem["type"].endswith(problem["code"])
    return str(problem["code"])
