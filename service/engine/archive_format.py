"""A log as a file of the archive: what can be computed again is left out, the rest is compressed as a whole.

`hash`, `prev`, `seq`, `rules` and the salts of a published seed follow from the header and the other members.
Events are kept, so reading a file needs no rules. Values are stored member by member, and ids as bytes after
everything else, because both compress better. docs/log-format.md describes the file.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.dice import salt
from domain.kernel.entry import NOT_JSON, ZERO_HASH, canonical
from domain.kernel.errors import CorruptLog
from service.engine.log_verification import ExportHeader, read_header
from service.store.compression import compressed_log, decompressed_log

FORMAT: Final = "emberlog-archive/2"
"""In files without this name is the exported log itself, compressed."""
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){8,}")
"""Texts that are stored as bytes."""

_Id: TypeAlias = str | int | None
"""A text, or the number of bytes that stand for its hexadecimal digits."""


class _Columns(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A log without the bytes of its ids; each list has a value for every entry."""

    format: str
    header: ExportHeader
    actor: list[str]
    at: list[str]
    command_id: list[_Id]
    decided: list[dict[str, Any]]
    meta: list[dict[str, Any]]
    request: list[_Id]
    salt: list[_Id]


class _Formatted(Struct, frozen=True):
    format: str


def packed(lines: Sequence[bytes]) -> bytes:
    """The file for an exported log."""
    header = read_header(lines[0])
    entries = [msgspec.json.decode(line) for line in lines[1:]]
    ids = bytearray()
    columns = _Columns(
        format=FORMAT,
        header=header,
        actor=[entry["actor"] for entry in entries],
        at=[entry["at"] for entry in entries],
        command_id=[_moved(entry["command_id"], ids) for entry in entries],
        decided=[{"command": entry["command"], "events": entry["events"]} for entry in entries],
        meta=[
            {name: value for name, value in entry["meta"].items() if name != "request"} for entry in entries
        ],
        request=[_moved(entry["meta"]["request"], ids) for entry in entries],
        salt=[
            None if entry["salt"] == _salt(header, seq) else _moved(entry["salt"], ids)
            for seq, entry in enumerate(entries, 1)
        ],
    )
    return compressed_log(canonical(columns) + b"\n" + ids, header.rules)


def unpacked(file: bytes) -> list[bytes]:
    """The lines of the exported log in a file, with their line ends; raises CorruptLog."""
    content = decompressed_log(file)
    first, _, ids = content.partition(b"\n")
    try:
        if msgspec.json.decode(first, type=_Formatted).format != FORMAT:
            return content.splitlines(keepends=True)
        columns = msgspec.json.decode(first, type=_Columns)
        return [columns.header.line(), *_entries(columns, ids)]
    except (*NOT_JSON, ValueError) as broken:
        raise CorruptLog(f"not a file of the archive: {broken}") from broken


def _entries(columns: _Columns, ids: bytes) -> Iterator[bytes]:
    """The lines of all entries; each is hashed, and the next one names the hash."""
    source, header, prev = BytesIO(ids), columns.header, ZERO_HASH
    moved = [[_put_back(value, source) for value in values] for values in _id_columns(columns)]
    rows = zip(columns.actor, columns.at, columns.decided, columns.meta, *moved, strict=True)
    for seq, (actor, at, decided, meta, command_id, request, given_salt) in enumerate(rows, 1):
        members = {
            **decided,
            "actor": actor,
            "at": at,
            "command_id": command_id,
            "meta": {**meta, "request": request},
            "prev": prev,
            "rules": header.rules,
            "salt": given_salt or _salt(header, seq),
            "seq": seq,
        }
        prev = hashlib.sha256(canonical(members)).hexdigest()
        yield canonical({**members, "hash": prev}) + b"\n"


def _id_columns(columns: _Columns) -> tuple[list[_Id], ...]:
    """The columns that share the ids, in the order in which their bytes follow each other."""
    return columns.command_id, columns.request, columns.salt


def _salt(header: ExportHeader, seq: int) -> str | None:
    return None if header.seed is None else salt(bytes.fromhex(header.seed), seq)


def _without_request(meta: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in meta.items() if name != "request"}


def _moved(value: str | None, ids: bytearray) -> _Id:
    """Move an id's digits to the bytes of all ids, and return how many bytes they are; leave other texts."""
    if value is None or not _HEX.fullmatch(value):
        return value
    ids += bytes.fromhex(value)
    return len(value) // 2


def _put_back(value: _Id, ids: BytesIO) -> str | None:
    return ids.read(value).hex() if isinstance(value, int) else value
