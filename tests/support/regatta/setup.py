"""Boats, seats and wind cards (RG-S1 to RG-S4). The order of the draws is part of the log format."""

from collections.abc import Sequence

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.ruleset import Setup
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import (
    EASY_START,
    SIDE_OF_BOAT,
    START,
    STORM,
    WIND_CARDS,
    Boat,
    Side,
)
from tests.support.regatta.modes import mode_of
from tests.support.regatta.state import BoatChoice, ModeId, RegattaOptions


def check_choice(choices: Sequence[BoatChoice | None], choice: BoatChoice) -> None:
    """RG-S2: each boat has one crew."""
    if choice in choices:
        raise Rejected("boat_taken", rule="RG-S2", boat=choice.boat)


def setup(options: RegattaOptions, choices: Sequence[BoatChoice | None], dice: Dice) -> Setup:
    """The seats, and the events that start a game; the storm has the first seat."""
    mode = mode_of(options)
    boats = _boats(choices, dice)
    order = _seated(mode, boats, dice)
    storm = (STORM,) if mode is ModeId.COOP else ()
    laid_out = e.BoardLaidOut(
        mode=mode,
        players=(*(None for _ in storm), *(boats[place] for place in order)),
        space=EASY_START if options.handicap else START,
        countdown=options.countdown,
        reveals=True,
    )
    wind = e.WindShuffled(len(WIND_CARDS), dice.shuffled(WIND_CARDS), reveals=True)
    return Setup((*storm, *order), (laid_out, wind, e.RoundBegun(1, options.countdown - 1)))


def _boats(choices: Sequence[BoatChoice | None], dice: Dice) -> tuple[Boat, ...]:
    """RG-S2: the boat of each place; players who have not chosen get one of those that are left."""
    taken = {choice.boat for choice in choices if choice is not None}
    left = iter(dice.shuffled([boat for boat in Boat if boat not in taken]))
    return tuple(next(left) if choice is None else choice.boat for choice in choices)


def _seated(mode: ModeId, boats: Sequence[Boat], dice: Dice) -> tuple[int, ...]:
    """RG-S3: the places in the order of their seats; the sides take turns."""
    order = dice.shuffled(range(len(boats)))
    if mode is not ModeId.TEAMS:
        return order
    birds, fish = (
        [place for place in order if SIDE_OF_BOAT[boats[place]] is side] for side in (Side.BIRDS, Side.FISH)
    )
    return tuple(place for pair in zip(birds, fish, strict=True) for place in pair)
