"""Returning own action tiles for nothing (BF-T7)."""

from collections.abc import Iterator

from msgspec import UnsetType

from domain.bonfire import events as e
from domain.bonfire.catalogue import Tile
from domain.bonfire.commands import DiscardActionTiles
from domain.bonfire.payment import not_held
from domain.bonfire.state import Bonfire, tile_count
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def _held(state: Bonfire, seat: int, _form: DiscardActionTiles) -> Iterator[tuple[Tile, ...]]:
    return ((tile,) for tile in Tile if getattr(state.cities[seat].tiles, tile))


def _not_held(state: Bonfire, seat: int, form: DiscardActionTiles) -> Rejected | None:
    """BF-T7: only tiles that are held, and at least one."""
    held = state.cities[seat].tiles
    if form.tiles == () or not tile_count(held):
        return Rejected("nothing_to_discard", rule="BF-T7")
    return not_held(held, form.tiles or (), rule="BF-T7")


def _outcome(_state: Bonfire, seat: int, form: DiscardActionTiles, _dice: Dice) -> Iterator[Event]:
    assert not isinstance(form.tiles, UnsetType)
    yield e.ActionTaken(seat, form, main=False)
    yield e.TilesDiscarded(seat, form.tiles)


DISCARD = Action(
    DiscardActionTiles,
    fields=(Field("tiles", _held, _not_held, grows=True),),
    outcome=_outcome,
)
