"""Every rule id of a rules page is in a test's name (`BF-T9a` as in `test_bf_t9a_…`) and in the code."""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Game:
    """A game with a rules page. Rules that match `not_coded` need not be named in the code."""

    name: str
    prefix: str
    least: int
    not_coded: str

    @cached_property
    def page(self) -> str:
        """The rules page."""
        return (ROOT / "docs" / "rules" / f"{self.name}.md").read_text()

    @cached_property
    def ids(self) -> list[str]:
        """The ids that the page defines, in bold, in its order."""
        found = re.findall(rf"\*\*{self.prefix}-([A-Z]{{1,2}}\d+[a-z]?)\*\*", self.page)
        return list(dict.fromkeys(found))

    @cached_property
    def code(self) -> list[Path]:
        """The files of the game."""
        return sorted((ROOT / "domain" / self.name).rglob("*.py"))

    @property
    def tests(self) -> str:
        """How the names of tests about its rules begin."""
        return f"test_{self.prefix.lower()}_"


BONFIRE = Game(
    "bonfire",
    "BF",
    300,
    # Answers, examples and interactions follow from other rules; overview cards and the score track do
    # nothing.
    r"[QXY]\d+[a-z]?|M15|M20",
)
PHOENIX = Game(
    "phoenix",
    "PP",
    420,
    # Invariants, answers and examples follow from other rules. Cards are numbered by their order. The others
    # say that something does not happen, or that everybody sees what the state holds.
    r"[IQX]\d+|RC\d+|T7|T12|E13|TT3|DR2|H2|H5|H9",
)
each_game = pytest.mark.parametrize("game", [BONFIRE, PHOENIX], ids=lambda game: game.name)


@cache
def names_of_tests() -> list[str]:
    """The name of every test."""
    definition = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [name for path in paths for name in definition.findall(path.read_text())]


def named(names: list[str], start: str) -> set[str]:
    """The rule ids in these test names."""
    return {part for name in names if name.startswith(start) for part in name.split("_")}


@each_game
def test_every_rule_has_a_test(game: Game) -> None:
    found = named(names_of_tests(), game.tests)
    missing = [f"{game.prefix}-{rule}" for rule in game.ids if rule.lower() not in found]
    assert len(game.ids) > game.least
    assert not missing, f"{len(missing)} of {len(game.ids)} rules have no test: {' '.join(missing)}"


@each_game
def test_no_test_names_a_rule_that_does_not_exist(game: Game) -> None:
    ids = {rule.lower() for rule in game.ids}
    letters = {re.sub(r"\d.*", "", rule) for rule in ids}
    looks_like_one = re.compile(rf"(?:{'|'.join(sorted(letters))})\d+[a-z]?")
    unknown = {
        name: [part for part in name.removeprefix(game.tests).split("_") if looks_like_one.fullmatch(part)]
        for name in names_of_tests()
        if name.startswith(game.tests)
    }
    wrong = {name: [part for part in parts if part not in ids] for name, parts in unknown.items()}
    assert not {name: parts for name, parts in wrong.items() if parts}
    assert not [name for name, parts in unknown.items() if not parts], "no rule in the name"


@each_game
def test_every_rule_can_be_found_in_the_code_by_its_id(game: Game) -> None:
    code = "".join(path.read_text() for path in game.code)
    found = set(re.findall(rf"{game.prefix}-([A-Z]{{1,2}}\d+[a-z]?)\b", code))
    ids = [rule for rule in game.ids if not re.fullmatch(game.not_coded, rule)]
    assert [f"{game.prefix}-{rule}" for rule in ids if rule not in found] == []


@each_game
def test_rule_ids_in_the_code_have_their_prefix(game: Game) -> None:
    ids = set(game.ids)
    bare = re.compile(r"(?<![\w-])[A-Z]{1,2}\d+[a-z]?\b")
    found = {path.name: ids & set(bare.findall(path.read_text())) for path in game.code}
    assert {name: rules for name, rules in found.items() if rules} == {}
