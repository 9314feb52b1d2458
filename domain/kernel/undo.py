"""Undo: a seat can take back its own entries of a turn, back to a reveal or another seat's entry."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Barrier, Standing


class Undo(Command, frozen=True, tag="undo"):
    """Take back your last entry, or all of your entries after `to`."""

    to: int | None = None


class EntriesUndone(Event, frozen=True, tag="entries_undone"):
    """These entries no longer count; they stay in the log."""

    seqs: tuple[int, ...]


def earliest(table: AnyTable, seat: int) -> int | None:
    """The earliest seq to which this seat can go back, or None."""
    if table.barrier is None or not table.standing or table.standing[-1].seat != seat:
        return None
    return table.barrier.seq


def undo(table: AnyTable, seat: int, command: Undo) -> Iterator[Event]:
    """Take back the seat's entries after `to`, or only its last one."""
    barrier = earliest(table, seat)
    if barrier is None:
        raise Rejected("nothing_to_undo")
    if command.to is None:
        taken = table.standing[-1:]
    elif command.to < barrier:
        raise Rejected("undo_too_far", earliest=barrier, to=command.to)
    else:
        taken = tuple(entry for entry in table.standing if entry.seq > command.to)
    if not taken:
        raise Rejected("nothing_to_undo", to=command.to)
    yield EntriesUndone(tuple(entry.seq for entry in taken))


def take_back(rules: Ruleset, table: AnyTable, event: EntriesUndone) -> AnyTable:
    """The table folded from the barrier without the entries that were taken back."""
    assert table.barrier is not None
    standing = tuple(entry for entry in table.standing if entry.seq not in event.seqs)
    state = table.barrier.state
    for entry in standing:
        for happened in entry.events:
            state = rules.evolve(state, happened)
    return replace(table, standing=standing, state=state)


def remember(
    rules: Ruleset,
    before: AnyTable,
    after: AnyTable,
    seat: int | None,
    events: tuple[Event, ...],
) -> AnyTable:
    """The table with this entry added to those that can be undone; `after` has its state and version."""
    if seat is None or _is_final(rules, before, after, events):
        return replace(after, barrier=Barrier(after.version, after.state), standing=())
    entry = Standing(after.version, seat, events)
    if before.standing and before.standing[-1].seat != seat:
        return replace(after, barrier=Barrier(before.version, before.state), standing=(entry,))
    return replace(after, standing=(*before.standing, entry))


def pass_by(rules: Ruleset, before: AnyTable, after: AnyTable, events: tuple[Event, ...]) -> AnyTable:
    """The table after an aside: earlier entries can still be undone, but the aside itself cannot.

    Its events are therefore applied to the barrier's state too. They end the undo only if they reveal
    something or lead to another turn.
    """
    if _is_final(rules, before, after, events):
        return replace(after, barrier=Barrier(after.version, after.state), standing=())
    assert before.barrier is not None
    state = before.barrier.state
    for event in events:
        state = rules.evolve(state, event)
    return replace(after, barrier=Barrier(before.barrier.seq, state))


def _is_final(rules: Ruleset, before: AnyTable, after: AnyTable, events: tuple[Event, ...]) -> bool:
    """Whether this entry and all earlier ones can no longer be undone."""
    return (
        before.state is None
        or any(event.reveals for event in events)
        or rules.turn(before.state) != rules.turn(after.state)
    )
