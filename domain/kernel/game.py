"""The only way to change a game: decide a command, write the entry, apply it to the table."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import abort, absence, clock, fork, lobby, undo
from domain.kernel.actors import SCORER, seat_number
from domain.kernel.dice import Dice, salt
from domain.kernel.entry import ZERO_HASH, Entry, Meta, seal
from domain.kernel.errors import NotYours, WrongStatus
from domain.kernel.fold import GameScored, follow, is_aside
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import LOSS, ranks
from domain.kernel.table import AnyTable, Result, Status


class Resign(Command, frozen=True, tag="resign"):
    """Leave the running game for good; a bot plays on if other players remain."""


class TakeTurn(Command, frozen=True, tag="take_turn"):
    """An automa's turn; the rules decide what it does."""


class ScoreGame(Command, frozen=True, tag="score_game"):
    """Count the points, rank the seats and publish the seed."""


class Input(Struct, frozen=True):
    """Everything that an entry does not derive from the log: time, actor, command and request."""

    at: str
    actor: str
    command: Command
    meta: Meta
    command_id: str | None = None


class Step(Struct, frozen=True):
    """An entry, the bytes to store, and the table after it."""

    entry: Entry[Any, Any]
    line: bytes
    table: AnyTable


def step(rules: Ruleset, table: AnyTable | None, given: Input, seed: bytes) -> Step:
    """Decide a command and write its entry; raises Rejected."""
    seq, last, prev = (1, "", ZERO_HASH) if table is None else (table.version + 1, table.at, table.hash)
    at = max(given.at, last)
    events = *_back(rules, table, given), *decide(rules, table, given.actor, given.command, seed, at=at)
    entry, line = seal(
        Entry(
            seq=seq,
            at=at,
            actor=given.actor,
            command_id=given.command_id,
            command=given.command,
            events=events,
            rules=rules.rules,
            meta=given.meta,
            salt=salt(seed, seq),
            prev=prev,
        )
    )
    return Step(entry, line, follow(rules, table, entry))


def _back(rules: Ruleset, table: AnyTable | None, given: Input) -> Iterator[Event]:
    """Return an absent player to the seat with their first move in turn; a move of the stand-in does not."""
    seat = seat_number(given.actor)
    if table is None or seat is None or given.meta.bot is not None or is_aside(rules, given.command):
        return
    if seat < len(table.seats) and absence.is_absent(table, seat):
        yield absence.SeatTakenBack(seat)


def decide(
    rules: Ruleset, table: AnyTable | None, actor: str, command: Command, seed: bytes, *, at: str = ""
) -> Iterator[Event]:
    """The events a command causes; raises Rejected. Only the clock uses `at`."""
    if isinstance(command, lobby.CreateGame):
        assert table is None, "create_game must be the first command"
        clock.check(command.options.clock, command.options.on_timeout)
        return lobby.create(rules, actor, command, seed)
    assert table is not None, "the first command must be create_game"
    if isinstance(command, lobby.COMMANDS):
        return lobby.decide(rules, table, actor, command, seed)
    if isinstance(command, fork.ForkGame):
        return fork.fork(rules, table, actor, command, seed)
    if isinstance(command, ScoreGame):
        return _score(rules, table, actor, seed)
    if not isinstance(command, clock.TimeOut) or table.status is not Status.LOBBY:
        _must_run(table)
    if isinstance(command, clock.TimeOut):
        return clock.time_out(rules, table, actor, seed, at)
    if isinstance(command, absence.ComeBack):
        return clock.come_back(rules, table, _seat(table, actor), at)
    return _decide_running(rules, table, actor, command, seed)


def _decide_running(
    rules: Ruleset, table: AnyTable, actor: str, command: Command, seed: bytes
) -> Iterator[Event]:
    """The events of a command in a game that runs; no clock is looked at."""
    match command:
        case abort.AgreeToAbort() if abort.is_resignation(rules, table):
            return _resign(table, _seat(table, actor), seed)
        case abort.AgreeToAbort():
            return abort.agree(table, _seat(table, actor), seed)
        case abort.WithdrawAbort():
            return abort.withdraw(table, _seat(table, actor))
        case fork.NoteFork():
            return fork.note(table, _seat(table, actor), command)
        case undo.Undo():
            return undo.undo(table, _seat(table, actor), command)
        case Resign():
            return _resign(table, _seat(table, actor), seed)
    dice = Dice(lambda: table.key(seed), table.version + 1)
    by = actor if actor in rules.automas else _seat(table, actor)
    return iter(rules.decide(table.state, by, command, dice))


def _seat(table: AnyTable, actor: str) -> int:
    seat = seat_number(actor)
    if seat is None or seat >= len(table.seats):
        raise NotYours("not_seated")
    if table.seats[seat].resigned and table.seats[seat].stand_in is None:
        raise NotYours("seat_resigned")
    return seat


def _must_run(table: AnyTable) -> None:
    if table.status is Status.LOBBY:
        raise WrongStatus("not_started")
    if table.status is not Status.ACTIVE:
        raise WrongStatus("game_finished", status=table.status.value)


def _resign(table: AnyTable, seat: int, seed: bytes) -> Iterator[Event]:
    """Resign all seats of the player."""
    player = table.seats[seat].player
    return clock.leave(table, table.seats_of(player) if player is not None else (seat,), seed)


def _score(rules: Ruleset, table: AnyTable, actor: str, seed: bytes) -> Iterator[Event]:
    if actor != SCORER:
        raise NotYours("scorer_only")
    if table.status is not Status.SCORING:
        raise WrongStatus("nothing_to_score", status=table.status.value)
    score = rules.score(table.state)
    if table.resigned and score.result is not None and not table.playing:
        score = replace(score, result=LOSS)
    yield GameScored(Result(score, ranks(score, table.resigned, table.playing)), seed.hex())
