"""The handicap ladder: every result in handicap mode changes the player's handicap."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from domain.games import version
from service.projections.folds import Fold
from service.projections.results import GameResult
from service.projections.statistics import outcome_word
from service.store import RedisConnection, keys


class Rung(Struct, frozen=True):
    """A game in handicap mode: its handicap and its outcome. An unlisted game has no id here."""

    number: int
    game: str | None
    handicap: int
    result: str
    score: int
    automa: int = msgspec.field(name="tom")  # the name in rows that were stored earlier
    at: str


class Ladder(Struct, frozen=True):
    """A player's state after the last game in handicap mode."""

    handicap: int
    last: Rung | None = None


def climb(rows: Mapping[str, Ladder], result: GameResult) -> Mapping[str, Ladder]:
    """The ladder after a result; the ruleset defines what a win, tie or loss adds. Resigning is a loss."""
    challenge = version(result.rules).challenge
    human = next((seat for seat in result.seats if seat.player is not None), None)
    automa = next((seat for seat in result.seats if seat.automa is not None), None)
    if challenge is None or result.challenge != challenge.value:
        return {}
    if human is None or human.player is None or automa is None:
        return {}
    word = outcome_word(result, human)
    assert word is not None, "a game against an automa is won, tied or lost"
    before = rows.get(human.player, Ladder(challenge.first))
    rung = Rung(
        number=1 if before.last is None else before.last.number + 1,
        game=None if result.unlisted else result.game,
        handicap=result.handicap,
        result=word,
        score=human.total,
        automa=automa.total,
        at=result.at,
    )
    return {human.player: Ladder(before.handicap + challenge.steps[word], rung)}


def _line(player: str, ladder: Ladder) -> str:
    assert ladder.last is not None
    return f"{player}/{ladder.last.number:09}/{msgspec.json.encode(ladder.last).decode()}"


LADDER: Final = Fold("ladder", Ladder, climb, line=_line, keeps_lines=True)


async def history(
    connection: RedisConnection, ruleset: str, player: str, first: int, before: int
) -> list[Rung]:
    """At most this many games of a player, newest first, starting below a number."""
    name, top = keys.fold_list(ruleset, LADDER.name), f"({player}/{before:09}/"
    lines = await connection.call("ZRANGE", name, top, f"[{player}/", "BYLEX", "REV", "LIMIT", 0, first)
    return [msgspec.json.decode(line.split(b"/", 2)[2], type=Rung) for line in lines]
