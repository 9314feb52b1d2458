"""Turn clocks: when a turn's time is over, and what happens then. Only here is an entry's `at` read."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from domain.kernel.errors import Rejected
from domain.kernel.fold import PlayStopped, SeatResigned, SeatsTimedOut, due
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Clock

STAND_INS = {"pass": "idle", "bot:greedy": "greedy"}
FORFEIT = "forfeit"
_DAY = 24 * 60 * 60
_SHORTEST = 10
_LONGEST_DAYS = 30


class TimeOut(Command, frozen=True, tag="time_out"):
    """The clock's own command: the time of whoever is asked is over."""


def check(clock: Clock | None, on_timeout: str) -> None:
    """Refuse a clock that nobody could play by, or an unknown way to go on."""
    if on_timeout not in (*STAND_INS, FORFEIT):
        raise Rejected("unknown_option", option="on_timeout", allowed=(*STAND_INS, FORFEIT))
    if clock is not None and not _SHORTEST <= length(clock) <= _LONGEST_DAYS * _DAY:
        raise Rejected("clock_out_of_range", shortest=_SHORTEST, longest_days=_LONGEST_DAYS)


def deadline(rules: Ruleset, table: AnyTable) -> datetime | None:
    """When the time of those who are asked is over; None without a clock or with nobody to wait for."""
    if table.options.clock is None or not _awaited(rules, table):
        return None
    return datetime.fromisoformat(table.turn_at) + timedelta(seconds=length(table.options.clock))


def time_out(rules: Ruleset, table: AnyTable, at: str) -> Iterator[Event]:
    """A bot plays on for those who did not answer in time, or they lose their seats."""
    limit = deadline(rules, table)
    if limit is None or datetime.fromisoformat(at) < limit:
        raise Rejected("time_left")
    absent = _awaited(rules, table)
    if table.options.on_timeout != FORFEIT:
        yield SeatsTimedOut(absent, STAND_INS[table.options.on_timeout])
        return
    yield from leave(table, absent)


def leave(table: AnyTable, seats: tuple[int, ...]) -> Iterator[Event]:
    """Seats are given up for good; a bot plays on for the others, unless no person is left."""
    if any(other.is_human for n, other in enumerate(table.seats) if n not in seats):
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
