from domain.phoenix import events as e
from domain.phoenix.agenda import GainResource, Performed
from domain.phoenix.commands import Answers, Choose, PerformDaytime
from domain.phoenix.ids import ForeseenId, KinId, Resource, Sector, Shard, SpotId, VillageId
from domain.phoenix.villages import VILLAGES
from tests.support.phoenix import PhoenixGame, asks, opened, took
from tests.support.scenario import Outcome

COIN, SCROLL, LANTERN = Resource
HERE = 2


def at(game: PhoenixGame, village: str) -> PhoenixGame:
    """Seat 0 performs the shrine effect, and its pioneer stands on this village, position 2."""
    game.built(village).explored(0, HERE)
    game.place(0, "red.apprentice.1", "shrine.3").then_accepted()
    return game


def collect(game: PhoenixGame, **answers: object) -> Outcome:
    return game.when(0, collecting(**answers))


def collecting(**answers: object) -> PerformDaytime:
    if not answers:
        return PerformDaytime(explore=0, collect=HERE)
    return PerformDaytime(explore=0, collect=HERE, village=Answers(**answers))  # type: ignore[arg-type]


def gives(game: PhoenixGame, village: str, *events: object, **answers: object) -> None:
    """Collecting the village causes exactly these events."""
    at(game, village)
    collect(game, **answers).then(
        took(0, collecting(**answers)),
        e.VillageCollected(0, HERE, VillageId(village)),
        *events,  # type: ignore[arg-type]
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v0_every_village_has_one_row() -> None:
    assert [village.id for village in VILLAGES] == list(VillageId)
    assert [village.rule for village in VILLAGES] == [f"PP-V{number}" for number in range(14)]


def test_pp_v0_x48_the_starting_village_gives_two_coins(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "shrine.1")
    move = PerformDaytime(explore=0, collect=0)
    game.when(0, move).then(
        took(0, move),
        e.VillageCollected(0, 0, VillageId.STARTING_VILLAGE),
        e.ResourceChanged(0, COIN, 2, "PP-V0"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v1_x49_bandits_return_an_event_for_favor(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "shrine.1")
    game.foresees("coin_tithe", None, None, None, discard=["levy"])
    move = PerformDaytime(explore=1, collect=1, village=Answers(slot=3))
    game.when(0, move).then(
        took(0, move),
        e.PioneerMoved(0, 1),
        e.VillageCollected(0, 1, VillageId.BANDITS_LAIR),
        e.EventReturned(0, 3, ForeseenId.LEVY),
        e.FpChanged(0, 3, "PP-V1"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v1_v14_x49_q26_without_a_card_or_a_slot_bandits_give_nothing(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "shrine.1")
    lair = PerformDaytime(explore=1, collect=1)
    game.foresees("coin_tithe").when(0, lair).then_refused("invalid_target", "PP-V1")
    game.foresees("coin_tithe", "harvest_moon", "phoenix_gaze", "night_raid", discard=["levy"])
    game.when(0, lair).then_refused("invalid_target", "PP-V1")
    game.when(0, PerformDaytime(explore=1))
    assert game.legal(0) == [PerformDaytime(collect=0), PerformDaytime(collect=None)]


def test_pp_v2_x50_the_cove_cloaks_an_own_kin_in_a_sector(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "palace").stand("red.apprentice.3", "gates.1", cloaked=True)
    game.stand("blue.fighter", "gates.2")
    at(game, "cove_of_the_owl")
    for kin in ("red.apprentice.2", "red.apprentice.3", "blue.fighter"):
        collect(game, kin=KinId(kin)).then_refused("invalid_target", "PP-V2")
    collect(game, kin=KinId("red.apprentice.99")).then_refused("unknown_id", "PP-V2")
    collect(game, kin=KinId("red.apprentice.1")).then(
        took(0, PerformDaytime(explore=0, collect=2, village=Answers(kin=KinId("red.apprentice.1")))),
        e.VillageCollected(0, 2, VillageId.COVE_OF_THE_OWL),
        e.KinCloaked(0, KinId("red.apprentice.1")),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v3_x51_featherglow_counts_own_kin_in_highlighted_sectors(game: PhoenixGame) -> None:
    game.turned(2).stand("red.apprentice.2", "rim.1", cloaked=True).stand("red.apprentice.3", "gates.1")
    gives(game, "featherglow", e.FpChanged(0, 2, "PP-V3"))


def test_pp_v4_x48_fortune_city_gives_one_of_each(game: PhoenixGame) -> None:
    gives(game, "fortune_city", *(e.ResourceChanged(0, kind, 1, "PP-V4") for kind in Resource))


def test_pp_v5_x48_lanternquill_gives_three_lanterns(game: PhoenixGame) -> None:
    gives(game, "lanternquill", e.ResourceChanged(0, LANTERN, 3, "PP-V5"))


def test_pp_v6_x48_loreville_gives_three_scrolls(game: PhoenixGame) -> None:
    gives(game, "loreville", e.ResourceChanged(0, SCROLL, 3, "PP-V6"))


def test_pp_v7_x52_moonforge_costs_a_position(game: PhoenixGame) -> None:
    game.built("loreville", "featherglow")
    moved, shard = e.PioneerMoved(0, 3), e.ShardChanged(0, Shard.JADE, 1, "PP-V7")
    game.built("moonforge").explored(0, 4)
    game.place(0, "red.apprentice.1", "shrine.1")
    move = PerformDaytime(explore=0, collect=4, village=Answers(color=Shard.JADE))
    game.when(0, move).then(
        took(0, move),
        e.VillageCollected(0, 4, VillageId.MOONFORGE),
        moved,
        shard,
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v7_moonforge_moves_back_from_where_the_pioneer_has_explored(game: PhoenixGame) -> None:
    at(game.built("moonforge"), "loreville").explored(0, HERE)
    move = PerformDaytime(explore=1, collect=2, village=Answers(color=Shard.CORAL))
    game.when(0, move).then(
        took(0, move),
        e.PioneerMoved(0, 3),
        e.VillageCollected(0, 2, VillageId.MOONFORGE),
        e.PioneerMoved(0, 2),
        e.ShardChanged(0, Shard.CORAL, 1, "PP-V7"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v8_x53_q29_moon_heaven_rewards_everybody_in_a_sector(four: PhoenixGame) -> None:
    four.stand("red.apprentice.2", "gates.1").stand("green.apprentice.1", "gates.2", cloaked=True)
    four.stand("green.apprentice.2", "gates.3").built("loreville")
    gives(
        four,
        "moon_heaven",
        e.FpChanged(0, 4, "PP-N8"),
        e.FpChanged(2, 4, "PP-N8"),
        sector=Sector.GATES,
    )


def test_pp_v8_only_a_highlighted_sector_can_be_chosen(game: PhoenixGame) -> None:
    at(game, "moon_heaven")
    collect(game, sector=Sector.SHRINE).then_refused("sector_not_highlighted", "PP-V8")


def test_pp_v8_rv5_seats_choose_in_turn_order_before_the_effect_is_performed(game: PhoenixGame) -> None:
    game.turned(2).stand("blue.fighter", "shrine.1").keeps(0, "pilgrims_bell")
    at(game, "moon_heaven")
    collect(game, sector=Sector.SHRINE).then(
        took(0, collecting(sector=Sector.SHRINE)),
        opened(Performed(0, Sector.SHRINE)),
        e.VillageCollected(0, HERE, VillageId.MOON_HEAVEN),
        opened(asks(0, GainResource(0, "PP-N8")), asks(1, GainResource(1, "PP-N8"))),
    )
    game.when(0, Choose(value="coin")).then(
        took(0, Choose(value="coin")), e.ResourceChanged(0, COIN, 1, "PP-N8")
    )
    game.when(1, Choose(value="scroll")).then(
        took(1, Choose(value="scroll")),
        e.ResourceChanged(1, SCROLL, 1, "PP-N8"),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.SHRINE),
        e.ResourceChanged(0, LANTERN, 1, "PP-RC07"),
    )


def test_pp_v9_x54_nomads_move_an_unveiled_kin_to_another_sector(game: PhoenixGame) -> None:
    game.stand("red.apprentice.2", "gates.1").stand("red.apprentice.3", "rim.1", cloaked=True)
    game.has(0, coin=1).given(e.GuardSet(1, Sector.SPRINGS))
    at(game, "nomad_encampment")
    moving = KinId("red.apprentice.2")
    cloaked = KinId("red.apprentice.3")
    collect(game, kin=cloaked, spot=SpotId("capital.1")).then_refused("invalid_target", "PP-V9")
    collect(game, kin=moving, spot=SpotId("springs.1")).then_refused("sector_guarded", "PP-K8")
    collect(game, kin=moving, spot=SpotId("gates.2")).then_refused("invalid_target", "PP-V9")
    collect(game, kin=moving, spot=SpotId("rim.1")).then_refused("spot_occupied", "PP-V9")
    collect(game, kin=moving, spot=SpotId("rim.9")).then_refused("unknown_id", "PP-V9")
    collect(game, kin=moving, spot=SpotId("pinnacle")).then_refused("unknown_id", "PP-V9")
    collect(game, kin=moving, spot=SpotId("palace")).then_refused("invalid_target", "PP-V9")
    collect(game, kin=moving, spot=SpotId("capital.3")).then(
        took(0, collecting(kin=moving, spot=SpotId("capital.3"))),
        e.VillageCollected(0, HERE, VillageId.NOMAD_ENCAMPMENT),
        e.KinMoved(0, moving, SpotId("capital.3")),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v10_x55_the_outpost_gives_a_resource_for_each_empty_slot(game: PhoenixGame) -> None:
    game.foresees(None, "levy")
    three = (COIN, COIN, LANTERN)
    at(game, "the_outpost")
    collect(game, resources=(COIN,) * 4).then_refused("invalid_choice", "PP-V10")
    collect(game).then_accepted()
    game.when(0, PerformDaytime(village=Answers(resources=(COIN, COIN)))).then_accepted()
    assert PerformDaytime(village=Answers(resources=(LANTERN,))) in game.legal(0)
    game.when(0, PerformDaytime(village=Answers(resources=(LANTERN,)))).then(
        took(0, collecting(resources=three)),
        e.VillageCollected(0, HERE, VillageId.THE_OUTPOST),
        e.ResourceChanged(0, COIN, 2, "PP-V10"),
        e.ResourceChanged(0, LANTERN, 1, "PP-V10"),
        e.DaytimePerformed(0, Sector.SHRINE),
    )


def test_pp_v10_v14_with_all_slots_occupied_the_outpost_gives_nothing(game: PhoenixGame) -> None:
    gives(game, "the_outpost")


def test_pp_v11_x55_rv5_the_town_hall_performs_the_capital(game: PhoenixGame) -> None:
    gives(
        game.heralds(1, 0),
        "town_hall",
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.HeraldMoved(0),
        e.DaytimePerformed(0, Sector.CAPITAL),
    )


def test_pp_v12_x55_twin_river_town_counts_owned_cards_in_pairs(game: PhoenixGame) -> None:
    game.keeps(0, "coin_jar", "eclipse", "ill_omen", "gatekeepers_debt", "money_changer")
    game.given(e.TurnStartCardUsed(0, "gatekeepers_debt", spent=True))  # type: ignore[arg-type]
    gives(game, "twin_river_town", e.FpChanged(0, 2, "PP-V12"))


def test_pp_v13_x48_the_shrine_tile_gives_a_shard_of_choice(game: PhoenixGame) -> None:
    gives(game, "shrine_tile", e.ShardChanged(0, Shard.AGATE, 1, "PP-V13"), color=Shard.AGATE)


def test_pp_q64_a_village_behind_the_pioneer_must_be_explored_again(game: PhoenixGame) -> None:
    at(game, "loreville").explored(0, 0)
    collect(game).then_refused("invalid_choice", "PP-E7")
