"""The printed facts of the edition: counts, ids and the constraints its tables were made to satisfy."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from domain.bonfire import catalogue
from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    BOARD,
    BOARDS,
    DISTANCE,
    ELDERS,
    FATE_TILES,
    GREAT_BONFIRE,
    ISLAND,
    ISLANDS,
    OFFERINGS,
    PATH_TILES,
    SPECIALISTS,
    SPOTS,
    TOM_CARDS,
    ActionType,
    BoardId,
    Color,
    CommonTask,
    CouncilSpace,
    Extension,
    Guardian,
    IslandId,
    IslandPurpose,
    PlayerColor,
    PortalShape,
    Resource,
    Tile,
    TomAction,
)

ROUTES = sorted({tuple(sorted((island.id, end))) for island in ISLANDS for end in island.routes})
ALL_IDS = [
    *(island.id for island in ISLANDS),
    *(tile.id for tile in PATH_TILES),
    *(tile.id for tile in FATE_TILES),
    *(board.id for board in BOARDS),
    *(space.id for space in GREAT_BONFIRE),
    *(card.id for card in (*SPECIALISTS, *ELDERS)),
    *(card.id for card in TOM_CARDS),
    *OFFERINGS,
    *CouncilSpace,
    *CommonTask,
]


def test_every_component_has_a_unique_id() -> None:
    assert len(set(ALL_IDS)) == len(ALL_IDS)


@pytest.mark.parametrize(
    "rows, lookup",
    [
        (catalogue.ISLANDS, catalogue.ISLAND),
        (catalogue.PATH_TILES, catalogue.PATH_TILE),
        (catalogue.FATE_TILES, catalogue.FATE_TILE),
        (catalogue.BOARDS, catalogue.BOARD),
        (catalogue.GREAT_BONFIRE, catalogue.BONFIRE_SPACE),
        ((*catalogue.SPECIALISTS, *catalogue.ELDERS), catalogue.GNOME_CARD),
        (catalogue.TOM_CARDS, catalogue.TOM_CARD),
    ],
)
def test_a_lookup_holds_every_row_under_its_id(rows: tuple[object, ...], lookup: dict[str, object]) -> None:
    assert tuple(lookup.values()) == rows


def test_bf_m1_the_game_board_has_a_place_for_everything_on_it() -> None:
    assert len(GREAT_BONFIRE) == 7
    assert len(CouncilSpace) == 8
    assert len(CommonTask) == 5
    drawn = {
        *(island.id for island in ISLANDS),
        *(space.id for space in GREAT_BONFIRE),
        *CouncilSpace,
        *CommonTask,
        *(card.id for card in ELDERS),
        *(f"path_display:{slot}" for slot in range(1, 5)),
        *(f"path_pile:{pile}" for pile in (1, 2)),
        *(f"specialist_display:{slot}" for slot in range(1, 7)),
        "landing_stage",
        "great_bonfire",
        "gnome_pile",
        "countdown",
    }
    assert set(SPOTS) == drawn


def test_bf_m1_places_on_the_board_are_inside_it_and_apart() -> None:
    assert all(0 <= spot.x <= 100 and 0 <= spot.y <= 100 for spot in SPOTS.values())
    for (first, a), (second, b) in combinations(SPOTS.items(), 2):
        assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= 16, (first, second)


def test_bf_m1_council_spaces_lie_clockwise_around_the_great_bonfire() -> None:
    assert [space.value for space in CouncilSpace] == [
        "council_gold",
        "council_path",
        "council_guardian",
        "council_great_bonfire",
        "council_specialist",
        "council_guardian_move",
        "council_ship",
        "council_fate",
    ]
    around = [SPOTS[space] for space in CouncilSpace]
    turns = [(a.x - 50) * (b.y - 50) - (a.y - 50) * (b.x - 50) for a, b in pairwise([*around, around[0]])]
    assert all(turn > 0 for turn in turns)


def test_bf_m2_the_first_path_shows_gold() -> None:
    assert catalogue.STARTING_PATH_RESOURCE is Resource.GOLD


def test_bf_m3_each_of_the_four_boards_has_every_shape_once() -> None:
    assert [board.id for board in BOARDS] == ["A", "B", "C", "D"]
    assert all(sorted(board.portals) == sorted(PortalShape) for board in BOARDS)


def test_bf_m3_the_boards_have_different_shapes_at_every_position() -> None:
    for position in range(7):
        assert len({board.portals[position] for board in BOARDS}) == 4


def test_bf_m3_no_two_boards_share_a_pair_of_consecutive_shapes() -> None:
    pairs = [pair for board in BOARDS for pair in pairwise(board.portals)]
    assert len(set(pairs)) == len(pairs)


def test_bf_m3_portals_are_listed_by_position() -> None:
    portals = BOARD[BoardId("A")].portals
    assert portals[7 - 1] is PortalShape.CIRCLE
    assert portals[3 - 1] is PortalShape.STAR
    assert portals[1 - 1] is PortalShape.HEXAGON


def test_bf_m3_the_fate_area_has_the_printed_cells() -> None:
    assert (catalogue.FATE_ROWS, catalogue.FATE_COLUMNS) == (5, 7)
    assert set(catalogue.START_ANCHOR.values()) <= catalogue.START_CELLS
    assert {(2, 2), (3, 2), (3, 6), (4, 6)} < catalogue.HIGHLIGHTED_CELLS
    sets = {
        "start": catalogue.START_CELLS,
        "gold": catalogue.GOLD_CELLS,
        "yellow": catalogue.YELLOW_CELLS,
        "highlighted": catalogue.HIGHLIGHTED_CELLS,
        "outer": catalogue.OUTER_COLUMN_CELLS,
    }
    assert {name: len(cells) for name, cells in sets.items()} == {
        "start": 3,
        "gold": 4,
        "yellow": 4,
        "highlighted": 12,
        "outer": 10,
    }
    assert all(1 <= row <= 5 and 1 <= column <= 7 for cells in sets.values() for row, column in cells)
    assert not catalogue.GOLD_CELLS & catalogue.YELLOW_CELLS
    assert not catalogue.START_CELLS & catalogue.HIGHLIGHTED_CELLS


def test_bf_m4_extensions_are_the_oval_building_and_terraces() -> None:
    assert list(Extension) == ["oval_building", "terrace"]


def test_bf_m5_path_tiles_have_ten_ten_and_eight_of_each_crystal() -> None:
    assert Counter(tile.crystal for tile in PATH_TILES) == {Color.BLUE: 10, Color.RED: 10, Color.YELLOW: 8}


def test_bf_m5_path_tiles_show_each_basic_resource_and_never_gold() -> None:
    assert Counter(tile.resource for tile in PATH_TILES) == {
        Resource.BLOSSOM: 6,
        Resource.FRUIT: 6,
        Resource.HERB: 6,
        Resource.SHELL: 5,
        Resource.ROOT: 5,
    }


def test_bf_m7_there_are_four_portals_of_each_of_seven_shapes() -> None:
    assert len(PortalShape) * catalogue.PORTALS_PER_SHAPE == 28


def test_bf_m8_there_are_72_action_tiles_twelve_of_them_yellow() -> None:
    assert sum(catalogue.TILE_COPIES.values()) == 72
    assert catalogue.TILE_COPIES[Tile.YELLOW] == 12
    assert [tile.value for tile in Tile] == [*ActionType, "yellow"]


def test_bf_m9_there_are_57_resources_twelve_of_them_gold() -> None:
    assert sum(catalogue.RESOURCE_COPIES.values()) == 57
    assert catalogue.RESOURCE_COPIES[Resource.GOLD] == 12
    assert set(BASIC_RESOURCES) == set(Resource) - {Resource.GOLD}


def test_bf_m10_countdown_tiles_go_from_five_down_to_one() -> None:
    assert catalogue.COUNTDOWN_TILES == (5, 4, 3, 2, 1)


def test_bf_m11_the_great_bonfire_points_south_at_first_and_turns_clockwise() -> None:
    assert [space.id for space in GREAT_BONFIRE] == [f"gb{number}" for number in range(7)]
    assert list(catalogue.BONFIRE_ANGLE.values()) == [180.0, 231.4, 282.9, 334.3, 25.7, 77.1, 128.6]


def test_bf_m12_sixteen_guardians_live_on_four_islands() -> None:
    assert len(catalogue.ISLAND_GUARDIANS) * catalogue.GUARDIANS_PER_ISLAND == 16
    assert set(catalogue.ISLAND_GUARDIANS) == set(Guardian) - {Guardian.OWN}
    for guardian in catalogue.ISLAND_GUARDIANS:
        assert catalogue.GUARDIAN_ISLAND[guardian] == f"g_{guardian}"


def test_bf_m13_each_of_five_common_tasks_has_a_neutral_novice() -> None:
    assert [task.value for task in CommonTask] == [
        "common_tasks_7",
        "common_portals_7",
        "common_paths_7",
        "common_guardians_5",
        "common_gnomes_6",
    ]


def test_bf_m14_there_are_27_specialists_and_six_elders() -> None:
    assert [card.number for card in SPECIALISTS] == list(range(1, 28))
    assert [card.number for card in ELDERS] == list(range(1, 7))
    assert SPECIALISTS[0].id == "specialist-01"
    assert ELDERS[5].id == "elder-6"
    slugs = [card.slug for card in (*SPECIALISTS, *ELDERS)]
    assert len(set(slugs)) == 33


def test_bf_m14_three_specialists_show_gold_and_the_rest_are_evenly_spread() -> None:
    assert [card.number for card in SPECIALISTS if card.resource is Resource.GOLD] == [5, 14, 23]
    shown = Counter(card.resource for card in (*SPECIALISTS, *ELDERS))
    assert shown == {**dict.fromkeys(BASIC_RESOURCES, 6), Resource.GOLD: 3}


def test_bf_m16_eight_tom_cards_have_the_derived_actions_and_five_icons() -> None:
    assert Counter(card.action for card in TOM_CARDS) == {
        TomAction.GNOME: 1,
        TomAction.PATH: 2,
        TomAction.TASK_HIGH: 1,
        TomAction.TASK_LOW: 1,
        TomAction.GUARDIAN: 1,
        TomAction.GREAT_BONFIRE: 2,
    }
    assert [card.gnome_icon for card in TOM_CARDS] == [True] * 5 + [False] * 3


def test_bf_m17_each_of_four_colours_has_its_fate_tiles_offerings_and_novices() -> None:
    assert list(PlayerColor) == ["red", "green", "violet", "orange"]
    assert len(FATE_TILES) == 8
    assert len(OFFERINGS) == 10
    assert Counter(catalogue.OFFERING_RESOURCE.values()) == dict.fromkeys(BASIC_RESOURCES, 2)
    assert catalogue.NOVICES == 7


def test_bf_m17_every_fate_symbol_occurs_four_times_and_once_on_a_tile() -> None:
    assert Counter(symbol for tile in FATE_TILES for symbol in tile.symbols) == dict.fromkeys(ActionType, 4)
    assert all(len(set(tile.symbols)) == 3 for tile in FATE_TILES)


def test_bf_m17_every_pair_of_fate_symbols_shares_one_or_two_tiles() -> None:
    for pair in combinations(ActionType, 2):
        assert sum(set(pair) <= set(tile.symbols) for tile in FATE_TILES) in {1, 2}


def test_bf_m18_fourteen_islands_are_ten_for_tasks_and_four_for_guardians() -> None:
    assert len(catalogue.TASK_ISLANDS) == 10
    assert len(catalogue.GUARDIAN_ISLANDS) == 4
    for island in ISLANDS:
        assert (island.resource is None) == (island.kind is IslandPurpose.GUARDIAN)
        assert (island.guardian is None) == (island.kind is IslandPurpose.TASK)


def test_bf_m18_every_basic_resource_has_two_islands_and_gold_none() -> None:
    for resource in BASIC_RESOURCES:
        first, second = catalogue.islands_of(resource)
        assert DISTANCE[first][second] == (3 if resource is Resource.ROOT else 4)
    assert catalogue.islands_of(Resource.GOLD) == ()


def test_bf_m18_four_task_islands_lie_in_the_corners() -> None:
    corners = [island for island in ISLANDS if island.corner]
    assert [island.id for island in corners] == ["t01", "t04", "t07", "t10"]
    assert {(island.x, island.y) for island in corners} == {(10, 10), (90, 10), (10, 90), (90, 90)}
    assert all(island.kind is IslandPurpose.TASK for island in corners)


def test_bf_m18_24_routes_go_both_ways() -> None:
    assert len(ROUTES) == 24
    assert all(island.id in ISLAND[end].routes for island in ISLANDS for end in island.routes)


def test_bf_m18_every_island_can_be_reached_at_the_listed_distances() -> None:
    assert all(set(distances) == set(ISLAND) for distances in DISTANCE.values())
    pairs = Counter(DISTANCE[a][b] for a, b in combinations(ISLAND, 2))
    assert pairs == {1: 24, 2: 26, 3: 29, 4: 10, 5: 2}
    assert DISTANCE[IslandId("t05")][IslandId("t06")] == 3


def test_bf_m18_no_two_routes_cross() -> None:
    for (a, b), (c, d) in combinations(ROUTES, 2):
        if len({a, b, c, d}) == 4:
            assert not (_sides(a, b, c, d) and _sides(c, d, a, b)), (a, b, c, d)


def _sides(a: str, b: str, c: str, d: str) -> bool:
    """Whether c and d lie on different sides of the line through a and b."""
    start, end = SPOTS[a], SPOTS[b]
    first, second = (
        (end.x - start.x) * (SPOTS[p].y - start.y) - (end.y - start.y) * (SPOTS[p].x - start.x)
        for p in (c, d)
    )
    return first * second < 0


def test_bf_m19_a_city_has_the_printed_limits() -> None:
    assert (catalogue.MAX_TASKS, catalogue.MAX_PATHS, catalogue.MAX_PORTALS) == (7, 6, 7)
    assert (catalogue.MAX_GUARDIANS, catalogue.MAX_GNOMES, catalogue.NOVICES) == (5, 6, 7)


def test_bf_q3_the_path_tiles_behind_the_display_make_two_piles_of_twelve() -> None:
    assert len(PATH_TILES) - catalogue.PATH_DISPLAY_SLOTS == catalogue.PATH_PILES * 12


def test_bf_q32_a_space_of_the_great_bonfire_prints_a_resource_or_points() -> None:
    assert [space.id for space in GREAT_BONFIRE if space.resource is None] == ["gb2"]
    assert {space.id: space.points for space in GREAT_BONFIRE if space.points} == {"gb2": 2}
    assert {space.tile for space in GREAT_BONFIRE} == set(Tile)
    assert {space.resource for space in GREAT_BONFIRE} == {*Resource, None}


def test_bf_t45_the_first_three_path_tiles_cost_one_and_the_last_three_two() -> None:
    assert catalogue.PATH_COST == {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2}


def test_bf_d1_the_countdown_threshold_depends_on_the_number_of_players() -> None:
    assert catalogue.COUNTDOWN_THRESHOLD == {1: 7, 2: 7, 3: 10, 4: 13}


def test_bf_fs2_a_guardian_at_a_bonfire_scores_its_position_plus_one() -> None:
    assert [catalogue.GUARDIAN_POINTS[position] for position in catalogue.POSITIONS] == [2, 3, 4, 5, 6, 7, 8]
