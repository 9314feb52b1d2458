"""Games and their lobbies: create, list, look, join, leave, start, resign, score."""

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.kernel.table import Status
from schema.answers import PlayedAnswer
from service.answers import answer, made
from service.games import Call
from service.languages import LanguageTag
from service.paging import Paged, Version
from service.requests import (
    Nothing,
    body,
    caller,
    collaborators,
    is_known,
    language,
    once,
    path_id,
    query,
    request_id,
)
from service.routes.resource import reads, resource, writes

Nonce = Annotated[str, msgspec.Meta(pattern=r"^[\x21-\x7e]{1,64}$")]
Place = Annotated[str, msgspec.Meta(max_length=64)]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be opened; `seats` is how many people play, or what each place is for."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    options: dict[str, Any] = {}
    seats: (
        Annotated[int, msgspec.Meta(ge=1, le=8)]
        | Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=8)]
    )


class GamesQuery(Paged, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which games to list."""

    status: Status | None = None
    ruleset: Annotated[str, msgspec.Meta(pattern="^[a-z0-9_]{1,64}$")] | None = None
    player: Annotated[str, msgspec.Meta(pattern="^p_[0-9a-z]{1,64}$")] | None = None


class GameQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which version of a game to show."""

    at: Version | None = None


class WithNonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player adds to the dice."""

    nonce: Nonce | None = None


class ScoreQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """In which language the score is explained, before `Accept-Language`."""

    lang: LanguageTag | None = None


def call(request: Request, wish: object, lang: str | None = None) -> Call:
    """Who asks for a change, under which key and request, and in which language it is to be told."""
    return Call(
        player=caller(request).player(), request=request_id(request), once=once(request, wish), lang=lang
    )


def game_id(request: Request) -> str:
    """The game in the path."""
    return path_id(request, "game_id", "g")


def played(outcome: PlayedAnswer) -> Response:
    """What came of a command, with the version as its tag."""
    return answer(outcome, headers={"ETag": f'"{outcome.version}"'})


async def create(request: Request) -> Response:
    """A new game in the lobby."""
    wish = await body(request, NewGame)
    game = await collaborators(request).games.create(
        call(request, wish), wish.ruleset, wish.options, wish.seats
    )
    return made(game, f"/v1/games/{game.id}")


async def list_games(request: Request) -> Response:
    """Games by status, ruleset and player, newest first."""
    asked = query(request, GamesQuery)
    rows = await collaborators(request).index.list_games(
        status=asked.status,
        ruleset=asked.ruleset,
        player=asked.player,
        first=asked.first,
        after=asked.after,
        unlisted=asked.player is not None and asked.player == caller(request).player_id,
    )
    return answer(rows)


async def show(request: Request) -> Response:
    """A game as the caller may know it, now or as it was at a version."""
    at = query(request, GameQuery).at
    game = await collaborators(request).games.read(game_id(request), caller(request).player_id, at)
    headers = {
        "ETag": f'"{game.version}"',
        "Cache-Control": "private, no-cache",
        "Vary": "Authorization",
    }
    if is_known(request, str(game.version)):
        return Response(status_code=304, headers=headers)
    return answer(game, headers=headers)


async def join(request: Request) -> Response:
    """Take an open place in the lobby."""
    wish = await body(request, WithNonce)
    return played(await collaborators(request).games.join(game_id(request), call(request, wish), wish.nonce))


async def leave(request: Request) -> Response:
    """Give the place in the lobby back."""
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.leave(game_id(request), call(request, wish)))


async def start(request: Request) -> Response:
    """Start the game, as its host, with everybody in place."""
    wish = await body(request, WithNonce)
    return played(await collaborators(request).games.start(game_id(request), call(request, wish), wish.nonce))


async def resign(request: Request) -> Response:
    """Leave a running game; a bot plays on where others are left."""
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.resign(game_id(request), call(request, wish)))


async def score(request: Request) -> Response:
    """The breakdown of every seat, final or if the game ended now."""
    lang = language(request)
    found = await collaborators(request).games.score(game_id(request), lang)
    return answer(found, headers={"Content-Language": lang})


ROUTES = (
    resource(
        "/v1/games",
        get=reads(list_games, public=True, query=GamesQuery),
        post=writes(create, body=NewGame),
    ),
    resource("/v1/games/{game_id}", get=reads(show, public=True, query=GameQuery)),
    resource("/v1/games/{game_id}/seats", post=writes(join, body=WithNonce)),
    resource("/v1/games/{game_id}/seats/me", delete=writes(leave)),
    resource("/v1/games/{game_id}/start", post=writes(start, body=WithNonce)),
    resource("/v1/games/{game_id}/resign", post=writes(resign)),
    resource("/v1/games/{game_id}/score", get=reads(score, public=True, query=ScoreQuery)),
)
