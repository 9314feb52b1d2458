"""The kinds of condition, one test for each (BF-N1 to BF-N30)."""

import msgspec
import pytest

from domain.bonfire.catalogue import OFFERINGS, ActionType, Color, Guardian, Resource, Tile
from domain.bonfire.conditions import (
    CONDITIONS,
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
from domain.bonfire.state import Resources, Tiles
from domain.bonfire.tasks import TASKS, Task
from tests.support.cities import a_city, fate, gnomes, guardians, offerings, paths, spaces

TWO_FOURS = "4@3,5/180 5@4,6/180 8@5,2/270 3@2,6/180 6@2,1/0 7@1,4/180"


def test_bf_n0_conditions_are_listed_in_the_order_of_the_rules_page() -> None:
    assert [kind.rule for kind in CONDITIONS] == [f"BF-N{number}" for number in range(1, 31)]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_bf_n0_a_condition_survives_encoding(task: Task) -> None:
    read_back: AnyCondition = msgspec.json.decode(msgspec.json.encode(task.needs), type=AnyCondition)
    assert read_back == task.needs


def test_bf_n0_have_means_at_least() -> None:
    assert Portals(3).met(a_city(portals=(3, 4, 5, 6, 7)))


def test_bf_n0_p12_wild_tokens_do_not_count() -> None:
    assert not ResourceCount(Resource.HERB, 3).met(a_city(resources=Resources(herb=2, gold=9)))
    assert not ActionTiles(Tile.SHIP, 5).met(a_city(tiles=Tiles(ship=4, yellow=9)))


def test_bf_n1_a_guardian_counts_wherever_she_stands() -> None:
    assert HasGuardian(Guardian.GREY).met(a_city(guardians=guardians(grey="bonfire:3")))
    assert not HasGuardian(Guardian.GREY).met(a_city(guardians=guardians("pink")))


def test_bf_n2_requires_a_built_path_tile_with_the_resource() -> None:
    assert PathWithResource(Resource.ROOT).met(a_city(paths=paths("red-01 yellow-08")))
    assert not PathWithResource(Resource.ROOT).met(a_city(paths=paths("red-01 yellow-07")))


def test_bf_n3_accepts_an_offering_on_either_island_of_the_resource() -> None:
    assert OfferingOnResourceIsland(Resource.FRUIT).met(a_city(offerings=offerings("t08")))
    assert not OfferingOnResourceIsland(Resource.FRUIT).met(a_city(offerings=offerings("t07")))


def test_bf_n4_specialists_and_elders_show_a_resource() -> None:
    assert GnomeWithResource(Resource.SHELL).met(a_city(gnomes=gnomes("L4")))
    assert GnomeWithResource(Resource.SHELL).met(a_city(gnomes=gnomes("16")))
    assert not GnomeWithResource(Resource.SHELL).met(a_city(gnomes=gnomes("L3 15")))


def test_bf_n5_q42_requires_pairs_of_two_different_basic_resources() -> None:
    assert ResourcePairsOfKinds(2, 3).met(a_city(resources=Resources(shell=3, root=3)))
    assert not ResourcePairsOfKinds(2, 3).met(a_city(resources=Resources(shell=6, gold=3)))


def test_bf_n6_counts_each_island_once() -> None:
    assert OfferingsOnDistinctIslands(3).met(a_city(offerings=offerings("t01 t02 t03")))
    assert not OfferingsOnDistinctIslands(3).met(a_city(offerings=offerings("t01 t02 t02")))


def test_bf_n7_requires_offerings_on_one_island() -> None:
    assert OfferingsOnOneIsland(2).met(a_city(offerings=offerings("t01 t02 t02")))
    assert not OfferingsOnOneIsland(2).met(a_city(offerings=offerings("t01 t02 t03")))


def test_bf_n8_requires_a_connected_area_of_symbols() -> None:
    city = a_city(fate=fate("1@3,5/180 3@2,5/180 2@4,4/0"))
    assert FateGroup(ActionType.SHIP, 3).met(city)
    assert not FateGroup(ActionType.PATH, 3).met(city)


def test_bf_n8_q23_cells_outside_the_fate_area_count_for_groups() -> None:
    three_gnomes_in_column_8 = fate("1@3,3/0 8@3,6/0 4@2,6/0 7@1,6/0")
    assert FateGroup(ActionType.GNOME, 3).met(a_city(fate=three_gnomes_in_column_8))
    assert not FateGroup(ActionType.GNOME, 3).met(a_city(fate=three_gnomes_in_column_8[:-1]))


def test_bf_n9_q45_a_common_task_counts_without_its_novice() -> None:
    assert CommonTasksFulfilled(1).met(a_city(paths=paths("red-01 red-02 red-03 red-04 red-05 red-06")))
    assert not CommonTasksFulfilled(1).met(a_city(paths=paths("red-01 red-02 red-03 red-04 red-05")))


def test_bf_n10_counts_portals_in_any_notch() -> None:
    assert Portals(3).met(a_city(portals=(1, 4, 7)))
    assert not Portals(3).met(a_city(portals=(1, 7)))


def test_bf_n11_requires_both_guardians() -> None:
    both = HasGuardians(Guardian.WOOD, Guardian.BLUE)
    assert both.met(a_city(guardians=guardians("wood", "blue")))
    assert not both.met(a_city(guardians=guardians("wood", "pink")))


def test_bf_n12_counts_specialists_and_elders_as_gnomes() -> None:
    assert Gnomes(3).met(a_city(gnomes=gnomes("1 2 L1")))
    assert not Gnomes(3).met(a_city(gnomes=gnomes("1 L1")))


def test_bf_n13_requires_a_number_of_one_resource() -> None:
    assert ResourceCount(Resource.GOLD, 4).met(a_city(resources=Resources(gold=4)))
    assert not ResourceCount(Resource.GOLD, 4).met(a_city(resources=Resources(gold=3, herb=2)))


def test_bf_n14_requires_equal_resources_on_neighbouring_path_tiles() -> None:
    assert AdjacentPathsSameResource().met(a_city(paths=paths("red-01 blue-03 yellow-04")))
    assert not AdjacentPathsSameResource().met(a_city(paths=paths("blue-03 red-01 yellow-04")))


def test_bf_n15_requires_an_offering_on_both_islands_of_a_resource() -> None:
    assert OfferingOnBothResourceIslands(Resource.ROOT).met(a_city(offerings=offerings("t06 t05")))
    assert not OfferingOnBothResourceIslands(Resource.ROOT).met(a_city(offerings=offerings("t06 t06")))


def test_bf_n16_q44_requires_a_bonfire_of_each_color_without_the_task_itself() -> None:
    assert BonfiresAllColors().met(a_city(spaces=spaces("4:red-05", "1:blue-01 2:red-01 3:yellow-01")))
    assert not BonfiresAllColors().met(a_city(spaces=spaces("4:red-05", "1:blue-01 3:yellow-01")))


def test_bf_n17_q44_requires_bonfires_of_two_colors_without_the_task_itself() -> None:
    condition = BonfiresOfColors(Color.BLUE, Color.RED)
    assert condition.met(a_city(spaces=spaces("4:red-07", "1:blue-01 2:red-01")))
    assert not condition.met(a_city(spaces=spaces("4:red-07", "1:blue-01")))


def test_bf_n18_counts_the_seats_own_guardian() -> None:
    assert Guardians(4).met(a_city(guardians=guardians("pink", "grey", "wood")))
    assert not Guardians(4).met(a_city(guardians=guardians("pink", "grey")))


def test_bf_n19_requires_an_area_of_each_of_two_symbols() -> None:
    condition = FateGroups(ActionType.SHIP, ActionType.PATH, 3)
    sequence = "6@3,5/180 3@4,4/180 2@5,5/180 7@3,1/90 4@4,5/0"
    assert condition.met(a_city(fate=fate(sequence)))
    assert not condition.met(a_city(fate=fate(sequence)[:3]))


def test_bf_n20_q44_counts_tasks_and_bonfires_of_a_color() -> None:
    condition = TasksOrBonfiresOfColor(Color.YELLOW, 4)
    assert condition.met(a_city(spaces=spaces("1:yellow-11 2:yellow-01", "3:yellow-02 4:yellow-03")))
    assert not condition.met(a_city(spaces=spaces("1:yellow-11 2:red-01", "3:yellow-02 4:yellow-03")))


def test_bf_n21_counts_only_elders() -> None:
    assert Elders(3).met(a_city(gnomes=gnomes("L1 L2 L3")))
    assert not Elders(3).met(a_city(gnomes=gnomes("L1 L2 3 4")))


def test_bf_n22_q41_requires_an_empty_offering_pile() -> None:
    assert OfferingPileDepleted().met(a_city(offerings_left=()))
    assert not OfferingPileDepleted().met(a_city(offerings_left=OFFERINGS[:1]))


def test_bf_n23_q31_counts_crystals_of_built_path_tiles() -> None:
    assert PathsOfCrystal(Color.BLUE, 2).met(a_city(paths=paths("blue-01 red-01 blue-09")))
    assert not PathsOfCrystal(Color.BLUE, 2).met(a_city(paths=paths("blue-01 red-01")))


def test_bf_n24_q44_counts_only_lit_bonfires() -> None:
    lit = "1:blue-01 2:blue-02 3:blue-03 4:blue-04"
    assert Bonfires(5).met(a_city(spaces=spaces("6:yellow-09", f"{lit} 5:red-01")))
    assert not Bonfires(5).met(a_city(spaces=spaces("6:yellow-09 5:red-01", lit)))


def test_bf_n25_requires_two_offerings_on_each_of_several_islands() -> None:
    assert IslandsWithTwoOfferings(3).met(a_city(offerings=offerings("t01 t01 t01 t02 t02 t03 t03")))
    assert not IslandsWithTwoOfferings(3).met(a_city(offerings=offerings("t01 t01 t01 t02 t02 t03")))


def test_bf_n26_requires_equal_basic_resources() -> None:
    assert IdenticalResources(5).met(a_city(resources=Resources(fruit=5)))
    assert not IdenticalResources(5).met(a_city(resources=Resources(fruit=4, gold=5)))


@pytest.mark.parametrize(
    "cells,sequence",
    [
        (CellSet.HIGHLIGHTED, "8@3,5/180 7@2,6/90 3@2,5/180 1@4,2/270 5@4,5/180"),
        (CellSet.GOLD, "1@3,5/180 2@1,6/90 5@1,2/90 8@4,7/180 6@5,6/180 3@5,1/0"),
        (CellSet.OUTER_COLUMNS, "4@3,5/180 7@2,1/0 2@3,1/90 6@4,5/0 8@3,7/270 1@1,3/180 5@5,5/0"),
    ],
)
def test_bf_n27_q23_requires_every_cell_of_the_set_to_be_covered(cells: CellSet, sequence: str) -> None:
    assert FateCellsCovered(cells).met(a_city(fate=fate(sequence)))
    assert not FateCellsCovered(cells).met(a_city(fate=fate(sequence)[:-1]))


def test_bf_n28_q43_counts_guardians_at_bonfires() -> None:
    assert GuardiansAtBonfires(2).met(a_city(guardians=guardians(pink="bonfire:2", grey="bonfire:7")))
    assert not GuardiansAtBonfires(2).met(a_city(guardians=guardians(pink="bonfire:2", grey="path:7")))


def test_bf_n29_q24_requires_action_tiles_of_one_type() -> None:
    assert ActionTiles(Tile.PATH, 5).met(a_city(tiles=Tiles(path=5)))
    assert not ActionTiles(Tile.PATH, 5).met(a_city(tiles=Tiles(path=4, ship=5)))


def test_bf_n30_requires_two_separate_areas() -> None:
    assert FateTwoGroups(4).met(a_city(fate=fate(TWO_FOURS)))
    assert not FateTwoGroups(4).met(a_city(fate=fate(TWO_FOURS)[:-1]))
