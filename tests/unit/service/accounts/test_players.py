"""Players and their tokens: shown once, never wider than the one that asks, gone at once when revoked."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import redis

from schema.accounts import Scope
from service.accounts.players import MOST_TOKENS, Players
from service.accounts.rate_limits import RateLimits
from service.engine.idempotency import IdempotencyKey
from service.errors import IdempotencyKeyReused, NotFound
from service.settings import Settings
from service.store import RedisConnection, connect, keys
from service.store.ids import is_id, new_id
from tests.support.service import bearer, code, service, sign_up

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


@pytest.fixture
async def players(redis_url: str) -> AsyncIterator[Players]:
    link = RedisConnection(connect(redis_url))
    yield Players(link, RateLimits(link, Settings()))
    await link.close()


def soon(**span: float) -> str:
    return (datetime.now(UTC) + timedelta(**span)).isoformat()


async def issue(client: httpx.AsyncClient, header: dict[str, str], **wish: Any) -> dict[str, Any]:
    answer = await client.post("/v1/me/tokens", json=wish, headers=header)
    assert answer.status_code == 201, answer.text
    issued: dict[str, Any] = answer.json()
    return issued


async def test_a_new_player_gets_an_id_and_a_token(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/players", json={"name": "  Ada Lovelace "})
    made = answer.json()
    assert answer.status_code == 201
    assert made.keys() == {"player", "token", "recovery_code"}
    assert made["player"]["name"] == "Ada Lovelace"
    assert is_id(made["player"]["id"], "p")
    assert answer.headers["cache-control"] == "no-store"
    shown = await client.get(answer.headers["location"])
    assert shown.json() == made["player"] | {"ratings": [], "statistics": []}
    me = await client.get("/v1/me", headers=bearer(made["token"]))
    scopes = ["play", "read", "account", "webhooks"]
    assert me.json() == made["player"] | {"token_id": me.json()["token_id"], "scopes": scopes}


@pytest.mark.parametrize("name", ["A", "x" * 40, "Zoë", "李雷", "👩‍🚀 Sally", "O'Neil"])
async def test_a_name_may_be_in_any_script(client: httpx.AsyncClient, name: str) -> None:
    answer = await client.post("/v1/players", json={"name": name})
    assert answer.json()["player"]["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "a\x00b",
        "a\nb",
        "a\x1b[31mb",
        "\u202eadA",
        "a\u2028b",
        1,
        None,
        [],
        {},
        "\u200b",
        "\u200d\u2060",
        "\u3164",
        "\u2800 \u00ad",
        "\ufe0f",
    ],
)
async def test_a_name_that_is_none_is_refused(client: httpx.AsyncClient, name: object) -> None:
    assert code(await client.post("/v1/players", json={"name": name}), 400) == "malformed"


async def test_no_secret_is_stored(client: httpx.AsyncClient, redis_url: str) -> None:
    answer = await client.post("/v1/players", json={"name": "Ada"})
    first = answer.json()["token"]
    headers = bearer(first) | {"Idempotency-Key": "k"}
    second = (await client.post("/v1/me/tokens", headers=headers)).json()["token"]
    with redis.Redis.from_url(redis_url) as raw:
        stored = b"".join(raw.dump(name) for name in raw.keys())  # noqa: SIM118 -- a command
        digests = [raw.hget(name, "digest") for name in raw.keys("*:token")]
    for token in (first, second):
        secret = token.rsplit("_", 1)[1]
        assert secret.encode() not in stored
        assert hashlib.sha256(secret.encode()).hexdigest().encode() in digests


async def test_a_further_token_is_narrower_and_is_listed_without_its_secret(
    client: httpx.AsyncClient,
) -> None:
    _, header = await sign_up(client)
    issued = await issue(client, header, scopes=["read"], label="statistics", expires_at=soon(hours=1))
    assert (issued["scopes"], issued["label"]) == (["read"], "statistics")
    me = await client.get("/v1/me", headers=bearer(issued["token"]))
    assert (me.json()["scopes"], me.json()["token_id"]) == (["read"], issued["id"])
    listed = (await client.get("/v1/me/tokens", headers=header)).json()
    token = issued.pop("token")
    assert [item["id"] for item in listed["items"]][1:] == [issued["id"]]
    assert listed["items"][1] == issued
    assert token not in str(listed)
    assert (await client.get(f"/v1/me/tokens/{issued['id']}", headers=header)).json() == issued


async def test_a_token_is_as_wide_and_as_long_as_the_one_that_asked_unless_told_otherwise(
    client: httpx.AsyncClient,
) -> None:
    _, header = await sign_up(client)
    first = await issue(client, header, expires_at=soon(hours=1))
    second = await issue(client, bearer(first["token"]))
    assert (second["scopes"], second["expires_at"]) == (first["scopes"], first["expires_at"])


@pytest.mark.parametrize(
    "wish",
    [{"scopes": ["play"]}, {"scopes": ["read", "admin"]}, {"scopes": ["read"], "expires_at": soon(hours=2)}],
)
async def test_a_token_cannot_give_what_it_has_not_got(
    client: httpx.AsyncClient, wish: dict[str, Any]
) -> None:
    _, header = await sign_up(client)
    wished = {"scopes": ["read", "account"], "expires_at": soon(hours=1)}
    narrow = bearer((await issue(client, header, **wished))["token"])
    assert code(await client.post("/v1/me/tokens", json=wish, headers=narrow), 403) == "wider_than_yours"


@pytest.mark.parametrize(
    "wish",
    [
        {"scopes": []},
        {"scopes": ["everything"]},
        {"scopes": "read"},
        {"expires_at": "tomorrow"},
        {"expires_at": "2020-01-01T00:00:00Z"},
        {"expires_at": "2040-01-01T00:00:00"},
        {"expires_at": "9999-12-31T23:59:59-14:00"},
        {"expires_at": "0001-01-01T00:00:00+14:00"},
        {"expires_at": 2000000000},
        {"label": "a\nb"},
        {"label": ""},
    ],
    ids=str,
)
async def test_a_wish_that_cannot_be_is_refused(client: httpx.AsyncClient, wish: dict[str, Any]) -> None:
    _, header = await sign_up(client)
    assert code(await client.post("/v1/me/tokens", json=wish, headers=header), 400) == "malformed"


async def test_a_revoked_token_is_gone_at_once(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    issued = await issue(client, header)
    assert (await client.get("/v1/me", headers=bearer(issued["token"]))).status_code == 200
    assert (await client.delete(f"/v1/me/tokens/{issued['id']}", headers=header)).status_code == 204
    assert code(await client.get("/v1/me", headers=bearer(issued["token"])), 401) == "token_invalid"
    assert code(await client.delete(f"/v1/me/tokens/{issued['id']}", headers=header), 404) == "not_found"


async def test_a_token_may_revoke_itself_but_none_that_is_wider(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    own = (await client.get("/v1/me", headers=header)).json()["token_id"]
    narrow = await issue(client, header, scopes=["read", "account"])
    answer = await client.delete(f"/v1/me/tokens/{own}", headers=bearer(narrow["token"]))
    assert code(answer, 403) == "wider_than_yours"
    answer = await client.delete(f"/v1/me/tokens/{narrow['id']}", headers=bearer(narrow["token"]))
    assert answer.status_code == 204


async def test_a_token_of_one_player_neither_shows_nor_revokes_anothers(client: httpx.AsyncClient) -> None:
    _, ada = await sign_up(client)
    _, bob = await sign_up(client, "Bob")
    issued = await issue(client, ada)
    for method in ("GET", "DELETE"):
        answer = await client.request(method, f"/v1/me/tokens/{issued['id']}", headers=bob)
        assert code(answer, 404) == "not_found"
    assert (await client.get("/v1/me", headers=bearer(issued["token"]))).status_code == 200


async def test_an_expired_token_is_no_good(client: httpx.AsyncClient, redis_url: str) -> None:
    _, header = await sign_up(client)
    issued = await issue(client, header, expires_at=soon(hours=1))
    with redis.Redis.from_url(redis_url) as raw:
        assert 0 < raw.ttl(keys.token(issued["id"])) <= 3600
        raw.hset(keys.token(issued["id"]), "expires", 1)
    assert code(await client.get("/v1/me", headers=bearer(issued["token"])), 401) == "token_invalid"


async def test_tokens_are_listed_page_by_page(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    made = [(await issue(client, header))["id"] for _ in range(4)]
    seen: list[str] = []
    query = "first=2"
    while True:
        page = (await client.get(f"/v1/me/tokens?{query}", headers=header)).json()
        seen += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        query = f"first=2&after={page['next']}"
    assert len(seen) == 5
    assert sorted(seen[1:]) == sorted(made)


async def test_there_are_not_too_many_tokens(client: httpx.AsyncClient, redis_url: str) -> None:
    player, header = await sign_up(client)
    with redis.Redis.from_url(redis_url) as raw:
        for _ in range(MOST_TOKENS - 1):
            expired = {"id": new_id("t"), "scopes": ["read"], "created_at": soon(days=-2), "expires_at": None}
            raw.hset(
                keys.player_tokens(player), str(expired["id"]), httpx.Response(200, json=expired).content
            )
        assert code(await client.post("/v1/me/tokens", headers=header), 409) == "too_many_tokens"
        old = {
            "id": new_id("t"),
            "scopes": ["read"],
            "created_at": soon(days=-2),
            "expires_at": soon(days=-1),
        }
        one_of_them = next(iter(raw.hkeys(keys.player_tokens(player))))
        raw.hdel(keys.player_tokens(player), one_of_them)
        raw.hset(keys.player_tokens(player), str(old["id"]), httpx.Response(200, json=old).content)
    await issue(client, header)


async def test_a_repeated_request_gives_the_same_token(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    headers = header | {"Idempotency-Key": "same"}
    answers = await asyncio.gather(
        *(client.post("/v1/me/tokens", json={"scopes": ["read"]}, headers=headers) for _ in range(10))
    )
    assert len({answer.text for answer in answers}) == 1
    assert len((await client.get("/v1/me/tokens", headers=header)).json()["items"]) == 2
    token = bearer(answers[0].json()["token"])
    assert (await client.get("/v1/me", headers=token)).status_code == 200
    other = await client.post("/v1/me/tokens", json={"scopes": ["play"]}, headers=headers)
    assert code(other, 422) == "idempotency_key_reused"


async def test_a_repeated_request_does_not_bring_back_a_revoked_token(client: httpx.AsyncClient) -> None:
    _, header = await sign_up(client)
    headers = header | {"Idempotency-Key": "same"}
    first = (await client.post("/v1/me/tokens", headers=headers)).json()
    await client.delete(f"/v1/me/tokens/{first['id']}", headers=header)
    again = (await client.post("/v1/me/tokens", headers=headers)).json()
    assert again == first
    assert code(await client.get("/v1/me", headers=bearer(again["token"])), 401) == "token_invalid"


async def test_what_a_key_made_is_remembered_once_for_a_day_at_least(
    players: Players, redis_url: str
) -> None:
    once = IdempotencyKey("c" * 64, "d" * 64)
    values = await asyncio.gather(*(players.remember("p_1", once, f"g_{i}") for i in range(10)))
    assert len(set(values)) == 1
    assert await players.recall("p_1", once) == values[0]
    assert await players.recall("p_2", once) is None
    with redis.Redis.from_url(redis_url) as raw:
        assert raw.ttl(keys.player_seen("p_1", once.command_id)) > 24 * 3600
    with pytest.raises(IdempotencyKeyReused):
        await players.remember("p_1", IdempotencyKey(once.command_id, "e" * 64), "g_x")


async def test_an_operator_can_give_wider_scopes(client: httpx.AsyncClient, players: Players) -> None:
    player, _ = await sign_up(client)
    auditor = bearer(await players.grant(player, (Scope.READ, Scope.AUDIT)))
    assert (await client.get("/v1/me", headers=auditor)).json()["scopes"] == ["read", "audit"]
    answer = await client.post("/v1/me/tokens", json={"scopes": ["audit"]}, headers=auditor)
    assert code(answer, 403) == "scope_missing"
    with pytest.raises(NotFound):
        await players.grant(new_id("p"), (Scope.ADMIN,))
