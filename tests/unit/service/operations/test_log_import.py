"""`emberlog import`: a log from elsewhere is here as it was there, or not at all."""

import asyncio
import json
from pathlib import Path
from typing import Any

from domain.kernel.entry import canonical
from domain.kernel.table import Status
from service.operations.operator_logs import read_log_lines
from service.projections.index import GameFilter
from service.settings import Settings
from service.store import keys
from tests.support.jobs import job_runner, run_job
from tests.support.processes import emberlog
from tests.support.tables import House


async def finished(home: House, redis_url: str) -> str:
    game = await home.started("p_1", "p_2")
    await home.play(game, 70)
    await home.resign(game, 0, 1)
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", game)
    return game


async def export(redis_url: str, game: str) -> list[bytes]:
    return await asyncio.to_thread(read_log_lines, Settings(redis_url=redis_url), game)


async def run(redis_url: str, *files: Path) -> tuple[int, list[str]]:
    """The exit code and what was said of each file, without its path."""
    done = await asyncio.to_thread(emberlog, "import", *map(str, files), redis_url=redis_url)
    assert not done.stderr, done.stderr
    return done.returncode, [line.partition(".ndjson: ")[2] for line in done.stdout.splitlines()]


async def contents(home: House) -> dict[str, Any]:
    """All that Redis has of games and results, but for keys of commands and positions in the results."""
    link = home.store.connection
    found: dict[str, Any] = {}
    names = await link.call("KEYS", "*")
    for name in sorted(name for name in names if not name.startswith(b"rq:")):
        kind = (await link.call("TYPE", name)).decode()
        if kind == "stream":
            rows = await link.call("XRANGE", name, "-", "+")
            found[name] = [row[1] if b"results" in name else row for row in rows]
        elif kind in _READ and not name.endswith((b":seen", b":positions", b":results:games")):
            found[name] = await link.call(*_READ[kind][:1], name, *_READ[kind][1:])
            if b":head:" in name:
                found[name].pop(b"turn", None)  # a restored game has none until its next entry
    return found


_READ = {"hash": ("HGETALL",), "set": ("SMEMBERS",), "zset": ("ZRANGE", "0", "-1", "WITHSCORES")}


async def test_games_are_restored_unchanged_into_an_empty_redis(
    home: House, redis_url: str, tmp_path: Path
) -> None:
    games = [await finished(home, redis_url) for _ in range(2)]
    before = await contents(home)
    files = []
    for game in reversed(games):
        files.append(tmp_path / f"{game}.ndjson")
        files[-1].write_bytes(b"".join(await export(redis_url, game)))
    await home.store.connection.call("FLUSHALL")

    code, said = await run(redis_url, *files)

    assert code == 0
    assert [line.split(", ")[0] for line in said] == games[::-1]
    assert all(line.endswith("entries, imported") for line in said)
    assert await contents(home) == before
    assert (await home.auditor.audit(games[0], full=True)).ok
    listed = await home.projections.index.list_games(GameFilter(status=Status.FINISHED))
    assert [row.id for row in listed.items] == games[::-1]

    code, said = await run(redis_url, *files)
    assert code == 0
    assert all(line.endswith("entries, already exists") for line in said)
    assert await contents(home) == before


async def test_archive_file_can_be_imported_too(home: House, redis_url: str, tmp_path: Path) -> None:
    game = await finished(home, redis_url)
    exported = await export(redis_url, game)
    settings = {"redis_url": redis_url, "archive_dir": str(tmp_path)}
    assert (await asyncio.to_thread(emberlog, "archive", game, **settings)).returncode == 0
    await home.store.connection.call("FLUSHALL")
    packed = tmp_path / keys.month(game) / f"{game}.log.zst"
    assert (await asyncio.to_thread(emberlog, "import", str(packed), **settings)).returncode == 0
    assert await export(redis_url, game) == exported


async def test_invalid_log_is_refused_and_the_others_are_imported(
    home: House, redis_url: str, tmp_path: Path
) -> None:
    good, running = await finished(home, redis_url), await home.started("p_1", "p_2")
    lines = await export(redis_url, good)
    header = json.loads(lines[0])
    wrong = {
        "forged": ([*lines[:4], *lines[5:]], "rejected: entry 4: "),
        "short": (lines[:-1], "rejected: header: "),
        "open": (await export(redis_url, running), f"rejected: {running} has not published its seed"),
        "named": (
            [canonical({**header, "game": "x"}) + b"\n", *lines[1:]],
            "rejected: 'x' is not the id",
        ),
        "empty": ([], "rejected: not the header of a log"),
        "cut": ([b"\x28\xb5\x2f\xfd"], "rejected: it cannot be decompressed"),
    }
    files = {}
    for name, (text, _) in wrong.items():
        files[name] = tmp_path / f"{name}.ndjson"
        files[name].write_bytes(b"".join(text))
    (tmp_path / "good.ndjson").write_bytes(b"".join(lines))
    await home.store.connection.call("FLUSHALL")

    code, said = await run(redis_url, *files.values(), tmp_path / "good.ndjson")

    assert code == 1
    for line, (_, expected) in zip(said, wrong.values(), strict=False):
        assert line.startswith(expected)
    assert said[-1] == f"{good}, {len(lines) - 1} entries, imported"
    assert await home.store.connection.call("EXISTS", keys.head(running)) == 0


async def test_game_with_another_history_is_left_unchanged(
    home: House, redis_url: str, tmp_path: Path
) -> None:
    game = await finished(home, redis_url)
    lines = await export(redis_url, game)
    await home.store.connection.call("HSET", keys.head(game), "hash", "0" * 64)
    (tmp_path / "game.ndjson").write_bytes(b"".join(lines))
    before = await contents(home)
    assert await run(redis_url, tmp_path / "game.ndjson") == (
        1,
        [f"rejected: {game} already exists, with a different history"],
    )
    assert await contents(home) == before
