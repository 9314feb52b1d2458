"""Every one of the 66 tasks, with a city that fulfils it and one that almost does."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    OFFERINGS,
    Color,
    CouncilSpace,
    IslandId,
    OfferingId,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.commands import IgniteBonfire, Payments, Pile, ReceiveTask, Take
from domain.bonfire.conditions import CONDITIONS, color_of
from domain.bonfire.state import City, IslandTasks, Resources, Tiles
from domain.bonfire.tasks import REMOVED_FOR_TWO, TASK, TASKS
from domain.kernel.messages import Event
from tests.support.builders import resources, tiles
from tests.support.cities import a_city, fate, gnomes, guardians, offerings, paths, spaces
from tests.support.scenario import Scenario

GROUPS = {
    "ship": "1@3,5/180 3@2,5/180 2@4,4/0",
    "task": "5@3,5/180 7@2,6/180 6@3,6/90",
    "guardian": "2@3,5/180 1@2,7/180 5@4,4/0",
    "path": "6@3,5/180 3@4,4/180 2@5,5/180",
    "great_bonfire": "7@3,5/180 5@1,6/90 3@5,7/270",
    "gnome": "4@3,3/0 8@1,6/90 7@1,7/90",
}
HIGHLIGHTED = "8@3,5/180 7@2,6/90 3@2,5/180 1@4,2/270 5@4,5/180"
GOLD = "1@3,5/180 2@1,6/90 5@1,2/90 8@4,7/180 6@5,6/180 3@5,1/0"
OUTER = "4@3,5/180 7@2,1/0 2@3,1/90 6@4,5/0 8@3,7/270 1@1,3/180 5@5,5/0"
TWO_FOURS = "4@3,5/180 5@4,6/180 8@5,2/270 3@2,6/180 6@2,1/0 7@1,4/180"
Parts = dict[str, Any]


def last_left_out(sequence: str) -> str:
    return sequence.rpartition(" ")[0]


def area(sequence: str, almost: str | None = None) -> tuple[Parts, Parts]:
    short = last_left_out(sequence) if almost is None else almost
    return {"fate": fate(sequence)}, {"fate": fate(short)}


def held(enough: Resources | Tiles, too_few: Resources | Tiles) -> tuple[Parts, Parts]:
    part = "resources" if isinstance(enough, Resources) else "tiles"
    return {part: enough}, {part: too_few}


def lying(enough: str, too_few: str) -> tuple[Parts, Parts]:
    return {"offerings": offerings(enough)}, {"offerings": offerings(too_few)}


def built(enough: str, too_few: str) -> tuple[Parts, Parts]:
    return {"paths": paths(enough)}, {"paths": paths(too_few)}


def standing(enough: Parts, too_few: Parts) -> tuple[Parts, Parts]:
    return {"guardians": guardians(**enough)}, {"guardians": guardians(**too_few)}


def recruited(enough: str, too_few: str) -> tuple[Parts, Parts]:
    return {"gnomes": gnomes(enough)}, {"gnomes": gnomes(too_few)}


def home(*names: str) -> Parts:
    return dict.fromkeys(names, "start_area")


CITIES: dict[str, tuple[Parts, Parts]] = {
    "blue-01": standing(home("pink"), home("grey", "wood", "blue")),
    "blue-02": standing(home("grey"), home("pink", "wood", "blue")),
    "blue-03": standing(home("wood"), home("pink", "grey", "blue")),
    "blue-04": standing(home("blue"), home("pink", "grey", "wood")),
    "blue-05": built("red-03 yellow-02", "red-03 yellow-03"),
    "blue-06": built("yellow-07", "yellow-08"),
    "blue-07": built("blue-10", "blue-08"),
    "blue-08": lying("t09", "t04 t08"),
    "blue-09": lying("t04", "t01 t09"),
    "blue-10": lying("t07", "t02 t10"),
    "blue-11": recruited("2", "1 3 5 14 23 L1"),
    "blue-12": recruited("L3", "1 2 14"),
    "blue-13": recruited("L6", "1 2 3"),
    "blue-14": held(Resources(herb=2, root=2), Resources(herb=3, root=1, gold=4)),
    "blue-15": lying("t01 t05 t10", "t01 t01 t10"),
    "blue-16": lying("t01 t05 t05", "t01 t05 t06"),
    "blue-17": area(GROUPS["ship"]),
    "blue-18": area(GROUPS["task"]),
    "blue-19": area(GROUPS["guardian"]),
    "blue-20": area(GROUPS["path"]),
    "blue-21": area(GROUPS["great_bonfire"]),
    "blue-22": area(GROUPS["gnome"]),
    "red-01": ({"portals": (1, 2, 3, 4, 5, 6, 7)}, {"portals": (2, 3, 4, 5, 6, 7)}),
    "red-02": ({"portals": (5, 6, 7)}, {"portals": (6, 7)}),
    "red-03": built("red-01 blue-03 yellow-04", "blue-03 red-01 yellow-04"),
    "red-04": recruited("1 2 L1", "1 2"),
    "red-05": (
        {"spaces": spaces("1:red-05", "2:blue-01 3:yellow-01 4:red-01")},
        {"spaces": spaces("1:red-05 4:red-01", "2:blue-01 3:yellow-01")},
    ),
    "red-06": held(Resources(gold=4), Resources(gold=3, herb=9)),
    "red-07": (
        {"spaces": spaces("1:red-07", "2:blue-01 3:red-01")},
        {"spaces": spaces("1:red-07", "2:blue-01 3:yellow-01")},
    ),
    "red-08": (
        {"spaces": spaces("1:red-08 2:blue-01 3:blue-02", "4:blue-03 5:blue-04")},
        {"spaces": spaces("1:red-08 2:blue-01 3:blue-02", "4:blue-03 5:yellow-04")},
    ),
    "red-09": standing(home("pink", "grey", "wood"), home("pink", "grey")),
    "red-10": held(Resources(blossom=3), Resources(blossom=2, gold=5)),
    "red-11": held(Resources(fruit=3), Resources(fruit=2, gold=5)),
    "red-12": held(Resources(herb=3), Resources(herb=2, gold=5)),
    "red-13": held(Resources(shell=3), Resources(shell=2, gold=5)),
    "red-14": held(Resources(root=3), Resources(root=2, gold=5)),
    "red-15": lying("t03 t07", "t03 t03 t02"),
    "red-16": lying("t02 t10", "t10 t10 t01"),
    "red-17": lying("t05 t06", "t05 t05 t07"),
    "red-18": standing(home("pink", "grey"), home("pink", "wood", "blue")),
    "red-19": standing(home("wood", "blue"), home("wood", "pink", "grey")),
    "red-20": area("6@3,5/180 3@4,4/180 2@5,5/180 7@3,1/90 4@4,5/0"),
    "red-21": area("7@3,3/0 5@2,4/180 3@5,2/270 6@1,3/0 1@4,3/0", "5@3,3/0 7@2,4/180 4@2,6/90 6@3,2/90"),
    "red-22": area("8@3,3/0 5@4,4/180 2@3,2/270 4@2,3/0 6@2,6/90"),
    "yellow-01": ({"portals": (3, 4, 5, 6, 7)}, {"portals": (4, 5, 6, 7)}),
    "yellow-02": lying("t01 t02 t03 t04 t05", "t01 t02 t03 t04 t04"),
    "yellow-03": (
        {"spaces": spaces("1:yellow-03 2:red-01 3:red-02", "4:red-03 5:red-04")},
        {"spaces": spaces("1:yellow-03 2:red-01 3:red-02", "4:red-03")},
    ),
    "yellow-04": recruited("1 2 3 4 L1", "1 2 3 L1"),
    "yellow-05": recruited("L1 L4 L6", "1 2 L4 L6"),
    "yellow-06": lying("t04 t04 t04", "t04 t04 t08"),
    "yellow-07": ({"offerings_right": ()}, {"offerings_right": OFFERINGS[9:]}),
    "yellow-08": built("red-01 red-02 blue-01 red-03", "red-01 red-02 blue-01"),
    "yellow-09": (
        {"spaces": spaces("1:yellow-09", "2:red-01 3:red-02 4:red-03 5:red-04 6:blue-01")},
        {"spaces": spaces("1:yellow-09 6:blue-01", "2:red-01 3:red-02 4:red-03 5:red-04")},
    ),
    "yellow-10": built("blue-01 blue-02 blue-03 blue-04", "blue-01 blue-02 blue-03 red-04"),
    "yellow-11": (
        {"spaces": spaces("1:yellow-11 2:yellow-01", "3:yellow-02 4:yellow-03")},
        {"spaces": spaces("1:yellow-11 2:yellow-01", "3:yellow-02")},
    ),
    "yellow-12": lying("t01 t01 t02 t02 t03 t03", "t01 t01 t01 t02 t02 t03"),
    "yellow-13": held(Resources(shell=5), Resources(shell=4, gold=6)),
    "yellow-14": held(Resources(fruit=3, herb=3), Resources(fruit=6, herb=2, gold=3)),
    "yellow-15": area(HIGHLIGHTED),
    "yellow-16": standing(
        {"own": "bonfire:1", "pink": "bonfire:2"}, {"own": "bonfire:1", "pink": "path:2", "grey": "path:3"}
    ),
    "yellow-17": held(Tiles(ship=5), Tiles(ship=4, yellow=3)),
    "yellow-18": held(Tiles(path=5), Tiles(path=4, yellow=3)),
    "yellow-19": held(Tiles(gnome=5), Tiles(gnome=4, yellow=3)),
    "yellow-20": area(GOLD),
    "yellow-21": area(OUTER),
    "yellow-22": area(TWO_FOURS),
}
PRINTED_POINTS = {
    Color.BLUE: "2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3",
    Color.RED: "5 4 4 4 5 5 4 4 5 4 4 4 4 4 5 5 5 4 4 5 5 5",
    Color.YELLOW: "7 7 7 7 6 7 7 6 8 7 8 8 6 6 7 7 6 6 6 8 8 8",
}


def met(task: TaskId, city: City) -> bool:
    return TASK[task].needs.met(city)


@pytest.mark.parametrize("task", TASK)
def test_bf_n0_every_task_is_met_by_its_sample_city(task: TaskId) -> None:
    enough, _ = CITIES[task]
    assert met(task, a_city(**enough))


@pytest.mark.parametrize("task", TASK)
def test_bf_n0_every_task_is_unmet_by_a_city_that_lacks_one_element(task: TaskId) -> None:
    _, too_few = CITIES[task]
    assert not met(task, a_city(**too_few))


NUMBERS = [
    (task.id, field)
    for task in TASKS
    for field in task.needs.__struct_fields__
    if isinstance(getattr(task.needs, field), int)
]


@pytest.mark.parametrize("task,field", NUMBERS)
def test_bf_n0_sample_cities_have_just_enough_or_one_too_few(task: TaskId, field: str) -> None:
    enough, too_few = CITIES[task]
    needs, number = TASK[task].needs, getattr(TASK[task].needs, field)
    assert not replace(needs, **{field: number + 1}).met(a_city(**enough))
    assert number == 1 or replace(needs, **{field: number - 1}).met(a_city(**too_few))


@pytest.mark.parametrize("task", TASK)
def test_bf_n0_no_task_is_met_by_an_empty_city(task: TaskId) -> None:
    assert not met(task, a_city())


def test_bf_m6_there_are_22_different_tasks_of_each_color() -> None:
    assert Counter(task.color for task in TASKS) == dict.fromkeys(Color, 22)
    assert len({task.id for task in TASKS}) == len({task.needs for task in TASKS}) == 66


def test_bf_m6_the_printed_points_are_those_of_the_rules_page() -> None:
    for color, listed in PRINTED_POINTS.items():
        assert [task.points for task in TASKS if task.color is color] == [int(p) for p in listed.split()]


def test_bf_m6_the_id_of_a_task_begins_with_its_color() -> None:
    assert all(color_of(task.id) is task.color for task in TASKS)


def test_bf_n30_every_kind_of_condition_is_used_by_a_task() -> None:
    assert {type(task.needs) for task in TASKS} == set(CONDITIONS)


def test_bf_q62_the_red_task_for_a_blue_and_a_red_bonfire_exists() -> None:
    assert TASK[TaskId("red-07")].needs.rule == "BF-N17"


def test_bf_s2_the_task_removed_for_two_players_requires_three_offerings() -> None:
    assert TASK[REMOVED_FOR_TWO].needs.rule == "BF-N7"


def test_bf_q42_n5_four_of_one_kind_do_not_count_as_two_pairs() -> None:
    assert not met(TaskId("blue-14"), a_city(resources=Resources(herb=4)))
    assert met(TaskId("blue-14"), a_city(resources=Resources(herb=2, root=2)))


def test_bf_y37_n5_p12_gold_never_counts_for_two_kinds() -> None:
    assert not met(TaskId("blue-14"), a_city(resources=Resources(herb=2, gold=2)))


def receiving(task: str, pile: Pile, position: int) -> ReceiveTask:
    paid = Payments((Tile.TASK,), (Resource.HERB, Resource.SHELL))
    return ReceiveTask(task=TaskId(task), pile=pile, position=position, payments=paid)


def test_bf_y36_n22_q41_delivering_the_last_offering_of_a_pile_depletes_it(game: Scenario) -> None:
    shell, other = OfferingId("offering-shell-1"), OfferingId("offering-shell-2")
    on_island = IslandTasks(IslandId("t03"), (TaskId("blue-05"), TaskId("red-02")))
    game.given(e.OfferingsShuffled(0, shell, other, (1, 1), (shell,), (other,)), e.TasksDealt((on_island,)))
    game.given(e.ShipMoved(0, IslandId("t03")), tiles(0, task=3), resources(0, herb=2, shell=2))
    assert not met(TaskId("yellow-07"), game.state.cities[0])
    game.when(0, receiving("blue-05", Pile.LEFT, 1)).then_accepted()
    assert met(TaskId("yellow-07"), game.state.cities[0])
    game.given(e.TurnBegun(0, 3))
    refused = game.when(0, receiving("red-02", Pile.LEFT, 2))
    refused.then_refused("offering_pile_empty", rule="BF-T30")


def in_the_city(tasks: str, bonfires: str) -> Iterator[Event]:
    """Tasks at the first positions, and bonfires after them."""
    lit = bonfires.split()
    for position, task in enumerate((*tasks.split(), *lit), start=1):
        yield e.TaskReceived(0, TaskId(task), IslandId("t01"), position)
        if task in lit:
            yield e.BonfireLit(0, TaskId(task), position)


LIGHT_IT = IgniteBonfire(position=1, council_space=CouncilSpace.SHIP, take=Take.POINT)


def test_bf_y23_q44_n20_a_task_for_four_yellow_tasks_counts_itself(game: Scenario) -> None:
    game.given(*in_the_city("yellow-11 yellow-01", "yellow-02 yellow-03"))
    game.when(0, LIGHT_IT).then_includes(e.BonfireLit(0, TaskId("yellow-11"), 1))


def test_bf_y23_q44_n24_a_task_for_five_bonfires_does_not_count_itself(game: Scenario) -> None:
    game.given(*in_the_city("yellow-09", "blue-01 blue-02 blue-03 blue-04"))
    game.when(0, LIGHT_IT).then_refused("task_not_fulfilled", rule="BF-T61")


def test_bf_n2_q31_the_starting_tile_does_not_count_as_a_built_path_tile() -> None:
    assert not any(met(task.id, a_city()) for task in TASKS if task.needs.rule in {"BF-N2", "BF-N23"})
