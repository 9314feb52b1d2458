"""The gate: by a token of ours or of the issuer, a ticket or none, a call is let in here, and counted."""

from collections.abc import Callable, Sequence

from schema.accounts import Scope
from service.accounts.identity import Identities
from service.accounts.tickets import Tickets
from service.auth import Caller, Lease, Secret, read_bearer
from service.errors import Forbidden, NotAuthenticated, TooMany
from service.limits import Holder, Limits, Rate


class Gate:
    """Finds out who calls."""

    def __init__(self, limits: Limits, tickets: Tickets, identities: Identities) -> None:
        self._limits = limits
        self._tickets = tickets
        self._identities = identities

    async def admit(
        self,
        address: str,
        authorization: Sequence[str],
        ticket: str | None = None,
        *,
        note: Callable[[Rate], None] = lambda _: None,
    ) -> Caller:
        """Who calls from an address with these `Authorization` lines, or else with this ticket."""
        secret, lease = read_bearer(authorization), None
        external = None if secret else await self._identities.read(authorization)
        if secret is not None:
            lease = Lease(secret.token_id, secret.digest)
        elif external is not None:
            _, secret, lease = external
        elif ticket and not authorization:
            lease = await self._tickets.used(ticket)
        found = await self._limits.by_token(lease.token_id, lease.digest) if lease else None
        if found is None and external is not None and lease is not None:
            await self._identities.enrol(external[0], address)
            found = await self._limits.by_token(lease.token_id, lease.digest)
        rate = found[0] if found else await self._limits.by_address(address)
        note(rate)
        if not rate.admitted:
            raise TooMany(retry_after=rate.retry_in)
        if lease is None or found is None:
            return _stranger(address, authorization, ticket)
        return _known(address, lease, secret, found[1])


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
