"""Short words for events that open steps: what comes next, and who decides it."""

from collections.abc import Iterable

from domain.kernel.agenda import Pending
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.state import AnyStep, PendingStep


def asks(seat: int, step: AnyStep) -> PendingStep:
    """A step that a seat decides."""
    return Pending(step, (seat,))


def happens(step: AnyStep) -> PendingStep:
    """A step that nobody decides."""
    return Pending(step)


def then(*steps: PendingStep) -> Event:
    """These steps come next, the first one first."""
    return e.StepsOpened(steps)


def in_turn(steps: Iterable[PendingStep]) -> Iterable[Event]:
    """One event for all of these steps, or none if there are none."""
    found = tuple(steps)
    return (e.StepsOpened(found),) if found else ()
