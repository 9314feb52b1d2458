"""Clocks: when the time of a turn, of a lobby or of a fork is over, and what happens then.

Only here is an entry's `at` read.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from domain.kernel.abort import GameAborted, is_unanimous
from domain.kernel.absence import SeatTakenBack, is_absent
from domain.kernel.actors import CLOCK
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import PlayStopped, SeatResigned, SeatsTimedOut, due
from domain.kernel.lobby import GameCancelled
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import FORFEIT, STAND_INS, AnyTable, Clock, Status

LOBBY_DAYS = 7
"""A lobby in which nothing happens for so long is called off."""
FORK_DAYS = 30
"""A fork that nobody goes on with for so long ends without a result: nobody else waits for it."""
_DAY = 24 * 60 * 60
_SHORTEST = 10
_LONGEST_DAYS = 30


class TimeOut(Command, frozen=True, tag="time_out"):
    """The clock's own command: the time of whoever is asked is over, or that of a lobby."""


def check(clock: Clock | None, on_timeout: str) -> None:
    """Refuse a clock that nobody could play by, or an unknown way to go on."""
    if on_timeout not in (*STAND_INS, FORFEIT):
        raise Rejected("unknown_option", option="on_timeout", allowed=(*STAND_INS, FORFEIT))
    if clock is not None and not (
        min(clock.seconds, clock.days) >= 0 and _SHORTEST <= length(clock) <= _LONGEST_DAYS * _DAY
    ):
        raise Rejected("clock_out_of_range", shortest=_SHORTEST, longest_days=_LONGEST_DAYS)


def deadline(rules: Ruleset, table: AnyTable) -> datetime | None:
    """When the time of a lobby or of those who are asked is over; None if nothing and nobody is timed."""
    given = span(table)
    if table.status is not Status.LOBBY and not (given and _awaited(rules, table)):
        return None
    is_turn = table.status is not Status.LOBBY and table.fork is None
    return datetime.fromisoformat(table.turn_at if is_turn else table.at) + given


def span(table: AnyTable) -> timedelta:
    """How long one waits for something to happen in a lobby or a fork, or for a turn; nothing is for ever."""
    if table.status is Status.LOBBY:
        return timedelta(days=LOBBY_DAYS)
    if table.fork is not None:
        return timedelta(days=FORK_DAYS)
    return timedelta(seconds=0 if table.options.clock is None else length(table.options.clock))


def time_out(rules: Ruleset, table: AnyTable, actor: str, seed: bytes, at: str) -> Iterator[Event]:
    """A lobby is called off, a fork ends; elsewhere a bot plays for the absent, or they lose their seats."""
    if actor != CLOCK:
        raise NotYours("clock_only")
    limit = deadline(rules, table)
    if limit is None or datetime.fromisoformat(at) < limit:
        raise Rejected("time_left")
    if table.status is Status.LOBBY:
        yield GameCancelled()
        return
    if table.fork is not None:
        yield GameAborted(seed.hex())
        return
    absent = _awaited(rules, table)
    if table.options.on_timeout != FORFEIT:
        yield SeatsTimedOut(absent, STAND_INS[table.options.on_timeout])
        return
    yield from leave(table, absent, seed)


def come_back(rules: Ruleset, table: AnyTable, seat: int, at: str) -> Iterator[Event]:
    """All seats of that player at which a bot stands in, unless the time of this very turn is over.

    Then a move brings them back, or the next turn: nobody gets a new clock for nothing, again and again.
    """
    absent = [n for n in table.seats_of(table.seats[seat].player) if is_absent(table, n)]
    if not absent:
        raise WrongStatus("not_absent")
    is_over = datetime.fromisoformat(at) >= datetime.fromisoformat(table.turn_at) + span(table)
    late = due(rules, table).seats if is_over else ()
    back = [n for n in absent if n not in late]
    if not back:
        raise WrongStatus("time_is_over")
    yield from (SeatTakenBack(n) for n in back)


def leave(table: AnyTable, seats: tuple[int, ...], seed: bytes) -> Iterator[Event]:
    """Seats are given up for good; a bot plays on, unless no person is left or all of them would abort."""
    if is_unanimous(table, table.agreed, gone=seats):
        yield SeatResigned(seats, None)
        yield GameAborted(seed.hex())
    elif any(other.is_human for n, other in enumerate(table.seats) if n not in seats):
        yield SeatResigned(seats, "greedy")
    else:
        yield SeatResigned(seats, None)
        yield PlayStopped()


def _awaited(rules: Ruleset, table: AnyTable) -> tuple[int, ...]:
    """The seats that are asked and played by a person."""
    asked = due(rules, table).seats
    return tuple(n for n in asked if table.seats[n].is_human and table.seats[n].played_by is None)


def length(clock: Clock) -> int:
    """The seconds that a turn may take."""
    return clock.seconds + clock.days * _DAY
