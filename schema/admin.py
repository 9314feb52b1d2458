"""What administrators do, as the API tells of it."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class AdminAct(StrEnum):
    """What was done; `refused` tells that an earlier line came to nothing."""

    BAN_PLAYER = "ban_player"
    UNBAN_PLAYER = "unban_player"
    CANCEL_GAME = "cancel_game"
    QUARANTINE_GAME = "quarantine_game"
    RELEASE_GAME = "release_game"
    GRANT_TOKEN = "grant_token"  # noqa: S105  no secret
    REVOKE_TOKEN = "revoke_token"  # noqa: S105  no secret
    REFUSED = "refused"


class AdminEntry(Struct, frozen=True):
    """A line of the administrators' log: who did what to whom, why, by which request.

    `who` is a player, or `operator` for who has the machine. Of a refusal, `target` is the line that it is
    about, `why` the code. Of a token, `target` is its player, `why` its id and scopes.
    """

    id: str
    at: datetime
    who: str
    what: AdminAct
    target: str
    why: str
    request: str | None = None


class AdminAnswer(Struct, frozen=True):
    """The line of the log, and the games in which something was done."""

    entry: AdminEntry
    games: tuple[str, ...] = ()


class StuckWork(Struct, frozen=True):
    """Work of a game that does not get done: parked after too many failures, or due for a minute and more."""

    game: str
    kind: str
    version: int
    attempts: int
    failures: int
    parked: bool
    due_at: datetime | None
