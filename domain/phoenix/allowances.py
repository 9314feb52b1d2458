"""The numbers and permissions that a kept `ongoing` card can change, one row for each such card."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from domain.phoenix.ids import RevelationId


class Allowances(Struct, frozen=True):
    """What the cards of a seat allow. Each field is named after the rule that it changes."""

    omitted_cost: int = 0
    free_spots: bool = False
    free_cloaks: bool = False
    palace_influence: int = 0
    stays_after_hit: bool = False


ALLOWED: Final[Mapping[RevelationId, Allowances]] = {
    RevelationId.BUILDERS_TOOLS: Allowances(omitted_cost=1),
    RevelationId.FREE_PASSAGE: Allowances(free_spots=True),
    RevelationId.SILK_CLOAKS: Allowances(free_cloaks=True),
    RevelationId.PALACE_FAVOUR: Allowances(palace_influence=1),
    RevelationId.VEIL_OF_SMOKE: Allowances(stays_after_hit=True),
}
"""PP-RC08, PP-RC09, PP-RC14, PP-RC21, PP-RC25."""


@cache
def allowances(cards: tuple[RevelationId, ...]) -> Allowances:
    """The sum over the kept cards of a seat; each card exists once."""
    found = [astuple(ALLOWED[card]) for card in cards if card in ALLOWED]
    return Allowances(*(sum(values) for values in zip(*found))) if found else Allowances()
