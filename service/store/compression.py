"""Entries and snapshots as Redis keeps them: zstd frames, with a dictionary of their rules if there is one.

Everything else (older entries and snapshots, and those that would not get smaller) is kept as it is. Such
bytes never begin like a frame: an entry begins with a brace, a snapshot with the name of its rules. Hashes
are those of the canonical bytes; the entry's own is left out and computed again by the reader, and the next
entry or the head proves it. A frame names its dictionary by a number, so a log can be read as long as
the dictionaries are here; they are files in the game's package and never change.
"""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import zstandard

from domain.games import VERSIONS
from domain.kernel.errors import CorruptLog
from domain.kernel.ruleset import Ruleset

ENTRIES: Final = "entries"
SNAPSHOTS: Final = "snapshots"
_KINDS: Final = (ENTRIES, SNAPSHOTS)
_MAGIC: Final = zstandard.FRAME_HEADER
_LEVEL: Final = 3
_LOG_LEVEL: Final = 19
_RULES: Final = b'"rules":"'
_META: Final = b',"meta":'
_HASH: Final = b',"hash":"%b"'
_HASH_LENGTH: Final = len(_HASH % (b"0" * 64))
_NO_HASH: Final = b"\x01"
_LARGEST: Final = 64 * 2**20


def dictionary_paths(rules: Ruleset, kind: str) -> list[Path]:
    """The dictionaries of a version of the rules, oldest first; the newest compresses, all decompress."""
    first = first_dictionary_path(rules, kind)
    return [path for path in (first, *sorted(first.parent.glob(f"{first.stem}-*.zdict"))) if path.exists()]


def first_dictionary_path(rules: Ruleset, kind: str) -> Path:
    """The path of the first dictionary, in the package that defines the ruleset; later ones are numbered."""
    spec = find_spec(type(rules).__module__)
    assert spec is not None
    assert spec.origin is not None
    number = rules.rules.partition("/")[2]
    return Path(spec.origin).parent / "dictionaries" / f"{number}-{kind}.zdict"


def compressed_entry(line: bytes) -> bytes:
    """An entry for storage. Its member `rules` stands near its end, as members are sorted."""
    at = line.rfind(_RULES) + len(_RULES)
    rules = line[at : line.find(b'"', at)].decode(errors="replace")
    made = _compressed(_without_hash(line), rules, ENTRIES)
    return made if len(made) < len(line) else line


def compressed_snapshot(state: bytes) -> bytes:
    """A snapshot for storage; it begins with the name of its rules. An empty one stays empty."""
    if not state:
        return state
    rules = state[: max(0, state.find(b" "))].decode(errors="replace")
    made = _compressed(state, rules, SNAPSHOTS)
    return made if len(made) < len(state) else state


def decompressed(stored: bytes) -> bytes:
    """The bytes of an entry or a snapshot, compressed or not; raises CorruptLog."""
    if not stored.startswith(_MAGIC):
        return stored
    try:
        found = _decompressed(stored)
        return _with_hash(found[1:]) if found.startswith(_NO_HASH) else found
    except zstandard.ZstdError as broken:
        raise CorruptLog(f"a compressed entry cannot be read: {broken}") from broken


def compressed_log(content: bytes, rules: str) -> bytes:
    """A whole log for the archive, which is written once and kept for ever; it has a checksum."""
    dictionary = _dictionary(rules, ENTRIES, _LOG_LEVEL) if rules in VERSIONS else None
    return zstandard.ZstdCompressor(_LOG_LEVEL, dict_data=dictionary, write_checksum=True).compress(content)


def decompressed_log(stored: bytes) -> bytes:
    """The content of a file of the archive; raises CorruptLog."""
    try:
        return _decompressed(stored)
    except zstandard.ZstdError as broken:
        raise CorruptLog(f"it cannot be decompressed: {broken}") from broken


def decompressed_snapshot(stored: bytes) -> bytes:
    """The bytes of a snapshot. One that cannot be read stays as it is: readers ignore it and use the log."""
    try:
        return decompressed(stored)
    except CorruptLog:
        return stored


def _without_hash(line: bytes) -> bytes:
    """The entry without its own hash, which follows from the rest and cannot be compressed; marked."""
    meta = line.rfind(_META)
    rest = line[: max(0, meta - _HASH_LENGTH)] + line[meta:]
    return _NO_HASH + rest if _with_hash(rest) == line else line


def _with_hash(rest: bytes) -> bytes:
    """The entry with its hash. After `meta` no text can contain the name of this member with its quotes."""
    meta = rest.rfind(_META)
    return rest[:meta] + _HASH % hashlib.sha256(rest).hexdigest().encode() + rest[meta:]


class _Contexts:
    """Compressors and decompressors, each built once. Only one thread may use them at a time."""

    def __init__(self) -> None:
        self._compressors: dict[tuple[str, str], zstandard.ZstdCompressor] = {}
        self._decompressors: dict[int, zstandard.ZstdDecompressor] = {}

    def compressor(self, rules: str, kind: str) -> zstandard.ZstdCompressor:
        """The compressor for a version of the rules; without a dictionary if it has none."""
        if (rules, kind) not in self._compressors:
            found = _dictionary(rules, kind) if rules else None
            self._compressors[rules, kind] = zstandard.ZstdCompressor(_LEVEL, dict_data=found)
        return self._compressors[rules, kind]

    def decompressor(self, number: int) -> zstandard.ZstdDecompressor:
        """The decompressor for the dictionary with this number; 0: without a dictionary."""
        if number not in self._decompressors:
            found = _numbered(number) if number else None
            self._decompressors[number] = zstandard.ZstdDecompressor(dict_data=found)
        return self._decompressors[number]


_idle: list[_Contexts] = []
"""Contexts that nobody uses now: taking one and giving it back are atomic."""


def _taken() -> _Contexts:
    try:
        return _idle.pop()
    except IndexError:
        return _Contexts()


def _compressed(raw: bytes, rules: str, kind: str) -> bytes:
    contexts = _taken()
    try:
        return contexts.compressor(rules if rules in VERSIONS else "", kind).compress(raw)
    finally:
        _idle.append(contexts)


def _decompressed(frame: bytes) -> bytes:
    contexts = _taken()
    try:
        number = zstandard.get_frame_parameters(frame).dict_id
        return contexts.decompressor(number).decompress(frame, max_output_size=_LARGEST)
    finally:
        _idle.append(contexts)


@cache
def _dictionary(rules: str, kind: str, level: int = _LEVEL) -> zstandard.ZstdCompressionDict | None:
    """The newest dictionary of a version of the rules, prepared for a level."""
    for path in dictionary_paths(VERSIONS[rules], kind)[-1:]:
        found = _read(path)
        found.precompute_compress(level=level)
        return found
    return None


def _read(path: Path) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(path.read_bytes(), dict_type=zstandard.DICT_TYPE_FULLDICT)


def _numbered(number: int) -> zstandard.ZstdCompressionDict:
    """The dictionary with this number, of any registered rules."""
    for rules in VERSIONS.values():
        for kind in _KINDS:
            for found in map(_read, dictionary_paths(rules, kind)):
                if found.dict_id() == number:
                    return found
    raise CorruptLog(f"compressed with dictionary {number}, which no registered game has")
