"""Automas and bots: their turns, once each, by public rules, until a person has to act."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from redis import Redis
from rq import Queue

from domain.kernel.actors import CLOCK
from domain.kernel.clock import TimeOut
from domain.kernel.fold import due
from domain.kernel.game import Resign
from domain.kernel.table import Clock, Status
from service.jobs.queues import BOTS_ALONE, SERIALIZER, Job
from tests.support.jobs import job_runner, run_job
from tests.support.processes import eventually
from tests.support.tables import House, reaches
from workers import automa
from workers.automa import next_move, play


async def entries_by(home: House, game: str) -> list[tuple[str, str | None]]:
    loaded = await home.newest(game)
    told = [loaded.codec.entry(line) for line in await home.lines(game)]
    return [(entry.actor, entry.meta.bot) for entry in told]


async def jobs_of(home: House, game: str) -> list[tuple[str, str | None]]:
    loaded = await home.newest(game)
    told = [loaded.codec.entry(line) for line in await home.lines(game)]
    return [(entry.actor, entry.meta.job) for entry in told]


async def a_bots_turn(home: House) -> str:
    """A game with a bot in which the bot has to act."""
    for _ in range(50):
        game = await home.started("p_1", bots=["random"])
        loaded = await home.newest(game)
        if next_move(loaded) is not None:
            return game
    raise AssertionError("the bot never began")


async def test_a_bot_plays_until_a_person_has_to_act(home: House, redis_url: str) -> None:
    game = await a_bots_turn(home)
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "automa", game) == "done"
    loaded = await home.newest(game)
    (seat,) = due(loaded.rules, loaded.table).seats
    assert loaded.table.seats[seat].player == "p_1"
    assert next_move(loaded) is None
    moved = (await entries_by(home, game))[2:]
    assert moved
    assert set(moved) == {(f"seat:{1 - seat}", "random")}
    assert (await home.auditor.audit(game, full=True)).ok
    assert await home.retries.due(10) == []


async def test_entry_has_the_id_of_its_job(home: House, redis_url: str) -> None:
    game = await a_bots_turn(home)
    version = (await home.newest(game)).table.version
    async with job_runner(redis_url) as worker:
        await run_job(worker, "automa", game, attempt=3)
    loaded = await home.newest(game)
    entry = loaded.codec.entry((await home.lines(game))[version])
    assert entry.meta.job == f"automa-{game}-{version}-3"
    assert entry.meta.request is None


async def test_the_solo_automa_takes_its_turn(home: House, redis_url: str) -> None:
    game = await home.started("p_1")
    async with job_runner(redis_url) as worker:
        for _ in range(200):
            loaded = await home.newest(game)
            if due(loaded.rules, loaded.table).automa is not None:
                break
            await home.play(game, 1)
        assert await run_job(worker, "automa", game) == "done"
    told = await entries_by(home, game)
    assert told[-1][0] == "tom"
    assert (await home.auditor.audit(game, full=True)).ok


async def test_a_job_for_another_version_does_nothing(home: House, redis_url: str) -> None:
    game = await a_bots_turn(home)
    version = (await home.newest(game)).table.version
    async with job_runner(redis_url) as worker:
        assert await worker.run(Job("automa", game, version - 1), play) == "outdated"
        assert await worker.run(Job("automa", game, version + 1), play) == "outdated"
    assert (await home.newest(game)).table.version == version


async def test_same_job_twenty_times_at_once_is_played_once(home: House, redis_url: str) -> None:
    game = await a_bots_turn(home)
    version = (await home.newest(game)).table.version
    async with AsyncExitStack() as stack:
        workers = [await stack.enter_async_context(job_runner(redis_url)) for _ in range(20)]
        outcomes = await asyncio.gather(
            *(one.run(Job("automa", game, version, n), play) for n, one in enumerate(workers, 1))
        )
    assert sorted(outcomes) == ["done", *["outdated"] * 19]
    assert next_move(await home.newest(game)) is None
    jobs = {job for actor, job in await jobs_of(home, game) if actor.startswith("seat:")}
    assert len(jobs) == 1
    assert (await home.auditor.audit(game, full=True)).ok


async def test_bots_that_nobody_waits_for_are_left_to_the_last_queue(home: House, redis_url: str) -> None:
    game = await home.open("p_1", ("bot:random", "bot:random"), auto_start=True)
    version = (await home.newest(game)).table.version
    alone = Job("automa", game, version, alone=True)
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "automa", game) == "done"
        assert (await home.newest(game)).table.version == version
        with Redis.from_url(redis_url) as redis:
            last = Queue(BOTS_ALONE, connection=redis, serializer=SERIALIZER)
            await asyncio.to_thread(eventually, lambda: last.job_ids == [alone.id])
        assert await worker.run(alone, play) == "done"
    assert (await home.newest(game)).table.version > version


async def test_job_is_bounded_and_hands_over_the_rest(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automa, "MOST_MOVES", 1)
    game = await a_bots_turn(home)
    before = (await home.newest(game)).table.version
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "automa", game) == "done"
    loaded = await home.newest(game)
    assert loaded.table.version == before + 1
    is_left = f"automa-{game}-{before + 1}" in home.queues.waiting()
    assert is_left == (next_move(loaded) is not None)


async def test_job_past_its_time_limit_makes_one_move_and_hands_over_the_rest(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automa, "MOST_SECONDS", -1)
    game = await a_bots_turn(home)
    before = (await home.newest(game)).table.version
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "automa", game) == "done"
    loaded = await home.newest(game)
    assert loaded.table.version == before + 1
    is_left = f"automa-{game}-{before + 1}" in home.queues.waiting()
    assert is_left == (next_move(loaded) is not None)


async def test_stopping_worker_leaves_the_rest_to_others(home: House, redis_url: str) -> None:
    game = await a_bots_turn(home)
    before = (await home.newest(game)).table.version
    async with job_runner(redis_url) as worker:
        worker.stop.is_set = True
        assert await run_job(worker, "automa", game) == "done"
    assert (await home.newest(game)).table.version == before
    assert [due.item.id for due in await home.store.outbox.due(2**53)] == ["automa"]


async def test_stand_in_plays_for_a_resigned_player_until_the_others_finish(
    home: House, redis_url: str
) -> None:
    game = await home.started("p_1", "p_2", "p_3")
    loaded = await home.newest(game)
    (seat,) = due(loaded.rules, loaded.table).seats
    await home.ask(game, f"seat:{seat}", Resign())
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "automa", game) == "done"
        others = [n for n in range(3) if n != seat]
        await home.resign(game, *others)
        await run_job(worker, "scoring", game)
    await reaches(home, game, Status.FINISHED)
    assert (f"seat:{seat}", "greedy") in await entries_by(home, game)
    assert (await home.auditor.audit(game, full=True)).ok


async def test_plans_of_absent_players_come_before_their_bots_even_if_all_are_absent(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: "2026-01-01T00:00:00.000Z")
        game = await home.started("p_1", clock=Clock(days=1))
    await home.ask(game, CLOCK, TimeOut())
    loaded = await home.newest(game)
    assert next_move(loaded) is not None
    await home.plan(game, "p_1", [loaded.rules.legal(loaded.table.state, 0)[0]])
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "automa", game) == "done"
    assert (await home.newest(game)).table.version == loaded.table.version
