"""One file for each action; the ACTIONS table, and which of them are main options or bonus actions.

BF-T4: the refusals of the fields reject a move that cannot be carried out and paid in full. BF-T5: each
outcome pays first. BF-T6: gains are events of the outcome, so they cannot be declined. BF-T60a: only events
that refill a slot, turn an offering or take from a pile reveal something.
"""

from typing import Any, Final

from domain.bonfire.actions.bonus import PLACE_NEUTRAL_NOVICE
from domain.bonfire.actions.council import BONUS
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
from domain.bonfire.state import Bonfire
from domain.kernel.action import Action

AnyAction = Action[Bonfire, Any]

MAIN_OPTIONS: Final[tuple[AnyAction, ...]] = (
    PLACE_FATE_TILE,
    MOVE_SHIP,
    RECEIVE_TASK,
    RETRIEVE_GUARDIAN,
    MAKE_PROCESSION,
    BUILD_PATH,
    RECYCLE,
    USE_GREAT_BONFIRE,
    RECRUIT_GNOME,
    IGNITE_BONFIRE,
)
BONUS_ACTIONS: Final[tuple[AnyAction, ...]] = (PLACE_NEUTRAL_NOVICE,)
ACTIONS: Final[tuple[AnyAction, ...]] = (
    START_FATE_TILE,
    DISCARD,
    *MAIN_OPTIONS,
    *BONUS_ACTIONS,
    SKIP_ISLAND,
    *BONUS.values(),
)
GROWING: Final = frozenset(field.name for action in ACTIONS for field in action.fields if field.grows)
"""The names of the fields to which answers are added."""
