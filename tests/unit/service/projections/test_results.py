"""Results: a finished game once, in the order of scoring."""

from service.projections.results import GameResult, game_result
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House


async def finish(home: House, url: str, *players: str) -> str:
    game = await home.started(*players)
    await home.resign(game, *range(len(players)))
    async with job_runner(url) as worker:
        await run_job(worker, "scoring", game)
    return game


async def results(home: House, after: str = "0-0") -> list[tuple[str, GameResult]]:
    return [row async for row in home.projections.results.after("bonfire", after)]


async def test_a_game_has_no_result_before_it_is_scored(home: House) -> None:
    game = await home.started("p_1", "p_2")
    loaded = await home.newest(game)
    assert game_result(loaded.rules, loaded.table) is None
    assert await results(home) == []


async def test_result_has_players_ranks_and_resignations(home: House, redis_url: str) -> None:
    game = await finish(home, redis_url, "p_1", "p_2", "p_3")
    loaded = await home.newest(game)
    ((_, result),) = await results(home)
    assert loaded.table.result is not None
    assert (result.game, result.ruleset, result.version) == (game, "bonfire", loaded.table.version)
    assert [seat.player for seat in result.seats] == [seat.player for seat in loaded.table.seats]
    assert tuple(seat.rank for seat in result.seats) == loaded.table.result.ranks
    assert all(seat.resigned for seat in result.seats)


async def test_game_is_added_once_and_keeps_its_position(home: House, redis_url: str) -> None:
    games = [await finish(home, redis_url, "p_1", "p_2") for _ in range(3)]
    rows = await results(home)
    assert [result.game for _, result in rows] == games
    for game in games[::-1]:
        await home.projections.write(await home.newest(game))
    assert await results(home) == rows
    assert await results(home, after=rows[0][0]) == rows[1:]
