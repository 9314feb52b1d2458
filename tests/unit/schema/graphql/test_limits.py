"""What an operation may ask for: measured once for each document, and never at the cost it is to prevent."""

from typing import Any

import pytest
from graphql import GraphQLSyntaxError

from schema.graphql.limits import CALL, COSTS, Limits, Prepared, preparation
from tests.support.graphql import SCHEMA, everything

EASY = Limits(depth=100, aliases=1000, tokens=100_000, cost=10**9)


def prepared(query: str, limits: Limits = EASY) -> Prepared:
    return preparation(SCHEMA, limits)(query)


def codes(query: str, **limits: Any) -> list[str]:
    given = {"depth": 100, "aliases": 1000, "tokens": 100_000, **limits}
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


def test_aliases_are_counted_wherever_they_stand() -> None:
    query = "{ a: me { b: name } ...F } fragment F on Query { c: me { name } }"
    assert codes(query, aliases=3) == []
    assert codes(query, aliases=2) == ["too_much_aliases"]


def test_a_document_with_too_many_tokens_is_not_even_read() -> None:
    assert prepared("{ me { id } }", Limits(tokens=6)).errors == []
    with pytest.raises(GraphQLSyntaxError, match="token"):
        prepared("{ me { id } }", Limits(tokens=5))


def test_the_cost_is_that_of_calls_and_objects_times_the_length_of_lists() -> None:
    assert cost("{ __typename }") == 0
    assert cost("{ me { id name } }") == CALL
    view = COSTS["Game.view"]
    assert cost('{ game(id: "g") { view { ... on BonfireView { phase } } } }') == CALL + view
    assert cost('{ game(id: "g") { events(first: 7) { nodes { seq } } } }') == CALL + CALL + 7
    assert cost('{ game(id: "g") { events { nodes { seq } } } }') == CALL + CALL + 20
    listed = "{ games(first: 3) { nodes { game { view { ... on BonfireView { phase } } } } } }"
    assert cost(listed) == CALL + 3 * (1 + CALL + view)


def test_several_nodes_cost_as_much_as_one_by_one() -> None:
    view = "{ ... on Game { view { ... on BonfireView { phase } } } }"
    one = cost(f'{{ node(id: "a") {view} }}')
    assert one == CALL + COSTS["Game.view"]
    assert cost(f'{{ nodes(ids: ["a", "b", "c"]) {view} }}') == 3 * one
    asked = f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {view} }}"
    assert cost(asked, ids=["a", "b"]) == 2 * one
    assert cost(f'query ($ids: [ID!]! = ["a", "b"]) {{ nodes(ids: $ids) {view} }}') == 2 * one


def test_the_cost_follows_the_variables() -> None:
    query = "query ($n: Int! = 9) { games(first: $n) { nodes { id } } }"
    assert cost(query) == CALL + 9
    assert cost(query, n=100) == CALL + 100
    for odd in ("many", None, -5, True, 2**70):
        assert cost(query, n=odd) >= CALL


def test_of_fragments_on_different_types_the_most_expensive_counts() -> None:
    query = """{ game(id: "g") { events(first: 1) { nodes { events {
        ... on BonfireOfferMade { offer { __typename } }
        ... on BonfireMoveBegun { move { ... on BonfireReceiveTask { payments { tiles } } } }
    } } } } }"""
    assert cost(query) == CALL + CALL + 1 + 1 + 2


def test_the_whole_view_with_all_events_is_no_extravagance() -> None:
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


def test_fragments_that_double_are_measured_in_no_time() -> None:
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
def test_what_is_wrong_is_told_by_the_ordinary_rules(query: str) -> None:
    assert prepared(query).errors


def test_documents_are_read_once() -> None:
    prepare = preparation(SCHEMA, Limits())
    assert prepare("{ me { id } }") is prepare("{ me { id } }")


def test_the_schema_can_be_kept_from_being_asked_for() -> None:
    closed = Limits(introspection=False)
    for query in ("{ __schema { types { name } } }", '{ __type(name: "Game") { name } }'):
        assert prepared(query).errors == []
        assert prepared(query, closed).errors
    assert prepared("{ __typename }", closed).errors == []
