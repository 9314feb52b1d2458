"""The rules pages say what the code does: their tables are the catalogue's, their words those of the API."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from domain.bonfire import catalogue as c
from domain.bonfire.common import COMMON_TASKS
from domain.bonfire.conditions import CONDITIONS
from domain.bonfire.council import SPACES
from domain.bonfire.elders import ELDERS
from domain.bonfire.gnomes import GNOMES, Gnome
from domain.bonfire.ruleset import BONFIRE as BONFIRE_RULES
from domain.bonfire.scoring import LINES
from domain.bonfire.tasks import TASKS
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.phoenix import catalogue as p
from domain.phoenix import enemy_catalogue as enemies
from domain.phoenix import ids
from domain.phoenix.commands import Move
from domain.phoenix.foreseen import FORESEEN_CARDS
from domain.phoenix.geometry import highlighted, visible_walls, wall_angle
from domain.phoenix.kin import ABILITIES
from domain.phoenix.questions import QUESTIONS
from domain.phoenix.revelations import CARDS
from domain.phoenix.ruleset import PHOENIX as PHOENIX_RULES
from domain.phoenix.sectors import DAYTIMES
from domain.phoenix.villages import VILLAGES
from tests.support.cities import a_city
from tests.support.phoenix import a_phoenix_game

ROOT = Path(__file__).parents[3]


class Refusals(NamedTuple):
    """What the code says of a code: the rules it names, and all details it gives."""

    rules: set[str]
    details: set[str]


@dataclass(frozen=True)
class Page:
    """The rules page of a game, and the refusals that are not written out in the game's own code."""

    game: Ruleset
    elsewhere: Mapping[str, Refusals] = field(default_factory=dict)
    never: tuple[str, ...] = ("field_missing",)
    """Codes of the kernel that the game never gives: those of moves out of turn."""

    @property
    def name(self) -> str:
        return self.game.name

    @cached_property
    def text(self) -> str:
        return (ROOT / "docs" / "rules" / f"{self.name}.md").read_text()

    @cached_property
    def words(self) -> frozenset[str]:
        """Everything in code style."""
        return frozenset(re.findall(r"`([^`\n]+)`", self.text))

    def row(self, first_cell: str) -> list[str]:
        """The further cells of the first row that begins with this one."""
        match = re.search(rf"^\| {re.escape(first_cell)} \| (.*) \|$", self.text, re.MULTILINE)
        assert match is not None, first_cell
        return [cell.strip() for cell in match[1].split(" | ")]

    def rule(self, identifier: str) -> str:
        """The row or line of a rule."""
        match = re.search(rf"\*\*{identifier}\*\*[^\n]*", self.text)
        assert match is not None, identifier
        return match[0]

    @cached_property
    def refusals(self) -> dict[str, Refusals]:
        """Every `Rejected(code, rule=…, …)` in the game, and what the kernel says in its place."""
        found = {code: Refusals(set(each.rules), set(each.details)) for code, each in self.elsewhere.items()}
        kernel = (ROOT / "domain" / "kernel" / name for name in ("action.py", "engine.py"))
        for source in (*(ROOT / "domain" / self.name).rglob("*.py"), *kernel):
            for call in ast.walk(ast.parse(source.read_text())):
                match call:
                    case ast.Call(ast.Name("Rejected"), [ast.Constant(str(code))], keywords):
                        of_code = found.setdefault(code, Refusals(set(), set()))
                        named = (word.arg for word in keywords if word.arg and word.arg != "rule")
                        of_code.details.update(named)
                        rules = (ast.unparse(word.value) for word in keywords if word.arg == "rule")
                        literal = re.compile(rf"'{self.game.prefix}-(\w+)'")
                        of_code.rules.update(rule for text in rules for rule in literal.findall(text))
        return {code: each for code, each in found.items() if code not in self.never}

    @cached_property
    def explained(self) -> list[tuple[list[str], str, set[str]]]:
        """The rows of section 14: codes, rules, details."""
        section = self.text.partition("## 14.")[2].partition("## 15.")[0]
        rows = re.findall(r"^\| (`.*?) \| (.*?) ?\| .*\| (.*?) ?\|$", section, re.MULTILINE)
        return [
            (re.findall(r"`(\w+)`", codes), rules, set(re.findall(r"`(\w+)`", details)))
            for codes, rules, details in rows
        ]


BONFIRE = Page(
    BONFIRE_RULES,
    {
        "game_finished": Refusals(set(), {"status"}),
        "player_count_not_allowed": Refusals({"S1"}, {"players", "allowed"}),
        "option_not_applicable": Refusals({"O26"}, {"option"}),
    },
)
PHOENIX = Page(
    PHOENIX_RULES,
    {
        "game_finished": Refusals(set(), {"status"}),
        "player_count_not_allowed": Refusals({"M2"}, {"mode", "given", "players", "allowed"}),
        "mode_combination_not_allowed": Refusals({"M2"}, {"mode", "flag"}),
        "missing_option": Refusals({"M2"}, {"mode", "option"}),
        "option_not_applicable": Refusals({"M2"}, {"option"}),
        # The fields that many actions share are told their code.
        "invalid_choice": Refusals(set(), {"field", "id"}),
        "invalid_target": Refusals(set(), {"id", "sector"}),
        "sector_not_highlighted": Refusals({"V8", "RC17"}, {"id", "sector"}),
    },
)
each_page = pytest.mark.parametrize("page", [BONFIRE, PHOENIX], ids=lambda page: page.name)


@pytest.mark.parametrize(
    "page, command",
    [(page, command) for page in (BONFIRE, PHOENIX) for command in page.game.move_types],
    ids=lambda value: value.name if isinstance(value, Page) else value.__name__,
)
def test_every_command_is_on_the_page_with_its_fields(page: Page, command: type[Command]) -> None:
    fields, _ = page.row(f"`{command.__struct_config__.tag}`")
    named = {word for word in re.findall(r"`(\w+)`", fields) if word in command.__struct_fields__}
    assert named == set(command.__struct_fields__)


@each_page
def test_every_event_is_on_the_page(page: Page) -> None:
    assert {str(event.__struct_config__.tag) for event in page.game.event_types} <= page.words


@each_page
def test_page_explains_exactly_the_existing_refusals(page: Page) -> None:
    assert {code for codes, _, _ in page.explained for code in codes} == set(page.refusals)


@pytest.mark.parametrize(
    "page, codes, rules, details",
    [(page, *row) for page in (BONFIRE, PHOENIX) for row in page.explained],
    ids=[f"{page.name}-{'-'.join(row[0])}" for page in (BONFIRE, PHOENIX) for row in page.explained],
)
def test_a_refusal_has_the_rules_and_details_of_its_row(
    page: Page, codes: list[str], rules: str, details: set[str]
) -> None:
    given = [page.refusals[code] for code in codes]
    assert set().union(*(each.details for each in given)) == details
    assert set().union(*(each.rules for each in given)) <= _rules(rules)


def _rules(cell: str) -> set[str]:
    """The rules of a cell; `K1–K16` stands for all of them."""
    ranges = re.findall(r"([A-Z]+)(\d+)–\1(\d+)", cell)
    inside = (f"{letters}{n}" for letters, low, high in ranges for n in range(int(low), int(high) + 1))
    return {*re.findall(r"\w+", cell), *inside}


@pytest.mark.parametrize("gnome", GNOMES, ids=lambda gnome: gnome.id)
def test_every_specialist_has_its_power_and_resource(gnome: Gnome) -> None:
    card = c.GNOME_CARD[gnome.id]
    cells = BONFIRE.row(f"**{gnome.rule}**")
    assert (cells[0], cells[-1]) == (f"`{card.slug}`", card.resource)


def test_every_elder_has_its_power_and_resource() -> None:
    for elder in ELDERS:
        cells = BONFIRE.row(f"**{elder.rule}**")
        assert cells[:2] == [f"`{elder.id}`", f"`{elder.slug}`"]
        assert cells[-1] == c.GNOME_CARD[elder.id].resource


def test_every_task_has_its_condition_and_points() -> None:
    for task in TASKS:
        kind, _, listed = BONFIRE.row(f"**{task.needs.rule}**")
        match = re.search(rf"`{task.id}`[^()]*\((\d)", listed)
        assert match is not None, task.id
        assert (kind, int(match[1])) == (f"`{task.needs.__struct_config__.tag}`", task.points)


def test_every_kind_of_condition_has_a_row() -> None:
    assert all(f"`{kind.__struct_config__.tag}`" in BONFIRE.rule(kind.rule) for kind in CONDITIONS)


def test_spaces_common_tasks_and_score_lines_have_rows() -> None:
    lines = [line(a_city()) for line in LINES]
    assert all(f"`{space.id}`" in BONFIRE.rule(space.rule) for space in SPACES)
    assert all(f"`{common.id}`" in BONFIRE.rule(common.rule) for common in COMMON_TASKS)
    assert {line.item for line in lines} <= BONFIRE.words
    assert all(BONFIRE.rule(line.rule) for line in lines)


def test_notches_fate_tiles_and_great_bonfire_match_the_catalogue() -> None:
    for board in c.BOARDS:
        name = "notch on board A" if board.id == "A" else f"on board {board.id}"
        assert BONFIRE.row(name) == [shape.value for shape in board.portals]
    for tile in c.FATE_TILES:
        assert f"`{tile.id}` | {', '.join(tile.symbols)}" in BONFIRE.text
    assert BONFIRE.row("action tile") == [space.tile.value for space in c.GREAT_BONFIRE]
    shown = [
        space.resource.value if space.resource else f"{space.points} points" for space in c.GREAT_BONFIRE
    ]
    assert f"| resource | {' | '.join(shown)} |" in BONFIRE.text


def test_islands_match_the_catalogue() -> None:
    expected = [", ".join(f"`{island}`" for island in c.islands_of(kind)) for kind in c.BASIC_RESOURCES]
    assert BONFIRE.row("its two islands") == expected


def test_cards_of_tom_match_the_catalogue() -> None:
    actions: dict[str, list[str]] = {}
    for card in c.TOM_CARDS:
        actions.setdefault(card.action, []).append(f"`{card.id}`")
    assert BONFIRE.row("card") == [", ".join(cards) for cards in actions.values()]
    assert BONFIRE.row("action") == [f"`{action}`" for action in actions]


def test_kin_villages_sectors_and_events_of_phoenix_palace_have_rows() -> None:
    assert all(PHOENIX.row(f"**{one.rule}**")[0] == f"`{one.type}`" for one in ABILITIES)
    assert all(PHOENIX.row(f"**{one.rule}**")[0].startswith(f"`{one.id}`") for one in VILLAGES)
    assert all(PHOENIX.row(f"**{one.rule}**")[0] == f"`{one.sector}`" for one in DAYTIMES)
    assert all(PHOENIX.row(f"**{one.rule}**")[0] == f"`{one.id}`" for one in FORESEEN_CARDS)


def test_every_revelation_has_its_cost_favor_points_and_kind() -> None:
    for card in CARDS:
        facts = p.REVELATION[card.id]
        cells = PHOENIX.row(f"**{card.rule}**")
        assert cells[:4] == [f"`{card.id}`", str(facts.cost), str(facts.fp), facts.kind.value]


def test_spots_of_both_sides_match_the_catalogue() -> None:
    for sector, facts in p.SECTOR.items():
        spots = [
            " ".join(p.SPOT[side][spot].price or "F" for spot in p.SPOTS_OF[side][sector])
            for side in ids.BoardSide
        ]
        assert PHOENIX.row(f"`{sector}`") == [facts.shard, *spots]


def test_table_of_rotations_matches_the_code() -> None:
    for rotation in range(6):
        walls = "/".join(str(wall_angle(wall, rotation)) for wall in range(p.WALLS))
        seen = [", ".join(map(str, sorted(visible_walls(side, rotation)))) for side in ids.Side]
        assert PHOENIX.row(str(rotation)) == [", ".join(highlighted(rotation)), walls, *seen]


def test_village_sites_and_clanhouse_slots_match_the_catalogue() -> None:
    section = PHOENIX.text.partition("### 12.4")[2].partition("## 13.")[0]
    for site in p.SITES:
        name = "7 shrine" if site.position == p.LAST_POSITION else str(site.position)
        cost = " + ".join(f"1 {kind}" for kind in site.cost)
        assert f"| {name} | {cost} | {site.fp} |" in section
    assert PHOENIX.row("Coins") == [str(slot.coins) for slot in p.CLANHOUSE]
    assert f"| FP | {' | '.join(str(slot.fp) for slot in p.CLANHOUSE)} |" in section


def test_enemy_deck_and_difficulties_match_the_catalogue() -> None:
    halves = [
        re.search(rf"\| {card.id.upper()} \| ([^|]*) \| ([^|]*) \| ([^|]*) \|", PHOENIX.text)
        for card in enemies.ENEMY_CARDS[:12]
    ]
    found = [tuple(half.groups()) for half in halves if half is not None]
    assert found == [
        (card.sector, card.secondary or "–", card.ready_pick) for card in enemies.ENEMY_CARDS[:12]
    ]
    twists = " / ".join(str(facts.twist_fp) for facts in enemies.DIFFICULTIES)
    assert PHOENIX.text.count(twists) == 2
    changes = [
        f"{facts.id} {facts.resources:+}".replace("+0", "0").replace("-", "−")
        for facts in enemies.DIFFICULTIES
    ]
    rule = " ".join(PHOENIX.text.partition("**PP-CO5**")[2].split())
    assert ", ".join(changes) in rule


def test_scenarios_and_the_kin_of_their_first_acts_match_the_catalogue() -> None:
    for scenario, clan in enemies.SCENARIO_CLAN.items():
        first, *_ = PHOENIX.row(f"`{scenario}` ({clan})")
        assert first.startswith(f"stack: {', '.join(enemies.ACT[scenario, 1].kin)}.")


def test_modes_and_questions_of_phoenix_palace_are_on_the_page() -> None:
    kinds = {kind for one in QUESTIONS.values() for kind in (one.kind, one.enemy_kind)}
    assert kinds - {None} <= PHOENIX.words
    for mode in PHOENIX_RULES.catalogue.modes:
        if mode.option == "mode":
            players, *_ = PHOENIX.row(f"`{mode.id}`")
            numbers = [int(number) for number in players.split("–")]
            assert (min(numbers), max(numbers)) == (min(mode.players), max(mode.players))


def test_score_lines_name_rules_on_the_page() -> None:
    assert all(PHOENIX.rule(f"PP-{rule}") for rule in ("F1", "F2", "F5", "F6"))


def test_the_first_turn_on_the_page_is_played_as_it_says() -> None:
    moves = re.findall(r'^\{"type": .*\}$', PHOENIX.text, re.MULTILINE)
    game = a_phoenix_game().hold(0, "red.apprentice.1", "red.merchant").foresees(None, "dying_lamps")
    for move in moves:
        game.when(0, msgspec.json.decode(move, type=Move)).then_accepted()
    pool = game.state.pools[0]
    assert (pool.coin, pool.scroll, pool.lantern) == (4, 4, 3)
    assert game.state.board.foreseen_discard == ("dying_lamps",)
    assert len(moves) == 4
    assert game.asked == (1,)
