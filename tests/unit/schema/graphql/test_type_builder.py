"""GraphQL types made of structs: every shape that a public struct may have, in answers and inputs."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, NewType

import msgspec
import pytest
import strawberry
from msgspec import UNSET, Meta, Struct, UnsetType
from strawberry.schema.config import StrawberryConfig

from schema.graphql.type_builder import (
    SCALARS,
    TypeBuilder,
    TypeClash,
    chosen_field,
    field_of,
    many,
    read_field,
    to_input,
    to_json,
    to_tagged_json,
)
from schema.type_names import TypeNames

Id = NewType("Id", str)


class Color(StrEnum):
    """Two of them."""

    RED = "red"
    DARK_BLUE = "dark:blue"


class Spot(Struct, frozen=True):
    """Where."""

    row: Annotated[int, Meta(ge=1, le=7)]
    color: Color = Color.RED


class Sail(Struct, frozen=True, tag_field="type", tag="sail", kw_only=True):
    """Sail somewhere."""

    to: Id | UnsetType = UNSET
    spot: Spot | UnsetType = UNSET
    paid: Annotated[tuple[Color, ...], Meta(max_length=3)] | UnsetType = UNSET


class Pass(Struct, frozen=True, tag_field="type", tag="pass"):
    """Do nothing."""


class Lit(Struct, frozen=True, tag_field="type", tag="lit"):
    """Something burns."""

    seat: int
    id: Id | None


class Moved(Struct, frozen=True, tag_field="type", tag="moved"):
    """Something moved."""

    seat: int
    id: Id
    move: Sail | Pass


class View(Struct, frozen=True):
    """What is seen."""

    spots: tuple[Spot, ...]
    grid: tuple[tuple[Color | None, ...], ...]
    pair: tuple[int, int]
    names: frozenset[str]
    free: Any
    ratio: float
    last: Lit | Moved | None = None


MOVES = (Sail, Pass)
NAMES = TypeNames({__name__: "Toy"})


def schema(types: TypeBuilder, **fields: Any) -> strawberry.Schema:
    """A schema of these fields."""
    query = types.group("Query", fields, "All.")
    return strawberry.Schema(query, config=StrawberryConfig(scalar_map=SCALARS, default_resolver=read_field))


def answer(value: Any) -> Callable[[], Any]:
    return lambda: value


def echo(into: list[Any], type_: Any) -> Callable[..., Any]:
    """A resolver that keeps what it was given."""

    def resolver(one: Any) -> bool:
        into.append(one)
        return True

    resolver.__annotations__["one"] = Annotated[Any, strawberry.argument(graphql_type=type_)]
    return resolver


def asked(made: strawberry.Schema, query: str, **variables: Any) -> Any:
    result = made.execute_sync(query, variables)
    assert result.errors is None, result.errors
    return result.data


def test_every_shape_of_an_answer_has_its_type() -> None:
    types = TypeBuilder(NAMES)
    text = str(schema(types, view=field_of(types.output(View))))
    for line in (
        "spots: [ToySpot!]!",
        "grid: [[ToyColor]!]!",
        "pair: [Int!]!",
        "names: [String!]!",
        "free: JSON!",
        "ratio: Float!",
        "last: ToyLast\n",
        "union ToyLast = ToyLit | ToyMoved",
        "move: ToyMove!",
        "union ToyMove = ToySail | ToyPass",
        '"""From 1 to 7."""',
        '"""Always `lit`."""',
        '"""What is seen."""',
    ):
        assert line in text, (line, text)


def test_values_are_read_from_the_structs_and_what_is_unset_is_null() -> None:
    types = TypeBuilder(NAMES)
    move = Sail(spot=Spot(2, Color.DARK_BLUE))
    seen = View(
        (Spot(1),), ((None, Color.RED),), (1, 2), frozenset({"a"}), {"b": [1]}, 0.5, Moved(3, Id("x"), move)
    )
    made = schema(types, view=field_of(types.output(View), resolver=answer(seen)))
    data = asked(
        made,
        """{ view { spots { row color } grid pair names free ratio last { __typename ... on ToyMoved {
             type seat id move { ... on ToySail { type to spot { row color } paid } } } } } }""",
    )
    assert data["view"] == {
        "spots": [{"row": 1, "color": "RED"}],
        "grid": [[None, "RED"]],
        "pair": [1, 2],
        "names": ["a"],
        "free": {"b": [1]},
        "ratio": 0.5,
        "last": {
            "__typename": "ToyMoved",
            "type": "moved",
            "seat": 3,
            "id": "x",
            "move": {"type": "sail", "to": None, "spot": {"row": 2, "color": "DARK_BLUE"}, "paid": None},
        },
    }


def test_in_a_union_a_field_that_may_be_null_may_be_null_in_all_members() -> None:
    types = TypeBuilder(NAMES)
    text = str(schema(types, events=field_of(many(types.union("ToyEvent", [Lit, Moved])))))
    assert text.count("  id: String\n") == 2
    assert text.count("  seat: Int!\n") == 2


def test_fields_of_one_name_with_different_types_clash() -> None:
    class Other(Struct, frozen=True, tag_field="type", tag="other"):
        """Its seat is something else."""

        seat: str

    with pytest.raises(TypeClash, match="seat"):
        TypeBuilder(NAMES).union("ToyEvent", [Lit, Other])


def test_a_field_that_will_go_says_what_to_use_instead() -> None:
    class Old(Struct, frozen=True):
        """Has a better field now."""

        where: Annotated[int, Meta(description="Use `spot`.", extra_json_schema={"deprecated": True})] = 0

    types = TypeBuilder(NAMES)
    into = field_of(bool, resolver=echo([], types.input(Old)))
    text = str(schema(types, old=field_of(types.output(Old)), into=into))
    assert text.count('@deprecated(reason: "Use `spot`.")') == 2
    assert msgspec.json.schema(Old)["$defs"]["Old"]["properties"]["where"]["deprecated"] is True


def test_two_types_of_one_name_clash() -> None:
    types = TypeBuilder(NAMES)
    types.output(msgspec.defstruct("Same", [("one", int)], module=__name__))
    with pytest.raises(TypeClash, match="ToySame"):
        types.output(msgspec.defstruct("Same", [("other", int)], module=__name__))


def test_fields_of_a_type_can_be_replaced_added_and_left_out() -> None:
    types = TypeBuilder(NAMES)
    changed = {"color": None, "row": field_of(str), "more": field_of(bool, resolver=answer(value=True))}
    made = schema(types, spot=field_of(types.output(Spot, changed=changed), resolver=answer(Spot(5))))
    assert "color" not in str(made)
    assert asked(made, "{ spot { row more } }") == {"spot": {"row": "5", "more": True}}
    assert types.struct_of_type == {}


@pytest.mark.parametrize(
    "move",
    [
        Pass(),
        Sail(),
        Sail(to=Id("t03")),
        Sail(to=Id(Color.RED)),
        Sail(spot=Spot(3, Color.DARK_BLUE), paid=(Color.RED, Color.DARK_BLUE)),
    ],
    ids=repr,
)
def test_a_move_comes_back_as_it_was_given(move: Any) -> None:
    types, heard = TypeBuilder(NAMES), list[Any]()
    type_ = types.one_of("ToyMoveInput", MOVES, "A move.")
    made = schema(types, play=field_of(bool, resolver=echo(heard, type_)))
    asked(made, "query ($move: ToyMoveInput!) { play(one: $move) }", move=to_input(move))
    assert msgspec.convert(to_tagged_json(heard[0]), Sail | Pass) == move
    assert "input ToyMoveInput @oneOf" in str(made)
    assert "  pass: Boolean\n" in str(made)


def test_a_bare_move_can_only_be_true() -> None:
    types, heard = TypeBuilder(NAMES), list[Any]()
    type_ = types.one_of("ToyMoveInput", MOVES, "A move.")
    asked(schema(types, play=field_of(bool, resolver=echo(heard, type_))), "{ play(one: {pass: false}) }")
    with pytest.raises(ValueError, match="pass"):
        to_tagged_json(heard[0])


def test_null_is_something_else_than_left_out() -> None:
    types, heard = TypeBuilder(NAMES), list[Any]()
    made = schema(types, play=field_of(bool, resolver=echo(heard, types.input(Sail))))
    asked(made, "{ play(one: {to: null}) }")
    asked(made, "{ play(one: {}) }")
    assert [to_json(one) for one in heard] == [{"to": None}, {}]


@pytest.mark.parametrize("move", ["{}", "{sail: {}, pass: true}", "{sail: null}", "{fly: true}"])
def test_an_input_that_is_one_of_several_is_exactly_one(move: str) -> None:
    types, heard = TypeBuilder(NAMES), list[Any]()
    type_ = types.one_of("ToyMoveInput", MOVES, "A move.")
    made = schema(types, play=field_of(bool, resolver=echo(heard, type_)))
    assert made.execute_sync(f"{{ play(one: {move}) }}").errors
    assert heard == []


def test_a_choice_tells_what_was_chosen() -> None:
    types, heard = TypeBuilder(NAMES), list[Any]()
    type_ = types.choice("Seats", {"count": (int, None), "places": (many(str), None)}, "Who plays.")
    made = schema(types, play=field_of(bool, resolver=echo(heard, type_)))
    asked(made, "{ play(one: {count: 3}) }")
    asked(made, '{ play(one: {places: ["me", "open"]}) }')
    assert [chosen_field(one) for one in heard] == [("count", 3), ("places", ["me", "open"])]


def test_an_interface_knows_the_structs_that_are_derived_from_it() -> None:
    class Base(Struct, frozen=True):
        """What all have."""

        code: str

    class One(Base, frozen=True):
        """One of them."""

        more: int

    types = TypeBuilder(NAMES)
    base = types.interface(Base)
    one = types.output(One, implements=(base,))
    query = types.group("Query", {"base": field_of(base, resolver=answer(One("a", 1)))}, "All.")
    made = strawberry.Schema(query, types=[one], config=StrawberryConfig(scalar_map=SCALARS))
    assert asked(made, "{ base { __typename code ... on ToyOne { more } } }") == {
        "base": {"__typename": "ToyOne", "code": "a", "more": 1}
    }
    assert "type ToyOne implements ToyBase" in str(made)


def test_what_has_no_place_in_graphql_is_refused() -> None:
    class Bad(Struct):
        """Bytes have no type."""

        raw: bytes

    with pytest.raises(TypeError):
        TypeBuilder(NAMES).output(Bad)
