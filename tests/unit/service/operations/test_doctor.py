"""`emberlog doctor` against servers and machines that are well, and against sick ones."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from service.jobs.queues import Queues
from service.operations.doctor import examine
from service.operations.doctor.findings import DoctorReport, Level, text
from service.operations.embedded import EmbeddedRedis
from service.operations.role_server import Liveness
from service.settings import Settings
from tests.support.processes import emberlog, free_port
from tests.support.redis import private_redis
from tests.support.tables import house

WELL: dict[str, Any] = {"metrics_token": "a-token-for-metrics"}


def levels(report: DoctorReport, check: str) -> list[Level]:
    return [finding.level for finding in report.findings if finding.check == check]


def wrong(report: DoctorReport) -> list[str]:
    """What failed, each with its advice."""
    found = [finding for finding in report.findings if finding.level is Level.FAIL]
    assert all(finding.advice for finding in found)
    assert report.ok == (not found)
    return [f"{finding.check}: {finding.found}" for finding in found]


def settle(url: str, *command: str) -> None:
    with redis.Redis.from_url(url) as raw:
        raw.execute_command(*command)


def examined(url: str, **settings: Any) -> DoctorReport:
    return examine(Settings(redis_url=url, **WELL, **settings))


def test_healthy_system_has_nothing_to_look_at(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    queues = Queues(own_redis.url)
    for role in ("worker", "sweeper"):
        Liveness(role, queues).announce()
    report = examined(own_redis.url, archive_dir=str(tmp_path / "archive"))
    queues.close()
    assert [finding for finding in report.findings if finding.level is not Level.OK] == []
    assert {"redis", "eviction", "aof", "replicas", "work", "workers", "archive"} <= {
        finding.check for finding in report.findings
    }


def test_unreachable_redis_is_wrong(tmp_path: Path) -> None:
    (line,) = wrong(examined(f"redis://127.0.0.1:{free_port()}"))
    assert "cannot be reached" in line


def test_redis_without_an_append_only_file_is_wrong(redis_url: str) -> None:
    (line,) = wrong(examined(redis_url))
    assert "no append-only file" in line


def test_redis_that_evicts_any_key_is_wrong(own_redis: EmbeddedRedis) -> None:
    settle(own_redis.url, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    (line,) = wrong(examined(own_redis.url))
    assert line.startswith("eviction: allkeys-lru")


def test_eviction_of_expiring_keys_is_only_a_warning(own_redis: EmbeddedRedis) -> None:
    settle(own_redis.url, "CONFIG", "SET", "maxmemory-policy", "volatile-lru")
    report = examined(own_redis.url)
    assert (wrong(report), levels(report, "eviction")) == ([], [Level.WARN])


def test_lazy_fsync_is_a_warning_unless_replicas_confirm(own_redis: EmbeddedRedis) -> None:
    settle(own_redis.url, "CONFIG", "SET", "appendfsync", "everysec")
    assert levels(examined(own_redis.url), "aof") == [Level.WARN]
    report = examined(own_redis.url, wait_replicas=1)
    assert levels(report, "aof") == [Level.OK]
    assert [line for line in wrong(report) if line.startswith("replicas: 0 connected")]


def test_almost_full_redis_is_wrong(own_redis: EmbeddedRedis) -> None:
    settle(own_redis.url, "CONFIG", "SET", "maxmemory", "1mb")
    assert [line for line in wrong(examined(own_redis.url)) if "MB in use" in line]


def test_user_without_permission_to_write_is_wrong(own_redis: EmbeddedRedis) -> None:
    settle(own_redis.url, "ACL", "SETUSER", "default", "-eval", "-evalsha", "-config")
    report = examined(own_redis.url)
    assert [line for line in wrong(report) if "takes no writes" in line]
    assert levels(report, "eviction") == [Level.WARN]


@contextmanager
def altered(path: str, said: bytes, instead: bytes) -> Iterator[str]:
    """A server that speaks for the Redis behind a socket, but says one thing differently."""

    def pump(source: socket.socket, sink: socket.socket) -> None:
        with source, sink:
            while chunk := source.recv(65_536):
                sink.sendall(chunk.replace(said, instead))

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(path)
            for pair in ((client.dup(), server.dup()), (server, client)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


def test_server_that_is_too_old_is_wrong(own_redis: EmbeddedRedis) -> None:
    with redis.Redis.from_url(own_redis.url) as raw:
        version = raw.info("server")["redis_version"]
    old = "5.0.14"[: len(version)].ljust(len(version), "1")
    said, instead = f"redis_version:{version}".encode(), f"redis_version:{old}".encode()
    with altered(own_redis.url.removeprefix("unix://"), said, instead) as url:
        (line,) = wrong(examined(url))
    assert line.startswith("redis: this is")


def test_clock_that_differs_is_wrong(own_redis: EmbeddedRedis) -> None:
    with redis.Redis.from_url(own_redis.url) as raw:
        seconds = raw.time()[0]
    said, instead = str(seconds)[:8].encode(), str(seconds - 3600)[:8].encode()
    with altered(own_redis.url.removeprefix("unix://"), b"$10\r\n" + said, b"$10\r\n" + instead) as url:
        assert [line for line in wrong(examined(url)) if "clock differs" in line]


def test_archive_that_cannot_be_written_is_wrong(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (line,) = wrong(examined(own_redis.url, archive_dir=str(tmp_path / "file" / "archive")))
    assert line.startswith("archive: it cannot be used")


def test_queue_that_is_unreachable_is_wrong(own_redis: EmbeddedRedis) -> None:
    (line,) = wrong(examined(own_redis.url, queue_url=f"redis://127.0.0.1:{free_port()}"))
    assert line.startswith("queue: ")


def test_queue_on_another_redis_may_forget(own_redis: EmbeddedRedis, redis_url: str) -> None:
    report = examined(own_redis.url, queue_url=redis_url)
    assert wrong(report) == []
    assert "queue" in {finding.check for finding in report.findings}


async def test_parked_work_and_missing_roles_are_warnings(own_redis: EmbeddedRedis) -> None:
    async with house(own_redis.url) as home:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        version = (await home.newest(game)).table.version
        for _ in range(6):
            await home.retries.failed("scoring", game, version, ValueError())
    done = emberlog("doctor", redis_url=own_redis.url)
    assert done.returncode == 0
    assert "1 parked" in done.stdout
    assert "start `emberlog worker`" in done.stdout
    assert "start `emberlog sweeper`" in done.stdout


def test_command_prints_lines_or_json_and_fails_if_something_is_wrong(tmp_path: Path) -> None:
    lines = emberlog("doctor", redis_url="redis://127.0.0.1:1")
    assert lines.returncode == 1
    assert "\nfail  redis " in lines.stdout
    report = emberlog("doctor", "--json", redis_url="redis://127.0.0.1:1")
    assert report.returncode == 1
    assert json.loads(report.stdout)["ok"] is False


def test_unreadable_settings_are_findings() -> None:
    done = emberlog("doctor", "--json", redis_url="nowhere", prot="1")
    assert done.returncode == 1
    found = json.loads(done.stdout)["findings"]
    assert [finding["level"] for finding in found] == ["fail", "fail"]
    assert all("EMBERLOG_" in finding["found"] for finding in found)


def test_embedded_redis_is_checked_where_serve_left_it(tmp_path: Path) -> None:
    report = examine(Settings(data=str(tmp_path)))
    assert levels(report, "data") == [Level.OK]
    with private_redis(tmp_path):
        assert levels(examine(Settings(data=str(tmp_path))), "aof") == [Level.OK]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_unwritable_data_directory_is_wrong(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert [line for line in wrong(examine(Settings(data=str(tmp_path / "x")))) if line.startswith("data:")]


def test_data_directory_below_a_file_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (line,) = wrong(examine(Settings(data=str(tmp_path / "file" / "x"))))
    assert line.startswith("data:")


def test_report_counts_its_findings(redis_url: str) -> None:
    report = examined(redis_url)
    assert text(report).splitlines()[-1].endswith("1 wrong")
