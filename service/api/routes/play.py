"""The moves of a game: what the caller can do, doing it, trying it, taking it back."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from schema.answers import DryRunAnswer, MovesAnswer, PlayedAnswer
from schema.entries import AnyMove
from service.api import examples
from service.api.http.answers import answer, versioned
from service.api.http.languages import LanguageTag
from service.api.http.requests import Nothing, body, caller, collaborators, if_match, language, query
from service.api.routes.games import call, game_id, played
from service.api.routes.resource import reads, resource, writes
from service.store.paging import Version


class PlayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether a move is only tried; with `text` what came of it is told in sentences."""

    dry_run: Annotated[bool, msgspec.Meta(description="Store nothing, only tell what would happen.")] = False
    text: Annotated[bool, msgspec.Meta(description="Tell the events in sentences as well.")] = False
    lang: LanguageTag | None = None


class UndoTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far to go back: the last entry that stays, or null for the caller's last one alone."""

    to: Annotated[Version, msgspec.Meta(description="The last entry that stays.")] | None = None


async def list_moves(request: Request) -> Response:
    """Every plain move of the caller, each ready to be posted.

    The list is complete; it is empty when it is somebody else's turn. `since` is the version at which what
    the caller is asked last changed, and `undo` the version to which the caller can go back, or null.
    """
    found = await collaborators(request).games.moves(game_id(request), caller(request).player())
    return versioned(request, found.version, found)


async def play_move(request: Request) -> Response:
    """Play a move; with `dry_run`, only tell what it would cause.

    A field that is left out is asked for next. `If-Match` is met by any version from `since` to the head. A
    dry run tells what happens before the first thing that would be revealed, and whether it stopped there.
    """
    games, game, wanted = collaborators(request).games, game_id(request), if_match(request)
    move = await body(request, await games.move_type(game, caller(request).player()))
    asked = query(request, PlayQuery)
    lang = language(request) if asked.text else None
    if asked.dry_run:
        return answer(await games.dry_run(game, caller(request).player(), move, wanted, lang))
    return played(await games.play(game, call(request, move, lang), move, wanted))


async def undo(request: Request) -> Response:
    """Take back the caller's last entry, or all after `to`.

    Only own entries of this turn, and none before the last that revealed something. The log keeps them.
    """
    wish = await body(request, UndoTo)
    games, wanted = collaborators(request).games, if_match(request)
    return played(await games.undo(game_id(request), call(request, wish), wish.to, wanted))


async def come_back(request: Request) -> Response:
    """Take the own seat back from the bot that has played it since the clock ran out.

    Any move does so too, but the bot is quick: this can be done whoever is to move. It is no move and changes
    nobody's turn or clock. In the very turn whose time is over only a move helps (409 `time_is_over`).
    `stand_in` of a seat tells which bot plays there.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.come_back(game_id(request), call(request, wish)))


ROUTES = (
    resource(
        "/v1/games/{game_id}/moves",
        get=reads(list_moves, answers=MovesAnswer, example=examples.moves, has_tag=True),
        post=writes(
            play_move,
            body=AnyMove,
            query=PlayQuery,
            takes_key=True,
            takes_version=True,
            has_tag=True,
            refusals=(409, 422),
            asked=examples.move,
            answers=(PlayedAnswer, DryRunAnswer),
            example=examples.played,
        ),
    ),
    resource(
        "/v1/games/{game_id}/undo",
        post=writes(
            undo,
            body=UndoTo,
            takes_key=True,
            takes_version=True,
            has_tag=True,
            refusals=(409, 422),
            asked={"to": 3},
            answers=PlayedAnswer,
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
