"""Whether a game can change ratings, known from its first entry on."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.ruleset import Ruleset
from schema.answers import ForkAnswer, SeatAnswer


def can_be_rated(
    rules: Ruleset, options: Any, seats: Sequence[SeatAnswer], fork: ForkAnswer | None, *, counts: bool
) -> bool:
    """Whether people play against people: at least two of them, no bot, and no automa.

    Forks never change ratings. `counts` is false if the seed was given, or the game was forked while it ran.
    """
    is_against_automa = rules.difficulties is not None and rules.difficulties.level(options) is not None
    are_people = len(seats) > 1 and all(seat.bot is None and seat.automa is None for seat in seats)
    return bool(options.rated and counts and fork is None and are_people and not is_against_automa)
