from service.store import GENESIS, Diverged, Head, LoadedLog, LogTail, SeenCommand, Snapshot, Store
from service.store.ids import new_id
from tests.unit.service.store.entries import entry, hash_of, nth, state, write


def head(game: str, seq: int) -> Head:
    return Head(seq, hash_of(game, seq), "active", b"sealed")


async def test_unknown_game_has_no_log(store: Store, game: str) -> None:
    assert await store.log.head(game) is None
    assert await store.log.load(game) is None
    assert await store.log.tail(game, 0, GENESIS) == Diverged(None)
    assert await store.log.tail(game, 3, "f" * 64) == Diverged(None)
    assert await store.log.entries(game) == []
    assert await store.log.seen(game, "c") is None


async def test_cold_game_is_loaded_from_its_latest_snapshot_and_later_entries(
    store: Store, game: str
) -> None:
    await write(store, game, 19)
    assert await store.log.load(game) == LoadedLog(
        head(game, 19), Snapshot(16, state(game, 16)), [entry(game, seq) for seq in (17, 18, 19)]
    )


async def test_tail_has_the_entries_after_a_known_one(store: Store, game: str) -> None:
    await write(store, game, 11)
    assert await store.log.tail(game, 11, hash_of(game, 11)) == LogTail(head(game, 11), [], None)
    for known in (0, 1, 8, 10):
        expected = [entry(game, seq) for seq in range(known + 1, 12)]
        assert await store.log.tail(game, known, hash_of(game, known)) == LogTail(
            head(game, 11), expected, None
        )


async def test_tail_reports_whether_a_command_was_seen(store: Store, game: str) -> None:
    await write(store, game, 2)
    await store.append(nth(game, 3, command_id="c", digest="d"))
    for known in (2, 3):
        tail = await store.log.tail(game, known, hash_of(game, known), "c")
        assert isinstance(tail, LogTail)
        assert tail.seen == SeenCommand(3, "d")
    unseen = await store.log.tail(game, 3, hash_of(game, 3), "other")
    assert isinstance(unseen, LogTail)
    assert unseen.seen is None


async def test_tail_of_another_history_diverges(store: Store, game: str) -> None:
    await write(store, game, 5)
    for seq in (1, 4, 5):
        assert await store.log.tail(game, seq, "f" * 64) == Diverged(head(game, 5))


async def test_tail_of_a_lost_history_diverges(store: Store, game: str) -> None:
    await write(store, game, 5)
    assert await store.log.tail(game, 6, hash_of(game, 6)) == Diverged(head(game, 5))


async def test_entries_returns_a_range(store: Store, game: str) -> None:
    await write(store, game, 12)
    assert await store.log.entries(game, 3, 5) == [entry(game, seq) for seq in (3, 4, 5)]
    assert await store.log.entries(game, 11) == [entry(game, 11), entry(game, 12)]
    assert await store.log.entries(game, limit=2) == [entry(game, 1), entry(game, 2)]
    assert await store.log.entries(game, 13) == []
    assert await store.log.entries(game, 5, 4) == []


async def test_pages_cover_the_whole_range(store: Store, game: str) -> None:
    await write(store, game, 10)
    pages = [page async for page in store.log.pages(game, 2, size=4)]
    assert [len(page) for page in pages] == [4, 4, 1]
    assert [line for page in pages for line in page] == [entry(game, seq) for seq in range(2, 11)]
    assert [page async for page in store.log.pages(game, 3, 4, size=1)] == [
        [entry(game, 3)],
        [entry(game, 4)],
    ]


async def test_every_64th_snapshot_is_kept(store: Store, game: str) -> None:
    await write(store, game, 136)
    at_or_before = store.snapshots.at_or_before
    assert await at_or_before(game, 63) is None
    assert await at_or_before(game, 64) == Snapshot(64, state(game, 64))
    assert await at_or_before(game, 127) == Snapshot(64, state(game, 64))
    assert await at_or_before(game, 500) == Snapshot(128, state(game, 128))
    assert await at_or_before(new_id("g"), 64) is None


async def test_every_game_is_listed_once(store: Store) -> None:
    before = await store.games.count()
    made = {new_id("g") for _ in range(20)}
    for game in made:
        await write(store, game, 2)
    listed = [game async for game in store.games.every()]
    assert made <= set(listed)
    assert len(listed) == len(set(listed)) == await store.games.count() == before + 20
