"""Commands that work on logs, in the store or in a file: replay, export, import, archive, rebuild."""

import asyncio
import io
import multiprocessing
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import zstandard
from anyio import to_thread

from domain.kernel.codec import codec
from domain.kernel.errors import CorruptLog
from domain.kernel.fold import follow
from domain.kernel.table import AnyTable
from service.engine.archive import LogArchive, LogArchiver
from service.engine.archive_format import unpacked
from service.engine.game_cache import GameCache
from service.engine.loaded_game import named_rules
from service.engine.log_verification import VerificationError, read_header
from service.errors import NotFound, OperatorError
from service.jobs.outbox_retries import OutboxRetries, ParkedWork
from service.operations.log_import import LogImporter
from service.operations.progress import ProgressBar
from service.projections import Projections
from service.projections.rebuild import Rebuilt, finish, heal_lists, rebuild_bucket, remaining, restart
from service.settings import Settings
from service.store import Store, StoreError, keys
from service.store.ids import is_id
from service.usecases.audit import Auditor
from service.usecases.rematches import Rematches

_SHARE: Final = 16


def read_log_lines(settings: Settings, source: str) -> list[bytes]:
    """An exported log: `-` is standard input, an id is a game in the store, else a file, maybe compressed."""
    with _as_operator_errors():
        if source == "-":
            return _unpacked(sys.stdin.buffer.read())
        if is_id(source, "g"):
            return asyncio.run(_exported(settings, source))
        return _unpacked(_content(source))


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise OperatorError(f"`{path}` is neither a file nor the id of a game") from error


def replay_lines(lines: Sequence[bytes], at: int | None) -> Iterator[str]:
    """The history, entry by entry; with `at`, up to that entry, followed by the state there."""
    with _as_operator_errors():
        yield from _replay_lines(lines, at)


def _replay_lines(lines: Sequence[bytes], at: int | None) -> Iterator[str]:
    header = read_header(lines[0] if lines else b"")
    yield f"{header.game}  {header.rules}  {header.version} entries"
    table: AnyTable | None = None
    for line in lines[1:]:
        rules = named_rules(line)
        entry = codec(rules).entry(line)
        table = follow(rules, table, entry)
        yield f"{entry.seq:>5}  {entry.at}  {entry.actor}  {_text(entry.command)}"
        yield from (f"{'':7}{_text(event)}" for event in entry.events)
        if entry.seq == at:
            yield msgspec.json.format(msgspec.json.encode(table.state)).decode()
            return
    if at is not None:
        raise CorruptLog(f"there is no entry {at}")


def rebuild_all(settings: Settings, processes: int = 1, *, afresh: bool = False) -> Rebuilt:
    """Rebuild all projections in this many processes, with a progress bar; resumes an interrupted rebuild."""
    with _as_operator_errors():
        forgotten, buckets = asyncio.run(_begin_rebuild(settings, afresh=afresh))
        shares = _shares(buckets)
        progress = ProgressBar("rebuild", keys.BUCKETS)
        done = keys.BUCKETS - sum(map(len, shares))
        if done:
            progress(done, "were already done")
        games = 0
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            for share in as_completed([pool.submit(_rebuild_share, settings, share) for share in shares]):
                count, found = share.result()
                games, done = games + found, done + count
                progress(done, f"{games} games")
        return asyncio.run(_finish_rebuild(settings, forgotten))


def _shares(buckets: Sequence[int]) -> list[Sequence[int]]:
    """Buckets split into shares small enough that all processes finish at about the same time."""
    return [buckets[first : first + _SHARE] for first in range(0, len(buckets), _SHARE)]


async def _begin_rebuild(settings: Settings, *, afresh: bool) -> tuple[int, Sequence[int]]:
    """Correct rows that have no log; returns their number and the buckets still to be read."""
    async with _store(settings) as store:
        if afresh:
            await restart(store)
        game_cache, projections = GameCache(store, 1), Projections(store.connection)
        return await heal_lists(store, game_cache, projections), await remaining(store)


def _rebuild_share(settings: Settings, buckets: Sequence[int]) -> tuple[int, int]:
    """Rebuild some buckets in this process; returns how many buckets and games."""
    settings.register_games()

    async def run() -> int:
        async with _store(settings) as store:
            game_cache, projections = GameCache(store, 1), Projections(store.connection)
            found = [await rebuild_bucket(store, game_cache, projections, k) for k in buckets]
            return sum(bucket.games for bucket in found)

    return len(buckets), asyncio.run(run())


async def _finish_rebuild(settings: Settings, forgotten: int) -> Rebuilt:
    async with _store(settings) as store:
        game_cache, projections = GameCache(store, settings.cache_games), Projections(store.connection)
        return await finish(store, projections, Rematches(store, game_cache).remember, forgotten)


def parked(settings: Settings, *, retry: bool) -> Sequence[ParkedWork]:
    """The parked work; with `retry`, it is queued again."""

    async def run() -> Sequence[ParkedWork]:
        async with _store(settings) as store:
            retries = OutboxRetries(store.outbox)
            found = await retries.parked()
            if retry:
                await retries.retry()
            return found

    with _as_operator_errors():
        return asyncio.run(run())


def move(settings: Settings, game: str, *, back: bool) -> bool:
    """Move a game to the archive, or back; returns whether there was anything to do."""

    async def run() -> bool:
        async with _store(settings) as store:
            archiver = LogArchiver(store, GameCache(store, 1), LogArchive.of(settings))
            return await (archiver.restore_log(game) if back else archiver.archive_log(game))

    with _as_operator_errors():
        return asyncio.run(run())


def import_logs(settings: Settings, sources: Sequence[str], report: Callable[[str], None]) -> int:
    """Import exported logs and report on each; returns how many were rejected."""

    async def run() -> int:
        refused = 0
        async with _store(settings) as store:
            intake = LogImporter(store, Projections(store.connection))
            for source in sources:
                try:
                    taken = await intake.take_in(await to_thread.run_sync(read_log_lines, settings, source))
                except (CorruptLog, VerificationError, OperatorError) as error:
                    refused += 1
                    report(f"{source}: rejected: {error}")
                else:
                    state = "imported" if taken.is_new else "already exists"
                    report(f"{source}: {taken.game}, {taken.entries} entries, {state}")
            await intake.finish()
        return refused

    with _as_operator_errors():
        return asyncio.run(run())


@contextmanager
def _as_operator_errors() -> Iterator[None]:
    """Turn all errors of reading a log into messages for the operator."""
    try:
        yield
    except NotFound as error:
        raise OperatorError("there is no such game") from error
    except (VerificationError, CorruptLog, StoreError, OSError) as error:
        raise OperatorError(str(error)) from error


async def _exported(settings: Settings, game: str) -> list[bytes]:
    async with _store(settings) as store:
        auditor = Auditor(store, GameCache(store, 1))
        text = b"".join([part async for part in auditor.export_lines(game)])
        return text.splitlines(keepends=True)


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[Store]:
    store = Store.open(settings.redis, archived_logs=LogArchive.of(settings))
    try:
        yield store
    finally:
        await store.close()


def _unpacked(content: bytes) -> list[bytes]:
    """The lines of a file; files of the archive are compressed."""
    if content.startswith(zstandard.FRAME_HEADER):
        return unpacked(content)
    return io.BytesIO(content).readlines()


def _text(message: Any) -> str:
    return msgspec.json.encode(message).decode()
