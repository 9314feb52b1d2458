"""The breakdown of the points (BF-FS1 to BF-FS11), with the worked example BF-X20."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.bonfire.catalogue import CommonTask, FateTileId
from domain.bonfire.scoring import score
from domain.bonfire.state import Bonfire, City, Resources, Tiles
from domain.kernel.score import ScoreItem, SeatScore, ranks
from tests.support.cities import a_city, fate, gnomes, guardians, paths, spaces
from tests.support.scenario import Scenario

ALL_PORTALS = (1, 2, 3, 4, 5, 6, 7)
SEVEN = "1:red-01 2:red-02 3:red-03 4:red-04 5:red-05 6:red-06 7:red-07"


def scored(city: City) -> SeatScore:
    return score(Bonfire(2, (), (city,))).seats[0]


def line(item: str, **parts: Any) -> ScoreItem:
    return next(each for each in scored(a_city(**parts)).items if each.item == item)


def the_city_of_x20() -> City:
    return a_city(
        points=5,
        spaces=spaces("", "2:blue-05 3:yellow-01 4:red-02 5:red-09 7:blue-02"),
        paths=paths("blue-01 yellow-01 red-01 red-02"),
        portals=ALL_PORTALS,
        guardians=guardians("pink", "wood", grey="bonfire:5"),
        gnomes=gnomes("L5"),
        fate_supply=(FateTileId("fate-2"), FateTileId("fate-7")),
        tiles=Tiles(ship=2, yellow=1),
        resources=Resources(herb=1),
    )


def test_bf_x20_the_rulebook_example_gives_61_points() -> None:
    city = the_city_of_x20()
    result = scored(city)
    assert {item.item: item.points for item in result.items} == {
        "gained": 5,
        "bonfires": 20,
        "guardians": 6,
        "gnomes": 0,
        "portals": 10,
        "paths": 8,
        "common_tasks": 4,
        "seven_bonfires": 0,
        "fate_tiles": 6,
        "left_over": 2,
    }
    assert result.total == 61


def test_bf_x20_every_score_line_names_its_rule_and_count() -> None:
    items = {item.item: (item.rule, item.counted) for item in scored(the_city_of_x20()).items}
    assert items["bonfires"] == ("BF-FS1", ("blue-05", "yellow-01", "red-02", "red-09", "blue-02"))
    assert items["guardians"] == ("BF-FS2", ("grey",))
    assert items["portals"] == ("BF-FS3", ("crescent", "star", "diamond", "square", "circle"))
    assert items["paths"] == ("BF-FS4", paths("blue-01 yellow-01 red-01 red-02"))
    assert items["common_tasks"] == ("BF-FS5", ("common_portals_7",))
    assert items["fate_tiles"] == ("BF-FS7", ("fate-2", "fate-7"))
    assert items["left_over"] == ("BF-FS8", ("ship", "ship", "yellow", "herb"))


def test_bf_fs1_lit_bonfires_give_their_printed_points() -> None:
    assert line("bonfires", spaces=spaces("1:yellow-09", "2:yellow-22 3:blue-01")).points == 10


@pytest.mark.parametrize("position,points", [(p, p + 1) for p in range(1, 8)])
def test_bf_fs2_a_guardian_at_a_bonfire_gives_one_more_than_her_position(position: int, points: int) -> None:
    assert line("guardians", guardians=guardians(pink=f"bonfire:{position}")).points == points


def test_bf_fs2_x12_a_guardian_at_bonfire_3_gives_four_points() -> None:
    assert line("guardians", guardians=guardians(pink="bonfire:3")).points == 4


def test_bf_fs2_a_guardian_on_the_path_gives_nothing() -> None:
    assert line("guardians", guardians=guardians(pink="path:7")).points == 0


def test_bf_fs2a_g18_two_more_points_for_each_guardian_at_a_bonfire() -> None:
    stands = guardians(pink="bonfire:2", grey="bonfire:7", wood="path:3")
    item = line("gnomes", guardians=stands, gnomes=gnomes("18 L1"))
    assert item == ScoreItem("gnomes", "BF-FS2a", 4, ("specialist-18",))
    assert line("gnomes", guardians=stands, gnomes=gnomes("17 19 L1")).points == 0


def test_bf_fs3_a_portal_counts_only_at_a_lit_bonfire() -> None:
    city = {"portals": (5, 6, 7), "spaces": spaces("6:red-01", "4:red-02 7:red-03")}
    assert line("portals", **city) == ScoreItem("portals", "BF-FS3", 2, ("circle",))


def test_bf_q50_fs3_a_portal_needs_no_path_tile() -> None:
    assert line("portals", portals=(7,), paths=(), spaces=spaces("", "7:red-03")).points == 2


def test_bf_fs4_a_path_tile_counts_with_a_lit_bonfire_of_its_crystals_color() -> None:
    city = {
        "paths": paths("blue-01 red-01 yellow-01 red-02"),
        "spaces": spaces("5:red-01", "2:blue-01 3:blue-02 4:yellow-01"),
    }
    assert line("paths", **city) == ScoreItem("paths", "BF-FS4", 4, paths("blue-01 yellow-01"))


def test_bf_q50_fs4_a_path_tile_needs_neither_portal_nor_guardian() -> None:
    assert line("paths", paths=paths("red-01"), portals=(), spaces=spaces("", "2:red-03")).points == 2


def test_bf_fs9_q31_the_starting_tile_has_no_crystal_and_gives_no_points() -> None:
    for task in ("blue-01", "red-01", "yellow-01"):
        assert line("paths", spaces=spaces("", f"1:{task}")).points == 0


def test_bf_fs9_unlit_tasks_cost_nothing_and_give_nothing() -> None:
    assert scored(a_city(spaces=spaces("1:yellow-09 2:blue-01"))).total == 0


def test_bf_fs5_k7_each_common_task_gives_four_points_whoever_used_its_novice() -> None:
    item = line("common_tasks", portals=ALL_PORTALS, gnomes=gnomes("1 2 3 4 5 6"))
    assert (item.points, item.counted) == (8, ("common_portals_7", "common_gnomes_6"))


def test_bf_y24_fs5_two_seats_get_the_points_for_the_same_common_task() -> None:
    both = score(Bonfire(2, (), (a_city(portals=ALL_PORTALS), a_city(portals=ALL_PORTALS)))).seats
    assert [seat.total for seat in both] == [4, 4]


def test_bf_k7_fs5_seven_tasks_give_four_points_while_one_is_unlit() -> None:
    city = {"spaces": spaces("1:red-01", SEVEN.partition(" ")[2])}
    assert line("common_tasks", **city).counted == (CommonTask.TASKS,)
    assert line("common_tasks", **city).points == 4
    assert line("seven_bonfires", **city).points == 0


def test_bf_y33_fs6_k7_seven_bonfires_give_seven_instead_of_four() -> None:
    city = {"spaces": spaces("", SEVEN)}
    assert line("common_tasks", **city).points == 0
    assert line("seven_bonfires", **city) == ScoreItem("seven_bonfires", "BF-FS6", 7, (CommonTask.TASKS,))


def test_bf_fs7_three_points_for_each_fate_tile_in_the_supply() -> None:
    supply = (FateTileId("fate-3"), FateTileId("fate-4"), FateTileId("fate-5"))
    assert line("fate_tiles", fate_supply=supply, fate=fate("1@3,3/0")).points == 9


@pytest.mark.parametrize("tiles,herbs,points", [(0, 0, 0), (1, 0, 0), (1, 1, 1), (3, 2, 2), (3, 3, 3)])
def test_bf_fs8_every_two_tiles_and_resources_give_a_point(tiles: int, herbs: int, points: int) -> None:
    held = {"tiles": Tiles(ship=tiles), "resources": Resources(herb=herbs)}
    assert line("left_over", **held).points == points


def test_bf_fs10_points_gained_during_play_are_added_and_elders_count_once() -> None:
    item = line("gained", points=12, gnomes=gnomes("L1 L6"))
    assert (item.rule, item.points) == ("BF-FS10", 12)
    assert scored(a_city(points=12, gnomes=gnomes("L1 L6"))).total == 12


def test_bf_fs11_more_bonfires_break_a_tie() -> None:
    one = a_city(points=2, spaces=spaces("", "1:yellow-05"))
    two = a_city(points=4, spaces=spaces("", "1:blue-01 2:blue-02"))
    result = score(Bonfire(2, (), (one, two)))
    assert [seat.total for seat in result.seats] == [8, 8]
    assert ranks(result) == (2, 1)


def test_bf_y32_q1_fs11_equal_totals_and_bonfires_share_the_victory() -> None:
    lit = spaces("", "1:blue-01 2:blue-02 3:blue-03 4:blue-04 5:blue-05")
    tied = a_city(points=48, spaces=lit)
    third = replace(tied, points=47)
    result = score(Bonfire(3, (), (third, tied, tied)))
    assert [seat.total for seat in result.seats] == [57, 58, 58]
    assert ranks(result) == (3, 1, 1)


def test_bf_fs8_a_running_game_can_be_scored_at_any_time(game: Scenario) -> None:
    seats = score(game.state).seats
    assert [seat.total for seat in seats] == [21, 21]
    assert all(seat.total == sum(item.points for item in seat.items) for seat in seats)
