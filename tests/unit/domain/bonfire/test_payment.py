"""Prices and replacements (rules page, section 5), compared with the reference check at its end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bonfire import events as e
from domain.bonfire import payment
from domain.bonfire.catalogue import BASIC_RESOURCES, IslandId, Resource, TaskId, Tile
from domain.bonfire.commands import MoveShip
from domain.bonfire.conditions import ResourceCount
from domain.bonfire.state import City, Resources, Tiles
from domain.bonfire.tasks import TASK
from tests.support.builders import resources, tiles
from tests.support.cities import a_city, gnomes
from tests.support.scenario import Scenario

ACCEPTED = None


def tile_code(city: City, kind: Tile, units: int, paid: str, *, with_rule: bool = False) -> str | None:
    """What the check says to a whole payment written as `ship yellow path`: ACCEPTED or a refusal's code."""
    tokens = [Tile(word) for word in paid.split()]
    refusal = payment.tiles_refusal(city, kind, units, tokens, rule="BF-T23")
    if refusal is not None:
        return f"{refusal.code} {refusal.rule}" if with_rule else refusal.code
    return ACCEPTED if payment.tiles_complete(city, kind, units, tokens) else "incomplete"


def resource_code(held: Resources, units: str, paid: str, *, any_kind: bool = False) -> str | None:
    refusal = payment.resources_refusal(
        held,
        [Resource(word) for word in units.split()],
        [Resource(word) for word in paid.split()],
        any_kind=any_kind,
        rule="BF-T30",
    )
    return ACCEPTED if refusal is None else refusal.code


@pytest.mark.parametrize("paid", ["ship", "yellow"])
def test_bf_p1_a_unit_is_covered_by_an_exact_or_a_wild_tile(paid: str) -> None:
    assert tile_code(a_city(tiles=Tiles(ship=1, yellow=1)), Tile.SHIP, 1, paid) is ACCEPTED


@pytest.mark.parametrize("paid", ["path path", "path gnome"])
def test_bf_p1_p5_a_unit_is_covered_by_any_two_other_tiles(paid: str) -> None:
    assert tile_code(a_city(tiles=Tiles(path=2, gnome=1)), Tile.SHIP, 1, paid) is ACCEPTED


def test_bf_p1_a_single_other_tile_is_refused() -> None:
    assert tile_code(a_city(tiles=Tiles(path=2)), Tile.SHIP, 1, "path") == "invalid_payment"


def test_bf_p1_tiles_that_are_not_held_are_refused() -> None:
    assert tile_code(a_city(tiles=Tiles(ship=1)), Tile.SHIP, 1, "yellow") == "not_held"


@pytest.mark.parametrize("paid", ["herb", "gold", "root root", "root shell"])
def test_bf_p2_a_resource_is_paid_with_itself_gold_or_a_pair(paid: str) -> None:
    held = Resources(herb=1, gold=1, root=2, shell=1)
    lacking = Resources(gold=1, root=2, shell=1)
    assert resource_code(held if paid == "herb" else lacking, "herb", paid) is ACCEPTED


def test_bf_p2_p5_gold_is_paid_with_gold_or_with_two_basic_resources() -> None:
    assert resource_code(Resources(gold=1, herb=2), "gold", "gold") is ACCEPTED
    assert resource_code(Resources(herb=2), "gold", "herb herb") is ACCEPTED
    assert resource_code(Resources(gold=1, herb=2), "gold", "gold herb") == "invalid_payment"


def test_bf_q10_p3_y2_yellow_may_pay_while_the_exact_tile_is_kept() -> None:
    assert tile_code(a_city(tiles=Tiles(ship=2, yellow=2)), Tile.SHIP, 2, "yellow yellow") is ACCEPTED


def test_bf_q10_p3_gold_may_pay_while_the_exact_resource_is_kept() -> None:
    assert resource_code(Resources(herb=2, gold=2), "herb herb", "gold gold") is ACCEPTED


@pytest.mark.parametrize(
    "paid,code",
    [
        ("ship yellow", ACCEPTED),
        ("ship path path", ACCEPTED),
        ("yellow path path", "invalid_payment BF-P4"),
        ("ship yellow path path", "invalid_payment BF-P9"),
    ],
)
def test_bf_y1_q11_p3_p4_p9_pairs_pay_only_for_missing_tiles_without_overpaying(
    paid: str, code: str | None
) -> None:
    city = a_city(tiles=Tiles(ship=1, path=2, yellow=1))
    assert tile_code(city, Tile.SHIP, 2, paid, with_rule=True) == code


@pytest.mark.parametrize(
    "paid,rule",
    [
        ("path", "BF-P1"),
        ("ship path", "BF-P9"),
        ("path path", "BF-P4"),
        ("path path path", "BF-P1"),
        ("yellow path path", "BF-P9"),
        ("ship yellow", "BF-P9"),
    ],
)
def test_bf_p1_p4_p9_a_refused_payment_names_the_rule_it_breaks(paid: str, rule: str) -> None:
    city = a_city(tiles=Tiles(ship=1, path=3, yellow=1))
    refusal = payment.tiles_refusal(city, Tile.SHIP, 1, [Tile(word) for word in paid.split()], rule="BF-T23")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("invalid_payment", rule)
    assert refusal.details == {
        "kind": "ship",
        "needed": 1,
        "price": ("ship",),
        "tokens": tuple(paid.split()),
    }


@pytest.mark.parametrize(
    "paid,rule",
    [
        ("herb", "BF-P2"),
        ("gold fruit", "BF-P2"),
        ("herb herb", "BF-P2"),
        ("fruit fruit fruit fruit", "BF-P4"),
        ("herb herb gold", "BF-P9"),
        ("herb fruit fruit fruit", "BF-P9"),
    ],
)
def test_bf_p2_p4_p9_a_refused_resource_payment_names_the_rule_it_breaks(paid: str, rule: str) -> None:
    # The price is a herb and a root; there is no root, so two others may stand in for it, never for herb.
    held = Resources(herb=2, fruit=4, gold=1)
    tokens = [Resource(word) for word in paid.split()]
    refusal = payment.resources_refusal(
        held, [Resource.HERB, Resource.ROOT], tokens, any_kind=False, rule="BF-T30"
    )
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("invalid_payment", rule)
    assert refusal.details == {
        "needed": ("herb", "root"),
        "price": ("herb", "root"),
        "tokens": tuple(paid.split()),
    }


@pytest.mark.parametrize("paid,token,held", [("ship ship", "ship", 1), ("yellow path", "yellow", 0)])
def test_bf_p1_the_refusal_of_missing_tiles_counts_the_tiles_held(paid: str, token: str, held: int) -> None:
    city = a_city(tiles=Tiles(ship=1, path=2))
    refusal = payment.tiles_refusal(city, Tile.SHIP, 1, [Tile(word) for word in paid.split()], rule="BF-T23")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not_held", "BF-P1")
    assert refusal.details == {"token": token, "needed": paid.split().count(token), "held": held}


def test_bf_p2_the_refusal_of_missing_resources_lists_those_held() -> None:
    refusal = payment.resources_refusal(
        Resources(herb=2, shell=1), [Resource.ROOT, Resource.ROOT], (), any_kind=False, rule="BF-T30"
    )
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("cannot_pay_resources", "BF-T30")
    assert refusal.details == {"needed": ("root", "root"), "held": ("herb", "herb", "shell")}


def test_bf_p4_q11_a_pair_is_refused_while_an_exact_tile_is_held() -> None:
    assert tile_code(a_city(tiles=Tiles(ship=1, path=2)), Tile.SHIP, 1, "path path") == "invalid_payment"


@pytest.mark.parametrize("paid", ["yellow path", "yellow yellow", "path path gnome"])
def test_bf_p5_p9_a_pair_with_yellow_or_a_third_tile_is_never_minimal(paid: str) -> None:
    city = a_city(tiles=Tiles(path=2, gnome=1, yellow=2))
    assert tile_code(city, Tile.SHIP, 1, paid) == "invalid_payment"


def test_bf_p6_units_of_one_price_may_be_covered_in_three_different_ways() -> None:
    city = a_city(tiles=Tiles(task=1, yellow=1, ship=1, path=1))
    assert tile_code(city, Tile.TASK, 3, "task yellow ship path") is ACCEPTED


@pytest.mark.parametrize("paid", ["yellow yellow", "yellow great_bonfire"])
def test_bf_y3_p7_q46_a_double_yellow_covers_two_units_and_may_waste_one(paid: str) -> None:
    city = a_city(tiles=Tiles(yellow=2, great_bonfire=1), gnomes=gnomes("5"))
    assert tile_code(city, Tile.GREAT_BONFIRE, 3, paid) is ACCEPTED


def test_bf_p7_p9_a_further_tile_beside_a_double_yellow_is_refused() -> None:
    city = a_city(tiles=Tiles(yellow=2, ship=2), gnomes=gnomes("5"))
    assert tile_code(city, Tile.SHIP, 2, "yellow") is ACCEPTED
    assert tile_code(city, Tile.SHIP, 2, "yellow ship") == "invalid_payment"
    assert tile_code(city, Tile.SHIP, 1, "yellow") is ACCEPTED


def test_bf_y4_p7_p8_a_unit_left_over_from_the_ship_does_not_pay_the_island(game: Scenario) -> None:
    game.given(e.GnomeRecruited(0, gnomes("5")[0]), tiles(0, yellow=1), e.ShipMoved(0, IslandId("t02")))
    game.given(resources(0, herb=2, shell=2))
    move = MoveShip(to=IslandId("t03"), payment=(Tile.YELLOW,))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.YELLOW,)),
        e.ShipMoved(0, IslandId("t03")),
    )


@pytest.mark.parametrize(
    "paid,code",
    [("root gold", ACCEPTED), ("root herb herb", ACCEPTED), ("gold herb herb", "invalid_payment")],
)
def test_bf_y5_p2_p4_a_held_root_must_be_used_beside_a_pair(paid: str, code: str | None) -> None:
    assert resource_code(Resources(root=1, gold=1, herb=2), "root root", paid) == code


def test_bf_y6_p2_p4_a_gold_price_is_paid_by_a_pair_only_without_gold() -> None:
    assert resource_code(Resources(herb=1, root=1), "gold", "herb root") is ACCEPTED
    assert resource_code(Resources(herb=1, root=1, gold=1), "gold", "herb root") == "invalid_payment"


@pytest.mark.parametrize("paid", ["shell shell", "gold shell", "gold herb"])
def test_bf_y7_p13_g9_any_two_resources_pay_even_a_gold_price(paid: str) -> None:
    held = Resources(shell=2, gold=1, herb=1)
    assert resource_code(held, "gold gold", paid, any_kind=True) is ACCEPTED


def test_bf_p13_p9_a_pair_for_one_unit_of_free_choice_is_refused() -> None:
    assert (
        resource_code(Resources(herb=3), "root shell", "herb herb herb", any_kind=True) == "invalid_payment"
    )


@pytest.mark.parametrize("paid", ["gold fruit", "fruit fruit", "herb shell"])
def test_bf_y8_g3_p13_specialist_3_pays_with_any_two_resources(paid: str) -> None:
    held = Resources(gold=1, fruit=2, herb=1, shell=1)
    assert resource_code(held, "herb shell", paid, any_kind=True) is ACCEPTED


@pytest.mark.parametrize("paid", ["ship ship ship", "ship ship yellow", "ship ship path path"])
def test_bf_p9_a_token_that_could_be_left_out_is_refused(paid: str) -> None:
    city = a_city(tiles=Tiles(ship=3, yellow=1, path=2))
    assert tile_code(city, Tile.SHIP, 2, paid) == "invalid_payment"


def test_bf_p9_a_resource_that_could_be_left_out_is_refused() -> None:
    assert resource_code(Resources(herb=2, shell=1), "herb shell", "herb herb shell") == "invalid_payment"
    # Gold for the root and root with fruit for the herb: the fruit could stay, so that this is no payment.
    assert (
        resource_code(Resources(root=1, gold=1, fruit=1), "root herb", "gold root fruit") == "invalid_payment"
    )


def test_bf_p10_only_paid_tiles_leave_the_supply(game: Scenario) -> None:
    game.given(tiles(0, ship=2, path=1))
    game.when(0, MoveShip(to=IslandId("g_pink"), payment=(Tile.SHIP,)))
    assert game.state.cities[0].tiles == Tiles(ship=1, path=1)
    assert game.state.cities[1].tiles == Tiles()


@pytest.mark.parametrize("kind", [tile for tile in Tile if tile is not Tile.YELLOW])
def test_bf_p11_yellow_replaces_any_kind_that_can_be_demanded(kind: Tile) -> None:
    assert tile_code(a_city(tiles=Tiles(yellow=1)), kind, 1, "yellow") is ACCEPTED


@pytest.mark.parametrize("paid", ["yellow", "path path"])
def test_bf_p14_a_minimum_of_one_tile_is_met_by_any_payment_of_one_unit(game: Scenario, paid: str) -> None:
    game.given(e.GnomeRecruited(0, gnomes("21")[0]), e.ShipMoved(0, IslandId("t05")))
    game.given(tiles(0, yellow=1, path=2))
    tokens = tuple(Tile(word) for word in paid.split())
    game.when(0, MoveShip(to=IslandId("t01"), payment=tokens)).then_accepted()


def test_bf_p15_all_resources_of_one_action_are_assigned_together() -> None:
    # The shell is spare for the other unit's pair only because no shell is demanded.
    assert resource_code(Resources(shell=2, gold=1), "herb root", "shell shell gold") is ACCEPTED
    # A pair may hold spare tokens of the other demanded kind.
    assert resource_code(Resources(root=3), "root herb", "root root root") is ACCEPTED


@pytest.mark.parametrize("paid", ["shell herb shell", "herb shell shell", "shell shell herb"])
def test_bf_p15_the_order_of_tokens_does_not_matter(paid: str) -> None:
    assert resource_code(Resources(herb=1, shell=2), "herb root", paid) is ACCEPTED


def test_bf_p1_t4_the_refusal_lists_the_tokens_needed_and_held() -> None:
    city = a_city(tiles=Tiles(ship=1, yellow=1, path=1))
    refusal = payment.tiles_refusal(city, Tile.SHIP, 3, (), rule="BF-T23")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("cannot_pay", "BF-T23")
    assert refusal.details == {"kind": "ship", "needed": 3, "held": 1, "yellow": 1, "others": 1}


def test_bf_t4_a_partial_payment_that_cannot_be_completed_is_refused() -> None:
    city = a_city(tiles=Tiles(ship=1, path=4))
    assert tile_code(city, Tile.SHIP, 2, "path path path path") == "invalid_payment"
    assert tile_code(city, Tile.SHIP, 2, "path path") == "incomplete"


TILE_HOLDINGS = st.tuples(
    st.builds(Tiles, *(st.integers(0, 2) for _ in Tile)), st.sampled_from(list(Tile)[:-1]), st.integers(1, 4)
)
RESOURCE_HOLDINGS = st.builds(Resources, *(st.integers(0, 3) for _ in Resource))
DEMANDS = st.one_of(
    st.tuples(st.sampled_from(BASIC_RESOURCES), st.sampled_from(BASIC_RESOURCES)),
    st.tuples(st.sampled_from(list(Resource))),
    st.just((Resource.GOLD, Resource.GOLD)),
)


def sub_multisets(tokens: Counter[str]) -> Iterator[Counter[str]]:
    for counts in product(*(range(count + 1) for count in tokens.values())):
        yield Counter({token: count for token, count in zip(tokens, counts) if count})


def tiles_by_the_book(held: Tiles, kind: Tile, units: int, wild: int, paid: Counter[str]) -> bool:
    """The reference check of BF-P15 without its last condition."""
    exact, yellow = paid[kind], paid[Tile.YELLOW]
    others = paid.total() - exact - yellow
    covered = exact + wild * yellow + others // 2
    return others % 2 == 0 and (others == 0 or exact == getattr(held, kind)) and covered >= units


def resources_by_the_book(held: Resources, units: Sequence[Resource], paid: Counter[str]) -> bool:
    """Whether the payment splits into one cover for each unit (BF-P2, BF-P4)."""
    if not len(units) <= paid.total() <= 2 * len(units):
        return False
    for ways in product(("exact", "wild", "pair"), repeat=len(units)):
        left, exact = Counter(paid), Counter[str]()
        for unit, way in zip(units, ways):
            left[Resource.GOLD if way == "wild" else unit] -= way != "pair"
            exact[unit] += way == "exact"
        pairs = ways.count("pair")
        lacking = all(exact[unit] == getattr(held, unit) for unit, way in zip(units, ways) if way == "pair")
        proper = not any(unit is Resource.GOLD and way == "wild" for unit, way in zip(units, ways))
        if lacking and proper and min(left.values(), default=0) >= 0 and left.total() == 2 * pairs:
            return True
    return False


@given(TILE_HOLDINGS, st.booleans())
def test_bf_p15_every_tile_payment_agrees_with_the_reference_check(
    case: tuple[Tiles, Tile, int], doubled: bool
) -> None:
    held, kind, units = case
    city = a_city(tiles=held, gnomes=gnomes("5") if doubled else ())
    valid = [
        paid
        for paid in sub_multisets(Counter({tile: getattr(held, tile) for tile in Tile}))
        if tiles_by_the_book(held, kind, units, 2 if doubled else 1, paid)
    ]
    minimal = [paid for paid in valid if not any(other < paid for other in valid)]
    accepted = [
        paid
        for paid in sub_multisets(Counter({tile: getattr(held, tile) for tile in Tile}))
        if tile_code(city, kind, units, " ".join(paid.elements())) is ACCEPTED
    ]
    assert accepted == minimal
    assert payment.can_pay_tiles(city, kind, units) == bool(minimal)


@given(RESOURCE_HOLDINGS, DEMANDS)
def test_bf_p15_every_resource_payment_agrees_with_the_reference_check(
    held: Resources, units: tuple[Resource, ...]
) -> None:
    tokens = Counter[str]({resource: getattr(held, resource) for resource in Resource})
    valid = [paid for paid in sub_multisets(tokens) if resources_by_the_book(held, units, paid)]
    minimal = {tuple(paid.elements()) for paid in valid if not any(other < paid for other in valid)}
    assert set(payment.resource_payments(held, units, any_kind=False)) == minimal
    assert payment.can_pay_resources(held, units, any_kind=False) == bool(minimal)


@given(RESOURCE_HOLDINGS, DEMANDS)
def test_bf_p13_with_a_free_choice_every_token_covers_a_unit(
    held: Resources, units: tuple[Resource, ...]
) -> None:
    tokens = Counter[str]({resource: getattr(held, resource) for resource in Resource})
    fitting = {tuple(paid.elements()) for paid in sub_multisets(tokens) if paid.total() == len(units)}
    assert set(payment.resource_payments(held, units, any_kind=True)) == fitting
    assert payment.can_pay_resources(held, units, any_kind=True) == bool(fitting)


@given(TILE_HOLDINGS)
def test_bf_p6_t4_paying_unit_by_unit_reaches_every_payment_without_dead_ends(
    case: tuple[Tiles, Tile, int],
) -> None:
    held, kind, units = case
    city = a_city(tiles=held)
    begun: set[tuple[Tile, ...]] = {()} if payment.can_pay_tiles(city, kind, units) else set()
    reached = set()
    while begun:
        paid = begun.pop()
        if payment.tiles_complete(city, kind, units, paid):
            reached.add(paid)
            continue
        further = {
            payment.sorted_tiles((*paid, *cover))
            for cover in payment.tile_covers(city, kind, paid)
            if payment.tiles_refusal(city, kind, units, (*paid, *cover), rule="BF-P1") is None
        }
        assert further
        begun |= further
    expected = {
        tuple(Tile(token) for token in paid.elements())
        for paid in sub_multisets(Counter({tile: getattr(held, tile) for tile in Tile}))
        if tile_code(city, kind, units, " ".join(paid.elements())) is ACCEPTED
    }
    assert reached == expected


def test_bf_p12_yellow_and_gold_replace_nothing_in_a_condition() -> None:
    city = a_city(tiles=Tiles(ship=4, yellow=3), resources=Resources(herb=2, gold=3))
    assert not TASK[TaskId("yellow-17")].needs.met(city)
    assert not ResourceCount(Resource.HERB, 3).met(city)
