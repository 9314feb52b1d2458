"""Returning without a move: possible out of turn, and without effect on other seats."""

import msgspec
import pytest

from domain.kernel.absence import ComeBack, SeatTakenBack
from domain.kernel.clock import TimeOut, deadline
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.game import Resign
from domain.kernel.messages import Command
from domain.kernel.table import AnyTable, Clock
from domain.kernel.undo import earliest
from domain.kernel.work import WorkKind, work
from tests.support.record import Record
from tests.support.toy import TOY, Add, Done, Stop

MINUTE = Clock(seconds=60)


def a_game_without(seat: int = 0) -> Record:
    """The clock has run out for the first seat; the bot has played its turn, and the other seat is due."""
    record = Record(TOY).started(clock=MINUTE)
    record.does("clock", TimeOut(), at=62)
    record.does(seat, Done(), at=63, bot="greedy")
    return record


def refused(record: Record, actor: str, command: Command, at: float | None = None) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(actor, command, at)
    return found.value


def untouched(table: AnyTable) -> AnyTable:
    """The table without the fields that every entry changes, and without the players."""
    return msgspec.structs.replace(table, version=0, at="", hash="", seats=())


def test_an_absent_player_can_return_during_another_seats_turn() -> None:
    record = a_game_without()
    assert refused(record, "seat:0", Add(1)).code == "not_your_turn"
    assert record.does(0, ComeBack(), at=70) == (SeatTakenBack(0),)
    assert record.table.seats[0].stand_in is None
    record.does(1, Done(), at=71)
    assert [due.kind for due in work(TOY, record.table)] == [WorkKind.CLOCK]


def test_a_return_changes_nothing_for_other_seats() -> None:
    record = a_game_without()
    record.does(1, Add(1), at=64)
    table = record.table
    record.does(0, ComeBack(), at=100)
    assert untouched(record.table) == untouched(table)
    assert deadline(TOY, record.table) == deadline(TOY, table)
    assert earliest(record.table, 1) == earliest(table, 1) is not None


def test_only_a_move_ends_the_absence_in_the_turn_that_timed_out() -> None:
    record = Record(TOY).started(clock=MINUTE)
    record.does("clock", TimeOut(), at=62)
    assert refused(record, "seat:0", ComeBack(), at=63) == WrongStatus("time_is_over")
    record.does(0, Add(1), at=100)
    assert record.table.seats[0].stand_in is None
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=159)
    assert record.does("clock", TimeOut(), at=160)[0].seats == (0,)  # type: ignore[attr-defined]


def test_a_player_who_returns_in_the_next_turn_has_its_remaining_time() -> None:
    record = a_game_without()
    record.does(1, Done(), at=70)
    record.does(0, ComeBack(), at=100)
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=129)
    assert record.does("clock", TimeOut(), at=130)[0].seats == (0,)  # type: ignore[attr-defined]


def test_resigning_while_absent_does_not_restart_other_clocks() -> None:
    record = Record(TOY).started(3, clock=MINUTE)
    record.does("clock", TimeOut(), at=63)
    record.does(0, Done(), at=64, bot="greedy")
    before = deadline(TOY, record.table)
    record.does(0, Resign(), at=100)
    assert deadline(TOY, record.table) == before


def test_only_an_absent_player_can_return() -> None:
    record = a_game_without()
    assert refused(record, "seat:1", ComeBack()) == WrongStatus("not_absent")
    record.does(0, ComeBack())
    assert refused(record, "seat:0", ComeBack()) == WrongStatus("not_absent")
    for actor in ("p_host", "seat:2", "clock"):
        assert refused(record, actor, ComeBack()) == NotYours("not_seated")


def test_a_player_who_resigned_cannot_return() -> None:
    record = Record(TOY).started(3)
    record.does(0, Resign())
    assert refused(record, "seat:0", ComeBack()) == WrongStatus("not_absent")


def test_returning_is_refused_before_the_start_and_after_the_end() -> None:
    record = Record(TOY).opened()
    assert refused(record, "seat:0", ComeBack()) == WrongStatus("not_started")
    over = a_game_without()
    over.does(1, Stop())
    assert refused(over, "seat:0", ComeBack()) == WrongStatus("game_finished", status="scoring")
