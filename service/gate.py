"""The gate: with a token, a ticket or neither, a call is let in here and taken from its caller's bucket."""

from collections.abc import Callable, Sequence

from schema.accounts import Scope
from service.auth import Caller, Lease, Secret, read_bearer
from service.errors import Forbidden, NotAuthenticated, TooMany
from service.limits import Holder, Limits, Rate
from service.tickets import Tickets


class Gate:
    """Finds out who calls."""

    def __init__(self, limits: Limits, tickets: Tickets) -> None:
        self._limits = limits
        self._tickets = tickets

    async def admit(
        self,
        address: str,
        authorization: Sequence[str],
        ticket: str | None = None,
        *,
        note: Callable[[Rate], None] = lambda _: None,
    ) -> Caller:
        """Who calls from an address with these `Authorization` lines, or else with this ticket."""
        secret = read_bearer(authorization)
        lease = await self._lease(authorization, secret, ticket)
        found = await self._limits.by_token(lease.token_id, lease.digest) if lease else None
        rate = found[0] if found else await self._limits.by_address(address)
        note(rate)
        if not rate.admitted:
            raise TooMany(retry_after=rate.retry_in)
        if lease is None or found is None:
            return _stranger(address, authorization, ticket)
        return _known(address, lease, secret, found[1])

    async def _lease(
        self, authorization: Sequence[str], secret: Secret | None, ticket: str | None
    ) -> Lease | None:
        if secret is not None:
            return Lease(secret.token_id, secret.digest)
        return await self._tickets.used(ticket) if ticket and not authorization else None


def _stranger(address: str, authorization: Sequence[str], ticket: str | None) -> Caller:
    if authorization:
        raise NotAuthenticated("token_invalid")
    if ticket is not None:
        raise NotAuthenticated("ticket_invalid")
    return Caller(address)


def _known(address: str, lease: Lease, secret: Secret | None, holder: Holder) -> Caller:
    if lease.issued is not None and lease.issued < holder.since:
        raise NotAuthenticated("token_invalid")
    if holder.banned:
        raise Forbidden("banned")
    expires = min((moment for moment in (lease.expires, holder.expires) if moment), default=None)
    return Caller(
        address=address,
        player_id=holder.player_id,
        scopes=frozenset(Scope(name) for name in holder.scopes),
        secret=secret,
        expires=expires,
        lease=Lease(lease.token_id, lease.digest, expires, lease.issued),
    )
