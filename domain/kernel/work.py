"""The work that is due for a table, computed only from its state."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from domain.kernel.clock import deadline
from domain.kernel.fold import due
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status


class WorkKind(StrEnum):
    """The kinds of work that a worker does for a game."""

    AUTOMA = "automa"
    SCORING = "scoring"
    CLOCK = "clock"
    PLAN = "plan"
    """Not derived from the table; the store knows whether a player has queued moves."""
    WEBHOOK = "webhook"
    """Not derived from the table; the store knows whether the game has webhooks."""
    ARCHIVE = "archive"
    """Not derived from the table; the operator decides when finished games are archived."""


class Work(Struct, frozen=True):
    """One piece of work, done by at most one append; `due` None means now."""

    kind: WorkKind
    due: datetime | None = None


def work(rules: Ruleset, table: AnyTable) -> tuple[Work, ...]:
    """The work that is due for this table: a turn of the automa or of a bot, a time-out, or the scoring."""
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
