"""Pages of other origins: let in if configured, else not told that they may read anything."""

import httpx
import pytest

from service.settings import SettingsError, load
from tests.support.service import service

pytestmark = pytest.mark.anyio

OURS, OTHER = "https://play.example.org", "https://evil.example.org"
PREFLIGHT = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, if-match",
}


def allowed(answer: httpx.Response) -> str | None:
    origin: str | None = answer.headers.get("access-control-allow-origin")
    return origin


async def test_without_origins_nothing_is_said(redis_url: str) -> None:
    async with service(redis_url) as client:
        answer = await client.get("/v1/games", headers={"Origin": OURS})
        assert (answer.status_code, allowed(answer)) == (200, None)
        answer = await client.options("/v1/games", headers={"Origin": OURS, **PREFLIGHT})
        assert (answer.status_code, allowed(answer)) == (204, None)


async def test_a_configured_origin_may_call_and_read(redis_url: str) -> None:
    async with service(redis_url, cors_origins=f"https://a.example,{OURS}") as client:
        answer = await client.options("/v1/games", headers={"Origin": OURS, **PREFLIGHT})
        assert (answer.status_code, allowed(answer)) == (200, OURS)
        assert "POST" in answer.headers["access-control-allow-methods"]
        assert {"Authorization", "If-Match", "Idempotency-Key"} <= {
            *answer.headers["access-control-allow-headers"].split(", ")
        }
        assert "ratelimit-limit" not in answer.headers, "the browser's question is not the caller's"
        answer = await client.get("/v1/games", headers={"Origin": OURS})
        assert allowed(answer) == OURS
        assert "ETag" in answer.headers["access-control-expose-headers"]
        assert "Origin" in answer.headers["vary"]


async def test_a_problem_can_be_read_too(redis_url: str) -> None:
    async with service(redis_url, cors_origins=OURS) as client:
        answer = await client.get("/v1/me", headers={"Origin": OURS})
        assert (answer.status_code, allowed(answer)) == (401, OURS)


@pytest.mark.parametrize(
    "origin", [OTHER, "null", OURS.upper(), f"{OURS}.evil.example", "http://play.example.org"]
)
async def test_another_origin_is_not_told_that_it_may(redis_url: str, origin: str) -> None:
    async with service(redis_url, cors_origins=OURS) as client:
        answer = await client.get("/v1/games", headers={"Origin": origin})
        assert (answer.status_code, allowed(answer)) == (200, None)
        assert "Origin" in answer.headers["vary"]
        answer = await client.options("/v1/games", headers={"Origin": origin, **PREFLIGHT})
        assert (answer.status_code, allowed(answer)) == (400, None)


async def test_all_origins_can_be_let_in_but_never_with_cookies(redis_url: str) -> None:
    async with service(redis_url, cors_origins="*") as client:
        answer = await client.get("/v1/games", headers={"Origin": OTHER})
        assert allowed(answer) == "*"
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(
    "text", ["example.org", "https://a.example/", "https://a.example;https://b.example", "*,x"]
)
def test_what_is_no_origin_stops_the_start(text: str) -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_CORS_ORIGINS"):
        load({"EMBERLOG_CORS_ORIGINS": text})
