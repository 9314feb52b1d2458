"""Bringing a guardian from the ship's island to the city (T34–T36)."""

from collections.abc import Iterator

from domain.bonfire import events as e
from domain.bonfire import payment
from domain.bonfire.catalogue import ISLAND, Guardian, IslandId, Tile
from domain.bonfire.commands import RetrieveGuardian
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


def _asks(state: Bonfire, seat: int, form: RetrieveGuardian) -> str | None:
    complete = payment.tiles_complete(state.cities[seat], Tile.GUARDIAN, _PRICE, form.payment or ())
    return None if complete else "payment"


def _candidates(state: Bonfire, seat: int, form: RetrieveGuardian) -> Iterator[RetrieveGuardian]:
    city = state.cities[seat]
    if _guardian_here(city) is not None:
        covers = payment.tile_covers(city, Tile.GUARDIAN, form.payment or ())
        yield from (RetrieveGuardian(payment=cover) for cover in covers)


def _refusal(state: Bonfire, seat: int, form: RetrieveGuardian) -> Rejected | None:
    """T34: a guardian of a colour the city lacks lives where the ship is; T35: she costs a tile."""
    city = state.cities[seat]
    guardian = _guardian_here(city)
    if guardian is None:
        return Rejected("not_at_guardian_island", rule="BF-T34", ship=city.ship)
    if city.place_of(guardian) is not None:
        return Rejected("guardian_already_here", rule="BF-T34", guardian=guardian.value)
    if not state.board.guardians_left(guardian):
        return Rejected("no_guardian_left", rule="BF-T34", guardian=guardian.value)
    return payment.tiles_refusal(city, Tile.GUARDIAN, _PRICE, form.payment or (), rule="BF-T35")


def _outcome(state: Bonfire, seat: int, form: RetrieveGuardian, _dice: Dice) -> Iterator[Event]:
    guardian = _guardian_here(state.cities[seat])
    assert guardian is not None
    yield e.ActionTaken(seat, form, main=state.turn.offer is None)
    yield e.TilesPaid(seat, form.payment or ())
    yield e.GuardianArrived(seat, guardian)


RETRIEVE_GUARDIAN = Action(RetrieveGuardian, _asks, _candidates, _refusal, _outcome)
