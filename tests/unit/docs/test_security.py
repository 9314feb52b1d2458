"""The page about security names tests, and they are there; all risks of the list are on it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "security.md").read_text()


def test_every_test_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    found = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    assert sorted(named - found) == []


def test_all_ten_risks_are_covered_by_tests() -> None:
    rows = re.findall(r"^\| \*\*API(\d+)\*\* .* \| (.*) \|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 11))
    assert all("`test_" in tests for _, tests in rows)


def test_every_check_of_graphql_is_covered_by_tests() -> None:
    part = PAGE.partition("## GraphQL")[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 10
    assert all("`test_" in row for row in rows)
