"""What each step of the agenda admits and leads to: the STEPS table (RG-T1, RG-E1)."""

from collections.abc import Iterator, Mapping

from domain.kernel.agenda import StepRules
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.actions.bid import PLACE_BID, reveal
from tests.support.regatta.actions.collision import GIVE_WAY, JUDGE, PROTEST, settled
from tests.support.regatta.actions.ship import END_TURN, MOVE_SHIP
from tests.support.regatta.modes import MODES
from tests.support.regatta.state import (
    BidStep,
    Collision,
    Gale,
    Regatta,
    RoundStep,
    Ruling,
    StormStep,
    TurnStep,
)
from tests.support.regatta.storm import FACE_STORM, take_turn


def _next_round(state: Regatta, _step: RoundStep, _dice: Dice) -> Iterator[Event]:
    """RG-E1: the round is over, and perhaps the game."""
    over = MODES[state.mode].is_over(state)
    yield e.PlayEnded() if over else e.RoundBegun(state.round + 1, state.countdown - 1)


def _begin_turn(state: Regatta, step: TurnStep, _dice: Dice) -> Iterator[Event]:
    """RG-T1: a boat in the harbour takes no more turns."""
    home = state.crews[step.seat].is_home
    yield e.TurnEnded(step.seat) if home else e.TurnBegun(step.seat, state.turn + 1)


STEPS: Mapping[type, StepRules[Regatta]] = {
    RoundStep: StepRules(happens=_next_round),
    StormStep: StepRules(happens=take_turn),
    BidStep: StepRules(lambda _state, _seat: (PLACE_BID,), reveal, forced=False),
    TurnStep: StepRules(lambda _state, _seat: (MOVE_SHIP, END_TURN), _begin_turn, forced=False),
    Gale: StepRules(lambda _state, _seat: (FACE_STORM,)),
    Collision: StepRules(lambda _state, _seat: (GIVE_WAY, PROTEST), settled),
    Ruling: StepRules(lambda _state, _seat: (JUDGE,)),
}
