"""Dry runs: what a move would cause, up to the first thing it would reveal."""

import pytest

from domain.kernel.errors import Rejected, WrongStatus
from domain.kernel.preview import dry_run
from tests.support.record import SEED, Record
from tests.support.toy import TOY, Add, Added, Done, Peek, Stop, TurnPassed


@pytest.fixture
def record() -> Record:
    return Record(TOY).started()


def test_a_dry_run_returns_events_state_and_score_and_stores_nothing(record: Record) -> None:
    table = record.table
    run = dry_run(TOY, table, "seat:0", Add(5), SEED)
    assert run.events == (Added(0, 5),)
    assert not run.stopped
    assert run.state.totals == (5, 0)
    assert [seat.total for seat in run.score.seats] == [5, 0]
    assert record.state.totals == (0, 0)
    assert record.table is table


def test_a_dry_run_stops_before_the_first_reveal(record: Record) -> None:
    run = dry_run(TOY, record.table, "seat:0", Peek(), SEED)
    assert run.events == (Added(0, 1),)
    assert run.stopped
    assert run.state.totals == (1, 0)


def test_a_dry_run_does_not_depend_on_the_seed(record: Record) -> None:
    runs = [dry_run(TOY, record.table, "seat:0", Peek(), bytes([n]) * 32) for n in range(20)]
    assert all(run == runs[0] for run in runs)


def test_a_dry_run_equals_the_move_when_nothing_is_revealed(record: Record) -> None:
    run = dry_run(TOY, record.table, "seat:0", Done(), SEED)
    assert run.events == record.does(0, Done()) == (TurnPassed(1),)
    assert run.state == record.state


def test_a_dry_run_of_a_refused_move_is_refused(record: Record) -> None:
    with pytest.raises(Rejected, match="not_your_turn"):
        dry_run(TOY, record.table, "seat:1", Add(5), SEED)
    record.does(0, Stop())
    with pytest.raises(WrongStatus, match="game_finished"):
        dry_run(TOY, record.table, "seat:0", Add(5), SEED)
