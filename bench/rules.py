"""The rules alone, on one core: fold, decide and evolve, `legal`, whole games.

Each row stands beside a plain loop of `msgspec.structs.replace` on the same states in the same run: the two
take turns in small rounds, so that a busy machine slows both. Positions are those of random and greedy games.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from bench.store import report
from domain.games import RULESETS
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from service.simulate import Played, play

RULES = RULESETS["bonfire"]
GAMES = 12
ROUNDS = 9
KEY = b"bench"


@dataclass
class Material:
    """What happened in some games, with the states that it happened on."""

    events: list[tuple[Any, Event]] = field(default_factory=list)
    commands: list[tuple[Any, int | str, Command]] = field(default_factory=list)


def material(games: list[Played]) -> Material:
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
    """Each event on its state."""
    for state, event in found.events:
        RULES.evolve(state, event)


def decide_and_evolve(found: Material) -> None:
    """Each move on its state, and what it causes."""
    for seq, (before, seat, command) in enumerate(found.commands):
        state = before
        for event in RULES.decide(before, seat, command, Dice(KEY, seq)):
            state = RULES.evolve(state, event)


def bare_replace(states: list[Any]) -> None:
    """The least that a new state can cost."""
    for state in states:
        replace(state, turn=state.turn)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes once."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def in_turns(*sides: Callable[[], object]) -> list[float]:
    """The median of each side over rounds in which they take turns, after one to warm up."""
    rounds = [[seconds(side) for side in sides] for _ in range(ROUNDS + 1)][1:]
    return [statistics.median(times) for times in zip(*rounds)]


def legal_times(found: Material) -> list[float]:
    """How long the list of moves takes, position by position."""
    asked = [(state, seat) for state, seat, _ in found.commands if isinstance(seat, int)]
    return sorted(seconds(lambda: RULES.legal(*position)) for position in asked)  # noqa: B023


def rows_of(name: str, games: list[Played]) -> dict[str, float | str]:
    """The rows of one sort of games."""
    found = material(games)
    after_event = [RULES.evolve(state, event) for state, event in found.events]
    before_command = [state for state, _, _ in found.commands]
    folding, bare_folding = in_turns(lambda: fold(found), lambda: bare_replace(after_event))
    deciding, bare_deciding = in_turns(lambda: decide_and_evolve(found), lambda: bare_replace(before_command))
    legal_times(found)
    times = legal_times(found)
    bare = bare_deciding / len(before_command)
    median, p99 = statistics.median(times), times[len(times) * 99 // 100]
    widest = max(len(RULES.legal(state, seat)) for state, seat, _ in found.commands if isinstance(seat, int))
    return {
        f"{name}: fold, events/s (goal >= 30,000)": len(found.events) / folding,
        f"{name}: fold / bare replace, time": folding / bare_folding,
        f"{name}: decide and evolve, commands/s (goal >= 6,000)": len(found.commands) / deciding,
        f"{name}: decide and evolve / bare replace, time": deciding / bare_deciding,
        f"{name}: legal, median, ms (goal <= 0.5)": 1000 * median,
        f"{name}: legal, p99, ms": 1000 * p99,
        f"{name}: legal, median / bare replace, time": median / bare,
        f"{name}: widest list of moves": widest,
    }


def whole_games(players: int, bot: str) -> dict[str, float | str]:
    """A game from set-up to score through the kernel: every entry decided, written and hashed."""
    times = sorted(seconds(lambda: play(RULES, (bot,) * players, n)) for n in range(GAMES))  # noqa: B023
    goal = " (goal <= 250)" if (players, bot) == (2, "random") else ""
    return {
        f"a {bot} game of {players}, legal at each step, median, ms{goal}": 1000 * statistics.median(times)
    }


def run() -> dict[str, float | str]:
    """All rows; takes about a minute."""
    random = [play(RULES, ("random", "random"), n) for n in range(GAMES)]
    greedy = [play(RULES, ("greedy", "greedy"), n) for n in range(2)]
    return (
        rows_of("random", random)
        | rows_of("greedy", greedy)
        | whole_games(2, "random")
        | whole_games(4, "random")
    )


if __name__ == "__main__":
    print(report(run()))
