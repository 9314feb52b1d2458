"""What the doctor asks a Redis: version, permissions, eviction, disk, memory, replicas, clock, cluster."""

import time
from collections.abc import AsyncIterator, Callable
from typing import Final

from redis.exceptions import NoPermissionError, ResponseError

from service.operations.doctor.findings import Finding, fail, ok, warn
from service.operations.durability import RedisState, redis_state
from service.operations.embedded import OLDEST
from service.operations.health import write_probe
from service.runtime import now_ms
from service.store import RedisConnection, RedisUnavailable

MEMORY_WARN, MEMORY_FAIL = 0.8, 0.95
CLOCK_WARN_MS, CLOCK_FAIL_MS = 1000, 30_000
_CHANNEL: Final = "live:doctor"
_SLOTS: Final = 16_384
_Check = Callable[[str, RedisConnection], AsyncIterator[Finding]]


async def log_redis(connection: RedisConnection, shown: str, wait_replicas: int) -> AsyncIterator[Finding]:
    """The Redis that holds the logs."""
    reached = await _reached("redis", connection, shown)
    yield reached
    if reached.advice:
        return
    async for finding in _asked("redis", connection, _version, _writes, _memory, _clock, _cluster):
        yield finding
    state = await redis_state(connection)
    for finding in (_eviction(state), _disk(state, wait_replicas), _replicas(state, wait_replicas)):
        yield finding
    async for finding in _asked("aof", connection, _last_writes):
        yield finding


async def queue_redis(connection: RedisConnection, shown: str) -> AsyncIterator[Finding]:
    """The Redis of the queues, if it is another one. It may forget jobs, so durability does not matter."""
    reached = await _reached("queue", connection, shown)
    yield reached
    if reached.advice:
        return
    async for finding in _asked("queue", connection, _version, _memory):
        yield finding
    yield await _takes_jobs(connection)
    eviction = (await redis_state(connection)).eviction or ""
    if eviction.startswith("allkeys-"):
        advice = "set maxmemory-policy noeviction: lost jobs are queued again, but late"
        yield warn("queue", f"maxmemory-policy is {eviction}: Redis may delete jobs", advice)


async def _takes_jobs(connection: RedisConnection) -> Finding:
    try:
        await write_probe(connection)
    except (RedisUnavailable, ResponseError) as error:
        advice = "the user needs the rights that docs/operations.md lists for the queues"
        return fail("queue", f"it takes no writes: {error}", advice)
    return ok("queue", "writes are permitted")


async def _reached(check: str, connection: RedisConnection, shown: str) -> Finding:
    began = time.perf_counter()
    try:
        await connection.call_masters("PING")
    except RedisUnavailable as error:
        if isinstance(error.__cause__, NoPermissionError):
            return fail(check, f"{shown} refuses this user", "grant the user what docs/operations.md lists")
        setting = "EMBERLOG_REDIS_URL" if check == "redis" else "EMBERLOG_QUEUE_URL"
        advice = f"start it, or correct {setting}; check user, password, TLS and network policies"
        return fail(check, f"{shown} cannot be reached: {error}", advice)
    ms = (time.perf_counter() - began) * 1000
    return ok(check, f"{shown} answers in {ms:.1f} ms")


async def _asked(check: str, connection: RedisConnection, *checks: _Check) -> AsyncIterator[Finding]:
    """The findings of these checks; a check that the server does not permit is a warning."""
    for one in checks:
        try:
            async for finding in one(check, connection):
                yield finding
        except (RedisUnavailable, ResponseError) as error:
            what = one.__name__.strip("_").replace("_", " ")
            yield warn(check, f"{what} cannot be checked: {error}", "ask the operator of this Redis")


async def _version(check: str, connection: RedisConnection) -> AsyncIterator[Finding]:
    oldest = ".".join(map(str, OLDEST))
    for server in await connection.call_masters("INFO", "server"):
        number = str(server["redis_version"])
        shown = f"Valkey {server['valkey_version']}" if "valkey_version" in server else f"Redis {number}"
        if tuple(map(int, number.split(".")[:2])) < OLDEST:
            yield fail(check, f"this is {shown}", f"use Redis {oldest} or newer, or Valkey")
        else:
            yield ok(check, shown)


async def _writes(check: str, connection: RedisConnection) -> AsyncIterator[Finding]:
    """A script that writes, and a notice: what every append needs."""
    advice = "the user needs scripts, writing and publishing; see Redis permissions in docs/operations.md"
    try:
        await write_probe(connection)
        await connection.call("PUBLISH", _CHANNEL, "")
    except (RedisUnavailable, ResponseError) as error:
        yield fail(check, f"it takes no writes: {error}", advice)
    else:
        yield ok(check, "scripts, writes and notices are permitted")


async def _memory(check: str, connection: RedisConnection) -> AsyncIterator[Finding]:
    for memory in await connection.call_masters("INFO", "memory"):
        used, most = int(memory["used_memory"]), int(memory["maxmemory"])
        if not most:
            yield ok(check, f"{_size(used)} in use, without a limit")
            continue
        found = f"{_size(used)} of {_size(most)} in use"
        advice = "archive finished games (EMBERLOG_ARCHIVE_AFTER_DAYS), or raise maxmemory"
        if used < MEMORY_WARN * most:
            yield ok(check, found)
        else:
            yield (fail if used >= MEMORY_FAIL * most else warn)(check, found, advice)


async def _clock(check: str, connection: RedisConnection) -> AsyncIterator[Finding]:
    """The difference of the clocks. Items become due by the clocks of our machines, not by Redis."""
    before = now_ms()
    (moment, *_) = await connection.call_masters("TIME")
    after = now_ms()
    theirs = int(moment[0]) * 1000 + int(moment[1]) // 1000
    apart = max(0, before - theirs, theirs - after)
    found = f"its clock differs from ours by {apart} ms"
    if apart < CLOCK_WARN_MS:
        yield ok(check, found)
    else:
        advice = "synchronize the clocks (NTP): turn clocks, expiry of tokens and retries depend on them"
        yield (fail if apart >= CLOCK_FAIL_MS else warn)(check, found, advice)


async def _cluster(check: str, connection: RedisConnection) -> AsyncIterator[Finding]:
    if not connection.is_cluster:
        return
    ranges = (await connection.call_masters("CLUSTER SLOTS"))[0]
    served = sum(last - first + 1 for first, last in ranges)
    found = f"a cluster that serves {served} of {_SLOTS} slots"
    if served == _SLOTS:
        yield ok(check, found)
    else:
        yield fail(check, found, "bring the missing masters back: games on their slots cannot be played")


async def _last_writes(check: str, connection: RedisConnection) -> AsyncIterator[Finding]:
    for info in await connection.call_masters("INFO", "persistence"):
        for name in ("aof_last_write_status", "aof_last_bgrewrite_status", "rdb_last_bgsave_status"):
            if info.get(name, "ok") != "ok":
                advice = "look into the log of Redis; the disk may be full or read-only"
                yield fail(check, f"{name} is {info[name]}", advice)


def _eviction(state: RedisState) -> Finding:
    policy = state.eviction
    if policy == "noeviction":
        return ok("eviction", "maxmemory-policy is noeviction")
    advice = "set maxmemory-policy noeviction"
    if policy is None:
        return warn("eviction", "this Redis does not report its maxmemory-policy", advice)
    if policy.startswith("allkeys-"):
        return fail("eviction", f"{policy}: Redis deletes games when its memory is full", advice)
    return warn("eviction", f"{policy}: Redis deletes tickets and keys of requests before their time", advice)


def _disk(state: RedisState, wait_replicas: int) -> Finding:
    if state.appendonly is None:
        advice = "ask its operator whether acknowledged writes survive a crash"
        return warn("aof", "this Redis does not report whether it writes to disk", advice)
    if state.appendonly != "yes":
        advice = "set appendonly yes and appendfsync always, in redis.conf and with CONFIG SET"
        return fail("aof", "there is no append-only file: a crash loses acknowledged entries", advice)
    found = f"appendonly yes, appendfsync {state.appendfsync}"
    if state.appendfsync == "always" or wait_replicas:
        return ok("aof", found)
    advice = "set appendfsync always or EMBERLOG_WAIT_REPLICAS, unless you can lose the last seconds"
    return warn("aof", found, advice)


def _replicas(state: RedisState, wait_replicas: int) -> Finding:
    if state.replicas is None:
        advice = "ask its operator how many replicas there are"
        return warn("replicas", "this Redis does not report its replicas", advice)
    found = f"{state.replicas} connected, {wait_replicas} must confirm each entry"
    if state.replicas < wait_replicas:
        advice = "bring the replicas back or lower EMBERLOG_WAIT_REPLICAS: until then, moves get a 503"
        return fail("replicas", found, advice)
    return ok("replicas", found)


def _size(count: int) -> str:
    return f"{count / 1_000_000:.0f} MB"
