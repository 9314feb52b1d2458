"""Games: create, list, read, cancel, fork, score."""

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.games import RULESETS
from domain.kernel.table import NonceHash, Status
from schema import prices
from schema.answers import GameAnswer, GameProgressAnswer, GameRow, PlayedAnswer, ScoreAnswer, ScoresAnswer
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
from service.projections.index import GameFilter
from service.store.paging import Page, Paged, Version
from service.usecases.games import GameCall

Place = Annotated[
    str,
    msgspec.Meta(
        max_length=64,
        description="`open`, `me`, `player:<id>` (reserved for that player) or `bot:<level>`.",
        examples=["open"],
    ),
]
Given = Annotated[
    dict[str, Any],
    msgspec.Meta(
        description="Options of the ruleset and of every game. Omitted ones have their defaults.",
        extra_json_schema={"$ref": f"{REF}GameOptions"},
    ),
]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new game; `seats` is the number of players, or a list that says what each place is for.

    `choice` is the host's own choice, for rulesets that let players choose something in the lobby.
    `nonce_hash` commits the host, who needs a place, to a nonce that is revealed once the lobby is closed.
    """

    ruleset: Annotated[str, msgspec.Meta(max_length=64, examples=list(RULESETS))]
    options: Given = {}
    seats: (
        Annotated[int, msgspec.Meta(ge=1, le=8)]
        | Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=8)]
    )
    choice: AnyChoice | msgspec.UnsetType = msgspec.UNSET
    nonce_hash: NonceHash | msgspec.UnsetType = msgspec.UNSET


class NewFork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The version to fork from (default: the latest), and who plays each seat that a player or bot held."""

    at: Annotated[Version, msgspec.Meta(description="The last entry that the fork takes over.")] | None = None
    seats: (
        Annotated[
            tuple[Annotated[str, msgspec.Meta(max_length=64, description="`me` or `bot:<level>`.")], ...],
            msgspec.Meta(
                min_length=1, max_length=8, description="One for each seat; by default, you play all of them."
            ),
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
    joinable: (
        Annotated[
            bool,
            msgspec.Meta(description="Only lobbies with a place that you can take, or only other games."),
        ]
        | None
    ) = None
    rated: (
        Annotated[bool, msgspec.Meta(description="Only games that can change ratings, or only others.")]
        | None
    ) = None
    clock: Annotated[bool, msgspec.Meta(description="Only games with a clock, or only others.")] | None = None
    mode: (
        Annotated[
            str,
            msgspec.Meta(
                pattern="^[a-z0-9][a-z0-9_+-]{0,127}$",
                description="Only games in this mode of the ruleset, which must be given too.",
            ),
        ]
        | None
    ) = None


def wanted_games(asked: GamesQuery, reader: str | None) -> GameFilter:
    """The games that a query asks for; unlisted ones and invitations only for their own player."""
    return GameFilter(
        status=asked.status,
        ruleset=asked.ruleset,
        player=asked.player,
        own=asked.player is not None and asked.player == reader,
        joinable=asked.joinable,
        joinable_for=reader,
        rated=asked.rated,
        clock=asked.clock,
        mode=asked.mode,
    )


class GameQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The version of a game to show."""

    at: Annotated[Version, msgspec.Meta(description="The version to show.")] | None = None


class ScoreQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The version to score, and the language of the explanations, which precedes `Accept-Language`."""

    at: Annotated[Version, msgspec.Meta(description="The version to score.")] | None = None
    lang: LanguageTag | None = None


def call(request: Request, wish: object, lang: str | None = None, next_in: str | None = None) -> GameCall:
    """The caller, idempotency key, request id, and the languages of sentences and of the next moves."""
    return GameCall(
        player=caller(request).player(),
        request=request_id(request),
        idempotency_key=idempotency_key(request, wish),
        lang=lang,
        next_in=next_in,
    )


def game_id(request: Request) -> str:
    """The game in the path."""
    return path_id(request, "game_id", "g")


def played(outcome: PlayedAnswer) -> Response:
    """The result of a command, with the version as its `ETag`."""
    return answer(outcome, headers={"ETag": f'"{outcome.version}"'})


async def create_game(request: Request) -> Response:
    """Create a game in the lobby.

    `seats` is the number of players, including you, or a list that says what each place is for: `open`, `me`,
    `bot:<level>`, or `player:<id>`, an invitation that only that player can accept, by joining. A game with
    one seat is a solo game. The server cancels a lobby in which nothing happens for 7 days. `commitment` in
    the answer is the SHA-256 of the seed behind all of the game's dice.
    """
    wish = await body(request, NewGame)
    game = await collaborators(request).game_creation.create(
        call(request, wish), wish.ruleset, wish.options, wish.seats, wish.choice, nonce_hash=wish.nonce_hash
    )
    return made(game, f"/v1/games/{game.id}")


async def fork_game(request: Request) -> Response:
    """Fork a game: start a new one from a point in another.

    Anybody can fork a finished game, from any version at which it was being played. A running game can be
    forked only by its player if they play alone, unless it is a game of the handicap challenge. The log of
    the fork starts with the entries of the other game; from there on the fork has its own dice. A fork is
    never rated and does not count in statistics. While the other game is still running, only its player can
    see the fork. A fork counts as 20 calls against your rate limit.
    """
    wish = await body(request, NewFork)
    await charge(request, prices.FORK)
    game = await collaborators(request).forks.fork(game_id(request), call(request, wish), wish.at, wish.seats)
    return made(game, f"/v1/games/{game.id}")


async def list_games(request: Request) -> Response:
    """List games by status, ruleset and player, newest first.

    Unlisted games and invitations appear only when players list their own games. `joinable`, `rated`, `clock`
    and `mode` narrow the list; a page may then be short, or even empty, although `next` names another.
    """
    asked, reader = query(request, GamesQuery), caller(request).player_id
    wanted, lists = wanted_games(asked, reader), collaborators(request).game_lists
    return answer(await lists.page(wanted, reader, first=asked.first, after=asked.after))


async def show_game(request: Request) -> Response:
    """Get a game as you may see it, now or at an earlier version.

    `view` is what you see from your seat, or as a spectator. The `ETag` is the version. Send it in
    `If-None-Match` to fetch the game only if it has changed, and in `If-Match` with a move. A player's new
    name and a rematch count as changes too. A request with `at` counts as 5 calls against your rate limit.
    """
    at = query(request, GameQuery).at
    await charge(request, 1 if at is None else prices.EARLIER)
    game, has_news = await collaborators(request).games.reading(
        game_id(request), caller(request).player_id, at
    )
    return versioned(request, game.version, game, is_final=not has_news)


async def call_off(request: Request) -> Response:
    """Cancel the game before it has started, as its host.

    A running game cannot be cancelled (409). Its players can resign, or agree to abort it.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.cancel(game_id(request), call(request, wish)))


async def show_score(request: Request) -> Response:
    """Get the score of every seat, final or as if the game ended now, or at an earlier version.

    Every item names its rule and what was counted, with an explanation in your language. A request with `at`
    counts as 5 calls against your rate limit.
    """
    lang, at = language(request), query(request, ScoreQuery).at
    await charge(request, 1 if at is None else prices.EARLIER)
    found = await collaborators(request).games.score(game_id(request), caller(request).player_id, lang, at)
    return answer(found, headers={"Content-Language": lang})


async def show_progress(request: Request) -> Response:
    """Get how far the seats are with everything that the game asks in numbers, now or at an earlier version.

    Every item names a component (`kind`, `id`), its rule, what the seat has and needs, and whether that is
    enough. The game's page of rules tells what is listed. A request with `at` counts as 5 calls.
    """
    at = query(request, GameQuery).at
    await charge(request, 1 if at is None else prices.EARLIER)
    found = await collaborators(request).games.progress(game_id(request), caller(request).player_id, at)
    return versioned(request, found.version, found)


async def list_scores(request: Request) -> Response:
    """List every change of the scores, as if the game had ended after each entry.

    A row has the seats whose score changed, line by line. Every 16 entries of the game count as one more call
    against your rate limit.
    """
    game, who = game_id(request), caller(request).player_id
    count = await collaborators(request).history.count(game, who, 0)
    await charge(request, prices.entries(count, patch=True, text=False))
    found = await collaborators(request).score_history.of(game, who)
    return versioned(request, found.version, found)


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
    resource(
        "/v1/games/{game_id}/progress",
        get=reads(
            show_progress,
            public=True,
            query=GameQuery,
            refusals=(409,),
            answers=GameProgressAnswer,
            example=examples.progress,
            has_tag=True,
        ),
    ),
    resource(
        "/v1/games/{game_id}/scores",
        get=reads(
            list_scores,
            public=True,
            refusals=(409,),
            answers=ScoresAnswer,
            example=examples.scores,
            has_tag=True,
        ),
    ),
)
