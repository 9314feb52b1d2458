"""Dry runs: the events that a move would cause, up to the first reveal."""

from itertools import takewhile
from typing import Any

from msgspec import Struct

from domain.kernel.action import Question
from domain.kernel.actors import seat_number
from domain.kernel.fold import evolve
from domain.kernel.game import decide
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Score
from domain.kernel.table import AnyTable


class DryRun(Struct, frozen=True):
    """The events before the first reveal, the state and score after them, and whether it stopped there.

    `question` is what the game would ask next about the same move.
    """

    events: tuple[Event, ...]
    stopped: bool
    state: Any
    score: Score
    question: Question[Command] | None = None


def dry_run(rules: Ruleset, table: AnyTable, actor: str, command: Command, seed: bytes) -> DryRun:
    """The effects of a command up to the first reveal, so that the result discloses nothing hidden."""
    told = tuple(decide(rules, table, actor, command, seed))
    seat = seat_number(actor)
    question = None if seat is None else rules.question(table.state, seat, command)
    safe = tuple(takewhile(lambda event: not event.reveals, told))
    for event in safe:
        table = evolve(rules, table, event)
    return DryRun(safe, len(safe) < len(told), table.state, rules.score(table.state), question)
