import pytest

from service.store import DueItem, OutboxItem, Store, keys
from service.store.ids import new_id
from tests.unit.service.store.entries import nth


@pytest.fixture(autouse=True)
async def _empty(store: Store) -> None:
    """The outbox is one for all games, so each test begins with an empty one."""
    await store.connection.pipeline(
        [("DEL", keys.outbox(k), keys.outbox_items(k)) for k in range(keys.BUCKETS)]
    )


async def put(store: Store, *items: OutboxItem) -> str:
    game = new_id("g")
    await store.append(nth(game, 1, put=items))
    return game


async def test_due_items_of_all_buckets_are_listed_oldest_first(store: Store) -> None:
    made = [
        DueItem(await put(store, OutboxItem("work", due, b"%d" % due)), OutboxItem("work", due, b"%d" % due))
        for due in range(40)
    ]
    assert len({keys.bucket(due.game) for due in made}) > 10
    assert await store.outbox.due(29) == made[:30]
    assert await store.outbox.due(29, limit=7) == made[:7]
    assert await store.outbox.due(-1) == []


async def test_item_ids_and_payloads_may_be_arbitrary_text(store: Store) -> None:
    item = OutboxItem("webhook/w_1:é 2", 1_900_000_000_123, "\x00\t\"'\\é€".encode())
    game = await put(store, item)
    assert await store.outbox.due(item.due_ms) == [DueItem(game, item)]
    assert await store.outbox.done(game, item.id, item.payload)


async def test_done_item_is_removed(store: Store) -> None:
    game = await put(store, OutboxItem("a", 1, b"1"), OutboxItem("b", 2, b"1"))
    assert await store.outbox.done(game, "a", b"1")
    assert not await store.outbox.done(game, "a", b"1")
    assert await store.outbox.due(9) == [DueItem(game, OutboxItem("b", 2, b"1"))]


async def test_done_with_an_old_payload_keeps_the_new_item(store: Store) -> None:
    game = await put(store, OutboxItem("a", 1, b"1"))
    await store.append(nth(game, 2, put=(OutboxItem("a", 5, b"2"),)))
    assert not await store.outbox.done(game, "a", b"1")
    assert await store.outbox.due(9) == [DueItem(game, OutboxItem("a", 5, b"2"))]


async def test_postponed_item_is_due_later(store: Store) -> None:
    game = await put(store, OutboxItem("a", 1, b"1"))
    assert await store.outbox.postpone(game, "a", b"1", 50)
    assert await store.outbox.due(49) == []
    assert await store.outbox.due(50) == [DueItem(game, OutboxItem("a", 50, b"1"))]


async def test_postponing_with_an_old_payload_or_a_removed_item_changes_nothing(store: Store) -> None:
    game = await put(store, OutboxItem("a", 1, b"2"))
    assert not await store.outbox.postpone(game, "a", b"1", 50)
    assert not await store.outbox.postpone(game, "gone", b"1", 50)
    assert await store.outbox.due(9) == [DueItem(game, OutboxItem("a", 1, b"2"))]
    assert await store.outbox.count() == 1


async def test_items_are_counted_from_a_given_time(store: Store) -> None:
    assert await store.outbox.count() == 0
    await put(store, OutboxItem("a", 7, b""), OutboxItem("b", 20, b""))
    await put(store, OutboxItem("a", 10, b""))
    assert [await store.outbox.count(since) for since in (0, 10, 20, 21)] == [3, 2, 1, 0]


async def test_postponed_item_may_get_a_new_payload(store: Store) -> None:
    game = await put(store, OutboxItem("a", 1, b"first try"))
    assert await store.outbox.postpone(game, "a", b"first try", 50, instead=b"second try")
    assert await store.outbox.payload(game, "a") == b"second try"
    assert not await store.outbox.done(game, "a", b"first try")
    assert await store.outbox.due(50) == [DueItem(game, OutboxItem("a", 50, b"second try"))]


async def test_payload_of_a_removed_item_is_none(store: Store) -> None:
    game = await put(store, OutboxItem("a", 1, b"1"))
    assert await store.outbox.payload(game, "b") is None


async def test_items_due_before_a_time_can_be_skipped(store: Store) -> None:
    await put(store, OutboxItem("a", 1, b""), OutboxItem("b", 5, b""), OutboxItem("c", 9, b""))
    assert [due.item.id for due in await store.outbox.due(8, since_ms=2)] == ["b"]
