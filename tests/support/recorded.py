"""Random games written down entry by entry, from the lobby to the published seed."""

import hashlib
from collections.abc import Callable

from domain.bonfire.ruleset import BONFIRE
from domain.kernel.game import ScoreGame, TakeTurn
from domain.kernel.lobby import JoinGame, StartGame
from domain.kernel.table import Status
from tests.support.random_play import MOST_ENTRIES, WAYS, Played, chosen
from tests.support.record import Record


def _nothing(_record: Record) -> None:
    """Nothing happens in between."""


def recorded(game: Played, before_each: Callable[[Record], None] = _nothing) -> Record:
    """The record of a finished game; `before_each` may do something of its own at every move of a person."""
    seed = hashlib.sha256(repr(game).encode()).digest()
    record = Record(BONFIRE, seed, game=f"g_{game.seed}")
    record.opened(("me", *("open",) * (game.players - 1)), mixed_task_colors=game.mixed_task_colors)
    for number in range(1, game.players):
        record.does(f"p_{number}", JoinGame(nonce=f"nonce {number}"))
    record.does("p_host", StartGame())
    play_on(record, game, before_each)
    record.does("scorer", ScoreGame())
    return record


def play_on(record: Record, game: Played, before_each: Callable[[Record], None] = _nothing) -> None:
    """From wherever the record stands to the end of play."""
    rng = game.rng()
    while record.table.status is Status.ACTIVE:
        assert len(record.lines) < MOST_ENTRIES, "this game does not end"
        due = BONFIRE.actor(record.state)
        if due.automa is not None:
            record.does(due.automa, TakeTurn())
            continue
        before_each(record)
        seat = due.seats[0]
        move = chosen(rng, WAYS[game.ways[seat % len(game.ways)]], BONFIRE.legal(record.state, seat))
        record.does(seat, move)
