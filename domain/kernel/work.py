"""The work that is due at a table follows from its state alone."""

from enum import StrEnum

from msgspec import Struct

from domain.kernel.fold import due
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status


class WorkKind(StrEnum):
    """What a worker can be asked to do for a game."""

    AUTOMA = "automa"
    SCORING = "scoring"


class Work(Struct, frozen=True):
    """One piece of work, done by at most one append."""

    kind: WorkKind


def work(rules: Ruleset, table: AnyTable) -> tuple[Work, ...]:
    """What workers owe this table now: the automa's or a bot's turn, or the scoring."""
    if table.status is Status.SCORING:
        return (Work(WorkKind.SCORING),)
    if table.status is not Status.ACTIVE:
        return ()
    now = due(rules, table)
    if now.automa is not None or any(table.seats[seat].bot for seat in now.seats):
        return (Work(WorkKind.AUTOMA),)
    return ()
