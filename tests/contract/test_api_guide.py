"""docs/api-guide.md, box by box, as a newcomer runs it: a real server, a plain shell, and only the page."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.support.node import project, script
from tests.support.processes import PATIENCE, eventually

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api-guide.md").read_text()
URL = "http://127.0.0.1:8000"
CHAPTERS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}
FIRST = "Before you begin"
# What npm thinks of the settings of this machine is not the page's affair.
QUIET = {"NO_COLOR": "1", "NPM_CONFIG_LOGLEVEL": "error"}


def boxes(chapter: str, language: str) -> list[str]:
    """The code of a chapter in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", CHAPTERS[chapter], re.DOTALL | re.MULTILINE)


def promised(script: str) -> list[str]:
    """What a script prints, line by line, as the page says."""
    return re.findall(r"# → (.*)$", script, re.MULTILINE)


def files(chapter: str) -> dict[str, str]:
    """Programs of a chapter by their name, which is their first line."""
    programs = [box for language in ("python", "ts", "js") for box in boxes(chapter, language)]
    return {program.partition("\n")[0].lstrip("#/ "): program for program in programs}


def run(chapter: str, system: str, folder: Path) -> None:
    """The boxes of a chapter, after the first of the page, in their order: they print what they promise."""
    (folder / "docs").symlink_to(ROOT / "docs")
    for name, program in files(chapter).items():
        (folder / name).write_text(program)
    scripts = boxes(FIRST, "bash") + (boxes(chapter, "bash") if chapter != FIRST else [])
    shell = shutil.which("bash")
    assert shell is not None
    done = subprocess.run(
        [shell, "-eu", "-c", "\n".join(scripts).replace(URL, system)],
        cwd=folder,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"} | QUIET,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    expected = [re.escape(line).replace("…", ".+") for line in promised("\n".join(scripts))]
    said = done.stdout.splitlines()
    assert len(said) == len(expected), said
    assert [line for line, pattern in zip(said, expected) if not re.fullmatch(pattern, line)] == []


# One calls hundreds of processes, the other compiles.
LONG = ("A whole game with curl", "A whole game in TypeScript")


@pytest.mark.parametrize(
    "chapter", [pytest.param(each, marks=[pytest.mark.long] if each in LONG else []) for each in CHAPTERS]
)
def test_a_chapter_does_what_it_says(chapter: str, system: str, tmp_path: Path) -> None:
    run(chapter, system, project(tmp_path) if boxes(chapter, "ts") else tmp_path)


@pytest.mark.long
def test_the_box_for_browsers_follows_a_game_to_its_end(system: str, tmp_path: Path) -> None:
    with httpx.Client(base_url=f"{system}/v1/", timeout=PATIENCE) as client:
        token = client.post("players", json={"name": "Ada"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        game = client.post("games", json={"ruleset": "bonfire", "seats": 1}).json()["id"]
        client.post(f"games/{game}/start")
        client.post(f"games/{game}/resign")
        eventually(lambda: client.get(f"games/{game}").json()["status"] == "finished")
        version = client.get(f"games/{game}").json()["version"]
    folder = project(tmp_path)
    for name, program in (files("Following a game") | {"browser.mjs": BROWSER}).items():
        (folder / name).write_text(program)
    assert script("browser.mjs", system, token, game, cwd=folder).split() == [
        str(seq) for seq in range(1, version + 1)
    ]


# A browser has an EventSource of its own.
BROWSER = """
import { EventSource } from "eventsource";
import { follow } from "./follow.mjs";

globalThis.EventSource = EventSource;
const [server, token, game] = process.argv.slice(2);
await follow(server, token, game, (entry) => console.log(entry.seq));
"""


def test_no_box_is_left_out() -> None:
    languages = re.findall(r"^```(\w+)$", PAGE, re.MULTILINE)
    assert set(languages) == {"bash", "python", "ts", "js"}
    boxes_found = sum(len(boxes(chapter, language)) for chapter in CHAPTERS for language in set(languages))
    assert boxes_found == len(languages)
    run_by = "\n".join(box for chapter in CHAPTERS for box in boxes(chapter, "bash")) + BROWSER
    named = [name.replace(".ts", ".js") for chapter in CHAPTERS for name in files(chapter)]
    assert [name for name in named if name not in run_by] == []
