"""A game, its entries and the result of a command, as one reader may see them."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from domain.kernel.action import Question
from domain.kernel.entry import Entry
from domain.kernel.field_kinds import field_kinds, kinds_of_values
from domain.kernel.fold import due
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Score
from domain.kernel.table import AnyTable
from schema.answers import (
    ActorAnswer,
    AskedField,
    EntryAnswer,
    GameAnswer,
    PlayedAnswer,
    SeatChange,
    chosen_seats,
    fork_answer,
)
from schema.narration import narrate, seat_ids
from service.engine.commands import CommandResult
from service.engine.loaded_game import LoadedGame, with_fork_identity
from service.engine.patches import difference


def game_answer(loaded: LoadedGame, visible_seats: Sequence[int]) -> GameAnswer:
    """A game as the holder of these seats may see it."""
    table = loaded.table
    now_due = due(loaded.rules, table)
    return GameAnswer(
        id=table.game,
        ruleset=loaded.rules.name,
        rules=table.rules,
        options=table.options,
        status=table.status,
        version=table.version,
        hash=table.hash,
        commitment=table.commitment,
        host=table.host,
        seats=chosen_seats(table),
        actor=ActorAnswer(now_due.seats, now_due.automa, now_due.scorer),
        view=None if table.state is None else loaded.rules.view(table.state, visible_seats),
        ranks=None if table.result is None else table.result.ranks,
        seed=table.seed,
        fair=table.fair,
        fork=fork_answer(table),
        abort=table.agreed,
        rematch_of=table.rematch_of,
        nonces_due=table.nonces_due,
        forked=table.forked,
    )


def played_answer(done: CommandResult, player: str | None, lang: str | None = None) -> PlayedAnswer:
    """The result of a command, as the caller may see it."""
    events = redacted(done.loaded.rules, done.loaded.table.seats_of(player), done.entry.events)
    text = msgspec.UNSET if lang is None else sentences(done.loaded, lang, events)
    return PlayedAnswer(done.entry.seq, events, text)


def sentences(loaded: LoadedGame, lang: str, events: Sequence[Event]) -> tuple[str, ...]:
    """Events, redacted for their reader, as sentences."""
    return narrate(loaded.rules.name, lang, events, seat_ids(loaded.rules, loaded.table))


def redacted(rules: Ruleset, visible_seats: Sequence[int], events: Sequence[Any]) -> tuple[Event, ...]:
    """Events as the holder of these seats may see them; the kernel's own events are public."""
    known = rules.event_types
    return tuple(
        rules.redact(event, visible_seats) if isinstance(event, known) else event for event in events
    )


def changes(before: Score, after: Score) -> tuple[SeatChange, ...]:
    """How a move would change every seat's score."""
    pairs = zip(before.seats, after.seats)
    return tuple(SeatChange(old.seat, old.total, new.total, new.total - old.total) for old, new in pairs)


def asked_field(rules: Ruleset, move: Command, question: Question[Command]) -> AskedField:
    """The field that a move asks for, with the kinds of its values as precisely as the answers tell them."""
    kind = field_kinds(type(move))[question.field]
    takes = kinds_of_values(rules.catalogue, question.values) or kind.takes
    return AskedField(question.field, takes, kind.many)


VisibleSeats: TypeAlias = tuple[int, ...]
"""The seats whose secrets a reader may see."""


def entry_answer(
    loaded: LoadedGame,
    entry: Entry[Any, Any],
    visible_seats: VisibleSeats,
    tables: tuple[AnyTable | None, AnyTable] | None = None,
    lang: str | None = None,
) -> EntryAnswer:
    """An entry as its reader may see it; with the tables before and after it, also as a patch.

    With a language, it also has sentences.
    """
    events = redacted(loaded.rules, visible_seats, entry.events)
    patch = msgspec.UNSET if tables is None else _patch(loaded, visible_seats, *tables)
    text = msgspec.UNSET if lang is None else sentences(loaded, lang, events)
    return EntryAnswer(entry.seq, entry.at, entry.actor, events, entry.hash, patch, text)


def _patch(
    loaded: LoadedGame, visible_seats: VisibleSeats, before: AnyTable | None, after: AnyTable
) -> list[dict[str, Any]]:
    """The patch from the reader's view before an entry to the one after it; the first starts from null."""
    return list(difference(_seen(loaded, visible_seats, before), _seen(loaded, visible_seats, after)))


def _seen(loaded: LoadedGame, visible_seats: VisibleSeats, table: AnyTable | None) -> Any:
    """The answer of `GET /v1/games/{id}`, as plain JSON values."""
    if table is None:
        return None
    seen = LoadedGame(loaded.rules, with_fork_identity(loaded.table, table), loaded.seed)
    return msgspec.json.decode(msgspec.json.encode(game_answer(seen, visible_seats)))
