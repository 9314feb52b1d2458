"""What a seat may know of a state and of an event (RG-H1, RG-H2): bids are secret, and so is the wind."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import HARBOUR, Boat, Flag, Side
from tests.support.regatta.commands import Move, PlaceBid
from tests.support.regatta.modes import side_of
from tests.support.regatta.state import BidStep, Collision, Gale, Regatta, Ruling, SecretBid, StormStep


class Phase(StrEnum):
    """What is going on."""

    STORM = "storm"
    BIDDING = "bidding"
    ROWING = "rowing"
    OVER = "over"


class CrewView(Struct, frozen=True):
    """A crew as a reader sees it: `bid` is set for its own holder only, `has_bid` for everybody."""

    seat: int
    boat: Boat | None
    side: Side | None
    ship: int
    resources: int
    tiles: int
    flag: Flag | None
    has_bid: bool
    bid: SecretBid | None


class RegattaView(Struct, frozen=True):
    """A game as a reader sees it."""

    players: tuple[CrewView, ...]
    board: int
    phase: Phase
    turn: int
    round: int
    countdown: int
    wind_cards: int
    asked: tuple[int, ...]
    offer: Gale | Collision | Ruling | None
    moves: tuple[Move, ...]


_OFFERS: Final = (Gale, Collision, Ruling)


def view(state: Regatta, seats: Sequence[int]) -> RegattaView:
    """What the holder of these seats may know; with no seat, a spectator."""
    top = state.agenda[-1] if state.agenda else None
    bids = {bid.seat: bid for bid in top.step.bids} if top and isinstance(top.step, BidStep) else {}
    return RegattaView(
        players=tuple(_crew(state, seat, bids, own=seat in seats) for seat in range(len(state.crews))),
        board=HARBOUR,
        phase=_phase(state),
        turn=state.turn,
        round=state.round,
        countdown=state.countdown,
        wind_cards=len(state.wind),
        asked=top.seats if top else (),
        offer=top.step if top and isinstance(top.step, _OFFERS) else None,
        moves=tuple(
            form.move
            for form in (top.forms if top else ())
            if form.seat in seats or not isinstance(form.move, PlaceBid)
        ),
    )


def redact(event: Any, seats: Sequence[int]) -> Event:
    """An event without what the holder of these seats may not know."""
    hide = _HIDDEN.get(type(event))
    return event if hide is None else hide(event, seats)


_HIDDEN: Mapping[type[Event], Callable[[Any, Sequence[int]], Event]] = {
    e.WindShuffled: lambda event, _: replace(event, piles=None),
    e.BidPlaced: lambda event, seats: event if event.seat in seats else replace(event, bid=None),
    e.MoveBegun: lambda event, seats: (
        event if event.seat in seats or not isinstance(event.move, PlaceBid) else replace(event, move=None)
    ),
}


def _crew(state: Regatta, seat: int, bids: Mapping[int, SecretBid], *, own: bool) -> CrewView:
    crew = state.crews[seat]
    return CrewView(
        seat=seat,
        boat=crew.boat,
        side=side_of(state, seat),
        ship=crew.space,
        resources=crew.gold,
        tiles=crew.tiles,
        flag=crew.flag,
        has_bid=seat in bids,
        bid=bids.get(seat) if own else None,
    )


def _phase(state: Regatta) -> Phase:
    steps = {type(pending.step) for pending in state.agenda}
    if not steps:
        return Phase.OVER
    if StormStep in steps:
        return Phase.STORM
    return Phase.BIDDING if BidStep in steps else Phase.ROWING
