"""Golden logs: whole games that are recorded once and decided again in every test run.

    python -m tests.support.golden make            writes all of them, always the same
    python -m tests.support.golden make solo-03    writes only these
    python -m tests.support.golden check 2p-01     decides these again and compares every byte

A log is the file that an export gives: a header and one entry a line. `at("3p-01", 212)` is the table after
entry 212.
"""

import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from domain.games import version
from domain.kernel.codec import codec
from domain.kernel.dice import Dice
from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.fork import seeds
from domain.kernel.game import Input, TakeTurn, step
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from service.engine.log_verification import ExportHeader
from tests.support import golden_basilisk, golden_bonfire, golden_phoenix
from tests.support.record import Record

GAMES: Mapping[str, Callable[[], Record]] = {
    **golden_bonfire.GAMES,
    **golden_phoenix.GAMES,
    **golden_basilisk.GAMES,
}
PERFT_POSITIONS = (
    *golden_bonfire.PERFT_POSITIONS,
    *golden_phoenix.PERFT_POSITIONS,
    *golden_basilisk.PERFT_POSITIONS,
)
LOGS = Path(__file__).parents[1] / "golden"
PERFT = LOGS / "perft.json"
DEPTH = 3
_SUFFIX = ".ndjson.gz"


def names() -> list[str]:
    """The logs that are there."""
    return sorted(path.name.removesuffix(_SUFFIX) for path in LOGS.glob(f"*{_SUFFIX}"))


def lines(name: str) -> list[bytes]:
    """The header of a log and its entries."""
    return gzip.decompress((LOGS / f"{name}{_SUFFIX}").read_bytes()).splitlines()


@cache
def rules_of(name: str) -> Ruleset:
    """The rules of a log, by its header."""
    return version(json.loads(lines(name)[0])["rules"])


@cache
def start(name: str) -> AnyTable:
    """The table of a log when its game has started, with its options and seats."""
    table: AnyTable | None = None
    rules = rules_of(name)
    for line in lines(name)[1:]:
        table = follow(rules, table, codec(rules).entry(line))
        if table.status is not Status.LOBBY:
            break
    assert table is not None
    return table


@cache
def entries(name: str) -> Sequence[Entry[Any, Any]]:
    """The entries of a log."""
    return [codec(rules_of(name)).entry(line) for line in lines(name)[1:]]


def at(name: str, seq: int) -> AnyTable:
    """The table of a recorded game after an entry."""
    table: AnyTable | None = None
    rules = rules_of(name)
    for entry in entries(name)[:seq]:
        table = follow(rules, table, entry)
    assert table is not None
    return table


def replayed(name: str) -> Iterator[tuple[bytes, bytes]]:
    """Each recorded line beside the one that its input is decided to now."""
    header, *recorded_lines = lines(name)
    seed, rules = bytes.fromhex(json.loads(header)["seed"]), rules_of(name)
    table: AnyTable | None = None
    proven = [codec(rules).proven_entry(line) for line in recorded_lines]
    own_seeds = seeds([entry.command for entry in proven], seed)
    for line, entry, own in zip(recorded_lines, proven, own_seeds):
        assert own is not None
        given = Input(entry.at, entry.actor, entry.command, entry.meta, entry.command_id)
        done = step(rules, table, given, own)
        yield line, done.line
        table = done.table


def make(*wanted: str) -> None:
    """Write logs, and the table of continuations from positions in them."""
    LOGS.mkdir(exist_ok=True)
    for name in wanted or GAMES:
        record = GAMES[name]()
        file = ExportHeader.of(record.table).line() + b"".join(line + b"\n" for line in record.lines)
        (LOGS / f"{name}{_SUFFIX}").write_bytes(gzip.compress(file, mtime=0))
        sys.stdout.write(f"{name}: {len(record.lines)} entries\n")
    table = {f"{name}@{seq}": perft(rules_of(name), at(name, seq).state) for name, seq in PERFT_POSITIONS}
    PERFT.write_text(json.dumps(table, indent=1) + "\n")


def perft(rules: Ruleset, state: Any) -> list[int]:
    """How many different positions one, two and three moves lead to."""
    reached = {state}
    counts = []
    for depth in range(1, DEPTH + 1):
        dice = Dice(b"perft", depth)
        reached = {after for before in reached for after in _continuations(rules, before, dice)}
        counts.append(len(reached))
    return counts


def _continuations(rules: Ruleset, state: Any, dice: Dice) -> Iterator[Any]:
    due = rules.actor(state)
    moves = [TakeTurn()] if due.automa is not None else rules.legal(state, due.seats[0]) if due.seats else []
    for move in moves:
        after = state
        for event in rules.decide(state, due.automa or due.seats[0], move, dice):
            after = rules.evolve(after, event)
        yield after


def check(*wanted: str) -> None:
    """Decide logs again and compare."""
    for name in wanted or names():
        for number, (line, again) in enumerate(replayed(name), start=1):
            if line != again:
                raise SystemExit(f"{name}: entry {number} differs\n{line.decode()}\n{again.decode()}")
        sys.stdout.write(f"{name}: the same\n")


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](*sys.argv[2:])
