"""GraphQL, judged by tools that others made."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis.graphql import nodes

from service.operations.embedded import EmbeddedRedis
from tests.support.games import a_game
from tests.support.node import script
from tests.support.processes import PATIENCE
from tests.support.service import served

SNAPSHOT = Path(__file__).parents[2] / "schema" / "schema.graphql"
ANYTHING: dict[str, Any] = {
    "rate_per_token": 0,
    "rate_per_address": 0,
    "signup_rate": 0,
    "log_level": "error",
    "graphql_depth": 50,
    "graphql_tokens": 100_000,
    "graphql_cost": 10**6,
}

schemathesis.graphql.scalar("DateTime", st.datetimes().map(lambda at: nodes.String(f"{at.isoformat()}Z")))
SCHEMA = schemathesis.graphql.from_path(SNAPSHOT)


@pytest.fixture(scope="module")
def address(redis_server: EmbeddedRedis) -> Iterator[str]:
    with served(redis_server.url, **ANYTHING) as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture(scope="module")
def headers(address: str) -> dict[str, str]:
    token = httpx.post(f"{address}/v1/players", json={"name": "Ada"}, timeout=PATIENCE).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def test_it_is_graphql_over_http_as_the_specification_wants_it(address: str) -> None:
    told = json.loads(script("graphql-audit.mjs", f"{address}/graphql"))
    assert told["audits"] > 50
    assert told["wrong"] == 0


def test_a_client_made_by_others_follows_a_game(address: str) -> None:
    async def played() -> tuple[str, list[Any]]:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
            table = await a_game(client)
            await table.play_on(9)
            entries = (await client.get(f"{table.path}/events", params={"first": 100})).json()["items"]
            return table.id, [[entry["seq"], entry["hash"]] for entry in entries]

    game, entries = asyncio.run(played())
    token = httpx.post(f"{address}/v1/players", json={"name": "Ada"}, timeout=PATIENCE).json()["token"]
    url = address.replace("http", "ws", 1) + "/graphql"
    first = json.loads(script("graphql-follow.mjs", url, token, game, "0", "5"))
    rest = json.loads(script("graphql-follow.mjs", url, token, game, "5", "7"))
    assert first + rest == entries


@SCHEMA.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_operation_makes_the_server_fail(case: Any, address: str, headers: dict[str, str]) -> None:
    """Some operations fit the schema and some do not quite."""
    answer = case.call(base_url=f"{address}/graphql", headers=headers)
    told = json.loads(answer.content)
    assert answer.status_code == 200, told
    assert told.keys() & {"data", "errors"}
    for error in told.get("errors", ()):
        assert error.get("extensions", {}).get("code") != "internal_error", error
        assert "path" not in error or "code" in error["extensions"], error
