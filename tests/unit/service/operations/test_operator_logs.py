"""`emberlog export`, `verify`, `replay` and `rebuild`, as an operator runs them."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from service import cli
from service.engine.log_verification import verify_export
from service.errors import OperatorError
from service.operations.operator_logs import read_log_lines, rebuild_all, replay_lines
from service.operations.progress import ProgressBar
from service.settings import Settings
from service.store import keys
from tests.support.jobs import job_runner, run_job
from tests.support.processes import PATIENCE, emberlog, environment
from tests.support.tables import House


@pytest.fixture
async def game(home: House, redis_url: str) -> str:
    """A finished game."""
    game = await home.started("p_1", "p_2")
    await home.play(game, 3)
    await home.resign(game, 0, 1)
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", game)
    return game


async def command(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(emberlog, *arguments, **settings)


async def test_game_is_exported_verified_and_narrated(game: str, redis_url: str, tmp_path: Path) -> None:
    exported = await command("export", game, redis_url=redis_url)
    assert exported.returncode == 0
    file = tmp_path / "game.ndjson"
    file.write_text(exported.stdout)

    verified = await command("verify", str(file))
    assert (verified.returncode, '"ok": true' in verified.stdout) == (0, True)

    replayed = await command("replay", str(file))
    assert "create_game" in replayed.stdout
    assert "game_scored" in replayed.stdout
    assert replayed.stdout == (await command("replay", game, redis_url=redis_url)).stdout


async def test_forged_file_is_refused_with_its_first_difference(
    game: str, redis_url: str, tmp_path: Path
) -> None:
    settings = Settings(redis_url=redis_url)
    lines = await asyncio.to_thread(read_log_lines, settings, game)
    file = tmp_path / "forged.ndjson"
    file.write_bytes(b"".join([*lines[:4], *lines[5:]]))
    verified = await command("verify", str(file))
    assert verified.returncode == 1
    assert '"seq": 4' in verified.stdout


async def test_log_without_its_seed_has_its_own_exit_code(
    home: House, redis_url: str, tmp_path: Path
) -> None:
    running = await home.started("p_1", "p_2")
    file = tmp_path / "running.ndjson"
    file.write_text((await command("export", running, redis_url=redis_url)).stdout)
    verified = await command("verify", str(file))
    assert verified.returncode == 3
    assert '"verdict": "incomplete"' in verified.stdout
    assert '"fair": null' in verified.stdout


@pytest.mark.parametrize("finished", [True, False])
async def test_missing_last_entry_is_detected(home: House, game: str, redis_url: str, finished: bool) -> None:
    if not finished:
        game = await home.started("p_1", "p_2")
        await home.play(game, 3)
    version = (await home.newest(game)).table.version
    await home.store.connection.call("XDEL", keys.log(game), f"{version}-0")
    if finished:
        verdict = verify_export(await asyncio.to_thread(read_log_lines, Settings(redis_url=redis_url), game))
        assert (verdict.ok, verdict.checks["header"]) == (False, False)
    else:
        with pytest.raises(OperatorError, match=f"the head is at entry {version}"):
            await asyncio.to_thread(read_log_lines, Settings(redis_url=redis_url), game)


def test_verify_reads_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", "verify", "-"],
        input=b"nonsense\n",
        env=environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, b"not the header of a log" in done.stdout) == (1, True)


async def test_replay_stops_at_a_version_and_shows_the_state(home: House, game: str, redis_url: str) -> None:
    lines = await asyncio.to_thread(read_log_lines, Settings(redis_url=redis_url), game)
    told = list(replay_lines(lines, at=4))
    assert sum(line[:5].strip().isdigit() for line in told) == 4
    assert told[-1].startswith("{")
    with pytest.raises(OperatorError, match="there is no entry 99"):
        list(replay_lines(lines, at=99))


@pytest.mark.parametrize(
    "source,reason",
    [
        ("g_01k00000000000000000000000", "no such game"),
        ("no-such-file", "neither a file nor"),
        ("/", "directory"),
    ],
)
def test_unreadable_log_is_reported_in_a_sentence(redis_url: str, source: str, reason: str) -> None:
    with pytest.raises(OperatorError, match=reason):
        read_log_lines(Settings(redis_url=redis_url), source)


def test_unreachable_redis_is_reported_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OperatorError):
        rebuild_all(Settings(redis_url="redis://127.0.0.1:1"))


async def test_rebuild_shows_its_progress(game: str, redis_url: str) -> None:
    done = await command("rebuild", redis_url=redis_url)
    assert (done.returncode, done.stdout.startswith("1 games")) == (0, True)
    assert "rebuild: 100 %  1 games" in done.stderr


def test_a_progress_bar_fills(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    progress = ProgressBar("rebuild", 4)
    for done in range(1, 5):
        progress(done, f"{done} games")
    drawn = capsys.readouterr().err
    assert f"[{'#' * 30}] 100 %  4 games" in drawn
    assert drawn.endswith("\n")


def test_the_commands_are_in_the_table() -> None:
    assert {"rebuild", "replay", "export", "verify"} <= cli.COMMANDS.keys()
