"""Folding entries to a table: status, `since`, and equality with a table that was followed live."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.kernel.clock import TimeOut
from domain.kernel.codec import codec
from domain.kernel.dice import Dice
from domain.kernel.fold import due, fold, follow
from domain.kernel.game import Resign, ScoreGame, TakeTurn
from domain.kernel.lobby import JoinGame, StartGame
from domain.kernel.messages import Command, Event
from domain.kernel.table import Clock, Due, Status
from domain.kernel.undo import Undo
from tests.support.record import Record, moment
from tests.support.toy import TOY, Add, CallVote, Done, Peek, Stop, Toy, ToyState, TurnPassed, Vote


@pytest.fixture
def record() -> Record:
    return Record(TOY).started(players=3)


def busy() -> Record:
    """A game with a bit of everything."""
    record = Record(TOY).started(players=3, clock=Clock(seconds=30))
    record.does(0, Add(1))
    record.does(0, Add(2))
    record.does(0, Undo())
    record.does(0, CallVote())
    record.does(2, Vote())
    record.does(1, Vote())
    record.does("clock", TimeOut(), at=500)
    record.does(0, Vote(), at=501, bot="greedy")
    record.does(0, Peek(), at=502)
    record.does(1, Resign(), at=503)
    record.does(0, Done(), at=504)
    record.does(1, Stop(), at=505, bot="greedy")
    record.does("scorer", ScoreGame(), at=506)
    return record


def test_folding_decoded_lines_gives_the_same_table_as_following_live() -> None:
    record = busy()
    entries = [codec(TOY).entry(line) for line in record.lines]
    assert entries == record.entries
    assert fold(TOY, entries) == record.table


def test_a_fold_can_continue_from_any_table() -> None:
    record = busy()
    for cut in range(1, len(record.entries)):
        assert fold(TOY, record.entries[cut:], fold(TOY, record.entries[:cut])) == record.table


def test_every_entry_updates_version_hash_and_time() -> None:
    table = None
    for entry in busy().entries:
        table = follow(TOY, table, entry)
        assert (table.version, table.hash, table.at) == (entry.seq, entry.hash, entry.at)


def test_an_entry_without_events_does_not_change_the_state(record: Record) -> None:
    before = record.table
    entry = replace(record.entries[-1], seq=before.version + 1, events=())
    assert follow(TOY, before, entry).state == before.state


def test_time_never_goes_back() -> None:
    record = Record(TOY)
    record.opened()
    record.does("p_a", JoinGame(), at=100)
    record.does("p_host", StartGame(), at=50)
    assert [entry.at for entry in record.entries] == [moment(0), moment(100), moment(100)]


def test_the_status_follows_the_game_from_lobby_to_finished() -> None:
    record = Record(TOY).opened()
    seen = [record.table.status]
    for actor, command in (
        ("p_a", JoinGame()),
        ("p_host", StartGame()),
        (0, Done()),
        (1, Stop()),
        ("scorer", ScoreGame()),
    ):
        record.does(actor, command)
        seen.append(record.table.status)
    lobby, active = Status.LOBBY, Status.ACTIVE
    assert seen == [lobby, lobby, active, active, Status.SCORING, Status.FINISHED]


def test_the_due_actor_depends_on_the_status() -> None:
    record = Record(TOY).opened()
    assert due(TOY, record.table) == Due()
    record.does("p_a", JoinGame())
    record.does("p_host", StartGame())
    assert due(TOY, record.table) == Due(seats=(0,))
    record.does(0, Stop())
    assert due(TOY, record.table) == Due(scorer=True)
    record.does("scorer", ScoreGame())
    assert due(TOY, record.table) == Due()


def test_since_is_first_set_at_the_start(record: Record) -> None:
    assert record.table.since == (4, 4, 4)


def test_since_advances_only_for_the_seat_that_acts(record: Record) -> None:
    record.does(0, Add(1))
    assert record.table.since == (5, 4, 4)
    record.does(0, Undo())
    assert record.table.since == (6, 4, 4)


def test_since_advances_for_the_seat_asked_next(record: Record) -> None:
    record.does(0, Done())
    assert record.table.since == (5, 5, 4)


def test_another_seats_answer_to_the_same_question_leaves_since_unchanged(record: Record) -> None:
    record.does(0, CallVote())
    assert record.table.since == (5, 5, 5)
    record.does(2, Vote())
    assert record.table.since == (5, 5, 6)
    record.does(1, Vote())
    assert record.table.since == (5, 7, 6)


def test_since_advances_for_all_seats_when_their_question_is_settled(record: Record) -> None:
    record.does(0, CallVote())
    for seat in (2, 0, 1):
        record.does(seat, Vote())
    # The last answer of seat 1 ended the vote; seat 0 is asked for its turn again.
    assert record.table.since == (8, 8, 6)


def test_since_is_unchanged_when_another_seat_resigns(record: Record) -> None:
    record.does(2, Resign())
    assert (record.table.version, record.table.since) == (5, (4, 4, 4))


def test_an_automas_turn_advances_since_of_the_next_seat() -> None:
    record = Record(TOY).opened(("me",))
    record.does("p_host", StartGame())
    record.does(0, Done())
    assert record.table.since == (3, 2)
    record.does("robot", TakeTurn())
    assert record.table.since == (4, 2)


class TurnsInARow(Toy):
    """The same seat takes turn after turn."""

    rules = "toy/turns-in-a-row"

    def decide(self, state: ToyState, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        events = super().decide(state, by, command, dice)
        return [TurnPassed(state.seat) if isinstance(event, TurnPassed) else event for event in events]


def test_a_seats_time_starts_when_it_is_asked(record: Record) -> None:
    assert record.table.asked_at == (moment(3), "", "")
    record.does(0, Add(1), at=10)
    record.does(0, CallVote(), at=20)
    assert record.table.asked_at == (moment(3), moment(20), moment(20))
    for seat in (0, 1, 2):
        record.does(seat, Vote(), at=30 + seat)
    # The vote took seat 0 out of its turn, so that its time begins again after the last answer.
    assert record.table.asked_at == (moment(32), moment(20), moment(20))
    record.does(0, Done(), at=40)
    assert record.table.asked_at == (moment(32), moment(40), moment(20))


def test_a_seats_time_restarts_when_it_has_two_turns_in_a_row() -> None:
    record = Record(TurnsInARow()).started()
    record.does(0, Done(), at=10)
    assert record.table.asked_at == (moment(10), "")


def test_an_undo_does_not_restart_the_clock(record: Record) -> None:
    record.does(0, Add(1), at=10)
    record.does(0, Undo(), at=20)
    assert record.table.asked_at == (moment(3), "", "")


def test_time_starts_at_creation_in_a_game_that_starts_at_once() -> None:
    record = Record(TOY).opened(("me", "bot:random"), auto_start=True)
    assert record.table.asked_at == (moment(0), "")
