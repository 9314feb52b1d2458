"""Scopes of tokens: the default ones, those that only the operator grants, and how they are stored.

`account` and `webhooks` used to be part of `read`. Tokens from that time are recognised by the stored form of
their scopes, and keep the access that they had.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from schema.accounts import Scope, Token

EVERYBODY: Final = (Scope.PLAY, Scope.READ, Scope.ACCOUNT, Scope.WEBHOOKS)
"""The scopes of a player's first token."""
FROM_OPERATOR: Final = frozenset({Scope.AUDIT, Scope.ADMIN})
"""The scopes that the API never grants; granting and revoking them is logged."""

_VERSION: Final = 2
_ONCE_PART_OF_READ: Final = (Scope.ACCOUNT, Scope.WEBHOOKS)


class StoredToken(Token, frozen=True, kw_only=True):
    """A token as stored with its player; tokens of the first version had no `version`."""

    version: int = 1

    @classmethod
    def of(cls, token: Token) -> "StoredToken":
        """The token in the current stored form."""
        return cls(**msgspec.structs.asdict(token), version=_VERSION)

    def token(self) -> Token:
        """The token with all its scopes."""
        fields = {name: getattr(self, name) for name in Token.__struct_fields__}
        return Token(**{**fields, "scopes": _complete(self.scopes, self.version)})


def ordered(scopes: Iterable[Scope]) -> tuple[Scope, ...]:
    """Scopes in the order in which they are listed."""
    among = frozenset(scopes)
    return tuple(scope for scope in Scope if scope in among)


def written(scopes: Iterable[Scope]) -> str:
    """Scopes as they are stored with the token's secret: a version, then their names."""
    return " ".join((str(_VERSION), *scopes))


def as_read(text: str) -> tuple[Scope, ...]:
    """Decode stored scopes; the first version had only names."""
    first, *names = text.split() or [""]
    if first.isdecimal():
        return _complete(map(Scope, names), int(first))
    return _complete(map(Scope, filter(None, (first, *names))), 1)


def _complete(scopes: Iterable[Scope], version: int) -> tuple[Scope, ...]:
    scopes = tuple(scopes)
    if version == 1 and Scope.READ in scopes:
        scopes = (*scopes, *_ONCE_PART_OF_READ)
    return ordered(scopes)
