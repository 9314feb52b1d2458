"""The catalogue in the API documents: a type for each kind of component, and named ids everywhere."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from domain.games import RULESETS
from domain.kernel.ruleset import Ruleset
from schema.catalogue import ruleset
from schema.components import kinds_of
from schema.entries import REF, prefix_of
from schema.json_schema import json_schemas
from tests.support import golden
from tests.support.clashing import with_games
from tests.support.regatta.ruleset import REGATTA

SCHEMAS = dict(json_schemas([], []).components)
GAMES = [*RULESETS.values(), REGATTA]


def schemas_of(rules: Ruleset) -> dict[str, Any]:
    with with_games(rules):
        return dict(json_schemas([], []).components)


def validator(name: str, schemas: dict[str, Any] = SCHEMAS) -> jsonschema_rs.Draft202012Validator:
    schema = {"$ref": REF + name, "components": {"schemas": schemas}}
    return jsonschema_rs.Draft202012Validator(schema)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_description_of_a_game_fits_its_type(rules: Ruleset) -> None:
    with with_games(rules):
        described = msgspec.to_builtins(ruleset(rules.name, "en"))
    validator("Ruleset", schemas_of(rules)).validate(described)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_components_are_distinguished_by_their_kind(rules: Ruleset) -> None:
    union = schemas_of(rules)[f"{prefix_of(rules)}Component"]
    kinds = {component.kind for component in rules.catalogue.components}
    assert union["discriminator"]["propertyName"] == "kind"
    assert union["discriminator"]["mapping"].keys() == kinds


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_ids_of_components_are_listed_in_their_type(rules: Ruleset) -> None:
    schemas = schemas_of(rules)
    for kind in kinds_of(rules).values():
        id_ = schemas[f"{prefix_of(rules)}{kind.type.__name__.removeprefix(prefix_of(rules))}"]["properties"][
            "id"
        ]
        listed = schemas[id_["$ref"].removeprefix(REF)]["enum"]
        assert sorted(listed) == sorted(kind.ids)


def test_facts_leave_out_the_id_that_the_component_has() -> None:
    assert "id" not in SCHEMAS["BonfireIslandFacts"]["properties"]
    component = next(each for each in ruleset("bonfire", "en").components if each.id == "t01")
    shown = msgspec.to_builtins(component)
    assert list(shown) == ["kind", "id", "name", "text", "facts", "spot"]
    assert shown["facts"]["routes"] == ("t02", "g_pink")


def test_fields_of_moves_events_and_views_name_the_ids_they_hold() -> None:
    def property_of(name: str, field: str) -> Any:
        return SCHEMAS[name]["properties"][field]

    assert property_of("BonfireMoveShip", "to") == {"$ref": f"{REF}BonfireIslandId"}
    assert property_of("BonfireIslandFacts", "routes")["items"] == {"$ref": f"{REF}BonfireIslandId"}
    assert property_of("PhoenixKinPlaced", "kin") == {"$ref": f"{REF}PhoenixKinId"}
    bumped = {"type": "string", "enum": ["bumped"]}
    assert property_of("PhoenixTile", "at") == {"anyOf": [{"$ref": f"{REF}PhoenixSpotId"}, bumped]}


def test_no_schema_uses_tuples_which_generated_clients_cannot_read() -> None:
    assert "prefixItems" not in json.dumps(SCHEMAS)
    sizes = SCHEMAS["BonfireOfferingsShuffled"]["properties"]["offering_sizes"]
    assert sizes == {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


@pytest.mark.parametrize("name", ["2p-01", "4p-02", "solo-01", "phoenix-2p-palace_alt-dragon", "phoenix-4p"])
def test_recorded_games_fit_their_types(name: str) -> None:
    prefix = prefix_of(golden.rules_of(name))
    entries = [json.loads(line) for line in golden.lines(name)[1:]]
    entry_validator, view_validator = validator(f"{prefix}Entry"), validator(f"{prefix}View")
    for entry in entries:
        entry_validator.validate(entry)
    for seq in range(20, len(entries), 40):
        for view in views_of(name, seq):
            view_validator.validate(view)


def views_of(name: str, seq: int) -> Iterator[Any]:
    rules, table = golden.rules_of(name), golden.at(name, seq)
    for seats in ((), (0,)):
        yield msgspec.to_builtins(rules.view(table.state, seats))


def test_options_say_what_they_take() -> None:
    taken = {option.id: msgspec.to_builtins(option.takes) for option in ruleset("phoenix", "en").options}
    nullable = {option.id for option in ruleset("phoenix", "en").options if option.nullable}
    assert taken["dragon"] == {"kind": "yes_no"}
    assert taken["on_timeout"] == {"kind": "choice", "values": ("pass", "bot:greedy", "forfeit")}
    assert taken["style"] == {"kind": "choice", "values": ("vanilla", "story")}
    assert taken["solo_allies"] == {"kind": "number", "numbers": (1, 2)}
    assert taken["seed"] == {"kind": "text", "pattern": "^[0-9a-fA-F]{64}$"}
    assert taken["clock"] == {"kind": "numbers", "names": ("seconds", "days")}
    assert nullable >= {"clock", "seed", "style", "solo_allies"}
    assert "dragon" not in nullable
