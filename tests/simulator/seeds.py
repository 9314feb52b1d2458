"""Seeds in other processes: a module of its own, because those processes import it by its name."""

from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context

from domain.games import load
from tests.simulator.put_back import put_back
from tests.simulator.simulation import Outcome, simulate

GAMES = ("tests.support.regatta.ruleset:REGATTA",)
"""A small game that only tests know plays along: most seeds can finish several of it."""


def run_seed(fault: str, seed: int) -> Outcome:
    """One simulation, in any process."""
    load(GAMES)
    with put_back(fault):
        return simulate(seed)


def outcomes(seeds: Sequence[int], jobs: int, fault: str = "") -> Iterator[Outcome]:
    """The outcome of each seed, in the order in which they end; run in other processes, which load games."""
    run = partial(run_seed, fault)
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(run, seeds)
