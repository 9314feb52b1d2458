"""The web client's page and files: one page at each address, files that never change at theirs."""

import hashlib
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from service.api.http.assets import WEB
from service.api.routes.web import client as web_client
from tests.support.service import service

pytestmark = pytest.mark.anyio
VENDOR = WEB / "play" / "vendor"


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


async def test_every_page_answers_with_the_same_document(client: httpx.AsyncClient) -> None:
    start = await client.get("/", headers={"Accept": "text/html"})
    assert f"/web/{web_client().digest}/main.js" in start.text
    assert "{{" not in start.text
    for address in ("/g/g_1", "/g/g_1/replay", "/p/p_1", "/top/any", "/how/any"):
        assert (await client.get(address)).text == start.text
    for address in ("/g", "/g/g_1/other", "/p", "/home", "/web", "/index.html"):
        assert (await client.get(address)).status_code == 404


async def test_files_are_immutable_at_the_address_of_this_release_and_not_found_at_others(
    client: httpx.AsyncClient,
) -> None:
    built = web_client()
    assert {"main.js", "play.css", "table/table.js", "texts/en.json", "icon.svg"} <= built.files.keys()
    for name in ("main.js", "table/table.js", "texts/de.json", "icon.svg", "app.webmanifest"):
        answer = await client.get(f"/web/{built.digest}/{name}")
        assert (answer.status_code, answer.headers["cache-control"]) == (
            200,
            "public, max-age=31536000, immutable",
        )
        assert (await client.get(f"/web/0000/{name}")).status_code == 404
    for name in ("index.html", "README.md", "openapi.d.ts", "vendor/SHA256SUMS", "../docs/docs.css"):
        assert (await client.get(f"/web/{built.digest}/{name}")).status_code == 404


async def test_programs_that_ask_for_json_get_an_index_of_links(client: httpx.AsyncClient) -> None:
    index = (await client.get("/v1")).json()
    start = await client.get("/", headers={"Accept": "application/json"})
    assert start.json() == index
    assert "Accept" in start.headers["vary"]
    for name, address in index.items():
        answer = await client.get(address, params={"name": "a"} if name == "players" else {})
        assert answer.status_code in {200, 400, 401}, address


async def test_page_is_sent_again_only_when_it_changed(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    again = await client.get("/g/g_1", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


def test_vendored_module_is_the_recorded_one_and_has_its_licences() -> None:
    digest, name = (VENDOR / "SHA256SUMS").read_text().split()
    assert (name, digest) == ("preact.js", hashlib.sha256((VENDOR / "preact.js").read_bytes()).hexdigest())
    banner = (VENDOR / "preact.js").read_text().splitlines()[0]
    assert re.match(r"/\*! Preact 11\.\d+\.\d+, htm 3\.1\.1, @preact/signals 2\.", banner)
    assert {path.name for path in VENDOR.glob("LICENSE-*")} == {
        "LICENSE-preact.txt",
        "LICENSE-htm.txt",
        "LICENSE-signals.txt",
    }
