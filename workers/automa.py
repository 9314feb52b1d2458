"""The turns of automas and bots. A job goes on while it is their turn: no queue between their moves."""

import time

from domain.kernel.actors import seat_actor
from domain.kernel.fold import due
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command
from domain.kernel.sight import bot_move
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from service.tables import Held
from workers.office import Desk, perform

MOST_MOVES, MOST_SECONDS = 32, 2.0
"""So much a job, then the next game has its turn; what is left is a job of its own."""


def take_turn(game: str, version: int) -> str:
    """The job."""
    return perform(WorkKind.AUTOMA, game, version, play)


async def play(desk: Desk, held: Held) -> None:
    """Moves for automas and bots until a person has to act, or the process is to stop."""
    latest = time.monotonic() + MOST_SECONDS
    for _ in range(MOST_MOVES):
        if desk.office.stopping or time.monotonic() > latest:
            return
        move = next_move(held)
        if move is None:
            return
        held = await desk.append(held, *move)


def next_move(held: Held) -> tuple[str, Command, str | None] | None:
    """Actor, command and bot of the move that is due, if it is no person's."""
    rules, table = held.rules, held.table
    if table.status is not Status.ACTIVE:
        return None
    now = due(rules, table)
    if now.automa is not None:
        return now.automa, TakeTurn(), None
    for seat in now.seats:
        bot = table.seats[seat].played_by
        if bot is not None:
            return seat_actor(seat), bot_move(rules, table, seat, bot, held.seed), bot
    return None
