"""The body of a message, made from the log whenever it is sent: the same bytes each time."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from domain.kernel.entry import Entry
from schema.answers import OwnGameAnswer, PlanNews
from schema.webhooks import (
    PING,
    EntryNews,
    GameCancelledMessage,
    GameEntryMessage,
    GameFinishedMessage,
    GameInvitedMessage,
    GameStartedMessage,
    NoticeMessage,
    PingMessage,
    PingNews,
    PlanDroppedMessage,
    TurnDueMessage,
    WebhookEvent,
    WebhookMessage,
)
from service.errors import NotFound
from service.history import entry_answer
from service.tables import Held, Tables
from service.webhooks.mailbox import Hook, Letter

_NOTICES: Final[Mapping[WebhookEvent, type[NoticeMessage]]] = {
    WebhookEvent.GAME_INVITED: GameInvitedMessage,
    WebhookEvent.GAME_STARTED: GameStartedMessage,
    WebhookEvent.TURN_DUE: TurnDueMessage,
    WebhookEvent.GAME_FINISHED: GameFinishedMessage,
    WebhookEvent.GAME_CANCELLED: GameCancelledMessage,
}


async def body_of(tables: Tables, hook: Hook, letter: Letter) -> bytes | None:
    """What is sent, or nothing if its entry was lost with a Redis."""
    message = await _message(tables, hook, letter)
    return None if message is None else msgspec.json.encode(message)


async def _message(tables: Tables, hook: Hook, letter: Letter) -> WebhookMessage | None:
    if letter.event == PING:
        return PingMessage(timestamp=letter.at, data=PingNews(hook.id))
    event = WebhookEvent(letter.event)
    if event is WebhookEvent.GAME_ENTRY:
        return await _entry_message(tables, hook, letter)
    assert letter.status is not None
    if event is WebhookEvent.PLAN_DROPPED:
        assert letter.dropped is not None
        news = PlanNews(letter.game, letter.seq, letter.status, letter.due, letter.dropped)
        return PlanDroppedMessage(timestamp=letter.at, sequence=letter.seq, data=news)
    own = OwnGameAnswer(letter.game, letter.seq, letter.status, letter.due)
    return _NOTICES[event](timestamp=letter.at, sequence=letter.seq, data=own)


async def _entry_message(tables: Tables, hook: Hook, letter: Letter) -> GameEntryMessage | None:
    found = await _entry(tables, letter)
    if found is None:
        return None
    held, entry = found
    told = entry_answer(held, entry, held.table.seats_of(hook.owner))
    return GameEntryMessage(timestamp=letter.at, sequence=letter.seq, data=EntryNews(letter.game, told))


async def _entry(tables: Tables, letter: Letter) -> tuple[Held, Entry[Any, Any]] | None:
    try:
        held = await tables.newest(letter.game)
    except NotFound:
        return None
    lines = await tables.lines(letter.game, letter.seq, letter.seq)
    entry = held.codec.entry(lines[0]) if lines else None
    return None if entry is None or entry.hash != letter.hash else (held, entry)
