"""The types of games: the structs that REST answers with, plus fields with resolvers."""

from collections.abc import Sequence
from typing import Any

import msgspec
import strawberry
from msgspec import Struct
from strawberry.types.field import StrawberryField

from domain.games import RULESETS, game_of_move
from domain.kernel.messages import Command
from domain.kernel.progress import Progress
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
    ScoresAnswer,
    SeatAnswer,
    VersionAnswer,
)
from schema.catalogue import OptionAnswer, RulesetAnswer
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
from schema.graphql.games import GameTypes
from schema.graphql.results import malformed
from schema.graphql.type_builder import JSON, StructUnion, TypeBuilder, field_of, many, optional, to_input
from schema.option_values import OPTION_VALUES
from schema.ports import NotAllowedAnswer, NotPossibleAnswer, OwnNews, Refused
from schema.standings import FinishedGame, LeaderboardRow


class Check(Struct, frozen=True):
    """A check of an audit: it passed, failed, or (null) was not completed."""

    name: str
    ok: bool | None


class LegalMove(Struct, frozen=True):
    """A legal move."""

    move: Command
    input: Any


class PlanSet(PlanAnswer, frozen=True, kw_only=True):
    """The stored plan."""

    game_id: str


class PlanCleared(Struct, frozen=True):
    """There are no queued moves any more."""

    game_id: str


class MoveAccepted(PlayedAnswer, frozen=True, kw_only=True):
    """The result of an accepted command: the new version, and the events."""

    game_id: str


def version_of(cursor: str | None, lang: str) -> int:
    """The version in a cursor of entries."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 16):
        raise malformed(lang, "after", "cursor_is_version")
    return int(cursor)


async def _account(root: strawberry.Parent[SeatAnswer], info: Info) -> Player | None:
    """The account of the player who holds the seat."""
    return None if root.player is None else await info.context.player(root.player)


def _checks(root: strawberry.Parent[AuditAnswer]) -> list[Check]:
    """Every check by its name."""
    return [Check(name, ok) for name, ok in root.checks.items()]


def _legal(root: strawberry.Parent[MovesAnswer | DryRunAnswer]) -> list[LegalMove]:
    """The moves that you can make."""
    return [LegalMove(move, {game_of_move(type(move)): to_input(move)}) for move in root.moves]


async def _moves(root: strawberry.Parent[GameAnswer], info: Info) -> MovesAnswer:
    """Your legal moves now; needs a token."""
    about = asks_for(info, "about") or asks_for(info, "closed")
    return await info.context.moves(root.id, about=about)


async def _plan(root: strawberry.Parent[GameAnswer], info: Info) -> PlanAnswer | None:
    """Your queued moves; null if you have no seat."""
    try:
        return await info.context.plan(root.id)
    except Refused as refused:
        if isinstance(refused.refusal, NotAllowedAnswer | NotPossibleAnswer):
            return None
        raise


async def _score(root: strawberry.Parent[GameAnswer], info: Info) -> ScoreAnswer | None:
    """The score of this version, final or as if the game ended here; null in the lobby."""
    return None if root.view is None else await info.context.score(root.id, root.version)


async def _progress(root: strawberry.Parent[GameAnswer], info: Info) -> Sequence[Progress] | None:
    """How far the seats are, at this version, with what the game asks in numbers; null in the lobby."""
    return None if root.view is None else (await info.context.progress(root.id, root.version)).items


async def _scores(root: strawberry.Parent[GameAnswer], info: Info) -> ScoresAnswer | None:
    """Every change of the scores; null in the lobby."""
    return None if root.view is None else await info.context.scores(root.id)


async def _audit(root: strawberry.Parent[GameAnswer], info: Info) -> AuditAnswer:
    """Whether the log is valid."""
    return await info.context.audit(root.id)


async def _entries(
    root: strawberry.Parent[GameAnswer], info: Info, first: First = FIRST, after: After = None
) -> Connection:
    """The history, entry by entry; the cursor is the version."""
    version = version_of(after, info.context.lang)
    text = asks_for(info, "text")
    part = await info.context.entries(root.id, first=first, after=version, text=text)
    return connected(part, begins=not version)


async def _listed_game(root: strawberry.Parent[GameRow], info: Info) -> GameAnswer:
    """The game as you may see it now; null, with an error, if it cannot be read."""
    return await info.context.game(root.id)


async def _accepted_game(root: strawberry.Parent[MoveAccepted], info: Info) -> GameAnswer:
    """The game as you may see it now."""
    return await info.context.game(root.game_id)


async def _planned_game(root: strawberry.Parent[PlanSet | PlanCleared], info: Info) -> GameAnswer:
    """The game as you may see it now."""
    return await info.context.game(root.game_id)


async def _own_game(root: strawberry.Parent[OwnNews], info: Info) -> GameAnswer:
    """The game as you may see it now."""
    return await info.context.game(root.game)


async def _finished_game(root: strawberry.Parent[FinishedGame], info: Info) -> GameAnswer:
    """The game as you may see it now; null, with an error, if it cannot be read."""
    return await info.context.game(root.game)


def _listed_options(root: strawberry.Parent[GameRow]) -> Any:
    """The options of the game."""
    return msgspec.convert(root.options, RULESETS[root.ruleset].options)


def build_answer_types(types: TypeBuilder, games: GameTypes) -> StructUnion:
    """Build the types of all answers about games; returns the type of the items in a game's stream."""
    types.union("OptionValues", OPTION_VALUES, "The values that an option takes.")
    default = field_of(optional(JSON), "The value if the option is left out.")
    types.output(OptionAnswer, changed={"default": default})
    types.output(
        RulesetAnswer,
        changed={
            "components": field_of(many(games.component), "Every component."),
            "printed": _printed(games),
        },
    )
    ranked = types.output(LeaderboardRow)
    connection_of(types, "Leaderboard", ranked, "The position on the leaderboard.")
    player = field_of(optional(types.output(Player)), resolver=_account)
    types.output(SeatAnswer, changed={"account": player})
    types.output(EntryAnswer, changed={"events": _events(games), "patch": None})
    game = _build_game(types, games)
    _build_lists(types, games, game)
    _build_results(types, games, game)
    return types.union(
        "GameStreamItem",
        (EntryAnswer, VersionAnswer),
        "An entry or, if a failure has set the log back, the version to continue from.",
    )


def _build_game(types: TypeBuilder, games: GameTypes) -> type:
    legal_move = types.output(
        LegalMove,
        changed={
            "move": field_of(games.move),
            "input": field_of(JSON, "The same move as a value of `MoveInput`, ready to be played."),
        },
    )
    types.output(DroppedPlan, changed={"moves": _planned(games)})
    plan = types.output(PlanAnswer, changed={"moves": _planned(games)})
    moves = types.output(MovesAnswer, changed={"moves": field_of(many(legal_move), resolver=_legal)})
    checks = field_of(many(types.output(Check)), resolver=_checks)
    audit = types.output(AuditAnswer, changed={"checks": checks})
    entries = connection_of(types, "Entry", types.output(EntryAnswer), "The version.")
    return types.output(
        GameAnswer,
        implements=(Node,),
        changed={
            "id": id_field(),
            "options": field_of(games.options, "The options of the game."),
            "view": field_of(optional(games.view), "The game as you may see it; null in the lobby."),
            "moves": field_of(moves, resolver=_moves),
            "plan": field_of(optional(plan), resolver=_plan),
            "events": field_of(entries, resolver=_entries),
            "score": field_of(optional(types.output(ScoreAnswer)), resolver=_score),
            "progress": field_of(optional(many(types.output(Progress))), resolver=_progress),
            "scores": field_of(optional(types.output(ScoresAnswer)), resolver=_scores),
            "audit": field_of(audit, resolver=_audit),
        },
    )


def _build_lists(types: TypeBuilder, games: GameTypes, game: type) -> None:
    listed = types.output(
        GameRow,
        changed={
            "id": id_field(),
            "options": field_of(games.options, resolver=_listed_options),
            "game": field_of(optional(game), resolver=_listed_game),
        },
    )
    connection_of(types, "Game", listed, "The game's id.")
    finished = types.output(
        FinishedGame,
        changed={
            "game": field_of(optional(game), resolver=_finished_game),
            "game_id": field_of(strawberry.ID, "The game's id.", resolver=lambda root: root.game),
            "cursor": None,
        },
    )
    connection_of(types, "Finished", finished, "Continues the feed after this game.")


def _build_results(types: TypeBuilder, games: GameTypes, game: type) -> None:
    types.output(
        MoveAccepted,
        changed={
            "events": _events(games),
            "game_id": id_field(),
            "game": field_of(game, resolver=_accepted_game),
        },
    )
    planned = {"game_id": id_field(), "game": field_of(game, resolver=_planned_game)}
    types.output(PlanSet, changed={"moves": _planned(games), **planned})
    types.output(PlanCleared, changed={"game_id": id_field(), "game": field_of(game, resolver=_planned_game)})
    answers = field_of(many(types.output(LegalMove)), resolver=_legal)
    types.output(
        DryRunAnswer, changed={"events": _events(games), "text": None, "moves": answers, "patch": None}
    )
    types.output(
        OwnNews,
        changed={
            "game": field_of(game, resolver=_own_game),
            "game_id": field_of(strawberry.ID, "The game's id.", resolver=lambda root: root.game),
        },
    )


def _events(games: GameTypes) -> StrawberryField:
    return field_of(many(games.event), "The events in order, as you may see them.")


def _printed(games: GameTypes) -> StrawberryField | None:
    return (
        None if games.printed is None else field_of(optional(games.printed), "What is printed on the boards.")
    )


def _planned(games: GameTypes) -> StrawberryField:
    return field_of(many(games.move), "The remaining moves, in order.")
