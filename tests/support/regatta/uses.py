"""What there is in Regatta to be used, and which events show that it was: for statistics over many games."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import WIND_CARDS, Boat, Flag

USABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "boat": tuple(Boat),
    "flag": tuple(Flag),
    "wind": tuple(f"wind-{wind}" for wind in sorted({*WIND_CARDS})),
    "event": tuple(str(event.__struct_config__.tag) for event in e.EVENTS),
}


def uses(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Subject and id of what an entry used."""
    for event in events:
        yield "event", str(event.__struct_config__.tag)
        if isinstance(event, e.BoardLaidOut):
            yield from (("boat", boat) for boat in event.players if boat is not None)
        elif isinstance(event, e.StormTurnBegun):
            yield "wind", f"wind-{event.wind}"
        elif isinstance(event, e.FlagHoisted):
            yield "flag", event.flag
