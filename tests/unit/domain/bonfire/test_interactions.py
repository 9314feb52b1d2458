"""Two or three rules at once: chains of bonuses in a turn, the last piece of a common task, the last turn."""

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    FateTileId,
    GnomeId,
    Guardian,
    IslandId,
    PathTileId,
    PortalShape,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.commands import (
    ChooseStartFateTile,
    DiscardActionTiles,
    End,
    EndTurn,
    FateCell,
    GuardianMove,
    IgniteBonfire,
    MakeProcession,
    MoveShip,
    Pass,
    Payments,
    PlaceFateTile,
    PlaceNeutralNovice,
    RecruitGnome,
    RecruitOption,
    ResolveBonus,
    RetrieveGuardian,
    Reward,
    SkipIslandAction,
    Stride,
    Take,
    UseGreatBonfire,
)
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Arrival, Bonus, Island, PlacedFate, SeatStatus
from domain.kernel.game import Resign
from domain.kernel.messages import Event
from domain.kernel.undo import earliest
from tests.support.builders import a_bonfire_game, resources, tiles
from tests.support.given import (
    built,
    fulfilled,
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
from tests.support.record import Record
from tests.support.scenario import Scenario

GOLD, YELLOW = Resource.GOLD, Tile.YELLOW
BONUS, POINT = Take.BONUS, Take.POINT
START = PlacedFate(FateTileId("fate-1"), 3, 3, 0)


def neutral(task: CommonTask, space: CouncilSpace, take: Take) -> PlaceNeutralNovice:
    return PlaceNeutralNovice(common_task=task, council_space=space, take=take)


def novices(count: int) -> list[Event]:
    """So many novices of seat 1 in the council."""
    return [e.NovicePlaced(1, list(CouncilSpace)[n % 8], None) for n in range(count)]


def with_nothing(seat: int) -> Event:
    """No fate tile is left to a seat."""
    return e.StartFateTileChosen(seat, START, ())


def test_bf_c7_t25_g17_t69_a_neutral_novice_chains_bonuses_and_keeps_the_main_option(
    game: Scenario,
) -> None:
    game.given(*fulfilled(0, CommonTask.GNOMES), *recruited(0, "17"), tiles(0, guardian=1))
    game.when(0, neutral(CommonTask.GNOMES, CouncilSpace.SHIP, BONUS)).then_includes(
        e.OfferMade(0, Bonus(CouncilSpace.SHIP))
    )
    game.when(0, ResolveBonus(to="g_wood")).then(
        e.ActionTaken(0, ResolveBonus(to="g_wood"), main=False),
        e.ShipMoved(0, IslandId("g_wood")),
        e.OfferMade(0, Island()),
    )
    fetch = RetrieveGuardian(payment=(Tile.GUARDIAN,))
    game.when(0, fetch).then(
        e.ActionTaken(0, fetch, main=False),
        e.TilesPaid(0, (Tile.GUARDIAN,)),
        e.GuardianArrived(0, Guardian.WOOD),
        e.OfferMade(0, Arrival()),
    )
    own = MakeProcession(moves=(GuardianMove(Guardian.OWN, (Stride.PATH,)),))
    game.when(0, own).then(
        e.ActionTaken(0, own, main=False),
        e.GuardianMoved(0, Guardian.OWN, "start_area", "path:1"),
    )
    assert not game.state.turn.main_done
    game.when(0, EndTurn()).then_refused("main_option_due", rule="BF-T9b")
    assert game.legal(0, PlaceFateTile)


def test_bf_c8_t10_t2_a_fate_tile_from_the_council_does_not_use_option_one(game: Scenario) -> None:
    game.given(*fulfilled(0, CommonTask.GNOMES))
    game.when(0, neutral(CommonTask.GNOMES, CouncilSpace.FATE, BONUS)).then_accepted()
    game.when(0, ResolveBonus(end=End.TOP, anchor=FateCell(4, 3), rotation=0)).then_accepted()
    held = [tile for tile in Tile for _ in range(getattr(game.state.cities[0].tiles, tile))]
    own = PlaceFateTile(end=End.BOTTOM, anchor=FateCell(2, 3), rotation=0)
    game.when(0, own).then_refused("too_many_tiles", rule="BF-T10")
    game.when(0, DiscardActionTiles(tiles=tuple(held[1:]))).then_accepted()
    game.when(0, own).then_accepted()
    assert game.state.turn.main_done
    assert len(game.state.cities[0].fate) == 3


def test_bf_c4_k2_g19_t69_the_seventh_portal_earns_a_novice_in_the_same_turn() -> None:
    game = a_bonfire_game()
    game.given(*on_board(game, 0, "A"), *recruited(0, "19"))
    game.given(*notches(game, 0, 7, 6, 5, 4, 3, 2), portals_on(gb3="hexagon"))
    game.given(*received(0, "4:red-02"))
    light = IgniteBonfire(position=4, council_space=CouncilSpace.GREAT_BONFIRE, take=BONUS)
    game.when(0, light).then_includes(e.OfferMade(0, Bonus(CouncilSpace.GREAT_BONFIRE)))
    turn = ResolveBonus(to="gb3", rewards=(Reward.RESOURCE, Reward.PORTAL))
    full = ResolveBonus(to="gb3", rewards=(Reward.RESOURCE, Reward.PORTAL), portal=PortalShape.HEXAGON)
    game.when(0, turn).then(
        e.ActionTaken(0, full, main=False),
        e.GreatBonfireTurned(0, BonfireSpaceId("gb3")),
        e.ResourcesGained(0, (Resource.FRUIT,), "BF-T54"),
        e.PortalPlaced(0, PortalShape.HEXAGON, BonfireSpaceId("gb3"), 1),
        e.CommonTaskFulfilled(0, CommonTask.PORTALS),
        e.ResourcesGained(0, (GOLD,), "BF-G19"),
        e.TilesGained(0, (YELLOW,), "BF-G19"),
    )
    game.when(0, neutral(CommonTask.PORTALS, CouncilSpace.GREAT_BONFIRE, POINT)).then_accepted()
    game.when(0, EndTurn()).then_accepted()


def test_bf_c5_g24_q16_a_specialist_from_the_council_helps_the_next_novice(game: Scenario) -> None:
    game.given(*fulfilled(0, CommonTask.GNOMES, CommonTask.PATHS), specialists("24 1 2 3 4 5"))
    game.when(0, neutral(CommonTask.GNOMES, CouncilSpace.SPECIALIST, BONUS)).then_accepted()
    again = neutral(CommonTask.PATHS, CouncilSpace.SPECIALIST, POINT)
    game.when(0, again).then_refused("wrong_step", rule="BF-T3")
    game.when(0, ResolveBonus(gnome=GnomeId("specialist-24"))).then_accepted()
    game.when(0, again).then(
        e.ActionTaken(0, again, main=False),
        e.NovicePlaced(0, CouncilSpace.SPECIALIST, CommonTask.PATHS),
        e.PointsGained(0, 1, "BF-C5"),
    )


def test_bf_c5_g7_q16_a_specialist_gives_no_gold_for_the_novice_that_brought_it(game: Scenario) -> None:
    game.given(*fulfilled(0, CommonTask.GNOMES), specialists("7 1 2 3 4 5"))
    game.when(0, neutral(CommonTask.GNOMES, CouncilSpace.SPECIALIST, BONUS)).then_accepted()
    joins = ResolveBonus(gnome=GnomeId("specialist-07"))
    game.when(0, joins).then(
        e.ActionTaken(0, joins, main=False), e.GnomeRecruited(0, GnomeId("specialist-07"))
    )


def test_bf_c6_t63_a_guardian_may_be_moved_to_the_bonfire_just_lit(game: Scenario) -> None:
    game.given(*notches(game, 0, 3), *built(0, "blue-01 blue-03"), *standing(0, pink="path:1"))
    game.given(*received(0, "3:blue-01"))
    move = ResolveBonus(guardian=Guardian.PINK, destination="bonfire:3")
    light = IgniteBonfire(position=3, council_space=CouncilSpace.GUARDIAN_MOVE, take=BONUS)
    game.when(0, light).then_accepted()
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False), e.GuardianMoved(0, Guardian.PINK, "path:1", "bonfire:3")
    )


def test_bf_g6_g10_g20_c6e_moving_back_to_path_1_triggers_all_three_harvest_powers(game: Scenario) -> None:
    game.given(*recruited(0, "6 10 20"), *built(0, "blue-01"), *standing(0, pink="path:2"))
    game.given(e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN_MOVE)))
    move = ResolveBonus(guardian=Guardian.PINK, destination="path:1", resource=Resource.ROOT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GuardianMoved(0, Guardian.PINK, "path:2", "path:1"),
        e.PathHarvested(0, Guardian.PINK, 1, Resource.ROOT),
        e.ResourcesGained(0, (Resource.ROOT,), "BF-G10"),
        e.ResourcesGained(0, (GOLD,), "BF-G20"),
    )


def test_bf_g4_g15_g19_l6_k5_an_elder_as_sixth_gnome_triggers_all_gains_in_order(game: Scenario) -> None:
    game.given(*recruited(0, "4 15 19 1 2"), tiles(0, gnome=2), resources(0, root=1))
    paid = Payments(tiles=(Tile.GNOME, Tile.GNOME), resources=(Resource.ROOT,))
    move = RecruitGnome(gnome=GnomeId("elder-6"), option=RecruitOption.TWO_TILES, payments=paid)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, paid.tiles),
        e.ResourcesPaid(0, paid.resources),
        e.GnomeRecruited(0, GnomeId("elder-6")),
        e.PointsGained(0, 2, "BF-G4"),
        e.TilesGained(0, (YELLOW,), "BF-G15"),
        e.PointsGained(0, 6, "BF-L6"),
        e.CommonTaskFulfilled(0, CommonTask.GNOMES),
        e.ResourcesGained(0, (GOLD,), "BF-G19"),
        e.TilesGained(0, (YELLOW,), "BF-G19"),
    )


def test_bf_c1_g7_d1_d4_the_trigger_novice_gives_gold_before_countdown_and_bonus() -> None:
    game = a_bonfire_game(2).given(*novices(6), *recruited(0, "7"), *received(0, "2:blue-01"))
    game.given(*standing(0, pink="start_area"))
    move = IgniteBonfire(position=2, council_space=CouncilSpace.GOLD, take=BONUS)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.BonfireLit(0, TaskId("blue-01"), 2),
        e.NovicePlaced(0, CouncilSpace.GOLD, None),
        e.ResourcesGained(0, (GOLD,), "BF-G7"),
        e.CountdownTriggered(0, 5),
        e.ResourcesGained(0, (GOLD, GOLD), "BF-C1"),
        e.TilesGained(0, (YELLOW,), "BF-C1"),
    )


def test_bf_d1_t3_the_pending_bonus_is_resolved_after_the_countdown_trigger() -> None:
    game = a_bonfire_game(3).given(*novices(9), *fulfilled(0, CommonTask.GNOMES))
    game.when(0, neutral(CommonTask.GNOMES, CouncilSpace.SHIP, BONUS)).then_includes(
        e.CountdownTriggered(0, 5), e.OfferMade(0, Bonus(CouncilSpace.SHIP))
    )
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when(0, ResolveBonus(to="t08")).then_accepted()
    assert game.state.phase == "countdown"


def test_bf_d10_t9a_d4_seat_0_stuck_in_its_trigger_turn_passes_for_four() -> None:
    game = a_bonfire_game(2).given(*novices(6), with_nothing(0), *fulfilled(0, CommonTask.GUARDIANS))
    game.when(0, neutral(CommonTask.GUARDIANS, CouncilSpace.PATH, POINT)).then_includes(
        e.CountdownTriggered(0, 5)
    )
    game.when(0, EndTurn()).then(e.ActionTaken(0, EndTurn(), main=False), e.SeatStuck(0), e.TurnBegun(1, 2))
    game.given(tiles(1, ship=2))
    game.when(1, MoveShip(to=IslandId("t08"), payment=(Tile.SHIP,))).then_accepted()
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False),
        e.RoundBegun(2, 4),
        e.TurnBegun(0, 3),
        e.SeatPassed(0, 4),
        e.TurnBegun(1, 4),
    )


def test_bf_d10_d6_a_seat_stuck_in_its_last_turn_gets_no_points() -> None:
    game = a_bonfire_game(2).given(e.CountdownTriggered(1, None), e.RoundBegun(9, 1), e.TurnBegun(1, 18))
    game.given(with_nothing(1), *fulfilled(1, CommonTask.GUARDIANS))
    game.when(1, neutral(CommonTask.GUARDIANS, CouncilSpace.PATH, POINT)).then_accepted()
    game.when(1, EndTurn()).then(e.ActionTaken(1, EndTurn(), main=False), e.SeatStuck(1), e.PlayEnded())
    assert game.state.cities[1].points == 1
    assert BONFIRE.actor(game.state).scorer


def test_bf_d6_t3_a_bonus_in_the_last_turn_is_resolved_before_the_game_ends() -> None:
    game = a_bonfire_game(2).given(e.CountdownTriggered(1, None), e.RoundBegun(9, 1), e.TurnBegun(1, 18))
    game.given(*received(1, "2:blue-01"), *standing(1, pink="start_area"), *recruited(1, "17"))
    light = IgniteBonfire(position=2, council_space=CouncilSpace.GUARDIAN, take=BONUS)
    game.when(1, light).then_accepted()
    game.when(1, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when(1, ResolveBonus(guardian=Guardian.GREY)).then_includes(e.OfferMade(1, Arrival()))
    for guardian in (Guardian.OWN, Guardian.PINK, Guardian.GREY):
        game.when(1, EndTurn()).then_refused("wrong_step", rule="BF-T3")
        game.when(1, MakeProcession(moves=(GuardianMove(guardian),))).then_accepted()
    game.when(1, EndTurn()).then(e.ActionTaken(1, EndTurn(), main=False), e.PlayEnded())


def test_bf_d11_d8_the_game_ends_when_the_last_active_seat_passes() -> None:
    game = a_bonfire_game(3).given(e.SeatStuck(1), e.CountdownTriggered(2, None), e.RoundBegun(7, 5))
    game.given(e.SeatPassed(1, 5), e.SeatPassed(0, 5), e.TurnBegun(2, 21))
    game.when(2, Pass()).then(e.ActionTaken(2, Pass(), main=True), e.SeatPassed(2, 5))
    game.when(2, EndTurn()).then(e.ActionTaken(2, EndTurn(), main=False), e.PlayEnded())
    assert {city.status for city in game.state.cities} == {SeatStatus.PASSED}


def test_bf_g5_t37_an_odd_procession_paid_with_double_yellow_wastes_no_step(game: Scenario) -> None:
    game.given(*recruited(0, "5"), *built(0, "blue-01 blue-03 blue-05"), tiles(0, yellow=2))
    walk = (GuardianMove(Guardian.OWN, (Stride.PATH,) * 3),)
    move = MakeProcession(steps=3, payment=(YELLOW, YELLOW), moves=walk)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (YELLOW, YELLOW)),
        e.GuardianMoved(0, Guardian.OWN, "start_area", "path:3"),
        e.PathHarvested(0, Guardian.OWN, 3, Resource.FRUIT),
    )


def test_bf_g1_g17_t39_guardians_may_share_a_path_but_not_a_bonfire(
    game: Scenario,
) -> None:
    game.given(*notches(game, 0, 1), *lit(0, "1:blue-02"), *recruited(0, "1 17"))
    game.given(*standing(0, own="path:1", pink="path:1"), tiles(0, guardian=1))
    game.given(e.ShipMoved(0, IslandId("g_grey")))
    game.when(0, RetrieveGuardian(payment=(Tile.GUARDIAN,))).then_includes(e.OfferMade(0, Arrival()))
    game.when(0, MakeProcession(moves=(GuardianMove(Guardian.PINK, (Stride.BONFIRE,)),))).then_accepted()
    # The own guardian can no longer go anywhere, so only the new one is asked, who may share path 1 with her.
    assert game.legal(0) == [
        MakeProcession(moves=(GuardianMove(Guardian.GREY),)),
        MakeProcession(moves=(GuardianMove(Guardian.GREY, (Stride.PATH,)),)),
    ]


def test_bf_h23_c2_taking_a_tile_from_a_pile_ends_the_undo(game: Scenario) -> None:
    game.given(path_tiles("red-01 red-02 red-03 red-04", "blue-01 blue-02", "yellow-01"))
    game.given(e.OfferMade(0, Bonus(CouncilSpace.PATH)))
    told = game.when(0, ResolveBonus(path=PathTileId("path-blue-02"))).events
    assert [type(event) for event in told if event.reveals] == [e.PathPilesShuffled]


def test_bf_t25_t9a_skipping_the_island_action_completes_the_main_option(game: Scenario) -> None:
    game.given(with_nothing(0), tiles(0, ship=1, guardian=1))
    game.when(0, MoveShip(to=IslandId("g_pink"), payment=(Tile.SHIP,))).then_accepted()
    game.when(0, SkipIslandAction()).then(e.ActionTaken(0, SkipIslandAction(), main=False))
    game.when(0, EndTurn()).then(e.ActionTaken(0, EndTurn(), main=False), e.TurnBegun(1, 2))
    assert game.state.cities[0].status is SeatStatus.ACTIVE


def test_bf_t53_c4_q36_a_free_use_by_the_council_ends_the_first_price(
    game: Scenario,
) -> None:
    game.given(*fulfilled(0, CommonTask.GNOMES), portals_on(), tiles(0, great_bonfire=2))
    game.when(0, neutral(CommonTask.GNOMES, CouncilSpace.GREAT_BONFIRE, BONUS)).then_accepted()
    game.when(0, ResolveBonus(to="gb0", rewards=(Reward.TILE, Reward.RESOURCE))).then_accepted()
    refused = game.when(0, UseGreatBonfire(to=BonfireSpaceId("gb3"))).then_refused(
        "cannot_pay", rule="BF-T52"
    )
    assert (refused.details["needed"], refused.details["held"]) == (3, 2)


def test_bf_t4_the_stand_in_finishes_the_move_of_a_player_who_resigned() -> None:
    record = Record(BONFIRE).started(2)
    begun = ChooseStartFateTile(swap=False)
    record.does(0, begun)
    assert earliest(record.table, 0) == record.table.version - 1
    record.does(0, Resign())
    assert earliest(record.table, 0) is None
    assert record.state.form == begun
    moves = BONFIRE.legal(record.state, 0)
    assert moves == [ChooseStartFateTile(rotation=0), ChooseStartFateTile(rotation=180)]
    told = record.does(0, moves[1], bot="greedy")
    assert told[0] == e.ActionTaken(0, ChooseStartFateTile(swap=False, rotation=180), main=False)
    assert record.state.turn.seat == 0
