"""The README's lines, run as a newcomer runs them: against a real server, in a plain shell."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx

from tests.support.processes import PATIENCE

README = (Path(__file__).parents[3] / "README.md").read_text()
FIRST, MORE = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
URL = "http://127.0.0.1:8000"


def run(script: str, system: str) -> list[Any]:
    """The JSON lines that a script prints; it must not fail and say nothing else."""
    shell = shutil.which("sh")
    assert shell is not None
    done = subprocess.run(
        [shell, "-eu", "-c", script.replace(URL, system)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_first_game_is_played_in_about_ten_lines(system: str) -> None:
    assert len(FIRST.splitlines()) <= 12
    assert "jq" not in FIRST
    joined, started, moves, played, events = run(FIRST, system)
    assert joined == {"version": 2, "events": [_event("place_taken", joined)]}
    assert "game_started" in [event["type"] for event in started["events"]]
    assert moves["moves"] == [
        {"type": "choose_start_fate_tile", "swap": False},
        {"type": "choose_start_fate_tile", "swap": True},
    ]
    assert played["version"] == 4
    assert [event["type"] for event in played["events"]] == ["move_begun"]
    assert [entry["seq"] for entry in events["items"]] == [1, 2, 3, 4]


def test_the_further_lines_do_what_they_say(system: str) -> None:
    *_, undone, refused, game, score, audit = run(FIRST + MORE + "echo", system)
    assert [event["type"] for event in undone["events"]] == ["entries_undone"]
    assert refused["status"] == 422
    assert {"code", "detail", "rule"} <= refused.keys()
    assert (game["version"], game["status"]) == (5, "active")
    assert {seat["seat"] for seat in score["score"]["seats"]} == {0, 1}
    assert audit["ok"]


def test_a_solo_game_and_one_against_a_bot_can_be_opened(system: str) -> None:
    token = httpx.post(f"{system}/v1/players", json={"name": "Ada"}, timeout=PATIENCE).json()["token"]
    wishes = [json.loads(wish) for wish in re.findall(r'`"seats": (.*?)`', README)]
    assert wishes == [1, ["me", "bot:greedy"]]
    for seats in wishes:
        answer = httpx.post(
            f"{system}/v1/games",
            json={"ruleset": "bonfire", "seats": seats},
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE,
        )
        assert answer.status_code == 201, answer.text


def _event(kind: str, answer: Any) -> Any:
    (event,) = answer["events"]
    assert event["type"] == kind
    return event
