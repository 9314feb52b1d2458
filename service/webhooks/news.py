"""What is news in a game, for each of its followers: entries of the log made into deliveries."""

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
from service.commands import WEBHOOK
from service.live.notices import is_due, notices, players_of
from service.orders import now_ms
from service.plans import Dropped, dropped_of
from service.plans import told as told_plan
from service.queues import Job
from service.store import Store
from service.store.ids import spelled
from service.tables import Held, Tables
from service.webhooks.followers import NO_LONGER, Followers
from service.webhooks.mailbox import Hook, Letter, Mailboxes

EVENTS: Final[Mapping[Notice, WebhookEvent]] = {
    Notice.INVITED: WebhookEvent.GAME_INVITED,
    Notice.STARTED: WebhookEvent.GAME_STARTED,
    Notice.TURN_DUE: WebhookEvent.TURN_DUE,
    Notice.FINISHED: WebhookEvent.GAME_FINISHED,
    Notice.CANCELLED: WebhookEvent.GAME_CANCELLED,
}
_CHUNK: Final = 64
_MOST_KEPT: Final = 64
_OF_LATE_MS: Final = 86_400_000
"""A mailbox knows what it was given for longer than this."""
_LANGUAGE: Final = "en"


@dataclass(frozen=True, slots=True)
class _Step:
    """An entry with the tables before and after it."""

    entry: Entry[Any, Any]
    before: AnyTable | None
    after: AnyTable


class News:
    """Tells followers of what happened since they were last told."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._outbox = store.outbox
        self._tables = tables
        self._followers = Followers(store.link)
        self._mailboxes = Mailboxes(store.link)
        self._plans = store.plans
        self._told: OrderedDict[str, AnyTable] = OrderedDict()

    async def spread(self, game: str) -> list[Job]:
        """Puts all that is new into the followers' mailboxes; the jobs that send it."""
        payload = await self._outbox.payload(game, WEBHOOK)
        told = await self._followers.of(game)
        hooks = await self._living(game, told)
        jobs: list[Job] = []
        if hooks:
            held = await self._tables.newest(game)
            first = min(told[hook.id] for hook in hooks)
            async for steps in self._steps(held, first):
                jobs += await self._put(held, hooks, told, steps)
            jobs += await self._tell_of_plans(held, hooks)
            await self._note(held, hooks)
            self._keep(held)
        if payload is not None:
            await self._outbox.done(game, WEBHOOK, payload)
        return jobs

    async def _living(self, game: str, told: Mapping[str, int]) -> list[Hook]:
        """The followers that are still there and not switched off; the others are forgotten."""
        found = dict(zip(told, await self._mailboxes.hooks(list(told))))
        gone = {name: NO_LONGER for name, hook in found.items() if hook is None or hook.off is not None}
        if gone:
            await self._followers.told(game, gone)
        return [hook for hook in found.values() if hook is not None and hook.off is None]

    async def _steps(self, held: Held, first: int) -> AsyncIterator[list[_Step]]:
        """The entries after a seq, some at a time, with the tables around them."""
        game, last = held.table.game, held.table.version
        table: AnyTable | None = None
        if 0 < first < last:
            kept = self._told.get(game)
            known = kept is not None and kept.version == first
            table = kept if known else (await self._tables.at(game, first)).table
        for start in range(first + 1, last + 1, _CHUNK):
            steps = []
            for line in await self._tables.lines(game, start, min(start + _CHUNK - 1, last)):
                entry = held.codec.entry(line)
                before, table = table, follow(held.rules, table, entry)
                steps.append(_Step(entry, before, table))
            yield steps

    async def _put(
        self, held: Held, hooks: Sequence[Hook], told: Mapping[str, int], steps: Sequence[_Step]
    ) -> list[Job]:
        letters = [
            [
                letter
                for step in steps
                if step.entry.seq > told[hook.id]
                for letter in _letters(held, hook, step)
            ]
            for hook in hooks
        ]
        busy = [(hook, some) for hook, some in zip(hooks, letters) if some]
        puts = await asyncio.gather(*(self._mailboxes.put(hook.id, some) for hook, some in busy))
        return [Job(WEBHOOK, hook.id, put.job) for (hook, _), put in zip(busy, puts) if put and put.job]

    async def _tell_of_plans(self, held: Held, hooks: Sequence[Hook]) -> list[Job]:
        """What was dropped of late, to its player alone; whoever was told already is not told again."""
        found = await self._plans.all_dropped(held.table.game)
        drops = {player: dropped_of(kept) for player, kept in found.items()}
        busy = [
            (hook, drops[hook.owner])
            for hook in hooks
            if hook.owner in drops and hook.wants(WebhookEvent.PLAN_DROPPED)
        ]
        jobs = []
        for hook, dropped in busy:
            when = datetime.fromisoformat(dropped.at).timestamp() * 1000
            if max(hook.created, now_ms() - _OF_LATE_MS) <= when:
                put = await self._mailboxes.put(hook.id, [_plan_letter(held, hook, dropped)])
                jobs += [Job(WEBHOOK, hook.id, put.job)] if put and put.job else []
        return jobs

    def _keep(self, held: Held) -> None:
        """The next entry will be told from here on."""
        self._told[held.table.game] = held.table
        self._told.move_to_end(held.table.game)
        if len(self._told) > _MOST_KEPT:
            self._told.popitem(last=False)

    async def _note(self, held: Held, hooks: Sequence[Hook]) -> None:
        """All were told up to here; who follows a player's games follows one no longer that they left."""
        players, version = players_of(held.table), held.table.version
        stays = {hook.id: bool(hook.game) or hook.owner in players for hook in hooks}
        await self._followers.told(
            held.table.game, {name: version if stay else NO_LONGER for name, stay in stays.items()}
        )


def _letters(held: Held, hook: Hook, step: _Step) -> Iterator[Letter]:
    """The deliveries that an entry gives a webhook."""
    entry, table = step.entry, step.after
    due = is_due(held.rules, table, hook.owner)
    for event in _events(held, hook, step):
        yield Letter(
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


def _events(held: Held, hook: Hook, step: _Step) -> Iterator[WebhookEvent]:
    news = (EVENTS[notice] for notice in notices(held.rules, step.before, step.after, hook.owner))
    return (event for event in (WebhookEvent.GAME_ENTRY, *news) if hook.wants(event))


def _plan_letter(held: Held, hook: Hook, dropped: Dropped) -> Letter:
    table = held.table
    return Letter(
        id=_message_id(hook.id, table.game, dropped.id, WebhookEvent.PLAN_DROPPED),
        event=WebhookEvent.PLAN_DROPPED,
        created=now_ms(),
        at=dropped.at,
        game=table.game,
        seq=dropped.version,
        status=table.status,
        due=is_due(held.rules, table, hook.owner),
        dropped=told_plan(held.codec, dropped, _LANGUAGE),
    )


def _message_id(webhook: str, game: str, about: str, event: WebhookEvent) -> str:
    """Follows from what is told: never two for the same, another for an entry that was lost and replaced."""
    text = f"{webhook} {game} {about} {event}"
    return spelled("d", int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]))
