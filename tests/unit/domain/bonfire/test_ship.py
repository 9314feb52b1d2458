"""Moving the ship, its price, and the island's action straight after it (BF-T20 to BF-T27)."""

import pytest

from domain.bonfire import events as e
from domain.bonfire.actions.ship import sail
from domain.bonfire.catalogue import ISLANDS, Guardian, IslandId, OfferingId, Resource, TaskId, Tile
from domain.bonfire.commands import (
    EndTurn,
    MoveShip,
    Payments,
    Pile,
    ReceiveTask,
    RetrieveGuardian,
    SkipIslandAction,
)
from domain.bonfire.state import Island, IslandTasks
from domain.kernel.messages import Event
from tests.support.builders import resources, tiles
from tests.support.cities import gnomes
from tests.support.scenario import Scenario

SHIP, TASK, GUARDIAN, YELLOW = Tile.SHIP, Tile.TASK, Tile.GUARDIAN, Tile.YELLOW


def at(island: str, seat: int = 0) -> Event:
    return e.ShipMoved(seat, IslandId(island))


def to(island: str, *paid: Tile) -> MoveShip:
    return MoveShip(to=IslandId(island), payment=paid) if paid else MoveShip(to=IslandId(island))


def price(game: Scenario, island: str) -> int:
    """How many tiles the move takes; the seat holds nothing but ship tiles, so that nothing is asked."""
    paid = [event for event in game.when(0, to(island)).events if isinstance(event, e.TilesPaid)]
    return sum(len(event.tiles) for event in paid)


def test_bf_t20_t24_a_ship_tile_brings_the_ship_to_an_island(game: Scenario) -> None:
    game.given(tiles(0, ship=1))
    game.when(0, to("t08")).then(
        e.ActionTaken(0, to("t08", SHIP), main=True),
        e.TilesPaid(0, (SHIP,)),
        at("t08"),
    )


def test_bf_t20_t23_without_tiles_the_ship_stays(game: Scenario) -> None:
    game.given(tiles(0, path=1))
    game.when(0, MoveShip()).then_refused("cannot_pay", rule="BF-T23")
    assert game.legal(0, MoveShip) == []


@pytest.mark.parametrize("island", ["t01", "t10", "g_grey"])
def test_bf_t21_t23_leaving_the_landing_stage_costs_one_tile_to_anywhere(game: Scenario, island: str) -> None:
    game.given(tiles(0, ship=3))
    assert price(game, island) == 1


def test_bf_t21_only_the_first_move_has_the_special_price(game: Scenario) -> None:
    game.given(tiles(0, ship=4))
    game.when(0, to("t01", SHIP)).then_accepted()
    game.given(e.TurnBegun(0, 3))
    game.when(0, to("t10", SHIP, SHIP, SHIP)).then_accepted()


def test_bf_q37_a_first_move_by_the_council_uses_up_the_special_price(game: Scenario) -> None:
    game.given(at("t01"), tiles(0, ship=3))
    assert price(game, "t10") == 3


def test_bf_t22_q38_the_destination_must_be_another_island(game: Scenario) -> None:
    game.given(at("t05"), tiles(0, ship=3))
    game.when(0, to("t05")).then_refused("already_there", rule="BF-T22")


@pytest.mark.parametrize("held", [0, 3])
@pytest.mark.parametrize("place", ["landing_stage", "gb0", "atlantis"])
def test_bf_t22_a_destination_that_is_not_an_island_is_refused_first(
    game: Scenario, place: str, held: int
) -> None:
    game.given(tiles(0, ship=held))
    game.when(0, to(place)).then_refused("unknown_id")


def test_bf_t22_t23_the_destination_is_checked_before_the_price(game: Scenario) -> None:
    game.given(at("t05"))
    game.when(0, to("t05")).then_refused("already_there", rule="BF-T22")


@pytest.mark.parametrize("island,needed", [("t02", 1), ("t01", 2), ("t06", 3)])
def test_bf_t23_the_refusal_names_the_price_of_the_voyage(game: Scenario, island: str, needed: int) -> None:
    game.given(at("t05"))
    refusal = game.when(0, to(island)).then_refused("cannot_pay", rule="BF-T23")
    assert refusal.details == {"kind": "ship", "needed": needed, "held": 0, "yellow": 0, "others": 0}


@pytest.mark.parametrize(
    "island,needed",
    [("t02", 1), ("g_pink", 1), ("t01", 2), ("g_wood", 2), ("t06", 3), ("t07", 3), ("t10", 3)],
)
def test_bf_t23_y10_the_price_is_the_distance_up_to_three(game: Scenario, island: str, needed: int) -> None:
    game.given(at("t05"), tiles(0, ship=4))
    assert price(game, island) == needed


@pytest.mark.parametrize(
    "island,needed", [("t02", 1), ("t01", 1), ("g_wood", 1), ("t06", 2), ("t07", 2), ("t08", 2)]
)
def test_bf_g21_y10_q40_specialist_21_sails_one_route_further_than_paid(
    game: Scenario, island: str, needed: int
) -> None:
    game.given(e.GnomeRecruited(0, gnomes("21")[0]), at("t05"), tiles(0, ship=4))
    assert price(game, island) == needed


def test_bf_q40_g21_distances_four_and_five_cost_three_tiles(game: Scenario) -> None:
    game.given(e.GnomeRecruited(0, gnomes("21")[0]), at("t01"), tiles(0, ship=4))
    assert price(game, "t09") == 3
    game.given(e.TurnBegun(0, 3), at("t01"), tiles(0, ship=4))
    assert price(game, "t10") == 3


def test_bf_t23_p14_the_price_may_be_paid_with_other_tiles(game: Scenario) -> None:
    game.given(at("t05"), tiles(0, ship=1, yellow=1, path=2))
    move = to("t01", Tile.PATH, Tile.PATH, SHIP)
    game.when(0, move).then(e.ActionTaken(0, move, main=True), e.TilesPaid(0, move.payment or ()), at("t01"))


def test_bf_t24_ships_share_an_island_and_never_block(game: Scenario) -> None:
    game.given(at("t08", seat=1), tiles(0, ship=1))
    game.when(0, to("t08")).then_accepted()
    assert [city.ship for city in game.state.cities] == ["t08", "t08"]


def test_bf_t4_unpayable_destinations_are_not_legal(game: Scenario) -> None:
    game.given(at("t05"), tiles(0, ship=2))
    reachable = {move.to for move in game.legal(0, MoveShip) if isinstance(move, MoveShip)}
    assert reachable == {"t02", "t03", "g_pink", "g_grey", "t01", "t04", "g_wood", "g_blue"}


def test_bf_t4_the_payment_is_asked_unit_by_unit(game: Scenario) -> None:
    game.given(at("t05"), tiles(0, ship=2, yellow=2))
    game.when(0, to("t01")).then(e.MoveBegun(0, to("t01")))
    assert game.legal(0) == [MoveShip(payment=(SHIP,)), MoveShip(payment=(YELLOW,))]
    game.when(0, MoveShip(payment=(YELLOW,))).then(e.MoveBegun(0, to("t01", YELLOW)))
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when(0, MoveShip(payment=(SHIP,))).then(
        e.ActionTaken(0, to("t01", YELLOW, SHIP), main=True),
        e.TilesPaid(0, (YELLOW, SHIP)),
        at("t01"),
    )


def test_bf_t4_a_payment_sent_first_leaves_the_destinations_it_pays_for(game: Scenario) -> None:
    game.given(at("t05"), tiles(0, ship=2))
    game.when(0, MoveShip(payment=(SHIP, SHIP))).then_accepted()
    assert {move.to for move in game.legal(0) if isinstance(move, MoveShip)} == {
        "t01",
        "t04",
        "g_wood",
        "g_blue",
    }


def test_bf_t25_the_island_action_is_offered_when_it_can_be_paid(game: Scenario) -> None:
    game.given(tiles(0, ship=1, guardian=1))
    game.when(0, to("g_pink", SHIP)).then(
        e.ActionTaken(0, to("g_pink", SHIP), main=True),
        e.TilesPaid(0, (SHIP,)),
        at("g_pink"),
        e.OfferMade(0, Island()),
    )
    assert game.legal(0) == [RetrieveGuardian(payment=(GUARDIAN,)), SkipIslandAction()]


def test_bf_t25_the_island_action_is_not_offered_without_its_tiles(game: Scenario) -> None:
    game.given(tiles(0, ship=1, path=1))
    game.when(0, to("g_pink")).then_includes(at("g_pink"))
    assert game.state.offer is None


def test_bf_t25_p8_t5_tiles_spent_on_sailing_cannot_pay_the_island_action(game: Scenario) -> None:
    game.given(at("t05"), tiles(0, ship=1, yellow=1))
    move = to("g_pink", YELLOW)
    game.when(0, move).then(e.ActionTaken(0, move, main=True), e.TilesPaid(0, (YELLOW,)), at("g_pink"))


def test_bf_t25_q39_the_island_action_costs_tiles_and_resources(game: Scenario) -> None:
    game.given(tiles(0, ship=1, task=1))
    game.when(0, to("t03")).then_includes(at("t03"))
    assert game.state.offer is None


def test_bf_t25_skipping_the_island_action_ends_the_offer_and_the_main_option(game: Scenario) -> None:
    game.given(tiles(0, ship=1, guardian=1))
    game.when(0, to("g_pink", SHIP))
    game.when(0, SkipIslandAction()).then(e.ActionTaken(0, SkipIslandAction(), main=False))
    assert game.state.turn.main_done
    assert game.state.offer is None


def test_bf_t25_skipping_is_refused_when_no_island_action_is_offered(game: Scenario) -> None:
    game.when(0, SkipIslandAction()).then_refused("wrong_step", rule="BF-T3")


def test_bf_t26_only_one_island_action_is_offered(game: Scenario) -> None:
    game.given(tiles(0, ship=1, guardian=4))
    game.when(0, to("g_pink", SHIP))
    game.when(0, RetrieveGuardian(payment=(GUARDIAN,))).then_accepted()
    assert game.state.offer is None
    assert game.legal(0, RetrieveGuardian) == []


def test_bf_t26_the_island_action_is_never_a_procession(game: Scenario) -> None:
    game.given(tiles(0, ship=1, guardian=4))
    game.when(0, to("g_pink", SHIP))
    assert {type(move) for move in game.legal(0)} == {RetrieveGuardian, SkipIslandAction}


def test_bf_t27_the_island_action_is_also_a_main_option_of_its_own(game: Scenario) -> None:
    game.given(at("g_pink"), tiles(0, guardian=1))
    move = RetrieveGuardian(payment=(GUARDIAN,))
    game.when(0, move).then_includes(e.ActionTaken(0, move, main=True))


def test_bf_x6_t23_t25_sailing_and_receiving_a_task_fit_in_one_turn(game: Scenario) -> None:
    left, right = (OfferingId("offering-shell-1"),), (OfferingId("offering-fruit-1"),)
    game.given(
        e.OfferingsShuffled(0, left[0], right[0], (1, 1), left, right),
        e.TasksDealt((IslandTasks(IslandId("t03"), (TaskId("yellow-01"), TaskId("blue-05"))),)),
        at("t02"),
        tiles(0, ship=1, task=1),
        resources(0, herb=1, shell=1),
    )
    game.when(0, to("t03")).then_includes(at("t03"), e.OfferMade(0, Island()))
    form = ReceiveTask(task=TaskId("blue-05"), pile=Pile.LEFT, position=2)
    paid = Payments(tiles=(TASK,), resources=(Resource.HERB, Resource.SHELL))
    full = ReceiveTask(task=TaskId("blue-05"), pile=Pile.LEFT, position=2, payments=paid)
    game.when(0, form).then_includes(
        e.ActionTaken(0, full, main=False),
        e.TilesPaid(0, (TASK,)),
        e.ResourcesPaid(0, (Resource.HERB, Resource.SHELL)),
        e.TaskReceived(0, TaskId("blue-05"), IslandId("t03"), 2),
    )
    city = game.state.cities[0]
    assert city.tiles.ship == city.tiles.task == city.resources.herb == city.resources.shell == 0
    assert city.offerings_on(IslandId("t03")) == 1


def test_bf_x7_t23_t25_sailing_two_routes_and_retrieving_a_guardian_fit_in_one_turn(game: Scenario) -> None:
    game.given(at("g_pink"), tiles(0, ship=2, guardian=1))
    game.when(0, to("g_grey", SHIP, SHIP)).then_includes(at("g_grey"), e.OfferMade(0, Island()))
    move = RetrieveGuardian(payment=(GUARDIAN,))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.TilesPaid(0, (GUARDIAN,)),
        e.GuardianArrived(0, Guardian.GREY),
    )


def test_bf_c7_t25_a_free_voyage_also_offers_the_island_action(game: Scenario) -> None:
    game.given(tiles(0, guardian=1))
    assert list(sail(game.state, 0, IslandId("g_pink"))) == [at("g_pink"), e.OfferMade(0, Island())]
    assert list(sail(game.state, 0, IslandId("t01"))) == [at("t01")]


def test_bf_t22_t23_every_other_island_can_be_reached_with_three_tiles(game: Scenario) -> None:
    game.given(at("t01"), tiles(0, ship=3))
    reachable = {move.to for move in game.legal(0, MoveShip) if isinstance(move, MoveShip)}
    assert reachable == {island.id for island in ISLANDS} - {"t01"}
