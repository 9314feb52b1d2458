"""Progress is total, public, and agrees with what the rules decide."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.bonfire.catalogue import TaskId
from domain.bonfire.tasks import TASK
from domain.kernel.table import AnyTable
from domain.phoenix.catalogue import PALACE
from domain.phoenix.ids import SECTORS
from domain.phoenix.influence import eligible, influence, majority, palace_influence
from tests.support import golden

LOGS = [name for name in golden.names() if not name.startswith("lobby")]
SAMPLE = random.Random(4).sample(LOGS, 12)


def is_of(name: str, ruleset: str) -> bool:
    return golden.rules_of(name).name == ruleset


def positions(name: str, count: int = 8) -> Iterator[AnyTable]:
    rng, last = random.Random(name), len(golden.entries(name))
    for seq in sorted(rng.sample(range(1, last + 1), min(count, last))):
        table = golden.at(name, seq)
        if table.state is not None:
            yield table


@pytest.mark.parametrize("name", SAMPLE)
def test_progress_is_total_and_counts_towards_what_is_met(name: str) -> None:
    rules = golden.rules_of(name)
    for table in positions(name):
        seats = tuple(range(len(table.seats)))
        found = list(rules.progress(table.state, seats))
        assert all(each.met == (each.have >= each.need) and each.need > 0 <= each.have for each in found)
        assert len({(each.seat, each.kind, each.id) for each in found}) == len(found)
        known = {(component.kind, str(component.id)) for component in rules.catalogue.components}
        assert {(each.kind, each.id) for each in found if each.kind != "site"} <= known


@pytest.mark.parametrize("name", SAMPLE)
def test_spectators_get_what_everybody_gets(name: str) -> None:
    rules = golden.rules_of(name)
    for table in positions(name, 3):
        public = list(rules.progress(table.state, ()))
        for seat in range(len(table.seats)):
            assert list(rules.progress(table.state, (seat,)))[: len(public)] == public


@pytest.mark.parametrize("name", [name for name in SAMPLE if is_of(name, "bonfire")])
def test_bf_t61_task_is_met_exactly_when_it_may_be_lit(name: str) -> None:
    rules = golden.rules_of(name)
    for table in positions(name):
        state: Any = table.state
        for each in rules.progress(state, range(len(state.cities))):
            if each.kind == "task":
                assert TASK[TaskId(each.id)].needs.met(state.cities[each.seat]) == each.met


@pytest.mark.parametrize("name", [name for name in SAMPLE if is_of(name, "phoenix")])
def test_pp_n9_majority_is_met_by_the_seat_that_has_it(name: str) -> None:
    rules = golden.rules_of(name)
    for table in positions(name):
        state: Any = table.state
        met = {(each.kind, each.id, each.seat) for each in rules.progress(state, ()) if each.met}
        seats = range(len(state.seats))
        for sector, there in zip(SECTORS, eligible(state)):
            weights = tuple(influence(state, seat, sector) for seat in seats)
            winner = majority(state, there, weights)
            assert {seat for seat in seats if ("sector", sector.value, seat) in met} == {winner} - {None}
        winner = majority(state, seats, tuple(palace_influence(state, seat) for seat in seats))
        assert {seat for seat in seats if ("spot", PALACE, seat) in met} == {winner} - {None}
