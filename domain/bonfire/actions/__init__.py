"""One file for each action; the ACTIONS table, and which of them are main options or bonus actions."""

from collections.abc import Mapping
from typing import Any

from domain.bonfire.actions.discard import DISCARD
from domain.bonfire.actions.fate import PLACE_FATE_TILE, START_FATE_TILE
from domain.bonfire.commands import PlaceFateTile
from domain.kernel.action import Action
from domain.kernel.messages import Command

ACTIONS: Mapping[type[Command], Action[Any, Any]] = {
    action.command: action
    for action in (
        START_FATE_TILE,
        DISCARD,
        PLACE_FATE_TILE,
    )
}
MAIN_OPTIONS: tuple[type[Command], ...] = (PlaceFateTile,)
BONUS_ACTIONS: tuple[type[Command], ...] = ()
