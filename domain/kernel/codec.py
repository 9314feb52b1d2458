"""Decoding and encoding of the entries, tables and moves of one ruleset."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, Union
from zlib import crc32

import msgspec

from domain.kernel import abort, absence, clock, fold, fork, game, lobby, undo
from domain.kernel.entry import NOT_JSON, Entry, opened
from domain.kernel.errors import CorruptLog, OtherSnapshot
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Choice, Table

_SNAPSHOT_FORMAT: Final = 1
"""To be raised when the same shape of a table gets another meaning."""
_SNAPSHOT: Final = re.compile(rb"([a-z0-9_]+/[0-9]+) ([0-9a-f]{8}) (.*)", re.DOTALL)

KERNEL_COMMANDS: tuple[type[Command], ...] = (
    lobby.JoinGame,
    lobby.LeaveGame,
    lobby.RemovePlayer,
    lobby.CancelGame,
    lobby.StartGame,
    lobby.RevealNonce,
    fork.ForkGame,
    fork.NoteFork,
    undo.Undo,
    game.Resign,
    abort.AgreeToAbort,
    abort.WithdrawAbort,
    absence.ComeBack,
    game.TakeTurn,
    game.ScoreGame,
    clock.TimeOut,
)
EVENTS_WITH_OPTIONS: tuple[type[Event], ...] = (lobby.GameCreated, fork.GameForked)
CHOICE_COMMANDS: tuple[type[Command], ...] = (lobby.ChangeChoice,)
"""Those of rulesets that offer a choice in the lobby."""
CHOICE_EVENTS: tuple[type[Event], ...] = (lobby.ChoiceChanged,)
"""Those of rulesets that offer a choice in the lobby."""
KERNEL_EVENTS: tuple[type[Event], ...] = (
    lobby.PlaceTaken,
    lobby.PlaceLeft,
    lobby.PlayerRemoved,
    lobby.ReservationLifted,
    lobby.NonceAdded,
    lobby.NonceCommitted,
    lobby.LobbyClosed,
    lobby.NonceRevealed,
    lobby.HostChanged,
    lobby.GameCancelled,
    lobby.SeedPublished,
    lobby.GameStarted,
    fork.ForkNoted,
    undo.EntriesUndone,
    fold.SeatResigned,
    fold.SeatsTimedOut,
    absence.SeatTakenBack,
    fold.PlayStopped,
    abort.AbortAgreed,
    abort.AbortWithdrawn,
    abort.GameAborted,
    fold.GameScored,
)


def kernel_commands(rules: Ruleset) -> Sequence[type[Command]]:
    """The kernel's commands that a log of this ruleset may contain, without the one that creates the game."""
    return KERNEL_COMMANDS if rules.choice_type is None else (*KERNEL_COMMANDS, *CHOICE_COMMANDS)


def kernel_events(rules: Ruleset) -> Sequence[type[Event]]:
    """The kernel's events that a log of this ruleset may contain, without those that hold options."""
    return KERNEL_EVENTS if rules.choice_type is None else (*KERNEL_EVENTS, *CHOICE_EVENTS)


def _union(*types: Any) -> Any:
    return Union[types]  # noqa: UP007  built at run time from a tuple


def _of(generic: Any, *types: Any) -> Any:
    """A generic struct with the ruleset's own types filled in."""
    return generic[types]


class Codec:
    """The decoders of one ruleset, built once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules.rules
        options = rules.options
        with_options = (_of(event, options) for event in EVENTS_WITH_OPTIONS)
        create = _of(lobby.CreateGame, options)
        self.command_type = _union(create, *kernel_commands(rules), *rules.move_types)
        self.event_type = _union(*with_options, *kernel_events(rules), *rules.event_types)
        self.move_type = _union(*rules.move_types)
        self._choice_type = rules.choice_type
        entry = _of(Entry, self.command_type, self.event_type)
        table = _of(Table, options, rules.state_type, _union(*rules.event_types))
        self._entries = msgspec.json.Decoder(entry, dec_hook=self._own)
        self._table = table
        self._tables = msgspec.json.Decoder(table, dec_hook=self._own)
        self._moves = msgspec.json.Decoder(self.move_type)
        self._encoder = msgspec.json.Encoder()

    def _own(self, type_: type, value: Any) -> Any:
        """Decode a choice as the ruleset's own struct."""
        assert type_ is Choice, "only choices are decoded by the ruleset"
        return self.choice(value)

    def choice(self, value: Any) -> Choice:
        """A choice from plain values; msgspec's errors say where it is wrong."""
        if self._choice_type is None:
            raise msgspec.ValidationError("this ruleset offers no choice")
        choice: Choice = msgspec.convert(value, self._choice_type)
        return choice

    def entry(self, line: bytes) -> Entry[Any, Any]:
        """Decode a stored entry without checking its hash."""
        try:
            entry: Entry[Any, Any] = self._entries.decode(line)
        except NOT_JSON as broken:
            raise CorruptLog(str(broken)) from broken
        return entry

    def proven_entry(self, line: bytes) -> Entry[Any, Any]:
        """Decode a stored entry and check its canonical form and hash."""
        opened(line)
        return self.entry(line)

    def table(self, snapshot: bytes) -> AnyTable:
        """A table from its snapshot."""
        rules, format_, state = snapshot_parts(snapshot)
        if (rules, format_) != (self._rules, self._format):
            raise OtherSnapshot(f"a snapshot of {rules} in format {format_}, not {self._format}")
        table: AnyTable = self._tables.decode(state)
        return table

    def snapshot(self, table: AnyTable) -> bytes:
        """The snapshot of a table: its rules, its format number and its state."""
        return f"{self._rules} {self._format} ".encode() + self._encoder.encode(table)

    @cached_property
    def _format(self) -> str:
        """A number that changes with the rules and with the schema of the table."""
        choice = None if self._choice_type is None else msgspec.json.schema(self._choice_type)
        shape = msgspec.json.schema(self._table, schema_hook=lambda _: {"choice": choice})
        kept = [_SNAPSHOT_FORMAT, self._rules, _without_words(shape)]
        return f"{crc32(msgspec.json.encode(kept, order='sorted')):08x}"

    def move(self, body: bytes) -> Command:
        """A move as a client sends it; msgspec's errors say where it is wrong."""
        move: Command = self._moves.decode(body)
        return move


def snapshot_parts(snapshot: bytes) -> tuple[str, str, bytes]:
    """The rules, the format number and the state in a snapshot; raises OtherSnapshot."""
    match = _SNAPSHOT.fullmatch(snapshot)
    if match is None:
        raise OtherSnapshot("a snapshot without the number of its format")
    return match[1].decode(), match[2].decode(), match[3]


def _without_words(schema: Any) -> Any:
    """A schema without its descriptions, which do not affect decoding."""
    if isinstance(schema, dict):
        return {name: _without_words(each) for name, each in schema.items() if name != "description"}
    return [_without_words(each) for each in schema] if isinstance(schema, list) else schema


_CODECS: dict[str, Codec] = {}


def codec(rules: Ruleset) -> Codec:
    """The codec of a ruleset."""
    if rules.rules not in _CODECS:
        _CODECS[rules.rules] = Codec(rules)
    return _CODECS[rules.rules]
