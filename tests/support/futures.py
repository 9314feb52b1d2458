"""What will happen in a game whose seed is known, if everybody plays as told: for plans that come true."""

from collections.abc import Callable

from domain.kernel.actors import seat_actor
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, step
from domain.kernel.messages import Command
from domain.kernel.table import AnyTable
from service.tables import Held

Choice = Callable[[tuple[Command, ...]], Command]


def first(moves: tuple[Command, ...]) -> Command:
    """The first of the moves there are."""
    return moves[0]


def future(held: Held, turns: int, choose: Choice = first) -> list[tuple[int, Command]]:
    """Seat and move of all that is played until so many turns have ended."""
    table, told = held.table, list[tuple[int, Command]]()
    for _ in range(turns):
        (seat,) = _due(held, table)
        while _due(held, table) == (seat,):
            move = choose(tuple(held.rules.legal(table.state, seat)))
            told.append((seat, move))
            given = Input(table.at, seat_actor(seat), move, Meta("future"))
            table = step(held.rules, table, given, held.seed).table
    return told


def moves_of(seat: int, told: list[tuple[int, Command]]) -> list[Command]:
    """What a seat plays of it."""
    return [move for each, move in told if each == seat]


def _due(held: Held, table: AnyTable) -> tuple[int, ...]:
    return due(held.rules, table).seats
