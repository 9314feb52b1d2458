"""One player against the Basilisk with one or two allies (PP-SO1–PP-SO3)."""

from typing import Any

import pytest

from domain.kernel.dice import Dice
from domain.phoenix import events as e
from domain.phoenix.commands import EndTurn, NominateDecider, SkipDaytime
from domain.phoenix.ids import BoardSide, Clan, Difficulty, Side, Style
from domain.phoenix.options import ClanChoice, PhoenixOptions, PlayMode
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Pool
from tests.support.basilisk import BasiliskGame, against_basilisk
from tests.support.record import Record


def solo(allies: int, difficulty: str = "medium", **options: Any) -> BasiliskGame:
    return against_basilisk(mode="solo", solo_allies=allies, difficulty=difficulty, **options)


def options_of(allies: int) -> PhoenixOptions:
    return PhoenixOptions(
        mode=PlayMode.SOLO, difficulty=Difficulty.MEDIUM, style=Style.VANILLA, solo_allies=allies
    )


@pytest.mark.parametrize("allies", [1, 2])
def test_pp_so1_one_place_holds_every_seat_of_the_allies(allies: int) -> None:
    setup = PHOENIX.setup(options_of(allies), [ClanChoice(Clan.GREEN)], Dice(b"solo", 1))
    assert setup.seats == ("basilisk", *(0,) * allies)
    laid_out = setup.events[0]
    assert isinstance(laid_out, e.BoardLaidOut)
    assert laid_out.seats[1].clan is Clan.GREEN
    assert len({seat.clan for seat in laid_out.seats}) == allies + 1


def test_pp_so1_the_player_holds_all_seats_and_always_decides() -> None:
    record = Record(PHOENIX).started(1, mode="solo", difficulty="medium", style="vanilla", solo_allies=2)
    assert record.table.seats_of("p_host") == (1, 2)
    assert record.table.seats[0].automa == "basilisk"
    assert record.table.people == frozenset({"p_host"})


def test_pp_so1_co8_the_seat_of_a_choice_is_that_of_the_default() -> None:
    game = solo(2)
    game.turn().then_accepted()
    assert game.deciding == (1,)
    for alone in (solo(2), solo(2, scenario="ember_court")):
        assert alone.legal(1, NominateDecider) == []
        alone.when(1, NominateDecider(seat=2)).then_refused("wrong_step", rule="PP-CO8")


def test_pp_so2_two_allies_are_exactly_the_game_of_two_players() -> None:
    alone, together = solo(2).state, against_basilisk(2).state
    assert (alone.seats, alone.pools, alone.board) == (together.seats, together.pools, together.board)
    assert alone.agenda == together.agenda


def test_pp_so3_x91_one_ally_plays_on_the_small_board() -> None:
    state = solo(1).state
    assert (state.board.side, state.board.frontier) == (BoardSide.SMALL, 1)
    assert len(state.seats[1].hand) == 6
    assert len(state.seats[0].stack) == 6
    assert state.pools == (Pool(6, 5, 4), Pool(4, 3, 2))


def test_pp_so3_the_plain_stack_of_six_has_two_random_specialists() -> None:
    stack = solo(1).state.seats[0].stack
    assert stack[:4] == ("red.apprentice.1", "red.apprentice.2", "red.apprentice.3", "red.fighter")
    assert len(set(stack)) == 6


def test_pp_so3_in_a_story_the_stack_of_six_has_no_random_kin() -> None:
    seat = solo(1, scenario="ember_court").state.seats[0]
    novices = [f"red.apprentice.{n}" for n in (1, 2, 3)]
    assert sorted(seat.stack) == sorted([*novices, "red.fighter", "red.archer", "red.mastermind"])
    assert len(seat.clan_pile) == 11


def test_pp_so3_x91_the_basilisk_and_the_ally_take_single_turns() -> None:
    game = solo(1).deals(*["sc03"] * 3)
    for _ in range(2):
        assert PHOENIX.actor(game.state).automa == "basilisk"
        game.turn().then_accepted()
        assert game.deciding == (1,)
        game.place(1, str(game.state.seats[1].hand[0]), "palace").then_accepted()
        game.when(1, SkipDaytime()).then_accepted()
        game.when(1, EndTurn()).then_accepted()


@pytest.mark.parametrize("difficulty, resources", [("easy", 11), ("heroic", 5)])
def test_pp_so3_the_difficulty_changes_the_pool_of_the_only_ally(difficulty: str, resources: int) -> None:
    game = solo(1, difficulty)
    while game.deciding:
        game.answer(str(game.options[0])).then_accepted()
    assert game.state.pools[1].resources == resources


def test_pp_so3_cp1_the_only_ally_sits_in_the_south() -> None:
    state = solo(1, palace_alt=True).state
    assert [seat.side for seat in state.seats] == [Side.NORTH, Side.SOUTH]


def test_pp_so3_the_only_allys_favor_is_the_score_of_the_allies() -> None:
    game = solo(1).favored(1, 40)
    score = PHOENIX.score(game.state)
    assert score.sides
    assert [(side.side, side.seats) for side in score.sides] == [("basilisk", (0,)), ("allies", (1,))]
    assert score.sides[1].items[0].points == 40
    assert score.result == "win"
