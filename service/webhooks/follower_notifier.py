"""Turns new entries of a game into deliveries for each webhook that follows it."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.table import AnyTable
from schema.ports import Notice
from schema.webhooks import WebhookEvent
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.notices import is_due, notices, players_of
from service.engine.stored_plans import StoredDroppedPlan, dropped_plan_answer, read_dropped_plan
from service.jobs.queues import Job
from service.runtime import now_ms
from service.store import Store
from service.store.followers import NO_LONGER, Followers
from service.store.ids import spelled
from service.store.outbox import WEBHOOK
from service.webhooks.delivery_queue import DeliveryQueues, StoredDelivery, StoredWebhook

EVENTS: Final[Mapping[Notice, WebhookEvent]] = {
    Notice.INVITED: WebhookEvent.GAME_INVITED,
    Notice.NONCE_DUE: WebhookEvent.NONCE_DUE,
    Notice.STARTED: WebhookEvent.GAME_STARTED,
    Notice.TURN_DUE: WebhookEvent.TURN_DUE,
    Notice.FINISHED: WebhookEvent.GAME_FINISHED,
    Notice.CANCELLED: WebhookEvent.GAME_CANCELLED,
}
_CHUNK: Final = 64
_MOST_KEPT: Final = 64
_OF_LATE_MS: Final = 86_400_000
"""How far back dropped plans are reported. A delivery queue remembers its deliveries for longer."""
_LANGUAGE: Final = "en"


@dataclass(frozen=True, slots=True)
class _EntryStep:
    """An entry with the tables before and after it."""

    entry: Entry[Any, Any]
    before: AnyTable | None
    after: AnyTable


class FollowerNotifier:
    """Notifies followers of the entries since the last one sent to them."""

    def __init__(self, store: Store, game_cache: GameCache) -> None:
        self._outbox = store.outbox
        self._game_cache = game_cache
        self._followers = Followers(store.connection)
        self._delivery_queues = DeliveryQueues(store.connection)
        self._plans = store.plans
        self._last_tables: OrderedDict[str, AnyTable] = OrderedDict()

    async def notify(self, game: str) -> list[Job]:
        """Queue deliveries of all new entries. Returns the jobs that send them."""
        payload = await self._outbox.payload(game, WEBHOOK)
        sent = await self._followers.of(game)
        hooks = await self._living(game, sent)
        jobs: list[Job] = []
        if hooks:
            loaded = await self._game_cache.newest(game)
            first = min(sent[hook.id] for hook in hooks)
            async for steps in self._steps(loaded, first):
                jobs += await self._put(loaded, hooks, sent, steps)
            jobs += await self._put_dropped_plans(loaded, hooks)
            await self._note(loaded, hooks)
            self._keep(loaded)
        if payload is not None:
            await self._outbox.done(game, WEBHOOK, payload)
        return jobs

    async def _living(self, game: str, sent: Mapping[str, int]) -> list[StoredWebhook]:
        """The followers that exist and are not switched off. The others are removed."""
        found = dict(zip(sent, await self._delivery_queues.hooks(list(sent))))
        gone = {name: NO_LONGER for name, hook in found.items() if hook is None or hook.off is not None}
        if gone:
            await self._followers.record_sent(game, gone)
        return [hook for hook in found.values() if hook is not None and hook.off is None]

    async def _steps(self, loaded: LoadedGame, first: int) -> AsyncIterator[list[_EntryStep]]:
        """The entries after a seq, in batches, with the tables before and after each."""
        game, last = loaded.table.game, loaded.table.version
        table: AnyTable | None = None
        if 0 < first < last:
            kept = self._last_tables.get(game)
            known = kept is not None and kept.version == first
            table = kept if known else (await self._game_cache.at(game, first)).table
        for start in range(first + 1, last + 1, _CHUNK):
            steps = []
            for line in await self._game_cache.lines(game, start, min(start + _CHUNK - 1, last)):
                entry = loaded.codec.entry(line)
                before, table = table, follow(loaded.rules, table, entry)
                steps.append(_EntryStep(entry, before, table))
            yield steps

    async def _put(
        self,
        loaded: LoadedGame,
        hooks: Sequence[StoredWebhook],
        sent: Mapping[str, int],
        steps: Sequence[_EntryStep],
    ) -> list[Job]:
        deliveries = [
            [
                delivery
                for step in steps
                if step.entry.seq > sent[hook.id]
                for delivery in _deliveries(loaded, hook, step)
            ]
            for hook in hooks
        ]
        busy = [(hook, some) for hook, some in zip(hooks, deliveries) if some]
        puts = await asyncio.gather(*(self._delivery_queues.put(hook.id, some) for hook, some in busy))
        return [Job(WEBHOOK, hook.id, put.job) for (hook, _), put in zip(busy, puts) if put and put.job]

    async def _put_dropped_plans(self, loaded: LoadedGame, hooks: Sequence[StoredWebhook]) -> list[Job]:
        """Queue notices of recently dropped plans, each once and only for the player whose plan it was."""
        found = await self._plans.all_dropped(loaded.table.game)
        drops = {player: read_dropped_plan(kept) for player, kept in found.items()}
        busy = [
            (hook, drops[hook.owner])
            for hook in hooks
            if hook.owner in drops and hook.wants(WebhookEvent.PLAN_DROPPED)
        ]
        jobs = []
        for hook, dropped in busy:
            when = datetime.fromisoformat(dropped.at).timestamp() * 1000
            if max(hook.created, now_ms() - _OF_LATE_MS) <= when:
                put = await self._delivery_queues.put(hook.id, [_plan_delivery(loaded, hook, dropped)])
                jobs += [Job(WEBHOOK, hook.id, put.job)] if put and put.job else []
        return jobs

    def _keep(self, loaded: LoadedGame) -> None:
        """Keep the table from which the next entries are read."""
        self._last_tables[loaded.table.game] = loaded.table
        self._last_tables.move_to_end(loaded.table.game)
        if len(self._last_tables) > _MOST_KEPT:
            self._last_tables.popitem(last=False)

    async def _note(self, loaded: LoadedGame, hooks: Sequence[StoredWebhook]) -> None:
        """Record the last entry sent. Webhooks for all games of a player unfollow games they left."""
        players, version = players_of(loaded.table), loaded.table.version
        stays = {hook.id: bool(hook.game) or hook.owner in players for hook in hooks}
        await self._followers.record_sent(
            loaded.table.game, {name: version if stay else NO_LONGER for name, stay in stays.items()}
        )


def _deliveries(loaded: LoadedGame, hook: StoredWebhook, step: _EntryStep) -> Iterator[StoredDelivery]:
    """The deliveries that an entry causes for a webhook."""
    entry, table = step.entry, step.after
    due = is_due(loaded.rules, table, hook.owner)
    for event in _events(loaded, hook, step):
        yield StoredDelivery(
            id=_message_id(hook.id, table.game, f"{entry.seq} {entry.hash}", event),
            event=event,
            created=now_ms(),
            at=entry.at,
            game=table.game,
            seq=entry.seq,
            hash=entry.hash,
            status=table.status,
            due=due,
        )


def _events(loaded: LoadedGame, hook: StoredWebhook, step: _EntryStep) -> Iterator[WebhookEvent]:
    news = (EVENTS[notice] for notice in notices(loaded.rules, step.before, step.after, hook.owner))
    return (event for event in (WebhookEvent.GAME_ENTRY, *news) if hook.wants(event))


def _plan_delivery(loaded: LoadedGame, hook: StoredWebhook, dropped: StoredDroppedPlan) -> StoredDelivery:
    table = loaded.table
    return StoredDelivery(
        id=_message_id(hook.id, table.game, dropped.id, WebhookEvent.PLAN_DROPPED),
        event=WebhookEvent.PLAN_DROPPED,
        created=now_ms(),
        at=dropped.at,
        game=table.game,
        seq=dropped.version,
        status=table.status,
        due=is_due(loaded.rules, table, hook.owner),
        dropped=dropped_plan_answer(loaded.codec, dropped, _LANGUAGE),
    )


def _message_id(webhook: str, game: str, about: str, event: WebhookEvent) -> str:
    """The id is derived from the content, so an entry that replaces a lost one has another id."""
    text = f"{webhook} {game} {about} {event}"
    return spelled("d", int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]))
