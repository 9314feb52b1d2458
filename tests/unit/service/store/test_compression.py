"""Entries and snapshots in Redis: smaller, and the same bytes again."""

import hashlib
from pathlib import Path

import pytest
import zstandard

import domain
from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.errors import CorruptLog
from domain.kernel.ruleset import Ruleset
from service.engine.loaded_game import tables_after_each_entry
from service.operations.simulate import play
from service.store import GENESIS, Append, Store, keys
from service.store.compression import (
    ENTRIES,
    SNAPSHOTS,
    compressed_entry,
    compressed_snapshot,
    decompressed,
    dictionary_paths,
)

RELEASED = {
    "bonfire/dictionaries/1-entries.zdict": "b33a5971a8fabf3bc150dffbf58de515a9845cc0",
    "bonfire/dictionaries/1-snapshots.zdict": "c884971a1b1798db57872c0556ef97d840788dd8",
    "phoenix/dictionaries/1-entries.zdict": "1f31aa858eb349c36368045d6edab93c3b5299e2",
    "phoenix/dictionaries/1-entries-2.zdict": "1f439f74a070a062f3a1668f8c936b4b6de97501",
    "phoenix/dictionaries/1-snapshots.zdict": "dc8c10525a9b06346255c15a9f6cf8d5bfdaaa06",
    "phoenix/dictionaries/1-snapshots-2.zdict": "35e442c2383b50e474c4d7c366380ca9130357a9",
}
"""What was compressed with a dictionary can be read only with it: these files never change."""

GAMES = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def _log(rules: Ruleset) -> list[bytes]:
    return play(rules, ["random"] * min(rules.catalogue.players, key=lambda n: abs(n - 2)), 7).lines


@GAMES
def test_whole_log_takes_less_than_half_and_comes_back(rules: Ruleset) -> None:
    lines = _log(rules)
    stored = [compressed_entry(line) for line in lines]
    assert [decompressed(each) for each in stored] == lines
    assert 2 * sum(map(len, stored)) < sum(map(len, lines))


@GAMES
def test_snapshots_take_less_than_a_fifth_and_come_back(rules: Ruleset) -> None:
    tables = list(tables_after_each_entry(rules, _log(rules)))
    states = [codec(rules).snapshot(table) for table in tables[::16]]
    stored = [compressed_snapshot(state) for state in states]
    assert [decompressed(each) for each in stored] == states
    assert 5 * sum(map(len, stored)) < sum(map(len, states))


@GAMES
def test_frames_name_the_newest_dictionary_of_their_own_rules(rules: Ruleset) -> None:
    line = _log(rules)[0]
    newest = zstandard.ZstdCompressionDict(dictionary_paths(rules, ENTRIES)[-1].read_bytes())
    assert zstandard.get_frame_parameters(compressed_entry(line)).dict_id == newest.dict_id()


@GAMES
def test_frames_of_every_dictionary_can_be_read(rules: Ruleset) -> None:
    line = _log(rules)[0]
    for path in dictionary_paths(rules, ENTRIES):
        older = zstandard.ZstdCompressionDict(path.read_bytes())
        assert decompressed(zstandard.ZstdCompressor(dict_data=older).compress(line)) == line


def test_dictionaries_have_different_numbers() -> None:
    kinds = (ENTRIES, SNAPSHOTS)
    paths = [path for rules in RULESETS.values() for kind in kinds for path in dictionary_paths(rules, kind)]
    numbers = [zstandard.ZstdCompressionDict(path.read_bytes()).dict_id() for path in paths]
    assert len(set(numbers)) == len(paths)


def test_dictionaries_are_the_released_ones() -> None:
    root = Path(domain.__file__).parent
    found = {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()[:40]
        for path in root.rglob("*.zdict")
    }
    assert found == RELEASED


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"e" * 600, b'{"rules":"unheard_of/1"}' * 20, b'{"hash":"' + b"0" * 64 + b'","meta":{}}'],
    ids=["empty", "short", "no entry", "other rules", "a wrong hash"],
)
def test_other_bytes_come_back_too(line: bytes) -> None:
    assert decompressed(compressed_entry(line)) == line
    assert decompressed(compressed_snapshot(line)) == line


def test_bytes_stored_before_compression_are_read_as_they_are() -> None:
    line = _log(next(iter(RULESETS.values())))[0]
    assert decompressed(line) == line


def test_unknown_dictionary_is_a_corrupt_log() -> None:
    samples: list[bytes | bytearray | memoryview] = [b"sample %d of some text" % n * 9 for n in range(500)]
    other = zstandard.train_dictionary(1024, samples, dict_id=40_000)
    frame = zstandard.ZstdCompressor(dict_data=other).compress(b"sample 3 of some text" * 4)
    with pytest.raises(CorruptLog, match="40000"):
        decompressed(frame)


def test_damaged_frame_is_a_corrupt_log() -> None:
    stored = compressed_entry(_log(next(iter(RULESETS.values())))[0])
    for damaged in (stored[:5], stored[:-3]):
        with pytest.raises(CorruptLog):
            decompressed(damaged)


async def test_log_may_have_both_kinds_of_entries(store: Store, game: str) -> None:
    lines = _log(next(iter(RULESETS.values())))[:3]
    after = GENESIS
    for seq, line in enumerate(lines):
        entry_hash = hashlib.sha256(line).hexdigest()
        await store.append(
            Append(game=game, after_seq=seq, after_hash=after, entry=line, hash=entry_hash, status="active")
        )
        after = entry_hash
    await store.connection.call("DEL", keys.log(game))
    for seq, line in enumerate(lines, 1):
        stored = line if seq == 2 else compressed_entry(line)
        await store.connection.call("XADD", keys.log(game), f"{seq}-0", "entry", stored, "hash", "")
    assert await store.log.entries(game) == lines
    loaded = await store.log.load(game)
    assert loaded is not None
    assert loaded.entries == lines
