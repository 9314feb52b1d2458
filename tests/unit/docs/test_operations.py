"""The page for operators names every setting, command and metric as it is."""

import re
from pathlib import Path

from service.cli import COMMANDS
from service.settings import load, rows
from tests.support.service import metrics, service

PAGE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text()


def test_table_of_settings_matches_the_code() -> None:
    written = re.findall(r"^\| `(EMBERLOG_\w+)` \| (.*?) \| (.*) \|$", PAGE, re.MULTILINE)
    expected = [
        (row.variable, "" if row.value == "-" else f"`{row.value}`", row.meaning) for row in rows(load({}))
    ]
    assert [(name, default.strip(), meaning) for name, default, meaning in written] == expected


def test_every_variable_on_the_page_exists() -> None:
    known = {row.variable for row in rows(load({}))}
    assert set(re.findall(r"EMBERLOG_[A-Z_]+[A-Z]", PAGE)) - {"EMBERLOG_RATE"} <= known


def test_page_explains_exactly_the_existing_commands() -> None:
    assert set(re.findall(r"`emberlog (\w+)", PAGE)) == set(COMMANDS)


async def test_page_explains_exactly_the_existing_metrics(redis_url: str) -> None:
    async with service(redis_url) as client:
        text = await metrics(client)
    families = re.findall(r"^# TYPE (emberlog_\w+) (\w+)$", text, re.MULTILINE)
    names = {name for name, _ in families if not name.endswith("_created")}
    assert set(re.findall(r"`(emberlog_\w+)`", PAGE)) == names
