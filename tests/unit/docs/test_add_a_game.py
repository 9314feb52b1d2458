"""The guide for a new game shows the code as it is, and names every file of the small game."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GAME = ROOT / "tests" / "support" / "regatta"
PAGE = (ROOT / "docs" / "add-a-game.md").read_text()
SNIPPETS = re.findall(r"```python\n# (\S+)\n(.*?)```", PAGE, re.DOTALL)


def test_every_python_snippet_names_its_file() -> None:
    assert len(SNIPPETS) == PAGE.count("```python")


@pytest.mark.parametrize("file, code", SNIPPETS, ids=[file for file, _ in SNIPPETS])
def test_snippet_is_part_of_the_game(file: str, code: str) -> None:
    assert code in (GAME / file).read_text()


def test_the_table_lists_exactly_the_files_of_the_game() -> None:
    rows = re.findall(r"^\| (`.*?) \| ", PAGE, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    files = {f"{path.name}/" if path.is_dir() else path.name for path in GAME.iterdir()}
    assert listed == files - {"__init__.py", "__pycache__/"}


def test_table_of_text_kinds_matches_the_game() -> None:
    listed = re.search(r"The kinds to fill in are (.*?), and one for each kind", PAGE, re.DOTALL)
    assert listed is not None
    kinds = set(re.findall(r"`(\w+)`", listed[1]))
    texts = (GAME / "texts" / "en.json").read_text()
    assert kinds
    assert {kind for kind in kinds if f'\n  "{kind}": {{' not in texts} == set()
