import pytest

from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.agenda import BasiliskTurn
from domain.phoenix.basilisk_events import Obstacle, Part, SpotReason
from domain.phoenix.commands import Choose, EndTurn, PlaceKin, SkipDaytime
from domain.phoenix.ids import EnemyCardId, ForeseenId, KinId, KinType, Resource, Sector, SpotId
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phase
from tests.support.basilisk import BasiliskGame, against_basilisk, shown
from tests.support.phoenix import took

COIN, SCROLL, LANTERN = Resource
NOVICE, FIGHTER = KinId("red.apprentice.1"), KinId("red.fighter")


@pytest.fixture
def coop() -> BasiliskGame:
    """Two allies, blue and green, at medium; the Basilisk, red, is due."""
    return against_basilisk()


def revealed(card: str, *sectors: Sector) -> b.EnemyCardRevealed:
    return b.EnemyCardRevealed(EnemyCardId(card), sectors, "PP-CO14", reveals=True)


def found(
    kin: str, spot: str, reason: SpotReason = SpotReason.FREE_SPOT, rule: str = "PP-CO16"
) -> b.SpotFound:
    return b.SpotFound(0, KinId(kin), SpotId(spot), reason, rule)


def test_pp_co13_co17_a_turn_reveals_places_and_performs(coop: BasiliskGame) -> None:
    assert PHOENIX.actor(coop.state).automa == "basilisk"
    assert shown(coop.turn()) == [
        revealed("sc01", Sector.GATES),
        found("red.apprentice.1", "gates.1"),
        b.AbilityMissed(0, NOVICE, cloaked=True, rule="PP-K1"),
        e.ResourceChanged(0, COIN, -1, "PP-CO17"),
        e.KinPlaced(0, NOVICE, SpotId("gates.1"), cloaked=True),
        b.EffectBegun(0, Sector.GATES, "PP-CO19"),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
    ]
    assert (coop.kind, coop.deciding, coop.options) == ("basilisk_event_slot", (1,), ("1", "2", "3", "4"))
    assert shown(coop.answer("2")) == [
        took(1, Choose(value="2")),
        e.EventDiscarded(0, 2, ForeseenId.BURNT_SCROLLS),
        e.DaytimePerformed(0, Sector.GATES),
        e.TurnStarted(0, 2),
    ]


def test_pp_co12_the_basilisk_takes_as_many_turns_in_a_row_as_there_are_allies() -> None:
    for allies in (2, 3):
        game = against_basilisk(allies).deals(*["sc03"] * 4)
        for number in range(1, allies + 1):
            assert game.step == BasiliskTurn(number)
            game.turn().then_accepted()
        assert game.deciding == (1,)
        assert game.state.turn.seat == 1


def test_pp_co12_it_takes_fewer_turns_with_fewer_kin_in_its_stack(coop: BasiliskGame) -> None:
    coop.stacks("red.apprentice.1").deals("sc03", "sc03").turn().then_accepted()
    assert coop.deciding == (1,)


def test_pp_co12_x14_with_an_empty_stack_it_is_skipped(coop: BasiliskGame) -> None:
    coop.stacks().hold(1, "blue.fighter").hold(2, "green.fighter", "green.apprentice.1").turn_of(2)
    finish_turn(coop, 2, "green.apprentice.1")
    assert coop.deciding == (1,)
    finish_turn(coop, 1, "blue.fighter")
    assert coop.deciding == (2,)
    finish_turn(coop, 2, "green.fighter")
    assert coop.state.phase is not Phase.DAYTIME


def finish_turn(game: BasiliskGame, seat: int, kin: str) -> None:
    game.place(seat, kin, "palace").then_accepted()
    game.when(seat, SkipDaytime()).then_accepted()
    game.when(seat, EndTurn()).then_accepted()


def test_pp_co13_no_seat_takes_the_turn_of_the_basilisk(coop: BasiliskGame) -> None:
    for seat in (0, 1, 2):
        refused = coop.when(seat, TakeTurn()).refused
        assert refused is not None
        assert refused.code == "not_your_turn"
    coop.when(1, PlaceKin()).then_refused("not_your_turn", rule="PP-T3")


def test_pp_co14_an_empty_deck_is_renewed_from_the_discard_pile(coop: BasiliskGame) -> None:
    coop.deals("sc03").turn().then_accepted()
    told = shown(coop.turn())
    assert told[:2] == [
        b.EnemyDeckShuffled(1, (EnemyCardId.SC03,), reveals=True),
        revealed("sc03", Sector.CAPITAL),
    ]
    enemy = coop.state.enemy
    assert enemy is not None
    assert (enemy.deck, enemy.discard, enemy.card) == ((), (EnemyCardId.SC03,), EnemyCardId.SC03)


@pytest.mark.parametrize("difficulty, fp", [("easy", 0), ("medium", 4), ("hard", 8), ("heroic", 12)])
def test_pp_co15_x78_a_twist_gives_favor_and_a_packet_on_the_deck(difficulty: str, fp: int) -> None:
    game = against_basilisk(difficulty=difficulty)
    game.given(*(e.StepClosed() for _ in game.state.agenda)).due_again()
    told = shown(game.deals("tw01", "sc03", "sc04").turn())
    favor = [e.FpChanged(0, fp, "PP-CO15")] if fp else []
    assert told[: 3 + len(favor)] == [
        b.EnemyCardRevealed(EnemyCardId.TW01, (), "PP-CO15", reveals=True),
        *favor,
        b.TwistResolved(
            EnemyCardId.TW01, 1, 2, (EnemyCardId.SC04, EnemyCardId.SC03), "PP-CO15", reveals=True
        ),
        revealed("sc04", Sector.CAPITAL),
    ]
    enemy = game.state.enemy
    assert enemy is not None
    assert (enemy.removed, enemy.deck) == ((EnemyCardId.TW01,), (EnemyCardId.SC03,))


def test_pp_co15_a_twist_as_last_card_brings_the_discards_back(coop: BasiliskGame) -> None:
    coop.deals("sc03", "tw01").turn().then_accepted()
    told = shown(coop.turn())
    assert b.TwistResolved(EnemyCardId.TW01, 1, 1, (EnemyCardId.SC03,), "PP-CO15", reveals=True) in told
    assert revealed("sc03", Sector.CAPITAL) in told


def test_pp_co15_two_twists_in_a_row_both_count(coop: BasiliskGame) -> None:
    coop.deals("tw01", "sc03", "tw02").turn().then_accepted()
    assert coop.state.seats[0].fp == 8
    enemy = coop.state.enemy
    assert enemy is not None
    assert enemy.removed == (EnemyCardId.TW01, EnemyCardId.TW02)


def test_pp_co16_q70_the_lowest_numbered_free_spot_comes_first(coop: BasiliskGame) -> None:
    coop.fills("capital.1", "capital.3").deals("sc03").turn().then_includes(
        found("red.apprentice.1", "capital.2")
    )


def test_pp_co16_only_without_a_free_spot_it_pays(coop: BasiliskGame) -> None:
    told = shown(coop.fills("capital.1", "capital.2", "capital.3").deals("sc03").turn())
    assert told[1:5] == [
        found("red.apprentice.1", "capital.4", SpotReason.PAID_SPOT),
        e.ResourceChanged(0, COIN, -1, "PP-CO16"),
        b.AbilityMissed(0, NOVICE, cloaked=True, rule="PP-K1"),
        e.ResourceChanged(0, COIN, -1, "PP-CO17"),
    ]


def test_pp_co16_a_payable_spot_of_the_main_sector_comes_before_a_free_one(coop: BasiliskGame) -> None:
    coop.fills("rim.1", "rim.2", "rim.3").deals("sc05").turn().then_includes(
        found("red.apprentice.1", "rim.4", SpotReason.PAID_SPOT)
    )


def test_pp_co16_x79_a_spot_that_is_too_dear_leads_to_the_secondary_sector(coop: BasiliskGame) -> None:
    told = shown(coop.has(0, lantern=0).fills("rim.1", "rim.2", "rim.3").deals("sc05").turn())
    assert told[1:3] == [
        b.SectorPassedOver(Sector.RIM, Obstacle.TOO_DEAR, "PP-CO16"),
        found("red.apprentice.1", "shrine.1"),
    ]
    assert b.EffectBegun(0, Sector.SHRINE, "PP-CO19") in told


def test_pp_co16_a_guarded_sector_and_a_full_one_are_passed_over(coop: BasiliskGame) -> None:
    coop.given(e.GuardSet(1, Sector.RIM)).fills(*(f"shrine.{n}" for n in (1, 2, 3, 4)))
    told = shown(coop.deals("sc07").turn())
    assert told[1:3] == [
        b.SectorPassedOver(Sector.SHRINE, Obstacle.FULL, "PP-CO16"),
        b.SectorPassedOver(Sector.RIM, Obstacle.GUARDED, "PP-CO16"),
    ]


def test_pp_q69_one_kin_is_placed_in_each_turn(coop: BasiliskGame) -> None:
    told = shown(coop.deals("sc03").turn())
    assert sum(isinstance(event, e.KinPlaced) for event in told) == 1


def test_pp_co17_x80_a_fighter_alone_is_cloaked_for_a_coin(coop: BasiliskGame) -> None:
    told = shown(coop.has(0, coin=1).places("red.fighter", "sc03"))
    assert told[2:5] == [
        b.AbilityMissed(0, FIGHTER, cloaked=True, rule="PP-CO18"),
        e.ResourceChanged(0, COIN, -1, "PP-CO17"),
        e.KinPlaced(0, FIGHTER, SpotId("capital.1"), cloaked=True),
    ]
    assert b.EffectBegun(0, Sector.CAPITAL, "PP-CO19") in told
    assert coop.state.pool(0).coin == 0


def test_pp_co17_x80_without_a_coin_it_stays_unveiled_without_ability(coop: BasiliskGame) -> None:
    told = shown(coop.has(0, coin=0).places("red.fighter", "sc03"))
    assert told[2:4] == [
        b.AbilityMissed(0, FIGHTER, cloaked=False, rule="PP-CO18"),
        e.KinPlaced(0, FIGHTER, SpotId("capital.1")),
    ]
    assert not any(isinstance(event, b.AbilityPerformed) for event in told)


def test_pp_co17_a_performable_ability_comes_before_the_daytime_effect(coop: BasiliskGame) -> None:
    told = shown(coop.places("red.councilor", "sc03"))
    assert told == [
        revealed("sc03", Sector.CAPITAL),
        found("red.councilor", "capital.1"),
        e.KinPlaced(0, KinId("red.councilor"), SpotId("capital.1")),
        b.AbilityPerformed(0, KinId("red.councilor"), KinType.COUNCILOR, "PP-K5"),
        e.FpChanged(0, 3, "PP-K5"),
        b.EffectBegun(0, Sector.CAPITAL, "PP-CO19"),
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.DaytimePerformed(0, Sector.CAPITAL),
        e.TurnStarted(0, 2),
    ]


def test_pp_co22_q49_its_guard_stays_between_the_turns_of_a_run(coop: BasiliskGame) -> None:
    coop.places("red.guard", "sc03").then_accepted()
    assert [guard.sector for guard in coop.state.board.guards] == [Sector.CAPITAL]
    coop.deals("sc03").turn().then_includes(b.SectorPassedOver(Sector.CAPITAL, Obstacle.GUARDED, "PP-CO16"))
    assert coop.state.board.guards


def test_pp_co22_its_guard_expires_at_the_first_turn_of_its_next_run(coop: BasiliskGame) -> None:
    coop.given(e.GuardSet(0, Sector.RIM)).turn_of(2).hold(2, "green.fighter")
    coop.place(2, "green.fighter", "palace").then_accepted()
    coop.when(2, SkipDaytime()).then_accepted()
    coop.when(2, EndTurn()).then_includes(e.TurnStarted(0, 3), e.GuardExpired(0, Sector.RIM))


def test_pp_co19_the_gates_skip_the_discard_without_an_event(coop: BasiliskGame) -> None:
    told = shown(coop.foresees().deals("sc01").turn())
    assert told[-4:] == [
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        b.PartSkipped(0, Part.DISCARD_EVENT, "PP-CO9"),
        e.DaytimePerformed(0, Sector.GATES),
        e.TurnStarted(0, 2),
    ]


def test_pp_co19_q46_at_the_rim_it_builds_if_nothing_else_is_possible(coop: BasiliskGame) -> None:
    told = shown(coop.places("red.apprentice.2", "sc05"))
    assert e.ResourceChanged(0, COIN, -1, "PP-E16") in told
    assert coop.state.board.frontier == 1
    assert coop.state.seats[0].pioneer == 1


def test_pp_co9_co19_the_decider_picks_between_exploring_and_building(coop: BasiliskGame) -> None:
    coop.built("loreville").deals("sc05").turn().then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_alternative", ("explore", "build"))
    assert shown(coop.answer("build"))[1:6] == [
        e.PioneerMoved(0, 1),
        e.ResourceChanged(0, SCROLL, -1, "PP-E16"),
        e.FpChanged(0, 3, "PP-E16"),
        e.VillageBuilt(0, 2, coop.state.board.villages[2]),
        e.PioneerMoved(0, 2),
    ]


def test_pp_co9_exploring_up_to_two_means_two_if_possible(coop: BasiliskGame) -> None:
    coop.built("loreville", "lanternquill", "town_hall").deals("sc05").turn().then_includes(
        e.PioneerMoved(0, 2)
    )


def test_pp_co19_a_build_is_only_open_if_it_can_be_paid(coop: BasiliskGame) -> None:
    coop.has(0, coin=0).deals("sc05").turn().then_includes(b.PartSkipped(0, Part.EXPLORE_OR_BUILD, "PP-CO9"))


def test_pp_co19_the_shrine_explores_and_collects_what_has_an_effect(coop: BasiliskGame) -> None:
    coop.built("bandits_lair").deals("sc07").turn().then_includes(e.PioneerMoved(0, 1))
    assert coop.state.pool(0).coin == 5, "the bandits have no effect, so the starting village is collected"


def test_pp_co19_the_decider_picks_among_villages_with_an_effect(coop: BasiliskGame) -> None:
    coop.built("loreville", "featherglow").explored(0, 2).has(0, coin=0).turned(0)
    coop.deals("sc07").turn().then_includes(b.PartSkipped(0, Part.EXPLORE, "PP-CO9"))
    assert (coop.kind, coop.options) == ("basilisk_village", ("0", "1"))
    coop.answer("1").then_includes(e.ResourceChanged(0, SCROLL, 3, "PP-V6"))


@pytest.mark.parametrize(
    "village, kind",
    [
        ("the_outpost", "basilisk_tie"),
        ("moonforge", "basilisk_tie"),
        ("cove_of_the_owl", "basilisk_kin"),
        ("bandits_lair", "basilisk_event_slot"),
    ],
)
def test_pp_co19_a_village_leaves_its_choices_to_the_decider(village: str, kind: str) -> None:
    game = against_basilisk().has(0, coin=0, scroll=0, lantern=0).foresees(None, "levy", discard=("levy",))
    game.stand("red.bard", "rim.1").stand("red.guard", "rim.2").built(village).explored(0, 1)
    game.stacks("red.apprentice.1", "red.apprentice.2").deals("sc07").turn().then_accepted()
    game.answer("1").then_accepted()
    assert (game.kind, game.deciding) == (kind, (1,))


def test_pp_co19_co20_at_the_springs_it_buys_two_cards_and_discards_them(coop: BasiliskGame) -> None:
    coop.has(0, scroll=3).shows("paper_crane", "pilgrims_bell", "second_wind").deals("sc09").turn()
    assert (coop.kind, coop.options) == ("basilisk_card", ("paper_crane", "pilgrims_bell", "second_wind"))
    coop.answer("second_wind").then_includes(
        e.ResourceChanged(0, SCROLL, -2, "PP-RV2"), e.FpChanged(0, 3, "PP-RV2")
    )
    assert coop.options == ("paper_crane", "pilgrims_bell")
    coop.answer("pilgrims_bell").then_includes(e.FpChanged(0, 2, "PP-RV2"))
    assert coop.state.seats[0].revelations == ()
    assert None not in coop.state.board.revelations


def test_pp_co9_without_scrolls_nothing_is_bought(coop: BasiliskGame) -> None:
    coop.has(0, scroll=0).shows("pilgrims_bell", "second_wind", "silk_cloaks").deals(
        "sc09"
    ).turn().then_includes(b.PartSkipped(0, Part.BUY_CARD, "PP-CO9"))


def test_pp_co20_x84_q48_the_next_ready_kin_to_the_left_that_it_can_pay() -> None:
    game = against_basilisk().has(0, coin=3)
    game.ready("blue.archer", "red.hermit", "blue.bard", "blue.guard", "red.mentor")
    told = shown(game.stacks("red.apprentice.1", "red.apprentice.2", "red.fighter").deals("sc12").turn())
    assert told[5:] == [
        b.EffectBegun(0, Sector.CLANHOUSE, "PP-CO19"),
        e.KinRevealed(0, game.state.board.clanhouse[-1], 6, reveals=True),
        e.ResourceChanged(0, COIN, -2, "PP-E20"),
        e.KinAcquired(0, KinId("red.hermit"), 2, KinId("red.apprentice.2")),
        e.FpChanged(0, 2, "PP-E20"),
        next(event for event in told if isinstance(event, b.StackShuffled)),
        e.DaytimePerformed(0, Sector.CLANHOUSE),
        e.TurnStarted(0, 2),
    ]
    assert sorted(game.state.seats[0].stack) == ["red.fighter", "red.hermit"]


def test_pp_co20_the_leftmost_ready_kin_has_none_to_its_left(coop: BasiliskGame) -> None:
    coop.has(0, coin=2).ready("blue.archer", "blue.bard", "blue.guard", "red.hermit")
    told = shown(coop.stacks("red.fighter", "red.apprentice.2").deals("sc11").turn())
    assert b.PartSkipped(0, Part.ACQUIRE_KIN, "PP-CO20") in told
    assert any(isinstance(event, b.StackShuffled) for event in told), "the stack is shuffled all the same"


def test_pp_co20_without_an_apprentice_in_the_stack_the_decider_picks_one(coop: BasiliskGame) -> None:
    coop.stand("red.apprentice.2", "rim.1", cloaked=True).stand("red.apprentice.3", "palace")
    coop.stacks("red.apprentice.1", "red.fighter").ready("red.hermit").deals("sc11").turn().then_accepted()
    assert (coop.kind, coop.options) == (
        "basilisk_replace",
        ("red.apprentice.2", "red.apprentice.3", "red.apprentice.1"),
    )
    coop.answer("red.apprentice.2").then_accepted()
    tile = coop.state.tile(KinId("red.hermit"))
    assert tile is not None
    assert (tile.at, tile.cloaked) == ("rim.1", True)


def test_pp_co20_without_apprentices_the_top_tile_of_the_stack_is_replaced(coop: BasiliskGame) -> None:
    coop.stacks("red.fighter", "red.bard").ready("red.hermit").deals("sc11").turn().then_includes(
        e.KinAcquired(0, KinId("red.hermit"), 1, KinId("red.bard"))
    )


def test_pp_co20_without_a_stack_any_kin_in_play_is_replaced(coop: BasiliskGame) -> None:
    coop.stand("red.bard", "rim.1").stacks("red.fighter").ready("red.hermit").deals("sc11").turn()
    assert (coop.kind, coop.options) == ("basilisk_replace", ("red.bard", "red.fighter"))


def test_pp_co20_an_empty_clan_pile_reveals_nothing(coop: BasiliskGame) -> None:
    coop.given(e.ClanPileShuffled(0, 0, ())).deals("sc11").turn().then_includes(
        b.PartSkipped(0, Part.REVEAL_KIN, "PP-CO9")
    )


def test_pp_co21_x81_the_palace_copies_the_sector_and_turns_either_way(coop: BasiliskGame) -> None:
    coop.has(0, lantern=1, coin=0).fills(*(f"capital.{n}" for n in (1, 2, 3, 4)))
    assert shown(coop.deals("sc03").turn()) == [
        revealed("sc03", Sector.CAPITAL),
        b.SectorPassedOver(Sector.CAPITAL, Obstacle.FULL, "PP-CO16"),
        found("red.apprentice.1", "palace", SpotReason.PALACE, "PP-CO21"),
        e.KinPlaced(0, NOVICE, SpotId("palace")),
        e.ResourceChanged(0, LANTERN, -1, "PP-CO21"),
        b.EffectBegun(0, Sector.CAPITAL, "PP-CO21"),
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.DaytimePerformed(0, Sector.CAPITAL),
    ]
    assert (coop.kind, coop.options) == ("direction", ("clockwise", "counter_clockwise"))
    coop.answer("counter_clockwise").then_includes(e.PalaceRotated(5))


def test_pp_co21_x82_without_a_lantern_it_gains_what_it_has_least_of(coop: BasiliskGame) -> None:
    coop.has(0, coin=2, scroll=1, lantern=0).fills(*(f"capital.{n}" for n in (1, 2, 3, 4)))
    told = shown(coop.deals("sc03").turn())
    assert told[4:] == [
        b.PartSkipped(0, Part.PAY_LANTERN, "PP-CO21"),
        took(1, Choose(value="lantern")),
        e.ResourceChanged(0, LANTERN, 1, "PP-CO21"),
        e.PalaceRotated(1),
        e.TurnStarted(0, 2),
    ]


def test_pp_co21_if_no_sector_of_the_card_is_lit_the_decider_picks_one(coop: BasiliskGame) -> None:
    coop.fills(*(f"springs.{n}" for n in (1, 2, 3, 4))).deals("sc09").turn().then_accepted()
    assert (coop.kind, coop.options) == ("basilisk_sector", ("clanhouse", "gates", "capital"))
    coop.answer("capital").then_includes(b.EffectBegun(0, Sector.CAPITAL, "PP-CO21"))


def test_pp_co21_q51_the_secondary_sector_is_copied_if_only_it_is_lit(coop: BasiliskGame) -> None:
    coop.turned(1).given(e.GuardSet(1, Sector.RIM), e.GuardSet(1, Sector.SHRINE))
    coop.deals("sc07").turn().then_includes(b.EffectBegun(0, Sector.RIM, "PP-CO21"))


def test_pp_co10_x83_it_loses_what_it_has_most_of_and_ties_are_decided() -> None:
    game = against_basilisk().has(0, coin=2, scroll=2, lantern=1).has(1, coin=0, scroll=0, lantern=0)
    game.stand("red.bard", "gates.1").foresees("hoarders_bane").last_turn_of(1)
    game.has(0, coin=3, scroll=3, lantern=1)
    game.when(1, EndTurn()).then_accepted()
    assert (game.kind, game.deciding, game.options) == ("basilisk_tie", (1,), ("coin", "scroll"))
    told = shown(game.answer("coin"))
    assert told[:4] == [
        took(1, Choose(value="coin")),
        e.ResourceChanged(0, COIN, -1, "PP-EC04"),
        took(1, Choose(value="scroll")),
        e.ResourceChanged(0, SCROLL, -1, "PP-EC04"),
    ]


def test_pp_co9_a_refusal_is_no_answer_of_the_decider(coop: BasiliskGame) -> None:
    coop.turn().then_accepted()
    with pytest.raises(Rejected, match="invalid_choice"):
        raise coop.when(1, Choose(value=None)).then_refused("invalid_choice", rule="PP-T13")
    assert None not in coop.options


def test_pp_co8_another_seat_cannot_answer_for_the_decider(coop: BasiliskGame) -> None:
    coop.turn().then_accepted()
    coop.when(2, Choose(value="1")).then_refused("not_your_turn", rule="PP-T3")
    assert coop.legal(2) == []
