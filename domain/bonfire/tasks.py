"""The 66 tasks as rows made of conditions (BF-M6; rules page, section 11.8)."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from domain.bonfire.catalogue import ActionType, Color, Guardian, Resource, TaskId, Tile
from domain.bonfire.conditions import (
    ActionTiles,
    AdjacentPathsSameResource,
    AnyCondition,
    Bonfires,
    BonfiresAllColors,
    BonfiresOfColors,
    CellSet,
    CommonTasksFulfilled,
    Elders,
    FateCellsCovered,
    FateGroup,
    FateGroups,
    FateTwoGroups,
    Gnomes,
    GnomeWithResource,
    Guardians,
    GuardiansAtBonfires,
    HasGuardian,
    HasGuardians,
    IdenticalResources,
    IslandsWithTwoOfferings,
    OfferingOnBothResourceIslands,
    OfferingOnResourceIsland,
    OfferingPileDepleted,
    OfferingsOnDistinctIslands,
    OfferingsOnOneIsland,
    PathsOfCrystal,
    PathWithResource,
    Portals,
    ResourceCount,
    ResourcePairsOfKinds,
    TasksOrBonfiresOfColor,
)


class Task(Struct, frozen=True):
    """A task: the condition on its front, the points of the bonfire on its back."""

    id: TaskId
    color: Color
    points: int
    needs: AnyCondition


def _blue(number: int, points: int, needs: AnyCondition) -> Task:
    return Task(TaskId(f"blue-{number:02}"), Color.BLUE, points, needs)


def _red(number: int, points: int, needs: AnyCondition) -> Task:
    return Task(TaskId(f"red-{number:02}"), Color.RED, points, needs)


def _yellow(number: int, points: int, needs: AnyCondition) -> Task:
    return Task(TaskId(f"yellow-{number:02}"), Color.YELLOW, points, needs)


TASKS: Final = (
    _blue(1, 2, HasGuardian(Guardian.PINK)),
    _blue(2, 2, HasGuardian(Guardian.GREY)),
    _blue(3, 2, HasGuardian(Guardian.WOOD)),
    _blue(4, 2, HasGuardian(Guardian.BLUE)),
    _blue(5, 2, PathWithResource(Resource.BLOSSOM)),
    _blue(6, 2, PathWithResource(Resource.SHELL)),
    _blue(7, 2, PathWithResource(Resource.ROOT)),
    _blue(8, 2, OfferingOnResourceIsland(Resource.BLOSSOM)),
    _blue(9, 2, OfferingOnResourceIsland(Resource.FRUIT)),
    _blue(10, 2, OfferingOnResourceIsland(Resource.HERB)),
    _blue(11, 2, GnomeWithResource(Resource.FRUIT)),
    _blue(12, 2, GnomeWithResource(Resource.HERB)),
    _blue(13, 2, GnomeWithResource(Resource.ROOT)),
    _blue(14, 3, ResourcePairsOfKinds(kinds=2, count=2)),
    _blue(15, 3, OfferingsOnDistinctIslands(3)),
    _blue(16, 3, OfferingsOnOneIsland(2)),
    _blue(17, 3, FateGroup(ActionType.SHIP, 3)),
    _blue(18, 3, FateGroup(ActionType.TASK, 3)),
    _blue(19, 3, FateGroup(ActionType.GUARDIAN, 3)),
    _blue(20, 3, FateGroup(ActionType.PATH, 3)),
    _blue(21, 3, FateGroup(ActionType.GREAT_BONFIRE, 3)),
    _blue(22, 3, FateGroup(ActionType.GNOME, 3)),
    _red(1, 5, CommonTasksFulfilled(1)),
    _red(2, 4, Portals(3)),
    _red(3, 4, AdjacentPathsSameResource()),
    _red(4, 4, Gnomes(3)),
    _red(5, 5, BonfiresAllColors()),
    _red(6, 5, ResourceCount(Resource.GOLD, 4)),
    _red(7, 4, BonfiresOfColors(Color.BLUE, Color.RED)),
    _red(8, 4, TasksOrBonfiresOfColor(Color.BLUE, 4)),
    _red(9, 5, Guardians(4)),
    _red(10, 4, ResourceCount(Resource.BLOSSOM, 3)),
    _red(11, 4, ResourceCount(Resource.FRUIT, 3)),
    _red(12, 4, ResourceCount(Resource.HERB, 3)),
    _red(13, 4, ResourceCount(Resource.SHELL, 3)),
    _red(14, 4, ResourceCount(Resource.ROOT, 3)),
    _red(15, 5, OfferingOnBothResourceIslands(Resource.HERB)),
    _red(16, 5, OfferingOnBothResourceIslands(Resource.SHELL)),
    _red(17, 5, OfferingOnBothResourceIslands(Resource.ROOT)),
    _red(18, 4, HasGuardians(Guardian.PINK, Guardian.GREY)),
    _red(19, 4, HasGuardians(Guardian.WOOD, Guardian.BLUE)),
    _red(20, 5, FateGroups(ActionType.SHIP, ActionType.PATH, 3)),
    _red(21, 5, FateGroups(ActionType.TASK, ActionType.GREAT_BONFIRE, 3)),
    _red(22, 5, FateGroups(ActionType.GUARDIAN, ActionType.GNOME, 3)),
    _yellow(1, 7, Portals(5)),
    _yellow(2, 7, OfferingsOnDistinctIslands(5)),
    _yellow(3, 7, TasksOrBonfiresOfColor(Color.RED, 4)),
    _yellow(4, 7, Gnomes(5)),
    _yellow(5, 6, Elders(3)),
    _yellow(6, 7, OfferingsOnOneIsland(3)),
    _yellow(7, 7, OfferingPileDepleted()),
    _yellow(8, 6, PathsOfCrystal(Color.RED, 3)),
    _yellow(9, 8, Bonfires(5)),
    _yellow(10, 7, PathsOfCrystal(Color.BLUE, 4)),
    _yellow(11, 8, TasksOrBonfiresOfColor(Color.YELLOW, 4)),
    _yellow(12, 8, IslandsWithTwoOfferings(3)),
    _yellow(13, 6, IdenticalResources(5)),
    _yellow(14, 6, ResourcePairsOfKinds(kinds=2, count=3)),
    _yellow(15, 7, FateCellsCovered(CellSet.HIGHLIGHTED)),
    _yellow(16, 7, GuardiansAtBonfires(2)),
    _yellow(17, 6, ActionTiles(Tile.SHIP, 5)),
    _yellow(18, 6, ActionTiles(Tile.PATH, 5)),
    _yellow(19, 6, ActionTiles(Tile.GNOME, 5)),
    _yellow(20, 8, FateCellsCovered(CellSet.GOLD)),
    _yellow(21, 8, FateCellsCovered(CellSet.OUTER_COLUMNS)),
    _yellow(22, 8, FateTwoGroups(4)),
)
TASK: Final[Mapping[TaskId, Task]] = {task.id: task for task in TASKS}
REMOVED_FOR_TWO: Final = TaskId("yellow-06")
"""Leaves the game for one and two players (BF-S2)."""
