"""The rules of each game alone, on one core: fold, decide and evolve, `legal`, whole games.

Each row is compared with a plain loop of `msgspec.structs.replace` on the same states in the same run: the
two alternate in small rounds, so that a busy machine slows both. Positions come from random and greedy games.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from bench.size import sized
from bench.store import report
from domain.games import RULESETS
from domain.kernel.dice import Dice
from domain.kernel.fold import fold as fold_entries
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from service.operations.simulate import SimulatedGame, play

GAMES = sized(12)
ROUNDS = sized(9, 2)
KEY = b"bench"


@dataclass(frozen=True)
class Goals:
    """What a game must reach."""

    fold: int
    legal_median: float
    legal_p99: float | None
    random_game: int


GOALS = {"bonfire": Goals(30_000, 0.5, None, 250), "phoenix": Goals(100_000, 0.1, 2, 150)}


@dataclass
class Material:
    """The events and moves of some games, each with the state before it."""

    rules: Ruleset
    events: list[tuple[Any, Event]] = field(default_factory=list)
    commands: list[tuple[Any, int, Command]] = field(default_factory=list)


def material(rules: Ruleset, games: list[SimulatedGame]) -> Material:
    """Every event and every move of these games, each with the state before it."""
    found = Material(rules)
    for game in games:
        state: Any = None
        for entry in game.entries:
            if entry.actor.startswith("seat:"):
                found.commands.append((state, int(entry.actor[5:]), entry.command))
            for event in entry.events:
                if isinstance(event, rules.event_types):
                    found.events.append((state, event))
                    state = rules.evolve(state, event)
    return found


def fold(found: Material) -> None:
    """Apply each event to its state."""
    for state, event in found.events:
        found.rules.evolve(state, event)


def fold_logs(rules: Ruleset, games: list[SimulatedGame]) -> None:
    """Whole logs to their tables, with all that the kernel keeps for undo and clocks."""
    for game in games:
        fold_entries(rules, game.entries)


def decide_and_evolve(found: Material) -> None:
    """Decide each move on its state and apply its events."""
    for seq, (before, seat, command) in enumerate(found.commands):
        state = before
        for event in found.rules.decide(before, seat, command, Dice(KEY, seq)):
            state = found.rules.evolve(state, event)


def bare_replace(states: list[Any]) -> None:
    """The minimum cost of a new state."""
    for state in states:
        replace(state, turn=state.turn)


def seconds(work: Callable[[], object]) -> float:
    """The processor seconds of one call; time of other processes is not counted."""
    started = time.thread_time()
    work()
    return time.thread_time() - started


def in_turns(*sides: Callable[[], object]) -> list[float]:
    """The median of each side over alternating rounds, after one to warm up."""
    webhook_thread = [[seconds(side) for side in sides] for _ in range(ROUNDS + 1)][1:]
    return [statistics.median(times) for times in zip(*webhook_thread)]


def legal_times(found: Material) -> list[float]:
    """How long the list of moves takes, position by position."""
    return sorted(seconds(partial(found.rules.legal, state, seat)) for state, seat, _ in found.commands)


def rows_of(rules: Ruleset, bots: str, games: list[SimulatedGame]) -> dict[str, float | str]:
    """The rows of one sort of games."""
    found, goals, name = material(rules, games), GOALS[rules.name], f"{rules.name}, {bots}"
    after_event = [rules.evolve(state, event) for state, event in found.events]
    before_command = [state for state, _, _ in found.commands]
    folding, bare_folding = in_turns(lambda: fold(found), lambda: bare_replace(after_event))
    deciding, bare_deciding = in_turns(lambda: decide_and_evolve(found), lambda: bare_replace(before_command))
    log, bare_log = in_turns(lambda: fold_logs(rules, games), lambda: bare_replace(after_event))
    legal_times(found)
    times = legal_times(found)
    bare = bare_deciding / len(before_command)
    median, p99 = statistics.median(times), times[len(times) * 99 // 100]
    p99_goal = "" if goals.legal_p99 is None else f" (goal <= {goals.legal_p99})"
    widest = max(len(rules.legal(state, seat)) for state, seat, _ in found.commands)
    return {
        f"{name}: fold, events/s (goal >= {goals.fold:,})": len(found.events) / folding,
        f"{name}: fold / bare replace, time": folding / bare_folding,
        f"{name}: fold of whole logs by the kernel, events/s (goal >= 30,000)": len(found.events) / log,
        f"{name}: fold of whole logs / bare replace, time": log / bare_log,
        f"{name}: decide and evolve, commands/s (goal >= 6,000)": len(found.commands) / deciding,
        f"{name}: decide and evolve / bare replace, time": deciding / bare_deciding,
        f"{name}: legal, median, ms (goal <= {goals.legal_median})": 1000 * median,
        f"{name}: legal, p99, ms{p99_goal}": 1000 * p99,
        f"{name}: legal, median / bare replace, time": median / bare,
        f"{name}: widest list of moves": widest,
    }


def whole_games(rules: Ruleset, players: int, bot: str, games: int = GAMES) -> dict[str, float | str]:
    """A game from set-up to score through the kernel: every entry decided, written and hashed."""
    times = [seconds(partial(play, rules, (bot,) * players, number)) for number in range(games)]
    goal = f" (goal <= {GOALS[rules.name].random_game})" if (players, bot) == (2, "random") else ""
    name = f"{rules.name}: a {bot} game of {players}, legal at each step, median, ms{goal}"
    return {name: 1000 * statistics.median(times)}


def run() -> dict[str, float | str]:
    """All rows of all games; takes about two minutes."""
    rows: dict[str, float | str] = {}
    for rules in RULESETS.values():
        rows |= rows_of(rules, "random", [play(rules, ("random", "random"), n) for n in range(GAMES)])
        rows |= rows_of(rules, "greedy", [play(rules, ("greedy", "greedy"), n) for n in range(sized(2))])
        rows |= whole_games(rules, 2, "random")
        rows |= whole_games(rules, 4, "random")
        rows |= whole_games(rules, 4, "greedy", games=sized(3))
    return rows


if __name__ == "__main__":
    print(report(run()))
