"""The reference and the guides: every call, type and guide has its page, and every link leads somewhere."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from service.api.http.assets import WEB
from tests.support.service import service

pytestmark = pytest.mark.anyio

TEMPLATES = WEB.parent / "api" / "pages" / "templates"
DOCS = Path(__file__).parents[5] / "docs"


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, rate_burst=10_000) as client:
        yield client


async def page(client: httpx.AsyncClient, address: str) -> str:
    answer = await client.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8"), address
    return answer.text


def inner_links(text: str) -> set[str]:
    return {link.partition("#")[0] for link in re.findall(r'(?:href|src)="(/docs[^"]*)"', text)}


async def test_overview_lists_every_call_and_type(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    overview = await page(client, "/docs")
    operations = [
        each for path in document["paths"].values() for each in path.values() if isinstance(each, dict)
    ]
    assert len(operations) > 60
    for operation in operations:
        assert f'href="/docs/calls/{operation["operationId"]}"' in overview
    for name in document["components"]["schemas"]:
        assert f'href="/docs/types/{name}"' in overview


async def test_every_link_of_every_page_leads_somewhere(client: httpx.AsyncClient) -> None:
    seen: set[str] = set()
    waiting = {"/docs", "/docs/guide"}
    while waiting:
        address = waiting.pop()
        seen.add(address)
        answer = await client.get(address)
        assert answer.status_code == 200, address
        if answer.headers["content-type"].startswith("text/html"):
            waiting |= inner_links(answer.text) - seen
    assert len(seen) > 500


async def test_call_shows_parameters_body_examples_and_answers(client: httpx.AsyncClient) -> None:
    shown = await page(client, "/docs/calls/playMove")
    for part in ("POST", "/v1/games/{game_id}/moves", "dry_run", "If-Match", "/docs/types/Move", "422"):
        assert part in shown
    assert "&#34;type&#34;: &#34;choose_start_fate_tile&#34;" in shown
    assert re.search(r"scope\s+<code>play</code>\.", shown)


async def test_type_shows_fields_variants_values_and_users(client: httpx.AsyncClient) -> None:
    assert "<code>commitment</code>" in await page(client, "/docs/types/Game")
    union = await page(client, "/docs/types/BonfireMove")
    assert '<code>move_ship</code>: <a href="/docs/types/BonfireMoveShip">' in union
    assert "<code>scoring</code>" in await page(client, "/docs/types/GameStatus")
    assert 'href="/docs/types/Game"' in await page(client, "/docs/types/Seat")


async def test_every_document_is_a_page(client: httpx.AsyncClient) -> None:
    for path in DOCS.rglob("*.md"):
        name = path.relative_to(DOCS).as_posix().removesuffix("README.md").removesuffix(".md")
        shown = await page(client, f"/docs/guide/{name}".rstrip("/"))
        assert "<h1" in shown


async def test_guide_has_anchors_and_scrolling_tables(client: httpx.AsyncClient) -> None:
    shown = await page(client, "/docs/guide/api-guide")
    assert 'id="a-whole-game-with-curl"' in shown
    assert 'href="#versions"' in shown
    assert '<div class="wide" tabindex="0"><table>' in shown


async def test_link_to_a_file_that_the_server_lacks_stays_plain_text(client: httpx.AsyncClient) -> None:
    shown = await page(client, "/docs/guide")
    assert "CHANGELOG.md" not in shown
    assert "Changelog" in shown


@pytest.mark.parametrize("address", ["/docs/calls/nothing", "/docs/types/Nothing", "/docs/guide/nothing"])
async def test_unknown_page_is_not_found(client: httpx.AsyncClient, address: str) -> None:
    answer = await client.get(address)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("address", ["/docs", "/docs/calls/playMove", "/docs/guide/rules/bonfire"])
async def test_page_may_only_load_our_own_resources_and_is_cached(
    client: httpx.AsyncClient, address: str
) -> None:
    answer = await client.get(address)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    again = await client.get(address, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_no_file_of_the_pages_references_another_host() -> None:
    files = [path for path in (*(WEB / "docs").rglob("*"), *TEMPLATES.rglob("*.html")) if path.is_file()]
    assert len(files) > 5
    assert [path.name for path in files if re.search(r"https?://|//\w+\.\w+", path.read_text())] == []
