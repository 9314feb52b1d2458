import pytest

from domain.kernel.agenda import Form
from domain.phoenix import events as e
from domain.phoenix.agenda import Ability, Daytime, Rotation, TurnEnd
from domain.phoenix.commands import EndTurn, PerformDaytime, PlaceKin, SkipAbility, SkipDaytime, UseAbility
from domain.phoenix.ids import KinId, Resource, Sector, SpotId
from domain.phoenix.state import Tile
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took

APPRENTICE = "red.apprentice.1"


def placing(spot: str, *, cloaked: bool = False, kin: str = APPRENTICE) -> PlaceKin:
    return PlaceKin(kin_id=KinId(kin), target=SpotId(spot), cloaked=cloaked)


def rest(seat: int = 0) -> e.StepsOpened:
    """What follows a placement in a sector without an ability."""
    found = opened(asks(seat, Daytime()), asks(seat, TurnEnd()))
    assert isinstance(found, e.StepsOpened)
    return found


def test_pp_p1_x6_t6_an_apprentice_goes_straight_to_the_daytime_effect(game: PhoenixGame) -> None:
    game.place(0, APPRENTICE, "gates.1").then(
        took(0, placing("gates.1")), e.KinPlaced(0, KinId(APPRENTICE), SpotId("gates.1")), rest()
    )
    assert isinstance(game.step, Daytime)
    assert game.state.seats[0].tiles == (Tile(KinId(APPRENTICE), SpotId("gates.1")),)


def test_pp_p1_a_placement_is_asked_as_kin_then_target_then_face(game: PhoenixGame) -> None:
    assert game.legal(0) == [PlaceKin(kin_id=KinId(APPRENTICE)), PlaceKin(kin_id=KinId("red.fighter"))]
    game.when(0, PlaceKin(kin_id=KinId(APPRENTICE))).then(e.MoveBegun(0, PlaceKin(kin_id=KinId(APPRENTICE))))
    assert PlaceKin(target=SpotId("gates.1")) in game.legal(0)
    game.when(0, PlaceKin(target=SpotId("gates.1"))).then_accepted()
    assert game.legal(0) == [PlaceKin(cloaked=False), PlaceKin(cloaked=True)]
    assert game.state.agenda[-1].forms == (
        Form(0, PlaceKin(kin_id=KinId(APPRENTICE), target=SpotId("gates.1"))),
    )
    game.when(0, PlaceKin(cloaked=False)).then(
        took(0, PlaceKin(kin_id=KinId("red.apprentice.1"), target=SpotId("gates.1"), cloaked=False)),
        e.KinPlaced(0, KinId("red.apprentice.1"), SpotId("gates.1")),
        opened(asks(0, Daytime()), asks(0, TurnEnd())),
    )


def test_pp_p1_a_kin_that_is_not_in_hand_is_refused(game: PhoenixGame) -> None:
    game.place(0, "red.archer", "gates.1").then_refused("kin_not_in_hand", "PP-P1")
    game.place(0, "blue.fighter", "gates.1").then_refused("kin_not_in_hand", "PP-P1")
    game.place(0, "red.wizard", "gates.1").then_refused("unknown_id")


@pytest.mark.parametrize("spot", ["gates.4", "gates", "outer_ward.0", "pinnacle", "bumped", ""])
def test_pp_p1_a_target_that_this_game_does_not_have_is_unknown(game: PhoenixGame, spot: str) -> None:
    game.place(0, APPRENTICE, spot).then_refused("unknown_id", "PP-P1")


def test_pp_p1_unknown_ids_come_before_a_kin_that_is_not_in_hand(game: PhoenixGame) -> None:
    game.place(0, "red.archer", "moon.1").then_refused("unknown_id", "PP-P1")


def test_pp_q75_only_the_lowest_numbered_apprentice_can_be_named(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.2", "gates.1").then_refused("invalid_choice", "PP-P1")
    game.stand(APPRENTICE, "rim.1")
    game.place(0, "red.apprentice.2", "gates.1").then_accepted()


def test_pp_p2_x5_an_occupied_spot_is_refused(game: PhoenixGame) -> None:
    game.stand("blue.apprentice.1", "gates.1")
    game.place(0, APPRENTICE, "gates.1").then_refused("spot_occupied", "PP-P2")


def test_pp_p2_q70_a_paid_spot_can_be_taken_while_free_ones_are_left(game: PhoenixGame) -> None:
    game.place(0, APPRENTICE, "gates.3").then(
        took(0, placing("gates.3")),
        e.ResourceChanged(0, Resource.SCROLL, -1, "PP-P3"),
        e.KinPlaced(0, KinId(APPRENTICE), SpotId("gates.3")),
        rest(),
    )


def test_pp_p2_k8_a_guarded_sector_is_refused(game: PhoenixGame) -> None:
    game.given(e.GuardSet(1, Sector.SPRINGS))
    game.place(0, APPRENTICE, "springs.1").then_refused("sector_guarded", "PP-K8")
    game.when(0, PlaceKin(kin_id=KinId(APPRENTICE)))
    assert not [move for move in game.legal(0, PlaceKin) if str(move.target).startswith("springs")]  # type: ignore[attr-defined]


def test_pp_p3_x3_q38_both_prices_are_due(four: PhoenixGame) -> None:
    four.has(0, coin=1)
    four.place(0, APPRENTICE, "capital.4", cloaked=True).then_refused("cannot_afford", "PP-P3")
    four.place(0, APPRENTICE, "capital.4").then_accepted()


def test_pp_p3_p4_x4_a_cloaked_kin_has_the_daytime_effect_but_no_ability(four: PhoenixGame) -> None:
    four.has(0, coin=2).heralds(1, 0, 2, 3).hold(0, "red.merchant")
    four.place(0, "red.merchant", "capital.4", cloaked=True).then(
        took(0, placing("capital.4", cloaked=True, kin="red.merchant")),
        e.ResourceChanged(0, Resource.COIN, -2, "PP-P3"),
        e.KinPlaced(0, KinId("red.merchant"), SpotId("capital.4"), cloaked=True),
        rest(),
    )
    four.when(0, PerformDaytime()).then(
        took(0, PerformDaytime()),
        e.ResourceChanged(0, Resource.SCROLL, 2, "PP-E5"),
        e.HeraldMoved(0),
        e.DaytimePerformed(0, Sector.CAPITAL),
    )
    assert four.state.pool(0).coin == 0


def test_pp_p3_a_paid_spot_needs_its_resource(game: PhoenixGame) -> None:
    game.has(0, lantern=0)
    refused = game.place(0, APPRENTICE, "rim.3").then_refused("cannot_afford", "PP-P3")
    assert refused.details == {"missing": ("lantern",), "price": ("lantern",)}


def test_pp_p4_an_unveiled_kin_may_use_its_ability(game: PhoenixGame) -> None:
    game.hold(0, "red.merchant")
    game.place(0, "red.merchant", "gates.1").then(
        took(0, PlaceKin(kin_id=KinId("red.merchant"), target=SpotId("gates.1"), cloaked=False)),
        e.KinPlaced(0, KinId("red.merchant"), SpotId("gates.1")),
        opened(asks(0, Ability()), asks(0, Daytime()), asks(0, TurnEnd())),
    )
    game.when(0, SkipAbility()).then(took(0, SkipAbility()))
    assert isinstance(game.step, Daytime)


def test_pp_p3_p4_a_cloak_that_no_spot_allows_is_refused_at_once(game: PhoenixGame) -> None:
    game.has(0, coin=0)
    game.when(0, PlaceKin(cloaked=True)).then_refused("cannot_afford", "PP-P3")
    game.has(0, coin=1).when(0, PlaceKin(cloaked=True)).then_accepted()


def test_pp_p5_x7_nobody_is_cloaked_on_the_palace(game: PhoenixGame) -> None:
    game.place(0, APPRENTICE, "palace", cloaked=True).then_refused("palace_cannot_cloak", "PP-P5")


def test_pp_p5_q66_the_palace_takes_any_number_of_kin_without_price(game: PhoenixGame) -> None:
    game.has(0, coin=0, scroll=0, lantern=0).hold(0, "red.merchant")
    game.stand("red.fighter", "palace").stand("blue.fighter", "palace")
    game.place(0, "red.merchant", "palace").then(
        took(0, placing("palace", kin="red.merchant")),
        e.KinPlaced(0, KinId("red.merchant"), SpotId("palace")),
        opened(asks(0, Daytime()), Rotation(), asks(0, TurnEnd())),
    )


def test_pp_p6_the_palace_is_always_there(game: PhoenixGame) -> None:
    game.has(0, coin=0, scroll=0, lantern=0)
    game.given(*(e.GuardSet(1, sector) for sector in Sector))
    game.when(0, PlaceKin(kin_id=KinId("red.fighter"), cloaked=False)).then(
        took(0, PlaceKin(kin_id=KinId("red.fighter"), target=SpotId("palace"), cloaked=False)),
        e.KinPlaced(0, KinId("red.fighter"), SpotId("palace")),
        opened(asks(0, Daytime()), Rotation(), asks(0, TurnEnd())),
    )


def test_pp_t5_placing_is_mandatory(game: PhoenixGame) -> None:
    for move in (EndTurn(), SkipDaytime(), PerformDaytime(), UseAbility()):
        game.when(0, move).then_refused("wrong_step", "PP-T4")


def test_pp_rc09_the_owner_pays_nothing_for_paid_spots_but_for_cloaking(game: PhoenixGame) -> None:
    game.keeps(0, "free_passage").has(0, scroll=0, coin=0)
    game.place(0, APPRENTICE, "gates.3", cloaked=True).then_refused("cannot_afford", "PP-P3")
    game.place(0, APPRENTICE, "gates.3").then_accepted()
    assert game.state.pool(0).scroll == 0


def test_pp_rc14_the_owner_cloaks_without_a_coin(game: PhoenixGame) -> None:
    game.keeps(0, "silk_cloaks").has(0, coin=0)
    game.place(0, APPRENTICE, "capital.3", cloaked=True).then_refused("cannot_afford", "PP-P3")
    game.place(0, APPRENTICE, "gates.1", cloaked=True).then_accepted()


def test_pp_t3_only_the_seat_in_turn_may_move(game: PhoenixGame) -> None:
    refused = game.place(1, "blue.fighter", "gates.1").then_refused("not_your_turn", "PP-T3")
    assert refused.details == {"seats": (0,)}
    assert game.legal(1) == []


def test_pp_q67_q52_wards_battlements_and_the_pinnacle_of_one_wall_take_own_kin() -> None:
    game = a_phoenix_game(2, palace_alt=True)
    game.stand("red.apprentice.1", "outer_ward.0").stand("red.apprentice.2", "battlement.0")
    game.stand("red.apprentice.3", "pinnacle")
    game.place(0, "red.apprentice.4", "pinnacle").then(
        took(0, PlaceKin(kin_id=KinId("red.apprentice.4"), target=SpotId("pinnacle"), cloaked=False)),
        e.KinBumped(0, KinId("red.apprentice.3")),
        e.KinPlaced(0, KinId("red.apprentice.4"), SpotId("pinnacle")),
        opened(asks(0, Daytime()), Rotation(), asks(0, TurnEnd())),
    )
