"""Asides: possible out of turn, without effect on any seat's undo, `since` or clock."""

from datetime import timedelta

import pytest

from domain.kernel.absence import ComeBack
from domain.kernel.bot_position import bot_position
from domain.kernel.clock import TimeOut, deadline
from domain.kernel.codec import codec
from domain.kernel.errors import NotYours, Rejected
from domain.kernel.fold import fold, is_aside
from domain.kernel.game import Resign
from domain.kernel.table import Clock
from domain.kernel.undo import EntriesUndone, Undo, earliest
from tests.support.record import FIRST_MOMENT, SEED, Record, moment
from tests.support.toy import TOY, Add, Appoint, AskJudge, JudgeAppointed, Rule

MINUTE = Clock(seconds=60)


@pytest.fixture
def record() -> Record:
    """Three players; the start was entry 4, at second 3. Seat 0 has the turn and is the judge."""
    return Record(TOY).started(3, clock=MINUTE, judge=True)


def test_seat_that_is_not_asked_may_play_an_aside(record: Record) -> None:
    assert record.does(2, Appoint(1)) == (JudgeAppointed(1),)
    assert record.state.judge == 1
    assert is_aside(TOY, Appoint(1))
    assert not is_aside(TOY, Add(1))


def test_ruleset_decides_when_an_aside_is_possible() -> None:
    with pytest.raises(Rejected, match="wrong_step"):
        Record(TOY).started(3).tries("seat:2", Appoint(1))


def test_aside_requires_a_seat(record: Record) -> None:
    with pytest.raises(NotYours, match="not_seated"):
        record.tries("seat:3", Appoint(1))


def test_aside_does_not_end_an_undo(record: Record) -> None:
    record.does(0, Add(5))
    record.does(2, Appoint(1))
    record.does(0, Add(10))
    assert earliest(record.table, 0) == 4
    assert record.does(0, Undo(to=4)) == (EntriesUndone((5, 7)),)
    assert record.state.totals == (0, 0, 0)


def test_undo_does_not_take_back_an_aside(record: Record) -> None:
    record.does(0, Add(5))
    record.does(2, Appoint(1))
    record.does(0, Undo())
    assert (record.state.totals, record.state.judge) == ((0, 0, 0), 1)
    record.does(0, Add(1))
    record.does(0, Undo())
    assert record.state.judge == 1


def test_seat_cannot_take_back_its_own_aside(record: Record) -> None:
    record.does(0, Appoint(1))
    with pytest.raises(Rejected, match="nothing_to_undo"):
        record.tries("seat:0", Undo())


def test_aside_that_reveals_something_ends_the_undo(record: Record) -> None:
    record.does(0, Add(5))
    record.does(2, Appoint(1, loudly=True))
    assert earliest(record.table, 0) is None
    assert record.table.since == (5, 4, 4)


def test_aside_leaves_since_of_every_seat_unchanged(record: Record) -> None:
    record.does(0, Add(5))
    before = record.table.since
    record.does(2, Appoint(1))
    record.does(0, Appoint(2))
    assert record.table.since == before


def test_since_advances_for_seats_whose_question_changes(record: Record) -> None:
    record.does(0, AskJudge())
    before = record.table.since
    record.does(1, Appoint(2))
    assert record.table.since == (6, before[1], 6)


def test_aside_restarts_no_clock(record: Record) -> None:
    record.does(1, Appoint(2), at=30)
    assert record.table.asked_at == (moment(3), "", "")
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=63)


def test_time_starts_for_a_seat_asked_because_of_an_aside(record: Record) -> None:
    record.does(0, AskJudge(), at=10)
    record.does(1, Appoint(2), at=30)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=90)
    record.does(2, Rule(), at=40)
    assert record.table.asked_at == (moment(40), "", moment(30))


def test_aside_of_an_absent_player_does_not_end_the_absence(record: Record) -> None:
    record.does("clock", TimeOut(), at=63)
    assert record.does(0, Appoint(1), at=64) == (JudgeAppointed(1),)
    assert record.table.seats[0].stand_in == "greedy"


def test_bots_play_no_asides(record: Record) -> None:
    assert Appoint(1) in TOY.legal(record.state, 0)
    assert not any(isinstance(move, Appoint) for move in bot_position(TOY, record.table, 0, SEED).moves)
    assert bot_position(TOY, record.table, 1, SEED).moves == []


def test_log_with_asides_folds_to_the_same_table(record: Record) -> None:
    record.does(0, Add(5))
    record.does(2, Appoint(1))
    record.does(0, AskJudge())
    record.does(0, Appoint(2))
    record.does(0, Undo())
    assert fold(TOY, [codec(TOY).proven_entry(line) for line in record.lines]) == record.table
    assert codec(TOY).table(codec(TOY).snapshot(record.table)) == record.table


def test_another_seat_decides_while_the_player_who_should_is_away(record: Record) -> None:
    record.does(0, AskJudge())
    record.does("clock", TimeOut(), at=100)
    assert TOY.actor(record.state).seats == (1,)
    record.does(0, ComeBack(), at=101)
    assert TOY.actor(record.state).seats == (0,)


def test_a_player_who_resigns_hands_an_open_question_to_another(record: Record) -> None:
    record.does(0, AskJudge())
    before = record.table.since
    record.does(0, Resign())
    assert TOY.actor(record.state).seats == (1,)
    assert record.table.since[2] == before[2]
    assert record.table.since[1] == record.table.version


def test_resigning_out_of_turn_leaves_the_question_of_the_asked_seat(record: Record) -> None:
    record.does(0, Appoint(2))
    record.does(0, Add(5))
    before = record.table.since
    record.does(2, Resign())
    assert record.state.away == (2,)
    assert record.table.since[:2] == before[:2]


def test_undo_does_not_bring_an_absent_player_back(record: Record) -> None:
    record.does(0, AskJudge())
    record.does("clock", TimeOut(), at=100)
    record.does(1, Rule(), at=101)
    record.does(1, Undo(), at=102)
    assert (record.state.away, TOY.actor(record.state).seats) == ((0,), (1,))


def test_a_player_who_returns_does_not_end_the_undo_of_others(record: Record) -> None:
    record.does(0, AskJudge())
    record.does("clock", TimeOut(), at=100)
    record.does(1, Rule(), at=101)
    record.does(0, ComeBack(), at=102)
    assert earliest(record.table, 1) is not None
