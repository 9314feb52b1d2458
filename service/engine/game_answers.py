"""A game, its entries and the result of a command, as one reader may see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self, TypeAlias

import msgspec

from domain.kernel.action import Question
from domain.kernel.entry import Entry
from domain.kernel.field_kinds import field_kinds, kinds_of_values
from domain.kernel.fold import evolve
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Score
from domain.kernel.table import AnyTable
from schema.answers import (
    AskedField,
    EntryAnswer,
    GameAnswer,
    PlayedAnswer,
    PlayedOnAnswer,
    SeatChange,
    chosen_seats,
    fork_answer,
)
from schema.narration import narrate, seat_ids
from service.engine.commands import CommandResult
from service.engine.loaded_game import LoadedGame, with_fork_identity
from service.engine.notices import is_due
from service.engine.patches import difference
from service.engine.rated import can_be_rated
from service.engine.seat_names import Names, with_names
from service.engine.turns import turn_of

VisibleSeats: TypeAlias = tuple[int, ...]
"""The seats whose secrets a reader may see."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a game: a player, or None, and the seats whose secrets they may see."""

    player: str | None = None
    visible_seats: VisibleSeats = ()

    @classmethod
    def of(cls, newest: AnyTable, player: str | None) -> Self:
        """The reader of any version of a game, given its newest one."""
        return cls(player, newest.seats_of(player))


SPECTATOR: Final = Reader()


def game_answer(loaded: LoadedGame, reader: Reader, names: Names = MappingProxyType({})) -> GameAnswer:
    """A game as its reader may see it."""
    rules, table = loaded.rules, loaded.table
    turn = turn_of(rules, table)
    seats, fork = chosen_seats(rules, table), fork_answer(table)
    return GameAnswer(
        id=table.game,
        ruleset=rules.name,
        rules=table.rules,
        options=table.options,
        status=table.status,
        version=table.version,
        hash=table.hash,
        commitment=table.commitment,
        host=table.host,
        seats=with_names(seats, names),
        actor=turn.actor,
        view=None if table.state is None else rules.view(table.state, reader.visible_seats),
        ranks=None if table.result is None else table.result.ranks,
        seed=table.seed,
        fair=table.fair,
        fork=fork,
        abort=table.agreed,
        rematch_of=table.rematch_of,
        nonces_due=table.nonces_due,
        forked=table.forked,
        you=own_seats(table, reader.player),
        due=reader.player is not None and is_due(rules, table, reader.player),
        turn_started_at=turn.started_at,
        deadline=turn.deadline,
        mode=rules.mode(table.options, len(table.places)),
        rated=can_be_rated(rules, table.options, seats, fork, counts=table.fair and not table.forked),
    )


def own_seats(table: AnyTable, player: str | None) -> tuple[int, ...] | None:
    """The seats of a player, or their place in the lobby; None without any."""
    if table.seats or player is None:
        return table.seats_of(player) or None
    place = table.place_of(player)
    return None if place is None else (place,)


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


def played_on_answer(
    done: CommandResult, player: str | None, change: "TableChange", lang: str | None
) -> PlayedOnAnswer:
    """The result of a move with the patch of the caller's game."""
    reader = Reader.of(done.loaded.table, player)
    played = played_answer(done, player, lang)
    patch = _patch(done.loaded, reader, change)
    return PlayedOnAnswer(played.version, played.events, played.text, patch)


class TableChange(NamedTuple):
    """The tables before and after an entry, and the names of the people at them: what a patch is made of."""

    before: AnyTable | None
    after: AnyTable
    names: Names


def entry_answer(
    loaded: LoadedGame,
    entry: Entry[Any, Any],
    reader: Reader,
    change: TableChange | None = None,
    lang: str | None = None,
) -> EntryAnswer:
    """An entry as its reader may see it; with its change, also as a patch.

    With a language, it also has sentences.
    """
    events = redacted(loaded.rules, reader.visible_seats, entry.events)
    patch = msgspec.UNSET if change is None else _patch(loaded, reader, change)
    text = msgspec.UNSET if lang is None else sentences(loaded, lang, events)
    return EntryAnswer(entry.seq, entry.at, entry.actor, events, entry.hash, patch, text)


def preview_patch(loaded: LoadedGame, player: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The patch from a player's view of a game to the one after these events."""
    after = loaded.table
    for event in events:
        after = evolve(loaded.rules, after, event)
    return _patch(loaded, Reader.of(loaded.table, player), TableChange(loaded.table, after, {}))


def _patch(loaded: LoadedGame, reader: Reader, change: TableChange) -> list[dict[str, Any]]:
    """The patch from the reader's game before an entry to the one after it; the first starts from null."""
    before, after = (_seen(loaded, reader, table, change.names) for table in (change.before, change.after))
    return list(difference(before, after))


def _seen(loaded: LoadedGame, reader: Reader, table: AnyTable | None, names: Names) -> Any:
    """The answer of `GET /v1/games/{id}`, as plain JSON values."""
    if table is None:
        return None
    seen = LoadedGame(loaded.rules, with_fork_identity(loaded.table, table), loaded.seed)
    return msgspec.json.decode(msgspec.json.encode(game_answer(seen, reader, names)))
