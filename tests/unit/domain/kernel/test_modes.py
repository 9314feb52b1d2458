"""Which options and numbers of players fit together: the modes of a game as data."""

import pytest

from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import BonfireOptions, Challenge
from domain.kernel.catalogue import Catalogue, Mode
from domain.kernel.errors import Rejected
from domain.kernel.modes import check_modes, default_mode, modes_on
from domain.kernel.table import Options
from tests.support.toy import TOY, ToyOptions

NOT_COOP = ("asymmetric", "dragon")
CATALOGUE = Catalogue(
    players=(1, 2, 3, 4),
    players_rule="X-S1",
    modes=(
        Mode(id="standard", option="mode", value="standard", players=(2, 3, 4), rule="X-M2"),
        Mode(id="team", option="mode", value="team", players=(4,), rule="X-M2"),
        Mode(
            id="coop",
            option="mode",
            value="coop",
            players=(2, 3),
            requires=("difficulty", "style"),
            excludes=NOT_COOP,
            rule="X-M2",
        ),
        Mode(
            id="solo",
            option="mode",
            value="solo",
            players=(1,),
            requires=("difficulty", "style", "solo_allies"),
            excludes=NOT_COOP,
            rule="X-M2",
        ),
        Mode(id="story", option="style", value="story", requires=("scenario",), rule="X-M2"),
        Mode(id="vanilla", option="style", value="vanilla", admits=("enemy_clan",), rule="X-M2"),
        Mode(id="palace_alt", option="palace_alt", value=True),
        Mode(id="asymmetric", option="asymmetric", value=True),
        Mode(id="dragon", option="dragon", value=True),
    ),
)


class SampleOptions(Options, frozen=True, kw_only=True):
    """Four modes, three flags, and options that belong to some of the modes."""

    mode: str = "standard"
    palace_alt: bool = False
    asymmetric: bool = False
    dragon: bool = False
    difficulty: str | None = None
    style: str | None = None
    scenario: str | None = None
    enemy_clan: str | None = None
    solo_allies: int | None = None


COOP_OPTIONS = {"mode": "coop", "difficulty": "easy", "style": "vanilla"}
STORY_OPTIONS = {"mode": "coop", "difficulty": "easy", "style": "story", "scenario": "one"}
SOLO_OPTIONS = {**COOP_OPTIONS, "mode": "solo", "solo_allies": 2}


def refusal(places: int, **options: object) -> Rejected | None:
    try:
        check_modes(CATALOGUE, SampleOptions(**options), places)  # type: ignore[arg-type]
    except Rejected as refused:
        return refused
    return None


@pytest.mark.parametrize(
    "places,options",
    [
        *((places, {}) for places in (2, 3, 4)),
        (2, {"palace_alt": True, "asymmetric": True, "dragon": True}),
        (4, {"mode": "team", "palace_alt": True, "asymmetric": True, "dragon": True}),
        *((places, COOP_OPTIONS) for places in (2, 3)),
        (2, {**COOP_OPTIONS, "palace_alt": True, "enemy_clan": "red"}),
        (3, STORY_OPTIONS),
        (1, SOLO_OPTIONS),
        (1, {**STORY_OPTIONS, "mode": "solo", "solo_allies": 1, "palace_alt": True}),
    ],
)
def test_allowed_combinations_are_accepted(places: int, options: dict[str, object]) -> None:
    assert refusal(places, **options) is None


@pytest.mark.parametrize(
    "mode,places,allowed",
    [
        ("standard", 1, (2, 3, 4)),
        ("standard", 5, (2, 3, 4)),
        ("team", 3, (4,)),
        ("coop", 4, (2, 3)),
        ("solo", 2, (1,)),
    ],
)
def test_mode_refuses_other_numbers_of_players(mode: str, places: int, allowed: tuple[int, ...]) -> None:
    refused = Rejected("player_count_not_allowed", "X-M2", mode=mode, given=places, allowed=allowed)
    assert refusal(places, mode=mode) == refused


@pytest.mark.parametrize("flag", ["asymmetric", "dragon"])
@pytest.mark.parametrize("places,options", [(2, COOP_OPTIONS), (1, SOLO_OPTIONS)])
def test_excluded_mode_is_refused(flag: str, places: int, options: dict[str, object]) -> None:
    refused = Rejected("mode_combination_not_allowed", "X-M2", mode=str(options["mode"]), flag=flag)
    assert refusal(places, **{**options, flag: True}) == refused


@pytest.mark.parametrize(
    "places,options,mode,missing",
    [
        (2, COOP_OPTIONS, "coop", "difficulty"),
        (2, COOP_OPTIONS, "coop", "style"),
        (2, STORY_OPTIONS, "story", "scenario"),
        (1, SOLO_OPTIONS, "solo", "solo_allies"),
    ],
)
def test_required_option_must_be_given(
    places: int, options: dict[str, object], mode: str, missing: str
) -> None:
    refused = Rejected("missing_option", "X-M2", mode=mode, option=missing)
    assert refusal(places, **{**options, missing: None}) == refused


@pytest.mark.parametrize(
    "places,options,option",
    [
        (2, {"difficulty": "easy"}, "difficulty"),
        (2, {"style": "vanilla"}, "style"),
        (2, {**COOP_OPTIONS, "scenario": "one"}, "scenario"),
        (2, {**STORY_OPTIONS, "enemy_clan": "red"}, "enemy_clan"),
        (2, {**COOP_OPTIONS, "solo_allies": 1}, "solo_allies"),
        (2, {"enemy_clan": "red"}, "enemy_clan"),
    ],
)
def test_option_of_another_mode_is_refused(places: int, options: dict[str, object], option: str) -> None:
    assert refusal(places, **options) == Rejected("option_not_applicable", "X-M2", option=option)


def test_refusals_come_in_the_order_of_their_codes() -> None:
    wrong = {"mode": "coop", "dragon": True, "solo_allies": 1}
    codes = [
        refusal(4, **wrong),
        refusal(2, **wrong),
        refusal(2, mode="coop", solo_allies=1),
        refusal(2, **COOP_OPTIONS, solo_allies=1),
    ]
    assert [refused and refused.code for refused in codes] == [
        "player_count_not_allowed",
        "mode_combination_not_allowed",
        "missing_option",
        "option_not_applicable",
    ]


def test_options_and_number_of_players_decide_which_modes_are_on() -> None:
    on = modes_on(CATALOGUE, SampleOptions(**STORY_OPTIONS, palace_alt=True), 2)  # type: ignore[arg-type]
    assert [mode.id for mode in on] == ["coop", "story", "palace_alt"]


@pytest.mark.parametrize(
    "places,options,refused",
    [
        (5, {}, Rejected("player_count_not_allowed", "BF-S1", players=5, allowed=(1, 2, 3, 4))),
        (0, {}, Rejected("player_count_not_allowed", "BF-S1", players=0, allowed=(1, 2, 3, 4))),
        (
            2,
            {"challenge": Challenge.HANDICAP, "handicap": 5},
            Rejected("option_not_applicable", "BF-O26", option="challenge"),
        ),
        (
            1,
            {"challenge": Challenge.HANDICAP, "seed": "00" * 32},
            Rejected("option_not_applicable", "BF-O26", option="seed"),
        ),
        (1, {"handicap": 5}, Rejected("option_not_applicable", "BF-O26", option="handicap")),
        (3, {"handicap": -5}, Rejected("option_not_applicable", "BF-O26", option="handicap")),
    ],
)
def test_bonfire_keeps_its_refusals(places: int, options: dict[str, object], refused: Rejected) -> None:
    with pytest.raises(Rejected) as found:
        BONFIRE.check(BonfireOptions(**options), places)  # type: ignore[arg-type]
    assert found.value == refused


@pytest.mark.parametrize("places", [1, 2, 3, 4])
def test_all_games_of_bonfire_are_of_one_mode(places: int) -> None:
    assert BONFIRE.mode(BonfireOptions(), places) == default_mode(BONFIRE) == "standard"


def test_default_mode_is_that_of_the_default_options() -> None:
    assert default_mode(TOY) == "free_for_all"
    assert TOY.mode(ToyOptions(teams=True), 4) == "teams"
