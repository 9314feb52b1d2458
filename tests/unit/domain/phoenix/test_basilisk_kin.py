"""The abilities of the Basilisk's kin, one by one (PP-CO11, PP-CO18)."""

import pytest

from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.basilisk_kin import BASILISK_KIN, is_performable
from domain.phoenix.ids import ForeseenId, KinId, KinType, Resource, Sector, Shard, SpotId
from tests.support.basilisk import BasiliskGame, against_basilisk, shown

COIN, SCROLL, LANTERN = Resource


@pytest.fixture
def coop() -> BasiliskGame:
    """Two allies, blue and green; the Basilisk, red, has no coin for cloaks and no event is foreseen."""
    return against_basilisk().has(0, coin=0, scroll=1, lantern=1).foresees()


def used(kind: KinType, kin: str | None = None) -> b.AbilityPerformed:
    rule = BASILISK_KIN[kind].rule
    return b.AbilityPerformed(0, KinId(kin or f"red.{kind}"), kind, rule)


def test_pp_co18_every_type_of_kin_has_a_row() -> None:
    assert set(BASILISK_KIN) == set(KinType)
    assert [row.rule for row in BASILISK_KIN.values()] == [f"PP-K{n}" for n in range(1, 17)]


def test_pp_co18_an_apprentice_never_has_an_ability(coop: BasiliskGame) -> None:
    coop.fills("capital.2").places("red.apprentice.2", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.apprentice.2"), cloaked=False, rule="PP-K1")
    )


def test_pp_co11_co18_q47_a_fighter_hits_only_kin_of_the_allies(coop: BasiliskGame) -> None:
    coop.stand("red.bard", "capital.2").stand("blue.bard", "capital.3")
    told = shown(coop.places("red.fighter", "sc03"))
    assert used(KinType.FIGHTER) in told
    assert e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace")) in told


def test_pp_co11_the_decider_picks_among_several_targets(coop: BasiliskGame) -> None:
    coop.stand("green.bard", "capital.2", cloaked=True).stand("blue.bard", "capital.3")
    coop.places("red.fighter", "sc03").then_accepted()
    assert (coop.kind, coop.deciding) == ("basilisk_target", (1,))
    assert coop.options == ("blue.bard", "green.bard")
    coop.answer("green.bard").then_includes(e.KinUnveiled(2, KinId("green.bard")))


def test_pp_co18_without_a_kin_of_an_ally_there_is_no_hit(coop: BasiliskGame) -> None:
    coop.stand("red.bard", "capital.2").places("red.fighter", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.fighter"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co18_an_archer_hits_across_the_palace(coop: BasiliskGame) -> None:
    coop.stand("blue.bard", "springs.1").places("red.archer", "sc03").then_includes(
        used(KinType.ARCHER), e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace"))
    )


def test_pp_co18_a_mastermind_hits_where_a_cloaked_kin_of_its_own_is(coop: BasiliskGame) -> None:
    coop.stand("red.bard", "rim.1", cloaked=True).stand("blue.bard", "rim.2").stand("blue.guard", "gates.1")
    coop.places("red.mastermind", "sc03").then_includes(
        used(KinType.MASTERMIND), e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace"))
    )


def test_pp_co11_co18_a_bard_cloaks_only_kin_of_the_basilisk(coop: BasiliskGame) -> None:
    coop.stand("blue.bard", "gates.1").stand("red.guard", "rim.1")
    coop.places("red.bard", "sc03").then_includes(used(KinType.BARD), e.KinCloaked(0, KinId("red.guard")))


def test_pp_co18_a_clairvoyant_needs_an_event(coop: BasiliskGame) -> None:
    coop.places("red.clairvoyant", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.clairvoyant"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co9_co18_a_clairvoyant_discards_or_returns_as_decided(coop: BasiliskGame) -> None:
    coop.foresees("levy", discard=("coin_tithe",)).places("red.clairvoyant", "sc03").then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_alternative", ("discard", "return"))
    coop.answer("return").then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_event_slot", ("2", "3", "4"))
    coop.answer("3").then_includes(e.EventReturned(0, 3, ForeseenId.COIN_TITHE))


def test_pp_co18_a_councilor_gains_scrolls_below_rank_one(coop: BasiliskGame) -> None:
    coop.heralds(1, 0, 2).places("red.councilor", "sc03").then_includes(
        e.ResourceChanged(0, SCROLL, 2, "PP-K5")
    )


def test_pp_co11_a_diplomat_moves_a_kin_to_the_lowest_empty_spot(coop: BasiliskGame) -> None:
    coop.stand("red.guard", "rim.1", cloaked=True).stand("blue.bard", "capital.2")
    coop.places("red.diplomat", "sc03").then_includes(
        used(KinType.DIPLOMAT), e.KinMoved(0, KinId("red.guard"), SpotId("capital.3"))
    )


def test_pp_co18_a_diplomat_needs_an_empty_spot_left_here(coop: BasiliskGame) -> None:
    coop.has(0, coin=1).stand("red.guard", "rim.1").fills("capital.1", "capital.2", "capital.3")
    coop.places("red.diplomat", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.diplomat"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co18_a_guard_needs_a_coin(coop: BasiliskGame) -> None:
    coop.places("red.guard", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.guard"), cloaked=False, rule="PP-CO18")
    )
    paid = against_basilisk().has(0, coin=1).places("red.guard", "sc03")
    paid.then_includes(e.ResourceChanged(0, COIN, -1, "PP-K8"), e.GuardSet(0, Sector.CAPITAL))


def test_pp_co19_a_hermit_performs_a_neighbour_of_the_deciders_choice(coop: BasiliskGame) -> None:
    coop.places("red.hermit", "sc03").then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_sector", ("gates", "rim"))
    coop.answer("rim").then_includes(e.DaytimeChanged(0, Sector.RIM), b.EffectBegun(0, Sector.RIM, "PP-CO19"))


def test_pp_co18_co20_a_mentor_visits_the_clanhouse_first(coop: BasiliskGame) -> None:
    told = shown(coop.places("red.mentor", "sc03"))
    at = told.index(used(KinType.MENTOR))
    assert isinstance(told[at + 1], e.KinRevealed)
    assert e.DaytimePerformed(0, Sector.CLANHOUSE) in told
    assert told[-2] == e.DaytimePerformed(0, Sector.CAPITAL)


def test_pp_co18_a_mentor_needs_a_tile_or_an_affordable_ready_kin(coop: BasiliskGame) -> None:
    coop.given(e.ClanPileShuffled(0, 0, ())).places("red.mentor", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.mentor"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co10_co18_a_merchant_gains_what_the_basilisk_has_least_of(coop: BasiliskGame) -> None:
    coop.places("red.merchant", "sc03").then_includes(
        used(KinType.MERCHANT), e.ResourceChanged(0, COIN, 1, "PP-K12")
    )


def test_pp_co10_co18_a_nocturnal_pays_what_the_basilisk_has_most_of(coop: BasiliskGame) -> None:
    coop.has(0, scroll=2).places("red.nocturnal", "sc03").then_includes(
        used(KinType.NOCTURNAL),
        e.ResourceChanged(0, SCROLL, -1, "PP-K13"),
        e.ShardChanged(0, Shard.CORAL, 1, "PP-K13"),
    )


def test_pp_co18_a_nocturnal_needs_a_resource(coop: BasiliskGame) -> None:
    coop.has(0, scroll=0, lantern=0).places("red.nocturnal", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.nocturnal"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co18_a_pathfinder_explores_or_collects(coop: BasiliskGame) -> None:
    coop.built("loreville").places("red.pathfinder", "sc03").then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_alternative", ("explore", "collect"))
    coop.answer("explore").then_includes(e.PioneerMoved(0, 1))


def test_pp_co18_a_pathfinder_collects_where_it_cannot_explore(coop: BasiliskGame) -> None:
    coop.places("red.pathfinder", "sc03").then_includes(e.ResourceChanged(0, COIN, 2, "PP-V0"))


def test_pp_co18_a_pathfinder_needs_a_benefit_with_an_effect(coop: BasiliskGame) -> None:
    coop.built("bandits_lair").explored(0, 1).places("red.pathfinder", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.pathfinder"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co18_co20_a_philosopher_buys_a_card_for_its_favor(coop: BasiliskGame) -> None:
    coop.shows("pilgrims_bell", "second_wind", "twin_moons").places("red.philosopher", "sc03").then_includes(
        used(KinType.PHILOSOPHER),
        e.ResourceChanged(0, SCROLL, -1, "PP-RV2"),
        e.FpChanged(0, 2, "PP-RV2"),
    )


def test_pp_co18_a_philosopher_needs_a_card_that_can_be_paid(coop: BasiliskGame) -> None:
    coop.shows("second_wind", "silk_cloaks", "twin_moons").places("red.philosopher", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.philosopher"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co18_a_trickster_borrows_the_ability_that_the_decider_picks(coop: BasiliskGame) -> None:
    coop.ready("red.councilor", "red.archer", "red.merchant").places("red.trickster", "sc03").then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_ready_kin", ("red.councilor", "red.merchant"))
    told = shown(coop.answer("red.councilor"))
    assert used(KinType.COUNCILOR, "red.trickster") in told
    assert e.FpChanged(0, 3, "PP-K5") in told


def test_pp_co18_a_trickster_needs_a_ready_kin_that_can_do_something(coop: BasiliskGame) -> None:
    coop.ready("red.archer", "blue.councilor").places("red.trickster", "sc03").then_includes(
        b.AbilityMissed(0, KinId("red.trickster"), cloaked=False, rule="PP-CO18")
    )


def test_pp_co18_what_is_performable_is_asked_after_the_spot_is_paid() -> None:
    game = against_basilisk().has(0, coin=1).fills("capital.1", "capital.2", "capital.3")
    game.places("red.guard", "sc03").then_includes(
        e.ResourceChanged(0, COIN, -1, "PP-CO16"),
        b.AbilityMissed(0, KinId("red.guard"), cloaked=False, rule="PP-CO18"),
    )
    assert not is_performable(game.state, KinType.GUARD)
