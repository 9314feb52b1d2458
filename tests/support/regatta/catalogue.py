"""The printed facts of Regatta: boats, flags, the river and the wind cards (RG-S1 to RG-S4)."""

from enum import StrEnum
from typing import Final

HARBOUR: Final = 9
"""The last space of the river."""
START: Final = 1
EASY_START: Final = 3
GOLD: Final = 3
TILES: Final = 2
ROUNDS: Final = 6
WIND_CARDS: Final = (0,) * 4 + (1,) * 6 + (2,) * 2
"""How far each wind card blows."""
GALE: Final = 2
"""A wind card of this strength hits the boat in the lead."""
STORM: Final = "storm"
"""The automa."""
STORM_SEAT: Final = 0
STORM_TURNS: Final = 2
"""How many turns the storm takes in a row."""


class Boat(StrEnum):
    """What a player chooses in the lobby."""

    HERON = "heron"
    GULL = "gull"
    PIKE = "pike"
    TROUT = "trout"


class Side(StrEnum):
    """Who plays together: the boats of one kind, or all crews against the storm."""

    BIRDS = "birds"
    FISH = "fish"
    CREWS = "crews"
    STORM = "storm"


SIDE_OF_BOAT: Final = {
    Boat.HERON: Side.BIRDS,
    Boat.GULL: Side.BIRDS,
    Boat.PIKE: Side.FISH,
    Boat.TROUT: Side.FISH,
}


class Flag(StrEnum):
    """What a crew can show to the others at any time."""

    GREETING = "greeting"
    WARNING = "warning"
