"""Plans whatever dies: each move is played once, in its order, by real workers on a real Redis."""

from contextlib import ExitStack

from domain.kernel.actors import seat_actor
from domain.kernel.messages import Command
from service.jobs.queues import Job
from tests.support.futures import future, moves_of
from tests.support.jobs import running
from tests.support.tables import House, becomes

WORKER, SWEEPER = "workers.run", "workers.sweeper"
FAST = {"sweep_seconds": "0.2"}


async def planned(home: House, turns: int) -> tuple[str, int, list[tuple[int, Command]]]:
    """A game in which both players have left what they will play: its version then, and the story."""
    game = await home.started("p_1", "p_2")
    loaded = await home.newest(game)
    story = future(loaded, turns)
    for seat in (1, 0):
        await home.plan(game, str(loaded.table.seats[seat].player), moves_of(seat, story))
    return game, loaded.table.version, story


async def is_played(home: House, game: str, version: int, story: list[tuple[int, Command]]) -> None:
    """The story was played to its end, each move once, and nothing is left to be done."""
    loaded = await becomes(home, game, lambda loaded: loaded.table.version >= version + len(story))
    entries = [loaded.codec.entry(line) for line in (await home.lines(game))[version:]]
    assert [(entry.actor, entry.command) for entry in entries] == [
        (seat_actor(seat), move) for seat, move in story
    ]
    assert (await home.auditor.audit(game, full=True)).ok
    assert await home.store.plans.of(game) == {}
    assert await home.store.plans.all_dropped(game) == {}
    assert await home.store.outbox.payload(game, "plan") is None


async def test_workers_killed_while_playing_leave_plans_to_the_next_one(home: House, redis_url: str) -> None:
    games = [await planned(home, turns=8) for _ in range(2)]
    with running(SWEEPER, redis_url=redis_url, **FAST):
        for goal in (5, 30):
            with running(WORKER, redis_url=redis_url) as worker:
                game, version, _ = games[goal % 2]
                await becomes(home, game, lambda loaded: loaded.table.version >= version + goal)  # noqa: B023
                worker.kill()
        with running(WORKER, redis_url=redis_url):
            for game, version, story in games:
                await is_played(home, game, version, story)


async def test_a_service_killed_after_it_stored_a_plan_loses_nothing(dead: House, redis_url: str) -> None:
    game, version, story = await planned(dead, turns=4)
    assert dead.queues.waiting() == frozenset()
    with running(WORKER, redis_url=redis_url), running(SWEEPER, redis_url=redis_url, **FAST):
        await is_played(dead, game, version, story)


async def test_jobs_repeated_in_two_workers_play_each_move_once(home: House, redis_url: str) -> None:
    game, version, story = await planned(home, turns=6)
    home.queues.put([Job("plan", game, version, attempt) for attempt in range(2, 22)])
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(running(WORKER, redis_url=redis_url))
        stack.enter_context(running(SWEEPER, redis_url=redis_url, **FAST))
        await is_played(home, game, version, story)
