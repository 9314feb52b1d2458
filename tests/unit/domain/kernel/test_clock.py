"""Turn clocks: deadlines, what happens when a player runs out of time, and how the player returns."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.kernel.absence import ComeBack, SeatTakenBack
from domain.kernel.clock import LOBBY_DAYS, TimeOut, check, deadline
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import PlayStopped, SeatResigned, SeatsTimedOut
from domain.kernel.game import Resign
from domain.kernel.lobby import CancelGame, CreateGame, GameCancelled, JoinGame, LeaveGame, StartGame
from domain.kernel.table import Clock, Status
from domain.kernel.undo import Undo
from tests.support.record import FIRST_MOMENT, Record
from tests.support.toy import TOY, Add, Added, CallVote, Done, Stop, ToyOptions, TurnPassed, Vote

MINUTE = Clock(seconds=60)


def a_game(players: int = 2, clock: Clock | None = MINUTE, **options: str) -> Record:
    """Started at second `players`, with a clock of a minute."""
    return Record(TOY).started(players, clock=clock, **options)


def left(record: Record) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries("clock", TimeOut(), at=59)
    return found.value


def test_the_deadline_is_the_start_of_the_turn_plus_the_clock() -> None:
    record = a_game()
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=62)
    record.does(0, Add(1), at=30)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=62)
    record.does(0, Done(), at=40)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=100)


def test_a_clock_may_be_set_in_days() -> None:
    record = a_game(clock=Clock(days=2, seconds=1))
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(days=2, seconds=3)


def test_a_game_that_starts_at_once_has_a_deadline() -> None:
    record = Record(TOY).opened(("bot:random", "me"), auto_start=True, clock=MINUTE)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=60)


def test_a_game_without_a_clock_has_no_deadline() -> None:
    record = a_game(clock=None)
    assert deadline(TOY, record.table) is None
    assert left(record).code == "time_left"


def test_a_time_out_before_the_deadline_is_refused() -> None:
    record = a_game()
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=61.999)


@pytest.mark.parametrize("at", [62, 62.001, 10_000])
def test_at_the_deadline_a_bot_takes_over(at: float) -> None:
    record = a_game()
    assert record.does("clock", TimeOut(), at=at) == (SeatsTimedOut((0,), "greedy"),)
    seat = record.table.seats[0]
    assert (seat.stand_in, seat.played_by, seat.resigned, seat.is_human) == ("greedy", "greedy", False, True)
    assert record.table.status is Status.ACTIVE


def test_a_time_out_is_judged_by_the_entrys_time_which_never_goes_back() -> None:
    record = a_game()
    record.does(0, Add(1), at=70)
    assert record.does("clock", TimeOut(), at=10) == (SeatsTimedOut((0,), "greedy"),)


@pytest.mark.parametrize("option,bot", [("pass", "idle"), ("bot:greedy", "greedy")])
def test_the_option_decides_which_bot_stands_in(option: str, bot: str) -> None:
    record = a_game(on_timeout=option)
    assert record.does("clock", TimeOut(), at=62) == (SeatsTimedOut((0,), bot),)


def test_forfeit_resigns_the_seat_and_a_bot_plays_on() -> None:
    record = a_game(players=3, on_timeout="forfeit")
    assert record.does("clock", TimeOut(), at=70) == (SeatResigned((0,), "greedy"),)
    assert record.table.seats[0].resigned


def test_forfeit_by_the_last_person_ends_the_game() -> None:
    record = Record(TOY).opened(("me",), clock=MINUTE, on_timeout="forfeit")
    record.does("p_host", StartGame())
    assert record.does("clock", TimeOut(), at=70) == (SeatResigned((0,), None), PlayStopped())
    assert record.table.status is Status.SCORING


@pytest.mark.parametrize("actor", ["seat:0", "seat:1", "p_host", "scorer"])
def test_only_the_clock_can_send_a_time_out(actor: str) -> None:
    record = a_game()
    with pytest.raises(NotYours, match="clock_only"):
        record.tries(actor, TimeOut(), at=100)


def test_only_seats_that_have_not_answered_run_out_of_time() -> None:
    record = a_game(players=3)
    record.does(0, CallVote(), at=10)
    record.does(1, Vote(), at=20)
    assert record.does("clock", TimeOut(), at=70) == (SeatsTimedOut((0, 2), "greedy"),)


def test_answer_of_one_seat_does_not_restart_the_time_of_another() -> None:
    record = a_game(players=3)
    record.does(0, CallVote(), at=10)
    record.does(0, Vote(), at=20)
    record.does(1, Vote(), at=60)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=70)
    assert record.does("clock", TimeOut(), at=70) == (SeatsTimedOut((2,), "greedy"),)


def test_deadline_of_a_vote_is_that_of_the_first_seat_asked() -> None:
    record = a_game(players=3)
    record.does(0, CallVote(), at=10)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=63)
    assert record.does("clock", TimeOut(), at=63) == (SeatsTimedOut((0,), "greedy"),)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=70)
    assert record.does("clock", TimeOut(), at=70) == (SeatsTimedOut((1, 2), "greedy"),)
    assert deadline(TOY, record.table) is None


def test_forfeit_concerns_only_seats_whose_own_time_is_over() -> None:
    record = a_game(players=3, on_timeout="forfeit")
    record.does(0, CallVote(), at=10)
    assert record.does("clock", TimeOut(), at=63) == (SeatResigned((0,), "greedy"),)
    assert [seat.resigned for seat in record.table.seats] == [True, False, False]


def test_calling_a_vote_and_undoing_it_does_not_restart_the_clock() -> None:
    record = a_game(players=3)
    record.does(0, CallVote(), at=50)
    record.does(0, Undo(), at=55)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=63)


def test_absent_seat_can_return_in_its_own_time_although_another_timed_out() -> None:
    record = a_game(players=3)
    record.does("clock", TimeOut(), at=63)
    record.does(0, Done(), at=64, bot="greedy")
    record.does(1, CallVote(), at=100)
    record.does("clock", TimeOut(), at=124)
    assert record.table.seats[1].stand_in == "greedy"
    assert record.does(0, ComeBack(), at=125) == (SeatTakenBack(0),)
    with pytest.raises(WrongStatus, match="time_is_over"):
        record.tries("seat:1", ComeBack(), at=125)


def test_a_seat_played_by_a_stand_in_has_no_deadline() -> None:
    record = a_game()
    record.does("clock", TimeOut(), at=62)
    assert deadline(TOY, record.table) is None
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=10_000)


def test_bots_automas_and_the_scorer_have_no_deadline() -> None:
    bots = Record(TOY).opened(("bot:random", "bot:random"), clock=MINUTE)
    bots.does("p_host", StartGame())
    assert deadline(TOY, bots.table) is None
    solo = Record(TOY).opened(("me",), clock=MINUTE)
    solo.does("p_host", StartGame())
    solo.does(0, Done())
    assert deadline(TOY, solo.table) is None
    game = a_game()
    game.does(0, Stop())
    assert deadline(TOY, game.table) is None


def test_a_move_of_the_stand_in_does_not_end_the_absence() -> None:
    record = a_game()
    record.does("clock", TimeOut(), at=62)
    assert record.does(0, Done(), at=63, bot="greedy") == (TurnPassed(1),)
    assert record.table.seats[0].stand_in == "greedy"
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=123)


def test_the_players_next_move_ends_the_absence() -> None:
    record = a_game()
    record.does("clock", TimeOut(), at=62)
    assert record.does(0, Add(1), at=63) == (SeatTakenBack(0), Added(0, 1))
    assert record.table.seats[0].stand_in is None
    assert record.does(0, Add(1), at=64) == (Added(0, 1),)


def test_a_refused_move_does_not_end_the_absence() -> None:
    record = a_game()
    record.does("clock", TimeOut(), at=62)
    with pytest.raises(Rejected):
        record.tries("seat:0", Vote(), at=63)
    assert record.table.seats[0].stand_in == "greedy"


def test_the_clock_restarts_after_a_return_by_a_move() -> None:
    record = a_game()
    record.does("clock", TimeOut(), at=62)
    record.does(0, Add(1), at=63)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(seconds=123)
    record.does(0, Add(1), at=64)
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=122)
    assert record.does("clock", TimeOut(), at=123) == (SeatsTimedOut((0,), "greedy"),)


def test_an_absent_player_may_resign() -> None:
    record = a_game(players=3)
    record.does("clock", TimeOut(), at=70)
    assert record.does(0, Resign(), at=71) == (SeatTakenBack(0), SeatResigned((0,), "greedy"))


def test_an_absent_player_still_counts_as_a_person() -> None:
    record = a_game()
    record.does("clock", TimeOut(), at=62)
    assert record.does(1, Resign(), at=63) == (SeatResigned((1,), "greedy"),)


def test_a_resigned_seat_cannot_be_retaken() -> None:
    record = a_game(players=3)
    record.does(0, Resign(), at=5)
    assert record.does(0, Add(1), at=6, bot="greedy") == (Added(0, 1),)
    assert record.table.seats[0].stand_in == "greedy"


@pytest.mark.parametrize("clock", [Clock(seconds=10), Clock(days=30), Clock(days=29, seconds=86_400), None])
def test_clocks_from_ten_seconds_to_thirty_days_are_accepted(clock: Clock | None) -> None:
    check(clock, "pass")


@pytest.mark.parametrize(
    "clock",
    [
        *(Clock(), Clock(seconds=9), Clock(days=30, seconds=1), Clock(seconds=-60), Clock(days=-1)),
        *(Clock(days=1, seconds=-60), Clock(days=-1, seconds=90_000)),
    ],
)
def test_other_clocks_are_refused(clock: Clock) -> None:
    with pytest.raises(Rejected) as refused:
        Record(TOY).tries("p_a", CreateGame("g_1", ToyOptions(clock=clock), ("me", "open")))
    assert refused.value.code == "clock_out_of_range"
    assert refused.value.details == {"shortest": 10, "longest_days": 30}


@pytest.mark.parametrize("clock", [Clock(days=10**12), Clock(seconds=10**30), Clock(days=-(10**12))])
def test_an_absurdly_long_or_negative_clock_is_refused(clock: Clock) -> None:
    with pytest.raises(Rejected, match="clock_out_of_range"):
        check(clock, "pass")


@pytest.mark.parametrize("option", ["", "bot:random", "resign", "bot"])
def test_an_unknown_value_of_on_timeout_is_refused(option: str) -> None:
    with pytest.raises(Rejected) as refused:
        check(None, option)
    assert refused.value.code == "unknown_option"
    assert refused.value.details == {"option": "on_timeout", "allowed": ("pass", "bot:greedy", "forfeit")}


def test_the_deadline_has_a_time_zone() -> None:
    limit = deadline(TOY, a_game().table)
    assert limit is not None
    assert limit > datetime(2026, 1, 1, tzinfo=UTC)


WEEK = LOBBY_DAYS * 24 * 60 * 60


@pytest.mark.parametrize("clock", [None, MINUTE])
def test_a_lobby_expires_a_week_after_its_last_entry(clock: Clock | None) -> None:
    record = Record(TOY).opened(("me", "open", "open"), clock=clock)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(days=7)
    record.does("p_a", JoinGame(), at=WEEK - 1)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(days=14, seconds=-1)
    record.does("p_a", LeaveGame(), at=WEEK + 5)
    assert deadline(TOY, record.table) == FIRST_MOMENT + timedelta(days=14, seconds=5)


@pytest.mark.parametrize("at", [WEEK, WEEK + 100])
def test_an_idle_lobby_is_cancelled_after_a_week(at: float) -> None:
    record = Record(TOY).opened()
    assert record.does("clock", TimeOut(), at=at) == (GameCancelled(),)
    assert record.table.status is Status.CANCELLED
    assert deadline(TOY, record.table) is None


def test_a_lobby_is_not_cancelled_before_its_deadline() -> None:
    record = Record(TOY).opened()
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=WEEK - 0.001)


@pytest.mark.parametrize("actor", ["p_host", "p_a", "seat:0", "admin"])
def test_only_the_clock_can_expire_a_lobby(actor: str) -> None:
    record = Record(TOY).opened()
    with pytest.raises(NotYours, match="clock_only"):
        record.tries(actor, TimeOut(), at=WEEK)


def test_a_cancelled_lobby_does_not_expire() -> None:
    record = Record(TOY).opened()
    record.does("p_host", CancelGame())
    with pytest.raises(WrongStatus, match="game_finished"):
        record.tries("clock", TimeOut(), at=WEEK)
