"""Signals stop a role whenever and however often they come."""

import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest

from service.operations.signals import StopSignal
from tests.support.apis import answers
from tests.support.processes import PATIENCE, environment, eventually, free_port, running

WAITING = """
from service.operations.signals import stop_signal
with stop_signal() as stop:
    print("ready", flush=True)
    while not stop.wait(0.01):
        pass
    print("stopped", flush=True)
    stop.wait(0)
"""
AS_PROCESS_1 = """
import os, signal, sys
from service import cli
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as for process 1, which has no default handler
load = cli.load
def stopped_while_it_starts(environ):
    os.kill(os.getpid(), signal.SIGTERM)
    return load(environ)
cli.load = stopped_while_it_starts
sys.exit(cli.main([sys.argv[1]]))
"""


PROCESS_1 = """
import os, signal, sys
class SignalDuringImports:
    def find_spec(self, name, path=None, target=None):
        if name == "service.settings":
            os.kill(1, signal.SIGTERM)
sys.meta_path.insert(0, SignalDuringImports())
from service.start import main
assert os.getpid() == 1
sys.exit(main())
"""
OWN_NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child"]


def _may_be_process_1() -> bool:
    return (
        shutil.which("unshare") is not None
        and not subprocess.run([*OWN_NAMESPACE, "true"], check=False).returncode
    )


def test_several_signals_at_once_stop_a_role() -> None:
    for _ in range(8):
        with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            deadline = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < deadline:
                process.send_signal(signal.SIGTERM)
            stuck = process.poll() is None
            process.kill()
            assert (stuck, process.stdout.read()) == (False, "stopped\n")


def interrupted(stop: StopSignal, work: Callable[[], object], moment: int) -> bool:
    """Whether there is this moment in the work: a signal arrives then, between two instructions."""
    instructions = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal instructions
        frame.f_trace_opcodes = True
        instructions += event == "opcode"
        if event == "opcode" and instructions == moment:
            stop.handle(signal.SIGTERM, None)
        return trace

    sys.settrace(trace)
    work()
    sys.settrace(None)
    return instructions >= moment


def test_signal_may_interrupt_its_own_handler_and_what_waits_for_it() -> None:
    moments = []

    def interrupt_everywhere() -> None:
        for kind in ("wait", "handle"):
            for moment in count(1):
                stop = StopSignal()
                work = partial(stop.wait, 0.01) if kind == "wait" else partial(stop.handle, 15, None)
                there_is = interrupted(stop, work, moment)
                stop.close()
                if not there_is:
                    break
                moments.append(kind)

    _in_time(interrupt_everywhere)
    assert set(moments) == {"wait", "handle"}


def test_handler_never_waits_however_many_signals_there_are() -> None:
    stop = StopSignal()

    def flood() -> None:
        for _ in range(100_000):
            stop.handle(signal.SIGTERM, None)

    _in_time(flood)
    assert stop.wait(0)
    stop.close()


def _in_time(work: Callable[[], None]) -> None:
    """Fails if the work does not end."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.parametrize("role", ["api", "worker", "sweeper", "serve"])
def test_process_1_stops_on_a_signal_during_its_start(role: str, redis_url: str, tmp_path: Path) -> None:
    data = {"data": str(tmp_path)} if role == "serve" else {"redis_url": redis_url}
    settings = environment(port=str(free_port()), drain_seconds="0", **data)
    command = [sys.executable, "-c", AS_PROCESS_1, role]
    ended = subprocess.run(
        command, env=settings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.skipif(not _may_be_process_1(), reason="may not create a process namespace")
def test_real_process_1_stops_on_a_signal_during_its_imports(redis_url: str) -> None:
    settings = environment(port=str(free_port()), drain_seconds="0", redis_url=redis_url)
    command = [*OWN_NAMESPACE, sys.executable, "-c", PROCESS_1, "api"]
    ended = subprocess.run(
        command, env=settings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_stopping_api_is_not_ready_but_keeps_answering_until_it_closes(
    redis_url: str, tmp_path: Path
) -> None:
    port, output = free_port(), tmp_path / "api.log"
    address = f"http://127.0.0.1:{port}"
    with running("api", output=output, redis_url=redis_url, port=str(port), drain_seconds="600") as process:
        eventually(lambda: answers(address))
        assert httpx.get(f"{address}/readyz").status_code == 200
        process.send_signal(signal.SIGTERM)
        eventually(lambda: httpx.get(f"{address}/readyz").status_code == 503)
        stopping = httpx.get(f"{address}/readyz")
        assert (stopping.json()["code"], stopping.headers["retry-after"]) == ("stopping", "2")
        assert httpx.get(f"{address}/v1/games").status_code == 200
        process.send_signal(signal.SIGINT)  # the second signal ends the draining
        assert process.wait(PATIENCE) == 0
        assert not answers(address)
