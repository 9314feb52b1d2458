"""Probes and metrics of workers and sweepers, which have no API."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.operations.embedded import EmbeddedRedis
from service.operations.role_server import Liveness, role_server
from service.settings import Settings
from tests.support.processes import PATIENCE, emberlog, eventually, free_port, running

TOKEN = "a-token-for-metrics"


@contextmanager
def probed(liveness: Liveness, **settings: Any) -> Iterator[str]:
    port = free_port()
    with role_server(Settings(health_port=port, **settings), liveness):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def role(name: str, output: Path, redis_url: str, **settings: str) -> Iterator[tuple[int, str]]:
    """A role as a process: its pid, and where it answers probes."""
    port = free_port()
    options = {"redis_url": redis_url, "health_port": str(port), "metrics_token": TOKEN, **settings}
    with running(name, output=output, **options) as process:
        url = f"http://127.0.0.1:{port}"
        eventually(lambda: process.poll() is not None or status(url, "/readyz") == 200)
        assert process.poll() is None, output.read_text()
        yield process.pid, url


def status(url: str, path: str) -> int:
    try:
        return httpx.get(url + path, timeout=PATIENCE).status_code
    except httpx.TransportError:
        return 0


def test_main_loop_that_makes_no_progress_is_not_alive() -> None:
    liveness = Liveness()
    with probed(liveness) as url:
        liveness.beat(3600)
        assert status(url, "/healthz") == 200
        liveness.beat(-1)
        assert status(url, "/healthz") == 503
        assert httpx.get(f"{url}/healthz").json() == {"status": "hung"}


def test_role_is_ready_only_while_it_reaches_redis() -> None:
    liveness = Liveness()
    with probed(liveness) as url:
        liveness.beat(3600, connected=False)
        assert (status(url, "/healthz"), status(url, "/readyz")) == (200, 503)
        liveness.beat(3600, connected=True)
        assert status(url, "/readyz") == 200


def test_metrics_of_a_role_need_the_metrics_token() -> None:
    with probed(Liveness(), metrics_token=TOKEN, commit="abc") as url:
        assert status(url, "/metrics") == 401
        text = httpx.get(f"{url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert 'emberlog_build_info{commit="abc"' in text
    assert "process_cpu_seconds_total" in text


def test_other_paths_are_not_found() -> None:
    with probed(Liveness()) as url:
        assert status(url, "/v1/games") == 404


def test_without_a_port_nothing_listens() -> None:
    before = threading.active_count()
    with role_server(Settings(), Liveness()):
        assert threading.active_count() == before


@pytest.mark.parametrize("name", ["worker", "sweeper"])
def test_running_role_answers_probes_and_the_probe_command(name: str, redis_url: str, tmp_path: Path) -> None:
    with role(name, tmp_path / "log", redis_url) as (_, url):
        assert status(url, "/healthz") == 200
        text = httpx.get(f"{url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
        assert 'emberlog_appends_total{result="appended"} 0.0' in text
        port = url.rpartition(":")[2]
        for arguments in ((name,), ()):
            done = emberlog("probe", *arguments, health_port=port, port=str(free_port()))
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", ["worker", "sweeper"])
def test_role_stays_alive_but_unready_while_redis_is_gone(
    name: str, own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    with role(name, tmp_path / "log", own_redis.url) as (_, url):
        own_redis.kill()
        eventually(lambda: status(url, "/readyz") == 503)
        assert status(url, "/healthz") == 200
        own_redis.restart()
        eventually(lambda: status(url, "/readyz") == 200)


def test_probe_fails_if_nothing_answers(tmp_path: Path) -> None:
    done = emberlog("probe", "api", port=str(free_port()))
    assert done.returncode == 1
    assert "does not answer" in done.stderr


def test_probe_fails_if_the_role_is_stopped(redis_url: str, tmp_path: Path) -> None:
    with role("worker", tmp_path / "log", redis_url) as (pid, url):
        os.kill(pid, signal.SIGSTOP)
        try:
            done = emberlog("probe", "worker", health_port=url.rpartition(":")[2])
        finally:
            os.kill(pid, signal.SIGCONT)
        assert done.returncode == 1


def test_probe_of_a_worker_needs_the_port() -> None:
    done = emberlog("probe", "worker")
    assert (done.returncode, "EMBERLOG_HEALTH_PORT" in done.stderr) == (1, True)


def test_port_that_is_taken_is_reported(redis_url: str) -> None:
    with probed(Liveness()) as url:
        done = emberlog("sweeper", redis_url=redis_url, health_port=url.rpartition(":")[2])
    assert done.returncode == 2
    assert "EMBERLOG_HEALTH_PORT" in done.stderr


def test_worker_processes_share_the_port_of_their_parent(redis_url: str, tmp_path: Path) -> None:
    port = free_port()
    settings = {"redis_url": redis_url, "health_port": str(port)}
    with running("worker", "--processes", "2", output=tmp_path / "log", **settings):
        eventually(lambda: status(f"http://127.0.0.1:{port}", "/readyz") == 200)
        eventually(lambda: (tmp_path / "log").read_text().count("worker started") == 2)


def test_version_names_the_commit_if_it_is_known() -> None:
    assert emberlog("--version").stdout.startswith("emberlog 0.")
    assert "commit 1a2b3c" in emberlog("--version", commit="1a2b3c").stdout
