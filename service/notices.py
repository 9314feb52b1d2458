"""What a player is told of a game without looking at it: it started, it is their turn, it is over."""

from collections.abc import Iterator

from domain.kernel.fold import due
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from schema.ports import Notice


def notices(rules: Ruleset, before: AnyTable | None, after: AnyTable, player: str) -> Iterator[Notice]:
    """What is news to a player between two tables of a game."""
    if after.fork is not None and after.version == after.fork.at + 1:
        before = None  # it is another game
    was = Status.LOBBY if before is None else before.status
    if was is Status.LOBBY and after.state is not None:
        yield Notice.STARTED
    if is_due(rules, after, player) and (
        before is None or not is_due(rules, before, player) or _turn(rules, before) != _turn(rules, after)
    ):
        yield Notice.TURN_DUE
    if was is not Status.FINISHED and after.status is Status.FINISHED:
        yield Notice.FINISHED


def concerned(rules: Ruleset, before: AnyTable | None, after: AnyTable) -> tuple[str, ...]:
    """The players to whom something is news."""
    players = dict.fromkeys(seat.player for seat in after.seats if seat.player is not None)
    return tuple(player for player in players if any(notices(rules, before, after, player)))


def is_due(rules: Ruleset, table: AnyTable, player: str) -> bool:
    """Whether a player must act."""
    return any(
        table.seats[seat].player == player and table.seats[seat].is_human for seat in due(rules, table).seats
    )


def _turn(rules: Ruleset, table: AnyTable) -> int | None:
    return None if table.state is None else rules.turn(table.state)
