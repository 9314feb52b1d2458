"""The embedded Redis: which server runs, what it promises, who may have the data, and how it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from service.operations import embedded
from service.operations.embedded import EmbeddedError, EmbeddedRedis, find_binary, server_version

OWNER = """
import pathlib, signal, sys
from service.operations.embedded import EmbeddedRedis
server = EmbeddedRedis(pathlib.Path(sys.argv[1])).start()
print("ready", flush=True)
signal.pause()
"""


def fake_server(directory: Path, name: str, says: str) -> Path:
    directory.mkdir(exist_ok=True)
    script = directory / name
    script.write_text(f"#!/bin/sh\necho '{says}'\n")
    script.chmod(0o755)
    return script


def test_bundled_server_is_preferred_to_those_in_path(tmp_path: Path) -> None:
    fake_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc")
    present = server_version(find_binary(path=str(tmp_path)))
    assert present is not None
    assert (present.name, present.version >= (9, 1, 0)) == ("valkey", True)


@pytest.mark.parametrize("name,says", [("redis-server", "Redis"), ("valkey-server", "Valkey")])
def test_server_in_path_is_used_without_a_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    monkeypatch.setattr(embedded, "_bundled", lambda: None)
    ours = fake_server(tmp_path, name, f"{says} server v=7.2.4 sha=00000000:0 malloc=jemalloc")
    assert find_binary(path=str(tmp_path)) == ours


def test_missing_or_outdated_server_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_bundled", lambda: None)
    fake_server(tmp_path, "redis-server", "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc")
    fake_server(tmp_path, "valkey-server", "something else")
    with pytest.raises(EmbeddedError, match="there is no Redis for this machine"):
        find_binary(path=str(tmp_path))


def test_setting_selects_the_server(tmp_path: Path) -> None:
    ours = fake_server(tmp_path, "my-redis", "Redis server v=6.2.14 sha=00000000:0 malloc=jemalloc")
    assert find_binary(str(ours)) == find_binary("my-redis", path=str(tmp_path)) == ours
    for wrong in ("/nowhere/redis-server", str(fake_server(tmp_path, "other", "hello"))):
        with pytest.raises(EmbeddedError, match="EMBERLOG_REDIS_SERVER"):
            find_binary(wrong)


@pytest.mark.parametrize(
    "present,written,readable",
    [
        ("valkey 9.1.0", "valkey 9.1.2", True),
        ("valkey 9.2.0", "valkey 9.1.0", True),
        ("valkey 9.0.0", "valkey 9.1.0", False),
        ("valkey 9.1.0", "redis 7.0.15", True),
        ("valkey 9.1.0", "redis 7.4.0", False),
        ("redis 8.0.0", "valkey 9.1.0", False),
    ],
)
def test_server_reads_data_only_of_compatible_versions(present: str, written: str, readable: bool) -> None:
    of = (embedded._version(*name.split(" ")) for name in (present, written))
    assert next(of).reads(next(of)) is readable


@pytest.mark.parametrize("recorded", [True, False])
def test_data_of_an_incompatible_server_is_refused_and_left_unchanged(tmp_path: Path, recorded: bool) -> None:
    data = tmp_path / "data"
    with EmbeddedRedis(data) as server, redis.Redis.from_url(server.url) as client:
        client.set("entry", "kept")
    if not recorded:  # as of a version that kept no record
        (data / embedded.RECORD).unlink()
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    older = fake_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc")
    with pytest.raises(
        EmbeddedError, match=r"written by Valkey .*, which Redis 7\.0\.15 .* cannot read"
    ) as refused:
        EmbeddedRedis(data, binary=older).start()
    assert "\n" not in str(refused.value)
    assert before == {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    with EmbeddedRedis(data) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("entry") == b"kept"


def test_damaged_file_is_reported_without_advice_to_truncate_it(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        client.set("entry", "kept")
    (file,) = tmp_path.glob("appendonlydir/*.incr.aof")
    file.write_bytes(b"damaged" + file.read_bytes())
    with pytest.raises(EmbeddedError, match="did not start") as refused:
        EmbeddedRedis(tmp_path).start()
    assert "check-aof" not in str(refused.value)


def test_embedded_redis_syncs_every_write_and_evicts_nothing(own_redis: EmbeddedRedis) -> None:
    with redis.Redis.from_url(own_redis.url) as client:
        said = client.config_get("appendonly", "appendfsync", "maxmemory", "maxmemory-policy", "port")
    assert said == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory": "0",
        "maxmemory-policy": "noeviction",
        "port": "0",
    }


def test_acknowledged_writes_survive_a_kill(own_redis: EmbeddedRedis) -> None:
    url = own_redis.url
    with redis.Redis.from_url(url) as client:
        client.set("entry", "kept")
    own_redis.kill()
    assert own_redis.poll() is not None
    own_redis.restart()
    assert own_redis.url == url
    with redis.Redis.from_url(url) as client:
        assert client.get("entry") == b"kept"


def test_later_server_on_the_same_directory_has_the_data(tmp_path: Path) -> None:
    for count in (1, 2, 3):
        with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
            assert client.incr("starts") == count


def test_second_server_on_the_same_directory_is_refused(own_redis: EmbeddedRedis) -> None:
    second = EmbeddedRedis(own_redis.directory)
    with pytest.raises(EmbeddedError, match=rf"in use by another emberlog \(process {os.getpid()}\)"):
        second.start()
    with redis.Redis.from_url(own_redis.url) as client:
        assert client.ping()


def test_directory_with_a_long_name_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    directory = tmp_path / ("long" * 30) / "with space"
    server = EmbeddedRedis(directory)
    with server, redis.Redis.from_url(server.url) as client:
        assert client.ping()
        socket = Path(str(client.connection_pool.connection_kwargs["path"]))
        assert directory not in socket.parents
    assert not socket.parent.exists()


def test_server_that_cannot_start_is_reported_with_its_last_output(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path, options={"appendfsync": "always"})
    with server, redis.Redis.from_url(server.url) as client:
        client.set("entry", "kept")
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(EmbeddedError, match=r"(?s)did not start on .*manifest"):
        server.start()
    with pytest.raises(EmbeddedError, match="did not start"):
        EmbeddedRedis(tmp_path).start()


def test_server_killed_during_its_start_is_restarted(tmp_path: Path) -> None:
    binary = tmp_path / "redis-server"
    binary.write_text(
        '#!/bin/sh\n[ "$1" = --version ] || [ -e "$0.1" ] || { touch "$0.1"; kill -9 $$; }\n'
        f'exec {find_binary()} "$@"\n'
    )
    binary.chmod(0o755)
    server = EmbeddedRedis(tmp_path / "data", binary=binary)
    with server, redis.Redis.from_url(server.url) as client:
        assert client.ping()
    assert (tmp_path / "redis-server.1").exists()


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nowhere"])
def test_unusable_directory_is_reported_with_a_remedy(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match=r"cannot store data in .*; set EMBERLOG_DATA"):
        EmbeddedRedis(tmp_path / place).start()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_embedded_redis_ends_with_its_owner_and_the_next_owner_gets_the_data(
    tmp_path: Path, end: int
) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(tmp_path)], stdout=subprocess.PIPE)
    assert owner.stdout
    assert owner.stdout.readline()
    client = redis.Redis(unix_socket_path=str(tmp_path / "redis.sock"))
    client.set("entry", "kept")
    client.close()
    owner.send_signal(end)
    owner.communicate()
    # The next one gets the directory only after the server of the dead one has let go of it.
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("entry") == b"kept"
