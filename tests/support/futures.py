"""The future of a game with a known seed, if all seats play as planned; for queued moves that succeed."""

from collections.abc import Callable

from domain.kernel.actors import seat_actor
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, step
from domain.kernel.messages import Command
from domain.kernel.table import AnyTable
from service.engine.loaded_game import LoadedGame

Choice = Callable[[tuple[Command, ...]], Command]


def first(moves: tuple[Command, ...]) -> Command:
    """The first of the moves there are."""
    return moves[0]


def future(loaded: LoadedGame, turns: int, choose: Choice = first) -> list[tuple[int, Command]]:
    """Seat and move of every entry until this number of turns has ended."""
    table, told = loaded.table, list[tuple[int, Command]]()
    for _ in range(turns):
        (seat,) = _due(loaded, table)
        while _due(loaded, table) == (seat,):
            move = choose(tuple(loaded.rules.legal(table.state, seat)))
            told.append((seat, move))
            given = Input(table.at, seat_actor(seat), move, Meta("future"))
            table = step(loaded.rules, table, given, loaded.seed).table
    return told


def moves_of(seat: int, told: list[tuple[int, Command]]) -> list[Command]:
    """The moves of one seat."""
    return [move for each, move in told if each == seat]


def _due(loaded: LoadedGame, table: AnyTable) -> tuple[int, ...]:
    return due(loaded.rules, table).seats
