"""Retrieving guardians (BF-T34 to BF-T36)."""

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import Guardian, IslandId, Tile
from domain.bonfire.commands import RetrieveGuardian
from domain.bonfire.state import Arrival
from domain.kernel.messages import Event
from tests.support.builders import a_bonfire_game, tiles
from tests.support.cities import gnomes
from tests.support.scenario import Scenario

RETRIEVE = RetrieveGuardian(payment=(Tile.GUARDIAN,))


def at(island: str, seat: int = 0) -> Event:
    return e.ShipMoved(seat, IslandId(island))


@pytest.mark.parametrize("place", ["t03", "t10"])
def test_bf_t34_a_task_island_has_no_guardian(game: Scenario, place: str) -> None:
    game.given(at(place), tiles(0, guardian=1))
    game.when(0, RETRIEVE).then_refused("not_at_guardian_island", rule="BF-T34")


def test_bf_t34_there_is_no_guardian_at_the_landing_stage(game: Scenario) -> None:
    game.given(tiles(0, guardian=1))
    game.when(0, RETRIEVE).then_refused("not_at_guardian_island", rule="BF-T34")


def test_bf_t34_a_colour_already_in_the_city_is_refused(game: Scenario) -> None:
    game.given(at("g_wood"), e.GuardianArrived(0, Guardian.WOOD), tiles(0, guardian=1))
    game.when(0, RETRIEVE).then_refused("guardian_already_here", rule="BF-T34")


def test_bf_t34_an_empty_island_has_no_guardian_to_retrieve() -> None:
    game = a_bonfire_game(4)
    # Four for four seats: only more arrivals than seats can empty it.
    game.given(at("g_blue"), *(e.GuardianArrived(seat, Guardian.BLUE) for seat in (1, 2, 3, 3)))
    game.given(tiles(0, guardian=1))
    game.when(0, RETRIEVE).then_refused("no_guardian_left", rule="BF-T34")


def test_bf_t35_a_guardian_costs_one_tile(game: Scenario) -> None:
    game.given(at("g_grey"), tiles(0, path=1))
    game.when(0, RetrieveGuardian()).then_refused("cannot_pay", rule="BF-T35")
    assert game.legal(0, RetrieveGuardian) == []


def test_bf_t35_two_tiles_are_refused_as_payment(game: Scenario) -> None:
    game.given(at("g_grey"), tiles(0, guardian=2))
    twice = RetrieveGuardian(payment=(Tile.GUARDIAN, Tile.GUARDIAN))
    game.when(0, twice).then_refused("invalid_payment", rule="BF-P9")


@pytest.mark.parametrize("paid", [(Tile.YELLOW,), (Tile.SHIP, Tile.PATH)])
def test_bf_t35_p1_a_yellow_tile_or_two_others_also_pay(game: Scenario, paid: tuple[Tile, ...]) -> None:
    game.given(at("g_grey"), tiles(0, yellow=1, path=1, ship=1))
    move = RetrieveGuardian(payment=paid)
    assert move in game.legal(0)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, paid),
        e.GuardianArrived(0, Guardian.GREY),
    )


def test_bf_x10_t35_t36_the_guardian_goes_to_the_start_area(game: Scenario) -> None:
    game.given(at("g_grey"), tiles(0, guardian=1))
    game.when(0, RETRIEVE).then(
        e.ActionTaken(0, RETRIEVE, main=True),
        e.TilesPaid(0, (Tile.GUARDIAN,)),
        e.GuardianArrived(0, Guardian.GREY),
    )
    assert game.state.cities[0].place_of(Guardian.GREY) == "start_area"
    assert game.state.board.guardians_left(Guardian.GREY) == 3


def test_bf_t36_q30_the_start_area_has_room_for_all_five(game: Scenario) -> None:
    game.given(*(e.GuardianArrived(0, guardian) for guardian in list(Guardian)[1:4]))
    game.given(at("g_blue"), tiles(0, guardian=1))
    game.when(0, RETRIEVE).then_includes(e.GuardianArrived(0, Guardian.BLUE))
    assert game.state.cities[0].occupied == {"start_area"}
    assert len(game.state.cities[0].guardians) == 5


def test_bf_t36_g17_an_arrival_may_offer_a_free_procession(game: Scenario) -> None:
    game.given(e.GnomeRecruited(0, gnomes("17")[0]), at("g_grey"), tiles(0, guardian=1))
    game.when(0, RETRIEVE).then(
        e.ActionTaken(0, RETRIEVE, main=True),
        e.TilesPaid(0, (Tile.GUARDIAN,)),
        e.GuardianArrived(0, Guardian.GREY),
        e.OfferMade(0, Arrival()),
    )
