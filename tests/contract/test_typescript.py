"""The types that openapi-typescript makes of our document are complete, and tags tell them apart.

The cases of each switch come from the tables of the code, not from the document. If one is missing in either,
or a tag does not decide the type, `tsc --strict` refuses the program.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from domain.games import RULESETS
from domain.kernel.codec import EVENTS_WITH_OPTIONS, kernel_events
from domain.kernel.ruleset import Ruleset
from schema.entries import prefix_of
from schema.texts import codes
from schema.type_names import type_names
from tests.support.node import tool

DOCUMENT = Path(__file__).parents[2] / "schema" / "openapi.json"
STRICT = ("--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext")
BEGINNING = """
import type { components } from "./api.js";

type S = components["schemas"];
const never = (value: never): never => { throw new Error(`not expected: ${value}`); };
"""
USES = """
export const sail: S["Move"] = { type: "move_ship", to: "t01" };
// @ts-expect-error: there is no such move
export const fly: S["Move"] = { type: "fly" };
// @ts-expect-error: there is no such island
export const island: S["BonfireIslandId"] = "t99";
export const points = (event: S["BonfireEvent"]): number =>
  event.type === "points_gained" ? event.points : 0;
export const sizes = (event: S["BonfireOfferingsShuffled"]): number[] => event.offering_sizes;
export const routes = (rules: S["Ruleset"]): readonly string[] =>
  rules.name === "bonfire"
    ? rules.components.flatMap((each) => (each.kind === "island" ? each.facts.routes : []))
    : rules.printed.sites.flatMap((site) => site.cost);
"""


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the types of the document."""
    folder = tmp_path_factory.mktemp("typescript")
    tool("openapi-typescript", str(DOCUMENT), "-o", str(folder / "api.d.ts"), quiet=True)
    return folder


def compile_strictly(folder: Path, *parts: str) -> None:
    file = folder / "client.ts"
    file.write_text(BEGINNING + "\n".join(parts))
    tool("tsc", *STRICT, str(file))


@pytest.mark.long
def test_switches_over_everything_are_exhaustive(types: Path) -> None:
    for rules in RULESETS.values():
        prefix = prefix_of(rules)
        compile_strictly(
            types,
            switch(f"{prefix}Event", "type", events(rules)),
            switch(f"{prefix}Move", "type", moves(rules)),
            switch(f"{prefix}Component", "kind", components(rules)),
        )


@pytest.mark.long
def test_switches_over_all_games_and_problems_are_exhaustive(types: Path) -> None:
    games = RULESETS.values()
    compile_strictly(
        types,
        plain_switch("Event", "type", {tag for rules in games for tag in events(rules)}),
        plain_switch("Move", "type", {tag for rules in games for tag in moves(rules)}),
        plain_switch("Ruleset", "name", RULESETS),
        plain_switch("Problem", "code", problems()),
        USES,
    )


@pytest.mark.long
def test_switch_that_lacks_a_case_does_not_compile(types: Path) -> None:
    lacking = plain_switch("Problem", "code", {*problems()} - {"not_your_turn"})
    with pytest.raises(AssertionError, match="not_your_turn"):
        compile_strictly(types, lacking)


def events(rules: Ruleset) -> dict[str, str]:
    """The type of every event of a game, by its tag."""
    with_options = {tag: prefix_of(rules) + name for tag, name in tagged(EVENTS_WITH_OPTIONS).items()}
    return with_options | tagged((*kernel_events(rules), *rules.event_types))


def moves(rules: Ruleset) -> dict[str, str]:
    return tagged(rules.move_types)


def tagged(structs: Iterable[type]) -> dict[str, str]:
    names = type_names(tuple(RULESETS.values()))
    return {str(struct.__struct_config__.tag): names.name(struct) for struct in structs}  # type: ignore[attr-defined]


def components(rules: Ruleset) -> dict[str, str]:
    kinds = dict.fromkeys(component.kind for component in rules.catalogue.components)
    prefix = prefix_of(rules)
    titles = {kind: "".join(map(str.capitalize, kind.split("_"))) for kind in kinds}
    return {kind: f"{prefix}{title.removeprefix(prefix)}Component" for kind, title in titles.items()}


def problems() -> Iterator[str]:
    yield from codes("common", "problem")
    for name in RULESETS:
        yield from codes(name, "refusal")


def switch(union: str, tag: str, cases: Mapping[str, str]) -> str:
    """A function in which each case has the type of its tag, and none is left over."""
    shown = "\n".join(
        f"    case {json.dumps(value)}: {{ const known: S[{json.dumps(name)}] = value; return known.{tag}; }}"
        for value, name in cases.items()
    )
    return _function(union, tag, shown)


def plain_switch(union: str, tag: str, cases: Iterable[str]) -> str:
    """A function in which no case is left over."""
    shown = "\n".join(f"    case {json.dumps(value)}: return value.{tag};" for value in sorted({*cases}))
    return _function(union, tag, shown)


def _function(union: str, tag: str, cases: str) -> str:
    return f"""
export function {union[:1].lower()}{union[1:]}(value: S["{union}"]): string {{
  switch (value.{tag}) {{
{cases}
    default: return never(value{"" if union != "Problem" else "." + tag});
  }}
}}
"""
