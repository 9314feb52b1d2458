"""What an acknowledged entry survives, and what endangers it, from the state of its Redis."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import NoPermissionError, ResponseError

from service.store import RedisConnection, RedisUnavailable

FSYNC = {
    "always": "an acknowledged entry is on disk and outlives a crash of Redis or of the machine",
    "everysec": "a crash may take the entries that were acknowledged in the last seconds",
    "no": "a crash of the machine may take acknowledged entries that it had not yet written to disk",
}


@dataclass(frozen=True, slots=True)
class RedisState:
    """How a Redis keeps data, and how many replicas are connected; None where it does not tell."""

    appendonly: str | None = None
    appendfsync: str | None = None
    eviction: str | None = None
    replicas: int | None = None


def promise(state: RedisState, wait_replicas: int) -> str:
    """What an acknowledged entry survives, in a sentence."""
    if state.appendonly is None:
        disk = "the disk is up to the operator of this Redis, which does not tell"
    elif state.appendonly == "yes":
        disk = FSYNC.get(state.appendfsync or "", FSYNC["no"])
    else:
        disk = "this Redis keeps no append-only file: a crash of it may take acknowledged entries"
    if not wait_replicas:
        return disk
    if state.replicas is not None and state.replicas >= wait_replicas:
        return f"{disk}; it was confirmed by {wait_replicas} replicas"
    return f"{disk}; {wait_replicas} replicas must confirm it, and {_number(state.replicas)} connected"


def defects(state: RedisState, wait_replicas: int) -> Iterator[str]:
    """Why less is kept than a game log needs, one sentence each."""
    if state.appendonly not in (None, "yes"):
        yield "Redis keeps no append-only file: a crash of it loses acknowledged entries"
    if (state.eviction or "").startswith("allkeys-"):
        yield f"maxmemory-policy is {state.eviction}: Redis deletes games when its memory is full"
    if wait_replicas and state.replicas is not None and state.replicas < wait_replicas:
        yield f"{wait_replicas} replicas must confirm each entry, and {_number(state.replicas)} connected"


async def redis_state(connection: RedisConnection) -> RedisState:
    """The state of a Redis; of a cluster, that of the worst of its masters."""
    files, memory, masters = await asyncio.gather(
        _told(connection, "CONFIG GET", "append*"),
        _told(connection, "CONFIG GET", "maxmemory-policy"),
        _told(connection, "INFO", "replication"),
    )
    policies = [_texts(found).get("maxmemory-policy", "") for found in memory or ()]
    return RedisState(
        appendonly=_worst(files, "appendonly", ("no", "yes")),
        appendfsync=_worst(files, "appendfsync", ("no", "everysec", "always")),
        eviction=min(policies, key=lambda policy: not policy.startswith("allkeys-"), default=None),
        replicas=None if masters is None else min(map(_online, masters), default=None),
    )


async def _told(connection: RedisConnection, *command: str) -> list[Any] | None:
    """The answers of all masters; None where a hosted server does not tell."""
    try:
        return await connection.call_masters(*command)
    except RedisUnavailable as error:
        if isinstance(error.__cause__, NoPermissionError):
            return None
        raise
    except ResponseError:
        return None


def _worst(answers: Sequence[Any] | None, name: str, order: tuple[str, ...]) -> str | None:
    values = [value for answer in answers or () if (value := _texts(answer).get(name)) is not None]
    return min(values, key=lambda value: order.index(value) if value in order else 0, default=None)


def _online(answer: Mapping[str, Any]) -> int:
    rows = (row for name, row in answer.items() if name.startswith("slave") and isinstance(row, dict))
    return sum(row.get("state") == "online" for row in rows)


def _texts(answer: Any) -> dict[str, str]:
    pairs = zip(answer[::2], answer[1::2]) if isinstance(answer, list) else answer.items()
    return {_text(name): _text(value) for name, value in pairs}


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _number(replicas: int | None) -> str:
    if replicas is None:
        return "Redis does not tell how many are"
    return {0: "none is", 1: "1 is"}.get(replicas, f"{replicas} are")
