"""The rules page says what the code does: its tables are the catalogue's, its words those of the API."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.bonfire import catalogue as c
from domain.bonfire.commands import MOVES
from domain.bonfire.common import COMMON_TASKS
from domain.bonfire.conditions import CONDITIONS
from domain.bonfire.council import SPACES
from domain.bonfire.elders import ELDERS
from domain.bonfire.events import EVENTS
from domain.bonfire.gnomes import GNOMES, Gnome
from domain.bonfire.scoring import LINES
from domain.bonfire.tasks import TASKS
from domain.kernel.messages import Command
from tests.support.cities import a_city

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules" / "bonfire.md").read_text()
WORDS = frozenset(re.findall(r"`([^`\n]+)`", PAGE))


def row(first_cell: str) -> list[str]:
    """The further cells of the first row that begins with this one."""
    match = re.search(rf"^\| {re.escape(first_cell)} \| (.*) \|$", PAGE, re.MULTILINE)
    assert match is not None, first_cell
    return [cell.strip() for cell in match[1].split(" | ")]


def rule(identifier: str) -> str:
    """The row or line of a rule."""
    match = re.search(rf"\*\*{identifier}\*\*[^\n]*", PAGE)
    assert match is not None, identifier
    return match[0]


@pytest.mark.parametrize("command", MOVES, ids=lambda command: command.__name__)
def test_every_command_is_there_with_its_fields(command: type[Command]) -> None:
    fields, _ = row(f"`{command.__struct_config__.tag}`")
    named = {word for word in re.findall(r"`(\w+)`", fields) if word in command.__struct_fields__}
    assert named == set(command.__struct_fields__)


def test_every_event_is_named() -> None:
    assert {str(event.__struct_config__.tag) for event in EVENTS} <= WORDS


class Refusals(NamedTuple):
    """What the code says of a code: the rules it names, and all details it gives."""

    rules: set[str]
    details: set[str]


def refusals() -> dict[str, Refusals]:
    """Every `Rejected(code, rule=…, …)` in the game, and what the kernel says in its place."""
    found = {
        "game_finished": Refusals(set(), {"status"}),
        "player_count_not_allowed": Refusals({"S1"}, {"players", "allowed"}),
        "option_not_applicable": Refusals({"O26"}, {"option"}),
    }
    kernel = (ROOT / "domain" / "kernel" / name for name in ("action.py", "engine.py"))
    for source in (*(ROOT / "domain" / "bonfire").rglob("*.py"), *kernel):
        for call in ast.walk(ast.parse(source.read_text())):
            match call:
                case ast.Call(ast.Name("Rejected"), [ast.Constant(str(code))], keywords):
                    of_code = found.setdefault(code, Refusals(set(), set()))
                    of_code.details.update(word.arg for word in keywords if word.arg and word.arg != "rule")
                    named = (ast.unparse(word.value) for word in keywords if word.arg == "rule")
                    of_code.rules.update(rule for text in named for rule in re.findall(r"'BF-(\w+)'", text))
    del found["field_missing"]  # of moves out of turn, which Bonfire does not have
    return found


REFUSALS = refusals()
EXPLAINED = [
    (re.findall(r"`(\w+)`", codes), rules, set(re.findall(r"`(\w+)`", details)))
    for codes, rules, details in re.findall(
        r"^\| (`.*?) \| (.*?) ?\| .*\| (.*?) ?\|$",
        PAGE.partition("## 14.")[2].partition("## 15.")[0],
        re.MULTILINE,
    )
]


def test_every_refusal_is_explained_and_no_other() -> None:
    assert {code for codes, _, _ in EXPLAINED for code in codes} == set(REFUSALS)


@pytest.mark.parametrize("codes,rules,details", EXPLAINED, ids=["-".join(row[0]) for row in EXPLAINED])
def test_a_refusal_has_the_rules_and_details_of_its_row(
    codes: list[str], rules: str, details: set[str]
) -> None:
    given = [REFUSALS[code] for code in codes]
    assert set().union(*(each.details for each in given)) == details
    assert set().union(*(each.rules for each in given)) <= set(re.findall(r"\w+", rules))


@pytest.mark.parametrize("gnome", GNOMES, ids=lambda gnome: gnome.id)
def test_every_specialist_has_its_power_and_resource(gnome: Gnome) -> None:
    card = c.GNOME_CARD[gnome.id]
    cells = row(f"**{gnome.rule}**")
    assert (cells[0], cells[-1]) == (f"`{card.slug}`", card.resource)


def test_every_elder_has_its_power_and_resource() -> None:
    for elder in ELDERS:
        cells = row(f"**{elder.rule}**")
        assert cells[:2] == [f"`{elder.id}`", f"`{elder.slug}`"]
        assert cells[-1] == c.GNOME_CARD[elder.id].resource


def test_every_task_stands_with_its_condition_and_points() -> None:
    for task in TASKS:
        kind, _, listed = row(f"**{task.needs.rule}**")
        match = re.search(rf"`{task.id}`[^()]*\((\d)", listed)
        assert match is not None, task.id
        assert (kind, int(match[1])) == (f"`{task.needs.__struct_config__.tag}`", task.points)


def test_every_kind_of_condition_has_its_row() -> None:
    assert all(f"`{kind.__struct_config__.tag}`" in rule(kind.rule) for kind in CONDITIONS)


def test_spaces_common_tasks_and_lines_of_the_score_have_their_rows() -> None:
    lines = [line(a_city()) for line in LINES]
    assert all(f"`{space.id}`" in rule(space.rule) for space in SPACES)
    assert all(f"`{common.id}`" in rule(common.rule) for common in COMMON_TASKS)
    assert {line.item for line in lines} <= WORDS
    assert all(rule(line.rule) for line in lines)


def test_notches_fate_tiles_and_great_bonfire_are_those_of_the_catalogue() -> None:
    for board in c.BOARDS:
        name = "notch on board A" if board.id == "A" else f"on board {board.id}"
        assert row(name) == [shape.value for shape in board.portals]
    for tile in c.FATE_TILES:
        assert f"`{tile.id}` | {', '.join(tile.symbols)}" in PAGE
    assert row("action tile") == [space.tile.value for space in c.GREAT_BONFIRE]
    shown = [
        space.resource.value if space.resource else f"{space.points} points" for space in c.GREAT_BONFIRE
    ]
    assert f"| resource | {' | '.join(shown)} |" in PAGE


def test_islands_are_those_of_the_catalogue() -> None:
    expected = [", ".join(f"`{island}`" for island in c.islands_of(kind)) for kind in c.BASIC_RESOURCES]
    assert row("its two islands") == expected


def test_tom_has_the_cards_of_the_catalogue() -> None:
    actions: dict[str, list[str]] = {}
    for card in c.TOM_CARDS:
        actions.setdefault(card.action, []).append(f"`{card.id}`")
    assert row("card") == [", ".join(cards) for cards in actions.values()]
    assert row("action") == [f"`{action}`" for action in actions]
