"""Ladders of difficulty: what players, and groups of players, have won at each level against an automa."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from service.projections.folds import Fold
from service.projections.results import GameResult


class LevelTally(Struct, frozen=True):
    """The games of one ladder at one level; `best` is the best score of the people's side."""

    ladder: str
    level: str
    games: int = 0
    wins: int = 0
    best: int = 0


class LevelTallies(Struct, frozen=True):
    """All levels that a player or a group has played."""

    tallies: tuple[LevelTally, ...] = ()

    def at(self, ladder: str, level: str) -> LevelTally:
        """The games of one ladder at one level."""
        found = (each for each in self.tallies if (each.ladder, each.level) == (ladder, level))
        return next(found, LevelTally(ladder, level))


def group_key(people: Sequence[str]) -> str:
    """The key of the players who played together; of one player, the player's id."""
    return "+".join(sorted(set(people)))


def _keys(result: GameResult) -> tuple[str, ...]:
    """Each player, and the group of all of them."""
    return tuple(dict.fromkeys((*result.people, group_key(result.people)))) if result.people else ()


def count_level(rows: Mapping[str, LevelTallies], result: GameResult) -> Mapping[str, LevelTallies]:
    """The levels of the players of a game, and of their group, after its result; everybody wins or loses."""
    if result.ladder is UNSET or result.level is UNSET:
        return {}
    return {key: _after(rows.get(key, LevelTallies()), result) for key in _keys(result)}


def _after(before: LevelTallies, result: GameResult) -> LevelTallies:
    assert result.ladder is not UNSET
    assert result.level is not UNSET
    known = before.at(result.ladder, result.level)
    side = next(side for side in result.opponents if any(result.seats[seat].player for seat in side.seats))
    played = replace(
        known,
        games=known.games + 1,
        wins=known.wins + (side.rank == 1),
        best=max(known.best, side.total) if known.games else side.total,
    )
    others = (each for each in before.tallies if each != known)
    return LevelTallies(tuple(sorted((*others, played), key=lambda each: (each.ladder, each.level))))


LEVELS: Final = Fold("levels", LevelTallies, count_level, keys=_keys)
