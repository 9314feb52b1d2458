"""What the API answers about games: one set of structs for REST, GraphQL and their documents."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.score import Score
from domain.kernel.table import Status


class SeatAnswer(Struct, frozen=True):
    """A place in the lobby, or a seat of the game: who holds it and who plays it."""

    seat: int
    player: str | None = None
    bot: str | None = None
    automa: str | None = None
    resigned: bool = False


class ActorAnswer(Struct, frozen=True):
    """Who must act: seats, an automa, the scorer, or nobody."""

    seats: tuple[int, ...] = ()
    automa: str | None = None
    scorer: bool = False


class GameAnswer(Struct, frozen=True):
    """A game as its reader may know it; `view` is null in the lobby."""

    id: str
    ruleset: str
    rules: str
    options: Any
    status: Status
    version: int
    hash: str
    commitment: str
    host: str
    seats: tuple[SeatAnswer, ...]
    actor: ActorAnswer
    view: Any
    ranks: tuple[int, ...] | None = None
    seed: str | None = None


class EntryAnswer(Struct, frozen=True):
    """An entry as its reader may know it; `patch` leads from the reader's view before it to the one after."""

    seq: int
    at: str
    actor: str
    events: tuple[Any, ...]
    hash: str
    patch: list[dict[str, Any]] | UnsetType = UNSET


class PlayedAnswer(Struct, frozen=True):
    """What came of an accepted command."""

    version: int
    events: tuple[Any, ...]


class MovesAnswer(Struct, frozen=True):
    """Every plain move of the caller, each ready to be posted; `undo` is the seq it can go back to."""

    version: int
    since: int
    seat: int | None
    undo: int | None
    moves: tuple[Any, ...]


class SeatChange(Struct, frozen=True):
    """How a seat's score would change."""

    seat: int
    before: int
    after: int
    change: int


class DryRunAnswer(Struct, frozen=True):
    """What a move would cause, up to the first thing it would reveal; nothing was stored."""

    version: int
    events: tuple[Any, ...]
    stopped: bool
    score: tuple[SeatChange, ...]


class ScoreAnswer(Struct, frozen=True):
    """The breakdown of every seat, final or if the game ended now."""

    version: int
    score: Score
    ranks: tuple[int, ...]
    final: bool
