"""Sailing to another island, and the action offered on arrival (BF-T20 to BF-T27)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire import payment
from domain.bonfire.actions.guardian import RETRIEVE_GUARDIAN
from domain.bonfire.actions.receive_task import RECEIVE_TASK
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import DISTANCE, ISLANDS, LANDING_STAGE, IslandId, Tile
from domain.bonfire.commands import MoveShip, ReceiveTask, RetrieveGuardian, SkipIslandAction
from domain.bonfire.evolve import evolve
from domain.bonfire.state import Bonfire, City, Island
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_LEAST_PRICE = 1
_HIGHEST_PRICE = 3


def cost(city: City, island: IslandId) -> int:
    """BF-T21, BF-T23: one tile from the landing stage, else one for each route, at most three."""
    if city.ship == LANDING_STAGE:
        return _LEAST_PRICE
    routes = DISTANCE[IslandId(city.ship)][island] - allowances(city.gnomes).ship_reach
    return min(max(routes, _LEAST_PRICE), _HIGHEST_PRICE)


def sail(state: Bonfire, seat: int, island: IslandId) -> Iterator[Event]:
    """BF-T24, BF-T25, BF-T26: move the ship; offer one action of the island if it is legal now."""
    moved = e.ShipMoved(seat, island)
    yield moved
    if _island_action_is_legal(evolve(state, moved), seat):
        yield e.OfferMade(seat, Island())


def _island_action_is_legal(state: Bonfire, seat: int) -> bool:
    return (
        RECEIVE_TASK.refusal(state, seat, ReceiveTask()) is None
        or RETRIEVE_GUARDIAN.refusal(state, seat, RetrieveGuardian()) is None
    )


def _islands(_state: Bonfire, _seat: int, _form: MoveShip) -> Iterator[IslandId]:
    return (island.id for island in ISLANDS)


def _unreachable(state: Bonfire, seat: int, form: MoveShip) -> Rejected | None:
    """BF-T22: the target must be another island. BF-T23: if none is chosen, one must be affordable."""
    city = state.cities[seat]
    if form.to is UNSET:
        return payment.tiles_refusal(city, Tile.SHIP, _LEAST_PRICE, (), rule="BF-T23")
    return Rejected("already_there", rule="BF-T22", island=city.ship) if form.to == city.ship else None


def _price(state: Bonfire, seat: int, form: MoveShip) -> int | None:
    return None if isinstance(form.to, UnsetType) else cost(state.cities[seat], form.to)


def _outcome(state: Bonfire, seat: int, form: MoveShip, _dice: Dice) -> Iterator[Event]:
    """BF-P8: the island's action must be affordable after paying for the ship."""
    assert not isinstance(form.to, UnsetType)
    paid = e.TilesPaid(seat, form.payment or ())
    yield e.ActionTaken(seat, form, main=True)
    yield paid
    yield from sail(evolve(state, paid), seat, form.to)


def _skip_outcome(_state: Bonfire, seat: int, form: SkipIslandAction, _dice: Dice) -> Iterator[Event]:
    """BF-T25: skip the island's action; only the step that offers it allows this move."""
    yield e.ActionTaken(seat, form, main=False)


MOVE_SHIP = Action(
    MoveShip,
    fields=(
        Field("to", _islands, _unreachable),
        payment.tile_payment(Tile.SHIP, _price, rule="BF-T23"),
    ),
    outcome=_outcome,
)
SKIP_ISLAND: Action[Bonfire, SkipIslandAction] = Action(SkipIslandAction, fields=(), outcome=_skip_outcome)
