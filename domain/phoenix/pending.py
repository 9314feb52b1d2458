"""Helpers for events that open steps: what comes next, and which seat decides it."""

from collections.abc import Iterable

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import AnyStep, NextStep


def asks(seat: int, step: AnyStep) -> NextStep:
    """A step that a seat decides."""
    return NextStep(step, (seat,))


def happens(step: AnyStep) -> NextStep:
    """A step that nobody decides."""
    return NextStep(step)


def then(*steps: NextStep) -> Event:
    """Opens these steps in the given order."""
    return e.StepsOpened(steps)


def in_turn(steps: Iterable[NextStep]) -> Iterable[Event]:
    """One event that opens all of these steps, or no event if there are none."""
    found = tuple(steps)
    return (e.StepsOpened(found),) if found else ()
