"""Levels of difficulty that people choose when they play together, or alone, against an automa."""

from collections.abc import Mapping

from msgspec import UNSET, Struct

from domain.kernel.table import Options


class Difficulties(Struct, frozen=True, kw_only=True):
    """The levels of a game, and the ladders on which results are kept.

    Every ladder has all levels. A result counts for each player, and for the group of all people who played
    together. The options of a game name its ladder; a game without a level is on none.
    """

    option: str
    """The option that holds the level."""
    levels: tuple[str, ...]
    """The levels, easiest first."""
    ladders: Mapping[str, tuple[str, ...]]
    """For each option that can name a ladder, its values that do; an earlier option goes first."""

    @property
    def names(self) -> tuple[str, ...]:
        """All ladders."""
        return tuple(name for values in self.ladders.values() for name in values)

    def level(self, options: Options) -> str | None:
        """The level of a game, or None if it has none."""
        value = getattr(options, self.option)
        return None if value is None or value is UNSET else str(value)

    def ladder(self, options: Options) -> str | None:
        """The ladder of a game, or None if it has no level."""
        if self.level(options) is None:
            return None
        chosen = ((str(getattr(options, option)), values) for option, values in self.ladders.items())
        return next(value for value, values in chosen if value in values)
