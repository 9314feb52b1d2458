"""The only way to change a game: actors, resigning, scoring, and deciding again from input."""

import pytest
from msgspec.structs import replace

from domain.kernel.actors import seat_actor, seat_number
from domain.kernel.clock import TimeOut
from domain.kernel.dice import Dice, commitment, key, salt
from domain.kernel.entry import Meta
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import GameScored, PlayStopped, SeatResigned
from domain.kernel.game import Input, Resign, ScoreGame, TakeTurn, step
from domain.kernel.lobby import StartGame
from domain.kernel.messages import Command
from domain.kernel.score import LOSS, Score, ranks
from domain.kernel.table import Status
from domain.kernel.undo import Undo
from tests.support.record import ENGINE, SEED, Record
from tests.support.toy import TOY, Add, Added, Done, Peek, Peeked, Stop, Toy, ToyState, TurnPassed


@pytest.fixture
def record() -> Record:
    return Record(TOY).started(players=3)


def refused(record: Record, actor: str, command: Command) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(actor, command)
    return found.value


@pytest.mark.parametrize("seat", [0, 3, 12])
def test_seat_actors_convert_to_seat_numbers_and_back(seat: int) -> None:
    assert seat_number(seat_actor(seat)) == seat


@pytest.mark.parametrize(
    "actor",
    ["p_1", "tom", "seat", "seat:", "seat:-1", "seat:1x", "seat:²", "seat:٣", "seat: 1", "Seat:1", ""],
)
def test_other_actors_have_no_seat_number(actor: str) -> None:
    assert seat_number(actor) is None


def test_a_move_is_decided_with_the_dice_of_its_entry(record: Record) -> None:
    dice = Dice(key(SEED, "g_test", (None,) * 3), 5)
    assert record.does(0, Peek()) == (Added(0, 1), Peeked(dice.below(6), reveals=True), Added(0, 1))


def test_every_entry_has_the_salt_of_its_seq(record: Record) -> None:
    record.does(0, Add(1))
    assert [entry.salt for entry in record.entries] == [salt(SEED, seq) for seq in range(1, 6)]


def test_an_entry_records_its_input_and_the_rules(record: Record) -> None:
    given = Input("2030-01-01T00:00:00.000Z", "seat:0", Add(4), Meta("e", request="r"), command_id="c")
    entry = step(TOY, record.table, given, SEED).entry
    assert Input(entry.at, entry.actor, entry.command, entry.meta, entry.command_id) == given
    assert (entry.command_id, entry.rules, entry.seq, entry.prev) == ("c", "toy/1", 5, record.table.hash)


def test_an_entry_decided_again_from_its_input_gives_the_same_bytes(record: Record) -> None:
    record.does(0, Peek())
    record.does(0, Add(3))
    record.does(0, Undo())
    record.does(0, Done())
    record.does(1, Resign())
    table, lines = None, []
    for entry in record.entries:
        given = Input(entry.at, entry.actor, entry.command, entry.meta, entry.command_id)
        done = step(TOY, table, given, SEED)
        table = done.table
        lines.append(done.line)
    assert lines == record.lines
    assert table == record.table


@pytest.mark.parametrize("actor", ["p_host", "seat:3", "tom", "clock", "scorer"])
def test_a_move_without_a_seat_is_refused(record: Record, actor: str) -> None:
    refusal = refused(record, actor, Add(1))
    assert isinstance(refusal, NotYours)
    assert refusal.code == "not_seated"


def test_the_ruleset_refuses_moves_out_of_turn(record: Record) -> None:
    assert refused(record, "seat:1", Add(1)).code == "not_your_turn"


def test_an_automa_plays_under_its_own_name() -> None:
    record = Record(TOY).opened(("me",))
    record.does("p_host", StartGame())
    assert refused(record, "robot", TakeTurn()).code == "not_your_turn"
    record.does(0, Done())
    assert record.does("robot", TakeTurn()) == (Added(1, 10), TurnPassed(0))
    assert record.entries[-1].actor == "robot"


def test_a_bot_stands_in_for_a_player_who_resigned(record: Record) -> None:
    assert record.does(0, Resign()) == (SeatResigned((0,), "greedy"),)
    assert record.table.status is Status.ACTIVE
    seat = record.table.seats[0]
    assert (seat.resigned, seat.stand_in, seat.played_by, seat.is_human) == (True, "greedy", "greedy", False)
    record.does(0, Done(), bot="greedy")
    record.does(1, Add(1))


def test_a_player_may_resign_out_of_turn_without_ending_the_turn(record: Record) -> None:
    record.does(2, Resign())
    record.does(0, Add(1))
    assert record.state.totals == (1, 0, 0)


def test_play_stops_when_only_bots_are_left() -> None:
    record = Record(TOY).opened(("me", "bot:random"))
    record.does("p_host", StartGame())
    seat = record.table.seats_of("p_host")[0]
    assert record.does(seat, Resign()) == (SeatResigned((seat,), None), PlayStopped())


def test_the_game_is_scored_as_it_stands_when_the_last_person_resigns(record: Record) -> None:
    record.does(0, Resign())
    record.does(1, Resign())
    assert record.does(2, Resign()) == (SeatResigned((2,), None), PlayStopped())
    assert record.table.status is Status.SCORING
    refusal = refused(record, "seat:0", Add(1))
    assert isinstance(refusal, WrongStatus)
    assert (refusal.code, refusal.details) == ("game_finished", {"status": "scoring"})


def test_a_solo_player_who_resigns_stops_the_game() -> None:
    record = Record(TOY).opened(("me",))
    record.does("p_host", StartGame())
    assert record.does(0, Resign()) == (SeatResigned((0,), None), PlayStopped())


def test_scoring_gives_breakdown_and_ranks_and_publishes_the_seed(record: Record) -> None:
    record.does(0, Add(3))
    record.does(0, Stop())
    (scored,) = record.does("scorer", ScoreGame())
    score = TOY.score(record.state)
    assert isinstance(scored, GameScored)
    assert scored.result.score == score
    assert scored.result.ranks == (1, 2, 2)
    assert scored.seed == SEED.hex()
    assert commitment(bytes.fromhex(scored.seed)) == record.table.commitment
    assert record.table.status is Status.FINISHED
    assert record.table.result == scored.result
    assert record.table.seed == scored.seed


def test_no_entry_before_scoring_contains_the_seed(record: Record) -> None:
    record.does(0, Stop())
    assert not any(SEED.hex().encode() in line for line in record.lines)
    record.does("scorer", ScoreGame())
    assert SEED.hex().encode() in record.lines[-1]


def test_a_seat_that_resigned_is_ranked_last_regardless_of_points(record: Record) -> None:
    record.does(0, Add(100))
    record.does(0, Resign())
    record.does(0, Done(), bot="greedy")
    record.does(1, Add(1))
    record.does(1, Stop())
    record.does("scorer", ScoreGame())
    assert record.table.result is not None
    assert record.table.result.ranks == (3, 1, 2) == ranks(record.table.result.score, frozenset({0}))
    assert record.table.result.score == TOY.score(record.state)


def a_game_of_teams() -> Record:
    """Seats 0 and 2 against 1 and 3; the side of seat 0 has more."""
    record = Record(TOY).started(4, teams=True)
    for seat, points in enumerate((10, 1, 20, 2)):
        record.does(seat, Add(points))
        record.does(seat, Done())
    return record


def final_ranks(record: Record) -> tuple[int, ...]:
    seat = TOY.actor(record.state).seats[0]
    record.does(seat, Stop(), bot="greedy")
    record.does("scorer", ScoreGame())
    assert record.table.result is not None
    return record.table.result.ranks


def test_seats_of_a_side_share_its_rank() -> None:
    assert final_ranks(a_game_of_teams()) == (1, 2, 1, 2)


def test_side_keeps_its_rank_when_one_member_resigns() -> None:
    record = a_game_of_teams()
    record.does(0, Resign())
    assert final_ranks(record) == (1, 2, 1, 2)


def test_side_is_last_when_its_last_member_resigns() -> None:
    record = a_game_of_teams()
    record.does(0, Resign())
    record.does(2, Resign())
    assert final_ranks(record) == (2, 1, 2, 1)


class Cooperative(Toy):
    """All win together."""

    def score(self, state: ToyState) -> Score:
        return replace(super().score(state), result="win")


@pytest.mark.parametrize("leaving,result", [((), "win"), ((1,), "win"), ((0, 1), LOSS)])
def test_a_cooperative_game_is_lost_only_when_all_have_resigned(
    leaving: tuple[int, ...], result: str
) -> None:
    record = Record(Cooperative()).started(players=2)
    for seat in leaving:
        record.does(seat, Resign())
    if record.table.status is Status.ACTIVE:
        record.does(0, Stop())
    record.does("scorer", ScoreGame())
    assert record.table.result is not None
    assert record.table.result.score.result == result


@pytest.mark.parametrize("actor", ["seat:0", "p_host", "clock", "robot"])
def test_only_the_scorer_can_score_a_game(record: Record, actor: str) -> None:
    record.does(0, Stop())
    refusal = refused(record, actor, ScoreGame())
    assert isinstance(refusal, NotYours)
    assert refusal.code == "scorer_only"


def test_a_running_game_cannot_be_scored(record: Record) -> None:
    refusal = refused(record, "scorer", ScoreGame())
    assert isinstance(refusal, WrongStatus)
    assert (refusal.code, refusal.details) == ("nothing_to_score", {"status": "active"})


def test_a_game_is_scored_only_once(record: Record) -> None:
    record.does(0, Stop())
    record.does("scorer", ScoreGame())
    assert refused(record, "scorer", ScoreGame()).details == {"status": "finished"}


@pytest.mark.parametrize("command", [Add(1), Undo(), Resign(), TimeOut()])
def test_a_finished_game_accepts_no_commands(record: Record, command: Command) -> None:
    record.does(0, Stop())
    record.does("scorer", ScoreGame())
    refusal = refused(record, "seat:0", command)
    assert isinstance(refusal, WrongStatus)
    assert (refusal.code, refusal.details) == ("game_finished", {"status": "finished"})


def test_a_refusal_has_code_rule_and_details() -> None:
    refusal = Rejected("too_few", rule="TOY-1", held=1)
    assert refusal == Rejected("too_few", rule="TOY-1", held=1)
    assert hash(refusal) == hash(Rejected("too_few", rule="TOY-1", held=1))
    assert refusal != Rejected("too_few", rule="TOY-1", held=2)
    assert refusal != Rejected("too_few", held=1)
    assert refusal != WrongStatus("too_few", rule="TOY-1", held=1)
    assert str(refusal) == "too_few (TOY-1)"


def test_the_entry_names_the_bot_that_played(record: Record) -> None:
    record.does(0, Resign())
    record.does(0, Add(1), bot="greedy")
    assert record.entries[-1].meta == Meta(ENGINE, bot="greedy")
