"""Discarding action tiles (BF-T7)."""

from collections.abc import Iterator

from msgspec import UnsetType

from domain.bonfire import events as e
from domain.bonfire.catalogue import Tile
from domain.bonfire.commands import DiscardActionTiles
from domain.bonfire.payment import TILE_ORDER, not_held
from domain.bonfire.state import Bonfire, tile_count
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def _held(state: Bonfire, seat: int, _form: DiscardActionTiles) -> Iterator[tuple[Tile, ...]]:
    held = state.cities[seat].tiles
    return ((tile,) for tile in TILE_ORDER if getattr(held, tile))


def _nothing_held(state: Bonfire, seat: int, _form: DiscardActionTiles) -> Rejected | None:
    return None if tile_count(state.cities[seat].tiles) else Rejected("nothing_to_discard", rule="BF-T7")


def _not_held(state: Bonfire, seat: int, form: DiscardActionTiles) -> Rejected | None:
    """BF-T7: at least one tile, and only tiles that are held."""
    if isinstance(form.tiles, UnsetType):
        return None
    if not form.tiles:
        return Rejected("nothing_to_discard", rule="BF-T7")
    return not_held(state.cities[seat].tiles, form.tiles, rule="BF-T7")


def _outcome(_state: Bonfire, seat: int, form: DiscardActionTiles, _dice: Dice) -> Iterator[Event]:
    assert not isinstance(form.tiles, UnsetType)
    yield e.ActionTaken(seat, form, main=False)
    yield e.TilesDiscarded(seat, form.tiles)


DISCARD = Action(
    DiscardActionTiles,
    closed=_nothing_held,
    fields=(Field("tiles", _held, _not_held, grows=True),),
    outcome=_outcome,
)
