"""Statistics: a player's finished games of a ruleset, counted by mode and number of players."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from service.projections.folds import Fold
from service.projections.results import GameResult, SeatResult

WIN, TIE, LOSS = "win", "tie", "loss"


class Tally(Struct, frozen=True):
    """Games with this many players. `ranks` counts first, second … ranks, if the game has ranks."""

    players: int
    games: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    resigned: int = 0
    ranks: tuple[int, ...] = ()
    points: int = 0
    best: int | None = None


class LastGame(Struct, frozen=True):
    """The id of the last game and when it ended; an unlisted game has no id here."""

    game: str | None
    at: str


class ModeStatistics(Struct, frozen=True):
    """The finished games of a player in one mode."""

    mode: str
    tallies: tuple[Tally, ...]
    last: LastGame


class Statistics(Struct, frozen=True):
    """All finished games of a player: those of the default mode, and those of other modes by mode."""

    tallies: tuple[Tally, ...] = ()
    last: LastGame | None = None
    modes: tuple[ModeStatistics, ...] | UnsetType = UNSET

    @property
    def by_mode(self) -> Mapping[str, ModeStatistics]:
        """The statistics of the modes other than the default one."""
        return {} if self.modes is UNSET else {each.mode: each for each in self.modes}


def count(rows: Mapping[str, Statistics], result: GameResult) -> Mapping[str, Statistics]:
    """The statistics of all players of a game after its result."""
    return {player: _after(rows.get(player, Statistics()), player, result) for player in result.people}


def _after(before: Statistics, player: str, result: GameResult) -> Statistics:
    last = LastGame(None if result.unlisted else result.game, result.at)
    if result.mode is UNSET:
        return replace(before, tallies=_tallies(before.tallies, player, result), last=last)
    modes = dict(before.by_mode)
    known = modes[result.mode].tallies if result.mode in modes else ()
    modes[result.mode] = ModeStatistics(result.mode, _tallies(known, player, result), last)
    return replace(before, modes=tuple(modes[mode] for mode in sorted(modes)))


def outcome_word(result: GameResult, seat: SeatResult) -> str | None:
    """The outcome of a seat in a game that is won or lost; resigning is a loss. None if ranks decide."""
    return LOSS if result.result is not None and seat.resigned else result.result


def _tallies(before: Sequence[Tally], player: str, result: GameResult) -> tuple[Tally, ...]:
    players = len(result.people) + sum(seat.bot is not None for seat in result.seats)
    known = {tally.players: tally for tally in before}
    seat = min((seat for seat in _seats(result) if seat.player == player), key=lambda seat: seat.rank)
    known[players] = _counted(known.get(players, Tally(players)), result, seat)
    return tuple(known[number] for number in sorted(known))


def _seats(result: GameResult) -> list[SeatResult]:
    """The result of each seat, with the points of its side."""
    totals = {seat: side.total for side in result.opponents for seat in side.seats}
    return [replace(seat, total=totals[n]) for n, seat in enumerate(result.seats)]


def _counted(tally: Tally, result: GameResult, seat: SeatResult) -> Tally:
    word = outcome_word(result, seat)
    won = word == WIN if word is not None else seat.rank == 1 and not seat.resigned
    return replace(
        tally,
        games=tally.games + 1,
        wins=tally.wins + won,
        ties=tally.ties + (word == TIE),
        losses=tally.losses + (word == LOSS),
        resigned=tally.resigned + seat.resigned,
        ranks=tally.ranks if word is not None else _with_rank(tally.ranks, seat.rank),
        points=tally.points + seat.total,
        best=seat.total if tally.best is None else max(tally.best, seat.total),
    )


def _with_rank(ranks: tuple[int, ...], rank: int) -> tuple[int, ...]:
    wide = ranks + (0,) * (rank - len(ranks))
    return (*wide[: rank - 1], wide[rank - 1] + 1, *wide[rank:])


STATISTICS: Final = Fold("statistics", Statistics, count)
