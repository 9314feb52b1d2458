"""Names in the schema, service and workers: one class for each name, no metaphors for technical things."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
METAPHORS = {
    *("archivist", "bell", "courier", "deed", "desk", "gallery", "gate", "ghost", "mailbox", "office"),
    *("openings", "room", "shelf", "vault", "visitor"),
}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for part in ("schema", "service", "workers"):
        for path in sorted((ROOT / part).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_bytes())


def words(name: str) -> set[str]:
    """The words of an identifier, in lower case: `JobRunner`, `job_runner`."""
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in name).replace("_", " ")
    return set(spaced.split())


def identifiers(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name


def test_each_class_name_exists_once() -> None:
    classes = Counter(
        node.name for _, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []


def test_no_identifier_is_a_metaphor() -> None:
    found = {
        f"{path}: {name}" for path, tree in trees() for name in identifiers(tree) if words(name) & METAPHORS
    }
    assert sorted(found) == []


@pytest.mark.parametrize("name", ["JobDesk", "_mailbox", "open_the_gate", "Room"])
def test_metaphors_are_detected_in_any_spelling(name: str) -> None:
    assert words(name) & METAPHORS
