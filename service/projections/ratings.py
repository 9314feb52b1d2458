"""Ratings: an estimate of a player's strength in a mode, updated from the ranks of every rated game.

`mu` is the estimate and `sigma` its uncertainty. Players are ordered by the ordinal, a lower bound of their
strength.
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
"""More than any ordinal in millionths. Lines store the distance to it, so the best sort first as text."""


class Rating(Struct, frozen=True):
    """A player's rating after this many rated games."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def millionths(self) -> int:
        """The ordinal as an integer, so that ties are exact."""
        return round((self.mu - _SIGMAS * self.sigma) * _UNIT)

    @property
    def ordinal(self) -> float:
        """A lower bound of the player's strength."""
        return self.millionths / _UNIT


def is_rated(result: GameResult) -> bool:
    """Whether people played against people, alone or in teams; a stand-in for a player changes nothing."""
    everybody = len(result.people) == len(result.seats)
    return result.rated and everybody and len(result.opponents) > 1 and result.result is None


def rate(rows: Mapping[str, Rating], result: GameResult) -> Mapping[str, Rating]:
    """The players' ratings after a result, from the ranks of its sides; resigned players rank last."""
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
    """The prefix of a mode's rows and lines; empty for the default mode."""
    return "" if mode is UNSET else f"{mode}/"


def row_keys(result: GameResult) -> tuple[str, ...]:
    """The rows that a result may change, one for each person."""
    return tuple(board(result.mode) + player for player in result.people)


def _line(key: str, rating: Rating) -> str:
    mode, slash, player = key.rpartition("/")
    return f"{mode}{slash}{place(rating)}{player}"


def place(rating: Rating) -> str:
    """The sort key of a leaderboard line: smaller for better ratings, the same for equal ones."""
    return f"{_TOP - rating.millionths:013}_"


RATINGS: Final = Fold("ratings", Rating, rate, line=_line, keys=row_keys)
