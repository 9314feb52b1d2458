"""One file for each action; the ACTIONS table, and which of them are main options or bonus actions."""

from collections.abc import Mapping
from typing import Any

from domain.bonfire.actions.bonus import PLACE_NEUTRAL_NOVICE
from domain.bonfire.actions.council import RESOLVE_BONUS
from domain.bonfire.actions.discard import DISCARD
from domain.bonfire.actions.fate import PLACE_FATE_TILE, START_FATE_TILE
from domain.bonfire.actions.great_bonfire import USE_GREAT_BONFIRE
from domain.bonfire.actions.guardian import RETRIEVE_GUARDIAN
from domain.bonfire.actions.ignite import IGNITE_BONFIRE
from domain.bonfire.actions.path import BUILD_PATH, RECYCLE
from domain.bonfire.actions.procession import MAKE_PROCESSION
from domain.bonfire.actions.receive_task import RECEIVE_TASK
from domain.bonfire.actions.recruit import RECRUIT_GNOME
from domain.bonfire.actions.ship import MOVE_SHIP, SKIP_ISLAND
from domain.bonfire.commands import (
    BuildPath,
    IgniteBonfire,
    MakeProcession,
    MoveShip,
    PlaceFateTile,
    PlaceNeutralNovice,
    ReceiveTask,
    RecruitGnome,
    RecyclePathDisplay,
    RetrieveGuardian,
    UseGreatBonfire,
)
from domain.kernel.action import Action
from domain.kernel.messages import Command

ACTIONS: Mapping[type[Command], Action[Any, Any]] = {
    action.command: action
    for action in (
        START_FATE_TILE,
        DISCARD,
        PLACE_FATE_TILE,
        MOVE_SHIP,
        SKIP_ISLAND,
        RECEIVE_TASK,
        RETRIEVE_GUARDIAN,
        MAKE_PROCESSION,
        BUILD_PATH,
        RECYCLE,
        USE_GREAT_BONFIRE,
        RECRUIT_GNOME,
        IGNITE_BONFIRE,
        PLACE_NEUTRAL_NOVICE,
        RESOLVE_BONUS,
    )
}
MAIN_OPTIONS: tuple[type[Command], ...] = (
    PlaceFateTile,
    MoveShip,
    ReceiveTask,
    RetrieveGuardian,
    MakeProcession,
    BuildPath,
    RecyclePathDisplay,
    UseGreatBonfire,
    RecruitGnome,
    IgniteBonfire,
)
BONUS_ACTIONS: tuple[type[Command], ...] = (PlaceNeutralNovice,)
