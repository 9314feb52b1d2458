"""How a game ends before its time, and what comes after: resign, abort together, ask for a rematch."""

from starlette.requests import Request
from starlette.responses import Response

from schema.answers import GameAnswer, PlayedAnswer
from service.api import examples
from service.api.http.answers import made
from service.api.http.requests import Nothing, body, collaborators
from service.api.routes.games import call, game_id, played
from service.api.routes.resource import resource, writes


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
