"""The definition of a mode: an object that overrides named parts of the printed rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.phoenix.catalogue import ModeId, Sector, Side
from domain.phoenix.palace import Palace
from domain.phoenix.state import AnyStep, NextStep, Phoenix, Pool

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that share a pool, for each pool."""


def _same(printed: Any, *_: Any) -> Any:
    """The default: the printed rule."""
    return printed


@dataclass(frozen=True)
class Mode:
    """Each field is a function that takes the result so far; the default returns it unchanged.

    `sharing` groups the seats that share a pool, starting from the first player. `sides` are the edges of the
    board at which they sit, in turn order. `setup_steps` and `night_steps` are the steps of setup and night,
    in order. `turn_steps` follow the daytime effect of the kin just placed. `scored` are the sectors scored
    this night. `draft_scrolls` is what a seat may spend in the draft. `tie_break` ranks equal sides;
    larger wins. `first_level` is the level of the palace in round 1, `last_level` the highest level.
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
