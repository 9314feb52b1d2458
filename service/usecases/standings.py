"""Ratings, statistics and handicaps of players, derived from the results, as the API shows them."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import UNSET, UnsetType

from domain.games import RULESETS
from domain.kernel.challenge import Challenge
from domain.kernel.difficulty import Difficulties
from domain.kernel.modes import default_mode
from domain.kernel.ruleset import Ruleset
from schema.standings import (
    DifficultyLadder,
    HandicapAnswer,
    HandicapGame,
    LastGameAnswer,
    LeaderboardRow,
    LevelAnswer,
    LevelsAnswer,
    ProfileAnswer,
    RatingAnswer,
    SoloAnswer,
    StatisticsAnswer,
    TallyAnswer,
)
from service.accounts.players import Players
from service.errors import NotFound
from service.projections.folds import Folds
from service.projections.ladder import LADDER, Ladder, Rung, history
from service.projections.leaderboard import Leaderboard
from service.projections.levels import LEVELS, LevelTallies, LevelTally, group_key
from service.projections.ratings import RATINGS, Rating, board
from service.projections.statistics import STATISTICS, LastGame, Statistics, Tally
from service.store import RedisConnection
from service.store.paging import Page, page


class Standings:
    """Reads the projections of the results."""

    def __init__(self, connection: RedisConnection, folds: Folds, players: Players) -> None:
        self._connection = connection
        self._folds = folds
        self._players = players
        self._leaderboard = Leaderboard(connection, folds)

    async def profile(self, player: str) -> ProfileAnswer:
        """A player with ratings and statistics."""
        known = await self._players.player(player)
        ratings: list[RatingAnswer] = []
        statistics: list[StatisticsAnswer] = []
        for ruleset in RULESETS:
            counted = await self._folds.row(ruleset, STATISTICS, player) or Statistics()
            statistics += _statistics(ruleset, counted)
            modes: list[str | UnsetType] = [UNSET, *counted.by_mode]
            for mode in modes:
                rating = await self._folds.row(ruleset, RATINGS, board(mode) + player)
                if rating is not None:
                    (rank,) = await self._leaderboard.ranks(ruleset, [rating], mode)
                    ratings.append(_rating(ruleset, rank, rating, mode))
        return ProfileAnswer(
            known.id, known.name, known.created_at, known.handle, tuple(ratings), tuple(statistics)
        )

    async def leaderboard(
        self, ruleset: str, first: int, after: str | None, mode: str | None = None
    ) -> Page[LeaderboardRow]:
        """The players with a rating in a mode, best first. Without a mode, it is the default one."""
        if ruleset not in RULESETS:
            raise NotFound(kind="ruleset")
        kept_as = UNSET if mode is None or mode == default_mode(RULESETS[ruleset]) else mode
        found = await self._leaderboard.page(ruleset, first + 1, after, kept_as)
        shown = page(found, first, lambda line: line[0])
        ranks = await self._leaderboard.ranks(ruleset, [rating for _, _, rating in shown.items], kept_as)
        names = await self._players.names(player for _, player, _ in shown.items)
        rows = (
            LeaderboardRow(
                rank,
                player,
                names[player].name if player in names else None,
                rating.ordinal,
                rating.mu,
                rating.sigma,
                rating.games,
            )
            for (_, player, rating), rank in zip(shown.items, ranks, strict=True)
        )
        return Page(tuple(rows), shown.next)

    async def handicap(
        self, player: str, ruleset: str | None, first: int, after: int | None
    ) -> HandicapAnswer:
        """A player's handicap in the challenge of a ruleset, and the games that led to it."""
        await self._players.player(player)
        rules, challenge = _challenge(ruleset)
        ladder = await self._folds.row(rules.name, LADDER, player) or Ladder(challenge.first)
        # Only the games that led to this handicap: another may end between the two reads.
        known = 0 if ladder.last is None else ladder.last.number
        before = known + 1 if after is None else min(after, known + 1)
        rungs = await history(self._connection, rules.name, player, first + 1, before)
        shown = page(rungs, first, lambda rung: rung.number)
        cursor = None if shown.next is None else int(shown.next)
        return HandicapAnswer(ladder.handicap, tuple(map(_handicap_game, shown.items)), cursor)

    async def levels(self, player: str, ruleset: str | None, others: Sequence[str]) -> LevelsAnswer:
        """What a player, or a group with exactly these others, has won at each level of difficulty."""
        people = tuple(dict.fromkeys((player, *others)))
        for each in people:
            await self._players.player(each)
        rules, difficulties = _difficulties(ruleset)
        found = await self._folds.row(rules.name, LEVELS, group_key(people)) or LevelTallies()
        ladders = tuple(_ladder(name, difficulties.levels, found) for name in difficulties.names)
        return LevelsAnswer(rules.name, people, ladders)


def _ladder(name: str, levels: Sequence[str], found: LevelTallies) -> DifficultyLadder:
    tallies = [found.at(name, level) for level in levels]
    won = [tally.level for tally in tallies if tally.wins]
    return DifficultyLadder(name, won[-1] if won else None, tuple(map(_level, tallies)))


def _level(tally: LevelTally) -> LevelAnswer:
    return LevelAnswer(tally.level, tally.games, tally.wins, tally.best if tally.games else None)


def _rating(ruleset: str, rank: int, rating: Rating, mode: str | UnsetType) -> RatingAnswer:
    return RatingAnswer(ruleset, rank, rating.ordinal, rating.mu, rating.sigma, rating.games, mode)


def _statistics(ruleset: str, counted: Statistics) -> Iterator[StatisticsAnswer]:
    """The statistics of each mode played, the default one first."""
    if counted.last is not None:
        yield _mode_statistics(ruleset, counted.tallies, counted.last, UNSET)
    for each in counted.by_mode.values():
        yield _mode_statistics(ruleset, each.tallies, each.last, each.mode)


def _mode_statistics(
    ruleset: str, tallies: Sequence[Tally], last: LastGame, mode: str | UnsetType
) -> StatisticsAnswer:
    solo = next((tally for tally in tallies if tally.players == 1), Tally(1))
    return StatisticsAnswer(
        ruleset=ruleset,
        games=sum(tally.games for tally in tallies),
        wins=sum(tally.wins for tally in tallies),
        resigned=sum(tally.resigned for tally in tallies),
        ranks=tuple(map(sum, zip_longest(*(tally.ranks for tally in tallies), fillvalue=0))),
        score_average=_average(tallies),
        score_best=_best(tallies),
        by_players=tuple(map(_tally, tallies)),
        solo=SoloAnswer(solo.games, solo.wins, solo.ties, solo.losses),
        last_game=LastGameAnswer(last.game, last.at),
        mode=mode,
    )


def _tally(tally: Tally) -> TallyAnswer:
    return TallyAnswer(
        players=tally.players,
        games=tally.games,
        wins=tally.wins,
        resigned=tally.resigned,
        ranks=tally.ranks,
        score_average=_average([tally]),
        score_best=_best([tally]),
    )


def _average(tallies: Sequence[Tally]) -> float:
    return round(sum(tally.points for tally in tallies) / sum(tally.games for tally in tallies), 2)


def _best(tallies: Sequence[Tally]) -> int:
    return max(tally.best for tally in tallies if tally.best is not None)


def _challenge(ruleset: str | None) -> tuple[Ruleset, Challenge]:
    """The ruleset of this name, or the first one that has a challenge."""
    for rules in RULESETS.values():
        if rules.challenge is not None and ruleset in (None, rules.name):
            return rules, rules.challenge
    raise NotFound(kind="ruleset")


def _difficulties(ruleset: str | None) -> tuple[Ruleset, Difficulties]:
    """The ruleset of this name, or the first one that has levels of difficulty."""
    for rules in RULESETS.values():
        if rules.difficulties is not None and ruleset in (None, rules.name):
            return rules, rules.difficulties
    raise NotFound(kind="ruleset")


def _handicap_game(rung: Rung) -> HandicapGame:
    return HandicapGame.of(
        rung.game, rung.handicap, rung.result, score=rung.score, automa=rung.automa, at=rung.at
    )
