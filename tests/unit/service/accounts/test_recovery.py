"""The way back: a code that is shown once, works once, is kept as a digest and cannot be tried for long."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import redis

from service.accounts import codes
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, bearer, code, served, service
from tests.support.streams import reading

pytestmark = pytest.mark.anyio


async def signed_up(client: httpx.AsyncClient) -> dict[str, Any]:
    answer = await client.post("/v1/players", json={"name": "Ada"})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def recover(
    client: httpx.AsyncClient, player: str, shown: str, key: str | None = None, **more: Any
) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    wish = {"player": player, "code": shown, **more}
    return await client.post("/v1/recover", json=wish, headers=headers)


async def test_a_code_brings_an_account_back_once(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    answer = await recover(client, made["player"]["id"], made["recovery_code"])
    assert answer.status_code == 201, answer.text
    back = answer.json()
    assert back["player"] == made["player"]
    me = (await client.get("/v1/me", headers=bearer(back["token"]))).json()
    assert me["id"] == made["player"]["id"]
    assert sorted(me["scopes"]) == ["account", "play", "read", "webhooks"]
    assert (await client.get("/v1/me", headers=bearer(made["token"]))).status_code == 200
    again = await recover(client, made["player"]["id"], made["recovery_code"])
    assert code(again, 401) == "recovery_refused"
    assert (await recover(client, made["player"]["id"], back["recovery_code"])).status_code == 201


async def test_a_code_is_read_as_people_write_it(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    typed = " " + made["recovery_code"].upper().replace("-", " ") + "\n"
    assert (await recover(client, made["player"]["id"], typed)).status_code == 201


async def test_all_other_tokens_can_be_ended(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    further = (await client.post("/v1/me/tokens", headers=bearer(made["token"]))).json()
    answer = await recover(client, made["player"]["id"], made["recovery_code"], revoke_tokens=True)
    back = bearer(answer.json()["token"])
    for token in (made["token"], further["token"]):
        assert code(await client.get("/v1/me", headers=bearer(token)), 401) == "token_invalid"
    assert len((await client.get("/v1/me/tokens", headers=back)).json()["items"]) == 1


async def test_streams_of_ended_tokens_end(redis_url: str) -> None:
    with served(redis_url, keep_alive_seconds=60, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            made = await signed_up(client)
            async with reading(client, "/v1/me/stream", bearer(made["token"])) as reader:
                await reader.next()
                await recover(client, made["player"]["id"], made["recovery_code"], revoke_tokens=True)
                assert (await reader.next()).data == {"code": "token_invalid"}
                assert await reader.ends()


async def test_a_repeated_request_gets_the_same_answer(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    player, shown = made["player"]["id"], made["recovery_code"]
    answers = await asyncio.gather(
        *(recover(client, player, shown, "k", revoke_tokens=True) for _ in range(4))
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    token = answers[0].json()["token"]
    assert (await client.get("/v1/me", headers=bearer(token))).status_code == 200
    other = await recover(client, player, "aaaa-" * 5 + "aaaa", "k", revoke_tokens=True)
    assert code(other, 422) == "idempotency_key_reused"


async def test_of_many_at_once_one_uses_the_code(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    tries = (recover(client, made["player"]["id"], made["recovery_code"]) for _ in range(6))
    assert sorted([answer.status_code for answer in await asyncio.gather(*tries)]) == [201] + [401] * 5


async def test_a_wrong_code_and_an_unknown_player_are_answered_alike(client: httpx.AsyncClient) -> None:
    made, other = await signed_up(client), await signed_up(client)
    player = made["player"]["id"]
    answers = [
        await recover(client, player, other["recovery_code"]),
        await recover(client, "p_" + "0" * 26, made["recovery_code"]),
        await recover(client, player, "nonsense"),
        await recover(client, "nonsense", made["recovery_code"]),
        await recover(client, player, ""),
    ]
    assert {code(answer, 401) for answer in answers} == {"recovery_refused"}
    assert len({answer.text for answer in answers}) == 1


async def test_a_new_code_replaces_the_old_one(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    headers = bearer(made["token"]) | {"Idempotency-Key": "k"}
    answer = await client.post("/v1/me/recovery", headers=headers)
    assert answer.status_code == 201, answer.text
    assert (await client.post("/v1/me/recovery", headers=headers)).text == answer.text
    player = made["player"]["id"]
    assert (await recover(client, player, made["recovery_code"])).status_code == 401
    assert (await recover(client, player, answer.json()["recovery_code"])).status_code == 201
    # Repeated once more, it shows the code again but does not bring it back.
    assert (await client.post("/v1/me/recovery", headers=headers)).text == answer.text
    assert (await recover(client, player, answer.json()["recovery_code"])).status_code == 401


@pytest.mark.parametrize("scopes", [["read"], ["play"], ["account"], ["play", "read", "account"]])
async def test_a_narrow_token_gets_no_code(client: httpx.AsyncClient, scopes: list[str]) -> None:
    made = await signed_up(client)
    narrow = await client.post("/v1/me/tokens", json={"scopes": scopes}, headers=bearer(made["token"]))
    answer = await client.post("/v1/me/recovery", headers=bearer(narrow.json()["token"]))
    assert code(answer, 403) in {"scope_missing", "wider_than_yours"}


async def test_a_token_that_expires_gets_no_code(client: httpx.AsyncClient) -> None:
    made = await signed_up(client)
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    short = await client.post("/v1/me/tokens", json={"expires_at": until}, headers=bearer(made["token"]))
    answer = await client.post("/v1/me/recovery", headers=bearer(short.json()["token"]))
    assert code(answer, 403) == "wider_than_yours"


async def test_a_code_is_nowhere_in_the_store(client: httpx.AsyncClient, redis_url: str) -> None:
    made = await signed_up(client)
    back = (await recover(client, made["player"]["id"], made["recovery_code"], "k")).json()
    with redis.Redis.from_url(redis_url) as direct:
        stored = b"".join(direct.dump(key) + key for key in direct.keys("*"))
    for shown in (made["recovery_code"], back["recovery_code"]):
        assert shown.encode() not in stored
        assert shown.replace("-", "").encode() not in stored
    assert back["token"][-32:].encode() not in stored


async def test_wrong_codes_are_limited_by_address_and_lock_nobody_else_out(redis_url: str) -> None:
    async with service(redis_url, recovery_rate=3) as client:
        made = await signed_up(client)
        wrong = codes.recovery_code(bytes(15))
        for _ in range(3):
            assert (await recover(client, made["player"]["id"], wrong)).status_code == 401
        answer = await recover(client, made["player"]["id"], made["recovery_code"])
        assert code(answer, 429) == "too_many_recoveries"
        assert int(answer.headers["retry-after"]) >= 1
    async with service(redis_url, recovery_rate=3, address="198.51.100.9") as elsewhere:
        answer = await recover(elsewhere, made["player"]["id"], made["recovery_code"])
        assert answer.status_code == 201, answer.text
