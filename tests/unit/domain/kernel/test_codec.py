"""Bytes to entries, tables and moves, and back."""

import json

import msgspec
import pytest

from domain.bonfire.ruleset import BONFIRE
from domain.kernel.abort import AgreeToAbort
from domain.kernel.codec import KERNEL_COMMANDS, KERNEL_EVENTS, codec
from domain.kernel.errors import CorruptLog
from domain.kernel.lobby import JoinGame, RemovePlayer
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from tests.support.record import Record
from tests.support.toy import TOY, Add, CallVote, Done, Peek, Vote


@pytest.fixture
def record() -> Record:
    record = Record(TOY).started(players=3)
    record.does(0, Peek())
    record.does(0, Add(3))
    record.does(0, CallVote())
    record.does(1, Vote())
    return record


def test_every_line_decodes_to_its_entry(record: Record) -> None:
    assert [codec(TOY).entry(line) for line in record.lines] == record.entries
    assert [codec(TOY).proven_entry(line) for line in record.lines] == record.entries


def test_every_snapshot_decodes_to_its_table(record: Record) -> None:
    snapshot = codec(TOY).snapshot(record.table)
    again = codec(TOY).table(snapshot)
    assert again == record.table
    assert codec(TOY).snapshot(again) == snapshot


def test_a_lobby_survives_its_snapshot() -> None:
    table = Record(TOY).opened(("me", "bot:random", "open")).table
    assert codec(TOY).table(codec(TOY).snapshot(table)) == table


def test_removed_players_and_agreements_to_abort_survive_a_snapshot(record: Record) -> None:
    lobby = Record(TOY).opened(("me", "player:p_b", "open"))
    lobby.does("p_a", JoinGame())
    lobby.does("p_host", RemovePlayer(2))
    record.does(1, AgreeToAbort())
    for table in (lobby.table, record.table):
        assert codec(TOY).table(codec(TOY).snapshot(table)) == table
    assert (lobby.table.removed, record.table.agreed) == (("p_a",), (1,))


@pytest.mark.parametrize("line", [b"", b"{}", b"\xff", b'{"seq":"\xff"}', b"[" * 10_000])
def test_a_line_that_is_not_an_entry_is_a_corrupt_log(line: bytes) -> None:
    with pytest.raises(CorruptLog):
        codec(TOY).entry(line)


def test_an_unknown_member_of_an_entry_is_a_corrupt_log(record: Record) -> None:
    line = json.dumps({**json.loads(record.lines[-1]), "extra": 1}).encode()
    with pytest.raises(CorruptLog):
        codec(TOY).entry(line)


def test_only_a_proven_entry_is_checked_against_its_hash(record: Record) -> None:
    changed = record.lines[-1].replace(b'"seat":1', b'"seat":2')
    assert codec(TOY).entry(changed).events != record.entries[-1].events
    with pytest.raises(CorruptLog, match="hash"):
        codec(TOY).proven_entry(changed)


def test_a_move_is_decoded_by_its_type() -> None:
    assert codec(TOY).move(b'{"type":"add","n":2}') == Add(2)
    assert codec(TOY).move(b'{"type":"done"}') == Done()


@pytest.mark.parametrize(
    "body",
    [
        b'{"n":2}',
        b'{"type":"subtract"}',
        b'{"type":"add","n":"2"}',
        b'{"type":"add","n":2.5}',
        b'{"type":"add","m":2}',
        b'{"type":"resign"}',
        b'{"type":"undo"}',
        b'{"type":"take_turn"}',
        b'{"type":"score_game"}',
        b'{"type":"time_out"}',
        b'{"type":"create_game"}',
    ],
)
def test_only_moves_of_the_ruleset_are_decoded(body: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec(TOY).move(body)


def test_a_ruleset_has_one_codec() -> None:
    assert codec(TOY) is codec(TOY)
    assert codec(TOY) is not codec(BONFIRE)


@pytest.mark.parametrize("rules", [TOY, BONFIRE])
def test_tags_are_unique_across_kernel_and_game(rules: Ruleset) -> None:
    commands: list[type[Command]] = [*KERNEL_COMMANDS, *rules.move_types]
    events: list[type[Event]] = [*KERNEL_EVENTS, *rules.event_types]
    for kinds in (commands, events):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)
        assert all(isinstance(tag, str) for tag in tags)
