"""Whose turn it is, since when and until when; also as the short text that a game's head holds.

Lists of games read it from the heads, so they know it without loading the games.
"""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.clock import deadline
from domain.kernel.fold import due
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable
from schema.answers import ActorAnswer
from service.runtime import as_moment

_NOBODY = "-"
_SCORER = "scorer"


class Turn(NamedTuple):
    """Who must act, the time since which the game waits for its seats, and the time until which it does."""

    actor: ActorAnswer
    started_at: str | None
    deadline: str | None


def turn_of(rules: Ruleset, table: AnyTable) -> Turn:
    """The turn at this table. The idle limit of a fork is no deadline: every entry moves it."""
    now = due(rules, table)
    started = min((table.asked_at[seat] for seat in now.seats if table.asked_at[seat]), default=None)
    is_running_fork = table.fork is not None and table.state is not None
    limit = None if is_running_fork else deadline(rules, table)
    actor = ActorAnswer(now.seats, now.automa, now.scorer)
    return Turn(actor, started, None if limit is None else as_moment(_ms(limit)))


def written(turn: Turn) -> str:
    """The turn as a text of at most 64 characters, as longer ones would make the head take more memory."""
    actor = turn.actor
    who = "".join(map(str, actor.seats)) or actor.automa or (_SCORER if actor.scorer else _NOBODY)
    times = (turn.started_at, turn.deadline)
    return " ".join((who, *("" if at is None else str(_ms(datetime.fromisoformat(at))) for at in times)))


def read(text: str) -> Turn:
    """The turn that a text stands for."""
    who, started, limit = text.split(" ")
    if who.isdecimal():
        actor = ActorAnswer(tuple(map(int, who)))
    else:
        actor = ActorAnswer(automa=None if who in (_SCORER, _NOBODY) else who, scorer=who == _SCORER)
    return Turn(actor, *(as_moment(int(ms)) if ms else None for ms in (started, limit)))


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
