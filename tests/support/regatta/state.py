"""What is: the state of a game of Regatta. Types only, and questions about a state that need no rule."""

from enum import StrEnum
from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

from domain.kernel.agenda import Agenda
from domain.kernel.table import Choice, Options
from domain.kernel.tokens import Holdings, Tokens
from tests.support.regatta.catalogue import HARBOUR, ROUNDS, STORM_SEAT, Boat, Flag
from tests.support.regatta.commands import BidUse, Move


class Challenge(StrEnum):
    """The co-operative game (RG-M2)."""

    STORM = "storm"


class ModeId(StrEnum):
    """The ways to play; statistics and leaderboards are kept apart by them."""

    RIVALS = "rivals"
    TEAMS = "teams"
    COOP = "coop"


class RegattaOptions(Options, frozen=True, kw_only=True):
    """What can be chosen when a game is opened."""

    teams: bool = False
    challenge: Challenge | None = None
    handicap: bool = False
    countdown: Annotated[int, Meta(ge=2, le=ROUNDS)] = ROUNDS


class BoatChoice(Struct, Choice, frozen=True, forbid_unknown_fields=True):
    """What a player chooses in the lobby."""

    boat: Boat


class Crew(Struct, frozen=True):
    """What lies before a seat. The storm's seat has no boat; `space` is then how far the storm has come."""

    boat: Boat | None
    space: int
    gold: int = 0
    tiles: int = 0
    flag: Flag | None = None

    @property
    def holdings(self) -> Holdings:
        """Its gold and tiles."""
        return Tokens("token", "gold", self.gold), Tokens("token", "tile", self.tiles)

    @property
    def is_home(self) -> bool:
        """Whether the harbour is reached."""
        return self.space >= HARBOUR


class SecretBid(Struct, frozen=True):
    """What a seat has bid; the others learn it when all have."""

    seat: int
    gold: int
    use: BidUse


class RoundStep(Struct, frozen=True, tag="round"):
    """The bottom of the agenda: a round ends, the next one begins."""


class StormStep(Struct, frozen=True, tag="storm_turn"):
    """A turn of the storm; `wind` is the card that it has drawn."""

    wind: int | None = None


class BidStep(Struct, frozen=True, tag="bidding"):
    """All crews bid at the same time."""

    bids: tuple[SecretBid, ...] = ()


class TurnStep(Struct, frozen=True, tag="turn"):
    """The turn of a seat."""

    seat: int
    rowed: bool = False


class Gale(Struct, frozen=True, tag="gale"):
    """A question in the storm's turn: what does the boat in the lead lose?"""


class Collision(Struct, frozen=True, tag="collision"):
    """A question in a turn: another boat has come to your space. Do you give way?"""

    mover: int


class Ruling(Struct, frozen=True, tag="ruling"):
    """A question about the answer to a question: is the protest right?"""

    mover: int
    protester: int


Offer: TypeAlias = Union[Gale, Collision, Ruling]  # noqa: UP007
Step: TypeAlias = Union[RoundStep, StormStep, BidStep, TurnStep, Gale, Collision, Ruling]  # noqa: UP007


class Regatta(Struct, frozen=True):
    """A whole game."""

    mode: ModeId
    crews: tuple[Crew, ...]
    countdown: int
    wind: tuple[int, ...] = ()
    round: int = 0
    turn: int = 0
    agenda: Agenda[Step, Move] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with a boat, in order."""
        return tuple(seat for seat, crew in enumerate(self.crews) if crew.boat is not None)

    @property
    def sailing(self) -> tuple[int, ...]:
        """The seats whose boat has not reached the harbour."""
        return tuple(seat for seat in self.seats if not self.crews[seat].is_home)

    @property
    def has_storm(self) -> bool:
        """Whether the storm plays along."""
        return self.crews[STORM_SEAT].boat is None

    def leader(self, but: int | None = None) -> int | None:
        """The seat whose boat is in the lead on the river, the first one of several."""
        return max(
            (seat for seat in self.sailing if seat != but),
            key=lambda seat: (self.crews[seat].space, -seat),
            default=None,
        )
