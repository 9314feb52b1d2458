"""Tables are complete: counts, unique ids, rule ids; every event evolves, every move has its action."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, get_args

from domain.bonfire import catalogue as c
from domain.bonfire.actions import ACTIONS, BONUS_ACTIONS, MAIN_OPTIONS
from domain.bonfire.actions.council import BONUS
from domain.bonfire.allowances import Allowances
from domain.bonfire.commands import MOVES, ResolveBonus
from domain.bonfire.common import COMMON_TASKS
from domain.bonfire.conditions import CONDITIONS
from domain.bonfire.council import SPACES
from domain.bonfire.elders import ELDERS
from domain.bonfire.events import EVENTS, CommonTaskFulfilled
from domain.bonfire.evolve import EVOLVE
from domain.bonfire.gnomes import GNOMES
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.scoring import LINES
from domain.bonfire.state import Offer, Step, TomsTurn, TurnStep
from domain.bonfire.steps import STEPS
from domain.bonfire.tasks import TASKS
from domain.bonfire.tom import _ACTS, _SEARCHES, RESOLVE_TOM
from domain.bonfire.turn import END_TURN, PASS
from domain.games import RULESETS, VERSIONS
from domain.kernel.codec import KERNEL_COMMANDS, KERNEL_EVENTS
from domain.kernel.messages import Command, Event
from tests.support.cities import a_city

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path for top in ("domain", "schema", "service", "workers") for path in (ROOT / top).rglob("*.py")
)
RULES_PAGE = (ROOT / "docs" / "rules" / "bonfire.md").read_text()
RULE_IDS = frozenset(re.findall(r"\*\*(BF-[A-Z]{1,2}\d+[a-z]?)\*\*", RULES_PAGE))


class Row(Protocol):
    """A row of a table of components."""

    @property
    def id(self) -> Any: ...


def test_every_table_has_as_many_rows_as_the_game_has_pieces() -> None:
    counts = [
        (c.ISLANDS, 14),
        (c.TASK_ISLANDS, 10),
        (c.ISLAND_GUARDIANS, 4),
        (c.PATH_TILES, 28),
        (c.FATE_TILES, 8),
        (c.BOARDS, 4),
        (c.GREAT_BONFIRE, 7),
        (c.OFFERINGS, 10),
        (c.SPECIALISTS, 27),
        (c.ELDERS, 6),
        (c.TOM_CARDS, 8),
        (GNOMES, 27),
        (ELDERS, 6),
        (TASKS, 66),
        (COMMON_TASKS, 5),
        (SPACES, 8),
        (CONDITIONS, 30),
        (LINES, 10),
        (MOVES, 18),
    ]
    assert [(len(table), count, table[0]) for table, count in counts if len(table) != count] == []


def test_every_table_has_a_row_for_each_id_and_no_other() -> None:
    rows: list[tuple[Sequence[Row], list[object]]] = [
        (GNOMES, [card.id for card in c.SPECIALISTS]),
        (ELDERS, [card.id for card in c.ELDERS]),
        (COMMON_TASKS, list(c.CommonTask)),
        (SPACES, list(c.CouncilSpace)),
    ]
    for table, ids in rows:
        assert [row.id for row in table] == ids


def test_every_id_is_unique_in_the_whole_game() -> None:
    tables: tuple[Sequence[Row], ...] = (
        c.ISLANDS,
        c.PATH_TILES,
        c.FATE_TILES,
        c.GREAT_BONFIRE,
        c.SPECIALISTS,
        c.ELDERS,
        c.TOM_CARDS,
        TASKS,
        SPACES,
        COMMON_TASKS,
    )
    ids = Counter(str(row.id) for table in tables for row in table)
    ids.update(map(str, c.OFFERINGS))
    assert [name for name, count in ids.items() if count > 1] == []


def test_slugs_are_unique_and_equal_those_of_the_cards() -> None:
    cards = {card.id: card.slug for card in (*c.SPECIALISTS, *c.ELDERS)}
    slugs = {row.id: row.slug for row in GNOMES} | {row.id: row.slug for row in ELDERS}
    assert slugs == cards
    assert len(set(slugs.values())) == len(slugs)


def test_every_row_names_a_rule_of_its_own() -> None:
    rules = [row.rule for row in (*GNOMES, *ELDERS, *COMMON_TASKS, *SPACES)]
    assert set(rules) <= RULE_IDS
    assert len(set(rules)) == len(rules)
    assert [row.rule for row in GNOMES] == [f"BF-G{n}" for n in range(1, 28)]
    assert [row.rule for row in ELDERS] == [f"BF-L{n}" for n in range(1, 7)]
    assert [row.rule for row in COMMON_TASKS] == [f"BF-K{n}" for n in range(1, 6)]
    assert [row.rule for row in SPACES] == [f"BF-C{n}" for n in range(1, 9)]
    assert sorted({line(a_city()).rule for line in LINES}) == sorted(
        {"BF-FS1", "BF-FS2", "BF-FS2a", "BF-FS3", "BF-FS4", "BF-FS5", "BF-FS6", "BF-FS7", "BF-FS8", "BF-FS10"}
    )


def test_every_gnome_does_exactly_one_of_three_things() -> None:
    does = {
        gnome.id: [gnome.allows != Allowances(), bool(gnome.reacts), gnome.scores is not None]
        for gnome in GNOMES
    }
    assert [name for name, things in does.items() if sum(things) != 1] == []


def test_numbers_of_gnomes_that_allow_react_and_score() -> None:
    assert sum(gnome.allows != Allowances() for gnome in GNOMES) == 14
    assert sum(bool(gnome.reacts) for gnome in GNOMES) == 12
    assert sum(gnome.scores is not None for gnome in GNOMES) == 1


def test_every_allowance_is_given_by_a_gnome() -> None:
    nothing = Allowances()
    for field in Allowances.__struct_fields__:
        assert sum(getattr(gnome.allows, field) != getattr(nothing, field) for gnome in GNOMES) == 1, field


def test_gnomes_react_only_to_events_of_the_game() -> None:
    awaited = {kind for gnome in GNOMES for kind in gnome.reacts}
    assert awaited <= set(EVENTS)
    assert CommonTaskFulfilled in awaited


def test_tasks_have_the_printed_colours_and_points() -> None:
    assert Counter(task.color for task in TASKS) == dict.fromkeys(c.Color, 22)
    assert {task.points for task in TASKS} <= set(range(2, 9))
    assert {type(task.needs) for task in TASKS} == set(CONDITIONS)
    assert len({(task.color, task.needs) for task in TASKS}) == 66, "no two tasks of a colour are alike"


def test_every_card_of_tom_has_an_action() -> None:
    assert set(_SEARCHES) | set(_ACTS) == {card.action for card in c.TOM_CARDS} == set(c.TomAction)
    assert set(_SEARCHES) == {card.action for card in c.TOM_CARDS if card.gnome_icon}


def test_every_event_and_nothing_else_has_an_evolve_function() -> None:
    assert set(EVOLVE) == set(EVENTS)
    assert len(EVENTS) == len(set(EVENTS))


def test_every_move_has_its_action() -> None:
    actions = (*ACTIONS, PASS, END_TURN, RESOLVE_TOM)
    assert {action.command for action in actions} == set(MOVES)
    several = [kind for kind, count in Counter(action.command for action in actions).items() if count > 1]
    assert several == [ResolveBonus]
    assert set(BONUS) == {space.id for space in SPACES if space.asks}
    assert {*MAIN_OPTIONS, *BONUS_ACTIONS} <= set(ACTIONS)


def test_every_field_of_a_move_exists_and_is_declared_once() -> None:
    for action in (*ACTIONS, PASS, END_TURN, RESOLVE_TOM):
        names = [field.name for field in action.fields]
        assert len(names) == len(set(names))
        assert set(names) <= set(action.command.__struct_fields__)
        if action.command is not ResolveBonus:
            assert set(names) == set(action.command.__struct_fields__)
    declared = {field.name for action in BONUS.values() for field in action.fields}
    assert declared == set(ResolveBonus.__struct_fields__)


def test_every_step_has_its_rules() -> None:
    assert set(STEPS) == set(get_args(Step))
    assert set(get_args(Offer)) == set(STEPS) - {TurnStep, TomsTurn}


def test_commands_are_imperative_and_events_are_past() -> None:
    commands: tuple[type[Command], ...] = (*MOVES, *KERNEL_COMMANDS)
    events: tuple[type[Event], ...] = (*EVENTS, *KERNEL_EVENTS)
    tags = [str(kind.__struct_config__.tag) for kind in (*commands, *events)]
    assert len(set(tags)) == len(tags)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", tag) for tag in tags)
    for kind in (*commands, *events):
        snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
        assert kind.__struct_config__.tag == snake
        assert kind.__struct_config__.frozen
        assert kind.__doc__, kind.__name__


def test_every_ruleset_and_every_version_is_registered() -> None:
    assert RULESETS["bonfire"] is VERSIONS["bonfire/1"] is BONFIRE
    for name, ruleset in RULESETS.items():
        assert ruleset.name == name
        assert ruleset.rules.startswith(f"{name}/")
        assert {"random", "greedy", "idle"} <= set(ruleset.bots)


def literals(path: Path) -> Iterator[str]:
    """Every piece of text in a module that is not a docstring."""
    tree = ast.parse(path.read_bytes())
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_only_the_tables_of_gnomes_name_gnomes() -> None:
    tables = {ROOT / "domain" / "bonfire" / f"{name}.py" for name in ("catalogue", "gnomes", "elders")}
    slugs = {row.slug for row in GNOMES if row.slug not in Allowances.__struct_fields__}
    slugs |= {row.slug for row in ELDERS}
    ids = re.compile(r"(specialist|elder)-(\d|$)")
    named = {
        str(path.relative_to(ROOT)): text
        for path in SOURCES
        if path not in tables
        for text in literals(path)
        if text in slugs or ids.search(text)
    }
    assert named == {}


def test_every_rule_that_the_code_names_exists() -> None:
    named = {
        text: path
        for path in SOURCES
        if path.is_relative_to(ROOT / "domain" / "bonfire")
        for text in literals(path)
        if re.fullmatch(r"BF-[A-Z]{1,2}\d+[a-z]?", text)
    }
    assert {rule: str(path) for rule, path in named.items() if rule not in RULE_IDS} == {}
