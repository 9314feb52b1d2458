"""Limits on what one player may have or do."""

from itertools import pairwise
from typing import Any

import httpx
import pytest

from schema import prices
from tests.support.games import a_game, a_lobby
from tests.support.service import FREELY, code, service, sign_up

pytestmark = pytest.mark.anyio

LIMITED = {name: value for name, value in FREELY.items() if name.startswith("rate") or name == "signup_rate"}


async def create(client: httpx.AsyncClient, headers: dict[str, str], **wish: Any) -> httpx.Response:
    return await client.post("/v1/games", json={"ruleset": "bonfire", "seats": 2, **wish}, headers=headers)


async def test_game_with_only_bots_is_refused(redis_url: str) -> None:
    async with service(redis_url, **LIMITED) as client:
        _, headers = await sign_up(client)
        bots = ["bot:random", "bot:random"]
        refused = await create(client, headers, seats=bots, options={"auto_start": True})
        assert code(refused, 422) == "nobody_plays"
        assert (await create(client, headers, seats=["open", "bot:random"])).status_code == 201
    async with service(redis_url, **LIMITED, bots_only_games=True) as client:
        assert (await create(client, headers, seats=bots)).status_code == 201


async def test_fork_with_only_bots_is_refused(redis_url: str) -> None:
    async with service(redis_url, **LIMITED) as client:
        lobby = await a_lobby(client, seats=1)
        headers = lobby.headers[0]
        assert (await client.post(f"{lobby.path}/start", headers=headers)).status_code == 200
        refused = await client.post(f"{lobby.path}/fork", json={"seats": ["bot:random"]}, headers=headers)
        assert code(refused, 422) == "nobody_plays"


async def test_unfinished_games_of_a_player_are_limited(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, games_per_player=2) as client:
        lobby = await a_lobby(client)
        host = lobby.headers[0]
        again = {"Idempotency-Key": "second", **host}
        second = await create(client, again)
        assert second.status_code == 201
        assert code(await create(client, host), 409) == "games_running"
        assert (await create(client, again)).json()["id"] == second.json()["id"]
        _, other = await sign_up(client, "Eve")
        open_ = (await create(client, other)).json()["id"]
        assert code(await client.post(f"/v1/games/{open_}/seats", headers=host), 409) == "games_running"
        assert (await client.delete(f"/v1/games/{second.json()['id']}", headers=host)).status_code == 200
        joined = await client.post(f"/v1/games/{open_}/seats", headers={"Idempotency-Key": "j", **host})
        assert joined.status_code == 200
        repeated = await client.post(f"/v1/games/{open_}/seats", headers={"Idempotency-Key": "j", **host})
        assert (repeated.status_code, repeated.json()) == (200, joined.json())


async def test_resigned_games_count_until_they_are_over(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, games_per_player=1) as client:
        _, headers = await sign_up(client)
        game = (await create(client, headers, seats=["me", "bot:random", "bot:random"])).json()["id"]
        assert (await client.post(f"/v1/games/{game}/start", headers=headers)).status_code == 200
        assert (await client.post(f"/v1/games/{game}/resign", headers=headers)).status_code == 200
        assert code(await create(client, headers), 409) == "games_running"


async def test_rematches_count_as_games_for_those_who_open_and_join_them(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, games_per_player=1) as client:
        game = await a_game(client)
        ada, ben = game.headers
        for headers in game.headers:
            assert (await client.post(f"{game.path}/abort", headers=headers)).status_code == 200
        other = (await create(client, ada)).json()["id"]
        assert code(await client.post(f"{game.path}/rematch", headers=ada), 409) == "games_running"
        opened = await client.post(f"{game.path}/rematch", headers=ben)
        assert opened.status_code == 201
        assert code(await client.post(f"{game.path}/rematch", headers=ada), 409) == "games_running"
        assert (await client.delete(f"/v1/games/{other}", headers=ada)).status_code == 200
        joined = await client.post(f"{game.path}/rematch", headers=ada)
        assert (joined.status_code, joined.json()["id"]) == (201, opened.json()["id"])


async def test_repeated_joining_and_leaving_of_a_lobby_is_limited(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, join_rate=3) as client:
        _, host = await sign_up(client)
        game = (await create(client, host)).json()["id"]
        _, headers = await sign_up(client, "Eve")
        for _ in range(3):
            assert (await client.post(f"/v1/games/{game}/seats", headers=headers)).status_code == 200
            assert (await client.delete(f"/v1/games/{game}/seats/me", headers=headers)).status_code == 200
        refused = await client.post(f"/v1/games/{game}/seats", headers=headers)
        assert code(refused, 429) == "too_many_joins"
        _, friend = await sign_up(client, "Bob")
        assert (await client.post(f"/v1/games/{game}/seats", headers=friend)).status_code == 200


async def test_repeated_moves_and_undos_are_limited(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, undo_rate=2) as client:
        game = await a_game(client)
        headers = await game.due()
        refused = None
        for _ in range(3):
            move = next(m for m in await game.moves(headers) if m["type"] != "end_turn")
            await game.play(headers, move)
            refused = await client.post(f"{game.path}/undo", headers=headers)
        assert refused is not None
        assert code(refused, 429) == "too_many_undos"


async def test_invitations_of_a_host_are_limited(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, invitation_rate=2) as client:
        _, headers = await sign_up(client)
        guest, _ = await sign_up(client, "Eve")
        for _ in range(2):
            made = await create(client, headers, seats=["me", f"player:{guest}"])
            await client.delete(f"/v1/games/{made.json()['id']}", headers=headers)
        refused = await create(client, headers, seats=["me", f"player:{guest}"])
        assert code(refused, 429) == "too_many_invitations"


async def test_new_accounts_per_address_are_limited_by_day(redis_url: str) -> None:
    async with service(redis_url, **LIMITED, signups_per_day=2) as client:
        answers = [await client.post("/v1/players", json={"name": "Ada"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert code(answers[2], 429) == "too_many_signups"
        assert int(answers[2].headers["retry-after"]) > 3600


@pytest.mark.parametrize(
    "path,price",
    [
        ("", 1),
        ("?at=1", prices.EARLIER),
        ("/audit", prices.AUDIT),
        ("/score?at=4", prices.EARLIER),
        ("/scores", 1 + 20 // 16),
        ("/events", 1),
        ("/events?patch=true", 1 + 20 // 16),
        ("/events?patch=true&first=5", 1),
    ],
)
async def test_expensive_calls_count_as_several(redis_url: str, path: str, price: int) -> None:
    free = {name: value for name, value in FREELY.items() if name != "rate_per_address"}
    async with service(redis_url, **free, rate_per_address=0.001, rate_burst=1000) as client:
        game = await a_game(client)
        await game.play_on(20 - (await game.read(game.headers[0]))["version"])
        before = int((await client.get(f"{game.path}/score")).headers["ratelimit-remaining"])
        answer = await client.get(game.path + path)
        assert answer.status_code == 200, answer.text
        assert before - int(answer.headers["ratelimit-remaining"]) == price


async def test_trying_forking_and_exporting_count_as_several(redis_url: str) -> None:
    free = {name: value for name, value in FREELY.items() if name != "rate_per_token"}
    async with service(redis_url, **free, rate_per_token=0.001, rate_burst=1000) as client:
        game = await a_lobby(client, seats=1)
        (headers,) = game.headers
        assert (await client.post(f"{game.path}/start", headers=headers)).status_code == 200
        tried = {"moves": (await game.moves(headers))[:1] * 20}
        answers = [
            await client.get(f"{game.path}/score", headers=headers),
            await client.post(f"{game.path}/moves/try", json=tried, headers=headers),
            await client.post(f"{game.path}/fork", json={}, headers=headers),
            await client.post(f"{game.path}/abort", headers=headers),
            await client.get(f"{game.path}/log", headers=headers),
        ]
        assert [answer.is_success for answer in answers] == [True] * 5
        left = [int(answer.headers["ratelimit-remaining"]) for answer in answers]
        prices_of = [before - after for before, after in pairwise(left)]
        assert prices_of == [prices.tried(20), prices.FORK, 1, prices.LOG]


async def test_json_lines_with_patches_are_charged_by_number(redis_url: str) -> None:
    free = {name: value for name, value in FREELY.items() if name != "rate_per_address"}
    async with service(redis_url, **free, rate_per_address=0.001, rate_burst=1000) as client:
        game = await a_game(client)
        version = await game.play_on(40)
        before = int((await client.get(f"{game.path}/score")).headers["ratelimit-remaining"])
        headers = {"Accept": "application/x-ndjson"}
        answer = await client.get(f"{game.path}/events?patch=true", headers=headers)
        assert before - int(answer.headers["ratelimit-remaining"]) == 1 + version // 16 > 2


def test_entries_are_charged_by_their_requested_details() -> None:
    assert prices.entries(160, patch=True, text=True) == 11
    assert prices.entries(160, patch=False, text=True) == 3
    assert prices.entries(160, patch=False, text=False) == 1
    assert prices.entries(-1, patch=True, text=False) == 1
