import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import Ability, ClanhouseAcquire, Daytime, Performed, Refill, TurnEnd, TurnStart
from domain.phoenix.commands import (
    AbilityMode,
    Answers,
    CardUse,
    Choose,
    EndTurn,
    PerformDaytime,
    SkipDaytime,
    UseAbility,
)
from domain.phoenix.ids import (
    ForeseenId,
    KinId,
    KinType,
    Resource,
    RevelationId,
    Sector,
    Shard,
    SpotId,
    VillageId,
)
from domain.phoenix.kin import ABILITIES, ABILITY
from tests.support.phoenix import PhoenixGame, asks, opened, took
from tests.support.phoenix_night import NO_PALACE, dawn, nightfall, scoring

COIN, SCROLL, LANTERN = Resource


def with_kin(game: PhoenixGame, kind: str, spot: str) -> PhoenixGame:
    """Seat 0 has just placed this kin unveiled."""
    game.hold(0, f"red.{kind}", "red.apprentice.1")
    game.place(0, f"red.{kind}", spot).then_accepted()
    return game


def uses(game: PhoenixGame, **answers: object) -> UseAbility:
    """The seat whose kin was placed can use its ability in this way."""
    assert isinstance(game.step, Ability), "the ability step was passed"
    return UseAbility(**answers)  # type: ignore[arg-type]


def test_pp_k1_every_kin_has_one_row_and_an_action() -> None:
    assert [ability.type for ability in ABILITIES] == [KinType.APPRENTICE, *(_others())]
    assert len({ability.rule for ability in ABILITIES}) == len(KinType)
    assert set(ABILITY) == set(KinType)


def _others() -> list[KinType]:
    rows = [ability.type for ability in ABILITIES][1:]
    assert sorted(rows) == sorted(kind for kind in KinType if kind is not KinType.APPRENTICE)
    return rows


def test_pp_k1_an_apprentice_can_do_nothing(game: PhoenixGame) -> None:
    game.stand("blue.fighter", "gates.2")
    game.place(0, "red.apprentice.1", "gates.1").then_accepted()
    assert isinstance(game.step, Daytime)
    assert game.state.turn.kin == "red.apprentice.1"


def test_pp_k2_x18_an_archer_hits_across_the_palace_only(game: PhoenixGame) -> None:
    game.stand("blue.bard", "shrine.1").stand("blue.guard", "capital.1")
    with_kin(game, "archer", "gates.1")
    game.when(0, uses(game, target="blue.guard")).then_refused("invalid_target", "PP-K2")
    game.when(0, uses(game, target="blue.bard")).then(
        took(0, UseAbility(target=KinId("blue.bard"))),
        e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace")),
    )
    assert isinstance(game.step, Daytime)


def test_pp_k3_x21_q7_a_bard_cloaks_any_unveiled_kin_nearby(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "shrine.1").stand("blue.guard", "clanhouse.1")
    game.stand("blue.bard", "clanhouse.2", cloaked=True).stand("blue.fighter", "gates.1")
    with_kin(game, "bard", "springs.1")
    targets = [move.target for move in game.legal(0, UseAbility)]  # type: ignore[attr-defined]
    assert sorted(targets) == ["blue.guard", "red.apprentice.2"]
    game.when(0, uses(game, target="blue.bard")).then_refused("invalid_target", "PP-K3")
    game.when(0, uses(game, target="red.apprentice.2")).then(
        took(0, UseAbility(target=KinId("red.apprentice.2"))), e.KinCloaked(0, KinId("red.apprentice.2"))
    )
    assert game.state.pool(0).coin == 4


def test_pp_k4_a_clairvoyant_discards_an_event(game: PhoenixGame) -> None:
    with_kin(game, "clairvoyant", "rim.1")
    move = uses(game, mode=AbilityMode.DISCARD, slot=3)
    game.when(0, move).then(took(0, move), e.EventDiscarded(0, 3, ForeseenId.DYING_LAMPS))


def test_pp_k4_x22_q25_a_clairvoyant_returns_the_top_discard_to_a_slot(game: PhoenixGame) -> None:
    game.foresees("coin_tithe", None, "harvest_moon", None, discard=["envy_of_the_court", "levy"])
    with_kin(game, "clairvoyant", "rim.1")
    game.when(0, uses(game, mode=AbilityMode.RETURN)).then_accepted()
    assert game.legal(0) == [UseAbility(slot=2), UseAbility(slot=4)]
    game.when(0, UseAbility(slot=2)).then(
        took(0, UseAbility(mode=AbilityMode.RETURN, slot=2)), e.EventReturned(0, 2, ForeseenId.LEVY)
    )
    assert game.state.board.foreseen_discard == (ForeseenId.ENVY_OF_THE_COURT,)


def test_pp_k4_q26_nothing_is_returned_from_an_empty_discard_pile(game: PhoenixGame) -> None:
    game.foresees("levy")
    with_kin(game, "clairvoyant", "rim.1")
    game.when(0, uses(game, mode=AbilityMode.RETURN, slot=2)).then_refused("invalid_target", "PP-K4")
    game.when(0, uses(game, mode=AbilityMode.COLLECT)).then_refused("invalid_choice", "PP-K4")


def test_pp_k4_without_events_the_ability_is_passed(game: PhoenixGame) -> None:
    with_kin(game.foresees(), "clairvoyant", "rim.1")
    assert isinstance(game.step, Daytime)


def test_pp_k5_x23_a_councilor_at_rank_1_gains_favor(game: PhoenixGame) -> None:
    with_kin(game, "councilor", "rim.1")
    game.when(0, uses(game)).then(took(0, UseAbility()), e.FpChanged(0, 3, "PP-K5"))


def test_pp_k5_x23_a_councilor_below_rank_1_gains_scrolls(game: PhoenixGame) -> None:
    with_kin(game.heralds(1, 0), "councilor", "rim.1")
    game.when(0, uses(game)).then(took(0, UseAbility()), e.ResourceChanged(0, SCROLL, 2, "PP-K5"))


def test_pp_k6_x24_q11_q12_a_diplomat_moves_a_kin_here_free_of_charge(four: PhoenixGame) -> None:
    four.stand("red.apprentice.2", "rim.1", cloaked=True)
    four.stand("blue.fighter", "capital.2").stand("green.fighter", "capital.3").has(0, coin=0)
    with_kin(four, "diplomat", "capital.1")
    four.when(0, uses(four, kin="red.apprentice.2", spot="rim.2")).then_refused("invalid_target", "PP-K6")
    four.when(0, uses(four, kin="red.apprentice.2", spot="capital.2")).then_refused("spot_occupied", "PP-K6")
    four.when(0, uses(four, kin="blue.fighter")).then_refused("invalid_target", "PP-K6")
    four.when(0, uses(four)).then(
        took(0, UseAbility(kin=KinId("red.apprentice.2"), spot=SpotId("capital.4"))),
        e.KinMoved(0, KinId("red.apprentice.2"), SpotId("capital.4")),
    )
    tile = four.state.tile(KinId("red.apprentice.2"))
    assert tile is not None
    assert tile.cloaked
    assert isinstance(four.step, Daytime)
    assert four.state.turn.daytime is Sector.CAPITAL


def test_pp_x25_a_diplomat_on_the_last_spot_has_no_use(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "rim.1").stand("blue.fighter", "capital.1")
    game.stand("blue.guard", "capital.2")
    with_kin(game, "diplomat", "capital.3")
    assert isinstance(game.step, Daytime)


def test_pp_k7_x15_x16_a_fighter_hits_in_its_sector(game: PhoenixGame) -> None:
    game.stand("blue.archer", "rim.2", cloaked=True).stand("blue.bard", "gates.1")
    with_kin(game, "fighter", "rim.1")
    game.when(0, uses(game, target="blue.bard")).then_refused("invalid_target", "PP-K7")
    game.when(0, uses(game, target="red.fighter")).then_refused("invalid_target", "PP-K7")
    game.when(0, uses(game, target="red.hero")).then_refused("unknown_id")
    game.when(0, uses(game, target="blue.archer")).then(
        took(0, UseAbility(target=KinId("blue.archer"))), e.KinUnveiled(1, KinId("blue.archer"))
    )


def test_pp_x17_t6_a_fighter_alone_has_no_use(game: PhoenixGame) -> None:
    with_kin(game, "fighter", "rim.1")
    assert isinstance(game.step, Daytime)


def test_pp_x20_q7_own_kin_can_be_hit(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "rim.2")
    with_kin(game, "fighter", "rim.1")
    game.when(0, uses(game)).then(
        took(0, UseAbility(target=KinId("red.apprentice.2"))),
        e.KinSentToPalace(0, KinId("red.apprentice.2"), SpotId("palace")),
    )


def test_pp_k8_x26_a_guard_closes_its_sector_until_the_next_own_turn(game: PhoenixGame) -> None:
    with_kin(game, "guard", "springs.1")
    game.when(0, uses(game)).then(
        took(0, UseAbility()), e.ResourceChanged(0, COIN, -1, "PP-K8"), e.GuardSet(0, Sector.SPRINGS)
    )
    game.when(0, SkipDaytime())
    game.when(0, EndTurn())
    game.place(1, "blue.fighter", "springs.2").then_refused("sector_guarded", "PP-K8")
    game.place(1, "blue.fighter", "gates.1").then_accepted()
    game.when(1, SkipDaytime())
    game.when(1, EndTurn()).then(
        took(1, EndTurn()),
        e.TurnStarted(0, 3),
        e.GuardExpired(0, Sector.SPRINGS),
        opened(asks(0, TurnStart())),
    )
    assert game.state.board.guards == ()


def test_pp_k8_a_guard_without_a_coin_has_no_use(game: PhoenixGame) -> None:
    with_kin(game.has(0, coin=0), "guard", "springs.1")
    assert isinstance(game.step, Daytime)


def test_pp_x27_q13_the_marker_stays_when_the_guard_is_hit(game: PhoenixGame) -> None:
    game.stand("red.guard", "springs.1").given(e.GuardSet(0, Sector.SPRINGS)).turn_of(1)
    game.hold(1, "blue.archer")
    game.place(1, "blue.archer", "capital.1").then_accepted()
    game.when(1, UseAbility(target=KinId("red.guard"))).then_accepted()
    assert game.state.board.is_guarded(Sector.SPRINGS)


def test_pp_q14_the_guard_stops_own_kin_too(game: PhoenixGame) -> None:
    game.built("nomad_encampment").explored(0, 2).stand("red.apprentice.2", "gates.1")
    with_kin(game.given(e.GuardSet(0, Sector.SPRINGS)), "pathfinder", "rim.1")
    moving = Answers(kin=KinId("red.apprentice.2"), spot=SpotId("springs.1"))
    game.when(0, uses(game, mode=AbilityMode.COLLECT, village=moving)).then_refused("sector_guarded", "PP-K8")


def test_pp_k8_q15_the_guard_ends_with_the_daytime_phase(game: PhoenixGame) -> None:
    game.given(e.GuardSet(1, Sector.RIM))
    game.foresees().last_turn().when(0, EndTurn()).then(
        *nightfall({}, e.GuardExpired(1, Sector.RIM)), *scoring({}), *NO_PALACE, *dawn()
    )


def test_pp_k9_x29_t8_a_hermit_changes_the_daytime_effect(game: PhoenixGame) -> None:
    with_kin(game.heralds(1, 0), "hermit", "gates.1")
    game.when(0, uses(game, sector=Sector.RIM)).then_refused("invalid_target", "PP-K9")
    game.when(0, uses(game, sector=Sector.CAPITAL)).then(
        took(0, UseAbility(sector=Sector.CAPITAL)), e.DaytimeChanged(0, Sector.CAPITAL)
    )
    game.when(0, PerformDaytime()).then(
        took(0, PerformDaytime()),
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.HeraldMoved(0),
        e.DaytimePerformed(0, Sector.CAPITAL),
    )


def test_pp_q17_the_effect_chosen_by_a_hermit_can_be_skipped(game: PhoenixGame) -> None:
    with_kin(game, "hermit", "gates.1")
    assert game.legal(0, UseAbility) == [
        UseAbility(sector=Sector.CLANHOUSE),
        UseAbility(sector=Sector.CAPITAL),
    ]
    game.when(0, uses(game, sector=Sector.CAPITAL))
    game.when(0, SkipDaytime()).then(took(0, SkipDaytime()))


def test_pp_k10_x30_q8_a_mastermind_hits_where_it_has_a_cloaked_kin(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "shrine.1", cloaked=True).stand("blue.bard", "shrine.2")
    game.stand("blue.guard", "rim.1")
    with_kin(game, "mastermind", "gates.1")
    assert game.legal(0, UseAbility) == [
        UseAbility(target=KinId("red.apprentice.2")),
        UseAbility(target=KinId("blue.bard")),
    ]
    game.when(0, uses(game, target="blue.guard")).then_refused("invalid_target", "PP-K10")
    game.when(0, uses(game, target="blue.bard")).then(
        took(0, UseAbility(target=KinId("blue.bard"))),
        e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace")),
    )


def test_pp_x30_without_a_cloaked_kin_a_mastermind_has_no_use(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "shrine.1").stand("blue.bard", "shrine.2")
    with_kin(game, "mastermind", "gates.1")
    assert isinstance(game.step, Daytime)


def test_pp_k11_x31_q18_a_mentor_resolves_the_clanhouse_and_may_be_replaced(game: PhoenixGame) -> None:
    game.ready("blue.bard", "red.guard").has(0, coin=3)
    with_kin(game, "mentor", "rim.1")
    move = uses(game, reveal=False)
    game.when(0, move).then(
        took(0, move), opened(Performed(0, Sector.CLANHOUSE)), opened(asks(0, ClanhouseAcquire(0)))
    )
    game.when(0, Choose(value="red.guard"))
    game.when(0, Choose(value="red.mentor")).then(
        took(0, Choose(value="red.mentor")),
        e.ResourceChanged(0, COIN, -2, "PP-E20"),
        e.KinAcquired(0, KinId("red.guard"), 2, KinId("red.mentor")),
        e.FpChanged(0, 2, "PP-E20"),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.CLANHOUSE),
    )
    assert game.state.pool(0).coin == 1
    assert isinstance(game.step, Daytime)
    assert game.state.turn.daytime is Sector.RIM


def test_pp_q77_a_mentor_must_be_able_to_do_something(game: PhoenixGame) -> None:
    with_kin(game.has(0, coin=0), "mentor", "rim.1")
    game.when(0, uses(game, reveal=False)).then_refused("invalid_choice", "PP-K11")
    game.when(0, uses(game)).then(
        took(0, UseAbility(reveal=True)),
        opened(Performed(0, Sector.CLANHOUSE)),
        e.KinRevealed(0, KinId("red.bard"), 3, reveals=True),
        opened(asks(0, ClanhouseAcquire(0))),
        e.StepClosed(),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.CLANHOUSE),
    )


def test_pp_t6_a_mentor_without_pile_and_ready_kin_has_no_use(game: PhoenixGame) -> None:
    game.ready().given(e.ClanPileShuffled(0, 0, ()))
    with_kin(game, "mentor", "rim.1")
    assert isinstance(game.step, Daytime)


def test_pp_k12_x32_a_merchant_gains_any_resource(game: PhoenixGame) -> None:
    with_kin(game, "merchant", "rim.1")
    game.when(0, uses(game, resource=LANTERN)).then(
        took(0, UseAbility(resource=LANTERN)), e.ResourceChanged(0, LANTERN, 1, "PP-K12")
    )


@pytest.mark.parametrize("spot,shard", [("springs.1", Shard.AGATE), ("capital.1", Shard.CORAL)])
def test_pp_k13_x33_a_nocturnal_pays_for_a_shard(game: PhoenixGame, spot: str, shard: Shard) -> None:
    with_kin(game, "nocturnal", spot)
    game.when(0, uses(game, pay=(SCROLL, SCROLL))).then_refused("invalid_payment", "PP-K13")
    game.when(0, uses(game, pay=(SCROLL,))).then(
        took(0, UseAbility(pay=(SCROLL,))),
        e.ResourceChanged(0, SCROLL, -1, "PP-K13"),
        e.ShardChanged(0, shard, 1, "PP-K13"),
    )


def test_pp_k13_a_nocturnal_pays_only_what_the_pool_holds(game: PhoenixGame) -> None:
    with_kin(game.has(0, lantern=0), "nocturnal", "gates.1")
    game.when(0, uses(game, pay=(LANTERN,))).then_refused("cannot_afford", "PP-K13")


def test_pp_k14_x34_q20_a_pathfinder_explores_or_collects(four: PhoenixGame) -> None:
    with_kin(four, "pathfinder", "rim.1")
    four.when(0, uses(four, mode=AbilityMode.EXPLORE)).then_refused("next_village_not_built", "PP-E15")
    four.when(0, uses(four, mode=AbilityMode.COLLECT)).then(
        took(0, UseAbility(mode=AbilityMode.COLLECT)),
        e.VillageCollected(0, 0, VillageId.STARTING_VILLAGE),
        e.ResourceChanged(0, COIN, 2, "PP-V0"),
    )


def test_pp_k14_a_pathfinder_explores_one_village(game: PhoenixGame) -> None:
    with_kin(game, "pathfinder", "rim.1")
    move = uses(game, mode=AbilityMode.EXPLORE)
    game.when(0, move).then(took(0, move), e.PioneerMoved(0, 1))


def test_pp_k14_v14_a_benefit_without_a_target_cannot_be_collected(game: PhoenixGame) -> None:
    with_kin(game.built("loreville").explored(0, 1), "pathfinder", "rim.1")
    game.when(0, uses(game, mode=AbilityMode.COLLECT)).then_refused("invalid_target", "PP-V1")
    assert isinstance(game.step, Ability)


def test_pp_k15_x35_q21_a_philosopher_acquires_a_card_and_refills(game: PhoenixGame) -> None:
    game.shows("gathered_clan", "coin_jar", "wax_and_wick").has(0, scroll=2)
    top = game.state.board.revelation_pile[0]
    with_kin(game, "philosopher", "rim.1")
    move = uses(game, card=RevelationId.GATHERED_CLAN, use=CardUse.DISCARD)
    game.when(0, move).then(
        took(0, move),
        opened(Refill()),
        e.ResourceChanged(0, SCROLL, -2, "PP-RV2"),
        e.RevelationAcquired(0, 1, RevelationId.GATHERED_CLAN, CardUse.DISCARD),
        e.FpChanged(0, 3, "PP-RV2"),
        e.StepClosed(),
        e.RevelationSlotRefilled(1, top, reveals=True),
    )
    assert isinstance(game.step, Daytime)


def test_pp_k15_a_philosopher_must_name_a_card(game: PhoenixGame) -> None:
    with_kin(game, "philosopher", "rim.1")
    game.when(0, uses(game, card=None)).then_refused("invalid_choice", "PP-K15")


def test_pp_k16_x36_a_trickster_borrows_the_ability_of_a_ready_kin(game: PhoenixGame) -> None:
    game.stand("blue.bard", "shrine.1").stand("blue.guard", "gates.2")
    with_kin(game, "trickster", "gates.1")
    game.when(0, uses(game, ready_kin="blue.archer")).then_refused("invalid_target", "PP-K16")
    game.when(0, uses(game, ready_kin="red.archer", target="blue.guard")).then_refused(
        "invalid_target", "PP-K2"
    )
    game.when(0, uses(game, ready_kin="red.archer", target="blue.bard")).then(
        took(0, UseAbility(ready_kin=KinId("red.archer"), target=KinId("blue.bard"))),
        e.KinSentToPalace(1, KinId("blue.bard"), SpotId("palace")),
    )


def test_pp_k16_x36_a_trickster_without_a_usable_ready_kin_has_no_use(game: PhoenixGame) -> None:
    with_kin(game.ready("blue.merchant"), "trickster", "gates.1")
    assert isinstance(game.step, Daytime)


def test_pp_q19_the_seat_picks_one_of_several_ready_kin(game: PhoenixGame) -> None:
    game.ready("red.merchant", "red.guard", "red.hermit", "red.bard")
    with_kin(game, "trickster", "gates.1")
    assert game.legal(0, UseAbility) == [
        UseAbility(ready_kin=KinId(f"red.{kind}")) for kind in ("merchant", "guard", "hermit")
    ]
    game.when(0, uses(game, ready_kin="red.merchant", target="blue.archer")).then_refused(
        "invalid_choice", "PP-K16"
    )
    game.when(0, uses(game, ready_kin="red.bard")).then_refused("invalid_target", "PP-K3")
    game.when(0, uses(game, ready_kin="red.guard")).then(
        took(0, UseAbility(ready_kin=KinId("red.guard"))),
        e.ResourceChanged(0, COIN, -1, "PP-K8"),
        e.GuardSet(0, Sector.GATES),
    )


@pytest.mark.parametrize("kind", [kind for kind in KinType if kind not in {"apprentice", "trickster"}])
def test_pp_k16_every_other_ability_can_be_borrowed(game: PhoenixGame, kind: KinType) -> None:
    game.stand("blue.bard", "shrine.1").stand("blue.guard", "gates.2", cloaked=True)
    game.stand("red.apprentice.3", "capital.1", cloaked=True).stand("blue.hermit", "capital.2")
    with_kin(game.ready(f"red.{kind}"), "trickster", "gates.1")
    game.when(0, uses(game, ready_kin=f"red.{kind}")).then_accepted()
    while isinstance(game.step, Ability) or any(isinstance(move, Choose) for move in game.legal(0)):
        moves = [move for move in game.legal(0) if isinstance(move, UseAbility | Choose)]
        game.when(0, moves[0]).then_accepted()
    assert isinstance(game.step, Daytime)


def test_pp_t7_the_ability_comes_before_the_daytime_effect(game: PhoenixGame) -> None:
    with_kin(game, "merchant", "rim.1")
    game.when(0, PerformDaytime()).then_refused("wrong_step", "PP-T4")
    game.when(0, uses(game, resource=COIN))
    game.when(0, UseAbility(resource=COIN)).then_refused("wrong_step", "PP-T4")
    game.when(0, PerformDaytime(explore=0, build=False)).then_accepted()
    assert isinstance(game.step, TurnEnd)


def test_pp_k12_a_parameter_of_another_kin_is_an_invalid_choice(game: PhoenixGame) -> None:
    with_kin(game, "merchant", "rim.1")
    game.when(0, uses(game, resource=COIN, target="red.merchant")).then_refused("invalid_choice", "PP-K12")
