"""Non-interference: the data a reader gets never depends on hidden information.

Two states that differ only in hidden information give byte-equal views, redacted events, moves, scores and
refusals to every reader, until something is revealed.
"""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given

from domain.bonfire import events as e
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Bonfire
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from tests.support.components import refusal_of
from tests.support.hidden import other_event, other_state
from tests.support.near_misses import Commands
from tests.support.random_play import Played, Position, entries, games, tries

SHOWING = (
    e.PathSlotRefilled,
    e.GnomeSlotRefilled,
    e.OfferingTurned,
    e.TomCardDrawn,
    e.TomGnomeRevealed,
    e.PathBuilt,
)
"""What shows something that was hidden (H23); a shuffle draws, but shows nothing."""


def readers(state: Bonfire) -> list[tuple[int, ...]]:
    return [(), *((seat,) for seat in range(len(state.cities)))]


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def same_sight(one: Bonfire, other: Bonfire) -> None:
    """Check that every reader sees the same in both states."""
    for reader in readers(one):
        assert encoded(BONFIRE.view(one, reader)) == encoded(BONFIRE.view(other, reader))
    for seat in range(len(one.cities)):
        assert encoded(BONFIRE.legal(one, seat)) == encoded(BONFIRE.legal(other, seat))
    assert encoded(BONFIRE.score(one)) == encoded(BONFIRE.score(other))
    assert BONFIRE.actor(one) == BONFIRE.actor(other)


def told(state: Bonfire, by: int | str, command: Command, key: bytes) -> Sequence[Event] | Rejected:
    try:
        return BONFIRE.decide(state, by, command, Dice(key, 7))
    except Rejected as refused:
        return refused


def same_answer(one: Bonfire, other: Bonfire, by: int | str, command: Command) -> None:
    """Check for the same refusal, or the same events up to the first reveal; the dice differ."""
    first, second = told(one, by, command, b"one"), told(other, by, command, b"other")
    if isinstance(first, Rejected) or isinstance(second, Rejected):
        assert isinstance(first, Rejected)
        assert isinstance(second, Rejected)
        assert refusal_of(first) == refusal_of(second)
        return
    for here, there in zip(first, second):
        if here.reveals and isinstance(here, SHOWING):
            assert type(here) is type(there)
            return
        assert here.reveals == there.reveals
        for reader in readers(one):
            assert encoded(BONFIRE.redact(here, reader)) == encoded(BONFIRE.redact(there, reader))
        one, other = BONFIRE.evolve(one, here), BONFIRE.evolve(other, there)
        same_sight(one, other)
    assert len(first) == len(second)


def check_position(position: Position, rng: random.Random, commands: int) -> None:
    other = other_state(position.state, rng)
    same_sight(position.state, other)
    if isinstance(position.by, int):
        nearly = Commands(position, rng)
        tried = [*(nearly.any() for _ in range(commands)), rng.choice(position.moves)]
    else:
        tried = list(position.moves)
    for command in tried:
        same_answer(position.state, other, position.by, command)


def same_redacted(event: Event, seats: int, rng: random.Random) -> None:
    """Check that an event is redacted equally when its hidden part has another order."""
    other = other_event(event, rng)
    for reader in ((), *((seat,) for seat in range(seats))):
        assert encoded(BONFIRE.redact(event, reader)) == encoded(BONFIRE.redact(other, reader))


def check_game(game: Played, share: float, commands: int) -> None:
    rng = random.Random(game.seed)
    for event in game.set_up():
        same_redacted(event, game.players, rng)
    for position, events in entries(game):
        if rng.random() < share:
            check_position(position, rng, commands)
        for event in events:
            same_redacted(event, game.players, rng)


@tries(8)
@given(games())
def test_no_reader_learns_hidden_information(game: Played) -> None:
    check_game(game, share=0.08, commands=3)


@pytest.mark.long
@tries(4)
@given(games())
def test_no_reader_learns_hidden_information_in_many_games(game: Played) -> None:
    check_game(game, share=1, commands=8)
