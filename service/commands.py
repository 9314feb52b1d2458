"""The one way a game changes: load, decide, append; again after a conflict; once for each idempotency key."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version as package_version

import msgspec
from msgspec import UNSET

from domain.kernel.actors import seat_number
from domain.kernel.codec import codec
from domain.kernel.entry import Entry, Meta
from domain.kernel.errors import Rejected
from domain.kernel.fold import ASIDE
from domain.kernel.game import Input, Step, step
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable, Status
from domain.kernel.work import WorkKind, work
from service.errors import IdempotencyKeyReused, NotPossible, ServiceError, Unavailable
from service.http.idempotency import Once
from service.live.notices import concerned
from service.store import GENESIS, Append, Appended, Item, PlanStep, Row, Seen, Snapshot, Store, snapshots
from service.tables import Held, Tables, listed

ENGINE = f"emberlog/{package_version('emberlog')}"
INDEX = "index"
WEBHOOK = WorkKind.WEBHOOK.value
PLAN = WorkKind.PLAN.value
HEAD_START = timedelta(milliseconds=500)
"""The appender sees to its items by itself; what is still there after this is the sweeper's."""
_TRIES = 64


@dataclass(frozen=True, slots=True)
class Planned:
    """A move that is played from a plan: the plan's id, and what becomes of it."""

    id: str
    step: PlanStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What somebody asks of a game; whose seat it is may depend on the table it is decided on."""

    actor: str | Callable[[Held], str]
    command: Command
    check: Callable[[Held], None] | None = None
    once: Once | None = None
    request: str | None = None
    job: str | None = None
    bot: str | None = None
    planned: Planned | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """An entry that stands in the log, and the game after it (or later, on a retry)."""

    held: Held
    entry: Entry[object, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What a fork goes on from: the table there, all entries up to it, and those snapshots that are kept."""

    table: AnyTable
    rows: Sequence[Row]
    kept: Sequence[Snapshot]


Notice = Callable[[str, Held, tuple[Item, ...]], Awaitable[None]]


def now() -> str:
    """The present moment as entries have it: RFC 3339, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Commands:
    """Decides on the cached table and appends; nothing is acknowledged before that."""

    def __init__(
        self, store: Store, tables: Tables, after_append: Notice, archive_after: timedelta | None = None
    ) -> None:
        self._store = store
        self._tables = tables
        self._after_append = after_append
        self._archive_after = archive_after

    async def create(
        self, rules: Ruleset, game: str, ask: Ask, seed: bytes, origin: Origin | None = None
    ) -> Done:
        """The first entry of a game, or after its origin; on a retry the one that was written first."""
        assert isinstance(ask.actor, str)
        made = step(rules, None if origin is None else origin.table, _input(ask, ask.actor), seed)
        items = self._items(rules, None, made)
        append = _append(rules, None, made, ask, items, seed=seed, origin=origin)
        result = await self._store.append(append)
        if isinstance(result, Appended):
            return await self._accepted(game, Held(rules, made.table, seed), made, items)
        seq = result.seq if isinstance(result, Seen) else made.entry.seq
        digest = ask.once.request_digest if ask.once else ""
        return await self._first_answer(game, Seen(seq, digest), ask.once)

    def rehearse(self, rules: Ruleset, ask: Ask, seed: bytes, origin: Origin | None = None) -> None:
        """Raises what `create` would, before anything is remembered of it."""
        assert isinstance(ask.actor, str)
        step(rules, None if origin is None else origin.table, _input(ask, ask.actor), seed)

    async def created(self, game: str, once: Once | None) -> Done | None:
        """What `create` has made by the same key, if it has, and was not kept from it since."""
        if once is None or await self._store.log.head(game) is None:
            return None
        seen = await self._store.log.seen(game, once.command_id)
        return None if seen is None else await self._first_answer(game, seen, once)

    async def run(self, game: str, ask: Ask) -> Done:
        """Decide and append; a refusal counts only on the present head and for a key that is not known."""
        held = await self._tables.recent(game)
        for _ in range(_TRIES):
            try:
                made = _decided(held, ask)
            except (Rejected, ServiceError):
                newest, seen = await self._tables.refreshed(
                    game, held, ask.once.command_id if ask.once else ""
                )
                if seen is not None:
                    return await self._first_answer(game, seen, ask.once)
                if newest.table.hash == held.table.hash:
                    raise
                held = newest
                continue
            items = self._items(held.rules, held.table, made)
            result = await self._store.append(_append(held.rules, held.table, made, ask, items))
            if isinstance(result, Appended):
                items = (*items, *_if(result.followed, WEBHOOK, made), *_if(result.planned, PLAN, made))
                return await self._accepted(game, Held(held.rules, made.table, held.seed), made, items)
            if isinstance(result, Seen):
                return await self._first_answer(game, result, ask.once)
            held, _seen = await self._tables.refreshed(game, held)
        raise Unavailable("too_much_contention")

    async def _accepted(self, game: str, held: Held, made: Step, items: tuple[Item, ...]) -> Done:
        self._tables.keep(game, held)
        await self._after_append(game, held, items)
        return Done(held, made.entry)

    def _items(self, rules: Ruleset, before: AnyTable | None, made: Step) -> tuple[Item, ...]:
        """The outbox items this entry makes due: work for the queues, and the index when it is touched."""
        table, soon = made.table, _soon()
        due = [(piece.kind.value, piece.due or soon) for piece in work(rules, table)]
        if before is None or listed(before) != listed(table):
            due.append((INDEX, soon))
        if table.status in OVER and self._archive_after is not None:
            due.append((WorkKind.ARCHIVE.value, datetime.fromisoformat(made.entry.at) + self._archive_after))
        payload = msgspec.json.encode({"version": table.version})
        return tuple(Item(kind, int(when.timestamp() * 1000), payload) for kind, when in due)

    async def _first_answer(self, game: str, seen: Seen, once: Once | None) -> Done:
        """What was answered when the key was first used, made anew from the entry."""
        if once is None:
            raise NotPossible("already_made")
        if seen.digest != once.request_digest:
            raise IdempotencyKeyReused
        held = await self._tables.newest(game)
        (line,) = await self._tables.lines(game, seen.seq, seen.seq)
        return Done(held, held.codec.entry(line))


def _decided(held: Held, ask: Ask) -> Step:
    if ask.check is not None:
        ask.check(held)
    actor = ask.actor if isinstance(ask.actor, str) else ask.actor(held)
    return step(held.rules, held.table, _input(ask, actor), held.seed)


def _input(ask: Ask, actor: str) -> Input:
    return Input(
        at=now(),
        actor=actor,
        command=ask.command,
        meta=Meta(
            engine=ENGINE,
            request=ask.request,
            job=ask.job,
            bot=ask.bot,
            plan=ask.planned.id if ask.planned else UNSET,
        ),
        command_id=ask.once.command_id if ask.once else None,
    )


def _append(
    rules: Ruleset,
    before: AnyTable | None,
    made: Step,
    ask: Ask,
    items: tuple[Item, ...],
    *,
    seed: bytes = b"",
    origin: Origin | None = None,
) -> Append:
    table = made.table
    due = snapshots.due(table.version) or table.status is Status.FINISHED or origin is not None
    return Append(
        game=table.game,
        after_seq=0 if before is None else before.version,
        after_hash=GENESIS if before is None else before.hash,
        entry=made.line,
        hash=table.hash,
        status=table.status.value,
        snapshot=codec(rules).snapshot(table) if due else b"",
        command_id=ask.once.command_id if ask.once else "",
        digest=ask.once.request_digest if ask.once else "",
        seed=seed,
        put=items,
        followed=_order(WEBHOOK, made),
        planned=_order(PLAN, made),
        step=_plan_step(before, made, ask),
        drop=_outdated(rules, before, table),
        due_players=concerned(rules, before, table),
        borrowed=() if origin is None else origin.rows,
        kept=() if origin is None else origin.kept,
    )


def _soon() -> datetime:
    """When what is due at once is overdue: by the clock, not by `at`, which is ahead when the clock was."""
    return datetime.fromisoformat(now()) + HEAD_START


def _order(kind: str, made: Step) -> Item:
    """Work for those who follow the game from outside, or have a plan in it, if there are any."""
    payload = msgspec.json.encode({"version": made.table.version})
    return Item(kind, int(_soon().timestamp() * 1000), payload)


def _if(wanted: bool, kind: str, made: Step) -> tuple[Item, ...]:
    return (_order(kind, made),) if wanted else ()


def _plan_step(before: AnyTable | None, made: Step, ask: Ask) -> PlanStep | None:
    """A player's own move ends their plan, unless it is part of it; that of a bot for them does not."""
    if ask.planned is not None:
        return ask.planned.step
    seat = seat_number(made.entry.actor)
    if before is None or seat is None or ask.bot is not None or isinstance(ask.command, ASIDE):
        return None
    player = before.seats[seat].player
    return None if player is None else PlanStep(player)


def _outdated(rules: Ruleset, before: AnyTable | None, table: AnyTable) -> tuple[str, ...]:
    """Items of the state before that are no longer due."""
    if before is None:
        return ()
    still = {piece.kind for piece in work(rules, table)}
    return tuple(piece.kind.value for piece in work(rules, before) if piece.kind not in still)
