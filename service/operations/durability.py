"""What an acknowledged entry survives, and what endangers it, derived from the state of Redis."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import NoPermissionError, ResponseError

from service.store import RedisConnection, RedisUnavailable

FSYNC = {
    "always": "an acknowledged entry is on disk and survives a crash of Redis or of the machine",
    "everysec": "a crash may lose the entries acknowledged in the last seconds",
    "no": "a crash of the machine may lose acknowledged entries that were not yet written to disk",
}


@dataclass(frozen=True, slots=True)
class RedisState:
    """How a Redis persists data, and how many replicas are connected; None where it does not say."""

    appendonly: str | None = None
    appendfsync: str | None = None
    eviction: str | None = None
    replicas: int | None = None


def promise(state: RedisState, wait_replicas: int) -> str:
    """What an acknowledged entry survives, as a sentence."""
    if state.appendonly is None:
        disk = "this Redis does not report whether it writes to disk; ask its operator"
    elif state.appendonly == "yes":
        disk = FSYNC.get(state.appendfsync or "", FSYNC["no"])
    else:
        disk = "this Redis has no append-only file: if it crashes, acknowledged entries may be lost"
    if not wait_replicas:
        return disk
    if state.replicas is not None and state.replicas >= wait_replicas:
        return f"{disk}; it was confirmed by {wait_replicas} replicas"
    return f"{disk}; {wait_replicas} replicas must confirm it, and {_number(state.replicas)} connected"


def defects(state: RedisState, wait_replicas: int) -> Iterator[str]:
    """Why Redis keeps data less safely than a game log needs, one sentence each."""
    if state.appendonly not in (None, "yes"):
        yield "Redis has no append-only file: if it crashes, acknowledged entries are lost"
    if (state.eviction or "").startswith("allkeys-"):
        yield f"maxmemory-policy is {state.eviction}: Redis deletes games when its memory is full"
    if wait_replicas and state.replicas is not None and state.replicas < wait_replicas:
        yield f"{wait_replicas} replicas must confirm each entry, and {_number(state.replicas)} connected"


async def redis_state(connection: RedisConnection) -> RedisState:
    """The state of a Redis; for a cluster, that of its worst master."""
    files, memory, masters = await asyncio.gather(
        _ask_masters(connection, "CONFIG GET", "append*"),
        _ask_masters(connection, "CONFIG GET", "maxmemory-policy"),
        _ask_masters(connection, "INFO", "replication"),
    )
    policies = [_texts(found).get("maxmemory-policy", "") for found in memory or ()]
    return RedisState(
        appendonly=_worst(files, "appendonly", ("no", "yes")),
        appendfsync=_worst(files, "appendfsync", ("no", "everysec", "always")),
        eviction=min(policies, key=lambda policy: not policy.startswith("allkeys-"), default=None),
        replicas=None if masters is None else min(map(_online, masters), default=None),
    )


async def _ask_masters(connection: RedisConnection, *command: str) -> list[Any] | None:
    """The answers of all masters; None if a hosted server does not allow the command."""
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
        return "Redis does not report how many are"
    return {0: "none is", 1: "1 is"}.get(replicas, f"{replicas} are")
