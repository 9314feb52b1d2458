"""Games and their lobbies: create, list, look, join, leave, remove, cancel, start, resign, score."""

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.kernel.table import Status
from schema.answers import GameAnswer, GameRow, PlayedAnswer, ScoreAnswer
from schema.entries import REF
from service import examples
from service.answers import answer, made, versioned
from service.forks import FORK_COUNTS
from service.games import Call
from service.languages import LanguageTag
from service.paging import Page, Paged, Version
from service.requests import (
    Nothing,
    body,
    caller,
    collaborators,
    count_further,
    if_match,
    language,
    once,
    path_id,
    path_number,
    query,
    request_id,
)
from service.routes.resource import reads, resource, writes

Nonce = Annotated[
    str, msgspec.Meta(pattern=r"^[\x21-\x7e]{1,64}$", description="What the caller adds to the dice.")
]
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
    """A game to be opened; `seats` is how many people play, or what each place is for."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64, examples=["bonfire"])]
    options: Given = {}
    seats: (
        Annotated[int, msgspec.Meta(ge=1, le=8)]
        | Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=8)]
    )


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


async def create_game(request: Request) -> Response:
    """A new game in the lobby.

    `seats` is the number of people who play, the caller among them, or a list with what each place is for:
    `open`, `me`, `bot:<level>`, or `player:<id>`, an invitation that only that player can accept, by joining.
    One seat is a solo game. A lobby in which nothing happens for 7 days is called off. The `commitment` in
    the answer is the SHA-256 of the seed of all its dice.
    """
    wish = await body(request, NewGame)
    game = await collaborators(request).games.create(
        call(request, wish), wish.ruleset, wish.options, wish.seats
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
    await count_further(request, FORK_COUNTS - 1)
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
    `If-None-Match` to be told only when there is something new, and in `If-Match` with a move.
    """
    at = query(request, GameQuery).at
    game = await collaborators(request).games.read(game_id(request), caller(request).player_id, at)
    # A rematch is no entry of this game: whoever knows its last version may not know of the rematch.
    return versioned(request, game.version, game, is_final=game.rematch is None)


async def call_off(request: Request) -> Response:
    """Call the game off, as its host, before it has started.

    A game that has begun cannot be called off (409): all who play can abort it together, or resign.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.cancel(game_id(request), call(request, wish)))


async def join_game(request: Request) -> Response:
    """Take the place in the lobby that is kept for the caller, or else an open one.

    A `nonce` goes into the key of the dice, so that nobody can have chosen them without the caller.
    """
    wish = await body(request, WithNonce)
    return played(await collaborators(request).games.join(game_id(request), call(request, wish), wish.nonce))


async def leave_game(request: Request) -> Response:
    """Give the place in the lobby back, or decline the one that is kept for the caller.

    A host who leaves hands over to somebody else; when nobody is left, the game is cancelled.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.leave(game_id(request), call(request, wish)))


async def remove_player(request: Request) -> Response:
    """Free a place in the lobby, as its host.

    Its player is out and cannot join this game again; a place that was kept for somebody is open to all. The
    place is the number that `seats` has in the lobby; to free one's own is to leave. With `If-Match` nobody
    is removed who has sat down there since.
    """
    wish = await body(request, Nothing)
    games, place, wanted = collaborators(request).games, path_number(request, "place"), if_match(request)
    return played(await games.remove(game_id(request), call(request, wish), place, wanted))


async def start_game(request: Request) -> Response:
    """Start the game, as its host, with everybody in place.

    Seats are dealt now; they need not be in the order of the places.
    """
    wish = await body(request, WithNonce)
    return played(await collaborators(request).games.start(game_id(request), call(request, wish), wish.nonce))


async def resign(request: Request) -> Response:
    """Leave a running game; a bot plays on where others are left.

    It cannot be taken back, and counts as lost.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.resign(game_id(request), call(request, wish)))


async def agree_to_abort(request: Request) -> Response:
    """Agree to end the running game without a result.

    When everybody who still plays has agreed, the game is `cancelled`: nobody has won or lost, it is not
    rated, and its log is open to all. Bots and who has resigned are not asked. It is no move: it can be done
    at any time, changes nobody's turn or clock, and stays until it is taken back. Who agrees is in `abort` of
    the game. A game of the handicap challenge cannot be aborted (409).
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.abort(game_id(request), call(request, wish)))


async def withdraw_abort(request: Request) -> Response:
    """Take the agreement to abort the game back."""
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.withdraw_abort(game_id(request), call(request, wish)))


async def ask_for_rematch(request: Request) -> Response:
    """Play again: the same ruleset, options and places, for anybody who had a seat in a game that is over.

    The first who asks opens a lobby with bots at the places of bots and the other people's places kept for
    them; everybody else who asks takes their place in it, as by joining. There is one rematch of a game,
    whoever asks and how often, and each is answered with it as it stands; one that was called off in the
    lobby may be asked for anew. It starts by itself when everybody is there.
    """
    wish = await body(request, Nothing)
    game = await collaborators(request).games.rematch(game_id(request), call(request, wish))
    return made(game, f"/v1/games/{game.id}")


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
            asked={"ruleset": "bonfire", "seats": 2, "options": {"clock": {"days": 3}}},
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
        "/v1/games/{game_id}/seats",
        post=writes(
            join_game,
            body=WithNonce,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={"nonce": "4d7a"},
            answers=PlayedAnswer,
            example=examples.joined,
        ),
    ),
    resource(
        "/v1/games/{game_id}/seats/me",
        delete=writes(
            leave_game,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            answers=PlayedAnswer,
            example=examples.left,
        ),
    ),
    resource(
        "/v1/games/{game_id}/seats/{place}",
        delete=writes(
            remove_player,
            takes_key=True,
            takes_version=True,
            has_tag=True,
            refusals=(409, 422),
            answers=PlayedAnswer,
            example=examples.removed,
        ),
    ),
    resource(
        "/v1/games/{game_id}/start",
        post=writes(
            start_game,
            body=WithNonce,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={},
            answers=PlayedAnswer,
            example=examples.started,
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
        "/v1/games/{game_id}/resign",
        post=writes(
            resign,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={},
            answers=PlayedAnswer,
            example=examples.resigned,
        ),
    ),
    resource(
        "/v1/games/{game_id}/abort",
        post=writes(
            agree_to_abort,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            asked={},
            answers=PlayedAnswer,
            example=examples.agreed_to_abort,
        ),
        delete=writes(
            withdraw_abort,
            takes_key=True,
            has_tag=True,
            refusals=(409, 422),
            answers=PlayedAnswer,
            example=examples.abort_withdrawn,
        ),
    ),
    resource(
        "/v1/games/{game_id}/rematch",
        post=writes(
            ask_for_rematch,
            status=201,
            takes_key=True,
            refusals=(409, 422),
            asked={},
            answers=GameAnswer,
            example=examples.rematch,
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
