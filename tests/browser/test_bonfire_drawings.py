"""The drawings of Bonfire are complete: every kind of condition, space, piece and symbol has one."""

import re

import pytest

from domain.bonfire import catalogue as c
from domain.bonfire.tasks import TASK
from service.api.http.assets import WEB

FOLDER = WEB / "play" / "bonfire"
CODE = {path.name: path.read_text() for path in FOLDER.glob("*.js")}
STYLE = (FOLDER / "style.css").read_text()
SYMBOLS = CODE["symbols.js"]


def table(file: str, name: str) -> set[str]:
    """The keys of a table in the code."""
    found = re.search(rf"const {name} = {{\n(.*?)^}};", CODE[file], re.DOTALL | re.MULTILINE)
    assert found is not None, name
    return set(re.findall(r"^  \"?([\w-]+)\"?:", found[1], re.MULTILINE))


def test_every_kind_of_condition_has_a_sign() -> None:
    kinds = {str(task.needs.__struct_config__.tag) for task in TASK.values()}
    assert kinds <= table("look.js", "SIGNS")


def test_every_council_space_and_common_task_has_symbols() -> None:
    assert table("look.js", "COUNCIL") == set(c.CouncilSpace)
    assert table("look.js", "COMMON") == set(c.CommonTask) == table("look.js", "COUNTED")


@pytest.mark.parametrize("file", sorted(CODE))
def test_every_symbol_in_use_is_drawn(file: str) -> None:
    drawn = table("symbols.js", "SHAPES") | table("symbols.js", "RESOURCES") | {"fire"}
    used = set(re.findall(r'icon: "bf-([\w-]+)"|id="bf-([\w-]+)"|symbol\("bf-([\w-]+)"', CODE[file]))
    names = {name for each in used for name in each if name}
    assert names <= drawn


def test_tiles_resources_portals_and_colours_differ_in_shape() -> None:
    shapes = dict(re.findall(r'^  "?([\w-]+)"?: "(M[^"]+)"', SYMBOLS, re.MULTILINE))
    wanted = {*c.Tile, *c.PortalShape, *(f"mark-{color}" for color in c.Color), *c.PlayerColor}
    assert wanted <= shapes.keys()
    for group in (c.Tile, c.PortalShape, c.PlayerColor, [f"mark-{color}" for color in c.Color]):
        assert len({shapes[each] for each in group}) == len(list(group))
    assert table("symbols.js", "RESOURCES") == set(c.Resource)


def test_every_colour_of_the_game_is_in_the_style_sheet() -> None:
    wanted = [
        *c.Resource,
        *(f"tile-{tile.replace('_', '-')}" for tile in c.Tile),
        *(f"color-{color}" for color in c.Color),
        *(f"guardian-{guardian}" for guardian in c.ISLAND_GUARDIANS),
        *(f"seat-{color}" for color in c.PlayerColor),
    ]
    assert [name for name in wanted if f"--bf-{name}:" not in STYLE] == []
