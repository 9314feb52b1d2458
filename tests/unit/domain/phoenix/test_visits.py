"""The Basilisk on the alternative palace (PP-CP2–PP-CP7)."""

import pytest

from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.basilisk_events import Obstacle, Part, SpotReason
from domain.phoenix.commands import Choose
from domain.phoenix.ids import KinId, Resource, Sector, SpotId
from tests.support.basilisk import BasiliskGame, against_basilisk, shown
from tests.support.phoenix import took

COIN, SCROLL, LANTERN = Resource
NOVICE = KinId("red.apprentice.1")


@pytest.fixture
def springs() -> BasiliskGame:
    """Rotation 3: springs are highlighted, but full; the Basilisk in the north sees wall 2 only."""
    game = against_basilisk(palace_alt=True).turned(3).fills(*(f"springs.{n}" for n in (1, 2, 3, 4)))
    return game.has(0, coin=1, scroll=2, lantern=1).shows("eclipse", "twin_moons", "phoenix_feather")


def found(spot: str, reason: SpotReason, rule: str) -> b.SpotFound:
    return b.SpotFound(0, NOVICE, SpotId(spot), reason, rule)


def test_pp_cp2_cp3_cp7_a_battlement_for_a_highlighted_sector(springs: BasiliskGame) -> None:
    told = shown(springs.deals("sc09").turn())
    assert told[1:8] == [
        b.SectorPassedOver(Sector.SPRINGS, Obstacle.FULL, "PP-CO16"),
        took(1, Choose(value="battlement.2")),
        found("battlement.2", SpotReason.BATTLEMENT, "PP-CP3"),
        e.KinPlaced(0, NOVICE, SpotId("battlement.2")),
        e.ResourceChanged(0, LANTERN, -1, "PP-CO21"),
        b.EffectBegun(0, Sector.SPRINGS, "PP-CO21"),
        took(1, Choose(value="eclipse")),
    ]
    assert told[-2:] == [e.PalaceRotated(4), e.TurnStarted(0, 2)]


def test_pp_cp3_the_decider_picks_one_of_two_battlements(springs: BasiliskGame) -> None:
    springs.turned(4).deals("sc09").turn().then_accepted()
    assert (springs.kind, springs.options) == ("basilisk_palace_spot", ("battlement.1", "battlement.2"))
    assert springs.state.seats[0].stack[0] == NOVICE, "the tile stays on the stack until then"
    springs.answer("battlement.1").then_includes(e.KinPlaced(0, NOVICE, SpotId("battlement.1")))


def test_pp_cp4_x87_without_a_battlement_it_climbs_the_pinnacle(springs: BasiliskGame) -> None:
    springs.stand("blue.bard", "battlement.2").stand("green.bard", "pinnacle")
    told = shown(springs.deals("sc09").turn())
    assert told[2:5] == [
        found("pinnacle", SpotReason.PINNACLE, "PP-CP4"),
        e.KinBumped(2, KinId("green.bard")),
        e.KinPlaced(0, NOVICE, SpotId("pinnacle")),
    ]
    assert (springs.kind, springs.options) == ("basilisk_tie", ("coin", "lantern"))
    told = shown(springs.answer("coin"))
    assert told[1:4] == [
        e.ResourceChanged(0, COIN, 1, "PP-CP4"),
        e.ResourceChanged(0, LANTERN, -1, "PP-CO21"),
        b.EffectBegun(0, Sector.SPRINGS, "PP-CO21"),
    ]
    assert e.PalaceRotated(4) in told


def test_pp_cp4_x88_without_a_lantern_the_effect_is_free(springs: BasiliskGame) -> None:
    told = shown(springs.has(0, lantern=0).deals("sc09").turn())
    assert told[2:6] == [
        found("pinnacle", SpotReason.PINNACLE, "PP-CP4"),
        e.KinPlaced(0, NOVICE, SpotId("pinnacle")),
        b.PartSkipped(0, Part.PAY_LANTERN, "PP-CP4"),
        b.EffectBegun(0, Sector.SPRINGS, "PP-CO21"),
    ]
    assert not any(isinstance(event, e.ResourceChanged) and event.by > 0 for event in told)
    assert e.PalaceRotated(4) in told


def test_pp_cp5_q56_without_a_highlighted_sector_it_takes_an_outer_ward(springs: BasiliskGame) -> None:
    told = shown(springs.turned(0).has(0, coin=0).deals("sc09").turn())
    assert told[2:] == [
        took(1, Choose(value="outer_ward.0")),
        found("outer_ward.0", SpotReason.OUTER_WARD, "PP-CP5"),
        e.KinPlaced(0, NOVICE, SpotId("outer_ward.0")),
        took(1, Choose(value="coin")),
        e.ResourceChanged(0, COIN, 1, "PP-CP5"),
        e.PalaceRotated(1),
        e.TurnStarted(0, 2),
    ]


def test_pp_cp5_the_decider_picks_one_of_two_wards(springs: BasiliskGame) -> None:
    springs.turned(1).deals("sc09").turn().then_accepted()
    assert (springs.kind, springs.options) == ("basilisk_palace_spot", ("outer_ward.0", "outer_ward.3"))


def test_pp_cp5_q52_q56_without_a_ward_it_bumps_even_its_own_kin(springs: BasiliskGame) -> None:
    springs.turned(0).has(0, coin=0).stand("blue.bard", "outer_ward.0").stand("red.bard", "pinnacle")
    told = shown(springs.deals("sc09").turn())
    assert told[2:5] == [
        found("pinnacle", SpotReason.PINNACLE, "PP-CP5"),
        e.KinBumped(0, KinId("red.bard")),
        e.KinPlaced(0, NOVICE, SpotId("pinnacle")),
    ]
    assert e.ResourceChanged(0, COIN, 1, "PP-CP5") in told


def test_pp_cp6_the_decider_picks_the_ward_of_a_basilisk_kin_that_was_hit(springs: BasiliskGame) -> None:
    springs.turned(1).stand("red.bard", "capital.1").given(e.FirstPlayerChanged(2)).turn_of(1)
    springs.place(1, "blue.fighter", "capital.2").then_accepted()
    command = next(move for move in springs.legal(1) if getattr(move, "target", None) == "red.bard")
    springs.when(1, command).then_accepted()
    assert (springs.kind, springs.deciding) == ("outer_ward", (2,))
    springs.answer("outer_ward.3").then_includes(
        e.KinSentToPalace(0, KinId("red.bard"), SpotId("outer_ward.3"))
    )


def test_pp_cp6_without_a_ward_a_basilisk_kin_is_bumped(springs: BasiliskGame) -> None:
    springs.turned(0).stand("red.bard", "capital.1").stand("blue.bard", "outer_ward.0").turn_of(1)
    springs.place(1, "blue.fighter", "capital.2").then_accepted()
    command = next(move for move in springs.legal(1) if getattr(move, "target", None) == "red.bard")
    springs.when(1, command).then_includes(e.KinBumped(0, KinId("red.bard")))


def test_pp_cp7_the_direction_is_never_asked(springs: BasiliskGame) -> None:
    told = shown(springs.deals("sc09").turn())
    assert e.PalaceRotated(4) in told
    assert not springs.deciding
