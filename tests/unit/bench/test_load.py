"""The load of `make load`, for a few seconds; and the figures of the capacity plan."""

import pytest

from bench import load
from bench.capacity import Costs, Demand, busiest_minute, planned


@pytest.mark.long
def test_a_short_mixed_load_has_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--players", "1", "--bots", "1", "--watchers", "2", "--readers", "1")
    assert load.main(["--seconds", "5", *few]) == 0, capsys.readouterr().out
    assert " 0 errors" in capsys.readouterr().out


def test_twice_as_many_games_need_twice_as_much_memory_and_processor() -> None:
    one, two = (planned(Costs(), Demand(running=n * 10**6, archived=n * 10**8)) for n in (1, 2))
    assert two.redis_gb == 2 * one.redis_gb
    assert two.moves == 2 * one.moves
    assert one.api_cores < two.api_cores <= 2 * one.api_cores
    assert one.redis_masters < two.redis_masters


def test_simulated_moves_add_up_to_the_demand() -> None:
    demand = Demand(running=1000)
    busiest, mean = busiest_minute(demand, masters=4, games=1000)
    assert busiest > mean
    assert 4 * mean * 86_400 == pytest.approx(1000 * demand.moves_per_game_and_day, rel=0.2)
