"""Players and tokens as the API tells of them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Time: TypeAlias = Annotated[datetime, Meta(tz=True)]


class Scope(StrEnum):
    """What a token is good for; the last two come from the operator."""

    PLAY = "play"
    READ = "read"
    AUDIT = "audit"
    ADMIN = "admin"


class Player(Struct, frozen=True):
    """A player as everybody may see it."""

    id: str
    name: str
    created_at: Time


class Me(Player, frozen=True):
    """A player as it sees itself, with what its token is good for."""

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
    """A token as it is shown once, to whom it was issued."""

    token: str


class Ticket(Struct, frozen=True):
    """What opens one stream, by `?ticket=`, until then."""

    ticket: str
    expires_at: datetime


class RecoveryCode(Struct, frozen=True):
    """What brings a lost account back, once; shown once as well."""

    recovery_code: str


class SignedUp(Struct, frozen=True):
    """A player and its token, with the code that brings the account back if the token is lost."""

    player: Player
    token: str
    recovery_code: str
