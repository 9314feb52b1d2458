"""The body of a message, built from the log at each attempt, with the same bytes each time."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from domain.kernel.entry import Entry
from schema.answers import OwnStatus, PlanNews
from schema.webhooks import (
    PING,
    EntryNews,
    GameCancelledMessage,
    GameEntryMessage,
    GameFinishedMessage,
    GameInvitedMessage,
    GameStartedMessage,
    NonceDueMessage,
    NoticeMessage,
    PingMessage,
    PingNews,
    PlanDroppedMessage,
    TurnDueMessage,
    WebhookEvent,
    WebhookMessage,
)
from service.engine.game_answers import Reader, entry_answer
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.errors import NotFound
from service.webhooks.delivery_queue import StoredDelivery, StoredWebhook

_NOTICES: Final[Mapping[WebhookEvent, type[NoticeMessage]]] = {
    WebhookEvent.GAME_INVITED: GameInvitedMessage,
    WebhookEvent.NONCE_DUE: NonceDueMessage,
    WebhookEvent.GAME_STARTED: GameStartedMessage,
    WebhookEvent.TURN_DUE: TurnDueMessage,
    WebhookEvent.GAME_FINISHED: GameFinishedMessage,
    WebhookEvent.GAME_CANCELLED: GameCancelledMessage,
}


async def message_body(game_cache: GameCache, hook: StoredWebhook, delivery: StoredDelivery) -> bytes | None:
    """The message body, or None if its entry was lost with a Redis instance."""
    message = await _message(game_cache, hook, delivery)
    return None if message is None else msgspec.json.encode(message)


async def _message(
    game_cache: GameCache, hook: StoredWebhook, delivery: StoredDelivery
) -> WebhookMessage | None:
    if delivery.event == PING:
        return PingMessage(timestamp=delivery.at, data=PingNews(hook.id))
    event = WebhookEvent(delivery.event)
    if event is WebhookEvent.GAME_ENTRY:
        return await _entry_message(game_cache, hook, delivery)
    assert delivery.status is not None
    if event is WebhookEvent.PLAN_DROPPED:
        assert delivery.dropped is not None
        news = PlanNews(delivery.game, delivery.seq, delivery.status, delivery.due, delivery.dropped)
        return PlanDroppedMessage(timestamp=delivery.at, sequence=delivery.seq, data=news)
    own = OwnStatus(delivery.game, delivery.seq, delivery.status, delivery.due)
    return _NOTICES[event](timestamp=delivery.at, sequence=delivery.seq, data=own)


async def _entry_message(
    game_cache: GameCache, hook: StoredWebhook, delivery: StoredDelivery
) -> GameEntryMessage | None:
    found = await _entry(game_cache, delivery)
    if found is None:
        return None
    loaded, entry = found
    told = entry_answer(loaded, entry, Reader.of(loaded.table, hook.owner))
    return GameEntryMessage(timestamp=delivery.at, sequence=delivery.seq, data=EntryNews(delivery.game, told))


async def _entry(
    game_cache: GameCache, delivery: StoredDelivery
) -> tuple[LoadedGame, Entry[Any, Any]] | None:
    try:
        loaded = await game_cache.newest(delivery.game)
    except NotFound:
        return None
    lines = await game_cache.lines(delivery.game, delivery.seq, delivery.seq)
    entry = loaded.codec.entry(lines[0]) if lines else None
    return None if entry is None or entry.hash != delivery.hash else (loaded, entry)
