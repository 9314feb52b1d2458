import re
from collections import Counter
from pathlib import Path

import pytest

from domain.phoenix import catalogue as c
from domain.phoenix import ids
from domain.phoenix.commands import MOVES
from domain.phoenix.components import CATALOGUE, FACTS, PLAY_MODES
from domain.phoenix.events import EVENTS
from domain.phoenix.evolve import EVOLVE
from domain.phoenix.geometry import (
    adjacent,
    dragon_sectors,
    highlighted,
    opposite,
    turned,
    visible_walls,
    wall_angle,
)
from domain.phoenix.modes import MODES
from domain.phoenix.questions import QUESTIONS
from domain.phoenix.steps import STEPS
from domain.phoenix.uses import usable

RULES_PAGE = Path(__file__).parents[4] / "docs" / "rules" / "phoenix.md"
GATES, CAPITAL, RIM, SHRINE, SPRINGS, CLANHOUSE = ids.Sector
ROTATIONS = [
    ((CLANHOUSE, GATES, CAPITAL), (0, 90, 180, 270), ((0,), (1,), (2,), (3,))),
    ((GATES, CAPITAL, RIM), (60, 150, 240, 330), ((0, 3), (0, 1), (1, 2), (2, 3))),
    ((CAPITAL, RIM, SHRINE), (120, 210, 300, 30), ((2, 3), (0, 3), (0, 1), (1, 2))),
    ((RIM, SHRINE, SPRINGS), (180, 270, 0, 90), ((2,), (3,), (0,), (1,))),
    ((SHRINE, SPRINGS, CLANHOUSE), (240, 330, 60, 150), ((1, 2), (2, 3), (0, 3), (0, 1))),
    ((SPRINGS, CLANHOUSE, GATES), (300, 30, 120, 210), ((0, 1), (1, 2), (2, 3), (0, 3))),
]
"""Table 12.2: highlighted sectors, directions of the walls, walls seen from north, east, south, west."""


def test_pp_e1_adjacent_sectors_are_the_neighbours_on_the_ring() -> None:
    assert adjacent(GATES) == (CLANHOUSE, CAPITAL)
    assert adjacent(CLANHOUSE) == (SPRINGS, GATES)
    for sector in ids.Sector:
        assert all(sector in adjacent(other) for other in adjacent(sector))


def test_pp_e2_opposite_sectors_are_three_apart() -> None:
    pairs = {(GATES, SHRINE), (CAPITAL, SPRINGS), (RIM, CLANHOUSE)}
    assert {(sector, opposite(sector)) for sector in (GATES, CAPITAL, RIM)} == pairs
    assert all(opposite(opposite(sector)) is sector for sector in ids.Sector)


@pytest.mark.parametrize("rotation", range(6))
def test_pp_e3_pa2_pa4_q2_q55_the_palace_highlights_three_and_shows_its_walls(rotation: int) -> None:
    lit, angles, seen = ROTATIONS[rotation]
    assert highlighted(rotation) == lit
    assert tuple(wall_angle(wall, rotation) for wall in range(4)) == angles
    assert tuple(visible_walls(side, rotation) for side in ids.Side) == seen


def test_pp_t11_six_steps_turn_the_palace_once() -> None:
    assert [turned(rotation, 1) for rotation in range(6)] == [1, 2, 3, 4, 5, 0]
    assert turned(0, -1) == 5


def test_pp_dr1_a_moon_lies_between_two_sectors() -> None:
    assert dragon_sectors(0) == (GATES, CAPITAL)
    assert dragon_sectors(5) == (CLANHOUSE, GATES)


def test_pp_i1_every_clan_has_20_tiles() -> None:
    assert len(c.KIN) == 80
    for clan in ids.Clan:
        types = Counter(kin.type for kin in c.KIN.values() if kin.clan is clan)
        assert types == {kind: 5 if kind is ids.KinType.APPRENTICE else 1 for kind in ids.KinType}
    assert len(c.SPECIALISTS) == 14


@pytest.mark.parametrize("side,spots,free", [(ids.BoardSide.SMALL, 18, 12), (ids.BoardSide.LARGE, 24, 18)])
def test_pp_s1_each_sector_has_one_paid_spot(side: ids.BoardSide, spots: int, free: int) -> None:
    assert len(c.SPOT[side]) == spots
    assert sum(facts.price is None for facts in c.SPOT[side].values()) == free
    paid = {facts.sector: facts.price for facts in c.SPOT[side].values() if facts.price}
    assert paid == {
        GATES: ids.Resource.SCROLL,
        CAPITAL: ids.Resource.COIN,
        RIM: ids.Resource.LANTERN,
        SHRINE: ids.Resource.COIN,
        SPRINGS: ids.Resource.LANTERN,
        CLANHOUSE: ids.Resource.SCROLL,
    }
    assert all(facts.number == spots // 6 for facts in c.SPOT[side].values() if facts.price)


def test_pp_e16_the_village_track_is_that_of_the_rules_page() -> None:
    coin, scroll, lantern = ids.Resource
    assert [(site.cost, site.fp) for site in c.SITES] == [
        ((coin,), 3),
        ((scroll,), 3),
        ((lantern,), 4),
        ((coin, scroll), 4),
        ((scroll, lantern), 5),
        ((coin, lantern), 6),
        ((coin, scroll, lantern), 7),
    ]


def test_pp_e20_the_clanhouse_slots_are_those_of_the_rules_page() -> None:
    assert [slot.coins for slot in c.CLANHOUSE] == [1, 2, 2, 3, 3, 4]
    assert [slot.fp for slot in c.CLANHOUSE] == [1, 2, 2, 3, 4, 5]


def test_pp_rv1_costs_and_favor_of_the_cards_are_those_of_the_rules_page() -> None:
    row = re.compile(r"\| \*\*PP-RC\d\d\*\* \| `(\w+)` \| (\d) \| (\d) \| (\w+) \|")
    printed = row.findall(RULES_PAGE.read_text())
    assert printed == [(card.id, str(card.cost), str(card.fp), card.kind) for card in c.REVELATIONS]
    kinds = Counter(card.kind for card in c.REVELATIONS)
    assert kinds == {
        ids.RevelationKind.INSTANT: 7,
        ids.RevelationKind.ALL_ENEMIES: 4,
        ids.RevelationKind.TURN_START: 4,
        ids.RevelationKind.TURN_START_ONCE: 2,
        ids.RevelationKind.ONGOING: 8,
        ids.RevelationKind.ENDGAME: 5,
    }


def test_pp_i4_there_are_18_events_30_revelations_and_14_villages() -> None:
    assert (len(ids.ForeseenId), len(ids.RevelationId), len(ids.VillageId)) == (18, 30, 14)
    assert len(c.VILLAGE_TILES) == 12


def test_pp_i9_every_event_evolves_and_every_step_has_rules() -> None:
    assert set(EVOLVE) == set(EVENTS)
    assert len(set(EVENTS)) == len(EVENTS) == 68
    assert set(QUESTIONS) <= set(STEPS)
    assert len(MOVES) == 11
    tags = [str(kind.__struct_config__.tag) for kind in (*EVENTS, *MOVES)]
    assert len(set(tags)) == len(tags)


def test_pp_m1_modes_are_described_once_for_rules_and_clients() -> None:
    assert set(MODES) == set(ids.ModeId)
    assert list(MODES) == list(ids.ModeId)
    described = {mode.id for mode in PLAY_MODES}
    assert {"standard", "vanilla", *map(str, ids.ModeId)} == described
    assert {mode.id: mode.excludes for mode in PLAY_MODES if mode.excludes} == {
        "coop": ("asymmetric", "dragon"),
        "solo": ("asymmetric", "dragon"),
    }


def test_pp_h4_the_catalogue_has_every_component_and_its_place() -> None:
    counts = Counter(component.kind for component in CATALOGUE.components)
    assert counts == {kind: len(rows) for kind, rows in FACTS.items()}
    assert counts["kin"] == 80
    listed = {(component.kind, component.id) for component in CATALOGUE.components}
    assert len(listed) == len(CATALOGUE.components)
    for spot in (*c.SPOT[ids.BoardSide.LARGE], c.PALACE, *c.PALACE_SPOTS):
        place = c.SPOTS[spot]
        assert 0 <= place.x <= 100
        assert 0 <= place.y <= 100


def test_pp_s1_both_sides_of_the_board_can_be_drawn() -> None:
    printed = CATALOGUE.printed
    small = {**printed.spots, **printed.small_side}
    assert printed.small_side.keys() == c.SPOT[ids.BoardSide.SMALL].keys()
    assert all(0 <= spot.x <= 100 and 0 <= spot.y <= 100 for spot in small.values())
    for side, layout in ((ids.BoardSide.SMALL, small), (ids.BoardSide.LARGE, printed.spots)):
        drawn = [layout[spot] for spot in c.SPOT[side]]
        assert len(set(drawn)) == len(drawn)


def test_pp_p3_components_tell_the_price_of_a_spot_on_each_side() -> None:
    facts = {one.id: one.facts for one in CATALOGUE.components if one.kind == "spot"}
    assert len(facts) == 24 + 1 + 9
    assert (facts["gates.3"].small_price, facts["gates.3"].large_price) == (ids.Resource.SCROLL, None)
    assert facts["gates.4"].sides == (ids.BoardSide.LARGE,)
    assert facts["pinnacle"].sector is None


def test_pp_k1_everything_that_can_be_used_has_a_subject() -> None:
    found = usable(2)
    assert len(found["revelation kept"]) == 30
    assert len(found["ability"]) == 15
    assert found["sector"] == (*map(str, ids.Sector), "palace")
