"""A fork continues from an entry of another game, with a new id and its own dice."""

from typing import Any

import pytest
from msgspec import UNSET

from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import BonfireOptions, Challenge
from domain.kernel.abort import GameAborted
from domain.kernel.clock import TimeOut
from domain.kernel.dice import Dice, commitment, key
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import fold
from domain.kernel.fork import ForkGame, ForkNoted, GameForked, NoteFork, seeds
from domain.kernel.game import Resign, ScoreGame
from domain.kernel.lobby import CreateGame, JoinGame, StartGame
from domain.kernel.table import Clock, Fork, Seat, Status
from domain.kernel.undo import Undo, earliest
from domain.kernel.work import work
from tests.support.record import FORK_SEED, SEED, Record
from tests.support.toy import TOY, Add, Done, Peek, Peeked

FIXED = "ab" * 32
DAY = 24 * 60 * 60


def played(**options: Any) -> Record:
    """Two people, nonces, an entry that could be undone."""
    record = Record(TOY).opened(("me", "open"), **options)
    record.does("p_1", JoinGame(nonce="n"))
    record.does("p_host", StartGame())
    record.does(0, Add())
    return record


def test_the_entry_names_the_new_game_its_source_and_its_commitment() -> None:
    source = played(clock=Clock(days=3))
    fork = source.forked()
    (event,) = fork.entries[-1].events
    assert event == GameForked(
        game="g_fork",
        source="g_test",
        at=4,
        head=source.table.hash,
        host="p_fork",
        options=TOY.options(rated=False, unlisted=True),
        dealt_seats=(Seat(place=1, player="p_fork"), Seat(place=0, player="p_fork")),
        commitment=commitment(FORK_SEED),
        sealed=True,
        reveals=True,
    )
    assert fork.entries[-1].prev == source.table.hash
    assert fork.lines[:4] == source.lines


def test_a_fork_has_its_own_id_and_host_and_the_same_state() -> None:
    source = played()
    fork = source.forked()
    table = fork.table
    assert (table.game, table.host, table.version, table.status) == ("g_fork", "p_fork", 5, Status.ACTIVE)
    assert table.fork == Fork("g_test", 4, source.table.hash, sealed=True)
    assert table.state == source.table.state
    assert table.seats_of("p_fork") == (0, 1)
    assert [place.player for place in table.places] == ["p_fork", "p_fork"]
    assert table.nonces == (None, "n")
    assert fold(TOY, fork.entries) == table


def test_the_dice_of_a_fork_use_its_own_seed_and_id() -> None:
    source = played()
    fork = source.forked()
    assert fork.table.key(FORK_SEED) == key(FORK_SEED, "g_fork", (None, "n"))
    drawn = Dice(key(FORK_SEED, "g_fork", (None, "n")), 6).below(6)
    assert fork.does(0, Peek())[1] == Peeked(drawn, reveals=True)


def test_entries_before_the_fork_cannot_be_taken_back() -> None:
    source = played()
    assert earliest(source.table, 0) == 3
    fork = source.forked()
    with pytest.raises(Rejected, match="nothing_to_undo"):
        fork.does(0, Undo())
    fork.does(0, Add())
    assert earliest(fork.table, 0) == 5


def test_seats_go_to_the_caller_and_to_bots_in_their_order() -> None:
    fork = played().forked(seats=("bot:random", "me"))
    assert fork.table.seats == (Seat(place=1, bot="random"), Seat(place=0, player="p_fork"))


def test_an_automa_stays_at_its_seat() -> None:
    source = Record(TOY).opened(("me",))
    source.does("p_host", StartGame())
    fork = source.forked(seats=("me",))
    assert fork.table.seats == (Seat(place=0, player="p_fork"), Seat(automa="robot"))


def test_resigned_players_are_not_carried_into_a_fork() -> None:
    source = played()
    source.does(1, Resign())
    assert all(seat.is_human and seat.played_by is None for seat in source.forked().table.seats)


@pytest.mark.parametrize(
    "seats,code",
    [
        ((), "fork_seats"),
        (("me",), "fork_seats"),
        (("me", "open"), "unknown_seat"),
        (("me", "bot:"), "unknown_seat"),
    ],
)
def test_seats_must_be_for_the_caller_or_a_bot(seats: tuple[str, ...], code: str) -> None:
    with pytest.raises(Rejected) as refused:
        played().forked(seats=seats)
    assert refused.value.code == code


def test_only_a_running_game_can_be_forked() -> None:
    for record, status in ((Record(TOY).opened(), "lobby"), (over(), "finished")):
        with pytest.raises(WrongStatus) as refused:
            record.forked()
        assert refused.value.code == "no_fork_here"
        assert refused.value.details == {"at": record.table.version, "status": status}


def over() -> Record:
    """The same game to its end."""
    record = played()
    record.does(0, Resign())
    record.does(1, Resign())
    record.does("scorer", ScoreGame())
    return record


def test_a_fork_of_a_finished_game_is_not_sealed() -> None:
    fork = over().forked(at=4)
    command = fork.entries[-1].command
    assert isinstance(command, ForkGame)
    assert command.source_seed == SEED.hex()
    assert fork.table.fork is not None
    assert not fork.table.fork.sealed
    assert not fork.table.options.unlisted


def test_a_wrong_seed_of_the_source_fails() -> None:
    with pytest.raises(AssertionError):
        played().forked().tries("p_fork", ForkGame("g_again", source_seed=SEED.hex()))


def test_a_fork_of_a_fork_names_the_game_it_continues() -> None:
    first = played().forked()
    first.does(0, Done())
    again = first.forked(game="g_again", seed=SEED)
    assert again.table.fork == Fork("g_fork", 6, first.table.hash, sealed=True)
    assert fold(TOY, again.entries) == again.table
    borrowed = first.forked(at=4, game="g_again", seed=SEED)
    assert borrowed.table.fork == Fork("g_test", 4, first.entries[3].hash, sealed=True)


def test_a_fork_of_a_sealed_fork_is_sealed() -> None:
    first = played().forked()
    first.does(0, Resign())
    first.does("scorer", ScoreGame())
    again = first.forked(at=5, game="g_again")
    assert again.entries[-1].command == ForkGame("g_again", source_seed=FORK_SEED.hex())
    assert again.table.fork is not None
    assert again.table.fork.sealed


def test_seeds_lists_the_seed_of_each_entry() -> None:
    again = over().forked(at=4).forked(game="g_again", seed=SEED)
    commands = [entry.command for entry in again.entries]
    assert seeds(commands, SEED) == [SEED] * 4 + [None] + [SEED]
    assert seeds([None], None) == [None]


def test_a_fork_is_played_to_its_end_and_publishes_its_own_seed() -> None:
    fork = played().forked()
    fork.does(0, Resign())
    assert [seat.resigned for seat in fork.table.seats] == [True, True]
    fork.does("scorer", ScoreGame())
    assert fork.table.seed == FORK_SEED.hex()


def test_an_idle_fork_ends_without_a_result_after_a_month() -> None:
    fork = played().forked()
    fork.does(0, Add(), at=100)
    with pytest.raises(Rejected, match="time_left"):
        fork.tries("clock", TimeOut(), at=100 + 30 * DAY - 1)
    assert fork.does("clock", TimeOut(), at=100 + 30 * DAY) == (GameAborted(FORK_SEED.hex()),)
    assert (fork.table.status, fork.table.seed) == (Status.CANCELLED, FORK_SEED.hex())
    assert work(TOY, fork.table) == ()


def test_a_game_without_a_clock_that_is_not_a_fork_never_expires() -> None:
    record = played()
    assert work(TOY, record.table) == ()
    with pytest.raises(Rejected, match="time_left"):
        record.tries("clock", TimeOut(), at=100 * DAY)


def test_a_fixed_seed_deals_the_same_in_every_game() -> None:
    games = []
    for game in ("g_one", "g_two"):
        record = Record(TOY, bytes.fromhex(FIXED), game).started(seed=FIXED, rated=False)
        record.does(0, Peek())
        games.append(record)
    one, two = games
    assert one.table.key(one.seed) == key(one.seed, "fixed", (None, None))
    assert [entry.events for entry in one.entries[1:]] == [entry.events for entry in two.entries[1:]]
    assert not one.table.fair
    assert Record(TOY).opened().table.fair


def test_a_fixed_seed_must_be_used_and_the_game_is_not_rated() -> None:
    with pytest.raises(Rejected, match="rated_with_seed"):
        Record(TOY, bytes.fromhex(FIXED)).opened(seed=FIXED)
    with pytest.raises(AssertionError):
        Record(TOY, SEED).opened(seed=FIXED, rated=False)


def test_a_fork_of_an_unfair_game_is_unfair_but_has_its_own_dice() -> None:
    source = Record(TOY, bytes.fromhex(FIXED)).started(seed=FIXED, rated=False)
    fork = source.forked()
    assert not fork.table.fair
    assert fork.table.options.seed is UNSET
    assert fork.table.key(FORK_SEED) == key(FORK_SEED, "g_fork", (None, None))


def test_bf_o26_a_fork_does_not_count_for_the_challenge() -> None:
    options = BonfireOptions(challenge=Challenge.HANDICAP, handicap=5)
    assert options.forked(sealed=False) == BonfireOptions(rated=False)


def test_bf_o26_the_challenge_refuses_a_fixed_seed() -> None:
    options = BonfireOptions(challenge=Challenge.HANDICAP, seed=FIXED, rated=False)
    with pytest.raises(Rejected, match="option_not_applicable"):
        Record(BONFIRE, bytes.fromhex(FIXED)).does("p", CreateGame("g", options, ("me",)))


def test_an_unset_option_is_not_written() -> None:
    assert b'"seed"' not in Record(BONFIRE).opened().lines[0]


def test_the_only_player_notes_a_fork_once_and_nothing_else_changes() -> None:
    record = Record(TOY)
    record.does("p_host", CreateGame(record.game, TOY.options(auto_start=True), ("me", "bot:random")))
    (seat,) = record.table.seats_of("p_host")
    before = record.table
    assert record.does(seat, NoteFork("g_fork")) == (ForkNoted("g_fork"),)
    now = record.table
    assert now.forked
    assert (now.since, now.asked_at, now.state) == (before.since, before.asked_at, before.state)
    with pytest.raises(WrongStatus, match="fork_noted"):
        record.tries(f"seat:{seat}", NoteFork("g_other"))
    assert not record.forked().table.forked


def test_nobody_notes_a_fork_of_a_game_of_several() -> None:
    record = Record(TOY).started(2)
    with pytest.raises(NotYours):
        record.tries("seat:0", NoteFork("g_fork"))
