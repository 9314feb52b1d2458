"""Many callers at once, over two API processes: one entry for each version, one effect for each key."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from domain.bonfire.commands import End, FateCell, PlaceFateTile
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from service.operations.embedded import EmbeddedRedis
from tests.support.apis import api, client_of
from tests.support.games import Table, a_game
from tests.support.service import code, sign_up
from tests.support.tables import house

pytestmark = pytest.mark.anyio

KEEP = {"type": "choose_start_fate_tile", "swap": False, "rotation": 0}
SWAP = {"type": "choose_start_fate_tile", "swap": True, "rotation": 0}
CALLERS = 64


@pytest.fixture(scope="module")
def addresses(
    redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """Two processes on one Redis."""
    output = tmp_path_factory.mktemp("apis")
    with api(redis_server.url, output) as one, api(redis_server.url, output) as other:
        yield one, other


@pytest.fixture
async def clients(addresses: tuple[str, str], redis_url: str) -> AsyncIterator[list[httpx.AsyncClient]]:
    clients = client_of(*addresses)
    yield clients
    for client in clients:
        await client.aclose()


async def at_once(clients: list[httpx.AsyncClient], *requests: tuple[str, Any, Any]) -> list[httpx.Response]:
    """All requests at the same time, in turn over the processes."""
    return await asyncio.gather(
        *(
            clients[n % len(clients)].post(path, json=body, headers=headers)
            for n, (path, body, headers) in enumerate(requests)
        )
    )


async def placements(redis_url: str, game: str) -> list[Any]:
    """Whole moves that the seat on turn may make now, all of them different."""
    async with house(redis_url) as home:
        loaded = await home.newest(game)
    state: Any = loaded.table.state
    found = []
    for end, row, column, rotation in product(End, range(1, 6), range(1, 8), (0, 90, 180, 270)):
        move = PlaceFateTile(end=end, anchor=FateCell(row, column), rotation=rotation)
        try:
            loaded.rules.decide(state, state.turn.seat, move, Dice(b"", 1))
        except Rejected:
            continue
        found.append(msgspec.to_builtins(move))
    return found


async def test_of_64_different_moves_for_one_version_exactly_one_is_stored(
    clients: list[httpx.AsyncClient], redis_url: str
) -> None:
    game = await a_game(clients[0])
    await game.play(game.headers[0], KEEP)
    tiles = (await game.read())["view"]["cities"][0]["tiles"]
    loaded = [kind for kind, count in tiles.items() for _ in range(count)]
    discard = {"type": "discard_action_tiles", "tiles": loaded}
    version = (await game.play(game.headers[0], discard))["version"]
    moves = (await placements(redis_url, game.id))[:CALLERS]
    assert len(moves) == CALLERS
    headers = game.headers[0] | {"If-Match": f'"{version}"'}
    answers = await at_once(clients, *((f"{game.path}/moves", move, headers) for move in moves))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: CALLERS - 1}
    assert {code(answer, 412) for answer in answers if answer.status_code == 412} == {"version_conflict"}
    (stored,) = [answer.json()["version"] for answer in answers if answer.status_code == 200]
    assert stored == version + 1
    await assert_whole(game, clients, stored)


async def test_of_15_players_joining_three_places_three_succeed(clients: list[httpx.AsyncClient]) -> None:
    people = [await sign_up(clients[0], f"Player {n}") for n in range(16)]
    wish = {"ruleset": "bonfire", "seats": 4, "options": {"auto_start": True}}
    created = (await clients[0].post("/v1/games", json=wish, headers=people[0][1])).json()
    path = f"/v1/games/{created['id']}"
    answers = await at_once(clients, *((f"{path}/seats", {}, headers) for _, headers in people[1:]))
    assert Counter(answer.status_code for answer in answers) == {200: 3, 409: 12}
    game = Table(clients[1], created["id"], [], [])
    assert (await game.read())["status"] == "active"
    await assert_whole(game, clients, 4)


async def test_same_key_ten_times_at_once_makes_one_entry_with_one_answer(
    clients: list[httpx.AsyncClient],
) -> None:
    game = await a_game(clients[0])
    request = (f"{game.path}/moves", KEEP, game.headers[0] | {"Idempotency-Key": "k", "If-Match": '"3"'})
    answers = await at_once(clients, *[request] * 10)
    assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
    assert len({answer.content for answer in answers}) == 1
    assert {answer.headers["etag"] for answer in answers} == {'"4"'}
    await assert_whole(game, clients, 4)
    reused = await at_once(clients, *[(f"{game.path}/moves", SWAP, request[2])] * 2)
    assert {code(answer, 422) for answer in reused} == {"idempotency_key_reused"}


async def test_two_bodies_with_one_key_at_once_make_one_entry_and_refusals(
    clients: list[httpx.AsyncClient],
) -> None:
    game = await a_game(clients[0])
    headers = game.headers[0] | {"Idempotency-Key": "k"}
    answers = await at_once(
        clients, *((f"{game.path}/moves", move, headers) for move in (KEEP, SWAP) for _ in range(5))
    )
    accepted = [answer.content for answer in answers if answer.status_code == 200]
    assert (len(accepted), len(set(accepted))) == (5, 1)
    assert {code(answer, 422) for answer in answers if answer.status_code != 200} == {
        "idempotency_key_reused"
    }
    await assert_whole(game, clients, 4)


async def test_same_key_creates_one_game(clients: list[httpx.AsyncClient]) -> None:
    _, headers = await sign_up(clients[0])
    wish = {"ruleset": "bonfire", "seats": 2}
    answers = await at_once(clients, *[("/v1/games", wish, headers | {"Idempotency-Key": "k"})] * 10)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len((await clients[1].get("/v1/games")).json()["items"]) == 1


@pytest.mark.long
async def test_a_key_is_known_after_a_restart(redis_url: str, tmp_path: Path) -> None:
    answers = []
    game, headers = "", {"Idempotency-Key": "k", "If-Match": '"3"'}
    for _ in range(2):
        with api(redis_url, tmp_path) as address:
            (client,) = client_of(address)
            async with client:
                if not game:
                    table = await a_game(client)
                    game, headers = table.path, table.headers[0] | headers
                answers.append(await client.post(f"{game}/moves", json=KEEP, headers=headers))
                assert code(await client.post(f"{game}/moves", json=SWAP, headers=headers), 422)
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].content == answers[1].content


async def test_players_of_different_games_do_not_affect_each_other(
    clients: list[httpx.AsyncClient],
) -> None:
    tables = [await a_game(clients[n % 2]) for n in range(8)]
    await asyncio.gather(*(table.play_on(20, seed) for seed, table in enumerate(tables)))
    for table in tables:
        await assert_whole(table, clients, 23)


async def assert_whole(game: Table, clients: list[httpx.AsyncClient], version: int) -> None:
    """The log has exactly so many entries, without a gap; both processes see the same; everything holds."""
    listed = [(await client.get(f"{game.path}/events?first=100")).json() for client in clients]
    assert [entry["seq"] for entry in listed[0]["items"]] == list(range(1, version + 1))
    assert listed[0] == listed[1]
    verdict = (await clients[0].get(f"{game.path}/audit")).json()
    assert (verdict["ok"], verdict["version"]) == (True, version), verdict


async def test_concurrent_rematch_requests_get_the_same_game(clients: list[httpx.AsyncClient]) -> None:
    for _ in range(4):
        game = await a_game(clients[0], 4)
        for headers in game.headers:
            await clients[1].post(f"{game.path}/abort", headers=headers)
        path = f"{game.path}/rematch"
        answers = await at_once(clients, *((path, {}, headers) for headers in game.headers * 4))
        assert {answer.status_code for answer in answers} == {201}, answers[0].text
        (again,) = {answer.json()["id"] for answer in answers}
        found = (await clients[0].get(f"/v1/games/{again}")).json()
        assert (found["status"], found["version"], found["rematch_of"]) == ("active", 4, game.id)
        assert {seat["player"] for seat in found["seats"]} == set(game.players)


async def test_concurrent_agreements_to_abort_end_the_game_with_the_last_one(
    clients: list[httpx.AsyncClient],
) -> None:
    game = await a_game(clients[0], 4)
    before = (await game.read())["version"]
    answers = await at_once(clients, *[(f"{game.path}/abort", {}, headers) for headers in game.headers])
    ended = [[event["type"] for event in answer.json()["events"]] for answer in answers]
    assert sorted(ended) == [["abort_agreed"]] * 3 + [["abort_agreed", "game_aborted"]]
    found = await game.read()
    assert (found["status"], found["version"]) == ("cancelled", before + 4)
    assert (await clients[0].get(f"{game.path}/audit")).json()["ok"]
