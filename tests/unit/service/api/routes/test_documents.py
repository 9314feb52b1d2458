"""The descriptions of the API and the first page: all from us, cached, safe in a browser."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest

from service.api.http.assets import MEDIA_TYPES, WEB
from tests.support.service import service

pytestmark = pytest.mark.anyio
OTHER_HOST = re.compile(r"https?://(?!www\.w3\.org/)|[\"'(]//\w+\.\w+")

PAGES = ("/", "/g/g_1", "/g/g_1/replay", "/p/p_1", "/top/any", "/how/any")


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


async def test_document_is_public(client: httpx.AsyncClient) -> None:
    answer = await client.get("/openapi.json")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json()["openapi"] == "3.1.0"
    assert "/v1/games/{game_id}/moves" in answer.json()["paths"]


@pytest.mark.parametrize("path", ["/openapi.json", "/", "/docs/docs.css", "/graphql/assets/graphiql.min.js"])
async def test_unchanged_document_is_not_sent_again(client: httpx.AsyncClient, path: str) -> None:
    first = await client.get(path)
    again = await client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["cache-control"] == first.headers["cache-control"]
    other = await client.get(path, headers={"If-None-Match": '"something-else"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("path", PAGES)
async def test_page_may_only_load_our_own_resources(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", PAGES)
async def test_all_files_that_a_page_references_exist(client: httpx.AsyncClient, path: str) -> None:
    page = (await client.get(path)).text
    named = set(re.findall(r'(?:src|href|spec-url)="(/[^"?]*)', page)) - {"/graphql"}
    assert named
    for address in named:
        assert (await client.get(address)).status_code == 200, address


async def test_compressed_file_is_decompressed_for_clients_without_gzip(client: httpx.AsyncClient) -> None:
    packed = await client.get("/graphql/assets/graphiql.min.js", headers={"Accept-Encoding": "gzip"})
    plain = await client.get(
        "/graphql/assets/graphiql.min.js", headers={"Accept-Encoding": "identity, gzip;q=0"}
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.headers["etag"] == plain.headers["etag"]


def test_no_page_references_another_host() -> None:
    served = [path for path in (WEB / "play").rglob("*") if path.is_file()]
    files = [path for path in served if path.suffix in MEDIA_TYPES and path.parent.name != "vendor"]
    assert files
    assert [path.name for path in files if OTHER_HOST.search(path.read_text())] == []
