"""Events to state, entries to the table at a seq."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel import abort, fork, lobby, undo
from domain.kernel.absence import ComeBack, SeatTakenBack
from domain.kernel.actors import seat_number
from domain.kernel.entry import Entry
from domain.kernel.messages import Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Due, Result, Status


class SeatResigned(Event, frozen=True, tag="seat_resigned"):
    """A player left the running game; `stand_in` is the bot that plays on, if anybody does."""

    seats: tuple[int, ...]
    stand_in: str | None


class SeatsTimedOut(Event, frozen=True, tag="seats_timed_out"):
    """The clock of these seats has run out; a bot plays for them until they come back."""

    seats: tuple[int, ...]
    stand_in: str


class PlayStopped(Event, frozen=True, tag="play_stopped"):
    """No person is left: the game is scored as it stands."""


class GameScored(Event, frozen=True, tag="game_scored"):
    """The end: breakdown and ranks, and the seed that everything was drawn from."""

    result: Result
    seed: str


ASIDE = (*abort.COMMANDS, ComeBack)
"""No moves: whose turn it is, since when, and what can be taken back stay as they are."""


def due(rules: Ruleset, table: AnyTable) -> Due:
    """Who must act at this table now."""
    if table.status is Status.SCORING:
        return Due(scorer=True)
    return rules.actor(table.state) if table.status is Status.ACTIVE else Due()


def follow(rules: Ruleset, table: AnyTable | None, entry: Entry[Any, Any]) -> AnyTable:
    """The table after one more entry."""
    before = table
    for event in entry.events:
        table = evolve(rules, table, event)
    assert table is not None, "the first entry creates the game"
    table = replace(table, version=entry.seq, at=entry.at, hash=entry.hash)
    if isinstance(entry.command, ASIDE):
        return table
    if table.status is Status.ACTIVE and rules.actor(table.state).scorer:
        table = replace(table, status=Status.SCORING)
    if before is None or _asks(rules, table) != _asks(rules, before) or _returned(rules, table, entry):
        table = replace(table, turn_at=entry.at)
    before = table if before is None else before
    seat = seat_number(entry.actor)
    if table.state is not None and not isinstance(entry.command, undo.Undo):
        mover = seat if isinstance(entry.command, rules.move_types) else None
        # The kernel's own events stay: whoever came back to the seat is there even if the move is taken back.
        played = tuple(event for event in entry.events if type(event) not in _EVOLVE)
        table = undo.remember(rules, before, table, mover, played)
    return replace(table, since=_since(rules, before, table, seat))


def evolve(rules: Ruleset, table: AnyTable | None, event: Event) -> AnyTable:
    """One event of the kernel or of the game, written down."""
    if isinstance(event, lobby.GameCreated):
        return lobby.opened(rules, event)
    assert table is not None
    if isinstance(event, undo.EntriesUndone):
        return undo.take_back(rules, table, event)
    kernel = _EVOLVE.get(type(event))
    if kernel is not None:
        return kernel(table, event)
    return replace(table, state=rules.evolve(table.state, event))


def fold(rules: Ruleset, entries: Iterable[Entry[Any, Any]], table: AnyTable | None = None) -> AnyTable:
    """The table after all of these entries."""
    for entry in entries:
        table = follow(rules, table, entry)
    assert table is not None
    return table


def _resigned(table: AnyTable, event: SeatResigned) -> AnyTable:
    seats = tuple(
        replace(seat, resigned=True, stand_in=event.stand_in) if n in event.seats else seat
        for n, seat in enumerate(table.seats)
    )
    agreed = tuple(n for n in table.agreed if n not in event.seats)
    return replace(table, seats=seats, agreed=agreed)


def _timed_out(table: AnyTable, event: SeatsTimedOut) -> AnyTable:
    seats = tuple(
        replace(seat, stand_in=event.stand_in) if n in event.seats else seat
        for n, seat in enumerate(table.seats)
    )
    return replace(table, seats=seats)


def _taken_back(table: AnyTable, event: SeatTakenBack) -> AnyTable:
    seats = tuple(
        replace(seat, stand_in=None) if n == event.seat else seat for n, seat in enumerate(table.seats)
    )
    return replace(table, seats=seats)


_EVOLVE: Mapping[type[Event], Callable[[AnyTable, Any], AnyTable]] = {
    lobby.PlaceTaken: lobby.take_place,
    lobby.PlaceLeft: lobby.free_place,
    lobby.PlayerRemoved: lobby.remove_player,
    lobby.ReservationLifted: lobby.free_place,
    lobby.NonceAdded: lobby.add_nonce,
    lobby.HostChanged: lambda table, event: replace(table, host=event.host),
    lobby.GameCancelled: lambda table, _: replace(table, status=Status.CANCELLED),
    lobby.GameStarted: lambda table, event: replace(table, status=Status.ACTIVE, seats=event.dealt_seats),
    fork.GameForked: fork.forked,
    SeatResigned: _resigned,
    SeatsTimedOut: _timed_out,
    SeatTakenBack: _taken_back,
    abort.AbortAgreed: lambda table, event: replace(table, agreed=(*table.agreed, *event.seats)),
    abort.AbortWithdrawn: lambda table, event: replace(
        table, agreed=tuple(n for n in table.agreed if n not in event.seats)
    ),
    abort.GameAborted: lambda table, event: replace(table, status=Status.CANCELLED, seed=event.seed),
    PlayStopped: lambda table, _: replace(table, status=Status.SCORING),
    GameScored: lambda table, event: replace(
        table, status=Status.FINISHED, result=event.result, seed=event.seed
    ),
}


def _returned(rules: Ruleset, table: AnyTable, entry: Entry[Any, Any]) -> bool:
    """Whether somebody came back by a move who is still asked; else they would be absent again at once."""
    back = {event.seat for event in entry.events if isinstance(event, SeatTakenBack)}
    return bool(back) and not back.isdisjoint(due(rules, table).seats)


def _asks(rules: Ruleset, table: AnyTable) -> tuple[int, tuple[int, ...]]:
    """Which turn it is and who is asked; when this changes, the clock starts anew."""
    return (0 if table.state is None else rules.turn(table.state)), due(rules, table).seats


def _since(rules: Ruleset, before: AnyTable, after: AnyTable, seat: int | None) -> tuple[int, ...]:
    """For each seat the version at which what it is asked last changed.

    A seat that was asked beside the one that answered is still asked the same: its `since` stays.
    """
    if before.since and after.state is before.state and after.status is before.status:
        return before.since  # somebody resigned or is late: nobody is asked anything else
    were, are = due(rules, before).seats, due(rules, after).seats
    beside = seat in were
    return tuple(
        before.since[n] if before.since and n != seat and _same(n, were, are, beside) else after.version
        for n in range(len(after.seats))
    )


def _same(seat: int, were: tuple[int, ...], are: tuple[int, ...], beside: bool) -> bool:
    if seat in were and seat in are:
        return beside
    return seat not in were and seat not in are
