"""Aborting by agreement: the players who must agree, the end of the game, and no other effects."""

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from domain.kernel.abort import AbortAgreed, AbortWithdrawn, AgreeToAbort, GameAborted, WithdrawAbort
from domain.kernel.clock import TimeOut, deadline
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import PlayStopped, SeatResigned, SeatsTimedOut, due
from domain.kernel.game import Resign, ScoreGame
from domain.kernel.lobby import KERNEL, CreateGame, JoinGame, StartGame
from domain.kernel.messages import Command
from domain.kernel.table import AnyTable, Clock, Due, Status
from domain.kernel.undo import EntriesUndone, Undo, earliest
from tests.support.record import FORK_SEED, SEED, Record
from tests.support.toy import TOY, Add, CallVote, Done, Peek, Stop, Vote

MINUTE = Clock(seconds=60)
ABORTED = GameAborted(SEED.hex())


def refused(record: Record, actor: str, command: Command) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(actor, command)
    return found.value


def test_the_game_ends_without_a_result_when_all_players_agree() -> None:
    record = Record(TOY).started(3)
    assert record.does(1, AgreeToAbort()) == (AbortAgreed((1,)),)
    assert record.does(0, AgreeToAbort()) == (AbortAgreed((0,)),)
    assert record.table.agreed == (1, 0)
    assert record.table.status is Status.ACTIVE
    assert record.does(2, AgreeToAbort()) == (AbortAgreed((2,)), ABORTED)
    table = record.table
    assert (table.status, table.result, table.seed) == (Status.CANCELLED, None, SEED.hex())
    assert due(TOY, table) == Due()


@pytest.mark.parametrize("command", [AgreeToAbort(), WithdrawAbort(), Add(1), Undo(), Resign()])
def test_an_aborted_game_accepts_no_commands(command: Command) -> None:
    record = Record(TOY).started()
    record.does(0, AgreeToAbort())
    record.does(1, AgreeToAbort())
    assert refused(record, "seat:0", command) == WrongStatus("game_finished", status="cancelled")
    assert refused(record, "scorer", ScoreGame()) == WrongStatus("nothing_to_score", status="cancelled")


def test_an_agreement_can_be_withdrawn() -> None:
    record = Record(TOY).started()
    record.does(0, AgreeToAbort())
    assert record.does(0, WithdrawAbort()) == (AbortWithdrawn((0,)),)
    assert record.table.agreed == ()
    assert record.does(1, AgreeToAbort()) == (AbortAgreed((1,)),)
    assert record.table.status is Status.ACTIVE


def test_agreeing_twice_or_withdrawing_without_agreement_is_refused() -> None:
    record = Record(TOY).started()
    assert refused(record, "seat:0", WithdrawAbort()) == WrongStatus("not_agreed")
    record.does(0, AgreeToAbort())
    assert refused(record, "seat:0", AgreeToAbort()) == WrongStatus("already_agreed")
    assert refused(record, "seat:1", WithdrawAbort()) == WrongStatus("not_agreed")


def test_bots_and_automas_need_not_agree() -> None:
    record = Record(TOY).opened(("me", "bot:random", "open"))
    record.does("p_a", JoinGame())
    record.does("p_host", StartGame())
    record.does(2, AgreeToAbort())
    assert refused(record, "seat:1", AgreeToAbort()) == NotYours("not_seated")
    assert record.does(0, AgreeToAbort()) == (AbortAgreed((0,)), ABORTED)
    solo = Record(TOY).opened(("me",))
    solo.does("p_host", StartGame())
    assert refused(solo, "seat:1", AgreeToAbort()) == NotYours("not_seated")
    assert solo.does(0, AgreeToAbort()) == (AbortAgreed((0,)), ABORTED)


def test_players_who_resigned_need_not_agree() -> None:
    record = Record(TOY).started(3)
    record.does(1, Resign())
    assert refused(record, "seat:1", AgreeToAbort()) == NotYours("not_seated")
    record.does(0, AgreeToAbort())
    assert record.does(2, AgreeToAbort()) == (AbortAgreed((2,)), ABORTED)


def test_the_game_ends_when_the_only_player_who_did_not_agree_resigns() -> None:
    record = Record(TOY).started(3)
    record.does(0, AgreeToAbort())
    record.does(1, AgreeToAbort())
    assert record.does(2, Resign()) == (SeatResigned((2,), None), ABORTED)
    assert record.table.status is Status.CANCELLED


def test_the_game_ends_when_the_only_player_who_did_not_agree_forfeits() -> None:
    record = Record(TOY).started(clock=MINUTE, on_timeout="forfeit")
    record.does(1, AgreeToAbort())
    assert record.does("clock", TimeOut(), at=62) == (SeatResigned((0,), None), ABORTED)


def test_resigning_removes_the_players_agreement() -> None:
    record = Record(TOY).started(3)
    record.does(0, AgreeToAbort())
    assert record.does(0, Resign()) == (SeatResigned((0,), "greedy"),)
    assert record.table.agreed == ()


def test_an_absent_player_must_agree_and_stays_absent() -> None:
    record = Record(TOY).started(clock=MINUTE)
    assert record.does("clock", TimeOut(), at=62) == (SeatsTimedOut((0,), "greedy"),)
    assert record.does(1, AgreeToAbort(), at=63) == (AbortAgreed((1,)),)
    record.does(1, WithdrawAbort(), at=64)
    assert record.does(0, AgreeToAbort(), at=65) == (AbortAgreed((0,)),)
    assert record.table.seats[0].stand_in == "greedy"


@pytest.mark.parametrize("actor", ["p_host", "p_1", "seat:2", "clock", "admin", "robot"])
def test_only_a_seated_player_can_agree(actor: str) -> None:
    record = Record(TOY).started()
    assert refused(record, actor, AgreeToAbort()) == NotYours("not_seated")
    assert refused(record, actor, WithdrawAbort()) == NotYours("not_seated")


def test_agreeing_is_refused_before_the_start_and_after_the_end() -> None:
    record = Record(TOY).opened()
    assert refused(record, "seat:0", AgreeToAbort()) == WrongStatus("not_started")
    record.does("p_a", JoinGame())
    record.does("p_host", StartGame())
    record.does(0, Stop())
    assert refused(record, "seat:1", AgreeToAbort()) == WrongStatus("game_finished", status="scoring")


def untouched(table: AnyTable) -> AnyTable:
    """The table without the fields that every entry changes, and without the agreements."""
    return msgspec.structs.replace(table, version=0, at="", hash="", agreed=())


@pytest.mark.parametrize("before", [(), (Add(1),), (Add(1), CallVote()), (Peek(),)])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_agreement_leaves_turn_since_clock_and_undo_unchanged(
    before: tuple[Command, ...], seat: int
) -> None:
    record = Record(TOY).started(clock=MINUTE)
    for command in before:
        record.does(0, command)
    table = record.table
    record.does(seat, AgreeToAbort(), at=40)
    assert untouched(record.table) == untouched(table)
    assert deadline(TOY, record.table) == deadline(TOY, table)
    record.does(seat, WithdrawAbort(), at=41)
    assert untouched(record.table) == untouched(table)
    assert [earliest(record.table, n) for n in (0, 1)] == [earliest(table, n) for n in (0, 1)]


def test_an_agreement_survives_an_undo_of_earlier_entries() -> None:
    record = Record(TOY).started()
    record.does(0, Add(1))
    record.does(0, AgreeToAbort())
    record.does(0, Add(2))
    assert record.does(0, Undo(to=3)) == (EntriesUndone((4, 6)),)
    assert record.table.agreed == (0,)
    assert record.state.totals == (0, 0)


def test_an_agreement_cannot_be_undone() -> None:
    record = Record(TOY).started()
    record.does(0, AgreeToAbort())
    assert refused(record, "seat:0", Undo()) == Rejected("nothing_to_undo")


def test_an_agreement_outlasts_another_seats_turn() -> None:
    record = Record(TOY).started()
    record.does(0, AgreeToAbort())
    record.does(0, Done())
    record.does(1, CallVote())
    record.does(0, Vote())
    assert record.table.agreed == (0,)
    assert record.does(1, AgreeToAbort()) == (AbortAgreed((1,)), ABORTED)


def alone(kernel: int | UnsetType = KERNEL) -> tuple[Record, int]:
    """A running game of one person and a bot, and the person's seat."""
    record = Record(TOY)
    options = TOY.options(auto_start=True)
    record.does("p_host", CreateGame(record.game, options, ("me", "bot:random"), kernel=kernel))
    (seat,) = record.table.seats_of("p_host")
    return record, seat


def test_a_player_alone_may_abort_in_the_first_turn() -> None:
    record, seat = alone()
    assert record.does(seat, AgreeToAbort()) == (AbortAgreed((seat,)), ABORTED)


def test_a_player_who_aborts_alone_has_resigned_from_the_second_turn_on() -> None:
    record, seat = alone()
    (first,) = due(TOY, record.table).seats
    record.does(first, Done())
    assert record.does(seat, AgreeToAbort()) == (SeatResigned((seat,), None), PlayStopped())
    assert record.table.status is Status.SCORING
    record.does("scorer", ScoreGame())
    assert record.table.result is not None


def test_a_fork_can_be_aborted_at_any_time() -> None:
    record, _ = alone()
    (first,) = due(TOY, record.table).seats
    record.does(first, Done())
    fork = record.forked()
    assert fork.does(0, AgreeToAbort())[-1] == GameAborted(FORK_SEED.hex())


def test_a_game_of_the_first_kernel_is_aborted_as_it_was() -> None:
    record, seat = alone(UNSET)
    (first,) = due(TOY, record.table).seats
    record.does(first, Done())
    assert record.does(seat, AgreeToAbort()) == (AbortAgreed((seat,)), ABORTED)
