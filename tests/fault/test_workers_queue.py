"""A worker whose queue is away, full or silent: it can be stopped, and is at work when the queue is back."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from service.jobs.queues import Job, Queues
from service.operations.embedded import EmbeddedRedis
from tests.support.processes import PATIENCE, environment, eventually

MISSING = Job("scoring", "g_01k00000000000000000000000", 1)


@contextmanager
def a_worker(redis_url: str, queue: EmbeddedRedis, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that is waiting for jobs."""
    settings = environment(redis_url=redis_url, queue_url=queue.url)
    with log.open("wb") as file:
        command = [sys.executable, "-m", "workers.run"]
        process = subprocess.Popen(command, env=settings, stderr=file)
    try:
        with Redis.from_url(queue.url) as redis:
            eventually(lambda: redis.smembers("rq:workers"))
        yield process
    finally:
        process.kill()
        process.wait()


def test_worker_stops_cleanly_while_the_queue_is_unreachable(
    redis_url: str, own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    with a_worker(redis_url, own_redis, tmp_path / "log") as worker:
        own_redis.kill()
        eventually(lambda: b'"away"' in (tmp_path / "log").read_bytes())
        worker.terminate()
        assert worker.wait(PATIENCE) == 0
    assert b"worker stopped" in (tmp_path / "log").read_bytes()


def test_worker_stops_cleanly_while_the_queue_is_full(
    redis_url: str, own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    with a_worker(redis_url, own_redis, tmp_path / "log") as worker:
        with Redis.from_url(own_redis.url) as redis:
            redis.config_set("maxmemory", "1")
        worker.terminate()
        assert worker.wait(PATIENCE) == 0


def test_worker_stops_cleanly_before_it_has_found_its_queue(redis_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = environment(redis_url=redis_url, queue_url="redis://127.0.0.1:1")
    with log.open("wb") as file:
        worker = subprocess.Popen([sys.executable, "-m", "workers.run"], env=settings, stderr=file)
    eventually(lambda: b'"away"' in log.read_bytes())
    worker.terminate()
    assert worker.wait(PATIENCE) == 0


@pytest.mark.long
def test_worker_resumes_when_the_queue_is_back(
    redis_url: str, own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with a_worker(redis_url, own_redis, log) as worker:
        own_redis.kill()
        eventually(lambda: b'"away"' in log.read_bytes())
        own_redis.restart()
        queues = Queues(own_redis.url)
        queues.put([MISSING])
        eventually(lambda: MISSING.id.encode() in log.read_bytes())
        queues.close()
        assert log.read_bytes().count(b'"away"') == 1
        assert worker.poll() is None


@pytest.mark.long
def test_unresponsive_queue_is_detected_and_does_not_prevent_stopping(
    redis_url: str, own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with a_worker(redis_url, own_redis, log) as worker:
        os.kill(own_redis.pid, signal.SIGSTOP)
        try:
            eventually(lambda: b'"away"' in log.read_bytes())
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(PATIENCE) == 0
        finally:
            os.kill(own_redis.pid, signal.SIGCONT)
