"""Entries that can be undone, and entries that cannot."""

from typing import Any

import pytest

from domain.kernel.absence import SeatTakenBack
from domain.kernel.clock import TimeOut
from domain.kernel.codec import codec
from domain.kernel.errors import NotYours, Rejected
from domain.kernel.fold import fold
from domain.kernel.game import Resign, TakeTurn
from domain.kernel.lobby import StartGame
from domain.kernel.messages import Command
from domain.kernel.table import Clock
from domain.kernel.undo import EntriesUndone, Undo, earliest
from tests.support.record import Record
from tests.support.toy import TOY, Add, CallVote, Done, Peek, Stop, Vote


@pytest.fixture
def record() -> Record:
    """Two players; the start was entry 3, so the first move is entry 4."""
    return Record(TOY).started()


def refused(record: Record, seat: int, command: Command) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(f"seat:{seat}", command)
    return found.value


def test_undo_takes_back_the_last_entry(record: Record) -> None:
    record.does(0, Add(1))
    before = record.state
    record.does(0, Add(5))
    assert record.does(0, Undo()) == (EntriesUndone((5,)),)
    assert record.state == before
    assert record.table.version == 6


def test_versions_count_every_entry_and_the_log_keeps_them(record: Record) -> None:
    record.does(0, Add(1))
    record.does(0, Undo())
    record.does(0, Add(2))
    assert [entry.seq for entry in record.entries] == [1, 2, 3, 4, 5, 6]
    assert record.table.version == 6
    assert record.state.totals == (2, 0)
    first: Any = fold(TOY, record.entries[:4]).state
    assert first.totals == (1, 0)


def test_undo_after_undo_goes_further_back(record: Record) -> None:
    for number in (1, 10, 100):
        record.does(0, Add(number))
    assert record.does(0, Undo()) == (EntriesUndone((6,)),)
    assert record.does(0, Undo()) == (EntriesUndone((5,)),)
    assert record.state.totals == (1, 0)
    assert record.does(0, Undo()) == (EntriesUndone((4,)),)
    assert record.state.totals == (0, 0)
    assert refused(record, 0, Undo()).code == "nothing_to_undo"


def test_moves_played_after_an_undo_can_be_taken_back(record: Record) -> None:
    record.does(0, Add(1))
    record.does(0, Add(10))
    record.does(0, Undo())
    record.does(0, Add(100))
    assert record.does(0, Undo(to=3)) == (EntriesUndone((4, 7)),)
    assert record.state.totals == (0, 0)


@pytest.mark.parametrize("to,taken,left", [(3, (4, 5, 6), 0), (4, (5, 6), 1), (5, (6,), 11)])
def test_undo_to_a_version_takes_back_every_later_entry(
    record: Record, to: int, taken: tuple[int, ...], left: int
) -> None:
    for number in (1, 10, 100):
        record.does(0, Add(number))
    assert earliest(record.table, 0) == 3
    assert record.does(0, Undo(to=to)) == (EntriesUndone(taken),)
    assert record.state.totals == (left, 0)


def test_a_second_undo_to_a_version_goes_further_back(record: Record) -> None:
    for number in (1, 10, 100):
        record.does(0, Add(number))
    record.does(0, Undo(to=4))
    assert record.does(0, Undo(to=3)) == (EntriesUndone((4,)),)


@pytest.mark.parametrize("to", [4, 7, 10**6])
def test_undo_to_the_present_or_later_is_refused(record: Record, to: int) -> None:
    record.does(0, Add(1))
    refusal = refused(record, 0, Undo(to=to))
    assert (refusal.code, refusal.details) == ("nothing_to_undo", {"to": to})


@pytest.mark.parametrize("to", [2, 0, -1])
def test_undo_never_goes_behind_the_barrier(record: Record, to: int) -> None:
    record.does(0, Add(1))
    refusal = refused(record, 0, Undo(to=to))
    assert (refusal.code, refusal.details) == ("undo_too_far", {"earliest": 3, "to": to})


def test_the_start_cannot_be_taken_back(record: Record) -> None:
    assert earliest(record.table, 0) is None
    assert refused(record, 0, Undo()).code == "nothing_to_undo"


def test_undo_stops_at_a_reveal(record: Record) -> None:
    record.does(0, Add(1))
    record.does(0, Peek())
    assert refused(record, 0, Undo()).code == "nothing_to_undo"
    record.does(0, Add(10))
    assert earliest(record.table, 0) == 5
    assert refused(record, 0, Undo(to=4)).code == "undo_too_far"
    assert record.does(0, Undo(to=5)) == (EntriesUndone((6,)),)
    assert record.state.totals == (3, 0)


def test_the_end_of_a_turn_cannot_be_taken_back(record: Record) -> None:
    record.does(0, Add(1))
    record.does(0, Done())
    assert refused(record, 0, Undo()).code == "nothing_to_undo"
    assert refused(record, 1, Undo()).code == "nothing_to_undo"


def test_a_seat_cannot_take_back_another_seats_entry(record: Record) -> None:
    record.does(0, Add(1))
    assert earliest(record.table, 1) is None
    assert refused(record, 1, Undo()).code == "nothing_to_undo"


def test_another_seats_entry_is_a_barrier(record: Record) -> None:
    record.does(0, Add(1))
    record.does(0, CallVote())
    record.does(1, Vote())
    assert refused(record, 0, Undo()).code == "nothing_to_undo"
    assert earliest(record.table, 1) == 5
    assert record.does(1, Undo()) == (EntriesUndone((6,)),)
    assert record.state.voters == (0, 1)
    record.does(0, Vote())
    assert earliest(record.table, 1) is None
    assert record.does(0, Undo()) == (EntriesUndone((8,)),)


def test_an_automas_entry_is_a_barrier() -> None:
    record = Record(TOY).opened(("me",))
    record.does("p_host", StartGame())
    record.does(0, Done())
    record.does("robot", TakeTurn())
    assert earliest(record.table, 0) is None
    record.does(0, Add(1))
    assert earliest(record.table, 0) == 4


def test_a_resignation_is_a_barrier(record: Record) -> None:
    record.does(0, Add(1))
    record.does(1, Resign())
    assert refused(record, 0, Undo()).code == "nothing_to_undo"


def test_nothing_can_be_taken_back_in_a_finished_game(record: Record) -> None:
    record.does(0, Stop())
    refusal = refused(record, 0, Undo())
    assert (refusal.code, refusal.details) == ("game_finished", {"status": "scoring"})


@pytest.mark.parametrize("actor", ["seat:2", "p_host", "scorer", "seat:-1", "seat:x"])
def test_a_player_without_a_seat_cannot_undo(record: Record, actor: str) -> None:
    record.does(0, Add(1))
    with pytest.raises(NotYours, match="not_seated"):
        record.tries(actor, Undo())


def test_an_undo_leads_to_the_same_state_as_never_having_played(record: Record) -> None:
    other = Record(TOY).started()
    for played in (record, other):
        played.does(0, Add(1))
    record.does(0, Add(10))
    record.does(0, CallVote())
    record.does(0, Undo(to=4))
    assert record.state == other.state
    assert record.table.standing == other.table.standing
    assert record.table.barrier == other.table.barrier


def absent_player() -> Record:
    """A bot plays seat 0, which ran out of time."""
    record = Record(TOY).started(clock=Clock(seconds=60))
    record.does("clock", TimeOut(), at=1000)
    return record


def test_an_absent_player_can_take_back_moves_of_the_stand_in() -> None:
    record = absent_player()
    record.does(0, Add(7), at=1001, bot="greedy")
    assert record.does(0, Undo(), at=1002) == (SeatTakenBack(0), EntriesUndone((5,)))
    assert record.state.totals == (0, 0)
    assert record.table.seats[0].stand_in is None


def test_undoing_the_move_of_a_returning_player_keeps_the_return() -> None:
    record = absent_player()
    record.does(0, Add(1), at=1001)
    assert record.table.seats[0].stand_in is None
    record.does(0, Add(10), at=1002)
    record.does(0, Undo(), at=1003)
    assert record.state.totals == (1, 0)
    record.does(0, Undo(), at=1004)
    assert record.state.totals == (0, 0)
    assert record.table.seats[0].stand_in is None


def test_a_snapshot_right_after_the_return_can_be_decoded() -> None:
    record = absent_player()
    record.does(0, Add(1), at=1001)
    assert codec(TOY).table(codec(TOY).snapshot(record.table)) == record.table
