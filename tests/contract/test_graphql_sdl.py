"""The schema in its own language is a file of the repository, and the same as the code."""

from pathlib import Path

from graphql import build_schema
from graphql.utilities import find_breaking_changes

from schema.graphql.limits import Limits
from schema.graphql.schema import schema

SNAPSHOT = Path(__file__).parents[2] / "schema" / "schema.graphql"


def test_the_file_is_equal_to_the_code() -> None:
    update = "python -m schema.graphql > schema/schema.graphql"
    assert SNAPSHOT.read_text() == f"{schema(Limits())}\n", f"the schema has changed; if it should: {update}"


def test_the_file_is_a_schema() -> None:
    made = build_schema(SNAPSHOT.read_text())
    assert find_breaking_changes(made, build_schema(str(schema(Limits())))) == []
