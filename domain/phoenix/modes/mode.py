"""What a mode is: one object that changes named answers of the printed rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.phoenix.catalogue import ModeId, Sector, Side
from domain.phoenix.palace import Palace
from domain.phoenix.state import AnyStep, NextStep, Phoenix, Pool

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that share a pool, pool by pool."""


def _same(printed: Any, *_: Any) -> Any:
    """The default answer: as it is printed."""
    return printed


@dataclass(frozen=True)
class Mode:
    """Each answer is a function of the answer so far; the default leaves it as it is.

    `sharing` groups the seats that share a pool, seen from the first player; `sides` are the edges of the
    board at which they sit, in turn order. `setup_steps` and `night_steps` are what happens then, in order.
    `turn_steps` follow the daytime effect of the kin just placed. `scored` are the sectors of this night.
    `draft_scrolls` is what a seat may spend in the draft. `tie_break` decides between equal sides, larger
    first. `first_level` is the level of the palace in round 1, `last_level` the highest.
    """

    id: ModeId
    rule: str
    sharing: Callable[[Groups, int], Groups] = _same
    sides: Callable[[tuple[Side | None, ...]], tuple[Side | None, ...]] = _same
    palace: Callable[[Palace], Palace] = _same
    first_level: Callable[[int], int] = _same
    dragon: Callable[[int | None], int | None] = _same
    setup_steps: Callable[[tuple[AnyStep, ...]], tuple[AnyStep, ...]] = _same
    turn_steps: Callable[[tuple[NextStep, ...], Phoenix], tuple[NextStep, ...]] = _same
    night_steps: Callable[[tuple[AnyStep, ...]], tuple[AnyStep, ...]] = _same
    scored: Callable[[tuple[Sector, ...], Phoenix], tuple[Sector, ...]] = _same
    draft_scrolls: Callable[[int, Pool], int] = _same
    tie_break: Callable[[int, Phoenix, tuple[int, ...]], int] = _same
