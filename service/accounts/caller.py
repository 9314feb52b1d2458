"""The caller of a request: the bearer token, its scopes, and the access that it gives."""

import re
from collections.abc import Sequence

import msgspec

from schema.accounts import Scope
from service.accounts import codes
from service.engine.idempotency import IdempotencyKey
from service.errors import Forbidden, NotAuthenticated

_BEARER = re.compile(r"bearer +emb_([0-9a-z]{26})_([a-z2-7]{32})", re.IGNORECASE)


class Secret(msgspec.Struct, frozen=True):
    """The two parts of a token as its holder sends it: `emb_<id>_<secret>`."""

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
        """The digest that is stored instead of the secret."""
        return codes.digest(self.secret)

    def bound(self, idempotency_key: IdempotencyKey) -> IdempotencyKey:
        """Bind a key to this secret: with another secret, a repeated request cannot get the same result."""
        return IdempotencyKey(
            idempotency_key.command_id, codes.digest(f"{idempotency_key.request_digest} {self.digest}")
        )


class AccessGrant(msgspec.Struct, frozen=True):
    """The token that gives a call or a stream its access, and the end of that access.

    The digest is that of the token's secret. Times are milliseconds since 1970.
    """

    token_id: str
    digest: str
    expires: int | None = None
    issued: int | None = None


class Caller(msgspec.Struct, frozen=True):
    """The caller and their address; without a player, anybody. A ticket gives access, but has no secret."""

    address: str
    player_id: str | None = None
    scopes: frozenset[Scope] = frozenset()
    secret: Secret | None = None
    expires: int | None = None
    access: AccessGrant | None = None

    @property
    def token_id(self) -> str | None:
        """The id of the caller's token."""
        return self.secret.token_id if self.secret else None

    @property
    def rate_token(self) -> str | None:
        """The token whose rate limit applies, also with a ticket; None if the address's limit applies."""
        return None if self.access is None else self.access.token_id

    @property
    def by_ticket(self) -> bool:
        """Whether the caller sent a ticket instead of a token: it opens a stream and nothing else."""
        return self.access is not None and self.secret is None

    def player(self) -> str:
        """The caller's player id; raises an error without a token."""
        if self.player_id is None:
            raise NotAuthenticated
        return self.player_id

    def needs(self, scope: Scope) -> str:
        """The caller's player id; raises an error if the token lacks this scope."""
        player = self.player()
        if scope not in self.scopes:
            raise Forbidden("scope_missing", scope=scope.value)
        return player


def read_bearer(lines: Sequence[str]) -> Secret | None:
    """The token in the `Authorization` lines, or None if they contain none."""
    match = _BEARER.fullmatch(lines[0].strip()) if len(lines) == 1 else None
    return Secret(f"t_{match[1]}", match[2]) if match else None
