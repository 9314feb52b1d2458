"""Games of Regatta through a running system: people who sign up, choose boats, and play to the end."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import httpx

from tests.support.processes import PATIENCE
from tests.support.service import sign_up

GAMES: Final = "tests.support.regatta.ruleset:REGATTA"
"""The setting `EMBERLOG_GAMES` that mounts the game."""

Answer = dict[str, Any]
Policy = Callable[[Sequence[Answer]], Answer]
"""From the moves that are possible to the one to play."""


@dataclass(frozen=True)
class Crew:
    """A player at a table: the headers with the token, and in a running game the seat."""

    player: str
    headers: dict[str, str]
    seat: int = -1


@dataclass(frozen=True)
class River:
    """A game and its crews, in the order of their seats once it has started."""

    client: httpx.AsyncClient
    id: str
    crews: tuple[Crew, ...]

    @property
    def path(self) -> str:
        """Where the game is."""
        return f"/v1/games/{self.id}"

    def crew(self, seat: int) -> Crew:
        """The crew at a seat."""
        return next(crew for crew in self.crews if crew.seat == seat)

    async def read(self, crew: Crew | None = None, part: str = "", **query: Any) -> Answer:
        """The game, or a part of it, as a crew or a spectator sees it."""
        headers = None if crew is None else crew.headers
        answer = await self.client.get(self.path + part, headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        found: Answer = answer.json()
        return found

    async def does(self, crew: Crew, part: str, content: Any = None, **query: Any) -> httpx.Response:
        """A request of a crew that may be refused."""
        return await self.client.post(self.path + part, json=content, headers=crew.headers, params=query)

    async def plays(self, seat: int, **move: Any) -> Answer:
        """A move that is accepted."""
        answer = await self.does(self.crew(seat), "/moves", move)
        assert answer.status_code == 200, answer.text
        played: Answer = answer.json()
        return played

    async def legal(self, seat: int) -> list[Answer]:
        """The moves of a seat, flags left out."""
        moves = (await self.read(self.crew(seat), "/moves"))["moves"]
        return [move for move in moves if move["type"] != "hoist_flag"]

    def asks(self, game: Answer) -> list[int]:
        """The seats of crews that are asked something; those of bots are left out."""
        own = {crew.seat for crew in self.crews}
        return [seat for seat in game["actor"]["seats"] if seat in own]

    async def asked(self, seconds: float = PATIENCE) -> Answer:
        """The game once a crew is asked something or it is over: until then workers have to act."""
        async with asyncio.timeout(seconds):
            while True:
                game = await self.read()
                if self.asks(game) or game["status"] == "finished":
                    return game
                await asyncio.sleep(0.05)

    async def sails(self, policy: Policy) -> Answer:
        """The game played to its end, as it is then."""
        while (game := await self.asked())["status"] != "finished":
            seat = self.asks(game)[0]
            await self.plays(seat, **policy(await self.legal(seat)))
        return game


def best(moves: Sequence[Answer]) -> Answer:
    """Rows as far as possible, never bids, gives way, loses gold, ends the turn."""
    order = {"move_ship": 0, "end_turn": 1}
    choice = sorted(moves, key=lambda move: (order.get(move["type"], 2), -move.get("to", 0)))
    return choice[0]


def idle(moves: Sequence[Answer]) -> Answer:
    """Ends the turn, or answers as best does."""
    return next((move for move in moves if move["type"] == "end_turn"), best(moves))


async def a_river(
    client: httpx.AsyncClient, boats: Sequence[str | None], options: Mapping[str, Any] | None = None
) -> River:
    """A lobby in which everybody sits, with these boats; the first is the host."""
    crews = [Crew(*await sign_up(client, f"Captain {n}")) for n in range(len(boats))]
    wish = {"ruleset": "regatta", "seats": len(boats), "options": dict(options or {}), **_choice(boats[0])}
    answer = await client.post("/v1/games", json=wish, headers=crews[0].headers)
    assert answer.status_code == 201, answer.text
    river = River(client, answer.json()["id"], tuple(crews))
    for crew, boat in zip(crews[1:], boats[1:], strict=True):
        joined = await river.does(crew, "/seats", _choice(boat))
        assert joined.status_code == 200, joined.text
    return river


async def a_started_river(
    client: httpx.AsyncClient, boats: Sequence[str | None], options: Mapping[str, Any] | None = None
) -> River:
    """A game that has just started."""
    lobby = await a_river(client, boats, options)
    answer = await lobby.does(lobby.crews[0], "/start")
    assert answer.status_code == 200, answer.text
    return await seated(lobby)


async def seated(lobby: River) -> River:
    """The running game, with its crews at their seats."""
    by_player = {crew.player: crew for crew in lobby.crews}
    seats = (await lobby.read())["seats"]
    crews = (
        Crew(player, by_player[player].headers, seat["seat"])
        for seat in seats
        if (player := seat["player"]) is not None
    )
    return River(lobby.client, lobby.id, tuple(crews))


def _choice(boat: str | None) -> Answer:
    return {} if boat is None else {"choice": {"boat": boat}}
