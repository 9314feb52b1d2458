"""Regatta at a table of the kernel: lobby choices, undo, `since`, clocks, dry runs, sides and replay."""

from typing import Any

import pytest
from msgspec import UNSET

from domain.kernel.actors import CLOCK, SCORER
from domain.kernel.bot_position import bot_move
from domain.kernel.clock import TimeOut
from domain.kernel.codec import codec
from domain.kernel.errors import Rejected
from domain.kernel.fold import SeatsTimedOut, due, fold
from domain.kernel.game import Resign, ScoreGame, TakeTurn
from domain.kernel.lobby import ChangeChoice, CreateGame, JoinGame, StartGame
from domain.kernel.preview import dry_run
from domain.kernel.score import LOSS
from domain.kernel.table import Clock, Status
from domain.kernel.undo import Undo, earliest
from tests.support.record import SEED, Record
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import STORM, Boat, Flag
from tests.support.regatta.commands import (
    BidUse,
    EndTurn,
    GiveWay,
    HoistFlag,
    MoveShip,
    PlaceBid,
    Protest,
)
from tests.support.regatta.ruleset import REGATTA
from tests.support.regatta.state import BoatChoice, Challenge, RegattaOptions
from tests.support.regatta_play import bid

MINUTE = Clock(seconds=60)


def _rowing(players: int, **options: Any) -> Record:
    """A game of rivals in which nobody has bid: the first seat has its turn."""
    record = Record(REGATTA).started(players, **options)
    for seat in range(players):
        record.does(seat, bid())
    return record


def _collided(players: int = 3) -> Record:
    """Seat 1 has rowed to the space of seat 0, which has to answer."""
    record = _rowing(players)
    record.does(0, MoveShip(to=2))
    record.does(0, EndTurn())
    record.does(1, MoveShip(to=2))
    return record


def _played_out(record: Record) -> Record:
    """Bots play the game to its end."""
    while not (now := due(REGATTA, record.table)).scorer:
        if now.automa is not None:
            record.does(now.automa, TakeTurn())
        else:
            seat = now.seats[-1]
            record.does(seat, bot_move(REGATTA, record.table, seat, "greedy", SEED), bot="greedy")
    record.does(SCORER, ScoreGame())
    return record


def test_boats_chosen_in_the_lobby_reach_the_game() -> None:
    record = Record(REGATTA)
    options = RegattaOptions()
    record.does("p_host", CreateGame("g_test", options, ("me", "open"), choice=BoatChoice(Boat.PIKE)))
    with pytest.raises(Rejected, match="boat_taken"):
        record.tries("p_1", JoinGame(choice=BoatChoice(Boat.PIKE)))
    record.does("p_1", JoinGame(choice=BoatChoice(Boat.GULL)))
    record.does("p_host", ChangeChoice(BoatChoice(Boat.TROUT)))
    record.does("p_1", ChangeChoice(BoatChoice(Boat.PIKE)))
    record.does("p_host", StartGame())
    boats = {seat.player: crew.boat for seat, crew in zip(record.table.seats, record.state.crews)}
    assert boats == {"p_host": Boat.TROUT, "p_1": Boat.PIKE}


def test_a_bid_moves_nobody_elses_since() -> None:
    record = Record(REGATTA).started(3)
    asked = record.table.since
    record.does(1, PlaceBid(use=BidUse.SAIL))
    record.does(1, PlaceBid(gold=2))
    assert record.table.since == (asked[0], record.table.version, asked[2])


def test_a_bid_can_be_undone_until_somebody_else_bids() -> None:
    record = Record(REGATTA).started(3)
    record.does(1, bid(2))
    record.does(1, Undo())
    assert due(REGATTA, record.table).seats == (0, 1, 2)
    record.does(1, bid())
    record.does(0, bid())
    assert earliest(record.table, 1) is None


def test_a_dry_run_of_the_last_bid_stops_before_the_others_are_shown() -> None:
    record = Record(REGATTA).started(2)
    record.does(0, bid(2))
    dry = dry_run(REGATTA, record.table, "seat:1", bid(), SEED)
    assert dry.stopped
    assert [type(event) for event in dry.events] == [e.BidPlaced]


def test_a_nested_question_is_undone_by_the_seat_that_asked_it() -> None:
    record = _collided()
    record.does(0, Protest())
    assert due(REGATTA, record.table).seats == (2,)
    record.does(0, Undo())
    assert due(REGATTA, record.table).seats == (0,)
    record.does(0, GiveWay())
    assert due(REGATTA, record.table).seats == (1,)
    assert record.state.crews[0].gold == 4


def test_a_flag_ends_no_undo_and_moves_no_since() -> None:
    record = _rowing(2)
    start = record.table.version
    record.does(0, MoveShip(to=2))
    asked, asked_at = record.table.since, record.table.asked_at
    record.does(1, HoistFlag(flag=Flag.GREETING))
    assert (record.table.since, record.table.asked_at) == (asked, asked_at)
    assert earliest(record.table, 0) == start
    record.does(0, Undo())
    assert record.state.crews[0].space == 1
    assert record.state.crews[1].flag is Flag.GREETING


def test_each_seat_has_its_own_time_while_all_bid() -> None:
    record = Record(REGATTA).started(3, clock=MINUTE)
    began = len(record.lines) - 1
    record.does(1, bid(), at=began + 50)
    with pytest.raises(Rejected, match="time_left"):
        record.tries(CLOCK, TimeOut(), at=began + 59)
    (timed_out,) = record.does(CLOCK, TimeOut(), at=began + 60)
    assert isinstance(timed_out, SeatsTimedOut)
    assert timed_out.seats == (0, 2)


def test_the_storm_holds_seat_0_and_begins() -> None:
    record = Record(REGATTA).started(2, challenge=Challenge.STORM)
    assert [seat.automa for seat in record.table.seats] == [STORM, None, None]
    assert due(REGATTA, record.table).automa == STORM


def test_a_team_shares_its_rank_when_one_member_resigns() -> None:
    record = Record(REGATTA).started(4, teams=True, countdown=2)
    record.does(2, Resign())
    _played_out(record)
    assert record.table.result is not None
    ranks, score = record.table.result.ranks, record.table.result.score
    assert score.sides is not UNSET
    assert (ranks[0], ranks[1]) == (ranks[2], ranks[3])
    better = max(score.sides, key=lambda side: (side.total, side.tie_break))
    assert {ranks[seat] for seat in better.seats} == {1}


def test_crews_that_all_resign_have_lost() -> None:
    record = Record(REGATTA).started(1, challenge=Challenge.STORM)
    record.does(1, Resign())
    record.does(SCORER, ScoreGame())
    assert record.table.result is not None
    assert record.table.result.score.result == LOSS


@pytest.mark.parametrize(
    "players, options",
    [
        (3, {}),
        (4, {"teams": True}),
        (2, {"challenge": Challenge.STORM}),
        (1, {"challenge": Challenge.STORM, "handicap": True}),
    ],
)
def test_a_log_is_folded_to_the_same_table(players: int, options: dict[str, Any]) -> None:
    record = _played_out(Record(REGATTA).started(players, **options))
    coder = codec(REGATTA)
    entries = [coder.proven_entry(line) for line in record.lines]
    assert fold(REGATTA, entries) == record.table
    assert coder.table(coder.snapshot(record.table)) == record.table
    assert record.table.status is Status.FINISHED
    half = fold(REGATTA, entries[: len(entries) // 2])
    assert coder.table(coder.snapshot(half)) == half
