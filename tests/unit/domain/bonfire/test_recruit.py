import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import CommonTask, GnomeId, Resource, Tile
from domain.bonfire.commands import Payments, RecruitGnome, RecruitOption
from tests.support.builders import resources, tiles
from tests.support.cities import gnomes
from tests.support.given import recruited, specialists
from tests.support.scenario import Scenario

GNOME, YELLOW = Tile.GNOME, Tile.YELLOW
BLOSSOM, FRUIT, HERB, ROOT, SHELL = (
    Resource.BLOSSOM,
    Resource.FRUIT,
    Resource.HERB,
    Resource.ROOT,
    Resource.SHELL,
)
TWO_TILES, TWO_RESOURCES = RecruitOption.TWO_TILES, RecruitOption.TWO_RESOURCES


def recruit(
    card: str, option: RecruitOption, *paid: Resource, pay: tuple[Tile, ...] | None = None
) -> RecruitGnome:
    (gnome,) = gnomes(card)
    owed = pay if pay is not None else (GNOME,) * (2 if option is TWO_TILES else 1)
    return RecruitGnome(gnome=gnome, option=option, payments=Payments(owed, paid))


def test_bf_x16_t58_t59_a_gnome_costs_two_tiles_and_one_resource(game: Scenario) -> None:
    game.given(specialists("2 1 3 4 21 27", "18 12"), tiles(0, gnome=2), resources(0, blossom=1))
    move = recruit("1", TWO_TILES, BLOSSOM)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (GNOME, GNOME)),
        e.ResourcesPaid(0, (BLOSSOM,)),
        e.GnomeRecruited(0, GnomeId("specialist-01")),
        e.GnomeSlotRefilled(2, GnomeId("specialist-18"), reveals=True),
    )
    assert game.state.board.specialists == gnomes("2 18 3 4 21 27")
    assert game.state.board.gnome_pile == gnomes("12")


def test_bf_x16_t58_a_gnome_costs_one_tile_and_two_resources(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27", "18"), tiles(0, gnome=1), resources(0, blossom=2))
    move = recruit("1", TWO_RESOURCES, BLOSSOM, BLOSSOM)
    game.when(0, move).then_includes(e.TilesPaid(0, (GNOME,)), e.ResourcesPaid(0, (BLOSSOM, BLOSSOM)))


def test_bf_t59_the_power_of_a_gnome_works_as_soon_as_it_joins(game: Scenario) -> None:
    game.given(specialists("9 2 3 4 21 27"), tiles(0, gnome=4), resources(0, herb=1, root=1))
    game.when(0, recruit("9", TWO_TILES, HERB)).then_accepted()
    game.given(e.TurnBegun(0, 2))
    game.when(0, recruit("2", TWO_TILES, ROOT)).then_accepted()


def test_bf_t57_a_city_holds_at_most_six_gnomes(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"), *recruited(0, "18 12 13 L1 L2 L3"))
    game.given(tiles(0, gnome=2), resources(0, blossom=2))
    refused = game.when(0, RecruitGnome()).then_refused("gnomes_complete", rule="BF-T57")
    assert refused.details == {"gnomes": 6, "limit": 6}
    assert game.legal(0, RecruitGnome) == []


def test_bf_t57_only_gnomes_in_the_display_and_elders_can_be_recruited(game: Scenario) -> None:
    game.given(
        specialists("1 2 3 4 21 27", "18"), *recruited(1, "L1"), tiles(0, gnome=2), resources(0, gold=6)
    )
    for card in ("18", "L1"):
        game.when(0, RecruitGnome(gnome=gnomes(card)[0])).then_refused("gnome_not_there", rule="BF-T57")
    offered = [move.gnome for move in game.legal(0, RecruitGnome) if isinstance(move, RecruitGnome)]
    assert offered == list(gnomes("1 2 3 4 21 27 L2 L3 L4 L5 L6"))


def test_bf_t58_recruiting_is_refused_when_no_gnome_can_be_paid(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"))
    refused = game.when(0, RecruitGnome()).then_refused("cannot_pay", rule="BF-T58")
    assert refused.details == {"kind": "gnome", "needed": 1, "held": 0, "yellow": 0, "others": 0}
    game.given(tiles(0, gnome=2), resources(0, herb=1))
    game.given(e.GnomeRecruited(1, GnomeId("elder-3")), *recruited(1, "3"))
    refused = game.when(0, RecruitGnome()).then_refused("cannot_pay_resources", rule="BF-T58")
    assert refused.details == {"needed": ("blossom", "blossom"), "held": ("herb",)}


def test_bf_t58_an_option_that_cannot_be_paid_is_refused(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"), tiles(0, gnome=2), resources(0, blossom=1))
    one = RecruitGnome(gnome=GnomeId("specialist-01"), option=TWO_RESOURCES)
    game.when(0, one).then_refused("cannot_pay_resources", rule="BF-T58")
    game.when(0, RecruitGnome(gnome=GnomeId("specialist-02"))).then_refused(
        "cannot_pay_resources", rule="BF-T58"
    )
    game.given(e.TilesPaid(0, (GNOME, GNOME)))
    game.when(0, RecruitGnome(gnome=GnomeId("specialist-01"))).then_refused("cannot_pay", rule="BF-T58")


def test_bf_t58_fields_are_asked_in_the_order_gnome_option_payments(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"), tiles(0, gnome=2, yellow=1), resources(0, blossom=2, gold=1))
    game.when(0, RecruitGnome(gnome=GnomeId("specialist-01"))).then_accepted()
    assert game.legal(0) == [RecruitGnome(option=TWO_TILES), RecruitGnome(option=TWO_RESOURCES)]
    game.when(0, RecruitGnome(option=TWO_RESOURCES)).then_accepted()
    ways = [Payments(tiles=(GNOME,)), Payments(tiles=(YELLOW,))]
    assert game.legal(0) == [RecruitGnome(payments=way) for way in ways]
    game.when(0, RecruitGnome(payments=Payments(tiles=(YELLOW,)))).then_accepted()
    paid = [Payments(resources=(BLOSSOM, BLOSSOM)), Payments(resources=(BLOSSOM, Resource.GOLD))]
    assert game.legal(0) == [RecruitGnome(payments=payment) for payment in paid]
    game.when(0, RecruitGnome(payments=paid[0])).then_includes(
        e.TilesPaid(0, (YELLOW,)), e.ResourcesPaid(0, (BLOSSOM, BLOSSOM))
    )


def test_bf_p8_t58_a_payment_with_a_token_too_many_is_refused(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"), tiles(0, gnome=3), resources(0, blossom=2))
    game.when(0, recruit("1", TWO_TILES, BLOSSOM, BLOSSOM)).then_refused("invalid_payment", rule="BF-P9")
    game.when(0, recruit("1", TWO_TILES, BLOSSOM, pay=(GNOME,) * 3)).then_refused(
        "invalid_payment", rule="BF-P9"
    )


def test_bf_y6_p2_a_pair_pays_for_gold_only_when_no_gold_is_held(game: Scenario) -> None:
    game.given(specialists("5 2 3 4 21 27"), tiles(0, gnome=2), resources(0, gold=1, herb=1, root=1))
    game.when(0, recruit("5", TWO_TILES, HERB, ROOT)).then_refused("invalid_payment", rule="BF-P4")
    game.given(e.ResourcesPaid(0, (Resource.GOLD,)))
    game.when(0, recruit("5", TWO_TILES, HERB, ROOT)).then_includes(e.ResourcesPaid(0, (HERB, ROOT)))


def test_bf_y7_g9_p13_specialist_9_pays_any_resources_even_for_gold(game: Scenario) -> None:
    game.given(specialists("23 2 3 4 21 27"), *recruited(0, "9"), tiles(0, gnome=1), resources(0, shell=2))
    game.when(0, recruit("23", TWO_RESOURCES, SHELL, SHELL)).then_includes(
        e.ResourcesPaid(0, (SHELL, SHELL)), e.GnomeRecruited(0, GnomeId("specialist-23"))
    )


def test_bf_t60_h23_an_elder_counts_once_and_is_not_replaced(game: Scenario) -> None:
    game.given(
        specialists("1 2 3 4 21 27", "18"), *recruited(0, "12"), tiles(0, gnome=2), resources(0, root=1)
    )
    move = recruit("L6", TWO_TILES, ROOT)
    told = game.when(0, move).events
    assert told == [
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (GNOME, GNOME)),
        e.ResourcesPaid(0, (ROOT,)),
        e.GnomeRecruited(0, GnomeId("elder-6")),
        e.PointsGained(0, 2, rule="BF-L6"),
    ]
    assert not any(event.reveals for event in told)
    assert game.state.board.elders == gnomes("L1 L2 L3 L4 L5")


def test_bf_q54_t59_an_empty_pile_leaves_the_slot_empty(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"), tiles(0, gnome=2), resources(0, blossom=1))
    told = game.when(0, recruit("1", TWO_TILES, BLOSSOM)).events
    assert told[-1] == e.GnomeRecruited(0, GnomeId("specialist-01"))
    assert game.state.board.specialists == (None, *gnomes("2 3 4 21 27"))


def test_bf_t60a_all_events_of_a_recruitment_are_public(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27", "18"), tiles(0, gnome=2), resources(0, blossom=1))
    for event in game.when(0, recruit("1", TWO_TILES, BLOSSOM)).events:
        assert game.rules.redact(event, (1,)) == game.rules.redact(event, ()) == event


def test_bf_y20_k5_g30_gains_come_before_the_refill(game: Scenario) -> None:
    game.given(specialists("19 2 3 4 21 27", "18"), *recruited(0, "15 12 13 L1 L2"))
    game.given(tiles(0, gnome=2), resources(0, fruit=1))
    move = recruit("19", TWO_TILES, FRUIT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (GNOME, GNOME)),
        e.ResourcesPaid(0, (FRUIT,)),
        e.GnomeRecruited(0, GnomeId("specialist-19")),
        e.TilesGained(0, (YELLOW,), rule="BF-G15"),
        e.CommonTaskFulfilled(0, CommonTask.GNOMES),
        e.ResourcesGained(0, (Resource.GOLD,), rule="BF-G19"),
        e.TilesGained(0, (YELLOW,), rule="BF-G19"),
        e.GnomeSlotRefilled(1, GnomeId("specialist-18"), reveals=True),
    )


@pytest.mark.parametrize("card", ["nobody", "specialist-28", ""])
def test_bf_t57_a_gnome_that_does_not_exist_is_refused(game: Scenario, card: str) -> None:
    game.given(tiles(0, gnome=2), resources(0, gold=2))
    game.when(0, RecruitGnome(gnome=GnomeId(card))).then_refused("unknown_id")


def test_bf_t4_t58_a_payment_sent_first_removes_the_option_it_does_not_fit(game: Scenario) -> None:
    game.given(specialists("1 2 3 4 21 27"), tiles(0, gnome=2), resources(0, blossom=2))
    first = RecruitGnome(gnome=GnomeId("specialist-01"), payments=Payments(resources=(BLOSSOM, BLOSSOM)))
    game.when(0, first).then_includes(e.TilesPaid(0, (GNOME,)), e.ResourcesPaid(0, (BLOSSOM, BLOSSOM)))
