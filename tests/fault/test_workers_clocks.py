"""Absent and leaving players, with real clocks and workers: somebody else plays on for them."""

import asyncio
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.support.crews import system
from tests.support.games import Table, a_game
from tests.support.processes import PATIENCE
from tests.support.service import code, sign_up

pytestmark = [pytest.mark.anyio, pytest.mark.long]

CLOCK = {"seconds": 10}
"""The shortest there is."""


async def until(game: Table, condition: Any, seconds: float = PATIENCE) -> dict[str, Any]:
    """The game once it fulfils this, and a failure if it does not in time."""
    async with asyncio.timeout(seconds):
        while not condition(found := await game.read()):  # noqa: ASYNC110  others are processes
            await asyncio.sleep(0.1)
        return found


async def entries(game: Table) -> list[dict[str, Any]]:
    answer = await game.client.get(f"{game.path}/events?first=100")
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def is_sound(game: Table) -> bool:
    answer = await game.client.get(f"{game.path}/audit")
    return bool(answer.json()["ok"])


def tags(entry: dict[str, Any]) -> list[str]:
    return [event["type"] for event in entry["events"]]


async def test_a_clock_that_runs_out_is_called_and_who_comes_back_has_the_seat_again(
    redis_url: str, tmp_path: Path
) -> None:
    async with system(tmp_path, redis_url, workers=1) as (client, crew):
        ways = ("pass", "bot:greedy", "forfeit")
        games = [await a_game(client, clock=CLOCK, on_timeout=way) for way in ways]
        assert [(await game.read())["actor"]["seats"] for game in games] == [[0]] * 3
        for game in games:
            await until(game, lambda found: found["actor"]["seats"] == [1])
        await asyncio.to_thread(crew.dismiss)
        for game, called in zip(games, ("seats_timed_out", "seats_timed_out", "seat_resigned")):
            told = await entries(game)
            by_clock = [entry for entry in told if entry["actor"] == "clock"]
            assert [tags(entry) for entry in by_clock] == [[called]]
            assert "seat:0" in {entry["actor"] for entry in told[by_clock[0]["seq"] :]}
            assert await is_sound(game)
        for game in games[:2]:
            await comes_back(game)
        lost = games[2]
        while (await lost.read())["actor"]["seats"] == [1]:
            await lost.play_on(1)
        refused = await client.post(f"{lost.path}/moves", json={"type": "end_turn"}, headers=lost.headers[0])
        assert code(refused, 403)
        stood = [len(await entries(game)) for game in games[:2]]
        await asyncio.to_thread(crew.hire)
        await until(lost, lambda found: found["actor"]["seats"] == [1])
        for game, before in zip(games, stood):
            since = [entry["actor"] for entry in (await entries(game))[before:]]
            assert "seat:0" not in takewhile("clock".__ne__, since)


async def comes_back(game: Table) -> None:
    """The other one plays a turn while no worker runs; then the absent player moves before the bot does."""
    while (await game.read())["actor"]["seats"] == [1]:
        await game.play_on(1)
    played = await game.play(game.headers[0], (await game.moves(game.headers[0]))[0])
    assert "seat_taken_back" in [event["type"] for event in played["events"]]
    assert (await game.read())["actor"]["seats"] == [0]
    assert await is_sound(game)


async def test_a_bot_plays_on_for_who_resigns_and_when_the_last_one_leaves_the_resigned_are_last(
    redis_url: str, tmp_path: Path
) -> None:
    async with system(tmp_path, redis_url, workers=1) as (client, _):
        people = [await sign_up(client, f"Player {n}") for n in range(2)]
        wish = {"ruleset": "bonfire", "seats": ["me", "open", "bot:random"]}
        created = (await client.post("/v1/games", json=wish, headers=people[0][1])).json()
        lobby = Table(client, created["id"], [player for player, _ in people], [own for _, own in people])
        await client.post(f"{lobby.path}/seats", headers=lobby.headers[1])
        await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
        holders = [seat["player"] for seat in (await lobby.read())["seats"]]
        first, second = sorted(holders.index(player) for player in lobby.players)
        (bot,) = {0, 1, 2} - {first, second}
        headers = {seat: lobby.headers[lobby.players.index(holders[seat])] for seat in (first, second)}

        await until(lobby, lambda found: found["actor"]["seats"] == [first])
        assert (await client.post(f"{lobby.path}/resign", headers=headers[first])).status_code == 200
        await until(lobby, lambda found: found["actor"]["seats"] == [second])
        assert f"seat:{first}" in {entry["actor"] for entry in await entries(lobby)}
        await lobby.client.post(f"{lobby.path}/resign", headers=headers[second])
        ended = await until(lobby, lambda found: found["status"] == "finished")
        assert ended["ranks"][bot] == 1
        assert min(ended["ranks"][first], ended["ranks"][second]) == 2
        assert await is_sound(lobby)
