"""Clocks: time is called when it is over, not before."""

from datetime import datetime

import pytest

from domain.kernel.lobby import CancelGame, JoinGame, LeaveGame, RemovePlayer
from domain.kernel.table import Clock, Status
from service.projections.index import GameFilter
from service.runtime import now_ms
from tests.support.jobs import job_runner, run, run_job
from tests.support.tables import House

WEEK_MS = 7 * 24 * 60 * 60 * 1000
PAST = "2026-01-01T00:00:00.000Z"


async def test_clock_item_is_due_when_the_time_is_over_and_not_sent_earlier(home: House) -> None:
    game = await home.started("p_1", "p_2", clock=Clock(seconds=3600))
    (found,) = await home.store.outbox.due(2**53)
    assert found.item.id == "clock"
    assert found.item.due_ms > now_ms() + 3_000_000
    assert f"clock-{game}" not in {work.rpartition("-")[0] for work in home.queues.waiting()}


async def test_player_with_time_left_does_not_time_out(home: House, redis_url: str) -> None:
    game = await home.started("p_1", "p_2", clock=Clock(seconds=3600))
    before = (await home.newest(game)).table.version
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "clock", game) == "done"
    assert (await home.newest(game)).table.version == before


async def test_bot_plays_for_a_player_who_timed_out(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: PAST)
        game = await home.started("p_1", "p_2", clock=Clock(seconds=3600))
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "clock", game) == "done"
        loaded = await home.newest(game)
        assert loaded.codec.entry((await home.lines(game))[-1]).actor == "clock"
        assert [seat.stand_in for seat in loaded.table.seats].count("greedy") == 1
        assert f"automa-{game}-{loaded.table.version}" in home.queues.waiting()
    assert (await home.auditor.audit(game, full=True)).ok


async def due_at(home: House, game: str) -> int | None:
    """When the clock of this game rings."""
    found = [due.item for due in await home.store.outbox.due(2**53) if due.game == game]
    return next((item.due_ms for item in found if item.id == "clock"), None)


async def test_each_entry_of_a_lobby_postpones_its_expiry(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = round(datetime.fromisoformat(PAST).timestamp() * 1000)
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: PAST)
        game = await home.open("p_1", ("me", "open", "player:p_3"))
    assert await due_at(home, game) == began + WEEK_MS
    days = enumerate(((JoinGame(), "p_2"), (LeaveGame(), "p_3"), (RemovePlayer(1), "p_1")), start=2)
    for day, (command, actor) in days:
        with monkeypatch.context() as later:
            later.setattr("service.engine.commands.now", lambda day=day: f"2026-01-0{day}T00:00:00.000Z")
            await home.ask(game, actor, command)
        assert await due_at(home, game) == began + WEEK_MS + (day - 1) * WEEK_MS // 7


async def test_cancelled_or_started_lobby_does_not_expire(home: House) -> None:
    cancelled = await home.open("p_1", ("me", "open"))
    await home.ask(cancelled, "p_1", CancelGame())
    left = await home.open("p_1", ("me", "open"))
    await home.leave(left, "p_1")
    begun = await home.started("p_1", "p_2")
    timed = await home.started("p_1", "p_2", clock=Clock(seconds=60))
    assert [await due_at(home, game) for game in (cancelled, left, begun)] == [None] * 3
    notify = await due_at(home, timed)
    assert notify is not None
    assert notify < now_ms() + 61_000


async def test_lobby_with_time_left_does_not_expire(home: House, redis_url: str) -> None:
    game = await home.open("p_1", ("me", "open"))
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "clock", game) == "done"
    assert (await home.newest(game)).table.status is Status.LOBBY
    assert await due_at(home, game) is not None


async def test_lobby_without_entries_for_a_week_is_cancelled_by_sweeper_and_worker(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: PAST)
        old = await home.open("p_1", ("me", "open"))
    fresh = await home.open("p_1", ("me", "open"))
    run("workers.sweeper", "--once", redis_url=redis_url)
    run("workers.run", "--burst", redis_url=redis_url)
    loaded = await home.newest(old)
    assert loaded.table.status is Status.CANCELLED
    assert loaded.codec.entry((await home.lines(old))[-1]).actor == "clock"
    assert await due_at(home, old) is None
    assert (await home.newest(fresh)).table.status is Status.LOBBY
    listed = (await home.projections.index.list_games(GameFilter(status=Status.CANCELLED))).items
    assert [row.id for row in listed] == [old]
    assert (await home.auditor.audit(old, full=True)).ok
