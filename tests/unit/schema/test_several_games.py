"""OpenAPI, AsyncAPI and JSON Schema of several games whose types have the same names."""

from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from schema import asyncapi
from schema.catalogue import ruleset, rulesets
from schema.json_schema import json_schemas
from schema.narration import narrate
from tests.support.clashing import north, south, with_games
from tests.support.clashing.north import NORTH
from tests.support.clashing.south import SOUTH

SCHEMA = Path(__file__).parents[3] / "schema"
GENERIC = {"Event", "GameOptions", "GameView", "LobbyChoice", "LogEntry", "Move", "Ruleset"}
"""Schemas that list the games."""


@pytest.fixture(scope="module")
def components() -> dict[str, Any]:
    with with_games(NORTH, SOUTH):
        return dict(json_schemas([], []).components)


def fits(components: dict[str, Any], name: str, value: object) -> bool:
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": components}}
    return jsonschema_rs.validator_for(schema).is_valid(msgspec.to_builtins(value))


def test_types_with_the_same_name_get_the_prefix_of_their_game(components: dict[str, Any]) -> None:
    assert components["NorthSail"]["properties"]["to"] == {"type": "string"}
    assert components["SouthSail"]["properties"]["to"] == {"type": "integer"}
    assert components["NorthColor"]["enum"] == ["gold", "red"]
    assert components["SouthColor"]["enum"] == ["blue"]


@pytest.mark.parametrize("event", [north.Sailed(0, "Oslo", ()), south.Sailed(None, 3, south.Color.BLUE)])
def test_event_matches_the_schemas_of_its_game_and_of_all_games(
    components: dict[str, Any], event: Any
) -> None:
    own, other = ("North", "South") if isinstance(event, north.Sailed) else ("South", "North")
    assert fits(components, "Event", event)
    assert fits(components, f"{own}Event", event)
    assert not fits(components, f"{other}Event", event)


@pytest.mark.parametrize("kind", ["View", "Options", "Move", "Event", "Entry"])
def test_every_game_is_listed_in_the_shared_schemas(components: dict[str, Any], kind: str) -> None:
    union = {"View": "GameView", "Options": "GameOptions", "Entry": "LogEntry"}.get(kind, kind)
    listed = {each["$ref"].rpartition("/")[2] for each in components[union]["anyOf"]}
    assert listed >= {f"North{kind}", f"South{kind}"}


def test_schemas_of_the_shipped_games_are_unchanged(components: dict[str, Any]) -> None:
    shipped = json_schemas([], []).components
    assert {name for name in shipped if shipped[name] != components[name]} == GENERIC
    assert components.keys() > shipped.keys()


def test_asyncapi_describes_the_events_of_all_games() -> None:
    with with_games(NORTH, SOUTH):
        schemas = asyncapi.document()["components"]["schemas"]
    assert {"NorthSailed", "SouthSailed"} <= schemas.keys()
    assert asyncapi.encoded(asyncapi.document()) == (SCHEMA / "asyncapi.json").read_bytes()


def test_games_are_listed_and_described_as_long_as_they_are_registered() -> None:
    before = [row.name for row in rulesets("en")]
    with with_games(NORTH, SOUTH):
        assert [row.name for row in rulesets("en")] == [*before, "north", "south"]
        assert [move.type for move in ruleset("south", "en").moves] == ["sail", "end_turn"]
    assert [row.name for row in rulesets("en")] == before


def test_additional_game_has_its_own_sentences(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "en.json").write_text('{"event": {"sailed": "{seat} sails to {to}."}}')

    class Elsewhere(north.North):
        name = "elsewhere"
        rules = "elsewhere/1"
        prefix = "EW"
        texts = str(folder)

    with with_games(Elsewhere()):
        event = north.Sailed(0, "Oslo", ())
        assert narrate("elsewhere", "en", [event]) == ("Seat 1 sails to Oslo.",)
