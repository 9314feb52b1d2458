"""The five common tasks (BF-K1 to BF-K7)."""

from typing import Any

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    GREAT_BONFIRE,
    BonfireSpaceId,
    CommonTask,
    Guardian,
    IslandId,
    PathTileId,
    PortalShape,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.common import COMMON_TASK, COMMON_TASKS, fulfilled
from domain.bonfire.reactions import reactions
from domain.kernel.messages import Event
from tests.support.cities import a_city, gnomes, guardians, paths, spaces
from tests.support.scenario import Scenario

SIX_PATHS = "red-01 red-02 red-03 red-04 red-05 red-06"
SEVEN_TASKS = "1:red-01 2:red-02 3:red-03 4:red-04"


@pytest.mark.parametrize(
    "task,enough,too_few",
    [
        (
            CommonTask.TASKS,
            {"spaces": spaces(SEVEN_TASKS, "5:blue-01 6:blue-02 7:blue-03")},
            {"spaces": spaces(SEVEN_TASKS, "5:blue-01 6:blue-02")},
        ),
        (CommonTask.PORTALS, {"portals": (1, 2, 3, 4, 5, 6, 7)}, {"portals": (2, 3, 4, 5, 6, 7)}),
        (CommonTask.PATHS, {"paths": paths(SIX_PATHS)}, {"paths": paths(SIX_PATHS)[:5]}),
        (
            CommonTask.GUARDIANS,
            {"guardians": guardians("pink", "wood", "blue", grey="bonfire:5")},
            {"guardians": guardians("pink", "wood", "blue")},
        ),
        (CommonTask.GNOMES, {"gnomes": gnomes("1 2 3 4 5 L1")}, {"gnomes": gnomes("1 2 3 4 L1")}),
    ],
)
def test_bf_k1_k2_k3_k4_k5_a_common_task_requires_all_its_elements(
    task: CommonTask, enough: dict[str, Any], too_few: dict[str, Any]
) -> None:
    assert fulfilled(a_city(**enough)) == (task,)
    assert fulfilled(a_city(**too_few)) == ()


def test_bf_k1_k2_k3_k4_k5_common_tasks_are_five_rows_in_order() -> None:
    assert [common.id for common in COMMON_TASKS] == list(CommonTask)
    assert [common.rule for common in COMMON_TASKS] == [f"BF-K{number}" for number in range(1, 6)]


def test_bf_k3_the_starting_tile_is_the_first_of_the_seven_path_tiles() -> None:
    assert COMMON_TASK[CommonTask.PATHS].count(a_city()) == 1


def received(position: int) -> Event:
    return e.TaskReceived(0, TaskId(f"blue-{position:02}"), IslandId("t01"), position)


def portal(position: int) -> Event:
    return e.PortalPlaced(0, PortalShape.CIRCLE, BonfireSpaceId("gb0"), position)


def built(position: int) -> Event:
    return e.PathBuilt(0, PathTileId(f"path-red-{position:02}"), position, "display:1", Resource.HERB)


def portals_on_one_space() -> Event:
    return e.PortalsDealt(((PortalShape.CIRCLE,) * 7, *((),) * (len(GREAT_BONFIRE) - 1)))


GROWTH: dict[CommonTask, list[Event]] = {
    CommonTask.TASKS: [received(position) for position in range(1, 8)],
    CommonTask.PORTALS: [portal(position) for position in range(7, 0, -1)],
    CommonTask.PATHS: [built(position) for position in range(2, 8)],
    CommonTask.GUARDIANS: [e.GuardianArrived(0, guardian) for guardian in Guardian if guardian != "own"],
    CommonTask.GNOMES: [e.GnomeRecruited(0, gnome) for gnome in gnomes("1 2 3 5 6 L3")],
}


@pytest.mark.parametrize("task", CommonTask)
def test_bf_k6_a_common_task_is_fulfilled_at_the_instant_the_last_element_arrives(
    game: Scenario, task: CommonTask
) -> None:
    game.given(portals_on_one_space())
    *first, last = GROWTH[task]
    for event in first:
        game.given(event)
        assert list(reactions(game.state, event)) == []
    game.given(last)
    assert list(reactions(game.state, last)) == [e.CommonTaskFulfilled(0, task)]


def test_bf_k6_a_common_task_is_fulfilled_only_once(game: Scenario) -> None:
    game.given(*GROWTH[CommonTask.PATHS], e.CommonTaskFulfilled(0, CommonTask.PATHS))
    assert list(reactions(game.state, GROWTH[CommonTask.PATHS][-1])) == []


def test_bf_k6_every_seat_fulfils_a_common_task_for_itself(game: Scenario) -> None:
    game.given(*GROWTH[CommonTask.GUARDIANS], e.CommonTaskFulfilled(0, CommonTask.GUARDIANS))
    theirs = [e.GuardianArrived(1, guardian) for guardian in Guardian if guardian is not Guardian.OWN]
    game.given(*theirs)
    assert list(reactions(game.state, theirs[-1])) == [e.CommonTaskFulfilled(1, CommonTask.GUARDIANS)]


def test_bf_k6_an_event_that_fulfils_nothing_has_no_reaction(game: Scenario) -> None:
    gained = e.TilesGained(0, (Tile.SHIP,), rule="BF-T14")
    assert reactions(game.state, gained) == ()
