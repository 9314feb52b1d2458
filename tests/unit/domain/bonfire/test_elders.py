"""The six elders (BF-L1 to BF-L7, BF-T60)."""

from typing import Any

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import ELDERS as CARDS
from domain.bonfire.catalogue import CommonTask, GnomeId, Tile
from domain.bonfire.elders import ELDER, ELDERS
from domain.bonfire.reactions import reactions
from tests.support.cities import a_city, fate, gnomes, guardians, paths, spaces
from tests.support.scenario import Scenario


@pytest.mark.parametrize(
    "elder,parts,points",
    [
        ("elder-1", {"paths": paths("red-01 red-02")}, 3),
        ("elder-2", {"fate": fate("1@3,3/0 2@2,3/0 5@1,3/0")}, 3),
        ("elder-3", {"portals": (5, 6, 7)}, 3),
        ("elder-4", {"spaces": spaces("1:red-01", "2:red-02 5:blue-01")}, 3),
        ("elder-5", {"guardians": guardians("pink", grey="bonfire:2")}, 3),
        ("elder-6", {"gnomes": gnomes("1 2 L6")}, 3),
    ],
)
def test_bf_l1_l2_l3_l4_l5_l6_q68_an_elder_gives_one_point_for_each_item_it_counts(
    elder: str, parts: dict[str, Any], points: int
) -> None:
    assert ELDER[GnomeId(elder)].points(a_city(**parts)) == points


@pytest.mark.parametrize("elder,points", [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1), (6, 0)])
def test_bf_l1_l2_l3_l4_l5_l6_elders_in_a_new_city_count_its_tile_and_guardian(
    elder: int, points: int
) -> None:
    assert ELDERS[elder - 1].points(a_city()) == points


def test_bf_l1_l2_l3_l4_l5_l6_elders_are_the_six_cards_of_the_catalogue() -> None:
    assert [(elder.id, elder.slug) for elder in ELDERS] == [(card.id, card.slug) for card in CARDS]
    assert [elder.rule for elder in ELDERS] == [f"BF-L{number}" for number in range(1, 7)]


def test_bf_t60_an_elder_gives_its_points_when_it_joins(game: Scenario) -> None:
    joined = e.GnomeRecruited(0, GnomeId("elder-5"))
    game.given(joined)
    assert list(reactions(game.state, joined)) == [e.PointsGained(0, 1, "BF-L5")]


def test_bf_l3_an_elder_with_nothing_to_count_gives_nothing(game: Scenario) -> None:
    joined = e.GnomeRecruited(0, GnomeId("elder-3"))
    game.given(joined)
    assert list(reactions(game.state, joined)) == []


def test_bf_t60_a_later_gnome_does_not_count_an_elder_again(game: Scenario) -> None:
    later = e.GnomeRecruited(0, GnomeId("specialist-01"))
    game.given(e.GnomeRecruited(0, GnomeId("elder-6")), later)
    assert list(reactions(game.state, later)) == []


def test_bf_l7_g4_g15_an_elder_as_sixth_gnome_counts_six_and_fulfils_the_common_task(game: Scenario) -> None:
    game.given(*(e.GnomeRecruited(0, gnome) for gnome in gnomes("4 15 1 2 3")))
    sixth = e.GnomeRecruited(0, GnomeId("elder-6"))
    game.given(sixth)
    assert list(reactions(game.state, sixth)) == [
        e.PointsGained(0, 2, "BF-G4"),
        e.TilesGained(0, (Tile.YELLOW,), "BF-G15"),
        e.PointsGained(0, 6, "BF-L6"),
        e.CommonTaskFulfilled(0, CommonTask.GNOMES),
    ]
