"""The four scenarios and their acts (PP-CO26, 12.7)."""

from typing import Any

import msgspec
import pytest

from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.commands import EndTurn
from domain.phoenix.enemy_catalogue import ACTS, SCENARIO_CLAN
from domain.phoenix.ids import Clan, Difficulty, KinId, KinType, Resource, ScenarioId, Sector, Shard, SpotId
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.ruleset import PHOENIX
from tests.support.basilisk import BasiliskGame, against_basilisk, shown
from tests.support.phoenix import Unshuffled

COIN, SCROLL, LANTERN = Resource


def story(scenario: str, act: int = 1, allies: int = 2, **options: Any) -> BasiliskGame:
    """A story in the round of an act; the Basilisk is due."""
    game = against_basilisk(allies, scenario=scenario, **options)
    if act > 1:
        game.given(e.RoundStarted(act, game.state.order), b.ActRevealed(ScenarioId(scenario), act, (), ()))
    return game


def dawn(game: BasiliskGame) -> list[object]:
    """What happens from the last turn of a round to the first of the next one."""
    told: list[object] = list(shown(game.foresees().last_turn_of(1).when(1, EndTurn())))
    while game.deciding:
        told += shown(game.answer(str(game.options[0])))
    return told


def test_pp_co26_every_scenario_has_three_acts() -> None:
    assert [(act.scenario, act.number) for act in ACTS] == [
        (scenario, number) for scenario in ScenarioId for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "scenario, clan, kinds",
    [
        ("ember_court", Clan.RED, (KinType.ARCHER, KinType.MASTERMIND)),
        ("silent_tide", Clan.BLUE, (KinType.PHILOSOPHER, KinType.CLAIRVOYANT)),
        ("hidden_grove", Clan.GREEN, (KinType.BARD, KinType.DIPLOMAT)),
        ("golden_road", Clan.YELLOW, (KinType.MERCHANT, KinType.PATHFINDER)),
    ],
)
@pytest.mark.parametrize("allies, size", [(2, 8), (3, 9)])
def test_pp_co2_co6_co26_x90_act_one_changes_the_stack(
    scenario: str, clan: Clan, kinds: tuple[KinType, ...], allies: int, size: int
) -> None:
    seat = story(scenario, allies=allies).state.seats[0]
    assert seat.clan is clan
    assert len(seat.stack) == size
    novices = [f"{clan}.apprentice.{n}" for n in range(1, 6)]
    assert set(novices[:3]) | {f"{clan}.{kind}" for kind in (KinType.FIGHTER, *kinds)} < set(seat.stack)
    assert list(seat.box) == novices[3:]
    assert len(set(seat.stack)) == size
    assert len(seat.clan_pile) + 1 == 14 - 2 - (size - 6), "unused specialists, one of them ready"


def test_pp_co26_act_one_is_revealed_before_random_kin_are_drawn() -> None:
    options = msgspec.convert(
        {"mode": "coop", "difficulty": "medium", "style": "story", "scenario": "ember_court"}, PhoenixOptions
    )
    told = PHOENIX.setup(options, [None, None], Unshuffled()).events
    assert told[1:4] == (
        b.BasiliskAwoken(Difficulty.MEDIUM, ScenarioId.EMBER_COURT),
        b.ActRevealed(
            ScenarioId.EMBER_COURT,
            1,
            (KinId("red.archer"), KinId("red.mastermind")),
            (KinId("red.apprentice.4"), KinId("red.apprentice.5")),
            reveals=True,
        ),
        b.SpecialistsDrawn(0, (KinId("red.bard"), KinId("red.clairvoyant")), reveals=True),
    )


@pytest.mark.parametrize(
    "scenario, gained",
    [
        ("ember_court", e.ResourceChanged(0, COIN, 2, "PP-CO26")),
        ("silent_tide", e.ResourceChanged(0, SCROLL, 3, "PP-CO26")),
        ("hidden_grove", e.ResourceChanged(0, COIN, 2, "PP-CO26")),
        ("golden_road", None),
    ],
)
def test_pp_co26_act_two_is_revealed_before_events_are_foreseen(
    scenario: str, gained: e.ResourceChanged | None
) -> None:
    game = story(scenario)
    clan = SCENARIO_CLAN[ScenarioId(scenario)]
    told = dawn(game.stand(f"{clan}.fighter", "rim.1"))
    at = told.index(e.RoundStarted(2, game.state.order))
    expected: list[object] = [b.ActRevealed(ScenarioId(scenario), 2, (), (), reveals=True)]
    expected += [] if gained is None else [gained]
    assert told[at + 1 : at + 1 + len(expected)] == expected
    assert isinstance(told[at + 1 + len(expected)], e.EventRevealed)


def test_pp_co26_h12_later_acts_are_not_shown() -> None:
    game = story("ember_court")
    view = PHOENIX.view(game.state, (1,))
    assert view.enemy is not None
    assert (view.enemy.scenario, view.enemy.act) == (ScenarioId.EMBER_COURT, 1)
    assert not any("act" in name for name in view.enemy.__struct_fields__ if name != "act")


def test_pp_co26_ember_court_gains_favor_for_kin_sent_to_the_palace() -> None:
    game = story("ember_court").stand("blue.bard", "capital.1")
    game.places("red.fighter", "sc03").then_includes(
        e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace")), e.FpChanged(0, 1, "PP-CO26")
    )


def test_pp_co26_ember_court_gains_nothing_for_a_kin_that_is_only_unveiled() -> None:
    game = story("ember_court").stand("blue.bard", "capital.1", cloaked=True)
    told = shown(game.places("red.fighter", "sc03"))
    assert not any(isinstance(event, e.FpChanged) and event.rule == "PP-CO26" for event in told)


def test_pp_co26_ember_court_gains_nothing_for_a_bumped_kin() -> None:
    game = story("ember_court", palace_alt=True).stand("blue.bard", "capital.1").turned(0)
    game.stand("green.bard", "outer_ward.1")
    told = shown(game.places("red.fighter", "sc03"))
    assert e.KinBumped(1, KinId("blue.bard")) in told
    assert not any(isinstance(event, e.FpChanged) and event.rule == "PP-CO26" for event in told)


def test_pp_co26_ember_court_gains_favor_after_the_ally_has_picked_the_ward() -> None:
    game = story("ember_court", palace_alt=True).stand("blue.bard", "capital.1").turned(1)
    game.places("red.fighter", "sc03").then_accepted()
    assert (game.kind, game.deciding, game.state.seats[0].fp) == ("outer_ward", (1,), 0)
    assert shown(game.answer("outer_ward.1"))[1:3] == [
        e.KinSentToPalace(1, KinId("blue.bard"), SpotId("outer_ward.1")),
        e.FpChanged(0, 1, "PP-CO26"),
    ]


def test_pp_co26_ember_court_gains_a_resource_after_each_hit_in_act_two() -> None:
    game = story("ember_court", 2).stand("blue.bard", "capital.1", cloaked=True).has(0, coin=5, lantern=0)
    game.places("red.fighter", "sc03").then_includes(
        e.KinUnveiled(1, KinId("blue.bard")), e.ResourceChanged(0, LANTERN, 1, "PP-CO26")
    )


def test_pp_co26_ember_court_has_more_influence_in_act_three() -> None:
    game = story("ember_court", 3).foresees().stand("red.bard", "gates.1").stand("blue.bard", "gates.2")
    game.stand("blue.guard", "gates.3").stand("blue.hermit", "rim.1").heralds(1, 2, 0).last_turn_of(1)
    told = shown(game.when(1, EndTurn()))
    assert e.SectorScored(Sector.GATES, (0, 1), (2, 2, 0), 1) in told
    assert e.SectorScored(Sector.RIM, (1,), (0, 1, 0), 1) in told, "only where it has a kin"


def test_pp_co26_silent_tide_gains_more_for_discarded_revelations() -> None:
    game = story("silent_tide").has(0, scroll=1).shows("pilgrims_bell", "second_wind", "heralds_crown")
    game.stacks("blue.apprentice.1").deals("sc09").turn().then_includes(
        e.FpChanged(0, 2, "PP-RV2"), e.FpChanged(0, 1, "PP-CO26")
    )


def test_pp_co26_silent_tide_gains_from_events_and_skips_them_in_act_three() -> None:
    game = story("silent_tide", 3).foresees("coin_tithe", None, "dying_lamps").last_turn_of(1)
    told = shown(game.when(1, EndTurn()))
    assert e.FpChanged(0, 4, "PP-CO26") in told
    assert told.index(e.FpChanged(0, 4, "PP-CO26")) < told.index(e.ResourceChanged(1, COIN, -1, "PP-EC01"))
    assert not any(isinstance(event, e.ResourceChanged) and event.seat == 0 for event in told)


def test_pp_co17_co26_x89_hidden_grove_cloaks_for_nothing_in_act_one() -> None:
    game = story("hidden_grove").has(0, coin=0)
    told = shown(game.stacks("green.apprentice.1").deals("sc03").turn())
    assert e.KinPlaced(0, KinId("green.apprentice.1"), SpotId("capital.1"), cloaked=True) in told
    assert not any(isinstance(event, e.ResourceChanged) and event.by < 0 for event in told)


def test_pp_co26_q68_hidden_grove_pays_again_in_act_two_and_gains_favor() -> None:
    game = story("hidden_grove", 2).has(0, coin=1)
    game.stacks("green.apprentice.1").deals("sc03").turn().then_includes(
        e.ResourceChanged(0, COIN, -1, "PP-CO17"), e.FpChanged(0, 1, "PP-CO26")
    )


def test_pp_co26_q68_hidden_grove_wins_every_tie_in_act_three() -> None:
    game = story("hidden_grove", 3).foresees().stand("green.bard", "gates.1").stand("red.bard", "gates.2")
    game.stand("green.guard", "palace").stand("red.guard", "palace").heralds(1, 2, 0).last_turn_of(1)
    told = shown(game.when(1, EndTurn()))
    assert e.SectorScored(Sector.GATES, (0, 1), (1, 1, 0), 0) in told
    assert e.PalaceScored((0, 1), (1, 1, 0), 0) in told


def test_pp_co26_golden_road_gains_more_for_builds_in_act_one() -> None:
    game = story("golden_road")
    game.stacks("yellow.apprentice.1").deals("sc05").turn().then_includes(
        e.FpChanged(0, 3, "PP-E16"), e.FpChanged(0, 1, "PP-CO26")
    )


def test_pp_co26_golden_road_builds_for_nothing_in_act_two() -> None:
    game = story("golden_road", 2).has(0, coin=0, scroll=0, lantern=0)
    told = shown(game.stacks("yellow.apprentice.1").deals("sc05").turn())
    assert any(isinstance(event, e.VillageBuilt) for event in told)
    assert not any(isinstance(event, e.ResourceChanged) for event in told)


def test_pp_co26_golden_road_gains_a_shard_after_palace_scoring_in_act_three() -> None:
    game = story("golden_road", 3).foresees().has(0, coral=1, jade=1).stand("yellow.bard", "gates.1")
    told = shown(game.last_turn_of(1).when(1, EndTurn()))
    assert e.ShardChanged(0, Shard.AGATE, 1, "PP-CO26") in told
    assert isinstance(told[-1], e.PlayEnded)
