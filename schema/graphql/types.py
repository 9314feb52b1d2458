"""Games: the structs that REST answers with, and what can be asked of them further."""

from typing import Any, Final

import msgspec
import strawberry
from msgspec import Struct

from domain.games import RULESETS
from domain.kernel.messages import Command
from schema.accounts import Player
from schema.answers import (
    AuditAnswer,
    DroppedPlan,
    DryRunAnswer,
    EntryAnswer,
    GameAnswer,
    GameRow,
    MovesAnswer,
    PlanAnswer,
    PlayedAnswer,
    ScoreAnswer,
    SeatAnswer,
    VersionAnswer,
)
from schema.catalogue import RulesetAnswer
from schema.graphql.accounts import PLAYER
from schema.graphql.common import (
    FIRST,
    After,
    Connection,
    First,
    Info,
    Node,
    asks_for,
    connected,
    connection_of,
    id_field,
)
from schema.graphql.games import EVENT, MOVE, OPTIONS, TYPES, VIEW
from schema.graphql.results import malformed
from schema.ports import NotAllowed, NotPossible, OwnNews, Refused
from schema.standings import FinishedGame, LeaderboardRow
from schema.structs import JSON, field_of, given, many, optional


class Check(Struct, frozen=True):
    """A check of an audit: it held, failed, or (null) was not carried to its end."""

    name: str
    ok: bool | None


class LegalMove(Struct, frozen=True):
    """A move that can be made now."""

    move: Command
    input: Any


class PlanSet(PlanAnswer, frozen=True, kw_only=True):
    """The plan as it was left."""

    game_id: str


class PlanCleared(Struct, frozen=True):
    """Nothing is left to be played."""

    game_id: str


class MoveAccepted(PlayedAnswer, frozen=True, kw_only=True):
    """What came of an accepted command: the version that it made, and what happened."""

    game_id: str


def version_of(cursor: str | None) -> int:
    """The version that a cursor of entries is."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 16):
        raise malformed("A cursor of entries is a version.")
    return int(cursor)


async def _account(root: strawberry.Parent[SeatAnswer], info: Info) -> Player | None:
    """The player who holds it."""
    return None if root.player is None else await info.context.player(root.player)


def _checks(root: strawberry.Parent[AuditAnswer]) -> list[Check]:
    """Every check by its name."""
    return [Check(name, ok) for name, ok in root.checks.items()]


def _legal(root: strawberry.Parent[MovesAnswer]) -> list[LegalMove]:
    """Every plain move of the caller."""
    return [LegalMove(move, {_RULESET[type(move)]: given(move)}) for move in root.moves]


async def _moves(root: strawberry.Parent[GameAnswer], info: Info) -> MovesAnswer:
    """What the caller can do now; needs a token."""
    return await info.context.moves(root.id)


async def _plan(root: strawberry.Parent[GameAnswer], info: Info) -> PlanAnswer | None:
    """The moves that the caller has left to be played; null for whoever has no seat."""
    try:
        return await info.context.plan(root.id)
    except Refused as refused:
        if isinstance(refused.refusal, NotAllowed | NotPossible):
            return None
        raise


async def _score(root: strawberry.Parent[GameAnswer], info: Info) -> ScoreAnswer | None:
    """The breakdown, final or if the game ended now; null in the lobby."""
    return None if root.view is None else await info.context.score(root.id)


async def _audit(root: strawberry.Parent[GameAnswer], info: Info) -> AuditAnswer:
    """Whether the log proves what it says."""
    return await info.context.audit(root.id)


async def _entries(
    root: strawberry.Parent[GameAnswer], info: Info, first: First = FIRST, after: After = None
) -> Connection:
    """What happened, entry by entry; the cursor is the version."""
    version = version_of(after)
    text = asks_for(info, "text")
    part = await info.context.entries(root.id, first=first, after=version, text=text)
    return connected(part, begins=not version)


async def _listed_game(root: strawberry.Parent[GameRow], info: Info) -> GameAnswer:
    """The game as the caller may know it now; null, with an error, if it cannot be read."""
    return await info.context.game(root.id)


async def _accepted_game(root: strawberry.Parent[MoveAccepted], info: Info) -> GameAnswer:
    """The game as the caller may know it now."""
    return await info.context.game(root.game_id)


async def _planned_game(root: strawberry.Parent[PlanSet | PlanCleared], info: Info) -> GameAnswer:
    """The game as the caller may know it now."""
    return await info.context.game(root.game_id)


async def _own_game(root: strawberry.Parent[OwnNews], info: Info) -> GameAnswer:
    """The game as the caller may know it now."""
    return await info.context.game(root.game)


async def _finished_game(root: strawberry.Parent[FinishedGame], info: Info) -> GameAnswer:
    """The game as the caller may know it now; null, with an error, if it cannot be read."""
    return await info.context.game(root.game)


def _listed_options(root: strawberry.Parent[GameRow]) -> Any:
    """What was chosen when it was opened."""
    return msgspec.convert(root.options, RULESETS[root.ruleset].options)


_RULESET: Final = {move: name for name, rules in RULESETS.items() for move in rules.move_types}
_EVENTS: Final = field_of(many(EVENT), "What happened, in order, as the caller may know it.")

RULESET: Final = TYPES.output(RulesetAnswer)
LEADERBOARD: Final = connection_of("Leaderboard", TYPES.output(LeaderboardRow), "The line's place.")
SEAT: Final = TYPES.output(SeatAnswer, changed={"account": field_of(optional(PLAYER), resolver=_account)})
ENTRY: Final = TYPES.output(EntryAnswer, changed={"events": _EVENTS, "patch": None})
LEGAL_MOVE: Final = TYPES.output(
    LegalMove,
    changed={
        "move": field_of(MOVE),
        "input": field_of(JSON, "The same as a value for `MoveInput`, ready to be played."),
    },
)
_PLANNED: Final = field_of(many(MOVE), "Those that are left, in order.")
DROPPED: Final = TYPES.output(DroppedPlan, changed={"moves": _PLANNED})
PLAN: Final = TYPES.output(PlanAnswer, changed={"moves": _PLANNED})
MOVES: Final = TYPES.output(MovesAnswer, changed={"moves": field_of(many(LEGAL_MOVE), resolver=_legal)})
SCORE: Final = TYPES.output(ScoreAnswer)
AUDIT: Final = TYPES.output(
    AuditAnswer, changed={"checks": field_of(many(TYPES.output(Check)), resolver=_checks)}
)
GAME: Final = TYPES.output(
    GameAnswer,
    implements=(Node,),
    changed={
        "id": id_field(),
        "options": field_of(OPTIONS, "What was chosen when it was opened."),
        "view": field_of(optional(VIEW), "The game as the caller may see it; null in the lobby."),
        "moves": field_of(MOVES, resolver=_moves),
        "plan": field_of(optional(PLAN), resolver=_plan),
        "events": field_of(connection_of("Entry", ENTRY, "The version."), resolver=_entries),
        "score": field_of(optional(SCORE), resolver=_score),
        "audit": field_of(AUDIT, resolver=_audit),
    },
)
LISTED_GAME: Final = TYPES.output(
    GameRow,
    changed={
        "id": id_field(),
        "options": field_of(OPTIONS, resolver=_listed_options),
        "game": field_of(optional(GAME), resolver=_listed_game),
    },
)
GAMES: Final = connection_of("Game", LISTED_GAME, "The game's id.")
FINISHED_GAME: Final = TYPES.output(
    FinishedGame,
    changed={
        "game": field_of(optional(GAME), resolver=_finished_game),
        "game_id": field_of(strawberry.ID, "The game's id.", resolver=lambda root: root.game),
        "cursor": None,
    },
)
FINISHED: Final = connection_of("Finished", FINISHED_GAME, "From here on the feed goes on behind it.")
MOVE_ACCEPTED: Final = TYPES.output(
    MoveAccepted,
    changed={
        "events": _EVENTS,
        "game_id": id_field(),
        "game": field_of(GAME, resolver=_accepted_game),
    },
)
PLAN_SET: Final = TYPES.output(
    PlanSet,
    changed={"moves": _PLANNED, "game_id": id_field(), "game": field_of(GAME, resolver=_planned_game)},
)
PLAN_CLEARED: Final = TYPES.output(
    PlanCleared, changed={"game_id": id_field(), "game": field_of(GAME, resolver=_planned_game)}
)
DRY_RUN: Final = TYPES.output(DryRunAnswer, changed={"events": _EVENTS, "text": None})
OWN_NEWS: Final = TYPES.output(
    OwnNews,
    changed={
        "game": field_of(GAME, resolver=_own_game),
        "game_id": field_of(strawberry.ID, "The game's id.", resolver=lambda root: root.game),
    },
)
STREAMED: Final = TYPES.union(
    "GameStreamItem",
    (EntryAnswer, VersionAnswer),
    description="An entry; or, when the log has been set back by a failure, the version from which to go on.",
)
