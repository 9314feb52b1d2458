"""The page about GraphQL: its operations can be asked, and the fields that it names take what it says."""

import re
from pathlib import Path

import pytest
from graphql import DocumentNode, GraphQLObjectType, build_schema, parse, validate

ROOT = Path(__file__).parents[3]
SCHEMA = build_schema((ROOT / "schema" / "schema.graphql").read_text())
PAGES = {page.name: page.read_text() for page in (ROOT / "docs").glob("*.md")}
BOX = re.compile(r"^```graphql\n(.*?)^```", re.MULTILINE | re.DOTALL)
OPERATIONS = [
    operation for page in PAGES.values() for box in BOX.findall(page) for operation in parse(box).definitions
]
NAMED = re.findall(r"`(\w+)\((\w+(?:, \w+)*)\)`", PAGES["graphql.md"])


def test_operations_and_fields_are_found() -> None:
    assert len(OPERATIONS) >= 4
    assert len(NAMED) >= 4


@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_every_operation_on_the_page_is_valid_in_the_schema(number: int) -> None:
    assert validate(SCHEMA, DocumentNode(definitions=(OPERATIONS[number],))) == []


@pytest.mark.parametrize("name,arguments", NAMED)
def test_every_field_on_the_page_takes_the_named_arguments(name: str, arguments: str) -> None:
    roots = (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type)
    fields = [
        root.fields[name] for root in roots if isinstance(root, GraphQLObjectType) and name in root.fields
    ]
    assert len(fields) == 1
    assert set(arguments.split(", ")) <= set(fields[0].args)
