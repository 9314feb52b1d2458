"""The last five rounds: the trigger and the value of each round (BF-D1 to BF-D6)."""

from collections.abc import Iterator

from domain.bonfire import events as e
from domain.bonfire.catalogue import COUNTDOWN_THRESHOLD, COUNTDOWN_TILES
from domain.bonfire.state import Bonfire, Phase
from domain.kernel.messages import Event


def trigger(state: Bonfire, seat: int) -> Iterator[Event]:
    """BF-D1, BF-D2, BF-D4, BF-O20: trigger the countdown at enough novices in the council; the turn goes on.

    The trigger turn of seat 0 belongs to the round of value 5, so seat 0 then has 4 turns left (BF-D7).
    """
    if state.phase is Phase.MAIN and state.board.novices >= COUNTDOWN_THRESHOLD[state.players]:
        yield e.CountdownTriggered(seat, COUNTDOWN_TILES[0] if seat == 0 else None)


def next_value(state: Bonfire) -> int | None:
    """BF-D4: the value of the next round; 0 after the last."""
    if state.countdown is None:
        return None
    return COUNTDOWN_TILES[0] if state.countdown.value is None else state.countdown.value - 1


def value_now(state: Bonfire) -> int | None:
    """BF-D5, BF-D9: the points for passing in this round; none in the rest of a trigger round.

    A trigger turn of seat 0 has the value already, but has begun (BF-D8).
    """
    return None if state.countdown is None else state.countdown.value
