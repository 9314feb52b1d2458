"""Time, randomness and threads come from `service/runtime.py`, or no simulation could be repeated."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SIMULATED = ("store", "engine", "jobs", "projections", "usecases")
"""The packages of the service that the simulator runs, besides the workers."""
NOT_SIMULATED = {
    "service/jobs/queues.py": "the transport of jobs: the simulator has its own",
    "workers/job_runner.py": "the loop that RQ calls: the simulator has its own",
    "workers/run.py": "the process that RQ runs",
    "workers/webhook_thread.py": "receivers are outside",
}
MODULES = {"time", "random", "secrets", "uuid", "threading", "anyio"}
CALLS = {"datetime.now", "datetime.utcnow", "asyncio.to_thread", "os.urandom"}


def offences(path: Path) -> Iterator[str]:
    """The imports and calls of a module that bypass the runtime."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            yield str(node.module)
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in CALLS:
            yield ast.unparse(node)


def test_simulated_code_gets_time_randomness_and_threads_from_the_runtime() -> None:
    folders = [*(ROOT / "service" / name for name in SIMULATED), ROOT / "workers"]
    modules = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    found = {
        name: used
        for path in modules
        if (name := path.relative_to(ROOT).as_posix()) not in NOT_SIMULATED and (used := list(offences(path)))
    }
    assert found == {}


def test_modules_outside_the_simulation_still_need_their_exception() -> None:
    assert [name for name in NOT_SIMULATED if not list(offences(ROOT / name))] == []
