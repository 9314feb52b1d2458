"""The countdown: its trigger, its values, passing, stuck seats, and the end of the game (BF-D1 to BF-D13)."""

from collections.abc import Sequence
from itertools import cycle

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import CommonTask, CouncilSpace, FateTileId, IslandId, Tile
from domain.bonfire.commands import (
    DiscardActionTiles,
    EndTurn,
    MoveShip,
    Pass,
    PlaceNeutralNovice,
    RecruitGnome,
    Take,
    UseGreatBonfire,
)
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Countdown, PlacedFate, SeatStatus
from domain.kernel.messages import Event
from tests.support.builders import a_bonfire_game, tiles
from tests.support.given import fulfilled, recruited, standing
from tests.support.random_play import WAYS, Played, positions
from tests.support.scenario import Scenario

THRESHOLD = {2: 7, 3: 10, 4: 13}
TURNS_LEFT = {
    (2, 0): (4, 5),
    (2, 1): (5, 5),
    (3, 0): (4, 5, 5),
    (3, 1): (5, 5, 6),
    (3, 2): (5, 5, 5),
    (4, 0): (4, 5, 5, 5),
    (4, 1): (5, 5, 6, 6),
    (4, 2): (5, 5, 5, 6),
    (4, 3): (5, 5, 5, 5),
}
every_trigger = pytest.mark.parametrize("players,trigger", TURNS_LEFT)
POINT = PlaceNeutralNovice(common_task=CommonTask.GNOMES, council_space=CouncilSpace.FATE, take=Take.POINT)
Turns = list[tuple[int, int | None]]


def novices(count: int) -> list[Event]:
    """Place this number of novices in the council."""
    spaces = cycle(CouncilSpace)
    return [e.NovicePlaced(0, next(spaces), None) for _ in range(count)]


def strip(game: Scenario, seat: int) -> None:
    """Remove the seat's fate tiles and action tiles."""
    held = game.state.cities[seat].tiles.ship
    start = PlacedFate(FateTileId("fate-1"), 3, 3, 0)
    game.given(e.StartFateTileChosen(seat, start, ()), e.TilesDiscarded(seat, (Tile.SHIP,) * held))


def about_to(players: int, missing: int = 1) -> Scenario:
    """All seats can always sail; the council lacks this number of novices."""
    game = a_bonfire_game(players)
    game.given(*(tiles(seat, ship=60) for seat in range(players)))
    return game.given(*novices(THRESHOLD[players] - missing))


def sail(game: Scenario) -> MoveShip:
    """A main option for the seat whose turn it is."""
    away = game.state.acting.ship == "t08"
    return MoveShip(to=IslandId("t09" if away else "t08"), payment=(Tile.SHIP,))


def sails(game: Scenario) -> None:
    """The seat whose turn it is takes its main option and ends the turn."""
    seat = game.state.turn.seat
    game.when(seat, sail(game)).then_accepted()
    game.when(seat, EndTurn()).then_accepted()


def triggered(players: int, trigger: int, round_number: int = 1) -> Scenario:
    """The trigger turn of that seat is over."""
    game = about_to(players).given(e.RoundBegun(round_number, None), e.TurnBegun(0, 1))
    game.given(*fulfilled(trigger, CommonTask.GNOMES))
    for _ in range(trigger):
        sails(game)
    game.when(trigger, POINT).then_includes(e.CountdownTriggered(trigger, 5 if trigger == 0 else None))
    sails(game)
    return game


def is_over(game: Scenario) -> bool:
    return BONFIRE.actor(game.state).scorer


def value(game: Scenario) -> int | None:
    countdown: Countdown | None = game.state.countdown
    return None if countdown is None else countdown.value


def played_out(game: Scenario) -> Turns:
    """Play all further turns; return each seat with the value of the turn."""
    turns: Turns = []
    while not is_over(game):
        turns.append((game.state.turn.seat, value(game)))
        sails(game)
    return turns


def by_hand(players: int, trigger: int) -> Turns:
    """BF-D3 with real tiles: seat 0 hands the highest on, it travels round and leaves the game."""
    pile, seat = [5, 4, 3, 2, 1], trigger
    travelling: int | None = None
    turns: Turns = []
    while True:
        if seat == 0:
            travelling = pile.pop(0)
        seat = (seat + 1) % players
        if seat == 0:
            if not pile:
                return turns
            travelling = None
        turns.append((seat, pile[0] if seat == 0 else travelling))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bf_d1_the_countdown_begins_at_the_threshold_of_novices(players: int) -> None:
    game = about_to(players, missing=2)
    game.given(*fulfilled(0, CommonTask.GNOMES, CommonTask.PATHS))
    game.when(0, POINT).then(
        e.ActionTaken(0, POINT, main=False),
        e.NovicePlaced(0, CouncilSpace.FATE, CommonTask.GNOMES),
        e.PointsGained(0, 1, rule="BF-C8"),
    )
    assert game.state.phase == "main"
    command = PlaceNeutralNovice(
        common_task=CommonTask.PATHS, council_space=CouncilSpace.PATH, take=Take.POINT
    )
    game.when(0, command).then(
        e.ActionTaken(0, command, main=False),
        e.NovicePlaced(0, CouncilSpace.PATH, CommonTask.PATHS),
        e.CountdownTriggered(0, 5),
        e.PointsGained(0, 1, rule="BF-C2"),
    )
    assert game.state.phase == "countdown"


def test_bf_d1_novices_after_the_trigger_change_nothing() -> None:
    game = about_to(2).given(*fulfilled(0, CommonTask.GNOMES, CommonTask.PATHS))
    game.when(0, POINT).then_includes(e.CountdownTriggered(0, 5))
    again = PlaceNeutralNovice(common_task=CommonTask.PATHS, council_space=CouncilSpace.PATH, take=Take.POINT)
    told = game.when(0, again).events
    assert not any(isinstance(event, e.CountdownTriggered) for event in told)


def test_bf_d2_the_trigger_turn_is_played_to_its_end() -> None:
    game = about_to(2).given(*fulfilled(0, CommonTask.GNOMES))
    game.when(0, POINT).then_accepted()
    assert game.state.turn.seat == 0
    assert not game.state.turn.main_done
    sails(game)
    assert game.state.turn.seat == 1


@every_trigger
def test_bf_d3_d4_round_values_match_the_travelling_tiles(players: int, trigger: int) -> None:
    assert played_out(triggered(players, trigger)) == by_hand(players, trigger)


@every_trigger
def test_bf_d7_d6_each_seat_has_the_expected_number_of_turns_left(players: int, trigger: int) -> None:
    turns = played_out(triggered(players, trigger))
    left = tuple(sum(seat == own for own, _ in turns) for seat in range(players))
    assert left == TURNS_LEFT[players, trigger]
    for seat in range(players):
        expected = 4 if trigger == seat == 0 else 5 if trigger == 0 or seat <= trigger else 6
        assert left[seat] == expected


@every_trigger
def test_bf_d5_the_value_equals_the_turns_a_seat_has_left(players: int, trigger: int) -> None:
    turns = played_out(triggered(players, trigger))
    for seat in range(players):
        values = [now for own, now in turns if own == seat and now is not None]
        assert values == list(range(len(values), 0, -1))
        assert len(values) == (4 if trigger == seat == 0 else 5)


@every_trigger
def test_bf_d6_the_game_ends_with_the_last_seat_in_the_round_of_value_1(players: int, trigger: int) -> None:
    game = triggered(players, trigger, round_number=4)
    played_out(game)
    assert game.state.turn.seat == players - 1
    assert game.state.countdown == Countdown(trigger, 1)


@every_trigger
def test_bf_d4_q27_q28_the_first_value_is_five_and_at_once_if_seat_0_triggers(
    players: int, trigger: int
) -> None:
    turns = played_out(triggered(players, trigger))
    with_value = [now for _, now in turns if now is not None]
    assert with_value[0] == 5
    assert (turns[0][1] == 5) == (trigger in {0, players - 1})


def test_bf_y26_d4_d9_values_when_seat_1_of_three_triggers_in_round_9() -> None:
    game = triggered(3, 1, round_number=9)
    assert (game.state.turn.seat, game.state.turn.round, value(game)) == (2, 9, None)
    game.when(2, Pass()).then_refused("no_countdown_value", rule="BF-D9")
    sails(game)
    for seat in (0, 1, 2):
        assert (game.state.turn.seat, game.state.turn.round, value(game)) == (seat, 10, 5)
        sails(game)
    played_out(game)
    assert game.state.turn.round == 14


def test_bf_y27_d4_d5_d8_values_when_seat_0_of_four_triggers_in_round_8() -> None:
    game = triggered(4, 0, round_number=8)
    for seat in (1, 2, 3):
        assert (game.state.turn.seat, game.state.turn.round, value(game)) == (seat, 8, 5)
        sails(game)
    assert (game.state.turn.seat, game.state.turn.round, value(game)) == (0, 9, 4)
    game.when(0, Pass()).then(e.ActionTaken(0, Pass(), main=True), e.SeatPassed(0, 4))
    game.when(0, EndTurn()).then_accepted()
    played_out(game)
    assert game.state.turn.round == 12


def test_bf_d8_passing_gives_the_value_and_replaces_the_turn() -> None:
    game = triggered(2, 0)
    assert Pass() in game.legal(1)
    before = game.state.cities[1]
    game.when(1, Pass()).then(e.ActionTaken(1, Pass(), main=True), e.SeatPassed(1, 5))
    city = game.state.cities[1]
    assert (city.points, city.status) == (before.points + 5, SeatStatus.PASSED)
    assert game.legal(1) == [EndTurn()]


@pytest.mark.parametrize("command", [POINT, DiscardActionTiles(tiles=(Tile.SHIP,)), Pass()])
def test_bf_d8_q56_after_passing_only_the_end_of_the_turn_is_legal(command: Pass) -> None:
    game = triggered(2, 0).given(*fulfilled(1, CommonTask.GUARDIANS))
    game.when(1, Pass()).then_accepted()
    game.when(1, command).then_refused("wrong_step", rule="BF-T3")


@pytest.mark.parametrize("first", ["bonus", "discard", "option"])
def test_bf_d8_q56_passing_is_possible_only_as_the_first_move(first: str) -> None:
    game = triggered(2, 0).given(*fulfilled(1, CommonTask.GUARDIANS))
    commands = {
        "bonus": PlaceNeutralNovice(
            common_task=CommonTask.GUARDIANS, council_space=CouncilSpace.GUARDIAN, take=Take.POINT
        ),
        "discard": DiscardActionTiles(tiles=(Tile.SHIP,)),
        "option": MoveShip(to=IslandId("t08"), payment=(Tile.SHIP,)),
    }
    game.when(1, commands[first]).then_accepted()
    assert Pass() not in game.legal(1)
    if first == "option":
        game.when(1, Pass()).then_refused("wrong_step", rule="BF-T3")
    else:
        game.when(1, Pass()).then_refused("turn_begun", rule="BF-D8")


def test_bf_y28_d8_a_seat_that_passed_is_skipped_and_keeps_its_tokens() -> None:
    game = triggered(2, 0)
    while value(game) != 3 or game.state.turn.seat != 1:
        sails(game)
    before = game.state.cities[1]
    game.when(1, Pass()).then(e.ActionTaken(1, Pass(), main=True), e.SeatPassed(1, 3))
    game.when(1, EndTurn()).then_accepted()
    turns = played_out(game)
    assert turns == [(0, 2), (0, 1)]
    after = game.state.cities[1]
    assert (after.points, after.tiles) == (before.points + 3, before.tiles)
    left_over = next(item for item in BONFIRE.score(game.state).seats[1].items if item.rule == "BF-FS8")
    assert left_over.points == before.tiles.ship // 2


def test_bf_d9_q25_passing_is_refused_before_the_countdown_and_in_the_trigger_turn() -> None:
    game = about_to(3).given(*fulfilled(0, CommonTask.GNOMES))
    game.when(0, Pass()).then_refused("no_countdown_value", rule="BF-D9")
    game.when(0, POINT).then_accepted()
    assert Pass() not in game.legal(0)
    game.when(0, Pass()).then_refused("turn_begun", rule="BF-D8")


def test_bf_d9_q25_passing_is_refused_in_the_rest_of_the_trigger_round() -> None:
    game = triggered(4, 1)
    for seat in (2, 3):
        assert Pass() not in game.legal(seat)
        game.when(seat, Pass()).then_refused("no_countdown_value", rule="BF-D9")
        sails(game)
    assert Pass() in game.legal(0)


def test_bf_d10_a_seat_stuck_earlier_passes_automatically_for_five() -> None:
    game = about_to(3).given(*fulfilled(1, CommonTask.GNOMES), e.SeatStuck(2))
    sails(game)
    game.when(1, POINT).then_includes(e.CountdownTriggered(1, None))
    game.when(1, sail(game)).then_accepted()
    # The rest of this round has no value, so that seat 2 is only skipped.
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False), e.TurnBegun(2, 3), e.RoundBegun(2, 5), e.TurnBegun(0, 4)
    )
    sails(game)
    game.when(1, sail(game)).then_accepted()
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False),
        e.TurnBegun(2, 6),
        e.SeatPassed(2, 5),
        e.RoundBegun(3, 4),
        e.TurnBegun(0, 7),
    )
    assert game.state.cities[2].points == 5


def test_bf_d10_a_seat_without_options_passes_automatically_in_a_valued_round() -> None:
    game = triggered(2, 0)
    sails(game)
    strip(game, 1)
    game.when(0, sail(game)).then_accepted()
    game.when(0, EndTurn()).then(
        e.ActionTaken(0, EndTurn(), main=False),
        e.TurnBegun(1, 4),
        e.SeatPassed(1, 4),
        e.RoundBegun(3, 3),
        e.TurnBegun(0, 5),
    )


def test_bf_d10_a_seat_stuck_without_a_value_passes_in_the_first_valued_turn() -> None:
    game = about_to(3).given(*fulfilled(1, CommonTask.GNOMES))
    strip(game, 2)
    sails(game)
    game.when(1, POINT).then_accepted()
    game.when(1, sail(game)).then_accepted()
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False),
        e.TurnBegun(2, 3),
        e.SeatStuck(2),
        e.RoundBegun(2, 5),
        e.TurnBegun(0, 4),
    )
    sails(game)
    sails(game)
    assert (game.state.cities[2].status, game.state.cities[2].points) == (SeatStatus.PASSED, 5)


def last_resort() -> Scenario:
    """BF-Y49: value 3, seat 1 has five guardians and nothing to do but the bonus action."""
    game = triggered(2, 0)
    others = dict.fromkeys(("pink", "grey", "wood", "blue"), "start_area")
    game.given(*standing(1, **others), *fulfilled(1, CommonTask.GUARDIANS))
    while value(game) != 3:
        sails(game)
    strip(game, 1)
    sails(game)
    assert (game.state.turn.seat, value(game)) == (1, 3)
    return game


def test_bf_y49_d8_a_seat_may_pass_instead_of_using_its_bonus_action() -> None:
    game = last_resort()
    game.when(1, Pass()).then(e.ActionTaken(1, Pass(), main=True), e.SeatPassed(1, 3))


def test_bf_y49_d10_t9a_a_seat_is_stuck_after_its_last_bonus_action() -> None:
    game = last_resort()
    command = PlaceNeutralNovice(
        common_task=CommonTask.GUARDIANS, council_space=CouncilSpace.GUARDIAN, take=Take.POINT
    )
    game.when(1, command).then_includes(e.PointsGained(1, 1, rule="BF-C3"))
    game.when(1, EndTurn()).then(
        e.ActionTaken(1, EndTurn(), main=False),
        e.SeatStuck(1),
        e.RoundBegun(game.state.turn.round, 2),
        e.TurnBegun(0, game.state.turn.number),
    )
    points = game.state.cities[1].points
    game.when(0, sail(game)).then_accepted()
    game.when(0, EndTurn()).then_includes(e.SeatPassed(1, 2))
    assert game.state.cities[1].points == points + 2


def test_bf_d11_the_game_ends_at_once_when_all_seats_have_passed() -> None:
    game = triggered(3, 0)
    for seat in (1, 2):
        game.when(seat, Pass()).then_accepted()
        game.when(seat, EndTurn()).then_accepted()
    game.when(0, Pass()).then_accepted()
    game.when(0, EndTurn()).then(e.ActionTaken(0, EndTurn(), main=False), e.PlayEnded())
    assert is_over(game)
    assert [city.points for city in game.state.cities] == [1 + 4, 5, 5]


def test_bf_d11_the_game_ends_when_all_seats_are_stuck_before_the_countdown() -> None:
    game = a_bonfire_game(3)
    for seat in (0, 1, 2):
        strip(game, seat)
    game.when(0, EndTurn()).then(
        e.ActionTaken(0, EndTurn(), main=False),
        e.SeatStuck(0),
        e.TurnBegun(1, 2),
        e.SeatStuck(1),
        e.TurnBegun(2, 3),
        e.SeatStuck(2),
        e.PlayEnded(),
    )
    assert is_over(game)


def test_bf_d11_d10_stuck_seats_pass_in_a_countdown_and_the_game_ends() -> None:
    game = about_to(2).given(*fulfilled(0, CommonTask.GNOMES), e.SeatStuck(1))
    game.when(0, POINT).then_accepted()
    game.when(0, sail(game)).then_accepted()
    game.when(0, EndTurn()).then_includes(e.SeatPassed(1, 5))
    game.when(0, Pass()).then_accepted()
    game.when(0, EndTurn()).then(e.ActionTaken(0, EndTurn(), main=False), e.PlayEnded())


def test_bf_d12_every_action_stays_available_in_the_countdown() -> None:
    game = triggered(2, 0).given(tiles(1, great_bonfire=3, gnome=3))
    kinds = {type(move) for move in game.legal(1)}
    assert {MoveShip, UseGreatBonfire, DiscardActionTiles, Pass} <= kinds
    assert RecruitGnome not in kinds, "there is no resource to pay with"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("ways", [("any",), ("waster",), tuple(sorted(WAYS))])
def test_bf_d13_every_game_ends(players: int, ways: Sequence[str]) -> None:
    *_, last = positions(Played(players, 13, tuple(ways)))
    assert last.number < 1000


def test_bf_q63_k5_the_bonus_action_for_gnomes_requires_six_gnomes(game: Scenario) -> None:
    game.given(*recruited(0, "1 2 3 4 7"))
    game.when(0, PlaceNeutralNovice()).then_refused("no_neutral_novice", rule="BF-T67")
    game.given(*recruited(0, "8"), *fulfilled(0, CommonTask.GNOMES))
    game.when(0, POINT).then_accepted()
