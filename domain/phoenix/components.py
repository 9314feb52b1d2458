"""The box of Phoenix Palace as the API shows it: every component, its printed facts, its place, the modes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from domain.kernel.catalogue import Catalogue, Component, Mode, Spot
from domain.phoenix import catalogue as c
from domain.phoenix import enemy_catalogue as enemies
from domain.phoenix import ids
from domain.phoenix.foreseen import FORESEEN
from domain.phoenix.geometry import highlighted, visible_walls
from domain.phoenix.kin import ABILITIES
from domain.phoenix.layouts import LAYOUTS
from domain.phoenix.modes import MODES
from domain.phoenix.options import PlayMode
from domain.phoenix.revelations import CARD
from domain.phoenix.villages import VILLAGE


class RuleFacts(Struct, frozen=True):
    """The rule that says what a component does."""

    rule: str


class KinTypeFacts(Struct, frozen=True):
    """How many tiles of a type each clan has, and the rule of its ability."""

    copies: int
    rule: str


class RevelationFacts(Struct, frozen=True):
    """What is printed on a revelation card, and its rule."""

    cost: int
    fp: int
    kind: ids.RevelationKind
    rule: str


class ScenarioFacts(Struct, frozen=True):
    """The clan of the Basilisk in a scenario, and its rule."""

    clan: ids.Clan
    rule: str


class SpotPrices(Struct, frozen=True):
    """Where a spot belongs, and its price on each side of the board; the small side lacks some spots."""

    sector: ids.Sector | None
    number: int | None
    sides: tuple[ids.BoardSide, ...]
    small_price: ids.Resource | None = None
    large_price: ids.Resource | None = None


class Walls(Struct, frozen=True):
    """The walls of the palace that each side of the board sees."""

    north: tuple[int, ...]
    east: tuple[int, ...]
    south: tuple[int, ...]
    west: tuple[int, ...]


class PalaceRotation(Struct, frozen=True):
    """A position of the rotating palace: what it highlights, and who sees which wall."""

    rotation: int
    highlighted: tuple[ids.Sector, ...]
    walls: Walls


class Printed(Struct, frozen=True):
    """What is printed on boards and overviews, and every place of the board.

    `spots` is the layout of the large side, `small_side` has the places that differ on the small one. Walls
    are drawn as at rotation 0.
    """

    edition: str
    rounds: int
    foreseen_slots: int
    revelation_slots: int
    sites: tuple[c.Site, ...]
    clanhouse: tuple[c.ClanhouseSlot, ...]
    rotations: tuple[PalaceRotation, ...]
    spots_small: tuple[c.SpotFacts, ...]
    spots_large: tuple[c.SpotFacts, ...]
    palace_spots: tuple[ids.SpotId, ...]
    spots: dict[str, Spot]
    small_side: dict[str, Spot]


_SMALL, _LARGE = ids.BoardSide


def _prices(spot: ids.SpotId) -> SpotPrices:
    facts = {side: spots[spot] for side, spots in c.SPOT.items() if spot in spots}
    if not facts:
        return SpotPrices(None, None, tuple(ids.BoardSide))
    prices = (facts[side].price if side in facts else None for side in (_SMALL, _LARGE))
    return SpotPrices(facts[_LARGE].sector, facts[_LARGE].number, tuple(facts), *prices)


def _between(one: Spot, other: Spot) -> Spot:
    return Spot(round((one.x + other.x) / 2, 1), round((one.y + other.y) / 2, 1))


def _small_side() -> dict[str, Spot]:
    """The small side has three spots in a sector instead of four, each between two of the large side."""
    return {
        spot: _between(c.SPOTS[spot], c.SPOTS[f"{facts.sector}.{facts.number + 1}"])
        for spot, facts in c.SPOT[_SMALL].items()
    }


_SPOTS: Final[Mapping[str, Spot]] = {
    **c.SPOTS,
    **{
        f"palace:{clan}": Spot(x, y)
        for clan, (x, y) in zip(ids.CLANS, ((46, 46), (54, 46), (54, 54), (46, 54)))
    },
    "foreseen:pile": Spot(8, 4),
    "foreseen:discard": Spot(53, 4),
    "revelation:pile": Spot(60, 96),
    "revelation:discard": Spot(96, 96),
    "village:pile": Spot(96, 86),
}
"""Every place of the board, with the areas of the clans on the palace, and the piles."""


def _rotation(number: int) -> PalaceRotation:
    walls = Walls(*(visible_walls(side, number) for side in ids.Side))
    return PalaceRotation(number, highlighted(number), walls)


_ABILITY_RULE: Final = {ability.type: ability.rule for ability in ABILITIES}

FACTS: Final[Mapping[str, Mapping[Any, Any]]] = {
    "sector": c.SECTOR,
    "resource": dict.fromkeys(ids.Resource),
    "shard": dict.fromkeys(ids.Shard),
    "clan": dict.fromkeys(ids.Clan),
    "kin_type": {
        kind: KinTypeFacts(c.APPRENTICES if kind is ids.KinType.APPRENTICE else 1, _ABILITY_RULE[kind])
        for kind in ids.KinType
    },
    "kin": c.KIN,
    "spot": {spot: _prices(spot) for spot in (*c.SPOT[_LARGE], c.PALACE, *c.PALACE_SPOTS)},
    "village": {village: RuleFacts(VILLAGE[village].rule) for village in ids.VillageId},
    "event_card": {card: RuleFacts(FORESEEN[card].rule) for card in ids.ForeseenId},
    "revelation": {
        card.id: RevelationFacts(card.cost, card.fp, card.kind, CARD[card.id].rule) for card in c.REVELATIONS
    },
    "difficulty": enemies.DIFFICULTY,
    "scenario": {
        scenario: ScenarioFacts(clan, "PP-CO26") for scenario, clan in enemies.SCENARIO_CLAN.items()
    },
    "act": {act.id: act for act in enemies.ACTS},
    "enemy_card": enemies.ENEMY_CARD,
    "mode": {mode: RuleFacts(MODES[mode].rule) for mode in ids.ModeId},
}


def _components() -> Iterator[Component]:
    for kind, rows in FACTS.items():
        for key, facts in rows.items():
            yield Component(kind, key, facts, c.SPOTS.get(key))


_VARIANTS: Final = (ids.ModeId.PALACE_ALT, ids.ModeId.ASYMMETRIC, ids.ModeId.DRAGON)
_NOT_AGAINST_THE_BASILISK: Final = (ids.ModeId.ASYMMETRIC.value, ids.ModeId.DRAGON.value)
PLAY_MODES: Final = (
    Mode(id="standard", rule="PP-M2", option="mode", value=PlayMode.STANDARD.value, players=(2, 3, 4)),
    Mode(id="team", rule="PP-M2", option="mode", value=PlayMode.TEAM.value, players=(4,)),
    Mode(
        id="coop",
        rule="PP-M2",
        option="mode",
        value=PlayMode.COOP.value,
        players=(2, 3),
        excludes=_NOT_AGAINST_THE_BASILISK,
        requires=("difficulty", "style"),
    ),
    Mode(
        id="solo",
        rule="PP-M2",
        option="mode",
        value=PlayMode.SOLO.value,
        players=(1,),
        excludes=_NOT_AGAINST_THE_BASILISK,
        requires=("difficulty", "style", "solo_allies"),
    ),
    Mode(
        id="vanilla", rule="PP-M2", option="style", value=ids.Style.VANILLA.value, admits=("basilisk_clan",)
    ),
    Mode(id="story", rule="PP-M2", option="style", value=ids.Style.STORY.value, requires=("scenario",)),
    *(Mode(id=mode.value, rule="PP-M1", option=mode.value, value=True) for mode in _VARIANTS),
)
"""9.1: which modes and variants can be combined."""

CATALOGUE: Final = Catalogue(
    players=(1, 2, 3, 4),
    players_rule="PP-M2",
    components=tuple(_components()),
    modes=PLAY_MODES,
    printed=Printed(
        edition=c.EDITION,
        rounds=c.ROUNDS,
        foreseen_slots=c.FORESEEN_SLOTS,
        revelation_slots=c.REVELATION_SLOTS,
        sites=c.SITES,
        clanhouse=c.CLANHOUSE,
        rotations=tuple(map(_rotation, range(len(ids.SECTORS)))),
        spots_small=tuple(c.SPOT[ids.BoardSide.SMALL].values()),
        spots_large=tuple(c.SPOT[ids.BoardSide.LARGE].values()),
        palace_spots=(c.PALACE, *c.PALACE_SPOTS),
        spots=dict(_SPOTS),
        small_side=_small_side(),
    ),
    layouts=LAYOUTS,
)
