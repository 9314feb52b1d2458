"""The box of Regatta as the API shows it, and its modes."""

from typing import Final

from msgspec import Struct

from domain.kernel.catalogue import Catalogue, Component, Mode, Spot
from tests.support.regatta.catalogue import HARBOUR, SIDE_OF_BOAT, WIND_CARDS, Boat, Flag, Side
from tests.support.regatta.state import Challenge, ModeId


class BoatFacts(Struct, frozen=True):
    """The side of a boat in a game of teams."""

    side: Side


class WindFacts(Struct, frozen=True):
    """How many wind cards of a strength there are."""

    copies: int


class Printed(Struct, frozen=True):
    """What is printed on the board."""

    harbour: int


CATALOGUE: Final = Catalogue(
    players=(1, 2, 3, 4),
    players_rule="RG-S1",
    components=(
        *(
            Component("boat", boat, BoatFacts(side), Spot(10.0, 20.0 * n))
            for n, (boat, side) in enumerate(SIDE_OF_BOAT.items(), 1)
        ),
        *(
            Component("wind", f"wind-{wind}", WindFacts(WIND_CARDS.count(wind)))
            for wind in sorted({*WIND_CARDS})
        ),
        *(Component("flag", flag) for flag in Flag),
    ),
    printed=Printed(HARBOUR),
    modes=(
        Mode(
            id=ModeId.TEAMS,
            rule="RG-M1",
            option="teams",
            value=True,
            players=(len(Boat),),
            excludes=(ModeId.COOP,),
        ),
        Mode(
            id=ModeId.COOP,
            rule="RG-M2",
            option="challenge",
            value=Challenge.STORM,
            players=(1, 2, 3),
            excludes=(ModeId.TEAMS,),
            admits=("challenge",),
        ),
        Mode(id="alone", rule="RG-M3", players=(1,), requires=("challenge",)),
    ),
)
