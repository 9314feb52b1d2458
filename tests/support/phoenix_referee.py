"""A referee of Phoenix Palace who has read the rules page and not the code of the game.

Everything here is plain data: ids are strings, and the printed facts are copied from the rules page again.
Only what chance decided (shuffled piles, the first player, drawn tiles) is told to the referee. A move is a
function that asks for its fields one by one: on a copy of the game it either runs through (then the copy
is the new game), or it stops at a field that is not filled in, or it is refused. Slow and plain on purpose.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Fields: TypeAlias = dict[str, Any]

SECTORS = ("gates", "capital", "rim", "shrine", "springs", "clanhouse")
RESOURCES = ("coin", "scroll", "lantern")
COLORS = ("coral", "jade", "agate")
CLANS = ("red", "blue", "green", "yellow")
COLOR_OF = dict(zip(SECTORS, ("coral", "coral", "jade", "jade", "agate", "agate")))
PRICE_OF = dict(zip(SECTORS, ("scroll", "coin", "lantern", "coin", "lantern", "scroll")))
PILE_TYPES = frozenset(
    [
        "archer",
        "bard",
        "clairvoyant",
        "councilor",
        "diplomat",
        "guard",
        "hermit",
        "mastermind",
        "mentor",
        "merchant",
        "nocturnal",
        "pathfinder",
        "philosopher",
        "trickster",
    ]
)
TILES = {
    clan: (
        *(f"{clan}.apprentice.{number}" for number in range(1, 6)),
        *(f"{clan}.{kind}" for kind in sorted({*PILE_TYPES, "fighter"})),
    )
    for clan in CLANS
}
"""12.3: the 20 tiles of each clan."""
VILLAGES = frozenset(
    [
        "bandits_lair",
        "cove_of_the_owl",
        "featherglow",
        "fortune_city",
        "lanternquill",
        "loreville",
        "moonforge",
        "moon_heaven",
        "nomad_encampment",
        "the_outpost",
        "town_hall",
        "twin_river_town",
    ]
)
FORESEEN = (
    "coin_tithe",
    "burnt_scrolls",
    "dying_lamps",
    "hoarders_bane",
    "drawn_curtains",
    "night_raid",
    "washed_out_road",
    "envy_of_the_court",
    "heresy_trial",
    "breached_walls",
    "levy",
    "cold_springs",
    "roadside_bandits",
    "harvest_moon",
    "lantern_festival",
    "shooting_stars",
    "phoenix_gaze",
    "generous_envoy",
)
SITE_COST = (
    (),
    ("coin",),
    ("scroll",),
    ("lantern",),
    ("coin", "scroll"),
    ("scroll", "lantern"),
    ("coin", "lantern"),
    ("coin", "scroll", "lantern"),
)
SITE_FP = (0, 3, 3, 4, 4, 5, 6, 7)
ROW_COST = (1, 2, 2, 3, 3, 4)
ROW_FP = (1, 2, 2, 3, 4, 5)
LAST_SITE = 7
SIDES = {2: (0, 180), 3: (0, 90, 180), 4: (0, 90, 180, 270)}
"""PP-PA3: the direction of each seat, in the turn order of round 1."""
SECTOR_AT = {f"{sector}.{number}": sector for sector in SECTORS for number in range(1, 5)}
WARDS = tuple(f"outer_ward.{wall}" for wall in range(4))
BATTLEMENTS = tuple(f"battlement.{wall}" for wall in range(4))
PALACE_SPOTS = (*WARDS, *BATTLEMENTS, "pinnacle")
SPOTS = {
    most: tuple(f"{sector}.{number}" for sector in SECTORS for number in range(1, most + 1))
    for most in (3, 4)
}
"""12.1: the spots of the small and the large side of the board, by spots for each sector."""

CARDS: dict[str, tuple[int, int, str]] = {
    "paper_crane": (0, 1, "instant"),
    "coin_jar": (0, 1, "instant"),
    "wax_and_wick": (0, 1, "instant"),
    "gatekeepers_debt": (0, 1, "turn_start_once"),
    "borrowed_mask": (0, 1, "turn_start_once"),
    "lamplighters_oath": (1, 2, "ongoing"),
    "pilgrims_bell": (1, 2, "ongoing"),
    "builders_tools": (1, 2, "ongoing"),
    "free_passage": (1, 2, "ongoing"),
    "toll_of_ash": (1, 2, "all_enemies"),
    "whispered_names": (1, 2, "all_enemies"),
    "wind_chime": (1, 2, "turn_start"),
    "money_changer": (0, 1, "turn_start"),
    "silk_cloaks": (2, 3, "ongoing"),
    "clear_skies": (2, 3, "ongoing"),
    "storm_of_arrows": (2, 3, "instant"),
    "second_wind": (2, 3, "instant"),
    "travel_journal": (2, 3, "endgame"),
    "gathered_clan": (2, 3, "endgame"),
    "heralds_crown": (2, 3, "endgame"),
    "palace_favour": (2, 3, "ongoing"),
    "golden_scales": (2, 3, "turn_start"),
    "moon_ledger": (3, 5, "endgame"),
    "collectors_shelf": (3, 5, "endgame"),
    "veil_of_smoke": (2, 3, "ongoing"),
    "moonlit_offering": (3, 5, "instant"),
    "ill_omen": (2, 3, "all_enemies"),
    "phoenix_feather": (4, 6, "turn_start"),
    "twin_moons": (4, 6, "instant"),
    "eclipse": (2, 3, "all_enemies"),
}
"""6.2: cost, favor points and kind, from RC01 to RC30."""
CARD_ORDER = tuple(CARDS)

ERROR_ORDER = [
    "game_finished",
    "not_your_turn",
    "wrong_step",
    "unknown_id",
    "invalid_choice",
    "kin_not_in_hand",
    "card_not_available",
    "card_spent",
    "spot_occupied",
    "sector_guarded",
    "palace_cannot_cloak",
    "spot_not_visible",
    "sector_not_highlighted",
    "invalid_target",
    "not_on_frontier",
    "next_village_not_built",
    "invalid_payment",
    "cannot_afford",
]
"""1.3: the first of these that applies is reported."""


class Refused(Exception):
    """The rules do not allow it; `code` is that of section 1.3."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Asked(Exception):
    """The field `name` is not filled in; `answers` are the ways to go on with it."""

    def __init__(self, name: str, answers: list[Fields]) -> None:
        super().__init__(name, answers)
        self.name = name
        self.answers = answers


def first_code(codes: Iterable[str]) -> str | None:
    """The code that is checked first."""
    return min(codes, key=ERROR_ORDER.index, default=None)


def merged(fields: Fields, more: Fields) -> Fields:
    """Fields with further answers; lists grow."""
    new = dict(fields)
    for name, value in more.items():
        new[name] = (*new[name], *value) if name in new and isinstance(value, tuple) else value
    return new


@dataclass
class Form:
    """The fields of a move that are filled in; what is read from it is remembered."""

    given: Fields
    read: set[str] = field(default_factory=set)

    def ask(self, name: str, domain: Iterable[Any], why: Callable[[Any], str | None]) -> Any:
        """The value of a field, refused for the reason that `why` gives."""
        self.read.add(name)
        if name not in self.given:
            raise Asked(name, [{name: value} for value in domain if why(value) is None])
        code = why(self.given[name])
        if code is not None:
            raise Refused(code)
        return self.given[name]

    def one_of(self, name: str, options: Iterable[Any], code: str = "invalid_choice") -> Any:
        """The value of a field that has these values and no other."""
        listed = list(options)
        return self.ask(name, listed, lambda value: None if value in listed else code)

    def units(self, name: str, count: int, why: Callable[[tuple[Any, ...]], str | None], code: str) -> Any:
        """A list of so many resources or colours, asked unit by unit."""
        self.read.add(name)
        held: tuple[Any, ...] = self.given.get(name, ())
        if len(held) > count:
            raise Refused(code)
        refused = why(held)
        if refused is not None:
            raise Refused(refused)
        if len(held) < count:
            domain = COLORS if name.endswith("colors") else RESOURCES
            raise Asked(name, [{name: (unit,)} for unit in domain if why((*held, unit)) is None])
        return held

    def declines(self, name: str, first: Callable[[], Any]) -> bool:
        """Whether a group of fields is declined as a whole; None is one more answer to the first of them."""
        self.read.add(name)
        if name in self.given:
            return True
        try:
            first()
        except Asked as asked:
            begun = any(other.startswith(f"{name}.") for other in self.given)
            raise Asked(asked.name, [*asked.answers, *([] if begun else [{name: None}])]) from None
        return False

    def finish(self) -> None:
        """1.3: a parameter that this move does not have is refused."""
        if not self.read >= self.given.keys():
            raise Refused("invalid_choice")


Task: TypeAlias = tuple[Any, ...]
"""Something that is still to be done: its name and its data."""


@dataclass
class Outcomes:
    """What chance decided in an entry; without it, a trial goes on with piles as they lie."""

    foreseen: list[tuple[str, ...]] = field(default_factory=list)
    revelations: list[tuple[str, ...]] = field(default_factory=list)
    trial: bool = False

    def shuffled(self, piles: list[tuple[str, ...]], cards: Sequence[str]) -> list[str]:
        """These cards in a new order."""
        if self.trial:
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
    factions: list[tuple[int, int]] = field(default_factory=list)
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
    notes: list[Task] = field(default_factory=list)
    """Who was eligible, influence and majorities of the night: one note for each scored location."""

    def copy(self) -> Game:
        """A game that can be changed without changing this one."""
        new = object.__new__(Game)
        for name, value in self.__dict__.items():
            kind = type(value)
            new.__dict__[name] = value.copy() if kind in (list, dict, set, Counter) else value
        new.pools = [pool.copy() for pool in self.pools]
        new.owned = [cards.copy() for cards in self.owned]
        new.piles = [pile.copy() for pile in self.piles]
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
        friends = next((pair for pair in self.factions if seat in pair), (seat,))
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


def sector_of(at: str) -> str | None:
    """The sector of a spot; nothing for other places."""
    return SECTOR_AT.get(at)


def on_palace(at: str) -> bool:
    """PP-PA9."""
    return at == "palace" or at in PALACE_SPOTS


def kind_of(kin: str) -> str:
    """What is printed on a tile."""
    return kin.split(".")[1]


def is_kin(kin: object) -> bool:
    """Whether there is such a tile."""
    return any(kin in tiles for tiles in TILES.values())


def near(sector: str) -> tuple[str, str]:
    """PP-E1."""
    index = SECTORS.index(sector)
    return SECTORS[(index - 1) % 6], SECTORS[(index + 1) % 6]


def across(sector: str) -> str:
    """PP-E2."""
    return SECTORS[(SECTORS.index(sector) + 3) % 6]


# Set-up


@dataclass(frozen=True)
class Dealt:
    """What chance decided before the first decision."""

    clans: Sequence[str]
    token: int
    clan_piles: Sequence[Sequence[str]]
    villages: Sequence[str]
    foreseen: Sequence[str]
    cards: Sequence[str]
    picks: Sequence[str]


def set_up(dealt: Dealt, *, team: bool, palace_alt: bool, asymmetric: bool, dragon: bool) -> Game:
    """PP-S1 to PP-S14, PP-AS1, PP-TT1, PP-TT2, PP-PA1, PP-PA3, PP-DR1."""
    count = len(dealt.clans)
    first = dealt.token
    game = Game(
        count,
        list(dealt.clans),
        3 if count == 2 else 4,
        team,
        palace_alt,
        asymmetric,
        first,
        0 if dragon else None,
    )
    assert len(set(dealt.clans)) == count
    assert Counter(dealt.villages) == Counter(VILLAGES)
    assert Counter(dealt.foreseen) == Counter(FORESEEN)
    assert Counter(dealt.cards) == Counter(CARD_ORDER)
    game.order = [(first + step) % count for step in range(count)]
    game.heralds = list(game.order)
    game.fp, game.pioneer, game.owned = [0] * count, [0] * count, [[] for _ in range(count)]
    game.level = 3 if palace_alt else 1
    game.sides = [SIDES[count][game.order.index(seat)] for seat in range(count)] if palace_alt else []
    start = {"coin": 4, "scroll": 3, "lantern": 2, **dict.fromkeys(COLORS, 0)}
    if team:
        one = tuple(sorted((first, (first - 1) % 4)))
        two = tuple(sorted(((first + 1) % 4, (first + 2) % 4)))
        game.factions = [(one[0], one[1]), (two[0], two[1])]
        game.pool_of = [0 if seat in one else 1 for seat in range(4)]
        game.pools = [{kind: 2 * units for kind, units in start.items()} for _ in range(2)]
    else:
        game.pool_of = list(range(count))
        game.pools = [dict(start) for _ in range(count)]
    for seat, clan in enumerate(game.clans):
        for number in range(1, 6):
            game.at[f"{clan}.apprentice.{number}"] = "hand" if number < 5 or count == 2 else "box"
        game.at[f"{clan}.fighter"] = "hand"
        pile = dealt.clan_piles[seat]
        assert Counter(pile) == Counter(f"{clan}.{kind}" for kind in PILE_TYPES)
        game.at.update((kin, "pile") for kin in pile)
        game.piles.append(list(pile))
    game.village_pile = list(dealt.villages)
    if count == 2:
        game.villages.append(game.village_pile.pop(0))
    game.foreseen_pile, game.card_pile = list(dealt.foreseen), list(dealt.cards)
    game.push(("open_clanhouse",), ("open_cards",), ("start_round", 1))
    if asymmetric:
        game.todo.clear()
        game.push(
            ("draw_kin", tuple(dealt.picks)),
            ("open_clanhouse",),
            ("deal_cards",),
            ("open_cards",),
            ("resolve_draft",),
            ("start_round", 1),
        )
    return game


def draw_kin(game: Game, picks: Sequence[str], _chance: Outcomes) -> None:
    """PP-AS1."""
    for seat in range(game.players):
        drawn, game.piles[seat] = tuple(game.piles[seat][:3]), game.piles[seat][3:]
        assert picks[seat] in drawn
        game.drawn.append(drawn)
        game.picks.append(picks[seat])
        game.at.update((kin, "drawn") for kin in drawn)
    game.decisions = {}
    game.push(("draft_kin", *range(game.players)))


def choose_fighter(game: Game, seat: int, form: Form) -> None:
    """PP-AS2, PP-Q76."""
    others = [kin for kin in game.drawn[seat] if kin != game.picks[seat]]

    def why(kin: Any) -> str | None:
        if kin is None or kin in others:
            return None
        return "invalid_target" if is_kin(kin) else "unknown_id"

    game.decisions[seat] = form.ask("kin", [*others, None], why)
    decided(game, seat)


def decided(game: Game, seat: int) -> None:
    """A seat has answered a question that several seats answer at the same time."""
    name, *seats = game.todo.pop()
    left = [other for other in seats if other != seat]
    game.todo.append((name, *left) if left else (f"{name}_done",))


def draft_kin_done(game: Game, _chance: Outcomes) -> None:
    """PP-AS3."""
    for seat, clan in enumerate(game.clans):
        last = max(kin for kin in game.hand(seat) if kind_of(kin) == "apprentice")
        for kin in game.drawn[seat]:
            game.at[kin] = "box"
        game.at[last] = "box"
        game.at[game.picks[seat]] = "hand"
        swapped = game.decisions[seat]
        if swapped is not None:
            game.at[f"{clan}.fighter"] = "box"
            game.at[swapped] = "hand"
    game.decisions, game.drawn, game.picks = {}, [], []


def deal_cards(game: Game, _chance: Outcomes) -> None:
    """PP-AS4, PP-Q30."""
    game.dealt = [()] * game.players
    for seat in game.order:
        game.dealt[seat] = tuple(game.card_pile[:3])
        game.card_pile = game.card_pile[3:]
    game.push(("draft_revelations", *range(game.players)))


def buy_cards(game: Game, seat: int, form: Form) -> None:
    """PP-AS4: what a seat has is 3 scrolls, in a team too (PP-Q59)."""
    dealt = game.dealt[seat]

    def why(cards: Any) -> str | None:
        codes = []
        if any(card not in CARDS for card in cards):
            return "unknown_id"
        if len(set(cards)) < len(cards):
            codes.append("invalid_choice")
        if any(card not in dealt for card in cards):
            codes.append("card_not_available")
        if sum(CARDS[card][0] for card in cards) > 3:
            codes.append("cannot_afford")
        return first_code(codes)

    parts = [tuple(card for n, card in enumerate(dealt) if mask >> n & 1) for mask in range(1 << len(dealt))]
    game.decisions[seat] = form.ask("cards", parts, why)
    decided(game, seat)


def draft_revelations_done(game: Game, chance: Outcomes) -> None:
    """PP-AS5."""
    back = list(game.card_pile)
    for seat, dealt in enumerate(game.dealt):
        bought = game.decisions[seat]
        game.owned[seat] += bought
        game.pay(seat, *("scroll" for card in bought for _ in range(CARDS[card][0])))
        back += [card for card in dealt if card not in bought]
    game.card_pile = chance.shuffled(chance.revelations, back)
    game.decisions, game.dealt = {}, []


def resolve_draft(game: Game, _chance: Outcomes) -> None:
    """PP-AS5: in turn order, each seat's cards in ascending id."""
    game.push(
        *(
            ("kept_in_draft", seat, card)
            for seat in game.order
            for card in sorted(game.owned[seat], key=CARD_ORDER.index)
        )
    )


def kept_in_draft(game: Game, seat: int, card: str, _chance: Outcomes) -> None:
    """PP-AS5: nobody has a kin on the board yet."""
    if card == "paper_crane":
        game.push(("gain_resource", seat))
    elif card not in {"storm_of_arrows", "second_wind", "moonlit_offering"}:
        resolve_simple(game, seat, card)


def open_clanhouse(game: Game, _chance: Outcomes) -> None:
    """PP-S8."""
    for seat in game.order:
        reveal(game, seat)


def open_cards(game: Game, chance: Outcomes) -> None:
    """PP-S13."""
    refill(game, chance)


# Rounds and turns


def start_round(game: Game, number: int, chance: Outcomes) -> None:
    """PP-T2."""
    game.round, game.phase = number, "daytime"
    game.order = [(game.token + step) % game.players for step in range(game.players)]
    for index, card in enumerate(game.slots):
        if card is not None:
            continue
        if not game.foreseen_pile and game.foreseen_discard:
            game.foreseen_pile = chance.shuffled(chance.foreseen, game.foreseen_discard)
            game.foreseen_discard = []
        if game.foreseen_pile:
            game.slots[index] = game.foreseen_pile.pop(0)
    start_turn(game, game.order[0])


def start_turn(game: Game, seat: int) -> None:
    """PP-T4, PP-K8."""
    game.active, game.placed = seat, None
    game.guards = {(whose, where) for whose, where in game.guards if whose != seat}
    game.push(("turn_start", seat))


def end_turn(game: Game, seat: int, _form: Form) -> None:
    """PP-T3."""
    game.todo.pop()
    here = game.order.index(seat)
    following = [game.order[(here + step) % game.players] for step in range(1, game.players + 1)]
    later = [other for other in following if game.hand(other)]
    if later:
        start_turn(game, later[0])
    else:
        game.push(("night",))


def use_card(game: Game, seat: int, form: Form) -> None:
    """PP-RV4."""
    game.todo.pop()

    def why(card: Any) -> str | None:
        if card not in CARDS:
            return "unknown_id"
        if card not in game.owned[seat] or card not in TURN_START:
            return "card_not_available"
        return "card_spent" if card in game.spent else None

    card = form.ask("card", game.owned[seat], why)
    TURN_START[card](game, seat, form)
    if CARDS[card][2] == "turn_start_once":
        game.spent.add(card)
    game.push(("placement", seat))


def gatekeepers_debt(game: Game, seat: int, form: Form) -> None:
    """PP-RC04."""
    discard(game, ask_used_slot(game, form, "slot"))
    game.favor(seat, 1)


def borrowed_mask(game: Game, seat: int, form: Form) -> None:
    """PP-RC05."""
    game.cloaked.add(ask_own_unveiled(game, seat, form, "kin"))


def wind_chime(game: Game, _seat: int, form: Form) -> None:
    """PP-RC12."""
    step = 1 if form.one_of("direction", ["clockwise", "counter_clockwise"]) == "clockwise" else -1
    game.rotation = (game.rotation + step) % 6


def money_changer(game: Game, seat: int, form: Form) -> None:
    """PP-RC13."""
    (paid,) = pay_any(game, seat, form, 1)
    game.gain(seat, form.one_of("gain", [kind for kind in RESOURCES if kind != paid]))


def golden_scales(game: Game, seat: int, form: Form) -> None:
    """PP-RC22."""
    pay_any(game, seat, form, 2)
    game.favor(seat, 3)


def phoenix_feather(game: Game, seat: int, form: Form) -> None:
    """PP-RC28."""
    game.gain(seat, form.one_of("resource", RESOURCES))


TURN_START: dict[str, Callable[[Game, int, Form], None]] = {
    "gatekeepers_debt": gatekeepers_debt,
    "borrowed_mask": borrowed_mask,
    "wind_chime": wind_chime,
    "money_changer": money_changer,
    "golden_scales": golden_scales,
    "phoenix_feather": phoenix_feather,
}


def pay_any(game: Game, seat: int, form: Form, count: int) -> tuple[str, ...]:
    """So many resources of any kind, from the pool."""
    paid: tuple[str, ...] = form.units(
        "pay", count, lambda held: None if game.can_pay(seat, held) else "cannot_afford", "invalid_payment"
    )
    game.pay(seat, *paid)
    return paid


# Placement


def placement_refusal(game: Game, seat: int, kin: Any, target: Any, cloaked: Any) -> str | None:
    """PP-P1 to PP-P5, PP-PA5: why a kin cannot be placed there; None leaves a field open."""
    codes = []
    if kin is not None:
        codes += kin_refusals(game, seat, kin)
    if target is not None:
        codes += target_refusals(game, seat, target, cloaked=cloaked is True)
    return first_code(codes)


def kin_refusals(game: Game, seat: int, kin: Any) -> list[str]:
    """PP-P1, PP-Q75."""
    hand = game.hand(seat)
    if kin not in hand:
        return ["kin_not_in_hand"] if is_kin(kin) else ["unknown_id"]
    twins = [other for other in hand if kind_of(other) == "apprentice"]
    return ["invalid_choice"] if kin in twins and kin != min(twins) else []


def target_refusals(game: Game, seat: int, target: Any, *, cloaked: bool) -> list[str]:
    """PP-P2, PP-P3, PP-P5, PP-PA5."""
    sector = sector_of(str(target))
    if target not in game.all_places():
        return ["unknown_id"]
    codes = []
    if game.taken(target) and target not in {"palace", "pinnacle"}:
        codes.append("spot_occupied")
    if sector is None:
        if cloaked:
            codes.append("palace_cannot_cloak")
        if target not in {"palace", "pinnacle"} and not game.sees(seat, int(target[-1])):
            codes.append("spot_not_visible")
        return codes
    if game.is_guarded(sector):
        codes.append("sector_guarded")
    if not game.can_pay(seat, placement_price(game, seat, target, cloaked)):
        codes.append("cannot_afford")
    return codes


def placement_price(game: Game, seat: int, spot: str, cloaked: bool) -> list[str]:
    """PP-P3, PP-RC09, PP-RC14."""
    price = []
    if spot.endswith(f".{game.spots}") and "free_passage" not in game.owned[seat]:
        price.append(PRICE_OF[str(sector_of(spot))])
    if cloaked and "silk_cloaks" not in game.owned[seat]:
        price.append("coin")
    return price


def place_kin(game: Game, seat: int, form: Form) -> None:
    """PP-P1 to PP-P5, 4.2."""
    game.todo.pop()
    kin = form.ask("kin_id", game.hand(seat), lambda kin: placement_refusal(game, seat, kin, None, None))
    spot = form.ask(
        "target", game.all_places(), lambda spot: first_code(target_refusals(game, seat, spot, cloaked=False))
    )
    cloaked = form.ask(
        "cloaked",
        [False, True],
        lambda cloaked: first_code(target_refusals(game, seat, spot, cloaked=cloaked is True)),
    )
    sector = sector_of(spot)
    if sector is not None:
        game.pay(seat, *placement_price(game, seat, spot, cloaked))
    if spot == "pinnacle":
        for other in [each for each, at in game.at.items() if at == "pinnacle"]:
            game.put(other, "bumped")
    game.put(kin, spot)
    if cloaked:
        game.cloaked.add(kin)
    game.placed = (kin, spot, sector)
    if sector is None:
        game.push(("daytime_effect", seat), ("rotate",), ("turn_end", seat))
        return
    moves = game.dragon is not None and sector in dragon_sectors(game)
    dragon = [("direction", seat)] if moves else []
    ability = [] if cloaked else [("ability", seat)]
    game.push(*ability, ("daytime_effect", seat), *dragon, ("turn_end", seat))


def dragon_sectors(game: Game) -> tuple[str, str]:
    """PP-DR1."""
    assert game.dragon is not None
    return SECTORS[game.dragon], SECTORS[(game.dragon + 1) % 6]


def rotate(game: Game, _chance: Outcomes) -> None:
    """PP-T11."""
    game.rotation = (game.rotation + 1) % 6


# Kin abilities


def use_ability(game: Game, seat: int, form: Form) -> None:
    """5.5."""
    game.todo.pop()
    assert game.placed is not None
    kin, spot, sector = game.placed
    assert sector is not None
    kind = kind_of(kin)
    if kind == "trickster":
        ready = form.ask("ready_kin", own_ready(game, seat), lambda ready: ready_refusal(game, seat, ready))
        kind = kind_of(ready)
    if kind not in ABILITIES:
        raise Refused("wrong_step")
    ABILITIES[kind](game, seat, kin, str(sector_of(spot)), form)


def own_ready(game: Game, seat: int) -> list[str]:
    """The ready kin of a seat."""
    return [kin for kin in game.row if game.owner(kin) == seat]


def ready_refusal(game: Game, seat: int, kin: Any) -> str | None:
    """PP-K16."""
    if kin in own_ready(game, seat):
        return None
    return "invalid_target" if is_kin(kin) else "unknown_id"


Ability: TypeAlias = Callable[[Game, int, str, str, Form], None]


def ask_target(form: Form, name: str, targets: Iterable[str]) -> str:
    """One of these tiles."""
    listed = list(targets)

    def why(kin: Any) -> str | None:
        if kin in listed:
            return None
        return "invalid_target" if is_kin(kin) else "unknown_id"

    kin: str = form.ask(name, listed, why)
    return kin


def ask_used_slot(game: Game, form: Form, name: str) -> int:
    """A foreseen slot with a card."""
    return ask_slot(form, name, game.used_slots())


def ask_slot(form: Form, name: str, fitting: list[int]) -> int:
    def why(slot: Any) -> str | None:
        if slot in fitting:
            return None
        return "invalid_target" if slot in {1, 2, 3, 4} else "invalid_choice"

    slot: int = form.ask(name, fitting, why)
    return slot


def ask_own_unveiled(game: Game, seat: int, form: Form, name: str) -> str:
    """PP-E14: an own unveiled tile in a sector."""
    return ask_target(form, name, (kin for kin in game.own_in_sectors(seat) if kin not in game.cloaked))


def archer(game: Game, _seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K2."""
    game.hit(ask_target(form, "target", game.kin_in(across(sector))))


def bard(game: Game, _seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K3."""
    there = [kin for beside in near(sector) for kin in game.kin_in(beside) if kin not in game.cloaked]
    game.cloaked.add(ask_target(form, "target", there))


def clairvoyant(game: Game, _seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K4."""
    if form.one_of("mode", ["discard", "return"]) == "discard":
        discard(game, ask_used_slot(game, form, "slot"))
    else:
        return_event(game, form, "slot")


def discard(game: Game, slot: int) -> None:
    """PP-EV1."""
    card = game.slots[slot - 1]
    assert card is not None
    game.slots[slot - 1] = None
    game.foreseen_discard.append(card)


def return_event(game: Game, form: Form, name: str) -> None:
    """PP-K4, PP-V1, PP-Q25, PP-Q26."""
    slot = ask_slot(form, name, game.empty_slots() if game.foreseen_discard else [])
    game.slots[slot - 1] = game.foreseen_discard.pop()


def councilor(game: Game, seat: int, _kin: str, _sector: str, _form: Form) -> None:
    """PP-K5."""
    if game.rank(seat) == 1:
        game.favor(seat, 3)
    else:
        game.gain(seat, "scroll", 2)


def diplomat(game: Game, seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K6."""
    movable = [kin for kin in game.own_in_sectors(seat) if sector_of(game.at[kin]) in near(sector)]
    moved = ask_target(form, "kin", movable)

    there = [spot for spot in game.all_spots() if sector_of(spot) == sector]
    game.put(moved, form.ask("spot", there, lambda spot: spot_refusal(game, spot, there)))


def fighter(game: Game, _seat: int, kin: str, sector: str, form: Form) -> None:
    """PP-K7, PP-Q8."""
    game.hit(ask_target(form, "target", (other for other in game.kin_in(sector) if other != kin)))


def guard(game: Game, seat: int, _kin: str, sector: str, _form: Form) -> None:
    """PP-K8."""
    if not game.can_pay(seat, ["coin"]):
        raise Refused("cannot_afford")
    game.pay(seat, "coin")
    game.guards.add((seat, sector))


def hermit(game: Game, _seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K9."""
    assert game.placed is not None
    beside = form.one_of("sector", near(sector), "invalid_target")
    game.placed = (*game.placed[:2], beside)


def mastermind(game: Game, seat: int, kin: str, _sector: str, form: Form) -> None:
    """PP-K10."""
    reach = {sector_of(game.at[own]) for own in game.own_in_sectors(seat) if own in game.cloaked}
    targets = [other for other, at in game.at.items() if sector_of(at) in reach - {None} and other != kin]
    game.hit(ask_target(form, "target", targets))


def mentor(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K11, PP-Q77."""
    clanhouse(game, seat, form, must=True)


def merchant(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K12."""
    game.gain(seat, form.one_of("resource", RESOURCES))


def nocturnal(game: Game, seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K13."""
    pay_any(game, seat, form, 1)
    game.gain(seat, COLOR_OF[sector])


def pathfinder(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K14, PP-Q20."""
    if form.one_of("mode", ["explore", "collect"]) == "explore":
        if game.pioneer[seat] == game.frontier:
            raise Refused("next_village_not_built")
        game.pioneer[seat] += 1
    else:
        collect(game, seat, game.pioneer[seat], form)


def philosopher(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K15, PP-E18."""
    card = form.ask("card", affordable_cards(game, seat), lambda card: card_refusal(game, seat, card))
    game.push(("refill",))
    acquire(game, seat, card, form)


ABILITIES: dict[str, Ability] = {
    "archer": archer,
    "bard": bard,
    "clairvoyant": clairvoyant,
    "councilor": councilor,
    "diplomat": diplomat,
    "fighter": fighter,
    "guard": guard,
    "hermit": hermit,
    "mastermind": mastermind,
    "mentor": mentor,
    "merchant": merchant,
    "nocturnal": nocturnal,
    "pathfinder": pathfinder,
    "philosopher": philosopher,
}


# Daytime effects


def perform_daytime(game: Game, seat: int, form: Form) -> None:
    """PP-T8, PP-E21, PP-PA6."""
    game.todo.pop()
    assert game.placed is not None
    _, spot, sector = game.placed
    if sector is not None:
        perform(game, seat, sector, form)
    elif spot == "palace":
        if form.ask("option", ["resource", "sector"], lambda option: option_refusal(game, seat, option)) == (
            "resource"
        ):
            game.gain(seat, form.one_of("resource", RESOURCES))
        else:
            copy_sector(game, seat, form, optional=False)
    else:
        if not spot.startswith("battlement"):
            game.gain(seat, form.one_of("resource", RESOURCES))
        if not spot.startswith("outer_ward"):
            copy_sector(game, seat, form, optional=True)


def option_refusal(game: Game, seat: int, option: Any) -> str | None:
    """PP-E21."""
    if option == "sector" and not game.can_pay(seat, ["lantern"]):
        return "cannot_afford"
    return None if option in {"resource", "sector"} else "invalid_choice"


def copy_sector(game: Game, seat: int, form: Form, *, optional: bool) -> None:
    """PP-E21, PP-E22."""

    def why(sector: Any) -> str | None:
        if sector is None:
            return None if optional else "invalid_choice"
        codes = [] if sector in game.highlighted() else ["sector_not_highlighted"]
        if not game.can_pay(seat, ["lantern"]):
            codes.append("cannot_afford")
        return first_code(codes)

    sector = form.ask("sector", [*SECTORS, None], why)
    if sector is not None:
        game.pay(seat, "lantern")
        perform(game, seat, sector, form)


def perform(game: Game, seat: int, sector: str, form: Form) -> None:
    """PP-E4 to PP-E9, PP-RV5."""
    game.push(("performed", seat, sector))
    DAYTIME[sector](game, seat, form)


def performed(game: Game, seat: int, sector: str, _chance: Outcomes) -> None:
    """PP-RC06, PP-RC07."""
    if sector == "gates" and "lamplighters_oath" in game.owned[seat]:
        game.gain(seat, "coin")
    if sector == "shrine" and "pilgrims_bell" in game.owned[seat]:
        game.gain(seat, "lantern")


def gates(game: Game, seat: int, form: Form) -> None:
    """PP-E4."""
    game.gain(seat, "lantern")

    def why(slot: Any) -> str | None:
        if slot is None or slot in game.used_slots():
            return None
        return "invalid_target" if slot in {1, 2, 3, 4} else "invalid_choice"

    slot = form.ask("discard_slot", [*game.used_slots(), None], why)
    if slot is not None:
        discard(game, slot)


def capital(game: Game, seat: int, _form: Form) -> None:
    """PP-E5."""
    game.gain(seat, "scroll", 2)
    game.herald_up(seat)


def rim(game: Game, seat: int, form: Form) -> None:
    """PP-E6, PP-E15, PP-E16, PP-RC08."""
    explored = ask_explore(game, seat, form, 2)
    tools = "builders_tools" in game.owned[seat]
    if "omit" in form.given and not tools:
        raise Refused("invalid_payment")

    def why(build: Any) -> str | None:
        if not build:
            return None
        codes = ["invalid_choice"] if explored == 2 else []
        if game.frontier == LAST_SITE:
            codes.append("invalid_target")
        elif game.pioneer[seat] != game.frontier:
            codes.append("not_on_frontier")
        elif not any(game.can_pay(seat, cost) for cost in build_costs(game, tools=tools)):
            codes.append("cannot_afford")
        return first_code(codes)

    if not form.ask("build", [False, True], why):
        if "omit" in form.given:
            raise Refused("invalid_payment")
        return
    site = game.frontier + 1
    cost = list(SITE_COST[site])
    if tools:

        def why_omit(omitted: Any) -> str | None:
            if omitted not in SITE_COST[site]:
                return "invalid_payment"
            rest = [kind for kind in SITE_COST[site] if kind != omitted]
            return None if game.can_pay(seat, rest) else "cannot_afford"

        cost.remove(form.ask("omit", RESOURCES, why_omit))
    game.pay(seat, *cost)
    game.favor(seat, SITE_FP[site])
    game.villages.append("shrine_tile" if site == LAST_SITE else game.village_pile.pop(0))
    game.pioneer[seat] = site


def build_costs(game: Game, *, tools: bool) -> list[list[str]]:
    """The costs of the next site: one unit less with builders_tools."""
    cost = SITE_COST[game.frontier + 1]
    if not tools:
        return [list(cost)]
    return [[kind for kind in cost if kind != omitted] for omitted in cost]


def ask_explore(game: Game, seat: int, form: Form, most: int) -> int:
    """PP-E15: how far the pioneer goes."""

    def why(steps: Any) -> str | None:
        if not 0 <= steps <= most:
            return "invalid_choice"
        return None if game.pioneer[seat] + steps <= game.frontier else "next_village_not_built"

    steps: int = form.ask("explore", range(most + 1), why)
    game.pioneer[seat] += steps
    return steps


def shrine(game: Game, seat: int, form: Form) -> None:
    """PP-E7, PP-E17, PP-V14."""
    ask_explore(game, seat, form, 1)

    def why(position: Any) -> str | None:
        if position is None:
            return None
        if not 0 <= position <= game.pioneer[seat]:
            return "invalid_choice"
        return None if has_benefit(game, seat, position) else "invalid_target"

    position = form.ask("collect", [*range(game.pioneer[seat] + 1), None], why)
    if position is not None:
        collect(game, seat, position, form)


def springs(game: Game, seat: int, form: Form) -> None:
    """PP-E8, PP-RV2."""
    game.push(("refill",))
    card = form.ask(
        "card",
        [*affordable_cards(game, seat), None],
        lambda card: None if card is None else card_refusal(game, seat, card),
    )
    if card is not None:
        game.push(("acquire_card", seat))
        acquire(game, seat, card, form)


def clanhouse(game: Game, seat: int, form: Form, *, must: bool = False) -> None:
    """PP-E9, PP-E19."""

    def why(revealing: Any) -> str | None:
        if revealing:
            return None if game.piles[seat] else "invalid_choice"
        return "invalid_choice" if must and not acquirable(game, seat) else None

    if form.ask("reveal", [True, False], why):
        reveal(game, seat)
    game.push(("clanhouse_acquire", seat))


DAYTIME: dict[str, Callable[[Game, int, Form], None]] = {
    "gates": gates,
    "capital": capital,
    "rim": rim,
    "shrine": shrine,
    "springs": springs,
    "clanhouse": clanhouse,
}


def reveal(game: Game, seat: int) -> None:
    """PP-E19."""
    if len(game.row) == 6:
        game.at[game.row.pop(0)] = "box"
    kin = game.piles[seat].pop(0)
    game.row.append(kin)
    game.at[kin] = "row"


def acquirable(game: Game, seat: int) -> list[str]:
    """PP-E20: own ready kin whose slot can be paid."""
    coins = game.pool(seat)["coin"]
    ready = [kin for slot, kin in enumerate(game.row) if game.owner(kin) == seat and ROW_COST[slot] <= coins]
    return ready if replaceable(game, seat) else []


def replaceable(game: Game, seat: int) -> list[str]:
    """PP-E20, PP-PA7: own kin in hand, in a spot or on the palace."""
    return [*game.hand(seat), *game.own_in_sectors(seat), *game.own_on_palace(seat)]


def replace_kin(game: Game, seat: int, ready: str, replaced: str) -> None:
    """PP-E20."""
    slot = game.row.index(ready)
    game.pay(seat, *["coin"] * ROW_COST[slot])
    game.favor(seat, ROW_FP[slot])
    del game.row[slot]
    game.at[ready] = game.at[replaced]
    game.at[replaced] = "box"
    if replaced in game.cloaked:
        game.cloaked.discard(replaced)
        game.cloaked.add(ready)


# Villages


def has_benefit(game: Game, seat: int, position: int) -> bool:
    """PP-V14."""
    village = game.villages[position]
    own = [kin for kin in game.own_in_sectors(seat) if kin not in game.cloaked]
    if village == "bandits_lair":
        return bool(game.empty_slots() and game.foreseen_discard)
    if village == "cove_of_the_owl":
        return bool(own)
    if village == "nomad_encampment":
        return any(not nomad_refusal(game, kin, spot) for kin in own for spot in game.all_spots())
    return True


def nomad_refusal(game: Game, kin: str, spot: Any) -> str | None:
    """PP-V9."""
    away = [other for other in game.all_spots() if sector_of(other) != sector_of(game.at[kin])]
    return spot_refusal(game, spot, away)


def spot_refusal(game: Game, spot: Any, fitting: Sequence[str], code: str = "invalid_target") -> str | None:
    """PP-K8, 1.3: a kin moves to an empty spot of an unguarded sector; `code` refuses other sectors."""
    if spot not in game.all_spots():
        return "invalid_target" if spot in game.all_places() else "unknown_id"
    codes = [] if spot in fitting else [code]
    if game.taken(spot):
        codes.append("spot_occupied")
    if game.is_guarded(str(sector_of(spot))):
        codes.append("sector_guarded")
    return first_code(codes)


def collect(game: Game, seat: int, position: int, form: Form) -> None:
    """5.6, PP-V14."""
    if not has_benefit(game, seat, position):
        raise Refused("invalid_target")
    BENEFITS[game.villages[position]](game, seat, form)


def bandits_lair(game: Game, seat: int, form: Form) -> None:
    """PP-V1."""
    return_event(game, form, "village.slot")
    game.favor(seat, 3)


def cove_of_the_owl(game: Game, seat: int, form: Form) -> None:
    """PP-V2."""
    game.cloaked.add(ask_own_unveiled(game, seat, form, "village.kin"))


def featherglow(game: Game, seat: int, _form: Form) -> None:
    """PP-V3."""
    lit = game.highlighted()
    game.favor(seat, sum(sector_of(game.at[kin]) in lit for kin in game.kin_of(seat)))


def moonforge(game: Game, seat: int, form: Form) -> None:
    """PP-V7."""
    game.pioneer[seat] -= 1
    shrine_tile(game, seat, form)


def moon_heaven(game: Game, _seat: int, form: Form) -> None:
    """PP-V8."""
    sector = form.ask(
        "village.sector",
        SECTORS,
        lambda sector: None if sector in game.highlighted() else "sector_not_highlighted",
    )
    game.push(*(("reward", seat, sector) for seat in game.order if game.is_in(seat, sector)))


def nomad_encampment(game: Game, seat: int, form: Form) -> None:
    """PP-V9."""
    kin = ask_own_unveiled(game, seat, form, "village.kin")
    game.put(kin, form.ask("village.spot", game.all_spots(), lambda spot: nomad_refusal(game, kin, spot)))


def the_outpost(game: Game, seat: int, form: Form) -> None:
    """PP-V10."""
    for kind in form.units("village.resources", len(game.empty_slots()), no_reason, "invalid_choice"):
        game.gain(seat, kind)


def no_reason(_held: Any) -> None:
    return None


def twin_river_town(game: Game, seat: int, _form: Form) -> None:
    """PP-V12."""
    game.favor(seat, len(game.owned[seat]) // 2)


def shrine_tile(game: Game, seat: int, form: Form) -> None:
    """PP-V13."""
    game.gain(seat, form.one_of("village.color", COLORS))


def fortune_city(game: Game, seat: int, _form: Form) -> None:
    """PP-V4."""
    for kind in RESOURCES:
        game.gain(seat, kind)


BENEFITS: dict[str, Callable[[Game, int, Form], None]] = {
    "starting_village": lambda game, seat, _form: game.gain(seat, "coin", 2),
    "bandits_lair": bandits_lair,
    "cove_of_the_owl": cove_of_the_owl,
    "featherglow": featherglow,
    "fortune_city": fortune_city,
    "lanternquill": lambda game, seat, _form: game.gain(seat, "lantern", 3),
    "loreville": lambda game, seat, _form: game.gain(seat, "scroll", 3),
    "moonforge": moonforge,
    "moon_heaven": moon_heaven,
    "nomad_encampment": nomad_encampment,
    "the_outpost": the_outpost,
    "town_hall": capital,
    "twin_river_town": twin_river_town,
    "shrine_tile": shrine_tile,
}


# Revelations


def affordable_cards(game: Game, seat: int) -> list[str]:
    """PP-RV1, PP-RV2."""
    scrolls = game.pool(seat)["scroll"]
    return [card for card in game.face_up if card is not None and CARDS[card][0] <= scrolls]


def card_refusal(game: Game, seat: int, card: Any) -> str | None:
    """PP-RV1, PP-RV2."""
    if card not in CARDS:
        return "unknown_id" if card is not None else "invalid_choice"
    if card not in game.face_up:
        return "card_not_available"
    return None if CARDS[card][0] <= game.pool(seat)["scroll"] else "cannot_afford"


def acquire(game: Game, seat: int, card: str, form: Form) -> None:
    """PP-RV2."""
    use = form.one_of("use", ["keep", "discard"])
    take(game, seat, card, use)
    if use == "discard" or CARDS[card][2] not in {"instant", "all_enemies"}:
        return
    if card not in TARGETED:
        resolve_simple(game, seat, card)
    elif has_targets(game, seat, card):
        resolve = TARGETED[card]
        trial = Form(form.given)
        if not form.declines("effect", lambda: resolve(game.copy(), seat, trial)):
            resolve(game, seat, form)


def take(game: Game, seat: int, card: str, use: str) -> None:
    """PP-RV2: the cost is paid, and the card leaves its slot."""
    game.pay(seat, *["scroll"] * CARDS[card][0])
    game.face_up[game.face_up.index(card)] = None
    if use == "discard":
        game.favor(seat, CARDS[card][1])
        game.card_discard.append(card)
    else:
        game.owned[seat].append(card)


def resolve_simple(game: Game, seat: int, card: str) -> None:
    """Kept cards that need no target of the one who keeps them."""
    if card == "coin_jar":
        game.gain(seat, "coin", 2)
    elif card == "wax_and_wick":
        game.gain(seat, "lantern")
        game.favor(seat, 1)
    elif CARDS[card][2] == "all_enemies":
        game.push(*((card, enemy) for enemy in game.enemies(seat)))


def has_targets(game: Game, seat: int, card: str) -> bool:
    """Whether a kept instant card can do anything."""
    try:
        TARGETED[card](game.copy(), seat, Form({}))
    except Asked as asked:
        return bool(asked.answers)
    raise AssertionError("an instant with targets asks for them")


def paper_crane(game: Game, seat: int, form: Form) -> None:
    """PP-RC01."""
    game.gain(seat, form.one_of("effect.resource", RESOURCES))


def storm_of_arrows(game: Game, _seat: int, form: Form) -> None:
    """PP-RC16."""
    lit = [kin for sector in game.highlighted() for kin in game.kin_in(sector)]

    def why(kin: Any) -> str | None:
        if kin in lit:
            return None
        if not is_kin(kin):
            return "unknown_id"
        return "invalid_target" if sector_of(game.at.get(kin, "box")) is None else "sector_not_highlighted"

    game.hit(form.ask("effect.target", lit, why))


def second_wind(game: Game, seat: int, form: Form) -> None:
    """PP-RC17."""
    lit = [spot for spot in game.all_spots() if sector_of(spot) in game.highlighted()]

    def why(spot: Any) -> str | None:
        return spot_refusal(game, spot, lit, "sector_not_highlighted")

    open_spots = [spot for spot in game.all_spots() if why(spot) is None]
    kin = ask_target(form, "effect.kin", game.own_on_palace(seat) if open_spots else [])
    game.put(kin, form.ask("effect.spot", open_spots, why))


def moonlit_offering(game: Game, seat: int, form: Form) -> None:
    """PP-RC26."""
    own = {COLOR_OF[sector] for sector in SECTORS if game.is_in(seat, sector)}
    game.gain(seat, form.one_of("effect.color", sorted(own), "invalid_target"))


def twin_moons(game: Game, seat: int, form: Form) -> None:
    """PP-RC29."""
    for color in form.units(
        "effect.colors",
        2,
        lambda held: None if len(set(held)) == len(held) else "invalid_choice",
        "invalid_choice",
    ):
        game.gain(seat, color)


TARGETED: dict[str, Callable[[Game, int, Form], None]] = {
    "paper_crane": paper_crane,
    "storm_of_arrows": storm_of_arrows,
    "second_wind": second_wind,
    "moonlit_offering": moonlit_offering,
    "twin_moons": twin_moons,
}


def refill(game: Game, chance: Outcomes) -> None:
    """PP-E18."""
    for index, card in enumerate(game.face_up):
        if card is not None:
            continue
        if not game.card_pile and game.card_discard:
            game.card_pile = chance.shuffled(chance.revelations, game.card_discard)
            game.card_discard = []
        if game.card_pile:
            game.face_up[index] = game.card_pile.pop(0)


def toll_of_ash(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC10."""
    game.push(("lose_resource", enemy))


def whispered_names(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC11."""
    game.push(("own_kin", enemy, "unveil"))


def ill_omen(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC27."""
    game.favor(enemy, -3)


def eclipse(game: Game, enemy: int, _chance: Outcomes) -> None:
    """PP-RC30."""
    game.push(("own_kin", enemy, "hit_any"))


# Night


def night(game: Game, _chance: Outcomes) -> None:
    """PP-N1, PP-N2, PP-N6."""
    game.phase, game.placed = "nighttime", None
    game.guards = set()
    game.eligible = [
        tuple(seat for seat in range(game.players) if game.is_in(seat, sector)) for sector in SECTORS
    ]
    game.unscored = set()
    game.notes.append(("night", *game.eligible))
    game.push(
        ("night_cards",),
        ("night_events",),
        *([] if game.dragon is None else [("dragon_wakes",)]),
        *(("score_sector", sector) for sector in SECTORS),
        ("score_palace",),
        ("night_ends",),
    )


def night_cards(game: Game, _chance: Outcomes) -> None:
    """PP-N3, PP-RC15."""
    for seat in game.order:
        if "clear_skies" in game.owned[seat]:
            game.favor(seat, min(3, len(game.empty_slots())))


def night_events(game: Game, _chance: Outcomes) -> None:
    """PP-N4."""
    for slot in reversed(game.used_slots()):
        card = str(game.slots[slot - 1])
        game.push(*(("event", seat, card) for seat in game.order), ("event_done", slot))


def event_done(game: Game, slot: int, _chance: Outcomes) -> None:
    """PP-N4."""
    discard(game, slot)


def event(game: Game, seat: int, card: str, _chance: Outcomes) -> None:
    """PP-EV2."""
    EVENTS[card](game, seat)


def lose_or_fp(kind: str) -> Callable[[Game, int], None]:
    """PP-EC01 to PP-EC03."""

    def resolve(game: Game, seat: int) -> None:
        if game.can_pay(seat, [kind]):
            game.pay(seat, kind)
        else:
            game.favor(seat, -1)

    return resolve


def hoarders_bane(game: Game, seat: int) -> None:
    """PP-EC04."""
    sharing = game.pool_of.count(game.pool_of[seat])
    if game.resources(seat) >= 6 * sharing:
        game.push(("lose_resource", seat), ("lose_resource", seat))


def washed_out_road(game: Game, seat: int) -> None:
    """PP-EC07."""
    if game.pioneer[seat]:
        game.pioneer[seat] -= 1
    else:
        game.favor(seat, -1)


def envy_of_the_court(game: Game, seat: int) -> None:
    """PP-EC08."""
    if game.rank(seat) == 1:
        game.favor(seat, -2)


def breached_walls(game: Game, seat: int) -> None:
    """PP-EC10."""
    if not game.is_in(seat, "gates"):
        game.favor(seat, -2)


def levy(game: Game, seat: int) -> None:
    """PP-EC11."""
    if levy_options(game, seat):
        game.push(("either_or", seat, "levy"))
    else:
        game.favor(seat, -1)


def levy_options(game: Game, seat: int) -> list[str | None]:
    """PP-EC11: what is possible."""
    coin: list[str | None] = ["coin"] if game.can_pay(seat, ["coin"]) else []
    unveiled = [kin for kin in game.own_in_sectors(seat) if kin not in game.cloaked]
    return [*coin, *(["kin"] if unveiled else [])]


def cold_springs(game: Game, seat: int) -> None:
    """PP-EC12."""
    if not game.is_in(seat, "springs") and game.can_pay(seat, ["scroll"]):
        game.pay(seat, "scroll")


def roadside_bandits(game: Game, seat: int) -> None:
    """PP-EC13."""
    if game.rank(seat) < game.players:
        game.push(("lose_resource", seat))


def shooting_stars(game: Game, seat: int) -> None:
    """PP-EC16."""
    if game.resources(seat) >= 2:
        game.push(("either_or", seat, "shooting_stars"))


def phoenix_gaze(game: Game, seat: int) -> None:
    """PP-EC17."""
    game.favor(seat, sum(game.is_in(seat, sector) for sector in game.highlighted()))


def generous_envoy(game: Game, seat: int) -> None:
    """PP-EC18."""
    if game.rank(seat) == game.players:
        game.gain(seat, "coin", 2)


EVENTS: dict[str, Callable[[Game, int], None]] = {
    "coin_tithe": lose_or_fp("coin"),
    "burnt_scrolls": lose_or_fp("scroll"),
    "dying_lamps": lose_or_fp("lantern"),
    "hoarders_bane": hoarders_bane,
    "drawn_curtains": lambda game, seat: game.push(("own_kin", seat, "unveil")),
    "night_raid": lambda game, seat: game.push(("own_kin", seat, "hit_unveiled")),
    "washed_out_road": washed_out_road,
    "envy_of_the_court": envy_of_the_court,
    "heresy_trial": lambda game, seat: game.favor(seat, -min(3, len(game.owned[seat]))),
    "breached_walls": breached_walls,
    "levy": levy,
    "cold_springs": cold_springs,
    "roadside_bandits": roadside_bandits,
    "harvest_moon": lambda game, seat: game.push(("gain_resource", seat)),
    "lantern_festival": lambda game, seat: game.favor(seat, min(3, len(game.own_on_palace(seat)))),
    "shooting_stars": shooting_stars,
    "phoenix_gaze": phoenix_gaze,
    "generous_envoy": generous_envoy,
}


def dragon_wakes(game: Game, _chance: Outcomes) -> None:
    """PP-DR4 to PP-DR6."""
    pair = dragon_sectors(game)
    total = sum(game.influence(seat, sector) for seat in range(game.players) for sector in pair)
    threshold = 8 if game.players == 4 else 7
    if total >= threshold:
        for seat in game.order:
            for sector in pair:
                if game.is_in(seat, sector):
                    game.gain(seat, COLOR_OF[sector])
    else:
        game.unscored = set(pair)
    game.notes.append(("dragon", total, threshold, frozenset(game.unscored)))


def score_sector(game: Game, sector: str, _chance: Outcomes) -> None:
    """PP-N8, PP-N9, PP-N10."""
    if sector in game.unscored:
        return
    eligible = game.eligible[SECTORS.index(sector)]
    influence = [game.influence(seat, sector) for seat in range(game.players)]
    winner = majority(game, eligible, influence)
    if eligible:
        game.notes.append(("sector", sector, frozenset(eligible), tuple(influence), winner))
    rewards = [("reward", seat, sector) for seat in game.order if seat in eligible]
    game.push(*rewards, *([] if winner is None else [("bonus", winner, sector)]))


def majority(game: Game, eligible: Iterable[int], influence: Sequence[int]) -> int | None:
    """PP-N9."""
    able = [seat for seat in eligible if influence[seat] > 0]
    return min(able, key=lambda seat: (-influence[seat], game.rank(seat)), default=None)


def reward(game: Game, seat: int, sector: str, _chance: Outcomes) -> None:
    """PP-N8."""
    if sector == "gates":
        game.favor(seat, 4)
    elif sector == "capital":
        game.favor(seat, 2)
    elif sector == "shrine":
        game.push(("gain_resource", seat))
    else:
        game.gain(seat, {"rim": "scroll", "springs": "lantern", "clanhouse": "coin"}[sector])


def bonus(game: Game, seat: int, sector: str, _chance: Outcomes) -> None:
    """PP-N8."""
    game.gain(seat, COLOR_OF[sector])


def score_palace(game: Game, _chance: Outcomes) -> None:
    """PP-N8, PP-N11, PP-RC21."""
    kin = [len(game.own_on_palace(seat)) for seat in range(game.players)]
    influence = [
        count + ("palace_favour" in game.owned[seat]) if count else 0 for seat, count in enumerate(kin)
    ]
    eligible = [seat for seat in game.order if kin[seat]]
    winner = majority(game, eligible, influence)
    if eligible:
        game.notes.append(("palace", None, frozenset(eligible), tuple(influence), winner))
    rewards = [("palace_reward", seat, kin[seat]) for seat in eligible]
    game.push(*rewards, *([] if winner is None else [("token", winner)]))


def palace_reward(game: Game, seat: int, kin: int, _chance: Outcomes) -> None:
    """PP-N8."""
    game.favor(seat, kin)
    game.push(("gain_shard", seat))


def token(game: Game, seat: int, _chance: Outcomes) -> None:
    """PP-N12."""
    game.token = seat


def night_ends(game: Game, _chance: Outcomes) -> None:
    """PP-T14, PP-T15."""
    if game.round == 3:
        game.phase = "finished"
        return
    for kin, at in list(game.at.items()):
        if sector_of(at) is not None or on_palace(at) or at == "bumped":
            game.put(kin, "hand")
    game.veiled = set()
    if not game.palace_alt:
        game.level += 1
    game.push(("start_round", game.round + 1))


# Choices of 4.4: what can be answered, and what the answer does


def card_options(game: Game, seat: int) -> list[str | None]:
    return [*affordable_cards(game, seat), None]


def card_chosen(game: Game, seat: int, card: Any) -> None:
    """PP-RV2."""
    if card is not None:
        game.push(("card_use", seat, card))


def use_chosen(game: Game, seat: int, card: str, use: Any) -> None:
    """PP-RV2: the second card of the springs."""
    take(game, seat, card, use)
    if use == "discard" or CARDS[card][2] not in {"instant", "all_enemies"}:
        return
    if card not in TARGETED:
        resolve_simple(game, seat, card)
    elif has_targets(game, seat, card):
        game.push(("card_target", seat, card, ()))


def target_options(game: Game, seat: int, card: str, given: Sequence[tuple[str, Any]]) -> list[str | None]:
    """The next parameter of a kept instant card; it is declined at its first parameter or not at all."""
    try:
        TARGETED[card](game.copy(), seat, Form(gathered(given)))
    except Asked as asked:
        values = [value for answer in asked.answers for value in answer.values()]
        flat = [value[0] if isinstance(value, tuple) else value for value in values]
        return flat if given else [*flat, None]
    raise AssertionError("nothing is asked any more")


def gathered(given: Iterable[tuple[str, Any]]) -> Fields:
    """Answers that were given one by one."""
    fields: Fields = {}
    for name, value in given:
        fields = merged(fields, {name: value})
    return fields


def target_chosen(game: Game, seat: int, card: str, given: tuple[tuple[str, Any], ...], value: Any) -> None:
    """PP-RV2: null declines the instant for good."""
    if value is None:
        return
    try:
        TARGETED[card](game.copy(), seat, Form(gathered(given)))
    except Asked as asked:
        name = asked.name
    else:
        raise AssertionError("nothing is asked any more")
    more = (*given, (name, (value,) if name.endswith("colors") else value))
    try:
        TARGETED[card](game.copy(), seat, Form(gathered(more)))
    except Asked:
        game.push(("card_target", seat, card, more))
    else:
        TARGETED[card](game, seat, Form(gathered(more)))


def ready_options(game: Game, seat: int) -> list[str | None]:
    return [*acquirable(game, seat), None]


def ready_chosen(game: Game, seat: int, ready: Any) -> None:
    """PP-E20."""
    if ready is not None:
        game.push(("replace", seat, ready))


def own_kin_options(game: Game, seat: int, what: str) -> list[str | None]:
    """PP-EV3, PP-RC11, PP-RC30."""
    own = game.own_in_sectors(seat)
    if what == "hit_any":
        return [*own]
    return [kin for kin in own if (kin in game.cloaked) == (what == "unveil")]


def own_kin_chosen(game: Game, _seat: int, what: str, kin: Any) -> None:
    """PP-EC05, PP-EC06, PP-EC11, PP-RC11, PP-RC30."""
    if what == "unveil":
        game.cloaked.discard(kin)
    elif what == "levy":
        game.send_to_palace(kin)
    else:
        game.hit(kin)


def either_options(game: Game, seat: int, card: str) -> list[str | None]:
    """4.4."""
    return levy_options(game, seat) if card == "levy" else ["pay", None]


def either_chosen(game: Game, seat: int, _card: str, value: Any) -> None:
    """PP-EC11, PP-EC16."""
    if value == "coin":
        game.pay(seat, "coin")
    elif value == "kin":
        game.push(("own_kin", seat, "levy"))
    elif value == "pay":
        game.push(("lose_resource", seat), ("lose_resource", seat), ("gain_shard", seat))


def direction_chosen(game: Game, _seat: int, value: Any) -> None:
    """PP-DR3."""
    assert game.dragon is not None
    game.dragon = (game.dragon + (1 if value == "clockwise" else -1)) % 6


CHOICES: dict[str, tuple[Callable[..., list[str | None]], Callable[..., None]]] = {
    "gain_resource": (lambda _game, _seat: [*RESOURCES], lambda game, seat, kind: game.gain(seat, kind)),
    "lose_resource": (
        lambda game, seat: [kind for kind in RESOURCES if game.pool(seat)[kind]],
        lambda game, seat, kind: game.pay(seat, kind),
    ),
    "gain_shard": (lambda _game, _seat: [*COLORS], lambda game, seat, kind: game.gain(seat, kind)),
    "own_kin": (own_kin_options, own_kin_chosen),
    "either_or": (either_options, either_chosen),
    "acquire_card": (card_options, card_chosen),
    "card_use": (lambda _game, _seat, _card: ["keep", "discard"], use_chosen),
    "card_target": (target_options, target_chosen),
    "clanhouse_acquire": (ready_options, ready_chosen),
    "replace": (lambda game, seat, _ready: [*replaceable(game, seat)], replace_kin),
    "outer_ward": (
        lambda game, seat, _kin: [*game.open_wards(seat)],
        lambda game, _seat, kin, ward: game.put(kin, ward),
    ),
    "direction": (lambda _game, _seat: ["clockwise", "counter_clockwise"], direction_chosen),
}
KIND = {"card_use": "acquire_card", "card_target": "acquire_card", "replace": "clanhouse_acquire"}
"""4.4: the kind under which a question is asked, where it has another name here."""

HAPPENINGS: dict[str, Callable[..., None]] = {
    each.__name__: each
    for each in (
        draw_kin,
        draft_kin_done,
        deal_cards,
        draft_revelations_done,
        resolve_draft,
        kept_in_draft,
        open_clanhouse,
        open_cards,
        start_round,
        rotate,
        performed,
        refill,
        toll_of_ash,
        whispered_names,
        ill_omen,
        eclipse,
        night,
        night_cards,
        night_events,
        event,
        event_done,
        dragon_wakes,
        score_sector,
        reward,
        bonus,
        score_palace,
        palace_reward,
        token,
        night_ends,
    )
}


def skip(game: Game, _seat: int, _form: Form) -> None:
    """PP-T5, PP-T9."""
    game.todo.pop()


Move: TypeAlias = Callable[[Game, int, Form], None]
MOVES: dict[str, dict[str, Move]] = {
    "draft_kin": {"asym_choose_fighter": choose_fighter},
    "draft_revelations": {"asym_buy_revelations": buy_cards},
    "turn_start": {"use_turn_start_card": use_card, "place_kin": place_kin},
    "placement": {"place_kin": place_kin},
    "ability": {"use_ability": use_ability, "skip_ability": skip},
    "daytime_effect": {"perform_daytime": perform_daytime, "skip_daytime": skip},
    "turn_end": {"end_turn": end_turn},
}
"""4.2: what each step accepts."""


# Playing


def run(game: Game, chance: Outcomes) -> None:
    """PP-T13: go on until somebody has to decide."""
    while game.todo:
        name, *data = game.todo[-1]
        if name in HAPPENINGS:
            game.todo.pop()
            HAPPENINGS[name](game, *data, chance)
        elif name in CHOICES:
            options = CHOICES[name][0](game, *data)
            if len(options) > 1:
                return
            game.todo.pop()
            if options:
                CHOICES[name][1](game, *data, options[0])
        elif name == "ability" and not can_complete(game, data[0], "use_ability", {}):
            game.todo.pop()
        else:
            return


def step(game: Game) -> str | None:
    """What is waited for: a step of 4.2 or a kind of 4.4; None when the game is over."""
    if not game.todo:
        return None
    return KIND.get(game.todo[-1][0], game.todo[-1][0])


def deciders(game: Game) -> tuple[int, ...]:
    """Who has to decide."""
    if not game.todo:
        return ()
    name, *data = game.todo[-1]
    return tuple(data) if name.startswith("draft") else (data[0],)


def options(game: Game) -> list[str | None] | None:
    """The options of a pending choice."""
    if not game.todo or game.todo[-1][0] not in CHOICES:
        return None
    name, *data = game.todo[-1]
    return CHOICES[name][0](game, *data)


def attempt(game: Game, seat: int, move: str, fields: Fields) -> Game:
    """The game after a move that is filled in; raises Asked or Refused."""
    copied = game.copy()
    copied.form = None
    form = Form(fields)
    MOVES[game.todo[-1][0]][move](copied, seat, form)
    form.finish()
    return copied


def can_complete(game: Game, seat: int, move: str, fields: Fields) -> bool:
    """Whether some way to fill in the rest is allowed."""
    try:
        attempt(game, seat, move, fields)
    except Refused:
        return False
    except Asked as asked:
        return any(can_complete(game, seat, move, merged(fields, more)) for more in asked.answers)
    return True


def next_answers(game: Game, seat: int, move: str, fields: Fields) -> list[Fields]:
    """Every answer to the field that is asked next after which the move can be completed."""
    try:
        attempt(game, seat, move, fields)
    except Refused:
        return []
    except Asked as asked:
        return [more for more in asked.answers if can_complete(game, seat, move, merged(fields, more))]
    return [{}]


def answers(game: Game, seat: int) -> list[tuple[str, Fields]]:
    """Every plain move of a seat now: the next field of each move that the step accepts."""
    if seat not in deciders(game):
        return []
    listed = options(game)
    if listed is not None:
        return [("choose", {"value": value}) for value in listed]
    moves = MOVES[game.todo[-1][0]] if game.form is None else {game.form[0]: None}
    given = {} if game.form is None else game.form[1]
    return [(move, more) for move in moves for more in next_answers(game, seat, move, given)]


def filled_in(game: Game, seat: int, move: str, fields: Fields, rng: random.Random) -> Fields:
    """A random way to fill in the rest of a move that can be completed."""
    while (ways := next_answers(game, seat, move, fields)) != [{}]:
        fields = merged(fields, rng.choice(ways))
    return fields


def refuse_early(game: Game, seat: int, move: str) -> None:
    """1.3: what is refused first."""
    if not game.todo:
        raise Refused("game_finished")
    if seat not in deciders(game):
        # 4.4: whoever has decided its part of the draft can do nothing more in it.
        raise Refused(
            "wrong_step" if game.todo[-1][0] in {"draft_kin", "draft_revelations"} else "not_your_turn"
        )
    name = game.todo[-1][0]
    accepted = {"choose"} if name in CHOICES else set(MOVES[name])
    if game.form is not None:
        accepted = {game.form[0]}
    if move not in accepted:
        raise Refused("wrong_step")


def play(game: Game, seat: int, move: str, fields: Fields, chance: Outcomes) -> Game:
    """The game after a command, whole or in part; raises Refused and then changes nothing."""
    refuse_early(game, seat, move)
    listed = options(game)
    if listed is not None:
        value = fields.get("value")
        if value not in listed:
            raise Refused("invalid_choice")
        after = game.copy()
        name, *data = after.todo.pop()
        CHOICES[name][1](after, *data, value)
        run(after, chance)
        return after
    given = fields if game.form is None else merged(game.form[1], fields)
    while True:
        try:
            after = attempt(game, seat, move, given)
        except Asked as asked:
            possible = [more for more in asked.answers if can_complete(game, seat, move, merged(given, more))]
            if len(possible) > 1:
                after = game.copy()
                after.form = (move, given)
                return after
            if not possible:
                raise Refused(dead_end(game, seat, move, given, asked)) from None
            given = merged(given, possible[0])
        else:
            run(after, chance)
            return after


def dead_end(game: Game, seat: int, move: str, given: Fields, asked: Asked) -> str:
    """Why nothing can be completed: what the first way is refused for."""
    for more in asked.answers:
        try:
            attempt(game, seat, move, merged(given, more))
        except Refused as refused:
            return refused.code
        except Asked as further:
            return dead_end(game, seat, move, merged(given, more), further)
    return "cannot_afford" if asked.name == "pay" else "invalid_target"


# The end


def shard_value(counts: Sequence[int]) -> int:
    """PP-F2 by trying everything: sets of one colour, sets of all colours, the rest."""
    best = sum(counts)
    for index in range(3):
        if counts[index] >= 3:
            best = max(best, 9 + shard_value([n - 3 * (i == index) for i, n in enumerate(counts)]))
    if min(counts) >= 1:
        best = max(best, 6 + shard_value([n - 1 for n in counts]))
    return best


def pool_points(game: Game, pool: int, *, token_held: bool) -> tuple[int, int]:
    """PP-F2, PP-F3, PP-F5: for shards and for resources."""
    held = game.pools[pool]
    counts = [held[color] for color in COLORS]
    ways = [counts]
    if token_held:
        ways = [[n + (i == index) for i, n in enumerate(counts)] for index in range(3)]
    return max(map(shard_value, ways)), 3 * (sum(held[kind] for kind in RESOURCES) // 3)


def endgame_points(game: Game, seat: int) -> int:
    """PP-F1."""
    in_play = [kin for kin in game.kin_of(seat) if game.at[kin] not in {"box", "pile", "row", "drawn"}]
    shards = sum(game.pool(seat)[color] for color in COLORS)
    worth = {
        "travel_journal": game.pioneer[seat],
        "gathered_clan": min(6, sum(kind_of(kin) != "apprentice" for kin in in_play)),
        "heralds_crown": {1: 6, 2: 3}.get(game.rank(seat), 0),
        "moon_ledger": min(6, shards),
        "collectors_shelf": min(6, len(game.owned[seat])),
    }
    return sum(worth.get(card, 0) for card in game.owned[seat])


@dataclass(frozen=True)
class Line:
    """What a seat or a side has at the end: lines of the score, its total, and its rank."""

    seats: tuple[int, ...]
    lines: dict[str, int]
    total: int
    rank: int


def final_lines(game: Game) -> list[Line]:
    """PP-F1 to PP-F6, PP-TT4: by seat, or by faction in a game of teams."""
    sides: list[tuple[int, ...]] = [*game.factions] or [(seat,) for seat in range(game.players)]
    found = []
    for seats in sides:
        own = [game.fp[seat] + endgame_points(game, seat) for seat in seats]
        shards, resources = pool_points(game, game.pool_of[seats[0]], token_held=game.token in seats)
        lower = seats[own.index(min(own))]
        lines = {
            "favor": game.fp[lower],
            "revelations": endgame_points(game, lower),
            "shards": shards,
            "resources": resources,
        }
        tie = -game.rank(seats[0]) if not game.team else int(game.token in seats)
        found.append((seats, lines, sum(lines.values()), tie))
    keys = [(total, tie) for *_, total, tie in found]
    return [
        Line(tuple(seats), lines, total, 1 + sum(other > (total, tie) for other in keys))
        for seats, lines, total, tie in found
    ]
