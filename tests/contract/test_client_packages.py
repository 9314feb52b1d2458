"""The client packages: built, installed into an empty environment, and played with, both games."""

import json
import re
import subprocess
import sys
import venv
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.support.node import FOLDER, tool
from tests.support.processes import PATIENCE

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients"
TABLE = ROOT / "docs" / "examples" / "table.ts"
PYTHON_GAME = """
import random, sys
import emberlog_client
from emberlog_client import Client
from emberlog_client.types import Move

def play(url: str, ruleset: str) -> str:
    with Client(url) as ada:
        ada.sign_up({"name": "Ada"})
        game = ada.create_game({"ruleset": ruleset, "seats": ["me", "bot:random"]})["id"]
        ada.start_game(game)
        for entry in ada.stream(game):
            asked = ada.list_moves(game)
            if asked["moves"] and asked["version"] == entry["seq"]:
                move: Move = random.choice(asked["moves"])
                ada.play(game, move, version=asked["version"])
        return game

assert "site-packages" in emberlog_client.__file__
for ruleset in ("bonfire", "phoenix"):
    print(play(sys.argv[1], ruleset))
"""
TYPESCRIPT_GAME = """
import { Client, type Move, type Ruleset } from "emberlog-client";

async function play(url: string, ruleset: Ruleset["name"]): Promise<string> {
  const ada = new Client(url);
  await ada.signUp({ name: "Ada" });
  const { id } = await ada.createGame({ ruleset, seats: ["me", "bot:random"] });
  await ada.startGame(id);
  for await (const entry of ada.stream(id)) {
    const { version, moves } = await ada.listMoves(id);
    const move: Move | undefined = moves[Math.floor(Math.random() * moves.length)];
    if (move && version === entry.seq) await ada.play(id, move, { version });
  }
  return id;
}

for (const ruleset of ["bonfire", "phoenix"] as const) console.log(await play(process.argv[2]!, ruleset));
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a program that must not fail."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False, timeout=1200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_finished(url: str, printed: str) -> None:
    games = printed.split()
    assert len(games) == 2
    for game in games:
        assert httpx.get(f"{url}/v1/games/{game}", timeout=PATIENCE).json()["status"] == "finished"


@pytest.mark.long
def test_python_package_is_installed_into_an_empty_environment_and_plays(system: str, tmp_path: Path) -> None:
    build = ("wheel", CLIENTS / "python", "--no-deps", "--no-build-isolation", "-w", tmp_path)
    run(sys.executable, "-m", "pip", *build, cwd=tmp_path)
    (wheel,) = tmp_path.glob("emberlog_client-*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    (tmp_path / "game.py").write_text(PYTHON_GAME)
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "game.py", cwd=tmp_path)
    check_finished(system, run(python, "game.py", system, cwd=tmp_path))


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the TypeScript package, built and packed, was installed."""
    folder = tmp_path_factory.mktemp("typescript")
    tool("tsc", "-p", str(CLIENTS / "typescript"))
    run("npm", "pack", CLIENTS / "typescript", "--pack-destination", folder, cwd=folder)
    (package,) = folder.glob("emberlog-client-*.tgz")
    (folder / "package.json").write_text(json.dumps({"type": "module", "private": True}))
    run("npm", "install", "--no-audit", "--no-fund", f"./{package.name}", cwd=folder)
    return folder


def compiled(folder: Path, name: str, code: str) -> str:
    """The program that the strict compiler makes of some code."""
    (folder / f"{name}.ts").write_text(code)
    types = ("--typeRoots", str(FOLDER / "node_modules" / "@types"), "--types", "node")
    strict = ("--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext")
    tool("tsc", *strict, *types, f"{name}.ts", cwd=folder)
    return f"{name}.js"


@pytest.mark.long
def test_typescript_package_is_installed_into_an_empty_folder_and_plays(
    system: str, typescript: Path
) -> None:
    program = compiled(typescript, "game", TYPESCRIPT_GAME)
    check_finished(system, run("node", program, system, cwd=typescript))


@pytest.mark.long
def test_example_table_draws_a_position_of_each_game_and_plays_it(system: str, typescript: Path) -> None:
    code = TABLE.read_text()
    assert len(code.splitlines()) < 300
    assert not re.search(r"\bany\b", re.sub(r"//.*|/\*\*.*?\*/", "", code))
    told = run("node", compiled(typescript, "table", code), system, ".", cwd=typescript)
    check_finished(system, " ".join(re.findall(r"g_\w+", told)))
    for name, drawn in {"bonfire": "great_bonfire", "phoenix": "palace"}.items():
        root = ET.fromstring((typescript / f"{name}.svg").read_text())
        titles = [str(title.text) for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert any(title.startswith(drawn) for title in titles)
        assert len(titles) > 50
