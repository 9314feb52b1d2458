"""A client can complete any move by itself: the questions about a begun move list every possible answer."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.dice import Dice
from domain.kernel.field_kinds import field_kinds
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Status
from tests.support import golden

LOGS = [name for name in golden.names() if not name.startswith("lobby")]
SAMPLE = random.Random(14).sample(LOGS, 12)
POSITIONS = 6


def after(rules: Ruleset, state: Any, seat: int, move: Command) -> Any:
    """The state after a move; the same draws whenever it is called."""
    for event in rules.decide(state, seat, move, Dice(b"questions", 1)):
        state = rules.evolve(state, event)
    return state


def sampled_positions(name: str, count: int) -> Iterator[tuple[Any, int]]:
    """Some positions of a recorded game in which a seat has to act."""
    rng, last = random.Random(name), len(golden.entries(name))
    for seq in sorted(rng.sample(range(1, last + 1), min(count, last))):
        table = golden.at(name, seq)
        if table.status is Status.ACTIVE:
            yield from ((table.state, seat) for seat in golden.rules_of(name).actor(table.state).seats)


def check_move(rules: Ruleset, state: Any, seat: int, move: Command) -> int:
    """Follow the questions of a move to its end, always with its last answer; the number of questions."""
    asked = 0
    while (question := rules.question(state, seat, move)) is not None:
        asked += 1
        assert question.field in field_kinds(type(move))
        begun = after(rules, state, seat, move)
        if not question.complete:
            plain_moves = [each for each in rules.legal(begun, seat) if type(each) is type(move)]
            assert len(plain_moves) == len(question.moves)
            for plain, whole in zip(plain_moves, question.moves):
                further = rules.question(state, seat, whole)
                if further is None or not further.complete:  # else the whole move is carried out at once
                    assert after(rules, state, seat, whole) == after(rules, begun, seat, plain)
        move = question.moves[-1]
    after(rules, state, seat, move)
    return asked


@pytest.mark.parametrize("name", SAMPLE)
def test_questions_list_the_answers_that_are_legal_after_the_begun_move(name: str) -> None:
    rules = golden.rules_of(name)
    for state, seat in sampled_positions(name, POSITIONS):
        for move in {type(move): move for move in rules.legal(state, seat)}.values():
            check_move(rules, state, seat, move)


def test_recorded_games_ask_enough_questions_to_be_a_test() -> None:
    rules = golden.rules_of("4p-01")
    positions = list(sampled_positions("4p-01", 20))
    moves = [(state, seat, move) for state, seat in positions for move in rules.legal(state, seat)]
    assert sum(check_move(rules, *each) for each in moves) > 10


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in LOGS if name not in SAMPLE])
def test_questions_list_all_legal_answers_in_every_recorded_game(name: str) -> None:
    rules = golden.rules_of(name)
    for state, seat in sampled_positions(name, POSITIONS):
        for move in rules.legal(state, seat):
            check_move(rules, state, seat, move)
