"""The administrators' log: who did what to whom, why, and with which request. It only grows."""

import re
from datetime import UTC, datetime
from typing import Final

import msgspec

from schema.admin import AdminAct, AdminEntry
from service.engine.idempotency import IdempotencyKey
from service.store import RedisConnection, keys
from service.store.paging import Page, Paged, no_cursor, page

OPERATOR: Final = "operator"
"""Stands for the person who runs the machine, in place of a player's id."""

_LINE: Final = re.compile(r"[0-9]{1,15}-[0-9]{1,15}")


class AdminRequest(msgspec.Struct, frozen=True):
    """The administrator, the reason, the request and its idempotency key."""

    who: str
    why: str
    request: str | None = None
    idempotency_key: IdempotencyKey | None = None


class AdminLog:
    """The log of the administrators' actions."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def write(self, admin_request: AdminRequest, what: AdminAct, target: str) -> AdminEntry:
        """Add an entry."""
        fields = {
            "who": admin_request.who,
            "what": what,
            "target": target,
            "why": admin_request.why,
            "request": admin_request.request,
        }
        line = await self._connection.call("XADD", keys.ADMIN_LOG, "*", "entry", msgspec.json.encode(fields))
        return _entry(line, msgspec.json.encode(fields))

    async def read(self, asked: Paged) -> Page[AdminEntry]:
        """The entries, newest first."""
        if asked.after is not None and not _LINE.fullmatch(asked.after):
            raise no_cursor()
        last = "+" if asked.after is None else f"({asked.after}"
        found = await self._connection.call("XREVRANGE", keys.ADMIN_LOG, last, "-", "COUNT", asked.first + 1)
        entries = [_entry(line, fields[b"entry"]) for line, fields in found]
        return page(entries, asked.first, lambda entry: entry.id)


def _entry(line: bytes, fields: bytes) -> AdminEntry:
    stored = msgspec.json.decode(fields)
    at = datetime.fromtimestamp(int(line.partition(b"-")[0]) / 1000, UTC)
    return msgspec.convert({"id": line.decode(), "at": at, **stored}, AdminEntry)
