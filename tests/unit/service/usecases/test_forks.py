"""Forks and games with a given seed through the API: made, played, read, proved; what they do not tell."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import jsonpatch
import pytest
from msgspec.structs import replace

from domain.kernel.table import Fork, Status
from schema.accounts import Scope
from schema.answers import Verdict
from service.engine.archive import LogArchiver
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.log_verification import verify_export
from service.projections.rebuild import rebuild
from service.store import keys
from service.store.ids import new_id
from service.usecases.audit import Auditor
from tests.support.games import Table, a_game
from tests.support.graphql import data
from tests.support.jobs import job_runner, run_job, run_until_idle
from tests.support.processes import PATIENCE
from tests.support.service import code, granted, served, service, sign_up
from tests.support.streams import reading
from tests.support.tables import house

pytestmark = pytest.mark.anyio

LINES = {"Accept": "application/x-ndjson"}
SEED = "5eed" * 16
Headers = dict[str, str]


@pytest.fixture
async def eve(client: httpx.AsyncClient) -> tuple[str, Headers]:
    return await sign_up(client, "Eve")


async def over(table: Table, redis_url: str, *headers: Headers) -> Table:
    """The game after everybody has resigned."""
    for header in headers or table.headers:
        answer = await table.client.post(f"{table.path}/resign", headers=header)
        assert answer.status_code == 200, answer.text
    async with job_runner(redis_url) as worker:
        await run_job(worker, "scoring", table.id)
    return table


@pytest.fixture
async def finished(client: httpx.AsyncClient, redis_url: str) -> Table:
    """A game of two that was played up to version 20."""
    table = await a_game(client, 2, clock={"days": 3})
    await table.play_on(17)
    return await over(table, redis_url)


@pytest.fixture
async def solo(client: httpx.AsyncClient) -> Table:
    """A game against Tom that runs."""
    return await a_solo(client)


async def a_solo(client: httpx.AsyncClient, **options: Any) -> Table:
    player, headers = await sign_up(client, "Solo")
    wish = {"ruleset": "bonfire", "seats": 1, "options": {"auto_start": True, **options}}
    made = await client.post("/v1/games", json=wish, headers=headers)
    assert made.status_code == 201, made.text
    return Table(client, made.json()["id"], [player], [headers])


async def ask(table: Table, headers: Headers, **wish: Any) -> httpx.Response:
    return await table.client.post(f"{table.path}/fork", json=wish, headers=headers)


async def forked(table: Table, who: tuple[str, Headers], **wish: Any) -> Table:
    """The fork, whose seats are all somebody's."""
    answer = await ask(table, who[1], **wish)
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert answer.headers["location"] == f"/v1/games/{game['id']}"
    return Table(table.client, game["id"], [who[0]] * len(game["seats"]), [who[1]] * len(game["seats"]))


async def log(table: Table, headers: Headers | None = None) -> list[bytes]:
    answer = await table.client.get(f"{table.path}/log", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.content.splitlines(keepends=True)


async def get(table: Table, part: str = "", headers: Headers | None = None) -> Any:
    answer = await table.client.get(f"{table.path}{part}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_anybody_can_fork_any_point_of_a_finished_game(
    finished: Table, eve: tuple[str, Headers]
) -> None:
    then = await finished.read(at=12)
    answer = (await ask(finished, eve[1], at=12)).json()
    assert (answer["version"], answer["status"], answer["host"]) == (13, "active", eve[0])
    assert answer["fork"] == {"source": finished.id, "at": 12, "head": then["hash"]}
    assert (answer["options"]["rated"], answer["options"]["clock"], answer["fair"]) == (False, None, True)
    assert [seat["player"] for seat in answer["seats"]] == [eve[0]] * 2
    assert answer["commitment"] != then["commitment"]
    assert answer["actor"] == then["actor"]
    assert answer["seed"] is None


async def test_player_of_a_fork_holds_all_seats_and_plays_for_the_due_one(
    finished: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    fork = await forked(finished, eve, at=5)
    played = set()
    for _ in range(30):
        seat = (await get(fork, "/moves", eve[1]))["seat"]
        played.add(seat)
        await fork.play_on(1, seed=seat)
    assert played == {0, 1}
    await over(fork, redis_url, eve[1])
    assert (await fork.read())["status"] == "finished"
    assert [seat["resigned"] for seat in (await fork.read())["seats"]] == [True, True]


async def test_log_of_a_fork_starts_with_that_of_the_source_and_is_verifiable(
    finished: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    fork = await over(await forked(finished, eve, at=12), redis_url, eve[1])
    lines, source = await log(fork), await log(finished)
    assert lines[1:13] == source[1:13]
    header, entry = json.loads(lines[0]), json.loads(lines[13])
    assert (header["game"], entry["seq"], entry["prev"]) == (fork.id, 13, json.loads(source[12])["hash"])
    assert entry["command"]["source_seed"] == (await finished.read())["seed"]
    verdict = verify_export(lines)
    assert verdict.ok, verdict.difference
    audit = await get(fork, "/audit")
    assert (audit["ok"], audit["fair"]) == (True, True)
    assert all(audit["checks"].values())
    assert "borrowed" in audit["checks"]
    assert "borrowed" not in (await get(finished, "/audit"))["checks"]


async def test_earlier_versions_events_and_patches_belong_to_the_fork(
    finished: Table, eve: tuple[str, Headers]
) -> None:
    fork = await forked(finished, eve, at=12)
    await fork.play_on(3)
    for headers in (None, eve[1], finished.headers[0]):
        told = await fork.client.get(
            f"{fork.path}/events?patch=true&text=true", headers=LINES | (headers or {})
        )
        seen: Any = None
        for entry in map(json.loads, told.text.splitlines()):
            seen = jsonpatch.apply_patch(seen, entry["patch"])
            assert seen == await fork.read(headers, at=entry["seq"])
            assert (seen["id"], seen["fork"]["source"]) == (fork.id, finished.id)
        assert seen["version"] == 16
    page = await get(fork, "/events?after=11&first=2")
    assert [event["type"] for event in page["items"][1]["events"]] == ["game_forked"]


async def test_stream_of_a_fork_starts_at_its_own_first_entry(
    finished: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    fork = await over(await forked(finished, eve, at=12), redis_url, eve[1])
    with served(redis_url) as (host, port):
        async with (
            httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as browser,
            reading(browser, f"{fork.path}/stream", eve[1], patch=True) as stream,
        ):
            told = await stream.take(16)
    assert [each.cursor for each in told[:-1]] == [str(seq) for seq in range(1, 16)]
    assert told[-1].name == "end"


async def test_seats_of_a_fork_can_be_given_to_bots(
    finished: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    answer = (await ask(finished, eve[1], at=12, seats=["bot:greedy", "me"])).json()
    assert [(seat["player"], seat["bot"]) for seat in answer["seats"]] == [(None, "greedy"), (eve[0], None)]
    (seat,) = answer["actor"]["seats"]
    if seat == 0:
        async with job_runner(redis_url) as worker:
            await run_until_idle(worker, "automa", answer["id"])
        fork = Table(finished.client, answer["id"], [], [])
        assert (await fork.read())["version"] > 13


@pytest.mark.parametrize(
    "wish,status,expected",
    [
        ({"at": 0}, 409, "no_fork_here"),
        ({"at": "5"}, 400, "malformed"),
        ({"at": 5, "seats": []}, 400, "malformed"),
        ({"at": 5, "more": 1}, 400, "malformed"),
        ({"at": 5, "seats": ["me"]}, 422, "fork_seats"),
        ({"at": 5, "seats": ["me", "open"]}, 422, "unknown_seat"),
        ({"at": 5, "seats": ["me", "bot:genius"]}, 422, "unknown_seat"),
        ({}, 422, "fork_point_missing"),
        ({"at": 2}, 409, "no_fork_here"),
        ({"at": 22}, 409, "no_fork_here"),
        ({"at": 23}, 409, "no_fork_here"),
        ({"at": 10**12}, 409, "no_fork_here"),
    ],
)
async def test_refused_fork_says_why_and_creates_nothing(
    finished: Table, eve: tuple[str, Headers], wish: dict[str, Any], status: int, expected: str
) -> None:
    answer = await ask(finished, eve[1], **wish)
    assert code(answer, status) == expected
    if expected in ("no_fork_here", "fork_point_missing"):
        details = answer.json()["details"]
        assert (details["first"], details["last"]) == (3, 21)
    mine = await finished.client.get("/v1/games", params={"player": eve[0]}, headers=eve[1])
    assert mine.json()["items"] == []


async def test_running_game_can_be_forked_only_by_its_only_player(
    client: httpx.AsyncClient, solo: Table, eve: tuple[str, Headers]
) -> None:
    both = await a_game(client, 2)
    assert code(await ask(both, both.headers[0]), 409) == "fork_unfinished"
    assert code(await ask(solo, eve[1]), 409) == "fork_unfinished"
    assert (await ask(solo, {}, at=1)).status_code == 401
    nowhere = Table(client, new_id("g"), [], [])
    assert code(await ask(nowhere, eve[1], at=1), 404) == "not_found"
    challenge = await a_solo(client, challenge="handicap")
    assert code(await ask(challenge, challenge.headers[0]), 409) == "fork_of_challenge"
    lobby = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": 1}, headers=eve[1])
    waiting = Table(client, lobby.json()["id"], [], [])
    assert code(await ask(waiting, eve[1]), 409) == "fork_unfinished"
    now = await solo.read()
    fork = await forked(solo, (solo.players[0], solo.headers[0]))
    made = await fork.read(solo.headers[0])
    assert made["fork"] == {"source": solo.id, "at": now["version"], "head": now["hash"]}
    assert [seat["automa"] for seat in made["seats"]] == [None, "tom"]


async def test_key_of_a_refused_fork_can_be_reused(finished: Table, eve: tuple[str, Headers]) -> None:
    headers = eve[1] | {"Idempotency-Key": "k"}
    assert code(await ask(finished, headers, at=1), 409) == "no_fork_here"
    assert code(await ask(finished, headers, at=5, seats=["me"]), 422) == "fork_seats"
    first = await ask(finished, headers, at=5)
    assert first.status_code == 201
    assert (await ask(finished, headers, at=5)).json() == first.json()
    assert code(await ask(finished, headers, at=6), 422) == "idempotency_key_reused"


async def test_fork_is_never_rated(finished: Table, eve: tuple[str, Headers]) -> None:
    """What it has borrowed is shown under its own name, so with its own options."""
    fork = await forked(finished, eve, at=5)
    source, now = await finished.read(), await fork.read()
    assert (source["options"]["rated"], now["options"]["rated"]) == (True, False)
    for at in (1, 3, 5):
        assert (await fork.read(at=at))["options"] == now["options"]


async def test_fork_hidden_from_others_has_no_rematch(
    client: httpx.AsyncClient, solo: Table, redis_url: str
) -> None:
    """The rematch is for all to see, and names it."""
    own = solo.headers[0]
    fork = await forked(solo, (solo.players[0], own))
    await over(fork, redis_url, own)
    assert code(await client.post(f"{fork.path}/rematch", headers=own), 409) == "not_over"
    await over(solo, redis_url)
    again = await client.post(f"{fork.path}/rematch", headers=own)
    assert (again.status_code, again.json()["rematch_of"]) == (201, fork.id)


async def test_number_of_unfinished_forks_is_limited(
    finished: Table, eve: tuple[str, Headers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.usecases.forks.MOST_RUNNING", 2)
    first, _second = [await forked(finished, eve, at=5) for _ in range(2)]
    refused = await ask(finished, eve[1], at=5)
    assert (code(refused, 409), refused.json()["details"]) == ("forks_running", {"most": 2})
    assert (await finished.client.post(f"{first.path}/abort", headers=eve[1])).status_code == 200
    await forked(finished, eve, at=5)


async def test_only_player_may_fork_a_game_hosted_by_another(
    client: httpx.AsyncClient, eve: tuple[str, Headers]
) -> None:
    _, host = await sign_up(client, "Host")
    wish = {"ruleset": "bonfire", "seats": ["open", "bot:random"], "options": {"auto_start": True}}
    made = await client.post("/v1/games", json=wish, headers=host)
    game = Table(client, made.json()["id"], [], [])
    assert (await client.post(f"{game.path}/seats", json={}, headers=eve[1])).status_code == 200
    assert code(await ask(game, host), 409) == "fork_unfinished"
    await forked(game, eve)


async def test_fork_of_a_handicap_game_is_not_in_handicap_mode(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    challenge = await over(await a_solo(client, challenge="handicap"), redis_url)
    fork = await forked(challenge, (challenge.players[0], challenge.headers[0]), at=1)
    options = (await fork.read())["options"]
    assert (options["challenge"], options["handicap"]) == (None, 0)


async def test_repeated_request_creates_one_fork(solo: Table, redis_url: str) -> None:
    headers = {**solo.headers[0], "Idempotency-Key": "once"}
    first, second = await asyncio.gather(ask(solo, headers), ask(solo, headers))
    assert (first.status_code, first.json()) == (201, second.json())
    await solo.play_on(2)
    fork = Table(solo.client, first.json()["id"], solo.players, solo.headers)
    await fork.play_on(1)
    assert (await ask(solo, headers)).json() == first.json()
    await over(solo, redis_url)
    assert (await ask(solo, headers)).json() == first.json()
    assert code(await ask(solo, headers, at=1), 422) == "idempotency_key_reused"
    other = await ask(solo, {**solo.headers[0], "Idempotency-Key": "twice"}, at=1)
    assert other.json()["id"] != first.json()["id"]


async def test_fork_can_be_forked(finished: Table, eve: tuple[str, Headers], redis_url: str) -> None:
    fork = await forked(finished, eve, at=12)
    await fork.play_on(4)
    now = await forked(fork, eve)
    assert (await now.read(eve[1]))["fork"]["source"] == fork.id
    before = await forked(fork, eve, at=7)
    assert (await before.read())["fork"] == {
        "source": finished.id,
        "at": 7,
        "head": (await finished.read(at=7))["hash"],
    }
    await over(fork, redis_url, eve[1])
    last = await over(await forked(fork, eve, at=15), redis_url, eve[1])
    verdict = verify_export(await log(last))
    assert verdict.ok
    assert verdict.checks["borrowed"] is True
    await over(now, redis_url, eve[1])
    sealed = verify_export(await log(now))
    assert sealed.verdict is Verdict.INCOMPLETE
    assert sealed.checks["borrowed"] is None


async def test_forks_and_given_seeds_are_marked_in_lists_and_count_for_nothing(
    client: httpx.AsyncClient, finished: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    feed = (await client.get("/v1/finished")).json()["items"]
    fork = await over(await forked(finished, eve, at=12), redis_url, eve[1])
    unfair = await over(await a_game(client, 2, seed=SEED), redis_url)
    rows = {row["id"]: row for row in (await client.get("/v1/games?status=finished")).json()["items"]}
    assert rows[fork.id]["fork"]["source"] == finished.id
    assert [rows[game.id]["fair"] for game in (fork, finished, unfair)] == [True, True, False]
    assert rows[finished.id]["fork"] is None
    assert (await client.get("/v1/finished")).json()["items"] == feed
    for player in (eve[0], *unfair.players):
        shown = (await client.get(f"/v1/players/{player}")).json()
        assert (shown["ratings"], shown["statistics"]) == ([], [])
    async with house(redis_url) as home:
        rebuilt = await rebuild(
            home.store, home.game_cache, home.projections, home.rematches.remember, lambda *_: None
        )
        assert (rebuilt.results, rebuilt.unreadable) == (0, [])
    assert (await client.get("/v1/finished")).json()["items"] == feed
    again = {row["id"]: row for row in (await client.get("/v1/games?status=finished")).json()["items"]}
    assert again == rows


async def test_fork_is_loaded_cold_read_at_earlier_versions_and_archived(
    client: httpx.AsyncClient, eve: tuple[str, Headers], redis_url: str, tmp_path: Path
) -> None:
    source = await a_game(client, 2)
    await source.play_on(110)
    await over(source, redis_url)
    fork = await forked(source, eve, at=100)
    async with house(redis_url) as home:
        assert (await home.store.log.load(fork.id)).entries == []  # type: ignore[union-attr]
        kept = await home.store.connection.call("XRANGE", keys.snaps(fork.id), "-", "+")
        assert [row[0] for row in kept] == [b"64-0"]
        for version in (1, 2, 63, 64, 65, 100):
            then, there = (
                await home.game_cache.at(source.id, version),
                await home.game_cache.at(fork.id, version),
            )
            assert (there.table.game, there.table.version) == (fork.id, version)
            assert there.table.state == then.table.state
        assert (await home.game_cache.refolded(fork.id)).table == (
            await home.game_cache.newest(fork.id)
        ).table
    await over(fork, redis_url, eve[1])
    lines = await log(fork)
    async with job_runner(redis_url, archive_dir=str(tmp_path)) as worker:
        archiver = LogArchiver(worker.store, worker.game_cache, worker.archive)
        assert await archiver.archive_log(fork.id)
        auditor = Auditor(worker.store, worker.game_cache)
        assert b"".join([part async for part in auditor.export_lines(fork.id)]) == b"".join(lines)
        assert await archiver.restore_log(fork.id)
    assert await log(fork) == lines


async def test_fork_is_visible_only_to_its_player_while_its_source_runs(
    client: httpx.AsyncClient, solo: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    """It shows what the source hides, be it the next tile of a pile."""
    own = solo.headers[0]
    fork = await forked(solo, (solo.players[0], own))
    await fork.play_on(1)
    auditor = await granted(client, eve[0], Scope)
    own_parts = ("/moves", "/plan")
    parts = ("", "?at=1", "/events", "/events?patch=true", "/score", "/stream", "/log", "/audit", *own_parts)
    for part in parts:
        for headers in ({}, eve[1]):
            status = (await client.get(f"{fork.path}{part}", headers=headers)).status_code
            assert status == (401 if part in own_parts and not headers else 404), part
    assert code(await ask(fork, eve[1], at=1), 404) == "not_found"
    for act in ("moves", "undo", "resign", "abort", "rematch", "seats", "start"):
        body = {"type": "end_turn"} if act == "moves" else {}
        answer = await client.post(f"{fork.path}/{act}", json=body, headers=eve[1])
        assert code(answer, 404) == "not_found", act
    nonsense = {"type": "fly"}
    answer = await client.post(f"{fork.path}/moves", json=nonsense, headers=eve[1])
    assert code(answer, 404) == "not_found"
    answer = await client.put(f"{fork.path}/plan", json={"moves": [nonsense]}, headers=eve[1])
    assert code(answer, 404) == "not_found"
    for part in ("", "/abort", "/seats/me", "/seats/0", "/plan"):
        assert code(await client.delete(f"{fork.path}{part}", headers=eve[1]), 404) == "not_found", part
    query = "query ($id: ID!) { game(id: $id) { id } }"
    assert (await data(client, query, eve[1], id=fork.id))["game"] is None
    assert (await data(client, query, own, id=fork.id))["game"]["id"] == fork.id
    listed = (await client.get("/v1/games?first=100")).json()["items"]
    assert fork.id not in [row["id"] for row in listed]
    mine = await client.get("/v1/games", params={"player": solo.players[0]}, headers=own)
    assert fork.id in [row["id"] for row in mine.json()["items"]]
    assert (await client.get(f"{fork.path}/log", headers=auditor)).status_code == 200
    await over(fork, redis_url, own)
    assert code(await client.get(f"{fork.path}/log", headers=own), 403) == "log_sealed"
    assert (await client.get(fork.path, headers=eve[1])).status_code == 404
    await over(solo, redis_url)
    assert (await client.get(fork.path)).status_code == 200
    assert verify_export(await log(fork)).verdict is Verdict.INCOMPLETE


class Chain(GameCache):
    """Forks of forks that are all over, down to the first game."""

    def __init__(self, first: LoadedGame) -> None:
        self.first = first

    async def newest(self, game: str) -> LoadedGame:
        if game == "0":
            return self.first
        fork = Fork(source=str(int(game) - 1), at=1, head="", sealed=True)
        over = replace(self.first.table, status=Status.CANCELLED, fork=fork)
        return LoadedGame(self.first.rules, over, self.first.seed)


async def test_chain_of_forks_may_have_any_length(solo: Table, redis_url: str) -> None:
    """Longer than Python's stack is deep."""
    async with house(redis_url) as home:
        running = await home.newest(solo.id)
    over = LoadedGame(running.rules, replace(running.table, status=Status.CANCELLED), running.seed)
    for first, is_public in ((running, False), (over, True)):
        chain = Chain(first)
        assert await chain.is_public(await chain.newest("2000")) is is_public


async def test_game_is_forked_over_graphql(
    client: httpx.AsyncClient, finished: Table, eve: tuple[str, Headers]
) -> None:
    fork = """mutation ($id: ID!, $at: Int, $seats: [String!], $key: String) {
      result: forkGame(gameId: $id, at: $at, seats: $seats, idempotencyKey: $key) {
        __typename ... on Game { id fair fork { source at head } options { ... on BonfireOptions { rated } } }
        ... on Refusal { code details } } }"""
    made = (await data(client, fork, eve[1], id=finished.id, at=9, key="k"))["result"]
    head = (await finished.read(at=9))["hash"]
    assert made["fork"] == {"source": finished.id, "at": 9, "head": head}
    assert (made["fair"], made["options"]["rated"]) == (True, False)
    rest = await ask(finished, {**eve[1], "Idempotency-Key": "k"}, at=9)
    assert rest.json()["id"] == made["id"]
    refused = (await data(client, fork, eve[1], id=finished.id))["result"]
    assert (refused["__typename"], refused["code"]) == ("MoveRejected", "fork_point_missing")
    refused = (await data(client, fork, eve[1], id=finished.id, at=1))["result"]
    assert (refused["__typename"], refused["code"]) == ("NotPossible", "no_fork_here")
    refused = (await data(client, fork, id=finished.id, at=9))["result"]
    assert refused["__typename"] == "NotAllowed"
    listed = "query ($p: ID!) { games(player: $p) { nodes { id fair fork { source } } } }"
    (row,) = (await data(client, listed, eve[1], p=eve[0]))["games"]["nodes"]
    assert row == {"id": made["id"], "fair": True, "fork": {"source": finished.id}}


async def test_a_given_seed_gives_the_same_deals(client: httpx.AsyncClient, eve: tuple[str, Headers]) -> None:
    views = []
    for seed in (SEED, SEED.upper(), "00" * 32):
        game = await a_solo(client, seed=seed)
        shown = await game.read(game.headers[0])
        assert (shown["fair"], shown["options"]["rated"], shown["options"]["seed"]) == (False, False, seed)
        assert (await get(game, "/score"))["fair"] is False
        assert (await get(game, "/audit"))["fair"] is False
        views.append(shown["view"])
    assert views[0] == views[1] != views[2]
    fair = await a_solo(client)
    assert "seed" not in (await fair.read())["options"]
    assert (await fair.read())["fair"] is True


@pytest.mark.parametrize(
    "options,status,expected",
    [
        ({"seed": "5eed"}, 400, "malformed"),
        ({"seed": "g" * 64}, 400, "malformed"),
        ({"seed": 5}, 400, "malformed"),
        ({"seed": SEED, "rated": True}, 422, "rated_with_seed"),
        ({"seed": SEED, "challenge": "handicap"}, 422, "option_not_applicable"),
    ],
)
async def test_invalid_seed_is_refused(
    client: httpx.AsyncClient, eve: tuple[str, Headers], options: dict[str, Any], status: int, expected: str
) -> None:
    wish = {"ruleset": "bonfire", "seats": 1, "options": options}
    assert code(await client.post("/v1/games", json=wish, headers=eve[1]), status) == expected


async def test_a_seed_may_be_null(client: httpx.AsyncClient) -> None:
    game = await a_solo(client, seed=None)
    shown = await game.read()
    assert (shown["fair"], shown["options"]["rated"], shown["options"]["seed"]) == (True, True, None)


async def test_fork_of_an_unfair_game_is_unfair(client: httpx.AsyncClient) -> None:
    unfair = await a_solo(client, seed=SEED)
    fork = await forked(unfair, (unfair.players[0], unfair.headers[0]))
    shown = await fork.read(unfair.headers[0])
    assert shown["fair"] is False
    assert "seed" not in shown["options"]


async def test_fork_counts_as_several_calls(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.01, rate_burst=50, signup_rate=0) as client:
        table = await a_solo(client)
        made = await ask(table, table.headers[0])
        assert made.status_code == 201, made.text
        assert made.headers["ratelimit-remaining"] == "29"
        fork = "mutation ($id: ID!) { result: forkGame(gameId: $id) { __typename } }"
        assert (await data(client, fork, table.headers[0], id=table.id))["result"]["__typename"] == "Game"
        again = await ask(table, table.headers[0])
        assert code(again, 429) == "too_many_requests"


async def test_fork_is_possible_even_if_it_costs_more_than_the_burst(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.01, rate_burst=10, signup_rate=0) as client:
        table = await a_solo(client)
        assert code(await ask(table, table.headers[0]), 429) == "too_many_requests"
        full = await granted(client, table.players[0])
        made = await ask(table, full)
        assert made.status_code == 201, made.text
        assert made.headers["ratelimit-remaining"] == "0"


async def test_forked_running_game_is_marked_and_counts_for_nothing(
    client: httpx.AsyncClient, solo: Table, redis_url: str
) -> None:
    own = (solo.players[0], solo.headers[0])
    version = (await solo.read(solo.headers[0]))["version"]
    moves = (await client.get(f"{solo.path}/moves", headers=solo.headers[0])).json()
    fork = await forked(solo, own)
    marked = await solo.read(solo.headers[0])
    assert (marked["forked"], marked["version"]) == (True, version + 1)
    assert (await fork.read(solo.headers[0]))["forked"] is False
    after = (await client.get(f"{solo.path}/moves", headers=solo.headers[0])).json()
    assert (after["since"], after["undo"], after["moves"]) == (moves["since"], moves["undo"], moves["moves"])
    rows = (await client.get("/v1/games", params={"player": solo.players[0]}, headers=solo.headers[0])).json()
    assert {row["id"]: row["forked"] for row in rows["items"]} == {solo.id: True, fork.id: False}
    events = (await client.get(f"{solo.path}/events", headers=solo.headers[0])).json()["items"][-1]["events"]
    assert events == [{"type": "fork_noted", "fork": fork.id, "reveals": False}]
    again = await forked(solo, own)
    assert (await solo.read())["version"] == version + 1
    await over(solo, redis_url)
    assert (await client.get("/v1/finished")).json()["items"] == []
    assert (await client.get(f"/v1/players/{solo.players[0]}")).json()["statistics"] == []
    assert verify_export(await log(solo)).ok
    assert again.id != fork.id


async def test_refused_fork_marks_nothing(client: httpx.AsyncClient, solo: Table) -> None:
    answer = await ask(solo, solo.headers[0], seats=["bot:nobody"])
    assert answer.status_code == 422
    assert (await solo.read())["forked"] is False


async def test_fork_of_a_finished_game_leaves_it_unchanged(
    client: httpx.AsyncClient, finished: Table, eve: tuple[str, Headers]
) -> None:
    before = (await client.get("/v1/finished")).json()["items"]
    await forked(finished, eve, at=12)
    assert (await finished.read())["forked"] is False
    assert (await client.get("/v1/finished")).json()["items"] == before


async def test_archived_game_can_be_forked(
    finished: Table, eve: tuple[str, Headers], redis_url: str, tmp_path: Path
) -> None:
    async with job_runner(redis_url, archive_dir=str(tmp_path)) as worker:
        assert await LogArchiver(worker.store, worker.game_cache, worker.archive).archive_log(finished.id)
    async with service(redis_url, archive_dir=str(tmp_path)) as client:
        away = Table(client, finished.id, finished.players, finished.headers)
        fork = await over(await forked(away, eve, at=12), redis_url, eve[1])
        verdict = verify_export(await log(fork))
        assert verdict.ok
        assert verdict.checks["borrowed"] is True


async def test_player_is_notified_of_a_new_fork(
    finished: Table, eve: tuple[str, Headers], redis_url: str
) -> None:
    with served(redis_url) as (host, port):
        async with (
            httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as browser,
            reading(browser, "/v1/me/stream", eve[1]) as stream,
        ):
            assert (await stream.next()).data == []
            fork = await forked(finished, eve, at=12)
            told = await stream.take(2)
    assert [each.name for each in told] == ["started", "turn_due"]
    expected = {"game": fork.id, "version": 13, "status": "active", "due": True, "deadline": None}
    assert expected.items() <= told[0].data.items()
