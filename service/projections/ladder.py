"""The handicap ladder of the solo challenge: every result moves a player's handicap (BF-O26, BF-O27)."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from service.projections.folds import Fold
from service.projections.results import GameResult
from service.projections.statistics import LOSS, TIE, WIN, own_word
from service.store import RedisConnection, keys

HANDICAP: Final = "handicap"
"""The challenge that this is the ladder of."""
_FIRST: Final = -10
_MOVES: Final = {WIN: 5, TIE: 0, LOSS: -2}


class Rung(Struct, frozen=True):
    """A game of the challenge: the handicap it was played with and how it ended; unlisted, it has no id."""

    number: int
    game: str | None
    handicap: int
    result: str
    score: int
    tom: int
    at: str


class Ladder(Struct, frozen=True):
    """Where a player stands after the last game of the challenge."""

    handicap: int = _FIRST
    last: Rung | None = None


def climb(rows: Mapping[str, Ladder], result: GameResult) -> Mapping[str, Ladder]:
    """O27: a win makes it harder, a loss easier, a tie nothing; a resigned game is lost."""
    human = next((seat for seat in result.seats if seat.player is not None), None)
    tom = next((seat for seat in result.seats if seat.automa is not None), None)
    if result.challenge != HANDICAP or human is None or human.player is None or tom is None:
        return {}
    word = own_word(result, human)
    assert word is not None, "a game against Tom is won, tied or lost"
    before = rows.get(human.player, Ladder())
    rung = Rung(
        number=1 if before.last is None else before.last.number + 1,
        game=None if result.unlisted else result.game,
        handicap=result.handicap,
        result=word,
        score=human.total,
        tom=tom.total,
        at=result.at,
    )
    return {human.player: Ladder(before.handicap + _MOVES[word], rung)}


def _line(player: str, ladder: Ladder) -> str:
    assert ladder.last is not None
    return f"{player}/{ladder.last.number:09}/{msgspec.json.encode(ladder.last).decode()}"


LADDER: Final = Fold("ladder", Ladder, climb, line=_line, keeps_lines=True)


async def history(
    connection: RedisConnection, ruleset: str, player: str, first: int, before: int
) -> list[Rung]:
    """At most so many games of a player, newest first, from below a number."""
    name, top = keys.fold_list(ruleset, LADDER.name), f"({player}/{before:09}/"
    lines = await connection.call("ZRANGE", name, top, f"[{player}/", "BYLEX", "REV", "LIMIT", 0, first)
    return [msgspec.json.decode(line.split(b"/", 2)[2], type=Rung) for line in lines]
