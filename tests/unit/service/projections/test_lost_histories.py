"""A failover takes entries back, while lists and results are on other nodes: they follow the log."""

from collections.abc import Awaitable, Callable

import pytest

from domain.kernel.table import Status
from service.projections.index import GameFilter
from service.projections.ladder import LADDER
from service.projections.ratings import RATINGS
from service.projections.rebuild import heal_lists, rebuild
from service.projections.statistics import STATISTICS
from service.settings import Settings
from service.store import keys
from service.usecases.finished_games import FinishedGames
from tests.support.jobs import job_runner, run_job
from tests.support.results import no_names
from tests.support.tables import House, house
from workers.sweeper import Sweeper

TakeBack = Callable[[], Awaitable[None]]


async def failover(home: House, game: str) -> TakeBack:
    """Takes back what is written to the game from now on, as the failover of its node would."""
    client = home.store.connection.client
    names = await client.keys(f"{{b{keys.bucket(game)}}}:*")
    kept = {name: value for name in names if (value := await client.dump(name)) is not None}

    async def take_back() -> None:
        for name in await client.keys(f"{{b{keys.bucket(game)}}}:*"):
            await client.delete(name)
        for name, value in kept.items():
            await client.restore(name, 0, value)

    return take_back


async def end(home: House, url: str, game: str) -> None:
    await home.resign(game, 0, 1)
    async with job_runner(url) as worker:
        await run_job(worker, "scoring", game)


async def listed(home: House, status: Status | None = None) -> list[tuple[str, Status]]:
    found = await home.projections.index.list_games(GameFilter(status=status))
    return [(row.id, row.status) for row in found.items]


async def counted(home: House) -> list[int]:
    """In how many games each player was counted, by ratings and by statistics."""
    ratings = await home.projections.folds.rows("bonfire", RATINGS, ["p_1", "p_2"])
    statistics = await home.projections.folds.rows("bonfire", STATISTICS, ["p_1", "p_2"])
    return [
        *(rating.games for rating in ratings.values()),
        *(tally.games for row in statistics.values() for tally in row.tallies),
    ]


@pytest.fixture
async def lost(home: House, redis_url: str) -> str:
    """A game that is finished in the lists and results, but in its log not any more."""
    game = await home.started("p_1", "p_2")
    await home.play(game, 2)
    take_back = await failover(home, game)
    await end(home, redis_url, game)
    assert await listed(home) == [(game, Status.FINISHED)]
    assert await counted(home) == [1, 1, 1, 1]
    await take_back()
    return game


async def test_a_different_end_replaces_the_result(lost: str, redis_url: str) -> None:
    async with house(redis_url) as other:
        first = (await FinishedGames(other.projections.results, no_names).page(9, None, None)).items[0]
        await other.play(lost, 3)
        await end(other, redis_url, lost)
        table = (await other.newest(lost)).table
        (only,) = (await FinishedGames(other.projections.results, no_names).page(9, None, None)).items
        assert (only.game, only.version) == (lost, table.version)
        assert only.version != first.version
        assert await counted(other) == [1, 1, 1, 1]
        later = await FinishedGames(other.projections.results, no_names).page(9, first.cursor, None)
        assert [item.version for item in later.items] == [table.version]
        assert await other.projections.folds.row("bonfire", LADDER, "p_1") is None


async def test_result_is_rewritten_only_if_the_end_differs(lost: str, redis_url: str) -> None:
    async with house(redis_url) as other:
        await end(other, redis_url, lost)
        loaded = await other.newest(lost)
        before = [row async for row in other.projections.results.after("bonfire")]
        await other.projections.write(loaded)
        assert [row async for row in other.projections.results.after("bonfire")] == before


async def test_read_by_another_process_repairs_lists_and_results(lost: str, redis_url: str) -> None:
    async with house(redis_url) as other:
        await other.newest(lost)
        assert await listed(other) == [(lost, Status.ACTIVE)]
        assert await listed(other, status=Status.FINISHED) == []
        assert [row async for row in other.projections.results.after("bonfire")] == []
        assert await counted(other) == []


async def test_read_by_a_process_that_knew_the_lost_end_repairs_the_result(lost: str, home: House) -> None:
    await home.newest(lost)
    assert await listed(home) == [(lost, Status.ACTIVE)]


async def test_read_after_a_lost_connection_repairs_the_result(home: House, redis_url: str) -> None:
    """This process knows the game only as it was before the lost end, so nothing looks wrong to it."""
    game = await home.started("p_1", "p_2")
    take_back = await failover(home, game)
    async with house(redis_url) as other:
        await end(other, redis_url, game)
    await take_back()
    await home.newest(game)
    assert await listed(home) == [(game, Status.FINISHED)]
    home.store.connection.connected += 1
    await home.newest(game)
    assert await listed(home) == [(game, Status.ACTIVE)]


async def test_sweeper_repairs_games_that_nobody_reads(lost: str, redis_url: str, home: House) -> None:
    sweeper = Sweeper(Settings(redis_url=redis_url))
    await sweeper._look()
    await sweeper.close()
    assert await listed(home) == [(lost, Status.ACTIVE)]
    assert await counted(home) == []


async def test_rebuild_repairs_lost_histories_too(lost: str, redis_url: str) -> None:
    async with house(redis_url) as other:
        await rebuild(
            other.store, other.game_cache, other.projections, other.rematches.remember, lambda *_: None
        )
        assert await listed(other) == [(lost, Status.ACTIVE)]
        assert await counted(other) == []


async def test_lost_row_of_a_list_is_rewritten_when_its_game_is_read(home: House, redis_url: str) -> None:
    game = await home.started("p_1", "p_2")
    await home.projections.index.forget(game)
    async with house(redis_url) as other:
        await other.newest(game)
        assert await listed(other) == [(game, Status.ACTIVE)]


async def test_result_of_a_game_that_was_lost_entirely_is_removed(redis_url: str) -> None:
    async with house(redis_url) as home:
        game = await home.started("p_1", "p_2")
        await end(home, redis_url, game)
        client = home.store.connection.client
        await client.delete(*await client.keys(f"{{b{keys.bucket(game)}}}:*"))
        await heal_lists(home.store, home.game_cache, home.projections)
        assert (await FinishedGames(home.projections.results, no_names).page(9, None, None)).items == []
        assert await listed(home) == []
        assert await counted(home) == []
