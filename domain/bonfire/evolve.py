"""One small function for each event, and the EVOLVE table. The functions apply no rules and draw nothing."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.catalogue import BONFIRE_SPACE, GREAT_BONFIRE, CouncilSpace, Guardian, Resource, Tile
from domain.bonfire.commands import End, Pile
from domain.bonfire.state import (
    HUMAN_SEAT,
    TOM,
    TOM_SEAT,
    Board,
    Bonfire,
    City,
    CouncilSeats,
    Countdown,
    GuardianPlace,
    IslandGuardians,
    IslandTasks,
    Novice,
    Offering,
    Phase,
    Resources,
    SeatStatus,
    TaskSpace,
    Tiles,
    Tom,
    TomAsks,
    TomsTurn,
    Turn,
    TurnStep,
)
from domain.kernel.agenda import Pending, begun, finished, pop, push, reassigned, restated
from domain.kernel.messages import Event

T = TypeVar("T")
_TOMS_TURN: Pending[Any, Any] = Pending(TomsTurn(), automa=TOM)


def evolve(state: Bonfire | None, event: Any) -> Bonfire:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)


def with_tiles(held: Tiles, tiles: Iterable[Tile], sign: int = 1) -> Tiles:
    """A supply with tiles added or removed."""
    return replace(held, **_counted(held, tiles, sign))


def with_resources(held: Resources, resources: Iterable[Resource], sign: int = 1) -> Resources:
    """A supply with resources added or removed."""
    return replace(held, **_counted(held, resources, sign))


def _counted(held: Tiles | Resources, tokens: Iterable[Tile | Resource], sign: int) -> dict[str, int]:
    counts: dict[str, int] = {}
    for token in tokens:
        name = token.value
        counts[name] = counts.get(name, getattr(held, name)) + sign
    return counts


def _at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _city(state: Bonfire, seat: int, **changes: Any) -> Bonfire:
    return replace(state, cities=_at(state.cities, seat, replace(state.cities[seat], **changes)))


def _board(state: Bonfire, **changes: Any) -> Bonfire:
    return replace(state, board=replace(state.board, **changes))


def _turn(state: Bonfire, **changes: Any) -> Bonfire:
    return replace(state, turn=replace(state.turn, **changes))


def _board_laid_out(_: Bonfire | None, event: e.BoardLaidOut) -> Bonfire:
    board = Board(
        guardians=event.guardians,
        elders=event.elders,
        neutral_novices=event.neutral_novices,
        council=tuple(CouncilSeats(space) for space in CouncilSpace),
    )
    return Bonfire(players=event.players, agenda=(), board=board)


def _cities_dealt(state: Bonfire, event: e.CitiesDealt) -> Bonfire:
    """BF-S14: each seat's own guardian stands in the start area."""
    own = (GuardianPlace(Guardian.OWN, "start_area"),)
    cities = (City(dealt.color, dealt.board, dealt.extension, guardians=own) for dealt in event.cities)
    return replace(state, cities=tuple(cities))


def _paths_shuffled(state: Bonfire, event: e.PathsShuffled) -> Bonfire:
    return _board(state, path_display=event.path_display, path_piles=event.piles)


def _specialists_shuffled(state: Bonfire, event: e.SpecialistsShuffled) -> Bonfire:
    return _board(state, specialists=event.specialists, gnome_pile=event.gnome_pile)


def _offerings_shuffled(state: Bonfire, event: e.OfferingsShuffled) -> Bonfire:
    return _city(
        state, event.seat, offerings_left=event.offerings_left, offerings_right=event.offerings_right
    )


def _fate_tiles_shuffled(state: Bonfire, event: e.FateTilesShuffled) -> Bonfire:
    return _city(state, event.seat, fate_supply=event.fate_supply, fate_reserve=event.fate_reserve)


def _action_taken(state: Bonfire, event: e.ActionTaken) -> Bonfire:
    turn = replace(state.turn, begun=True, main_done=state.turn.main_done or event.main)
    agenda = state.agenda
    return replace(state, turn=turn, agenda=pop(agenda) if len(agenda) > 1 else finished(agenda, event.seat))


def _offer_made(state: Bonfire, event: e.OfferMade) -> Bonfire:
    """The human decides Tom's questions."""
    seat = HUMAN_SEAT if isinstance(event.offer, TomAsks) else event.seat
    return replace(state, agenda=push(state.agenda, Pending(event.offer, seats=(seat,))))


def _turn_begun(state: Bonfire, event: e.TurnBegun) -> Bonfire:
    toms = state.tom is not None and event.seat == TOM_SEAT
    step = _TOMS_TURN if toms else Pending(TurnStep(), seats=(event.seat,))
    return replace(state, turn=Turn(event.turn, state.turn.round, event.seat), agenda=(step,))


def _tiles_gained(state: Bonfire, event: e.TilesGained) -> Bonfire:
    return _city(state, event.seat, tiles=with_tiles(state.cities[event.seat].tiles, event.tiles))


def _tiles_gone(state: Bonfire, event: e.TilesPaid | e.TilesDiscarded) -> Bonfire:
    return _city(state, event.seat, tiles=with_tiles(state.cities[event.seat].tiles, event.tiles, -1))


def _resources_gained(state: Bonfire, event: e.ResourcesGained) -> Bonfire:
    held = state.cities[event.seat].resources
    return _city(state, event.seat, resources=with_resources(held, event.resources))


def _resources_paid(state: Bonfire, event: e.ResourcesPaid) -> Bonfire:
    held = state.cities[event.seat].resources
    return _city(state, event.seat, resources=with_resources(held, event.resources, -1))


def _points_gained(state: Bonfire, event: e.PointsGained) -> Bonfire:
    return _city(state, event.seat, points=state.cities[event.seat].points + event.points)


def _start_fate_tile_chosen(state: Bonfire, event: e.StartFateTileChosen) -> Bonfire:
    return _city(state, event.seat, fate=(event.placed,), fate_supply=event.fate_supply, fate_reserve=None)


def _fate_tile_placed(state: Bonfire, event: e.FateTilePlaced) -> Bonfire:
    city = state.cities[event.seat]
    left = city.fate_supply[1:] if event.end is End.TOP else city.fate_supply[:-1]
    return _city(state, event.seat, fate=(*city.fate, event.placed), fate_supply=left)


def _symbols_covered(state: Bonfire, event: e.SymbolsCovered) -> Bonfire:
    city = state.cities[event.seat]
    return _city(
        state,
        event.seat,
        tiles=with_tiles(city.tiles, event.tiles),
        resources=with_resources(city.resources, event.resources),
    )


def _task_received(state: Bonfire, event: e.TaskReceived) -> Bonfire:
    spaces = _at(state.cities[event.seat].spaces, event.position - 1, TaskSpace(event.task))
    islands = tuple(
        IslandTasks(entry.island, tuple(task for task in entry.tasks if task != event.task))
        for entry in state.board.tasks
    )
    return _board(_city(state, event.seat, spaces=spaces), tasks=islands)


def _offering_placed(state: Bonfire, event: e.OfferingPlaced) -> Bonfire:
    city = state.cities[event.seat]
    placed = (*city.offerings, Offering(event.offering, event.island))
    left, right = city.offerings_left, city.offerings_right
    if event.pile is Pile.LEFT:
        left = left[1:]
    else:
        right = right[1:]
    return _city(
        state, event.seat, offerings=placed, offerings_left=left, offerings_right=right, unturned=event.pile
    )


def _guardian_arrived(state: Bonfire, event: e.GuardianArrived) -> Bonfire:
    islands = tuple(
        IslandGuardians(entry.guardian, entry.left - (entry.guardian is event.guardian))
        for entry in state.board.guardians
    )
    stands = (*state.cities[event.seat].guardians, GuardianPlace(event.guardian, "start_area"))
    return _board(_city(state, event.seat, guardians=stands), guardians=islands)


def _guardian_moved(state: Bonfire, event: e.GuardianMoved) -> Bonfire:
    stands = tuple(
        GuardianPlace(place.guardian, event.destination) if place.guardian is event.guardian else place
        for place in state.cities[event.seat].guardians
    )
    return _city(state, event.seat, guardians=stands)


def _path_harvested(state: Bonfire, event: e.PathHarvested) -> Bonfire:
    held = state.cities[event.seat].resources
    return _city(state, event.seat, resources=with_resources(held, (event.resource,)))


def _path_built(state: Bonfire, event: e.PathBuilt) -> Bonfire:
    display = tuple(None if path == event.path else path for path in state.board.path_display)
    piles = tuple(tuple(path for path in pile if path != event.path) for pile in state.board.path_piles)
    if event.source == "choice" and piles != state.board.path_piles:
        # The tile was chosen from both piles: until they are split again, its pile is unknown.
        piles = (tuple(sorted(path for pile in piles for path in pile)), ())
    paths = (*state.cities[event.seat].paths, event.path)
    return _board(_city(state, event.seat, paths=paths), path_display=display, path_piles=piles)


def _path_slot_refilled(state: Bonfire, event: e.PathSlotRefilled) -> Bonfire:
    display = _at(state.board.path_display, event.slot - 1, event.path)
    pile = state.board.path_piles[event.path_pile - 1]
    piles = _at(state.board.path_piles, event.path_pile - 1, pile[1:])
    return _board(state, path_display=display, path_piles=piles)


def _path_display_recycled(state: Bonfire, event: e.PathDisplayRecycled) -> Bonfire:
    return _board(state, path_display=(None,) * 4, path_piles=event.piles)


def _great_bonfire_turned(state: Bonfire, event: e.GreatBonfireTurned) -> Bonfire:
    pointer = GREAT_BONFIRE.index(BONFIRE_SPACE[event.space])
    return _board(state, pointer=pointer, great_bonfire_used=True)


def _portal_placed(state: Bonfire, event: e.PortalPlaced) -> Bonfire:
    index = GREAT_BONFIRE.index(BONFIRE_SPACE[event.space])
    lying = list(state.board.portals[index])
    lying.remove(event.shape)
    placed = tuple(sorted((*state.cities[event.seat].portals, event.position)))
    portals = _at(state.board.portals, index, tuple(lying))
    return _board(_city(state, event.seat, portals=placed), portals=portals)


def _gnome_recruited(state: Bonfire, event: e.GnomeRecruited) -> Bonfire:
    gnomes = (*state.cities[event.seat].gnomes, event.gnome)
    specialists = tuple(None if card == event.gnome else card for card in state.board.specialists)
    elders = tuple(card for card in state.board.elders if card != event.gnome)
    return _board(_city(state, event.seat, gnomes=gnomes), specialists=specialists, elders=elders)


def _gnome_slot_refilled(state: Bonfire, event: e.GnomeSlotRefilled) -> Bonfire:
    display = _at(state.board.specialists, event.slot - 1, event.gnome)
    return _board(state, specialists=display, gnome_pile=state.board.gnome_pile[1:])


def _bonfire_lit(state: Bonfire, event: e.BonfireLit) -> Bonfire:
    spaces = _at(state.cities[event.seat].spaces, event.position - 1, TaskSpace(event.task, lit=True))
    return _city(state, event.seat, spaces=spaces)


def _novice_placed(state: Bonfire, event: e.NovicePlaced) -> Bonfire:
    novice = Novice(event.seat if event.common_task is None else None, event.flat)
    council = tuple(
        CouncilSeats(seats.space, (*seats.novices, novice)) if seats.space is event.council_space else seats
        for seats in state.board.council
    )
    left = tuple(task for task in state.board.neutral_novices if task is not event.common_task)
    return _board(state, council=council, neutral_novices=left)


def _common_task_fulfilled(state: Bonfire, event: e.CommonTaskFulfilled) -> Bonfire:
    fulfilled = (*state.cities[event.seat].fulfilled, event.common_task)
    return _city(state, event.seat, fulfilled=fulfilled)


def _countdown_triggered(state: Bonfire, event: e.CountdownTriggered) -> Bonfire:
    return replace(state, phase=Phase.COUNTDOWN, countdown=Countdown(event.seat, event.countdown))


def _seat_passed(state: Bonfire, event: e.SeatPassed) -> Bonfire:
    points = state.cities[event.seat].points + event.points
    passed = _city(state, event.seat, points=points, status=SeatStatus.PASSED)
    return _turn(passed, passed=True)


def _round_begun(state: Bonfire, event: e.RoundBegun) -> Bonfire:
    countdown = state.countdown and replace(state.countdown, value=event.countdown)
    begun = _turn(state, round=event.round)
    phase = Phase.MAIN if state.phase is Phase.SETUP else state.phase
    return replace(begun, countdown=countdown, phase=phase)


def _tom_pile_shuffled(state: Bonfire, event: e.TomPileShuffled) -> Bonfire:
    tom = state.tom or Tom()
    pile: Any = event.tom_pile
    return replace(state, tom=replace(tom, pile=pile, discard=(), playthrough=event.playthrough))


def _tom_card_drawn(state: Bonfire, event: e.TomCardDrawn) -> Bonfire:
    assert state.tom is not None
    tom = replace(state.tom, pile=state.tom.pile[1:], discard=(*state.tom.discard, event.card))
    return replace(state, tom=tom)


def _tom_gnome_revealed(state: Bonfire, event: e.TomGnomeRevealed) -> Bonfire:
    assert state.tom is not None
    tom = replace(state.tom, gnome_discard=(*state.tom.gnome_discard, event.gnome))
    return _board(replace(state, tom=tom), gnome_pile=state.board.gnome_pile[1:])


def _gnome_pile_shuffled(state: Bonfire, event: e.GnomePileShuffled) -> Bonfire:
    assert state.tom is not None
    return _board(replace(state, tom=replace(state.tom, gnome_discard=())), gnome_pile=event.gnome_pile)


def _tom_card_resolved(state: Bonfire, event: e.TomCardResolved) -> Bonfire:
    """The rest of Tom's turn happens by itself."""
    return replace(state, agenda=reassigned(restated(state.agenda, TomsTurn(event.card)), ()))


def _tom_compensated(state: Bonfire, event: e.TomCompensated) -> Bonfire:
    return _city(state, TOM_SEAT, points=state.cities[TOM_SEAT].points + event.points)


EVOLVE: Mapping[type[Event], Callable[[Any, Any], Bonfire]] = {
    e.BoardLaidOut: _board_laid_out,
    e.TasksDealt: lambda state, event: _board(state, tasks=event.islands),
    e.PortalsDealt: lambda state, event: _board(state, portals=event.portals),
    e.PathsShuffled: _paths_shuffled,
    e.SpecialistsShuffled: _specialists_shuffled,
    e.CitiesDealt: _cities_dealt,
    e.OfferingsShuffled: _offerings_shuffled,
    e.FateTilesShuffled: _fate_tiles_shuffled,
    e.MoveBegun: lambda state, event: replace(state, agenda=begun(state.agenda, event.seat, event.move)),
    e.ActionTaken: _action_taken,
    e.OfferMade: _offer_made,
    e.TilesPaid: _tiles_gone,
    e.TilesDiscarded: _tiles_gone,
    e.ResourcesPaid: _resources_paid,
    e.TilesGained: _tiles_gained,
    e.ResourcesGained: _resources_gained,
    e.PointsGained: _points_gained,
    e.StartFateTileChosen: _start_fate_tile_chosen,
    e.FateTilePlaced: _fate_tile_placed,
    e.SymbolsCovered: _symbols_covered,
    e.ShipMoved: lambda state, event: _city(state, event.seat, ship=event.island),
    e.TaskReceived: _task_received,
    e.OfferingPlaced: _offering_placed,
    e.OfferingTurned: lambda state, event: _city(state, event.seat, unturned=None),
    e.GuardianArrived: _guardian_arrived,
    e.GuardianMoved: _guardian_moved,
    e.PathHarvested: _path_harvested,
    e.PathBuilt: _path_built,
    e.PathSlotRefilled: _path_slot_refilled,
    e.PathDisplayRecycled: _path_display_recycled,
    e.PathPilesShuffled: lambda state, event: _board(state, path_piles=event.piles),
    e.GreatBonfireTurned: _great_bonfire_turned,
    e.PortalPlaced: _portal_placed,
    e.GnomeRecruited: _gnome_recruited,
    e.GnomeSlotRefilled: _gnome_slot_refilled,
    e.BonfireLit: _bonfire_lit,
    e.NovicePlaced: _novice_placed,
    e.CommonTaskFulfilled: _common_task_fulfilled,
    e.CountdownTriggered: _countdown_triggered,
    e.SeatPassed: _seat_passed,
    e.SeatStuck: lambda state, event: _city(state, event.seat, status=SeatStatus.STUCK),
    e.RoundBegun: _round_begun,
    e.TurnBegun: _turn_begun,
    e.TomPileShuffled: _tom_pile_shuffled,
    e.TomCardDrawn: _tom_card_drawn,
    e.TomGnomeRevealed: _tom_gnome_revealed,
    e.GnomePileShuffled: _gnome_pile_shuffled,
    e.TomCompensated: _tom_compensated,
    e.TomFoundNothing: lambda state, _: state,
    e.TomCardResolved: _tom_card_resolved,
    e.PlayEnded: lambda state, _: replace(state, phase=Phase.FINAL_SCORING, agenda=()),
}
