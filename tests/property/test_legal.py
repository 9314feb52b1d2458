"""`legal` is sound and complete: listed moves are accepted, and accepted commands consist of listed moves."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from msgspec import UNSET

from domain.bonfire import commands as c
from domain.bonfire.actions import GROWING
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Bonfire
from domain.kernel.action import merged
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from tests.support.near_misses import Commands, form_of, outcome, plain_fields, position_after, whole_move
from tests.support.random_play import Played, Position, games, positions, tries

WIDEST = 150


def human(game: Played) -> Iterator[Position]:
    return (position for position in positions(game) if isinstance(position.by, int))


def check_soundness(game: Played, share: float = 1) -> None:
    rng = random.Random(game.seed)
    for position in human(game):
        assert 0 < len(position.moves) <= WIDEST
        assert len(set(position.moves)) == len(position.moves), "a move is listed twice"
        assert all(len(plain_fields(move)) <= 1 for move in position.moves), "not a plain move"
        if rng.random() < share:
            check_position(position)


def check_position(position: Position) -> None:
    """Check that all listed moves are accepted from the seat that has to act, and none from another."""
    for move in position.moves:
        position.after(move)
    for seat in range(position.state.players):
        if seat != position.by:
            assert not BONFIRE.legal(position.state, seat)
            for move in (*position.moves[:1], c.EndTurn()):
                with pytest.raises(Rejected, match="not_your_turn"):
                    BONFIRE.decide(position.state, seat, move, position.game.dice(position.number))


def fits(part: Any, whole: Any, name: str) -> bool:
    """Whether an answer is part of a whole one; the order of tokens and guardians who stay do not matter."""
    if part is UNSET:
        return True
    if whole is UNSET:
        return part in {(), c.Payments()}
    match name:
        case "payment" | "tiles":
            return Counter(part) <= Counter(whole)
        case "payments":
            return Counter(part.tiles) <= Counter(whole.tiles) and Counter(part.resources) <= Counter(
                whole.resources
            )
        case "moves":
            return walk_fits(part, whole)
        case "resources":
            return bool(whole[: len(part)] == part)
        case "rewards":
            return set(part) == set(whole)
    return bool(part == whole)


def is_part(form: Command, whole: Command) -> bool:
    return all(fits(getattr(form, name), getattr(whole, name), name) for name in form.__struct_fields__)


def walk_fits(part: tuple[c.GuardianMove, ...], whole: tuple[c.GuardianMove, ...]) -> bool:
    """Whether the same guardians take the same steps in the same order, and those who stay never walk."""
    steps = [move for move in whole if move.steps]
    taken = [move for move in part if move.steps]
    stay = {move.guardian for move in part if not move.steps}
    return steps[: len(taken)] == taken and not stay & {move.guardian for move in steps}


def replayed(position: Position, whole: Command) -> Bonfire | None:
    """The state after a whole move, played only by listed plain moves; None if they lead elsewhere."""
    if isinstance(whole, c.DiscardActionTiles):
        return discarded(position, whole)
    begun = position.state.form or type(whole)()
    for move in position.moves:
        if type(move) is not type(whole) or not is_part(merged(begun, move, GROWING), whole):
            continue
        events, state = reached(position, move)
        form, done = form_of(events, type(whole))
        if not is_part(form, whole):
            continue
        if done:
            return state
        found = replayed(position_after(position, state), whole)
        if found is not None:
            return found
    return None


def discarded(position: Position, whole: c.DiscardActionTiles) -> Bonfire | None:
    """The state after discarding tile by tile."""
    assert whole.tiles is not UNSET
    for tile in whole.tiles:
        move = c.DiscardActionTiles(tiles=(tile,))
        if move not in position.moves:
            return None
        position = position_after(position, position.after(move))
    return position.state


def reached(position: Position, command: Command) -> tuple[Any, Bonfire]:
    found = outcome(position, command)
    assert not isinstance(found, Rejected), f"a listed move is refused: {command} {found}"
    return found


def finished(position: Position, command: Command, rng: random.Random) -> tuple[Command, Bonfire] | None:
    """The whole move that listed answers complete an accepted command to, and the state after it."""
    found = outcome(position, command)
    if isinstance(found, Rejected):
        return None
    events, state = found
    form, done = form_of(events, type(command))
    while not done:
        position = position_after(position, state)
        assert position.moves, f"{command} was begun and cannot be finished"
        events, state = reached(position, rng.choice(position.moves))
        form, done = form_of(events, type(command))
    return form, state


def check_command(position: Position, command: Command, rng: random.Random) -> bool:
    """Check that a command is refused, or consists of listed moves with the same effect."""
    done = finished(position, command, rng)
    if done is None:
        return False
    whole, state = done
    kinds = {type(move) for move in position.moves}
    assert type(command) in kinds, f"accepted, but nothing of its kind is listed: {command}"
    again = replayed(position, whole)
    assert again is not None, f"accepted, but no listed moves make it up: {command} as {whole}"
    assert again == state, f"its plain moves end elsewhere: {command} as {whole}"
    return True


def check_completeness(game: Played, near_misses: int, share: float = 1) -> int:
    rng = random.Random(game.seed)
    accepted = 0
    for position in human(game):
        if rng.random() > share:
            continue
        commands = Commands(position, rng)
        for command in (*(commands.any() for _ in range(near_misses)), commands.bare()):
            accepted += check_command(position, command, rng)
            begun = half_filled(position, command)
            if begun is not None:
                accepted += check_command(begun, Commands(begun, rng).any(), rng)
    return accepted


def half_filled(position: Position, command: Command) -> Position | None:
    """The position with the unfinished form of a command, filled in an order that listed moves never use."""
    found = outcome(position, command)
    if isinstance(found, Rejected) or found[1].form is None:
        return None
    return position_after(position, found[1])


@tries(12)
@given(games())
def test_every_listed_move_is_accepted(game: Played) -> None:
    check_soundness(game, share=0.3)


@tries(6)
@given(games())
def test_every_accepted_command_consists_of_listed_moves(game: Played) -> None:
    assert check_completeness(game, near_misses=6, share=0.4)


@tries(12)
@given(games())
def test_a_whole_move_equals_the_sequence_of_its_plain_moves(game: Played) -> None:
    rng = random.Random(game.seed)
    for position in human(game):
        if rng.random() < 0.4:
            assert check_command(position, whole_move(position, rng), rng)


@pytest.mark.long
@tries(8)
@given(games())
def test_every_listed_move_is_accepted_in_many_games(game: Played) -> None:
    check_soundness(game)


@pytest.mark.long
@tries(8)
@given(games())
def test_every_accepted_command_consists_of_listed_moves_in_many_games(game: Played) -> None:
    check_completeness(game, near_misses=20)
