"""Rate limits: how many calls a token or an address may make."""

import hashlib
import math
from typing import Final

import msgspec

from schema.accounts import Scope
from service.accounts.scopes import as_read
from service.errors import TooMany
from service.settings import Settings
from service.store import keys
from service.store.connection import Argument, RedisConnection, Script

_ADMIT: Final = Script("admit.lua")


class Bucket(msgspec.Struct, frozen=True):
    """So many calls at once, and one more whenever `cost` microseconds have passed; 0 is no limit."""

    burst: int
    cost: int

    @classmethod
    def per_second(cls, rate: float, burst: int) -> "Bucket":
        """The bucket that fills at this rate."""
        return cls(burst, round(1_000_000 / rate) if rate else 0)


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
        self._signups = _per_minute(settings.signup_rate)
        self._recoveries = _per_minute(settings.recovery_rate)

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

    async def further(self, token_id: str | None, address: str, calls: int) -> Rate:
        """So many calls more, for one that asks for as much as several; or TooMany."""
        name, bucket = keys.address_rate(_digest(address)), self._anonymous
        if token_id is not None:
            name, bucket = keys.token_rate(token_id), self._calls
        # The call itself is counted already: no more than the rest of a full bucket can ever be taken.
        rate = await self._take(name, bucket, min(calls, bucket.burst - 1))
        if not rate.admitted:
            raise TooMany(retry_after=rate.retry_in)
        return rate

    async def sign_up(self, address: str) -> None:
        """One new player from this address, or TooMany."""
        rate = await self._take(keys.address_signups(_digest(address)), self._signups)
        if not rate.admitted:
            raise TooMany("too_many_signups", retry_after=rate.retry_in)

    async def recover(self, address: str) -> None:
        """One try to recover an account from this address, or TooMany.

        Tries are not counted by account: a code cannot be guessed, and strangers could lock the owner out.
        """
        rate = await self._take(keys.address_recoveries(_digest(address)), self._recoveries)
        if not rate.admitted:
            raise TooMany("too_many_recoveries", retry_after=rate.retry_in)

    async def _take(self, name: str, bucket: Bucket, calls: int = 1) -> Rate:
        return _rate(bucket, await self._connection.run(_ADMIT, [name], bucket.cost, bucket.burst, calls))


def _per_minute(rate: float) -> Bucket:
    return Bucket.per_second(rate / 60, max(1, round(rate)))


def _rate(bucket: Bucket, found: list[Argument]) -> Rate:
    admitted, left, full_us, wait_us = (int(number) for number in found[:4])
    seconds = (math.ceil(us / 1_000_000) for us in (full_us, wait_us))
    return Rate(bool(admitted), bucket.burst, left, *seconds)


def _digest(address: str) -> str:
    """Addresses are not written down."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]
