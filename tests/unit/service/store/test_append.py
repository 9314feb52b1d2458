import asyncio
from dataclasses import replace
from typing import Any

from service.store import (
    GENESIS,
    Append,
    Appended,
    Conflict,
    Head,
    LoadedLog,
    LogTail,
    OutboxItem,
    SeenCommand,
    Snapshot,
    Store,
    StoredEntry,
    keys,
)
from tests.support.processes import PATIENCE
from tests.unit.service.store.entries import entry, hash_of, nth, state, write


async def test_first_entry_makes_the_game(store: Store, game: str) -> None:
    assert await store.append(nth(game, 1)) == Appended(1)
    assert await store.log.load(game) == LoadedLog(
        Head(1, hash_of(game, 1), "lobby", b"sealed"), None, [entry(game, 1)]
    )
    assert game in await store.games.in_bucket(keys.bucket(game))


async def test_next_entry_moves_the_head_and_leaves_the_seed(store: Store, game: str) -> None:
    await write(store, game, 1)
    assert await store.append(nth(game, 2, seed=b"other")) == Appended(2)
    assert await store.log.head(game) == Head(2, hash_of(game, 2), "active", b"sealed")


async def test_any_bytes_are_stored_as_they_are(store: Store, game: str) -> None:
    every_byte = bytes(range(256))
    await store.append(nth(game, 1, entry=every_byte, seed=every_byte, snapshot=every_byte))
    loaded = await store.log.load(game)
    assert loaded is not None
    assert (loaded.head.seed, loaded.snapshot) == (every_byte, Snapshot(1, every_byte))
    assert await store.log.entries(game) == [every_byte]


async def test_other_seq_than_expected_is_a_conflict(store: Store, game: str) -> None:
    await write(store, game, 2)
    present = Conflict(2, hash_of(game, 2))
    assert await store.append(nth(game, 2, hash="f" * 64)) == present
    assert await store.append(nth(game, 4)) == present
    assert await store.append(nth(game, 1)) == present
    assert await store.log.entries(game) == [entry(game, 1), entry(game, 2)]


async def test_other_hash_than_expected_is_a_conflict(store: Store, game: str) -> None:
    await write(store, game, 2)
    assert await store.append(nth(game, 3, after_hash="f" * 64)) == Conflict(2, hash_of(game, 2))
    assert await store.log.head(game) == Head(2, hash_of(game, 2), "active", b"sealed")


async def test_unknown_game_conflicts_with_its_beginning(store: Store, game: str) -> None:
    assert await store.append(nth(game, 5)) == Conflict(0, GENESIS)
    assert await store.log.load(game) is None
    assert game not in await store.games.in_bucket(keys.bucket(game))


async def test_conflict_writes_nothing_at_all(store: Store, game: str) -> None:
    await write(store, game, 1)
    late = nth(
        game, 1, hash="f" * 64, command_id="c", snapshot=b"late", put=(OutboxItem("late", 1, b"late"),)
    )
    assert isinstance(await store.append(late), Conflict)
    loaded = await store.log.load(game)
    assert loaded is not None
    assert loaded.snapshot is None
    assert await store.log.seen(game, "c") is None
    assert not await store.outbox.done(game, "late", b"late")


async def test_repeated_command_gets_its_first_seq_whatever_came_since(store: Store, game: str) -> None:
    await write(store, game, 1)
    assert await store.append(nth(game, 2, command_id="c", digest="d")) == Appended(2)
    assert await store.append(nth(game, 3)) == Appended(3)
    assert await store.append(nth(game, 2, command_id="c", digest="d")) == SeenCommand(2, "d")
    assert await store.append(nth(game, 4, command_id="c", digest="d")) == SeenCommand(2, "d")
    assert await store.log.seen(game, "c") == SeenCommand(2, "d")
    assert len(await store.log.entries(game)) == 3


async def test_repeated_command_with_another_digest_gets_the_first_digest(store: Store, game: str) -> None:
    await store.append(nth(game, 1, command_id="c", digest="d:1"))
    assert await store.append(nth(game, 2, command_id="c", digest="d:2")) == SeenCommand(1, "d:1")


async def test_repeated_entry_without_a_command_id_is_stored_once(store: Store, game: str) -> None:
    await write(store, game, 2)
    again = nth(game, 2, put=(OutboxItem("a", 1, b""),))
    assert await store.append(again) == Appended(2)
    assert await store.log.entries(game) == [entry(game, 1), entry(game, 2)]
    assert not await store.outbox.done(game, "a", b"")
    await store.append(nth(game, 3))
    assert await store.append(again) == Conflict(3, hash_of(game, 3))


async def test_same_command_in_another_game_is_new(store: Store, game: str) -> None:
    await store.append(nth(game, 1, command_id="c"))
    assert await store.append(nth(f"{game}x", 1, command_id="c")) == Appended(1)


async def test_snapshot_comes_with_the_eighth_entry(store: Store, game: str) -> None:
    await write(store, game, 7)
    assert (loaded := await store.log.load(game)) is not None
    assert loaded.snapshot is None
    await store.append(nth(game, 8))
    assert (loaded := await store.log.load(game)) is not None
    assert (loaded.snapshot, loaded.entries) == (Snapshot(8, state(game, 8)), [])


async def test_items_go_in_and_out_with_entries(store: Store, game: str) -> None:
    await store.append(nth(game, 1, put=(OutboxItem("a", 10, b"1"), OutboxItem("b", 20, b"1"))))
    await store.append(nth(game, 2, drop=("a", "unknown"), put=(OutboxItem("c", 5, b"2"),)))
    due = [due.item for due in await store.outbox.due(100) if due.game == game]
    assert due == [OutboxItem("c", 5, b"2"), OutboxItem("b", 20, b"1")]


async def test_item_dropped_and_put_at_once_is_the_new_one(store: Store, game: str) -> None:
    await store.append(nth(game, 1, put=(OutboxItem("clock", 10, b"old"),)))
    await store.append(nth(game, 2, drop=("clock",), put=(OutboxItem("clock", 30, b"new"),)))
    assert [due.item for due in await store.outbox.due(100) if due.game == game] == [
        OutboxItem("clock", 30, b"new")
    ]


async def test_notice_goes_to_the_game_and_to_who_became_due(store: Store, game: str) -> None:
    await write(store, game, 1)
    ann, bob = f"p_ann_{game}", f"p_bob_{game}"
    channels = [keys.game_channel(game), keys.player_channel(ann), keys.player_channel(bob)]
    async with store.connection.client.pubsub() as pubsub:
        await pubsub.subscribe(*channels)
        assert [(await _next(pubsub))["type"] for _ in channels] == ["subscribe"] * 3
        await store.append(nth(game, 2, due_players=(bob,)))
        heard = {(await _next(pubsub))["channel"] for _ in range(2)}
        assert heard == {keys.game_channel(game).encode(), keys.player_channel(bob).encode()}
        await store.append(nth(game, 2))
        await store.append(nth(game, 5))
        await store.append(nth(game, 3))
        message = await _next(pubsub)
        assert message["data"] == f"{game} 3".encode()


async def test_of_64_appends_with_one_expectation_one_is_stored(store: Store, game: str) -> None:
    await write(store, game, 5)
    rivals = [nth(game, 6, entry=b"rival %d" % n, hash=f"{n:064}", command_id=str(n)) for n in range(64)]
    results = await asyncio.gather(*(store.append(rival) for rival in rivals))
    (winner,) = [n for n, result in enumerate(results) if result == Appended(6)]
    assert results.count(Conflict(6, f"{winner:064}")) == 63
    assert await store.log.entries(game, 5) == [entry(game, 5), b"rival %d" % winner]


async def test_of_64_appends_of_one_command_one_is_stored(store: Store, game: str) -> None:
    same = nth(game, 1, command_id="c", digest="d")
    results = await asyncio.gather(*(store.append(same) for _ in range(64)))
    assert results.count(Appended(1)) == 1
    assert results.count(SeenCommand(1, "d")) == 63
    assert await store.log.entries(game) == [entry(game, 1)]


async def test_writers_who_try_again_leave_no_gap(store: Store, game: str) -> None:
    async def writer(name: int) -> None:
        written, seq, last = 0, 0, GENESIS
        while written < 8:
            mine = f"{name:032}{written:032}"
            new = nth(game, seq + 1, after_hash=last, entry=f"{last} {mine}".encode(), hash=mine)
            match await store.append(new):
                case Appended(seq):
                    written, last = written + 1, mine
                case Conflict(seq, last):
                    pass
                case _:
                    raise AssertionError

    await asyncio.gather(*(writer(name) for name in range(8)))
    links = [line.split() for line in await store.log.entries(game)]
    assert len(links) == 64
    assert [prev for prev, _ in links] == [GENESIS.encode(), *(own for _, own in links[:-1])]


async def test_script_is_sent_again_where_redis_has_forgotten_it(store: Store, game: str) -> None:
    await write(store, game, 1)
    await _flush_scripts(store)
    assert await store.append(nth(game, 2)) == Appended(2)
    await _flush_scripts(store)
    assert (loaded := await store.log.load(game)) is not None
    assert loaded.head.seq == 2


async def _flush_scripts(store: Store) -> None:
    client: Any = store.connection.client
    await client.script_flush()


async def _next(pubsub: Any) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] | None = await pubsub.get_message(timeout=5)
            if message is not None:
                return message


def fork_of(source: str, game: str, **changes: Any) -> Append:
    """The first own entry of a game that has borrowed three."""
    rows = [StoredEntry(entry(source, seq), hash_of(source, seq)) for seq in (1, 2, 3)]
    first = nth(game, 1, status="active", snapshot=state(game, 4), borrowed=rows, kept=[Snapshot(2, b"two")])
    return replace(first, entry=entry(game, 4), hash=hash_of(game, 4), **changes)


async def test_a_new_game_may_begin_with_the_entries_of_another(store: Store, game: str) -> None:
    assert await store.append(fork_of("g_source", game, command_id="c", digest="d")) == Appended(4)
    assert await store.log.load(game) == LoadedLog(
        Head(4, hash_of(game, 4), "active", b"sealed"), Snapshot(4, state(game, 4)), []
    )
    borrowed = [entry("g_source", seq) for seq in (1, 2, 3)]
    assert await store.log.entries(game) == [*borrowed, entry(game, 4)]
    assert isinstance(await store.log.tail(game, 3, hash_of("g_source", 3)), LogTail)
    assert await store.snapshots.at_or_before(game, 3) == Snapshot(2, b"two")
    assert game in await store.games.in_bucket(keys.bucket(game))
    assert await store.append(fork_of("g_other", game, command_id="c", digest="d")) == SeenCommand(4, "d")
    assert await store.append(nth(game, 5)) == Appended(5)


async def test_a_game_that_is_there_borrows_nothing(store: Store, game: str) -> None:
    await write(store, game, 2)
    late = fork_of("g_source", game, put=(OutboxItem("late", 1, b""),))
    assert await store.append(late) == Conflict(2, hash_of(game, 2))
    assert await store.log.entries(game) == [entry(game, 1), entry(game, 2)]
    assert await store.snapshots.at_or_before(game, 9) is None
