"""The schema as a whole: every ruleset's types, and what keeps clients from tripping over them."""

from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    parse,
    validate,
)

from domain.games import RULESETS
from domain.kernel.ruleset import Ruleset
from schema.entries import prefix_of
from tests.support.graphql import SCHEMA, everything

GAMES = [pytest.param(rules, id=name) for name, rules in RULESETS.items()]


def type_of(name: str) -> Any:
    return SCHEMA.type_map[name]


@pytest.mark.parametrize("rules", GAMES)
def test_field_name_has_one_type_across_all_events_of_a_game(rules: Ruleset) -> None:
    found: dict[str, set[str]] = {}
    for member in type_of(f"{prefix_of(rules)}Event").types:
        for name, field in member.fields.items():
            found.setdefault(name, set()).add(str(field.type))
    assert {name: types for name, types in found.items() if len(types) > 1} == {}


@pytest.mark.parametrize("rules", GAMES)
def test_all_events_can_be_requested_in_one_selection(rules: Ruleset) -> None:
    query = '{ game(id: "g") { events { nodes { events ' + everything("Event") + " } } } }"
    assert validate(SCHEMA, parse(query)) == []
    union = type_of(f"{prefix_of(rules)}Event")
    assert isinstance(union, GraphQLUnionType)
    assert {member.name for member in union.types} >= {
        prefix_of(rules) + kind.__name__.removeprefix(prefix_of(rules)) for kind in rules.event_types
    }


@pytest.mark.parametrize("rules", GAMES)
def test_every_move_is_a_field_of_the_input_and_a_member_of_the_union(rules: Ruleset) -> None:
    one_of = type_of(f"{prefix_of(rules)}MoveInput")
    assert isinstance(one_of, GraphQLInputObjectType)
    assert len(one_of.fields) == len(rules.move_types)
    assert len(type_of(f"{prefix_of(rules)}Move").types) == len(rules.move_types)
    assert str(one_of.fields["endTurn"].type) == "Boolean"
    for field in one_of.fields.values():
        inner = get_named_type(field.type)
        if isinstance(inner, GraphQLInputObjectType):
            assert not [name for name, each in inner.fields.items() if str(each.type).endswith("!")]


def test_types_of_a_game_carry_its_prefix() -> None:
    """What comes from a game's own structs has its name; all else belongs to every game."""
    reached: set[str] = set()

    def walk(name: str) -> None:
        type_ = type_of(name)
        if name in reached or isinstance(type_, GraphQLScalarType):
            return
        reached.add(name)
        for member in getattr(type_, "types", ()):
            walk(member.name)
        for field in getattr(type_, "fields", {}).values():
            walk(get_named_type(field.type).name)

    for rules in RULESETS.values():
        reached.clear()
        walk(f"{prefix_of(rules)}View")
        assert {name for name in reached if not name.startswith(prefix_of(rules))} == set()


def test_everything_is_described() -> None:
    undescribed = [
        name
        for name, type_ in SCHEMA.type_map.items()
        if isinstance(type_, GraphQLObjectType | GraphQLInputObjectType | GraphQLEnumType)
        and not name.startswith("__")
        and not type_.description
    ]
    assert undescribed == []
    for root in (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type):
        assert root is not None
        assert [name for name, field in root.fields.items() if not field.description] == []


def test_every_mutation_returns_a_union_with_all_refusals() -> None:
    assert SCHEMA.mutation_type is not None
    refusals = {each.name for each in SCHEMA.get_possible_types(type_of("Refusal"))}
    for name, field in SCHEMA.mutation_type.fields.items():
        union = get_named_type(field.type)
        assert isinstance(union, GraphQLUnionType), name
        assert refusals < {member.name for member in union.types}
