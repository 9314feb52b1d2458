import pytest

from domain.bonfire import events as e
from domain.bonfire.actions.council import available
from domain.bonfire.catalogue import (
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    FateTileId,
    GnomeId,
    Guardian,
    IslandId,
    OfferingId,
    PathTileId,
    PortalShape,
    Resource,
    Tile,
)
from domain.bonfire.commands import (
    End,
    FateCell,
    GuardianMove,
    MakeProcession,
    MoveShip,
    RecyclePathDisplay,
    ResolveBonus,
    Reward,
    SkipIslandAction,
    Stride,
)
from domain.bonfire.council import SPACE, SPACES
from domain.bonfire.state import Arrival, Bonus, Island, PlacedFate
from tests.support.builders import resources, tiles
from tests.support.cities import fate, gnomes, paths
from tests.support.given import (
    built,
    lit,
    notches,
    on_board,
    path_tiles,
    portals_on,
    received,
    recruited,
    specialists,
    standing,
)
from tests.support.scenario import Scenario

MIXED = "blue-01 red-03 yellow-05 blue-09"
FOUR_PATHS = "blue-07 blue-05 red-01 red-03"
"""Positions 2 to 5: shell, herb, blossom, fruit."""


def due(game: Scenario, space: CouncilSpace) -> Scenario:
    """The special bonus of a space is to be resolved."""
    return game.given(e.OfferMade(0, Bonus(space)))


def test_bf_c1_c2_c3_c4_c5_c6_c7_c8_every_council_space_has_a_row_with_its_rule() -> None:
    assert [space.id for space in SPACES] == list(CouncilSpace)
    assert [space.rule for space in SPACES] == [f"BF-C{n}" for n in range(1, 9)]
    assert [space.id for space in SPACES if not space.or_a_point] == [CouncilSpace.GOLD]
    assert [space.id for space in SPACES if not space.asks] == [CouncilSpace.GOLD]


@pytest.mark.parametrize("space", [space for space in CouncilSpace if space is not CouncilSpace.GOLD])
def test_bf_c9_a_new_city_can_use_every_bonus_with_its_own_fields_only(
    game: Scenario, space: CouncilSpace
) -> None:
    assert available(game.state, 0, space)
    due(game, space)
    assert game.legal(0)
    path, gnome = ResolveBonus(path=PathTileId("path-blue-01")), ResolveBonus(gnome=GnomeId("elder-1"))
    game.when(0, gnome if space is CouncilSpace.PATH else path).then_refused(
        "unexpected_field", rule=SPACE[space].rule
    )


def test_bf_c9_bonuses_that_cannot_be_carried_out_are_not_available(game: Scenario) -> None:
    game.given(specialists("", ""), *built(0, "red-01 red-02 red-03 red-04 red-05 red-06"))
    game.given(*standing(0, pink="start_area", grey="start_area", wood="start_area", blue="start_area"))
    game.given(e.StartFateTileChosen(0, PlacedFate(FateTileId("fate-1"), 3, 3, 0), ()))
    usable = [space for space in CouncilSpace if available(game.state, 0, space)]
    assert usable == [
        CouncilSpace.GOLD,
        CouncilSpace.GREAT_BONFIRE,
        CouncilSpace.GUARDIAN_MOVE,
        CouncilSpace.SHIP,
    ]


def test_bf_c9_c8_the_fate_bonus_is_unavailable_with_a_full_fate_area(game: Scenario) -> None:
    assert available(game.state, 0, CouncilSpace.FATE)
    supply = tuple(FateTileId(f"fate-{n}") for n in (2, 8, 4, 6, 5, 7, 3))
    game.given(e.StartFateTileChosen(0, PlacedFate(FateTileId("fate-1"), 3, 3, 0), supply))
    laid = fate("2@2,3/0 8@1,3/180 4@1,7/180 6@4,1/0 5@4,5/0 7@5,3/0")
    game.given(*(e.FateTilePlaced(0, tile, End.TOP) for tile in laid))
    assert game.state.cities[0].fate_supply == ("fate-3",)
    assert not available(game.state, 0, CouncilSpace.FATE)


def test_bf_c9_c6_the_guardian_bonus_is_unavailable_when_no_guardian_can_move(game: Scenario) -> None:
    game.given(*standing(0, own="path:1"))
    assert not available(game.state, 0, CouncilSpace.GUARDIAN_MOVE)


def test_bf_c2_a_display_tile_is_free_and_its_slot_refilled(game: Scenario) -> None:
    due(game, CouncilSpace.PATH).given(path_tiles(MIXED, "blue-02", "red-01 red-02"))
    move = ResolveBonus(path=PathTileId("path-yellow-05"))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.PathBuilt(0, PathTileId("path-yellow-05"), 2, "display:3", Resource.HERB),
        e.PathSlotRefilled(3, PathTileId("path-red-01"), 2, reveals=True),
    )


def test_bf_y34_c2_q12_k3_any_pile_tile_can_be_taken_then_the_piles_are_reshuffled(game: Scenario) -> None:
    first = "blue-02 blue-03 blue-04 blue-05 blue-06 blue-07 blue-08 blue-10"
    second = "red-01 red-02 red-04 red-05 red-06 red-07 red-08 red-09"
    game.given(
        *built(0, "yellow-01 yellow-02 yellow-03 yellow-04 yellow-06"), path_tiles(MIXED, first, second)
    )
    due(game, CouncilSpace.PATH)
    move = ResolveBonus(path=PathTileId("path-red-05"))
    told = game.when(0, move).events
    shuffled = told[-1]
    assert isinstance(shuffled, e.PathPilesShuffled)
    assert told == [
        e.ActionTaken(0, move, main=False),
        e.PathBuilt(0, PathTileId("path-red-05"), 7, "choice", Resource.HERB),
        e.CommonTaskFulfilled(0, CommonTask.PATHS),
        e.PathPilesShuffled((8, 7), shuffled.piles, reveals=True),
    ]
    left = set(paths(f"{first} {second}")) - {PathTileId("path-red-05")}
    one, two = game.state.board.path_piles
    assert (len(one), len(two)) == (8, 7)
    assert {*one, *two} == left
    assert game.state.board.path_display == paths(MIXED)


def test_bf_h5_h21_c2_only_the_choosing_seat_sees_the_pile_tiles_sorted(
    game: Scenario,
) -> None:
    due(game, CouncilSpace.PATH).given(path_tiles("blue-01", "yellow-01 red-02", "red-01 blue-02"))
    offered = [move.path for move in game.legal(0) if isinstance(move, ResolveBonus)]
    assert offered == list(paths("blue-01 blue-02 red-01 red-02 yellow-01"))
    seen = game.rules.view(game.state, (0,)).board
    assert sorted(seen.path_choice) == sorted(paths("blue-02 red-01 red-02 yellow-01"))
    assert game.rules.view(game.state, (1,)).board.path_choice is None
    assert game.rules.view(game.state, ()).board.path_pile_sizes == (2, 2)


def test_bf_c2_a_tile_that_lies_elsewhere_is_refused(game: Scenario) -> None:
    game.given(*built(1, "red-09"), path_tiles(MIXED, "blue-02", "red-01"))
    due(game, CouncilSpace.PATH)
    game.when(0, ResolveBonus(path=PathTileId("path-red-09"))).then_refused("path_tile_gone", rule="BF-C2")
    game.when(0, ResolveBonus(path=PathTileId("path-pink-09"))).then_refused("unknown_id")


def test_bf_q70_c2_the_path_bonus_is_unavailable_with_a_complete_path(game: Scenario) -> None:
    game.given(path_tiles(MIXED), *built(0, "red-01 red-02 red-04 red-05 red-06 red-07"))
    assert not available(game.state, 0, CouncilSpace.PATH)


def test_bf_q52_t47_the_display_is_not_renewed_before_a_free_tile(game: Scenario) -> None:
    due(game, CouncilSpace.PATH).given(path_tiles("blue-01 blue-02 blue-03 blue-04"), tiles(0, path=1))
    game.when(0, RecyclePathDisplay()).then_refused("wrong_step", rule="BF-T3")


def test_bf_c2_g8_q19_a_free_tile_yields_and_the_owner_may_choose(game: Scenario) -> None:
    due(game, CouncilSpace.PATH).given(path_tiles(MIXED, "blue-02"), *recruited(0, "6 8"))
    game.when(0, ResolveBonus(path=PathTileId("path-blue-09"))).then_accepted()
    game.when(0, ResolveBonus(resource=Resource.GOLD)).then_refused("resource_not_choosable", rule="BF-G6")
    game.when(0, ResolveBonus(resource=Resource.FRUIT)).then_includes(
        e.PathBuilt(0, PathTileId("path-blue-09"), 2, "display:4", Resource.FRUIT),
        e.ResourcesGained(0, (Resource.FRUIT,), rule="BF-G8"),
        e.PathSlotRefilled(4, PathTileId("path-blue-02"), 1, reveals=True),
    )


def test_bf_c3_a_guardian_of_a_missing_colour_comes_from_any_island(game: Scenario) -> None:
    due(game, CouncilSpace.GUARDIAN).given(*standing(0, pink="start_area"))
    answers = [ResolveBonus(guardian=guardian) for guardian in (Guardian.GREY, Guardian.WOOD, Guardian.BLUE)]
    assert game.legal(0) == answers
    for held in (Guardian.PINK, Guardian.OWN):
        refused = game.when(0, ResolveBonus(guardian=held))
        refused.then_refused("guardian_already_here", rule="BF-C3")
    game.when(0, answers[0]).then(
        e.ActionTaken(0, answers[0], main=False), e.GuardianArrived(0, Guardian.GREY)
    )
    assert game.state.board.guardians_left(Guardian.GREY) == 3
    assert game.state.cities[0].ship == "landing_stage"


def test_bf_k4_c3_q70_the_fifth_guardian_is_the_last_and_fulfils_the_common_task(
    game: Scenario,
) -> None:
    due(game, CouncilSpace.GUARDIAN).given(*standing(0, pink="path:1", grey="start_area", wood="start_area"))
    game.when(0, ResolveBonus(guardian=Guardian.BLUE)).then_includes(
        e.GuardianArrived(0, Guardian.BLUE), e.CommonTaskFulfilled(0, CommonTask.GUARDIANS)
    )
    assert not available(game.state, 0, CouncilSpace.GUARDIAN)


def test_bf_y15_g17_c3_q48_an_arrival_offers_a_procession_without_gains(game: Scenario) -> None:
    game.given(*recruited(0, "17 20"), *built(0, "blue-07"), *standing(0, own="path:1"))
    due(game, CouncilSpace.GUARDIAN)
    move = ResolveBonus(guardian=Guardian.WOOD)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GuardianArrived(0, Guardian.WOOD),
        e.OfferMade(0, Arrival()),
    )
    walk = (GuardianMove(Guardian.OWN, (Stride.PATH,)), GuardianMove(Guardian.WOOD, (Stride.PATH,)))
    told = game.when(0, MakeProcession(moves=walk)).events
    assert told[1:] == [
        e.GuardianMoved(0, Guardian.OWN, "path:1", "path:2"),
        e.GuardianMoved(0, Guardian.WOOD, "start_area", "path:1"),
    ]


def test_bf_c4_q36_any_space_is_free_and_ends_the_first_price(game: Scenario) -> None:
    due(game, CouncilSpace.GREAT_BONFIRE).given(portals_on())
    assert game.legal(0) == [ResolveBonus(to=f"gb{n}") for n in range(7)]
    move = ResolveBonus(to="gb4", rewards=(Reward.RESOURCE, Reward.TILE))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GreatBonfireTurned(0, BonfireSpaceId("gb4")),
        e.TilesGained(0, (Tile.TASK,), rule="BF-T54"),
        e.ResourcesGained(0, (Resource.SHELL,), rule="BF-T54"),
    )
    assert game.state.board.great_bonfire_used


def test_bf_c4_q35_the_current_space_may_be_chosen(game: Scenario) -> None:
    due(game, CouncilSpace.GREAT_BONFIRE).given(portals_on())
    game.when(0, ResolveBonus(to="gb0")).then_includes(
        e.GreatBonfireTurned(0, BonfireSpaceId("gb0")),
        e.ResourcesGained(0, (Resource.BLOSSOM,), rule="BF-T54"),
    )


def test_bf_c4_g23_g25_specialists_23_and_25_apply_to_the_free_turn(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb3="star hexagon"), *recruited(0, "23 25"))
    due(game, CouncilSpace.GREAT_BONFIRE)
    everything = (Reward.TILE, Reward.RESOURCE, Reward.PORTAL)
    game.when(0, ResolveBonus(to="gb3", rewards=everything)).then_accepted()
    assert game.legal(0) == [ResolveBonus(portal=PortalShape.STAR), ResolveBonus(portal=PortalShape.HEXAGON)]
    game.when(0, ResolveBonus(portal=PortalShape.HEXAGON)).then_includes(
        e.TilesGained(0, (Tile.PATH,), rule="BF-T54"),
        e.ResourcesGained(0, (Resource.FRUIT,), rule="BF-T54"),
        e.PortalPlaced(0, PortalShape.HEXAGON, BonfireSpaceId("gb3"), 1),
    )


def test_bf_c4_t55_only_a_fitting_portal_can_be_taken(game: Scenario) -> None:
    game.given(*on_board(game, 0, "A"), portals_on(gb3="star"))
    due(game, CouncilSpace.GREAT_BONFIRE)
    move = ResolveBonus(to="gb3", rewards=(Reward.TILE, Reward.PORTAL))
    game.when(0, move).then_refused("no_fitting_portal", rule="BF-T55")
    game.when(0, ResolveBonus(to="t01")).then_refused("unknown_id")


def test_bf_c5_q13_a_specialist_is_free_and_counts_as_recruited(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27", "18"), *recruited(0, "15 12 13 L1 L2"))
    due(game, CouncilSpace.SPECIALIST)
    move = ResolveBonus(gnome=GnomeId("specialist-02"))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GnomeRecruited(0, GnomeId("specialist-02")),
        e.TilesGained(0, (Tile.YELLOW,), rule="BF-G15"),
        e.CommonTaskFulfilled(0, CommonTask.GNOMES),
        e.GnomeSlotRefilled(2, GnomeId("specialist-18"), reveals=True),
    )
    assert not available(game.state, 0, CouncilSpace.SPECIALIST), "Q70: six is the limit"


def test_bf_c5_only_specialists_in_the_display_can_be_taken(game: Scenario) -> None:
    due(game, CouncilSpace.SPECIALIST).given(specialists("1 2 3 4 21 27", "18"))
    assert game.legal(0) == [ResolveBonus(gnome=card) for card in gnomes("1 2 3 4 21 27")]
    for card in gnomes("L1 18"):
        game.when(0, ResolveBonus(gnome=card)).then_refused("gnome_not_there", rule="BF-C5")


def test_bf_q54_c5_the_gnome_bonus_is_unavailable_with_an_empty_display(game: Scenario) -> None:
    game.given(specialists(""))
    assert not available(game.state, 0, CouncilSpace.SPECIALIST)


def four_paths(game: Scenario) -> Scenario:
    """Paths 1 to 5; bonfires at 3 and 5, portals at 5 and 7; a guardian move is due."""
    game.given(*built(0, FOUR_PATHS), *lit(0, "3:blue-01 5:blue-02"), *notches(game, 0, 7, 5))
    return due(game, CouncilSpace.GUARDIAN_MOVE)


def shift(guardian: Guardian, destination: str) -> ResolveBonus:
    return ResolveBonus(guardian=guardian, destination=destination)


def test_bf_y17_c6_c6a_c6b_c6d_q14_a_guardian_may_move_back_over_an_occupied_path(game: Scenario) -> None:
    four_paths(game).given(*standing(0, grey="bonfire:5", wood="path:4"))
    move = shift(Guardian.GREY, "path:2")
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GuardianMoved(0, Guardian.GREY, "bonfire:5", "path:2"),
        e.PathHarvested(0, Guardian.GREY, 2, Resource.SHELL),
    )
    assert "bonfire:5" not in game.state.cities[0].occupied
    due(game, CouncilSpace.GUARDIAN_MOVE)
    back = shift(Guardian.WOOD, "bonfire:5")
    game.when(0, back).then(
        e.ActionTaken(0, back, main=False), e.GuardianMoved(0, Guardian.WOOD, "path:4", "bonfire:5")
    )


def test_bf_c6_the_guardian_is_asked_before_the_destination(game: Scenario) -> None:
    four_paths(game).given(*standing(0, grey="path:1"))
    assert game.legal(0) == [ResolveBonus(guardian=Guardian.OWN), ResolveBonus(guardian=Guardian.GREY)]
    game.when(0, ResolveBonus(guardian=Guardian.GREY)).then_accepted()
    places = ("path:2", "path:3", "path:4", "path:5", "bonfire:5")
    assert game.legal(0) == [ResolveBonus(destination=place) for place in places]
    game.when(0, ResolveBonus(destination="path:5")).then_includes(
        e.GuardianMoved(0, Guardian.GREY, "path:1", "path:5"),
        e.PathHarvested(0, Guardian.GREY, 5, Resource.FRUIT),
    )


def test_bf_c6a_the_destination_must_be_free_unless_paths_may_be_crowded(game: Scenario) -> None:
    four_paths(game).given(*standing(0, grey="bonfire:5", wood="path:4"))
    game.when(0, shift(Guardian.OWN, "path:4")).then_refused("place_taken", rule="BF-C6a")
    game.given(*recruited(0, "1"))
    game.when(0, shift(Guardian.OWN, "bonfire:5")).then_refused("place_taken", rule="BF-C6a")
    game.when(0, shift(Guardian.OWN, "path:4")).then_accepted()


def test_bf_y18_q15_c6b_a_bonfire_without_its_portal_is_refused(game: Scenario) -> None:
    four_paths(game).given(*standing(0, pink="path:3"))
    game.when(0, shift(Guardian.PINK, "bonfire:3")).then_refused("portal_missing", rule="BF-C6b")


def test_bf_y19_q29_c6b_an_unlit_task_is_refused_as_destination(game: Scenario) -> None:
    game.given(*built(0, FOUR_PATHS), *notches(game, 0, 3), *received(0, "3:blue-01"))
    due(game, CouncilSpace.GUARDIAN_MOVE)
    game.when(0, shift(Guardian.OWN, "bonfire:3")).then_refused("bonfire_not_lit", rule="BF-C6b")


def test_bf_c6b_the_path_must_reach_the_destination(game: Scenario) -> None:
    four_paths(game).given(*lit(0, "7:red-02"))
    for place in ("path:6", "bonfire:7"):
        game.when(0, shift(Guardian.OWN, place)).then_refused("path_not_built", rule="BF-C6b")


def test_bf_c6c_the_start_area_can_be_left_but_not_entered(game: Scenario) -> None:
    four_paths(game).given(*standing(0, grey="path:3"))
    game.when(0, shift(Guardian.GREY, "start_area")).then_refused(
        "start_area_is_no_destination", rule="BF-C6c"
    )
    game.when(0, shift(Guardian.OWN, "path:1")).then_includes(
        e.GuardianMoved(0, Guardian.OWN, "start_area", "path:1"),
        e.PathHarvested(0, Guardian.OWN, 1, Resource.GOLD),
    )


def test_bf_c6d_staying_is_refused(game: Scenario) -> None:
    four_paths(game).given(*standing(0, grey="path:3"))
    game.when(0, shift(Guardian.GREY, "path:3")).then_refused("same_place", rule="BF-C6d")


@pytest.mark.parametrize("place", ["", "path", "path:0", "path:8", "path:x", "bonfire:", "tent:1"])
def test_bf_c6_a_place_that_does_not_exist_is_refused(game: Scenario, place: str) -> None:
    four_paths(game)
    for guardian in (Guardian.OWN, Guardian.PINK):
        game.when(0, shift(guardian, place)).then_refused("unknown_id")


def test_bf_c6_a_guardian_who_is_not_in_the_city_is_refused(game: Scenario) -> None:
    four_paths(game)
    game.when(0, shift(Guardian.PINK, "path:2")).then_refused("guardian_not_here", rule="BF-C6")


def test_bf_c6d_c6e_q18_harvest_powers_apply_and_path_1_still_gives_gold(game: Scenario) -> None:
    four_paths(game).given(*recruited(0, "2 6 10 17 20"), *standing(0, pink="path:3"))
    game.when(0, shift(Guardian.PINK, "path:1")).then_accepted()
    assert game.legal(0) == [ResolveBonus(resource=resource) for resource in Resource]
    told = game.when(0, ResolveBonus(resource=Resource.HERB)).events
    assert told[1:] == [
        e.GuardianMoved(0, Guardian.PINK, "path:3", "path:1"),
        e.PathHarvested(0, Guardian.PINK, 1, Resource.HERB),
        e.ResourcesGained(0, (Resource.HERB,), rule="BF-G10"),
        e.ResourcesGained(0, (Resource.GOLD,), rule="BF-G20"),
    ]


def test_bf_c6d_q18_gold_cannot_be_chosen_elsewhere_nor_anything_at_a_bonfire(game: Scenario) -> None:
    four_paths(game).given(*recruited(0, "6"))
    gold = ResolveBonus(guardian=Guardian.OWN, destination="path:2", resource=Resource.GOLD)
    game.when(0, gold).then_refused("resource_not_choosable", rule="BF-G6")
    nothing = ResolveBonus(guardian=Guardian.OWN, destination="bonfire:5", resource=Resource.HERB)
    game.when(0, nothing).then_refused("unexpected_field", rule="BF-G6")


def test_bf_c7_q37_q39_sailing_is_free_but_the_island_action_costs_its_price(game: Scenario) -> None:
    shells = tuple(OfferingId(f"offering-shell-{n}") for n in (1, 2))
    game.given(e.OfferingsShuffled(0, shells[0], shells[1], (1, 1), shells[:1], shells[1:]))
    due(game, CouncilSpace.SHIP).given(tiles(0, task=1, ship=1), resources(0, herb=1, shell=1))
    assert len(game.legal(0)) == 14
    move = ResolveBonus(to="t03")
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False), e.ShipMoved(0, IslandId("t03")), e.OfferMade(0, Island())
    )
    game.when(0, SkipIslandAction()).then_accepted()
    refused = game.when(0, MoveShip(to=IslandId("g_pink"))).then_refused("cannot_pay", rule="BF-T23")
    assert refused.details["needed"] == 2, "the cheap first move from the landing stage is gone"


def test_bf_c7_an_illegal_island_action_is_not_offered(game: Scenario) -> None:
    due(game, CouncilSpace.SHIP)
    move = ResolveBonus(to="g_pink")
    game.when(0, move).then(e.ActionTaken(0, move, main=False), e.ShipMoved(0, IslandId("g_pink")))


def test_bf_c7_the_ship_must_sail_to_another_island(game: Scenario) -> None:
    due(game, CouncilSpace.SHIP).given(e.ShipMoved(0, IslandId("t03")))
    game.when(0, ResolveBonus(to="t03")).then_refused("already_there", rule="BF-C7")
    game.when(0, ResolveBonus(to="gb1")).then_refused("unknown_id")
    assert len(game.legal(0)) == 13


def test_bf_y35_c8_a_fate_tile_is_placed_regardless_of_the_tiles_held(game: Scenario) -> None:
    due(game, CouncilSpace.FATE).given(tiles(0, ship=3, path=3))
    move = ResolveBonus(end=End.TOP, anchor=FateCell(4, 3), rotation=0)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.FateTilePlaced(0, PlacedFate(FateTileId("fate-2"), 4, 3, 0), End.TOP),
        e.TilesGained(0, (Tile.GUARDIAN, Tile.SHIP, Tile.PATH), rule="BF-T14"),
    )
    assert game.state.cities[0].tiles.ship == 4


def test_bf_c8_the_fate_bonus_asks_and_checks_end_anchor_and_rotation(game: Scenario) -> None:
    due(game, CouncilSpace.FATE)
    assert game.legal(0) == [ResolveBonus(end=End.TOP), ResolveBonus(end=End.BOTTOM)]
    game.when(0, ResolveBonus(end=End.BOTTOM)).then_accepted()
    game.when(0, ResolveBonus(anchor=FateCell(1, 1))).then_refused("not_adjacent", rule="BF-T12c")
    game.when(0, ResolveBonus(anchor=FateCell(4, 3))).then_accepted()
    game.when(0, ResolveBonus(rotation=45)).then_refused("unknown_rotation", rule="BF-T12")
    game.when(0, ResolveBonus(rotation=0)).then_includes(
        e.FateTilePlaced(0, PlacedFate(FateTileId("fate-7"), 4, 3, 0), End.BOTTOM)
    )


def test_bf_t64_a_bonus_can_be_resolved_only_when_one_is_due(game: Scenario) -> None:
    game.when(0, ResolveBonus(guardian=Guardian.PINK)).then_refused("wrong_step", rule="BF-T3")
