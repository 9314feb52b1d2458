"""What resolvers call: one object for each call of a client, which knows who asks. `service` fulfils it."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.table import Status
from schema.accounts import IssuedToken, Me, Player, RecoveryCode, Scope, SignedUp, Ticket, Token
from schema.answers import (
    AuditAnswer,
    DroppedPlan,
    DryRunAnswer,
    EntryAnswer,
    GameAnswer,
    GameRow,
    MovesAnswer,
    OwnGameAnswer,
    PlanAnswer,
    PlayedAnswer,
    ScoreAnswer,
    VersionAnswer,
)
from schema.catalogue import RulesetAnswer
from schema.standings import FinishedGame, HandicapAnswer, LeaderboardRow, ProfileAnswer
from schema.webhooks import Delivery, MadeWebhook, NewSecret, Webhook, WebhookEvent

T = TypeVar("T")
RulesetChoice: TypeAlias = tuple[str, Mapping[str, Any]]
"""What is chosen in a lobby: the ruleset it is for, and its plain values."""


class Refusal(Struct, frozen=True):
    """Why something was not done: for programs the code and its details, for people the message.

    `http_status` is what REST answers with, `rule` the id of the rule that was broken.
    """

    http_status: int
    code: str
    message: str
    details: Mapping[str, Any]
    rule: str | None


class MoveRejected(Refusal, frozen=True):
    """Against the rules, or readable but impossible."""


class VersionConflict(Refusal, frozen=True):
    """The game has moved on to `version`; what the caller is asked last changed at `since`."""

    version: int
    since: int


class NotPossible(Refusal, frozen=True):
    """Not possible in the game's current status: a full lobby, not started, finished."""


class NotAllowed(Refusal, frozen=True):
    """It belongs to somebody else, or the caller's token lacks the scope."""


class NotFound(Refusal, frozen=True):
    """Unknown, or the caller may not see it."""


class Malformed(Refusal, frozen=True):
    """The request cannot be read."""


class Unavailable(Refusal, frozen=True):
    """Temporarily unavailable: retry with the same idempotency key in `retry_after` seconds."""

    retry_after: int


REFUSALS: tuple[type[Refusal], ...] = (
    MoveRejected,
    VersionConflict,
    NotPossible,
    NotAllowed,
    NotFound,
    Malformed,
    Unavailable,
)


class Refused(Exception):
    """What a port raises when something is not done."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Part(Struct, Generic[T], frozen=True):
    """A part of a list with the cursor of each item, and whether it goes on; `end` may lie behind all."""

    items: Sequence[T]
    more: bool
    cursors: Sequence[str | int]
    end: str | None = None


class GivenNonce(NamedTuple):
    """What a player adds to the dice: an open nonce, or the hash of one that is revealed later."""

    nonce: str | None = None
    nonce_hash: str | None = None


class Notice(StrEnum):
    """What is news in a game of one's own."""

    INVITED = "invited"
    NONCE_DUE = "nonce_due"
    STARTED = "started"
    TURN_DUE = "turn_due"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    PLAN_DROPPED = "plan_dropped"


class OwnNews(OwnGameAnswer, frozen=True, kw_only=True):
    """News of one of the caller's games: where it stands, whether it is their turn, what was dropped."""

    notice: Notice
    dropped: DroppedPlan | None = None


class Change(Struct, frozen=True):
    """How a change is asked for: the key under which it may be repeated, the version that it is meant for.

    With `text`, what came of it is told in sentences.
    """

    key: str | None = None
    version: int | None = None
    text: bool = False


class GamesPort(Protocol):
    """Games: reading, playing, following."""

    async def rulesets(self) -> Sequence[RulesetAnswer]:
        """The games that can be played here, in the caller's language."""

    async def ruleset(self, name: str) -> RulesetAnswer:
        """One of them."""

    async def game(self, game: str, at: int | None = None) -> GameAnswer:
        """A game as the caller may know it, now or at a version."""

    async def games(
        self, *, status: Status | None, ruleset: str | None, player: str | None, first: int, after: str | None
    ) -> Part[GameRow]:
        """Games, newest first."""

    async def leaderboard(
        self, ruleset: str, *, mode: str | None, first: int, after: str | None
    ) -> Part[LeaderboardRow]:
        """The rated players of a ruleset, best first."""

    async def finished(self, *, ruleset: str | None, first: int, after: str | None) -> Part[FinishedGame]:
        """Finished games, in the order in which they were finished."""

    async def moves(self, game: str) -> MovesAnswer:
        """Every plain move of the caller."""

    async def entries(self, game: str, *, first: int, after: int, text: bool) -> Part[EntryAnswer]:
        """What happened after a version; with `text`, in sentences too."""

    async def score(self, game: str) -> ScoreAnswer:
        """The breakdown, final or if the game ended now."""

    async def audit(self, game: str) -> AuditAnswer:
        """Whether the log proves what it says."""

    async def create_game(
        self,
        ruleset: str,
        options: Mapping[str, Any],
        seats: int | Sequence[str],
        choice: RulesetChoice | None,
        change: Change,
    ) -> GameAnswer:
        """A game in the lobby."""

    async def fork_game(
        self, game: str, at: int | None, seats: Sequence[str] | None, change: Change
    ) -> GameAnswer:
        """A new game from a point of another."""

    async def join_game(
        self, game: str, given: GivenNonce, choice: RulesetChoice | None, change: Change
    ) -> PlayedAnswer:
        """Take an open place."""

    async def change_choice(self, game: str, choice: RulesetChoice | None, change: Change) -> PlayedAnswer:
        """Choose again in the lobby, or take the choice back."""

    async def leave_game(self, game: str, change: Change) -> PlayedAnswer:
        """Give the place back."""

    async def remove_player(self, game: str, place: int, change: Change) -> PlayedAnswer:
        """Free a place, as the host."""

    async def cancel_game(self, game: str, change: Change) -> PlayedAnswer:
        """Call a lobby off, as the host."""

    async def start_game(self, game: str, given: GivenNonce, change: Change) -> PlayedAnswer:
        """Begin, as the host."""

    async def reveal_nonce(self, game: str, nonce: str, change: Change) -> PlayedAnswer:
        """Show the nonce that the caller committed to."""

    async def play_move(
        self, game: str, ruleset: str, move: Mapping[str, Any], change: Change
    ) -> PlayedAnswer:
        """One move, as the JSON that REST takes."""

    async def dry_run(self, game: str, ruleset: str, move: Mapping[str, Any], change: Change) -> DryRunAnswer:
        """What a move would cause."""

    async def undo(self, game: str, to: int | None, change: Change) -> PlayedAnswer:
        """Take back the last entry, or all after `to`."""

    async def resign(self, game: str, change: Change) -> PlayedAnswer:
        """Leave a running game."""

    async def plan(self, game: str) -> PlanAnswer:
        """The moves that the caller has left to be played."""

    async def set_plan(
        self, game: str, moves: Sequence[tuple[str, Mapping[str, Any]]], change: Change
    ) -> PlanAnswer:
        """Leave moves, each with its ruleset and as the JSON that REST takes."""

    async def clear_plan(self, game: str) -> None:
        """Take back what is left of them."""

    async def come_back(self, game: str, change: Change) -> PlayedAnswer:
        """Take the seat back from the bot that stands in."""

    async def agree_to_abort(self, game: str, change: Change) -> PlayedAnswer:
        """Agree to end a running game without a result."""

    async def withdraw_abort(self, game: str, change: Change) -> PlayedAnswer:
        """Take the agreement back."""

    async def rematch(self, game: str, change: Change) -> GameAnswer:
        """The rematch of a game that is over."""

    async def game_events(
        self, game: str, *, after: int, text: bool
    ) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
        """Entries after a version and whatever follows; a version alone sets the reader back to it."""

    async def my_turns(self) -> AsyncGenerator[OwnNews]:
        """What is news in the caller's games, first of all where it is their turn."""


class AccountPort(Protocol):
    """Players, the caller's account and its tokens."""

    async def me(self) -> Me:
        """The caller's account."""

    async def rename(self, name: str) -> Me:
        """Another name for the caller."""

    async def player(self, player: str) -> Player:
        """A player as everybody may see it."""

    async def players(self, name: str, *, first: int, after: str | None) -> Part[Player]:
        """Players whose names begin like this."""

    async def tokens(self, *, first: int, after: str | None) -> Part[Token]:
        """The caller's tokens."""

    async def sign_up(self, name: str) -> SignedUp:
        """A new player."""

    async def issue_token(
        self,
        *,
        scopes: Sequence[Scope] | None,
        expires_at: datetime | None,
        label: str | None,
        key: str | None,
    ) -> IssuedToken:
        """A further token of the caller's."""

    async def revoke_token(self, token: str) -> None:
        """Ends one of the caller's tokens."""

    async def profile(self, player: str) -> ProfileAnswer:
        """Ratings and statistics of a player."""

    async def handicap(
        self, player: str, *, ruleset: str | None, first: int, after: int | None
    ) -> HandicapAnswer:
        """A player's handicap in the solo challenge of a ruleset, and the games that led to it."""

    async def issue_ticket(self) -> Ticket:
        """What opens one stream of events without a header."""

    async def renew_recovery_code(self, key: str | None) -> RecoveryCode:
        """A new recovery code in place of any other."""

    async def recover(self, player: str, code: str, *, revoke_tokens: bool, key: str | None) -> SignedUp:
        """A new token for an account whose tokens are lost."""


class WebhookPort(Protocol):
    """The caller's webhooks and what they have sent."""

    async def webhooks(self, *, first: int, after: str | None) -> Part[Webhook]:
        """All of them."""

    async def webhook(self, webhook: str) -> Webhook:
        """One of them."""

    async def deliveries(self, webhook: str, *, first: int, after: str | None) -> Part[Delivery]:
        """What one has sent or is to send, newest first."""

    async def delivery(self, webhook: str, delivery: str) -> Delivery:
        """One delivery."""

    async def make_webhook(
        self, url: str, events: Sequence[WebhookEvent], game: str | None, key: str | None
    ) -> MadeWebhook:
        """A new webhook with its secret."""

    async def delete_webhook(self, webhook: str) -> None:
        """Ends one."""

    async def rotate_secret(self, webhook: str, key: str | None) -> NewSecret:
        """A new secret."""

    async def ping_webhook(self, webhook: str, key: str | None) -> Delivery:
        """A message to try it out."""

    async def redeliver(self, webhook: str, delivery: str, key: str | None) -> Delivery:
        """A delivery once more."""


class Port(GamesPort, AccountPort, WebhookPort, Protocol):
    """All that one caller can ask for; a request that is not carried out raises `Refused`."""

    lang: str
    """The caller's language."""

    async def further(self, calls: int) -> None:
        """So many calls more than the one that was counted."""
