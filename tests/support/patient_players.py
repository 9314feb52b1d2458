"""A solo player who repeats whatever got no answer, and remembers which moves were acknowledged."""

import asyncio
import random
from typing import Any

import httpx

from tests.support.games import Table
from tests.support.processes import PATIENCE

Acknowledged = dict[int, object]
"""The moves that were answered as accepted, by version."""


async def play_to_the_end(game: Table, acknowledged: Acknowledged | None = None) -> Acknowledged:
    """Play quickly and repeat what got no answer; returns the acknowledged moves, which may be given."""
    chance, (headers,) = random.Random(1), game.headers
    acknowledged = {} if acknowledged is None else acknowledged
    while (found := await read(game))["status"] != "finished":
        moves = (await ask(game, "GET", "moves", headers)).json()["moves"]
        if not moves:
            await asyncio.sleep(0.1)
            continue
        quick = [move for move in moves if move["type"] in ("end_turn", "discard_action_tiles")]
        key = {"Idempotency-Key": f"move-{found['version']}"}
        move = chance.choice(quick or moves)
        answer = await ask(game, "POST", "moves", headers | key, move)
        assert answer.status_code == 200, answer.text
        acknowledged[answer.json()["version"]] = move
    return acknowledged


async def read(game: Table) -> dict[str, Any]:
    """The game as its first player sees it."""
    found: dict[str, Any] = (await ask(game, "GET", "", game.headers[0])).json()
    return found


async def ask(
    game: Table, method: str, part: str, headers: dict[str, str], body: object = None
) -> httpx.Response:
    """Ask until the answer is not 503."""
    path = f"{game.path}/{part}".rstrip("/")
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await game.client.request(method, path, headers=headers, json=body)
            if answer.status_code != 503:
                return answer
            await asyncio.sleep(0.1)
