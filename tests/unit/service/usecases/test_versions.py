"""Games of two versions of the rules in one installation, and processes that know only the first."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from domain import games
from domain.kernel.codec import codec, snapshot_parts
from domain.kernel.errors import OtherSnapshot, UnknownRules
from service.engine.game_cache import GameCache
from service.engine.log_verification import verify_export
from service.projections.rebuild import rebuild
from service.store import keys
from service.store.compression import decompressed
from tests.support.games import Table, a_game, a_lobby
from tests.support.jobs import job_runner, run_job
from tests.support.next_bonfire import MORE, RULESETS
from tests.support.service import FREELY, code, service
from tests.support.tables import house

FIRST, NEXT = RULESETS


@contextmanager
def newer_release() -> Iterator[None]:
    """Both versions are registered; new games are played by the second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games._versions, NEXT.rules, NEXT)
        patch.setitem(games._current, NEXT.name, NEXT)
        yield


async def end(game: Table, redis_url: str) -> list[int]:
    """Everybody resigns; the final points."""
    for headers in game.headers:
        assert (await game.client.post(f"{game.path}/resign", headers=headers)).status_code == 200
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", game.id)
    score = (await game.client.get(f"{game.path}/score")).json()
    assert score["final"]
    return [seat["total"] for seat in score["score"]["seats"]]


async def test_games_of_two_versions_are_played_read_forked_and_verified(redis_url: str) -> None:
    async with service(redis_url, **FREELY) as client:
        first = await a_game(client)
        solo = await a_lobby(client, seats=1)
        assert (await client.post(f"{solo.path}/start", headers=solo.headers[0])).status_code == 200
        await first.play_on(6)
    with newer_release():
        async with service(redis_url, **FREELY) as client:
            first = Table(client, first.id, first.players, first.headers)
            second = await a_game(client)
            for game, rules in ((first, "bonfire/1"), (second, "bonfire/2")):
                assert (await game.read())["rules"] == rules
                assert await game.play_on(10) > 10
                assert (await game.read(game.headers[0], at=5))["version"] == 5
            fork = await client.post(f"{solo.path}/fork", json={}, headers=solo.headers[0])
            assert (fork.status_code, fork.json()["rules"]) == (201, "bonfire/1")
            assert max(await end(first, redis_url)) < MORE <= min(await end(second, redis_url))
            for game in (first, second):
                assert (await client.get(f"{game.path}/audit")).json()["ok"] is True
                log = (await client.get(f"{game.path}/log")).content
                assert verify_export(log.splitlines(keepends=True)).ok
                forked = await client.post(f"{game.path}/fork", json={"at": 8}, headers=game.headers[0])
                assert forked.json()["rules"] == (await game.read())["rules"]
            again = await client.post(f"{first.path}/rematch", headers=first.headers[0])
            assert again.json()["rules"] == "bonfire/2"
        async with house(redis_url) as home:
            done = await rebuild(
                home.store, home.game_cache, home.projections, home.rematches.remember, lambda *_: None
            )
            assert (done.games, done.unreadable) == (7, [])


async def test_rules_unknown_to_a_process_return_503(redis_url: str) -> None:
    async with service(redis_url, **FREELY) as client:
        first = await a_game(client)
    with newer_release():
        async with service(redis_url, **FREELY) as client:
            second = await a_game(client)
    async with service(redis_url, **FREELY) as client:
        path, headers = second.path, second.headers[0]
        for answer in (
            await client.get(path, headers=headers),
            await client.get(f"{path}/moves", headers=headers),
            await client.post(f"{path}/resign", headers=headers),
        ):
            assert code(answer, 503) == "unknown_rules"
            assert int(answer.headers["retry-after"]) >= 1
            assert "bonfire/2" in answer.json()["detail"]
        query = {"query": f'{{ game(id: "{second.id}") {{ version }} }}'}
        told = (await client.post("/graphql", json=query, headers=headers)).json()
        assert told["errors"][0]["extensions"]["code"] == "unknown_rules"
        assert (await client.get(first.path)).status_code == 200
        listed = (await client.get("/v1/games")).json()["items"]
        assert {row["rules"] for row in listed} == {"bonfire/1", "bonfire/2"}


async def test_older_worker_leaves_games_with_newer_rules_to_a_newer_one(redis_url: str) -> None:
    with newer_release():
        async with service(redis_url, **FREELY) as client:
            second = await a_game(client)
            for headers in second.headers:
                await client.post(f"{second.path}/resign", headers=headers)
    async with job_runner(redis_url) as older:
        with pytest.raises(UnknownRules):
            await run_job(older, "scoring", second.id)
        assert await older.retries.parked() == []
    with newer_release():
        async with job_runner(redis_url) as newer:
            await run_job(newer, "scoring", second.id)
            assert (await newer.game_cache.newest(second.id)).table.result is not None


async def test_older_process_leaves_results_of_newer_rules_to_a_newer_one(redis_url: str) -> None:
    async with service(redis_url, **FREELY) as client:
        first = await a_game(client)
    with newer_release():
        async with service(redis_url, **FREELY) as client:
            await end(await a_game(client), redis_url)
            await end(await a_game(client), redis_url)
    async with service(redis_url, **FREELY) as client:
        await end(Table(client, first.id, first.players, first.headers), redis_url)
        feed = (await client.get("/v1/finished")).json()["items"]
        assert [item["rules"] for item in feed] == ["bonfire/2", "bonfire/2", "bonfire/1"]


async def test_a_snapshot_of_another_format_is_ignored(redis_url: str, client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    await game.play_on(12)
    async with house(redis_url) as home:
        known = (await home.newest(game.id)).table
        call, name = home.store.connection.call, keys.snap(game.id)
        rules, number, state = snapshot_parts(decompressed(await call("HGET", name, "state")))
        other = f"{int(number, 16) ^ 1:08x}"
        lies = state.replace(b'"status":"active"', b'"status":"cancelled"')
        assert lies != state
        await call("HSET", name, "state", f"{rules} {other} ".encode() + lies)
        assert (await GameCache(home.store, 8).newest(game.id)).table == known


def test_the_format_of_a_snapshot_differs_by_rules() -> None:
    assert codec(FIRST)._format != codec(NEXT)._format
    with pytest.raises(OtherSnapshot):
        codec(FIRST).table(f"bonfire/1 {codec(NEXT)._format} {{}}".encode())
