"""Whole games through the kernel: fold, replay from input, snapshots, undo, hash seeds."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from domain.bonfire.ruleset import BONFIRE
from domain.kernel.codec import codec
from domain.kernel.entry import opened
from domain.kernel.errors import Rejected
from domain.kernel.fold import fold, follow
from domain.kernel.game import Input, step
from domain.kernel.table import AnyTable, Status
from domain.kernel.undo import Undo, earliest
from tests.support.random_play import WAYS, Played, games, tries
from tests.support.record import Record
from tests.support.recorded import recorded

ROOT = Path(__file__).parents[2]


@tries(6)
@given(games())
def test_folding_the_lines_gives_the_same_table_as_following_live(game: Played) -> None:
    record = recorded(game)
    entries = [codec(BONFIRE).proven_entry(line) for line in record.lines]
    assert entries == record.entries
    assert fold(BONFIRE, entries) == record.table
    cut = random.Random(game.seed).randrange(1, len(entries))
    assert fold(BONFIRE, entries[cut:], fold(BONFIRE, entries[:cut])) == record.table


@tries(6)
@given(games())
def test_a_game_decided_again_from_its_input_gives_the_same_bytes(game: Played) -> None:
    record = recorded(game)
    table: AnyTable | None = None
    for entry, line in zip(record.entries, record.lines):
        given_input = Input(entry.at, entry.actor, entry.command, entry.meta, entry.command_id)
        done = step(BONFIRE, table, given_input, record.seed)
        assert done.line == line
        opened(done.line)
        table = done.table
    assert table == record.table
    assert record.table.status is Status.FINISHED


@tries(4)
@given(games())
def test_a_snapshot_decodes_to_the_table_at_every_version(game: Played) -> None:
    table: AnyTable | None = None
    for entry in recorded(game).entries:
        table = follow(BONFIRE, table, entry)
        snapshot = codec(BONFIRE).snapshot(table)
        again = codec(BONFIRE).table(snapshot)
        assert again == table
        assert codec(BONFIRE).snapshot(again) == snapshot


def check_undo(record: Record, rng: random.Random) -> None:
    """Play some moves of this turn and undo them: the game must be as before and continue alike."""
    before, state = record.table, record.state
    seat = BONFIRE.actor(state).seats[0]
    barrier = earliest(before, seat)
    for _ in range(rng.randint(1, 4)):
        moves = BONFIRE.legal(record.state, seat)
        if BONFIRE.actor(record.state).seats != (seat,) or not moves:
            break
        tried = record.tries(f"seat:{seat}", rng.choice(moves))
        if tried.table.barrier != before.barrier or tried.table.status is not Status.ACTIVE:
            break
        record.does(seat, tried.entry.command)
    if record.table.version == before.version:
        return
    record.does(seat, Undo(to=before.version))
    for name in ("state", "standing", "barrier", "seats", "status", "asked_at", "result"):
        assert getattr(record.table, name) == getattr(before, name), name
    assert BONFIRE.legal(record.state, seat) == BONFIRE.legal(state, seat)
    assert earliest(record.table, seat) == barrier


@tries(6)
@given(games())
def test_an_undo_leads_to_the_same_state_as_never_having_played(game: Played) -> None:
    rng = random.Random(game.seed)

    def sometimes(record: Record) -> None:
        if rng.random() < 0.15:
            check_undo(record, rng)

    record = recorded(game, before_each=sometimes)
    assert fold(BONFIRE, [codec(BONFIRE).entry(line) for line in record.lines]) == record.table


@tries(6)
@given(games())
def test_no_undo_crosses_a_reveal_a_turn_or_another_seats_entry(game: Played) -> None:
    barrier = 0
    table: AnyTable | None = None
    for entry in recorded(game).entries:
        last, table = table, follow(BONFIRE, table, entry)
        if last is None or table.state is None or last.state is None:
            continue
        new_turn = BONFIRE.turn(last.state) != BONFIRE.turn(table.state)
        if any(event.reveals for event in entry.events) or new_turn or not entry.actor.startswith("seat:"):
            barrier = entry.seq
        assert table.barrier is not None
        assert table.barrier.seq >= barrier
        for seat in range(len(table.seats)):
            if table.status is Status.ACTIVE and barrier == entry.seq:
                back = Input(entry.at, f"seat:{seat}", Undo(to=entry.seq - 1), entry.meta)
                with pytest.raises(Rejected, match="nothing_to_undo"):
                    step(BONFIRE, table, back, bytes(32))


@pytest.mark.parametrize("players", [1, 4])
def test_lines_do_not_depend_on_the_hash_seed(players: int) -> None:
    ways = tuple(sorted(WAYS))
    script = (
        "import hashlib\n"
        "from tests.support.random_play import Played\n"
        "from tests.support.recorded import recorded\n"
        f"lines = recorded(Played({players}, 1, {ways!r})).lines\n"
        "print(hashlib.sha256(b'\\n'.join(lines)).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout.strip()
        for seed in ("0", "4711")
    ]
    here = recorded(Played(players, 1, ways)).lines
    assert runs == [hashlib.sha256(b"\n".join(here)).hexdigest()] * 2
