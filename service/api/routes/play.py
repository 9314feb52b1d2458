"""Moves: list the legal ones, play one, try one out, undo."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from schema import prices
from schema.answers import DryRunAnswer, MovesAnswer, PlayedAnswer, PlayedOnAnswer, TriedAnswer
from schema.entries import AnyMove
from service.api import examples
from service.api.http.answers import answer, versioned
from service.api.http.languages import LanguageTag
from service.api.http.requests import Nothing, body, caller, charge, collaborators, if_match, language, query
from service.api.routes.games import call, game_id, played
from service.api.routes.plan import moves_of
from service.api.routes.resource import reads, resource, writes
from service.api.routes.rulesets import LanguageQuery
from service.store.paging import Version

Next = Annotated[
    bool,
    msgspec.Meta(description="Also return your next moves, described, and the patch of your game."),
]


class PlayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether to only try the move out, to describe the result in sentences, and to return the next moves."""

    dry_run: Annotated[bool, msgspec.Meta(description="Store nothing, only return what would happen.")] = (
        False
    )
    text: Annotated[bool, msgspec.Meta(description="Also describe the events in sentences.")] = False
    about: Annotated[
        bool,
        msgspec.Meta(
            description="With `dry_run`, also describe the next answers, and the tokens paid and gained."
        ),
    ] = False
    patch: Annotated[
        bool, msgspec.Meta(description="With `dry_run`, also return the JSON Patch of your view of the game.")
    ] = False
    next: Next = False
    lang: LanguageTag | None = None


class UndoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether to return the next moves, and in which language."""

    next: Next = False
    lang: LanguageTag | None = None


class UndoTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far to go back: the last entry that stays, or null to undo only the caller's last one."""

    to: Annotated[Version, msgspec.Meta(description="The last entry that stays.")] | None = None


class MovesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether to describe the moves, and in which language."""

    about: Annotated[
        bool,
        msgspec.Meta(description="Also describe each move, and say why other types are not possible."),
    ] = False
    lang: LanguageTag | None = None


class TriedMoves(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Moves to be tried, each from the current position."""

    moves: Annotated[tuple[AnyMove, ...], msgspec.Meta(min_length=1, max_length=prices.MOST_TRIED)]


async def list_moves(request: Request) -> Response:
    """List your legal moves, each ready to be posted.

    The list is complete. It is empty when it is not your turn. `since` is the version at which your options
    last changed, and `undo` is the version to which you can go back, or null. With `about`, each move has a
    label, the components it names and its price, and `closed` has the refusal of every other type of move.
    """
    lang = language(request) if query(request, MovesQuery).about else None
    found = await collaborators(request).previews.moves(game_id(request), caller(request).player(), lang)
    return versioned(request, found.version, found)


async def try_moves(request: Request) -> Response:
    """Try up to 64 moves at once, each from the current position; nothing is stored.

    Each outcome has the tokens that the move would pay and gain, the change of the score, and whether it
    would reveal something. Eight moves count as one call.
    """
    game, wanted = game_id(request), if_match(request)
    wish = await body(request, TriedMoves)
    await charge(request, prices.tried(len(wish.moves)))
    player, lang = caller(request).player(), language(request)
    moves = moves_of(wish.moves, await collaborators(request).games.move_type(game, player), "body")
    return answer(await collaborators(request).previews.try_moves(game, player, moves, wanted, lang))


async def play_move(request: Request) -> Response:
    """Play a move; with `dry_run`, only see what it would cause.

    If you leave a field out, the game asks for it next. `If-Match` accepts any version from `since` to the
    latest one. A dry run returns the events up to the first one that would reveal something, and whether it
    stopped there. With `next`, the answer also has the patch from your game before the move to the one after,
    and your next moves as `GET …/moves?about=true` lists them: one round trip for each click.
    """
    games, game, wanted = collaborators(request).games, game_id(request), if_match(request)
    move = await body(request, await games.move_type(game, caller(request).player()))
    asked = query(request, PlayQuery)
    spoken = language(request)
    lang = spoken if asked.text else None
    if asked.dry_run:
        player, about_in = caller(request).player(), language(request) if asked.about else None
        return answer(
            await collaborators(request).previews.dry_run(
                game, player, move, wanted, lang, about_in=about_in, patch=asked.patch
            )
        )
    next_in = spoken if asked.next else None
    return played(await games.play(game, call(request, move, lang, next_in), move, wanted))


async def undo(request: Request) -> Response:
    """Undo your last entry, or all entries after `to`.

    You can undo only your own entries of this turn, and none before the last one that revealed something.
    Undone entries stay in the log. `next` adds a patch and your moves, as it does for a move.
    """
    wish = await body(request, UndoTo)
    games, wanted = collaborators(request).games, if_match(request)
    next_in = language(request) if query(request, UndoQuery).next else None
    asked = call(request, wish, next_in=next_in)
    return played(await games.undo(game_id(request), asked, wish.to, wanted))


async def come_back(request: Request) -> Response:
    """Take your seat back from the bot that has played for you since your time ran out.

    Any move of yours does the same, but the bot may be faster. This operation works no matter whose turn it
    is. It is not a move and changes nobody's turn or clock. In the turn in which your time ran out, only a
    move helps (409 `time_is_over`). `stand_in` of a seat names the bot that plays there.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.come_back(game_id(request), call(request, wish)))


ROUTES = (
    resource(
        "/v1/games/{game_id}/moves",
        get=reads(list_moves, query=MovesQuery, answers=MovesAnswer, example=examples.moves, has_tag=True),
        post=writes(
            play_move,
            body=AnyMove,
            query=PlayQuery,
            takes_key=True,
            takes_version=True,
            has_tag=True,
            refusals=(409, 422),
            asked=examples.move,
            answers=(PlayedOnAnswer, DryRunAnswer),
            example=examples.played,
        ),
    ),
    resource(
        "/v1/games/{game_id}/moves/try",
        post=writes(
            try_moves,
            body=TriedMoves,
            query=LanguageQuery,
            takes_version=True,
            refusals=(409,),
            asked=examples.tried_moves,
            answers=TriedAnswer,
            example=examples.tried,
        ),
    ),
    resource(
        "/v1/games/{game_id}/undo",
        post=writes(
            undo,
            body=UndoTo,
            query=UndoQuery,
            takes_key=True,
            takes_version=True,
            has_tag=True,
            refusals=(409, 422),
            asked={"to": 3},
            answers=PlayedOnAnswer,
            example=examples.undone,
        ),
    ),
    resource(
        "/v1/games/{game_id}/return",
        post=writes(
            come_back,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={},
            answers=PlayedAnswer,
            example=examples.came_back,
        ),
    ),
)
