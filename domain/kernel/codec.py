"""Bytes to entries, tables and moves of one ruleset, and back."""

from typing import Any, Union

import msgspec

from domain.kernel import abort, absence, clock, fold, fork, game, lobby, undo
from domain.kernel.entry import NOT_JSON, Entry, opened
from domain.kernel.errors import CorruptLog
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Table

KERNEL_COMMANDS: tuple[type[Command], ...] = (
    lobby.JoinGame,
    lobby.LeaveGame,
    lobby.RemovePlayer,
    lobby.CancelGame,
    lobby.StartGame,
    fork.ForkGame,
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
KERNEL_EVENTS: tuple[type[Event], ...] = (
    lobby.PlaceTaken,
    lobby.PlaceLeft,
    lobby.PlayerRemoved,
    lobby.ReservationLifted,
    lobby.NonceAdded,
    lobby.HostChanged,
    lobby.GameCancelled,
    lobby.GameStarted,
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


def _union(*types: Any) -> Any:
    return Union[types]  # noqa: UP007  built at run time from a tuple


def _of(generic: Any, *types: Any) -> Any:
    """A generic struct of types that only a ruleset knows."""
    return generic[types]


class Codec:
    """The decoders of one ruleset, built once."""

    def __init__(self, rules: Ruleset) -> None:
        options = rules.options
        with_options = (_of(event, options) for event in EVENTS_WITH_OPTIONS)
        self.command_type = _union(_of(lobby.CreateGame, options), *KERNEL_COMMANDS, *rules.move_types)
        self.event_type = _union(*with_options, *KERNEL_EVENTS, *rules.event_types)
        self.move_type = _union(*rules.move_types)
        self._entries = msgspec.json.Decoder(_of(Entry, self.command_type, self.event_type))
        self._tables = msgspec.json.Decoder(_of(Table, options, rules.state_type, _union(*rules.event_types)))
        self._moves = msgspec.json.Decoder(self.move_type)
        self._encoder = msgspec.json.Encoder()

    def entry(self, line: bytes) -> Entry[Any, Any]:
        """A stored entry, trusted: it is decoded, its chain is not looked at."""
        try:
            entry: Entry[Any, Any] = self._entries.decode(line)
        except NOT_JSON as broken:
            raise CorruptLog(str(broken)) from broken
        return entry

    def proven_entry(self, line: bytes) -> Entry[Any, Any]:
        """A stored entry whose canonical form and hash have been checked."""
        opened(line)
        return self.entry(line)

    def table(self, snapshot: bytes) -> AnyTable:
        """A table from its snapshot."""
        table: AnyTable = self._tables.decode(snapshot)
        return table

    def snapshot(self, table: AnyTable) -> bytes:
        """A table as it is kept beside the log."""
        return self._encoder.encode(table)

    def move(self, body: bytes) -> Command:
        """A move as a client sends it; msgspec's errors say where it is wrong."""
        move: Command = self._moves.decode(body)
        return move


_CODECS: dict[str, Codec] = {}


def codec(rules: Ruleset) -> Codec:
    """The codec of a ruleset."""
    if rules.rules not in _CODECS:
        _CODECS[rules.rules] = Codec(rules)
    return _CODECS[rules.rules]
