"""The page for authors of bots: its example runs, and its numbers are those of the code."""

import re
from pathlib import Path

from service.environments.encoding import ACTIONS, FEATURES, number_of

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text()


def test_example_of_the_page_runs() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    exec(code[1], {})


def test_sizes_and_digest_are_as_described() -> None:
    assert f"Discrete({ACTIONS})" in PAGE
    assert f"a vector of {FEATURES:,} numbers" in PAGE
    assert number_of('{"to":"t03","type":"move_ship"}', ACTIONS) == 3392
