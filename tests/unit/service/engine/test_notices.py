"""Which notices a player gets between two tables of a game that need not be adjacent."""

from collections.abc import Iterator
from itertools import pairwise

from domain.kernel.fold import follow
from domain.kernel.table import AnyTable
from schema.ports import Notice
from service.engine.notices import is_due, notices
from tests.support import golden

NAME = "phoenix-rare-answers-crosswise"
RULES = golden.rules_of(NAME)


def tables() -> Iterator[AnyTable]:
    table: AnyTable | None = None
    for entry in golden.entries(NAME):
        table = follow(RULES, table, entry)
        if table.state is not None:
            yield table


def asked_again_in_a_turn() -> Iterator[tuple[AnyTable, AnyTable, str]]:
    """Two tables of one turn at which a player is asked, and between which others were asked."""
    played = list(tables())
    for player in [str(seat.player) for seat in played[0].seats]:
        asked = [table for table in played if is_due(RULES, table, player)]
        for before, after in pairwise(asked):
            if after.version > before.version + 1 and RULES.turn(before.state) == RULES.turn(after.state):
                yield before, after, player


def test_player_who_is_asked_again_in_one_turn_is_told_though_tables_were_missed() -> None:
    found = list(asked_again_in_a_turn())
    assert found
    for before, after, player in found:
        assert list(notices(RULES, before, after, player)) == [Notice.TURN_DUE]


def test_player_who_makes_several_moves_of_a_turn_is_told_nothing() -> None:
    played = list(tables())
    for before, between, after in zip(played, played[1:], played[2:]):
        for player in [str(seat.player) for seat in before.seats]:
            in_turn = all(is_due(RULES, table, player) for table in (before, between, after))
            if in_turn and RULES.turn(before.state) == RULES.turn(after.state):
                assert Notice.TURN_DUE not in notices(RULES, before, after, player)
