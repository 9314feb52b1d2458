"""Receiving tasks (BF-T28 to BF-T33)."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.catalogue import CommonTask, IslandId, OfferingId, Resource, TaskId, Tile
from domain.bonfire.commands import Payments, Pile, ReceiveTask
from domain.bonfire.state import IslandTasks, TaskSpace
from domain.bonfire.tasks import TASK as TASK_CARD
from domain.bonfire.tasks import TASKS
from domain.kernel.messages import Event
from tests.support.builders import a_bonfire_game, resources, tiles
from tests.support.cities import gnomes
from tests.support.scenario import Scenario

HERE = IslandId("t03")
YELLOW_1, BLUE_5 = TaskId("yellow-01"), TaskId("blue-05")
HERB, SHELL, FRUIT, GOLD, ROOT = Resource.HERB, Resource.SHELL, Resource.FRUIT, Resource.GOLD, Resource.ROOT
TASK = Tile.TASK


def offering(name: str) -> OfferingId:
    return OfferingId(f"offering-{name}")


def piles(left: str, right: str, seat: int = 0) -> Event:
    """The offering piles, top tile first."""
    first, second = (tuple(map(offering, listed.split())) for listed in (left, right))
    return e.OfferingsShuffled(seat, first[0], second[0], (len(first), len(second)), first, second)


def delivered(name: str, island: str = HERE, seat: int = 0, pile: Pile = Pile.RIGHT) -> Event:
    return e.OfferingPlaced(seat, offering(name), IslandId(island), pile)


def owned(*tasks: str, start: int = 1) -> list[Event]:
    """Tasks at the positions from `start` on."""
    return [
        e.TaskReceived(0, TaskId(task), IslandId("t01"), position)
        for position, task in enumerate(tasks, start=start)
    ]


def receive(
    task: TaskId = BLUE_5,
    pile: Pile = Pile.LEFT,
    position: int = 2,
    paid: tuple[Tile, ...] = (TASK,),
    resources: tuple[Resource, ...] = (HERB, SHELL),
) -> ReceiveTask:
    return ReceiveTask(task=task, pile=pile, position=position, payments=Payments(paid, resources))


@pytest.fixture
def harbour() -> Scenario:
    """The ship at t03 (herb), which holds yellow-01 and blue-05; shell and fruit are face up."""
    return a_bonfire_game().given(
        e.TasksDealt((IslandTasks(HERE, (YELLOW_1, BLUE_5)),)),
        piles("shell-1 herb-1 root-1", "fruit-1 blossom-1 root-2 shell-2"),
        e.ShipMoved(0, HERE),
    )


@pytest.fixture
def ready(harbour: Scenario) -> Scenario:
    """Just what a first task costs with the left pile."""
    return harbour.given(tiles(0, task=1), resources(0, herb=1, shell=1))


def test_bf_t28_the_ship_must_lie_at_a_task_island(ready: Scenario) -> None:
    ready.given(e.ShipMoved(0, IslandId("g_pink")))
    ready.when(0, receive()).then_refused("not_at_task_island", rule="BF-T28")


@pytest.mark.parametrize(
    "rest", [ReceiveTask(task=BLUE_5), ReceiveTask(position=2)], ids=["task", "position"]
)
def test_bf_t31_a_missing_field_is_asked_even_when_everything_is_paid(
    ready: Scenario, rest: ReceiveTask
) -> None:
    left_out = next(field for field in rest.__struct_fields__ if getattr(rest, field) is not UNSET)
    ready.when(0, form := replace(receive(), **{left_out: UNSET})).then(e.MoveBegun(0, form))
    assert rest in ready.legal(0)
    ready.when(0, rest).then_includes(
        e.ActionTaken(0, receive(), main=True), e.TaskReceived(0, BLUE_5, HERE, 2)
    )


def test_bf_t28_there_is_no_task_at_the_landing_stage(game: Scenario) -> None:
    game.given(tiles(0, task=1), resources(0, gold=2))
    game.when(0, ReceiveTask()).then_refused("not_at_task_island", rule="BF-T28")
    assert game.legal(0, ReceiveTask) == []


def test_bf_t28_the_island_must_still_hold_a_task(ready: Scenario) -> None:
    ready.given(e.TaskReceived(1, YELLOW_1, HERE, 1), e.TaskReceived(1, BLUE_5, HERE, 2))
    ready.when(0, ReceiveTask()).then_refused("no_task_left", rule="BF-T28")


def test_bf_t28_an_offering_tile_must_be_left(ready: Scenario) -> None:
    ready.given(piles("shell-1", "fruit-1"), delivered("shell-1", "t01", pile=Pile.LEFT))
    ready.given(delivered("fruit-1", "t01"))
    ready.when(0, receive()).then_refused("no_offering_left", rule="BF-T28")


def test_bf_t32_a_city_holds_at_most_seven_tasks_and_bonfires(ready: Scenario) -> None:
    ready.given(*owned(*(task.id for task in TASKS[:7])), e.BonfireLit(0, TASKS[0].id, 1))
    ready.when(0, receive()).then_refused("no_free_task_space", rule="BF-T32")


@pytest.mark.parametrize("others,needed", [(0, 1), (1, 2), (2, 3)])
def test_bf_x8_t29_each_own_offering_on_the_island_costs_one_more_tile(
    harbour: Scenario, others: int, needed: int
) -> None:
    harbour.given(*[delivered(name) for name in ("fruit-1", "blossom-1")[:others]])
    harbour.given(tiles(0, task=needed - 1), resources(0, herb=1, shell=1))
    harbour.when(0, receive(paid=())).then_refused("cannot_pay", rule="BF-T29")
    harbour.given(tiles(0, task=1))
    harbour.when(0, receive(paid=())).then_includes(
        e.TilesPaid(0, (TASK,) * needed), e.ResourcesPaid(0, (HERB, SHELL))
    )


def test_bf_t29_offerings_of_others_and_on_other_islands_do_not_count(ready: Scenario) -> None:
    ready.given(
        piles("shell-2", "fruit-1", seat=1), delivered("fruit-1", seat=1), delivered("fruit-1", "t04")
    )
    ready.when(0, receive()).then_includes(e.TilesPaid(0, (TASK,)))


def test_bf_y9_g26_t29_specialist_26_lowers_the_price_to_one_tile(ready: Scenario) -> None:
    ready.given(e.GnomeRecruited(0, gnomes("26")[0]), delivered("fruit-1"), delivered("blossom-1"))
    ready.when(0, receive()).then_includes(e.TilesPaid(0, (TASK,)), e.ResourcesPaid(0, (HERB, SHELL)))


def test_bf_t29_p9_more_tiles_than_the_price_are_refused(ready: Scenario) -> None:
    ready.given(tiles(0, task=1))
    ready.when(0, receive(paid=(TASK, TASK))).then_refused("invalid_payment", rule="BF-P9")


def test_bf_t30_the_island_and_the_offering_each_cost_their_resource(harbour: Scenario) -> None:
    harbour.given(tiles(0, task=1), resources(0, herb=1, fruit=1))
    harbour.when(0, receive(pile=Pile.LEFT)).then_refused("cannot_pay_resources", rule="BF-T30")
    harbour.when(0, receive(pile=Pile.RIGHT, resources=(HERB, FRUIT))).then_includes(
        e.ResourcesPaid(0, (HERB, FRUIT))
    )


def test_bf_t30_two_units_of_the_same_resource_are_due_when_both_show_it(harbour: Scenario) -> None:
    harbour.given(piles("herb-1", "fruit-1"), tiles(0, task=1), resources(0, herb=2))
    harbour.when(0, receive(resources=(HERB, HERB))).then_includes(e.ResourcesPaid(0, (HERB, HERB)))


def test_bf_t30_y36_an_empty_pile_cannot_be_chosen(ready: Scenario) -> None:
    ready.given(piles("shell-1", "fruit-1"), delivered("shell-1", "t01", pile=Pile.LEFT))
    ready.given(resources(0, fruit=1))
    ready.when(0, receive(pile=Pile.LEFT)).then_refused("offering_pile_empty", rule="BF-T30")
    ready.when(0, receive(pile=Pile.RIGHT, resources=(HERB, FRUIT))).then_accepted()


def test_bf_t30_a_task_is_refused_without_its_resources(harbour: Scenario) -> None:
    harbour.given(tiles(0, task=1), resources(0, herb=1))
    harbour.when(0, ReceiveTask()).then_refused("cannot_pay_resources", rule="BF-T30")
    assert harbour.legal(0, ReceiveTask) == []


@pytest.mark.parametrize("paid", [(GOLD, FRUIT), (FRUIT, FRUIT), (HERB, SHELL)])
def test_bf_y8_g3_specialist_3_pays_any_two_resources_and_leaves_the_offering(
    harbour: Scenario, paid: tuple[Resource, ...]
) -> None:
    harbour.given(e.GnomeRecruited(0, gnomes("3")[0]), tiles(0, task=1))
    harbour.given(resources(0, gold=1, fruit=2, herb=1, shell=1))
    harbour.when(0, receive(resources=paid)).then(
        e.ActionTaken(0, receive(resources=paid), main=True),
        e.TilesPaid(0, (TASK,)),
        e.ResourcesPaid(0, paid),
        e.TaskReceived(0, BLUE_5, HERE, 2),
        e.OfferingPlaced(0, offering("shell-1"), HERE, Pile.LEFT),
        e.OfferingTurned(0, offering("herb-1"), Pile.LEFT, reveals=True),
    )


def test_bf_x9_t31_t33_a_task_is_received_for_an_offering_and_the_next_is_turned(ready: Scenario) -> None:
    ready.given(*owned("red-01", "red-02", "red-03"), *owned("red-04", start=5))
    move = receive(YELLOW_1, position=6)
    ready.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (TASK,)),
        e.ResourcesPaid(0, (HERB, SHELL)),
        e.TaskReceived(0, YELLOW_1, HERE, 6),
        e.OfferingPlaced(0, offering("shell-1"), HERE, Pile.LEFT),
        e.OfferingTurned(0, offering("herb-1"), Pile.LEFT, reveals=True),
    )
    city = ready.state.cities[0]
    assert city.spaces[5] == TaskSpace(YELLOW_1, lit=False)
    assert city.offerings_left == (offering("herb-1"), offering("root-1"))
    assert ready.state.board.tasks_on(HERE) == (BLUE_5,)


def test_bf_y36_t31_the_last_offering_of_a_pile_turns_no_other(ready: Scenario) -> None:
    ready.given(piles("shell-1", "fruit-1"))
    ready.when(0, receive()).then(
        e.ActionTaken(0, receive(), main=True),
        e.TilesPaid(0, (TASK,)),
        e.ResourcesPaid(0, (HERB, SHELL)),
        e.TaskReceived(0, BLUE_5, HERE, 2),
        e.OfferingPlaced(0, offering("shell-1"), HERE, Pile.LEFT),
    )
    assert TASK_CARD[TaskId("yellow-07")].needs.met(ready.state.cities[0])


def test_bf_t31_a_task_of_another_island_is_refused(ready: Scenario) -> None:
    ready.when(0, receive(TaskId("red-02"))).then_refused("task_not_here", rule="BF-T31")


def test_bf_t31_an_unknown_task_is_refused(ready: Scenario) -> None:
    ready.when(0, receive(TaskId("green-01"))).then_refused("unknown_id")


@pytest.mark.parametrize("position", [3, 0, 8])
def test_bf_t31_the_task_must_go_to_a_free_task_space(ready: Scenario, position: int) -> None:
    ready.given(*owned("red-01", start=3))
    ready.when(0, receive(position=position)).then_refused("task_space_taken", rule="BF-T31")


def test_bf_t28_t4_fields_are_asked_in_the_order_task_pile_position_payments(harbour: Scenario) -> None:
    harbour.given(delivered("fruit-1"), tiles(0, task=2, yellow=2), resources(0, herb=1, shell=1, gold=1))
    assert harbour.legal(0, ReceiveTask) == [ReceiveTask(task=YELLOW_1), ReceiveTask(task=BLUE_5)]
    harbour.when(0, ReceiveTask(task=BLUE_5)).then(e.MoveBegun(0, ReceiveTask(task=BLUE_5)))
    assert harbour.legal(0) == [ReceiveTask(pile=Pile.LEFT), ReceiveTask(pile=Pile.RIGHT)]
    harbour.when(0, ReceiveTask(pile=Pile.LEFT)).then_accepted()
    assert harbour.legal(0) == [ReceiveTask(position=position) for position in range(1, 8)]
    harbour.when(0, ReceiveTask(position=2)).then_accepted()
    units = [ReceiveTask(payments=Payments(tiles=(tile,))) for tile in (TASK, Tile.YELLOW)]
    assert harbour.legal(0) == units
    harbour.when(0, units[0]).then_accepted()
    harbour.when(0, units[1]).then_accepted()
    ways = [
        ReceiveTask(payments=Payments(resources=way)) for way in ((HERB, SHELL), (HERB, GOLD), (SHELL, GOLD))
    ]
    assert harbour.legal(0) == ways
    whole = receive(paid=(TASK, Tile.YELLOW), resources=(HERB, GOLD))
    harbour.when(0, ways[1]).then(
        e.ActionTaken(0, whole, main=True),
        e.TilesPaid(0, (TASK, Tile.YELLOW)),
        e.ResourcesPaid(0, (HERB, GOLD)),
        e.TaskReceived(0, BLUE_5, HERE, 2),
        e.OfferingPlaced(0, offering("shell-1"), HERE, Pile.LEFT),
        e.OfferingTurned(0, offering("herb-1"), Pile.LEFT, reveals=True),
    )


def test_bf_t4_t30_a_pile_that_cannot_be_paid_is_not_listed(ready: Scenario) -> None:
    ready.when(0, ReceiveTask(task=BLUE_5)).then(
        e.MoveBegun(0, ReceiveTask(task=BLUE_5, pile=Pile.LEFT)),
    )


@pytest.mark.parametrize(
    "paid,rule", [((HERB,), "BF-P2"), ((HERB, SHELL, GOLD), "BF-P9"), ((GOLD, ROOT), "BF-P2")]
)
def test_bf_p2_p9_p15_resources_that_are_not_a_whole_payment_are_refused(
    ready: Scenario, paid: tuple[Resource, ...], rule: str
) -> None:
    ready.given(resources(0, gold=1, root=1))
    ready.when(0, receive(resources=paid)).then_refused("invalid_payment", rule=rule)


def test_bf_p2_resources_that_are_not_held_are_refused(ready: Scenario) -> None:
    ready.when(0, receive(resources=(HERB, GOLD))).then_refused("not_held", rule="BF-P2")


def test_bf_k1_t32_the_seventh_task_fulfils_the_common_task(ready: Scenario) -> None:
    ready.given(*owned("red-01"), *owned("red-02", "red-03", "red-04", "red-05", "red-06", start=3))
    ready.when(0, receive()).then_includes(
        e.TaskReceived(0, BLUE_5, HERE, 2), e.CommonTaskFulfilled(0, CommonTask.TASKS)
    )
