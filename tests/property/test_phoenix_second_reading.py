"""Random games of Phoenix Palace under the eyes of a referee who has read the rules but not the code.

After every command the referee's game is compared with the state, its list of answers with `legal`. Some
positions are looked at more closely: whole moves that the rules allow are sent, and moves that they forbid.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel.errors import Rejected
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix_matches.games import SETTINGS, a_game, a_game_against_basilisk, play
from tests.support.phoenix_matches.match import Played
from tests.support.phoenix_matches.translated import plain

FIRST_GAMES = [a_game(number) for number in range(len(SETTINGS))]


def named(played: Played) -> str:
    return "-".join((played.mode, str(played.places), *played.variants))


@pytest.mark.parametrize("played", FIRST_GAMES, ids=named)
def test_a_second_reading_of_the_rules_finds_the_same(played: Played) -> None:
    play(played)


@pytest.mark.long
@pytest.mark.parametrize("first", FIRST_GAMES, ids=named)
def test_a_second_reading_of_the_rules_finds_the_same_in_many_games(first: Played) -> None:
    for turn in range(1, 17):
        play(a_game(first.seed + turn * len(SETTINGS)))


GAMES_AGAINST_BASILISK = int(os.environ.get("SECOND_READING_GAMES", "30"))
"""How many co-operative and solo games the long test plays; 320 are two of each setting."""


def named_against(played: Played) -> str:
    against = played.against
    assert against is not None
    allies = f"{played.mode}-{against.allies}"
    return "-".join((allies, against.difficulty, against.scenario or "vanilla", *played.variants))


FEW_AGAINST_BASILISK = [a_game_against_basilisk(number) for number in range(5)]


@pytest.mark.parametrize("played", FEW_AGAINST_BASILISK, ids=named_against)
def test_a_second_reading_of_games_against_the_basilisk_finds_the_same(played: Played) -> None:
    play(played)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_a_second_reading_of_many_games_against_the_basilisk_finds_the_same(part: int) -> None:
    for number in range(5 + part, 5 + GAMES_AGAINST_BASILISK, 4):
        played = a_game_against_basilisk(number)
        try:
            play(played)
        except AssertionError as failed:
            raise AssertionError(number, named_against(played)) from failed


ALL_MODES = {"standard": (2, 3, 4), "team": (4,), "coop": (2, 3), "solo": (1,)}
"""9.1: how many play a mode."""
REQUIRED: Mapping[str, dict[str, Any]] = {
    "standard": {},
    "team": {},
    "coop": {"difficulty": "easy", "style": "vanilla"},
    "solo": {"difficulty": "easy", "style": "vanilla", "solo_allies": 1},
}
"""9.1: what has to be said about a mode."""
FOREIGN_OPTIONS: Sequence[dict[str, Any]] = (
    {"difficulty": "easy"},
    {"style": "vanilla"},
    {"scenario": "ember_court"},
    {"basilisk_clan": "red"},
    {"solo_allies": 1},
)


def refused_creation(options: dict[str, Any], places: int) -> tuple[str | None, dict[str, Any]]:
    try:
        PHOENIX.check(msgspec.convert(options, PhoenixOptions), places)
    except Rejected as rejected:
        return rejected.code, plain(rejected.details)
    return None, {}


@pytest.mark.parametrize("mode", ALL_MODES)
@pytest.mark.parametrize("places", range(1, 6))
def test_pp_m1_m2_only_the_listed_numbers_of_players_can_play(mode: str, places: int) -> None:
    flags = SETTINGS[:8] if mode in {"standard", "team"} else SETTINGS[:2]
    for _, _, variants in flags:
        options = {"mode": mode, **REQUIRED[mode], **dict.fromkeys(variants, True)}
        code = None if places in ALL_MODES[mode] else "player_count_not_allowed"
        assert refused_creation(options, places)[0] == code


@pytest.mark.parametrize("mode", ["standard", "team"])
@pytest.mark.parametrize("option", FOREIGN_OPTIONS, ids=lambda option: next(iter(option)))
def test_pp_m2_x94_options_of_other_modes_are_not_applicable(mode: str, option: dict[str, Any]) -> None:
    assert refused_creation({"mode": mode, **option}, 4)[0] == "option_not_applicable"


@pytest.mark.parametrize("mode", ["coop", "solo"])
@pytest.mark.parametrize("flag", ["asymmetric", "dragon"])
def test_pp_m2_x94_q62_some_variants_do_not_go_against_the_basilisk(mode: str, flag: str) -> None:
    options = {"mode": mode, **REQUIRED[mode], flag: True}
    told = refused_creation(options, ALL_MODES[mode][0])
    assert told == ("mode_combination_not_allowed", {"mode": mode, "flag": flag})


@pytest.mark.parametrize("mode", ["coop", "solo"])
def test_pp_m2_x94_the_options_of_a_game_against_the_basilisk_are_required(mode: str) -> None:
    places = ALL_MODES[mode][0]
    for missing in REQUIRED[mode]:
        told = {name: value for name, value in REQUIRED[mode].items() if name != missing}
        assert refused_creation({"mode": mode, **told}, places)[0] == "missing_option"
    story = {"mode": mode, **REQUIRED[mode], "style": "story"}
    assert refused_creation(story, places)[0] == "missing_option"
    assert refused_creation({**story, "scenario": "ember_court"}, places)[0] is None
    named = {**story, "scenario": "ember_court", "basilisk_clan": "red"}
    assert refused_creation(named, places)[0] == "option_not_applicable"
    vanilla = {"mode": mode, **REQUIRED[mode]}
    assert refused_creation({**vanilla, "basilisk_clan": "red"}, places)[0] is None
    assert refused_creation({**vanilla, "scenario": "ember_court"}, places)[0] == "option_not_applicable"


def test_pp_m2_allies_are_counted_only_in_solo_games() -> None:
    coop = {"mode": "coop", **REQUIRED["coop"], "solo_allies": 1}
    assert refused_creation(coop, 2)[0] == "option_not_applicable"
