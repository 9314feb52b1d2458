"""Phoenix Palace through the kernel: lobby, secret drafts, undo, dry runs, and the final score."""

import pytest
from msgspec.structs import replace

from domain.kernel.actors import SCORER, seat_actor
from domain.kernel.codec import codec
from domain.kernel.errors import Rejected
from domain.kernel.fold import fold
from domain.kernel.game import ScoreGame
from domain.kernel.lobby import ChangeChoice, JoinGame, StartGame
from domain.kernel.preview import dry_run
from domain.kernel.table import Status
from domain.kernel.undo import Undo, earliest
from domain.phoenix import events as e
from domain.phoenix.commands import (
    AsymChooseFighter,
    EndTurn,
    PerformDaytime,
    PlaceKin,
    SkipDaytime,
)
from domain.phoenix.ids import Clan
from domain.phoenix.options import ClanChoice, PlayMode
from domain.phoenix.ruleset import PHOENIX
from tests.support.record import Record

RED, BLUE = ClanChoice(Clan.RED), ClanChoice(Clan.BLUE)


def playing(players: int = 2, **options: object) -> Record:
    return Record(PHOENIX).started(players, **options)


def to_the_end(record: Record) -> Record:
    """Everybody takes the last of the listed moves, which is mostly the least, until the game is over."""
    while record.table.status is Status.ACTIVE:
        seat = PHOENIX.actor(record.state).seats[0]
        record.does(seat, PHOENIX.legal(record.state, seat)[-1])
    return record


def test_pp_s2_clans_are_chosen_in_the_lobby() -> None:
    record = Record(PHOENIX).opened(("me", "open"))
    record.does("p_host", ChangeChoice(RED))
    with pytest.raises(Rejected, match="clan_taken"):
        record.does("p_1", JoinGame(choice=RED))
    record.does("p_1", JoinGame(choice=BLUE))
    record.does("p_host", StartGame())
    clans = {seat.player: record.state.seats[n].clan for n, seat in enumerate(record.table.seats)}
    assert clans == {"p_host": Clan.RED, "p_1": Clan.BLUE}


def test_pp_i9_the_stored_log_gives_the_same_table() -> None:
    record = to_the_end(playing(3, palace_alt=True, asymmetric=True, dragon=True))
    entries = [codec(PHOENIX).proven_entry(line) for line in record.lines]
    assert fold(PHOENIX, entries) == record.table
    assert codec(PHOENIX).table(codec(PHOENIX).snapshot(record.table)) == record.table


def test_pp_t15_f6_the_game_is_scored_at_the_end() -> None:
    record = to_the_end(playing(2))
    assert record.table.status is Status.SCORING
    record.does(SCORER, ScoreGame())
    assert record.table.result is not None
    assert sorted(record.table.result.ranks) == [1, 2]


def test_pp_tt4_partners_share_a_rank() -> None:
    record = to_the_end(playing(4, mode=PlayMode.TEAM))
    record.does(SCORER, ScoreGame())
    assert record.table.result is not None
    ranks = record.table.result.ranks
    pools = [seat.pool for seat in record.state.seats]
    assert {(pool, rank) for pool, rank in zip(pools, ranks)} in ({(0, 1), (1, 2)}, {(0, 2), (1, 1)})


def first_kin(record: Record, seat: int) -> PlaceKin:
    move = PHOENIX.legal(record.state, seat)[0]
    assert isinstance(move, PlaceKin)
    return replace(move, target="capital.1", cloaked=False)


def test_pp_t6_a_seat_can_take_its_moves_back_until_it_ends_its_turn() -> None:
    record = playing(2)
    seat = PHOENIX.actor(record.state).seats[0]
    before = record.state
    record.does(seat, first_kin(record, seat))
    record.does(seat, PerformDaytime())
    record.does(seat, Undo(to=earliest(record.table, seat)))
    assert record.state == before
    record.does(seat, first_kin(record, seat))
    record.does(seat, SkipDaytime())
    record.does(seat, EndTurn())
    assert earliest(record.table, seat) is None


def test_pp_e19_a_revealed_tile_cannot_be_taken_back() -> None:
    record = playing(2)
    seat = PHOENIX.actor(record.state).seats[0]
    record.does(seat, replace(first_kin(record, seat), target="clanhouse.1"))
    assert earliest(record.table, seat) is not None
    record.does(seat, PerformDaytime(reveal=True))
    assert earliest(record.table, seat) is None


def draft_move(record: Record, seat: int, number: int) -> AsymChooseFighter:
    move = PHOENIX.legal(record.state, seat)[number]
    assert isinstance(move, AsymChooseFighter)
    return move


def test_pp_as2_answers_at_the_same_time_do_not_reject_each_other() -> None:
    record = playing(4, asymmetric=True)
    since = record.table.since
    record.does(2, draft_move(record, 2, 0))
    for seat in (0, 1, 3):
        assert record.table.since[seat] == since[seat]
        assert PHOENIX.legal(record.state, seat)
    record.does(0, draft_move(record, 0, 1))
    assert PHOENIX.actor(record.state).seats == (1, 3)


def test_pp_as2_a_decision_of_the_draft_is_final() -> None:
    record = playing(2, asymmetric=True)
    record.does(0, draft_move(record, 0, 0))
    with pytest.raises(Rejected, match="nothing_to_undo"):
        record.does(0, Undo())
    with pytest.raises(Rejected, match="wrong_step"):
        record.does(0, AsymChooseFighter(kin=None))


def test_pp_h8_others_cannot_tell_decisions_of_the_draft_apart() -> None:
    def seen(number: int) -> tuple[object, ...]:
        record = playing(3, asymmetric=True)
        events = record.does(0, draft_move(record, 0, number))
        views = tuple(PHOENIX.view(record.state, (seat,)) for seat in (1, 2))
        told = tuple(PHOENIX.redact(event, (1,)) for event in events)
        return views, told, record.table.version, PHOENIX.score(record.state)

    assert seen(0) == seen(1) == seen(2)


def test_pp_h8_a_dry_run_of_the_last_decision_shows_nothing_of_the_others() -> None:
    record = playing(2, asymmetric=True)
    record.does(0, draft_move(record, 0, 0))
    dry = dry_run(PHOENIX, record.table, seat_actor(1), draft_move(record, 1, 0), record.seed)
    assert dry.stopped
    assert dry.events == ()
    assert dry.state == record.state


def test_pp_as3_the_last_decision_reveals_all_hands() -> None:
    record = playing(2, asymmetric=True)
    record.does(1, draft_move(record, 1, 0))
    events = record.does(0, draft_move(record, 0, 0))
    assert [event.seat for event in events if isinstance(event, e.HandRevealed)] == list(record.state.order)
