import json
from pathlib import Path

import pytest

from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.errors import Rejected
from domain.kernel.fold import fold
from domain.kernel.table import Status
from service.engine.log_verification import verify_export
from service.operations.simulate import Report, SimulationPlan, bots_of, play, simulate
from tests.support.processes import emberlog

BONFIRE = RULESETS["bonfire"]
SETUP = {"board_laid_out", "tasks_dealt", "cities_dealt", "fate_tiles_shuffled"}


@pytest.mark.parametrize("players,games", [(1, 7), (2, 2), (3, 2), (4, 2)])
def test_games_of_mixed_bots_are_counted(players: int, games: int) -> None:
    bots = ("greedy", "random", "random", "random")[: 2 if players == 2 else 4]
    report = simulate(SimulationPlan(players=players, games=games, bots=bots, seed=players), jobs=1)
    tables = report.tables()
    seats = max(players, 2)
    assert len(report.results) == games
    assert sum(group.count for group in tables["points"]["by_bot"].values()) == seats * games
    assert list(tables["points"]["by_seat"]) == [str(seat) for seat in range(seats)]
    assert sum(tables["wins"]["by_seat"].values()) == pytest.approx(1, abs=0.001)
    assert tables["lengths"]["entries"].most >= tables["lengths"]["turns"].most > 20
    assert tables["lengths"]["rounds"].least > 10
    assert report.widest <= 150
    assert report.uses["move"]["end_turn"] > 20 * games
    assert set(report.uses["event"]) >= SETUP
    assert ("tom card" in report.uses) is (players == 1)
    assert "never used:" in report.text()


def test_results_are_grouped_by_the_traits_that_a_game_declares() -> None:
    for name, rules in RULESETS.items():
        plan = SimulationPlan(ruleset=name, players=2, games=2, bots=("random",), seed=3)
        report = simulate(plan, jobs=1)
        first = play(rules, ("random", "random"), 0, 3)
        declared = {f"by_{trait.replace(' ', '_')}" for seat in first.traits for trait in seat}
        tables = report.tables()
        assert set(tables["wins"]) == set(tables["points"]) == {"by_bot", "by_seat", *declared}
        for by in declared:
            assert sum(group.count for group in tables["points"][by].values()) == 2 * 2
            assert f"points {by.replace('_', ' ')}" in report.text()


def test_results_of_sides_are_counted_where_seats_form_sides() -> None:
    plan = SimulationPlan(ruleset="phoenix", games=2, bots=("random",), seed=3, options={"mode": "team"})
    report = simulate(plan, jobs=1)
    tables = report.tables()
    assert set(tables["points"]["by_side"]) == set(tables["wins"]["by_side"]) == {"faction_1", "faction_2"}
    assert sum(tables["wins"]["by_side"].values()) == 1
    best = max(side.points for side in report.results[0].sides)
    assert [side.points == best for side in report.results[0].sides if side.rank == 1] == [True]
    assert "wins by side: " in report.text()


def test_rounds_are_counted_by_the_event_that_a_game_declares() -> None:
    for name, rules in RULESETS.items():
        assert rules.round_event in rules.event_types
        report = simulate(SimulationPlan(ruleset=name, players=2, games=1, bots=("random",)), jobs=1)
        entries = play(rules, ("random", "random"), 0).entries
        begun = [event for entry in entries for event in entry.events if type(event) is rules.round_event]
        assert report.tables()["lengths"]["rounds"].mean == len(begun) > 2


def test_counted_components_are_all_usable() -> None:
    for players, bots in ((1, ("greedy",)), (3, ("greedy", "random", "idle"))):
        report = simulate(SimulationPlan(players=players, games=1, bots=bots), jobs=1)
        usable = BONFIRE.usable(players)
        kernel = {"game_created", "game_started", "game_scored"}
        for subject, things in report.uses.items():
            assert set(things) - kernel <= set(usable[subject])


def test_components_that_no_game_used_are_named() -> None:
    unplayed = Report(SimulationPlan(players=4).filled_in()).never_used()
    assert unplayed == {subject: ids for subject, ids in BONFIRE.usable(4).items() if ids}
    assert len(unplayed["task lit"]) == 66
    assert len(unplayed["power"]) == 27
    assert "resolve_tom" not in unplayed["move"]
    solo = BONFIRE.usable(1)
    assert len(solo["tom card"]) == 8
    assert len(solo["power"]) == 24
    assert "yellow-06" not in solo["task lit"]


def test_the_same_plan_gives_the_same_games_on_any_number_of_cores() -> None:
    plan = SimulationPlan(players=2, games=4, bots=("random", "idle"), seed=7)
    assert simulate(plan, jobs=2).tables() == simulate(plan, jobs=1).tables()


def test_another_seed_gives_other_games() -> None:
    one, other = (play(BONFIRE, ("random", "random"), 0, seed).lines for seed in (1, 2))
    assert one != other
    assert one == play(BONFIRE, ("random", "random"), 0, 1).lines


def test_bots_are_used_as_named_or_drawn_for_each_place() -> None:
    named = SimulationPlan(players=2, bots=("greedy", "random"))
    assert [bots_of(named, number) for number in range(3)] == [("greedy", "random")] * 3
    drawn = SimulationPlan(players=4, bots=("greedy", "random"))
    lots = {bots_of(drawn, number) for number in range(100)}
    assert len(lots) == 16


def test_every_simulated_game_is_a_valid_log(tmp_path: Path) -> None:
    simulate(SimulationPlan(players=3, games=2, bots=("random",), out=str(tmp_path / "logs")), jobs=1)
    logs = sorted((tmp_path / "logs").glob("*.ndjson"))
    assert len(logs) == 2
    for log in logs:
        header, *lines = log.read_bytes().splitlines()
        assert verify_export([header, *lines]).ok
        entries = [codec(BONFIRE).entry(line) for line in lines]
        assert fold(BONFIRE, entries).status is Status.FINISHED
        assert {entry.meta.bot for entry in entries} == {None, "random"}


@pytest.mark.parametrize(
    "plan,code",
    [
        (SimulationPlan(ruleset="chess"), "unknown_ruleset"),
        (SimulationPlan(players=5), "player_count_not_allowed"),
        (SimulationPlan(bots=("greedy", "clever")), "unknown_bot"),
    ],
)
def test_unplayable_plan_is_refused(plan: SimulationPlan, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        simulate(plan, jobs=1)
    assert refused.value.code == code


def test_command_prints_json_for_machines_and_tables_for_people() -> None:
    arguments = ("--players", "2", "--games", "2", "--bots", "random", "--jobs", "1")
    data = json.loads(emberlog("simulate", *arguments, "--json").stdout)
    assert data["plan"]["games"] == 2
    assert data["points"]["by_bot"]["random"]["count"] == 4
    said = emberlog("simulate", *arguments)
    assert said.returncode == 0
    assert "points by bot" in said.stdout
    assert "2 games: 100 %" in said.stderr


def test_command_reports_invalid_arguments() -> None:
    answer = emberlog("simulate", "--bots", "clever")
    assert (answer.returncode, answer.stderr) == (2, "emberlog: There is no bot of that level.\n")
    assert emberlog("simulate", "--games", "0").returncode == 2


def test_games_have_the_options_of_the_plan(tmp_path: Path) -> None:
    options = {"mixed_task_colors": "true"}
    simulate(SimulationPlan(players=2, games=1, bots=("random",), out=str(tmp_path), options=options), jobs=1)
    (log,) = tmp_path.iterdir()
    created = json.loads(log.read_text().splitlines()[1])
    assert created["command"]["options"]["mixed_task_colors"] is True


@pytest.mark.parametrize(
    "option, problem",
    [
        ("colours=3", "unknown field `colours`"),
        ("mixed_task_colors=often", "$.mixed_task_colors"),
        ("mixed_task_colors", "expected NAME=VALUE"),
    ],
)
def test_the_command_refuses_an_option_that_the_game_does_not_have(option: str, problem: str) -> None:
    answer = emberlog("simulate", "--games", "1", "--option", option)
    assert answer.returncode == 2
    assert problem in answer.stderr


def test_bots_play_an_additional_game_in_every_process() -> None:
    arguments = ("--ruleset", "toy", "--players", "2", "--games", "2", "--jobs", "2", "--json")
    answer = emberlog("simulate", *arguments, games="tests.support.toy:TOY")
    data = json.loads(answer.stdout)
    assert data["plan"]["bots"] == ["random", "greedy"]
    assert set(data["lengths"]) == {"entries", "turns"}, "this game has no rounds"


def test_plan_takes_its_defaults_from_the_ruleset() -> None:
    plan = SimulationPlan().filled_in()
    assert plan.ruleset == next(iter(RULESETS))
    assert plan.players == max(RULESETS[plan.ruleset].catalogue.players)
    assert "idle" not in plan.bots


RARE = {"task lit", "council point", "countdown tile"}
"""Some of these come up once in hundreds of games, and are told by `emberlog simulate --games 1000`."""


@pytest.mark.long
def test_hundred_games_use_all_components_except_rare_ones() -> None:
    """What is there for some number of players is used by some of them."""
    missing: dict[str, set[str]] = {}
    used: dict[str, set[str]] = {}
    for players in (1, 2, 3, 4):
        report = simulate(SimulationPlan(players=players, games=25), jobs=2)
        for subject, things in report.never_used().items():
            missing.setdefault(subject, set()).update(things)
        for subject, counts in report.uses.items():
            used.setdefault(subject, set()).update(counts)
    unused = {subject: things - used.get(subject, set()) for subject, things in missing.items()}
    assert {subject for subject, things in unused.items() if things} <= RARE
    assert len(used["task lit"]) > 40
