"""Key names: each has the hash tag of what it belongs to, and no two things share a name."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from service.store import keys

GAME, WEBHOOK = "g_01k00000000000000000000001", "w_01k00000000000000000000002"
SAMPLES = {
    "game": GAME,
    "webhook_id": WEBHOOK,
    "k": 7,
    "part": "202601.3",
    "player_id": "p_1",
    "token_id": "t_1",
    "digest": "d1",
    "letter": "a",
    "name": "ada",
    "ruleset": "bonfire",
    "status": "active",
    "command_id": "c1",
}
TAGS = {
    "game": f"b{keys.bucket(GAME)}",
    "webhook_id": f"b{keys.bucket(WEBHOOK)}",
    "k": "b7",
    "part": "i202601.3",
    "player_id": "pp_1",
    "token_id": "tt_1",
    "digest": "ad1",
    "letter": "n61",
    "ruleset": "rbonfire",
}
"""By the first parameter: whose things are together."""
NO_KEYS = {"bucket", "month", "index_part", "index_parts", "player_of", "game_channel", "player_channel"}
IN_THE_TAG = {"part"}
"""Second parameters that are in the tag, so that a cluster can spread what they divide."""
PAGE = (Path(__file__).parents[4] / "docs" / "architecture.md").read_text()
KEYS = {
    name: function
    for name, function in inspect.getmembers(keys, inspect.isfunction)
    if function.__module__ == keys.__name__ and not name.startswith("_") and name not in NO_KEYS
}


def named(function: Callable[..., str]) -> str:
    return function(*(SAMPLES[parameter] for parameter in inspect.signature(function).parameters))


@pytest.mark.parametrize("name", KEYS)
def test_key_has_the_tag_of_its_owner_and_names_its_content(name: str) -> None:
    first, *others = inspect.signature(KEYS[name]).parameters
    key = named(KEYS[name])
    divided = "".join(f".{SAMPLES[parameter]}" for parameter in others if parameter in IN_THE_TAG)
    assert re.findall(r"\{(.*?)\}", key) == [TAGS[first] + divided]
    assert key.startswith("{")
    parts = key.split(":")
    others = [parameter for parameter in others if parameter not in IN_THE_TAG]
    of_game = first in ("game", "webhook_id")
    assert all(str(SAMPLES[parameter]) in parts for parameter in (*others, *([first] if of_game else [])))


@pytest.mark.parametrize("letter", sorted({tag[0] for tag in TAGS.values()}))
def test_every_kind_of_tag_is_in_the_table_of_the_architecture_page(letter: str) -> None:
    assert re.search(rf"^\| `\{{{letter}<", PAGE, re.MULTILINE)


def test_no_two_keys_have_the_same_name() -> None:
    assert len({named(function) for function in KEYS.values()}) == len(KEYS) > 30
