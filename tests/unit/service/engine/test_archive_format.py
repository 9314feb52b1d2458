"""A file of the archive gives back every byte of the export, and is small."""

import msgspec
import pytest
import zstandard

from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.entry import ZERO_HASH, canonical, seal
from domain.kernel.errors import CorruptLog
from domain.kernel.ruleset import Ruleset
from service.engine.archive_format import packed, unpacked
from service.engine.loaded_game import tables_after_each_entry
from service.engine.log_verification import ExportHeader
from service.operations.simulate import play

GAMES = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def exported(rules: Ruleset, players: int = 2) -> list[bytes]:
    lines = play(rules, ["random"] * players, 7, players).lines
    *_, table = tables_after_each_entry(rules, lines)
    return [ExportHeader.of(table).line(), *(line + b"\n" for line in lines)]


def changed(rules: Ruleset, lines: list[bytes], **members: object) -> list[bytes]:
    """The same log with other ids, hashed anew."""
    prev, made = ZERO_HASH, list[bytes]()
    for line in lines[1:]:
        entry = codec(rules).entry(line)
        new, text = seal(msgspec.structs.replace(entry, prev=prev, hash="", **members))
        prev = new.hash
        made.append(text + b"\n")
    header = msgspec.json.decode(lines[0]) | {"hash": prev}
    return [canonical(header) + b"\n", *made]


@GAMES
def test_every_byte_of_a_log_comes_back(rules: Ruleset) -> None:
    lines = exported(rules)
    assert unpacked(packed(lines)) == lines


@GAMES
def test_file_takes_a_tenth_of_the_log(rules: Ruleset) -> None:
    lines = exported(rules)
    assert 10 * len(packed(lines)) < len(b"".join(lines))


@pytest.mark.parametrize(
    "command_id", [None, "ab" * 32, "AB" * 16, "a", "0123456789abcdef", "no id: é", "a" * 33]
)
def test_ids_of_every_form_come_back(command_id: str | None) -> None:
    rules = next(iter(RULESETS.values()))
    lines = changed(rules, exported(rules), command_id=command_id)
    assert unpacked(packed(lines)) == lines


def test_salts_that_do_not_follow_from_the_seed_come_back() -> None:
    rules = next(iter(RULESETS.values()))
    lines = exported(rules)
    sealed = [canonical(msgspec.json.decode(lines[0]) | {"seed": None}) + b"\n", *lines[1:]]
    assert unpacked(packed(sealed)) == sealed
    other = changed(rules, lines, salt="5" * 64)
    assert unpacked(packed(other)) == other


def test_exported_log_that_was_only_compressed_is_read_too() -> None:
    lines = exported(next(iter(RULESETS.values())))
    assert unpacked(zstandard.ZstdCompressor().compress(b"".join(lines))) == lines


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"format":"emberlog-archive/2"}\n', b"\xff\n"])
def test_other_content_is_a_corrupt_log(content: bytes) -> None:
    with pytest.raises(CorruptLog):
        unpacked(zstandard.ZstdCompressor().compress(content))


def test_damaged_file_is_a_corrupt_log() -> None:
    file = packed(exported(next(iter(RULESETS.values()))))
    for damaged in (b"", file[:40], file[:-1], file[:-4] + b"\0\0\0\0"):
        with pytest.raises(CorruptLog):
            unpacked(damaged)
