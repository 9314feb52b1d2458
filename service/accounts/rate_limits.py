"""Rate limits: how many calls a token or an address may make."""

import hashlib
import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from schema.accounts import Scope
from service.accounts.scopes import as_read
from service.errors import TooMany
from service.settings import Settings
from service.store import keys
from service.store.connection import Argument, RedisConnection, Script

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 86_400

_ADMIT: Final = Script("admit.lua")


class Bucket(msgspec.Struct, frozen=True):
    """Admits this many calls at once, and one more every `cost` microseconds; 0 means no limit."""

    burst: int
    cost: int

    @classmethod
    def per_second(cls, rate: float, burst: int) -> "Bucket":
        """A bucket that fills at this rate."""
        return cls(burst, round(1_000_000 / rate) if rate else 0)

    @classmethod
    def per(cls, seconds: int, times: float) -> "Bucket":
        """A bucket that admits this many calls in this many seconds, even all at once."""
        return cls.per_second(times / seconds, max(1, round(times)))


class Rate(msgspec.Struct, frozen=True):
    """The state of a bucket after a call."""

    admitted: bool
    limit: int
    left: int
    full_in: int
    retry_in: int

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The `RateLimit-*` fields of the answer."""
        return [
            (b"ratelimit-limit", b"%d" % self.limit),
            (b"ratelimit-remaining", b"%d" % self.left),
            (b"ratelimit-reset", b"%d" % self.full_in),
        ]


class TokenHolder(msgspec.Struct, frozen=True):
    """The stored data of a valid token: its player, scopes and expiry, and whether the player is banned.

    Tokens issued before `since` are invalid. Times are milliseconds since 1970.
    """

    player_id: str
    scopes: tuple[Scope, ...]
    expires: int | None
    banned: bool = False
    since: int = 0


class RateLimits:
    """The rate buckets in Redis. One script checks a token and its bucket in one round trip."""

    def __init__(self, connection: RedisConnection, settings: Settings) -> None:
        self._connection = connection
        self._calls = Bucket.per_second(settings.rate_per_token, settings.rate_burst)
        self._anonymous = Bucket.per_second(settings.rate_per_address, settings.rate_burst)
        self._signups = Bucket.per(MINUTE, settings.signup_rate)
        self._signups_per_day = Bucket.per(DAY, settings.signups_per_day)
        self._recoveries = Bucket.per(MINUTE, settings.recovery_rate)
        self._invitations = Bucket.per(HOUR, settings.invitation_rate)
        self._joins = Bucket.per(HOUR, settings.join_rate)
        self._undos = Bucket.per(MINUTE, settings.undo_rate)

    async def by_token(self, token_id: str, digest: str) -> tuple[Rate, TokenHolder] | None:
        """Count a call with a token; None if the token is invalid."""
        names = [keys.token_rate(token_id), keys.token(token_id)]
        found = await self._connection.run(_ADMIT, names, self._calls.cost, self._calls.burst, 1, digest)
        if found is None:
            return None
        return _rate(self._calls, found), _holder(*found[4:])

    async def by_address(self, address: str) -> Rate:
        """Count a call without a valid token."""
        return await self._take(keys.address_rate(_digest(address)), self._anonymous)

    async def further(
        self, token_id: str | None, address: str, calls: int, note: Callable[[Rate], None]
    ) -> None:
        """Count more calls for a request that counts as several; raises TooMany."""
        name, bucket = keys.address_rate(_digest(address)), self._anonymous
        if token_id is not None:
            name, bucket = keys.token_rate(token_id), self._calls
        # The call itself is already counted, so at most the rest of a full bucket can be taken.
        rate = await self._take(name, bucket, min(calls, bucket.burst - 1))
        note(rate)
        if not rate.admitted:
            raise TooMany(retry_after=rate.retry_in)

    async def sign_up(self, address: str) -> None:
        """Count a new player from this address; raises TooMany."""
        digest = _digest(address)
        await self._count(keys.address_signups(digest), self._signups, "too_many_signups")
        await self._count(keys.address_signups_per_day(digest), self._signups_per_day, "too_many_signups")

    async def invite(self, host: str) -> None:
        """Count an invitation by this player; raises TooMany."""
        await self._count(keys.player_invitations(host), self._invitations, "too_many_invitations")

    async def join(self, player: str, game: str) -> None:
        """Count a join of a lobby; raises TooMany."""
        await self._count(keys.player_joins(player, game), self._joins, "too_many_joins")

    async def undo(self, player: str, game: str) -> None:
        """Count an undo in a game; raises TooMany."""
        await self._count(keys.player_undos(player, game), self._undos, "too_many_undos")

    async def recover(self, address: str) -> None:
        """Count an attempt to recover an account from this address; raises TooMany.

        Attempts are not counted by account: a code cannot be guessed, and strangers could lock the owner out.
        """
        await self._count(keys.address_recoveries(_digest(address)), self._recoveries, "too_many_recoveries")

    async def _count(self, name: str, bucket: Bucket, code: str) -> None:
        rate = await self._take(name, bucket)
        if not rate.admitted:
            raise TooMany(code, retry_after=rate.retry_in)

    async def _take(self, name: str, bucket: Bucket, calls: int = 1) -> Rate:
        return _rate(bucket, await self._connection.run(_ADMIT, [name], bucket.cost, bucket.burst, calls))


@lru_cache(maxsize=4096)
def _holder(player: bytes, scopes: bytes, expires: bytes, banned: bytes, since: bytes) -> TokenHolder:
    """Decode what is stored; the same bytes always mean the same."""
    return TokenHolder(
        player.decode(),
        as_read(scopes.decode()),
        int(expires) if expires else None,
        banned=bool(banned),
        since=int(since or 0),
    )


def _rate(bucket: Bucket, found: list[Argument]) -> Rate:
    admitted, left, full_us, wait_us = map(int, found[:4])
    return Rate(
        admitted=bool(admitted),
        limit=bucket.burst,
        left=left,
        full_in=math.ceil(full_us / 1_000_000),
        retry_in=math.ceil(wait_us / 1_000_000),
    )


def _digest(address: str) -> str:
    """The digest of an address; addresses themselves are never stored."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]
