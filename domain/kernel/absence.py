"""Somebody whose clock ran out, for whom a bot plays, comes back: with any move, or without one.

To come back is no move. A bot leaves no moment in its turns for a move of its player's, so it can be done
whoever is due; turns, clocks and what others can take back do not notice it.
"""

from domain.kernel.messages import Command, Event
from domain.kernel.table import AnyTable


class ComeBack(Command, frozen=True, tag="come_back"):
    """Take the own seats back from the bot that stands in."""


class SeatTakenBack(Event, frozen=True, tag="seat_taken_back"):
    """An absent player is back at the seat."""

    seat: int


def is_absent(table: AnyTable, seat: int) -> bool:
    """Whether a bot plays here for a person who may come back."""
    holder = table.seats[seat]
    return holder.is_human and holder.stand_in is not None
