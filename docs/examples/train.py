"""Train a small player for a minute by playing, then let it play against random moves.

    python docs/examples/train.py --ruleset bonfire --seconds 60

It needs the extra `pettingzoo`. The player is a softmax policy with one weight for each numbered action of
`service.environments`, trained by REINFORCE: actions after which more points than usual were gained become
more likely.
"""

import argparse
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from service.environments import GameEnvironment
from service.environments.encoding import ACTIONS

RATE = 0.15
FORESIGHT = 0.95


@dataclass
class Record:
    """What the learner did in a game: legal actions, the chosen ones, and its points before each choice."""

    legal: list[NDArray[np.intp]] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)

    def gains(self) -> NDArray[np.float64]:
        """For each action, the points that followed it; later ones count less."""
        gained = np.diff(self.points)
        for step in range(len(gained) - 2, -1, -1):
            gained[step] += FORESIGHT * gained[step + 1]
        return gained


class Policy:
    """One weight for each action; a move is drawn from the softmax of the legal ones."""

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros(ACTIONS)
        self.usual, self.spread = 0.0, 1.0
        self.random = np.random.default_rng(seed)

    def chances(self, legal: NDArray[np.intp]) -> NDArray[np.float64]:
        """The probability of each legal action."""
        weights = np.exp(self.weights[legal] - self.weights[legal].max())
        shares: NDArray[np.float64] = weights / weights.sum()
        return shares

    def act(self, legal: NDArray[np.intp]) -> int:
        """Draw an action."""
        return int(self.random.choice(legal, p=self.chances(legal)))

    def learn(self, record: Record) -> None:
        """Make actions more likely that led to more points than usual, and the others less likely."""
        gains = record.gains()
        better = (gains - self.usual) / self.spread
        for legal, action, by in zip(record.legal, record.chosen, better):
            change = -self.chances(legal)
            change[legal == action] += 1
            self.weights[legal] += RATE * by * change
        self.usual += 0.05 * (gains.mean() - self.usual)
        self.spread += 0.05 * (gains.std() + 0.1 - self.spread)


def play(game: GameEnvironment, policy: Policy, learner: str) -> tuple[Record, float]:
    """A game of the policy against random moves: what it did, and its reward."""
    game.reset()
    record, reward = Record(), 0.0
    for agent in game.agent_iter():
        # This player looks at the legal actions alone; `observe` would add the position as a vector.
        _, received, terminated, truncated, info = game.last(observe=False)
        if terminated or truncated:
            if agent == learner:
                reward = received
                record.points.append(info["points"])
            game.step(None)
            continue
        legal = np.array(sorted(game.legal_moves()))
        if agent != learner:
            game.step(int(policy.random.choice(legal)))
            continue
        action = policy.act(legal)
        record.legal.append(legal)
        record.chosen.append(action)
        record.points.append(info["points"])
        game.step(action)
    return record, reward


def main() -> None:
    """Train, then report the share of games won against random moves."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--ruleset", default="bonfire")
    asked.add_argument("--seconds", type=float, default=60, help="processor time of the training")
    asked.add_argument("--games", type=int, default=100, help="games after the training")
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    game = GameEnvironment(given.ruleset)
    game.reset(seed=given.seed)
    policy = Policy(given.seed)
    agents = game.possible_agents
    trained, end = 0, time.process_time() + given.seconds
    while time.process_time() < end:
        policy.learn(play(game, policy, agents[trained % len(agents)])[0])
        trained += 1
    rewards = [play(game, policy, agents[number % len(agents)])[1] for number in range(given.games)]
    won = sum((reward + 1) / 2 for reward in rewards)
    print(f"{trained} games of training; then won {won:.0f} of {given.games} against random moves")


if __name__ == "__main__":
    main()
