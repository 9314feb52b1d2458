"""Followers and delivery queues on a single Redis and on a cluster: every script stays in its bucket."""

from service.runtime import now_ms
from service.store import Appended, OutboxItem, Store
from service.store.followers import Followers
from service.store.ids import new_id
from service.store.outbox import WEBHOOK
from service.webhooks.delivery_queue import AttemptOutcome, DeliveryQueues, StoredDelivery, StoredWebhook
from tests.unit.service.store.entries import nth, write

NEWS = OutboxItem(WEBHOOK, 5, b'{"version":3}')


def a_hook() -> StoredWebhook:
    return StoredWebhook(
        id=new_id("w"),
        owner="p_1",
        token="",
        url="https://example.org",
        events=frozenset({"game.entry"}),
        game="",
        created=now_ms(),
        secret="whsec_c2VjcmV0",
    )


async def test_append_adds_an_item_only_if_a_webhook_follows_the_game(store: Store, game: str) -> None:
    await write(store, game, 2)
    assert await store.append(nth(game, 3, followed=NEWS)) == Appended(3)
    assert await store.outbox.payload(game, WEBHOOK) is None
    await Followers(store.connection).follow(game, ["w_1"])
    assert await store.append(nth(game, 4, followed=NEWS)) == Appended(4, followed=True)
    assert await store.append(nth(game, 4, followed=NEWS)) == Appended(4, followed=True)
    assert await store.append(nth(game, 5)) == Appended(5)
    assert await store.outbox.payload(game, WEBHOOK) == NEWS.payload


async def test_webhook_that_follows_from_the_start_gets_past_entries(store: Store, game: str) -> None:
    followers = Followers(store.connection)
    await write(store, game, 3)
    assert await followers.follow(game, ["w_1"]) == 0
    assert await followers.follow(game, ["w_1", "w_2"], after=0) == 3
    assert await followers.follow(game, ["w_2"], after=0) == 0
    assert await followers.of(game) == {"w_1": 3, "w_2": 0}
    await followers.record_sent(game, {"w_1": -1, "w_2": 3, "w_3": 3})
    assert await followers.of(game) == {"w_2": 3}


async def test_delivery_queue_from_its_first_delivery_to_its_end(store: Store) -> None:
    delivery_queues, hook = DeliveryQueues(store.connection), a_hook()
    delivery = StoredDelivery(id=new_id("d"), event="ping", created=now_ms(), at="2026-01-01T00:00:00.000Z")
    assert await delivery_queues.make(hook) == hook
    put = await delivery_queues.put(hook.id, [delivery])
    assert put is not None
    assert (put.new, put.job) == (1, 1)
    claimed = await delivery_queues.claim(hook.id, "me", 1000)
    assert claimed is not None
    assert (claimed.hook, claimed.deliveries, claimed.asked) == (hook, [delivery], False)
    settled = AttemptOutcome(delivery=delivery, taken=True, fields={})
    assert await delivery_queues.settle(hook.id, "another", 1000, settled) is None
    assert await delivery_queues.settle(hook.id, "me", 1000, settled) == 0
    assert await delivery_queues.claim(hook.id, "me", 1000) is None
    assert await store.outbox.payload(hook.id, WEBHOOK) is None
    await delivery_queues.drop(hook.id)
    assert await delivery_queues.hook(hook.id) is None
    assert await delivery_queues.make(hook) is None
    assert await delivery_queues.put(hook.id, [delivery], at_once=True) is None
