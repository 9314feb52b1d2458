"""Invariants after every event of random play: components are conserved, limits hold, every game ends."""

import pytest
from hypothesis import given

from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import SeatStatus
from tests.support.components import check_components, check_rest, tasks
from tests.support.random_play import Played, Position, entries, evolved, games, tries


def check_game(game: Played) -> None:
    """Check every event, from set-up to the end."""
    before: Position | None = None
    state = evolved(None, game.set_up())
    dealt = tasks(state)
    check_components(state, dealt)
    for position, events in entries(game):
        check_rest(position.state)
        if before is not None:
            check_order(before, position)
        before, state = position, position.state
        for event in events:
            state = BONFIRE.evolve(state, event)
            check_components(state, dealt)
    assert BONFIRE.actor(state).scorer
    check_rest(state)


def check_order(before: Position, after: Position) -> None:
    """BF-T1: turns are numbered and go clockwise; stuck and passed seats take no further turns."""
    old, new = before.state.turn, after.state.turn
    assert new.number >= old.number
    assert new.round >= old.round
    if new.number > old.number:
        assert new.round > old.round or new.seat > old.seat
        assert not new.begun
    for was, now in zip(before.state.cities, after.state.cities):
        assert was.status is SeatStatus.ACTIVE or now.status is not SeatStatus.ACTIVE
        assert now.points >= was.points


@tries(10)
@given(games())
def test_components_are_conserved_and_limits_hold(game: Played) -> None:
    check_game(game)


@pytest.mark.long
@tries(60)
@given(games())
def test_components_are_conserved_and_limits_hold_in_many_games(game: Played) -> None:
    check_game(game)
