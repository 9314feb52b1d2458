"""Rates by token and by address, and sizes of bodies."""

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
import redis

from service.accounts.rate_limits import Bucket, RateLimits
from service.api.http.authentication import client_address
from service.errors import TooMany
from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from service.store import RedisConnection, connect, keys
from tests.support.processes import PATIENCE
from tests.support.service import bearer, code, service, sign_up

pytestmark = pytest.mark.anyio


@pytest.fixture
async def link(redis_url: str) -> AsyncIterator[RedisConnection]:
    link = RedisConnection(connect(redis_url))
    yield link
    await link.close()


def test_a_bucket_fills_at_its_rate() -> None:
    assert Bucket.per_second(50, 200) == Bucket(200, 20_000)
    assert Bucket.per_second(0, 200).cost == 0


async def test_a_burst_is_admitted_and_the_next_call_is_not(link: RedisConnection) -> None:
    limits = RateLimits(link, Settings(rate_per_address=0.1, rate_burst=3))
    rates = [await limits.by_address("a") for _ in range(5)]
    assert [rate.admitted for rate in rates] == [True, True, True, False, False]
    assert [rate.left for rate in rates] == [2, 1, 0, 0, 0]
    assert [rate.limit for rate in rates] == [3] * 5
    assert 20 < rates[2].full_in <= 30
    assert 1 <= rates[3].retry_in <= 10
    assert (await limits.by_address("b")).admitted


async def test_a_bucket_fills_again(link: RedisConnection) -> None:
    limits = RateLimits(link, Settings(rate_per_address=20, rate_burst=1))
    assert (await limits.by_address("a")).admitted
    with anyio.fail_after(PATIENCE):
        while not (await limits.by_address("a")).admitted:
            await anyio.lowlevel.checkpoint()


async def test_a_rate_of_zero_is_no_limit(link: RedisConnection) -> None:
    limits = RateLimits(link, Settings(rate_per_address=0, rate_burst=1))
    assert all([(await limits.by_address("a")).admitted for _ in range(20)])


async def test_a_clock_that_was_set_back_does_not_shut_anybody_out_for_long(link: RedisConnection) -> None:
    limits = RateLimits(link, Settings(rate_per_address=1, rate_burst=2))
    await limits.by_address("a")
    (name,) = await link.call("KEYS", "*:rate")
    await link.call("SET", name, 10**18)
    assert (await limits.by_address("a")).retry_in <= 2


async def test_new_players_from_one_address_are_limited(link: RedisConnection) -> None:
    limits = RateLimits(link, Settings(signup_rate=2))
    await limits.sign_up("a")
    await limits.sign_up("a")
    with pytest.raises(TooMany) as refused:
        await limits.sign_up("a")
    assert refused.value.code == "too_many_signups"
    await limits.sign_up("b")


async def test_addresses_are_not_written_down(link: RedisConnection, redis_url: str) -> None:
    await RateLimits(link, Settings()).by_address("192.0.2.7")
    with redis.Redis.from_url(redis_url) as raw:
        assert raw.dbsize() == 1
        assert not any(b"192.0.2.7" in name for name in raw.keys())  # noqa: SIM118 -- a command


async def test_a_warm_call_with_a_token_is_one_command_for_token_and_rate(redis_url: str) -> None:
    async with service(redis_url) as client:
        _, header = await sign_up(client)
        await client.get("/v1/me", headers=header)
        with redis.Redis.from_url(redis_url) as raw:
            raw.config_resetstat()
            await client.get("/v1/me", headers=header)
            calls = {name: row["calls"] for name, row in raw.info("commandstats").items()}
        in_the_script = {"cmdstat_time": 1, "cmdstat_hmget": 1, "cmdstat_get": 1, "cmdstat_set": 1}
        for_the_player = {"cmdstat_hmget": 1}
        assert calls.pop("cmdstat_evalsha") == 1
        assert sum(in_the_script.values()) + sum(for_the_player.values()) == sum(
            count for name, count in calls.items() if not name.startswith(("cmdstat_config", "cmdstat_info"))
        )


async def test_counting_calls_writes_nothing_to_the_disk(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url) as client:
        _, header = await sign_up(client)
        with redis.Redis.from_url(own_redis.url) as raw:
            before = raw.info("persistence")["aof_current_size"]
            for _ in range(20):
                await client.get("/v1/me", headers=header)
            assert raw.info("persistence")["aof_current_size"] == before


async def test_too_many_calls_of_a_token_are_answered_with_429_and_when_to_come_back(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.01, rate_burst=3) as client:
        _, header = await sign_up(client)
        answers = [await client.get("/v1/me", headers=header) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert [answer.headers["ratelimit-remaining"] for answer in answers] == ["2", "1", "0", "0"]
        assert answers[0].headers["ratelimit-limit"] == "3"
        assert answers[0].headers["ratelimit-reset"] == "100"
        assert code(answers[3], 429) == "too_many_requests"
        assert 1 <= int(answers[3].headers["retry-after"]) <= 100
        _, other = await sign_up(client, "Bob")
        assert (await client.get("/v1/me", headers=other)).status_code == 200


async def test_bad_tokens_are_counted_for_their_address_and_not_for_the_token(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.01, rate_per_address=0.01, rate_burst=3) as client:
        _, header = await sign_up(client)
        wrong = bearer(header["Authorization"][7:-32] + "a" * 32)
        answers = [await client.get("/v1/me", headers=wrong) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [401, 401, 429]
        assert (await client.get("/v1/me", headers=header)).headers["ratelimit-remaining"] == "2"


async def test_probes_are_not_counted(redis_url: str) -> None:
    async with service(redis_url, rate_per_token=0.01, rate_burst=1) as client:
        for _ in range(3):
            answer = await client.get("/healthz")
            assert answer.status_code == 200
            assert "ratelimit-limit" not in answer.headers


@pytest.mark.parametrize(
    "client,address",
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("testclient", 1), "testclient"),
        (None, "local"),
    ],
)
def test_an_address_is_that_of_one_customer(client: tuple[str, int] | None, address: str) -> None:
    assert client_address({"client": client}) == address


def test_the_scripts_name_every_key_they_touch() -> None:
    for name in ("admit", "token", "issue"):
        text = (Path(keys.__file__).parent / f"{name}.lua").read_text()
        calls = [line for line in text.splitlines() if "redis.call(" in line and "'TIME'" not in line]
        assert all("KEYS[" in line for line in calls), name
