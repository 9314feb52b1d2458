"""Processions (BF-T37 to BF-T43), the choice of the resource (BF-G6), and the free procession (BF-G17)."""

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    BOARD,
    GREAT_BONFIRE,
    PATH_TILE,
    Guardian,
    IslandId,
    PathTileId,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.commands import EndTurn, GuardianMove, MakeProcession, RetrieveGuardian, Stride
from domain.bonfire.state import Arrival
from domain.bonfire.walking import can_step, routes, standing
from domain.kernel.messages import Event
from tests.support.builders import tiles
from tests.support.cities import gnomes
from tests.support.scenario import Scenario

OWN, PINK, GREY, WOOD, BLUE = Guardian.OWN, Guardian.PINK, Guardian.GREY, Guardian.WOOD, Guardian.BLUE
ALONG, ASIDE = Stride.PATH, Stride.BONFIRE
FRUIT, HERB, SHELL, GOLD = Resource.FRUIT, Resource.HERB, Resource.SHELL, Resource.GOLD
BLOSSOM = Resource.BLOSSOM
# Paths 2 to 7, with herb, fruit, shell, root, blossom, fruit.
BUILT = ("blue-05", "red-03", "blue-07", "red-09", "yellow-01", "yellow-03")


def paths(last: int) -> list[Event]:
    """All path tiles up to a position; the first one is always there."""
    ids = [PathTileId(f"path-{name}") for name in BUILT[: last - 1]]
    return [
        e.PathBuilt(0, path, position, "pile:1", PATH_TILE[path].resource)
        for position, path in enumerate(ids, start=2)
    ]


def stand(**places: str) -> list[Event]:
    """Guardians where `pink="path:2"` says; the own one has been in the start area from the beginning."""
    arrived = [e.GuardianArrived(0, Guardian(name)) for name in places if name != "own"]
    moved = [e.GuardianMoved(0, Guardian(name), "start_area", place) for name, place in places.items()]
    return [*arrived, *moved]


def specialists(listed: str) -> list[Event]:
    return [e.GnomeRecruited(0, card) for card in gnomes(listed)]


def task(position: int, *, lit: bool = False) -> list[Event]:
    key = TaskId(f"red-{position:02}")
    received = e.TaskReceived(0, key, IslandId("t01"), position)
    return [received, e.BonfireLit(0, key, position)] if lit else [received]


def portal(game: Scenario, position: int) -> Event:
    """The portal of a notch, from wherever one lies."""
    shape = BOARD[game.state.cities[0].board].portals[position - 1]
    spaces = zip(GREAT_BONFIRE, game.state.board.portals)
    space = next(space for space, lying in spaces if shape in lying)
    return e.PortalPlaced(0, shape, space.id, position)


def bonfire(game: Scenario, position: int) -> list[Event]:
    """A lit bonfire with its portal: a guardian may go there."""
    return [*task(position, lit=True), portal(game, position)]


def walk(guardian: Guardian, *steps: Stride) -> GuardianMove:
    return GuardianMove(guardian, steps)


def march(steps: int, *moves: GuardianMove, resources: tuple[Resource, ...] = ()) -> MakeProcession:
    """A procession paid with guardian tiles alone."""
    paid = (Tile.GUARDIAN,) * steps
    if resources:
        return MakeProcession(steps=steps, payment=paid, moves=moves, resources=resources)
    return MakeProcession(steps=steps, payment=paid, moves=moves)


def moved(guardian: Guardian, origin: str, destination: str) -> Event:
    return e.GuardianMoved(0, guardian, origin, destination)


def harvested(guardian: Guardian, position: int, resource: Resource) -> Event:
    return e.PathHarvested(0, guardian, position, resource)


def begun(form: MakeProcession, paid: int) -> list[Event]:
    return [e.ActionTaken(0, form, main=True), e.TilesPaid(0, (Tile.GUARDIAN,) * paid)]


def test_bf_t37_q30_one_tile_moves_a_guardian_from_the_start_area_to_path_1(game: Scenario) -> None:
    game.given(tiles(0, guardian=1))
    form = march(1, walk(OWN, ALONG))
    game.when(0, MakeProcession()).then(
        *begun(form, 1), moved(OWN, "start_area", "path:1"), harvested(OWN, 1, GOLD)
    )


def test_bf_t37_a_procession_without_a_tile_is_refused(game: Scenario) -> None:
    game.given(tiles(0, path=1))
    game.when(0, march(1, walk(OWN, ALONG))).then_refused("cannot_pay", rule="BF-T37")
    assert game.legal(0, MakeProcession) == []


def test_bf_t37_as_many_steps_as_can_be_paid_may_be_bought(game: Scenario) -> None:
    game.given(tiles(0, guardian=2, yellow=1, path=3))
    assert game.legal(0, MakeProcession) == [MakeProcession(steps=steps) for steps in (1, 2, 3, 4)]
    game.when(0, MakeProcession(steps=5)).then_refused("cannot_pay", rule="BF-T37")


@pytest.mark.parametrize("steps", [0, -1])
def test_bf_t37_at_least_one_step_must_be_paid(game: Scenario, steps: int) -> None:
    game.given(tiles(0, guardian=1))
    game.when(0, MakeProcession(steps=steps)).then_refused("too_few_steps", rule="BF-T37")


def test_bf_t37_a_guardian_takes_no_more_steps_than_paid(game: Scenario) -> None:
    game.given(*paths(4), tiles(0, guardian=3))
    game.when(0, march(2, walk(OWN, ALONG, ALONG, ALONG))).then_refused("too_many_steps", rule="BF-T37")


def test_bf_t37_every_guardian_may_take_all_the_steps_paid(game: Scenario) -> None:
    game.given(*paths(5), *stand(own="path:2", pink="path:1"), tiles(0, guardian=2))
    form = march(2, walk(OWN, ALONG, ALONG), walk(PINK, ALONG, ALONG))
    game.when(0, form).then(
        *begun(form, 2),
        moved(OWN, "path:2", "path:4"),
        harvested(OWN, 4, SHELL),
        moved(PINK, "path:1", "path:3"),
        harvested(PINK, 3, FRUIT),
    )


def test_bf_g2_t37_specialist_2_adds_one_step_to_those_paid(game: Scenario) -> None:
    game.given(*specialists("2"), *paths(3), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ALONG, ALONG, ALONG))).then_refused("too_many_steps", rule="BF-T37")
    form = march(1, walk(OWN, ALONG, ALONG))
    game.when(0, form).then(*begun(form, 1), moved(OWN, "start_area", "path:2"), harvested(OWN, 2, HERB))


def test_bf_t38_the_highest_path_position_goes_first_and_the_start_area_last(game: Scenario) -> None:
    game.given(*paths(7), *stand(own="path:1", pink="path:3", grey="start_area"), tiles(0, guardian=1))
    game.when(0, MakeProcession(steps=1)).then_accepted()
    assert game.legal(0) == [MakeProcession(moves=(walk(PINK, *steps),)) for steps in ((), (ALONG,))]
    game.when(0, MakeProcession(moves=(walk(PINK, ALONG),))).then_accepted()
    assert game.legal(0) == [MakeProcession(moves=(walk(OWN, *steps),)) for steps in ((), (ALONG,))]
    game.when(0, MakeProcession(moves=(walk(OWN),))).then(
        *begun(march(1, walk(PINK, ALONG), walk(OWN)), 1),
        moved(PINK, "path:3", "path:4"),
        harvested(PINK, 4, SHELL),
    )


def test_bf_t38_moves_in_another_order_are_refused(game: Scenario) -> None:
    game.given(*paths(7), *stand(own="path:1", pink="path:3"), tiles(0, guardian=1))
    wrong = march(1, walk(OWN, ALONG), walk(PINK, ALONG))
    game.when(0, wrong).then_refused("wrong_order", rule="BF-T38")


def test_bf_t38_a_guardian_moves_only_once(game: Scenario) -> None:
    game.given(*paths(7), *stand(own="path:1"), tiles(0, guardian=2))
    twice = march(2, walk(OWN, ALONG), walk(OWN, ALONG))
    game.when(0, twice).then_refused("wrong_order", rule="BF-T38")


def test_bf_t38_the_player_chooses_the_order_in_the_start_area(game: Scenario) -> None:
    game.given(*paths(3), *stand(wood="start_area", pink="start_area"), tiles(0, guardian=2))
    game.when(0, march(2)).then_accepted()
    first = {
        answer.moves[0].guardian
        for answer in game.legal(0)
        if isinstance(answer, MakeProcession) and answer.moves
    }
    assert first == {OWN, WOOD, PINK}
    game.when(0, MakeProcession(moves=(walk(PINK, ALONG, ALONG),))).then_accepted()
    game.when(0, MakeProcession(moves=(walk(WOOD, ALONG),))).then(
        *begun(march(2, walk(PINK, ALONG, ALONG), walk(WOOD, ALONG)), 2),
        moved(PINK, "start_area", "path:2"),
        harvested(PINK, 2, HERB),
        moved(WOOD, "start_area", "path:1"),
        harvested(WOOD, 1, GOLD),
    )


def test_bf_t38_guardians_omitted_from_a_list_stay(game: Scenario) -> None:
    game.given(*paths(7), *stand(own="path:5", pink="path:3", grey="path:1"), tiles(0, guardian=1))
    form = march(1, walk(PINK, ALONG), walk(GREY, ALONG))
    game.when(0, form).then(
        *begun(form, 1),
        moved(PINK, "path:3", "path:4"),
        harvested(PINK, 4, SHELL),
        moved(GREY, "path:1", "path:2"),
        harvested(GREY, 2, HERB),
    )


def test_bf_t38_guardians_after_the_last_one_in_a_list_stay(game: Scenario) -> None:
    game.given(*paths(7), *stand(own="path:5", pink="path:3", grey="start_area"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ALONG))).then(
        *begun(march(1, walk(OWN, ALONG), walk(PINK), walk(GREY)), 1),
        moved(OWN, "path:5", "path:6"),
        harvested(OWN, 6, BLOSSOM),
    )


def test_bf_t41_an_omitted_guardian_who_must_walk_does_not_stay(game: Scenario) -> None:
    game.given(*paths(3), *stand(own="path:2", pink="start_area"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN))).then(
        *begun(march(1, walk(OWN), walk(PINK, ALONG)), 1),
        moved(PINK, "start_area", "path:1"),
        harvested(PINK, 1, GOLD),
    )


def test_bf_t38_guardians_are_asked_for_one_by_one(game: Scenario) -> None:
    game.given(*paths(7), *stand(own="path:5", pink="path:3"), tiles(0, guardian=1))
    game.when(0, march(1)).then_accepted()
    game.when(0, MakeProcession(moves=(walk(OWN, ALONG),))).then_accepted()
    assert game.legal(0) == [MakeProcession(moves=(walk(PINK, *steps),)) for steps in ((), (ALONG,))]


def test_bf_t39_a_step_beyond_the_built_path_is_refused(game: Scenario) -> None:
    game.given(*paths(2), tiles(0, guardian=3))
    game.when(0, march(3, walk(OWN, ALONG, ALONG, ALONG))).then_refused("path_not_built", rule="BF-T39")


def test_bf_y13_t39_t40_the_guardian_ahead_must_leave_first(game: Scenario) -> None:
    game.given(*paths(4), *stand(own="path:3", pink="path:2"), tiles(0, guardian=1))
    stays = march(1, walk(OWN), walk(PINK, ALONG))
    game.when(0, stays).then_refused("nobody_moves", rule="BF-T41")
    form = march(1, walk(OWN, ALONG), walk(PINK, ALONG))
    game.when(0, form).then(
        *begun(form, 1),
        moved(OWN, "path:3", "path:4"),
        harvested(OWN, 4, SHELL),
        moved(PINK, "path:2", "path:3"),
        harvested(PINK, 3, FRUIT),
    )


def test_bf_t40_a_guardian_cannot_jump_over_an_occupied_tile(game: Scenario) -> None:
    game.given(*paths(4), *stand(own="path:2", pink="path:1"), tiles(0, guardian=2))
    jump = march(2, walk(OWN, ALONG), walk(PINK, ALONG, ALONG))
    game.when(0, jump).then_refused("path_occupied", rule="BF-T39")


def test_bf_t40_a_guardian_at_a_bonfire_takes_no_part(game: Scenario) -> None:
    game.given(*paths(4), *bonfire(game, 3), *stand(own="bonfire:3", pink="path:2"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ALONG))).then_refused("guardian_at_bonfire", rule="BF-T40")
    game.when(0, march(1, walk(PINK, ALONG))).then_includes(moved(PINK, "path:2", "path:3"))


def test_bf_t39_a_guardian_who_is_not_in_the_city_is_refused(game: Scenario) -> None:
    game.given(tiles(0, guardian=1))
    game.when(0, march(1, walk(BLUE, ALONG))).then_refused("guardian_not_in_city", rule="BF-T37")


def test_bf_x12_t39_t42_a_guardian_at_a_bonfire_gathers_nothing(game: Scenario) -> None:
    game.given(*paths(3), *bonfire(game, 3), *stand(own="path:1", pink="path:2"), tiles(0, guardian=2))
    form = march(2, walk(PINK, ALONG, ASIDE), walk(OWN))
    game.when(0, form).then(*begun(form, 2), moved(PINK, "path:2", "bonfire:3"))


def test_bf_t39_a_guardians_move_ends_at_a_bonfire(game: Scenario) -> None:
    game.given(*paths(4), *bonfire(game, 1), tiles(0, guardian=3))
    game.when(0, march(3, walk(OWN, ALONG, ASIDE, ALONG))).then_refused("move_ended", rule="BF-T39")
    game.when(0, march(3, walk(OWN, ALONG, ASIDE, ASIDE))).then_refused("not_on_a_path", rule="BF-T39")


def test_bf_t39_q30_no_bonfire_is_reached_from_the_start_area(game: Scenario) -> None:
    game.given(*bonfire(game, 1), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ASIDE))).then_refused("not_on_a_path", rule="BF-T39")


def test_bf_y18_q15_t39_a_bonfire_without_its_portal_cannot_be_entered(game: Scenario) -> None:
    game.given(*paths(4), *task(3, lit=True), *stand(own="path:3"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ASIDE))).then_refused("portal_missing", rule="BF-T39")


def test_bf_y19_q29_t39_an_unlit_task_cannot_be_entered(game: Scenario) -> None:
    game.given(*paths(4), *task(3), portal(game, 3), *stand(own="path:3"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ASIDE))).then_refused("bonfire_not_lit", rule="BF-T39")


def test_bf_t39_a_bonfire_holds_one_guardian(game: Scenario) -> None:
    game.given(*paths(4), *bonfire(game, 3), *stand(own="path:3", pink="bonfire:3"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN, ASIDE))).then_refused("bonfire_occupied", rule="BF-T39")


def test_bf_t41_q8_a_procession_in_which_no_guardian_can_step_is_refused(game: Scenario) -> None:
    game.given(*stand(own="path:1"), tiles(0, guardian=1))
    game.when(0, MakeProcession(steps=1)).then_refused("nobody_can_step", rule="BF-T41")
    assert game.legal(0, MakeProcession) == []


def test_bf_t41_a_guardian_may_take_fewer_steps_than_allowed(game: Scenario) -> None:
    game.given(*paths(4), tiles(0, guardian=3))
    form = march(3, walk(OWN, ALONG))
    game.when(0, form).then(*begun(form, 3), moved(OWN, "start_area", "path:1"), harvested(OWN, 1, GOLD))


def test_bf_y50_t41_staying_is_refused_when_no_later_guardian_could_step(game: Scenario) -> None:
    game.given(*paths(3), *stand(own="path:2", pink="path:1"), tiles(0, guardian=1))
    game.when(0, MakeProcession(steps=1)).then_includes(
        e.MoveBegun(0, march(1, walk(OWN, ALONG))),
    )
    game.when(0, MakeProcession(moves=(walk(PINK),))).then(
        *begun(march(1, walk(OWN, ALONG), walk(PINK)), 1),
        moved(OWN, "path:2", "path:3"),
        harvested(OWN, 3, FRUIT),
    )


def test_bf_y50_t41_a_list_in_which_all_guardians_stay_is_refused(game: Scenario) -> None:
    game.given(*paths(3), *stand(own="path:2", pink="path:1"), tiles(0, guardian=1))
    game.when(0, march(1, walk(OWN))).then_refused("nobody_moves", rule="BF-T41")
    game.when(0, march(1, walk(PINK))).then_refused("nobody_moves", rule="BF-T41")


def test_bf_x11_t38_t42_path_1_gives_gold_and_other_tiles_their_resource(game: Scenario) -> None:
    game.given(*paths(3), *stand(own="path:2", wood="start_area", pink="start_area"), tiles(0, guardian=1))
    form = march(1, walk(OWN, ALONG), walk(WOOD, ALONG))
    game.when(0, form).then(
        *begun(form, 1),
        moved(OWN, "path:2", "path:3"),
        harvested(OWN, 3, FRUIT),
        moved(WOOD, "start_area", "path:1"),
        harvested(WOOD, 1, GOLD),
    )
    assert game.state.cities[0].resources.fruit == game.state.cities[0].resources.gold == 1


def test_bf_t42_a_guardian_who_stays_gathers_nothing(game: Scenario) -> None:
    game.given(*paths(4), *stand(own="path:3", pink="path:1"), tiles(0, guardian=1))
    form = march(1, walk(OWN), walk(PINK, ALONG))
    game.when(0, form).then(*begun(form, 1), moved(PINK, "path:1", "path:2"), harvested(PINK, 2, HERB))


def test_bf_t43_t5_the_price_is_paid_before_guardians_gather(game: Scenario) -> None:
    game.given(*paths(4), *stand(own="path:2", pink="path:1"), tiles(0, yellow=1))
    form = MakeProcession(steps=1, payment=(Tile.YELLOW,), moves=(walk(OWN, ALONG), walk(PINK, ALONG)))
    told = game.when(0, form).events
    assert [type(event) for event in told] == [
        e.ActionTaken,
        e.TilesPaid,
        e.GuardianMoved,
        e.PathHarvested,
        e.GuardianMoved,
        e.PathHarvested,
    ]


def test_bf_t4_a_begun_procession_must_be_finished_first(game: Scenario) -> None:
    game.given(*paths(4), tiles(0, guardian=2))
    game.when(0, march(2)).then_accepted()
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")


def test_bf_t4_moves_sent_before_the_price_leave_only_fitting_prices(game: Scenario) -> None:
    game.given(*paths(4), tiles(0, guardian=3))
    game.when(0, MakeProcession(moves=(walk(OWN, ALONG, ALONG),))).then_accepted()
    assert game.legal(0) == [MakeProcession(steps=2), MakeProcession(steps=3)]


def test_bf_g1_y46_t38_the_player_orders_two_guardians_on_one_tile(game: Scenario) -> None:
    game.given(*specialists("1"), *paths(4), *stand(own="path:2", pink="path:2"), tiles(0, guardian=2))
    game.when(0, march(2)).then_accepted()
    first = {
        answer.moves[0].guardian
        for answer in game.legal(0)
        if isinstance(answer, MakeProcession) and answer.moves
    }
    assert first == {OWN, PINK}
    game.when(0, MakeProcession(moves=(walk(PINK, ALONG, ALONG),))).then_accepted()
    game.when(0, MakeProcession(moves=(walk(OWN, ALONG, ALONG),))).then(
        *begun(march(2, walk(PINK, ALONG, ALONG), walk(OWN, ALONG, ALONG)), 2),
        moved(PINK, "path:2", "path:4"),
        harvested(PINK, 4, SHELL),
        moved(OWN, "path:2", "path:4"),
        harvested(OWN, 4, SHELL),
    )


def test_bf_g1_t39_a_bonfire_holds_one_guardian_even_with_specialist_1(game: Scenario) -> None:
    game.given(*specialists("1"), *paths(3), *bonfire(game, 2), tiles(0, guardian=1))
    game.given(*stand(own="path:2", pink="path:2"))
    both = march(1, walk(OWN, ASIDE), walk(PINK, ASIDE))
    game.when(0, both).then_refused("bonfire_occupied", rule="BF-T39")


def test_bf_g6_q18_g28_any_basic_resource_may_be_chosen_instead(game: Scenario) -> None:
    game.given(*specialists("6"), *paths(3), *stand(own="path:1"), tiles(0, guardian=1))
    game.when(0, MakeProcession(steps=1)).then(e.MoveBegun(0, march(1, walk(OWN, ALONG))))
    assert game.legal(0) == [MakeProcession(resources=(resource,)) for resource in BASIC_RESOURCES]
    game.when(0, MakeProcession(resources=(GOLD,))).then_refused("resource_not_choosable", rule="BF-G6")
    form = march(1, walk(OWN, ALONG), resources=(SHELL,))
    game.when(0, MakeProcession(resources=(SHELL,))).then(
        *begun(form, 1), moved(OWN, "path:1", "path:2"), harvested(OWN, 2, SHELL)
    )


def test_bf_g6_q18_gold_can_still_be_gathered_on_path_1(game: Scenario) -> None:
    game.given(*specialists("6"), tiles(0, guardian=1))
    form = march(1, walk(OWN, ALONG), resources=(GOLD,))
    game.when(0, form).then(*begun(form, 1), moved(OWN, "start_area", "path:1"), harvested(OWN, 1, GOLD))


def test_bf_g6_the_resource_is_asked_right_after_each_move(game: Scenario) -> None:
    game.given(*specialists("6"), *paths(4), *stand(own="path:2", pink="path:1"), tiles(0, guardian=1))
    game.when(0, MakeProcession(steps=1)).then_accepted()  # the own one has to walk
    assert all(isinstance(answer, MakeProcession) and answer.resources for answer in game.legal(0))
    game.when(0, MakeProcession(resources=(HERB,))).then_accepted()
    game.when(0, MakeProcession(moves=(walk(PINK, ALONG),))).then_accepted()
    form = march(1, walk(OWN, ALONG), walk(PINK, ALONG), resources=(HERB, SHELL))
    game.when(0, MakeProcession(resources=(SHELL,))).then(
        *begun(form, 1),
        moved(OWN, "path:2", "path:3"),
        harvested(OWN, 3, HERB),
        moved(PINK, "path:1", "path:2"),
        harvested(PINK, 2, SHELL),
    )


def test_bf_g6_a_guardian_at_a_bonfire_has_no_resource_to_choose(game: Scenario) -> None:
    game.given(*specialists("6"), *paths(2), *bonfire(game, 2), *stand(own="path:2"), tiles(0, guardian=1))
    form = march(1, walk(OWN, ASIDE))
    game.when(0, form).then(*begun(form, 1), moved(OWN, "path:2", "bonfire:2"))


def test_bf_g6_more_resources_than_gathering_guardians_are_refused(game: Scenario) -> None:
    game.given(*specialists("6"), tiles(0, guardian=1))
    form = march(1, walk(OWN, ALONG), resources=(GOLD, HERB))
    game.when(0, form).then_refused("unexpected_field", rule="BF-G6")


def test_bf_g6_a_resource_cannot_be_chosen_without_specialist_6(game: Scenario) -> None:
    game.given(tiles(0, guardian=1))
    form = march(1, walk(OWN, ALONG), resources=(GOLD,))
    game.when(0, form).then_refused("unexpected_field", rule="BF-G6")


def test_bf_y14_g10_g20_g28_g29_q22_a_chosen_resource_is_doubled_and_a_gold_added(game: Scenario) -> None:
    game.given(*specialists("6 10 20"), *paths(2), *stand(own="path:2", pink="start_area"))
    game.given(tiles(0, guardian=1))
    form = march(1, walk(PINK, ALONG), resources=(HERB,))
    game.when(0, form).then(
        *begun(form, 1),
        moved(PINK, "start_area", "path:1"),
        harvested(PINK, 1, HERB),
        e.ResourcesGained(0, (HERB,), "BF-G10"),
        e.ResourcesGained(0, (GOLD,), "BF-G20"),
    )


@pytest.mark.parametrize("card,guardian", [("10", PINK), ("11", GREY), ("12", WOOD), ("13", BLUE)])
def test_bf_g10_g11_g12_g13_t42_the_guardian_of_a_specialist_gathers_twice(
    game: Scenario, card: str, guardian: Guardian
) -> None:
    game.given(*specialists(card), *paths(3), *stand(own="path:2", **{guardian.value: "path:1"}))
    game.given(tiles(0, guardian=1))
    form = march(1, walk(OWN, ALONG), walk(guardian, ALONG))
    game.when(0, form).then(
        *begun(form, 1),
        moved(OWN, "path:2", "path:3"),
        harvested(OWN, 3, FRUIT),
        moved(guardian, "path:1", "path:2"),
        harvested(guardian, 2, HERB),
        e.ResourcesGained(0, (HERB,), f"BF-G{card}"),
    )


def test_bf_q22_g20_passing_path_1_gives_no_gold(game: Scenario) -> None:
    game.given(*specialists("20"), *paths(2), tiles(0, guardian=2))
    form = march(2, walk(OWN, ALONG, ALONG))
    game.when(0, form).then(*begun(form, 2), moved(OWN, "start_area", "path:2"), harvested(OWN, 2, HERB))


def arrival(game: Scenario) -> None:
    """Wood has just been retrieved, and specialist 17 lets everybody step."""
    game.given(e.ShipMoved(0, IslandId("g_wood")), tiles(0, guardian=1))
    game.when(0, RetrieveGuardian(payment=(Tile.GUARDIAN,))).then_includes(
        e.GuardianArrived(0, WOOD), e.OfferMade(0, Arrival())
    )


def test_bf_y15_g17_q48_a_free_procession_after_an_arrival_gives_no_resources(
    game: Scenario,
) -> None:
    game.given(*specialists("17 20"), *paths(2), *stand(own="path:1"))
    arrival(game)
    form = MakeProcession(moves=(walk(OWN, ALONG), walk(WOOD, ALONG)))
    game.when(0, form).then(
        e.ActionTaken(0, form, main=False),
        moved(OWN, "path:1", "path:2"),
        moved(WOOD, "start_area", "path:1"),
    )
    assert game.state.offer is None


def test_bf_q48_g17_all_guardians_may_stay_in_the_free_procession(game: Scenario) -> None:
    game.given(*specialists("17"), *paths(2), *stand(own="path:1"))
    arrival(game)
    assert game.legal(0) == [MakeProcession(moves=(walk(OWN, *steps),)) for steps in ((), (ALONG,))]
    form = MakeProcession(moves=(walk(OWN),))
    game.when(0, form).then(e.ActionTaken(0, form, main=False))


def test_bf_g17_the_free_procession_has_one_step(game: Scenario) -> None:
    game.given(*specialists("17"), *paths(3), *stand(own="path:1"))
    arrival(game)
    long = MakeProcession(moves=(walk(OWN, ALONG, ALONG),))
    game.when(0, long).then_refused("too_many_steps", rule="BF-T37")


def test_bf_y16_q17_g2_g17_specialist_2_gives_the_free_procession_two_steps(game: Scenario) -> None:
    game.given(*specialists("2 17"), *paths(3), *stand(own="path:1"))
    arrival(game)
    form = MakeProcession(moves=(walk(OWN, ALONG, ALONG), walk(WOOD, ALONG, ALONG)))
    game.when(0, form).then(
        e.ActionTaken(0, form, main=False),
        moved(OWN, "path:1", "path:3"),
        moved(WOOD, "start_area", "path:2"),
    )


@pytest.mark.parametrize(
    "form,rule",
    [
        (MakeProcession(steps=1), "BF-G17"),
        (MakeProcession(payment=(Tile.GUARDIAN,)), "BF-G17"),
        (MakeProcession(resources=(HERB,)), "BF-G6"),
    ],
)
def test_bf_g17_g28_the_free_procession_refuses_payment_and_resources(
    game: Scenario, form: MakeProcession, rule: str
) -> None:
    game.given(*specialists("6 17"), *paths(3), *stand(own="path:1"))
    arrival(game)
    game.when(0, form).then_refused("unexpected_field", rule=rule)


def test_bf_g17_no_free_procession_when_no_guardian_can_step(game: Scenario) -> None:
    game.given(*specialists("17"), *stand(own="path:1"), e.ShipMoved(0, IslandId("g_wood")))
    game.given(tiles(0, guardian=1))
    form = RetrieveGuardian(payment=(Tile.GUARDIAN,))
    game.when(0, form).then(
        e.ActionTaken(0, form, main=True),
        e.TilesPaid(0, (Tile.GUARDIAN,)),
        e.GuardianArrived(0, WOOD),
    )


def test_bf_t39_routes_list_every_way_a_guardian_can_walk(game: Scenario) -> None:
    game.given(*paths(3), *bonfire(game, 2), *stand(own="path:1"))
    city = game.state.cities[0]
    ways = list(routes(city, standing(city), "path:1", 3))
    assert ways == [
        ((ALONG,), "path:2"),
        ((ALONG, ASIDE), "bonfire:2"),
        ((ALONG, ALONG), "path:3"),
    ]
    assert can_step(city, 1)
    assert not can_step(city, 0)
