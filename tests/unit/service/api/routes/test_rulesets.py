"""The games that can be played here, with all that lies in their boxes, in four languages."""

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from domain.games import RULESETS
from schema.texts import LANGUAGES
from tests.support.service import code, service

pytestmark = pytest.mark.anyio

COUNTS = {
    "island": 14,
    "task": 66,
    "path_tile": 28,
    "fate_tile": 8,
    "board": 4,
    "bonfire_space": 7,
    "council_space": 8,
    "common_task": 5,
    "offering": 10,
    "gnome": 33,
    "guardian": 5,
    "portal_shape": 7,
    "resource": 6,
    "tile": 7,
    "player_color": 4,
    "extension": 2,
    "countdown_tile": 5,
    "tom_card": 8,
}


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, rate_per_address=0) as client:
        yield client


async def bonfire(client: httpx.AsyncClient, lang: str = "en") -> dict[str, Any]:
    answer = await client.get("/v1/rulesets/bonfire", params={"lang": lang})
    assert answer.status_code == 200, answer.text
    ruleset: dict[str, Any] = answer.json()
    return ruleset


async def test_rulesets_are_listed(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/rulesets")).json()
    assert listed["next"] is None
    assert [row["name"] for row in listed["items"]] == list(RULESETS)
    assert listed["items"][0]["players"] == [1, 2, 3, 4]


async def test_ruleset_has_players_bots_options_and_moves(client: httpx.AsyncClient) -> None:
    ruleset = await bonfire(client)
    assert (ruleset["name"], ruleset["rules"], ruleset["title"]) == ("bonfire", "bonfire/1", "Bonfire")
    assert ruleset["players"] == [1, 2, 3, 4]
    assert ruleset["bots"] == list(RULESETS["bonfire"].bots)
    options = {option["id"]: option for option in ruleset["options"]}
    assert {"auto_start", "unlisted", "rated", "clock", "on_timeout", "mixed_task_colors"} <= options.keys()
    assert options["on_timeout"]["schema"]["enum"] == ["pass", "bot:greedy", "forfeit"]
    assert (options["rated"]["default"], options["rated"]["schema"]) == (True, {"type": "boolean"})
    moves = {move["type"]: [field["id"] for field in move["fields"]] for move in ruleset["moves"]}
    assert moves["place_fate_tile"] == ["end", "anchor", "rotation"]
    assert moves["end_turn"] == []


async def test_catalogue_has_all_components(client: httpx.AsyncClient) -> None:
    components = (await bonfire(client))["components"]
    assert Counter(component["kind"] for component in components) == COUNTS
    assert len({(component["kind"], component["id"]) for component in components}) == len(components)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_everything_has_a_name_and_a_text(client: httpx.AsyncClient, lang: str) -> None:
    ruleset = await bonfire(client, lang)
    fields = [field for move in ruleset["moves"] for field in move["fields"]]
    for thing in (*ruleset["components"], *ruleset["options"], *ruleset["moves"], *ruleset["words"], *fields):
        assert thing["name"], thing
        assert thing["text"].endswith("."), thing
        assert thing["name"] != thing.get("id") or len(thing["name"]) == 1, thing


async def test_components_have_their_printed_facts_and_places(client: httpx.AsyncClient) -> None:
    ruleset = await bonfire(client)
    box = {(component["kind"], component["id"]): component for component in ruleset["components"]}
    island = box["island", "t01"]
    assert island["facts"]["routes"] == ["t02", "g_pink"]
    assert island["spot"] == {"x": 10, "y": 10}
    assert box["gnome", "specialist-07"]["facts"] == {
        "role": "specialist",
        "number": 7,
        "slug": "novice_gold",
        "resource": "blossom",
        "rule": "BF-G7",
    }
    assert box["task", "red-02"]["facts"]["needs"] == {"kind": "portals", "count": 3}
    assert box["fate_tile", "fate-1"]["facts"]["symbols"] == ["ship", "task", "guardian"]
    assert all(box["council_space", space]["spot"] for kind, space in box if kind == "council_space")
    assert [1, 2] in ruleset["printed"]["gold_cells"]
    assert ruleset["printed"]["spots"]["landing_stage"] == {"x": 50, "y": 100}


async def test_texts_are_in_the_callers_language(client: httpx.AsyncClient) -> None:
    for headers, query, lang in (
        ({}, "", "en"),
        ({"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.1"}, "", "nl"),
        ({"Accept-Language": "nl"}, "?lang=fr", "fr"),
        ({"Accept-Language": "ja"}, "", "en"),
    ):
        answer = await client.get(f"/v1/rulesets/bonfire{query}", headers=headers)
        assert answer.headers["content-language"] == lang
        assert answer.headers["vary"].split(", ")[0] == "Accept-Language"
        assert answer.json() == await bonfire(client, lang)


async def test_unchanged_ruleset_is_not_sent_again(client: httpx.AsyncClient) -> None:
    for path in ("/v1/rulesets", "/v1/rulesets/bonfire"):
        tag = (await client.get(path)).headers["etag"]
        again = await client.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        german = await client.get(path, headers={"If-None-Match": tag, "Accept-Language": "de"})
        assert german.status_code == 200


@pytest.mark.parametrize("name", ["chess", "Bonfire", "bonfire%00", "%2e%2e%2fgames", "x" * 3000])
async def test_unknown_ruleset_is_not_found(client: httpx.AsyncClient, name: str) -> None:
    assert code(await client.get(f"/v1/rulesets/{name}"), 404)


async def test_layouts_are_the_same_in_rest_and_graphql(client: httpx.AsyncClient) -> None:
    layout = "id width height phone boxes { id x y w h choosable }"
    query = f'{{ ruleset(name: "bonfire") {{ layouts {{ {layout} }} }} }}'
    answer = (await client.post("/graphql", json={"query": query})).json()
    listed = (await bonfire(client))["layouts"]
    assert answer["data"]["ruleset"]["layouts"] == listed
    assert [layout["id"] for layout in listed] == ["wide", "tall", "sea", "fire", "market", "city", "fate"]
