"""Results of games that were never played, for tests of what follows from them."""

from collections.abc import Iterable
from typing import Any

from service.engine.seat_names import Names
from service.projections.results import GameResult, SeatResult


def seat(player: str | None, rank: int = 1, total: int = 50, **more: Any) -> SeatResult:
    """A seat: a person's unless `bot` or `automa` is given."""
    return SeatResult(player, more.get("bot"), more.get("automa"), more.get("resigned", False), rank, total)


def a_result(*seats: SeatResult, game: str = "g_1", **more: Any) -> GameResult:
    """A rated game of these seats, changed as asked."""
    fields = {"rules": "bonfire/1", "version": 9, "at": f"at {game}", "rated": True, "result": None, **more}
    return GameResult(game=game, ruleset="bonfire", seats=seats, **fields)


def a_game(*players: str, game: str = "g_1", **more: Any) -> GameResult:
    """The players in the order in which they ended."""
    seats = (seat(player, rank, 100 - 10 * rank) for rank, player in enumerate(players, 1))
    return a_result(*seats, game=game, **more)


def a_challenge(player: str, score: int, tom: int, *, game: str = "g_1", **more: Any) -> GameResult:
    """A game of the handicap challenge with these totals; `resigned` if the player gave up."""
    resigned = more.pop("resigned", False)
    word = "tie" if score == tom else "win" if score > tom else "loss"
    ranks = (1 + (score < tom or resigned), 1 + (tom < score and not resigned))
    human, automa = seat(player, ranks[0], score, resigned=resigned), seat(None, ranks[1], tom, automa="tom")
    return a_result(human, automa, game=game, **{"result": word, "challenge": "handicap", **more})


async def no_names(_players: Iterable[str]) -> Names:
    """The names of players of whom nobody has an account."""
    return {}
