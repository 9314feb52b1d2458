"""What the API answers about games: one set of structs for REST, GraphQL and their documents."""

from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.kernel.table import AnyTable, Choice, Status
from schema.entries import AnyEvent, AnyMove, AnyOptions, AnyView, Details, Moment


class SeatAnswer(Struct, frozen=True):
    """A place in the lobby, or a seat of the game: who holds it and who plays it.

    A place that is `reserved` can be taken by that player alone. `stand_in` is the bot that plays for its
    player, who is absent or has resigned. `choice` is what the player chose in the lobby; lists of games do
    not show it.
    """

    seat: int
    player: str | None = None
    bot: str | None = None
    automa: str | None = None
    resigned: bool = False
    reserved: str | None = None
    stand_in: str | None = None
    choice: Choice | UnsetType = UNSET


class ActorAnswer(Struct, frozen=True):
    """Who must act: seats, an automa, the scorer, or nobody."""

    seats: tuple[int, ...] = ()
    automa: str | None = None
    scorer: bool = False


class ForkAnswer(Struct, frozen=True):
    """The game that the first entries are from, the last one of these, and its hash."""

    source: str
    at: int
    head: str


class NonceGiven(StrEnum):
    """How a nonce came into the dice: committed to before any was shown, or given openly."""

    COMMITTED = "committed"
    OPEN = "open"


class NonceAnswer(Struct, frozen=True):
    """A player whose nonce is in the dice."""

    place: int
    player: str | None
    given: NonceGiven


class GameAnswer(Struct, frozen=True):
    """A game as its reader may know it; `view` is null in the lobby.

    It is not `fair` if its seed was given instead of drawn. A `fork` goes on from another game.
    `abort` are the seats that agree to end it without a result. `rematch_of` is the game that this one is a
    rematch of, `rematch` the one that followed it. `nonces_due` are the places in the closed lobby whose
    players must reveal their nonces before the game starts. A game that was `forked` while it ran counts for
    nothing.
    """

    id: str
    ruleset: str
    rules: str
    options: AnyOptions
    status: Status
    version: int
    hash: str
    commitment: str
    host: str
    seats: tuple[SeatAnswer, ...]
    actor: ActorAnswer
    view: AnyView
    ranks: tuple[int, ...] | None = None
    seed: str | None = None
    fair: bool = True
    fork: ForkAnswer | None = None
    abort: tuple[int, ...] = ()
    rematch_of: str | None = None
    rematch: str | None = None
    nonces_due: tuple[int, ...] = ()
    forked: bool = False


class EntryAnswer(Struct, frozen=True):
    """An entry as its reader may know it; `patch` leads from the reader's whole game before it to that after.

    `text` tells the events in sentences.
    """

    seq: int
    at: Moment
    actor: str
    events: tuple[AnyEvent, ...]
    hash: str
    patch: list[dict[str, Any]] | UnsetType = UNSET
    text: tuple[str, ...] | UnsetType = UNSET


class PlayedAnswer(Struct, frozen=True):
    """The result of an accepted command; `text` describes it in sentences."""

    version: int
    events: tuple[AnyEvent, ...]
    text: tuple[str, ...] | UnsetType = UNSET


class MovesAnswer(Struct, frozen=True):
    """Every plain move of the caller, each ready to be posted; `undo` is the seq it can go back to."""

    version: int
    since: int
    seat: int | None
    undo: int | None
    moves: tuple[AnyMove, ...]


class SeatChange(Struct, frozen=True):
    """How a seat's score would change."""

    seat: int
    before: int
    after: int
    change: int


class DryRunAnswer(Struct, frozen=True):
    """What a move would cause, up to the first thing it would reveal; nothing is stored."""

    version: int
    events: tuple[AnyEvent, ...]
    stopped: bool
    score: tuple[SeatChange, ...]
    text: tuple[str, ...] | UnsetType = UNSET


class ExplainedItem(Struct, frozen=True):
    """One line of a breakdown: which rule gave how many points, what it counted, and a sentence about it."""

    item: str
    rule: str
    points: int
    counted: tuple[str, ...]
    name: str
    text: str


class ExplainedSeat(Struct, frozen=True):
    """The points of one seat, and its tie breaks (larger wins)."""

    seat: int
    total: int
    items: tuple[ExplainedItem, ...]
    tie_break: tuple[int, ...]


class ExplainedSide(Struct, frozen=True):
    """What the seats of one side have together, and what decides between equal totals (larger first)."""

    side: str
    seats: tuple[int, ...]
    total: int
    items: tuple[ExplainedItem, ...]
    tie_break: tuple[int, ...]


class ExplainedScore(Struct, frozen=True):
    """The breakdown of every seat in the caller's language, and a game's own word for the result.

    Only games of teams or allies have `sides`.
    """

    seats: tuple[ExplainedSeat, ...]
    result: str | None
    sides: tuple[ExplainedSide, ...] | UnsetType = UNSET


class ScoreAnswer(Struct, frozen=True):
    """The breakdown of every seat: final, or as if the game ended now."""

    version: int
    score: ExplainedScore
    ranks: tuple[int, ...]
    final: bool
    fair: bool = True


class DroppedPlan(Struct, frozen=True):
    """What was left of a plan when its next move, which stands first, was refused; and why.

    `version` is where the game stood, `message` is for people, in the caller's language.
    """

    at: Moment
    version: int
    moves: tuple[AnyMove, ...]
    code: str
    rule: str | None
    details: Details
    message: str


class PlanAnswer(Struct, frozen=True):
    """The moves that are still to be played, how many of the plan have been, and what was dropped last."""

    moves: tuple[AnyMove, ...]
    played: int = 0
    dropped: DroppedPlan | None = None


class VersionAnswer(Struct, frozen=True):
    """The version at which a stream starts over or ends."""

    version: int


class OwnGameAnswer(Struct, frozen=True):
    """Where one of a player's games stands, and whether it is their turn."""

    game: str
    version: int
    status: Status
    due: bool


class PlanNews(OwnGameAnswer, frozen=True):
    """The player's queued moves were dropped, and why."""

    dropped: DroppedPlan


class GameRow(Struct, frozen=True):
    """A game in a list; `version` and `updated_at` are those of the last change of status or seats."""

    id: str
    ruleset: str
    rules: str
    status: Status
    version: int
    host: str
    seats: tuple[SeatAnswer, ...]
    options: AnyOptions
    created_at: Moment
    updated_at: Moment
    fair: bool = True
    fork: ForkAnswer | None = None
    forked: bool = False


class Difference(Struct, frozen=True):
    """The first thing that does not fit: at which entry, under which check, and what is wrong with it."""

    seq: int | None
    check: str
    reason: str


class Verdict(StrEnum):
    """What an audit comes to: all checks held, some could not be made, or something does not fit."""

    OK = "ok"
    INCOMPLETE = "incomplete"
    FAILED = "failed"


class AuditAnswer(Struct, frozen=True):
    """Whether a log proves what it says; a check held, failed, or (null) was not carried to its end.

    `ok` is true only if every check held. The verdict is `incomplete` if some could not be made, as without
    the seed. Of a fork, `borrowed` is whether the entries of other games in it were decided again too. `fair`
    is false if the seed was given instead of drawn, null unless the log is `ok`. `nonces` names the players
    whose nonces are in the dice, once the game has started.
    """

    ok: bool
    version: int
    hash: str
    checks: dict[str, bool | None]
    difference: Difference | None
    fair: bool | None = None
    verdict: Verdict = Verdict.FAILED
    nonces: tuple[NonceAnswer, ...] = ()


def fork_answer(table: AnyTable) -> ForkAnswer | None:
    """The entry that a fork continues from."""
    return None if table.fork is None else ForkAnswer(table.fork.source, table.fork.at, table.fork.head)


def nonce_answers(table: AnyTable) -> tuple[NonceAnswer, ...]:
    """The players whose nonces are in the dice, and how they were given."""
    return tuple(
        NonceAnswer(n, place.player, NonceGiven.OPEN if place.nonce_hash is UNSET else NonceGiven.COMMITTED)
        for n, place in enumerate(table.places)
        if place.nonce is not None
    )


def seat_answers(table: AnyTable) -> tuple[SeatAnswer, ...]:
    """The seats of a game, or in the lobby its places."""
    if table.seats:
        return tuple(
            SeatAnswer(n, seat.player, seat.bot, seat.automa, seat.resigned, stand_in=seat.stand_in)
            for n, seat in enumerate(table.seats)
        )
    return tuple(
        SeatAnswer(n, place.player, place.bot, reserved=place.kept_for)
        for n, place in enumerate(table.places)
    )


def chosen_seats(table: AnyTable) -> tuple[SeatAnswer, ...]:
    """The same with what their players chose in the lobby."""
    places = [seat.place for seat in table.seats] if table.seats else range(len(table.places))
    return tuple(
        seat if place is None else replace(seat, choice=table.places[place].choice)
        for seat, place in zip(seat_answers(table), places, strict=True)
    )
