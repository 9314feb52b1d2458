"""The interface that resolvers call: one object for each call, with the caller's identity.

`service` implements it.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from schema.accounts import IssuedToken, Me, Player, RecoveryCode, Scope, SignedUp, Ticket, Token
from schema.answers import (
    AuditAnswer,
    DroppedPlan,
    DryRunAnswer,
    EntryAnswer,
    GameAnswer,
    GameProgressAnswer,
    GameRow,
    MovesAnswer,
    OwnGameAnswer,
    PlanAnswer,
    PlayedAnswer,
    ScoreAnswer,
    ScoresAnswer,
    TriedAnswer,
    VersionAnswer,
)
from schema.catalogue import RulesetAnswer
from schema.standings import FinishedGame, HandicapAnswer, LeaderboardRow, LevelsAnswer, ProfileAnswer
from schema.webhooks import Delivery, MadeWebhook, NewSecret, Webhook, WebhookEvent

T = TypeVar("T")
RulesetChoice: TypeAlias = tuple[str, Mapping[str, Any]]
"""A choice in a lobby: the ruleset it is for, and its plain values."""


class Refusal(Struct, frozen=True):
    """Why a request was not carried out: `code` and `details` for programs, `message` for people.

    `http_status` is the status REST would return, `rule` the id of the rule that was broken.
    """

    http_status: int
    code: str
    message: str
    details: Mapping[str, Any]
    rule: str | None


class MoveRejectedAnswer(Refusal, frozen=True):
    """The rules do not allow it, or the request is readable but impossible."""


class VersionConflictAnswer(Refusal, frozen=True):
    """The game has moved on to `version`; your options last changed at `since`."""

    version: int
    since: int


class NotPossibleAnswer(Refusal, frozen=True):
    """Not possible in the game's current status: a full lobby, not started, finished."""


class NotAllowedAnswer(Refusal, frozen=True):
    """It belongs to somebody else, or your token lacks the scope."""


class NotFoundAnswer(Refusal, frozen=True):
    """It does not exist, or you may not see it."""


class MalformedAnswer(Refusal, frozen=True):
    """The request cannot be read."""


class UnavailableAnswer(Refusal, frozen=True):
    """Temporarily unavailable: retry with the same idempotency key in `retry_after` seconds."""

    retry_after: int


REFUSALS: tuple[type[Refusal], ...] = (
    MoveRejectedAnswer,
    VersionConflictAnswer,
    NotPossibleAnswer,
    NotAllowedAnswer,
    NotFoundAnswer,
    MalformedAnswer,
    UnavailableAnswer,
)


class Refused(Exception):
    """Raised by a port when a request is not carried out."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Part(Struct, Generic[T], frozen=True):
    """A part of a list, the cursor of each item, and whether there are more; `end` may be after all items."""

    items: Sequence[T]
    more: bool
    cursors: Sequence[str | int]
    end: str | None = None


class GivenNonce(NamedTuple):
    """What a player adds to the dice: an open nonce, or the hash of one that is revealed later."""

    nonce: str | None = None
    nonce_hash: str | None = None


class Notice(StrEnum):
    """The kinds of news about a player's own games."""

    INVITED = "invited"
    NONCE_DUE = "nonce_due"
    STARTED = "started"
    TURN_DUE = "turn_due"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    PLAN_DROPPED = "plan_dropped"


class OwnNews(OwnGameAnswer, frozen=True, kw_only=True):
    """News of one of your games, and a plan that was dropped."""

    notice: Notice
    dropped: DroppedPlan | None = None


class Change(Struct, frozen=True):
    """How a change is requested: with which idempotency key, and for which version.

    With `text`, the answer describes the result in sentences.
    """

    key: str | None = None
    version: int | None = None
    text: bool = False


class GamesPort(Protocol):
    """Reading, playing and following games."""

    async def now(self) -> str:
        """The server's time."""

    async def rulesets(self) -> Sequence[RulesetAnswer]:
        """All rulesets, in the caller's language."""

    async def ruleset(self, name: str) -> RulesetAnswer:
        """One ruleset."""

    async def game(self, game: str, at: int | None = None) -> GameAnswer:
        """A game as the caller may see it, now or at a version."""

    async def games(self, wanted: Mapping[str, Any], *, first: int, after: str | None) -> Part[GameRow]:
        """Games, newest first, filtered by the values that REST takes in the query."""

    async def leaderboard(
        self, ruleset: str, *, mode: str | None, first: int, after: str | None
    ) -> Part[LeaderboardRow]:
        """The rated players of a ruleset, best first."""

    async def finished(
        self, *, ruleset: str | None, mode: str | None, first: int, after: str | None
    ) -> Part[FinishedGame]:
        """Finished games, in the order in which they finished."""

    async def moves(self, game: str, *, about: bool) -> MovesAnswer:
        """The caller's legal moves; `about` describes them and says why others are not possible."""

    async def entries(self, game: str, *, first: int, after: int, text: bool) -> Part[EntryAnswer]:
        """The entries after a version; with `text`, also in sentences."""

    async def score(self, game: str, at: int | None = None) -> ScoreAnswer:
        """The score, final or as if the game ended now or at a version."""

    async def progress(self, game: str, at: int | None = None) -> GameProgressAnswer:
        """How far the seats are with what the game asks in numbers."""

    async def scores(self, game: str) -> ScoresAnswer:
        """Every change of the scores."""

    async def audit(self, game: str) -> AuditAnswer:
        """Whether the log is valid."""

    async def create_game(
        self,
        ruleset: str,
        options: Mapping[str, Any],
        seats: int | Sequence[str],
        change: Change,
        *,
        choice: RulesetChoice | None,
        nonce_hash: str | None,
    ) -> GameAnswer:
        """Create a game in the lobby."""

    async def fork_game(
        self, game: str, at: int | None, seats: Sequence[str] | None, change: Change
    ) -> GameAnswer:
        """Create a new game from a point in another."""

    async def join_game(
        self, game: str, given: GivenNonce, choice: RulesetChoice | None, change: Change
    ) -> PlayedAnswer:
        """Take an open place."""

    async def change_choice(self, game: str, choice: RulesetChoice | None, change: Change) -> PlayedAnswer:
        """Change the caller's choice in the lobby, or withdraw it."""

    async def leave_game(self, game: str, change: Change) -> PlayedAnswer:
        """Leave the lobby."""

    async def remove_player(self, game: str, place: int, change: Change) -> PlayedAnswer:
        """Remove a player from the lobby, as the host."""

    async def cancel_game(self, game: str, change: Change) -> PlayedAnswer:
        """Cancel a lobby, as the host."""

    async def start_game(self, game: str, given: GivenNonce, change: Change) -> PlayedAnswer:
        """Start the game, as the host."""

    async def reveal_nonce(self, game: str, nonce: str, change: Change) -> PlayedAnswer:
        """Show the nonce that the caller committed to."""

    async def play_move(
        self, game: str, ruleset: str, move: Mapping[str, Any], change: Change
    ) -> PlayedAnswer:
        """Play one move, given as the JSON that REST accepts."""

    async def dry_run(
        self, game: str, ruleset: str, move: Mapping[str, Any], change: Change, *, about: bool = False
    ) -> DryRunAnswer:
        """The events that a move would cause."""

    async def try_moves(
        self, game: str, moves: Sequence[tuple[str, Mapping[str, Any]]], change: Change
    ) -> TriedAnswer:
        """The outcome of each move, given with its ruleset and as the JSON that REST accepts."""

    async def undo(self, game: str, to: int | None, change: Change) -> PlayedAnswer:
        """Undo the last entry, or all entries after `to`."""

    async def resign(self, game: str, change: Change) -> PlayedAnswer:
        """Resign from a running game."""

    async def plan(self, game: str) -> PlanAnswer:
        """The caller's queued moves."""

    async def set_plan(
        self, game: str, moves: Sequence[tuple[str, Mapping[str, Any]]], change: Change
    ) -> PlanAnswer:
        """Queue moves, each with its ruleset and as the JSON that REST accepts."""

    async def clear_plan(self, game: str) -> None:
        """Delete the remaining queued moves."""

    async def come_back(self, game: str, change: Change) -> PlayedAnswer:
        """Take the seat back from the bot that stands in."""

    async def agree_to_abort(self, game: str, change: Change) -> PlayedAnswer:
        """Agree to end a running game without a result."""

    async def withdraw_abort(self, game: str, change: Change) -> PlayedAnswer:
        """Withdraw the agreement to abort."""

    async def rematch(self, game: str, change: Change) -> GameAnswer:
        """The rematch of a game that is over."""

    async def game_events(
        self, game: str, *, after: int, text: bool
    ) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
        """The entries after a version and each new one; a version alone means: continue from there."""

    async def my_turns(self) -> AsyncGenerator[OwnNews]:
        """News of the caller's games, starting with those where it is their turn."""


class AccountPort(Protocol):
    """Players, the caller's account and its tokens."""

    async def me(self) -> Me:
        """The caller's account."""

    async def rename(self, name: str) -> Me:
        """Change the caller's name."""

    async def player(self, player: str) -> Player:
        """A player's public account."""

    async def players(self, name: str, *, first: int, after: str | None) -> Part[Player]:
        """Players whose names start with this text."""

    async def tokens(self, *, first: int, after: str | None) -> Part[Token]:
        """The caller's tokens."""

    async def sign_up(self, name: str) -> SignedUp:
        """Create a player."""

    async def issue_token(
        self,
        *,
        scopes: Sequence[Scope] | None,
        expires_at: datetime | None,
        label: str | None,
        key: str | None,
    ) -> IssuedToken:
        """Issue another token for the caller."""

    async def revoke_token(self, token: str) -> None:
        """Revoke one of the caller's tokens."""

    async def profile(self, player: str) -> ProfileAnswer:
        """Ratings and statistics of a player."""

    async def levels(self, player: str, *, ruleset: str | None, others: Sequence[str]) -> LevelsAnswer:
        """What a player, or a group, has won at each level of difficulty."""

    async def handicap(
        self, player: str, *, ruleset: str | None, first: int, after: int | None
    ) -> HandicapAnswer:
        """A player's handicap in the solo challenge of a ruleset, and the games that led to it."""

    async def issue_ticket(self) -> Ticket:
        """Issue a ticket that opens one event stream without a header."""

    async def renew_recovery_code(self, key: str | None) -> RecoveryCode:
        """Issue a new recovery code, which replaces the previous one."""

    async def recover(self, player: str, code: str, *, revoke_tokens: bool, key: str | None) -> SignedUp:
        """Issue a new token for an account whose tokens are lost."""


class WebhookPort(Protocol):
    """The caller's webhooks and their deliveries."""

    async def webhooks(self, *, first: int, after: str | None) -> Part[Webhook]:
        """All webhooks of the caller."""

    async def webhook(self, webhook: str) -> Webhook:
        """One webhook."""

    async def deliveries(self, webhook: str, *, first: int, after: str | None) -> Part[Delivery]:
        """The deliveries of a webhook, sent or waiting, newest first."""

    async def delivery(self, webhook: str, delivery: str) -> Delivery:
        """One delivery."""

    async def make_webhook(
        self, url: str, events: Sequence[WebhookEvent], game: str | None, key: str | None
    ) -> MadeWebhook:
        """Create a webhook with its secret."""

    async def delete_webhook(self, webhook: str) -> None:
        """Delete a webhook."""

    async def rotate_secret(self, webhook: str, key: str | None) -> NewSecret:
        """Replace the secret of a webhook."""

    async def ping_webhook(self, webhook: str, key: str | None) -> Delivery:
        """Send a test message."""

    async def redeliver(self, webhook: str, delivery: str, key: str | None) -> Delivery:
        """Send a delivery again."""


class Port(GamesPort, AccountPort, WebhookPort, Protocol):
    """Everything that one caller can request; a request that is not carried out raises `Refused`."""

    lang: str
    """The caller's language."""

    async def further(self, calls: int) -> None:
        """Charge the caller for this many calls in addition to the one already counted."""

    def confirming(self) -> AbstractAsyncContextManager[None]:
        """Ends once enough replicas have what was stored inside."""
