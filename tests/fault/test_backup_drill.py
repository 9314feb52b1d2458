"""The drill of the guide: a backup of a running Redis and of the archive brings back the same games."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from service.operations.embedded import EmbeddedRedis
from tests.support.games import Table, a_game
from tests.support.jobs import job_runner, run_job
from tests.support.processes import emberlog
from tests.support.redis import private_redis
from tests.support.service import FREELY, service

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def finished_game(client: httpx.AsyncClient, url: str, archive: str) -> Table:
    game = await a_game(client)
    await game.play_on(6)
    for headers in game.headers:
        assert (await client.post(f"{game.path}/resign", headers=headers)).status_code == 200
    async with job_runner(url, archive_dir=archive) as worker:
        await run_job(worker, "scoring", game.id)
    return game


async def everything(client: httpx.AsyncClient, games: list[Table]) -> dict[str, Any]:
    """What everybody can see of these games, and of what follows from them."""
    found: dict[str, Any] = {}
    for game in games:
        for part in ("", "/log", "/audit"):
            answer = await client.get(game.path + part)
            assert answer.status_code == 200, answer.text
            found[game.path + part] = answer.text if part == "/log" else _stable(answer.json())
    for path in ("/v1/games?first=50", "/v1/leaderboards/bonfire", f"/v1/players/{games[0].players[0]}"):
        found[path] = (await client.get(path)).json()
    return found


def _stable(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "now"}


async def test_copy_of_a_running_redis_and_the_archive_restore_everything(
    own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    archive = tmp_path / "archive"
    settings = {"archive_dir": str(archive), **FREELY}
    async with service(own_redis.url, **settings) as client:
        archived, over = [await finished_game(client, own_redis.url, str(archive)) for _ in range(2)]
        going = await a_game(client)
        await going.play_on(9)
        moved = emberlog("archive", archived.id, redis_url=own_redis.url, archive_dir=str(archive))
        assert moved.returncode == 0, moved.stderr
        games = [archived, over, going]
        before = await everything(client, [archived, over])
        position = _stable(await going.read(going.headers[0]))
        with redis.Redis.from_url(own_redis.url) as control:  # the backup, while it is running
            control.config_set("auto-aof-rewrite-percentage", 0)
            skipped = shutil.ignore_patterns("lock", "redis.sock")
            await asyncio.to_thread(shutil.copytree, own_redis.directory, tmp_path / "backup", ignore=skipped)
            control.config_set("auto-aof-rewrite-percentage", 100)
        await asyncio.to_thread(shutil.copytree, archive, tmp_path / "archive backup")
        await going.play_on(3)
    own_redis.kill()
    shutil.rmtree(archive)

    with private_redis(tmp_path / "backup") as restored:
        place = str(tmp_path / "archive backup")
        done = emberlog("rebuild", redis_url=restored.url, archive_dir=place)
        assert done.returncode == 0, done.stderr
        async with service(restored.url, **{**settings, "archive_dir": place}) as client:
            assert await everything(client, [archived, over]) == before
            again = Table(client, going.id, going.players, going.headers)
            assert _stable(await again.read(going.headers[0])) == position
            await again.play_on(3)
            assert len((await client.get("/v1/games")).json()["items"]) == len(games)


async def test_archive_alone_brings_back_the_finished_games(redis_url: str, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    async with service(redis_url, archive_dir=str(archive), **FREELY) as client:
        games = [await finished_game(client, redis_url, str(archive)) for _ in range(2)]
        for game in games:
            assert emberlog("archive", game.id, redis_url=redis_url, archive_dir=str(archive)).returncode == 0
        logs = [(await client.get(f"{game.path}/log")).text for game in games]
    with private_redis(tmp_path / "empty") as empty:
        files = sorted(map(str, archive.glob("*/*.zst")))
        done = emberlog("import", *files, redis_url=empty.url)
        assert done.returncode == 0, done.stderr
        async with service(empty.url, **FREELY) as client:
            for game, log in zip(games, logs):
                assert (await client.get(f"{game.path}/log")).text == log
                assert (await client.get(f"{game.path}/audit")).json()["ok"] is True
