"""Players by the beginning of their name: a sorted set for each first letter, which follows renames.

The account has the name; what is found here is compared with it. So a member may be too much, never missing:
it is there before the name is, and goes when the name has gone.
"""

import base64
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec

from schema.accounts import Player
from service.errors import malformed
from service.store import keys
from service.store.connection import Argument, RedisConnection
from service.store.paging import First, Page, no_cursor, page

_LONGEST: Final = 40
_AFTER_ALL: Final = b"\xff"
_AT_ONCE: Final = 500


class PlayersQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whose names to look for; large and small letters are the same."""

    name: Annotated[
        str, msgspec.Meta(min_length=1, max_length=40, description="How the name begins, in any case.")
    ]
    first: First = 20
    after: (
        Annotated[
            str,
            msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,512}$", description="The `next` of the page before."),
        ]
        | None
    ) = None


class PlayerNames:
    """Writes the index of names and reads it."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def add(self, player_id: str, name: str) -> None:
        """From now on the player is found by this name, if it is theirs."""
        await self._connection.call(*_added(player_id, name))

    async def moved(self, player_id: str, before: str, after: str) -> None:
        """The player had another name before; whichever it has now, by that it is found."""
        if folded(before) != folded(after):
            await self._connection.call("ZREM", keys.names(_first(before)), _member(player_id, before))
        # Somebody else may have renamed the player at the same time, perhaps back to the old name.
        name = await self._connection.call("HGET", keys.player(player_id), "name")
        if name is not None:
            await self.add(player_id, name.decode())

    async def search(self, asked: PlayersQuery) -> Page[Player]:
        """Players whose names begin like this, in the order of their names."""
        prefix = folded(asked.name.lstrip()).encode()
        if not prefix:
            raise malformed("query", "$.name", "empty")
        name = keys.names(_first(asked.name.lstrip()))
        start = (
            b"[" + prefix if asked.after is None else max(b"[" + prefix, b"(" + _read(asked.after), key=_at)
        )
        found: list[tuple[bytes, Player]] = []
        while len(found) <= asked.first:
            few = ("ZRANGE", name, start, b"(" + prefix + _AFTER_ALL, "BYLEX", "LIMIT", 0, asked.first + 1)
            members: list[bytes] = await self._connection.call(*few)
            if not members:
                break
            found += await self._living(members)
            start = b"(" + members[-1]
        shown = page(found, asked.first, lambda pair: _cursor(pair[0]))
        return Page([player for _, player in shown.items], shown.next)

    async def rebuild(self) -> int:
        """Every account in the index, whatever there was before; how many there are."""
        count = 0
        batch: list[str] = []
        client: Any = self._connection.client
        async for name in client.scan_iter(match=keys.player("*"), count=_AT_ONCE):
            batch.append(keys.player_of(name.decode()))
            if len(batch) == _AT_ONCE:
                count += await self._add_all(batch)
                batch = []
        return count + await self._add_all(batch)

    async def _add_all(self, players: Sequence[str]) -> int:
        if not players:
            return 0
        names = await self._connection.pipeline([("HGET", keys.player(player), "name") for player in players])
        adds = [_added(player, name.decode()) for player, name in zip(players, names) if name is not None]
        if adds:
            await self._connection.pipeline(adds)
        return len(adds)

    async def _living(self, members: Sequence[bytes]) -> list[tuple[bytes, Player]]:
        """The members whose players still have that name."""
        ids = [member.rpartition(b"\0")[2].decode() for member in members]
        found = await self._connection.pipeline(
            [("HMGET", keys.player(id_), "name", "created_at") for id_ in ids]
        )
        return [
            (member, Player(id_, name.decode(), datetime.fromisoformat(created_at.decode())))
            for member, id_, (name, created_at) in zip(members, ids, found)
            if name is not None and _member(id_, name.decode()) == member
        ]


def folded(name: str) -> str:
    """A name without the difference of cases, widths and spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", folded))[:_LONGEST]


def cursor_of(player: Player) -> str:
    """Where a player stands in the order of names."""
    return _cursor(_member(player.id, player.name))


def _first(name: str) -> str:
    return folded(name)[:1]


def _member(player_id: str, name: str) -> bytes:
    return folded(name).encode() + b"\0" + player_id.encode()


def _added(player_id: str, name: str) -> tuple[Argument, ...]:
    return ("ZADD", keys.names(_first(name)), 0, _member(player_id, name))


def _at(bound: bytes) -> bytes:
    """Where a bound lies; that of a cursor is never before the one of its prefix, unless it was made up."""
    return bound[1:]


def _cursor(member: bytes) -> str:
    return base64.urlsafe_b64encode(member).decode().rstrip("=")


def _read(cursor: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except ValueError:
        raise no_cursor() from None
