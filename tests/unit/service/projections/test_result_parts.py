"""Results in parts that a cluster can spread: one order, and one position for each, whatever happens."""

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from service.projections.folds import Folds
from service.projections.ratings import RATINGS, Rating, rate
from service.projections.results import GameResult, Results
from service.store import RedisConnection, connect, keys
from service.usecases.finished_games import FinishedGames
from tests.support.results import a_game, no_names
from tests.support.tables import House

SIZE = 3


@pytest.fixture
def small(home: House) -> Results:
    """Results whose parts take three each."""
    return Results(home.store.connection, SIZE)


def many(count: int, first: int = 0) -> list[GameResult]:
    pairs = (("p_1", "p_2"), ("p_3", "p_1"), ("p_2", "p_3"))
    return [a_game(*pairs[n % 3], game=f"g_{n:03}", hash=f"h{n}") for n in range(first, first + count)]


async def stored(results: Results, after: str = "0-0") -> list[str]:
    return [result.game async for _, result in results.after("bonfire", after)]


async def test_results_fill_part_after_part_and_are_read_in_that_order(small: Results, home: House) -> None:
    expected = [result.game for result in many(10)]
    for result in many(10):
        assert await small.write(result)
    assert await stored(small) == expected
    lengths = [await home.store.connection.call("XLEN", keys.results("bonfire", n)) for n in range(1, 6)]
    assert lengths == [3, 3, 3, 1, 0]
    for position, result in [row async for row in small.after("bonfire")]:
        later = expected[expected.index(result.game) + 1 :]
        assert await stored(small, position) == later
        rows = await small.rows_after("bonfire", position, 4)
        assert rows is not None
        assert [row.game for _, row in rows] == later[:4]


async def test_result_is_added_once_even_after_its_part_is_full(small: Results) -> None:
    for result in many(8):
        assert await small.write(result)
    rows = [row async for row in small.after("bonfire")]
    for result in many(8):
        assert not await small.write(result)
        assert await small.of("bonfire", result.game) == result
    assert [row async for row in small.after("bonfire")] == rows


async def test_many_writers_add_every_result_once(small: Results, redis_url: str) -> None:
    links = [RedisConnection(connect(redis_url)) for _ in range(4)]
    writers = [Results(link, SIZE) for link in links]
    await asyncio.gather(*(writer.write(result) for result in many(25) for writer in writers))
    assert sorted(await stored(small)) == [result.game for result in many(25)]
    for link in links:
        await link.close()


async def test_folds_that_lost_a_recount_in_a_failover_are_rebuilt(small: Results, home: House) -> None:
    """Results and folds are on different nodes; that of the folds goes back in time."""
    link = home.store.connection
    folds = Folds(link, small, [RATINGS])
    names = [
        keys.fold_position("bonfire"),
        keys.fold_generations("bonfire"),
        keys.fold("bonfire", "ratings"),
        keys.fold_list("bonfire", "ratings"),
    ]

    async def of_the_folds() -> list[bytes | None]:
        return [await link.client.dump(name) for name in names]

    for result in many(5):
        await small.write(result)
    await folds.follow("bonfire")
    before = await of_the_folds()
    await folds.heal("bonfire")
    assert await of_the_folds() == before
    await small.withdraw(many(5)[1])
    await folds.follow("bonfire")
    recounted = await link.call("HGETALL", keys.fold("bonfire", "ratings"))
    for name, content in zip(names, before):
        await link.client.delete(name)
        if content is not None:
            await link.client.restore(name, 0, content)
    await folds.follow("bonfire")
    assert await link.call("HGETALL", keys.fold("bonfire", "ratings")) != recounted
    await folds.heal("bonfire")
    assert await link.call("HGETALL", keys.fold("bonfire", "ratings")) == recounted


async def test_reader_that_polls_while_parts_fill_misses_nothing(small: Results, redis_url: str) -> None:
    link = RedisConnection(connect(redis_url))
    reader, seen = Results(link, SIZE), list[str]()

    async def read() -> None:
        position = "0-0"
        while len(seen) < 60:
            for place, result in await reader.batch("bonfire", position, 2):
                seen.append(result.game)
                position = place

    async def write(first: int) -> None:
        for result in many(15, first):
            await small.write(result)

    async with asyncio.timeout(60):
        await asyncio.gather(read(), *(write(first) for first in (0, 15, 30, 45)))
    assert sorted(seen) == [result.game for result in many(60)]
    await link.close()


async def test_writer_that_died_after_its_claim_is_continued(small: Results, home: House) -> None:
    (result,) = many(1)
    for name, value in (("claimed", "1?"), ("confirmed, but lost", "1")):
        record = keys.result_parts(keys.bucket(result.game))
        await home.store.connection.call("HSET", record, result.game, value)
        assert await small.write(result), name
        assert await stored(small) == [result.game]
        await small.withdraw(result)
        await home.store.connection.call("HDEL", record, result.game)


async def test_claim_of_a_part_that_filled_up_moves_on(small: Results, home: House) -> None:
    late = a_game("p_1", "p_2", game="g_late", hash="x")
    await home.store.connection.call("HSET", keys.result_parts(keys.bucket("g_late")), "g_late", "1?")
    for result in many(4):
        await small.write(result)
    assert await small.write(late)
    assert (await stored(small))[-1] == "g_late"
    assert not await small.write(late)


async def test_result_whose_record_was_lost_is_not_added_again(small: Results, home: House) -> None:
    for result in many(4):
        await small.write(result)
    for result in many(4)[1:]:
        record = keys.result_parts(keys.bucket(result.game))
        await home.store.connection.call("HDEL", record, result.game)
        assert not await small.write(result)
    assert len(await stored(small)) == 4


async def test_result_lost_in_a_failover_counts_once_after_it_is_written_again(
    small: Results, home: House
) -> None:
    """The part and the folds may be on different nodes, of which only one failed over."""
    folds = Folds(home.store.connection, small, (RATINGS,))
    for result in many(5):
        await small.write(result)
        await folds.follow("bonfire")
    last = many(5)[-1]
    position = [row async for row in small.after("bonfire")][-1][0]
    await home.store.connection.call("XDEL", keys.results("bonfire", 2), position)
    await home.store.connection.call("HDEL", keys.results_once("bonfire", 2), last.game)
    assert await small.write(last)
    await folds.follow("bonfire")
    assert await folds.rows("bonfire", RATINGS, ["p_1", "p_2", "p_3"]) == _rated(many(5))


async def test_replaced_result_of_a_full_part_is_counted_at_the_end(small: Results, home: House) -> None:
    folds = Folds(home.store.connection, small, (RATINGS,))
    for result in many(5):
        await small.write(result)
    await folds.follow("bonfire")
    other = a_game("p_2", "p_1", game="g_000", hash="another end")
    assert await small.write(other)
    await folds.follow("bonfire")
    assert await stored(small) == ["g_001", "g_002", "g_003", "g_004", "g_000"]
    expected = _rated([*many(5)[1:], other])
    assert await folds.rows("bonfire", RATINGS, ["p_1", "p_2", "p_3"]) == expected


async def test_feed_pages_across_parts_and_merges_rulesets(small: Results) -> None:
    mixed = [
        msgspec.structs.replace(result, ruleset=("bonfire", "phoenix")[n % 2])
        for n, result in enumerate(many(14))
    ]
    for result in mixed:
        await small.write(result)
    feed, found, cursor = FinishedGames(small, no_names), list[str](), None
    for _ in range(20):
        page = await feed.page(2, cursor, None)
        found += [item.game for item in page.items]
        cursor = page.next
    assert sorted(found) == [result.game for result in mixed]
    for ruleset in ("bonfire", "phoenix"):  # those of one millisecond are ordered by ruleset
        own = [result.game for result in mixed if result.ruleset == ruleset]
        assert [game for game in found if game in own] == own


def _rated(results: Sequence[GameResult]) -> dict[str, Rating]:
    rows: dict[str, Rating] = {}
    for result in results:
        rows |= rate(rows, result)
    return rows
