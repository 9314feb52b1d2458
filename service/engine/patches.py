"""The difference between two JSON values as a JSON Patch (RFC 6902)."""

from collections.abc import Iterator
from typing import Any

Operation = dict[str, Any]


def difference(before: Any, after: Any, path: str = "") -> Iterator[Operation]:
    """The operations that turn one value into the other.

    Values are compared as in Python, so 1 equals true; no field of ours can hold both.
    """
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _members(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _items(before, after, path)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _members(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[Operation]:
    for name, value in before.items():
        here = f"{path}/{_escaped(name)}"
        if name in after:
            yield from difference(value, after[name], here)
        else:
            yield {"op": "remove", "path": here}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{path}/{_escaped(name)}", "value": value}


def _items(before: list[Any], after: list[Any], path: str) -> Iterator[Operation]:
    """Keep equal items at both ends; between them, change items, then add or remove the rest."""
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    tail = next((n for n in range(shorter - head) if before[-1 - n] != after[-1 - n]), shorter - head)
    both = shorter - tail
    for n in range(head, both):
        yield from difference(before[n], after[n], f"{path}/{n}")
    for n in reversed(range(both, len(before) - tail)):
        yield {"op": "remove", "path": f"{path}/{n}"}
    for n in range(both, len(after) - tail):
        yield {"op": "add", "path": f"{path}/{n}", "value": after[n]}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
