"""The 27 specialists: a move that shows the power of each and, where it matters, the same move without it."""

from collections.abc import Iterator

import pytest

from domain.bonfire import events as e
from domain.bonfire.allowances import Allowances, allowances
from domain.bonfire.catalogue import (
    BOARD,
    OFFERINGS,
    SPECIALISTS,
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    FateTileId,
    GnomeId,
    Guardian,
    IslandId,
    PathTileId,
    PortalShape,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.commands import (
    BuildPath,
    End,
    FateCell,
    GuardianMove,
    IgniteBonfire,
    MakeProcession,
    MoveShip,
    Payments,
    Pile,
    PlaceFateTile,
    PlaceNeutralNovice,
    ReceiveTask,
    RecruitGnome,
    RecruitOption,
    ResolveBonus,
    RetrieveGuardian,
    Reward,
    Source,
    Stride,
    Take,
    UseGreatBonfire,
)
from domain.bonfire.gnomes import GNOME, GNOMES, harvests_built_paths
from domain.bonfire.reactions import reactions
from domain.bonfire.state import Arrival, Bonus, IslandTasks, PlacedFate
from domain.kernel.messages import Event
from tests.support import cities
from tests.support.builders import a_bonfire_game, resources, tiles
from tests.support.scenario import Scenario

GOLD, HERB, ROOT, SHELL = Resource.GOLD, Resource.HERB, Resource.ROOT, Resource.SHELL
OWN, PINK, WOOD = Guardian.OWN, Guardian.PINK, Guardian.WOOD
STEP = (Stride.PATH,)
COLUMN_8 = FateCell(3, 6)


def has(listed: str, seat: int = 0) -> Iterator[Event]:
    """These gnomes live in the city: `has("6 10 L1")`."""
    return (e.GnomeRecruited(seat, gnome) for gnome in cities.gnomes(listed))


def on_display(listed: str, pile: str = "") -> Event:
    shown, hidden = cities.gnomes(listed), cities.gnomes(pile)
    return e.SpecialistsShuffled(shown, len(hidden), hidden)


def built(listed: str) -> Iterator[Event]:
    """Path tiles from position 2 on: `built("red-09 blue-05")`."""
    for position, path in enumerate(cities.paths(listed), start=2):
        yield e.PathBuilt(0, path, position, "pile:1", Resource.FRUIT)


def stands(guardian: Guardian, place: str) -> Event:
    return e.GuardianMoved(0, guardian, "start_area", place)


def arrived(*guardians: Guardian) -> Iterator[Event]:
    return (e.GuardianArrived(0, guardian) for guardian in guardians)


def fate_tiles(supply: str, *placed: str) -> Iterator[Event]:
    """Fate-1 on the start cells, this supply, and tiles from its top that have been placed since."""
    numbers = tuple(FateTileId(f"fate-{number}") for number in supply.split())
    yield e.StartFateTileChosen(0, PlacedFate(FateTileId("fate-1"), 3, 3, 0), numbers)
    for tile in cities.fate(" ".join(placed)):
        yield e.FateTilePlaced(0, tile, End.TOP)


def offering_piles(left: str, right: str = "root-1") -> Event:
    piles = tuple(tuple(o for o in OFFERINGS if o.endswith(tuple(p.split()))) for p in (left, right))
    return e.OfferingsShuffled(0, piles[0][0], piles[1][0], (1, 1), piles[0], piles[1])


def a_task_on(island: str) -> Event:
    return e.TasksDealt((IslandTasks(IslandId(island), (TaskId("blue-05"), TaskId("red-02"))),))


def next_portal(game: Scenario, position: int = 7) -> PortalShape:
    return BOARD[game.state.cities[0].board].portals[position - 1]


def procession(*moves: GuardianMove, steps: int = 1, **answers: tuple[Resource, ...]) -> MakeProcession:
    paid = (Tile.GUARDIAN,) * steps
    return MakeProcession(steps=steps, payment=paid, moves=moves, **answers)


def recruiting(gnome: str, *paid: Resource) -> RecruitGnome:
    return RecruitGnome(
        gnome=GnomeId(gnome),
        option=RecruitOption.TWO_TILES if len(paid) == 1 else RecruitOption.TWO_RESOURCES,
        payments=Payments((Tile.GNOME,) * (3 - len(paid)), paid),
    )


def test_bf_g1_g27_the_table_has_all_27_specialists_in_order() -> None:
    assert [(gnome.id, gnome.slug) for gnome in GNOMES] == [(card.id, card.slug) for card in SPECIALISTS]
    assert [gnome.rule for gnome in GNOMES] == [f"BF-G{number}" for number in range(1, 28)]
    assert list(GNOME) == [gnome.id for gnome in GNOMES]


def test_bf_g1_g27_every_power_is_an_allowance_a_reaction_or_a_score() -> None:
    allowing = [gnome for gnome in GNOMES if gnome.allows != Allowances()]
    reacting = [gnome for gnome in GNOMES if gnome.reacts]
    scoring = [gnome for gnome in GNOMES if gnome.scores is not None]
    assert (len(allowing), len(reacting), len(scoring)) == (14, 12, 1)
    assert {gnome.id for gnome in (*allowing, *reacting, *scoring)} == set(GNOME)


def test_bf_g1_g27_allowances_of_a_city_are_the_sum_over_its_gnomes() -> None:
    assert allowances(cities.gnomes("2 14 19 L1")) == Allowances(extra_steps=1, extra_kept_tiles=2)
    assert allowances(()) == Allowances()


def test_bf_g1_guardians_do_not_block_each_other_on_a_path(game: Scenario) -> None:
    game.given(*has("1"), *arrived(PINK), stands(OWN, "path:1"), tiles(0, guardian=1))
    move = procession(GuardianMove(PINK, STEP))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.GUARDIAN,)),
        e.GuardianMoved(0, PINK, "start_area", "path:1"),
        e.PathHarvested(0, PINK, 1, GOLD),
    )


def test_bf_g1_an_occupied_path_is_closed_without_specialist_1(game: Scenario) -> None:
    game.given(*arrived(PINK), stands(OWN, "path:1"), tiles(0, guardian=1))
    game.when(0, procession(GuardianMove(PINK, STEP))).then_refused("nobody_can_step", rule="BF-T41")


def test_bf_g2_guardians_take_one_more_step_than_paid(game: Scenario) -> None:
    game.given(*has("2"), *built("red-09"), tiles(0, guardian=1))
    game.when(0, procession(GuardianMove(OWN, STEP * 2))).then_includes(
        e.GuardianMoved(0, OWN, "start_area", "path:2"), e.PathHarvested(0, OWN, 2, ROOT)
    )


def test_bf_g2_a_tile_buys_one_step_without_specialist_2(game: Scenario) -> None:
    game.given(*built("red-09"), tiles(0, guardian=1))
    game.when(0, procession(GuardianMove(OWN, STEP * 2))).then_refused("too_many_steps", rule="BF-T37")


def receiving(*paid: Resource) -> ReceiveTask:
    return ReceiveTask(
        task=TaskId("blue-05"), pile=Pile.LEFT, position=4, payments=Payments((Tile.TASK,), paid)
    )


def test_bf_g3_a_task_costs_any_two_resources(game: Scenario) -> None:
    game.given(*has("3"), offering_piles("shell-1"), a_task_on("t03"), e.ShipMoved(0, IslandId("t03")))
    game.given(tiles(0, task=1), resources(0, fruit=2))
    move = receiving(Resource.FRUIT, Resource.FRUIT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.TASK,)),
        e.ResourcesPaid(0, (Resource.FRUIT, Resource.FRUIT)),
        e.TaskReceived(0, TaskId("blue-05"), IslandId("t03"), 4),
        e.OfferingPlaced(0, OFFERINGS[6], IslandId("t03"), Pile.LEFT),
    )


def test_bf_g3_a_task_costs_the_shown_resources_without_specialist_3(game: Scenario) -> None:
    game.given(offering_piles("shell-1"), a_task_on("t03"), e.ShipMoved(0, IslandId("t03")))
    game.given(tiles(0, task=1), resources(0, fruit=2))
    refused = game.when(0, receiving(Resource.FRUIT, Resource.FRUIT))
    refused.then_refused("cannot_pay_resources", rule="BF-T30")


def test_bf_g4_an_elder_gives_two_more_points(game: Scenario) -> None:
    game.given(*has("4"), tiles(0, gnome=2), resources(0, herb=1))
    move = recruiting("elder-3", HERB)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.GNOME, Tile.GNOME)),
        e.ResourcesPaid(0, (HERB,)),
        e.GnomeRecruited(0, GnomeId("elder-3")),
        e.PointsGained(0, 2, "BF-G4"),
    )


def test_bf_g4_q16_a_specialist_gives_no_points_and_earlier_elders_do_not_count(game: Scenario) -> None:
    game.given(*has("L3"), on_display("4"), tiles(0, gnome=2), resources(0, shell=1))
    told = game.when(0, recruiting("specialist-04", SHELL)).events
    assert not any(isinstance(event, e.PointsGained) for event in told)


def test_bf_g5_a_yellow_tile_covers_two_units(game: Scenario) -> None:
    game.given(*has("5"), e.GreatBonfireTurned(1, BonfireSpaceId("gb0")), tiles(0, yellow=2))
    move = UseGreatBonfire(
        to=BonfireSpaceId("gb3"), payment=(Tile.YELLOW,) * 2, rewards=(Reward.TILE, Reward.RESOURCE)
    )
    game.when(0, move).then_includes(e.TilesPaid(0, (Tile.YELLOW, Tile.YELLOW)))


def test_bf_g5_a_yellow_tile_covers_one_unit_without_specialist_5(game: Scenario) -> None:
    game.given(e.GreatBonfireTurned(1, BonfireSpaceId("gb0")), tiles(0, yellow=2))
    game.when(0, UseGreatBonfire(to=BonfireSpaceId("gb3"))).then_refused("cannot_pay", rule="BF-T52")


def test_bf_g6_the_owner_chooses_what_a_guardian_gathers(game: Scenario) -> None:
    game.given(*has("6"), *built("red-09"), stands(OWN, "path:1"), tiles(0, guardian=1))
    game.when(0, procession(GuardianMove(OWN, STEP), resources=(HERB,))).then_includes(
        e.PathHarvested(0, OWN, 2, HERB)
    )


def test_bf_g6_q18_gold_can_be_chosen_only_where_it_is_shown(game: Scenario) -> None:
    game.given(*has("6"), *built("red-09"), stands(OWN, "path:1"), *arrived(PINK), tiles(0, guardian=1))
    both = (GuardianMove(OWN, STEP), GuardianMove(PINK, STEP))
    refused = game.when(0, procession(*both, resources=(GOLD, GOLD)))
    refused.then_refused("resource_not_choosable", rule="BF-G6")
    game.when(0, procession(*both, resources=(HERB, GOLD))).then_includes(
        e.PathHarvested(0, OWN, 2, HERB), e.PathHarvested(0, PINK, 1, GOLD)
    )


def test_bf_g6_the_owner_also_chooses_when_one_guardian_is_moved(game: Scenario) -> None:
    game.given(*has("6"), *built("red-09"), e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN_MOVE)))
    game.when(0, ResolveBonus(guardian=OWN, destination="path:2", resource=SHELL)).then_includes(
        e.PathHarvested(0, OWN, 2, SHELL)
    )


def lighting(space: CouncilSpace = CouncilSpace.SHIP) -> IgniteBonfire:
    take = Take.BONUS if space is CouncilSpace.GOLD else Take.POINT
    return IgniteBonfire(position=1, council_space=space, take=take)


def a_fulfilled_task() -> Iterator[Event]:
    yield e.GuardianArrived(0, PINK)
    yield e.TaskReceived(0, TaskId("blue-01"), IslandId("t01"), 1)


def test_bf_g7_every_own_novice_gives_a_gold_before_the_bonus(game: Scenario) -> None:
    game.given(*has("7"), *a_fulfilled_task())
    game.when(0, lighting()).then(
        e.ActionTaken(0, lighting(), main=True),
        e.BonfireLit(0, TaskId("blue-01"), 1),
        e.NovicePlaced(0, CouncilSpace.SHIP, None),
        e.ResourcesGained(0, (GOLD,), "BF-G7"),
        e.PointsGained(0, 1, "BF-C7"),
    )


def test_bf_g7_q20_a_neutral_novice_gives_a_gold_too(game: Scenario) -> None:
    game.given(*has("7"), e.CommonTaskFulfilled(0, CommonTask.PATHS))
    move = PlaceNeutralNovice(common_task=CommonTask.PATHS, council_space=CouncilSpace.SHIP, take=Take.POINT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.NovicePlaced(0, CouncilSpace.SHIP, CommonTask.PATHS),
        e.ResourcesGained(0, (GOLD,), "BF-G7"),
        e.PointsGained(0, 1, "BF-C7"),
    )


def test_bf_g7_another_seats_novice_gives_nothing(game: Scenario) -> None:
    placed = e.NovicePlaced(1, CouncilSpace.SHIP, None)
    game.given(*has("7"), placed)
    assert list(reactions(game.state, placed)) == []


def building(game: Scenario, **answers: Resource) -> BuildPath:
    game.given(tiles(0, path=1))
    return BuildPath(source=Source.PILE_1, payment=(Tile.PATH,), **answers)


def pile_1(listed: str) -> Event:
    piles = (cities.paths(listed), ())
    return e.PathsShuffled(cities.paths("blue-01 blue-03 blue-05 blue-07"), (len(piles[0]), 0), piles)


def test_bf_g8_a_built_path_tile_yields_its_resource(game: Scenario) -> None:
    game.given(*has("8"), pile_1("red-09"))
    move = building(game)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.PATH,)),
        e.PathBuilt(0, PathTileId("path-red-09"), 2, "pile:1", ROOT, reveals=True),
        e.ResourcesGained(0, (ROOT,), "BF-G8"),
    )


def test_bf_g8_a_path_tile_from_the_council_yields_its_resource(game: Scenario) -> None:
    game.given(*has("8"), pile_1("red-09"), e.OfferMade(0, Bonus(CouncilSpace.PATH)))
    game.when(0, ResolveBonus(path=PathTileId("path-red-09"))).then_includes(
        e.ResourcesGained(0, (ROOT,), "BF-G8")
    )


def test_bf_g8_a_city_with_specialist_8_harvests_built_paths() -> None:
    assert harvests_built_paths(cities.gnomes("1 8 L1"))
    assert not harvests_built_paths(cities.gnomes("1 6 10 L1"))


def test_bf_y47_q19_g6_the_owner_chooses_what_a_built_path_tile_yields(game: Scenario) -> None:
    game.given(*has("6 8"), pile_1("red-09"))
    refused = game.when(0, building(game, resource=GOLD))
    refused.then_refused("resource_not_choosable", rule="BF-G6")
    game.when(0, building(game, resource=HERB)).then_includes(e.ResourcesGained(0, (HERB,), "BF-G8"))


def test_bf_g9_y7_a_gnome_costs_any_resources_even_where_gold_is_shown(game: Scenario) -> None:
    game.given(*has("9"), on_display("23"), tiles(0, gnome=1), resources(0, shell=2))
    game.when(0, recruiting("specialist-23", SHELL, SHELL)).then_includes(e.ResourcesPaid(0, (SHELL, SHELL)))


def test_bf_g9_a_gnome_costs_its_resource_without_specialist_9(game: Scenario) -> None:
    game.given(on_display("23"), tiles(0, gnome=1), resources(0, shell=2))
    refused = game.when(0, recruiting("specialist-23", SHELL, SHELL))
    refused.then_refused("cannot_pay_resources", rule="BF-T58")


HARVESTERS = {
    10: Guardian.PINK,
    11: Guardian.GREY,
    12: Guardian.WOOD,
    13: Guardian.BLUE,
}


@pytest.mark.parametrize("number,guardian", HARVESTERS.items())
def test_bf_g10_g11_g12_g13_the_guardian_of_the_specialist_gathers_twice(
    game: Scenario, number: int, guardian: Guardian
) -> None:
    game.given(*has(str(number)), *built("red-09"), *arrived(guardian), tiles(0, guardian=1))
    game.given(stands(guardian, "path:1"))
    told = game.when(0, procession(GuardianMove(guardian, STEP), GuardianMove(OWN, STEP))).events
    assert told[2:] == [
        e.GuardianMoved(0, guardian, "path:1", "path:2"),
        e.PathHarvested(0, guardian, 2, ROOT),
        e.ResourcesGained(0, (ROOT,), f"BF-G{number}"),
        e.GuardianMoved(0, OWN, "start_area", "path:1"),
        e.PathHarvested(0, OWN, 1, GOLD),
    ]


@pytest.mark.parametrize("number,guardian", HARVESTERS.items())
def test_bf_g10_g11_g12_g13_other_guardians_gather_once(
    game: Scenario, number: int, guardian: Guardian
) -> None:
    game.given(*has(str(number)))
    for other in Guardian:
        found = list(reactions(game.state, e.PathHarvested(0, other, 2, HERB)))
        assert bool(found) == (other is guardian)


def test_bf_g14_three_tiles_may_be_kept_when_a_fate_tile_is_placed(game: Scenario) -> None:
    game.given(*has("14"), tiles(0, ship=3))
    game.when(0, PlaceFateTile(end=End.TOP, anchor=FateCell(2, 3), rotation=0)).then_accepted()


def test_bf_g14_four_tiles_are_too_many_to_place_a_fate_tile(game: Scenario) -> None:
    game.given(*has("14"), tiles(0, ship=4))
    refused = game.when(0, PlaceFateTile(end=End.TOP)).then_refused("too_many_tiles", rule="BF-T10")
    assert refused.details == {"held": 4, "limit": 3}


def test_bf_g15_every_gnome_gives_a_yellow_tile_including_specialist_15(game: Scenario) -> None:
    game.given(on_display("15", pile="1"), tiles(0, gnome=2), resources(0, herb=1))
    move = recruiting("specialist-15", HERB)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.GNOME, Tile.GNOME)),
        e.ResourcesPaid(0, (HERB,)),
        e.GnomeRecruited(0, GnomeId("specialist-15")),
        e.TilesGained(0, (Tile.YELLOW,), "BF-G15"),
        e.GnomeSlotRefilled(1, GnomeId("specialist-01"), reveals=True),
    )


def test_bf_g15_q13_a_gnome_from_the_council_gives_a_yellow_tile(game: Scenario) -> None:
    game.given(*has("15"), on_display("1 2"), e.OfferMade(0, Bonus(CouncilSpace.SPECIALIST)))
    game.when(0, ResolveBonus(gnome=GnomeId("specialist-02"))).then_includes(
        e.GnomeRecruited(0, GnomeId("specialist-02")), e.TilesGained(0, (Tile.YELLOW,), "BF-G15")
    )


def test_bf_g15_q16_earlier_gnomes_give_no_yellow_tile(game: Scenario) -> None:
    joined = e.GnomeRecruited(0, GnomeId("specialist-15"))
    game.given(*has("1 2 3"), joined)
    assert list(reactions(game.state, joined)) == [e.TilesGained(0, (Tile.YELLOW,), "BF-G15")]


def test_bf_g16_a_covered_gold_symbol_is_gained_twice(game: Scenario) -> None:
    game.given(*has("16"), *fate_tiles("8 2 3 4 5 6 7", "8@4,5/0"))
    move = PlaceFateTile(end=End.TOP, anchor=FateCell(3, 6), rotation=270)
    told = game.when(0, move).events
    assert told[-2:] == [e.SymbolsCovered(0, (), (GOLD,)), e.ResourcesGained(0, (GOLD,), "BF-G16")]


@pytest.mark.parametrize("kinds", [(Tile.YELLOW,), ()])
@pytest.mark.parametrize("resources", [(GOLD,), ()])
def test_bf_g16_only_covered_symbols_are_gained_twice(
    game: Scenario, kinds: tuple[Tile, ...], resources: tuple[Resource, ...]
) -> None:
    game.given(*has("16"))
    expected = [
        *([e.TilesGained(0, kinds, "BF-G16")] if kinds else []),
        *([e.ResourcesGained(0, resources, "BF-G16")] if resources else []),
    ]
    assert list(reactions(game.state, e.SymbolsCovered(0, kinds, resources))) == expected


def test_bf_o10_g16_the_powers_of_your_own_gnomes_work_against_tom() -> None:
    game = a_bonfire_game(1).given(*has("16"), *fate_tiles("8 2 3 4 5 6 7", "8@4,5/0"))
    move = PlaceFateTile(end=End.TOP, anchor=FateCell(3, 6), rotation=270)
    game.when(0, move).then_includes(e.ResourcesGained(0, (GOLD,), "BF-G16"))


Y22_TILES = (Tile.TASK, Tile.GNOME, Tile.GNOME, Tile.PATH)


@pytest.mark.parametrize("gnomes,yellow", [("27", 1), ("16 27", 2)])
def test_bf_y22_g16_g27_q23_a_tile_sticks_out_and_all_its_symbols_are_gained(
    game: Scenario, gnomes: str, yellow: int
) -> None:
    game.given(*has(gnomes), *fate_tiles("8 5 6 2 3 4 7", "8@4,5/0", "5@2,4/0"))
    move = PlaceFateTile(end=End.TOP, anchor=COLUMN_8, rotation=0)
    told = game.when(0, move).events
    gained = next(event for event in told if isinstance(event, e.TilesGained))
    assert sorted(gained.tiles) == sorted(Y22_TILES)
    assert game.state.cities[0].tiles.yellow == yellow


def test_bf_g27_t12a_a_tile_must_lie_inside_without_specialist_27(game: Scenario) -> None:
    game.given(*fate_tiles("8 5 6 2 3 4 7", "8@4,5/0", "5@2,4/0"))
    move = PlaceFateTile(end=End.TOP, anchor=COLUMN_8, rotation=0)
    game.when(0, move).then_refused("outside_fate_area", rule="BF-T12a")


def test_bf_g27_a_tile_that_sticks_out_needs_one_cell_inside(game: Scenario) -> None:
    game.given(*has("27"), *fate_tiles("8 5 6 2 3 4 7", "8@4,5/0"))
    move = PlaceFateTile(end=End.TOP, anchor=FateCell(4, 8), rotation=90)
    game.when(0, move).then_refused("outside_fate_area", rule="BF-T12a")


def fetching(game: Scenario, listed: str) -> RetrieveGuardian:
    game.given(*has(listed), e.ShipMoved(0, IslandId("g_wood")), tiles(0, guardian=1))
    return RetrieveGuardian(payment=(Tile.GUARDIAN,))


def test_bf_g17_an_arrival_offers_a_free_procession(game: Scenario) -> None:
    move = fetching(game, "17")
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.GUARDIAN,)),
        e.GuardianArrived(0, WOOD),
        e.OfferMade(0, Arrival()),
    )


def test_bf_g17_an_arrival_offers_nothing_without_specialist_17(game: Scenario) -> None:
    told = game.when(0, fetching(game, "16")).events
    assert told[-1] == e.GuardianArrived(0, WOOD)


def test_bf_g17_the_free_procession_is_skipped_when_no_guardian_can_step(game: Scenario) -> None:
    game.given(stands(OWN, "path:1"))
    told = game.when(0, fetching(game, "17")).events
    assert told[-1] == e.GuardianArrived(0, WOOD)


def test_bf_y15_g17_g20_the_free_procession_yields_nothing(game: Scenario) -> None:
    game.given(*has("17 20"), *built("red-09"), stands(OWN, "path:1"))
    game.given(e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN)))
    game.when(0, ResolveBonus(guardian=WOOD)).then_includes(
        e.GuardianArrived(0, WOOD), e.OfferMade(0, Arrival())
    )
    move = MakeProcession(moves=(GuardianMove(OWN, STEP), GuardianMove(WOOD, STEP)))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GuardianMoved(0, OWN, "path:1", "path:2"),
        e.GuardianMoved(0, WOOD, "start_area", "path:1"),
    )


def test_bf_y16_q17_g2_specialist_2_lengthens_the_free_procession(game: Scenario) -> None:
    game.given(*has("2"), *built("red-09"))
    game.when(0, fetching(game, "17")).then_accepted()
    move = MakeProcession(moves=(GuardianMove(OWN, STEP * 2), GuardianMove(WOOD, STEP)))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.GuardianMoved(0, OWN, "start_area", "path:2"),
        e.GuardianMoved(0, WOOD, "start_area", "path:1"),
    )


def test_bf_q48_g17_all_guardians_may_stay_in_the_free_procession(game: Scenario) -> None:
    game.when(0, fetching(game, "17")).then_accepted()
    move = MakeProcession(moves=(GuardianMove(OWN), GuardianMove(WOOD)))
    game.when(0, move).then(e.ActionTaken(0, move, main=False))


def test_bf_q48_g17_moving_a_guardian_is_not_an_arrival(game: Scenario) -> None:
    game.given(*has("17"), e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN_MOVE)))
    told = game.when(0, ResolveBonus(guardian=OWN, destination="path:1")).events
    assert not any(isinstance(event, e.OfferMade) for event in told)


def test_bf_g18_two_points_for_each_guardian_at_a_bonfire() -> None:
    scores = GNOME[GnomeId("specialist-18")].scores
    assert scores is not None
    city = cities.a_city(guardians=cities.guardians(pink="bonfire:2", grey="bonfire:5", wood="path:1"))
    assert scores(city) == 4


def test_bf_g19_a_fulfilled_common_task_gives_a_gold_and_a_yellow_tile(game: Scenario) -> None:
    game.given(*has("19"), pile_1("red-09"), *built("red-01 red-02 red-03 red-04 red-05"), tiles(0, path=2))
    move = BuildPath(source=Source.PILE_1, payment=(Tile.PATH, Tile.PATH))
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.PATH, Tile.PATH)),
        e.PathBuilt(0, PathTileId("path-red-09"), 7, "pile:1", ROOT, reveals=True),
        e.CommonTaskFulfilled(0, CommonTask.PATHS),
        e.ResourcesGained(0, (GOLD,), "BF-G19"),
        e.TilesGained(0, (Tile.YELLOW,), "BF-G19"),
    )


def test_bf_g19_a_common_task_is_rewarded_even_when_its_novice_is_gone(game: Scenario) -> None:
    gone = e.NovicePlaced(1, CouncilSpace.SHIP, CommonTask.PATHS)
    fulfilled = e.CommonTaskFulfilled(0, CommonTask.PATHS)
    game.given(*has("19"), gone, fulfilled)
    assert len(list(reactions(game.state, fulfilled))) == 2


def test_bf_y20_g15_q21_the_sixth_gnome_fulfils_a_task_that_is_rewarded(game: Scenario) -> None:
    game.given(*has("15 1 2 3 L1"), on_display("19", pile="27"), tiles(0, gnome=2), resources(0, fruit=1))
    move = recruiting("specialist-19", Resource.FRUIT)
    told = game.when(0, move).events
    assert told[3:] == [
        e.GnomeRecruited(0, GnomeId("specialist-19")),
        e.TilesGained(0, (Tile.YELLOW,), "BF-G15"),
        e.CommonTaskFulfilled(0, CommonTask.GNOMES),
        e.ResourcesGained(0, (GOLD,), "BF-G19"),
        e.TilesGained(0, (Tile.YELLOW,), "BF-G19"),
        e.GnomeSlotRefilled(1, GnomeId("specialist-27"), reveals=True),
    ]
    assert PlaceNeutralNovice(common_task=CommonTask.GNOMES) in game.legal(0, PlaceNeutralNovice)


def test_bf_y21_q21_q16_a_common_task_fulfilled_earlier_gives_nothing(game: Scenario) -> None:
    game.given(
        *built("red-01 red-02 red-03 red-04 red-05 red-06"), e.CommonTaskFulfilled(0, CommonTask.PATHS)
    )
    game.given(on_display("19"), tiles(0, gnome=2), resources(0, fruit=1))
    told = game.when(0, recruiting("specialist-19", Resource.FRUIT)).events
    assert told[-1] == e.GnomeRecruited(0, GnomeId("specialist-19"))


def test_bf_g20_ending_on_path_1_gives_one_more_gold(game: Scenario) -> None:
    game.given(*has("20"), tiles(0, guardian=1))
    told = game.when(0, procession(GuardianMove(OWN, STEP))).events
    assert told[-2:] == [e.PathHarvested(0, OWN, 1, GOLD), e.ResourcesGained(0, (GOLD,), "BF-G20")]


def test_bf_g20_q22_walking_past_path_1_gives_no_gold(game: Scenario) -> None:
    game.given(*has("20"), *built("red-09"), tiles(0, guardian=2))
    told = game.when(0, procession(GuardianMove(OWN, STEP * 2), steps=2)).events
    assert told[-1] == e.PathHarvested(0, OWN, 2, ROOT)


def test_bf_y14_g28_g29_q22_the_chosen_resource_is_doubled_and_the_gold_added(game: Scenario) -> None:
    game.given(*has("6 10 20"), *arrived(PINK), tiles(0, guardian=1))
    told = game.when(0, procession(GuardianMove(PINK, STEP), resources=(HERB,))).events
    assert told[2:] == [
        e.GuardianMoved(0, PINK, "start_area", "path:1"),
        e.PathHarvested(0, PINK, 1, HERB),
        e.ResourcesGained(0, (HERB,), "BF-G10"),
        e.ResourcesGained(0, (GOLD,), "BF-G20"),
    ]
    held = game.state.cities[0].resources
    assert (held.herb, held.gold) == (2, 1)


@pytest.mark.parametrize("gnomes,paid", [("20", 3), ("21", 2)])
def test_bf_g21_y10_a_ship_sails_one_route_further_than_paid(game: Scenario, gnomes: str, paid: int) -> None:
    game.given(*has(gnomes), e.ShipMoved(0, IslandId("t05")), tiles(0, ship=3))
    game.when(0, MoveShip(to=IslandId("t06"), payment=(Tile.SHIP,) * paid)).then_includes(
        e.TilesPaid(0, (Tile.SHIP,) * paid), e.ShipMoved(0, IslandId("t06"))
    )


@pytest.mark.parametrize("gnomes,paid", [("21", 3), ("22", 2)])
def test_bf_g22_y11_the_great_bonfire_turns_one_space_further_than_paid(
    game: Scenario, gnomes: str, paid: int
) -> None:
    game.given(*has(gnomes), e.GreatBonfireTurned(1, BonfireSpaceId("gb0")), tiles(0, great_bonfire=3))
    game.when(
        0,
        UseGreatBonfire(
            to=BonfireSpaceId("gb3"),
            payment=(Tile.GREAT_BONFIRE,) * paid,
            rewards=(Reward.TILE, Reward.RESOURCE),
        ),
    ).then_includes(e.TilesPaid(0, (Tile.GREAT_BONFIRE,) * paid))


def all_three(game: Scenario, position: int = 7) -> UseGreatBonfire:
    shape = next_portal(game, position)
    game.given(e.PortalsDealt(((), (shape,), (), (), (), (), ())), tiles(0, great_bonfire=1))
    return UseGreatBonfire(
        to=BonfireSpaceId("gb1"), payment=(Tile.GREAT_BONFIRE,), rewards=tuple(Reward), portal=shape
    )


def test_bf_g23_all_three_rewards_may_be_taken(game: Scenario) -> None:
    game.given(*has("23"))
    move = all_three(game)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=True),
        e.TilesPaid(0, (Tile.GREAT_BONFIRE,)),
        e.GreatBonfireTurned(0, BonfireSpaceId("gb1")),
        e.TilesGained(0, (Tile.GREAT_BONFIRE,), rule="BF-T54"),
        e.ResourcesGained(0, (ROOT,), rule="BF-T54"),
        e.PortalPlaced(0, next_portal(game), BonfireSpaceId("gb1"), 7),
    )


def test_bf_g23_only_two_rewards_are_taken_without_specialist_23(game: Scenario) -> None:
    game.when(0, all_three(game)).then_refused("wrong_rewards", rule="BF-T54")


def test_bf_g24_a_council_space_may_hold_several_own_novices(game: Scenario) -> None:
    game.given(*has("24"), e.NovicePlaced(0, CouncilSpace.SHIP, None), *a_fulfilled_task())
    game.when(0, lighting()).then_includes(e.NovicePlaced(0, CouncilSpace.SHIP, None))


def test_bf_g24_a_space_holds_one_own_novice_without_specialist_24(game: Scenario) -> None:
    game.given(e.NovicePlaced(0, CouncilSpace.SHIP, None), *a_fulfilled_task())
    game.when(0, lighting()).then_refused("council_space_taken", rule="BF-T63")


def test_bf_g24_q20_a_council_space_may_hold_several_neutral_novices(game: Scenario) -> None:
    game.given(
        e.NovicePlaced(1, CouncilSpace.SHIP, CommonTask.TASKS), e.CommonTaskFulfilled(0, CommonTask.PATHS)
    )
    move = PlaceNeutralNovice(common_task=CommonTask.PATHS, council_space=CouncilSpace.SHIP, take=Take.POINT)
    game.when(0, move).then_refused("council_space_taken", rule="BF-T68")
    game.given(*has("24"))
    game.when(0, move).then_includes(e.NovicePlaced(0, CouncilSpace.SHIP, CommonTask.PATHS))


def test_bf_g25_portals_may_be_placed_in_any_order(game: Scenario) -> None:
    game.given(*has("23 25"))
    move = all_three(game, position=3)
    game.when(0, move).then_includes(e.PortalPlaced(0, next_portal(game, 3), BonfireSpaceId("gb1"), 3))


def test_bf_g25_only_the_next_notch_is_filled_without_specialist_25(game: Scenario) -> None:
    game.given(*has("23"))
    game.when(0, all_three(game, position=3)).then_refused("no_fitting_portal", rule="BF-T55")


def with_two_offerings_on_the_island(game: Scenario) -> ReceiveTask:
    game.given(offering_piles("herb-1 herb-2 shell-1"), a_task_on("t03"), e.ShipMoved(0, IslandId("t03")))
    herbs = (o for o in OFFERINGS if "herb" in o)
    game.given(*(e.OfferingPlaced(0, offering, IslandId("t03"), Pile.LEFT) for offering in herbs))
    game.given(tiles(0, task=1), resources(0, herb=1, shell=1))
    return receiving(HERB, SHELL)


def test_bf_g26_y9_a_task_always_costs_one_tile(game: Scenario) -> None:
    game.given(*has("26"))
    game.when(0, with_two_offerings_on_the_island(game)).then_includes(
        e.TilesPaid(0, (Tile.TASK,)), e.ResourcesPaid(0, (HERB, SHELL))
    )


def test_bf_g26_own_offerings_raise_the_price_without_specialist_26(game: Scenario) -> None:
    game.when(0, with_two_offerings_on_the_island(game)).then_refused("cannot_pay", rule="BF-T29")


def test_bf_g30_gains_come_in_the_order_of_the_specialists_numbers(game: Scenario) -> None:
    joined = e.GnomeRecruited(0, GnomeId("elder-1"))
    game.given(*has("15 4"), joined)
    rules = [getattr(event, "rule", None) for event in reactions(game.state, joined)]
    assert rules == ["BF-G4", "BF-G15", "BF-L1"]


def test_bf_g30_a_common_task_is_rewarded_before_the_procession_of_an_arrival(game: Scenario) -> None:
    game.given(*arrived(PINK, Guardian.GREY, Guardian.BLUE))
    told = game.when(0, fetching(game, "17 19")).events
    assert told[2:] == [
        e.GuardianArrived(0, WOOD),
        e.CommonTaskFulfilled(0, CommonTask.GUARDIANS),
        e.ResourcesGained(0, (GOLD,), "BF-G19"),
        e.TilesGained(0, (Tile.YELLOW,), "BF-G19"),
        e.OfferMade(0, Arrival()),
    ]


def test_bf_g30_a_slot_is_refilled_after_all_gains_from_its_tile(game: Scenario) -> None:
    game.given(*has("8"), pile_1("red-09"), tiles(0, path=1))
    told = game.when(0, BuildPath(source=Source.DISPLAY_2, payment=(Tile.PATH,))).events
    assert told[-2:] == [
        e.ResourcesGained(0, (Resource.FRUIT,), "BF-G8"),
        e.PathSlotRefilled(2, PathTileId("path-red-09"), 1, reveals=True),
    ]


def test_bf_y34_k3_the_seventh_path_tile_may_come_from_a_pile(game: Scenario) -> None:
    rest = "red-02 red-03 red-04 red-05 red-06 red-07 red-08 red-09"
    piles = (cities.paths(rest), cities.paths(rest.replace("red", "blue")))
    game.given(e.PathsShuffled(cities.paths("yellow-01 yellow-02 yellow-03 yellow-04"), (8, 8), piles))
    game.given(*built("yellow-05 yellow-06 yellow-07 yellow-08 red-01"))
    game.given(e.OfferMade(0, Bonus(CouncilSpace.PATH)))
    move = ResolveBonus(path=PathTileId("path-blue-07"))
    told = game.when(0, move).events
    assert told[1:3] == [
        e.PathBuilt(0, PathTileId("path-blue-07"), 7, "choice", SHELL),
        e.CommonTaskFulfilled(0, CommonTask.PATHS),
    ]
    mixed = told[-1]
    assert isinstance(mixed, e.PathPilesShuffled)
    assert mixed.pile_sizes == (8, 7)


def test_bf_y35_c8_a_fate_tile_from_the_council_ignores_the_tiles_held(game: Scenario) -> None:
    game.given(tiles(0, ship=6), e.OfferMade(0, Bonus(CouncilSpace.FATE)))
    move = ResolveBonus(end=End.TOP, anchor=FateCell(2, 3), rotation=0)
    told = game.when(0, move).events
    assert not any(isinstance(event, e.TilesDiscarded) for event in told)
    assert game.state.cities[0].tiles.ship > 6
