"""What the Basilisk has beside a seat, and the data of section 12.6 and 12.7."""

from dataclasses import dataclass, field
from typing import Literal

BASILISK = 0
"""PP-CO1: its seat."""
SECTOR_CARDS: dict[str, tuple[tuple[str, ...], str]] = {
    "sc01": (("gates",), "leftmost"),
    "sc02": (("gates",), "rightmost"),
    "sc03": (("capital",), "leftmost"),
    "sc04": (("capital",), "rightmost"),
    "sc05": (("rim", "shrine"), "leftmost"),
    "sc06": (("capital",), "rightmost"),
    "sc07": (("shrine", "rim"), "leftmost"),
    "sc08": (("shrine", "rim"), "rightmost"),
    "sc09": (("springs",), "leftmost"),
    "sc10": (("springs",), "rightmost"),
    "sc11": (("clanhouse",), "leftmost"),
    "sc12": (("clanhouse",), "rightmost"),
}
"""12.6: the sectors of a card, main first, and its ready pick."""
TWISTS = ("tw01", "tw02", "tw03")
TWIST_FP = {"easy": 0, "medium": 4, "hard": 8, "heroic": 12}
DIFFICULTY_RESOURCES = {"easy": 2, "medium": 0, "hard": -2, "heroic": -4}
"""PP-CO5."""
SCENARIO_CLAN = {
    "ember_court": "red",
    "silent_tide": "blue",
    "hidden_grove": "green",
    "golden_road": "yellow",
}
ACT_ONE_TILES = {
    "ember_court": ("archer", "mastermind"),
    "silent_tide": ("philosopher", "clairvoyant"),
    "hidden_grove": ("bard", "diplomat"),
    "golden_road": ("merchant", "pathfinder"),
}
"""12.7: what Act I puts into the stack."""
ROUND_START: dict[tuple[str, int], tuple[str, int]] = {
    ("ember_court", 2): ("coin", 2),
    ("silent_tide", 2): ("scroll", 3),
    ("hidden_grove", 2): ("coin", 2),
}
"""12.7: what the Basilisk gains at the start of a round."""
ALLY_APPRENTICES = {1: 5, 2: 4, 3: 3}
"""PP-CO3, PP-SO3."""
RANDOM_SPECIALISTS = {"vanilla": {1: 2, 2: 4, 3: 5}, "story": {1: 0, 2: 2, 3: 3}}
"""PP-CO6, PP-SO3."""
STACK_SIZE = {1: 6, 2: 8, 3: 9}
SIDES_AGAINST_BASILISK = {1: (0, 180), 2: (0, 90, 270), 3: (0, 90, 180, 270)}
"""PP-CP1: the Basilisk first."""
NOT_IN_COOP = frozenset(["moon_heaven", "nomad_encampment", "twin_river_town"])
"""PP-CO7."""


@dataclass
class Enemy:
    """The Basilisk's stack and deck (top first), and what the allies have agreed on."""

    difficulty: str
    scenario: str | None
    solo: bool
    allies: int
    stack: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    twists_out: list[str] = field(default_factory=list)
    current: str | None = None
    turns_left: int = 0
    """Turns of the present run, the one under way included (PP-CO12)."""
    nominees: dict[int, int] = field(default_factory=dict)
    acts: list[int] = field(default_factory=list)

    def copy(self) -> "Enemy":
        """An enemy that can be changed without changing this one."""
        new = object.__new__(Enemy)
        for name, value in self.__dict__.items():
            new.__dict__[name] = value.copy() if isinstance(value, list | dict) else value
        return new

    @property
    def style(self) -> Literal["vanilla", "story"]:
        """Whether there are acts."""
        return "vanilla" if self.scenario is None else "story"

    @property
    def ally_seats(self) -> tuple[int, ...]:
        """PP-CO1."""
        return tuple(range(1, self.allies + 1))

    def decider(self, token: int) -> int:
        """PP-CO8."""
        named = {self.nominees.get(seat) for seat in self.ally_seats}
        (only, *more) = named
        if only is not None and not more:
            return only
        return token if token != BASILISK else 1
