"""Bringing a guardian from the ship's island to the city (BF-T34 to BF-T36)."""

from collections.abc import Iterator

from domain.bonfire import events as e
from domain.bonfire.catalogue import ISLAND, Guardian, IslandId, Tile
from domain.bonfire.commands import RetrieveGuardian
from domain.bonfire.payment import tile_payment
from domain.bonfire.state import Bonfire, City
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_PRICE = 1


def _guardian_here(city: City) -> Guardian | None:
    """The colour of the guardian island at which the ship lies."""
    island = ISLAND.get(IslandId(city.ship))
    return island.guardian if island is not None else None


def _no_guardian(state: Bonfire, seat: int, _form: RetrieveGuardian) -> Rejected | None:
    """BF-T34: the ship's island must hold a guardian of a colour that the city lacks."""
    city = state.cities[seat]
    guardian = _guardian_here(city)
    if guardian is None:
        return Rejected("not_at_guardian_island", rule="BF-T34", ship=city.ship)
    if city.place_of(guardian) is not None:
        return Rejected("guardian_already_here", rule="BF-T34", guardian=guardian.value)
    if not state.board.guardians_left(guardian):
        return Rejected("no_guardian_left", rule="BF-T34", guardian=guardian.value)
    return None


def _outcome(state: Bonfire, seat: int, form: RetrieveGuardian, _dice: Dice) -> Iterator[Event]:
    guardian = _guardian_here(state.cities[seat])
    assert guardian is not None
    yield e.ActionTaken(seat, form, main=state.offer is None)
    yield e.TilesPaid(seat, form.payment or ())
    yield e.GuardianArrived(seat, guardian)


RETRIEVE_GUARDIAN = Action(
    RetrieveGuardian,
    closed=_no_guardian,
    fields=(tile_payment(Tile.GUARDIAN, lambda *_: _PRICE, rule="BF-T35"),),
    outcome=_outcome,
)
