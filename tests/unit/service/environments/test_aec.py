"""Games as environments of PettingZoo: its own tests pass, games end, and nothing hidden is observed."""

import random
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from domain.games import RULESETS
from service.environments import GameEnvironment
from service.environments.encoding import ACTIONS, FEATURES, encoded, numbered

ROOT = Path(__file__).parents[4]
GAMES = [
    ("bonfire", 2, {}),
    ("bonfire", 1, {}),
    ("phoenix", 2, {"asymmetric": True}),
    ("phoenix", 4, {"mode": "team"}),
    ("phoenix", 2, {"mode": "coop", "difficulty": "easy", "style": "vanilla"}),
]


def environment(ruleset: str, players: int = 2, options: dict[str, object] | None = None) -> GameEnvironment:
    return GameEnvironment(ruleset, players, options or {})


def play_randomly(game: GameEnvironment, seed: int) -> dict[str, float]:
    """A whole game; the reward of each agent."""
    choice = random.Random(seed)
    game.reset(seed=seed)
    rewards: dict[str, float] = {}
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        over = terminated or truncated
        game.step(None if over else int(choice.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


@pytest.mark.parametrize("ruleset, players, options", GAMES)
def test_environment_passes_the_test_of_pettingzoo(
    ruleset: str, players: int, options: dict[str, object]
) -> None:
    with warnings.catch_warnings():
        # It warns that observations are no plain arrays, as they are wherever there is an action mask.
        warnings.simplefilter("ignore")
        api_test(environment(ruleset, players, options), num_cycles=100)


def test_same_seed_gives_the_same_game() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: environment("bonfire"), num_cycles=30)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_rewards_of_a_finished_game_follow_the_ranks(ruleset: str) -> None:
    game = environment(ruleset)
    rewards = play_randomly(game, 3)
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert game.agents == []


def test_illegal_action_is_an_error_and_changes_nothing() -> None:
    game = environment("bonfire")
    game.reset(seed=1)
    before = game.observe(game.agent_selection)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        game.step(illegal)
    np.testing.assert_equal(game.observe(game.agent_selection), before)


def test_moves_whose_numbers_collide_get_different_numbers() -> None:
    moves = [move() for move in RULESETS["bonfire"].move_types] * 2
    found = numbered(moves)
    assert sorted(map(repr, found.values())) == sorted(map(repr, moves))
    assert all(0 <= number < ACTIONS for number in found)


def test_position_looks_the_same_from_every_seat() -> None:
    from_first = encoded({"cities": [{"points": 3}, {"points": 9}]}, seat=0, seats=2)
    from_second = encoded({"cities": [{"points": 9}, {"points": 3}]}, seat=1, seats=2)
    assert from_first.shape == (FEATURES,)
    np.testing.assert_array_equal(from_first, from_second)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_example_learns_to_beat_random_moves(ruleset: str) -> None:
    words = [
        sys.executable,
        "docs/examples/train.py",
        "--ruleset",
        ruleset,
        "--seconds",
        "20",
        "--games",
        "60",
    ]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=900)
    assert int(done.stdout.split(" of 60")[0].split()[-1]) >= 42, done.stdout
