"""A game as an environment of PettingZoo: agents act one after the other (AEC)."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from domain.games import RULESETS
from domain.kernel.actors import SCORER, seat_actor
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, ScoreGame, TakeTurn, step
from domain.kernel.lobby import KERNEL, CreateGame
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from service.engine.commands import ENGINE
from service.environments.encoding import ACTIONS, FEATURES, encoded, mask, numbered

_HOST: Final = "p_environment"
_AT: Final = "2026-01-01T00:00:00.000Z"


class GameEnvironment(AECEnv[str, dict[str, Any], int]):
    """A game in memory, through the same rules as the service.

    An agent is a seat. Its observation has the encoded view (`observation`) and the legal actions
    (`action_mask`). Automas play by themselves. At the end the first gets 1, the last -1, and the others what
    lies evenly between; equal ranks share. `infos` has the points of the seat if the game ended now.
    """

    def __init__(
        self,
        ruleset: str,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"{ruleset}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._rules: Ruleset = RULESETS[ruleset]
        self._options = msgspec.convert(
            {**(options or {}), "auto_start": True}, self._rules.options, strict=False
        )
        self._rules.check(self._options, players)
        self._players = players
        self._seeds = np.random.default_rng()
        self._begin()
        self.possible_agents = [f"seat_{seat}" for seat in self._seats()]
        observation: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-np.inf, np.inf, (FEATURES,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start another game; the same seed deals the same game."""
        del options
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of an agent's seat, and what it may do now."""
        seat = _seat(agent)
        view = self._rules.view(self._table.state, (seat,))
        legal = self._legal if agent == self.agent_selection and not self.terminations.get(agent) else {}
        return {
            "observation": encoded(view, seat, len(self._table.seats)),
            "action_mask": mask(tuple(legal)),
        }

    def step(self, action: int | None) -> None:
        """Play the move with this number for the selected agent; an illegal one is an error."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        if int(action) not in self._legal:
            raise ValueError(f"{action} is not legal now: choose an action whose mask is 1")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(seat_actor(_seat(agent)), self._legal[int(action)])
        self._let_others_play()
        self._select()
        if self._table.result is not None:
            self._finish()
        self._accumulate_rewards()

    def legal_moves(self) -> Mapping[int, Command]:
        """The moves of the selected agent by their numbers."""
        return self._legal

    def render(self) -> str:
        """The position as text: who is to move, and the points of every seat."""
        points = ", ".join(f"{agent} {self._points(agent)}" for agent in self.possible_agents)
        return f"{self.agent_selection} to move; {points}"

    def close(self) -> None:
        """There is nothing to close."""

    def _begin(self) -> None:
        self._secret = hashlib.sha256(self._seeds.bytes(32)).digest()
        places = tuple(["bot:random"] * self._players)
        # The dice depend on the id too, so it must follow from the seed.
        create = CreateGame(f"environment_{self._secret.hex()[:8]}", self._options, places, kernel=KERNEL)
        self._table: AnyTable = step(self._rules, None, _input(_HOST, create), self._secret).table
        self._let_others_play()

    def _play(self, actor: str, command: Command) -> None:
        self._table = step(self._rules, self._table, _input(actor, command), self._secret).table

    def _let_others_play(self) -> None:
        """Let automas and the scorer act until an agent has to, or the game is over."""
        while self._table.status is not Status.FINISHED:
            now = due(self._rules, self._table)
            if now.scorer:
                self._play(SCORER, ScoreGame())
            elif now.automa is not None:
                self._play(now.automa, TakeTurn())
            else:
                return

    def _select(self) -> None:
        """Select the agent that has to act; of several at once, the first."""
        if self._table.status is Status.FINISHED:
            self._legal: dict[int, Command] = {}
            return
        seat = due(self._rules, self._table).seats[0]
        self.agent_selection = f"seat_{seat}"
        moves = self._rules.legal(self._table.state, seat)
        self._legal = numbered([move for move in moves if not isinstance(move, self._rules.asides)])
        self.infos[self.agent_selection] = {"points": self._points(self.agent_selection)}

    def _finish(self) -> None:
        result = self._table.result
        assert result is not None
        ranks = [result.ranks[_seat(agent)] for agent in self.agents]
        for agent, rank in zip(self.agents, ranks):
            worse, better = sum(each > rank for each in ranks), sum(each < rank for each in ranks)
            self.rewards[agent] = (worse - better) / max(1, len(ranks) - 1)
            self.infos[agent] = {"points": self._points(agent), "rank": rank}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _points(self, agent: str) -> int:
        return self._rules.score(self._table.state).seats[_seat(agent)].total

    def _seats(self) -> list[int]:
        return [number for number, seat in enumerate(self._table.seats) if seat.automa is None]


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


def _input(actor: str, command: Command) -> Input:
    return Input(_AT, actor, command, Meta(ENGINE))
