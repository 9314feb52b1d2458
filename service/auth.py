"""Who calls: bearer tokens, their scopes, and the middleware that finds out and counts the call."""

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Final, cast

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as AsgiScope

from schema.accounts import Scope
from service.errors import Forbidden, NotAuthenticated, TooMany
from service.limits import Limits, Rate, address_of

COUNTED: Final = ("/v1/", "/graphql")

_BEARER = re.compile(r"bearer +emb_([0-9a-z]{26})_([a-z2-7]{32})", re.IGNORECASE)


class Secret(msgspec.Struct, frozen=True):
    """The two parts of a token as its holder writes it: `emb_<id>_<secret>`."""

    token_id: str
    secret: str

    def __repr__(self) -> str:
        return f"Secret({self.token_id})"

    @property
    def text(self) -> str:
        """The token as it is shown, once."""
        return f"emb_{self.token_id.removeprefix('t_')}_{self.secret}"

    @property
    def digest(self) -> str:
        """What is stored in place of the secret."""
        return hashlib.sha256(self.secret.encode()).hexdigest()


class Caller(msgspec.Struct, frozen=True):
    """Who asks, from where; without a player, anybody."""

    address: str
    player_id: str | None = None
    scopes: frozenset[Scope] = frozenset()
    secret: Secret | None = None
    expires: int | None = None

    @property
    def token_id(self) -> str | None:
        """The id of the caller's token."""
        return self.secret.token_id if self.secret else None

    def player(self) -> str:
        """The caller's player id; a token is needed."""
        if self.player_id is None:
            raise NotAuthenticated
        return self.player_id

    def needs(self, scope: Scope) -> str:
        """The caller's player id, if the token has this scope."""
        player = self.player()
        if scope not in self.scopes:
            raise Forbidden("scope_missing", scope=scope.value)
        return player


def read_bearer(lines: Sequence[str]) -> Secret | None:
    """The token in the `Authorization` lines, if that is what stands there."""
    match = _BEARER.fullmatch(lines[0].strip()) if len(lines) == 1 else None
    return Secret(f"t_{match[1]}", match[2]) if match else None


class Authentication:
    """Puts a `Caller` into the request's state, having taken the call from the caller's bucket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Serve whoever may call."""
        if scope["type"] == "http":
            counted = scope["path"].startswith(COUNTED)
            scope["state"]["caller"] = await _caller(scope) if counted else Caller(address_of(scope))
        await self.app(scope, receive, send)


async def admitted(
    limits: Limits, address: str, authorization: Sequence[str], note: Callable[[Rate], None] = lambda _: None
) -> Caller:
    """Who calls from an address with these `Authorization` lines, having taken the call from their bucket."""
    secret = read_bearer(authorization)
    found = await limits.by_token(secret.token_id, secret.digest) if secret else None
    rate = found[0] if found else await limits.by_address(address)
    note(rate)
    if not rate.admitted:
        raise TooMany(retry_after=rate.retry_in)
    if found is None:
        if authorization:
            raise NotAuthenticated("token_invalid")
        return Caller(address)
    _, holder = found
    scopes = frozenset(Scope(name) for name in holder.scopes)
    return Caller(address, holder.player_id, scopes, secret, holder.expires)


async def _caller(scope: AsgiScope) -> Caller:
    limits = cast(Limits, scope["app"].state.collaborators.limits)
    lines = Headers(scope=scope).getlist("authorization")
    own: list[tuple[bytes, bytes]] = scope["state"]["headers"]
    return await admitted(limits, address_of(scope), lines, lambda rate: own.extend(rate.headers()))
