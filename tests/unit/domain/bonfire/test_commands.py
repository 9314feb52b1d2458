"""The values that the fields of a move accept, before any rule is checked."""

import msgspec
import pytest

from domain.bonfire.commands import IgniteBonfire, MakeProcession, ReceiveTask
from domain.bonfire.ruleset import BONFIRE
from domain.kernel.codec import codec
from domain.kernel.messages import Command


def moves(positions: tuple[int, ...], counts: tuple[int, ...]) -> list[Command]:
    return [
        *(IgniteBonfire(position=position) for position in positions),
        *(ReceiveTask(position=position) for position in positions),
        *(MakeProcession(steps=steps) for steps in counts),
    ]


@pytest.mark.parametrize("move", moves((1, 7), (1, 100)), ids=repr)
def test_positions_from_1_to_7_and_counts_from_1_to_100_are_decoded(move: Command) -> None:
    assert codec(BONFIRE).move(msgspec.json.encode(move)) == move


@pytest.mark.parametrize("move", moves((-1, 0, 8), (0, 101)), ids=repr)
def test_other_positions_and_counts_are_not_decoded(move: Command) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec(BONFIRE).move(msgspec.json.encode(move))
