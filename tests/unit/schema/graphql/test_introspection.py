"""Answers to questions about the schema: made once, then kept."""

import pytest
from graphql import get_introspection_query, parse

from schema.graphql.introspection import KEPT, Introspections
from tests.support.graphql import SCHEMA

pytestmark = pytest.mark.anyio


async def test_standard_introspection_query_is_executed_once_and_then_cached() -> None:
    introspections, whole = Introspections(SCHEMA), get_introspection_query()
    first = await introspections.answer(parse(whole), None, {})
    again = await introspections.answer(parse(f"# a comment changes nothing\n{whole}"), None, {})
    assert first.data is not None
    assert again.data is first.data


async def test_answers_depend_on_operation_and_variables() -> None:
    introspections = Introspections(SCHEMA)
    document = parse(
        "query A($name: String!) { __type(name: $name) { name } } query B { __schema { queryType { name } } }"
    )
    asked = [("A", {"name": "Game"}), ("A", {"name": "Query"}), ("B", {})]
    answers = [await introspections.answer(document, *each) for each in asked]
    assert [answer.data for answer in answers] == [
        {"__type": {"name": "Game"}},
        {"__type": {"name": "Query"}},
        {"__schema": {"queryType": {"name": "Query"}}},
    ]


async def test_number_of_cached_answers_is_limited() -> None:
    introspections = Introspections(SCHEMA)
    first = parse("{ __schema { queryType { name } } }")
    before = await introspections.answer(first, None, {})
    for n in range(KEPT):
        await introspections.answer(parse(f"{{ a{n}: __schema {{ queryType {{ name }} }} }}"), None, {})
    after = await introspections.answer(first, None, {})
    assert after.data == before.data
    assert after.data is not before.data
