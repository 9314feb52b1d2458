"""The moves of a turn, the end of a turn and the next seat (BF-T1 to BF-T9b, BF-D3 to BF-D11)."""

from collections.abc import Iterator

from domain.bonfire import countdown
from domain.bonfire import events as e
from domain.bonfire.actions import BONUS_ACTIONS, MAIN_OPTIONS, AnyAction
from domain.bonfire.actions.discard import DISCARD
from domain.bonfire.actions.fate import START_FATE_TILE, possible_after_discards
from domain.bonfire.commands import EndTurn, Pass
from domain.bonfire.evolve import evolve
from domain.bonfire.state import Bonfire, Phase, SeatStatus
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def turn_actions(state: Bonfire, seat: int) -> tuple[AnyAction, ...]:
    """The moves of a seat in its turn; their own rules may still refuse them.

    BF-T2, BF-T3: one main option; discards (BF-T7) and bonus actions (BF-T8) before and after it. BF-D12: the
    countdown changes nothing about that.
    """
    if not state.cities[seat].fate:
        return (START_FATE_TILE,)
    if state.turn.passed:
        return (END_TURN,)
    return _AFTER_MAIN_OPTION if state.turn.main_done else _BEFORE_MAIN_OPTION


def has_main_option(state: Bonfire, seat: int) -> bool:
    """BF-T9a: whether option I, II or III is legal, if necessary after discards."""
    return possible_after_discards(state.cities[seat]) or _any(state, seat, MAIN_OPTIONS)


def has_bonus_action(state: Bonfire, seat: int) -> bool:
    """BF-T9a: whether a bonus action is available."""
    return _any(state, seat, BONUS_ACTIONS)


def _any(state: Bonfire, seat: int, actions: tuple[AnyAction, ...]) -> bool:
    return any(action.has_answer(state, seat, action.blank) for action in actions)


def _cannot_pass(state: Bonfire, _seat: int, _form: Pass) -> Rejected | None:
    """BF-D8, BF-D9: passing is allowed only in a round with a value, as the first move of the turn."""
    if countdown.value_now(state) is None:
        return Rejected("no_countdown_value", rule="BF-D9")
    if state.turn.begun:
        return Rejected("turn_begun", rule="BF-D8")
    return None


def _pass_outcome(state: Bonfire, seat: int, form: Pass, _dice: Dice) -> Iterator[Event]:
    points = countdown.value_now(state)
    assert points is not None
    yield e.ActionTaken(seat, form, main=True)
    yield e.SeatPassed(seat, points)


def _cannot_end(state: Bonfire, seat: int, _form: EndTurn) -> Rejected | None:
    """BF-T9, BF-T9b: the turn ends after the main option, or when no option is left."""
    if not state.turn.main_done and has_main_option(state, seat):
        return Rejected("main_option_due", rule="BF-T9b")
    return None


def _end_outcome(state: Bonfire, seat: int, form: EndTurn, _dice: Dice) -> Iterator[Event]:
    """BF-T9a: a seat that ends its turn without a main option is stuck. The next seat that can act begins."""
    taken = e.ActionTaken(seat, form, main=False)
    yield taken
    if not state.turn.main_done:
        stuck = e.SeatStuck(seat)
        yield stuck
        state = evolve(state, stuck)
    yield from hand_over(state)


PASS: Action[Bonfire, Pass] = Action(Pass, closed=_cannot_pass, fields=(), outcome=_pass_outcome)
END_TURN: Action[Bonfire, EndTurn] = Action(EndTurn, closed=_cannot_end, fields=(), outcome=_end_outcome)
_AFTER_MAIN_OPTION: tuple[AnyAction, ...] = (*BONUS_ACTIONS, DISCARD, END_TURN)
_BEFORE_MAIN_OPTION: tuple[AnyAction, ...] = (*MAIN_OPTIONS, PASS, *_AFTER_MAIN_OPTION)


def hand_over(state: Bonfire) -> Iterator[Event]:
    """Begin the turn of the next seat; seats without any option are stuck or pass automatically (BF-D10)."""
    while not _is_over(state):
        for event in _next_seat(state):
            yield event
            state = evolve(state, event)
        if state.phase is Phase.FINAL_SCORING or _can_act(state, state.turn.seat):
            return
        for event in _skip(state, state.turn.seat):
            yield event
            state = evolve(state, event)
    yield e.PlayEnded()


def _next_seat(state: Bonfire) -> Iterator[Event]:
    """BF-T1, BF-D4, BF-D6: clockwise; a round begins at seat 0; the round of value 1 is the last one."""
    seat = (state.turn.seat + 1) % state.players
    if seat == 0:
        value = countdown.next_value(state)
        if value == 0:
            yield e.PlayEnded()
            return
        yield e.RoundBegun(state.turn.round + 1, value)
    yield e.TurnBegun(seat, state.turn.number + 1)


def _can_act(state: Bonfire, seat: int) -> bool:
    """BF-T9a: an active seat with an option or a bonus action, or before its start choice; Tom always."""
    city = state.cities[seat]
    if state.is_toms_turn:
        return True
    if city.status is not SeatStatus.ACTIVE:
        return False
    return not city.fate or has_main_option(state, seat) or has_bonus_action(state, seat)


def _skip(state: Bonfire, seat: int) -> Iterator[Event]:
    """BF-T9a, BF-D10: a seat that cannot act passes if the round has a value, else it is stuck."""
    status, value = state.cities[seat].status, countdown.value_now(state)
    if status is not SeatStatus.PASSED and value is not None:
        yield e.SeatPassed(seat, value)
    elif status is SeatStatus.ACTIVE:
        yield e.SeatStuck(seat)


def _is_over(state: Bonfire) -> bool:
    """BF-D11, BF-D13: all seats have passed, or all are stuck and no countdown runs."""
    statuses = {city.status for city in state.cities}
    return statuses == {SeatStatus.PASSED} or (statuses == {SeatStatus.STUCK} and state.countdown is None)
