"""What happened, for readers: pages, lines, patches; the log and its audit."""

import json
from typing import Any

import httpx
import jsonpatch
import pytest

from domain.kernel.entry import opened
from schema.accounts import Scope
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.settings import Settings
from service.store import Store
from tests.support.games import Table, a_game, a_lobby
from tests.support.service import bearer, code, sign_up

pytestmark = pytest.mark.anyio

LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
async def game(client: httpx.AsyncClient) -> Table:
    """A game of two with 3 entries of its lobby and 27 moves."""
    game = await a_game(client)
    await game.play_on(27)
    return game


@pytest.fixture
async def auditor(client: httpx.AsyncClient, redis_url: str) -> dict[str, str]:
    """The header of somebody whom the operator gave the scope `audit`."""
    player, _ = await sign_up(client, "Auditor")
    return bearer(await grant(redis_url, player))


async def grant(redis_url: str, player: str) -> str:
    store = Store.open(redis_url)
    players = Players(store.connection, RateLimits(store.connection, Settings(redis_url=redis_url)))
    token = await players.grant(player, (Scope.PLAY, Scope.READ, Scope.AUDIT))
    await store.close()
    return token


async def events(game: Table, query: str = "", **headers: str) -> dict[str, Any]:
    answer = await game.client.get(f"{game.path}/events{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


async def lines(game: Table, query: str = "", **headers: str) -> list[dict[str, Any]]:
    answer = await game.client.get(f"{game.path}/events{query}", headers={**LINES, **headers})
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


async def test_pages_continue_by_version(game: Table) -> None:
    first = await events(game, "?first=20")
    assert [entry["seq"] for entry in first["items"]] == list(range(1, 21))
    assert first["next"] == 20
    rest = await events(game, "?first=20&after=20")
    assert [entry["seq"] for entry in rest["items"]] == list(range(21, 31))
    assert rest["next"] is None
    assert (await events(game, "?first=10&after=20"))["next"] is None
    assert (await events(game, f"?after={2**53 - 1}"))["items"] == []


async def test_an_entry_has_time_actor_events_and_hash(game: Table) -> None:
    items = (await events(game, "?first=100"))["items"]
    assert all(set(entry) == {"seq", "at", "actor", "events", "hash"} for entry in items)
    assert [entry["actor"] for entry in items[:2]] == [
        items[0]["events"][0]["host"],
        items[1]["events"][0]["player"],
    ]
    assert items[3]["actor"] == "seat:0"
    assert items[-1]["hash"] == (await game.read())["hash"]
    assert [entry["at"] for entry in items] == sorted(entry["at"] for entry in items)


async def test_json_lines_return_all_entries_at_once(game: Table) -> None:
    await game.play_on(60, seed=3)
    everything = await lines(game)
    assert [entry["seq"] for entry in everything] == list(range(1, 91))
    assert everything[:20] == (await events(game))["items"]
    assert [entry["seq"] for entry in await lines(game, "?after=88")] == [89, 90]
    assert await lines(game, "?after=90") == []
    assert await lines(game, "?after=1000&patch=true") == []


@pytest.mark.parametrize("reader", [None, 0, 1])
async def test_patch_turns_each_version_into_the_next(game: Table, reader: int | None) -> None:
    headers = {} if reader is None else game.headers[reader]
    told = await lines(game, "?patch=true", **headers)
    seen: Any = None
    for entry in told:
        seen = jsonpatch.apply_patch(seen, entry["patch"])
        assert seen == await game.read(headers, at=entry["seq"])
    assert seen["version"] == 30
    late = (await events(game, "?after=17&first=5&patch=true", **headers))["items"]
    assert late == told[17:22]


async def test_a_patch_is_smaller_than_the_game(game: Table) -> None:
    whole = len(json.dumps(await game.read()))
    for entry in (await events(game, "?after=3&patch=true"))["items"]:
        assert len(json.dumps(entry["patch"])) < whole / 4


async def test_undone_entry_stays_and_its_patch_is_reverted(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    await game.play_on(1)
    await client.post(f"{game.path}/undo", headers=game.headers[0])
    last = (await events(game, "?after=3&patch=true"))["items"]
    assert [entry["seq"] for entry in last] == [4, 5]
    before = await game.read(at=4)
    assert jsonpatch.apply_patch(before, last[1]["patch"]) == await game.read()


async def test_readers_get_the_same_events_except_hidden_information(game: Table) -> None:
    spectator = await lines(game)
    assert [await lines(game, **headers) for headers in game.headers] == [spectator] * 2
    shuffled = next(e for e in spectator[2]["events"] if e["type"] == "paths_shuffled")
    assert shuffled["piles"] is None


@pytest.mark.parametrize("wrong", ["first=0", "first=101", "after=-1", "after=x", "patch=2", "at=1"])
async def test_invalid_query_is_refused(game: Table, wrong: str) -> None:
    assert code(await game.client.get(f"{game.path}/events?{wrong}"), 400) == "malformed"


async def test_log_of_a_running_game_is_sealed_except_for_auditors_without_a_seat(
    game: Table, auditor: dict[str, str], redis_url: str
) -> None:
    path = f"{game.path}/log"
    for headers in ({}, *game.headers):
        assert code(await game.client.get(path, headers=headers), 403) == "log_sealed"
    answer = await game.client.get(path, headers=auditor)
    assert answer.headers["content-type"] == "application/x-ndjson"
    header, *entries = answer.content.splitlines()
    assert json.loads(header)["seed"] is None
    assert len(entries) == 30
    assert [opened(line)["seq"] for line in entries] == list(range(1, 31))
    playing = bearer(await grant(redis_url, game.players[0]))
    assert code(await game.client.get(path, headers=playing), 403) == "log_sealed"


async def test_log_is_sealed_for_auditors_with_a_place_in_the_lobby(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    lobby = await a_lobby(client)
    waiting = bearer(await grant(redis_url, lobby.players[1]))
    assert code(await client.get(f"{lobby.path}/log", headers=waiting), 403) == "log_sealed"


async def test_audit_of_a_running_game_returns_the_verdict(game: Table, auditor: dict[str, str]) -> None:
    for headers in ({}, game.headers[0], auditor):
        verdict = (await game.client.get(f"{game.path}/audit", headers=headers)).json()
        assert (verdict["ok"], verdict["version"], verdict["difference"]) == (True, 30, None)
        assert verdict["hash"] == (await game.read())["hash"]
        assert verdict["checks"]["chain"] is True
        assert verdict["checks"]["events"] is True


async def test_a_cancelled_game_has_no_secrets(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client)
    for headers in lobby.headers:
        await client.delete(f"{lobby.path}/seats/me", headers=headers)
    assert len((await client.get(f"{lobby.path}/log")).content.splitlines()) == 5
