"""The rules alone, on one core: fold, decide and evolve, `legal`, whole games.

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

from bench.store import report
from domain.games import RULESETS
from domain.kernel.dice import Dice
from domain.kernel.fold import fold as fold_entries
from domain.kernel.messages import Command, Event
from service.operations.simulate import SimulatedGame, play

RULES = RULESETS["bonfire"]
GAMES = 12
ROUNDS = 9
KEY = b"bench"


@dataclass
class Material:
    """The events and moves of some games, each with the state before it."""

    events: list[tuple[Any, Event]] = field(default_factory=list)
    commands: list[tuple[Any, int, Command]] = field(default_factory=list)


def material(games: list[SimulatedGame]) -> Material:
    """Every event and every move of these games, each with the state before it."""
    found = Material()
    for game in games:
        state: Any = None
        for entry in game.entries:
            if entry.actor.startswith("seat:"):
                found.commands.append((state, int(entry.actor[5:]), entry.command))
            for event in entry.events:
                if isinstance(event, RULES.event_types):
                    found.events.append((state, event))
                    state = RULES.evolve(state, event)
    return found


def fold(found: Material) -> None:
    """Apply each event to its state."""
    for state, event in found.events:
        RULES.evolve(state, event)


def fold_logs(games: list[SimulatedGame]) -> None:
    """Fold whole logs to their tables, including the kernel's data for undo and clocks."""
    for game in games:
        fold_entries(RULES, game.entries)


def decide_and_evolve(found: Material) -> None:
    """Decide each move on its state and apply its events."""
    for seq, (before, seat, command) in enumerate(found.commands):
        state = before
        for event in RULES.decide(before, seat, command, Dice(KEY, seq)):
            state = RULES.evolve(state, event)


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
    """The time to list the moves of each position."""
    return sorted(seconds(partial(RULES.legal, state, seat)) for state, seat, _ in found.commands)


def rows_of(name: str, games: list[SimulatedGame]) -> dict[str, float | str]:
    """The rows for one kind of game."""
    found = material(games)
    after_event = [RULES.evolve(state, event) for state, event in found.events]
    before_command = [state for state, _, _ in found.commands]
    folding, bare_folding = in_turns(lambda: fold(found), lambda: bare_replace(after_event))
    deciding, bare_deciding = in_turns(lambda: decide_and_evolve(found), lambda: bare_replace(before_command))
    log, bare_log = in_turns(lambda: fold_logs(games), lambda: bare_replace(after_event))
    legal_times(found)
    times = legal_times(found)
    bare = bare_deciding / len(before_command)
    median, p99 = statistics.median(times), times[len(times) * 99 // 100]
    widest = max(len(RULES.legal(state, seat)) for state, seat, _ in found.commands)
    return {
        f"{name}: fold, events/s (goal >= 30,000)": len(found.events) / folding,
        f"{name}: fold / bare replace, time": folding / bare_folding,
        f"{name}: fold of whole logs by the kernel, events/s (goal >= 30,000)": len(found.events) / log,
        f"{name}: fold of whole logs / bare replace, time": log / bare_log,
        f"{name}: decide and evolve, commands/s (goal >= 6,000)": len(found.commands) / deciding,
        f"{name}: decide and evolve / bare replace, time": deciding / bare_deciding,
        f"{name}: legal, median, ms (goal <= 0.5)": 1000 * median,
        f"{name}: legal, p99, ms": 1000 * p99,
        f"{name}: legal, median / bare replace, time": median / bare,
        f"{name}: widest list of moves": widest,
    }


def whole_games(players: int, bot: str, games: int = GAMES) -> dict[str, float | str]:
    """Play whole games through the kernel: every entry is decided, written and hashed."""
    times = [seconds(partial(play, RULES, (bot,) * players, number)) for number in range(games)]
    goal = " (goal <= 250)" if (players, bot) == (2, "random") else ""
    return {
        f"a {bot} game of {players}, legal at each step, median, ms{goal}": 1000 * statistics.median(times)
    }


def run() -> dict[str, float | str]:
    """Measure all rows; takes about a minute."""
    random = [play(RULES, ("random", "random"), n) for n in range(GAMES)]
    greedy = [play(RULES, ("greedy", "greedy"), n) for n in range(2)]
    return (
        rows_of("random", random)
        | rows_of("greedy", greedy)
        | whole_games(2, "random")
        | whole_games(4, "random")
        | whole_games(4, "greedy", games=3)
    )


if __name__ == "__main__":
    print(report(run()))
