"""How recorded games of any ruleset are played. The name of a game fixes its dice."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from domain.kernel.bot_position import bot_move
from domain.kernel.clock import TimeOut
from domain.kernel.game import ScoreGame, TakeTurn
from domain.kernel.lobby import StartGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Clock, Status
from tests.support.record import FIRST_MOMENT, Record


def a_record(rules: Ruleset, name: str) -> Record:
    """The record of a game that has no entries yet; its seed follows from its name."""
    digest = hashlib.sha256(name.encode()).digest()
    return Record(rules, digest, game=f"g_{name.replace('-', '_')}")


def finished(record: Record) -> Record:
    """The record with the score of its game, if play is over."""
    if record.table.status is Status.SCORING:
        record.does("scorer", ScoreGame())
    return record


def by_bots(rules: Ruleset, name: str, *levels: str, **options: Any) -> Record:
    """Bots from beginning to end."""
    record = a_record(rules, name).opened([f"bot:{level}" for level in levels], **options)
    record.does("p_host", StartGame())
    bots_play(record, {})
    return finished(record)


def bots_play(record: Record, people: Mapping[int, str], until: int = 10_000) -> None:
    """Every seat by its bot or stand-in, people by the bot that is named for them, up to some version."""
    while record.table.status is Status.ACTIVE and record.table.version < until:
        due = record.rules.actor(record.state)
        if due.automa is not None:
            record.does(due.automa, TakeTurn())
            continue
        seat = due.seats[0]
        own = record.table.seats[seat].played_by
        move = bot_move(record.rules, record.table, seat, own or people[seat], record.seed)
        record.does(seat, move, at=later(record), bot=own)


def later(record: Record) -> float:
    """A second after the last entry."""
    return (datetime.fromisoformat(record.table.at) - FIRST_MOMENT).total_seconds() + 1


def with_time_outs(rules: Ruleset, name: str, on_timeout: str, **options: Any) -> Record:
    """Clocks run out again and again; who was absent comes back, or not."""
    record = a_record(rules, name).started(3, clock=Clock(seconds=60), on_timeout=on_timeout, **options)
    people = dict.fromkeys(range(3), "eager")
    for version in range(20, 400, 45):
        bots_play(record, people, until=version)
        if record.table.status is not Status.ACTIVE:
            break
        seat = record.rules.actor(record.state).seats[0]
        if record.table.seats[seat].played_by is None:
            record.does("clock", TimeOut(), at=later(record) + 60)
            bots_play(record, people, until=record.table.version + 4)
        _comes_back(record)
    bots_play(record, people)
    return finished(record)


def _comes_back(record: Record) -> None:
    """Whoever is due and absent makes the next move again."""
    seat = next(iter(record.rules.actor(record.state).seats), None)
    if record.table.status is Status.ACTIVE and seat is not None and record.table.seats[seat].is_human:
        move = bot_move(record.rules, record.table, seat, "eager", record.seed)
        record.does(seat, move, at=later(record))
