"""Clocks: when a turn, a lobby or a fork runs out of time, and what happens then.

No other module reads an entry's `at`.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from domain.kernel.abort import GameAborted, is_unanimous
from domain.kernel.absence import SeatTakenBack, is_absent
from domain.kernel.actors import CLOCK
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import PlayStopped, SeatResigned, SeatsTimedOut, due
from domain.kernel.lobby import cancelled
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import FORFEIT, STAND_INS, AnyTable, Clock, Status

LOBBY_DAYS = 7
"""A lobby in which nothing happens for this many days is cancelled."""
NONCE_HOURS = 24
"""A lobby that waits for nonces is cancelled when none was revealed for this many hours."""
FORK_DAYS = 30
"""A fork in which nothing happens for this many days ends without a result."""
_DAY = 24 * 60 * 60
_SHORTEST = 10
_LONGEST_DAYS = 30


class TimeOut(Command, frozen=True, tag="time_out"):
    """The clock's own command: a lobby, a fork or the seats that are asked ran out of time."""


def check(clock: Clock | None, on_timeout: str) -> None:
    """Refuse a clock that is too short or too long, or an unknown value of `on_timeout`."""
    if on_timeout not in (*STAND_INS, FORFEIT):
        raise Rejected("unknown_option", option="on_timeout", allowed=(*STAND_INS, FORFEIT))
    if clock is not None and not (
        min(clock.seconds, clock.days) >= 0 and _SHORTEST <= length(clock) <= _LONGEST_DAYS * _DAY
    ):
        raise Rejected("clock_out_of_range", shortest=_SHORTEST, longest_days=_LONGEST_DAYS)


def deadline(rules: Ruleset, table: AnyTable) -> datetime | None:
    """When a lobby, a fork or the first of the seats that are asked runs out of time; None: no limit."""
    given = span(table)
    if table.status is Status.LOBBY:
        return datetime.fromisoformat(table.at) + given
    awaited = _awaited(rules, table) if given else ()
    if awaited and table.fork is not None:
        return datetime.fromisoformat(table.at) + given
    return min((_limit(table, seat) for seat in awaited), default=None)


def span(table: AnyTable) -> timedelta:
    """How long a lobby or a fork may be idle, or how long a turn may take; zero: no limit."""
    if table.status is Status.LOBBY:
        return timedelta(hours=NONCE_HOURS) if table.closed else timedelta(days=LOBBY_DAYS)
    if table.fork is not None:
        return timedelta(days=FORK_DAYS)
    return timedelta(seconds=0 if table.options.clock is None else length(table.options.clock))


def time_out(rules: Ruleset, table: AnyTable, actor: str, seed: bytes, at: str) -> Iterator[Event]:
    """Cancel a lobby, end a fork; otherwise let a bot play for the late seats, or resign them."""
    if actor != CLOCK:
        raise NotYours("clock_only")
    limit = deadline(rules, table)
    if limit is None or datetime.fromisoformat(at) < limit:
        raise Rejected("time_left")
    if table.status is Status.LOBBY:
        yield from cancelled(table, seed)
        return
    if table.fork is not None:
        yield GameAborted(seed.hex())
        return
    late = tuple(seat for seat in _awaited(rules, table) if _is_over(table, seat, at))
    if table.options.on_timeout != FORFEIT:
        yield SeatsTimedOut(late, STAND_INS[table.options.on_timeout])
        return
    yield from leave(table, late, seed)


def come_back(rules: Ruleset, table: AnyTable, seat: int, at: str) -> Iterator[Event]:
    """Return the player to every seat with a stand-in, except where this turn has run out of time.

    There the player has to make a move or wait for the next turn: returning does not restart a clock.
    """
    absent = [n for n in table.seats_of(table.seats[seat].player) if is_absent(table, n)]
    if not absent:
        raise WrongStatus("not_absent")
    asked = due(rules, table).seats
    back = [n for n in absent if n not in asked or not _is_over(table, n, at)]
    if not back:
        raise WrongStatus("time_is_over")
    yield from (SeatTakenBack(n) for n in back)


def leave(table: AnyTable, seats: tuple[int, ...], seed: bytes) -> Iterator[Event]:
    """Resign seats for good; a bot plays on, unless no person is left or all of them agreed to abort."""
    if is_unanimous(table, table.agreed, gone=seats):
        yield SeatResigned(seats, None)
        yield GameAborted(seed.hex())
    elif any(other.is_human for n, other in enumerate(table.seats) if n not in seats):
        yield SeatResigned(seats, "greedy")
    else:
        yield SeatResigned(seats, None)
        yield PlayStopped()


def _limit(table: AnyTable, seat: int) -> datetime:
    """When a seat that is asked runs out of time."""
    return datetime.fromisoformat(table.asked_at[seat]) + span(table)


def _is_over(table: AnyTable, seat: int, at: str) -> bool:
    """Whether a seat that is asked has run out of time."""
    return datetime.fromisoformat(at) >= _limit(table, seat)


def _awaited(rules: Ruleset, table: AnyTable) -> tuple[int, ...]:
    """The seats that are asked and played by a person."""
    asked = due(rules, table).seats
    return tuple(n for n in asked if table.seats[n].is_human and table.seats[n].played_by is None)


def length(clock: Clock) -> int:
    """The seconds that a turn may take."""
    return clock.seconds + clock.days * _DAY
