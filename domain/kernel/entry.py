"""A log entry, its canonical encoding and the hash chain."""

import hashlib
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.errors import CorruptLog

C = TypeVar("C")
E = TypeVar("E")

ZERO_HASH = "0" * 64
_LARGEST_INTEGER = 2**53 - 1
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What the decoder raises for bytes that are no JSON, no UTF-8, or nested without end."""


class Meta(Struct, frozen=True):
    """The origin of an entry: engine, request or job, the bot that played, the queued moves it belongs to."""

    engine: str
    request: str | None = None
    job: str | None = None
    bot: str | None = None
    plan: str | UnsetType = UNSET


class Entry(Struct, Generic[C, E], frozen=True, forbid_unknown_fields=True):
    """One accepted command and the events it caused."""

    seq: int
    at: str
    actor: str
    command_id: str | None
    command: C
    events: tuple[E, ...]
    rules: str
    meta: Meta
    salt: str
    prev: str
    hash: str = ""


_BEFORE_HASH: Final = tuple(sorted(name for name in Entry.__struct_fields__ if name < "hash"))
_AFTER_HASH: Final = tuple(sorted(name for name in Entry.__struct_fields__ if name > "hash"))


def canonical(value: object) -> bytes:
    """RFC 8785 JSON for strings, integers, booleans, null, arrays and objects with ASCII keys."""
    return msgspec.json.encode(value, order="sorted")


def seal(entry: Entry[C, E]) -> tuple[Entry[C, E], bytes]:
    """The entry with its hash, and the line that is stored."""
    # In the order of names the hash stands between two groups of members, so both are encoded only once.
    first = canonical({name: getattr(entry, name) for name in _BEFORE_HASH})[:-1]
    last = canonical({name: getattr(entry, name) for name in _AFTER_HASH})[1:]
    digest = hashlib.sha256(first + b"," + last).hexdigest()
    return msgspec.structs.replace(entry, hash=digest), first + b',"hash":"%b",' % digest.encode() + last


def opened(line: bytes) -> dict[str, Any]:
    """The members of a stored line; raises CorruptLog unless the line is canonical and its hash matches."""
    try:
        members = msgspec.json.decode(line)
        is_plain = _is_plain(members)
    except NOT_JSON as broken:
        raise CorruptLog(f"not JSON: {broken}") from broken
    if not isinstance(members, dict):
        raise CorruptLog("not an object")
    seq = members.get("seq") if isinstance(members.get("seq"), int) else None
    if not is_plain or canonical(members) != line:
        raise CorruptLog("not in canonical form", seq)
    body = {name: value for name, value in members.items() if name != "hash"}
    if hashlib.sha256(canonical(body)).hexdigest() != members.get("hash"):
        raise CorruptLog("the hash does not match", seq)
    return members


def _is_plain(value: object) -> bool:
    """Whether a value contains only types that the canonical form supports."""
    if isinstance(value, dict):
        return all(name.isascii() and _is_plain(member) for name, member in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) <= _LARGEST_INTEGER
    return value is None or isinstance(value, str | bool)
