"""What the API answers about players: ratings, statistics, leaderboards, the handicap ladder."""

from collections.abc import Sequence
from typing import Annotated, Self

from msgspec import UNSET, Meta, Struct, UnsetType

from schema.accounts import Time
from schema.entries import Moment


class RatingAnswer(Struct, frozen=True):
    """A rating and its rank; players are ordered by `ordinal`, what they are at least worth.

    `mode` is left out for the default mode of the ruleset.
    """

    ruleset: str
    rank: int
    ordinal: float
    mu: float
    sigma: float
    games: int
    mode: str | UnsetType = UNSET


class LeaderboardRow(Struct, frozen=True):
    """A player on a leaderboard; equal ones share a rank."""

    rank: int
    player: str
    name: str | None
    ordinal: float
    mu: float
    sigma: float
    games: int


class TallyAnswer(Struct, frozen=True):
    """Games with so many players; `ranks` counts first, second … places."""

    players: int
    games: int
    wins: int
    resigned: int
    ranks: tuple[int, ...]
    score_average: float
    score_best: int


class SoloAnswer(Struct, frozen=True):
    """Games against the automa."""

    games: int
    wins: int
    ties: int
    losses: int


class LastGameAnswer(Struct, frozen=True):
    """The game that ended last; `game` is null if it is not listed."""

    game: str | None
    at: Moment


class StatisticsAnswer(Struct, frozen=True):
    """The finished games of a player in a mode, in all and by the number of players.

    `mode` is left out for the default mode of the ruleset.
    """

    ruleset: str
    games: int
    wins: int
    resigned: int
    ranks: tuple[int, ...]
    score_average: float
    score_best: int
    by_players: tuple[TallyAnswer, ...]
    solo: SoloAnswer
    last_game: LastGameAnswer
    mode: str | UnsetType = UNSET


class ProfileAnswer(Struct, frozen=True):
    """A player as everybody may see it, with a rating and statistics for each ruleset and mode played."""

    id: str
    name: str
    created_at: Time
    handle: str
    ratings: tuple[RatingAnswer, ...]
    statistics: tuple[StatisticsAnswer, ...]


class HandicapGame(Struct, frozen=True, kw_only=True):
    """A game of the challenge: its handicap and how it ended; `game` is null if it is not listed.

    `score` are the player's points, `automa` those of the automa.
    """

    game: str | None
    handicap: int
    result: str
    score: int
    tom: Annotated[int, Meta(description="Use `automa`.", extra_json_schema={"deprecated": True})]
    automa: int
    at: Moment

    @classmethod
    def of(cls, game: str | None, handicap: int, result: str, *, score: int, automa: int, at: str) -> Self:
        """The game with the points of both sides; those of the automa under their former name too."""
        return cls(game=game, handicap=handicap, result=result, score=score, tom=automa, automa=automa, at=at)


class HandicapAnswer(Struct, frozen=True):
    """The player's present handicap and the games that led to it, newest first; `next` is the cursor."""

    handicap: int
    history: Sequence[HandicapGame]
    next: int | None


class FinishedSeat(Struct, frozen=True):
    """How a seat ended: who held it, its rank and its points."""

    seat: int
    player: str | None
    bot: str | None
    automa: str | None
    resigned: bool
    rank: int
    total: int


class FinishedSide(Struct, frozen=True):
    """How a side ended: its seats, their rank and the points of the side."""

    side: str
    seats: tuple[int, ...]
    rank: int
    total: int


class FinishedGame(Struct, frozen=True, kw_only=True):
    """How a game ended; `version` is its last. `result` is the game's own word for it where it has one.

    It is `rated` if it moved the ratings: it was to be, and people alone played against each other.
    With `cursor` as `after` the feed goes on behind this game. Only games of teams or allies have `sides`,
    and only games of another mode than the default one have a `mode`.
    """

    game: str
    ruleset: str
    rules: str
    version: int
    at: Moment
    rated: bool
    seats: tuple[FinishedSeat, ...]
    result: str | None
    challenge: str | None
    handicap: int
    cursor: str
    mode: str | UnsetType = UNSET
    sides: tuple[FinishedSide, ...] | UnsetType = UNSET


class FinishedPage(Struct, frozen=True):
    """Finished games in their order; `next` is always given, `more` tells whether some are there already."""

    items: Sequence[FinishedGame]
    next: str
    more: bool
