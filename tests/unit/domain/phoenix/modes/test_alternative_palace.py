import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import (
    AcquireCard,
    Daytime,
    EitherOr,
    OuterWard,
    OwnKin,
    Performed,
    Refill,
    Rotation,
    TurnEnd,
)
from domain.phoenix.commands import (
    Answers,
    CardUse,
    Choose,
    EndTurn,
    PalaceOption,
    PerformDaytime,
    PlaceKin,
    SkipDaytime,
    UseAbility,
)
from domain.phoenix.ids import ForeseenId, KinId, Resource, RevelationId, Sector, Side, SpotId
from domain.phoenix.influence import palace_influence
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took
from tests.support.phoenix_night import NO_PALACE, dawn, foreseen, nightfall, palace_scored, scoring

COIN, SCROLL, LANTERN = Resource
KIN = "red.apprentice.1"


@pytest.fixture
def game() -> PhoenixGame:
    """Two players at north and south."""
    return a_phoenix_game(2, palace_alt=True)


def at(game: PhoenixGame, spot: str) -> PhoenixGame:
    game.place(0, KIN, spot).then_accepted()
    return game


def test_pp_pa1_all_three_levels_stand_from_the_start(game: PhoenixGame) -> None:
    assert game.state.board.palace_level == 3
    game.foresees().last_turn().when(0, EndTurn()).then(
        *nightfall({}), *scoring({}), *NO_PALACE, *dawn(palace_level=3)
    )


@pytest.mark.parametrize(
    "players,token,sides",
    [
        (2, 1, (Side.SOUTH, Side.NORTH)),
        (3, 0, (Side.NORTH, Side.EAST, Side.SOUTH)),
        (4, 3, (Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH)),
    ],
)
def test_pp_pa3_seats_sit_in_the_turn_order_of_round_1(
    players: int, token: int, sides: tuple[Side, ...]
) -> None:
    game = a_phoenix_game(players, token=token, palace_alt=True)
    assert tuple(seat.side for seat in game.state.seats) == sides


def test_pp_pa5_x66_only_visible_empty_spots_can_be_taken(game: PhoenixGame) -> None:
    game.turned(1).stand("blue.bard", "outer_ward.3")
    game.place(0, KIN, "outer_ward.1").then_refused("spot_not_visible", "PP-PA5")
    game.place(0, KIN, "outer_ward.3").then_refused("spot_occupied", "PP-PA5")
    game.when(0, PlaceKin(kin_id=KinId(KIN)))
    targets = [move.target for move in game.legal(0, PlaceKin)]  # type: ignore[attr-defined]
    palace = [target for target in targets if target.split(".")[0] not in set(Sector)]
    assert palace == ["outer_ward.0", "battlement.0", "battlement.3", "pinnacle"]


def test_pp_pa5_p5_an_occupied_spot_is_refused_before_a_cloak(game: PhoenixGame) -> None:
    game.stand("blue.bard", "outer_ward.0")
    game.place(0, KIN, "outer_ward.0", cloaked=True).then_refused("spot_occupied", "PP-PA5")
    game.place(0, KIN, "outer_ward.1", cloaked=True).then_refused("palace_cannot_cloak", "PP-P5")


def test_pp_pa5_x67_an_aligned_seat_sees_one_wall() -> None:
    game = a_phoenix_game(3, token=2, palace_alt=True)
    game.turn_of(0)
    game.place(0, KIN, "outer_ward.0").then_refused("spot_not_visible", "PP-PA5")
    game.place(0, KIN, "battlement.1").then_accepted()


def test_pp_pa5_p1_the_printed_palace_does_not_exist(game: PhoenixGame) -> None:
    game.place(0, KIN, "palace").then_refused("unknown_id", "PP-P1")
    game.place(0, KIN, "outer_ward.0", cloaked=True).then_refused("palace_cannot_cloak", "PP-P5")
    game.place(0, KIN, "outer_ward.1", cloaked=True).then_refused("palace_cannot_cloak", "PP-P5")


def test_pp_pa6_an_outer_ward_gives_a_resource(game: PhoenixGame) -> None:
    move = PerformDaytime(resource=COIN)
    at(game, "outer_ward.0").when(0, PerformDaytime(resource=COIN, sector=Sector.GATES)).then_refused(
        "invalid_choice", "PP-E21"
    )
    game.when(0, PerformDaytime(option=PalaceOption.RESOURCE)).then_refused("invalid_choice", "PP-E21")
    game.when(0, move).then(
        took(0, move), e.ResourceChanged(0, COIN, 1, "PP-E21"), e.StepClosed(), e.PalaceRotated(1)
    )


def test_pp_pa6_a_battlement_may_copy_a_sector_for_a_lantern(game: PhoenixGame) -> None:
    at(game, "battlement.0")
    game.when(0, PerformDaytime(resource=COIN)).then_refused("invalid_choice", "PP-E21")
    game.when(0, PerformDaytime(sector=Sector.RIM)).then_refused("sector_not_highlighted", "PP-E21")
    move = PerformDaytime(sector=Sector.CAPITAL)
    game.when(0, move).then(
        took(0, move),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, SCROLL, 2, "PP-E5"),
        e.DaytimePerformed(0, Sector.CAPITAL),
        e.StepClosed(),
        e.PalaceRotated(1),
    )


def test_pp_x70_pa6_a_battlement_without_a_lantern_gives_nothing(game: PhoenixGame) -> None:
    at(game.has(0, lantern=0), "battlement.0").when(0, PerformDaytime()).then(
        took(0, PerformDaytime(sector=None)), e.StepClosed(), e.PalaceRotated(1)
    )


def test_pp_pa6_the_palace_turns_if_everything_is_declined(game: PhoenixGame) -> None:
    at(game, "battlement.0").when(0, PerformDaytime(sector=None)).then(
        took(0, PerformDaytime(sector=None)), e.StepClosed(), e.PalaceRotated(1)
    )
    game.turn_of(0).place(0, "red.apprentice.2", "pinnacle")
    game.when(0, SkipDaytime()).then(took(0, SkipDaytime()), e.StepClosed(), e.PalaceRotated(2))


def test_pp_x68_pa7_the_pinnacle_bumps_and_its_lantern_pays_for_a_sector(game: PhoenixGame) -> None:
    game.foresees().stand("blue.bard", "pinnacle").has(0, lantern=0)
    placing = PlaceKin(kin_id=KinId(KIN), target=SpotId("pinnacle"), cloaked=False)
    game.when(0, placing).then(
        took(0, placing),
        e.KinBumped(1, KinId("blue.bard")),
        e.KinPlaced(0, KinId(KIN), SpotId("pinnacle")),
        opened(asks(0, Daytime()), Rotation(), asks(0, TurnEnd())),
    )
    game.when(0, PerformDaytime(resource=COIN, sector=Sector.GATES)).then_refused("cannot_afford", "PP-E21")
    move = PerformDaytime(resource=LANTERN, sector=Sector.GATES)
    game.when(0, move).then(
        took(0, PerformDaytime(resource=LANTERN, sector=Sector.GATES, discard_slot=None)),
        e.ResourceChanged(0, LANTERN, 1, "PP-E21"),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.DaytimePerformed(0, Sector.GATES),
        e.StepClosed(),
        e.PalaceRotated(1),
    )
    assert palace_influence(game.state, 1) == 0
    game.last_turn().when(0, EndTurn()).then_accepted()
    game.when(0, Choose(value="jade")).then_accepted()
    assert game.state.seats[1].hand == ("blue.bard",)


def test_pp_pa7_a_bumped_kin_is_no_target_and_cannot_be_replaced(game: PhoenixGame) -> None:
    game.stand("blue.bard", "bumped").stand("blue.guard", "rim.2")
    game.place(0, "red.fighter", "rim.1").then_accepted()
    game.when(0, UseAbility(target=KinId("blue.bard"))).then_refused("invalid_target", "PP-K7")


def test_pp_pa8_x69_a_hit_kin_goes_to_the_only_visible_ward(game: PhoenixGame) -> None:
    game.stand("blue.bard", "rim.2").place(0, "red.fighter", "rim.1")
    move = UseAbility(target=KinId("blue.bard"))
    game.when(0, move).then(took(0, move), e.KinSentToPalace(1, KinId("blue.bard"), SpotId("outer_ward.2")))
    assert game.state.board.rotation == 0


def test_pp_pa8_x69_q53_without_a_visible_ward_the_hit_kin_is_bumped(game: PhoenixGame) -> None:
    game.stand("blue.bard", "rim.2").stand("red.bard", "outer_ward.2").place(0, "red.fighter", "rim.1")
    move = UseAbility(target=KinId("blue.bard"))
    game.when(0, move).then(took(0, move), e.KinBumped(1, KinId("blue.bard")))


def test_pp_pa8_q54_the_owner_picks_one_of_several_wards(game: PhoenixGame) -> None:
    game.turned(1).stand("blue.bard", "rim.2").place(0, "red.fighter", "rim.1")
    move = UseAbility(target=KinId("blue.bard"))
    game.when(0, move).then(took(0, move), opened(asks(1, OuterWard(1, KinId("blue.bard")))))
    game.when(0, SkipDaytime()).then_refused("not_your_turn", "PP-T3")
    assert game.legal(1) == [Choose(value="outer_ward.1"), Choose(value="outer_ward.2")]
    game.when(1, Choose(value="outer_ward.1")).then(
        took(1, Choose(value="outer_ward.1")),
        e.KinSentToPalace(1, KinId("blue.bard"), SpotId("outer_ward.1")),
    )
    assert isinstance(game.step, Daytime)


def test_pp_pa8_rc25_the_veil_prevents_a_bump(game: PhoenixGame) -> None:
    game.keeps(1, "veil_of_smoke").stand("blue.bard", "rim.2").stand("red.bard", "outer_ward.2")
    game.place(0, "red.fighter", "rim.1")
    game.when(0, UseAbility(target=KinId("blue.bard"))).then(
        took(0, UseAbility(target=KinId("blue.bard"))), e.HitPrevented(1, KinId("blue.bard"))
    )


def test_pp_pa8_ec11_the_levy_sends_a_kin_to_a_ward(game: PhoenixGame) -> None:
    game.foresees("levy").has(0, coin=0).stand("red.bard", "rim.2").last_turn()
    asking = [opened(asks(seat, EitherOr(seat, "PP-EC11"))) for seat in (0, 1)]
    kin = [
        took(0, Choose(value="kin")),
        opened(asks(0, OwnKin(0, "PP-EC11"))),
        took(0, Choose(value="red.bard")),
    ]
    sent = e.KinSentToPalace(0, KinId("red.bard"), SpotId("outer_ward.0"))
    paid = [asking[1], took(1, Choose(value="coin")), e.ResourceChanged(1, COIN, -1, "PP-EC11")]
    rim = [e.SectorScored(Sector.RIM, (0,), (0, 0), None), e.ResourceChanged(0, SCROLL, 1, "PP-N8")]
    game.when(0, EndTurn()).then(
        *nightfall({Sector.RIM: (0,)}),
        *foreseen(1, ForeseenId.LEVY, [asking[0], *kin, sent], paid),
        *scoring({Sector.RIM: rim}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    )


def test_pp_pa9_all_nine_spots_count_as_the_palace(game: PhoenixGame) -> None:
    for kin, spot in (("bard", "outer_ward.0"), ("guard", "battlement.2"), ("hermit", "pinnacle")):
        game.stand(f"red.{kin}", spot)
    game.stand("red.mentor", "bumped")
    assert palace_influence(game.state, 0) == 3
    game.foresees().last_turn().when(0, EndTurn()).then(
        *nightfall({}), *scoring({}), *palace_scored((0,), (3, 0), 0, favor=3)
    )


def test_pp_pa9_rc17_second_wind_takes_a_kin_from_any_of_them(game: PhoenixGame) -> None:
    game.stand("red.bard", "battlement.3").stand("red.guard", "bumped").has(0, scroll=9)
    game.shows("second_wind", "coin_jar", "eclipse").place(0, KIN, "springs.1")
    effect = Answers(kin=KinId("red.bard"), spot=SpotId("gates.1"))
    bumped = Answers(kin=KinId("red.guard"), spot=SpotId("gates.1"))
    card = RevelationId.SECOND_WIND
    game.when(0, PerformDaytime(card=card, use=CardUse.KEEP, effect=bumped)).then_refused(
        "invalid_target", "PP-RC17"
    )
    game.when(0, PerformDaytime(card=card, use=CardUse.KEEP, effect=effect)).then(
        took(0, PerformDaytime(card=card, use=CardUse.KEEP, effect=effect)),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        e.ResourceChanged(0, SCROLL, -2, "PP-RV2"),
        e.RevelationAcquired(0, 1, RevelationId.SECOND_WIND, CardUse.KEEP),
        e.KinMoved(0, KinId("red.bard"), SpotId("gates.1")),
    )


def test_pp_pa6_an_open_resource_may_pay_for_what_is_already_named(game: PhoenixGame) -> None:
    at(game.turned(2).explored(0, 1).has(0, coin=9, scroll=0, lantern=1), "pinnacle")
    building = PerformDaytime(sector=Sector.RIM, explore=0, build=True)
    told = game.when(0, building).events
    filled = PerformDaytime(resource=SCROLL, sector=Sector.RIM, explore=0, build=True)
    assert told[:4] == [
        took(0, filled),
        e.ResourceChanged(0, SCROLL, 1, "PP-E21"),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, SCROLL, -1, "PP-E16"),
    ]


def test_pp_pa6_no_resource_pays_for_two_missing_ones(game: PhoenixGame) -> None:
    at(game.turned(2).explored(0, 1).has(0, coin=9, scroll=0, lantern=0), "pinnacle")
    building = PerformDaytime(sector=Sector.RIM, explore=0, build=True)
    game.when(0, building).then_refused("cannot_afford", "PP-E21")
