"""Every rule id of the rules page is in a test's name (`BF-T9a` as in `test_bf_t9a_…`) and in the code."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules" / "bonfire.md"
CODE = sorted((ROOT / "domain" / "bonfire").rglob("*.py"))
PREFIX = "test_bf_"
# Answers, examples and interactions follow from other rules; overview cards and the score track do nothing.
NOT_CODED = re.compile(r"[QXY]\d+[a-z]?|M15|M20")


def rule_ids(page: str) -> list[str]:
    """The ids that the page defines, in bold, in its order."""
    return list(dict.fromkeys(re.findall(r"\*\*BF-([A-Z]{1,2}\d+[a-z]?)\*\*", page)))


def names_of_tests() -> list[str]:
    """The name of every test."""
    trees = (ast.parse(path.read_bytes()) for path in sorted((ROOT / "tests").rglob("test_*.py")))
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, functions)]


def named(names: list[str]) -> set[str]:
    """The ids in these names."""
    return {part for name in names if name.startswith(PREFIX) for part in name.split("_")}


def test_every_rule_has_a_test() -> None:
    ids = rule_ids(PAGE.read_text())
    found = named(names_of_tests())
    missing = [f"BF-{rule}" for rule in ids if rule.lower() not in found]
    assert len(ids) > 300
    assert not missing, f"{len(missing)} of {len(ids)} rules have no test: {' '.join(missing)}"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    ids = {rule.lower() for rule in rule_ids(PAGE.read_text())}
    looks_like_one = re.compile(r"(?:fs|[a-z])\d+[a-z]?")
    unknown = {
        name: [part for part in name.removeprefix(PREFIX).split("_") if looks_like_one.fullmatch(part)]
        for name in names_of_tests()
        if name.startswith(PREFIX)
    }
    wrong = {name: [part for part in parts if part not in ids] for name, parts in unknown.items()}
    assert not {name: parts for name, parts in wrong.items() if parts}
    assert not [name for name, parts in unknown.items() if not parts], "no rule in the name"


def test_every_rule_can_be_found_in_the_code_by_its_id() -> None:
    code = "".join(path.read_text() for path in CODE)
    found = set(re.findall(r"BF-([A-Z]{1,2}\d+[a-z]?)\b", code))
    ids = [rule for rule in rule_ids(PAGE.read_text()) if not NOT_CODED.fullmatch(rule)]
    assert [f"BF-{rule}" for rule in ids if rule not in found] == []


def test_rule_ids_in_the_code_have_their_prefix() -> None:
    ids = set(rule_ids(PAGE.read_text()))
    bare = re.compile(r"(?<![\w-])[A-Z]{1,2}\d+[a-z]?\b")
    found = {path.name: ids & set(bare.findall(path.read_text())) for path in CODE}
    assert {name: rules for name, rules in found.items() if rules} == {}
