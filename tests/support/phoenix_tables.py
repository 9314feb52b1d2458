"""Phoenix Palace through the API: people at a table, their moves, and what a finished game leaves behind."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from tests.support.processes import PATIENCE, emberlog
from tests.support.service import sign_up


@dataclass(frozen=True)
class Player:
    """Somebody at the table: the headers with the token, and in a running game the seat."""

    id: str
    headers: dict[str, str]
    seat: int = -1


@dataclass(frozen=True)
class Table:
    """A game and the people who play it."""

    client: httpx.AsyncClient
    id: str
    people: tuple[Player, ...]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def at(self, seat: int) -> Player:
        return next(player for player in self.people if player.seat == seat)

    async def read(self, player: Player | None = None, part: str = "", **query: Any) -> dict[str, Any]:
        headers = None if player is None else player.headers
        answer = await self.client.get(self.path + part, headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def does(self, player: Player, part: str, body: Any = None, **query: Any) -> httpx.Response:
        return await self.client.post(self.path + part, json=body, headers=player.headers, params=query)

    async def asked(self) -> dict[str, Any]:
        """The game once one of the people is asked something, or it is over."""
        own = {player.seat for player in self.people}
        async with asyncio.timeout(PATIENCE):
            while True:
                game = await self.read()
                if game["status"] == "finished" or own & {*game["actor"]["seats"]}:
                    return game
                await asyncio.sleep(0.02)

    async def plays(self, moves: int = 2000, chance: random.Random | None = None) -> dict[str, Any]:
        """So many moves of the people, picked by chance; the game after them, or at its end."""
        chance = chance or random.Random(1)
        for _ in range(moves):
            game = await self.asked()
            if game["status"] == "finished":
                return game
            player = next(self.at(seat) for seat in game["actor"]["seats"] if self.has(seat))
            listed = (await self.read(player, "/moves"))["moves"]
            played = await self.does(player, "/moves", chance.choice(listed))
            assert played.status_code == 200, played.text
        return await self.asked()

    def has(self, seat: int) -> bool:
        return any(player.seat == seat for player in self.people)


async def a_lobby(client: httpx.AsyncClient, places: Sequence[str | None], **options: Any) -> Table:
    """A lobby; a place is for somebody with this clan or none, or for a bot."""
    bots = [place for place in places if place is not None and place.startswith("bot:")]
    clans = [place for place in places if place not in bots]
    people = [Player(*await sign_up(client, f"Clan {clan}")) for clan in clans]
    seats = ["me", *("open",) * (len(clans) - 1), *bots]
    wish = {"ruleset": "phoenix", "seats": seats, "options": options, **_choice(clans[0])}
    made = await client.post("/v1/games", json=wish, headers=people[0].headers)
    assert made.status_code == 201, made.text
    table = Table(client, made.json()["id"], tuple(people))
    for player, clan in zip(people[1:], clans[1:]):
        joined = await table.does(player, "/seats", _choice(clan))
        assert joined.status_code == 200, joined.text
    return table


async def a_game(client: httpx.AsyncClient, places: Sequence[str | None], **options: Any) -> Table:
    """A game that has just started, with the people at their seats."""
    lobby = await a_lobby(client, places, **options)
    started = await lobby.does(lobby.people[0], "/start")
    assert started.status_code == 200, started.text
    return await seated(lobby)


async def seated(lobby: Table) -> Table:
    by_id = {player.id: player for player in lobby.people}
    seats = [seat for seat in (await lobby.read())["seats"] if seat["player"] in by_id]
    return Table(
        lobby.client, lobby.id, tuple(replace(by_id[seat["player"]], seat=seat["seat"]) for seat in seats)
    )


def _choice(clan: str | None) -> dict[str, Any]:
    return {} if clan is None else {"choice": {"clan": clan}}


async def finished(table: Table) -> dict[str, Any]:
    """The row of the game in the feed of finished games, once it is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            feed = await table.client.get("/v1/finished", params={"ruleset": "phoenix", "first": 100})
            for row in feed.json()["items"]:
                if row["game"] == table.id:
                    found: dict[str, Any] = row
                    return found
            await asyncio.sleep(0.1)


async def check_log(table: Table, folder: Path) -> None:
    """The log proves itself: by the API's audit, and by the operator's command on the exported file."""
    audit = await table.read(None, "/audit")
    assert audit["ok"], audit
    log = await table.client.get(f"{table.path}/log")
    assert log.status_code == 200
    file = folder / "phoenix.ndjson"
    file.write_bytes(log.content)
    done = await asyncio.to_thread(emberlog, "verify", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
