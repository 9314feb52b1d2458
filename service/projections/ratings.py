"""Ratings: what is known of a player's strength, moved by the ranks of every rated game.

`mu` is the estimate and `sigma` how unsure it is. Players are ordered by the ordinal, what they are at least
worth.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce

from service.projections.folds import Fold
from service.projections.results import GameResult

_MODEL: Final = PlackettLuce()
_SIGMAS: Final = 3
_UNIT: Final = 10**6
_TOP: Final = 10**12
"""More than any ordinal in millionths; what is missing to it sorts the best first, as text too."""


class Rating(Struct, frozen=True):
    """A player's rating after so many rated games."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def millionths(self) -> int:
        """The ordinal as a whole number: equal is equal."""
        return round((self.mu - _SIGMAS * self.sigma) * _UNIT)

    @property
    def ordinal(self) -> float:
        """What the player is at least worth."""
        return self.millionths / _UNIT


def is_rated(result: GameResult) -> bool:
    """People against people, each for themselves; a stand-in for somebody absent changes nothing."""
    everybody = len(result.people) == len(result.seats)
    return result.rated and everybody and len(result.people) > 1 and result.result is None


def rate(rows: Mapping[str, Rating], result: GameResult) -> Mapping[str, Rating]:
    """The ratings of the players after a result, by its ranks; the resigned are last in these already."""
    if not is_rated(result):
        return {}
    before = [rows.get(player, Rating()) for player in result.people]
    teams = [[_MODEL.rating(rating.mu, rating.sigma)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(seat.rank) for seat in result.seats])
    return {
        player: Rating(float(new.mu), float(new.sigma), old.games + 1)
        for player, old, [new] in zip(result.people, before, after, strict=True)
    }


def place(rating: Rating) -> str:
    """What comes first in a line of the leaderboard: less for better ones, the same for equal ones."""
    return f"{_TOP - rating.millionths:013}_"


RATINGS: Final = Fold("ratings", Rating, rate, line=lambda player, rating: place(rating) + player)
