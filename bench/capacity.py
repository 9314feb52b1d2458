"""How many machines a number of games needs: the formulas of docs/scaling.md, and a simulated day.

`python -m bench.capacity` prints the plan for a million running and a hundred million archived games. The
costs are those of `python -m bench costs` and `python -m bench memory`; change them here when they change.
The simulation draws when the moves of each game come, over a day with a quiet night, and looks for the
busiest minute of each Redis master.
"""

import argparse
import math
import random
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

DAY = 86_400
BUCKETS = 1024


@dataclass(frozen=True)
class Costs:
    """What one of each thing costs, measured."""

    api_us: float = 625
    redis_us: float = 83
    bytes_in: float = 1538
    aof_bytes: float = 684
    game_kb: float = 65
    """A running game on average: half of what it takes at its end."""
    archived_kb: float = 14
    head_bytes: float = 300
    """What stays in Redis of an archived game: its head, its row in the lists, its result."""
    stream_kb: float = 32
    turn_ms: float = 6
    """A turn of an automa or bot: time of a worker, with what the queue itself costs."""


@dataclass(frozen=True)
class Demand:
    """What is asked of the system."""

    running: int = 1_000_000
    archived: int = 100_000_000
    moves_per_game_and_day: float = 30
    reads_per_move: float = 4
    streams: int = 100_000
    bot_turns_per_move: float = 0.2
    peak: float = 3
    """The busiest hour compared with the mean."""


@dataclass(frozen=True)
class Plan:
    """What is needed at the peak, with a core or a shard never more than half busy."""

    moves: float
    api_cores: int
    workers: int
    redis_masters: int
    redis_gb: float
    aof_mb: float
    archive_tb: float


def planned(costs: Costs, demand: Demand) -> Plan:
    """The formulas: processor time by rate, memory by number."""
    moves = demand.peak * demand.running * demand.moves_per_game_and_day / DAY
    calls = moves * (1 + demand.reads_per_move / 2)  # a read costs about half a move
    redis = moves * (1 + demand.reads_per_move / 4) * costs.redis_us / 1e6
    memory = (demand.running * costs.game_kb * 1e3 + demand.archived * costs.head_bytes) / 1e9
    return Plan(
        moves=moves,
        api_cores=math.ceil(2 * calls * costs.api_us / 1e6 + demand.streams / 20_000),
        workers=math.ceil(2 * moves * demand.bot_turns_per_move * costs.turn_ms / 1e3),
        redis_masters=max(math.ceil(2 * redis), math.ceil(memory / 24)),
        redis_gb=memory,
        aof_mb=moves * costs.aof_bytes / 1e6,
        archive_tb=demand.archived * costs.archived_kb / 1e9,
    )


def busiest_minute(demand: Demand, masters: int, games: int, seed: int = 0) -> tuple[float, float]:
    """Moves per second in the busiest minute of the busiest master, and of a master in the mean.

    A sample of the games is played for a day; the result is scaled up to all of them.
    """
    rng = random.Random(seed)
    weights = [1 + (demand.peak - 1) * max(0.0, math.sin(math.pi * hour / 24)) ** 2 for hour in range(24)]
    hours = list(accumulate(weights))
    counts: dict[tuple[int, int], int] = {}
    for _ in range(games):
        master = rng.randrange(BUCKETS) * masters // BUCKETS
        for _ in range(round(rng.expovariate(1 / demand.moves_per_game_and_day))):
            hour = bisect_left(hours, rng.random() * hours[-1])
            minute = hour * 60 + rng.randrange(60)
            counts[master, minute] = counts.get((master, minute), 0) + 1
    busiest = max(counts.values()) / 60 * demand.running / games
    mean = sum(counts.values()) / masters / DAY * demand.running / games
    return busiest, mean


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--running", type=int, default=Demand.running)
    parser.add_argument("--archived", type=int, default=Demand.archived)
    parser.add_argument("--sample", type=int, default=20_000, help="games that are simulated")
    chosen = parser.parse_args(arguments)
    costs, demand = Costs(), Demand(running=chosen.running, archived=chosen.archived)
    plan = planned(costs, demand)
    busiest, mean = busiest_minute(demand, plan.redis_masters, chosen.sample)
    rows = {
        "moves per second at the peak": f"{plan.moves:,.0f}",
        "API cores": f"{plan.api_cores:,}",
        "workers": f"{plan.workers:,}",
        "Redis masters": f"{plan.redis_masters:,}",
        "memory of all masters, GB": f"{plan.redis_gb:,.0f}",
        "append-only files, MB/s": f"{plan.aof_mb:,.1f}",
        "archive, TB": f"{plan.archive_tb:,.1f}",
        "simulated: moves/s of the busiest master": f"{busiest:,.0f}",
        "simulated: mean of a master": f"{mean:,.0f}",
        "simulated: its processor": f"{100 * busiest * 2 * costs.redis_us / 1e6:.1f} %",
    }
    for name, value in rows.items():
        print(f"{name:<42}{value:>12}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
