"""Two games whose types clash on purpose, with the shipped ones in one schema."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from graphql import GraphQLSchema, parse, validate

from domain.games import RULESETS
from domain.kernel.messages import Command
from domain.kernel.table import Status
from schema.answers import ActorAnswer, EntryAnswer, GameAnswer, MovesAnswer
from schema.graphql.limits import Limits
from schema.graphql.schema import Schema, schema
from schema.ports import Part
from tests.support.clashing import north, south, with_games
from tests.support.clashing.north import NORTH
from tests.support.clashing.south import SOUTH
from tests.support.graphql import SCHEMA, everything

LIMITS = Limits(depth=100, aliases=1000, tokens=1_000_000, cost=10**9)
VIEWS = {
    "north": north.NorthView(
        "day", 3, (north.City(north.Color.GOLD, "Oslo"),), north.Sailed(1, "Oslo", (north.Color.RED,)), "Ada"
    ),
    "south": south.SouthView(
        2, (1, 2), (south.City(south.Color.BLUE, 7),), south.Asked(None, south.Sail(to=5)), "Ben"
    ),
}
EVENTS = {
    "north": (north.Sailed(0, "Oslo", (north.Color.GOLD,), "calm"), north.Asked(1, north.EndTurn())),
    "south": (south.Sailed(None, 5, south.Color.BLUE, "storm"), south.Asked(1, south.Sail(to=4))),
}
MOVES: dict[str, tuple[Command, ...]] = {
    "north": (north.Sail(to="Oslo"), north.EndTurn()),
    "south": (south.Sail(to=3, cargo=south.Color.BLUE), south.EndTurn()),
}


class Games:
    """The part of the port that these queries call; the id of a game is the name of its ruleset."""

    lang = "en"

    async def game(self, name: str, _at: int | None = None) -> GameAnswer:
        rules = RULESETS[name]
        return GameAnswer(
            id=name,
            ruleset=name,
            rules=rules.rules,
            options=rules.options(),
            status=Status.ACTIVE,
            version=1,
            hash="",
            commitment="",
            host="p",
            seats=(),
            actor=ActorAnswer(),
            view=VIEWS[name],
        )

    async def entries(self, name: str, **_: Any) -> Part[EntryAnswer]:
        entry = EntryAnswer(1, "2026-01-01T00:00:00.000Z", "seat:0", EVENTS[name], "")
        return Part((entry,), more=False, cursors=("1",))

    async def further(self, _calls: int) -> None:
        """A query of several games counts as several calls; here nobody counts them."""

    async def moves(self, name: str, *, about: bool) -> MovesAnswer:  # noqa: ARG002  the port's signature
        return MovesAnswer(1, 1, 0, None, MOVES[name])


@pytest.fixture
def both() -> Iterator[Schema]:
    """The schema of the shipped games and of both others."""
    with with_games(NORTH, SOUTH):
        yield schema(LIMITS)


@pytest.fixture
def core(both: Schema) -> GraphQLSchema:
    return both._schema


def ask(both: Schema, query: str) -> dict[str, Any]:
    result = asyncio.run(both.execute(query, context_value=Games()))
    assert not result.errors, result.errors
    assert result.data is not None
    return result.data


def fields(core: GraphQLSchema, name: str) -> dict[str, str]:
    type_: Any = core.type_map[name]
    return {field: str(each.type) for field, each in type_.fields.items()}


@pytest.mark.parametrize(
    "query",
    [
        '{{ game(id: "g") {{ view {GameView} }} }}',
        '{{ game(id: "g") {{ options {GameOptions} }} }}',
        '{{ game(id: "g") {{ events {{ nodes {{ events {Event} }} }} }} }}',
        '{{ game(id: "g") {{ moves {{ moves {{ move {Move} }} }} }} }}',
    ],
)
def test_fragments_of_all_games_fit_in_one_selection(core: GraphQLSchema, query: str) -> None:
    names = ("GameView", "GameOptions", "Event", "Move")
    whole = query.format(**{name: everything(name, core) for name in names})
    assert "NorthS" in whole or "NorthView" in whole or "NorthOptions" in whole
    assert validate(core, parse(whole)) == []


def test_interfaces_have_only_fields_that_all_games_share(core: GraphQLSchema) -> None:
    assert fields(core, "Event") == {"type": "String!", "reveals": "Boolean!"}
    assert fields(core, "Move") == {"type": "String!"}


def test_fields_that_do_not_clash_keep_their_names(core: GraphQLSchema) -> None:
    assert fields(core, "SouthOptions")["crews"] == fields(core, "NorthOptions")["crews"] == "[String!]!"
    assert fields(core, "SouthView")["flags"] == fields(core, "NorthView")["flags"]
    assert fields(core, "NorthSailed")["to"].startswith("String")


def test_non_null_field_becomes_nullable_beside_a_nullable_one(core: GraphQLSchema) -> None:
    assert fields(core, "NorthView")["winner"] == "String"
    assert fields(core, "SouthView")["winner"] == "String"
    assert fields(core, "SouthOptions")["size"] == fields(core, "NorthOptions")["size"] == "Int"


def test_field_of_another_type_gets_the_prefix_of_the_later_game(core: GraphQLSchema) -> None:
    view = fields(core, "SouthView")
    assert (view["southPhase"], view["southRound"]) == ("Int!", "[Int!]!")
    assert not {"phase", "round"} & view.keys()
    assert fields(core, "SouthOptions")["southMap"] == "Int!"
    assert fields(core, "SouthSail")["southTo"] == "Int"


def test_nullable_field_is_renamed_beside_kernel_events(core: GraphQLSchema) -> None:
    assert fields(core, "SeatTakenBack")["seat"] == "Int!"
    assert fields(core, "SouthSailed")["southSeat"] == "Int"
    assert fields(core, "SouthAsked")["southSeat"] == "Int"


def test_clashing_lobby_choices_are_renamed_too(core: GraphQLSchema) -> None:
    assert fields(core, "NorthChoice") == {"harbour": "String!"}
    assert fields(core, "SouthChoice") == {"southHarbour": "Int!"}
    assert fields(core, "ChoiceChanged")["choice"].startswith("LobbyChoice")


def test_lists_with_clashing_nested_items_are_renamed_at_the_top(core: GraphQLSchema) -> None:
    assert fields(core, "SouthView")["southCities"] == "[SouthCity!]!"
    assert fields(core, "SouthCity") == {"color": "SouthColor!", "name": "Int!"}


def test_types_of_the_shipped_games_are_unchanged(core: GraphQLSchema) -> None:
    by_game = {"MoveInput", "GameOptionsInput", "LobbyChoiceInput"}
    shipped = [name for name, type_ in SCHEMA.type_map.items() if hasattr(type_, "fields")]
    changed = [name for name in shipped if not fields(core, name).items() >= fields(SCHEMA, name).items()]
    assert changed == []
    added = {name for name in shipped if fields(core, name) != fields(SCHEMA, name)}
    assert added == by_game
    assert fields(core, "MoveInput").keys() == {*fields(SCHEMA, "MoveInput"), "north", "south"}


QUERY = """
query {
  north: game(id: "north") { ...Whole }
  south: game(id: "south") { ...Whole }
}
fragment Whole on Game {
  options { ...N ...S }
  view { ...NorthSeen ...SouthSeen }
  moves { moves { input move { type ... on NorthSail { to } ... on SouthSail { southTo southCargo } } } }
  events { nodes { events {
    type
    ... on NorthSailed { seat to cargo note }
    ... on SouthSailed { southSeat southTo southCargo note }
  } } }
}
fragment N on NorthOptions { map size crews autoStart }
fragment S on SouthOptions { southMap size crews autoStart }
fragment NorthSeen on NorthView {
  __typename northPhase round winner northCities { color name }
  last { ... on NorthSailed { to } }
}
fragment SouthSeen on SouthView {
  __typename southPhase southRound winner southCities { color name }
  last { ... on SouthAsked { move { ... on SouthSail { southTo } } } }
}
"""


def test_one_query_reads_games_of_both_rulesets(both: Schema) -> None:
    assert validate(both._schema, parse(QUERY)) == []
    data = ask(both, QUERY)
    assert data["north"]["view"] == {
        "__typename": "NorthView",
        "northPhase": "day",
        "round": 3,
        "winner": "Ada",
        "northCities": [{"color": "GOLD", "name": "Oslo"}],
        "last": {"to": "Oslo"},
    }
    assert data["south"]["view"] == {
        "__typename": "SouthView",
        "southPhase": 2,
        "southRound": [1, 2],
        "winner": "Ben",
        "southCities": [{"color": "BLUE", "name": 7}],
        "last": {"move": {"southTo": 5}},
    }
    assert data["north"]["options"] == {"map": "small", "size": None, "crews": [], "autoStart": False}
    assert data["south"]["options"] == {"southMap": 1, "size": 3, "crews": [], "autoStart": False}
    assert data["south"]["events"]["nodes"][0]["events"] == [
        {"type": "sailed", "southSeat": None, "southTo": 5, "southCargo": "BLUE", "note": "storm"},
        {"type": "asked"},
    ]
    assert [each["input"] for each in data["south"]["moves"]["moves"]] == [
        {"south": {"sail": {"to": 3, "cargo": "BLUE"}}},
        {"south": {"endTurn": True}},
    ]


def test_every_field_of_each_game_can_be_read(both: Schema, core: GraphQLSchema) -> None:
    parts = {name: everything(name, core) for name in ("GameView", "GameOptions", "Event", "Move")}
    selection = """{{ options {GameOptions} view {GameView} moves {{ moves {{ move {Move} }} }}
                   events {{ nodes {{ events {Event} }} }} }}""".format(**parts)
    for name in ("north", "south"):
        data = ask(both, f'{{ game(id: "{name}") {selection} }}')
        assert data["game"]["view"]["__typename"] == f"{name.capitalize()}View"
