"""An archiver killed at each step: the game can be read all the time, and the next one ends the work."""

import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import anyio
import pytest

from service.engine import archive, archive_storage
from service.engine.archive import LogArchiver
from service.engine.archive_storage import DirectoryStorage, ObjectStorage
from service.settings import Settings
from service.store import keys
from service.store.archived_logs import LogArchiving
from tests.support.jobs import job_runner, run_job
from tests.support.object_store import ObjectStore
from tests.support.tables import House
from workers.job_runner import JobRunner

pytestmark = [pytest.mark.anyio, pytest.mark.long]

STEPS: dict[str, tuple[Any, str]] = {
    "before the proof": (archive, "_prove"),
    "before a byte is written": (archive_storage, "_make"),
    "before the bytes are on disk": (os, "fsync"),
    "before the file has its name": (Path, "replace"),
    "before the name is on disk": (archive_storage, "_sync"),
    "before it is read back": (DirectoryStorage, "read"),
    "before Redis lets go": (LogArchiving, "archive_log"),
}
IN_A_BUCKET: dict[str, tuple[Any, str]] = {
    "before a byte is sent": (ObjectStorage, "write"),
    "before it is read back": (ObjectStorage, "read"),
    "before Redis lets go": (LogArchiving, "archive_log"),
}
BACK: dict[str, tuple[Any, str]] = {
    "before it is read": (DirectoryStorage, "read"),
    "before the proof": (archive, "_prove"),
    "before Redis has it again": (LogArchiving, "restore_log"),
}


@pytest.fixture
def settings(redis_url: str, tmp_path: Path) -> Settings:
    return Settings(redis_url=redis_url, archive_dir=str(tmp_path / "archive"))


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[ObjectStore]:
    with ObjectStore() as server:
        for name, value in server.variables.items():
            monkeypatch.setenv(name, value)
        yield server


@pytest.fixture
async def worker(settings: Settings) -> AsyncIterator[JobRunner]:
    async with job_runner(settings.redis, archive_dir=settings.archive_dir) as worker:
        yield worker


@pytest.fixture
async def game(home: House, worker: JobRunner, settings: Settings) -> str:
    game = await home.started("p_1", "p_2")
    await home.play(game, 10)
    await home.resign(game, 0, 1)
    await run_job(worker, "scoring", game)
    # So that the first sync is that of the file.
    await anyio.Path(settings.archive_dir or "", keys.month(game)).mkdir(parents=True)
    return game


def dies(settings: Settings, game: str, step: str, *, back: bool, after: bool) -> None:
    """Moves the game and is killed before a step, or after it."""
    in_a_bucket = (settings.archive_dir or "").startswith("s3:")
    place, name = (BACK if back else IN_A_BUCKET if in_a_bucket else STEPS)[step]
    real: Callable[..., Any] = getattr(place, name)

    def die(*args: Any, **kwargs: Any) -> Any:
        if not after:
            os.kill(os.getpid(), signal.SIGKILL)
        return die_later(real(*args, **kwargs))

    async def die_later(result: Any) -> Any:
        await result
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(place, name, die)

    async def move() -> None:
        worker = JobRunner(settings)
        archiver = LogArchiver(worker.store, worker.game_cache, worker.archive)
        await (archiver.restore_log(game) if back else archiver.archive_log(game))

    anyio.run(move)


async def killed(settings: Settings, game: str, step: str, **how: bool) -> None:
    process = get_context("spawn").Process(target=dies, args=(settings, game, step), kwargs=how)
    process.start()
    await anyio.to_thread.run_sync(process.join, 60)
    assert process.exitcode == -signal.SIGKILL


async def whole(settings: Settings, game: str) -> list[bytes]:
    """The log as everybody can read it, in a process that has not seen it before."""
    async with job_runner(settings.redis, archive_dir=settings.archive_dir) as reader:
        version = (await reader.game_cache.newest(game)).table.version
        return await reader.game_cache.lines(game, 1, version)


@pytest.mark.parametrize("step", STEPS)
async def test_process_killed_while_archiving_leaves_the_game_intact(
    settings: Settings, worker: JobRunner, game: str, step: str
) -> None:
    before = await whole(settings, game)
    await killed(settings, game, step, back=False, after=False)
    assert await whole(settings, game) == before
    assert await worker.store.connection.call("EXISTS", keys.log(game))
    archiver = LogArchiver(worker.store, worker.game_cache, worker.archive)
    assert await archiver.archive_log(game)
    assert await whole(settings, game) == before
    assert not await worker.store.connection.call("EXISTS", keys.log(game))


@pytest.mark.parametrize("step", BACK)
async def test_process_killed_while_restoring_leaves_the_game_intact(
    settings: Settings, worker: JobRunner, game: str, step: str
) -> None:
    before = await whole(settings, game)
    archiver = LogArchiver(worker.store, worker.game_cache, worker.archive)
    await archiver.archive_log(game)
    await killed(settings, game, step, back=True, after=False)
    assert await whole(settings, game) == before
    assert await archiver.restore_log(game)
    assert await whole(settings, game) == before


@pytest.mark.parametrize("back", [False, True])
async def test_process_killed_after_the_last_step_leaves_nothing_to_do(
    settings: Settings, worker: JobRunner, game: str, *, back: bool
) -> None:
    before = await whole(settings, game)
    archiver = LogArchiver(worker.store, worker.game_cache, worker.archive)
    move = archiver.restore_log if back else archiver.archive_log
    if back:
        await archiver.archive_log(game)
    await killed(settings, game, list(BACK if back else STEPS)[-1], back=back, after=True)
    assert await whole(settings, game) == before
    assert not await move(game)
    assert await whole(settings, game) == before


@pytest.mark.parametrize("step", IN_A_BUCKET)
async def test_process_killed_while_writing_to_a_bucket_leaves_the_game_intact(
    redis_url: str, home: House, bucket: ObjectStore, step: str
) -> None:
    settings = Settings(redis_url=redis_url, archive_dir=bucket.address)
    game = await home.started("p_1", "p_2")
    await home.play(game, 10)
    await home.resign(game, 0, 1)
    async with job_runner(redis_url, archive_dir=bucket.address) as worker:
        await run_job(worker, "scoring", game)
        before = await whole(settings, game)
        await killed(settings, game, step, back=False, after=False)
        assert await whole(settings, game) == before
        assert await worker.store.connection.call("EXISTS", keys.log(game))
        assert await LogArchiver(worker.store, worker.game_cache, worker.archive).archive_log(game)
        assert await whole(settings, game) == before
        assert not await worker.store.connection.call("EXISTS", keys.log(game))
