"""Random games of Phoenix Palace under the eyes of a referee who has read the rules but not the code.

After every command the referee's game is compared with the state, its list of answers with `legal`. Some
positions are looked at more closely: whole moves that the rules allow are sent, and moves that they forbid.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel.errors import Rejected
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import PhoenixOptions
from tests.support.phoenix_matches.games import SETTINGS, a_game, play
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


ALL_MODES = {"standard": (2, 3, 4), "team": (4,)}
"""9.1: how many play a mode."""

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
    for _, _, variants in SETTINGS[:8]:
        options = {"mode": mode, **dict.fromkeys(variants, True)}
        code = None if places in ALL_MODES[mode] else "player_count_not_allowed"
        assert refused_creation(options, places)[0] == code


@pytest.mark.parametrize("mode", ALL_MODES)
@pytest.mark.parametrize("option", FOREIGN_OPTIONS, ids=lambda option: next(iter(option)))
def test_pp_m2_options_of_modes_that_are_not_offered_are_unknown(mode: str, option: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        refused_creation({"mode": mode, **option}, 4)


@pytest.mark.parametrize("mode,places", [("coop", 2), ("solo", 1)])
def test_pp_m2_x94_modes_that_are_not_offered_are_unknown(mode: str, places: int) -> None:
    with pytest.raises(msgspec.ValidationError, match=mode):
        refused_creation({"mode": mode}, places)
