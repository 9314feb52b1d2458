"""The work that is due for a table depends only on the table."""

from datetime import timedelta

import pytest

from domain.kernel.abort import AgreeToAbort
from domain.kernel.clock import TimeOut
from domain.kernel.game import Resign, ScoreGame
from domain.kernel.lobby import JoinGame, LeaveGame, StartGame
from domain.kernel.table import Clock
from domain.kernel.work import Work, WorkKind, work
from tests.support.record import FIRST_MOMENT, Record
from tests.support.toy import TOY, CallVote, Done, Stop, Vote

MINUTE = Clock(seconds=60)
AUTOMA, SCORING = Work(WorkKind.AUTOMA), Work(WorkKind.SCORING)


def clock(seconds: int) -> Work:
    return Work(WorkKind.CLOCK, FIRST_MOMENT + timedelta(seconds=seconds))


def test_every_entry_in_a_lobby_moves_its_clock_to_a_week_later() -> None:
    record = Record(TOY).opened()
    assert work(TOY, record.table) == (clock(7 * 86_400),)
    record.does("p_a", JoinGame(), at=100)
    assert work(TOY, record.table) == (clock(7 * 86_400 + 100),)


def test_a_cancelled_lobby_needs_no_work() -> None:
    record = Record(TOY).opened()
    record.does("p_host", LeaveGame())
    assert work(TOY, record.table) == ()


def test_an_aborted_game_needs_no_work() -> None:
    record = Record(TOY).started(clock=MINUTE)
    record.does(0, AgreeToAbort())
    assert work(TOY, record.table) == (clock(62),)
    record.does(1, AgreeToAbort())
    assert work(TOY, record.table) == ()


def test_a_person_without_a_clock_needs_no_work() -> None:
    assert work(TOY, Record(TOY).started().table) == ()


def test_a_person_with_a_clock_needs_clock_work() -> None:
    assert work(TOY, Record(TOY).started(clock=MINUTE).table) == (clock(62),)


@pytest.mark.parametrize("clock", [None, MINUTE])
def test_an_automas_turn_needs_work(clock: Clock | None) -> None:
    record = Record(TOY).opened(("me",), clock=clock)
    record.does("p_host", StartGame())
    record.does(0, Done())
    assert work(TOY, record.table) == (AUTOMA,)


def test_a_bots_turn_needs_work() -> None:
    record = Record(TOY).opened(("me", "bot:random"))
    record.does("p_host", StartGame())
    assert work(TOY, record.table) == (AUTOMA,)
    record.does(0, Done(), bot="random")
    assert work(TOY, record.table) == ()


def test_the_turn_of_an_absent_or_resigned_player_needs_work() -> None:
    record = Record(TOY).started(clock=MINUTE)
    record.does("clock", TimeOut(), at=62)
    assert work(TOY, record.table) == (AUTOMA,)
    other = Record(TOY).started()
    other.does(0, Resign())
    assert work(TOY, other.table) == (AUTOMA,)


def test_bots_and_people_asked_at_once_both_need_work() -> None:
    record = Record(TOY).opened(("me", "bot:random"), clock=MINUTE)
    record.does("p_host", StartGame())
    record.does(0, CallVote(), bot="random")
    assert work(TOY, record.table) == (AUTOMA, clock(62))
    record.does(0, Vote(), bot="random", at=10)
    assert work(TOY, record.table) == (clock(62),)


def test_scoring_is_due_from_the_end_of_play_until_it_is_done() -> None:
    record = Record(TOY).started(clock=MINUTE)
    record.does(0, Stop())
    assert work(TOY, record.table) == (SCORING,)
    record.does("scorer", ScoreGame())
    assert work(TOY, record.table) == ()
