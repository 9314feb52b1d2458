"""The schema in its own language is a file of the repository, the same as the code, and breaks no client."""

import re
import tomllib
from pathlib import Path

import pytest
from graphql import build_schema
from graphql.utilities import find_breaking_changes

from schema.graphql.limits import Limits
from schema.graphql.schema import schema

ROOT = Path(__file__).parents[2]
SNAPSHOT = ROOT / "schema" / "schema.graphql"
RELEASED = ROOT / "schema" / "released" / "schema.graphql"
REMEDY = """a client that was written for the last release would break:
{broken}
Keep what was there beside what is new, and mark it as deprecated: on a struct's field
`Meta(description="Use ….", extra_json_schema={{"deprecated": True}})`,
on any other `field_of(…, deprecated="Use ….")`. See "Changes of the API" in CONTRIBUTING.md."""


def broken(released: str, present: str) -> list[str]:
    """What a client of the released schema would miss in the present one."""
    changes = find_breaking_changes(build_schema(released), build_schema(present))
    return [f"{change.type.name}: {change.description}" for change in changes]


def test_stored_file_equals_the_schema_of_the_code() -> None:
    update = "python -m schema.graphql > schema/schema.graphql"
    assert SNAPSHOT.read_text() == f"{schema(Limits())}\n", f"the schema has changed; if it should: {update}"


def test_no_client_of_the_last_release_breaks() -> None:
    found = broken(RELEASED.read_text(), str(schema(Limits())))
    assert not found, REMEDY.format(broken="\n".join(f"* {each}" for each in found))


def test_stored_released_schema_is_that_of_the_last_release() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    first_line = RELEASED.read_text().partition("\n")[0]
    assert first_line == f"# Emberlog {version}", "a release moves both: see CONTRIBUTING.md"
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    releases = [heading.split()[0] for heading in headings if heading != "Unreleased"]
    assert releases[:1] in ([], [version]), "the newest release of CHANGELOG.md is another one"


@pytest.mark.parametrize(
    "was, now, what",
    [
        ("  commitment: String!\n", "", "FIELD_REMOVED"),
        ("  commitment: String!\n", "  commitment: String\n", "FIELD_CHANGED_KIND"),
        ("  LOBBY\n", "", "VALUE_REMOVED_FROM_ENUM"),
        ("    first: Int! = 20\n", "    last: Int! = 20\n", "ARG_REMOVED"),
        ("    first: Int! = 20\n", '    first: String! = "20"\n', "ARG_CHANGED_KIND"),
        ("union BonfireEvent = GameCreated | ", "union BonfireEvent = ", "TYPE_REMOVED_FROM_UNION"),
        (
            "input BonfireBuildPathInput {\n",
            "input BonfireBuildPathInput {\n  x: Int!\n",
            "REQUIRED_INPUT_FIELD_ADDED",
        ),
    ],
)
def test_breaking_changes_are_detected(was: str, now: str, what: str) -> None:
    released = RELEASED.read_text()
    assert was in released
    assert any(each.startswith(what) for each in broken(released, released.replace(was, now)))


def test_additions_and_deprecations_are_not_breaking() -> None:
    released = RELEASED.read_text()
    field = "  commitment: String!\n"
    grown = released.replace(
        field, '  commitment: String! @deprecated(reason: "Use `seal`.")\n  seal: String!\n'
    )
    assert broken(released, grown) == []
