"""Ending a game early, and playing again: resign, abort by agreement, ask for a rematch."""

from starlette.requests import Request
from starlette.responses import Response

from schema.answers import GameAnswer, PlayedAnswer
from service.api import examples
from service.api.http.answers import made
from service.api.http.requests import Nothing, body, collaborators
from service.api.routes.games import call, game_id, played
from service.api.routes.resource import resource, writes


async def resign(request: Request) -> Response:
    """Resign from a running game; if others still play, a bot takes over the seat.

    Resigning cannot be undone and counts as a loss.
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.resign(game_id(request), call(request, wish)))


async def agree_to_abort(request: Request) -> Response:
    """Agree to end the running game without a result.

    When every player who is still in the game has agreed, the game becomes `cancelled`: nobody wins or loses,
    it is not rated, and its log becomes public. Bots and players who have resigned are not asked. Agreeing is
    not a move: you can do it at any time, and it changes nobody's turn or clock. Your agreement stands until
    you withdraw it. `abort` of the game lists the seats that have agreed. A game of the handicap challenge
    cannot be aborted (409).
    """
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.abort(game_id(request), call(request, wish)))


async def withdraw_abort(request: Request) -> Response:
    """Withdraw your agreement to abort the game."""
    wish = await body(request, Nothing)
    return played(await collaborators(request).games.withdraw_abort(game_id(request), call(request, wish)))


async def ask_for_rematch(request: Request) -> Response:
    """Ask for a rematch with the same ruleset, options and places.

    Anybody who had a seat in a game that is over can ask. The first request opens a lobby: bots keep their
    places, and the other players' places are reserved for them. Each later request joins that lobby. A game
    has one rematch, no matter who asks or how often, and every request returns its current state. If the
    rematch was cancelled in the lobby, you can ask for a new one. It starts by itself once everybody has
    joined.
    """
    wish = await body(request, Nothing)
    game = await collaborators(request).game_creation.rematch(game_id(request), call(request, wish))
    return made(game, f"/v1/games/{game.id}")


ROUTES = (
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
)
