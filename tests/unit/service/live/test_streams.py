"""Streams: entries as they come, resumed without gap or double, through every failure of hints."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import anyio
import httpx
import jsonpatch
import pytest
import redis

from domain.kernel.actors import SCORER
from domain.kernel.game import ScoreGame
from service.errors import NotFound
from service.projections import index
from service.store import keys
from tests.support.games import Table, a_game, a_lobby
from tests.support.processes import PATIENCE, eventually
from tests.support.service import FREELY, code, metrics, served, service, sign_up
from tests.support.streams import reading
from tests.support.tables import house

pytestmark = pytest.mark.anyio


@pytest.fixture
def address(redis_url: str) -> Iterator[str]:
    with served(redis_url, keep_alive_seconds=30, **FREELY) as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        yield client


async def test_reader_gets_past_and_new_entries(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    async with reading(client, f"{game.path}/stream") as reader:
        assert reader.response.headers["content-type"].startswith("text/event-stream")
        was = await reader.take(3)
        assert [(told.name, told.cursor) for told in was] == [("message", str(n)) for n in (1, 2, 3)]
        await game.play_on(5)
        comes = await reader.take(5)
    listed = (await client.get(f"{game.path}/events")).json()["items"]
    assert [told.data for told in (*was, *comes)] == listed


@pytest.mark.parametrize("after", ["Last-Event-ID", "after", "both"])
async def test_stream_is_resumed_without_gap_or_duplicate(client: httpx.AsyncClient, after: str) -> None:
    game = await a_game(client)
    cursor, seen = "0", []
    for _ in range(6):
        headers = {} if after == "after" else {"Last-Event-ID": cursor}
        query = {"after": {"after": cursor, "both": "1"}.get(after, "0")}
        async with reading(client, f"{game.path}/stream", headers, **query) as reader:
            await game.play_on(3)
            for told in await reader.take(2):
                assert told.cursor
                cursor = told.cursor
                seen.append(told.data["seq"])
    assert seen == list(range(1, 13))


async def test_patches_can_be_followed_live(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    seen = await game.read(game.headers[0])
    stream = reading(client, f"{game.path}/stream", game.headers[0], after=3, patch="true")
    async with stream as reader:
        await game.play_on(12)
        for told in await reader.take(12):
            seen = jsonpatch.apply_patch(seen, told.data["patch"])
            assert seen == await game.read(game.headers[0], at=told.data["seq"])


async def test_readers_with_every_view_see_the_same_entries(client: httpx.AsyncClient) -> None:
    game = await a_game(client)

    async def read(headers: dict[str, str]) -> list[object]:
        async with reading(client, f"{game.path}/stream", headers, after=3) as reader:
            started.append(1)
            return [told.data for told in await reader.take(10)]

    started: list[int] = []
    readers = [asyncio.create_task(read(headers)) for headers in (*game.headers, {}) for _ in range(5)]
    await wait_for(lambda: len(started) == 15)
    await game.play_on(10)
    told = await asyncio.gather(*readers)
    assert all(one == told[0] for one in told)


async def test_reader_of_the_lobby_continues_into_the_game(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client)
    async with reading(client, f"{lobby.path}/stream", lobby.headers[1], after=2) as reader:
        await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
        told = await reader.next()
        assert told.data["events"][0]["type"] == "game_started"


async def test_reader_ahead_of_the_log_is_told_to_restart(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    async with reading(client, f"{game.path}/stream", {"Last-Event-ID": "99"}) as reader:
        told = await reader.next()
        assert (told.name, told.cursor, told.data) == ("reset", "3", {"version": 3})
        await game.play_on(1)
        assert (await reader.next()).data["seq"] == 4


async def test_lost_history_is_reported_to_its_readers(client: httpx.AsyncClient, redis_url: str) -> None:
    game = await a_game(client)
    with redis.Redis.from_url(redis_url) as direct:
        saved = {key: direct.dump(key) for key in direct.keys("{b*")}
        await game.play_on(2)
        async with reading(client, f"{game.path}/stream", after=3) as reader:
            assert [told.data["seq"] for told in await reader.take(2)] == [4, 5]
            at_once = direct.pipeline()
            at_once.delete(*direct.keys("{b*"))
            for key, value in saved.items():
                at_once.restore(key, 0, value)
            at_once.publish(keys.game_channel(game.id), f"{game.id} 6")
            at_once.execute()
            told = await reader.next()
            assert (told.name, told.cursor) == ("reset", "3")
            await game.play_on(1)
            assert (await reader.next()).data["seq"] == 4


async def test_busy_reader_of_a_lost_game_does_not_wait_forever(redis_url: str) -> None:
    async with service(redis_url, keep_alive_seconds=0.05) as client:
        lobby = await a_lobby(client)
        live = client._transport.app.state.collaborators.live  # type: ignore[attr-defined]
        busy, quick = [await live.game(lobby.id, None, after=2, patch=False) for _ in range(2)]
        await anext(busy)
        with redis.Redis.from_url(redis_url) as direct:
            direct.delete(keys.head(lobby.id))
        for reader in (quick, busy):
            with pytest.raises(NotFound):
                await asyncio.wait_for(to_its_end(reader), PATIENCE)


async def test_a_stream_ends_with_its_game(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client)
    async with reading(client, f"{lobby.path}/stream", after=2) as reader:
        for headers in lobby.headers:
            await client.delete(f"{lobby.path}/seats/me", headers=headers)
        assert [told.data["seq"] for told in await reader.take(2)] == [3, 4]
        told = await reader.next()
        assert (told.name, told.data) == ("end", {"version": 4})
        assert await reader.ends()
    async with reading(client, f"{lobby.path}/stream", {"Last-Event-ID": "4"}) as reader:
        assert (await reader.next()).name == "end"
        assert await reader.ends()


async def test_keep_alives_make_up_for_lost_notices(redis_url: str) -> None:
    with served(redis_url, keep_alive_seconds=0.2, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            game = await a_game(client)
            async with reading(client, f"{game.path}/stream", after=3) as reader:
                await reader.keep_alive()
                with redis.Redis.from_url(redis_url) as direct:
                    direct.client_kill_filter(_type="pubsub")
                await game.play_on(1)
                assert (await reader.next()).data["seq"] == 4


async def test_subscriber_reconnects_by_itself(client: httpx.AsyncClient, redis_url: str) -> None:
    game = await a_game(client)
    async with reading(client, f"{game.path}/stream", after=3) as reader:
        await game.play_on(1)
        assert (await reader.next()).data["seq"] == 4
        with redis.Redis.from_url(redis_url) as direct:
            assert direct.client_kill_filter(_type="pubsub") == 1
            await game.play_on(1)
            assert (await reader.next()).data["seq"] == 5


async def test_all_readers_share_one_subscriber_that_is_closed_with_the_last(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    games = [await a_game(client) for _ in range(3)]
    with redis.Redis.from_url(redis_url) as direct:
        async with (
            reading(client, f"{games[0].path}/stream"),
            reading(client, f"{games[0].path}/stream"),
            reading(client, f"{games[1].path}/stream"),
        ):
            await wait_for(lambda: len(direct.pubsub_channels("live:game:*")) == 2)
            assert len(direct.client_list(_type="pubsub")) == 1
        async with reading(client, f"{games[2].path}/stream"):
            await games[2].play_on(1)
            await wait_for(lambda: direct.pubsub_channels("live:game:*") == [channel(games[2])])


async def test_open_streams_are_counted(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    async with reading(client, f"{game.path}/stream") as reader:
        await reader.take(3)
        assert "emberlog_streams 1.0" in await metrics(client)


async def to_its_end(reader: AsyncIterator[bytes]) -> None:
    async for _ in reader:
        pass


def channel(game: Table) -> bytes:
    return keys.game_channel(game.id).encode()


async def test_streams_end_when_the_server_does(redis_url: str) -> None:
    with ExitStack() as serving:
        host, port = serving.enter_context(served(redis_url, keep_alive_seconds=30, **FREELY))
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            game = await a_game(client)
            stream = reading(client, f"{game.path}/stream", after=3)
            own = reading(client, "/v1/me/stream", game.headers[0])
            async with stream as reader, own as other:
                assert (await other.next()).name == "games"
                ending = asyncio.gather(reader.ends(), other.ends())
                await anyio.to_thread.run_sync(serving.close)
                assert all(await ending)


async def test_stream_of_own_games_reports_all_games_of_the_player(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    running, lobby = await a_game(client), await a_lobby(client)
    player, headers = lobby.players[1], lobby.headers[1]
    async with reading(client, "/v1/me/stream", headers) as reader:
        first = await reader.next()
        assert first.name == "games"
        (own,) = first.data
        status = {"game": lobby.id, "version": 2, "status": "lobby", "due": False, "ruleset": "bonfire"}
        assert (status | {"you": [1], "turn_started_at": None}).items() <= own.items()
        assert [seat["name"] for seat in own["seats"]] == ["Player 0", "Player 1"]
        assert own["now"] < own["deadline"]
        await running.play_on(1)
        await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
        told = await reader.next()
        assert (told.name, told.data["game"], told.data["status"]) == ("started", lobby.id, "active")
        game = await lobby.read()
        seat = [seat["player"] for seat in game["seats"]].index(player)
        table = Table(client, lobby.id, [], lobby.headers if seat else lobby.headers[::-1])
        if seat:
            await play_until_due(table, 1)
        told = await reader.next()
        assert (told.name, told.data["due"], told.data["you"]) == ("turn_due", True, [seat])
        assert told.data["turn_started_at"] <= told.data["now"]
        async with house(redis_url) as home:
            await home.resign(lobby.id, 0, 1)
            await home.ask(lobby.id, SCORER, ScoreGame())
        told = await reader.next()
        assert (told.name, told.data["status"], told.data["due"]) == ("finished", "finished", False)


async def test_one_stream_carries_own_games_and_the_entries_of_one(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    game = await a_game(client)
    seen = await game.read(game.headers[1])
    path, query = "/v1/me/stream", {"game": game.id, "after": 3, "patch": "true", "text": "true"}
    async with reading(client, path, game.headers[1], **query) as reader:
        first = await reader.next()
        assert (first.name, [own["game"] for own in first.data]) == ("games", [game.id])
        await play_until_due(game, 1)
        due = False
        while not due or seen["version"] < (await game.read())["version"]:
            told = await reader.next()
            if told.cursor is None:
                due = due or (told.name, told.data["game"]) == ("turn_due", game.id)
            else:
                assert (told.name, told.cursor, told.data["text"] is not None) == (
                    "message",
                    str(seen["version"] + 1),
                    True,
                )
                seen = jsonpatch.apply_patch(seen, told.data["patch"])
        assert seen == await game.read(game.headers[1])
    await game.play_on(2)
    again = {**game.headers[1], "Last-Event-ID": str(seen["version"])}
    async with reading(client, path, again, game=game.id) as reader:
        resumed = await reader.take(3)
        assert {each.cursor for each in resumed} == {None, *(str(seen["version"] + n) for n in (1, 2))}
        async with house(redis_url) as home:
            await home.resign(game.id, 0, 1)
            await home.ask(game.id, SCORER, ScoreGame())
        names = [(await reader.next()).name for _ in range(5)]
        assert {"end", "finished"} <= set(names)


async def test_one_stream_of_an_unknown_game_is_refused(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    for game in ("g_nothing", "g_01kq3zm7x9c1v3b5n7m2k4j6h8"):
        answer = await client.get("/v1/me/stream", params={"game": game}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_due_turns_are_reported_again_after_a_gap(client: httpx.AsyncClient, redis_url: str) -> None:
    game = await a_game(client)
    async with reading(client, "/v1/me/stream", game.headers[1]) as reader:
        assert [row["due"] for row in (await reader.next()).data] == [False]
        with redis.Redis.from_url(redis_url) as direct:
            await wait_for(lambda: len(direct.pubsub_channels("live:player:*")) == 1)
            direct.client_kill_filter(_type="pubsub")
        await play_until_due(game, 1)
        assert (await reader.next()).name == "turn_due"
    async with reading(client, "/v1/me/stream", game.headers[1]) as reader:
        assert [row["due"] for row in (await reader.next()).data] == [True]


async def test_invalid_stream_requests_are_refused(client: httpx.AsyncClient) -> None:
    game = await a_game(client)
    path = f"{game.path}/stream"
    for cursor in ("x", "-1", "1.5", "99999999999999999999"):
        assert code(await client.get(path, headers={"Last-Event-ID": cursor}), 400) == "malformed"
    for query in ("after=-1", "after=x", "first=1", "patch=perhaps"):
        assert code(await client.get(f"{path}?{query}"), 400) == "malformed"
    assert code(await client.get("/v1/me/stream"), 401) == "token_missing"
    assert code(await client.get(path, headers={"Accept": "application/json"}), 406) == "not_acceptable"
    head = await client.head(path)
    assert (head.status_code, head.content) == (200, b"")


async def play_until_due(game: Table, seat: int) -> None:
    while await game.due() != game.headers[seat]:
        await game.play_on(1)


async def wait_for(condition: Callable[[], object]) -> None:
    await anyio.to_thread.run_sync(eventually, condition)


async def test_unreadable_game_does_not_break_streams_of_others(redis_url: str) -> None:
    with served(redis_url, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}") as client:
            table = await a_lobby(client)
            wish = {"ruleset": "bonfire", "seats": 2}
            broken, lost = [
                (await client.post("/v1/games", json=wish, headers=table.headers[0])).json()["id"]
                for _ in range(2)
            ]
    with redis.Redis.from_url(redis_url) as direct:
        direct.hset(keys.head(broken), "hash", "f" * 64)
        direct.delete(keys.head(lost), keys.log(lost))
    with served(redis_url, **FREELY) as (host, port):
        async with (
            httpx.AsyncClient(base_url=f"http://{host}:{port}") as client,
            reading(client, "/v1/me/stream", table.headers[0]) as reader,
        ):
            assert [own["game"] for own in (await reader.next()).data] == [table.id]


async def test_invitations_do_not_displace_own_games_from_the_stream(
    client: httpx.AsyncClient, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "MOST_INVITATIONS", 3)
    table = await a_lobby(client)
    player, headers = table.players[0], table.headers[0]
    for _ in range(5):
        _, host = await sign_up(client)
        wish = {"ruleset": "bonfire", "seats": ["me", f"player:{player}"]}
        assert (await client.post("/v1/games", json=wish, headers=host)).status_code == 201
    async with reading(client, "/v1/me/stream", headers) as reader:
        told = [own["game"] for own in (await reader.next()).data]
    assert told[0] == table.id
    assert len(told) == 1 + 3
    listed = await client.get("/v1/games", params={"player": player}, headers=headers)
    assert len(listed.json()["items"]) == 6
