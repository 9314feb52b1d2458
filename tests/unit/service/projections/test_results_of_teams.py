"""The result of a game of teams: its sides and its mode."""

from msgspec import UNSET

from domain.kernel.game import ScoreGame
from service.projections.results import SideResult, game_result
from tests.support.record import Record
from tests.support.toy import TOY, Add, Done, Stop


def scored(players: int, **options: bool) -> Record:
    record = Record(TOY).started(players, **options)
    for seat in range(players):
        record.does(seat, Add(seat + 1))
        record.does(seat, Done())
    record.does(0, Stop())
    record.does("scorer", ScoreGame())
    return record


def test_result_of_teams_has_sides_and_mode() -> None:
    result = game_result(TOY, scored(4, teams=True).table)
    assert result is not None
    assert result.mode == "teams"
    assert result.sides == (SideResult("even", (0, 2), 2, 1), SideResult("odd", (1, 3), 1, 2))
    assert [seat.rank for seat in result.seats] == [2, 1, 2, 1]


def test_result_in_the_default_mode_omits_mode_and_sides() -> None:
    result = game_result(TOY, scored(3).table)
    assert result is not None
    assert (result.mode, result.sides) == (UNSET, UNSET)
    assert [side.seats for side in result.opponents] == [(0,), (1,), (2,)]
