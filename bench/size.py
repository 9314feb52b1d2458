"""The size of benchmarks. `BENCH_SIZE=0.01` runs all of their code quickly; the figures then mean nothing."""

import os

SIZE = float(os.environ.get("BENCH_SIZE", "1"))


def sized(count: int, least: int = 1) -> int:
    """This many at full size, fewer at a smaller one."""
    return max(least, round(count * SIZE))
