"""No client that was written, or generated, by the OpenAPI document of the last release breaks."""

import json
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from service.api.openapi import openapi
from service.api.routes import ROUTES
from tests.support.breaking import broken

ROOT = Path(__file__).parents[2]
RELEASED: dict[str, Any] = json.loads((ROOT / "schema" / "released" / "openapi.json").read_text())
REMEDY = """a client that was written for the last release would break:
{broken}
Keep what was there beside what is new, and mark it as deprecated: see "Changes of the API" in
CONTRIBUTING.md."""

Document = dict[str, Any]


def test_no_client_of_the_last_release_breaks() -> None:
    found = broken(RELEASED, openapi(ROUTES))
    assert not found, REMEDY.format(broken="\n".join(f"* {each}" for each in found))


def test_stored_released_document_is_that_of_the_last_release() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert RELEASED["info"]["version"] == version, "a release moves both: see CONTRIBUTING.md"


def operation(document: Document, path: str = "/v1/games", method: str = "get") -> Any:
    return document["paths"][path][method]


def parameter(document: Document, name: str) -> Any:
    return next(each for each in operation(document)["parameters"] if each.get("name") == name)


def type_(document: Document, name: str) -> Any:
    return document["components"]["schemas"][name]


def content(document: Document, path: str = "/v1/games", method: str = "get", status: str = "200") -> Any:
    return operation(document, path, method)["responses"][status]["content"]


BREAKS: dict[str, tuple[Callable[[Document], Any], str]] = {
    "path": (lambda d: d["paths"].pop("/v1/games"), "GET /v1/games is gone"),
    "operation": (lambda d: d["paths"]["/v1/games"].pop("post"), "POST /v1/games is gone"),
    "operation id": (lambda d: operation(d).update(operationId="games"), "another operationId"),
    "tag": (lambda d: operation(d).update(tags=["table"]), "another tags"),
    "token": (lambda d: operation(d).update(security=[{"bearer": []}]), "needs a token"),
    "parameter": (lambda d: operation(d)["parameters"].pop(0), "is gone"),
    "parameter required": (
        lambda d: parameter(d, "player").update(required=True),
        "query player is required",
    ),
    "parameter added": (
        lambda d: operation(d)["parameters"].append(
            {"name": "x", "in": "query", "required": True, "schema": {"type": "string"}}
        ),
        "query x is required",
    ),
    "parameter narrowed": (lambda d: parameter(d, "first")["schema"].update(maximum=50), "maximum is 50"),
    "pattern": (lambda d: parameter(d, "player")["schema"].update(pattern="^x$"), "pattern is ^x$"),
    "value of a request": (
        lambda d: type_(d, "GameStatus")["enum"].remove("active"),
        "takes no value 'active'",
    ),
    "only some values": (lambda d: parameter(d, "ruleset")["schema"].update(enum=["bonfire"]), "any other"),
    "body": (lambda d: operation(d, method="post").pop("requestBody"), "application/json is gone"),
    "body required": (
        lambda d: operation(d, "/v1/games/{game_id}/undo", "post")["requestBody"].update(required=True),
        "a body is required",
    ),
    "field of a request": (lambda d: type_(d, "NewGame")["properties"].pop("options"), "options is gone"),
    "field required": (lambda d: type_(d, "NewGame")["required"].append("options"), "options is required"),
    "field added": (
        lambda d: type_(d, "NewGame")["required"].append("colour"),
        "colour is required",
    ),
    "type of a request": (
        lambda d: type_(d, "NewGame")["properties"].update(seats={"type": "integer"}),
        "takes no array",
    ),
    "move": (lambda d: type_(d, "BonfireMove")["oneOf"].pop(0), "takes no object of the type"),
    "status": (lambda d: operation(d, method="post")["responses"].pop("201"), "no longer answered"),
    "header": (
        lambda d: operation(d, method="post")["responses"]["201"]["headers"].pop("Location"),
        "Location is gone",
    ),
    "media type": (
        lambda d: content(d, "/v1/games/{game_id}/events").pop("application/x-ndjson"),
        "application/x-ndjson is gone",
    ),
    "field of an answer": (lambda d: type_(d, "Game")["properties"].pop("hash"), "hash is gone"),
    "field may be missing": (lambda d: type_(d, "Game")["required"].remove("hash"), "hash may be missing"),
    "null in an answer": (
        lambda d: type_(d, "Game")["properties"].update(hash={"type": ["string", "null"]}),
        "hash may be null",
    ),
    "deep in an answer": (
        lambda d: type_(d, "Seat")["properties"].pop("resigned"),
        "resigned is gone",
    ),
    "values of an answer": (
        lambda d: type_(d, "GameStatus").pop("enum"),
        "may have any value",
    ),
}


@pytest.mark.parametrize("kind", BREAKS)
def test_breaking_changes_are_detected(kind: str) -> None:
    change, told = BREAKS[kind]
    present = deepcopy(RELEASED)
    change(present)
    found = broken(RELEASED, present)
    assert any(told in each for each in found), found


def test_removed_type_is_a_breaking_change_even_if_unused() -> None:
    grown = deepcopy(RELEASED)
    grown["components"]["schemas"]["Unused"] = {"type": "string"}
    assert broken(grown, RELEASED) == ["the type Unused is gone"]
    assert broken(RELEASED, grown) == []


def _grown(document: Document) -> None:
    """All that may be added at any time."""
    document["paths"]["/v1/new"] = {"get": operation(document)}
    operation(document)["parameters"].append({"name": "x", "in": "query", "schema": {"type": "string"}})
    operation(document)["responses"]["410"] = {"description": "Gone."}
    parameter(document, "first")["schema"]["maximum"] = 200
    type_(document, "NewGame")["properties"]["colour"] = {"type": "string"}
    type_(document, "Game")["properties"]["colour"] = {"type": "string"}
    type_(document, "Game")["required"].append("colour")
    type_(document, "Game")["properties"]["hash"]["deprecated"] = True
    type_(document, "GameStatus")["enum"].append("paused")
    type_(document, "BonfireEvent")["oneOf"].append(
        {"type": "object", "properties": {"type": {"enum": ["sang"]}}, "required": ["type"]}
    )


def test_additions_and_deprecations_are_not_breaking() -> None:
    present = deepcopy(RELEASED)
    _grown(present)
    assert broken(RELEASED, present) == []
