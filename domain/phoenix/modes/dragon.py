"""The dragon: where it moves, and which sectors are not scored because of it (PP-DR1–PP-DR7)."""

from domain.phoenix.agenda import DragonMove, DragonWakes, NextStep, Scoring
from domain.phoenix.geometry import dragon_sectors
from domain.phoenix.ids import ModeId, Sector
from domain.phoenix.modes.mode import Mode
from domain.phoenix.pending import asks, happens
from domain.phoenix.state import Phoenix


def moves_the_dragon(printed: tuple[NextStep, ...], state: Phoenix) -> tuple[NextStep, ...]:
    """PP-DR3: a kin placed in a dragon sector moves the dragon after the daytime effect."""
    assert state.board.dragon is not None
    if state.turn.daytime not in dragon_sectors(state.board.dragon):
        return printed
    return (*printed, asks(state.turn.seat, DragonMove(state.turn.seat)))


def wakes_before_scoring(printed: tuple[NextStep, ...], _state: Phoenix) -> tuple[NextStep, ...]:
    """PP-N5: the dragon wakes between the events and the scoring."""
    at = next(index for index, following in enumerate(printed) if isinstance(following.step, Scoring))
    return (*printed[:at], happens(DragonWakes()), *printed[at:])


def left_out(printed: tuple[Sector, ...], state: Phoenix) -> tuple[Sector, ...]:
    """PP-DR6: the two sectors of an angry dragon are not scored."""
    return tuple(sector for sector in printed if sector not in state.unscored)


DRAGON = Mode(
    ModeId.DRAGON,
    "PP-DR1",
    dragon=lambda _none: 0,
    turn_steps=moves_the_dragon,
    night_steps=wakes_before_scoring,
    scored=left_out,
)
