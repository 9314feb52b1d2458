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


async def test_no_cors_headers_without_configured_origins(redis_url: str) -> None:
    async with service(redis_url) as client:
        answer = await client.get("/v1/games", headers={"Origin": OURS})
        assert (answer.status_code, allowed(answer)) == (200, None)
        answer = await client.options("/v1/games", headers={"Origin": OURS, **PREFLIGHT})
        assert (answer.status_code, allowed(answer)) == (204, None)


async def test_configured_origin_may_call_the_api_and_read_answers(redis_url: str) -> None:
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


async def test_configured_origin_may_read_problems(redis_url: str) -> None:
    async with service(redis_url, cors_origins=OURS) as client:
        answer = await client.get("/v1/me", headers={"Origin": OURS})
        assert (answer.status_code, allowed(answer)) == (401, OURS)


@pytest.mark.parametrize(
    "origin", [OTHER, "null", OURS.upper(), f"{OURS}.evil.example", "http://play.example.org"]
)
async def test_other_origin_is_not_allowed(redis_url: str, origin: str) -> None:
    async with service(redis_url, cors_origins=OURS) as client:
        answer = await client.get("/v1/games", headers={"Origin": origin})
        assert (answer.status_code, allowed(answer)) == (200, None)
        assert "Origin" in answer.headers["vary"]
        answer = await client.options("/v1/games", headers={"Origin": origin, **PREFLIGHT})
        assert (answer.status_code, allowed(answer)) == (400, None)


async def test_all_origins_can_be_allowed_but_never_with_cookies(redis_url: str) -> None:
    async with service(redis_url, cors_origins="*") as client:
        answer = await client.get("/v1/games", headers={"Origin": OTHER})
        assert allowed(answer) == "*"
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(
    "text", ["example.org", "https://a.example/", "https://a.example;https://b.example", "*,x"]
)
def test_invalid_origin_prevents_the_start(text: str) -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_CORS_ORIGINS"):
        load({"EMBERLOG_CORS_ORIGINS": text})
