"""Where archived games are put: every storage keeps the same promises, a directory and a bucket alike."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from zstandard import ZstdError

from domain.kernel.errors import CorruptLog
from service import runtime
from service.engine import archive_storage as module
from service.engine.archive import LogArchiver
from service.engine.archive_storage import ArchiveStorage, DirectoryStorage, GuardedStorage, archive_storage
from service.errors import OperatorError
from service.operations.operator_logs import rebuild_all
from service.settings import Settings, SettingsError
from service.store import ArchiveUnavailable, keys
from tests.support.games import a_game
from tests.support.jobs import job_runner, run_job
from tests.support.object_store import ObjectStore
from tests.support.processes import emberlog, free_port
from tests.support.service import FREELY, code, metrics, service
from tests.support.tables import House
from workers.sweeper import Sweeper

NAME = "202611/g_1.ndjson.zst"


@pytest.fixture(scope="module")
def server() -> Iterator[ObjectStore]:
    with ObjectStore() as server:
        yield server


@pytest.fixture
def bucket(server: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> ObjectStore:
    """The server, which this process can use."""
    use(server, monkeypatch)
    return server


def use(server: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(params=["directory", "bucket"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> ArchiveStorage:
    if request.param == "directory":
        return archive_storage(str(tmp_path))
    server: ObjectStore = request.getfixturevalue("bucket")
    return archive_storage(server.address)


@pytest.mark.parametrize("content", [b"", b"some bytes", bytes(range(256)) * 40_000])
def test_file_is_returned_as_written_and_can_be_replaced(storage: ArchiveStorage, content: bytes) -> None:
    storage.write(NAME, b"before")
    storage.write(NAME, content)
    assert storage.read(NAME) == content


def test_missing_file_is_a_file_not_found_error(storage: ArchiveStorage) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        storage.read("202611/nothing")
    assert caught.value.strerror


def test_archive_location_is_a_path_a_file_url_or_known_to_a_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in (str(tmp_path / "a b"), (tmp_path / "a b").as_uri()):
        archive_storage(address).write("x/y", address.encode())
        assert (tmp_path / "a b" / "x" / "y").read_text() == address
        assert archive_storage(address).read("x/y") == address.encode()
        assert [path.name for path in (tmp_path / "a b" / "x").iterdir()] == ["y"]
    with pytest.raises(SettingsError, match="nothing here knows tape://"):
        archive_storage("tape://reel")
    plugin = EntryPoint("tape", f"{__name__}:Directory", module.PLUGINS)
    monkeypatch.setattr(EntryPoint, "load", lambda _: DirectoryStorage.of)
    monkeypatch.setattr(module, "entry_points", lambda **asked: [plugin] if asked["name"] == "tape" else [])
    assert isinstance(archive_storage("tape://reel"), DirectoryStorage)


@pytest.mark.parametrize("address", ["s3://", "az://container"])
def test_bucket_that_cannot_be_addressed_prevents_the_start(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AZURE_STORAGE_ACCOUNT_NAME", raising=False)
    with pytest.raises(SettingsError, match="EMBERLOG_ARCHIVE_DIR"):
        archive_storage(address)


def test_folder_of_a_bucket_is_part_of_every_name(bucket: ObjectStore) -> None:
    archive_storage(bucket.address).write("x/y", b"1")
    assert bucket.read("x/y") == b"1"


class Broken:
    """A storage that hangs or fails, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.error: OSError | None = OSError(5, "no answer")

    def write(self, name: str, content: bytes) -> None:
        assert content == b""
        self.read(name)

    def read(self, name: str) -> bytes:
        self.asked += 1
        if self.error is not None:
            raise self.error
        return name.encode()


def test_storage_that_failed_is_not_asked_again_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(runtime, "monotonic", lambda: now)
    broken = Broken()
    guarded = GuardedStorage(broken)
    for _ in range(3):
        with pytest.raises(ArchiveUnavailable):
            guarded.read("a")
        with pytest.raises(ArchiveUnavailable):
            guarded.write("a", b"")
    assert broken.asked == 1
    now += module.REST_SECONDS
    broken.error = None
    assert guarded.read("a") == b"a"
    broken.error = FileNotFoundError(2, "no such file")
    for _ in range(2):
        with pytest.raises(ArchiveUnavailable, match="no such file"):
            guarded.read("a")
    assert broken.asked == 4


async def over(home: House) -> str:
    game = await home.started("p_1", "p_2")
    await home.play(game, 3)
    await home.resign(game, 0, 1)
    return game


async def test_game_in_a_bucket_is_read_rebuilt_and_restored(redis_url: str, bucket: ObjectStore) -> None:
    settings: dict[str, Any] = {**FREELY, "archive_dir": bucket.address}
    async with (
        service(redis_url, **settings) as client,
        job_runner(redis_url, archive_dir=bucket.address) as worker,
    ):
        table = await a_game(client)
        await table.play_on(6)
        for headers in table.headers:
            await client.post(f"{table.path}/resign", headers=headers)
        await run_job(worker, "scoring", table.id)
        paths = [f"{table.path}{rest}" for rest in ("", "/log", "/audit", "/events?first=100", "?at=3")]
        before = [(await client.get(path, headers=table.headers[0])).content for path in paths]
        archiver = LogArchiver(worker.store, worker.game_cache, worker.archive)
        assert await archiver.archive_log(table.id)
        assert not await worker.store.connection.call("EXISTS", keys.log(table.id))
        async with service(redis_url, **settings) as cold:
            after = [(await cold.get(path, headers=table.headers[0])).content for path in paths]
        assert after == before
        done = await asyncio.to_thread(rebuild_all, Settings(redis_url=redis_url, archive_dir=bucket.address))
        assert (done.games, done.unreadable) == (1, [])
        assert await archiver.restore_log(table.id)
        assert [(await client.get(path, headers=table.headers[0])).content for path in paths] == before


async def test_game_stays_in_redis_if_the_bucket_holds_other_bytes(
    home: House, redis_url: str, bucket: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await over(home)
    write = module.ObjectStorage.write

    def cut(self: module.ObjectStorage, name: str, content: bytes) -> None:
        write(self, name, content)
        bucket.write(name, content[:-10])

    async with job_runner(redis_url, archive_dir=bucket.address) as worker:
        await run_job(worker, "scoring", game)
        monkeypatch.setattr(module.ObjectStorage, "write", cut)
        with pytest.raises((OperatorError, ZstdError, CorruptLog)):
            await run_job(worker, "archive", game)
        assert await worker.store.connection.call("EXISTS", keys.log(game))
        monkeypatch.undo()
    use(bucket, monkeypatch)
    async with job_runner(redis_url, archive_dir=bucket.address) as worker:
        assert await run_job(worker, "archive", game) == "done"


async def test_bucket_that_is_away_delays_the_archive_visibly_and_it_resumes_by_itself(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TIMEOUT", timedelta(milliseconds=200))
    monkeypatch.setattr(module, "REST_SECONDS", 0.0)
    server = ObjectStore(free_port())
    use(server, monkeypatch)
    chosen: dict[str, Any] = {"archive_dir": server.address, "archive_after_days": 0}
    async with service(redis_url, **FREELY, **chosen) as client, job_runner(redis_url, **chosen) as worker:
        game = await over(home)
        await run_job(worker, "scoring", game)
        sweeper = Sweeper(Settings(redis_url=redis_url, sweep_seconds=0.01, **chosen))
        for _ in range(7):
            with pytest.raises(ArchiveUnavailable):
                await run_job(worker, "archive", game)
            await sweeper.sweep()
        text = await metrics(client)
        assert "emberlog_archive_due 1.0" in text
        assert "emberlog_archive_lag_seconds 0.0" not in text
        assert "emberlog_outbox_parked 0.0" in text
        assert (await client.get(f"/v1/games/{game}")).status_code == 200
        with server:
            assert await run_job(worker, "archive", game) == "done"
            text = await metrics(client)
            assert "emberlog_archive_due 0.0" in text
            assert "emberlog_archive_lag_seconds 0.0" in text
        async with service(redis_url, **FREELY, **chosen) as cold:
            assert code(await cold.get(f"/v1/games/{game}"), 503) == "unavailable"
        await sweeper.close()


@pytest.mark.long
def test_doctor_and_operator_say_what_is_wrong_with_a_bucket(redis_url: str, bucket: ObjectStore) -> None:
    fine = emberlog("doctor", redis_url=redis_url, archive_dir=bucket.address)
    assert "a file was written and read back" in fine.stdout
    missing = emberlog("doctor", redis_url=redis_url, archive_dir="s3://elsewhere")
    assert missing.returncode == 1
    assert "NoSuchBucket" in missing.stdout
    assert "Debug source" not in missing.stdout
