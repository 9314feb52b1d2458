"""Messages arrive, in order, whatever dies between the entry and its receiver."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import httpx
import pytest
from redis import Redis

from service.operations.embedded import EmbeddedRedis
from tests.support.games import Table, a_game
from tests.support.jobs import running
from tests.support.mail import PRIVATE
from tests.support.processes import PATIENCE, eventually
from tests.support.receiver import Receiver, receiving
from tests.support.service import FREELY, service
from tests.support.tables import house

pytestmark = pytest.mark.anyio

WORKER, SWEEPER = "workers.run", "workers.sweeper"
FAST = {"sweep_seconds": "0.2", "webhook_private": "true", "webhook_pause_seconds": "0.1"}


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **FREELY, **PRIVATE) as client:
        yield client


async def subscribed(client: httpx.AsyncClient, receiver: Receiver, *events: str) -> tuple[Table, str]:
    """A game that has just started, and the secret of a webhook of its first player."""
    game = await a_game(client)
    wish = {"url": receiver.url, "events": events or ["game.entry"]}
    answer = await client.post("/v1/webhooks", json=wish, headers=game.headers[0])
    assert answer.status_code == 201, answer.text
    return game, answer.json()["secret"]


async def arrives(receiver: Receiver, first: int, last: int) -> None:
    """Wait until the last entry has come; in order, each at least once."""
    await asyncio.to_thread(eventually, lambda: ("game.entry", last) in receiver.told())
    sequences = [sequence for _, sequence in receiver.told()]
    assert list(dict.fromkeys(sequences)) == list(range(first, last + 1))
    assert len({got.id for got in receiver.got}) == last - first + 1


async def is_quiet(redis_url: str) -> None:
    """Wait until nothing is left to be done."""
    async with house(redis_url) as home:
        async with asyncio.timeout(PATIENCE):
            while await home.store.outbox.count():  # noqa: ASYNC110  others are processes
                await asyncio.sleep(0.02)


async def test_a_process_killed_between_append_and_queue_has_its_message_delivered_by_the_sweeper(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game, secret = await subscribed(client, receiver)
    async with house(redis_url, dead=True) as dead:
        await dead.play(game.id, 4)
        assert dead.queues.waiting() == frozenset()
        with running(WORKER, redis_url=redis_url, **FAST), running(SWEEPER, redis_url=redis_url, **FAST):
            await arrives(receiver, 4, 7)
            await is_quiet(redis_url)
    for got in receiver.got:
        got.verified(secret)


async def test_a_game_made_by_a_process_that_was_killed_is_told_from_its_first_entry(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game, _ = await subscribed(client, receiver)
    async with house(redis_url, dead=True) as dead:
        another = await dead.open(game.players[0], ("me", "open"))
        await dead.join(another, "p_2")
        await dead.start(another, game.players[0])
        with running(WORKER, redis_url=redis_url, **FAST), running(SWEEPER, redis_url=redis_url, **FAST):
            await arrives(receiver, 1, 3)
    assert {message["data"]["game"] for message in receiver.messages} == {another}


async def test_what_a_flushed_queue_forgot_is_brought_back(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game, _ = await subscribed(client, receiver)
    await game.play_on(3)
    with Redis.from_url(redis_url) as redis:
        eventually(lambda: redis.llen("rq:queue:webhook"))
        for key in redis.scan_iter("rq:*"):
            redis.delete(key)
    with running(WORKER, redis_url=redis_url, **FAST), running(SWEEPER, redis_url=redis_url, **FAST):
        await arrives(receiver, 4, 6)


async def test_a_worker_killed_in_the_middle_of_a_delivery_leaves_it_to_the_next(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game, _ = await subscribed(client, receiver)
    settings = {**FAST, "webhook_timeout_seconds": "0.5"}
    receiver.held_back.clear()
    with running(SWEEPER, redis_url=redis_url, **settings):
        with running(WORKER, redis_url=redis_url, **settings) as worker:
            await game.play_on(3)
            with Redis.from_url(redis_url) as redis:
                eventually(
                    lambda: any(redis.hexists(key, "busy") for key in redis.scan_iter("*:webhook:w_*"))
                )
            worker.kill()
        receiver.held_back.set()
        with running(WORKER, redis_url=redis_url, **settings):
            await arrives(receiver, 4, 6)


async def test_two_workers_keep_the_order(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game, secret = await subscribed(client, receiver)
    receiver.next_answers(*[500, 204, 204, 503, 204] * 3)
    with ExitStack() as stack:
        for module in (WORKER, WORKER, SWEEPER):
            stack.enter_context(running(module, redis_url=redis_url, **FAST))
        last = await game.play_on(25)
        await arrives(receiver, 4, last)
        await is_quiet(redis_url)
    assert len(receiver.got) == last - 3 + 6
    for got in receiver.got:
        got.verified(secret)


@pytest.mark.long
async def test_a_redis_that_is_killed_loses_no_message(own_redis: EmbeddedRedis, receiver: Receiver) -> None:
    settings = {"redis_url": own_redis.url, **FAST, "webhook_timeout_seconds": "1"}
    async with service(own_redis.url, **FREELY, **PRIVATE) as client:
        game, _ = await subscribed(client, receiver)
        await game.play_on(3)
        own_redis.kill()
        own_redis.restart()
        with running(WORKER, **settings), running(SWEEPER, **settings):
            await arrives(receiver, 4, 6)
            own_redis.kill()
            own_redis.restart()
            await game.play_on(2)
            await arrives(receiver, 4, 8)
