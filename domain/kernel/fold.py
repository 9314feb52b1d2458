"""Folding events to a state, and entries to a table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.kernel import abort, fork, lobby, undo
from domain.kernel.absence import ComeBack, SeatTakenBack
from domain.kernel.actors import seat_number
from domain.kernel.entry import Entry
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Due, Result, Status


class SeatResigned(Event, frozen=True, tag="seat_resigned"):
    """A player resigned; `stand_in` is the bot that plays on, if any."""

    seats: tuple[int, ...]
    stand_in: str | None


class SeatsTimedOut(Event, frozen=True, tag="seats_timed_out"):
    """These seats ran out of time; a bot plays for them until their players return."""

    seats: tuple[int, ...]
    stand_in: str


class PlayStopped(Event, frozen=True, tag="play_stopped"):
    """No person is left: the game is scored as it stands."""


class GameScored(Event, frozen=True, tag="game_scored"):
    """The game is over: breakdown, ranks, and the seed behind all draws."""

    result: Result
    seed: str


KERNEL_ASIDES = (*abort.COMMANDS, ComeBack, fork.NoteFork)
"""Commands that are no moves: they do not touch the game's own state."""


def is_aside(rules: Ruleset, command: Command) -> bool:
    """Whether a command is possible out of turn; it does not affect the turn, undo or any clock.

    The kernel has some of these commands, and a ruleset may declare more among its moves.
    """
    return isinstance(command, (*KERNEL_ASIDES, *rules.asides))


def due(rules: Ruleset, table: AnyTable) -> Due:
    """The seats, automa or scorer that must act at this table now."""
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
    if isinstance(entry.command, KERNEL_ASIDES) and (before is None or table.state is before.state):
        return table
    if any(isinstance(event, lobby.GameStarted) for event in entry.events):
        table = replace(table, first_turn=rules.turn(table.state))
    if table.status is Status.ACTIVE and rules.actor(table.state).scorer:
        table = replace(table, status=Status.SCORING)
    created = before is None
    before = table if before is None else before
    if table.state is not None and not isinstance(entry.command, (undo.Undo, *KERNEL_ASIDES)):
        table = _remembered(rules, before, table, entry)
    asked = _Asked(() if created else due(rules, before).seats, due(rules, table).seats)
    return replace(
        table,
        since=_since(rules, before, table, entry, asked),
        asked_at=_asked_at(rules, before, table, entry, asked),
    )


def _remembered(rules: Ruleset, before: AnyTable, table: AnyTable, entry: Entry[Any, Any]) -> AnyTable:
    """The table with a record of what can be undone after this entry."""
    # The kernel's own events stay: a player who returned keeps the seat even if the move is undone.
    played = tuple(event for event in entry.events if type(event) not in _EVOLVE)
    if isinstance(entry.command, rules.asides):
        return undo.pass_by(rules, before, table, played)
    mover = seat_number(entry.actor) if isinstance(entry.command, rules.move_types) else None
    return undo.remember(rules, before, table, mover, played)


def evolve(rules: Ruleset, table: AnyTable | None, event: Event) -> AnyTable:
    """The table after one event of the kernel or of the game."""
    if isinstance(event, lobby.GameCreated):
        return lobby.opened(rules, event)
    assert table is not None
    if isinstance(event, undo.EntriesUndone):
        return undo.take_back(rules, table, event)
    kernel = _EVOLVE.get(type(event))
    if kernel is None:
        return replace(table, state=rules.evolve(table.state, event))
    after = kernel(table, event)
    return _attended(rules, after) if after.seats != table.seats and after.state is not None else after


def _attended(rules: Ruleset, table: AnyTable) -> AnyTable:
    """The table whose game knows which players are away, also in the state to which an undo goes back."""
    away = tuple(n for n, seat in enumerate(table.seats) if seat.stand_in is not None)
    table = replace(table, state=rules.attend(table.state, away))
    if table.barrier is None:
        return table
    return replace(table, barrier=replace(table.barrier, state=rules.attend(table.barrier.state, away)))


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
    lobby.ChoiceChanged: lobby.choose,
    lobby.PlaceLeft: lobby.free_place,
    lobby.PlayerRemoved: lobby.remove_player,
    lobby.ReservationLifted: lobby.free_place,
    lobby.NonceAdded: lobby.add_nonce,
    lobby.NonceCommitted: lobby.commit_nonce,
    lobby.NonceRevealed: lobby.reveal_nonce,
    lobby.LobbyClosed: lambda table, _: replace(table, closed=True),
    lobby.HostChanged: lambda table, event: replace(table, host=event.host),
    lobby.GameCancelled: lambda table, _: replace(table, status=Status.CANCELLED),
    lobby.SeedPublished: lambda table, event: replace(table, seed=event.seed),
    lobby.GameStarted: lambda table, event: replace(
        table, status=Status.ACTIVE, seats=event.dealt_seats, closed=False
    ),
    fork.GameForked: fork.forked,
    fork.ForkNoted: lambda table, _: replace(table, forked=True),
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


class _Asked(NamedTuple):
    """The seats that were asked before an entry and those that are asked after it."""

    before: tuple[int, ...]
    after: tuple[int, ...]


def _asked_at(
    rules: Ruleset, before: AnyTable, after: AnyTable, entry: Entry[Any, Any], asked: _Asked
) -> tuple[str, ...]:
    """For each seat, the time at which its clock started.

    The clock starts when the seat is asked, when the seat's own entry leads to another turn of its own, and
    when its player returns by a move: otherwise the player would be absent again at once.
    """
    anew: set[int | None] = {event.seat for event in entry.events if isinstance(event, SeatTakenBack)}
    if before.state is not None and rules.turn(before.state) != rules.turn(after.state):
        anew.add(seat_number(entry.actor))
    begins = {n for n in asked.after if n not in asked.before or n in anew}
    known = before.asked_at or ("",) * len(after.seats)
    return tuple(entry.at if n in begins else moment for n, moment in enumerate(known))


def _since(
    rules: Ruleset, before: AnyTable, after: AnyTable, entry: Entry[Any, Any], asked: _Asked
) -> tuple[int, ...]:
    """For each seat, the version at which its question last changed.

    A seat that was asked together with the one that answered is still asked the same: its `since` stays. An
    aside, or a player who leaves or returns, changes the question only of seats that are asked because of it,
    or no longer asked.
    """
    if before.since and after.state is before.state and after.status is before.status:
        return before.since  # a player resigned or ran out of time: no seat's question changes
    aside = isinstance(entry.command, rules.asides) or all(type(each) in _EVOLVE for each in entry.events)
    seat = None if aside else seat_number(entry.actor)
    beside = aside or seat in asked.before
    return tuple(
        before.since[n] if before.since and n != seat and _same(n, asked, beside) else after.version
        for n in range(len(after.seats))
    )


def _same(seat: int, asked: _Asked, beside: bool) -> bool:
    if seat in asked.before and seat in asked.after:
        return beside
    return seat not in asked.before and seat not in asked.after
