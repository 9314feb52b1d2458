"""The three ways to play (RG-M1 to RG-M3): one row each, in which the modes differ from each other."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET, UnsetType

from domain.kernel.score import LOSS, ScoreItem, SeatScore, SideScore
from tests.support.regatta.catalogue import SIDE_OF_BOAT, STORM_SEAT, Side
from tests.support.regatta.state import Challenge, ModeId, Regatta, RegattaOptions

WIN: Final = "win"


@dataclass(frozen=True)
class Mode:
    """`is_over` is asked at the end of a round; `sides` says who wins together, `result` the game's word."""

    is_over: Callable[[Regatta], bool]
    sides: Callable[[Regatta, tuple[SeatScore, ...]], tuple[SideScore, ...] | UnsetType]
    result: Callable[[Regatta], str | None] = lambda _: None


def mode_of(options: RegattaOptions) -> ModeId:
    """The mode that the options choose."""
    if options.challenge is Challenge.STORM:
        return ModeId.COOP
    return ModeId.TEAMS if options.teams else ModeId.RIVALS


def side_of(state: Regatta, seat: int) -> Side | None:
    """The side that a seat belongs to; None where everybody plays alone."""
    boat = state.crews[seat].boat
    if state.mode is ModeId.RIVALS:
        return None
    if state.mode is ModeId.TEAMS:
        assert boat is not None
        return SIDE_OF_BOAT[boat]
    return Side.STORM if boat is None else Side.CREWS


def is_won(state: Regatta) -> bool:
    """RG-E4: the crews win when all of them are in the harbour before the storm."""
    return not state.sailing and not state.crews[STORM_SEAT].is_home


def _race_is_over(state: Regatta) -> bool:
    """RG-E1: a boat is in the harbour, or the last round has been played."""
    return state.countdown == 0 or len(state.sailing) < len(state.seats)


def _storm_is_over(state: Regatta) -> bool:
    """RG-E4: all boats are in the harbour, the storm is, or the last round has been played."""
    return state.countdown == 0 or not state.sailing or state.crews[STORM_SEAT].is_home


def _teams(state: Regatta, seats: tuple[SeatScore, ...]) -> Iterator[SideScore]:
    """RG-E3: a side has what its two seats have together."""
    for side in (Side.BIRDS, Side.FISH):
        own = tuple(seat for seat in seats if side_of(state, seat.seat) is side)
        items = tuple(ScoreItem("crew", "RG-E3", seat.total, (str(seat.seat),)) for seat in own)
        tie_break = (sum(seat.tie_break[0] for seat in own),)
        yield SideScore(
            side, tuple(seat.seat for seat in own), sum(seat.total for seat in own), items, tie_break
        )


def _coop(state: Regatta, seats: tuple[SeatScore, ...]) -> Iterator[SideScore]:
    """RG-E4: one side wins, the other one loses."""
    won = is_won(state)
    for side, arrived in ((Side.STORM, not won), (Side.CREWS, won)):
        own = tuple(seat.seat for seat in seats if side_of(state, seat.seat) is side)
        yield SideScore(side, own, int(arrived), (ScoreItem("arrived", "RG-E4", int(arrived)),))


MODES: Mapping[ModeId, Mode] = {
    ModeId.RIVALS: Mode(_race_is_over, lambda _state, _seats: UNSET),
    ModeId.TEAMS: Mode(_race_is_over, lambda state, seats: tuple(_teams(state, seats))),
    ModeId.COOP: Mode(
        _storm_is_over,
        lambda state, seats: tuple(_coop(state, seats)),
        lambda state: WIN if is_won(state) else LOSS,
    ),
}
