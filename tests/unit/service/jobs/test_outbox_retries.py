"""Orders: attempts for one sweeper alone, failures that are counted, and what is parked."""

from collections.abc import AsyncIterator

import pytest

from domain.kernel.errors import CorruptLog, UnknownRules
from domain.kernel.work import WorkKind
from service.jobs.outbox_retries import PARKED, overdue_since
from service.jobs.queues import JOB_RULES, Job
from service.runtime import now_ms
from service.store.outbox import OutboxTask, read_task
from tests.support.tables import House, house

HOUR = 3_600_000


@pytest.fixture
async def home(redis_url: str) -> AsyncIterator[House]:
    async with house(redis_url, dead=True) as home:
        yield home


@pytest.fixture
async def game(home: House) -> str:
    """To be scored, by an appender that died."""
    game = await home.started("p_1", "p_2")
    await home.resign(game, 0, 1)
    due = await home.store.outbox.due(2**53)
    assert {one.item.id for one in due} == {"index", "scoring"}
    return game


async def scoring(home: House) -> tuple[OutboxTask, int]:
    (found,) = [one for one in await home.store.outbox.due(PARKED) if one.item.id == "scoring"]
    return read_task(found.item.payload), found.item.due_ms


def test_every_kind_of_work_has_a_queue() -> None:
    assert set(JOB_RULES) == set(WorkKind)


def test_job_id_has_only_characters_that_rq_allows() -> None:
    job = Job("automa", "g_01k00000000000000000000000", 12, 3)
    assert job.id == "automa-g_01k00000000000000000000000-12-3"
    assert job.id.replace("-", "").replace("_", "").isalnum()


async def test_each_attempt_is_claimed_by_one_sweeper(home: House, game: str) -> None:
    (due,) = [one for one in await home.store.outbox.due(2**53) if one.item.id == "scoring"]
    version = (await home.newest(game)).table.version
    assert await home.retries.next_attempt(due, HOUR) == Job("scoring", game, version, 2)
    assert await home.retries.next_attempt(due, HOUR) is None
    order, moment = await scoring(home)
    assert order == OutboxTask(version, attempt=2, since=due.item.due_ms)
    assert moment > now_ms()


async def test_pauses_grow_between_unanswered_attempts(home: House, game: str) -> None:
    for seconds in [*[2] * 9, 4, 8, 16, 32, 64, 128, 256, 512, 512]:
        (due,) = [one for one in await home.store.outbox.due(PARKED) if one.item.id == "scoring"]
        before = now_ms()
        await home.retries.next_attempt(due, 2000)
        assert before <= (await scoring(home))[1] - seconds * 1000 <= now_ms()


async def test_item_is_overdue_since_the_sweeper_first_saw_it(home: House, game: str) -> None:
    version = (await home.newest(game)).table.version
    (due,) = [one for one in await home.store.outbox.due(PARKED) if one.item.id == "scoring"]
    assert await home.store.outbox.postpone(game, "scoring", due.item.payload, 1000)
    for again in (False, False, True, True):
        (due,) = [one for one in await home.retries.overdue() if one.item.id == "scoring"]
        assert overdue_since(due) == 1000
        await (home.retries.next_attempt(due, 2000) if again else home.retries.postpone(due, 2000))
        assert (await home.retries.backlog()).oldest_ms == 1000
    assert await home.retries.failed("scoring", game, version, ValueError())
    assert [one.item.id for one in await home.retries.overdue() if overdue_since(one) == 1000] == []


async def test_postponed_item_keeps_the_id_of_its_plan(home: House, game: str) -> None:
    (due,) = [one for one in await home.store.outbox.due(PARKED) if one.item.id == "scoring"]
    plan = b'{"version":3,"plan":"plan_1"}'
    assert await home.store.outbox.postpone(game, "scoring", due.item.payload, 1000, plan)
    for put_off in (home.retries.postpone, home.retries.next_attempt):
        (due,) = [one for one in await home.retries.overdue() if one.item.id == "scoring"]
        await put_off(due, 2000)
        assert (await scoring(home))[0].plan == "plan_1"


async def test_failures_are_counted_and_postponed_and_finally_parked(home: House, game: str) -> None:
    version = (await home.newest(game)).table.version
    pauses = JOB_RULES["scoring"].pauses
    for number, pause in enumerate(pauses, 1):
        before = now_ms()
        order = await home.retries.failed("scoring", game, version, ValueError())
        assert order == OutboxTask(version, failures=number)
        assert before <= (await scoring(home))[1] - pause * 1000 <= now_ms()
        assert await home.retries.parked() == []
    await home.retries.failed("scoring", game, version, ValueError())
    (parked,) = await home.retries.parked()
    assert (parked.game, parked.kind, parked.failures) == (game, "scoring", len(pauses) + 1)
    assert await home.retries.retry() == 1
    assert await home.retries.parked() == []
    assert (await scoring(home))[1] <= now_ms()
    assert (await scoring(home))[0] == OutboxTask(version)


async def test_unreadable_item_is_parked_at_once(home: House, game: str) -> None:
    version = (await home.newest(game)).table.version
    await home.retries.failed("scoring", game, version, CorruptLog("poison"))
    assert [parked.game for parked in await home.retries.parked()] == [game]


async def test_item_of_a_newer_version_is_left_to_it_and_never_parked(home: House, game: str) -> None:
    version = (await home.newest(game)).table.version
    (due,) = [one for one in await home.store.outbox.due(PARKED) if one.item.id == "scoring"]
    assert await home.retries.next_attempt(due, 1)
    for _ in range(2 * len(JOB_RULES["scoring"].pauses)):
        before = now_ms()
        await home.retries.failed("scoring", game, version, UnknownRules("bonfire/99"))
        order, moment = await scoring(home)
        assert before <= moment - 60_000 <= now_ms()
        assert order.since == due.item.due_ms
    assert await home.retries.parked() == []


async def test_failure_at_an_outdated_version_is_not_counted(home: House, game: str) -> None:
    version = (await home.newest(game)).table.version
    assert await home.retries.failed("scoring", game, version - 1, ValueError()) is None
    assert await home.retries.failed("automa", game, version, ValueError()) is None
    assert (await scoring(home))[0] == OutboxTask(version)
