"""Webhooks as the API shows them, and the messages they send: one struct for each event."""

from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from schema.answers import EntryAnswer, OwnStatus, PlanNews
from schema.entries import Moment


class WebhookEvent(StrEnum):
    """An event that a webhook can report."""

    GAME_ENTRY = "game.entry"
    GAME_INVITED = "game.invited"
    NONCE_DUE = "nonce.due"
    GAME_STARTED = "game.started"
    TURN_DUE = "turn.due"
    GAME_FINISHED = "game.finished"
    GAME_CANCELLED = "game.cancelled"
    PLAN_DROPPED = "plan.dropped"


class WebhookOff(StrEnum):
    """Why a webhook was switched off: it kept failing, got a 410 Gone, or its token ended."""

    FAILING = "failing"
    GONE = "gone"
    TOKEN_ENDED = "token_ended"  # noqa: S105  no secret


class DeliveryStatus(StrEnum):
    """Waiting to be sent or retried, accepted by the receiver, or given up."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


class DeliveryError(StrEnum):
    """Why an attempt failed."""

    ADDRESS_REFUSED = "address_refused"
    NAME_UNKNOWN = "name_unknown"
    CONNECTION_FAILED = "connection_failed"
    TIMED_OUT = "timed_out"
    BAD_STATUS = "bad_status"
    ENTRY_LOST = "entry_lost"


class Webhook(Struct, frozen=True, kw_only=True):
    """A webhook without its secret; without a `game` it reports on all games of its player.

    `waiting` counts the deliveries still to be sent; `dropped` counts those given up because too many were
    waiting.
    """

    id: str
    url: str
    events: tuple[WebhookEvent, ...]
    game: str | None
    created_at: datetime
    enabled: bool
    disabled: WebhookOff | None
    disabled_at: datetime | None
    failing_since: datetime | None
    waiting: int
    dropped: int


class MadeWebhook(Webhook, frozen=True, kw_only=True):
    """A webhook with its secret, which is shown only once."""

    secret: str


class NewSecret(Struct, frozen=True):
    """A new secret, shown only once; the previous one stays valid until `old_until`."""

    secret: str
    old_until: datetime


class Delivery(Struct, frozen=True, kw_only=True):
    """A message to a webhook and its outcome. The message keeps its id in every attempt."""

    id: str
    event: str
    game: str | None
    sequence: int | None
    status: DeliveryStatus
    attempts: int
    response_code: int | None
    error: DeliveryError | None
    duration_ms: int | None
    created_at: datetime
    last_attempt_at: datetime | None
    next_attempt_at: datetime | None


class EntryNews(Struct, frozen=True):
    """An entry of a game as the webhook's player may see it."""

    game: str
    entry: EntryAnswer


class PingNews(Struct, frozen=True):
    """The webhook that the ping tests."""

    webhook: str


class _News(Struct, frozen=True, tag_field="type", kw_only=True):
    """Fields of all messages about a game: the time, and the version of the game."""

    timestamp: Moment
    sequence: int


class GameEntryMessage(_News, frozen=True, tag="game.entry", kw_only=True):
    """Something happened in a game."""

    data: EntryNews


class GameInvitedMessage(_News, frozen=True, tag="game.invited", kw_only=True):
    """The webhook's player was invited to a game."""

    data: OwnStatus


class NonceDueMessage(_News, frozen=True, tag="nonce.due", kw_only=True):
    """The lobby is closed, and the webhook's player must reveal a nonce before the game starts."""

    data: OwnStatus


class GameStartedMessage(_News, frozen=True, tag="game.started", kw_only=True):
    """A game has started."""

    data: OwnStatus


class TurnDueMessage(_News, frozen=True, tag="turn.due", kw_only=True):
    """It is the turn of the webhook's player."""

    data: OwnStatus


class GameFinishedMessage(_News, frozen=True, tag="game.finished", kw_only=True):
    """A game is over and scored."""

    data: OwnStatus


class GameCancelledMessage(_News, frozen=True, tag="game.cancelled", kw_only=True):
    """A game was cancelled in the lobby, or aborted by its players."""

    data: OwnStatus


class PlanDroppedMessage(_News, frozen=True, tag="plan.dropped", kw_only=True):
    """A queued move of the webhook's player was rejected, and the rest of the plan was dropped."""

    data: PlanNews


class PingMessage(Struct, frozen=True, tag_field="type", tag="ping", kw_only=True):
    """A test message that the player requested."""

    timestamp: Moment
    data: PingNews


NoticeMessage: TypeAlias = (
    GameInvitedMessage
    | NonceDueMessage
    | GameStartedMessage
    | TurnDueMessage
    | GameFinishedMessage
    | GameCancelledMessage
)
WebhookMessage: TypeAlias = GameEntryMessage | NoticeMessage | PlanDroppedMessage | PingMessage
PING = "ping"
