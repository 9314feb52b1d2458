"""Recorded games decided again, entry by entry and byte by byte; their coverage; numbers of continuations.

Before the first release a rule may change on purpose: `python -m tests.support.golden make` rewrites them.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import ELDERS, SPECIALISTS, TOM_CARDS, CommonTask, CouncilSpace
from domain.bonfire.commands import MOVES
from domain.bonfire.council import SPACES
from domain.bonfire.events import EVENTS
from domain.bonfire.state import Bonus
from domain.kernel.codec import EVENTS_WITH_OPTIONS, KERNEL_COMMANDS, KERNEL_EVENTS
from domain.kernel.fold import fold, follow
from domain.kernel.table import AnyTable, Status
from domain.phoenix.ids import Difficulty
from domain.phoenix.ruleset import PHOENIX
from service.engine.log_verification import verify_export
from tests.support import golden, golden_basilisk, golden_bonfire, golden_phoenix

ROOT = Path(__file__).parents[2]
NAMES = golden.names()
OF_BONFIRE = sorted(golden_bonfire.GAMES)
OF_RIVALS = sorted(golden_phoenix.GAMES)
AGAINST_BASILISK = sorted(golden_basilisk.GAMES)
OF_PHOENIX = [*OF_RIVALS, *AGAINST_BASILISK]
SAMPLE = (
    "2p-01",
    "3p-02",
    "4p-03",
    "solo-01",
    "rare-undo-4p",
    "rare-resigned",
    "phoenix-2p-palace_alt-dragon",
    "phoenix-team-palace_alt-asymmetric-dragon",
    "phoenix-rare-undo-team",
    "phoenix-coop-3-silent_tide-palace_alt",
)
OF_LOBBY_CHOICES = {"command change_choice", "event choice_changed"}
KERNEL_TAGS = {
    *(f"command {kind.__struct_config__.tag}" for kind in KERNEL_COMMANDS),
    *(f"event {kind.__struct_config__.tag}" for kind in (*EVENTS_WITH_OPTIONS, *KERNEL_EVENTS)),
}


def events(name: str) -> Iterator[Any]:
    return (event for entry in golden.entries(name) for event in entry.events)


@cache
def end(name: str) -> AnyTable:
    return fold(golden.rules_of(name), golden.entries(name))


def test_there_are_ten_games_for_each_number_of_players() -> None:
    kinds = Counter(name.partition("-")[0] for name in OF_BONFIRE)
    assert {kind: kinds[kind] for kind in ("solo", "2p", "3p", "4p")} == dict.fromkeys(
        ("solo", "2p", "3p", "4p"), 10
    )


def test_there_is_a_game_of_phoenix_palace_in_every_combination_of_modes() -> None:
    tables = [golden.start(name) for name in OF_RIVALS]
    modes = {PHOENIX.mode(table.options, len(table.seats)) for table in tables}
    variants = [
        "".join(f"+{variant}" for variant, on in zip(golden_phoenix.VARIANTS, flags) if on)
        for flags in product((False, True), repeat=3)
    ]
    assert modes == {table + own for table in golden_phoenix.TABLES for own in variants}
    assert len(OF_RIVALS) >= 40


def test_there_is_a_game_against_the_basilisk_at_every_table_in_every_scenario() -> None:
    played = {
        (table.options.mode, len(table.seats), table.options.scenario or None, table.options.palace_alt)
        for table in map(golden.start, AGAINST_BASILISK)
    }
    tables = [(mode, allies + 1) for mode, _, allies in golden_basilisk.TABLES.values()]
    assert {each[:3] for each in played} == {
        (*table, scenario) for table in tables for scenario in golden_basilisk.STORIES
    }
    assert {(mode, seats, palace_alt) for mode, seats, _, palace_alt in played} == {
        (*table, palace_alt) for table in tables for palace_alt in (False, True)
    }
    assert {golden.start(name).options.difficulty for name in AGAINST_BASILISK} == set(Difficulty)
    assert len(AGAINST_BASILISK) >= 20


def test_every_log_is_made_by_the_code_and_the_reverse() -> None:
    assert sorted(golden.GAMES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_deciding_every_entry_again_gives_the_same_bytes(name: str) -> None:
    for number, (line, again) in enumerate(golden.replayed(name), start=1):
        assert again == line, f"entry {number}"


@pytest.mark.parametrize("name", NAMES)
def test_every_golden_log_is_a_verifiable_export(name: str) -> None:
    verdict = verify_export(golden.lines(name))
    assert (verdict.ok, verdict.difference) == (True, None)
    assert set(verdict.checks.values()) == {True}
    without_result = name.endswith(("rare-aborted", "rare-cancelled"))
    assert end(name).status is (Status.CANCELLED if without_result else Status.FINISHED)


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_replays_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.golden", "check", *SAMPLE],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stdout.splitlines() == [f"{name}: the same" for name in SAMPLE], done.stdout + done.stderr


def _stuck_without_countdown(name: str) -> bool:
    state: Any = end(name).state
    return state.countdown is None and all(city.status == "stuck" for city in state.cities)


def _all_passed(name: str) -> bool:
    state: Any = end(name).state
    return {city.status for city in state.cities} == {"passed"} and state.countdown.value > 1


def _has(*kinds: type) -> Callable[[str], bool]:
    return lambda name: {type(event) for event in events(name)} >= set(kinds)


def _shares_the_first_rank(name: str) -> bool:
    result = end(name).result
    return result is not None and result.ranks.count(1) > 1


def _bonfires_decide(name: str) -> bool:
    result = end(name).result
    assert result is not None
    first, second = sorted(result.score.seats, key=lambda seat: -seat.total)[:2]
    return first.total == second.total and result.ranks.count(1) == 1


def _undoes(name: str) -> bool:
    taken = [len(event.seqs) for event in events(name) if event.__struct_config__.tag == "entries_undone"]
    return len(taken) > 5 and max(taken) > 1


def _six_gnomes_each(name: str) -> bool:
    state: Any = end(name).state
    return [len(city.gnomes) for city in state.cities] == [6, 6, 6, 6]


def _is_won(name: str) -> bool:
    result = end(name).result
    return result is not None and result.score.result == "win" and result.ranks[0] == 2


def _is_lost(name: str) -> bool:
    result = end(name).result
    return result is not None and result.score.result == "loss" and result.ranks[0] == 1


def _tags(*tags: str) -> Callable[[str], bool]:
    return lambda name: {event.__struct_config__.tag for event in events(name)} >= set(tags)


def _decided(name: str) -> list[int]:
    return [event.seat for event in events(name) if event.__struct_config__.tag == "draft_decided"]


def _last_seat_decides_first(name: str) -> bool:
    return _decided(name)[:4] == [3, 2, 1, 0]


def _late_in_the_draft(name: str) -> bool:
    tags = [event.__struct_config__.tag for event in events(name)]
    return tags.index("draft_decided") < tags.index("seats_timed_out") < tags.index("hand_revealed")


def _equal_totals(name: str) -> bool:
    result = end(name).result
    assert result is not None
    return len({seat.total for seat in result.score.seats}) == 1 and sorted(result.ranks) == [1, 2]


def _a_team_has_resigned(name: str) -> bool:
    resigned = [event for event in events(name) if event.__struct_config__.tag == "seat_resigned"]
    left = {seat for event in resigned for seat in event.seats}
    result = end(name).result
    assert result is not None
    last = {seat for seat, rank in enumerate(result.ranks) if rank == 2}
    return last < left


@pytest.mark.parametrize(
    "name,reaches",
    [
        ("rare-no-option-left", _stuck_without_countdown),
        ("rare-no-option-left-2p", _stuck_without_countdown),
        ("rare-everybody-passes", _all_passed),
        ("rare-one-passes", _has(e.SeatPassed, e.CountdownTriggered)),
        ("rare-stuck-in-the-countdown", _has(e.SeatStuck, e.SeatPassed, e.CountdownTriggered)),
        ("rare-tie", _shares_the_first_rank),
        ("rare-tie-of-three", _shares_the_first_rank),
        ("rare-tie-broken", _bonfires_decide),
        ("rare-24-gnomes", _six_gnomes_each),
        ("rare-display-renewed", _has(e.PathDisplayRecycled)),
        ("rare-gnome-pile-renewed", _has(e.GnomePileShuffled)),
        ("rare-undo-2p", _undoes),
        ("rare-undo-4p", _undoes),
        ("rare-resigned", _tags("seat_resigned", "game_scored")),
        ("rare-abandoned", _tags("seat_resigned", "play_stopped")),
        ("rare-time-out-bot", _tags("seats_timed_out", "seat_taken_back")),
        ("rare-time-out-pass", _tags("seats_timed_out", "seat_taken_back")),
        ("rare-time-out-forfeit", _tags("seat_resigned")),
        ("rare-busy-lobby", _tags("host_changed", "place_left", "nonce_added")),
        ("rare-fork", _tags("game_forked")),
        ("rare-fixed-seed", lambda name: not end(name).fair),
        ("rare-invited", _tags("reservation_lifted", "player_removed")),
        ("rare-aborted", _tags("abort_agreed", "abort_withdrawn", "entries_undone", "game_aborted")),
        ("rare-committed-nonces", _tags("nonce_committed", "lobby_closed", "nonce_revealed")),
        ("rare-cancelled", _tags("game_cancelled", "seed_published")),
        ("rare-noted-fork", _tags("fork_noted", "seat_resigned")),
        ("rare-back-between-turns", _tags("seats_timed_out", "seat_taken_back", "entries_undone")),
        ("phoenix-rare-undo-2p", _undoes),
        ("phoenix-rare-undo-team", _undoes),
        ("phoenix-rare-partner-resigned", _tags("seat_resigned", "play_ended", "game_scored")),
        ("phoenix-rare-team-resigned", _a_team_has_resigned),
        ("phoenix-rare-abandoned", _tags("seat_resigned", "play_stopped")),
        ("phoenix-rare-late-in-the-draft", _late_in_the_draft),
        ("phoenix-rare-clans-in-the-lobby", _tags("choice_changed", "place_left")),
        ("phoenix-rare-answers-crosswise", _last_seat_decides_first),
        ("phoenix-rare-fork", _tags("game_forked")),
        ("phoenix-rare-aborted", _tags("abort_agreed", "game_aborted")),
        ("phoenix-rare-equal-totals", _equal_totals),
        ("phoenix-rare-hit-prevented", _tags("hit_prevented")),
        ("phoenix-rare-track-completed", lambda name: ("village collected", "shrine_tile") in _uses(name)),
        ("phoenix-rare-time-out-bot", _tags("seats_timed_out", "seat_taken_back")),
        ("phoenix-rare-time-out-pass", _tags("seats_timed_out", "seat_taken_back")),
        ("phoenix-rare-time-out-forfeit", _tags("seat_resigned")),
        ("phoenix-rare-basilisk-undo", _undoes),
        ("phoenix-rare-basilisk-undo-solo", _undoes),
        ("phoenix-rare-basilisk-nominations", _tags("decider_nominated")),
        ("phoenix-rare-basilisk-decider-resigns", _tags("seat_resigned", "game_scored")),
        ("phoenix-rare-basilisk-decider-is-late", _tags("seats_timed_out", "seat_taken_back")),
        ("phoenix-rare-basilisk-given-up", _is_lost),
        ("phoenix-rare-basilisk-two-twists", _tags("twist_resolved")),
        ("phoenix-rare-basilisk-pinnacle", _tags("spot_found", "kin_placed")),
        ("phoenix-rare-basilisk-won", _is_won),
    ],
)
def test_a_rare_game_contains_the_case_it_is_named_after(name: str, reaches: Callable[[str], bool]) -> None:
    assert reaches(name)


def _seen(names: Sequence[str], pieces: Callable[[Any], Iterable[str]]) -> Counter[str]:
    """How often logs have each command, each event, and what `pieces` finds in an event."""
    seen: Counter[str] = Counter()
    for name in names:
        for entry in golden.entries(name):
            seen[f"command {entry.command.__struct_config__.tag}"] += 1
            for event in entry.events:
                seen[f"event {event.__struct_config__.tag}"] += 1
                seen.update(pieces(event))
    return seen


def test_the_logs_together_cover_every_command_event_and_component() -> None:
    seen = _seen(OF_BONFIRE, _pieces)
    wanted = [
        *(f"command {kind.__struct_config__.tag}" for kind in MOVES),
        *(f"event {kind.__struct_config__.tag}" for kind in EVENTS),
        *KERNEL_TAGS - OF_LOBBY_CHOICES,
        *(card.id for card in (*SPECIALISTS, *ELDERS, *TOM_CARDS)),
        *CouncilSpace,
        *CommonTask,
        *(f"bonus {space.id}" for space in SPACES if space.asks),
        *("Island", "Build", "Arrival", "TomAsks"),
    ]
    assert {piece for piece in wanted if not seen[piece]} == set()


def test_the_logs_of_phoenix_palace_cover_every_command_and_event() -> None:
    seen = _seen(OF_PHOENIX, lambda _event: ())
    wanted = {
        *(f"command {kind.__struct_config__.tag}" for kind in PHOENIX.move_types),
        *(f"event {kind.__struct_config__.tag}" for kind in PHOENIX.event_types),
        *OF_LOBBY_CHOICES,
    }
    assert {piece for piece in wanted if not seen[piece]} == set()
    used = {use for name in OF_PHOENIX for use in _uses(name)}
    assert {
        (subject, one)
        for subject, all_ in PHOENIX.usable(4).items()
        for one in all_
        if (subject, one) not in used
    } == set()


def _uses(name: str) -> Iterator[tuple[str, str]]:
    """What a game of Phoenix Palace used."""
    table: AnyTable | None = None
    for entry in golden.entries(name):
        own = [event for event in entry.events if isinstance(event, PHOENIX.event_types)]
        yield from PHOENIX.uses(None if table is None else table.state, own)
        table = follow(PHOENIX, table, entry)


def _pieces(event: Any) -> list[str]:
    match event:
        case e.GnomeRecruited(gnome=gnome):
            return [gnome]
        case e.NovicePlaced(council_space=space):
            return [space]
        case e.CommonTaskFulfilled(common_task=task):
            return [task]
        case e.TomCardDrawn(card=card):
            return [card]
        case e.OfferMade(offer=Bonus(space=space)):
            return [f"bonus {space}"]
        case e.OfferMade(offer=offer):
            return [type(offer).__name__]
    return []


@pytest.mark.parametrize("name,seq", golden.PERFT_POSITIONS)
def test_the_number_of_continuations_is_unchanged(name: str, seq: int) -> None:
    table = json.loads(golden.PERFT.read_text())
    assert golden.perft(golden.rules_of(name), golden.at(name, seq).state) == table[f"{name}@{seq}"]
