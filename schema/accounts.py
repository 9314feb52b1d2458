"""Players and tokens as the API shows them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Time: TypeAlias = Annotated[datetime, Meta(tz=True)]


class Scope(StrEnum):
    """What a token permits (`account`: tokens and recovery code); only the operator grants the last two."""

    PLAY = "play"
    READ = "read"
    ACCOUNT = "account"
    WEBHOOKS = "webhooks"
    AUDIT = "audit"
    ADMIN = "admin"


class Player(Struct, frozen=True):
    """A player's public account. Players may share a name, but no two have look-alike handles."""

    id: str
    name: str
    created_at: Time
    handle: str


class Me(Player, frozen=True):
    """The caller's own account, with the scopes of the token used."""

    token_id: str
    scopes: tuple[Scope, ...]


class Token(Struct, frozen=True, kw_only=True):
    """A token without its secret."""

    id: str
    label: str | None = None
    scopes: tuple[Scope, ...]
    created_at: Time
    expires_at: Time | None = None


class IssuedToken(Token, frozen=True, kw_only=True):
    """A new token with its secret, which is shown only once."""

    token: str


class Ticket(Struct, frozen=True):
    """A ticket that opens one stream with `?ticket=`, until it expires."""

    ticket: str
    expires_at: datetime


class RecoveryCode(Struct, frozen=True):
    """A code that restores a lost account once. It is shown only once."""

    recovery_code: str


class SignedUp(Struct, frozen=True):
    """A player and a new token, with the code that restores the account if the token is lost."""

    player: Player
    token: str
    recovery_code: str
