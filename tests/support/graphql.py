"""GraphQL in tests: asking, and selections of everything that a type has."""

from typing import Any

import httpx
from graphql import (
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
)

from schema.graphql.limits import Limits
from schema.graphql.schema import schema

SCHEMA: GraphQLSchema = schema(Limits())._schema


async def ask(
    client: httpx.AsyncClient, query: str, headers: dict[str, str] | None = None, **variables: Any
) -> dict[str, Any]:
    """The whole answer to an operation that is well-formed."""
    body = {"query": query, "variables": variables}
    answer = await client.post("/graphql", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def data(
    client: httpx.AsyncClient, query: str, headers: dict[str, str] | None = None, **variables: Any
) -> dict[str, Any]:
    """The data of an operation without any error."""
    told = await ask(client, query, headers, **variables)
    assert "errors" not in told, told["errors"]
    found: dict[str, Any] = told["data"]
    return found


def everything(type_name: str, schema: GraphQLSchema = SCHEMA) -> str:
    """A selection of all that a type holds, as far as no argument is needed and no other call made."""
    return _selection(schema.type_map[type_name], schema)


def _selection(type_: GraphQLNamedType, schema: GraphQLSchema) -> str:
    if isinstance(type_, GraphQLUnionType | GraphQLInterfaceType):
        members = schema.get_possible_types(type_)
        fragments = (f"... on {each.name} {_selection(each, schema)}" for each in members)
        return "{ __typename " + " ".join(fragments) + " }"
    if not isinstance(type_, GraphQLObjectType):
        return ""
    fields = {
        name: get_named_type(field.type)
        for name, field in type_.fields.items()
        if not field.args and not _is_call(field)
    }
    return "{ " + " ".join(f"{name} {_selection(inner, schema)}" for name, inner in fields.items()) + " }"


def _is_call(field: Any) -> bool:
    definition = field.extensions["strawberry-definition"]
    return definition.base_resolver is not None and definition.is_async
