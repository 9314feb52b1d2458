"""The `emberlog` command: its table, `config`, and `serve` as a process with everything it starts."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.cli import COMMANDS, main
from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from tests.support.processes import PATIENCE, emberlog, eventually, free_port, running


class Served:
    """A running `emberlog serve` and a client of its Redis."""

    def __init__(self, process: subprocess.Popen[bytes], directory: Path) -> None:
        self.process = process
        self.directory = directory
        self.redis = redis.Redis(unix_socket_path=str(directory / "redis.sock"), retry=Retry(NoBackoff(), 0))

    def redis_answers(self) -> bool:
        try:
            return bool(self.redis.ping())
        except redis.ConnectionError:
            return False


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    output = tmp_path / "output"
    with running("serve", output=output, data=str(tmp_path), port=str(free_port())) as process:
        served = Served(process, tmp_path)
        eventually(lambda: "Emberlog is ready" in output.read_text())
        yield served
        served.redis.close()


Inside = Callable[..., tuple[int, str]]


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Inside:
    """A command in this process, which is quicker: its exit code, and what it says on standard error."""

    def run(*arguments: str, **settings: str) -> tuple[int, str]:
        for name, value in settings.items():
            monkeypatch.setenv(f"EMBERLOG_{name.upper()}", value)
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        return code, capsys.readouterr().err

    return run


def test_every_command_has_a_help_text() -> None:
    said = " ".join(emberlog("--help").stdout.split())
    assert all(name in said and (row.run.__doc__ or "") in said for name, row in COMMANDS.items())


def test_config_lists_every_setting_with_value_and_meaning() -> None:
    answer = emberlog("config", port="9000")
    assert answer.returncode == 0
    assert all(f"EMBERLOG_{name.upper()} = " in answer.stdout for name in Settings.__struct_fields__)
    assert "EMBERLOG_PORT = 9000\n    Port on which the API listens." in answer.stdout
    assert "EMBERLOG_HOST = 127.0.0.1 (default)" in answer.stdout
    assert "an acknowledged entry is on disk" in answer.stdout


def test_config_shows_the_durability_of_the_given_redis(redis_url: str, own_redis: EmbeddedRedis) -> None:
    assert "has no append-only file" in emberlog("config", redis_url=redis_url).stdout
    durable = emberlog("config", redis_url=own_redis.url, wait_replicas="2").stdout
    assert "is on disk" in durable
    assert "2 replicas must confirm it, and none is connected" in durable


def test_config_masks_passwords_even_if_redis_is_unreachable() -> None:
    answer = emberlog("config", redis_url="redis://user:secret@127.0.0.1:1/0")
    assert "cannot be reached" in answer.stdout
    assert "secret" not in answer.stdout + answer.stderr


def test_unreadable_setting_prevents_the_start() -> None:
    answer = emberlog("serve", port="http")
    assert answer.returncode == 2
    assert answer.stderr == (
        "emberlog: EMBERLOG_PORT='http' cannot be read: expected a port number from 1 to 65535\n"
    )


@pytest.mark.parametrize("role", ["api", "worker", "sweeper"])
def test_separate_role_needs_a_redis_url(role: str) -> None:
    answer = emberlog(role)
    assert answer.returncode == 2
    assert "EMBERLOG_REDIS_URL is not set" in answer.stderr


@pytest.mark.parametrize("role", ["serve", "api"])
def test_serving_role_reports_that_its_port_is_taken(tmp_path: Path, role: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        answer = emberlog(role, data=str(tmp_path), redis_url="redis://127.0.0.1:1", port=port)
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"emberlog: the API cannot listen on 127.0.0.1:{port} (")


@pytest.mark.parametrize("role", ["serve", "api", "worker", "sweeper"])
@pytest.mark.parametrize(
    "settings, said",
    [
        ({"archive_dir": "s3://key:secret@place"}, "emberlog: EMBERLOG_ARCHIVE_DIR=s3://… cannot be used"),
        ({"redis_url": "redis+cluster://127.0.0.1:1"}, "emberlog: EMBERLOG_QUEUE_URL is not set"),
    ],
    ids=["archive", "queue"],
)
def test_unusable_settings_prevent_the_start_of_a_role(
    inside: Inside, role: str, settings: dict[str, str], said: str
) -> None:
    code, told = inside(role, **{"redis_url": "redis://127.0.0.1:1", **settings})
    assert code == 2
    assert told.startswith(said)
    assert "secret" not in told


def test_serve_reports_that_it_cannot_store_data(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = emberlog("serve", data=str(tmp_path / "file"), port=str(free_port()))
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"emberlog: cannot store data in {tmp_path}/file (")


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("worker", "--processes", "0"), "'0' is not a whole number, 1 or more"),
        (("simulate", "--games", "x"), "'x' is not a whole number, 1 or more"),
        (("simulate", "--games", "1", "--bots", "nobody"), "emberlog: There is no bot of that level"),
        (
            ("simulate", "--games", "1", "--players", "9"),
            "emberlog: Bonfire is for 1, 2, 3 or 4 players, not for 9",
        ),
        (("simulate", "--games", "1", "--jobs", "1", "--out", "/proc/nowhere"), "the logs cannot be written"),
    ],
)
def test_invalid_argument_is_reported_in_a_sentence(
    inside: Inside, arguments: tuple[str, ...], said: str
) -> None:
    code, told = inside(*arguments, redis_url="redis://127.0.0.1:1")
    assert code == 2
    assert said in told


def test_serve_prints_what_it_starts_and_then_the_url(tmp_path: Path) -> None:
    port = str(free_port())
    output = tmp_path / "output"
    with running("serve", output=output, data=str(tmp_path), port=port):
        eventually(lambda: "README.md" in output.read_text())
        told = output.read_text()
        assert told.startswith(f"Starting Redis (data in {tmp_path}), the API, the sweeper and 1 worker …\n")
        pages = re.findall(rf"^  \w.* (http://127\.0\.0\.1:{port}/\S*)$", told, re.MULTILINE)
        browser = {"Accept": "text/html"}
        shown = [httpx.get(page, headers=browser, timeout=PATIENCE).status_code for page in pages]
        assert shown == [200, 200, 200]
        (command,) = re.findall(r"^  (curl .*)$", told, re.MULTILINE)
        answer = subprocess.run(shlex.split(command), capture_output=True, check=True)
        assert json.loads(answer.stdout)["token"].startswith("emb_")


def test_a_second_serve_on_the_same_data_is_refused(served: Served) -> None:
    answer = emberlog("serve", data=str(served.directory), port=str(free_port()))
    assert answer.returncode == 2
    assert f"in use by another emberlog (process {served.process.pid})" in answer.stderr
    assert served.redis_answers()


def test_redis_that_dies_is_restarted_on_the_same_data(served: Served) -> None:
    served.redis.set("entry", "kept")
    pid = served.redis.info("server")["process_id"]
    os.kill(pid, signal.SIGKILL)
    eventually(served.redis_answers)
    assert served.redis.info("server")["process_id"] != pid
    told = f"redis ended with code -9 ({served.directory}/redis.log says why); restarting it\n"
    assert told in (served.directory / "output").read_text()
    assert served.redis.get("entry") == b"kept"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_stops_everything_on_a_signal(served: Served, number: int) -> None:
    served.process.send_signal(number)
    assert served.process.wait(PATIENCE) == 0
    assert not served.redis_answers()


@pytest.mark.parametrize("role", ["api", "sweeper", "worker"])
def test_separate_role_shuts_down_cleanly(redis_url: str, tmp_path: Path, role: str) -> None:
    output = tmp_path / "output"
    with running(
        role, output=output, redis_url=redis_url, port=str(free_port()), drain_seconds="0"
    ) as process:
        words = ("Uvicorn running", "worker started", "sweeper started")
        eventually(lambda: any(word in output.read_text() for word in words))
        process.terminate()
        assert process.wait(PATIENCE) == 0, output.read_text()


def test_all_processes_end_when_serve_is_killed(served: Served) -> None:
    served.process.kill()
    eventually(lambda: not served.redis_answers())
