"""Every module's imports, read with `ast`, are checked against a table without exceptions."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Each part of the project, and the other parts that it may import.
SEES = {
    "domain": {"domain.kernel"},
    "domain.kernel": set[str](),
    "domain.bonfire": {"domain.kernel"},
    "domain.phoenix": {"domain.kernel"},
    "schema": {"domain", "domain.kernel"},
    "service": {"domain", "domain.kernel", "schema"},
    "workers": {"domain", "domain.kernel", "service"},
}
# Inside a game a module may import its own rank and below: types, tables (every module not named here),
# actions, modules that use actions, and the ruleset.
TYPES, TABLES, ACTIONS, TURNS, RULESET = range(5)
RANKS = {
    **dict.fromkeys(["ids", "catalogue", "enemy_catalogue", "options", "agenda", "state"], TYPES),
    **dict.fromkeys(["commands", "events", "basilisk_events"], TYPES),
    "actions": ACTIONS,
    **dict.fromkeys(["turn", "reactions", "steps", "tom", "bots", "night", "basilisk"], TURNS),
    "ruleset": RULESET,
}
# The layers of the service, from bottom to top. A module may import its own layer and all layers below.
LAYERS = (
    ("errors", "runtime", "tracing"),
    ("settings",),
    ("store",),
    ("engine",),
    ("accounts",),
    ("projections",),
    ("jobs",),
    ("live", "webhooks"),
    ("usecases",),
    ("operations",),
    ("environments",),
    ("api",),
    ("bootstrap",),
    ("app",),
    ("cli",),
    ("start",),
)
LAYER_OF = {name: number for number, names in enumerate(LAYERS) for name in names}
HTTP_SERVER = {"starlette", "uvicorn", "strawberry"}
"""Libraries that only the HTTP layers know."""
HTTP_LAYERS = {"api", "app"}
GAMES = {"domain.bonfire", "domain.phoenix"}
# The domain is pure: msgspec and the standard library, but no clock, randomness or input and output.
PURE = {"msgspec", *sys.stdlib_module_names} - {"time", "random", "os", "asyncio", "logging", "secrets"}


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def imports(tree: ast.Module, package: str) -> Iterator[str]:
    """The modules that a module imports anywhere in its code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{a.name}" if is_module(f"{base}.{a.name}") else base for a in node.names)


def part_of(module: str) -> str | None:
    """The part of the project that a module belongs to: the longest match."""
    fitting = (part for part in SEES if module == part or module.startswith(f"{part}."))
    return max(fitting, key=len, default=None)


def rank(module: str, part: str) -> int:
    inside = module.removeprefix(part).strip(".").partition(".")[0]
    return RANKS.get(inside, TABLES)


def layer(module: str) -> str:
    """The package or module of the service that a module belongs to."""
    return module.split(".")[1]


def layer_offence(importer: str, imported: str) -> str | None:
    """What is wrong with an import inside the service, if anything."""
    here, there = layer(importer), layer(imported)
    assert here in LAYER_OF, f"{importer} is in no layer of the service"
    if here != there and LAYER_OF[there] >= LAYER_OF[here]:
        return f"{importer} imports {imported}: {here} does not see {there}"
    return None


def offence(importer: str, imported: str) -> str | None:
    """What is wrong with an import, if anything."""
    here, there = part_of(importer), part_of(imported)
    assert here, f"{importer} is in no part of the table"
    if there is None:
        library = imported.partition(".")[0]
        if here.startswith("domain") and library not in PURE:
            return f"{importer} imports {imported}: the domain is pure"
        if (
            here == "service"
            and importer != here
            and library in HTTP_SERVER
            and layer(importer) not in HTTP_LAYERS
        ):
            return f"{importer} imports {imported}: only the API knows HTTP"
        return None
    if here == there == "service" and importer != here:
        return layer_offence(importer, imported)
    if there not in {here, *SEES[here]}:
        return f"{importer} imports {imported}: {here} does not see {there}"
    if there in GAMES and here != there and imported != f"{there}.ruleset":
        return f"{importer} imports {imported}: only a game's ruleset is seen from outside"
    if there in GAMES and here == there and rank(imported, there) > rank(importer, here):
        return f"{importer} imports {imported}: types, tables, actions, turns, ruleset; never upwards"
    return None


def offences(path: Path) -> Iterator[str]:
    parts = path.relative_to(ROOT).with_suffix("").parts
    package = ".".join(parts[:-1])
    importer = package if parts[-1] == "__init__" else ".".join(parts)
    found = (offence(importer, imported) for imported in imports(ast.parse(path.read_bytes()), package))
    return filter(None, found)


def test_every_module_imports_only_parts_it_may_see() -> None:
    tops = sorted({part.partition(".")[0] for part in SEES})
    modules = [path for top in tops for path in sorted((ROOT / top).rglob("*.py"))]
    assert modules
    assert [line for path in modules for line in offences(path)] == []


@pytest.mark.parametrize(
    "importer,line",
    [
        ("domain.kernel.fold", "import domain.bonfire.ruleset"),
        ("domain.kernel.fold", "from ..bonfire import ruleset"),
        ("domain.kernel.fold", "import time"),
        ("domain.kernel.fold", "from os import path"),
        ("domain.kernel.fold", "import redis"),
        ("domain.bonfire.turn", "import domain.phoenix.ruleset"),
        ("domain.bonfire.payment", "import domain.bonfire.actions.fate"),
        ("domain.bonfire.state", "import domain.bonfire.payment"),
        ("domain.bonfire.actions.fate", "import domain.bonfire.turn"),
        ("domain.bonfire.actions.fate", "from domain.bonfire.ruleset import RULESET"),
        ("schema.openapi", "import service.settings"),
        ("schema.openapi", "from domain.bonfire.catalogue import ISLANDS"),
        ("service.usecases.games", "import workers.run"),
        ("service.usecases.games", "from service.api.http import requests"),
        ("service.usecases.games", "from starlette.requests import Request"),
        ("service.store.log", "from service.engine.game_cache import GameCache"),
        ("service.engine.commands", "from service.jobs.after_append import AfterAppend"),
        ("service.live.streams", "from service.webhooks import client"),
        ("service.api.http.server", "from service.app import create_app"),
        ("workers.run", "from schema import openapi"),
    ],
)
def test_a_forbidden_import_is_detected(importer: str, line: str) -> None:
    (imported,) = imports(ast.parse(line), importer.rpartition(".")[0])
    assert offence(importer, imported)
