"""Players by the beginning of their name: any case, in pages, and right after every rename."""

import asyncio
from typing import Any

import httpx
import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st

from service.accounts.search import PlayerNames, PlayersQuery, folded
from service.store import RedisConnection, connect, keys
from tests.support.service import bearer, code, sign_up

pytestmark = pytest.mark.anyio


async def found(client: httpx.AsyncClient, name: str, **query: Any) -> list[str]:
    answer = await client.get("/v1/players", params={"name": name, **query})
    assert answer.status_code == 200, answer.text
    return [player["name"] for player in answer.json()["items"]]


async def rename(client: httpx.AsyncClient, header: dict[str, str], name: str) -> httpx.Response:
    return await client.patch("/v1/me", json={"name": name}, headers=header)


async def test_players_are_found_by_the_beginning_in_any_case(client: httpx.AsyncClient) -> None:
    for name in ("Anna", "ANDREAS", "an", "Bea", "Ärla", "ﬁona", "Straße"):
        await sign_up(client, name)
    assert await found(client, "an") == ["an", "ANDREAS", "Anna"]
    assert await found(client, "AN") == ["an", "ANDREAS", "Anna"]
    assert await found(client, "ann") == ["Anna"]
    assert await found(client, "är") == ["Ärla"]
    assert await found(client, "fi") == ["fiona"]
    assert await found(client, "STRASSE") == ["Straße"]
    assert await found(client, "na") == []


async def test_the_answer_has_what_everybody_may_see(client: httpx.AsyncClient) -> None:
    player, header = await sign_up(client, "Ada")
    (item,) = (await client.get("/v1/players", params={"name": "ada"})).json()["items"]
    me = (await client.get("/v1/me", headers=header)).json()
    assert item == {"id": player, "name": "Ada", "created_at": me["created_at"], "handle": "ada"}


async def test_pages_have_everybody_once(client: httpx.AsyncClient) -> None:
    names = sorted(f"Player {n:02}" for n in range(17)) + ["player 20"] * 3
    for name in names:
        await sign_up(client, name)
    seen: list[str] = []
    query: dict[str, Any] = {"name": "pLaYeR", "first": 4}
    while True:
        page = (await client.get("/v1/players", params=query)).json()
        assert len(page["items"]) <= 4
        seen += [player["name"] for player in page["items"]]
        if page["next"] is None:
            break
        query["after"] = page["next"]
    assert seen == names


async def test_who_is_renamed_is_found_by_the_new_name_alone(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client, "Anna")
    answer = await rename(client, header, "  Berta ")
    assert answer.status_code == 200, answer.text
    assert answer.json()["name"] == "Berta"
    assert (await client.get("/v1/me", headers=header)).json()["name"] == "Berta"
    assert await found(client, "anna") == []
    assert await found(client, "ber") == ["Berta"]
    await rename(client, header, "BERTA")
    assert await found(client, "berta") == ["BERTA"]


async def test_a_game_tells_the_new_name_of_its_player(client: httpx.AsyncClient) -> None:
    player, header = await sign_up(client, "Anna")
    await rename(client, header, "Berta")
    assert (await client.get(f"/v1/players/{player}")).json()["name"] == "Berta"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", "\u202eabc"])
async def test_a_name_that_cannot_be_is_refused(client: httpx.AsyncClient, name: str) -> None:
    _, header = await sign_up(client, "Anna")
    assert code(await rename(client, header, name), 400) == "malformed"
    assert await found(client, "anna") == ["Anna"]


async def test_a_token_that_only_reads_cannot_rename(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client, "Anna")
    issued = await client.post("/v1/me/tokens", json={"scopes": ["read"]}, headers=header)
    answer = await rename(client, bearer(issued.json()["token"]), "Berta")
    assert code(answer, 403) == "scope_missing"


@pytest.mark.parametrize(
    "query", ["", "name=", "name=%20", "name=a&after=!", "name=a&first=0", "name=a&after=a"]
)
async def test_a_question_without_sense_is_refused(client: httpx.AsyncClient, query: str) -> None:
    assert code(await client.get(f"/v1/players?{query}"), 400) == "malformed"


@pytest.mark.parametrize("after", ["AAAA", "_____w", "emVicmE"])
async def test_any_cursor_stays_within_the_beginning(client: httpx.AsyncClient, after: str) -> None:
    for name in ("Anna", "Zoe"):
        await sign_up(client, name)
    assert set(await found(client, "an", after=after)) <= {"Anna"}


async def test_renames_at_the_same_time_leave_the_player_to_be_found(client: httpx.AsyncClient) -> None:
    for _ in range(5):
        player, header = await sign_up(client, "Anna")
        names = ["Berta", "Anna", "Clara", "Anna", "Dora", "Berta"]
        await asyncio.gather(*(rename(client, header, name) for name in names))
        stands = (await client.get("/v1/me", headers=header)).json()["name"]
        for name in set(names):
            items = (await client.get("/v1/players", params={"name": name, "first": 100})).json()["items"]
            assert (player in [item["id"] for item in items]) == (name == stands)


async def test_a_page_is_full_though_members_are_outdated(client: httpx.AsyncClient, redis_url: str) -> None:
    for n in range(6):
        await sign_up(client, f"Anna {n}")
    with redis.Redis.from_url(redis_url) as direct:
        ghosts = {f"anna {n}\0p_{'0' * 25}{n}": 0 for n in range(6)}
        direct.zadd(keys.names("a"), ghosts)
    assert await found(client, "anna", first=5) == [f"Anna {n}" for n in range(5)]


async def test_a_lost_index_is_made_anew(client: httpx.AsyncClient, redis_url: str) -> None:
    for name in ("Anna", "Berta", "Ärla"):
        await sign_up(client, name)
    link = RedisConnection(connect(redis_url))
    for letter in "abä":
        await link.call("DEL", keys.names(letter))
    assert await PlayerNames(link).rebuild() == 3
    assert [player.name for player in (await PlayerNames(link).search(PlayersQuery(name="b"))).items] == [
        "Berta"
    ]
    await link.close()
    assert await found(client, "ä") == ["Ärla"]


@given(st.text(min_size=1, max_size=40), st.integers(1, 40))
def test_a_folded_name_begins_like_a_folded_beginning_of_it(name: str, length: int) -> None:
    assert folded(folded(name)) == folded(name)
    assert folded(name).startswith(folded(name)[:length])
