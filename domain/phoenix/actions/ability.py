"""Using or skipping the ability of the kin that was just placed (PP-T5, PP-T6)."""

from collections.abc import Iterator
from typing import Any, Final

from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.commands import SkipAbility
from domain.phoenix.fields import action
from domain.phoenix.kin import placed_ability
from domain.phoenix.state import Phoenix


def use_ability(state: Phoenix) -> Action[Phoenix, Any]:
    """The action of the kin that was placed."""
    return placed_ability(state).action


def _skip(_state: Phoenix, seat: int, form: SkipAbility, _dice: Dice) -> Iterator[Event]:
    yield e.ActionTaken(seat, form)


SKIP_ABILITY: Final = action(SkipAbility, outcome=_skip)
