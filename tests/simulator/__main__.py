"""Runs simulations: one seed with its trace, or many on all cores.

`make simulate SEED=17` shows what happens in one. `make simulate` runs 200, `make soak` thousands. The seeds
that found something are named, and each can be run again, exactly as it was.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence

from tests.simulator.put_back import FAULTS
from tests.simulator.seeds import outcomes, run_seed
from tests.simulator.simulation import Outcome


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m tests.simulator`; answers 1 if anything was found."""
    parser = argparse.ArgumentParser("tests.simulator", description="Deterministic simulations.")
    parser.add_argument("--seed", type=int, help="run this one and show its trace")
    parser.add_argument("--first", type=int, default=0, help="the first of many seeds")
    parser.add_argument("--count", type=int, default=200, help="how many seeds")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--put-back", choices=sorted(FAULTS), default="", help="a mended fault")
    chosen = parser.parse_args(arguments)
    if chosen.seed is not None:
        outcome = run_seed(chosen.put_back, chosen.seed)
        sys.stdout.write(outcome.report(lines=400) + "\n")
        return 1 if outcome.findings else 0
    return _run_many(chosen)


def _run_many(chosen: argparse.Namespace) -> int:
    began, ran, bad = time.monotonic(), 0, list[Outcome]()
    for outcome in outcomes(range(chosen.first, chosen.first + chosen.count), chosen.jobs, chosen.put_back):
        ran += 1
        if outcome.findings:
            bad.append(outcome)
            sys.stdout.write(f"seed {outcome.seed}: {outcome.findings[0][:200]}\n")
            sys.stdout.flush()
        if time.monotonic() - began > chosen.seconds:
            break
    if bad:
        sys.stdout.write(min(bad, key=lambda outcome: outcome.seed).report() + "\n")
    seeds = sorted(outcome.seed for outcome in bad)
    sys.stdout.write(f"{ran} seeds in {time.monotonic() - began:.0f} s, found something in: {seeds}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
