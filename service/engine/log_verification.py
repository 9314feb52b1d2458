"""Verify a log: chain, rules, times, commitment, salts, and every command, decided again.

This module also defines the export format: a header, then the stored lines unchanged. It does no I/O.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.games import VERSIONS
from domain.kernel.codec import codec
from domain.kernel.dice import commitment, salt
from domain.kernel.entry import NOT_JSON, ZERO_HASH, Entry, canonical, opened
from domain.kernel.errors import CorruptLog
from domain.kernel.fold import follow
from domain.kernel.fork import ForkGame, GameForked, seeds
from domain.kernel.game import Input, step
from domain.kernel.lobby import GameCreated
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable
from schema.answers import AuditAnswer, Difference, NonceAnswer, Verdict, nonce_answers

FORMAT: Final = "emberlog/1"
CHECKS: Final = ("form", "chain", "rules", "time", "commitment", "salts", "events")
BY_SEED: Final = ("commitment", "salts", "events")
"""The checks that need the seed."""
BORROWED: Final = "borrowed"
"""The check of a fork's borrowed entries, possible if the seeds of their games are known."""
HEADER: Final = "header"

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


class ExportHeader(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of an exported log; all fields but the format describe the table at its end."""

    format: str
    game: str
    rules: str
    version: int
    hash: str
    commitment: str
    seed: str | None

    @classmethod
    def of(cls, table: AnyTable) -> "ExportHeader":
        """The header of a log that ends at this table; it contains the seed once that is published."""
        return cls(
            format=FORMAT,
            game=table.game,
            rules=table.rules,
            version=table.version,
            hash=table.hash,
            commitment=table.commitment,
            seed=table.seed,
        )

    def line(self) -> bytes:
        """The header as a line of the export."""
        return canonical(self) + b"\n"


class VerificationError(Exception):
    """The log contradicts itself, its rules or its header."""

    def __init__(self, seq: int | None, check: str, reason: str) -> None:
        super().__init__(reason)
        self.difference = Difference(seq, check, reason)


def verify_export(lines: Iterable[bytes]) -> AuditAnswer:
    """Verify an exported log, including its header."""
    rest = (line.removesuffix(b"\n") for line in lines)
    try:
        header = read_header(next(rest, b""))
        seed = None if header.seed is None else _seed(header.seed)
    except VerificationError as found:
        return _answer(found, 0, ZERO_HASH, (*CHECKS, HEADER), BY_SEED)
    claims = {name: getattr(header, name) for name in header.__struct_fields__ if name != "format"}
    return verify(rest, seed, claims, HEADER)


def verify(lines: Iterable[bytes], seed: bytes | None, claims: Mapping[str, Any], source: str) -> AuditAnswer:
    """Verify entries against the claims about the table after them; `source` names who makes the claims."""
    log = _Log(lines, seed)
    checks = (*CHECKS, *((BORROWED,) if log.borrowed else ()), source)
    skipped = (*(BY_SEED if seed is None else ()), *(() if log.borrowed_is_known else (BORROWED,)))
    difference, table = None, None
    nonces: tuple[NonceAnswer, ...] = ()
    try:
        for table in log.tables():
            # The players of the first deal: a fork has other players at the same places.
            nonces = nonces or (() if table.state is None else nonce_answers(table))
        _compare(table, claims, source)
    except VerificationError as found:
        difference = found
    fair = None if table is None else table.fair
    answer = _answer(difference, claims["version"], claims["hash"], checks, skipped, fair=fair)
    return answer if difference else msgspec.structs.replace(answer, nonces=nonces)


def read_header(line: bytes) -> ExportHeader:
    """Read the header of an export, with or without the line end; raises VerificationError."""
    line = line.removesuffix(b"\n")
    try:
        header = msgspec.json.decode(line, type=ExportHeader)
    except NOT_JSON as broken:
        raise VerificationError(None, HEADER, f"not the header of a log: {broken}") from broken
    if header.format != FORMAT:
        raise VerificationError(None, HEADER, f"format {header.format!r} is not known here")
    if canonical(header) != line:
        raise VerificationError(None, HEADER, "the header is not in canonical form")
    return header


class _Log:
    """Entries, each with its seed: a fork has the entries of its source before its own."""

    def __init__(self, lines: Iterable[bytes], seed: bytes | None) -> None:
        self._lines = tuple(lines)
        self._read = [_read(seq, line) for seq, line in enumerate(self._lines, 1)]
        commands = [_command(read, line) for read, line in zip(self._read, self._lines)]
        self._seeds = seeds(commands, seed)
        forks = [n for n, command in enumerate(commands) if isinstance(command, ForkGame)]
        self.borrowed: Sequence[bytes | None] = self._seeds[: forks[-1]] if forks else ()

    @property
    def borrowed_is_known(self) -> bool:
        """Whether all borrowed entries can be decided again."""
        return None not in self.borrowed

    def tables(self) -> Iterator[AnyTable]:
        """The table after each entry, until a check fails."""
        table: AnyTable | None = None
        for seq, (line, read, seed) in enumerate(zip(self._lines, self._read, self._seeds), 1):
            if isinstance(read, VerificationError):
                raise read
            _check_place(seq, read[1], table)
            table = _next(*read, table, line, seed)
            yield table


def _next(
    rules: Ruleset, entry: Entry[Any, Any], table: AnyTable | None, line: bytes, seed: bytes | None
) -> AnyTable:
    """The table after one more entry. Without the seed, the entry is applied but not decided again."""
    try:
        if seed is None:
            return follow(rules, table, entry)
        return _redecided(rules, table, entry, line, seed)
    except VerificationError:
        raise
    except Exception as error:  # a forged entry may cause any error in the rules
        reason = f"this cannot have happened: {type(error).__name__} {error}"
        raise VerificationError(entry.seq, "events", reason) from error


def _read(seq: int, line: bytes) -> tuple[Ruleset, Entry[Any, Any]] | VerificationError:
    """An entry and its rules, or the error to raise when this entry is checked."""
    try:
        named = str(opened(line).get("rules"))
        if named not in VERSIONS:
            return VerificationError(seq, "rules", f"rules {named!r} are not known here")
        return VERSIONS[named], codec(VERSIONS[named]).entry(line)
    except CorruptLog as broken:
        return VerificationError(seq, "form", broken.reason)


def _command(read: tuple[Ruleset, Entry[Any, Any]] | VerificationError, line: bytes) -> Command | None:
    """The command of an entry; an unreadable fork counts as a fork without a known seed."""
    if isinstance(read, VerificationError):
        return ForkGame("") if b"fork_game" in line else None
    command: Command = read[1].command
    return command


def _check_place(seq: int, entry: Entry[Any, Any], table: AnyTable | None) -> None:
    """Check that the entry follows the one before it."""
    last, prev, rules = ("", ZERO_HASH, entry.rules) if table is None else (table.at, table.hash, table.rules)
    if entry.seq != seq:
        raise VerificationError(seq, "chain", f"seq is {entry.seq}, not {seq}")
    if entry.prev != prev:
        raise VerificationError(seq, "chain", "prev is not the hash of the entry before")
    if entry.rules != rules:
        raise VerificationError(seq, "rules", f"rules {entry.rules} after {rules}")
    if not _MOMENT.fullmatch(entry.at):
        raise VerificationError(seq, "time", f"{entry.at!r} is no moment")
    if entry.at < last:
        raise VerificationError(seq, "time", f"{entry.at} is before {last}")
    for event in entry.events:
        if isinstance(event, GameCreated):
            _check_given_seed(seq, event)
        elif isinstance(event, GameForked):
            _check_fork(seq, event, table)


def _check_given_seed(seq: int, event: GameCreated[Any]) -> None:
    """Check that a given seed matches the commitment."""
    given = event.options.fixed_seed
    if given is not None and event.commitment != commitment(given):
        raise VerificationError(seq, "commitment", "the commitment is not that of the seed in the options")


def _check_fork(seq: int, event: GameForked[Any], table: AnyTable | None) -> None:
    """Check that a fork names the game and the entry that it follows."""
    found = None if table is None else (table.game, table.version, table.hash)
    if found != (event.source, event.at, event.head):
        raise VerificationError(seq, "chain", "the fork does not name the game and the entry before it")


def _redecided(
    rules: Ruleset, table: AnyTable | None, entry: Entry[Any, Any], line: bytes, seed: bytes
) -> AnyTable:
    """The table after deciding the command again, from the entry's input alone."""
    if (table is None or isinstance(entry.command, ForkGame)) and not _commits(entry, seed):
        raise VerificationError(entry.seq, "commitment", "the commitment is not that of the seed")
    if entry.salt != salt(seed, entry.seq):
        raise VerificationError(entry.seq, "salts", "the salt is not that of the seed")
    given = Input(entry.at, entry.actor, entry.command, entry.meta, entry.command_id)
    made = step(rules, table, given, seed)
    if made.line != line:
        raise VerificationError(entry.seq, "events", _first_difference(made.line, line))
    return made.table


def _commits(entry: Entry[Any, Any], seed: bytes) -> bool:
    made = next(iter(entry.events), None)
    return isinstance(made, GameCreated | GameForked) and made.commitment == commitment(seed)


def _first_difference(expected: bytes, found: bytes) -> str:
    """The first member that differs from what the rules compute, with both values."""
    ours, theirs = msgspec.json.decode(expected), msgspec.json.decode(found)
    for number, (one, other) in enumerate(zip(ours["events"], theirs["events"])):
        if one != other:
            return f"event {number} is {_text(other)}, decided again {_text(one)}"
    if len(ours["events"]) != len(theirs["events"]):
        return f"{len(theirs['events'])} events, decided again {len(ours['events'])}"
    # The hash differs whenever anything else does.
    names = sorted((ours.keys() | theirs) - {"hash"})
    name = next(name for name in names if ours.get(name) != theirs.get(name))
    return f"{name} is {_text(theirs.get(name))}, decided again {_text(ours.get(name))}"


def _text(value: object) -> str:
    return canonical(value).decode()


def _compare(table: AnyTable | None, claims: Mapping[str, Any], source: str) -> None:
    if table is None:
        raise VerificationError(None, source, "there are no entries")
    for name, claimed in claims.items():
        if (found := getattr(table, name)) != claimed:
            raise VerificationError(None, source, f"{name} is {claimed}, by the entries {found}")


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as broken:
        raise VerificationError(None, HEADER, "the seed is not hexadecimal") from broken


def _answer(
    found: VerificationError | None,
    version: int,
    last_hash: str,
    checks: Iterable[str],
    skipped: Iterable[str],
    *,
    fair: bool | None = None,
) -> AuditAnswer:
    if found is not None:
        difference = found.difference
        failed = {name: False if name == difference.check else None for name in checks}
        return AuditAnswer(ok=False, version=version, hash=last_hash, checks=failed, difference=difference)
    held = {name: None if name in skipped else True for name in checks}
    ok = None not in held.values()
    return AuditAnswer(
        ok=ok,
        version=version,
        hash=last_hash,
        checks=held,
        difference=None,
        fair=fair if ok else None,
        verdict=Verdict.OK if ok else Verdict.INCOMPLETE,
    )
