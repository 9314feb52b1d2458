import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import BonfireSpaceId, CommonTask, PortalShape, Resource, Tile
from domain.bonfire.commands import EndTurn, Reward, UseGreatBonfire
from tests.support.builders import tiles
from tests.support.given import notches, on_board, portals_on, recruited
from tests.support.scenario import Scenario

GREAT, YELLOW = Tile.GREAT_BONFIRE, Tile.YELLOW
TILE, RESOURCE, PORTAL = Reward.TILE, Reward.RESOURCE, Reward.PORTAL


def gb(number: int) -> BonfireSpaceId:
    return BonfireSpaceId(f"gb{number}")


def use(number: int, *rewards: Reward, pay: int = 1) -> UseGreatBonfire:
    return UseGreatBonfire(to=gb(number), payment=(GREAT,) * pay, rewards=rewards)


def used(game: Scenario, pointer: int) -> Scenario:
    """The Great Bonfire has been used before and points there; no portal lies anywhere."""
    return game.given(e.GreatBonfireTurned(1, gb(pointer)), portals_on())


def test_bf_x13_t52_t53_t54_t55_turning_it_gives_a_portal_and_a_resource(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"))
    used(game, 0).given(portals_on(gb1="star circle"), tiles(0, great_bonfire=1))
    move = use(1, PORTAL, RESOURCE)
    full = UseGreatBonfire(to=gb(1), payment=(GREAT,), rewards=(PORTAL, RESOURCE), portal=PortalShape.CIRCLE)
    game.when(0, move).then(
        e.ActionTaken(0, full, main=True),
        e.TilesPaid(0, (GREAT,)),
        e.GreatBonfireTurned(0, gb(1)),
        e.ResourcesGained(0, (Resource.ROOT,), rule="BF-T54"),
        e.PortalPlaced(0, PortalShape.CIRCLE, gb(1), 7),
    )
    assert game.state.board.portals[1] == (PortalShape.STAR,)
    assert game.state.board.pointer == 1


def test_bf_x14_q34_t55_the_other_two_rewards_remain_without_a_fitting_portal(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"))
    used(game, 0).given(portals_on(gb1="star square"), tiles(0, great_bonfire=1))
    game.when(0, use(1, PORTAL, RESOURCE)).then_refused("no_fitting_portal", rule="BF-T55")
    move = use(1, TILE, RESOURCE)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (GREAT,)),
        e.GreatBonfireTurned(0, gb(1)),
        e.TilesGained(0, (GREAT,), rule="BF-T54"),
        e.ResourcesGained(0, (Resource.ROOT,), rule="BF-T54"),
    )


def test_bf_t55_a_portal_that_does_not_fit_the_next_notch_is_refused(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), *notches(game, 0, 7), portals_on(gb1="star triangle circle"))
    game.given(tiles(0, great_bonfire=1))
    wrong = UseGreatBonfire(to=gb(1), payment=(GREAT,), rewards=(TILE, PORTAL), portal=PortalShape.STAR)
    game.when(0, wrong).then_refused("portal_does_not_fit", rule="BF-T55")
    game.when(0, use(1, TILE, PORTAL)).then_includes(e.PortalPlaced(0, PortalShape.TRIANGLE, gb(1), 6))


def test_bf_t50_t52_the_action_requires_only_its_price(game: Scenario) -> None:
    refused = game.when(0, UseGreatBonfire()).then_refused("cannot_pay", rule="BF-T52")
    assert refused.details["needed"] == 1
    assert game.legal(0, UseGreatBonfire) == []
    game.given(tiles(0, yellow=1))
    assert len(game.legal(0, UseGreatBonfire)) == 7


def test_bf_x15_t21_t52_the_first_use_costs_one_tile_later_uses_by_distance(
    game: Scenario,
) -> None:
    game.given(portals_on(), tiles(0, great_bonfire=3))
    game.when(0, use(5, TILE, RESOURCE)).then_includes(e.TilesPaid(0, (GREAT,)))
    assert game.state.board.great_bonfire_used
    game.given(e.TurnBegun(0, 2), e.GreatBonfireTurned(1, gb(0)))
    refused = game.when(0, UseGreatBonfire(to=gb(5))).then_refused("cannot_pay", rule="BF-T52")
    assert refused.details["needed"] == 3


@pytest.mark.parametrize("target, price", [(1, 1), (2, 2), (3, 3), (4, 3), (5, 3), (6, 3), (0, 3)])
def test_bf_t51_t52_spaces_are_counted_clockwise(game: Scenario, target: int, price: int) -> None:
    used(game, 0).given(tiles(0, great_bonfire=price))
    game.when(0, UseGreatBonfire(to=gb(target), payment=(GREAT,) * price)).then_accepted()
    assert game.state.cities[0].tiles.great_bonfire == (target == 1)


def test_bf_t51_counting_spaces_wraps_around(game: Scenario) -> None:
    used(game, 6).given(tiles(0, great_bonfire=2))
    targets = [move.to for move in game.legal(0, UseGreatBonfire) if isinstance(move, UseGreatBonfire)]
    assert targets == [gb(0), gb(1)]


@pytest.mark.parametrize("target, price", [(1, 1), (2, 1), (3, 2), (4, 3), (0, 3)])
def test_bf_g22_t52_specialist_22_turns_it_one_space_further_than_paid(
    game: Scenario, target: int, price: int
) -> None:
    used(game, 0).given(tiles(0, great_bonfire=3), *recruited(0, "22"))
    move = use(target, TILE, RESOURCE, pay=price)
    game.when(0, move).then_includes(e.TilesPaid(0, (GREAT,) * price))


def test_bf_y11_t52_three_spaces_cost_three_tiles_or_two_with_the_specialist(game: Scenario) -> None:
    used(game, 0).given(tiles(0, great_bonfire=2))
    refused = game.when(0, UseGreatBonfire(to=gb(3))).then_refused("cannot_pay", rule="BF-T52")
    assert refused.details["needed"] == 3
    game.given(*recruited(0, "22"))
    game.when(0, use(3, TILE, RESOURCE, pay=2)).then_accepted()


def test_bf_y12_q35_a_full_turn_to_the_current_space_costs_three_and_gives_rewards(game: Scenario) -> None:
    used(game, 4).given(tiles(0, great_bonfire=3))
    move = use(4, TILE, RESOURCE, pay=3)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (GREAT,) * 3),
        e.GreatBonfireTurned(0, gb(4)),
        e.TilesGained(0, (Tile.TASK,), rule="BF-T54"),
        e.ResourcesGained(0, (Resource.SHELL,), rule="BF-T54"),
    )


def test_bf_q35_the_first_use_may_choose_the_current_space_for_one_tile(game: Scenario) -> None:
    game.given(portals_on(), tiles(0, great_bonfire=1))
    game.when(0, use(0, TILE, RESOURCE)).then_includes(
        e.TilesPaid(0, (GREAT,)),
        e.GreatBonfireTurned(0, gb(0)),
        e.TilesGained(0, (Tile.SHIP,), rule="BF-T54"),
    )


def test_bf_q32_t54_one_space_shows_two_points_instead_of_a_resource(game: Scenario) -> None:
    used(game, 1).given(tiles(0, great_bonfire=1))
    game.when(0, use(2, TILE, RESOURCE)).then_includes(
        e.TilesGained(0, (YELLOW,), rule="BF-T54"), e.PointsGained(0, 2, rule="BF-T54")
    )
    assert game.state.cities[0].points == 2


@pytest.mark.parametrize("rewards", [(), (TILE,), (TILE, TILE), (RESOURCE, TILE, RESOURCE)], ids=str)
def test_bf_q33_t54_exactly_two_different_rewards_are_taken(
    game: Scenario, rewards: tuple[Reward, ...]
) -> None:
    game.given(tiles(0, great_bonfire=1))
    refused = game.when(0, use(1, *rewards)).then_refused("wrong_rewards", rule="BF-T54")
    assert refused.details == {"least": 2, "most": 2, "chosen": len(rewards)}


def test_bf_t54_g23_taking_all_three_rewards_requires_specialist_23(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb1="circle"), tiles(0, great_bonfire=1))
    game.when(0, use(1, TILE, RESOURCE, PORTAL)).then_refused("wrong_rewards", rule="BF-T54")
    game.given(*recruited(0, "23"))
    game.when(0, use(1, PORTAL, TILE, RESOURCE)).then_includes(
        e.TilesGained(0, (GREAT,), rule="BF-T54"),
        e.ResourcesGained(0, (Resource.ROOT,), rule="BF-T54"),
        e.PortalPlaced(0, PortalShape.CIRCLE, gb(1), 7),
    )


def test_bf_q33_g23_specialist_23_may_still_take_only_two_rewards(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb1="circle"), tiles(0, great_bonfire=1))
    game.given(*recruited(0, "23"))
    game.when(0, UseGreatBonfire(to=gb(1), payment=(GREAT,))).then_accepted()
    pairs = [(TILE, RESOURCE), (TILE, PORTAL), (RESOURCE, PORTAL)]
    assert game.legal(0) == [UseGreatBonfire(rewards=chosen) for chosen in (*pairs, (TILE, RESOURCE, PORTAL))]


def test_bf_t54_the_only_possible_pair_of_rewards_is_taken_automatically(game: Scenario) -> None:
    game.given(portals_on(), tiles(0, great_bonfire=1))
    full = use(1, TILE, RESOURCE)
    assert game.when(0, UseGreatBonfire(to=gb(1))).events[0] == e.ActionTaken(0, full, main=True)


def test_bf_t54_a_portal_named_without_being_chosen_is_refused(game: Scenario) -> None:
    game.given(tiles(0, great_bonfire=1))
    move = UseGreatBonfire(to=gb(1), payment=(GREAT,), rewards=(TILE, RESOURCE), portal=PortalShape.CIRCLE)
    game.when(0, move).then_refused("unexpected_field", rule="BF-T54")


def test_bf_y31_g25_q49_specialist_25_places_portals_in_any_order(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb1="star star"), tiles(0, great_bonfire=2))
    game.given(*recruited(0, "25"))
    game.when(0, use(1, TILE, PORTAL)).then_includes(e.PortalPlaced(0, PortalShape.STAR, gb(1), 3))
    game.given(e.TurnBegun(0, 2), portals_on(gb2="star circle hexagon"))
    game.when(0, use(2, TILE, PORTAL)).then_accepted()
    shapes = [PortalShape.CIRCLE, PortalShape.HEXAGON]
    assert game.legal(0) == [UseGreatBonfire(portal=shape) for shape in shapes]
    game.when(0, UseGreatBonfire(portal=PortalShape.STAR)).then_refused("portal_does_not_fit", rule="BF-T55")


def test_bf_q50_a_portal_needs_no_path_beside_it(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb1="circle"), tiles(0, great_bonfire=1))
    assert game.state.cities[0].paths == ()
    game.when(0, use(1, TILE, PORTAL)).then_includes(e.PortalPlaced(0, PortalShape.CIRCLE, gb(1), 7))


def test_bf_t56_portals_are_not_refilled(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb1="circle"), tiles(0, great_bonfire=1))
    game.when(0, use(1, TILE, PORTAL)).then_accepted()
    assert game.state.board.portals == ((),) * 7


def test_bf_k2_t55_the_seventh_portal_fulfils_the_common_task(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), *notches(game, 0, 7, 6, 5, 4, 3, 2), portals_on(gb1="hexagon"))
    game.given(tiles(0, great_bonfire=1))
    told = game.when(0, use(1, TILE, PORTAL)).events
    assert told[-2:] == [
        e.PortalPlaced(0, PortalShape.HEXAGON, gb(1), 1),
        e.CommonTaskFulfilled(0, CommonTask.PORTALS),
    ]
    game.given(e.TurnBegun(0, 2), portals_on(gb1="hexagon"), tiles(0, great_bonfire=3))
    game.when(0, use(1, TILE, PORTAL, pay=3)).then_refused("no_fitting_portal", rule="BF-T55")


def test_bf_y3_p7_a_double_yellow_tile_may_waste_a_unit(game: Scenario) -> None:
    used(game, 0).given(*recruited(0, "5"), tiles(0, yellow=2, great_bonfire=1))
    move = UseGreatBonfire(to=gb(3), payment=(YELLOW, YELLOW), rewards=(TILE, RESOURCE))
    game.when(0, move).then_includes(e.TilesPaid(0, (YELLOW, YELLOW)))


def test_bf_t54_t5_its_rewards_cannot_pay_for_it(game: Scenario) -> None:
    used(game, 0).given(tiles(0, ship=1))
    game.when(0, use(1, TILE, RESOURCE)).then_refused("cannot_pay", rule="BF-T52")


@pytest.mark.parametrize("held", [0, 1])
def test_bf_t51_an_island_is_refused_as_a_space_of_the_great_bonfire(game: Scenario, held: int) -> None:
    game.given(tiles(0, great_bonfire=held))
    game.when(0, UseGreatBonfire(to=BonfireSpaceId("t01"))).then_refused("unknown_id")


@pytest.mark.parametrize(
    "rewards,code,rule",
    [
        ((TILE,), "wrong_rewards", "BF-T54"),
        ((TILE, TILE), "wrong_rewards", "BF-T54"),
        ((TILE, PORTAL), "no_fitting_portal", "BF-T55"),
    ],
)
def test_bf_t54_t55_impossible_rewards_are_refused_with_their_own_rule(
    game: Scenario, rewards: tuple[Reward, ...], code: str, rule: str
) -> None:
    game.given(portals_on(), tiles(0, great_bonfire=1))
    game.when(0, UseGreatBonfire(rewards=rewards)).then_refused(code, rule=rule)


def test_bf_t2_t52_using_it_is_the_main_option_of_the_turn(game: Scenario) -> None:
    game.given(portals_on(), tiles(0, great_bonfire=2))
    game.when(0, use(1, TILE, RESOURCE)).then_accepted()
    assert game.legal(0, UseGreatBonfire) == []
    game.when(0, EndTurn()).then_accepted()


def test_bf_t4_t55_choosing_a_portal_first_removes_spaces_without_it(game: Scenario) -> None:
    game.given(
        *on_board(game, 0, "A"), portals_on(gb1="circle", gb4="circle star"), tiles(0, great_bonfire=1)
    )
    game.when(0, UseGreatBonfire(portal=PortalShape.CIRCLE)).then_accepted()
    assert game.legal(0) == [UseGreatBonfire(to=gb(1)), UseGreatBonfire(to=gb(4))]
    game.when(0, UseGreatBonfire(to=gb(4))).then_accepted()
    assert game.legal(0) == [
        UseGreatBonfire(rewards=(TILE, PORTAL)),
        UseGreatBonfire(rewards=(RESOURCE, PORTAL)),
    ]
