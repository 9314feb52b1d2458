"""Sailing to another island, and what may be done there straight away (T20–T27)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire import payment
from domain.bonfire.actions.bare import bare
from domain.bonfire.actions.guardian import RETRIEVE_GUARDIAN
from domain.bonfire.actions.receive_task import RECEIVE_TASK
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import DISTANCE, ISLANDS, LANDING_STAGE, IslandId, Tile
from domain.bonfire.commands import MoveShip, ReceiveTask, RetrieveGuardian, SkipIslandAction
from domain.bonfire.evolve import evolve
from domain.bonfire.state import Bonfire, City, Island
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_LEAST_PRICE = 1
_HIGHEST_PRICE = 3


def cost(city: City, island: IslandId) -> int:
    """T23: one tile from the landing stage to anywhere, else one for each route, three at most."""
    if city.ship == LANDING_STAGE:
        return _LEAST_PRICE
    routes = DISTANCE[IslandId(city.ship)][island] - allowances(city.gnomes).ship_reach
    return min(max(routes, _LEAST_PRICE), _HIGHEST_PRICE)


def sail(state: Bonfire, seat: int, island: IslandId) -> Iterator[Event]:
    """T24, T25: the ship is there; the island's action is offered if it is legal there and now."""
    moved = e.ShipMoved(seat, island)
    yield moved
    if _island_action_is_legal(evolve(state, moved), seat):
        yield e.OfferMade(seat, Island())


def _island_action_is_legal(state: Bonfire, seat: int) -> bool:
    return (
        RECEIVE_TASK.refusal(state, seat, ReceiveTask()) is None
        or RETRIEVE_GUARDIAN.refusal(state, seat, RetrieveGuardian()) is None
    )


def _asks(state: Bonfire, seat: int, form: MoveShip) -> str | None:
    if isinstance(form.to, UnsetType):
        return "to"
    city = state.cities[seat]
    complete = payment.tiles_complete(city, Tile.SHIP, cost(city, form.to), form.payment or ())
    return None if complete else "payment"


def _candidates(state: Bonfire, seat: int, form: MoveShip) -> Iterator[MoveShip]:
    if form.to is UNSET:
        yield from (MoveShip(to=island.id) for island in ISLANDS)
    else:
        covers = payment.tile_covers(state.cities[seat], Tile.SHIP, form.payment or ())
        yield from (MoveShip(payment=cover) for cover in covers)


def _refusal(state: Bonfire, seat: int, form: MoveShip) -> Rejected | None:
    """T22: another island; T23: its price. The next island costs one tile, so that is the least to have."""
    city = state.cities[seat]
    if form.to == city.ship:
        return Rejected("already_there", rule="BF-T22", island=city.ship)
    if isinstance(form.to, UnsetType):
        return payment.tiles_refusal(city, Tile.SHIP, _LEAST_PRICE, (), rule="BF-T23")
    return payment.tiles_refusal(city, Tile.SHIP, cost(city, form.to), form.payment or (), rule="BF-T23")


def _outcome(state: Bonfire, seat: int, form: MoveShip, _dice: Dice) -> Iterator[Event]:
    """The offer is judged with what is left after paying (P8)."""
    assert not isinstance(form.to, UnsetType)
    paid = e.TilesPaid(seat, form.payment or ())
    yield e.ActionTaken(seat, form, main=True)
    yield paid
    yield from sail(evolve(state, paid), seat, form.to)


def _skip_refusal(state: Bonfire, _seat: int, _form: SkipIslandAction) -> Rejected | None:
    """T25: only what was offered can be declined."""
    return None if isinstance(state.turn.offer, Island) else Rejected("nothing_offered", rule="BF-T25")


def _skip_outcome(_state: Bonfire, seat: int, form: SkipIslandAction, _dice: Dice) -> Iterator[Event]:
    yield e.ActionTaken(seat, form, main=False)


MOVE_SHIP = Action(MoveShip, _asks, _candidates, _refusal, _outcome)
SKIP_ISLAND = bare(SkipIslandAction, _skip_refusal, _skip_outcome)
