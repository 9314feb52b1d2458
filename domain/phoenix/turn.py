"""Rounds and turns: whose turn it is, and what `end_turn` leads to (PP-T1–PP-T6, PP-T11)."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.agenda import Performed, Refill, Rotation, StartRound
from domain.phoenix.commands import EndTurn
from domain.phoenix.fields import action
from domain.phoenix.geometry import turned
from domain.phoenix.night import fall_of_night
from domain.phoenix.pending import then
from domain.phoenix.revelations import refill
from domain.phoenix.state import Phoenix


def turn_order(state: Phoenix) -> tuple[int, ...]:
    """1.2: clockwise from the holder of the first-player token."""
    return tuple((state.token + n) % state.players for n in range(state.players))


def start_round(state: Phoenix, step: StartRound, dice: Dice) -> Iterator[Event]:
    """PP-T2: empty foreseen slots are filled; then the first seat's turn starts."""
    order = turn_order(state)
    yield e.StepClosed()
    yield e.RoundStarted(step.round, order)
    yield from modes.round_begins(state, step.round)
    yield from foresee(state, dice)
    yield from start_turn(state, order[0])


def foresee(state: Phoenix, dice: Dice) -> Iterator[Event]:
    """PP-T2: from left to right; an empty pile is renewed from the discard pile."""
    pile, discard = list(state.board.foreseen_pile), state.board.foreseen_discard
    for slot in state.board.empty_slots:
        if not pile and discard:
            pile, discard = list(dice.shuffled(discard)), ()
            yield e.ForeseenPileShuffled(len(pile), tuple(pile), reveals=True)
        if pile:
            yield e.EventRevealed(slot, pile.pop(0), reveals=True)


def start_turn(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-T4, PP-K8: the seat's own guard markers expire first."""
    yield e.TurnStarted(seat, state.turn.number + 1)
    for guard in state.board.guards:
        if guard.seat == seat:
            yield e.GuardExpired(seat, guard.sector)
    yield then(modes.turn_opens(state, seat))


def next_seat(state: Phoenix) -> int | None:
    """PP-T3: the next seat in turn order with kin to place, the same one if it is the last."""
    at = state.order.index(state.turn.seat)
    following = (*state.order[at + 1 :], *state.order[: at + 1])
    return next((seat for seat in following if state.seats[seat].unplayed), None)


def hand_over(state: Phoenix) -> Iterator[Event]:
    """PP-T3: the turn passes to the next seat, or night falls."""
    following = next_seat(state)
    return fall_of_night(state) if following is None else start_turn(state, following)


def _end(state: Phoenix, seat: int, form: EndTurn, _dice: Dice) -> Iterator[Event]:
    """4.2: a seat has finished its turn."""
    yield e.ActionTaken(seat, form)
    yield from hand_over(state)


END_TURN: Final = action(EndTurn, outcome=_end)


def rotate(state: Phoenix, _step: Rotation, _dice: Dice) -> Iterator[Event]:
    """PP-T11: the palace turns one sector clockwise."""
    yield e.StepClosed()
    yield e.PalaceRotated(turned(state.board.rotation, 1))


def refill_slots(state: Phoenix, _step: Refill, dice: Dice) -> Iterator[Event]:
    """PP-E18: the slots are refilled after the springs effect or a philosopher."""
    yield e.StepClosed()
    yield from refill(state, dice)


def finish_daytime(_state: Phoenix, step: Performed, _dice: Dice) -> Iterator[Event]:
    """PP-RV5: a daytime effect ends when everything inside it is resolved."""
    yield e.StepClosed()
    yield e.DaytimePerformed(step.seat, step.sector)
