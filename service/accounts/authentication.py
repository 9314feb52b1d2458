"""Authenticates a call by our token, a token of the external issuer, or a ticket, and counts it."""

from collections.abc import Callable, Sequence

from service.accounts.caller import AccessGrant, Caller, Secret, read_bearer
from service.accounts.external_identity import ExternalIdentities
from service.accounts.rate_limits import Rate, RateLimits, TokenHolder
from service.accounts.tickets import Tickets
from service.errors import Forbidden, NotAuthenticated, TooMany


class Authentication:
    """Identifies the caller of a request."""

    def __init__(self, limits: RateLimits, tickets: Tickets, identities: ExternalIdentities) -> None:
        self._limits = limits
        self._tickets = tickets
        self._identities = identities

    async def authenticate(
        self,
        address: str,
        authorization: Sequence[str],
        ticket: str | None = None,
        *,
        note: Callable[[Rate], None] = lambda _: None,
    ) -> Caller:
        """Identify the caller from the address and the `Authorization` lines, or else from the ticket."""
        secret, access = read_bearer(authorization), None
        external = None if secret else await self._identities.read(authorization)
        if secret is not None:
            access = AccessGrant(secret.token_id, secret.digest)
        elif external is not None:
            _, secret, access = external
        elif ticket and not authorization:
            access = await self._tickets.used(ticket)
        found = await self._limits.by_token(access.token_id, access.digest) if access else None
        if found is None and external is not None and access is not None:
            await self._identities.create_player(external[0], address)
            found = await self._limits.by_token(access.token_id, access.digest)
        rate = found[0] if found else await self._limits.by_address(address)
        note(rate)
        if not rate.admitted:
            raise TooMany(retry_after=rate.retry_in)
        if access is None or found is None:
            return _stranger(address, authorization, ticket)
        return _known(address, access, secret, found[1])


def _stranger(address: str, authorization: Sequence[str], ticket: str | None) -> Caller:
    if authorization:
        raise NotAuthenticated("token_invalid")
    if ticket is not None:
        raise NotAuthenticated("ticket_invalid")
    return Caller(address)


def _known(address: str, access: AccessGrant, secret: Secret | None, holder: TokenHolder) -> Caller:
    if access.issued is not None and access.issued < holder.since:
        raise NotAuthenticated("token_invalid")
    if holder.banned:
        raise Forbidden("banned")
    expires = min((moment for moment in (access.expires, holder.expires) if moment), default=None)
    return Caller(
        address=address,
        player_id=holder.player_id,
        scopes=frozenset(holder.scopes),
        secret=secret,
        expires=expires,
        access=AccessGrant(access.token_id, access.digest, expires, access.issued),
    )
