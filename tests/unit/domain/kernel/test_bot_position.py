"""A table as seen by a bot, its dry runs and its dice."""

import pytest

from domain.kernel.bot_position import bot_dice, bot_position
from domain.kernel.dice import Dice
from tests.support.record import SEED, Record
from tests.support.toy import TOY, Add, Peek


@pytest.fixture
def record() -> Record:
    return Record(TOY).started()


def drawn(dice: Dice) -> list[int]:
    return [dice.below(1000) for _ in range(6)]


def test_a_bot_sees_its_view_its_moves_and_the_score(record: Record) -> None:
    position = bot_position(TOY, record.table, 0, SEED)
    assert (position.seat, position.stopped) == (0, False)
    assert position.view == TOY.view(record.state, (0,))
    assert position.score == TOY.score(record.state)
    assert position.moves == list(TOY.legal(record.state, 0))
    assert bot_position(TOY, record.table, 1, SEED).moves == []


def test_a_dry_run_does_not_change_the_position_it_starts_from(record: Record) -> None:
    position = bot_position(TOY, record.table, 0, SEED)
    twice = position.after(Add(2)).after(Add(3))
    assert [seat.total for seat in twice.score.seats] == [5, 0]
    assert [seat.total for seat in position.score.seats] == [0, 0]


def test_a_dry_run_stops_before_a_reveal_and_then_has_no_moves(record: Record) -> None:
    after = bot_position(TOY, record.table, 0, SEED).after(Peek())
    assert after.stopped
    assert after.moves == ()
    assert [seat.total for seat in after.score.seats] == [1, 0]


def test_a_bots_dice_are_the_same_only_for_the_same_entry(record: Record) -> None:
    table = record.table
    own = drawn(bot_dice(table, 0, SEED))
    assert own == drawn(bot_dice(table, 0, SEED))
    record.does(0, Add(1))
    others = (
        Dice(table.key(SEED), table.version + 1),
        bot_dice(table, 1, SEED),
        bot_dice(table, 0, bytes(32)),
        bot_dice(record.table, 0, SEED),
    )
    assert all(own != drawn(dice) for dice in others)
