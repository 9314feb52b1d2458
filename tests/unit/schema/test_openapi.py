"""The OpenAPI document: kept as a file, complete, and true to its own examples."""

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from starlette.requests import Request
from starlette.responses import Response

from domain.games import RULESETS
from domain.kernel.entry import Meta
from domain.kernel.game import Input, step
from domain.kernel.lobby import CreateGame, JoinGame, StartGame
from domain.kernel.messages import Command
from domain.kernel.table import AnyTable
from schema.entries import REF, prefix_of
from schema.operations import Deprecated
from schema.texts import codes
from service.api.http.answers import answer
from service.api.openapi import openapi
from service.api.problems import KINDS
from service.api.routes import ROUTES
from service.api.routes.resource import ApiResource, reads, resource

SNAPSHOT = Path(__file__).parents[3] / "schema" / "openapi.json"
DOCUMENT = openapi(ROUTES)
OPERATIONS = {
    operation["operationId"]: operation
    for item in DOCUMENT["paths"].values()
    for method, operation in item.items()
    if method != "parameters"
}
HOW = "write it anew: python -m service.api.openapi > schema/openapi.json, then make clients"


def fits(schema: dict[str, Any], value: object) -> None:
    """Fails with the place if a value is not as a schema of the document says."""
    whole = {**schema, "components": {"schemas": DOCUMENT["components"]["schemas"]}}
    jsonschema_rs.validator_for(whole, validate_formats=True).validate(value)


def contents(part: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Every schema of a body with its examples, wherever it stands."""
    if isinstance(part, dict):
        if "schema" in part and "examples" in part and "in" not in part:
            yield part["schema"], part["examples"]
        else:
            yield from (found for inner in part.values() for found in contents(inner))
    if isinstance(part, list):
        yield from (found for inner in part for found in contents(inner))


def a_log(moves: int) -> Iterator[bytes]:
    """The lines of a game for two in which whoever is due plays something."""
    rules, chance = RULESETS["bonfire"], random.Random(7)
    create: Command = CreateGame(game="g_a", options=rules.options(), places=("me", "open"))
    table: AnyTable | None = None
    lobby = iter([("p_a", create), ("p_b", JoinGame(nonce="n")), ("p_a", StartGame())])
    for _ in range(3 + moves):
        if (given := next(lobby, None)) is None:
            assert table is not None
            (seat,) = rules.actor(table.state).seats
            given = f"seat:{seat}", chance.choice(rules.legal(table.state, seat))
        done = step(rules, table, Input("2026-01-01T00:00:00.000Z", *given, Meta("test")), bytes(32))
        table = done.table
        yield done.line


def test_stored_file_equals_the_served_document() -> None:
    assert json.loads(SNAPSHOT.read_text()) == DOCUMENT, HOW


def test_every_operation_has_a_unique_name() -> None:
    documented = [
        operation
        for route in ROUTES
        if isinstance(route, ApiResource)
        for operation in route.operations.values()
        if operation.documented()
    ]
    assert len(OPERATIONS) == len(documented)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_described_with_an_example(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"] != operation["summary"]
    for parameter in operation.get("parameters", []):
        assert parameter.get("description") or "$ref" in parameter, parameter
    success = operation["responses"][min(operation["responses"])]
    parts = [
        *success.get("content", {}).values(),
        *operation.get("requestBody", {}).get("content", {}).values(),
    ]
    assert success.get("content") or "204" in operation["responses"]
    assert all(part["examples"] for part in parts)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_example_fits_its_schema(name: str) -> None:
    for schema, examples in contents(OPERATIONS[name]):
        for example in examples.values():
            fits(schema, example["value"])


@pytest.mark.parametrize("name", DOCUMENT["components"]["responses"])
def test_every_problem_fits_its_schema(name: str) -> None:
    found = list(contents(DOCUMENT["components"]["responses"][name]))
    assert found
    for schema, examples in found:
        for example in examples.values():
            fits(schema, example["value"])


def test_every_status_of_a_problem_is_documented_somewhere() -> None:
    written = {int(status) for operation in OPERATIONS.values() for status in operation["responses"]}
    # A wrong method belongs to no operation; a mistake of ours is not promised.
    assert {kind.status for kind in KINDS.values()} - written == {405, 500}


def test_every_code_is_documented() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    prefixes = ("Common", *map(prefix_of, RULESETS.values()))
    listed = {code for prefix in prefixes for code in schemas[f"{prefix}Code"]["enum"]}
    assert listed == {
        *codes("common", "problem"),
        *(code for name in RULESETS for code in codes(name, "refusal")),
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_and_events_are_distinguished_by_their_type(ruleset: str) -> None:
    schemas, rules = DOCUMENT["components"]["schemas"], RULESETS[ruleset]
    for kind, types in {"Move": rules.move_types, "Event": rules.event_types}.items():
        union = schemas[prefix_of(rules) + kind]
        assert union["discriminator"]["propertyName"] == "type"
        assert {type_.__struct_config__.tag for type_ in types} <= union["discriminator"]["mapping"].keys()
        assert [option["$ref"] for option in union["oneOf"]] == [*union["discriminator"]["mapping"].values()]


def test_every_reference_resolves() -> None:
    for reference in re.findall(r'"\$ref": ?"#/([^"]*)"', json.dumps(DOCUMENT)):
        place: Any = DOCUMENT
        for part in reference.split("/"):
            place = place[part]


def test_a_log_fits_the_schema_of_entries() -> None:
    for line in a_log(moves=60):
        fits({"$ref": f"{REF}LogEntry"}, msgspec.json.decode(line))


def test_deprecated_operations_are_marked() -> None:
    async def old(_: Request) -> Response:
        """Something that others do better."""
        return answer({})

    since = datetime(2026, 1, 1, tzinfo=UTC)
    route = resource(
        "/old", get=reads(old, scope=None, answers=dict[str, str], deprecated=Deprecated(since=since))
    )
    operation = openapi([route])["paths"]["/old"]["get"]
    assert operation["deprecated"] is True
    assert {"Deprecation", "Sunset"} <= operation["responses"]["200"]["headers"].keys()
