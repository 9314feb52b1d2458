"""The API's answers about games: one set of structs for REST, GraphQL and their documents."""

from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.kernel.progress import Progress
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Choice, Status
from domain.kernel.tokens import Tokens
from schema.entries import AnyEvent, AnyMove, AnyOptions, AnyView, Details, Moment


class ApiIndex(Struct, frozen=True):
    """The addresses to begin with."""

    web: str = "/"
    docs: str = "/docs"
    openapi: str = "/openapi.json"
    asyncapi: str = "/asyncapi.json"
    graphql: str = "/graphql"
    rulesets: str = "/v1/rulesets"
    games: str = "/v1/games"
    players: str = "/v1/players"
    finished: str = "/v1/finished"
    ready: str = "/readyz"


class SeatAnswer(Struct, frozen=True):
    """A place in the lobby, or a seat of the game: who holds it and who plays it.

    Only the player named in `reserved` can take the place. `stand_in` is the bot that plays for a player who
    has run out of time or resigned. `choice` is the player's choice in the lobby; lists of games omit it.
    `name` and `handle` are what the player, or the one for whom the place is reserved, is called now. `color`
    is the seat's colour or clan in the game; null in the lobby.
    """

    seat: int
    player: str | None = None
    bot: str | None = None
    automa: str | None = None
    resigned: bool = False
    reserved: str | None = None
    stand_in: str | None = None
    choice: Choice | UnsetType = UNSET
    name: str | None = None
    handle: str | None = None
    color: str | None = None


class ActorAnswer(Struct, frozen=True):
    """Who must act next: seats, an automa, the scorer, or nobody."""

    seats: tuple[int, ...] = ()
    automa: str | None = None
    scorer: bool = False


class ForkAnswer(Struct, frozen=True):
    """The origin of a fork: the other game, the last entry taken over from it, and the hash of that entry."""

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
    """A game as you may see it; `view` is null in the lobby.

    `fair` is false if the seed was given instead of drawn. `fork` says which game this one was forked from.
    `abort` lists the seats that agree to end the game without a result. `rematch_of` is the game that this
    one is a rematch of, `rematch` is the rematch of this one. `nonces_due` lists the places in the closed
    lobby whose players must reveal their nonces before the game starts. A game that was `forked` while it was
    running is not rated and does not count in statistics.

    `you` has your seats, or your place in the lobby; it is null if you have none. `due` says whether the game
    waits for you. `turn_started_at` is the time since which it waits for the seats in `actor`, and `deadline`
    the time at which the first of them runs out of time; in the lobby, the time at which it is cancelled
    unless something happens. Both are null without such a time. `rated` says whether the game can change
    ratings: it needs at least two people, and no bot or automa.
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
    you: tuple[int, ...] | None = None
    due: bool = False
    turn_started_at: Moment | None = None
    deadline: Moment | None = None
    mode: str = ""
    rated: bool = False


class EntryAnswer(Struct, frozen=True):
    """An entry as you may see it; `patch` leads from your whole game before the entry to the one after.

    `text` describes the events in sentences.
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


class Target(Struct, frozen=True):
    """A component that a move names."""

    kind: str
    id: str


class MoveAbout(Struct, frozen=True):
    """A listed move: what a button for it says, the components it names, and its price as far as it is known.

    A price can often be paid in several ways; the move then asks for the payment.
    """

    label: str
    targets: tuple[Target, ...]
    price: tuple[Tokens, ...]


class MoveRefusal(Struct, frozen=True):
    """Why a move, or every move of its type, is not possible now."""

    type: str
    code: str
    rule: str | None
    details: Details
    message: str


class MovesAnswer(Struct, frozen=True):
    """Your legal moves, each ready to be posted; `undo` is the version to which you can go back.

    On request, `about` describes each move of the list, in the same order, and `closed` has every other
    type of move with its refusal.
    """

    version: int
    since: int
    seat: int | None
    undo: int | None
    moves: tuple[AnyMove, ...]
    about: tuple[MoveAbout, ...] | UnsetType = UNSET
    closed: tuple[MoveRefusal, ...] | UnsetType = UNSET


class PlayedOnAnswer(PlayedAnswer, frozen=True):
    """The result of a move with what a client shows next, in one answer.

    `patch` leads from your whole game before the entry, at the version before it, to the one after. `next`
    has your moves now, described, and `progress` tells how far the seats are now. The `version` of `next` is
    later than this one if others have been faster, or if this is the answer to a repeated request; read the
    entries in between.
    """

    patch: list[dict[str, Any]] | UnsetType = UNSET
    next: MovesAnswer | UnsetType = UNSET
    progress: tuple[Progress, ...] | UnsetType = UNSET


class SeatChange(Struct, frozen=True):
    """The change in a seat's score."""

    seat: int
    before: int
    after: int
    change: int


class AskedField(Struct, frozen=True):
    """The field that a move asks for next: the kinds of its values, and whether it takes many of them.

    A kind is that of components, or `number`, `yes_no`, or the name of another closed list of values.
    """

    field: str
    takes: tuple[str, ...]
    many: bool


class DryRunAnswer(Struct, frozen=True):
    """The events that a move would cause, up to the first that reveals something. Nothing is stored.

    A move with `complete` false is only begun. `asks` is then the field to fill in next, and `moves` has each
    answer as a whole move, ready to be tried or posted. A complete move may also have them, if answers can
    be added to it.

    On request, `about` describes each of these answers, in the same order, `paid` and `gained` are the tokens
    that the move would move, and `patch` leads from your view of the game to the one after the events.
    """

    version: int
    events: tuple[AnyEvent, ...]
    stopped: bool
    score: tuple[SeatChange, ...]
    text: tuple[str, ...] | UnsetType = UNSET
    complete: bool = True
    asks: AskedField | None = None
    moves: tuple[AnyMove, ...] = ()
    about: tuple[MoveAbout, ...] | UnsetType = UNSET
    paid: tuple[Tokens, ...] | UnsetType = UNSET
    gained: tuple[Tokens, ...] | UnsetType = UNSET
    patch: list[dict[str, Any]] | UnsetType = UNSET


class MoveOutcome(Struct, frozen=True):
    """What a move would pay, gain and score before anything is revealed, or why it is refused.

    `stopped` says that it would reveal something; what comes after that is not counted.
    """

    complete: bool
    stopped: bool
    paid: tuple[Tokens, ...]
    gained: tuple[Tokens, ...]
    score: tuple[SeatChange, ...]
    refusal: MoveRefusal | None = None


class TriedAnswer(Struct, frozen=True):
    """The outcome of each move that was tried, in the same order. Nothing is stored."""

    version: int
    outcomes: tuple[MoveOutcome, ...]


class ExplainedItem(Struct, frozen=True):
    """One line of a score: the rule, its points, what it counted, and an explanation."""

    item: str
    rule: str
    points: int
    counted: tuple[str, ...]
    name: str
    text: str


class ExplainedSeat(Struct, frozen=True):
    """The score of one seat, and its tie breakers (larger wins)."""

    seat: int
    total: int
    items: tuple[ExplainedItem, ...]
    tie_break: tuple[int, ...]


class ExplainedSide(Struct, frozen=True):
    """The joint score of the seats of one side, and its tie breakers (larger wins)."""

    side: str
    seats: tuple[int, ...]
    total: int
    items: tuple[ExplainedItem, ...]
    tie_break: tuple[int, ...]


class ExplainedScore(Struct, frozen=True):
    """The score of every seat in your language, and a word of the game's own for the result.

    Only games with teams or allies have `sides`.
    """

    seats: tuple[ExplainedSeat, ...]
    result: str | None
    sides: tuple[ExplainedSide, ...] | UnsetType = UNSET


class ScoreAnswer(Struct, frozen=True):
    """The score of every seat: final, or as if the game ended now."""

    version: int
    score: ExplainedScore
    ranks: tuple[int, ...]
    final: bool
    fair: bool = True


class GameProgressAnswer(Struct, frozen=True):
    """How far the seats are, at this version, with everything that the game asks of them in numbers.

    Tasks that nobody has taken yet are there for your own seats only.
    """

    version: int
    items: tuple[Progress, ...]


class ItemPoints(Struct, frozen=True):
    """The points of one line of a score."""

    item: str
    points: int


class SeatPoints(Struct, frozen=True):
    """The score of a seat, line by line."""

    seat: int
    total: int
    items: tuple[ItemPoints, ...]


class ScoreRow(Struct, frozen=True):
    """The seats whose score an entry changed, with their score after it, as if the game had ended then."""

    seq: int
    seats: tuple[SeatPoints, ...]


class ScoresAnswer(Struct, frozen=True):
    """How the scores changed up to this version; seats without a change in a row keep their last score."""

    version: int
    rows: tuple[ScoreRow, ...]


class DroppedPlan(Struct, frozen=True):
    """The rest of a plan that was dropped because its next move, the first one here, was rejected.

    `version` is the version of the game at that time; `message` is for people, in your language.
    """

    at: Moment
    version: int
    moves: tuple[AnyMove, ...]
    code: str
    rule: str | None
    details: Details
    message: str


class PlanAnswer(Struct, frozen=True):
    """Your queued moves that remain, how many have been played, and the last plan that was dropped."""

    moves: tuple[AnyMove, ...]
    played: int = 0
    dropped: DroppedPlan | None = None


class VersionAnswer(Struct, frozen=True):
    """The version at which a stream restarts or ends."""

    version: int


class OwnStatus(Struct, frozen=True):
    """The status of one of your games, and whether it is your turn."""

    game: str
    version: int
    status: Status
    due: bool


class PlanNews(OwnStatus, frozen=True):
    """Your queued moves were dropped, and why."""

    dropped: DroppedPlan


class OwnGameAnswer(OwnStatus, frozen=True, kw_only=True):
    """One of your games in your stream: its status, its seats, and whether and until when it is your turn.

    `you`, `turn_started_at` and `deadline` mean the same as in the game itself. `now` is the server's time.
    """

    ruleset: str
    seats: tuple[SeatAnswer, ...]
    you: tuple[int, ...] | None
    turn_started_at: Moment | None
    deadline: Moment | None
    now: Moment


class OwnPlanAnswer(OwnGameAnswer, frozen=True, kw_only=True):
    """Your queued moves in this game were dropped, and why."""

    dropped: DroppedPlan


class GameRow(Struct, frozen=True):
    """A game in a list; `version` and `updated_at` refer to the last change of its status or seats.

    All other fields mean the same as in the game itself, and are as it is now.
    """

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
    actor: ActorAnswer = ActorAnswer()
    you: tuple[int, ...] | None = None
    due: bool = False
    turn_started_at: Moment | None = None
    deadline: Moment | None = None
    mode: str = ""
    rated: bool = False


class Difference(Struct, frozen=True):
    """The first mismatch in a log: its entry, the check that failed, and the reason."""

    seq: int | None
    check: str
    reason: str


class Verdict(StrEnum):
    """What an audit comes to: all checks held, some could not be made, or something does not fit."""

    OK = "ok"
    INCOMPLETE = "incomplete"
    FAILED = "failed"


class AuditAnswer(Struct, frozen=True):
    """Whether the log is valid; each check passed, failed, or (null) was not completed.

    `ok` is true only if every check passed. The verdict is `incomplete` if some checks were impossible, for
    example without the seed. In a fork, the check `borrowed` says whether the entries taken over from other
    games were decided again too. `fair` is false if the seed was given instead of drawn, and null unless the
    log is `ok`. `nonces` lists the players whose nonces are in the dice, once the game has started.
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
    """The origin of a fork; None if the game is not one."""
    return None if table.fork is None else ForkAnswer(table.fork.source, table.fork.at, table.fork.head)


def nonce_answers(table: AnyTable) -> tuple[NonceAnswer, ...]:
    """The players whose nonces are in the dice, and how they were given."""
    return tuple(
        NonceAnswer(n, place.player, NonceGiven.OPEN if place.nonce_hash is UNSET else NonceGiven.COMMITTED)
        for n, place in enumerate(table.places)
        if place.nonce is not None
    )


def seat_answers(rules: Ruleset, table: AnyTable) -> tuple[SeatAnswer, ...]:
    """The seats of a game, or in the lobby its places; without names."""
    if table.seats:
        colors = () if table.state is None else rules.seat_names(table.state)
        return tuple(
            SeatAnswer(
                n,
                seat.player,
                seat.bot,
                seat.automa,
                seat.resigned,
                stand_in=seat.stand_in,
                color=colors[n] if n < len(colors) else None,
            )
            for n, seat in enumerate(table.seats)
        )
    return tuple(
        SeatAnswer(n, place.player, place.bot, reserved=place.kept_for)
        for n, place in enumerate(table.places)
    )


def chosen_seats(rules: Ruleset, table: AnyTable) -> tuple[SeatAnswer, ...]:
    """The same, including the players' choices in the lobby."""
    places = [seat.place for seat in table.seats] if table.seats else range(len(table.places))
    return tuple(
        seat if place is None else replace(seat, choice=table.places[place].choice)
        for seat, place in zip(seat_answers(rules, table), places, strict=True)
    )
