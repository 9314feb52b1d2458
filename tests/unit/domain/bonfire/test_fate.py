"""Option I: placing a fate tile and what it gives (BF-T10 to BF-T19, BF-X1 to BF-X5)."""

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import ActionType, FateTileId, Resource, Tile
from domain.bonfire.commands import DiscardActionTiles, End, EndTurn, FateCell, PlaceFateTile
from domain.bonfire.fate_area import area, symbols
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import PlacedFate, Resources, Tiles
from domain.kernel.messages import Event
from tests.support.builders import tiles
from tests.support.cities import fate
from tests.support.given import recruited
from tests.support.scenario import Scenario

GUARDIAN, PATH, GNOME, TASK, SHIP = Tile.GUARDIAN, Tile.PATH, Tile.GNOME, Tile.TASK, Tile.SHIP


def supply(*numbers: int) -> Event:
    """fate-1 lies on (3,3)-(3,5) and these are in the supply, top first."""
    return e.StartFateTileChosen(
        0, PlacedFate(FateTileId("fate-1"), 3, 3, 0), tuple(FateTileId(f"fate-{n}") for n in numbers)
    )


def place(row: int, column: int, rotation: int, end: End = End.TOP) -> PlaceFateTile:
    return PlaceFateTile(end=end, anchor=FateCell(row, column), rotation=rotation)


def placed(spot: str, end: End = End.TOP) -> Event:
    return e.FateTilePlaced(0, fate(spot)[0], end)


def gained(*kinds: Tile) -> Event:
    return e.TilesGained(0, kinds, rule="BF-T14")


def taken(command: PlaceFateTile) -> Event:
    return e.ActionTaken(0, command, main=True)


@pytest.fixture
def after_x1a(game: Scenario) -> Scenario:
    """fate-8 lies on (4,5)-(4,7) too; its tiles are not given, and the turn is fresh."""
    return game.given(supply(8, 5, 3, 4, 6, 7, 2), placed("8@4,5/0"))


def test_bf_x1a_t14_an_area_gives_as_many_tiles_as_it_has_cells(game: Scenario) -> None:
    game.given(supply(8, 5, 3, 4, 6, 7, 2))
    command = place(4, 5, 0)
    game.when(0, command).then(taken(command), placed("8@4,5/0"), gained(GUARDIAN, GUARDIAN, PATH, GNOME))
    assert game.state.cities[0].tiles == Tiles(guardian=2, path=1, gnome=1)


def test_bf_x1_t14_q64_an_area_may_span_several_tiles(after_x1a: Scenario) -> None:
    command = place(2, 4, 0)
    after_x1a.when(0, command).then(
        taken(command),
        placed("5@2,4/0"),
        gained(TASK, TASK, GUARDIAN, GUARDIAN, GUARDIAN, Tile.GREAT_BONFIRE),
    )
    assert after_x1a.state.cities[0].tiles == Tiles(guardian=3, task=2, great_bonfire=1)


def test_bf_x2_t14_t15_q64_the_rulebook_placement_gives_five_tiles_and_a_gold(after_x1a: Scenario) -> None:
    command = place(3, 6, 270, End.BOTTOM)
    after_x1a.when(0, command).then(
        taken(command),
        placed("2@3,6/270", End.BOTTOM),
        gained(GUARDIAN, GUARDIAN, GUARDIAN, SHIP, PATH),
        e.SymbolsCovered(0, (), (Resource.GOLD,)),
    )
    city = after_x1a.state.cities[0]
    assert (city.tiles, city.resources) == (Tiles(guardian=3, ship=1, path=1), Resources(gold=1))


def test_bf_t14_each_area_is_counted_once(game: Scenario) -> None:
    # fate-2 brings a guardian beside the guardian of fate-1, and a ship beside nothing of its kind.
    game.given(supply(2, 5))
    command = place(2, 5, 0)
    game.when(0, command).then(taken(command), placed("2@2,5/0"), gained(GUARDIAN, GUARDIAN, SHIP, PATH))


@pytest.mark.parametrize("start", [(2, 4), (3, 3), (3, 4), (3, 5), (4, 4)])
def test_bf_t14_an_area_reaches_up_down_left_and_right_from_each_of_its_cells(start: tuple[int, int]) -> None:
    cross = [(2, 4), (3, 3), (3, 4), (3, 5), (4, 4)]
    corners = [(2, 3), (2, 5), (4, 3), (4, 5)]
    apart = [(1, 1), (3, 7), (5, 2)]
    layout = dict.fromkeys([*cross, *apart], ActionType.SHIP) | dict.fromkeys(corners, ActionType.PATH)
    assert area(layout, start) == frozenset(cross)


def test_bf_t15_a_yellow_symbol_gives_a_yellow_tile(game: Scenario) -> None:
    game.given(supply(6, 2), placed("6@2,6/180"))
    game.when(0, place(2, 7, 90)).then_includes(e.SymbolsCovered(0, (Tile.YELLOW,), ()))
    assert game.state.cities[0].tiles.yellow == 1


def test_bf_t15_a_tile_may_cover_several_symbols(game: Scenario) -> None:
    game.given(supply(6, 2), placed("6@2,4/180"))
    game.when(0, place(1, 2, 0)).then_includes(e.SymbolsCovered(0, (Tile.YELLOW,), (Resource.GOLD,)))


@pytest.mark.parametrize("held", [2, 5])
def test_bf_x5_t10_t7_a_fate_tile_is_refused_with_two_or_more_action_tiles(game: Scenario, held: int) -> None:
    game.given(tiles(0, ship=held))
    refusal = game.when(0, place(2, 3, 0)).then_refused("too_many_tiles", rule="BF-T10")
    assert refusal.details == {"held": held, "limit": 1}
    assert game.legal(0, PlaceFateTile) == []
    game.when(0, DiscardActionTiles(tiles=(SHIP,) * (held - 1))).then_accepted()
    game.when(0, place(2, 3, 0)).then_accepted()


@pytest.mark.parametrize("held", [0, 1])
def test_bf_t10_one_action_tile_may_be_kept(game: Scenario, held: int) -> None:
    game.given(tiles(0, yellow=held))
    assert game.legal(0, PlaceFateTile) == [PlaceFateTile(end=End.TOP), PlaceFateTile(end=End.BOTTOM)]


@pytest.mark.parametrize("yellow,code", [(1, None), (2, "too_many_tiles")])
def test_bf_q47_t10_a_yellow_tile_that_covers_two_units_is_still_one_tile(
    game: Scenario, yellow: int, code: str | None
) -> None:
    game.given(*recruited(0, "5"), tiles(0, yellow=yellow))
    outcome = game.when(0, place(2, 3, 0))
    assert (outcome.refused.code if outcome.refused else None) == code


@pytest.mark.parametrize("end,tile", [(End.TOP, 2), (End.BOTTOM, 7)])
def test_bf_x4_t11_only_the_top_or_the_bottom_tile_can_be_placed(game: Scenario, end: End, tile: int) -> None:
    assert game.state.cities[0].fate_supply == tuple(f"fate-{n}" for n in (2, 5, 3, 8, 4, 6, 7))
    game.when(0, place(2, 3, 0, end)).then_includes(placed(f"{tile}@2,3/0", end))


def test_bf_t17_the_rest_of_the_supply_keeps_its_order(game: Scenario) -> None:
    game.given(e.FateTilePlaced(0, fate("2@2,3/0")[0], End.TOP))
    assert game.state.cities[0].fate_supply == tuple(f"fate-{n}" for n in (5, 3, 8, 4, 6, 7))
    game.given(e.FateTilePlaced(0, fate("7@4,3/0")[0], End.BOTTOM))
    assert game.state.cities[0].fate_supply == tuple(f"fate-{n}" for n in (5, 3, 8, 4, 6))


@pytest.mark.parametrize(
    "rotation,cells",
    [
        (0, [(2, 3), (2, 4), (2, 5)]),
        (90, [(2, 6), (3, 6), (4, 6)]),
        (180, [(2, 5), (2, 4), (2, 3)]),
        (270, [(4, 6), (3, 6), (2, 6)]),
    ],
)
def test_bf_t12_the_tile_extends_from_its_anchor_in_the_rotation(
    game: Scenario, rotation: int, cells: list[tuple[int, int]]
) -> None:
    game.when(0, place(*cells[0], rotation)).then_accepted()
    layout = symbols(game.state.cities[0].fate)
    assert [layout[cell] for cell in cells] == ["guardian", "ship", "path"]


@pytest.mark.parametrize("rotation", [45, 1, -90, 360])
def test_bf_t12_unknown_rotations_are_refused(game: Scenario, rotation: int) -> None:
    game.when(0, place(2, 3, rotation)).then_refused("unknown_rotation", rule="BF-T12")


def test_bf_t12_a_rotation_sent_before_the_anchor_must_fit_somewhere(game: Scenario) -> None:
    game.given(supply(2, 3, 4, 5, 6, 7, 8))
    game.given(*map(placed, ["2@4,5/180", "3@5,4/180", "4@2,3/180", "5@1,1/0", "6@3,6/270", "7@5,7/180"]))
    for rotation in (0, 180, 45):  # there is room only for upright tiles
        move = PlaceFateTile(end=End.TOP, rotation=rotation)
        game.when(0, move).then_refused("unknown_rotation", rule="BF-T12")
    game.when(0, PlaceFateTile(end=End.TOP, rotation=270)).then_accepted()
    anchors = [FateCell(3, 7), FateCell(4, 7), FateCell(5, 1)]
    assert game.legal(0) == [PlaceFateTile(anchor=anchor) for anchor in anchors]


@pytest.mark.parametrize(
    "spot", [(2, 6, 0), (5, 4, 90), (2, 2, 180), (2, 6, 270), (0, 3, 90), (6, 3, 0), (3, 8, 0)]
)
def test_bf_t12a_every_cell_must_lie_inside_the_fate_area(game: Scenario, spot: tuple[int, int, int]) -> None:
    game.when(0, place(*spot)).then_refused("outside_fate_area", rule="BF-T12a")


def test_bf_x3_t12a_the_refusal_names_the_cell_outside(after_x1a: Scenario) -> None:
    refusal = after_x1a.when(0, place(2, 6, 0)).then_refused("outside_fate_area", rule="BF-T12a")
    assert refusal.details == {"row": 2, "column": 8}


@pytest.mark.parametrize(
    "spot,cell",
    [
        ((3, 3, 0), (3, 3)),
        ((3, 5, 180), (3, 5)),
        ((3, 1, 0), (3, 3)),
        ((3, 5, 0), (3, 5)),
        ((2, 4, 90), (3, 4)),
        ((5, 4, 270), (3, 4)),
    ],
)
def test_bf_t12b_a_covered_cell_cannot_be_covered_again(
    game: Scenario, spot: tuple[int, int, int], cell: tuple[int, int]
) -> None:
    refusal = game.when(0, place(*spot)).then_refused("cell_covered", rule="BF-T12b")
    assert (refusal.details["row"], refusal.details["column"]) == cell


@pytest.mark.parametrize(
    "row,column,code,rule",
    [
        (3, 5, "cell_covered", "BF-T12b"),
        (0, 4, "outside_fate_area", "BF-T12a"),
        (1, 1, "not_adjacent", "BF-T12c"),
    ],
)
def test_bf_t12_the_refusal_of_an_anchor_names_its_own_cell(
    game: Scenario, row: int, column: int, code: str, rule: str
) -> None:
    refusal = game.when(0, PlaceFateTile(end=End.TOP, anchor=FateCell(row, column))).then_refused(
        code, rule=rule
    )
    assert refusal.details == {"row": row, "column": column}


@pytest.mark.parametrize("spot", [(1, 3, 0), (5, 3, 0), (2, 1, 90), (2, 7, 90), (1, 2, 0)])
def test_bf_t12c_a_cell_must_share_an_edge_with_an_earlier_tile(
    game: Scenario, spot: tuple[int, int, int]
) -> None:
    game.when(0, place(*spot)).then_refused("not_adjacent", rule="BF-T12c")


def test_bf_t12c_sharing_a_corner_is_not_enough(game: Scenario) -> None:
    game.given(supply(6, 2), placed("6@2,3/180"))
    game.when(0, place(1, 4, 0)).then_refused("not_adjacent", rule="BF-T12c")
    game.when(0, place(1, 3, 0)).then_accepted()


def test_bf_t12_anchors_are_listed_before_the_rotations_that_fit(game: Scenario) -> None:
    game.when(0, PlaceFateTile(end=End.TOP)).then(e.MoveBegun(0, PlaceFateTile(end=End.TOP)))
    anchors = game.legal(0)
    assert PlaceFateTile(anchor=FateCell(2, 3)) in anchors
    assert PlaceFateTile(anchor=FateCell(3, 3)) not in anchors
    assert PlaceFateTile(anchor=FateCell(1, 7)) not in anchors
    game.when(0, PlaceFateTile(anchor=FateCell(2, 6))).then_accepted()
    assert game.legal(0) == [PlaceFateTile(rotation=90), PlaceFateTile(rotation=180)]


def test_bf_t13_placed_tiles_never_move(game: Scenario) -> None:
    before = game.state.cities[0].fate
    game.when(0, place(2, 3, 0)).then_accepted()
    assert game.state.cities[0].fate == (*before, *fate("2@2,3/0"))


def test_bf_t16_any_number_of_action_tiles_may_be_held_after_placing(game: Scenario) -> None:
    game.given(supply(2, 5), tiles(0, ship=1))
    game.when(0, place(2, 5, 0)).then_accepted()
    assert game.state.cities[0].tiles == Tiles(ship=2, guardian=2, path=1)
    game.when(0, EndTurn()).then_accepted()


def test_bf_t18_option_i_is_refused_without_a_fate_tile(game: Scenario) -> None:
    game.given(supply())
    game.when(0, place(2, 3, 0)).then_refused("no_fate_tile", rule="BF-T18")
    assert game.legal(0, PlaceFateTile) == []


def test_bf_t10_t9a_option_i_is_refused_with_a_full_fate_area(game: Scenario) -> None:
    game.given(supply(2, 8, 4, 6, 5, 7, 3))
    game.given(*map(placed, ["2@2,3/0", "8@1,3/180", "4@1,7/180", "6@4,1/0", "5@4,5/0", "7@5,3/0"]))
    assert game.state.cities[0].fate_supply == ("fate-3",)
    game.when(0, PlaceFateTile()).then_refused("no_placement", rule="BF-T10")
    assert game.legal(0, PlaceFateTile) == []
    game.when(0, EndTurn()).then_includes(e.SeatStuck(0))


@pytest.mark.parametrize("reader", [(0,), (1,), ()])
def test_bf_t19_everything_about_fate_tiles_is_public(game: Scenario, reader: tuple[int, ...]) -> None:
    game.when(0, place(2, 3, 0)).then_accepted()
    city = BONFIRE.view(game.state, reader).cities[0]
    assert city.fate == game.state.cities[0].fate
    assert city.fate_supply == game.state.cities[0].fate_supply
