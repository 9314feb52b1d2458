"""`emberlog api --processes`: several processes behind one port."""

import os
import signal
from pathlib import Path

import httpx
import pytest

from service.operations.ports import bound
from service.settings import SettingsError
from tests.support.processes import eventually, free_port, running


def _children(parent: int) -> set[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(pid) for pid in found if b"--share-port" in _command(pid)}


def _command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def _listening(port: int) -> int:
    """How many sockets listen on a port of this machine."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


def _counted(port: int) -> float:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    rows = [line for line in text.splitlines() if line.startswith("emberlog_requests_total")]
    return sum(float(row.split()[-1]) for row in rows if 'route="/v1/rulesets"' in row)


@pytest.mark.long
def test_processes_share_a_port_count_together_and_are_restarted(redis_url: str, tmp_path: Path) -> None:
    port = free_port()
    settings = {"redis_url": redis_url, "port": str(port), "drain_seconds": "0"}
    with running("api", "--processes", "2", output=tmp_path / "output", **settings) as parent:
        eventually(lambda: _listening(port) == 2)
        for _ in range(40):  # each on a connection of its own
            assert httpx.get(f"http://127.0.0.1:{port}/v1/rulesets").status_code == 200
        assert _counted(port) == 40
        first = _children(parent.pid)
        assert len(first) == 2
        os.kill(min(first), signal.SIGKILL)
        eventually(lambda: _listening(port) == 2 and _children(parent.pid) != first)
        assert httpx.get(f"http://127.0.0.1:{port}/v1/rulesets").status_code == 200
        parent.terminate()
        assert parent.wait() == 0
        assert _listening(port) == 0


def test_shared_port_can_be_bound_twice_and_another_one_not() -> None:
    port = free_port()
    first, second = (bound("127.0.0.1", port, share=True) for _ in range(2))
    with first, second:
        first.listen()
        with pytest.raises(SettingsError):
            bound("127.0.0.1", port)
