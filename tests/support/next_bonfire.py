"""A later version of Bonfire, in which only the score differs."""

from msgspec.structs import replace

from domain.bonfire.ruleset import BONFIRE, BonfireRules
from domain.bonfire.state import Bonfire
from domain.kernel.score import Score

MORE = 1000
"""The points that everybody gets more by these rules."""


class NextBonfireRules(BonfireRules):
    """`bonfire/2`."""

    rules = "bonfire/2"

    def score(self, state: Bonfire) -> Score:
        """Some points more for each seat."""
        score = super().score(state)
        return replace(score, seats=tuple(replace(seat, total=seat.total + MORE) for seat in score.seats))


RULESETS = (BONFIRE, NextBonfireRules())
