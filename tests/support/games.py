"""Games through the API: people who sign up, sit down, start and play."""

import random
from dataclasses import dataclass
from typing import Any

import httpx

from tests.support.service import sign_up


@dataclass(frozen=True)
class Table:
    """A game and the headers of its players: by place, and once it has started by seat."""

    client: httpx.AsyncClient
    id: str
    players: list[str]
    headers: list[dict[str, str]]

    @property
    def path(self) -> str:
        """The URL path of the game."""
        return f"/v1/games/{self.id}"

    async def read(self, headers: dict[str, str] | None = None, **query: Any) -> dict[str, Any]:
        """The game as somebody sees it; without headers, a spectator."""
        answer = await self.client.get(self.path, headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        game: dict[str, Any] = answer.json()
        return game

    async def due(self) -> dict[str, str]:
        """The headers of the player who must act."""
        seats: list[int] = (await self.read(self.headers[0]))["actor"]["seats"]
        return self.headers[seats[0]]

    async def moves(self, headers: dict[str, str]) -> list[dict[str, Any]]:
        """The plain moves of a player."""
        answer = await self.client.get(f"{self.path}/moves", headers=headers)
        assert answer.status_code == 200, answer.text
        moves: list[dict[str, Any]] = answer.json()["moves"]
        return moves

    async def play(self, headers: dict[str, str], move: dict[str, Any], **more: str) -> dict[str, Any]:
        """A move that is accepted; its answer."""
        answer = await self.client.post(f"{self.path}/moves", json=move, headers={**headers, **more})
        assert answer.status_code == 200, answer.text
        played: dict[str, Any] = answer.json()
        return played

    async def play_on(self, moves: int, seed: int = 1) -> int:
        """Play this number of reproducible random moves; return the version after them."""
        chance, version = random.Random(seed), 0
        for _ in range(moves):
            headers = await self.due()
            version = (await self.play(headers, chance.choice(await self.moves(headers))))["version"]
        return version


async def a_lobby(
    client: httpx.AsyncClient, seats: int = 2, ruleset: str = "bonfire", **options: Any
) -> Table:
    """A lobby in which all players have taken a place; the first is the host."""
    people = [await sign_up(client, f"Player {n}") for n in range(seats)]
    players, headers = [player for player, _ in people], [header for _, header in people]
    wish = {"ruleset": ruleset, "seats": seats, "options": options}
    answer = await client.post("/v1/games", json=wish, headers=headers[0])
    assert answer.status_code == 201, answer.text
    table = Table(client, answer.json()["id"], players, headers)
    for header in headers[1:]:
        answer = await client.post(f"{table.path}/seats", headers=header)
        assert answer.status_code == 200, answer.text
    return table


async def a_game(client: httpx.AsyncClient, seats: int = 2, **options: Any) -> Table:
    """A game that has just started."""
    lobby = await a_lobby(client, seats, **options)
    answer = await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
    assert answer.status_code == 200, answer.text
    players = [seat["player"] for seat in (await lobby.read())["seats"]]
    headers = [lobby.headers[lobby.players.index(player)] for player in players]
    return Table(client, lobby.id, players, headers)
