"""Aborting a game by agreement of all remaining players. Agreeing does not affect turns, clocks or undo."""

from collections.abc import Collection, Iterator

from domain.kernel.errors import NotYours, WrongStatus
from domain.kernel.lobby import KERNEL
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable


class AgreeToAbort(Command, frozen=True, tag="agree_to_abort"):
    """Agree to end the game without a result."""


class WithdrawAbort(Command, frozen=True, tag="withdraw_abort"):
    """Withdraw the agreement."""


COMMANDS = (AgreeToAbort, WithdrawAbort)


class AbortAgreed(Event, frozen=True, tag="abort_agreed"):
    """The holder of these seats agreed to end the game without a result."""

    seats: tuple[int, ...]


class AbortWithdrawn(Event, frozen=True, tag="abort_withdrawn"):
    """The holder of these seats withdrew the agreement."""

    seats: tuple[int, ...]


class GameAborted(Event, frozen=True, tag="game_aborted"):
    """The game ended without a result: all players agreed, or a fork was idle. The seed is public."""

    seed: str


def agree(table: AnyTable, seat: int, seed: bytes) -> Iterator[Event]:
    """Record a player's agreement for all of their seats; the last agreement ends the game."""
    own = _own(table, seat)
    if set(own) <= set(table.agreed):
        raise WrongStatus("already_agreed")
    yield AbortAgreed(own)
    if is_unanimous(table, (*table.agreed, *own)):
        yield GameAborted(seed.hex())


def is_resignation(rules: Ruleset, table: AnyTable) -> bool:
    """Whether aborting is resigning: of a game's only player, from the second turn on.

    Nobody else could refuse, so that every game that goes badly would end without a result. A fork has none.
    """
    alone = len(table.people) == 1 and table.fork is None
    return alone and table.kernel >= KERNEL and rules.turn(table.state) != table.first_turn


def withdraw(table: AnyTable, seat: int) -> Iterator[Event]:
    """Withdraw a player's agreement for all of their seats."""
    own = tuple(n for n in _own(table, seat) if n in table.agreed)
    if not own:
        raise WrongStatus("not_agreed")
    yield AbortWithdrawn(own)


def is_unanimous(table: AnyTable, agreed: Collection[int], gone: Collection[int] = ()) -> bool:
    """Whether all players have agreed, not counting those who are leaving now."""
    left = {n for n, seat in enumerate(table.seats) if seat.is_human and n not in gone}
    return bool(left) and left <= set(agreed)


def _own(table: AnyTable, seat: int) -> tuple[int, ...]:
    if not table.seats[seat].is_human:
        raise NotYours("not_seated")
    return table.seats_of(table.seats[seat].player)
