"""What every resource can do: HEAD, OPTIONS, and saying that it will be gone."""

from datetime import UTC, datetime, timedelta, timezone

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from schema.operations import Deprecated
from service.api.http.answers import answer
from service.api.routes import ROUTES
from service.api.routes.resource import ApiResource, reads, resource
from service.errors import NotFound
from tests.support.games import a_game
from tests.support.service import code, service

pytestmark = pytest.mark.anyio

RESOURCES = [route for route in ROUTES if isinstance(route, ApiResource)]
GONE = Deprecated(
    since=datetime(2026, 1, 1, tzinfo=UTC),
    sunset=datetime(2026, 7, 1, 2, tzinfo=timezone(timedelta(hours=2))),
    link="/docs#old",
)


async def old(_: Request) -> Response:
    """Something that others do better."""
    return answer({})


async def older(_: Request) -> Response:
    """Something that is nowhere."""
    raise NotFound(kind="thing")


async def test_options_lists_the_methods(redis_url: str) -> None:
    async with service(redis_url, rate_per_address=0) as client:
        for route in RESOURCES:
            found = await client.options(route.path)
            allowed = {"OPTIONS", *route.operations} | ({"HEAD"} if "GET" in route.operations else set())
            assert (found.status_code, found.content) == (204, b"")
            assert found.headers["allow"] == ", ".join(sorted(allowed))


def without_what_changes(found: httpx.Response) -> dict[str, str]:
    changing = ("x-request-id", "ratelimit", "server-time", "transfer-encoding")
    return {name: value for name, value in found.headers.items() if not name.startswith(changing)}


async def test_head_returns_get_without_the_body(redis_url: str) -> None:
    async with service(redis_url) as client:
        table = await a_game(client)
        for path in ("/v1/games", table.path, f"{table.path}/events", "/openapi.json", "/", "/healthz"):
            plain = {"Accept-Encoding": "identity"}
            get, head = await client.get(path, headers=plain), await client.head(path, headers=plain)
            assert head.status_code == get.status_code == 200
            assert without_what_changes(head) == without_what_changes(get)


async def test_every_answer_with_an_etag_supports_304(redis_url: str) -> None:
    async with service(redis_url) as client:
        table = await a_game(client)
        client.headers.update(table.headers[0])
        tagged = (table.path, f"{table.path}/moves", "/v1/rulesets", "/v1/rulesets/bonfire", "/openapi.json")
        for path in (*tagged, "/asyncapi.json", "/graphql/assets/start.js"):
            first = await client.get(path)
            for known in (
                first.headers["etag"],
                f"W/{first.headers['etag']}",
                f'"x", {first.headers["etag"]}',
                "*",
            ):
                again = await client.get(path, headers={"If-None-Match": known})
                assert (again.status_code, again.content) == (304, b""), (path, known)
                assert again.headers["etag"] == first.headers["etag"]


async def test_head_of_a_stream_ends(redis_url: str) -> None:
    async with service(redis_url) as client:
        table = await a_game(client)
        lines = {"Accept": "application/x-ndjson"}
        found = await client.head(f"{table.path}/events", headers=lines)
        assert (found.status_code, found.headers["content-type"], found.content) == (
            200,
            lines["Accept"],
            b"",
        )
        assert "content-length" not in found.headers
        found = await client.head(f"{table.path}/stream")
        assert (found.status_code, found.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")


async def test_deprecated_route_says_so_in_every_answer(redis_url: str) -> None:
    routes = (
        resource("/old", get=reads(old, scope=None, deprecated=GONE)),
        resource("/older", get=reads(older, scope=None, deprecated=Deprecated(since=GONE.since))),
    )
    async with service(redis_url, routes=routes) as client:
        found = await client.get("/old")
        assert found.headers["deprecation"] == f"@{int(GONE.since.timestamp())}"
        assert found.headers["sunset"] == "Wed, 01 Jul 2026 00:00:00 GMT"
        assert found.headers["link"] == '</docs#old>; rel="deprecation"; type="text/html"'
        found = await client.get("/older")
        assert code(found, 404) == "not_found"
        assert "deprecation" in found.headers
        assert "sunset" not in found.headers
        assert "deprecation" not in (await client.get("/healthz")).headers


async def test_null_as_a_query_value_is_malformed(redis_url: str) -> None:
    async with service(redis_url) as client:
        for query in ("status=null", "status=NULL"):
            assert code(await client.get(f"/v1/games?{query}"), 400) == "malformed"
