"""The work that is due at a table follows from its state alone."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from domain.kernel.clock import deadline
from domain.kernel.fold import due
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status


class WorkKind(StrEnum):
    """What a worker can be asked to do for a game."""

    AUTOMA = "automa"
    SCORING = "scoring"
    CLOCK = "clock"
    PLAN = "plan"
    """Of no rules: whether a player has left moves to be played is known to the store."""
    WEBHOOK = "webhook"
    """Of no rules: whether anybody follows the game from outside is known to the store."""
    ARCHIVE = "archive"
    """Of no rules: when a game that is over is moved away is the operator's choice."""


class Work(Struct, frozen=True):
    """One piece of work, done by at most one append; `due` is None for now."""

    kind: WorkKind
    due: datetime | None = None


def work(rules: Ruleset, table: AnyTable) -> tuple[Work, ...]:
    """What workers owe this table: the turn of the automa or of a bot, the clock's word, or the scoring."""
    if table.status is Status.SCORING:
        return (Work(WorkKind.SCORING),)
    now = due(rules, table)
    found = []
    if now.automa is not None or any(table.seats[seat].played_by for seat in now.seats):
        found.append(Work(WorkKind.AUTOMA))
    limit = deadline(rules, table)
    if limit is not None:
        found.append(Work(WorkKind.CLOCK, limit))
    return tuple(found)
