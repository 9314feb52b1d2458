"""Simulations find nothing, can be repeated to the byte, and find faults that were put back."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulator.put_back import FAULTS
from tests.simulator.seeds import outcomes

ROOT = Path(__file__).parents[2]
SEEDS, BATCH = 200, 20
MOST_SEEDS = 200
"""A fault that this many seeds do not find would go unnoticed."""
FOUND_BY = {
    "retry-confirms-unreplicated": 18,
    "repeated-append-does-not-wait": 18,
    "lost-result-stays": 143,
    "lists-written-once": 32,
}
"""Seeds near which a search for each fault begins; they save time, and prove nothing."""


def test_a_few_seeds_find_nothing() -> None:
    assert [outcome.report() for outcome in outcomes(range(4), jobs=1) if outcome.findings] == []


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, SEEDS, BATCH))
def test_two_hundred_seeds_find_nothing(first: int) -> None:
    seeds = range(first, first + BATCH)
    assert [outcome.report() for outcome in outcomes(seeds, jobs=1) if outcome.findings] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 19, 41])
def test_a_seed_does_the_same_in_every_process(seed: int) -> None:
    """Also where Python orders sets of strings differently."""
    digests = {_digest(seed, hash_seed) for hash_seed in ("0", "1")}
    assert len(digests) == 1
    assert digests == {outcome.digest for outcome in outcomes([seed], jobs=1)}


def _digest(seed: int, hash_seed: str) -> str:
    shown = subprocess.run(
        [sys.executable, "-m", "tests.simulator", "--seed", str(seed)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    first = shown.stdout.partition("\n")[0]
    assert first.startswith(f"seed {seed}: "), shown.stderr
    return first.rpartition(" ")[2]


def test_different_seeds_do_different_things() -> None:
    assert len({outcome.digest for outcome in outcomes(range(4), jobs=1)}) == 4


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_is_put_back_is_found(fault: str) -> None:
    seeds = range(FOUND_BY[fault], FOUND_BY[fault] + MOST_SEEDS)
    assert any(outcome.findings for outcome in outcomes(seeds, jobs=1, fault=fault))
