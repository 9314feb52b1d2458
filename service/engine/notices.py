"""Notices to players about their games: invited, started, their turn, finished, cancelled."""

from collections.abc import Iterator

from domain.kernel.fold import due
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from schema.ports import Notice


def notices(rules: Ruleset, before: AnyTable | None, after: AnyTable, player: str) -> Iterator[Notice]:
    """The notices that a player gets between two tables of a game."""
    if after.fork is not None and after.version == after.fork.at + 1:
        before = None  # a different game
    was = Status.LOBBY if before is None else before.status
    if _is_invited(after, player) and (before is None or not _is_invited(before, player)):
        yield Notice.INVITED
    if _owes_nonce(after, player) and (before is None or not _owes_nonce(before, player)):
        yield Notice.NONCE_DUE
    if was is Status.LOBBY and after.state is not None:
        yield Notice.STARTED
    if is_due(rules, after, player) and (
        before is None
        or not is_due(rules, before, player)
        or _turn(rules, before) != _turn(rules, after)
        or _was_asked_again(rules, before, after, player)
    ):
        yield Notice.TURN_DUE
    if was is not Status.FINISHED and after.status is Status.FINISHED:
        yield Notice.FINISHED
    if was is not Status.CANCELLED and after.status is Status.CANCELLED:
        yield Notice.CANCELLED


def concerned(rules: Ruleset, before: AnyTable | None, after: AnyTable) -> tuple[str, ...]:
    """The players who get a notice."""
    if before is not None and _is_same_question(rules, before, after):
        return ()
    return tuple(player for player in players_of(after) if any(notices(rules, before, after, player)))


def _is_same_question(rules: Ruleset, before: AnyTable, after: AnyTable) -> bool:
    """Whether a running game goes on with the same seats in the same turn: most moves, and no notice."""
    return (
        before.status is after.status is Status.ACTIVE
        and before.seats == after.seats
        and before.game == after.game
        and _turn(rules, before) == _turn(rules, after)
        and due(rules, before).seats == due(rules, after).seats
    )


def players_of(table: AnyTable) -> tuple[str, ...]:
    """The players with a place or seat, and those with a reserved place."""
    if table.seats:
        found = [seat.player for seat in table.seats]
    else:
        found = [place.player or place.kept_for for place in table.places]
    return tuple(dict.fromkeys(player for player in found if player is not None))


def is_due(rules: Ruleset, table: AnyTable, player: str) -> bool:
    """Whether it is the player's turn to act."""
    return any(
        table.seats[seat].player == player and table.seats[seat].is_human for seat in due(rules, table).seats
    )


def _was_asked_again(rules: Ruleset, before: AnyTable, after: AnyTable, player: str) -> bool:
    """Whether the player answered between these tables, others did too, and it is the player's turn again."""
    return after.version > before.version + 1 and any(
        after.seats[seat].player == player and before.asked_at[seat] != after.asked_at[seat]
        for seat in due(rules, after).seats
    )


def _is_invited(table: AnyTable, player: str) -> bool:
    return table.status is Status.LOBBY and table.place_for(player) is not None


def _owes_nonce(table: AnyTable, player: str) -> bool:
    return table.place_of(player) in table.nonces_due


def _turn(rules: Ruleset, table: AnyTable) -> int | None:
    return None if table.state is None else rules.turn(table.state)
