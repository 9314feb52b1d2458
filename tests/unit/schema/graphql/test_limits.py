"""What an operation may ask for: measured once for each document, and never at the cost it is to prevent."""

from typing import Any

import pytest
from graphql import GraphQLSyntaxError, get_introspection_query

from schema import prices
from schema.graphql.limits import (
    CALL,
    COST_OF_THE_SCHEMA,
    COSTS,
    KEPT,
    Limits,
    Preparation,
    Prepared,
    calls,
    values_in,
)
from tests.support.graphql import SCHEMA, everything

EASY = Limits(depth=100, aliases=1000, repeats=1000, tokens=100_000, cost=10**9)


def prepared(query: str, limits: Limits = EASY) -> Prepared:
    return Preparation(SCHEMA, limits)(query)


def codes(query: str, **limits: Any) -> list[str]:
    given = {"depth": 100, "aliases": 1000, "repeats": 1000, "tokens": 100_000, **limits}
    return [error.extensions["code"] for error in prepared(query, Limits(**given)).errors if error.extensions]


def cost(query: str, **variables: Any) -> int:
    made = prepared(query)
    assert made.errors == []
    return made.cost(None, variables)


@pytest.mark.parametrize("depth,refused", [(5, False), (4, True)])
def test_depth_counts_fields_through_fragments(depth: int, refused: bool) -> None:
    plain = '{ game(id: "g") { view { ... on BonfireView { cities { tiles { ship } } } } } }'
    spread = (
        '{ game(id: "g") { view { ...V } } } fragment V on BonfireView { cities { ...C } }'
        " fragment C on BonfireCityView { tiles { ship } }"
    )
    for query in (plain, spread):
        assert codes(query, depth=depth) == (["too_much_depth"] if refused else [])


def test_aliases_are_counted_at_every_level() -> None:
    query = "{ a: me { b: name } ...F } fragment F on Query { c: me { name } }"
    assert codes(query, aliases=3) == []
    assert codes(query, aliases=2) == ["too_much_aliases"]


def test_document_with_too_many_tokens_is_not_parsed() -> None:
    assert prepared("{ me { id } }", Limits(tokens=6)).errors == []
    with pytest.raises(GraphQLSyntaxError, match="token"):
        prepared("{ me { id } }", Limits(tokens=5))


def test_cost_is_calls_and_objects_times_the_length_of_lists() -> None:
    assert cost("{ __typename }") == 0
    assert cost("{ me { id name } }") == CALL
    view = COSTS["Game.view"]
    assert cost('{ game(id: "g") { view { ... on BonfireView { phase } } } }') == CALL + view
    assert cost('{ game(id: "g") { events(first: 7) { nodes { seq } } } }') == CALL + CALL + 7
    assert cost('{ game(id: "g") { events { nodes { seq } } } }') == CALL + CALL + 20
    listed = "{ games(first: 3) { nodes { game { view { ... on BonfireView { phase } } } } } }"
    assert cost(listed) == CALL + 3 * (1 + CALL + view)


def test_several_nodes_cost_as_much_together_as_one_by_one() -> None:
    view = "{ ... on Game { view { ... on BonfireView { phase } } } }"
    one = cost(f'{{ node(id: "a") {view} }}')
    assert one == CALL + COSTS["Game.view"]
    assert cost(f'{{ nodes(ids: ["a", "b", "c"]) {view} }}') == 3 * one
    asked = f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {view} }}"
    assert cost(asked, ids=["a", "b"]) == 2 * one
    assert cost(f'query ($ids: [ID!]! = ["a", "b"]) {{ nodes(ids: $ids) {view} }}') == 2 * one


def test_cost_depends_on_the_variables() -> None:
    query = "query ($n: Int! = 9) { games(first: $n) { nodes { id } } }"
    assert cost(query) == CALL + 9
    assert cost(query, n=100) == CALL + 100
    assert cost(query, n=100.0) == CALL + 100
    assert cost(query, n=-5) == CALL
    for wrong in ("many", None, True, 2**70, 1.5):  # such variables are refused, and nothing runs
        assert cost(query, n=wrong) == 0


def test_each_operation_of_a_document_is_priced_with_its_own_defaults() -> None:
    query = "{ games(first: $n) { nodes { id } } }"
    document = prepared(f"query Dear($n: Int! = 100) {query} query Cheap($n: Int! = 1) {query}")
    assert document.errors == []
    assert document.cost("Dear", {}) == CALL + 100
    assert document.cost("Cheap", {}) == CALL + 1


def test_a_single_value_for_a_list_variable_is_priced_as_one() -> None:
    query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }"
    assert cost(query, ids="a") == cost(query, ids=["a"]) == CALL


def test_standard_introspection_query_has_a_fixed_price_below_the_limit() -> None:
    whole = get_introspection_query(
        specified_by_url=True,
        directive_is_repeatable=True,
        schema_description=True,
        input_value_deprecation=True,
        one_of=True,
    )
    assert cost(whole) == COST_OF_THE_SCHEMA < Limits().cost
    assert 0 < cost(get_introspection_query()) <= COST_OF_THE_SCHEMA
    assert prepared(get_introspection_query(), Limits()).errors == []
    assert 0 < cost('{ __type(name: "Game") { name } }') < CALL


def test_introspection_that_asks_for_more_costs_more() -> None:
    fields = " ".join(
        f"a{n}: fields {{ name type {{ fields {{ name args {{ name }} }} }} }}" for n in range(30)
    )
    assert cost(f"{{ __schema {{ types {{ {fields} }} }} }}") > COST_OF_THE_SCHEMA


@pytest.mark.parametrize(
    "query",
    [
        "{ a: __schema { types { name } } b: __schema { types { name } } }",
        '{ __schema { types { name } } __type(name: "Game") { name } }',
        "query A { __schema { types { name } } } query B { a: __schema { types { name } } }",
        "{ ...A a: __schema { description } } fragment A on Query { b: __schema { description } }",
    ],
)
def test_document_may_request_the_schema_once(query: str) -> None:
    assert codes(query) == ["too_much_introspection"]


def test_introspection_must_be_alone_in_its_operation() -> None:
    assert codes("{ __typename __schema { types { name } } }") == []
    assert codes("{ me { id } __schema { types { name } } }") == ["introspection_not_alone"]
    assert codes("{ me { id } ...S } fragment S on Query { __schema { types { name } } }") == [
        "introspection_not_alone"
    ]


def test_repeated_fields_and_fragments_are_refused_before_they_are_compared() -> None:
    fields = "{ " + "me { id } " * 4 + "}"
    spreads = "{ " + "...F " * 4 + "} fragment F on Query { me { id } }"
    for query in (fields, spreads):
        assert codes(query, repeats=3) == []
        assert codes(query, repeats=2) == ["too_much_repeats"]
    # Invalid too, and yet not validated: that would take as long as a valid one.
    assert codes("{ " + "nothing " * 4 + "}", repeats=2) == ["too_much_repeats"]


def test_rate_limit_counts_one_call_per_fifty_of_cost() -> None:
    assert [calls(cost) for cost in (0, 1, 50, 51, 2000)] == [1, 1, 1, 2, 40]


def test_most_expensive_of_fragments_on_different_types_counts() -> None:
    query = """{ game(id: "g") { events(first: 1) { nodes { events {
        ... on BonfireOfferMade { offer { __typename } }
        ... on BonfireMoveBegun { move { ... on BonfireReceiveTask { payments { tiles } } } }
    } } } } }"""
    assert cost(query) == CALL + CALL + 1 + 1 + 2


def test_full_view_with_all_events_is_within_the_limits() -> None:
    view = '{ game(id: "g") { view ' + everything("GameView") + " } }"
    events = '{ game(id: "g") { events(first: 100) { nodes { seq events ' + everything("Event") + " } } } }"
    for query in (view, events):
        made = prepared(query, Limits())
        assert made.errors == []
        assert made.cost(None, {}) <= Limits().cost


def bomb(size: int) -> str:
    """Fragments that double each time."""
    parts = [f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(size)]
    return "{ ...F0 } " + " ".join(parts) + f" fragment F{size} on Query {{ a: me {{ id }} }}"


def test_cost_of_doubling_fragments_is_computed_quickly() -> None:
    # An exponential walk would never end.
    made = prepared(bomb(300))
    assert made.cost(None, {}) == CALL * 2**300
    assert codes(bomb(100)) == []


@pytest.mark.parametrize(
    "query",
    [
        "{ ...A } fragment A on Query { ...A }",
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ ...Nobody }",
        "{ nothing { at { all } } }",
        "{ ... on Nothing { id } }",
        "{ me }",
        "{ me { id { more } } }",
        "subscription { myTurns { notice } me { id } }",
        "fragment Unused on Query { me { id } }",
        "mutation { nothing }",
    ],
)
def test_invalid_documents_get_the_standard_validation_errors(query: str) -> None:
    assert prepared(query).errors


@pytest.mark.parametrize(
    "asked,price",
    [
        ('{ audit(gameId: "g") { ok } }', prices.AUDIT * 50),
        ('{ game(id: "g") { audit { ok } } }', CALL + prices.AUDIT * 50),
        ('mutation { forkGame(gameId: "g") { __typename } }', prices.FORK * 50),
        ('mutation { tryMoves(gameId: "g", moves: []) { __typename } }', 8 * 50),
        ('{ game(id: "g") { scores { version } } }', CALL + (1 + 320 // 16) * 50),
        ('{ game(id: "g", at: 1) { id } }', CALL + prices.EARLIER * 50),
        ('{ game(id: "g") { moves { version } } }', CALL + 10),
        ('{ game(id: "g") { view { ... on BonfireView { phase } } } }', CALL + 10),
        ('{ ruleset(name: "x") { name } }', 20),
        ("{ rulesets { name } }", 20),
    ],
)
def test_expensive_fields_have_the_price_of_the_work_they_cause(asked: str, price: int) -> None:
    assert cost(asked) == price


def test_each_document_is_parsed_once() -> None:
    prepare = Preparation(SCHEMA, Limits())
    assert prepare("{ me { id } }") is prepare("{ me { id } }")


def test_only_the_latest_documents_are_kept() -> None:
    prepare = Preparation(SCHEMA, Limits())
    first = prepare("{ me { id } }")
    for n in range(KEPT - 1):
        prepare(f"{{ a{n}: me {{ id }} }}")
    assert prepare("{ me { id } }") is first
    for n in range(KEPT):
        prepare(f"{{ b{n}: me {{ id }} }}")
    assert prepare("{ me { id } }") is not first


def test_new_document_has_a_price_by_its_words() -> None:
    prepare = Preparation(SCHEMA, Limits())
    large = "{" + "me{id}" * 200 + "}"
    assert prepare.price("{ me { id } }") == 0
    assert prepare.price(large) == (2 + 4 * 200) // 200
    prepare(large)
    assert prepare.price(large) == 0
    assert prepare.price("{" * 60_000) == prepare.price("# " + "x " * 30_000) == Limits().tokens // 200


def test_fragments_nested_too_deeply_are_refused() -> None:
    chain = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(500))
    (error,) = prepared(f"{{ ...F0 }} {chain} fragment F500 on Query {{ me {{ id }} }}").errors
    assert error.extensions == {"code": "too_much_depth"}


def test_values_of_variables_are_counted_at_every_level() -> None:
    assert values_in({"a": [1, 2, {"b": [3]}], "c": None}) == 8


def test_introspection_can_be_disabled() -> None:
    closed = Limits(introspection=False)
    for query in ("{ __schema { types { name } } }", '{ __type(name: "Game") { name } }'):
        assert prepared(query).errors == []
        assert prepared(query, closed).errors
    assert prepared("{ __typename }", closed).errors == []
