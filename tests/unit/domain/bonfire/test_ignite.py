import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import CouncilSpace, GnomeId, IslandId, OfferingId, Resource, TaskId, Tile
from domain.bonfire.commands import (
    EndTurn,
    IgniteBonfire,
    Payments,
    Pile,
    PlaceNeutralNovice,
    ReceiveTask,
    ResolveBonus,
    Take,
)
from domain.bonfire.state import Bonus, Island, TaskSpace
from tests.support.builders import resources, tiles
from tests.support.given import fulfilled, lit, notches, received, recruited, specialists, standing
from tests.support.scenario import Scenario

BONUS, POINT = Take.BONUS, Take.POINT


def portals_3(game: Scenario) -> Scenario:
    """Seat 0 has `red-02` at position 4 and the three portals it asks for."""
    return game.given(*received(0, "4:red-02"), *notches(game, 0, 7, 6, 5))


def ignite(space: CouncilSpace, take: Take, position: int = 4) -> IgniteBonfire:
    return IgniteBonfire(position=position, council_space=space, take=take)


def test_bf_x17_t61_t62_t63_t64_c5_a_task_is_lit_and_its_novice_gives_a_specialist(game: Scenario) -> None:
    portals_3(game).given(specialists("1 2 3 4 21 27", "18"), *recruited(0, "12 13"))
    move = ignite(CouncilSpace.SPECIALIST, BONUS)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.BonfireLit(0, TaskId("red-02"), 4),
        e.NovicePlaced(0, CouncilSpace.SPECIALIST, None),
        e.OfferMade(0, Bonus(CouncilSpace.SPECIALIST)),
    )
    chosen = ResolveBonus(gnome=GnomeId("specialist-03"))
    game.when(0, chosen).then(
        e.ActionTaken(0, chosen, main=False),
        e.GnomeRecruited(0, GnomeId("specialist-03")),
        e.GnomeSlotRefilled(3, GnomeId("specialist-18"), reveals=True),
    )
    city = game.state.cities[0]
    assert city.spaces[3] == TaskSpace(TaskId("red-02"), lit=True)
    assert len(city.gnomes) == 3
    assert game.state.turn.main_done


def test_bf_t64_a_point_may_be_taken_instead_of_the_special_bonus(game: Scenario) -> None:
    portals_3(game)
    move = ignite(CouncilSpace.GUARDIAN, POINT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.BonfireLit(0, TaskId("red-02"), 4),
        e.NovicePlaced(0, CouncilSpace.GUARDIAN, None),
        e.PointsGained(0, 1, rule="BF-C3"),
    )


def test_bf_c1_t64_the_gold_space_gives_two_gold_and_a_yellow_tile_at_once(game: Scenario) -> None:
    portals_3(game)
    move = ignite(CouncilSpace.GOLD, BONUS)
    game.when(0, IgniteBonfire(position=4, council_space=CouncilSpace.GOLD)).then(
        e.ActionTaken(0, move, main=True),
        e.BonfireLit(0, TaskId("red-02"), 4),
        e.NovicePlaced(0, CouncilSpace.GOLD, None),
        e.ResourcesGained(0, (Resource.GOLD, Resource.GOLD), rule="BF-C1"),
        e.TilesGained(0, (Tile.YELLOW,), rule="BF-C1"),
    )


def test_bf_c1_the_gold_space_offers_no_point(game: Scenario) -> None:
    portals_3(game)
    game.when(0, ignite(CouncilSpace.GOLD, POINT)).then_refused("no_point_here", rule="BF-C1")


def test_bf_t61_a_task_that_is_not_fulfilled_cannot_be_lit(game: Scenario) -> None:
    game.when(0, IgniteBonfire()).then_refused("no_task_fulfilled", rule="BF-T61")
    game.given(*received(0, "4:red-02"), *lit(0, "2:blue-05"))
    game.when(0, IgniteBonfire()).then_refused("no_task_fulfilled", rule="BF-T61")
    refused = game.when(0, IgniteBonfire(position=4)).then_refused("task_not_fulfilled", rule="BF-T61")
    assert refused.details == {"task": "red-02"}
    for position in (1, 2, 8):
        game.when(0, IgniteBonfire(position=position)).then_refused("no_task_there", rule="BF-T61")
    assert game.legal(0, IgniteBonfire) == []


def test_bf_t61_fields_are_asked_in_the_order_task_space_reward(game: Scenario) -> None:
    portals_3(game).given(*received(0, "2:blue-01 5:red-10"), resources(0, blossom=3))
    assert game.legal(0, IgniteBonfire) == [IgniteBonfire(position=4), IgniteBonfire(position=5)]
    game.when(0, IgniteBonfire(position=5)).then_accepted()
    assert game.legal(0) == [IgniteBonfire(council_space=space) for space in CouncilSpace]
    game.when(0, IgniteBonfire(council_space=CouncilSpace.SHIP)).then_accepted()
    assert game.legal(0) == [IgniteBonfire(take=BONUS), IgniteBonfire(take=POINT)]


def test_bf_t62_t65_lighting_is_free_and_a_bonfire_stays_lit(game: Scenario) -> None:
    game.given(*received(0, "1:red-10"), resources(0, blossom=3))
    game.when(0, ignite(CouncilSpace.SHIP, POINT, position=1)).then_accepted()
    assert game.state.cities[0].resources.blossom == 3
    assert game.state.cities[0].points == 1
    game.given(e.ResourcesPaid(0, (Resource.BLOSSOM,) * 3))
    assert game.state.cities[0].is_lit(1)


def test_bf_t65_only_one_bonfire_can_be_lit_in_a_turn(game: Scenario) -> None:
    portals_3(game).given(*received(0, "5:red-10"), resources(0, blossom=3))
    game.when(0, ignite(CouncilSpace.SHIP, POINT)).then_accepted()
    assert game.legal(0, IgniteBonfire) == []
    game.when(0, ignite(CouncilSpace.FATE, POINT, position=5)).then_refused("wrong_step", rule="BF-T3")


def test_bf_y25_t63_q69_a_second_own_novice_is_refused_but_a_neutral_one_accepted(game: Scenario) -> None:
    portals_3(game).given(e.NovicePlaced(0, CouncilSpace.GOLD, None), *fulfilled(0, "common_gnomes_6"))
    game.when(0, ignite(CouncilSpace.GOLD, BONUS)).then_refused("council_space_taken", rule="BF-T63")
    game.when(0, PlaceNeutralNovice(council_space=CouncilSpace.GOLD)).then_accepted()
    assert len(game.state.board.council[0].novices) == 2


def test_bf_t63_q69_novices_of_other_seats_do_not_block_a_space(game: Scenario) -> None:
    portals_3(game).given(e.NovicePlaced(1, CouncilSpace.SHIP, None))
    game.when(0, ignite(CouncilSpace.SHIP, POINT)).then_accepted()


def test_bf_g24_t63_q67_specialist_24_allows_several_own_novices_on_a_space(game: Scenario) -> None:
    portals_3(game).given(
        *(e.NovicePlaced(0, CouncilSpace.SHIP, None) for _ in range(6)), *recruited(0, "24")
    )
    move = ignite(CouncilSpace.SHIP, POINT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.BonfireLit(0, TaskId("red-02"), 4),
        e.NovicePlaced(0, CouncilSpace.SHIP, None),
        e.CountdownTriggered(0, 5),
        e.PointsGained(0, 1, rule="BF-C7"),
    )


def test_bf_t63_g7_the_gold_for_the_novice_comes_before_its_bonus(game: Scenario) -> None:
    portals_3(game).given(*recruited(0, "7"))
    told = game.when(0, ignite(CouncilSpace.GUARDIAN, BONUS)).events
    assert told[2:] == [
        e.NovicePlaced(0, CouncilSpace.GUARDIAN, None),
        e.ResourcesGained(0, (Resource.GOLD,), rule="BF-G7"),
        e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN)),
    ]


def test_bf_y45_t63_g7_the_gold_for_the_novice_can_pay_the_island_action(game: Scenario) -> None:
    left = tuple(OfferingId(f"offering-shell-{n}") for n in (1, 2))
    game.given(e.OfferingsShuffled(0, left[0], left[1], (1, 1), left[:1], left[1:]))
    portals_3(game).given(*recruited(0, "7"), tiles(0, task=1), resources(0, shell=1))
    game.when(0, ignite(CouncilSpace.SHIP, BONUS)).then_accepted()
    to = ResolveBonus(to="t03")
    game.when(0, to).then(
        e.ActionTaken(0, to, main=False), e.ShipMoved(0, IslandId("t03")), e.OfferMade(0, Island())
    )
    task = game.state.board.tasks_on("t03")[0]
    paid = Payments((Tile.TASK,), (Resource.SHELL, Resource.GOLD))
    game.when(0, ReceiveTask(task=task, pile=Pile.LEFT, position=1, payments=paid)).then_includes(
        e.ResourcesPaid(0, (Resource.SHELL, Resource.GOLD))
    )


def test_bf_t66_q9_an_unusable_bonus_leaves_only_the_point(game: Scenario) -> None:
    portals_3(game).given(*standing(0, **dict.fromkeys(("pink", "grey", "wood", "blue"), "start_area")))
    game.when(0, ignite(CouncilSpace.GUARDIAN, BONUS)).then_refused("bonus_not_available", rule="BF-T66")
    told = game.when(0, IgniteBonfire(position=4, council_space=CouncilSpace.GUARDIAN)).events
    assert told[-1] == e.PointsGained(0, 1, rule="BF-C3")


def test_bf_c9_c6_the_guardian_bonus_is_checked_with_the_new_bonfire_lit(game: Scenario) -> None:
    game.given(*received(0, "1:red-10 2:red-11"), resources(0, blossom=3, fruit=3))
    game.given(*notches(game, 0, 1), *standing(0, own="path:1"))
    refused = game.when(0, ignite(CouncilSpace.GUARDIAN_MOVE, BONUS, position=2))
    refused.then_refused("bonus_not_available", rule="BF-T66")
    game.when(0, ignite(CouncilSpace.GUARDIAN_MOVE, BONUS, position=1)).then_accepted()
    assert game.state.cities[0].guardians[0].at == "bonfire:1", "the only move there is"


@pytest.mark.parametrize("task, legal", [("yellow-11", True), ("yellow-09", False)], ids=str)
def test_bf_y23_q44_a_task_counts_as_a_task_of_its_colour_not_as_a_bonfire(
    game: Scenario, task: str, legal: bool
) -> None:
    game.given(*received(0, f"1:{task}"), *lit(0, "2:yellow-01 3:yellow-02 4:yellow-03 5:blue-01"))
    assert bool(game.legal(0, IgniteBonfire)) is legal


def test_bf_t3_q6_a_pending_bonus_comes_before_anything_else(game: Scenario) -> None:
    portals_3(game).given(*fulfilled(0, "common_gnomes_6"), tiles(0, ship=1))
    game.when(0, ignite(CouncilSpace.GUARDIAN, BONUS)).then_accepted()
    for other in (PlaceNeutralNovice(), EndTurn()):
        game.when(0, other).then_refused("wrong_step", rule="BF-T3")
    assert {type(move) for move in game.legal(0)} == {ResolveBonus}


def test_bf_t4_choosing_the_reward_first_removes_spaces_without_it(game: Scenario) -> None:
    portals_3(game).given(*standing(0, own="path:1"))
    game.when(0, IgniteBonfire(take=BONUS)).then_accepted()
    offered = [move.council_space for move in game.legal(0) if isinstance(move, IgniteBonfire)]
    assert offered == [space for space in CouncilSpace if space is not CouncilSpace.GUARDIAN_MOVE]
