"""The jobs of webhooks: new entries are queued as deliveries, which are sent in their own thread."""

import threading
from collections.abc import AsyncIterator, Iterator

import pytest
from redis import Redis

from service.jobs.queues import Job, Queues
from service.runtime import now_ms
from service.settings import Settings
from service.store.ids import new_id
from service.store.outbox import WEBHOOK
from service.webhooks.delivery_queue import DeliveryQueues, StoredDelivery, StoredWebhook
from service.webhooks.following import WebhookFollowing
from service.webhooks.signing import new_secret
from tests.support.jobs import job_runner, run
from tests.support.mail import PRIVATE
from tests.support.processes import eventually
from tests.support.receiver import Receiver, receiving
from tests.support.tables import House
from workers.job_runner import JobRunner
from workers.webhook import notify_followers
from workers.webhook_thread import WebhookThread

pytestmark = pytest.mark.anyio


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
async def opened(redis_url: str) -> AsyncIterator[JobRunner]:
    async with job_runner(redis_url) as opened:
        yield opened


async def followed(home: House, receiver: Receiver, owner: str = "p_1", game: str = "") -> StoredWebhook:
    """A webhook for all that happens."""
    hook = StoredWebhook(
        id=new_id("w"),
        owner=owner,
        token="",
        url=receiver.url,
        events=frozenset({"game.entry"}),
        game=game,
        created=now_ms(),
        secret=new_secret(),
    )
    await DeliveryQueues(home.store.connection).make(hook)
    await home.store.connection.call("HSET", f"{{p{owner}}}:webhooks", hook.id, game)
    await WebhookFollowing(home.store.connection).follow_games(hook)
    return hook


async def test_webhook_gets_all_entries_up_to_the_head(
    home: House, opened: JobRunner, receiver: Receiver
) -> None:
    game = await home.started("p_1", "p_2")
    hook = await followed(home, receiver)
    await home.play(game, 3)
    assert await opened.run(Job(WEBHOOK, game, 4), notify_followers) == "done"
    assert await DeliveryQueues(home.store.connection).waiting([hook.id]) == [3]
    assert await home.store.outbox.payload(game, WEBHOOK) is None
    assert any(work.startswith(f"webhook-{hook.id}-") for work in home.queues.waiting())


async def test_repeated_job_changes_nothing(home: House, opened: JobRunner, receiver: Receiver) -> None:
    game = await home.started("p_1", "p_2")
    hook = await followed(home, receiver)
    await home.play(game, 2)
    for attempt in range(3):
        await opened.run(Job(WEBHOOK, game, 5, attempt), notify_followers)
    assert await DeliveryQueues(home.store.connection).waiting([hook.id]) == [2]


async def test_appender_sends_a_job_only_if_a_webhook_follows_the_game(
    home: House, receiver: Receiver
) -> None:
    game, other = await home.started("p_1", "p_2"), await home.started("p_3", "p_4")
    await followed(home, receiver)
    await home.play(game, 1)
    await home.play(other, 1)
    assert home.queues.waiting() == {f"webhook-{game}-4"}


async def test_worker_sends_queued_deliveries_and_ends(
    home: House, redis_url: str, receiver: Receiver
) -> None:
    game = await home.started("p_1", "p_2")
    hook = await followed(home, receiver)
    await home.play(game, 3)
    run("workers.run", "--burst", redis_url=redis_url, webhook_private="true")
    assert receiver.told() == [("game.entry", seq) for seq in (4, 5, 6)]
    for got in receiver.got:
        got.verified(hook.secret)
    with Redis.from_url(redis_url) as client:
        counted = client.hgetall("emberlog:deliveries")
    assert counted[b"delivered"] == b"3"


async def test_hanging_receiver_delays_no_other_and_times_out(
    home: House, redis_url: str, receiver: Receiver
) -> None:
    receiver.held_back.clear()
    slow = await followed(home, receiver)
    with receiving() as quick:
        fast = await followed(home, quick)
        delivery_queues, queues = DeliveryQueues(home.store.connection), Queues(redis_url)
        for hook in (slow, fast):
            delivery = StoredDelivery(
                id=new_id("d"), event="ping", created=now_ms(), at="2026-01-01T00:00:00.000Z"
            )
            await delivery_queues.put(hook.id, [delivery])
        webhook_thread = WebhookThread(Settings(redis_url=redis_url, **PRIVATE), queues)
        webhook_thread.take(slow.id)
        webhook_thread.take(fast.id)
        quick.gets(1)
        eventually(lambda: receiver.asked == 1)
        webhook_thread.close()
        queues.close()
    assert await delivery_queues.waiting([slow.id, fast.id]) == [1, 0]
    claimed = await delivery_queues.claim(slow.id, "another", 1000)
    assert claimed is not None


async def test_stopped_webhook_thread_finishes_current_deliveries_and_leaves_the_rest(
    home: House, redis_url: str, receiver: Receiver
) -> None:
    receiver.held_back.clear()
    hook = await followed(home, receiver)
    delivery_queues, queues = DeliveryQueues(home.store.connection), Queues(redis_url)
    deliveries = [
        StoredDelivery(id=new_id("d"), event="ping", created=now_ms(), at="2026-01-01T00:00:00.000Z")
        for _ in range(3)
    ]
    await delivery_queues.put(hook.id, deliveries)
    webhook_thread = WebhookThread(Settings(redis_url=redis_url, **PRIVATE), queues)
    webhook_thread.take(hook.id)
    eventually(lambda: receiver.asked == 1)
    closing = threading.Thread(target=webhook_thread.close)
    closing.start()
    eventually(lambda: webhook_thread._sender is not None and webhook_thread._sender.stopping)
    receiver.held_back.set()
    closing.join()
    queues.close()
    assert [got.id for got in receiver.got] == [deliveries[0].id]
    assert await delivery_queues.waiting([hook.id]) == [2]


def test_webhook_thread_that_never_started_can_be_closed(redis_url: str) -> None:
    queues = Queues(redis_url)
    WebhookThread(Settings(redis_url=redis_url), queues).close()
    queues.close()
