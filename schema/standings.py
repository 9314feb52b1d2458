"""The API's answers about players: ratings, statistics, leaderboards, the handicap ladder."""

from collections.abc import Sequence
from typing import Annotated, Self

from msgspec import UNSET, Meta, Struct, UnsetType

from schema.accounts import Time
from schema.entries import Moment


class RatingAnswer(Struct, frozen=True):
    """A rating and its rank. Players are sorted by `ordinal`, a conservative estimate of their skill.

    `mode` is omitted for the default mode of the ruleset.
    """

    ruleset: str
    rank: int
    ordinal: float
    mu: float
    sigma: float
    games: int
    mode: str | UnsetType = UNSET


class LeaderboardRow(Struct, frozen=True):
    """A player on a leaderboard. Players with equal ratings share a rank."""

    rank: int
    player: str
    name: str | None
    ordinal: float
    mu: float
    sigma: float
    games: int


class TallyAnswer(Struct, frozen=True):
    """The games with this number of players; `ranks` counts the first, second … ranks."""

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
    """The game that ended last; `game` is null if it is unlisted."""

    game: str | None
    at: Moment


class StatisticsAnswer(Struct, frozen=True):
    """The finished games of a player in one mode, in total and by the number of players.

    `mode` is omitted for the default mode of the ruleset.
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
    """A player's public profile, with a rating and statistics for each ruleset and mode played."""

    id: str
    name: str
    created_at: Time
    handle: str
    ratings: tuple[RatingAnswer, ...]
    statistics: tuple[StatisticsAnswer, ...]


class HandicapGame(Struct, frozen=True, kw_only=True):
    """A game of the challenge: its handicap and its result; `game` is null if it is unlisted.

    `score` is the player's score, `automa` the automa's.
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
        """The game with both scores; the automa's is also set under its former name."""
        return cls(game=game, handicap=handicap, result=result, score=score, tom=automa, automa=automa, at=at)


class HandicapAnswer(Struct, frozen=True):
    """The player's current handicap and the games that led to it, newest first; `next` is the cursor."""

    handicap: int
    history: Sequence[HandicapGame]
    next: int | None


class LevelAnswer(Struct, frozen=True):
    """The games at one level of difficulty; `best` is the best score of the people's side, null if none."""

    level: str
    games: int
    wins: int
    best: int | None


class DifficultyLadder(Struct, frozen=True):
    """One ladder with all its levels, easiest first; `won` is the hardest level that was won, if any."""

    ladder: str
    won: str | None
    levels: tuple[LevelAnswer, ...]


class LevelsAnswer(Struct, frozen=True):
    """What a player, alone or with all of `players` together, has won against the automa of a ruleset."""

    ruleset: str
    players: tuple[str, ...]
    ladders: tuple[DifficultyLadder, ...]


class FinishedSeat(Struct, frozen=True):
    """The result of a seat: its holder, rank and points.

    `name` and `handle` are those of the player as they are now, `color` is the seat's colour or clan.
    """

    seat: int
    player: str | None
    bot: str | None
    automa: str | None
    resigned: bool
    rank: int
    total: int
    name: str | None = None
    handle: str | None = None
    color: str | None = None


class FinishedSide(Struct, frozen=True):
    """The result of a side: its seats, rank and points."""

    side: str
    seats: tuple[int, ...]
    rank: int
    total: int


class FinishedGame(Struct, frozen=True, kw_only=True):
    """The result of a game; `version` is its last one. `result` is a word of the game's own, if it has one.

    A game is `rated` if it changed ratings: that was enabled, and only people played. Pass `cursor` as
    `after` to continue the feed after this game. Only games with teams or allies have `sides`, and only games
    in a mode other than the default one have a `mode`. `you` has your seats; it is null if you had none.
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
    you: tuple[int, ...] | None = None


class FinishedPage(Struct, frozen=True):
    """Finished games in order. `next` is always present; `more` says whether there are more already."""

    items: Sequence[FinishedGame]
    next: str
    more: bool
