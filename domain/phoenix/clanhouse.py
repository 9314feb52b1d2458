"""The clanhouse row: revealing and acquiring kin (PP-E9, PP-E19, PP-E20)."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.action import Field
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import ClanhouseAcquire
from domain.phoenix.catalogue import BUMPED, CLANHOUSE, CLANHOUSE_SLOTS
from domain.phoenix.fields import Asked, Refusal
from domain.phoenix.hand import nameable
from domain.phoenix.ids import KinId, Resource
from domain.phoenix.pending import asks, then
from domain.phoenix.pools import favor, pay
from domain.phoenix.state import Phoenix


def ready_kin(state: Phoenix, seat: int) -> list[KinId]:
    """The tiles of a seat's clan in the row, from the left."""
    return [kin for kin in state.board.clanhouse if state.owner(kin) == seat]


def slot_of(state: Phoenix, kin: KinId) -> int:
    """The slot in which a ready kin lies, numbered from 1."""
    return state.board.clanhouse.index(kin) + 1


def reveal(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-E19: the top tile of the clan pile becomes ready; from a full row the kin in slot 1 is removed."""
    row = state.board.clanhouse
    slot = min(len(row) + 1, CLANHOUSE_SLOTS)
    if len(row) == CLANHOUSE_SLOTS:
        owner = state.owner(row[0])
        assert owner is not None
        yield e.ReadyKinRemoved(owner, row[0])
    yield e.KinRevealed(seat, state.seats[seat].clan_pile[0], slot, reveals=True)


def replaceable(state: Phoenix, seat: int) -> list[KinId]:
    """PP-E20, PP-Q75: own kin in hand, in a spot or on the palace; not bumped ones (PP-PA7)."""
    placed = (tile.kin for tile in state.seats[seat].tiles if tile.at != BUMPED)
    return [*nameable(state, seat), *placed]


def acquirable(state: Phoenix, seat: int) -> list[KinId]:
    """PP-E20: own ready kin that the seat can pay for, if there is a kin to replace."""
    if not replaceable(state, seat):
        return []
    coins = state.pool(seat).coin
    return [kin for kin in ready_kin(state, seat) if CLANHOUSE[slot_of(state, kin) - 1].coins <= coins]


def acquire(state: Phoenix, seat: int, kin: KinId, replaced: KinId) -> Iterator[Event]:
    """PP-E20: pay the slot, gain its favor; the new kin takes the place and the face of the replaced one."""
    slot = CLANHOUSE[slot_of(state, kin) - 1]
    yield from pay(seat, "PP-E20", *(Resource.COIN,) * slot.coins)
    yield e.KinAcquired(seat, kin, slot.slot, replaced)
    yield from favor(state, seat, slot.fp, "PP-E20")


def visit_clanhouse(state: Phoenix, seat: int, *, reveals: bool) -> Iterator[Event]:
    """PP-E9: the seat reveals a tile if `reveals`, and then may acquire a kin."""
    if reveals:
        yield from reveal(state, seat)
    yield then(asks(seat, ClanhouseAcquire(seat)))


def _reveal_refusal(state: Phoenix, seat: int, form: Any) -> Refusal:
    """PP-E19: with an empty clan pile nothing can be revealed."""
    if form.reveal is True and not state.seats[seat].clan_pile:
        return Rejected("invalid_choice", rule="PP-E19", clan_pile=0)
    return None


REVEAL: Asked = Field("reveal", lambda *_: (True, False), _reveal_refusal, rule="PP-E9")


def _mentor_refusal(state: Phoenix, seat: int, form: Any) -> Refusal:
    """PP-K11, PP-Q77: a use must be able to do something."""
    if form.reveal is False and not acquirable(state, seat):
        return Rejected("invalid_choice", rule="PP-K11")
    if not state.seats[seat].clan_pile and not acquirable(state, seat):
        return Rejected("invalid_target", rule="PP-K11")
    return _reveal_refusal(state, seat, form)


MENTOR_REVEAL: Asked = Field("reveal", lambda *_: (True, False), _mentor_refusal, rule="PP-K11")
