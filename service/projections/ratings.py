"""Ratings: what is known of a player's strength in a mode, moved by the ranks of every rated game.

`mu` is the estimate and `sigma` how unsure it is. Players are ordered by the ordinal, what they are at least
worth.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType
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
    """People against people, alone or in teams; a stand-in for an absent player changes nothing."""
    everybody = len(result.people) == len(result.seats)
    return result.rated and everybody and len(result.opponents) > 1 and result.result is None


def rate(rows: Mapping[str, Rating], result: GameResult) -> Mapping[str, Rating]:
    """The ratings of the players after a result, by the ranks of its sides; the resigned are last already."""
    if not is_rated(result):
        return {}
    keys = row_keys(result)
    before = [rows.get(key, Rating()) for key in keys]
    teams = [
        [_MODEL.rating(before[seat].mu, before[seat].sigma) for seat in side.seats]
        for side in result.opponents
    ]
    after = _MODEL.rate(teams, ranks=[float(side.rank) for side in result.opponents])
    return {
        keys[seat]: Rating(float(new.mu), float(new.sigma), before[seat].games + 1)
        for side, rated in zip(result.opponents, after, strict=True)
        for seat, new in zip(side.seats, rated, strict=True)
    }


def board(mode: str | UnsetType) -> str:
    """What the rows and lines of a mode begin with; those of the default mode begin with nothing."""
    return "" if mode is UNSET else f"{mode}/"


def row_keys(result: GameResult) -> tuple[str, ...]:
    """The rows that a result may change, one for each of its people."""
    return tuple(board(result.mode) + player for player in result.people)


def _line(key: str, rating: Rating) -> str:
    mode, slash, player = key.rpartition("/")
    return f"{mode}{slash}{place(rating)}{player}"


def place(rating: Rating) -> str:
    """What comes first in a line of the leaderboard: less for better ones, the same for equal ones."""
    return f"{_TOP - rating.millionths:013}_"


RATINGS: Final = Fold("ratings", Rating, rate, line=_line, keys=row_keys)
