"""The registry of games: discovered, added from elsewhere, several versions side by side."""

from typing import Any

import pytest

from domain.games import (
    RULESETS,
    VERSIONS,
    InvalidGame,
    game_of_move,
    game_of_rule,
    load,
    register,
    registered,
)
from tests.support.clashing import north, with_games
from tests.support.clashing.north import NORTH, North
from tests.support.clashing.south import SOUTH
from tests.support.toy import TOY, Toy


def variant(base: type[Toy] = Toy, **changed: Any) -> Toy:
    made: Toy = type("Variant", (base,), changed)()
    return made


def test_packages_of_the_domain_with_a_ruleset_are_games() -> None:
    assert RULESETS
    for name, rules in RULESETS.items():
        assert type(rules).__module__ == f"domain.{name}.ruleset"


def test_game_is_added_by_module_and_object() -> None:
    with with_games():
        load(["tests.support.clashing.north:NORTH", "tests.support.clashing.south:SOUTH"])
        assert registered()[-2:] == (NORTH, SOUTH)
        assert VERSIONS["south/1"] is RULESETS["south"] is SOUTH
    assert "north" not in RULESETS


@pytest.mark.parametrize(
    "reference",
    ["nowhere.at_all:GAME", "tests.support.toy:NOTHING", "tests.support.toy", "tests.support.toy:ROBOT", ""],
)
def test_reference_that_is_no_game_is_rejected(reference: str) -> None:
    with with_games(), pytest.raises(InvalidGame):
        load([reference])


def test_versions_stand_side_by_side_and_the_highest_number_is_current() -> None:
    ninth, tenth = variant(rules="toy/9"), variant(rules="toy/10")
    with with_games(tenth, TOY, ninth):
        assert RULESETS["toy"] is tenth
        assert [VERSIONS[f"toy/{n}"] for n in (1, 9, 10)] == [TOY, ninth, tenth]
        assert registered().count(tenth) == 1


def test_registering_a_ruleset_again_changes_nothing() -> None:
    with with_games(TOY):
        before = registered()
        register(TOY)
        assert registered() == before


@pytest.mark.parametrize(
    "changed, reason",
    [
        ({"prefix": "NO"}, "two rulesets"),
        ({"rules": "north/2", "move_types": (north.Sail,)}, "lacks moves"),
        ({"rules": "north/2", "view_type": north.City}, "lacks view"),
        ({"rules": "north"}, "called north"),
        ({"rules": "south/1"}, "called south/1"),
        ({"name": "Far North", "rules": "Far North/1"}, "called"),
        ({"name": "far", "rules": "far/1"}, "begin with NO"),
        ({"name": "far", "rules": "far/1", "prefix": "F-1"}, "capital letters"),
    ],
)
def test_ruleset_that_does_not_fit_beside_the_others_is_rejected(
    changed: dict[str, Any], reason: str
) -> None:
    with with_games(NORTH), pytest.raises(InvalidGame, match=reason):
        register(variant(North, **changed))


def test_game_is_found_by_rule_id_and_by_move() -> None:
    with with_games(NORTH, SOUTH):
        assert game_of_rule("SO-T12") == "south"
        assert game_of_rule(None) is game_of_rule("NOPE-1") is None
        assert game_of_move(north.Sail) == "north"
