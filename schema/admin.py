"""The actions of administrators as the API shows them."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class AdminAct(StrEnum):
    """The action; `refused` means that the action of an earlier line was rejected."""

    BAN_PLAYER = "ban_player"
    UNBAN_PLAYER = "unban_player"
    CANCEL_GAME = "cancel_game"
    QUARANTINE_GAME = "quarantine_game"
    RELEASE_GAME = "release_game"
    GRANT_TOKEN = "grant_token"  # noqa: S105  no secret
    REVOKE_TOKEN = "revoke_token"  # noqa: S105  no secret
    REFUSED = "refused"


class AdminEntry(Struct, frozen=True):
    """A line of the administrators' log: who did what to which target, why, and in which request.

    `who` is a player, or `operator` for actions on the command line. In a line about a refusal, `target` is
    the line of the rejected action and `why` is the code. In a line about a token, `target` is its player and
    `why` has its id and scopes.
    """

    id: str
    at: datetime
    who: str
    what: AdminAct
    target: str
    why: str
    request: str | None = None


class AdminAnswer(Struct, frozen=True):
    """The new line of the log, and the games that were changed."""

    entry: AdminEntry
    games: tuple[str, ...] = ()


class StuckWork(Struct, frozen=True):
    """Work that is stuck: parked after too many failures, or due for more than a minute."""

    game: str
    kind: str
    version: int
    attempts: int
    failures: int
    parked: bool
    due_at: datetime | None
