"""What happened: types only. What the reader may not know is None."""

from typing import TypeAlias, Union, get_args

from domain.kernel.messages import Event
from tests.support.regatta.catalogue import Boat, Flag
from tests.support.regatta.commands import Move
from tests.support.regatta.state import ModeId, Offer, SecretBid


class BoardLaidOut(Event, frozen=True, tag="board_laid_out"):
    """Boats went to the start: the boat of each seat, None for the storm (RG-S1 to RG-S3)."""

    mode: ModeId
    players: tuple[Boat | None, ...]
    space: int
    countdown: int


class WindShuffled(Event, frozen=True, tag="wind_shuffled"):
    """The wind cards were shuffled (RG-S4)."""

    pile_sizes: int
    piles: tuple[int, ...] | None


class RoundBegun(Event, frozen=True, tag="round_begun"):
    """A round began; `countdown` more follow."""

    round: int
    countdown: int


class StormTurnBegun(Event, frozen=True, tag="storm_turn_begun"):
    """The storm drew a wind card (RG-O2)."""

    turn: int
    wind: int


class StormTurnEnded(Event, frozen=True, tag="storm_turn_ended"):
    """The storm's turn is over."""


class MoveBegun(Event, frozen=True, tag="move_begun"):
    """A move was begun or continued; more is asked. A bid is known to its own seat only."""

    seat: int
    move: Move | None


class BidPlaced(Event, frozen=True, tag="bid_placed"):
    """A seat has bid; what it has bid is known to itself only (RG-B1)."""

    seat: int
    bid: SecretBid | None


class BidsRevealed(Event, frozen=True, tag="bids_revealed"):
    """All bids were turned up; `highest` is the seat of the highest one, if there is one (RG-B2)."""

    bids: tuple[SecretBid, ...]
    highest: int | None


class TurnBegun(Event, frozen=True, tag="turn_begun"):
    """A seat's turn began."""

    seat: int
    turn: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A seat's turn is over."""

    seat: int


class ShipMoved(Event, frozen=True, tag="ship_moved"):
    """A boat, or the storm, came to another space."""

    seat: int
    island: int


class TilesPaid(Event, frozen=True, tag="tiles_paid"):
    """A crew used up rowing tiles."""

    seat: int
    tiles: int


class ResourcesPaid(Event, frozen=True, tag="resources_paid"):
    """A crew lost gold."""

    seat: int
    resources: int


class ResourcesGained(Event, frozen=True, tag="resources_gained"):
    """A crew gained gold, by the named rule."""

    seat: int
    resources: int
    rule: str


class OfferMade(Event, frozen=True, tag="offer_made"):
    """A seat is asked something before the turn goes on."""

    seat: int
    offer: Offer


class OfferClosed(Event, frozen=True, tag="offer_closed"):
    """A question is settled; what was going on before continues."""


class WayGiven(Event, frozen=True, tag="way_given"):
    """A boat let another one pass."""

    seat: int


class Protested(Event, frozen=True, tag="protested"):
    """A crew protested."""

    seat: int


class RulingMade(Event, frozen=True, tag="ruling_made"):
    """The umpire upheld or dismissed a protest."""

    seat: int
    upheld: bool


class FlagHoisted(Event, frozen=True, tag="flag_hoisted"):
    """A crew showed a flag."""

    seat: int
    flag: Flag


class PlayEnded(Event, frozen=True, tag="play_ended"):
    """The race is over."""


_Any: TypeAlias = Union[  # noqa: UP007
    BoardLaidOut,
    WindShuffled,
    RoundBegun,
    StormTurnBegun,
    StormTurnEnded,
    MoveBegun,
    BidPlaced,
    BidsRevealed,
    TurnBegun,
    TurnEnded,
    ShipMoved,
    TilesPaid,
    ResourcesPaid,
    ResourcesGained,
    OfferMade,
    OfferClosed,
    WayGiven,
    Protested,
    RulingMade,
    FlagHoisted,
    PlayEnded,
]
EVENTS: tuple[type[Event], ...] = get_args(_Any)
