"""Train the zstd dictionaries of a game from games that bots play: `python -m tools.train_dictionaries NAME`.

There are two for each version of the rules, one for entries and one for snapshots. They lie in the game's
package, because they contain pieces of its entries. A dictionary is never changed: what was compressed with
it can be read only with it. So this writes only new files. `--again` writes further ones beside those that
exist, and they are used from then on; do this when a game has got entries that the old ones do not know. Bots
play with the default options; recorded games cover every mode: `--logs tests/golden`.
"""

import argparse
import gzip
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import zstandard

from domain.games import RULESETS, version
from domain.kernel.codec import codec
from domain.kernel.entry import seal
from domain.kernel.errors import Rejected
from domain.kernel.ruleset import Ruleset
from service.engine.loaded_game import named_rules, tables_after_each_entry
from service.operations.simulate import play
from service.store import snapshots
from service.store.append import seen_field
from service.store.compression import ENTRIES, SNAPSHOTS, dictionary_paths, first_dictionary_path

SIZES = {ENTRIES: 48 * 1024, SNAPSHOTS: 64 * 1024}
_LEVEL = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write both dictionaries of the newest rules of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=sorted(RULESETS))
    parser.add_argument("--games", type=int, default=8, help="games to play for each number of players")
    parser.add_argument("--logs", type=Path, help="take exported logs (also .gz) in this directory instead")
    parser.add_argument("--again", action="store_true", help="train further dictionaries if there are some")
    chosen = parser.parse_args(arguments)
    rules = RULESETS[chosen.ruleset]
    logs = list(_exported(rules, chosen.logs) if chosen.logs else _played(rules, chosen.games))
    samples: dict[str, list[bytes | bytearray | memoryview]] = {
        ENTRIES: [_as_sent(line) for log in logs for line in log],
        SNAPSHOTS: [state for log in logs for state in _states(log)],
    }
    for kind, size in SIZES.items():
        path, existing = first_dictionary_path(rules, kind), dictionary_paths(rules, kind)
        if existing and not chosen.again:
            print(f"{existing[-1]} exists and stays as it is")
            continue
        if existing:
            path = path.with_stem(f"{path.stem}-{len(existing) + 1}")
        trained = zstandard.train_dictionary(size, samples[kind], level=_LEVEL, dict_id=_number(path))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(trained.as_bytes())
        print(f"{path}: {len(trained)} bytes from {len(samples[kind])} samples, id {trained.dict_id()}")
    return 0


def _played(rules: Ruleset, games: int) -> Iterator[list[bytes]]:
    """The logs of games that all kinds of bots play, for every number of players."""
    bots = [bot for bot in rules.bots if bot != "pass"]
    for players in _numbers_of_players(rules):
        for number in range(games):
            seats = [bots[(number + seat) % len(bots)] for seat in range(players)]
            yield play(rules, seats, number, players).lines


def _numbers_of_players(rules: Ruleset) -> Iterator[int]:
    """The numbers of players for whom the default options are allowed."""
    for players in sorted(rules.catalogue.players):
        with suppress(Rejected):
            rules.check(rules.options(), players)
            yield players


def _exported(rules: Ruleset, directory: Path) -> Iterator[list[bytes]]:
    """The logs of these rules in a directory."""
    for path in sorted([*directory.rglob("*.ndjson"), *directory.rglob("*.ndjson.gz")]):
        content = path.read_bytes()
        lines = (gzip.decompress(content) if path.suffix == ".gz" else content).splitlines()[1:]
        if lines and named_rules(lines[0]).rules == rules.rules:
            yield lines


def _as_sent(line: bytes) -> bytes:
    """A bot's entry with what a player's entry has besides: the ids of the request and of the command."""
    entry = codec(named_rules(line)).entry(line)
    digest = hashlib.sha256(line).hexdigest()
    meta = msgspec.structs.replace(entry.meta, request=digest[-16:], bot=None)
    return seal(msgspec.structs.replace(entry, command_id=seen_field(digest), meta=meta, hash=""))[1]


def _states(log: Sequence[bytes]) -> Iterator[bytes]:
    rules = named_rules(log[0])
    for table in tables_after_each_entry(rules, log):
        if snapshots.due(table.version):
            yield codec(version(rules.rules)).snapshot(table)


def _number(path: Path) -> int:
    """An id in the range that zstd leaves to everybody, derived from the file's name and game."""
    digest = hashlib.sha256(f"{path.parent.parent.name}/{path.name}".encode()).digest()
    return 2**15 + int.from_bytes(digest[:4], "big") % (2**31 - 2**15)


if __name__ == "__main__":
    raise SystemExit(main())
