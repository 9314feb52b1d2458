"""Every benchmark runs: at a small size, so that its code follows the code that it measures."""

import os
import subprocess
import sys

import pytest

from bench.__main__ import BENCHES
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", BENCHES)
def test_benchmark_runs_at_a_small_size(name: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "bench", name],
        env=os.environ | {"BENCH_SIZE": "0.01"},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    rows = ended.stdout.strip().splitlines()
    assert rows[0].startswith(f"{name}: ")
    assert len(rows) > 2
