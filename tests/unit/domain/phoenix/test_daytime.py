import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import (
    AcquireCard,
    ClanhouseAcquire,
    ClanhouseReplace,
    Daytime,
    Performed,
    Refill,
    TurnEnd,
    UseOfCard,
)
from domain.phoenix.commands import (
    Answers,
    CardUse,
    Choose,
    PalaceOption,
    PerformDaytime,
    SkipDaytime,
)
from domain.phoenix.ids import ForeseenId, KinId, Resource, RevelationId, Sector, Shard, SpotId, VillageId
from tests.support.phoenix import PhoenixGame, asks, opened, took

COIN, SCROLL, LANTERN = Resource


def at(game: PhoenixGame, spot: str) -> PhoenixGame:
    """Seat 0 has just placed an apprentice there."""
    game.place(0, "red.apprentice.1", spot).then_accepted()
    assert isinstance(game.step, Daytime)
    return game


def rotated(rotation: int) -> tuple[e.StepClosed, e.PalaceRotated]:
    return e.StepClosed(), e.PalaceRotated(rotation)


def test_pp_t9_q6_skipping_gives_nothing_at_all(game: PhoenixGame) -> None:
    at(game, "gates.1").when(0, SkipDaytime()).then(took(0, SkipDaytime()))
    assert isinstance(game.step, TurnEnd)


def test_pp_e4_gates_give_a_lantern_and_may_discard_an_event(game: PhoenixGame) -> None:
    move = PerformDaytime(discard_slot=2)
    at(game, "gates.1").when(0, move).then(
        took(0, move),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.EventDiscarded(0, 2, ForeseenId.BURNT_SCROLLS),
        e.DaytimePerformed(0, Sector.GATES),
    )


def test_pp_e4_the_discard_can_be_declined(game: PhoenixGame) -> None:
    at(game, "gates.1")
    game.when(0, PerformDaytime()).then(e.MoveBegun(0, PerformDaytime()))
    assert game.legal(0) == [PerformDaytime(discard_slot=slot) for slot in (1, 2, 3, 4, None)]
    game.when(0, PerformDaytime(discard_slot=None)).then(
        took(0, PerformDaytime(discard_slot=None)),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.DaytimePerformed(0, Sector.GATES),
    )
    assert game.state.board.occupied_slots == (1, 2, 3, 4)


def test_pp_e4_a_slot_that_is_empty_or_does_not_exist_is_refused(game: PhoenixGame) -> None:
    at(game.foresees(None, "levy"), "gates.1")
    game.when(0, PerformDaytime(discard_slot=1)).then_refused("invalid_target", "PP-E4")
    game.when(0, PerformDaytime(discard_slot=5)).then_refused("invalid_choice", "PP-E4")
    game.when(0, PerformDaytime(build=True)).then_refused("invalid_choice", "PP-E4")


def test_pp_x37_without_events_no_discard_is_offered(game: PhoenixGame) -> None:
    at(game.foresees(), "gates.1").when(0, PerformDaytime()).then(
        took(0, PerformDaytime(discard_slot=None)),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.DaytimePerformed(0, Sector.GATES),
    )


def test_pp_e5_x38_the_herald_moves_to_rank_1(four: PhoenixGame) -> None:
    four.turn_of(2)
    four.place(2, "green.apprentice.1", "capital.1").then_accepted()
    four.when(2, PerformDaytime()).then(
        took(2, PerformDaytime()),
        e.ResourceChanged(2, SCROLL, 2, "PP-E5"),
        e.HeraldMoved(2),
        e.DaytimePerformed(2, Sector.CAPITAL),
    )
    assert four.state.heralds == (2, 0, 1, 3)


def test_pp_e5_a_herald_at_rank_1_stays(game: PhoenixGame) -> None:
    at(game, "capital.1").when(0, PerformDaytime()).then(
        took(0, PerformDaytime()),
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.DaytimePerformed(0, Sector.CAPITAL),
    )


def test_pp_e6_e15_x39_rim_explores_up_to_two_villages(game: PhoenixGame) -> None:
    at(game.built("loreville", "moonforge"), "rim.1")
    game.when(0, PerformDaytime(explore=3)).then_refused("invalid_choice", "PP-E6")
    game.when(0, PerformDaytime(explore=-1)).then_refused("invalid_choice", "PP-E6")
    game.when(0, PerformDaytime(explore=2)).then(
        took(0, PerformDaytime(explore=2, build=False)),
        e.PioneerMoved(0, 2),
        e.DaytimePerformed(0, Sector.RIM),
    )


def test_pp_e15_the_next_village_must_be_built(game: PhoenixGame) -> None:
    at(game, "rim.1").when(0, PerformDaytime(explore=2)).then_refused("next_village_not_built", "PP-E15")
    game.when(0, PerformDaytime(explore=1)).then_accepted()


def test_pp_e15_pioneers_share_positions(game: PhoenixGame) -> None:
    at(game.explored(1, 1), "rim.1").when(0, PerformDaytime(explore=1, build=False)).then(
        took(0, PerformDaytime(explore=1, build=False)),
        e.PioneerMoved(0, 1),
        e.DaytimePerformed(0, Sector.RIM),
    )


def test_pp_e16_x40_a_site_is_built_after_one_exploration(game: PhoenixGame) -> None:
    game.built("loreville").explored(0, 1).has(0, lantern=1)
    top = game.state.board.village_top
    following = game.state.board.village_pile[0]
    move = PerformDaytime(explore=1, build=True)
    assert top is VillageId.FEATHERGLOW
    at(game, "rim.1").when(0, move).then(
        took(0, move),
        e.PioneerMoved(0, 2),
        e.ResourceChanged(0, LANTERN, -1, "PP-E16"),
        e.FpChanged(0, 4, "PP-E16"),
        e.VillageBuilt(0, 3, top),
        e.PioneerMoved(0, 3),
        e.VillageTurned(following, reveals=True),
        e.DaytimePerformed(0, Sector.RIM),
    )
    assert game.state.board.frontier == 3
    assert game.state.board.village_top == following


def test_pp_e16_x41_only_the_frontier_can_be_built_on(game: PhoenixGame) -> None:
    at(game.built("loreville"), "rim.1")
    game.when(0, PerformDaytime(explore=1, build=True)).then_refused("not_on_frontier", "PP-E16")
    assert game.state.seats[0].pioneer == 0


def test_pp_e16_x42_the_shrine_is_the_last_site(game: PhoenixGame) -> None:
    game.built("loreville", "moonforge", "featherglow", "town_hall", "fortune_city").explored(0, 6)
    game.has(0, coin=1, scroll=1, lantern=1)
    move = PerformDaytime(explore=0, build=True)
    at(game, "rim.1").when(0, move).then(
        took(0, move),
        e.ResourceChanged(0, COIN, -1, "PP-E16"),
        e.ResourceChanged(0, SCROLL, -1, "PP-E16"),
        e.ResourceChanged(0, LANTERN, -1, "PP-E16"),
        e.FpChanged(0, 7, "PP-E16"),
        e.VillageBuilt(0, 7, VillageId.SHRINE_TILE),
        e.PioneerMoved(0, 7),
        e.DaytimePerformed(0, Sector.RIM),
    )


def test_pp_e16_nothing_is_built_after_the_shrine(game: PhoenixGame) -> None:
    game.built("loreville", "moonforge", "featherglow", "town_hall", "fortune_city", "shrine_tile")
    at(game.explored(0, 7), "rim.1")
    game.when(0, PerformDaytime(explore=0, build=True)).then_refused("invalid_target", "PP-E16")


def test_pp_e16_a_site_that_cannot_be_paid_is_refused(game: PhoenixGame) -> None:
    at(game.explored(0, 1).has(0, scroll=0), "rim.1")
    game.when(0, PerformDaytime(explore=0, build=True)).then_refused("cannot_afford", "PP-E16")


def test_pp_e6_q36_building_needs_no_exploration_but_allows_only_one(game: PhoenixGame) -> None:
    at(game.explored(0, 1), "rim.1")
    game.when(0, PerformDaytime(explore=2, build=True)).then_refused("next_village_not_built", "PP-E15")
    game.built("loreville", "moonforge")
    game.when(0, PerformDaytime(explore=2, build=True)).then_refused("invalid_choice", "PP-E6")
    game.explored(0, 3)
    game.when(0, PerformDaytime(build=True)).then(
        took(0, PerformDaytime(explore=0, build=True)),
        e.ResourceChanged(0, COIN, -1, "PP-E16"),
        e.ResourceChanged(0, SCROLL, -1, "PP-E16"),
        e.FpChanged(0, 4, "PP-E16"),
        e.VillageBuilt(0, 4, VillageId.FORTUNE_CITY),
        e.PioneerMoved(0, 4),
        e.VillageTurned(VillageId.LANTERNQUILL, reveals=True),
        e.DaytimePerformed(0, Sector.RIM),
    )


def test_pp_e6_an_omitted_unit_needs_the_tools(game: PhoenixGame) -> None:
    at(game.explored(0, 1), "rim.1")
    game.when(0, PerformDaytime(explore=0, build=True, omit=SCROLL)).then_refused(
        "invalid_payment", "PP-RC08"
    )


def test_pp_rc08_the_owner_leaves_out_one_unit_of_the_cost(game: PhoenixGame) -> None:
    game.built("loreville", "moonforge").explored(0, 3).keeps(0, "builders_tools").has(0, coin=1, scroll=0)
    at(game, "rim.1")
    building = PerformDaytime(explore=0, build=True)
    game.when(0, PerformDaytime(explore=0, build=True, omit=None)).then_refused("invalid_payment", "PP-RC08")
    game.when(0, PerformDaytime(explore=0, build=True, omit=LANTERN)).then_refused(
        "invalid_payment", "PP-RC08"
    )
    game.when(0, PerformDaytime(explore=0, build=True, omit=COIN)).then_refused("cannot_afford", "PP-E16")
    game.when(0, building).then(
        took(0, PerformDaytime(explore=0, build=True, omit=SCROLL)),
        e.ResourceChanged(0, COIN, -1, "PP-E16"),
        e.FpChanged(0, 4, "PP-E16"),
        e.VillageBuilt(0, 4, VillageId.FORTUNE_CITY),
        e.PioneerMoved(0, 4),
        e.VillageTurned(VillageId.LANTERNQUILL, reveals=True),
        e.DaytimePerformed(0, Sector.RIM),
    )


def test_pp_rc08_the_owner_is_asked_which_of_two_units(game: PhoenixGame) -> None:
    game.built("loreville", "moonforge").explored(0, 3).keeps(0, "builders_tools")
    at(game, "rim.1").when(0, PerformDaytime(explore=0, build=True)).then_accepted()
    assert game.legal(0) == [PerformDaytime(omit=COIN), PerformDaytime(omit=SCROLL)]


def test_pp_rc08_one_kind_is_filled_in(game: PhoenixGame) -> None:
    game.explored(0, 1).keeps(0, "builders_tools").has(0, scroll=0)
    at(game, "rim.1").when(0, PerformDaytime(explore=0, build=True)).then(
        took(0, PerformDaytime(explore=0, build=True, omit=SCROLL)),
        e.FpChanged(0, 3, "PP-E16"),
        e.VillageBuilt(0, 2, VillageId.COVE_OF_THE_OWL),
        e.PioneerMoved(0, 2),
        e.VillageTurned(VillageId.FEATHERGLOW, reveals=True),
        e.DaytimePerformed(0, Sector.RIM),
    )


def test_pp_e7_e17_x43_shrine_explores_then_collects(game: PhoenixGame) -> None:
    game.built("loreville").explored(0, 1)
    move = PerformDaytime(explore=1, collect=2)
    at(game, "shrine.1").when(0, PerformDaytime(explore=1, collect=3)).then_refused("invalid_choice", "PP-E7")
    game.when(0, PerformDaytime(explore=0, collect=2)).then_refused("invalid_choice", "PP-E7")
    game.when(0, move).then(
        took(0, move),
        e.PioneerMoved(0, 2),
        e.VillageCollected(0, 2, VillageId.LOREVILLE),
        e.ResourceChanged(0, SCROLL, 3, "PP-V6"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_e7_q37_the_shrine_explores_at_most_once_and_first(game: PhoenixGame) -> None:
    game.built("loreville", "moonforge")
    at(game, "shrine.1").when(0, PerformDaytime(explore=2)).then_refused("invalid_choice", "PP-E7")
    game.when(0, PerformDaytime(explore=1, collect=None)).then(
        took(0, PerformDaytime(explore=1, collect=None)),
        e.PioneerMoved(0, 1),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_e7_the_village_is_asked_for_its_own_parameters(game: PhoenixGame) -> None:
    game.built("shrine_tile").explored(0, 2)
    at(game, "shrine.1").when(0, PerformDaytime(explore=0, collect=2)).then_accepted()
    assert game.legal(0) == [PerformDaytime(village=Answers(color=shard)) for shard in Shard]
    game.when(0, PerformDaytime(village=Answers(slot=1))).then_refused("invalid_choice", "PP-V13")
    game.when(0, PerformDaytime(village=Answers(color=Shard.JADE))).then(
        took(0, PerformDaytime(explore=0, collect=2, village=Answers(color=Shard.JADE))),
        e.VillageCollected(0, 2, VillageId.SHRINE_TILE),
        e.ShardChanged(0, Shard.JADE, 1, "PP-V13"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_e17_q41_every_seat_may_collect_the_same_village_again(game: PhoenixGame) -> None:
    game.explored(1, 1)
    collecting = PerformDaytime(explore=0, collect=0)
    at(game, "shrine.1").when(0, collecting).then(
        took(0, collecting),
        e.VillageCollected(0, 0, VillageId.STARTING_VILLAGE),
        e.ResourceChanged(0, COIN, 2, "PP-V0"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )
    game.turn_of(1).place(1, "blue.apprentice.1", "shrine.2").then_accepted()
    game.when(1, collecting).then(
        took(1, collecting),
        e.VillageCollected(1, 0, VillageId.STARTING_VILLAGE),
        e.ResourceChanged(1, COIN, 2, "PP-V0"),
        e.DaytimePerformed(1, Sector.SHRINE),
    )
    assert game.state.seats[1].pioneer == 1


def buying(card: RevelationId | None, use: CardUse | None = None, **effect: object) -> PerformDaytime:
    move = PerformDaytime(card=card)
    if use is None:
        return move
    if effect:
        return PerformDaytime(card=card, use=use, effect=Answers(**effect))  # type: ignore[arg-type]
    return PerformDaytime(card=card, use=use)


def test_pp_e8_rv2_q22_q23_x44_two_cards_are_acquired_then_slots_refilled(game: PhoenixGame) -> None:
    game.shows("paper_crane", "free_passage", "toll_of_ash").has(0, scroll=1)
    first = buying(RevelationId.PAPER_CRANE, CardUse.KEEP, resource=SCROLL)
    at(game, "springs.1").when(0, first).then(
        took(0, first),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        e.RevelationAcquired(0, 1, RevelationId.PAPER_CRANE, CardUse.KEEP),
        e.ResourceChanged(0, SCROLL, 1, "PP-RC01"),
    )
    assert game.legal(0) == [Choose(value=value) for value in ("free_passage", "toll_of_ash", None)]
    game.when(0, Choose(value="free_passage")).then(
        took(0, Choose(value="free_passage")), opened(asks(0, UseOfCard(0, RevelationId.FREE_PASSAGE)))
    )
    pile = game.state.board.revelation_pile
    game.when(0, Choose(value="keep")).then(
        took(0, Choose(value="keep")),
        e.ResourceChanged(0, SCROLL, -1, "PP-RV2"),
        e.RevelationAcquired(0, 2, RevelationId.FREE_PASSAGE, CardUse.KEEP),
        e.StepClosed(),
        e.RevelationSlotRefilled(1, pile[0], reveals=True),
        e.RevelationSlotRefilled(2, pile[1], reveals=True),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.SPRINGS),
    )
    assert game.state.pool(0).scroll == 1
    game.when(0, PerformDaytime(card=RevelationId.TOLL_OF_ASH)).then_refused("wrong_step", "PP-T4")
    game.when(0, Choose(value="toll_of_ash")).then_refused("wrong_step", "PP-T4")


def test_pp_e8_acquiring_can_be_declined_and_stopped(game: PhoenixGame) -> None:
    at(game, "springs.1").when(0, PerformDaytime(card=None)).then(
        took(0, PerformDaytime(card=None)),
        opened(Performed(0, Sector.SPRINGS)),
        opened(Refill()),
        e.StepClosed(),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.SPRINGS),
    )
    game.turn_of(1).place(1, "blue.apprentice.1", "springs.2").then_accepted()
    game.when(1, buying(RevelationId.COIN_JAR, CardUse.DISCARD)).then(
        took(1, buying(RevelationId.COIN_JAR, CardUse.DISCARD)),
        opened(Performed(1, Sector.SPRINGS)),
        opened(asks(1, AcquireCard(1)), Refill()),
        e.RevelationAcquired(1, 2, RevelationId.COIN_JAR, CardUse.DISCARD),
        e.FpChanged(1, 1, "PP-RV2"),
    )
    game.when(1, Choose(value=None)).then(
        took(1, Choose(value=None)),
        e.StepClosed(),
        e.RevelationSlotRefilled(2, RevelationId.GATEKEEPERS_DEBT, reveals=True),
        e.StepClosed(),
        e.DaytimePerformed(1, Sector.SPRINGS),
    )


def test_pp_e8_no_second_card_is_offered_if_none_can_be_paid(game: PhoenixGame) -> None:
    game.shows("paper_crane", "free_passage", "lamplighters_oath").has(0, scroll=0)
    at(game, "springs.1").when(0, buying(RevelationId.PAPER_CRANE, CardUse.DISCARD)).then(
        took(0, buying(RevelationId.PAPER_CRANE, CardUse.DISCARD)),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        e.RevelationAcquired(0, 1, RevelationId.PAPER_CRANE, CardUse.DISCARD),
        e.FpChanged(0, 1, "PP-RV2"),
        e.StepClosed(),
        e.StepClosed(),
        e.RevelationSlotRefilled(1, RevelationId.GATEKEEPERS_DEBT, reveals=True),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.SPRINGS),
    )
    assert isinstance(game.step, TurnEnd)


def test_pp_rv1_rv2_only_affordable_face_up_cards_are_acquired(game: PhoenixGame) -> None:
    game.shows("paper_crane", "free_passage", "second_wind").has(0, scroll=1)
    at(game, "springs.1")
    game.when(0, buying(RevelationId.TWIN_MOONS)).then_refused("card_not_available", "PP-RV1")
    game.when(0, buying(RevelationId.SECOND_WIND)).then_refused("cannot_afford", "PP-RV2")


def test_pp_e18_q24_an_empty_pile_is_renewed_from_the_discard_pile(game: PhoenixGame) -> None:
    game.given(e.RevelationPileShuffled(0, ()))
    at(game, "springs.1").when(0, buying(RevelationId.COIN_JAR, CardUse.DISCARD)).then_accepted()
    game.when(0, Choose(value="wax_and_wick")).then_accepted()
    told = game.when(0, Choose(value="discard")).events
    shuffled = next(event for event in told if isinstance(event, e.RevelationPileShuffled))
    assert shuffled.reveals
    assert sorted(shuffled.revelation_pile or ()) == [RevelationId.COIN_JAR, RevelationId.WAX_AND_WICK]
    assert None not in game.state.board.revelations
    assert game.state.board.revelation_discard == ()


def test_pp_e18_slots_stay_empty_without_any_card(game: PhoenixGame) -> None:
    game.given(e.RevelationPileShuffled(0, ()))
    keep = buying(RevelationId.COIN_JAR, CardUse.KEEP)
    at(game, "springs.1").when(0, keep).then_accepted()
    game.when(0, Choose(value=None)).then_accepted()
    assert game.state.board.revelations == (RevelationId.PAPER_CRANE, None, RevelationId.WAX_AND_WICK)


def test_pp_e9_e19_the_clanhouse_reveals_a_tile_that_is_ready_at_once(game: PhoenixGame) -> None:
    move = PerformDaytime(reveal=True)
    at(game, "clanhouse.1").when(0, move).then(
        took(0, move),
        opened(Performed(0, Sector.CLANHOUSE)),
        e.KinRevealed(0, KinId("red.bard"), 3, reveals=True),
        opened(asks(0, ClanhouseAcquire(0))),
    )
    assert game.legal(0) == [Choose(value=value) for value in ("red.archer", "red.bard", None)]


def test_pp_e20_x46_q35_a_ready_kin_replaces_another_one(game: PhoenixGame) -> None:
    game.stand("red.apprentice.5", "rim.1", cloaked=True).ready("red.guard", "blue.bard", "red.hermit")
    at(game, "clanhouse.1").when(0, PerformDaytime(reveal=False)).then_accepted()
    game.when(0, Choose(value="red.guard")).then(
        took(0, Choose(value="red.guard")), opened(asks(0, ClanhouseReplace(0, KinId("red.guard"))))
    )
    assert Choose(value="red.apprentice.1") in game.legal(0)
    game.when(0, Choose(value="red.apprentice.5")).then(
        took(0, Choose(value="red.apprentice.5")),
        e.ResourceChanged(0, COIN, -1, "PP-E20"),
        e.KinAcquired(0, KinId("red.guard"), 1, KinId("red.apprentice.5")),
        e.FpChanged(0, 1, "PP-E20"),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.CLANHOUSE),
    )
    tile = game.state.tile(KinId("red.guard"))
    assert tile is not None
    assert (tile.at, tile.cloaked) == (SpotId("rim.1"), True)
    assert game.state.board.clanhouse == ("blue.bard", "red.hermit")
    assert "red.apprentice.5" in game.state.seats[0].box


def test_pp_e19_x45_q33_a_full_row_loses_its_first_tile(game: PhoenixGame) -> None:
    game.ready("blue.bard", "red.guard", "red.hermit", "blue.guard", "blue.hermit", "red.mentor")
    at(game, "clanhouse.1").when(0, PerformDaytime(reveal=True)).then(
        took(0, PerformDaytime(reveal=True)),
        opened(Performed(0, Sector.CLANHOUSE)),
        e.ReadyKinRemoved(1, KinId("blue.bard")),
        e.KinRevealed(0, KinId("red.bard"), 6, reveals=True),
        opened(asks(0, ClanhouseAcquire(0))),
    )
    assert "blue.bard" in game.state.seats[1].box
    game.when(0, Choose(value="red.bard")).then_accepted()
    game.when(0, Choose(value="red.fighter")).then(
        took(0, Choose(value="red.fighter")),
        e.ResourceChanged(0, COIN, -4, "PP-E20"),
        e.KinAcquired(0, KinId("red.bard"), 6, KinId("red.fighter")),
        e.FpChanged(0, 5, "PP-E20"),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.CLANHOUSE),
    )


def test_pp_x47_q34_an_empty_clan_pile_reveals_nothing_but_kin_can_be_acquired(game: PhoenixGame) -> None:
    game.given(e.ClanPileShuffled(0, 0, ()))
    at(game, "clanhouse.1").when(0, PerformDaytime(reveal=True)).then_refused("invalid_choice", "PP-E19")
    game.when(0, PerformDaytime()).then(
        took(0, PerformDaytime(reveal=False)),
        opened(Performed(0, Sector.CLANHOUSE)),
        opened(asks(0, ClanhouseAcquire(0))),
    )
    assert game.legal(0) == [Choose(value="red.archer"), Choose(value=None)]


def test_pp_e9_the_acquisition_is_passed_if_nothing_can_be_acquired(game: PhoenixGame) -> None:
    game.has(0, coin=0)
    at(game, "clanhouse.1").when(0, PerformDaytime(reveal=False)).then(
        took(0, PerformDaytime(reveal=False)),
        opened(Performed(0, Sector.CLANHOUSE)),
        opened(asks(0, ClanhouseAcquire(0))),
        e.StepClosed(),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.CLANHOUSE),
    )


def test_pp_e20_q16_a_guard_marker_does_not_forbid_a_replacement(game: PhoenixGame) -> None:
    game.stand("red.apprentice.5", "rim.1").given(e.GuardSet(1, Sector.RIM))
    at(game, "clanhouse.1").when(0, PerformDaytime(reveal=False)).then_accepted()
    game.when(0, Choose(value="red.archer")).then_accepted()
    game.when(0, Choose(value="red.apprentice.5")).then_accepted()
    assert game.state.tile(KinId("red.archer")) is not None


def test_pp_q75_e20_of_several_apprentices_in_hand_the_lowest_is_replaced(game: PhoenixGame) -> None:
    game.stand("red.apprentice.5", "rim.1")
    at(game, "clanhouse.1").when(0, PerformDaytime(reveal=False)).then_accepted()
    game.when(0, Choose(value="red.archer")).then_accepted()
    named = ("red.apprentice.2", "red.fighter", "red.apprentice.5", "red.apprentice.1")
    assert game.legal(0) == [Choose(value=kin) for kin in named]
    game.when(0, Choose(value="red.apprentice.3")).then_refused("invalid_choice", "PP-T13")


def test_pp_e20_a_bumped_kin_cannot_be_replaced(game: PhoenixGame) -> None:
    at(game.stand("red.apprentice.5", "bumped"), "clanhouse.1")
    game.when(0, PerformDaytime(reveal=False)).then_accepted()
    game.when(0, Choose(value="red.archer")).then_accepted()
    game.when(0, Choose(value="red.apprentice.5")).then_refused("invalid_choice", "PP-T13")


def test_pp_e21_t11_x8_the_palace_gives_a_resource_and_turns(game: PhoenixGame) -> None:
    move = PerformDaytime(option=PalaceOption.RESOURCE, resource=COIN)
    at(game, "palace").when(0, move).then(took(0, move), e.ResourceChanged(0, COIN, 1, "PP-E21"), *rotated(1))


def test_pp_e21_e22_x9_q71_a_lantern_copies_a_highlighted_sector(game: PhoenixGame) -> None:
    move = PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.CAPITAL)
    at(game.heralds(1, 0), "palace").when(0, move).then(
        took(0, move),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.HeraldMoved(0),
        e.DaytimePerformed(0, Sector.CAPITAL),
        *rotated(1),
    )


def test_pp_x10_e3_only_a_highlighted_sector_is_copied(game: PhoenixGame) -> None:
    at(game, "palace").when(0, PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.RIM)).then_refused(
        "sector_not_highlighted", "PP-E21"
    )


def test_pp_x11_q3_t11_the_palace_turns_even_if_its_effect_is_skipped(game: PhoenixGame) -> None:
    at(game.turned(5), "palace").when(0, SkipDaytime()).then(took(0, SkipDaytime()), *rotated(0))


def test_pp_e21_without_a_lantern_no_sector_is_copied(game: PhoenixGame) -> None:
    at(game.has(0, lantern=0), "palace")
    game.when(0, PerformDaytime(option=PalaceOption.SECTOR)).then_refused("cannot_afford", "PP-E21")
    game.when(0, PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.GATES)).then_refused(
        "cannot_afford", "PP-E21"
    )
    game.when(0, PerformDaytime()).then_accepted()
    assert game.legal(0) == [PerformDaytime(resource=resource) for resource in Resource]


def test_pp_e22_x28_a_full_or_guarded_sector_can_be_copied(game: PhoenixGame) -> None:
    game.given(e.GuardSet(1, Sector.GATES))
    move = PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.GATES, discard_slot=None)
    at(game, "palace").when(0, move).then(
        took(0, move),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.DaytimePerformed(0, Sector.GATES),
        e.StepClosed(),
        e.PalaceRotated(1),
    )


def test_pp_e21_the_lantern_is_gone_when_the_copied_effect_is_paid(game: PhoenixGame) -> None:
    game.turned(2).built("loreville").explored(0, 2).has(0, lantern=1)
    building = PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.RIM, explore=0, build=True)
    at(game, "palace").when(0, building).then_refused("cannot_afford", "PP-E16")
    game.has(0, lantern=2).when(0, building).then(
        took(0, building),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, LANTERN, -1, "PP-E16"),
        e.FpChanged(0, 4, "PP-E16"),
        e.VillageBuilt(0, 3, VillageId.FEATHERGLOW),
        e.PioneerMoved(0, 3),
        e.VillageTurned(VillageId.FORTUNE_CITY, reveals=True),
        e.DaytimePerformed(0, Sector.RIM),
        e.StepClosed(),
        e.PalaceRotated(3),
    )


def test_pp_e21_parameters_of_the_copied_sector_are_asked(game: PhoenixGame) -> None:
    at(game.turned(3), "palace")
    game.when(0, PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.SPRINGS)).then_accepted()
    assert PerformDaytime(card=RevelationId.COIN_JAR) in game.legal(0)
    game.when(0, PerformDaytime(card=RevelationId.COIN_JAR, use=CardUse.KEEP)).then(
        took(
            0,
            PerformDaytime(
                option=PalaceOption.SECTOR,
                sector=Sector.SPRINGS,
                card=RevelationId.COIN_JAR,
                use=CardUse.KEEP,
            ),
        ),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        e.RevelationAcquired(0, 2, RevelationId.COIN_JAR, CardUse.KEEP),
        e.ResourceChanged(0, COIN, 2, "PP-RC02"),
    )


@pytest.mark.parametrize("sector", list(Sector))
def test_pp_e22_every_sector_can_be_copied_with_all_its_parameters(game: PhoenixGame, sector: Sector) -> None:
    game.turned(list(Sector).index(sector))
    at(game, "palace").when(0, PerformDaytime(option=PalaceOption.SECTOR, sector=sector)).then_accepted()
    while any(isinstance(move, PerformDaytime | Choose) for move in game.legal(0)):
        game.when(0, game.legal(0)[0]).then_accepted()
    assert isinstance(game.step, TurnEnd)
    assert game.state.board.rotation == (list(Sector).index(sector) + 1) % 6


def test_pp_t10_t9_nested_effects_come_before_the_outer_effect_goes_on(game: PhoenixGame) -> None:
    game.shows("toll_of_ash", "coin_jar", "wax_and_wick")
    at(game, "springs.1").when(0, buying(RevelationId.TOLL_OF_ASH, CardUse.KEEP)).then_accepted()
    assert game.asked == (1,)
    game.when(0, Choose(value="coin_jar")).then_refused("not_your_turn", "PP-T3")
    game.when(1, Choose(value="coin")).then_accepted()
    assert game.asked == (0,)
    assert isinstance(game.step, AcquireCard)
