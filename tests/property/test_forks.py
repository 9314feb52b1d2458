"""Forks of random games at random points: played on, folded and verified; forgeries are detected."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hypothesis import given

from domain.bonfire.ruleset import BONFIRE
from domain.kernel.codec import codec
from domain.kernel.entry import opened
from domain.kernel.fold import fold, follow
from domain.kernel.game import ScoreGame
from domain.kernel.table import AnyTable, Status
from service.engine.log_verification import ExportHeader, verify_export
from tests.support.random_play import Played, games, tries
from tests.support.record import Record
from tests.support.recorded import play_on, recorded
from tests.unit.service.engine.test_log_verification import rehashed


def a_fork(source: Record, game: Played, chance: random.Random, name: str = "g_fork") -> Record:
    """Fork the source at a random version and play the fork to its end."""
    active = [table.version for table in tables(source) if table.status is Status.ACTIVE]
    fork = source.forked(at=chance.choice(active), game=name, seed=chance.randbytes(32))
    play_on(fork, game)
    fork.does("scorer", ScoreGame())
    return fork


def tables(record: Record) -> Sequence[AnyTable]:
    """The table after each entry."""
    found: list[AnyTable] = []
    for entry in record.entries:
        found.append(follow(BONFIRE, found[-1] if found else None, entry))
    return found


def exported(record: Record) -> list[bytes]:
    return [ExportHeader.of(record.table).line(), *(line + b"\n" for line in record.lines)]


@tries(6)
@given(games())
def test_a_fork_and_its_fork_can_be_folded_and_verified(game: Played) -> None:
    chance = random.Random(game.seed)
    fork = a_fork(recorded(game), game, chance)
    for each in (fork, a_fork(fork, game, chance, "g_again")):
        entries = [codec(BONFIRE).proven_entry(line) for line in each.lines]
        assert fold(BONFIRE, entries) == each.table
        cut = chance.randrange(1, len(entries))
        snapshot = codec(BONFIRE).snapshot(fold(BONFIRE, entries[:cut]))
        assert fold(BONFIRE, entries[cut:], codec(BONFIRE).table(snapshot)) == each.table
        verdict = verify_export(exported(each))
        assert verdict.difference is None
        assert verdict.checks["borrowed"] is True


def _other_digit(digits: str, place: int) -> str:
    return digits[:place] + "0123456789abcdef"[15 - int(digits[place], 16)] + digits[place + 1 :]


def _salt(entry: dict[str, Any], place: int) -> None:
    entry["salt"] = _other_digit(entry["salt"], place)


def _reveals(entry: dict[str, Any], place: int) -> None:
    entry["events"][0] = {**entry["events"][0], "reveals": not entry["events"][0]["reveals"]}


def _source_seed(entry: dict[str, Any], place: int) -> None:
    entry["command"]["source_seed"] = _other_digit(entry["command"]["source_seed"], place)


def _head(entry: dict[str, Any], place: int) -> None:
    entry["events"][0]["head"] = _other_digit(entry["events"][0]["head"], place)


def _commitment(entry: dict[str, Any], place: int) -> None:
    entry["events"][0]["commitment"] = _other_digit(entry["events"][0]["commitment"], place)


BORROWED: tuple[Callable[..., None], ...] = (_salt, _reveals)
OWN: tuple[Callable[..., None], ...] = (_salt, _source_seed, _head, _commitment)


@tries(4)
@given(games())
def test_a_forged_log_with_recomputed_hashes_is_detected(game: Played) -> None:
    chance = random.Random(game.seed)
    fork = a_fork(recorded(game), game, chance)
    lines, at = exported(fork), fork.table.fork.at if fork.table.fork else 0
    forgeries = [(chance.randint(1, at), change) for change in BORROWED] + [(at + 1, own) for own in OWN]
    for seq, change in forgeries:
        place = chance.randrange(64)
        forged = rehashed(lines, seq, partial(change, place=place), follow_forks=seq <= at)
        for line in forged[1:]:
            opened(line.removesuffix(b"\n"))
        assert not verify_export(forged).ok, (seq, change)


@tries(3)
@given(games())
def test_a_fork_with_entries_of_another_game_is_detected(game: Played) -> None:
    """The other game even has the same seed and the same moves, but other times."""
    chance = random.Random(game.seed)
    source = recorded(game)
    fork = a_fork(source, game, chance)
    assert fork.table.fork is not None
    at = fork.table.fork.at
    other = Record(BONFIRE, source.seed, source.game)
    for entry in source.entries[:at]:
        other.does(entry.actor, entry.command, at=len(other.lines) + 1)
    swapped = [exported(fork)[0], *(line + b"\n" for line in (*other.lines, *fork.lines[at:]))]
    assert other.table.state == tables(source)[at - 1].state
    verdict = verify_export(swapped)
    assert verdict.difference is not None
    assert (verdict.difference.seq, verdict.difference.check) == (at + 1, "chain")
