"""Short words for events that open steps: what comes next, and who decides it."""

from collections.abc import Iterable

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.state import AnyStep, NextStep


def asks(seat: int, step: AnyStep) -> NextStep:
    """A step that a seat decides."""
    return NextStep(step, (seat,))


def happens(step: AnyStep) -> NextStep:
    """A step that nobody decides."""
    return NextStep(step)


def then(*steps: NextStep) -> Event:
    """These steps come next, the first one first."""
    return e.StepsOpened(steps)


def in_turn(steps: Iterable[NextStep]) -> Iterable[Event]:
    """One event for all of these steps, or none if there are none."""
    found = tuple(steps)
    return (e.StepsOpened(found),) if found else ()
