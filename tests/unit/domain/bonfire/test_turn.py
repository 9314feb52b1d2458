"""The course of a turn: a main option, bonus actions, discards, its end, no option left (BF-T1 to BF-T9b)."""

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    CommonTask,
    CouncilSpace,
    FateTileId,
    Guardian,
    IslandId,
    OfferingId,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.commands import (
    MOVES,
    BuildPath,
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
    ReceiveTask,
    RecyclePathDisplay,
    RetrieveGuardian,
    SkipIslandAction,
    Source,
    Stride,
    Take,
    UseGreatBonfire,
)
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Island, PlacedFate, SeatStatus, Tiles
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from tests.support.builders import a_bonfire_game, a_new_bonfire_game, resources, tiles
from tests.support.given import built, fulfilled, path_tiles, received, recruited, standing
from tests.support.scenario import Scenario

SHIP, PATH, GUARDIAN, YELLOW = Tile.SHIP, Tile.PATH, Tile.GUARDIAN, Tile.YELLOW
START = PlacedFate(FateTileId("fate-1"), 3, 3, 0)
PLACE = PlaceFateTile(end=End.TOP, anchor=FateCell(2, 3), rotation=0)
TO_T08 = MoveShip(to=IslandId("t08"), payment=(SHIP,))
SIX_PATHS = "blue-01 blue-02 blue-03 blue-04 blue-05 blue-06"


def no_fate_left(seat: int) -> Event:
    return e.StartFateTileChosen(seat, START, ())


def everybody_can_act(players: int) -> list[Event]:
    return [tiles(seat, ship=2) for seat in range(players)]


def turn_of(game: Scenario) -> int:
    seat: int = game.state.turn.seat
    return seat


def plays(game: Scenario, seat: int, command: Command = TO_T08) -> None:
    """A main option and the end of the turn."""
    game.when(seat, command).then_accepted()
    if isinstance(game.state.offer, Island):
        game.when(seat, SkipIslandAction()).then_accepted()
    game.when(seat, EndTurn()).then_accepted()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bf_t1_seats_act_clockwise_and_a_round_begins_at_seat_0(players: int) -> None:
    game = a_bonfire_game(players).given(*everybody_can_act(players))
    for seat in range(players - 1):
        assert turn_of(game) == seat
        plays(game, seat)
    game.when(players - 1, TO_T08).then_accepted()
    game.when(players - 1, EndTurn()).then(
        e.ActionTaken(players - 1, EndTurn(), main=False), e.RoundBegun(2, None), e.TurnBegun(0, players + 1)
    )
    assert (game.state.turn.round, game.state.turn.seat) == (2, 0)


def test_bf_t1_a_move_out_of_turn_is_refused(game: Scenario) -> None:
    game.given(*everybody_can_act(2))
    refusal = game.when(1, TO_T08).then_refused("not_your_turn", rule="BF-T1")
    assert refusal.details == {"seat": 0}
    assert game.legal(1) == []


@pytest.mark.parametrize("status", ["stuck", "passed"])
def test_bf_t1_seats_that_are_stuck_or_have_passed_are_skipped(status: str) -> None:
    game = a_bonfire_game(3).given(*everybody_can_act(3))
    game.given(e.SeatStuck(1) if status == "stuck" else e.SeatPassed(1, 3))
    game.given(e.TurnBegun(0, 1))
    game.when(0, TO_T08).then_accepted()
    game.when(0, EndTurn()).then(
        e.ActionTaken(0, EndTurn(), main=False), e.TurnBegun(1, 2), e.TurnBegun(2, 3)
    )


def test_bf_t1_a_round_begins_at_seat_0_even_when_it_is_skipped() -> None:
    game = a_bonfire_game(2).given(*everybody_can_act(2), e.SeatStuck(0), e.TurnBegun(1, 2))
    game.when(1, TO_T08).then_accepted()
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False), e.RoundBegun(2, None), e.TurnBegun(0, 3), e.TurnBegun(1, 4)
    )


@pytest.mark.parametrize("first", [PLACE, TO_T08])
def test_bf_t2_a_turn_has_exactly_one_main_option(game: Scenario, first: Command) -> None:
    game.given(tiles(0, ship=1))
    game.when(0, first).then_accepted()
    game.given(tiles(0, ship=1, path=2, guardian=1), *built(0, "blue-01"))
    for second in (PLACE, TO_T08, BuildPath(), MakeProcession(), UseGreatBonfire()):
        game.when(0, second).then_refused("wrong_step", rule="BF-T3")
    assert {type(move) for move in game.legal(0)} == {DiscardActionTiles, EndTurn}


def test_bf_t3_q6_bonus_actions_are_possible_before_and_after_the_main_option(game: Scenario) -> None:
    game.given(*fulfilled(0, "common_gnomes_6", "common_paths_7"), tiles(0, ship=1))
    first = PlaceNeutralNovice(
        common_task=CommonTask.GNOMES, council_space=CouncilSpace.PATH, take=Take.POINT
    )
    second = PlaceNeutralNovice(
        common_task=CommonTask.PATHS, council_space=CouncilSpace.FATE, take=Take.POINT
    )
    game.when(0, first).then_accepted()
    game.when(0, TO_T08).then_accepted()
    game.when(0, second).then_accepted()
    game.when(0, EndTurn()).then_accepted()


def test_bf_t3_q6_no_bonus_action_between_a_ship_move_and_its_island(game: Scenario) -> None:
    game.given(*fulfilled(0, "common_gnomes_6"), tiles(0, ship=1, guardian=1))
    game.when(0, MoveShip(to=IslandId("g_pink"), payment=(SHIP,))).then_accepted()
    for command in (PlaceNeutralNovice(common_task=CommonTask.GNOMES), DiscardActionTiles(tiles=(GUARDIAN,))):
        game.when(0, command).then_refused("wrong_step", rule="BF-T3")
    assert {type(move) for move in game.legal(0)} == {RetrieveGuardian, SkipIslandAction}


def test_bf_t3_t47_no_bonus_action_between_renewing_the_display_and_building(game: Scenario) -> None:
    game.given(*fulfilled(0, "common_gnomes_6"), tiles(0, path=1, ship=1))
    game.given(path_tiles("blue-01 blue-02 blue-03 blue-04", "red-01 red-02", "red-03 yellow-04"))
    game.when(0, RecyclePathDisplay()).then_accepted()
    for command in (PlaceNeutralNovice(), DiscardActionTiles(tiles=(SHIP,)), EndTurn()):
        game.when(0, command).then_refused("wrong_step", rule="BF-T3")
    assert {type(move) for move in game.legal(0)} == {BuildPath}


def test_bf_t3_while_a_choice_is_pending_only_its_answers_are_accepted(game: Scenario) -> None:
    game.given(*fulfilled(0, "common_gnomes_6"), tiles(0, ship=1, yellow=1))
    game.when(0, MoveShip(to=IslandId("t08"))).then(e.MoveBegun(0, MoveShip(to=IslandId("t08"))))
    assert game.legal(0) == [MoveShip(payment=(SHIP,)), MoveShip(payment=(YELLOW,))]
    others = [kind() for kind in MOVES if kind is not MoveShip]
    for command in others:
        refusal = game.when(0, command).then_refused("wrong_step", rule="BF-T3")
        assert refusal.details == {"expected": ("move_ship",)}


def test_bf_t3_the_refusal_of_a_wrong_step_lists_only_the_possible_moves(game: Scenario) -> None:
    game.given(tiles(0, ship=1))
    refusal = game.when(0, SkipIslandAction()).then_refused("wrong_step", rule="BF-T3")
    assert refusal.details == {"expected": ("place_fate_tile", "move_ship", "discard_action_tiles")}
    game.when(0, TO_T08).then_accepted()
    refusal = game.when(0, SkipIslandAction()).then_refused("wrong_step", rule="BF-T3")
    assert refusal.details == {"expected": ("end_turn",)}


def test_bf_t4_an_option_needs_its_full_price(game: Scenario) -> None:
    game.given(tiles(0, path=1), *built(0, "blue-01 blue-02 blue-03"))
    game.when(0, BuildPath(source=Source.DISPLAY_1)).then_refused("cannot_pay", rule="BF-T45")
    game.when(0, BuildPath()).then_refused("cannot_pay", rule="BF-T45")


def test_bf_t4_overpaying_is_refused(game: Scenario) -> None:
    game.given(tiles(0, path=2))
    game.when(0, BuildPath(source=Source.DISPLAY_1, payment=(PATH, PATH))).then_refused(
        "invalid_payment", rule="BF-P9"
    )


def test_bf_t4_answers_that_cannot_be_completed_are_refused_early() -> None:
    game = a_bonfire_game().given(tiles(0, task=1), resources(0, herb=2, shell=2, root=1))
    game.given(e.ShipMoved(0, IslandId("t03")))
    left, right = OfferingId("offering-shell-1"), OfferingId("offering-root-1")
    game.given(e.OfferingsShuffled(0, left, right, (1, 1), (left,), (right,)))
    wrong = Payments(resources=(Resource.SHELL, Resource.SHELL))
    game.when(0, ReceiveTask(position=2, payments=wrong)).then_refused("invalid_payment", rule="BF-P2")
    right_one = Payments(resources=(Resource.HERB, Resource.ROOT))
    game.when(0, ReceiveTask(position=2, payments=right_one)).then_accepted()


def test_bf_t4_a_begun_option_must_be_finished(game: Scenario) -> None:
    game.given(tiles(0, ship=1, yellow=1))
    game.when(0, MoveShip(to=IslandId("t08"))).then_accepted()
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when(0, MoveShip(to=IslandId("t09"))).then_refused("already_answered")
    game.when(0, MoveShip(payment=(YELLOW,))).then_accepted()


def test_bf_t5_the_price_is_paid_before_the_effect(game: Scenario) -> None:
    game.given(tiles(0, guardian=1), *built(0, "blue-01"))
    told = game.when(0, MakeProcession(steps=1)).events
    kinds = [type(event) for event in told]
    assert kinds.index(e.TilesPaid) < kinds.index(e.GuardianMoved) < kinds.index(e.PathHarvested)


def test_bf_t6_gains_are_automatic_and_cannot_be_declined(game: Scenario) -> None:
    # The gold of path 1 comes with the move; nothing asks whether it is wanted.
    game.given(tiles(0, guardian=1))
    game.when(0, MakeProcession()).then_includes(e.PathHarvested(0, Guardian.OWN, 1, Resource.GOLD))
    assert game.state.form is None
    assert game.state.offer is None


def test_bf_t6_a_permission_need_not_be_used(game: Scenario) -> None:
    game.given(*recruited(0, "2"), tiles(0, guardian=1), *built(0, "blue-01 blue-02"))
    game.when(0, MakeProcession(steps=1)).then_accepted()
    once, twice = (GuardianMove(Guardian.OWN, (Stride.PATH,) * n) for n in (1, 2))
    assert game.legal(0) == [MakeProcession(moves=(once,)), MakeProcession(moves=(twice,))]


def test_bf_t7_q55_any_number_of_action_tiles_can_be_discarded(game: Scenario) -> None:
    game.given(tiles(0, ship=2, yellow=1))
    command = DiscardActionTiles(tiles=(SHIP, YELLOW))
    game.when(0, command).then(e.ActionTaken(0, command, main=False), e.TilesDiscarded(0, (SHIP, YELLOW)))
    assert game.state.cities[0].tiles == Tiles(ship=1)


def test_bf_t7_tiles_are_listed_one_by_one(game: Scenario) -> None:
    game.given(tiles(0, ship=2, yellow=1))
    assert game.legal(0, DiscardActionTiles) == [
        DiscardActionTiles(tiles=(SHIP,)),
        DiscardActionTiles(tiles=(YELLOW,)),
    ]


def test_bf_t7_the_tile_to_discard_is_asked_unless_only_one_kind_is_held(game: Scenario) -> None:
    game.given(tiles(0, ship=2, yellow=1))
    game.when(0, DiscardActionTiles()).then(e.MoveBegun(0, DiscardActionTiles()))
    ships, yellow = DiscardActionTiles(tiles=(SHIP,)), DiscardActionTiles(tiles=(YELLOW,))
    assert game.legal(0) == [ships, yellow]
    game.when(0, yellow).then(e.ActionTaken(0, yellow, main=False), e.TilesDiscarded(0, (YELLOW,)))
    game.when(0, DiscardActionTiles()).then(e.ActionTaken(0, ships, main=False), e.TilesDiscarded(0, (SHIP,)))


@pytest.mark.parametrize("paid", [(SHIP, SHIP, SHIP), (PATH,)])
def test_bf_t7_only_tiles_that_are_held_can_be_discarded(game: Scenario, paid: tuple[Tile, ...]) -> None:
    game.given(tiles(0, ship=2))
    game.when(0, DiscardActionTiles(tiles=paid)).then_refused("not_held", rule="BF-T7")
    game.when(0, DiscardActionTiles(tiles=())).then_refused("nothing_to_discard", rule="BF-T7")


def test_bf_t7_discarding_is_refused_without_action_tiles(game: Scenario) -> None:
    for command in (DiscardActionTiles(), DiscardActionTiles(tiles=(SHIP,))):
        game.when(0, command).then_refused("nothing_to_discard", rule="BF-T7")


def test_bf_t7_q55_tiles_are_discarded_only_in_the_seats_own_turn(game: Scenario) -> None:
    game.given(tiles(0, ship=3), tiles(1, ship=1))
    game.when(1, DiscardActionTiles(tiles=(SHIP,))).then_refused("not_your_turn", rule="BF-T1")
    game.when(0, DiscardActionTiles(tiles=(SHIP,))).then_accepted()
    game.when(0, TO_T08).then_accepted()
    game.when(0, DiscardActionTiles(tiles=(SHIP,))).then_accepted()


def test_bf_t7_resources_are_never_discarded() -> None:
    assert DiscardActionTiles.__struct_fields__ == ("tiles",)
    with pytest.raises(ValueError, match="gold"):
        Tile("gold")


def test_bf_t8_the_first_turn_begins_with_the_start_tile() -> None:
    game = a_new_bonfire_game()
    for command in (PLACE, TO_T08, DiscardActionTiles(), EndTurn(), Pass(), PlaceNeutralNovice()):
        refusal = game.when(0, command).then_refused("wrong_step", rule="BF-T3")
        assert refusal.details == {"expected": ("choose_start_fate_tile",)}
    game.when(0, ChooseStartFateTile(swap=False, rotation=0)).then_accepted()
    game.when(0, DiscardActionTiles(tiles=(YELLOW,))).then_accepted()
    game.when(0, TO_T08).then_accepted()
    game.when(0, ChooseStartFateTile(swap=False, rotation=0)).then_refused("wrong_step", rule="BF-T3")


def test_bf_t9_a_turn_never_ends_by_itself(game: Scenario) -> None:
    game.given(*everybody_can_act(2))
    game.when(0, TO_T08).then_accepted()
    assert turn_of(game) == 0
    assert EndTurn() in game.legal(0)
    game.when(0, EndTurn()).then(e.ActionTaken(0, EndTurn(), main=False), e.TurnBegun(1, 2))


def test_bf_t9_a_turn_cannot_end_while_a_decision_is_pending(game: Scenario) -> None:
    game.given(tiles(0, ship=1, guardian=1))
    game.when(0, MoveShip(to=IslandId("g_pink"), payment=(SHIP,))).then_accepted()
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when(0, SkipIslandAction()).then_accepted()
    game.when(0, EndTurn()).then_accepted()


def test_bf_t9_the_end_of_a_turn_is_never_played_automatically(game: Scenario) -> None:
    game.given(tiles(0, ship=1))
    game.when(0, TO_T08).then_accepted()
    assert game.legal(0) == [EndTurn()]
    assert turn_of(game) == 0


def test_bf_t9_t9b_a_turn_cannot_end_without_its_main_option(game: Scenario) -> None:
    game.when(0, EndTurn()).then_refused("main_option_due", rule="BF-T9b")
    assert EndTurn() not in game.legal(0)


def test_bf_t9b_t9a_option_i_counts_even_if_tiles_must_be_discarded_first(game: Scenario) -> None:
    # Ten tiles of a kind that buys nothing: they can be thrown away for a fate tile.
    game.given(tiles(0, path=1), *built(0, SIX_PATHS))
    game.given(tiles(0, path=9))
    game.when(0, EndTurn()).then_refused("main_option_due", rule="BF-T9b")


def test_bf_t9b_passing_is_refused_outside_the_countdown(game: Scenario) -> None:
    game.when(0, Pass()).then_refused("no_countdown_value", rule="BF-D9")
    assert Pass() not in game.legal(0)


def test_bf_t9a_q7_a_seat_without_any_option_is_stuck_at_the_start_of_its_turn(game: Scenario) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1))
    game.when(0, TO_T08).then_accepted()
    game.when(0, EndTurn()).then(
        e.ActionTaken(0, EndTurn(), main=False),
        e.TurnBegun(1, 2),
        e.SeatStuck(1),
        e.RoundBegun(2, None),
        e.TurnBegun(0, 3),
    )
    assert game.state.cities[1].status is SeatStatus.STUCK


def test_bf_t9a_q7_a_stuck_seat_takes_no_further_turns(game: Scenario) -> None:
    game.given(tiles(0, ship=2), no_fate_left(1), e.SeatStuck(1))
    game.given(tiles(1, ship=5))
    plays(game, 0)
    assert turn_of(game) == 0
    assert game.legal(1) == []


def test_bf_t9a_a_bonus_action_alone_keeps_a_seat_in_the_game(game: Scenario) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1), *fulfilled(1, "common_gnomes_6"))
    plays(game, 0)
    assert turn_of(game) == 1
    kinds = {type(move) for move in game.legal(1)}
    assert kinds == {PlaceNeutralNovice, EndTurn}


def test_bf_t9a_a_seat_that_leaves_its_bonus_action_unused_is_stuck(game: Scenario) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1), *fulfilled(1, "common_gnomes_6"))
    plays(game, 0)
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False),
        e.SeatStuck(1),
        e.RoundBegun(2, None),
        e.TurnBegun(0, 3),
    )


def test_bf_t9a_q7_a_bonus_action_may_create_a_main_option_that_must_be_taken(game: Scenario) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1), *fulfilled(1, "common_gnomes_6"))
    plays(game, 0)
    gold = PlaceNeutralNovice(common_task=CommonTask.GNOMES, council_space=CouncilSpace.GOLD, take=Take.BONUS)
    game.when(1, gold).then_accepted()
    game.when(1, EndTurn()).then_refused("main_option_due", rule="BF-T9b")
    game.when(1, MoveShip(to=IslandId("t08"), payment=(YELLOW,))).then_accepted()


@pytest.mark.parametrize("held,stuck", [(1, True), (2, False)])
def test_bf_y29_t9a_p1_one_useless_tile_gives_no_option_but_a_pair_does(
    game: Scenario, held: int, stuck: bool
) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1), tiles(1, path=held), *built(1, SIX_PATHS))
    plays(game, 0)
    assert (game.state.cities[1].status is SeatStatus.STUCK) == stuck
    assert turn_of(game) == (0 if stuck else 1)


def test_bf_y48_t7_t9a_discarding_the_last_option_allows_ending_the_turn(game: Scenario) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1), tiles(1, path=2), *built(1, SIX_PATHS))
    plays(game, 0)
    game.when(1, EndTurn()).then_refused("main_option_due", rule="BF-T9b")
    game.when(1, DiscardActionTiles(tiles=(PATH,))).then_accepted()
    assert game.legal(1) == [DiscardActionTiles(tiles=(PATH,)), EndTurn()]
    game.when(1, EndTurn()).then_includes(e.SeatStuck(1))


def test_bf_q8_t41_a_procession_in_which_no_guardian_moves_is_not_an_option(game: Scenario) -> None:
    game.given(tiles(0, ship=1), no_fate_left(1), tiles(1, guardian=1), *standing(1, own="path:1"))
    plays(game, 0)
    assert game.state.cities[1].status is SeatStatus.STUCK


@pytest.mark.parametrize("guardian,stuck", [("pink", False), ("grey", True)])
def test_bf_t9a_a_fulfilled_task_counts_as_an_option(game: Scenario, guardian: str, stuck: bool) -> None:
    # blue-01 asks for the pink guardian; the seat has nothing else.
    game.given(tiles(0, ship=1), no_fate_left(1), *received(1, "3:blue-01"))
    game.given(*standing(1, **{guardian: "start_area"}))
    plays(game, 0)
    assert (game.state.cities[1].status is SeatStatus.STUCK) == stuck
    assert {type(move) for move in game.legal(1)} == (set() if stuck else {IgniteBonfire})


def test_bf_t9a_the_check_for_options_follows_the_start_choice() -> None:
    game = a_new_bonfire_game()
    game.when(0, ChooseStartFateTile(swap=False, rotation=0)).then_accepted()
    game.when(0, MoveShip(to=IslandId("t08"), payment=(SHIP,))).then_accepted()
    game.when(0, SkipIslandAction()).then_accepted()
    game.when(0, EndTurn()).then(e.ActionTaken(0, EndTurn(), main=False), e.TurnBegun(1, 2))
    assert game.legal(1) == [ChooseStartFateTile(swap=False), ChooseStartFateTile(swap=True)]


def test_bf_t1_ids_that_do_not_exist_are_refused_as_unknown(game: Scenario) -> None:
    game.given(tiles(0, ship=1, gnome=2))
    for command, field in (
        (MoveShip(to=IslandId("t99")), "to"),
        (ReceiveTask(task=TaskId("blue-99")), "task"),
    ):
        refusal = game.when(0, command).then_refused("unknown_id")
        assert refusal.details["field"] == field


def test_bf_t1_refusals_come_in_a_fixed_order(game: Scenario) -> None:
    unknown = MoveShip(to=IslandId("t99"))
    game.when(1, unknown).then_refused("not_your_turn", rule="BF-T1")
    game.given(tiles(0, ship=1))
    game.when(0, TO_T08).then_accepted()
    game.when(0, unknown).then_refused("wrong_step", rule="BF-T3")
    game.given(e.PlayEnded())
    for seat in (0, 1):
        with pytest.raises(Rejected, match="game_finished"):
            BONFIRE.decide(game.state, seat, unknown, Dice(b"", 1))
        assert not BONFIRE.legal(game.state, seat)
