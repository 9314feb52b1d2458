"""What a kind of pending choice is (4.4)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.kernel.messages import Event
from domain.phoenix.state import Phoenix

Options: TypeAlias = tuple[str | None, ...]


@dataclass(frozen=True)
class Question:
    """A kind of pending choice: its options (with None if it can be declined), and what an answer does.

    A question without options is not asked. `enemy_kind` is its kind where it is asked for the Basilisk.
    """

    kind: str
    options: Callable[[Phoenix, Any], Options]
    answer: Callable[[Phoenix, Any, str], Iterator[Event]]
    enemy_kind: str | None = None
