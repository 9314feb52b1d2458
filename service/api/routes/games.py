"""Games: open, list, look, call off, fork, score."""

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.games import RULESETS
from domain.kernel.table import Status
from schema import prices
from schema.answers import GameAnswer, GameRow, PlayedAnswer, ScoreAnswer
from schema.entries import REF, AnyChoice
from service.api import examples
from service.api.http.answers import answer, made, versioned
from service.api.http.languages import LanguageTag
from service.api.http.requests import (
    Nothing,
    body,
    caller,
    charge,
    collaborators,
    idempotency_key,
    language,
    path_id,
    query,
    request_id,
)
from service.api.routes.resource import reads, resource, writes
from service.store.paging import Page, Paged, Version
from service.usecases.games import GameCall

Place = Annotated[
    str,
    msgspec.Meta(
        max_length=64,
        description="`open`, `me`, `player:<id>` (kept for that player) or `bot:<level>`.",
        examples=["open"],
    ),
]
Given = Annotated[
    dict[str, Any],
    msgspec.Meta(
        description="The options of the ruleset and of every game; what is left out has its default.",
        extra_json_schema={"$ref": f"{REF}GameOptions"},
    ),
]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be opened; `seats` is how many people play, or what each place is for.

    The host's own `choice` is only for rulesets that let players choose something in the lobby.
    """

    ruleset: Annotated[str, msgspec.Meta(max_length=64, examples=list(RULESETS))]
    options: Given = {}
    seats: (
        Annotated[int, msgspec.Meta(ge=1, le=8)]
        | Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=8)]
    )
    choice: AnyChoice | msgspec.UnsetType = msgspec.UNSET


class NewFork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """From which version on, left out for now; and who holds each seat that a person or a bot held."""

    at: Annotated[Version, msgspec.Meta(description="The last entry that the fork begins with.")] | None = (
        None
    )
    seats: (
        Annotated[
            tuple[Annotated[str, msgspec.Meta(max_length=64, description="`me` or `bot:<level>`.")], ...],
            msgspec.Meta(min_length=1, max_length=8, description="By seat; left out, all are the caller's."),
        ]
        | None
    ) = None


class GamesQuery(Paged, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which games to list."""

    status: Annotated[Status, msgspec.Meta(description="Only games in this status.")] | None = None
    ruleset: (
        Annotated[str, msgspec.Meta(pattern="^[a-z0-9_]{1,64}$", description="Only games of this ruleset.")]
        | None
    ) = None
    player: (
        Annotated[str, msgspec.Meta(pattern="^p_[0-9a-z]{1,64}$", description="Only this player's games.")]
        | None
    ) = None


class GameQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which version of a game to show."""

    at: Annotated[Version, msgspec.Meta(description="The version to show.")] | None = None


class ScoreQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """In which language the score is explained, before `Accept-Language`."""

    lang: LanguageTag | None = None


def call(request: Request, wish: object, lang: str | None = None) -> GameCall:
    """Who asks for a change, under which key and request, and in which language it is to be told."""
    return GameCall(
        player=caller(request).player(),
        request=request_id(request),
        idempotency_key=idempotency_key(request, wish),
        lang=lang,
    )


def game_id(request: Request) -> str:
    """The game in the path."""
    return path_id(request, "game_id", "g")


def played(outcome: PlayedAnswer) -> Response:
    """What came of a command, with the version as its tag."""
    return answer(outcome, headers={"ETag": f'"{outcome.version}"'})


async def create_game(request: Request) -> Response:
    """A new game in the lobby.

    `seats` is the number of people who play, the caller among them, or a list with what each place is for:
    `open`, `me`, `bot:<level>`, or `player:<id>`, an invitation that only that player can accept, by joining.
    One seat is a solo game. A lobby in which nothing happens for 7 days is called off. The `commitment` in
    the answer is the SHA-256 of the seed of all its dice.
    """
    wish = await body(request, NewGame)
    game = await collaborators(request).game_creation.create(
        call(request, wish), wish.ruleset, wish.options, wish.seats, wish.choice
    )
    return made(game, f"/v1/games/{game.id}")


async def fork_game(request: Request) -> Response:
    """A new game from a point of another: what if?

    Of a finished game anybody may make one, from any version at which it was being played; of a running game,
    who plays it alone, unless it is for the handicap challenge. Its log begins with the entries of the other
    game; then it has dice of its own. It is never rated and counts for nothing. While the game it is from
    still runs, only its player may look at it. For the caller's rate it counts as 20 calls.
    """
    wish = await body(request, NewFork)
    await charge(request, prices.FORK)
    game = await collaborators(request).forks.fork(game_id(request), call(request, wish), wish.at, wish.seats)
    return made(game, f"/v1/games/{game.id}")


async def list_games(request: Request) -> Response:
    """Games by status, ruleset and player, newest first.

    Unlisted games are shown to their players alone, and only when they ask for their own; invitations too.
    """
    asked = query(request, GamesQuery)
    rows = await collaborators(request).index.list_games(
        status=asked.status,
        ruleset=asked.ruleset,
        player=asked.player,
        first=asked.first,
        after=asked.after,
        own=asked.player is not None and asked.player == caller(request).player_id,
    )
    return answer(rows)


async def show_game(request: Request) -> Response:
    """A game as the caller may know it, now or as it was at a version.

    `view` is what a player at that table sees, or a spectator. The `ETag` is the version: send it back in
    `If-None-Match` to be told only when there is something new, and in `If-Match` with a move. With `at` it
    counts as 5 calls for the caller's rate.
    """
    at = query(request, GameQuery).at
    await charge(request, 1 if at is None else prices.EARLIER)
    game = await collaborators(request).games.read(game_id(request), caller(request).player_id, at)
    # A rematch is no entry of this game: whoever knows its last version may not know of the rematch.
    return versioned(request, game.version, game, is_final=game.rematch is None)


async def call_off(request: Request) -> Response:
    """Call the game off, as its host, before it has started.

    A game that has begun cannot be called off (409): all who play can abort it together, or resign.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.cancel(game_id(request), call(request, wish)))


async def show_score(request: Request) -> Response:
    """The breakdown of every seat, final or if the game ended now.

    Every item names its rule and what it counted, and explains itself in the caller's language.
    """
    lang = language(request)
    found = await collaborators(request).games.score(game_id(request), caller(request).player_id, lang)
    return answer(found, headers={"Content-Language": lang})


ROUTES = (
    resource(
        "/v1/games",
        get=reads(
            list_games,
            public=True,
            query=GamesQuery,
            refusals=(422,),
            answers=Page[GameRow],
            example=examples.games,
            makes={"game_id": "/items/0/id"},
        ),
        post=writes(
            create_game,
            body=NewGame,
            status=201,
            takes_key=True,
            refusals=(409, 422),
            asked=examples.new_game,
            answers=GameAnswer,
            example=examples.lobby,
            makes={"game_id": "/id"},
        ),
    ),
    resource(
        "/v1/games/{game_id}",
        get=reads(
            show_game,
            public=True,
            query=GameQuery,
            answers=GameAnswer,
            example=examples.game,
            has_tag=True,
        ),
        delete=writes(
            call_off,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            answers=PlayedAnswer,
            example=examples.cancelled,
        ),
    ),
    resource(
        "/v1/games/{game_id}/fork",
        post=writes(
            fork_game,
            body=NewFork,
            status=201,
            takes_key=True,
            refusals=(409, 422),
            asked={"at": 4},
            answers=GameAnswer,
            example=examples.fork,
            makes={"game_id": "/id"},
        ),
    ),
    resource(
        "/v1/games/{game_id}/score",
        get=reads(
            show_score,
            public=True,
            query=ScoreQuery,
            refusals=(409,),
            answers=ScoreAnswer,
            example=examples.score,
        ),
    ),
)
