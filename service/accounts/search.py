"""Search for players by the beginning of their name: a sorted set for each first letter, updated on renames.

The account has the current name, and every match is compared with it. The index may have outdated members,
but none is ever missing: a member is added before the name changes and removed afterwards.
"""

import base64
import re
import secrets
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, repeat
from typing import Annotated, Any, Final

import msgspec

from schema.accounts import Player
from service.accounts.names import HANDLE_SIGN, LONGEST_NAME, handle_of, skeleton
from service.errors import malformed
from service.store import keys
from service.store.connection import Argument, RedisConnection
from service.store.paging import First, Page, no_cursor, page

_LONGEST: Final = 40
_AFTER_ALL: Final = b"\xff"
_AT_ONCE: Final = 500


class PlayersQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The beginning of a name or handle to search for; case does not matter."""

    name: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=LONGEST_NAME,
            description="How the name begins, in any case; or, after `@`, the handle.",
        ),
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
    """Writes and reads the index of names."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def add(self, player_id: str, name: str) -> None:
        """Let the search find the player by this name, provided it is their current one."""
        await self._connection.call(*_added(player_id, name))

    async def moved(self, player_id: str, before: str, after: str) -> None:
        """Remove the old name of a renamed player and add the current one."""
        if folded(before) != folded(after):
            await self._connection.call("ZREM", keys.names(_first(before)), _member(player_id, before))
        # Another request may have renamed the player at the same time, maybe back to the old name.
        name = await self._connection.call("HGET", keys.player(player_id), "name")
        if name is not None:
            await self.add(player_id, name.decode())

    async def search(self, asked: PlayersQuery) -> Page[Player]:
        """The players whose names begin like this, ordered by name."""
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
        """Rebuild the index from all accounts; returns their number."""
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
        found = [player for player in await self.players(players) if player is not None]
        adds = [_added(player.id, text) for player in found for text in (player.name, _signed(player))]
        if adds:
            await self._connection.pipeline(adds)
        return len(found)

    async def _living(self, members: Sequence[bytes]) -> list[tuple[bytes, Player]]:
        """The members whose players still have that name."""
        ids = [member.rpartition(b"\0")[2].decode() for member in members]
        return [
            (member, player)
            for member, player in zip(members, await self.players(ids))
            if player is not None and member in (_member(player.id, player.name), _handle_member(player))
        ]

    async def players(self, ids: Sequence[str]) -> list[Player | None]:
        """Players by id; an account from before handles were introduced gets one now."""
        asked = [("HMGET", keys.player(id_), "name", "created_at", "handle") for id_ in ids]
        rows = await self._connection.pipeline(asked) if asked else []
        return [await self._player(id_, *row) for id_, row in zip(ids, rows)]

    async def _player(
        self, player_id: str, name: bytes | None, created_at: bytes, handle: bytes | None
    ) -> Player | None:
        if name is None:
            return None
        own = await self.give_handle(player_id, name.decode()) if handle is None else handle.decode()
        return Player(player_id, name.decode(), datetime.fromisoformat(created_at.decode()), own)

    async def give_handle(self, player_id: str, name: str) -> str:
        """The player's handle; if there is none yet, create a unique one from the name."""
        handle = await self._claim_handle(player_id, name)
        await self._connection.call(*_added(player_id, HANDLE_SIGN + handle))
        if await self._connection.call("HSETNX", keys.player(player_id), "handle", handle):
            return handle
        given = (await self._connection.call("HGET", keys.player(player_id), "handle")).decode()
        if given != handle:  # another request has set a different one at the same time
            await self._connection.call("HDEL", *_claim(handle))
        return str(given)

    async def release_handle(self, player: Player) -> None:
        """Release the handle of an account that was never used."""
        await self._connection.call("HDEL", *_claim(player.handle))

    async def _claim_handle(self, player_id: str, name: str) -> str:
        """Claim a handle for the player, or return one that was claimed before a crash."""
        for handle in _handles(name):
            if await self._connection.call("HSETNX", *_claim(handle), player_id):
                return handle
            if await self._connection.call("HGET", *_claim(handle)) == player_id.encode():
                return handle
        raise AssertionError("there are always more handles")


def folded(name: str) -> str:
    """A name without differences in case, width and spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", folded))[:_LONGEST]


def cursor_of(asked: PlayersQuery, player: Player) -> str:
    """The player's position in the order of names, or of handles if the search was for a handle."""
    by_handle = folded(asked.name.lstrip()).startswith(HANDLE_SIGN)
    return _cursor(_handle_member(player) if by_handle else _member(player.id, player.name))


def _first(name: str) -> str:
    return folded(name)[:1]


def _member(player_id: str, name: str) -> bytes:
    return folded(name).encode() + b"\0" + player_id.encode()


def _claim(handle: str) -> tuple[str, str]:
    """The key and field that store the owner of a handle, by the handle's skeleton."""
    return keys.handles(handle[0]), skeleton(handle)


def _signed(player: Player) -> str:
    return HANDLE_SIGN + player.handle


def _handle_member(player: Player) -> bytes:
    return _member(player.id, _signed(player))


def _handles(name: str) -> Iterator[str]:
    """Handles for a name: the name itself, then with a random number that soon gets long."""
    base = handle_of(name)
    yield base
    for digits in chain((1, 2, 3, 4), repeat(9)):
        yield f"{base}-{secrets.randbelow(10**digits)}"


def _added(player_id: str, name: str) -> tuple[Argument, ...]:
    return ("ZADD", keys.names(_first(name)), 0, _member(player_id, name))


def _at(bound: bytes) -> bytes:
    """The value of a bound. A cursor's bound never precedes its prefix's, unless the cursor was forged."""
    return bound[1:]


def _cursor(member: bytes) -> str:
    return base64.urlsafe_b64encode(member).decode().rstrip("=")


def _read(cursor: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except ValueError:
        raise no_cursor() from None
