"""All there is in a game, questions about it and its simple changes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.support.phoenix_referee.enemy import BASILISK, Enemy
from tests.support.phoenix_referee.facts import (
    PALACE_SPOTS,
    RESOURCES,
    SECTORS,
    SPOTS,
    TILES,
    WARDS,
    kind_of,
    on_palace,
    sector_of,
)
from tests.support.phoenix_referee.forms import Fields

Task: TypeAlias = tuple[Any, ...]
"""Something that is still to be done: its name and its data."""


@dataclass
class Outcomes:
    """What chance decided in an entry; without it, a trial goes on with piles as they lie."""

    foreseen: list[tuple[str, ...]] = field(default_factory=list)
    revelations: list[tuple[str, ...]] = field(default_factory=list)
    stacks: list[tuple[str, ...]] = field(default_factory=list)
    packets: list[tuple[str, ...]] = field(default_factory=list)
    trial: bool = False

    @property
    def is_used_up(self) -> bool:
        """Whether everything that was shuffled had to be."""
        return not (self.foreseen or self.revelations or self.stacks or self.packets)

    def shuffled(self, piles: list[tuple[str, ...]], cards: Sequence[str]) -> list[str]:
        """These cards in a new order."""
        if self.trial:
            return list(cards)
        if len(cards) < 2 and (not piles or Counter(piles[0]) != Counter(cards)):
            return list(cards)
        assert piles, "a pile should have been shuffled"
        pile = list(piles.pop(0))
        assert Counter(pile) == Counter(cards), "other cards were shuffled"
        return pile


@dataclass
class Game:
    """All there is. `at` says where each kin of a seat is; places are spots, palace spots or zones."""

    players: int
    clans: list[str]
    spots: int
    team: bool
    palace_alt: bool
    asymmetric: bool
    token: int
    dragon: int | None
    at: dict[str, str] = field(default_factory=dict)
    cloaked: set[str] = field(default_factory=set)
    pools: list[dict[str, int]] = field(default_factory=list)
    pool_of: list[int] = field(default_factory=list)
    fp: list[int] = field(default_factory=list)
    pioneer: list[int] = field(default_factory=list)
    heralds: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)
    factions: list[tuple[int, ...]] = field(default_factory=list)
    owned: list[list[str]] = field(default_factory=list)
    spent: set[str] = field(default_factory=set)
    veiled: set[int] = field(default_factory=set)
    piles: list[list[str]] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    guards: set[tuple[int, str]] = field(default_factory=set)
    rotation: int = 0
    level: int = 1
    villages: list[str] = field(default_factory=lambda: ["starting_village"])
    village_pile: list[str] = field(default_factory=list)
    slots: list[str | None] = field(default_factory=lambda: [None] * 4)
    foreseen_pile: list[str] = field(default_factory=list)
    foreseen_discard: list[str] = field(default_factory=list)
    face_up: list[str | None] = field(default_factory=lambda: [None] * 3)
    card_pile: list[str] = field(default_factory=list)
    card_discard: list[str] = field(default_factory=list)
    round: int = 0
    phase: str = "setup"
    active: int = 0
    placed: tuple[str, str, str | None] | None = None
    """The kin placed this turn, its spot, and the sector whose daytime effect follows (None: palace)."""
    eligible: list[tuple[int, ...]] = field(default_factory=list)
    unscored: set[str] = field(default_factory=set)
    drawn: list[tuple[str, ...]] = field(default_factory=list)
    picks: list[str] = field(default_factory=list)
    dealt: list[tuple[str, ...]] = field(default_factory=list)
    decisions: dict[int, Any] = field(default_factory=dict)
    todo: list[Task] = field(default_factory=list)
    form: tuple[str, Fields] | None = None
    enemy: Enemy | None = None
    notes: list[Task] = field(default_factory=list)
    """Who was eligible, influence and majorities of the night: one note for each scored location."""

    def copy(self) -> "Game":
        """A game that can be changed without changing this one."""
        new = object.__new__(Game)
        for name, value in self.__dict__.items():
            kind = type(value)
            new.__dict__[name] = value.copy() if kind in (list, dict, set, Counter) else value
        new.pools = [pool.copy() for pool in self.pools]
        new.owned = [cards.copy() for cards in self.owned]
        new.piles = [pile.copy() for pile in self.piles]
        new.enemy = None if self.enemy is None else self.enemy.copy()
        return new

    # Questions about the board

    def pool(self, seat: int) -> dict[str, int]:
        """What a seat pays from."""
        return self.pools[self.pool_of[seat]]

    def owner(self, kin: str) -> int:
        """The seat of a kin's clan."""
        return self.clans.index(kin.partition(".")[0])

    def kin_of(self, seat: int) -> tuple[str, ...]:
        """All tiles of a seat's clan."""
        return TILES[self.clans[seat]]

    def own_in_sectors(self, seat: int) -> list[str]:
        """Own kin in sector spots."""
        return [kin for kin in self.kin_of(seat) if sector_of(self.at[kin]) is not None]

    def own_on_palace(self, seat: int) -> list[str]:
        """Own kin on the palace in either form of it."""
        return [kin for kin in self.kin_of(seat) if on_palace(self.at[kin])]

    def hand(self, seat: int) -> list[str]:
        """The hand of a seat."""
        return [kin for kin in self.kin_of(seat) if self.at[kin] == "hand"]

    def nameable(self, seat: int) -> list[str]:
        """PP-Q75: the hand of a seat with only the lowest-numbered of its apprentices."""
        hand = self.hand(seat)
        twins = [kin for kin in hand if kind_of(kin) == "apprentice"]
        return [kin for kin in hand if kin not in twins or kin == min(twins)]

    def can_place(self, seat: int) -> bool:
        """PP-T3: whether a seat has kin in hand, the Basilisk in its stack."""
        return bool(self.enemy.stack if self.is_basilisk(seat) and self.enemy else self.hand(seat))

    def is_basilisk(self, seat: int) -> bool:
        """PP-CO1."""
        return self.enemy is not None and seat == BASILISK

    def act(self, scenario: str, number: int) -> bool:
        """PP-CO26: whether this act applies now."""
        return self.enemy is not None and self.enemy.scenario == scenario and self.round == number

    def kin_in(self, sector: str) -> list[str]:
        """All kin in a sector."""
        return [kin for kin, at in self.at.items() if sector_of(at) == sector]

    def is_in(self, seat: int, sector: str) -> bool:
        """Whether a seat has a kin in a sector."""
        return any(sector_of(self.at[kin]) == sector for kin in self.kin_of(seat))

    def taken(self, spot: str) -> bool:
        """Whether a kin lies on a spot."""
        return spot in self.at.values()

    def all_spots(self) -> tuple[str, ...]:
        """The spots of the sectors on this side of the board."""
        return SPOTS[self.spots]

    def all_places(self) -> tuple[str, ...]:
        """Every spot id that exists in this game (1.3)."""
        return SPOTS[self.spots] + (PALACE_SPOTS if self.palace_alt else ("palace",))

    def is_guarded(self, sector: str) -> bool:
        """Whether a guard marker lies there."""
        return any(where == sector for _, where in self.guards)

    def highlighted(self) -> list[str]:
        """PP-E3."""
        return [SECTORS[(self.rotation + step) % 6] for step in (-1, 0, 1)]

    def sees(self, seat: int, wall: int) -> bool:
        """PP-PA2, PP-PA4."""
        apart = abs((60 * self.rotation + 90 * wall) % 360 - self.sides[seat])
        return min(apart, 360 - apart) < 90

    def rank(self, seat: int) -> int:
        """The rank of a seat's herald."""
        return self.heralds.index(seat) + 1

    def enemies(self, seat: int) -> list[int]:
        """1.2, in turn order."""
        friends = next((side for side in self.factions if seat in side), (seat,))
        return [other for other in self.order if other not in friends]

    @property
    def frontier(self) -> int:
        """The highest built position."""
        return len(self.villages) - 1

    def empty_slots(self) -> list[int]:
        """The empty foreseen slots, from 1."""
        return [number for number, card in enumerate(self.slots, 1) if card is None]

    def used_slots(self) -> list[int]:
        """The foreseen slots with a card, from 1."""
        return [number for number, card in enumerate(self.slots, 1) if card is not None]

    def influence(self, seat: int, sector: str) -> int:
        """PP-N7."""
        here = [kin for kin in self.kin_of(seat) if sector_of(self.at[kin]) == sector]
        return sum(2 if kin in self.cloaked else 1 for kin in here)

    # Simple changes

    def gain(self, seat: int, kind: str, by: int = 1) -> None:
        """Resources or shards for a pool."""
        self.pool(seat)[kind] += by

    def pay(self, seat: int, *kinds: str) -> None:
        """Resources from a pool."""
        for kind in kinds:
            self.pool(seat)[kind] -= 1
            assert self.pool(seat)[kind] >= 0

    def can_pay(self, seat: int, kinds: Iterable[str]) -> bool:
        """Whether a pool holds all of this."""
        pool = self.pool(seat)
        return all(pool[kind] >= count for kind, count in Counter(kinds).items())

    def favor(self, seat: int, by: int) -> None:
        """PP-Q31: favor points never go below 0."""
        self.fp[seat] = max(0, self.fp[seat] + by)

    def resources(self, seat: int) -> int:
        """How many resources the pool of a seat holds."""
        return sum(self.pool(seat)[kind] for kind in RESOURCES)

    def put(self, kin: str, at: str) -> None:
        """A kin goes somewhere; only in sector spots it may stay cloaked."""
        self.at[kin] = at
        if sector_of(at) is None:
            self.cloaked.discard(kin)

    def push(self, *tasks: Task) -> None:
        """Tasks that come next, the first one first."""
        self.todo.extend(reversed(tasks))

    def herald_up(self, seat: int) -> None:
        """PP-E5."""
        self.heralds.remove(seat)
        self.heralds.insert(0, seat)

    def hit(self, kin: str) -> None:
        """PP-E11, PP-E12, PP-RC25."""
        owner = self.owner(kin)
        if kin in self.cloaked:
            self.cloaked.discard(kin)
        elif "veil_of_smoke" in self.owned[owner] and owner not in self.veiled:
            self.veiled.add(owner)
        else:
            self.send_to_palace(kin)

    def send_to_palace(self, kin: str) -> None:
        """PP-E12, PP-PA8."""
        owner = self.owner(kin)
        if not self.palace_alt:
            self.put(kin, "palace")
        elif self.open_wards(owner):
            self.push(("outer_ward", owner, kin))
        else:
            self.put(kin, "bumped")

    def open_wards(self, seat: int) -> list[str]:
        """The empty outer wards that a seat sees."""
        return [ward for wall, ward in enumerate(WARDS) if self.sees(seat, wall) and not self.taken(ward)]
