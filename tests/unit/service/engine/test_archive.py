"""The archive: a game that is over leaves Redis, and nobody who reads it notices."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import zstandard
from redis.asyncio import Redis

from domain.kernel.entry import Entry
from domain.kernel.errors import CorruptLog
from domain.kernel.table import Status
from service.engine.archive import LogArchiver
from service.engine.archive_format import unpacked
from service.engine.archive_storage import DirectoryStorage
from service.engine.game_cache import GameCache
from service.engine.log_verification import verify_export
from service.errors import OperatorError
from service.operations.operator_logs import rebuild_all
from service.projections.index import GameFilter
from service.runtime import now_ms
from service.settings import Settings, SettingsError, load
from service.store import (
    GENESIS,
    Append,
    ArchiveUnavailable,
    Conflict,
    Diverged,
    LogTail,
    RedisUnavailable,
    keys,
)
from service.store.outbox import read_task
from tests.support.games import Table, a_game
from tests.support.jobs import job_runner, run_job
from tests.support.processes import emberlog
from tests.support.service import FREELY, code, service
from tests.support.streams import reading
from tests.support.tables import House
from workers.job_runner import JobRunner

DAY_MS = 86_400_000


@pytest.fixture
async def worker(redis_url: str, tmp_path: Path) -> AsyncIterator[JobRunner]:
    async with job_runner(redis_url, archive_dir=str(tmp_path)) as worker:
        yield worker


@pytest.fixture
async def game(home: House, worker: JobRunner) -> str:
    """A finished game."""
    game = await home.started("p_1", "p_2")
    await home.play(game, 3)
    await home.resign(game, 0, 1)
    await run_job(worker, "scoring", game)
    return game


def archiver(worker: JobRunner) -> LogArchiver:
    return LogArchiver(worker.store, worker.game_cache, worker.archive)


def file_of(tmp_path: Path, game: str) -> Path:
    return tmp_path / keys.month(game) / f"{game}.log.zst"


async def all_answers(table: Table) -> dict[str, Any]:
    """Everything that can be read of a game."""
    me = table.headers[0]
    paths = (
        *(
            "",
            "?at=1",
            "?at=3",
            "?at=7",
            "/events?first=100",
            "/events?after=4&patch=true",
            "/events?first=2",
        ),
        *("/events?text=true&lang=de", "/log", "/audit", "/score", "/moves"),
    )
    found: dict[str, Any] = {}
    for path in paths:
        answer = await table.client.get(f"{table.path}{path}", headers=me)
        assert answer.status_code == 200, (path, answer.text)
        found[path] = (answer.content, answer.headers.get("etag"))
    lines = await table.client.get(f"{table.path}/events", headers={"Accept": "application/x-ndjson"})
    found["ndjson"] = lines.content
    version = (await table.read())["version"]
    async with reading(table.client, f"{table.path}/stream", after=2) as reader:
        found["stream"] = [await reader.next() for _ in range(version - 1)]
        assert found["stream"][-1].name == "end"
        assert await reader.ends()
    found["list"] = (await table.client.get("/v1/games?status=finished")).content
    found["own"] = (await table.client.get(f"/v1/games?player={table.players[0]}")).content
    late = await table.client.post(f"{table.path}/moves", json={"type": "end_turn"}, headers=me)
    found["late"] = code(late, 403)
    return found


async def finished(client: httpx.AsyncClient, worker: JobRunner) -> Table:
    table = await a_game(client)
    await table.play_on(6)
    for headers in table.headers:
        await client.post(f"{table.path}/resign", headers=headers)
    await run_job(worker, "scoring", table.id)
    return table


async def test_reads_are_identical_from_redis_from_the_archive_and_after_restoring(
    redis_url: str, worker: JobRunner, tmp_path: Path
) -> None:
    settings = {**FREELY, "archive_dir": str(tmp_path)}
    async with service(redis_url, **settings) as warm:
        table = await finished(warm, worker)
        before = await all_answers(table)
        assert await archiver(worker).archive_log(table.id)
        assert await all_answers(table) == before
    async with service(redis_url, **settings) as cold:
        assert await all_answers(Table(cold, table.id, table.players, table.headers)) == before
    assert await archiver(worker).restore_log(table.id)
    async with service(redis_url, **FREELY) as again:
        assert await all_answers(Table(again, table.id, table.players, table.headers)) == before


async def test_archiving_keeps_only_the_head_and_restoring_returns_every_byte(
    game: str, worker: JobRunner, redis_url: str
) -> None:
    async with Redis.from_url(redis_url) as client:

        async def kept() -> dict[bytes, object]:
            names = [name async for name in client.scan_iter(f"*{game}")]
            return {name: await client.dump(name) for name in names if b"head" not in name}

        before = await kept()
        assert {name.split(b":")[1] for name in before} >= {b"log", b"snap"}
        await archiver(worker).archive_log(game)
        assert await kept() == {}
        head = await worker.store.log.head(game)
        assert head is not None
        assert head.archived
        assert not await archiver(worker).archive_log(game)
        assert await archiver(worker).restore_log(game)
        assert await kept() == before
        assert not await archiver(worker).restore_log(game)


async def test_kept_snapshots_are_restored_too(home: House, worker: JobRunner) -> None:
    game = await home.started("p_1", "p_2")
    await home.play(game, 70)
    await home.resign(game, 0, 1)
    await run_job(worker, "scoring", game)
    snapshots = [await worker.store.snapshots.at_or_before(game, seq) for seq in (63, 64, 70)]
    latest = await worker.store.log.load(game)
    late = (await worker.game_cache.at(game, 68)).table
    await archiver(worker).archive_log(game)
    assert (await worker.game_cache.at(game, 68)).table == late
    await archiver(worker).restore_log(game)
    assert [await worker.store.snapshots.at_or_before(game, seq) for seq in (63, 64, 70)] == snapshots
    assert await worker.store.log.load(game) == latest


async def test_tail_of_an_archived_game_is_read_and_another_history_diverges(
    home: House, game: str, worker: JobRunner
) -> None:
    hashes = [entry.hash for entry in await entries_of(home, game)]
    lines = await home.lines(game)
    await archiver(worker).archive_log(game)
    log = worker.store.log
    head = await log.head(game)
    assert head is not None
    assert await log.tail(game, 0, GENESIS) == LogTail(head, lines, None)
    assert await log.tail(game, 4, hashes[3]) == LogTail(head, lines[4:], None)
    assert await log.tail(game, head.seq, head.hash) == LogTail(head, [], None)
    for seq, known in ((4, hashes[2]), (head.seq, hashes[3]), (head.seq + 1, head.hash)):
        assert await log.tail(game, seq, known) == Diverged(head)


async def entries_of(home: House, game: str) -> list[Entry[Any, Any]]:
    loaded = await home.newest(game)
    return [loaded.codec.entry(line) for line in await home.lines(game)]


async def test_archived_game_accepts_no_entry_and_its_id_is_never_reused(
    game: str, worker: JobRunner
) -> None:
    head = await worker.store.log.head(game)
    assert head is not None
    await archiver(worker).archive_log(game)
    for after in ((head.seq, head.hash), (0, GENESIS)):
        new = Append(
            game=game, after_seq=after[0], after_hash=after[1], entry=b"{}", hash="f" * 64, status="active"
        )
        assert await worker.store.append(new) == Conflict(head.seq, head.hash)


async def test_idempotency_key_is_known_for_two_days_after_the_last_entry(
    redis_url: str, worker: JobRunner, tmp_path: Path
) -> None:
    async with service(redis_url, **FREELY, archive_dir=str(tmp_path)) as client:
        table = await a_game(client)
        headers = table.headers[0] | {"Idempotency-Key": "k"}
        move = (await table.moves(headers))[0]
        first = await client.post(f"{table.path}/moves", json=move, headers=headers)
        for seat in table.headers:
            await client.post(f"{table.path}/resign", headers=seat)
        await run_job(worker, "scoring", table.id)
        await archiver(worker).archive_log(table.id)
        again = await client.post(f"{table.path}/moves", json=move, headers=headers)
        assert (again.status_code, again.content) == (200, first.content)
        last = (await client.get(f"{table.path}/events?first=100")).json()["items"][-1]["at"]
    async with Redis.from_url(redis_url) as redis:
        left = await redis.pttl(keys.seen(table.id))
        assert DAY_MS < left <= 2 * DAY_MS, last
        await archiver(worker).restore_log(table.id)
        assert await redis.pttl(keys.seen(table.id)) == -1


async def test_archived_file_is_a_verifiable_export(game: str, worker: JobRunner, tmp_path: Path) -> None:
    await archiver(worker).archive_log(game)
    packed = file_of(tmp_path, game).read_bytes()
    lines = unpacked(packed)
    verdict = verify_export(lines)
    assert (verdict.ok, verdict.version) == (True, len(lines) - 1)
    assert all(loaded for loaded in verdict.checks.values())
    assert len(packed) < len(b"".join(lines)) / 8


async def test_files_written_before_are_still_read(
    game: str, home: House, worker: JobRunner, redis_url: str, tmp_path: Path
) -> None:
    exported = await home.lines(game)
    await archiver(worker).archive_log(game)
    path = file_of(tmp_path, game)
    path.write_bytes(zstandard.ZstdCompressor().compress(b"".join(unpacked(path.read_bytes()))))
    async with job_runner(redis_url, archive_dir=str(tmp_path)) as other:
        assert await other.game_cache.lines(game, 1, len(exported)) == exported


async def test_only_finished_games_can_be_archived(home: House, worker: JobRunner) -> None:
    active = await home.started("p_1", "p_2")
    with pytest.raises(OperatorError, match="not over"):
        await archiver(worker).archive_log(active)
    cancelled = await home.open("p_1", ("me", "open"))
    await home.leave(cancelled, "p_1")
    assert (await home.newest(cancelled)).table.status is Status.CANCELLED
    assert await archiver(worker).archive_log(cancelled)
    assert (await GameCache(worker.store, 1).newest(cancelled)).table.status is Status.CANCELLED
    with pytest.raises(RedisUnavailable, match="archive"):
        await GameCache(home.store, 1).newest(cancelled)


async def test_invalid_log_is_never_archived(game: str, worker: JobRunner, tmp_path: Path) -> None:
    client = worker.store.connection.client
    await client.execute_command("XDEL", keys.log(game), "3-0")
    with pytest.raises(CorruptLog, match="entry 3"):
        await archiver(worker).archive_log(game)
    assert not file_of(tmp_path, game).exists()
    assert await client.exists(keys.log(game))


async def test_game_stays_in_redis_if_the_archive_returns_other_bytes(
    game: str, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = zstandard.ZstdCompressor().compress(b"something else")
    monkeypatch.setattr(DirectoryStorage, "read", lambda _self, _name: other)
    with pytest.raises(OperatorError, match="does not give back"):
        await archiver(worker).archive_log(game)
    head = await worker.store.log.head(game)
    assert head is not None
    assert head.archived == ""
    assert await worker.store.log.entries(game)


@pytest.mark.parametrize(
    "damage", [b"", b"no such thing", zstandard.ZstdCompressor().compress(b"{}\n"), None]
)
async def test_damaged_file_is_reported_and_affects_no_other_game(
    game: str, worker: JobRunner, redis_url: str, tmp_path: Path, damage: bytes | None
) -> None:
    await archiver(worker).archive_log(game)
    path = file_of(tmp_path, game)
    whole = path.read_bytes()
    lines = unpacked(whole)
    shortened = zstandard.ZstdCompressor().compress(b"".join(lines[:-1]))
    path.write_bytes(shortened if damage is None else damage)
    async with job_runner(redis_url, archive_dir=str(tmp_path)) as other:
        with pytest.raises(CorruptLog, match="archive"):
            await other.game_cache.newest(game)
        with pytest.raises(CorruptLog, match="archive"):
            await archiver(other).restore_log(game)
        path.write_bytes(whole)
        assert (await other.game_cache.newest(game)).table.status is Status.FINISHED


async def test_unreachable_archive_returns_503(game: str, worker: JobRunner, redis_url: str) -> None:
    await archiver(worker).archive_log(game)
    for place in (None, "/nowhere/at/all"):
        async with service(redis_url, archive_dir=place) as client:
            assert code(await client.get(f"/v1/games/{game}"), 503) == "unavailable"
            assert (await client.get("/v1/games")).json()["items"][0]["id"] == game


async def test_job_archives_a_game_the_set_number_of_days_after_its_end(
    home: House, redis_url: str, tmp_path: Path
) -> None:
    async with job_runner(redis_url, archive_dir=str(tmp_path), archive_after_days=30) as worker:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        await run_job(worker, "scoring", game)
        (found,) = await home.store.outbox.due(2**53)
        assert found.item.id == "archive"
        assert abs(found.item.due_ms - now_ms() - timedelta(days=30) / timedelta(milliseconds=1)) < DAY_MS
        assert not {work for work in home.queues.waiting() if work.startswith("archive")}
        assert await run_job(worker, "archive", game) == "done"
        assert await home.store.outbox.count() == 0
        assert file_of(tmp_path, game).is_file()
        assert await run_job(worker, "archive", game) == "done"


async def test_archive_job_that_cannot_write_stays_due_and_loses_nothing(home: House, redis_url: str) -> None:
    async with job_runner(redis_url, archive_dir="/proc/nowhere", archive_after_days=0) as worker:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        await run_job(worker, "scoring", game)
        with pytest.raises(ArchiveUnavailable, match="cannot be written"):
            await run_job(worker, "archive", game)
        (found,) = await home.store.outbox.due(2**53)
        assert read_task(found.item.payload).failures == 0
        assert (await home.auditor.audit(game, full=True)).ok


async def test_archive_job_skips_a_running_game(home: House, worker: JobRunner) -> None:
    game = await home.started("p_1", "p_2")
    assert await run_job(worker, "archive", game) == "done"
    assert await home.store.log.entries(game)


async def test_rebuild_reports_missing_archived_files_and_continues(
    game: str, home: House, worker: JobRunner, redis_url: str, tmp_path: Path
) -> None:
    other = await home.started("p_1", "p_2")
    before = (await home.projections.index.list_games()).items
    await archiver(worker).archive_log(game)
    await asyncio.to_thread(shutil.rmtree, tmp_path)
    done = await asyncio.to_thread(
        emberlog, "rebuild", "--jobs", "1", redis_url=redis_url, archive_dir=str(tmp_path)
    )
    assert done.returncode == 1
    assert done.stdout.startswith("1 games, 0 results added")
    assert f"the log of {game} is missing from the archive" in done.stderr
    assert (await home.projections.index.list_games()).items == before
    assert {row.id for row in before} == {game, other}


async def test_rebuild_reads_archived_games(
    game: str, home: House, worker: JobRunner, redis_url: str, tmp_path: Path
) -> None:
    before = await home.projections.index.list_games(GameFilter(status=Status.FINISHED))
    await archiver(worker).archive_log(game)
    settings = Settings(redis_url=redis_url, archive_dir=str(tmp_path))
    done = await asyncio.to_thread(rebuild_all, settings)
    assert (done.games, done.forgotten, done.unreadable) == (1, 0, [])
    assert await home.projections.index.list_games(GameFilter(status=Status.FINISHED)) == before


@pytest.mark.long
async def test_operator_archives_and_restores_a_game(game: str, redis_url: str, tmp_path: Path) -> None:
    settings = {"redis_url": redis_url, "archive_dir": tmp_path.as_uri()}
    exported = (await asyncio.to_thread(emberlog, "export", game, **settings)).stdout
    for command, told in (
        ("archive", "is now in the archive"),
        ("archive", "was already in the archive"),
        ("restore", "is now in Redis"),
        ("restore", "was already in Redis"),
    ):
        done = await asyncio.to_thread(emberlog, command, game, **settings)
        assert (done.returncode, done.stdout) == (0, f"{game} {told}\n"), done.stderr
        assert (await asyncio.to_thread(emberlog, "export", game, **settings)).stdout == exported
    unknown = await asyncio.to_thread(emberlog, "archive", "g_" + "0" * 26, **settings)
    assert (unknown.returncode, unknown.stderr) == (2, "emberlog: there is no such game\n")
    unset = await asyncio.to_thread(emberlog, "archive", game, redis_url=redis_url)
    assert (unset.returncode, unset.stderr) == (2, "emberlog: EMBERLOG_ARCHIVE_DIR is not set\n")


def test_archive_age_without_a_location_prevents_the_start() -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_ARCHIVE_DIR"):
        load({"EMBERLOG_ARCHIVE_AFTER_DAYS": "30"})
    chosen = load({"EMBERLOG_ARCHIVE_AFTER_DAYS": "0.5", "EMBERLOG_ARCHIVE_DIR": "archive"})
    assert chosen.archive_after == timedelta(hours=12)
