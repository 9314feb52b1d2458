"""Rate limits: how many calls a token or an address may make."""

import hashlib
import math
from collections.abc import Callable
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
    """So many calls at once, and one more whenever `cost` microseconds have passed; 0 is no limit."""

    burst: int
    cost: int

    @classmethod
    def per_second(cls, rate: float, burst: int) -> "Bucket":
        """The bucket that fills at this rate."""
        return cls(burst, round(1_000_000 / rate) if rate else 0)

    @classmethod
    def per(cls, seconds: int, times: float) -> "Bucket":
        """The bucket that admits something so many times in so many seconds, all at once if need be."""
        return cls.per_second(times / seconds, max(1, round(times)))


class Rate(msgspec.Struct, frozen=True):
    """How a bucket stood after a call."""

    admitted: bool
    limit: int
    left: int
    full_in: int
    retry_in: int

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The `RateLimit-*` fields of the answer."""
        values = {b"limit": self.limit, b"remaining": self.left, b"reset": self.full_in}
        return [(b"ratelimit-" + name, str(value).encode()) for name, value in values.items()]


class TokenHolder(msgspec.Struct, frozen=True):
    """What is stored with a good token: whose it is, what for, until when; whether its player is banned.

    What was issued `since` a moment is good; moments are milliseconds since 1970.
    """

    player_id: str
    scopes: tuple[Scope, ...]
    expires: int | None
    banned: bool = False
    since: int = 0


class RateLimits:
    """The rate buckets in Redis. A token and its bucket share a script: one round trip checks both."""

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
        """One call with a token; nothing if the token is not good."""
        names = [keys.token_rate(token_id), keys.token(token_id)]
        found = await self._connection.run(_ADMIT, names, self._calls.cost, self._calls.burst, 1, digest)
        if found is None:
            return None
        player, scopes, expires, banned, since = (field.decode() for field in found[4:])
        holder = TokenHolder(
            player,
            as_read(scopes),
            int(expires) if expires else None,
            banned=bool(banned),
            since=int(since or 0),
        )
        return _rate(self._calls, found), holder

    async def by_address(self, address: str) -> Rate:
        """One call without a good token."""
        return await self._take(keys.address_rate(_digest(address)), self._anonymous)

    async def further(
        self, token_id: str | None, address: str, calls: int, note: Callable[[Rate], None]
    ) -> None:
        """Counts so many more calls for a request that counts as several, or raises TooMany."""
        name, bucket = keys.address_rate(_digest(address)), self._anonymous
        if token_id is not None:
            name, bucket = keys.token_rate(token_id), self._calls
        # The call itself is counted already: no more than the rest of a full bucket can ever be taken.
        rate = await self._take(name, bucket, min(calls, bucket.burst - 1))
        note(rate)
        if not rate.admitted:
            raise TooMany(retry_after=rate.retry_in)

    async def sign_up(self, address: str) -> None:
        """One new player from this address, or TooMany."""
        digest = _digest(address)
        await self._count(keys.address_signups(digest), self._signups, "too_many_signups")
        await self._count(keys.address_signups_per_day(digest), self._signups_per_day, "too_many_signups")

    async def invite(self, host: str) -> None:
        """One more invitation by this player, or TooMany."""
        await self._count(keys.player_invitations(host), self._invitations, "too_many_invitations")

    async def join(self, player: str, game: str) -> None:
        """Joining a lobby once more, or TooMany."""
        await self._count(keys.player_joins(player, game), self._joins, "too_many_joins")

    async def undo(self, player: str, game: str) -> None:
        """Taking back moves in a game once more, or TooMany."""
        await self._count(keys.player_undos(player, game), self._undos, "too_many_undos")

    async def recover(self, address: str) -> None:
        """One try to recover an account from this address, or TooMany.

        Tries are not counted by account: a code cannot be guessed, and strangers could lock the owner out.
        """
        await self._count(keys.address_recoveries(_digest(address)), self._recoveries, "too_many_recoveries")

    async def _count(self, name: str, bucket: Bucket, code: str) -> None:
        rate = await self._take(name, bucket)
        if not rate.admitted:
            raise TooMany(code, retry_after=rate.retry_in)

    async def _take(self, name: str, bucket: Bucket, calls: int = 1) -> Rate:
        return _rate(bucket, await self._connection.run(_ADMIT, [name], bucket.cost, bucket.burst, calls))


def _rate(bucket: Bucket, found: list[Argument]) -> Rate:
    admitted, left, full_us, wait_us = (int(number) for number in found[:4])
    seconds = (math.ceil(us / 1_000_000) for us in (full_us, wait_us))
    return Rate(bool(admitted), bucket.burst, left, *seconds)


def _digest(address: str) -> str:
    """Addresses are not written down."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]
