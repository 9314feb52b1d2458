"""The generated modules of the clients follow the OpenAPI document, and the packages have our version."""

import json
import tomllib
from pathlib import Path

import pytest

from tools.clients.__main__ import ROOT, generated
from tools.clients.document import read
from tools.clients.python import hint
from tools.clients.typescript import shape

FRESH = "make clients"


def test_generated_modules_are_fresh() -> None:
    for path, text in generated().items():
        assert path.read_text() == text, f"{path.name} differs; {FRESH} writes it"


def test_every_call_with_a_json_answer_is_generated() -> None:
    document = json.loads((ROOT / "schema" / "openapi.json").read_text())
    names = {call.name for call in read(document).calls}
    assert {"playMove", "showRuleset", "deletePlan", "createGame"} <= names
    assert not {"followGame", "followOwnGames", "showLog", "healthz"} & names


def test_packages_have_the_version_of_the_server() -> None:
    def version_of(file: Path) -> str:
        return str(tomllib.loads(file.read_text())["project"]["version"])

    package = json.loads((ROOT / "clients" / "typescript" / "package.json").read_text())
    assert version_of(ROOT / "clients" / "python" / "pyproject.toml") == version_of(ROOT / "pyproject.toml")
    assert package["version"] == version_of(ROOT / "pyproject.toml")
    assert "dependencies" not in package


@pytest.mark.parametrize(
    "schema, python, typescript",
    [
        ({"$ref": "#/components/schemas/Game"}, "Game", "Game"),
        ({"type": "array", "items": {"type": "integer"}}, "list[int]", "number[]"),
        ({"enum": ["a", "b"], "type": "string"}, "Literal['a', 'b']", '"a" | "b"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "str | None", "string | null"),
        ({"type": ["null", "boolean"]}, "bool | None", "null | boolean"),
        ({"type": "object"}, "dict[str, object]", "Record<string, unknown>"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}},
            "list[str | float]",
            "(string | number)[]",
        ),
    ],
)
def test_schemas_become_types(schema: dict[str, object], python: str, typescript: str) -> None:
    assert (hint(schema), shape(schema)) == (python, typescript)
