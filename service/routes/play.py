"""The moves of a game: what the caller can do, doing it, trying it, taking it back."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.answers import answer
from service.languages import LanguageTag
from service.paging import Version
from service.requests import body, caller, collaborators, if_match, language, query
from service.routes.games import call, game_id, played
from service.routes.resource import reads, resource, writes


class PlayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether a move is only tried; with `text` what came of it is told in sentences."""

    dry_run: bool = False
    text: bool = False
    lang: LanguageTag | None = None


class UndoTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far to go back: the last entry that stays, or null for the caller's last one alone."""

    to: Version | None = None


async def list_moves(request: Request) -> Response:
    """Every plain move of the caller, each ready to be posted."""
    return answer(await collaborators(request).games.moves(game_id(request), caller(request).player()))


async def play(request: Request) -> Response:
    """Play a move; with `dry_run`, only tell what it would cause."""
    games, game, wanted = collaborators(request).games, game_id(request), if_match(request)
    move = await body(request, await games.move_type(game))
    asked = query(request, PlayQuery)
    if asked.dry_run:
        return answer(await games.dry_run(game, caller(request).player(), move, wanted))
    lang = language(request) if asked.text else None
    return played(await games.play(game, call(request, move, lang), move, wanted))


async def undo(request: Request) -> Response:
    """Take back the caller's last entry, or all after `to`."""
    wish = await body(request, UndoTo)
    games, wanted = collaborators(request).games, if_match(request)
    return played(await games.undo(game_id(request), call(request, wish), wish.to, wanted))


ROUTES = (
    # The body is a move of the game's ruleset.
    resource(
        "/v1/games/{game_id}/moves",
        get=reads(list_moves),
        post=writes(play, body=Any, query=PlayQuery),
    ),
    resource("/v1/games/{game_id}/undo", post=writes(undo, body=UndoTo)),
)
