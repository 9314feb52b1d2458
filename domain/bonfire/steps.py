"""The rules of each step of the agenda, and Bonfire's engine."""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final

from domain.bonfire.actions import AnyAction
from domain.bonfire.actions.council import BONUS
from domain.bonfire.actions.guardian import RETRIEVE_GUARDIAN
from domain.bonfire.actions.path import BUILD_PATH
from domain.bonfire.actions.procession import MAKE_PROCESSION
from domain.bonfire.actions.receive_task import RECEIVE_TASK
from domain.bonfire.actions.shift import PLACES
from domain.bonfire.actions.ship import SKIP_ISLAND
from domain.bonfire.catalogue import BONFIRE_SPACE, GNOME_CARD, ISLAND, PATH_TILE
from domain.bonfire.commands import MoveShip, ReceiveTask, RecruitGnome, ResolveBonus, UseGreatBonfire
from domain.bonfire.events import MoveBegun
from domain.bonfire.evolve import evolve
from domain.bonfire.reactions import reactions
from domain.bonfire.state import Arrival, Bonfire, Bonus, Build, Island, TomAsks, TomsTurn, TurnStep
from domain.bonfire.tasks import TASK
from domain.bonfire.tom import RESOLVE_TOM, toms_turn
from domain.bonfire.turn import turn_actions
from domain.kernel.agenda import StepRules
from domain.kernel.engine import Engine
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command


def _only(*actions: AnyAction) -> Callable[[Bonfire, int], tuple[AnyAction, ...]]:
    return lambda _state, _seat: actions


def _due_bonus(state: Bonfire, _seat: int) -> tuple[AnyAction, ...]:
    """BF-T64: the bonus of the space where the novice was placed."""
    assert isinstance(state.offer, Bonus)
    return (BONUS[state.offer.space],)


def _not_your_turn(state: Bonfire, _by: int | str) -> Rejected:
    return Rejected("not_your_turn", rule="BF-T1", seat=state.turn.seat)


STEPS: Final[Mapping[type, StepRules[Bonfire]]] = {
    TurnStep: StepRules(turn_actions, forced=False),
    Island: StepRules(_only(RECEIVE_TASK, RETRIEVE_GUARDIAN, SKIP_ISLAND)),
    Build: StepRules(_only(BUILD_PATH)),
    Arrival: StepRules(_only(MAKE_PROCESSION)),
    Bonus: StepRules(_due_bonus),
    TomsTurn: StepRules(happens=toms_turn),
    TomAsks: StepRules(_only(RESOLVE_TOM)),
}
_KNOWN_IDS: Final[Mapping[type[Command], Mapping[str, Container[Any]]]] = {
    MoveShip: {"to": ISLAND},
    ReceiveTask: {"task": TASK},
    UseGreatBonfire: {"to": BONFIRE_SPACE},
    RecruitGnome: {"gnome": GNOME_CARD},
    ResolveBonus: {
        "path": PATH_TILE,
        "gnome": GNOME_CARD,
        "destination": PLACES,
        "to": {**ISLAND, **BONFIRE_SPACE},
    },
}
ENGINE: Final = Engine[Bonfire](
    agenda=lambda state: state.agenda,
    steps=STEPS,
    evolve=evolve,
    reactions=reactions,
    move_begun=MoveBegun,
    not_your_turn=_not_your_turn,
    step_rule="BF-T3",
    known_ids=_KNOWN_IDS,
)
