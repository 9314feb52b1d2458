"""The return of a player whose clock ran out and for whom a bot plays: by any move, or by `ComeBack`.

A bot plays its turns without a pause in which its player could move, so `ComeBack` is possible out of turn.
It does not affect turns, clocks or what other seats can undo.
"""

from domain.kernel.messages import Command, Event
from domain.kernel.table import AnyTable


class ComeBack(Command, frozen=True, tag="come_back"):
    """Take your seats back from the stand-in."""


class SeatTakenBack(Event, frozen=True, tag="seat_taken_back"):
    """An absent player returned to the seat."""

    seat: int


def is_absent(table: AnyTable, seat: int) -> bool:
    """Whether a bot plays this seat for a person who may return."""
    holder = table.seats[seat]
    return holder.is_human and holder.stand_in is not None
