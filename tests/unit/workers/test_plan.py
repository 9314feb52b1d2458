"""Plans: moves that were left are played when it is their player's turn, once each, or dropped and told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from domain.bonfire.commands import EndTurn
from domain.kernel.absence import SeatTakenBack
from domain.kernel.actors import CLOCK, seat_actor
from domain.kernel.clock import TimeOut
from domain.kernel.entry import Entry
from domain.kernel.errors import Rejected
from domain.kernel.game import Resign
from domain.kernel.messages import Command
from domain.kernel.table import Clock, Status
from domain.kernel.undo import Undo
from service.engine.commands import CommandRequest
from service.engine.idempotency import idempotency_key_of
from service.engine.stored_plans import plan_drop, read_dropped_plan
from service.errors import Forbidden
from service.jobs.queues import Job
from service.settings import Settings
from service.store import Append, RedisUnavailable, keys
from service.store.append import seen_field
from service.usecases.games import GameCall
from tests.support.futures import future, moves_of
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House
from workers import plan as plans
from workers.automa import next_move
from workers.job_runner import JobRunner
from workers.plan import follow_plans
from workers.sweeper import Sweeper

LONG_AGO = "2026-01-01T00:00:00.000Z"


@pytest.fixture
async def worker(redis_url: str) -> AsyncIterator[JobRunner]:
    async with job_runner(redis_url) as opened:
        yield opened


async def entries(home: House, game: str, after: int) -> list[Entry[Any, Any]]:
    loaded = await home.newest(game)
    return [loaded.codec.entry(line) for line in (await home.lines(game))[after:]]


async def play(home: House, game: str, told: list[tuple[int, Command]]) -> None:
    for seat, move in told:
        await home.ask(game, seat_actor(seat), move)


async def left(home: House, game: str, player: str) -> tuple[int, str | None]:
    """How many moves are left, and why the last plan was dropped."""
    found = await home.planning.read(game, player, "en")
    return len(found.moves), None if found.dropped is None else found.dropped.code


async def orders(home: House) -> list[str]:
    return [due.item.id for due in await home.store.outbox.due(2**53)]


class Opening:
    """A game of two in which one is to begin and the other has a plan for the turn after."""

    def __init__(
        self, home: House, game: str, told: list[tuple[int, Command]], seats: tuple[str, str]
    ) -> None:
        self.home, self.game, self.seats = home, game, seats
        self.first, self.second = told[0][0], 1 - told[0][0]
        self.now = [each for each in told if each[0] == self.first][: self._turn(told)]
        self.then = moves_of(self.second, told)

    def _turn(self, told: list[tuple[int, Command]]) -> int:
        return next(n for n, (seat, _) in enumerate(told) if seat == self.second)

    @property
    def planner(self) -> str:
        return self.seats[self.second]


async def opening(home: House, turns: int = 2, **options: Any) -> Opening:
    game = await home.started("p_1", "p_2", **options)
    loaded = await home.newest(game)
    players = tuple(str(seat.player) for seat in loaded.table.seats)
    return Opening(home, game, future(loaded, turns), (players[0], players[1]))


async def test_a_plan_is_played_when_its_turn_comes(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    await home.plan(table.game, table.planner, table.then)
    assert await run_job(worker, "plan", table.game) == "done"
    before = (await home.newest(table.game)).table.version
    assert await left(home, table.game, table.planner) == (len(table.then), None)
    assert await orders(home) == []
    await play(home, table.game, table.now)
    assert home.queues.waiting() == {f"plan-{table.game}-{before + n}" for n in range(len(table.now) + 1)}
    assert await run_job(worker, "plan", table.game) == "done"
    played = await entries(home, table.game, before + len(table.now))
    assert [entry.command for entry in played] == table.then
    assert {entry.actor for entry in played} == {seat_actor(table.second)}
    assert await left(home, table.game, table.planner) == (0, None)
    assert await orders(home) == []
    assert (await home.auditor.audit(table.game, full=True)).ok


async def test_no_item_is_left_if_only_players_who_are_not_due_have_plans(
    home: House, worker: JobRunner
) -> None:
    table = await opening(home)
    version = (await home.newest(table.game)).table.version
    await home.plan(table.game, table.planner, table.then)
    await home.plan(table.game, table.seats[table.first], [table.now[0][1]])
    assert await run_job(worker, "plan", table.game) == "done"
    assert len(await entries(home, table.game, version)) == 1
    assert await left(home, table.game, table.planner) == (len(table.then), None)
    assert await orders(home) == []


async def test_log_shows_that_a_move_was_planned(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    await play(home, table.game, table.now)
    version = (await home.newest(table.game)).table.version
    await home.plan(table.game, table.planner, table.then[:2])
    await run_job(worker, "plan", table.game)
    one, two = await entries(home, table.game, version)
    by_hand = (await entries(home, table.game, 0))[version - 1]
    assert isinstance(one.meta.plan, str)
    assert one.meta.plan == two.meta.plan
    assert (one.meta.job, one.meta.request, one.meta.bot) == (f"plan-{table.game}-{version}-1", None, None)
    assert one.command_id == seen_field(idempotency_key_of(one.meta.plan, "0").command_id)
    assert two.command_id == seen_field(idempotency_key_of(one.meta.plan, "1").command_id)
    lines = await home.lines(table.game)
    assert b'"plan"' in lines[version]
    assert b'"plan"' not in lines[version - 1]
    assert by_hand.command_id is None


async def test_plan_of_a_player_who_is_already_due_starts_at_once(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    mine = [move for _, move in table.now]
    await home.plan(table.game, table.seats[table.first], mine)
    before = (await home.newest(table.game)).table.version
    assert f"plan-{table.game}-{before}" in home.queues.waiting()
    await run_job(worker, "plan", table.game)
    assert [entry.command for entry in await entries(home, table.game, before)] == mine


async def test_two_plans_are_played_turn_by_turn(home: House, worker: JobRunner) -> None:
    game = await home.started("p_1", "p_2")
    loaded = await home.newest(game)
    told = future(loaded, 4)
    for seat in (0, 1):
        await home.plan(game, str(loaded.table.seats[seat].player), moves_of(seat, told))
    await _to_the_end(worker, game)
    played = await entries(home, game, loaded.table.version)
    assert [(entry.actor, entry.command) for entry in played] == [(seat_actor(s), m) for s, m in told]
    assert await orders(home) == []
    assert (await home.auditor.audit(game, full=True)).ok


async def _to_the_end(worker: JobRunner, game: str) -> None:
    """A job may have an end before the plan has."""
    for _ in range(5):
        await run_job(worker, "plan", game)


async def test_refused_move_ends_the_plan_and_is_reported(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    wrong = [table.then[0], EndTurn(), *table.then[1:]]
    await home.plan(table.game, table.planner, wrong)
    await play(home, table.game, table.now)
    before = (await home.newest(table.game)).table.version
    assert await run_job(worker, "plan", table.game) == "done"
    loaded = await home.newest(table.game)
    assert loaded.table.version == before + 1
    found = await home.planning.read(table.game, table.planner, "de")
    assert (found.moves, found.played) == ((), 0)
    assert found.dropped is not None
    assert (found.dropped.version, found.dropped.moves) == (before + 1, tuple(wrong[1:]))
    with pytest.raises(Rejected) as refused:
        await home.ask(table.game, seat_actor(table.second), EndTurn())
    assert (found.dropped.code, found.dropped.rule) == (refused.value.code, refused.value.rule)
    english = (await home.planning.read(table.game, table.planner, "en")).dropped
    assert english is not None
    assert found.dropped.message != english.message
    assert await orders(home) == []
    await home.plan(table.game, table.planner, [EndTurn()])
    assert (await home.planning.read(table.game, table.planner, "en")).dropped is None


async def test_manual_move_undo_and_resignation_end_the_plan(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    actor = seat_actor(table.first)
    own = [move for _, move in table.now]
    await home.ask(table.game, actor, own[0])
    for command in (own[1], Undo(), Resign()):
        await home.store.plans.end(table.game, table.seats[table.first], "plan")
        await _leave_unplayed(home, table.game, table.seats[table.first])
        await _leave_unplayed(home, table.game, table.planner)
        await home.ask(table.game, actor, command)
        assert (await home.store.plans.of(table.game)).keys() == {table.planner}
        assert "plan" in await orders(home)


async def _leave_unplayed(home: House, game: str, player: str) -> None:
    await home.plan(game, player, [EndTurn()])


async def test_no_work_is_due_after_a_manual_move_ends_the_last_plan(home: House) -> None:
    table = await opening(home)
    await home.plan(table.game, table.seats[table.first], [EndTurn()])
    assert await orders(home) == ["plan"]
    await play(home, table.game, table.now[:1])
    assert await orders(home) == []
    await play(home, table.game, table.now[1:2])
    assert await orders(home) == []


async def test_plan_ends_with_the_account_of_its_player(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    await home.plan(table.game, table.planner, table.then)
    await home.store.connection.call("HSET", keys.player(table.planner), "banned", "1")
    await run_job(worker, "plan", table.game)
    assert await home.store.plans.of(table.game) == {}
    assert await orders(home) == []


async def test_plan_ends_silently_with_its_game(
    home: House, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: LONG_AGO)
        table = await opening(home, clock=Clock(days=1), on_timeout="forfeit")
        await home.plan(table.game, table.planner, table.then)
        await home.resign(table.game, table.first)
        while next_move(await home.newest(table.game)) is not None:
            await run_job(worker, "automa", table.game)
    await home.ask(table.game, CLOCK, TimeOut())
    loaded = await home.newest(table.game)
    assert (loaded.table.status, await left(home, table.game, table.planner)) == (
        Status.SCORING,
        (len(table.then), None),
    )
    assert await run_job(worker, "plan", table.game) == "done"
    assert await left(home, table.game, table.planner) == (0, None)
    assert await orders(home) == ["scoring"]


async def test_same_job_many_times_at_once_plays_each_move_once(home: House, redis_url: str) -> None:
    table = await opening(home)
    await home.plan(table.game, table.planner, table.then)
    await play(home, table.game, table.now)
    version = (await home.newest(table.game)).table.version
    async with AsyncExitStack() as stack:
        workers = [await stack.enter_async_context(job_runner(redis_url)) for _ in range(10)]
        jobs = (Job("plan", table.game, version, n) for n in range(1, 11))
        outcomes = await asyncio.gather(*(one.run(job, follow_plans) for one, job in zip(workers, jobs)))
    assert set(outcomes) <= {"done", "outdated"}
    assert [entry.command for entry in await entries(home, table.game, version)] == table.then
    assert await left(home, table.game, table.planner) == (0, None)
    assert await orders(home) == []


class Dying:
    """A worker that is killed at its n-th call to Redis: before it is made, or before it is answered."""

    def __init__(self, opened: JobRunner, last: int, *, made: bool) -> None:
        self._calls, self._last, self._made = 0, last, made
        link: Any = opened.store.connection
        for name in ("run", "call", "pipeline"):
            setattr(link, name, self._wrapped(getattr(link, name)))

    def _wrapped(self, do: Any) -> Any:
        async def call(*args: Any) -> Any:
            self._calls += 1
            if self._calls < self._last:
                return await do(*args)
            if self._calls == self._last and self._made:
                await do(*args)
            raise RedisUnavailable("killed")

        return call


@pytest.mark.parametrize("made", [False, True])
async def test_worker_killed_at_any_call_leaves_the_rest_to_the_next_one(
    home: House, redis_url: str, made: bool
) -> None:
    killed = True
    for last in range(1, 100):
        table = await opening(home)
        await play(home, table.game, table.now)
        await home.plan(table.game, table.planner, [*table.then[:2], EndTurn()])
        version = (await home.newest(table.game)).table.version
        async with job_runner(redis_url) as worker:
            Dying(worker, last, made=made)
            try:
                await worker.run(Job("plan", table.game, version), follow_plans)
                killed = False
            except RedisUnavailable:
                over = (await left(home, table.game, table.planner))[1] is not None
                assert over or await home.store.outbox.payload(table.game, "plan") is not None
        async with job_runner(redis_url) as another:
            await run_job(another, "plan", table.game)
        played = await entries(home, table.game, version)
        assert [entry.command for entry in played] == table.then[:2], last
        assert await left(home, table.game, table.planner) == (0, "main_option_due"), last
        assert await home.store.outbox.payload(table.game, "plan") is None
        if not killed:
            break
    assert not killed
    assert last > 8


async def test_plan_replaced_while_it_is_played_is_not_continued(
    home: House, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opening(home)
    await play(home, table.game, table.now)
    await home.plan(table.game, table.planner, table.then)
    version = (await home.newest(table.game)).table.version
    append = worker.store.append

    async def late(new: Append) -> Any:
        monkeypatch.setattr(worker.store, "append", append)
        await home.plan(table.game, table.planner, [EndTurn()])
        return await append(new)

    monkeypatch.setattr(worker.store, "append", late)
    assert await run_job(worker, "plan", table.game) == "outdated"
    assert (await home.newest(table.game)).table.version == version
    assert await left(home, table.game, table.planner) == (1, None)
    assert await orders(home) == ["plan"]


async def test_item_added_while_a_job_runs_is_not_marked_done(
    home: House, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opening(home)
    await play(home, table.game, table.now[:-1])
    await home.plan(table.game, table.planner, table.then[:1])
    payload, version = worker.store.outbox.payload, (await home.newest(table.game)).table.version

    async def meanwhile(game: str, item: str) -> bytes | None:
        monkeypatch.setattr(worker.store.outbox, "payload", payload)
        await play(home, table.game, table.now[-1:])
        return await payload(game, item)

    monkeypatch.setattr(worker.store.outbox, "payload", meanwhile)
    assert await run_job(worker, "plan", table.game) == "done"
    assert [entry.command for entry in await entries(home, table.game, version)][1:] == table.then[:1]


async def test_job_past_its_time_limit_makes_one_move_and_leaves_the_rest(
    home: House, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_SECONDS", -1)
    table = await opening(home)
    version = (await home.newest(table.game)).table.version
    await home.plan(table.game, table.seats[table.first], [move for _, move in table.now])
    assert await run_job(worker, "plan", table.game) == "done"
    assert len(await entries(home, table.game, version)) == 1
    assert await orders(home) == ["plan"]


async def test_job_is_bounded_and_hands_over_the_rest(
    home: House, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_MOVES", 1)
    table = await opening(home)
    await home.plan(table.game, table.planner, table.then)
    await play(home, table.game, table.now)
    version = (await home.newest(table.game)).table.version
    for n in range(1, 4):
        assert await run_job(worker, "plan", table.game) == "done"
        assert (await home.newest(table.game)).table.version == version + n
        assert f"plan-{table.game}-{version + n}" in home.queues.waiting()


async def test_job_lost_by_the_queue_is_requeued(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opening(home)
    monkeypatch.setattr("service.store.outbox.present_ms", lambda: 0)
    await home.plan(table.game, table.seats[table.first], [EndTurn()])
    for key in await home.store.connection.client.keys("rq:*"):
        await home.store.connection.client.delete(key)
    assert home.queues.waiting() == frozenset()
    sweeper = Sweeper(Settings(redis_url=redis_url, sweep_seconds=60))
    try:
        assert (await sweeper.sweep()).enqueued == 1
    finally:
        await sweeper.close()
    version = (await home.newest(table.game)).table.version
    assert home.queues.waiting() == {f"plan-{table.game}-{version}"}


async def test_plan_comes_before_the_stand_in_and_retakes_the_seat(
    home: House, worker: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.engine.commands.now", lambda: LONG_AGO)
        table = await opening(home, clock=Clock(days=1))
    own = [move for _, move in table.now]
    await home.ask(table.game, CLOCK, TimeOut())
    absent = table.seats[table.first]
    await home.plan(table.game, absent, own[:1])
    version = (await home.newest(table.game)).table.version
    assert await run_job(worker, "automa", table.game) == "done"
    assert (await home.newest(table.game)).table.version == version
    await run_job(worker, "plan", table.game)
    (played,) = await entries(home, table.game, version)
    assert played.command == own[0]
    assert isinstance(played.events[0], SeatTakenBack)
    assert (await home.newest(table.game)).table.seats[table.first].stand_in is None


async def test_move_of_the_stand_in_does_not_end_the_plan(home: House) -> None:
    table = await opening(home)
    await home.plan(table.game, table.seats[table.first], [EndTurn()])
    seat, move = table.now[0]
    await home.commands.run(table.game, CommandRequest(actor=seat_actor(seat), command=move, bot="greedy"))
    assert await left(home, table.game, table.seats[table.first]) == (1, None)


async def test_only_players_of_the_game_can_store_a_plan(home: House) -> None:
    table = await opening(home)
    for player in ("p_3", "p_1x"):
        with pytest.raises(Forbidden, match="not_seated"):
            await home.plan(table.game, player, [EndTurn()])
    lobby = await home.open("p_1", ("me", "open"))
    with pytest.raises(Rejected, match="not_started"):
        await home.plan(lobby, "p_1", [EndTurn()])
    await home.resign(table.game, table.first)
    with pytest.raises(Forbidden, match="not_seated"):
        await home.plan(table.game, table.seats[table.first], [EndTurn()])
    await home.resign(table.game, table.second)
    with pytest.raises(Rejected, match="game_finished"):
        await home.plan(table.game, table.planner, [EndTurn()])


async def test_repeated_plan_with_the_same_key_is_stored_once(home: House, worker: JobRunner) -> None:
    table = await opening(home)
    own, player = [move for _, move in table.now], table.seats[table.first]
    call = GameCall(
        player=player, request="r", idempotency_key=idempotency_key_of(player, "key", "PUT", own[:1])
    )
    version = (await home.newest(table.game)).table.version
    for _ in range(3):
        answer = await home.planning.put(table.game, call, own[:1])
        assert answer.moves == (own[0],)
        await run_job(worker, "plan", table.game)
    assert (await home.newest(table.game)).table.version == version + 1
    assert await left(home, table.game, player) == (0, None)


async def test_outdated_drop_of_a_plan_does_nothing(home: House, worker: JobRunner) -> None:
    """Between the refusal and the drop the game went on, or the plan was replaced."""
    table = await opening(home)
    await home.plan(table.game, table.seats[table.first], [EndTurn()])
    loaded = await home.newest(table.game)
    kept = (await home.store.plans.of(table.game))[table.seats[table.first]]
    late = plan_drop(loaded, kept, Rejected("wrong_step"))
    await home.plan(table.game, table.seats[table.first], [EndTurn()])
    assert not await home.store.plans.end(table.game, table.seats[table.first], "plan", late)
    assert await left(home, table.game, table.seats[table.first]) == (1, None)
    kept = (await home.store.plans.of(table.game))[table.seats[table.first]]
    late = plan_drop(loaded, kept, Rejected("wrong_step"))
    await home.commands.run(
        table.game, CommandRequest(actor=seat_actor(table.first), command=table.now[0][1], bot="greedy")
    )
    assert not await home.store.plans.end(table.game, table.seats[table.first], "plan", late)
    assert read_dropped_plan(late.told).code == "wrong_step"
    assert await left(home, table.game, table.seats[table.first]) == (1, None)
