"""Tickets: a browser's EventSource cannot send headers, so a short-lived `?ticket=` opens one stream."""

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

import msgspec

from schema.accounts import Ticket
from service.accounts import codes
from service.accounts.caller import AccessGrant, Caller
from service.store import keys
from service.store.connection import RedisConnection

TicketText = Annotated[
    str,
    msgspec.Meta(
        max_length=128,
        description="A ticket (`POST /v1/me/tickets`) in place of a token, for readers that send no headers.",
    ),
]

_TICKET: Final = re.compile(r"tkt_([0-9a-z]{26})_([a-z2-7]{32})")


class Tickets:
    """Stores tickets as digests beside the token that requested them; their streams depend on that token."""

    def __init__(self, connection: RedisConnection, seconds: int) -> None:
        self._connection = connection
        self._seconds = seconds

    async def issue(self, caller: Caller) -> Ticket:
        """Issue a ticket to the caller; it is shown only once."""
        caller.player()
        access = caller.access
        assert access is not None
        secret = codes.fresh()
        text = f"tkt_{access.token_id.removeprefix('t_')}_{secret}"
        expires_at = datetime.now(UTC) + timedelta(seconds=self._seconds)
        name = keys.ticket(access.token_id, codes.digest(secret))
        await self._connection.call("SET", name, msgspec.json.encode(access), "EX", self._seconds)
        return Ticket(text, expires_at.replace(microsecond=0))

    async def used(self, text: str) -> AccessGrant | None:
        """Use up a ticket and return the access that it gives."""
        match = _TICKET.fullmatch(text)
        if match is None:
            return None
        found = await self._connection.call("GETDEL", keys.ticket(f"t_{match[1]}", codes.digest(match[2])))
        return None if found is None else msgspec.json.decode(found, type=AccessGrant)
