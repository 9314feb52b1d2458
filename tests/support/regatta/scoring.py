"""The breakdown, if the game ended now (RG-E2 to RG-E4)."""

from domain.kernel.score import Score, ScoreItem, SeatScore
from tests.support.regatta.modes import MODES
from tests.support.regatta.state import Crew, Regatta


def score(state: Regatta) -> Score:
    """The points of every seat, of the sides, and the game's word for the result."""
    seats = tuple(_seat(seat, crew) for seat, crew in enumerate(state.crews))
    mode = MODES[state.mode]
    return Score(seats, mode.result(state), mode.sides(state, seats))


def _seat(seat: int, crew: Crew) -> SeatScore:
    """RG-E2: 2 points for each space, 1 for each gold; the tiles that are left decide between equals."""
    items = (ScoreItem("distance", "RG-E2", 2 * crew.space), ScoreItem("gold", "RG-E2", crew.gold))
    return SeatScore(seat, sum(item.points for item in items), items, (crew.tiles,))
