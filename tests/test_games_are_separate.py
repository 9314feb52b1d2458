"""Only a game's own folder and its texts name the game: shared code uses only its ruleset."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields

from domain.games import RULESETS, VERSIONS
from domain.kernel.entry import Meta
from domain.kernel.game import Input, step
from domain.kernel.lobby import CreateGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Options
from tests.support.regatta.ruleset import REGATTA

ROOT = Path(__file__).parent.parent
GAMES = {**RULESETS, REGATTA.name: REGATTA}
SHARED = ("domain/kernel", "domain/games.py", "schema", "service", "workers")
SUFFIXES = {".py", ".lua", ".md", ".js", ".html"}
SNAPSHOTS = ("schema/texts", "schema/released")
DRAWINGS = "service/web/play/{}/"

# Released names that cannot change: a field of a response, and a field of stored rows.
RELEASED = {("schema/standings.py", "tom"), ("service/projections/ladder.py", "tom")}


def shared_files() -> Iterator[Path]:
    """The files that belong to no game."""
    own = tuple(DRAWINGS.format(name) for name in GAMES)
    for part in SHARED:
        top = ROOT / part
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in SUFFIXES and not name.startswith((*SNAPSHOTS, *own)):
                yield path


def seat_names(rules: Ruleset) -> set[str]:
    """The names of the seats in games with the largest number of players."""
    bot = next(iter(rules.bots))
    names: set[str | None] = set()
    for seed in range(8):
        create = CreateGame(
            "g_a", rules.options(auto_start=True), (f"bot:{bot}",) * max(rules.catalogue.players)
        )
        started = step(
            rules,
            None,
            Input("2026-01-01T00:00:00.000Z", "p_a", create, Meta("test")),
            bytes([seed]) * 32,
        )
        names |= {*rules.seat_names(started.table.state)}
    return {name for name in names if name is not None}


def words(rules: Ruleset) -> set[str]:
    """The words that only this game has: its name, its automas, the names of its seats, its rule ids."""
    return {rules.name, *rules.automas, *seat_names(rules), f"{rules.prefix}-"}


def own_options(rules: Ruleset) -> set[str]:
    return {field.name for field in fields(rules.options)} - {field.name for field in fields(Options)}


def words_found(text: str, searched: set[str]) -> set[str]:
    """The given words that occur in a text: `tom` in `Tom` and `tom_card`, but not in `atom`."""
    return {word for word in searched if re.search(_pattern(word), text)}


def _pattern(word: str) -> str:
    if word in GAMES:
        return f"(?i){word}"
    return rf"\b{word}[A-Z]" if word.endswith("-") else rf"(?i)(?<![a-z]){word}(?![a-z])"


def options_found(source: str, searched: set[str]) -> set[str]:
    """The options that code reads or writes: as strings (but for keys of a dict), attributes or keywords."""
    tree = ast.parse(source)
    keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(value)) if id(node) not in keys:
                found.add(value)
            case ast.Attribute(value=ast.Name(id=of) | ast.Attribute(attr=of), attr=name) if "options" in of:
                found.add(name)
            case ast.Call(args=[*given], keywords=[*keywords]) if any(
                "options" in ast.unparse(part) for part in (node.func, *given)
            ):
                found |= {keyword.arg for keyword in keywords if keyword.arg}
    return found & searched


@pytest.mark.parametrize("name", GAMES)
def test_shared_code_does_not_name_a_game(name: str) -> None:
    searched = words(GAMES[name])
    found = [
        (path.relative_to(ROOT).as_posix(), word)
        for path in shared_files()
        for word in sorted(words_found(path.read_text(), searched))
    ]
    assert [each for each in found if each not in RELEASED] == []


@pytest.mark.parametrize("name", GAMES)
def test_shared_code_does_not_use_an_option_of_a_game(name: str) -> None:
    searched = own_options(GAMES[name])
    found = [
        (path.relative_to(ROOT).as_posix(), option)
        for path in shared_files()
        if path.suffix == ".py"
        for option in sorted(options_found(path.read_text(), searched))
    ]
    assert found == []


def test_search_finds_words_and_options_of_a_game() -> None:
    rules = VERSIONS["bonfire/1"]
    assert words(rules) == {"bonfire", "tom", "red", "green", "violet", "orange", "BF-"}
    assert words_found('"""Tom moves (BF-O3)."""; BonfireThing().red_one', words(rules)) == {
        *("bonfire", "tom", "BF-", "red"),
    }
    assert words_found("atom hundred violets", words(rules)) == set()
    assert own_options(rules) >= {"challenge", "handicap"}
    for code in (
        'getattr(x, "handicap")',
        '"handicap" in options',
        "table.options.handicap",
        "replace(command.options, handicap=3)",
        "rules.options(handicap=3)",
        'SKIPPED = {"handicap"}',
    ):
        assert options_found(code, own_options(rules)) == {"handicap"}, code
    for code in ('{"handicap": 1}', "rung.handicap", "Rung(handicap=3)", "'a handicap'"):
        assert options_found(code, own_options(rules)) == set(), code
