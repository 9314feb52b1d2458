"""What a log proves, and how every change to it is found, also by somebody who hashes it all anew."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bonfire.ruleset import BONFIRE
from domain.kernel.entry import canonical
from domain.kernel.fold import due
from domain.kernel.game import Resign, ScoreGame
from schema.answers import Verdict
from service.engine.log_verification import BY_SEED, CHECKS, ExportHeader, verify_export
from tests.support.record import Record

Change = Callable[[list[bytes]], list[bytes]]


def a_game(*, finished: bool) -> Record:
    record = Record(BONFIRE, game="g_01k00000000000000000000000").started()
    for _ in range(6):
        (seat,) = due(BONFIRE, record.table).seats
        record.does(seat, record.rules.legal(record.table.state, seat)[0])
    if finished:
        record.does(0, Resign())
        record.does(1, Resign())
        record.does("scorer", ScoreGame())
    return record


def exported(record: Record) -> list[bytes]:
    return [ExportHeader.of(record.table).line(), *(line + b"\n" for line in record.lines)]


@pytest.fixture(scope="module")
def export() -> list[bytes]:
    return exported(a_game(finished=True))


def rehashed(
    lines: Sequence[bytes],
    seq: int,
    change: Callable[[dict[str, Any]], Any],
    *,
    follow_forks: bool = False,
) -> list[bytes]:
    """The log of a forger: one entry is changed, and from there on everything is hashed anew.

    A fork after it names the new head.
    """
    told = [msgspec.json.decode(line) for line in lines]
    change(told[seq])
    for number, entry in enumerate(told[1:], 1):
        body = {**entry, "prev": told[number - 1]["hash"] if number > 1 else entry["prev"]}
        if follow_forks and number > seq and entry["command"]["type"] == "fork_game":
            body["events"][0]["head"] = body["prev"]
        del body["hash"]
        told[number] = {**body, "hash": hashlib.sha256(canonical(body)).hexdigest()}
    told[0]["hash"] = told[-1]["hash"]
    return [canonical(entry) + b"\n" for entry in told]


def test_a_finished_game_is_proved_by_its_log(export: list[bytes]) -> None:
    verdict = verify_export(export)
    assert (verdict.ok, verdict.verdict, verdict.fair) == (True, Verdict.OK, True)
    assert verdict.version == len(export) - 1
    assert verdict.checks == dict.fromkeys((*CHECKS, "header"), True)
    assert verdict.difference is None


def test_without_its_seed_the_verdict_on_a_living_game_is_incomplete() -> None:
    verdict = verify_export(exported(a_game(finished=False)))
    assert (verdict.ok, verdict.verdict, verdict.fair) == (False, Verdict.INCOMPLETE, None)
    assert verdict.difference is None
    assert {name for name, held in verdict.checks.items() if held is None} == set(BY_SEED)


def test_a_cut_and_resealed_log_without_seed_is_never_said_to_be_proved(export: list[bytes]) -> None:
    def other_tile(entry: dict[str, Any]) -> None:
        entry["meta"]["engine"] = "forged"

    header = msgspec.json.decode(export[0])
    for length in range(2, len(export)):
        cut = rehashed(export[:length], length - 1, other_tile)
        last = msgspec.json.decode(cut[-1])
        cut[0] = canonical({**header, "seed": None, "version": length - 1, "hash": last["hash"]}) + b"\n"
        verdict = verify_export(cut)
        assert (verdict.ok, verdict.verdict, verdict.fair) == (False, Verdict.INCOMPLETE, None)


@pytest.mark.parametrize(
    "header",
    [
        lambda line: line.replace(b'{"', b'{"seed":null,"', 1),
        lambda line: line.replace(b'"game":', b'"game":"g_other","game":', 1),
        lambda line: line.replace(b":", b": ", 1),
        lambda line: b" " + line,
        lambda line: line.replace(b"\n", b"\r\n"),
        lambda line: line.replace(b"\n", b" \n"),
        lambda line: line.replace(b"{", b'{"more":1,', 1),
        lambda line: msgspec.json.encode(dict(reversed(msgspec.json.decode(line).items()))) + b"\n",
        *(
            lambda line, name=name: (
                canonical(
                    {other: value for other, value in msgspec.json.decode(line).items() if other != name}
                )
                + b"\n"
            )
            for name in ExportHeader.__struct_fields__
        ),
    ],
)
def test_a_header_in_any_other_form_is_refused(export: list[bytes], header: Callable[[bytes], bytes]) -> None:
    changed = header(export[0])
    assert changed != export[0]
    verdict = verify_export([changed, *export[1:]])
    assert verdict.verdict is Verdict.FAILED
    assert verdict.difference is not None
    assert verdict.difference.check == "header"


def flip(lines: list[bytes]) -> list[bytes]:
    return [*lines[:5], lines[5].replace(b"seat:", b"seat;", 1), *lines[6:]]


def drop(lines: list[bytes]) -> list[bytes]:
    return [*lines[:5], *lines[6:]]


def drop_last(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def swap(lines: list[bytes]) -> list[bytes]:
    return [*lines[:5], lines[6], lines[5], *lines[7:]]


def twice(lines: list[bytes]) -> list[bytes]:
    return [*lines[:6], lines[5], *lines[6:]]


def spaced(lines: list[bytes]) -> list[bytes]:
    return [*lines[:5], msgspec.json.format(lines[5], indent=0) + b" \n", *lines[6:]]


def unsorted(lines: list[bytes]) -> list[bytes]:
    members = msgspec.json.decode(lines[5])
    return [*lines[:5], msgspec.json.encode(dict(reversed(members.items()))) + b"\n", *lines[6:]]


def foreign(lines: list[bytes]) -> list[bytes]:
    return [*lines[:5], b"a line of something else\n", *lines[6:]]


@pytest.mark.parametrize(
    "change,check,seq",
    [
        (flip, "form", 5),
        (drop, "chain", 5),
        (drop_last, "header", None),
        (swap, "chain", 5),
        (twice, "chain", 6),
        (spaced, "form", 5),
        (unsorted, "form", 5),
        (foreign, "form", 5),
    ],
)
def test_the_first_difference_is_named(
    export: list[bytes], change: Change, check: str, seq: int | None
) -> None:
    verdict = verify_export(change(export))
    assert verdict.difference is not None
    assert (verdict.ok, verdict.difference.check, verdict.difference.seq) == (False, check, seq)
    assert verdict.checks[check] is False
    assert not any(verdict.checks.values())


@pytest.mark.parametrize(
    "seq,change,check",
    [
        (1, lambda entry: entry["events"][0].update(commitment="0" * 64), "commitment"),
        (1, lambda entry: entry["events"].clear(), "commitment"),
        (2, lambda entry: entry["events"][0].update(player="p_else"), "events"),
        (3, lambda entry: entry["events"][0].update(unknown=True), "events"),
        (4, lambda entry: entry["events"].append(entry["events"][0]), "events"),
        (4, lambda entry: entry.update(actor="seat:7"), "events"),
        (4, lambda entry: entry.update(at="2020-01-01T00:00:00.000Z"), "time"),
        (4, lambda entry: entry.update(at="yesterday"), "time"),
        (4, lambda entry: entry.update(salt="0" * 64), "salts"),
        (4, lambda entry: entry.update(rules="bonfire/0"), "rules"),
        (4, lambda entry: entry.update(rules=["bonfire/1"]), "rules"),
        (4, lambda entry: entry.update(seq=7), "chain"),
        (4, lambda entry: entry.update(command={"type": "win"}), "form"),
        (4, lambda entry: entry.update(more=1), "form"),
    ],
)
def test_a_forger_who_hashes_everything_anew_is_found_too(
    export: list[bytes], seq: int, change: Callable[[dict[str, Any]], Any], check: str
) -> None:
    verdict = verify_export(rehashed(export, seq, change))
    assert verdict.difference is not None
    assert (verdict.difference.check, verdict.difference.seq) == (check, seq)


def test_the_difference_says_what_was_decided_again(export: list[bytes]) -> None:
    forged = rehashed(export, 2, lambda entry: entry["events"][0].update(player="p_else"))
    difference = verify_export(forged).difference
    assert difference is not None
    assert "p_else" in difference.reason
    assert "decided again" in difference.reason
    assert "p_1" in difference.reason


def test_the_difference_names_what_was_added_and_not_the_hash_that_follows_from_it(
    export: list[bytes],
) -> None:
    difference = verify_export(rehashed(export, 5, lambda entry: entry["meta"].update(extra=1))).difference
    assert difference is not None
    assert (difference.seq, difference.check) == (5, "events")
    assert difference.reason.startswith('meta is {"bot":null,"engine":"emberlog/test","extra":1,')


def test_an_entry_that_is_right_in_itself_must_follow_the_one_before(export: list[bytes]) -> None:
    entry = msgspec.json.decode(export[5])
    body = {**entry, "prev": "0" * 64}
    del body["hash"]
    loose = canonical({**body, "hash": hashlib.sha256(canonical(body)).hexdigest()}) + b"\n"
    difference = verify_export([*export[:5], loose, *export[6:]]).difference
    assert difference is not None
    assert (difference.seq, difference.check) == (5, "chain")
    assert difference.reason == "prev is not the hash of the entry before"


def test_a_header_alone_proves_nothing(export: list[bytes]) -> None:
    difference = verify_export(export[:1]).difference
    assert difference is not None
    assert (difference.seq, difference.check, difference.reason) == (None, "header", "there are no entries")


@pytest.mark.parametrize("field", [name for name in ExportHeader.__struct_fields__ if name != "format"])
def test_each_field_of_the_header_is_checked_against_the_entries(export: list[bytes], field: str) -> None:
    header = msgspec.json.decode(export[0])
    value = {int: 3, str: header[field][::-1] if isinstance(header[field], str) else ""}[type(header[field])]
    verdict = verify_export([canonical({**header, field: value}) + b"\n", *export[1:]])
    assert verdict.difference is not None
    assert verdict.difference.check == ("commitment" if field == "seed" else "header")
    if field != "seed":
        assert field in verdict.difference.reason


@pytest.mark.parametrize(
    "header",
    [b"", b"\n", b"null\n", b"[]\n", b'{"format":"emberlog/1"}\n', b"\xff\n"],
)
def test_what_is_no_export_is_said_to_be_none(export: list[bytes], header: bytes) -> None:
    difference = verify_export([header, *export[1:]]).difference
    assert difference is not None
    assert difference.check == "header"


@pytest.mark.parametrize("change", [{"format": "emberlog/9"}, {"seed": "not hexadecimal"}, {"seed": None}])
def test_a_header_that_cannot_be_right(export: list[bytes], change: dict[str, Any]) -> None:
    header = {**msgspec.json.decode(export[0]), **change}
    difference = verify_export([canonical(header) + b"\n", *export[1:]]).difference
    assert difference is not None
    assert difference.check == "header"


def test_no_lines_prove_nothing() -> None:
    assert not verify_export([]).ok


def a_fork(*, over: bool = True, source_over: bool = True) -> Record:
    """A game that goes on from entry 7 of another."""
    fork = a_game(finished=source_over).forked(at=7, game="g_01k00000000000000000000001")
    for _ in range(3):
        (seat,) = due(BONFIRE, fork.table).seats
        fork.does(seat, fork.rules.legal(fork.table.state, seat)[0])
    if over:
        fork.does(0, Resign())
        fork.does("scorer", ScoreGame())
    return fork


def test_a_fork_is_proved_with_what_it_has_borrowed() -> None:
    verdict = verify_export(exported(a_fork()))
    assert verdict.checks == dict.fromkeys((*CHECKS, "borrowed", "header"), True)
    assert (verdict.ok, verdict.fair) == (True, True)


def test_what_is_borrowed_from_a_game_that_was_not_over_is_followed_only() -> None:
    verdict = verify_export(exported(a_fork(source_over=False)))
    assert (verdict.verdict, verdict.fair) == (Verdict.INCOMPLETE, None)
    assert verdict.checks == {**dict.fromkeys((*CHECKS, "header"), True), "borrowed": None}


def test_of_a_living_fork_only_what_is_borrowed_is_decided_again() -> None:
    verdict = verify_export(exported(a_fork(over=False)))
    assert verdict.verdict is Verdict.INCOMPLETE
    assert {name for name, held in verdict.checks.items() if held is None} == set(BY_SEED)
    assert verdict.checks["borrowed"] is True


@pytest.mark.parametrize(
    "seq,change,check",
    [
        (2, lambda entry: entry["events"][0].update(player="p_else"), "events"),
        (5, lambda entry: entry.update(salt="0" * 64), "salts"),
        (8, lambda entry: entry["events"][0].update(head="0" * 64), "chain"),
        (8, lambda entry: entry["events"][0].update(source="g_else"), "chain"),
        (8, lambda entry: entry["events"][0].update(at=6), "chain"),
        (8, lambda entry: entry["events"][0].update(commitment="0" * 64), "commitment"),
        (8, lambda entry: entry["events"][0]["options"].update(rated=True), "events"),
        (8, lambda entry: entry["events"].clear(), "commitment"),
        (8, lambda entry: entry["command"].update(source_seed=None), "events"),
        (8, lambda entry: entry["command"].update(source_seed="seed"), "form"),
        (8, lambda entry: entry.update(actor="p_else"), "events"),
        (9, lambda entry: entry["events"].append(entry["events"][0]), "events"),
    ],
)
def test_whoever_forges_a_fork_is_found(
    seq: int, change: Callable[[dict[str, Any]], Any], check: str
) -> None:
    difference = verify_export(rehashed(exported(a_fork()), seq, change, follow_forks=True)).difference
    assert difference is not None
    assert (difference.check, difference.seq) == (check, seq)


def test_another_seed_for_the_source_does_not_fit_its_commitment() -> None:
    forged = rehashed(exported(a_fork()), 8, lambda entry: entry["command"].update(source_seed="00" * 32))
    difference = verify_export(forged).difference
    assert difference is not None
    assert (difference.check, difference.seq) == ("commitment", 1)


def test_a_source_forged_without_its_seed_is_not_said_to_be_proved() -> None:
    def forge(entry: dict[str, Any]) -> None:
        entry["events"][0]["player"] = "p_else"

    sealed = rehashed(exported(a_fork(source_over=False)), 2, forge, follow_forks=True)
    assert verify_export(sealed).checks["borrowed"] is None


def test_a_given_seed_is_told_and_must_be_the_one_committed_to() -> None:
    seed = bytes(32)
    record = Record(BONFIRE, seed, "g_01k00000000000000000000000").started(seed=seed.hex(), rated=False)
    living = exported(record)
    assert (verify_export(living).verdict, verify_export(living).fair) == (Verdict.INCOMPLETE, None)
    for seat in (0, 1):
        record.does(seat, Resign())
    record.does("scorer", ScoreGame())
    verdict = verify_export(exported(record))
    assert (verdict.ok, verdict.fair) == (True, False)

    def other(entry: dict[str, Any]) -> None:
        entry["command"]["options"]["seed"] = entry["events"][0]["options"]["seed"] = "11" * 32

    difference = verify_export(rehashed(living, 1, other)).difference
    assert difference is not None
    assert (difference.check, difference.seq) == ("commitment", 1)


@given(data=st.data())
def test_no_flipped_byte_goes_unnoticed(export: list[bytes], data: st.DataObject) -> None:
    text = bytearray(b"".join(export))
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] ^= data.draw(st.integers(1, 255))
    assert not verify_export(bytes(text).splitlines(keepends=True)).ok
