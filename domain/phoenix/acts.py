"""The act of the story that applies now, with everything that it changes (PP-CO26, PP-Q68)."""

from domain.phoenix.enemy_catalogue import ACT, BASILISK_SEAT, NO_ACT, Act
from domain.phoenix.state import Phoenix


def act_for(state: Phoenix, seat: int) -> Act:
    """The current act as far as it concerns a seat: only the Basilisk gains from it."""
    enemy = state.enemy
    return NO_ACT if enemy is None or seat != BASILISK_SEAT else ACT.get((enemy.scenario, enemy.act), NO_ACT)
