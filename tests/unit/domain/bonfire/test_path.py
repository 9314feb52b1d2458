from domain.bonfire import events as e
from domain.bonfire.actions.path import refills
from domain.bonfire.catalogue import CommonTask, PathTileId, Resource, Tile
from domain.bonfire.commands import BuildPath, EndTurn, PlaceNeutralNovice, RecyclePathDisplay, Source
from domain.bonfire.state import Build
from tests.support.builders import tiles
from tests.support.cities import paths
from tests.support.given import built, fulfilled, path_tiles, recruited
from tests.support.scenario import Scenario

MIXED = "blue-01 red-03 yellow-05 blue-09"
PATH, SHIP, YELLOW = Tile.PATH, Tile.SHIP, Tile.YELLOW


def test_bf_t44_t45_t46_a_display_tile_is_paid_and_placed_and_its_slot_refilled(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "blue-02 blue-03", "red-01 red-02"), tiles(0, path=1))
    move = BuildPath(source=Source.DISPLAY_2, payment=(PATH,))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (PATH,)),
        e.PathBuilt(0, PathTileId("path-red-03"), 2, "display:2", Resource.FRUIT),
        e.PathSlotRefilled(2, PathTileId("path-blue-02"), 1, reveals=True),
    )
    assert game.state.board.path_display == paths("blue-01 blue-02 yellow-05 blue-09")
    assert game.state.board.path_piles == (paths("blue-03"), paths("red-01 red-02"))


def test_bf_t46_a_slot_is_refilled_from_the_larger_pile(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "blue-02", "red-01 red-02"), tiles(0, path=1))
    game.when(0, BuildPath(source=Source.DISPLAY_1)).then_includes(
        e.PathSlotRefilled(1, PathTileId("path-red-01"), 2, reveals=True)
    )


def test_bf_t46_several_slots_are_refilled_left_to_right_each_from_the_larger_pile() -> None:
    display = (None, PathTileId("path-blue-01"), None, None)
    assert list(refills(display, (paths("red-01 red-02"), paths("yellow-01")))) == [
        e.PathSlotRefilled(1, PathTileId("path-red-01"), 1, reveals=True),
        e.PathSlotRefilled(3, PathTileId("path-red-02"), 1, reveals=True),
        e.PathSlotRefilled(4, PathTileId("path-yellow-01"), 2, reveals=True),
    ]


def test_bf_t46_a_slot_stays_empty_when_both_piles_are_empty() -> None:
    assert list(refills((None, None), (paths("red-01"), ()))) == [
        e.PathSlotRefilled(1, PathTileId("path-red-01"), 1, reveals=True)
    ]


def test_bf_t46_h6_q51_a_tile_drawn_blindly_is_shown_and_kept(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "blue-02", "red-01 red-02"), tiles(0, path=1))
    move = BuildPath(source=Source.PILE_2, payment=(PATH,))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (PATH,)),
        e.PathBuilt(0, PathTileId("path-red-01"), 2, "pile:2", Resource.BLOSSOM, reveals=True),
    )
    assert game.state.board.path_piles == (paths("blue-02"), paths("red-02"))
    assert game.state.board.path_display == paths(MIXED)


def test_bf_t46_an_empty_pile_cannot_be_chosen(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "", "red-01"), tiles(0, path=1))
    game.when(0, BuildPath(source=Source.PILE_1)).then_refused("no_path_tile_there", rule="BF-T46")
    sources = [move.source for move in game.legal(0, BuildPath) if isinstance(move, BuildPath)]
    assert sources == [Source.DISPLAY_1, Source.DISPLAY_2, Source.DISPLAY_3, Source.DISPLAY_4, Source.PILE_2]


def test_bf_t45_each_of_the_first_three_tiles_costs_one_action_tile(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "blue-02", "red-01"), *built(0, "red-09 red-10"), tiles(0, ship=1))
    refused = game.when(0, BuildPath()).then_refused("cannot_pay", rule="BF-T45")
    assert refused.details == {"kind": "path", "needed": 1, "held": 0, "yellow": 0, "others": 1}
    assert game.legal(0, BuildPath) == []
    game.given(tiles(0, ship=1))
    move = BuildPath(source=Source.DISPLAY_1, payment=(SHIP, SHIP))
    game.when(0, move).then_includes(
        e.TilesPaid(0, (SHIP, SHIP)),
        e.PathBuilt(0, PathTileId("path-blue-01"), 4, "display:1", Resource.BLOSSOM),
    )


def test_bf_x19_t45_t48_the_last_three_cost_two_each_and_a_seventh_is_refused(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "blue-02 blue-03 blue-04", "red-01 red-02 red-04"))
    game.given(*built(0, "red-08 red-09 red-10"), tiles(0, path=8))
    for turn, position in enumerate((5, 6, 7), start=2):
        game.when(0, BuildPath(source=Source.DISPLAY_1, payment=(PATH,))).then_accepted()
        assert game.state.form is None, "the second tile is the only way to go on"
        assert len(game.state.cities[0].paths) + 1 == position
        game.given(e.TurnBegun(0, turn))
    assert game.state.cities[0].tiles.path == 2
    refused = game.when(0, BuildPath()).then_refused("path_complete", rule="BF-T48")
    assert refused.details == {"built": 6, "limit": 6}


def test_bf_t45_the_fourth_tile_is_refused_for_a_price_of_one(game: Scenario) -> None:
    game.given(path_tiles(MIXED), *built(0, "red-08 red-09 red-10"), tiles(0, path=1))
    assert game.when(0, BuildPath()).then_refused("cannot_pay", rule="BF-T45").details["needed"] == 2


def test_bf_t45_the_payment_is_asked_unit_by_unit(game: Scenario) -> None:
    game.given(path_tiles(MIXED), *built(0, "red-08 red-09 red-10"), tiles(0, path=2, yellow=1))
    begun = BuildPath(source=Source.DISPLAY_3)
    game.when(0, begun).then(e.MoveBegun(0, begun))
    assert game.legal(0) == [BuildPath(payment=(PATH,)), BuildPath(payment=(YELLOW,))]
    game.when(0, BuildPath(payment=(YELLOW,))).then_includes(e.TilesPaid(0, (PATH, YELLOW)))
    assert game.state.turn.main_done


def test_bf_k3_t46_the_sixth_built_tile_fulfils_the_common_task_before_the_refill(game: Scenario) -> None:
    game.given(
        path_tiles(MIXED, "blue-02", ""), *built(0, "red-01 red-02 red-04 red-05 red-06"), tiles(0, path=2)
    )
    move = BuildPath(source=Source.DISPLAY_4, payment=(PATH, PATH))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (PATH, PATH)),
        e.PathBuilt(0, PathTileId("path-blue-09"), 7, "display:4", Resource.ROOT),
        e.CommonTaskFulfilled(0, CommonTask.PATHS),
        e.PathSlotRefilled(4, PathTileId("path-blue-02"), 1, reveals=True),
    )


def test_bf_t49_a_renewed_display_does_not_reveal_the_piles(game: Scenario) -> None:
    event = e.PathDisplayRecycled((2, 2), (paths("blue-01 blue-02"), paths("blue-03 blue-04")), reveals=True)
    assert game.rules.redact(event, (0,)) == e.PathDisplayRecycled((2, 2), None, reveals=True)
    game.given(path_tiles(MIXED, "blue-02", "red-01 red-02"), *built(0, "red-09"))
    seen = game.rules.view(game.state, (1,))
    assert seen.board.path_display == paths(MIXED)
    assert seen.cities[0].paths == paths("red-09")


def test_bf_y30_t47_q53_a_display_of_one_colour_can_be_put_under_the_piles(game: Scenario) -> None:
    display = "blue-01 blue-02 blue-03 blue-04"
    game.given(path_tiles(display, "red-01 red-02", "yellow-01 yellow-02 yellow-03"), tiles(0, path=1))
    told = game.when(0, RecyclePathDisplay()).events
    recycled = told[1]
    assert isinstance(recycled, e.PathDisplayRecycled)
    assert recycled.piles is not None
    first, second = recycled.piles
    assert (first[:2], second[:3]) == (paths("red-01 red-02"), paths("yellow-01 yellow-02 yellow-03"))
    assert sorted((*first[2:], *second[3:])) == list(paths(display))
    assert told == [
        e.ActionTaken(0, RecyclePathDisplay(), main=True),
        e.PathDisplayRecycled((4, 5), recycled.piles, reveals=True),
        e.PathSlotRefilled(1, PathTileId("path-yellow-01"), 2, reveals=True),
        e.PathSlotRefilled(2, PathTileId("path-red-01"), 1, reveals=True),
        e.PathSlotRefilled(3, PathTileId("path-yellow-02"), 2, reveals=True),
        e.PathSlotRefilled(4, PathTileId("path-red-02"), 1, reveals=True),
        e.OfferMade(0, Build()),
    ]
    assert game.state.board.path_display == paths("yellow-01 red-01 yellow-02 red-02")


def test_bf_y30_t47_three_tiles_of_a_colour_do_not_allow_a_renewal(game: Scenario) -> None:
    game.given(path_tiles("blue-01 blue-02 blue-03 red-04", "red-01", "red-02"), tiles(0, path=1))
    game.when(0, RecyclePathDisplay()).then_refused("display_not_of_one_color", rule="BF-T47")
    assert game.legal(0, RecyclePathDisplay) == []


def test_bf_t47_the_display_is_renewed_only_when_a_path_tile_can_be_paid(game: Scenario) -> None:
    game.given(path_tiles("blue-01 blue-02 blue-03 blue-04", "red-01", "red-02"), tiles(0, ship=1))
    game.when(0, RecyclePathDisplay()).then_refused("cannot_pay", rule="BF-T45")


def test_bf_t47_a_complete_path_cannot_renew_the_display(game: Scenario) -> None:
    game.given(path_tiles("blue-01 blue-02 blue-03 blue-04"), tiles(0, path=2))
    game.given(*built(0, "red-01 red-02 red-03 red-04 red-05 red-06"))
    game.when(0, RecyclePathDisplay()).then_refused("path_complete", rule="BF-T48")


def test_bf_t47_t3_q52_after_a_renewal_a_path_must_be_built_as_the_main_option(
    game: Scenario,
) -> None:
    game.given(path_tiles("blue-01 blue-02 blue-03 blue-04"), tiles(0, path=1))
    game.given(*fulfilled(0, "common_paths_7"))
    game.when(0, RecyclePathDisplay()).then_accepted()
    assert {type(move) for move in game.legal(0)} == {BuildPath}
    for other in (RecyclePathDisplay(), PlaceNeutralNovice(), EndTurn()):
        game.when(0, other).then_refused("wrong_step", rule="BF-T3")
    slot = game.state.board.path_display[0]
    move = BuildPath(source=Source.DISPLAY_1, payment=(PATH,))
    told = game.when(0, move).events
    assert told[0] == e.ActionTaken(0, move, main=False)
    assert game.state.cities[0].paths == (slot,)
    assert game.state.turn.main_done
    assert game.state.offer is None
    game.when(0, EndTurn()).then_accepted()


def test_bf_y47_q19_g8_a_built_tile_may_yield_any_basic_resource_but_not_gold(game: Scenario) -> None:
    game.given(
        path_tiles("blue-09 red-03 yellow-05 blue-01", "blue-02"), tiles(0, path=1), *recruited(0, "6 8")
    )
    begun = BuildPath(source=Source.DISPLAY_1, payment=(PATH,))
    game.when(0, begun).then(e.MoveBegun(0, begun))
    basic = (Resource.BLOSSOM, Resource.FRUIT, Resource.HERB, Resource.SHELL, Resource.ROOT)
    assert game.legal(0) == [BuildPath(resource=resource) for resource in basic]
    game.when(0, BuildPath(resource=Resource.GOLD)).then_refused("resource_not_choosable", rule="BF-G6")
    full = BuildPath(source=Source.DISPLAY_1, payment=(PATH,), resource=Resource.SHELL)
    game.when(0, BuildPath(resource=Resource.SHELL)).then(
        e.ActionTaken(0, full, main=True),
        e.TilesPaid(0, (PATH,)),
        e.PathBuilt(0, PathTileId("path-blue-09"), 2, "display:1", Resource.SHELL),
        e.ResourcesGained(0, (Resource.SHELL,), rule="BF-G8"),
        e.PathSlotRefilled(1, PathTileId("path-blue-02"), 1, reveals=True),
    )


def test_bf_g8_t46_a_tile_drawn_blindly_yields_its_resource(game: Scenario) -> None:
    game.given(path_tiles(MIXED, "blue-09"), tiles(0, path=1), *recruited(0, "8"))
    game.when(0, BuildPath(source=Source.PILE_1)).then_includes(
        e.PathBuilt(0, PathTileId("path-blue-09"), 2, "pile:1", Resource.ROOT, reveals=True),
        e.ResourcesGained(0, (Resource.ROOT,), rule="BF-G8"),
    )


def test_bf_g6_the_resource_choice_is_refused_without_the_path_harvest(game: Scenario) -> None:
    game.given(path_tiles(MIXED), tiles(0, path=1), *recruited(0, "6"))
    move = BuildPath(source=Source.DISPLAY_1, payment=(PATH,), resource=Resource.ROOT)
    refused = game.when(0, move).then_refused("unexpected_field", rule="BF-G6")
    assert refused.details == {"field": "resource"}
