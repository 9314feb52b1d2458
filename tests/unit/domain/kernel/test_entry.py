"""The canonical form, the hash chain, and lines that are refused."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.entry import ZERO_HASH, Entry, Meta, canonical, opened, seal
from domain.kernel.errors import CorruptLog
from tests.support.record import Record
from tests.support.toy import TOY, Add

LARGEST = 2**53 - 1
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner, max_size=4)
    ),
    max_leaves=12,
)


def dumped(value: object) -> bytes:
    """The canonical form as written by `json.dumps`, as documented."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def a_line(**changes: Any) -> dict[str, Any]:
    _, line = seal(
        Entry(1, "2026-01-01T00:00:00.000Z", "p_1", None, Add(2), (), "toy/1", Meta("e"), "0" * 64, ZERO_HASH)
    )
    return {**json.loads(line), **changes}


def signed(members: dict[str, Any]) -> bytes:
    """A line whose hash fits, whatever else it holds."""
    body = {name: value for name, value in members.items() if name != "hash"}
    return dumped({**body, "hash": hashlib.sha256(dumped(body)).hexdigest()})


@given(PLAIN)
def test_the_canonical_form_equals_sorted_compact_json_dumps(value: object) -> None:
    assert canonical(value) == dumped(value)


def test_characters_are_escaped_as_in_the_log_format() -> None:
    assert canonical({"ü": 1, "b": '"\\\b\f\n\r\t\x00\x1f\x7fé/\u2028'}) == (
        b'{"b":"\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\x7f'
        + "é/\u2028".encode()
        + b'","'
        + "ü".encode()
        + b'":1}'
    )


def test_the_hash_covers_every_member_but_itself() -> None:
    entry: Entry[Any, Any]
    entry, line = seal(
        Entry(7, "2026-01-01T00:00:00.000Z", "p_1", "id", Add(2), (), "toy/1", Meta("e"), "5a", ZERO_HASH)
    )
    members = json.loads(line)
    assert members.pop("hash") == entry.hash == hashlib.sha256(dumped(members)).hexdigest()
    assert line == dumped({**members, "hash": entry.hash})


def test_a_whole_line_matches_the_documented_vector() -> None:
    _, line = seal(
        Entry(1, "2026-01-01T00:00:00.000Z", "p_1", None, Add(2), (), "toy/1", Meta("e"), "0" * 64, ZERO_HASH)
    )
    assert line == (
        b'{"actor":"p_1","at":"2026-01-01T00:00:00.000Z","command":{"n":2,"type":"add"},"command_id":null,"events":[],'
        b'"hash":"74abe2f42615b7d044317d61623adc6088c3058e1ed544fc17cb8d302ec64f04","meta":{"bot":null,"engine":"e",'
        b'"job":null,"request":null},"prev":"'
        + b"0" * 64
        + b'","rules":"toy/1","salt":"'
        + b"0" * 64
        + b'","seq":1}'
    )


def test_every_entry_contains_the_previous_hash() -> None:
    record = Record(TOY).started()
    record.does(0, Add(1))
    assert record.entries[0].prev == ZERO_HASH
    for before, after in zip(record.entries, record.entries[1:]):
        assert after.prev == before.hash
        assert after.seq == before.seq + 1
    assert record.table.hash == record.entries[-1].hash


def test_a_sealed_line_can_be_opened() -> None:
    for line in Record(TOY).started().lines:
        assert canonical(opened(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff",
        b'{"a":"\xff"}',
        b'{"a":"\\ud800"}',
        b"[" * 5000,
        b'{"a":' * 5000,
    ],
)
def test_a_line_that_is_not_an_object_is_refused(line: bytes) -> None:
    with pytest.raises(CorruptLog):
        opened(line)


def spaced(members: dict[str, Any]) -> bytes:
    return json.dumps(members, sort_keys=True, ensure_ascii=False).encode()


def unsorted(members: dict[str, Any]) -> bytes:
    backwards = dict(sorted(members.items(), reverse=True))
    return json.dumps(backwards, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "line",
    [
        spaced(json.loads(signed(a_line()))),
        unsorted(json.loads(signed(a_line()))),
        signed(a_line()) + b"\n",
        b" " + signed(a_line()),
        signed(a_line()).replace(b'"seq":1', b'"seq":1,"seq":1'),
        signed(a_line()).replace(b'"seq":1', b'"seq":1.0'),
        signed(a_line()).replace(b'"seq":1', b'"seq":1e0'),
        signed(a_line()).replace(b'"seq":1', b'"seq":-0'),
        signed(a_line()).replace(b'"p_1"', b'"\\u0070_1"'),
        signed(a_line(actor="a/b")).replace(b"a/b", b"a\\/b"),
        signed(a_line(actor="\x1f")).replace(b"\\u001f", b"\\u001F"),
        signed(a_line(seq=1.5)),
        signed(a_line(seq=2**53)),
        signed(a_line(seq=-(2**53))),
        signed(a_line(seq=10**30)),
        signed(a_line(ä=1)),
    ],
)
def test_a_line_that_is_not_canonical_is_refused(line: bytes) -> None:
    with pytest.raises(CorruptLog, match="canonical"):
        opened(line)


@pytest.mark.parametrize(
    "changes",
    [{"seq": 2}, {"prev": "1" * 64}, {"salt": "1" * 64}, {"hash": "1" * 64}, {"hash": None}, {"x": 1}],
)
def test_a_changed_line_no_longer_matches_its_hash(changes: dict[str, Any]) -> None:
    with pytest.raises(CorruptLog, match="hash"):
        opened(dumped(a_line(**changes)))


def test_the_refusal_names_the_entry() -> None:
    with pytest.raises(CorruptLog, match="entry 12") as refused:
        opened(dumped(a_line(seq=12)))
    assert refused.value.seq == 12
