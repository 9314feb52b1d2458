"""Queued moves: a player leaves moves that the server plays when the player's turn comes."""

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from schema.answers import PlanAnswer
from schema.entries import AnyMove
from service.api import examples
from service.api.http.answers import answer, done
from service.api.http.requests import body, caller, collaborators, converted, language
from service.api.routes.games import call, game_id
from service.api.routes.resource import reads, resource, writes
from service.api.routes.rulesets import LanguageQuery
from service.usecases.plans import MOST_MOVES

M = TypeVar("M")


class NewPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Moves to be played, in this order, when it is the caller's turn."""

    moves: Annotated[tuple[AnyMove, ...], msgspec.Meta(min_length=1, max_length=MOST_MOVES)]


class _Moves(msgspec.Struct, Generic[M], frozen=True):
    """The same, with the move types of one game."""

    moves: tuple[M, ...]


def moves_of(given: tuple[Any, ...], move_type: Any, part: str) -> tuple[Any, ...]:
    """Several moves, decoded with the types of the game; raises MalformedRequest."""
    moves: tuple[Any, ...] = converted({"moves": given}, _Moves[move_type], part).moves
    return moves


async def show_plan(request: Request) -> Response:
    """Get your remaining queued moves, and the last plan that was dropped.

    Nobody else can see that you have one. `dropped` stays until you queue other moves or delete this plan.
    """
    who, lang = caller(request).player(), language(request)
    found = await collaborators(request).planning.read(game_id(request), who, lang)
    return answer(found, headers={"Content-Language": lang})


async def put_plan(request: Request) -> Response:
    """Queue moves that the server plays, in this order, when it is your turn; replaces any earlier plan.

    Each move is played as if you had posted it. It is checked only when its turn comes: if it is rejected
    then, the rest of the plan is dropped and you are notified. If you play a move yourself, undo or resign,
    the plan ends as well.
    """
    planning, game = collaborators(request).planning, game_id(request)
    wish = await body(request, NewPlan)
    type_ = await collaborators(request).games.move_type(game, caller(request).player())
    moves = moves_of(wish.moves, type_, "body")
    return answer(await planning.put(game, call(request, moves), moves))


async def delete_plan(request: Request) -> Response:
    """Delete your remaining queued moves, and the record of a dropped plan.

    Moves that have already been played stay played.
    """
    await collaborators(request).planning.clear(game_id(request), caller(request).player())
    return done()


ROUTES = (
    resource(
        "/v1/games/{game_id}/plan",
        get=reads(show_plan, query=LanguageQuery, refusals=(409,), answers=PlanAnswer, example=examples.plan),
        put=writes(
            put_plan,
            body=NewPlan,
            takes_key=True,
            refusals=(409,),
            asked=examples.new_plan,
            answers=PlanAnswer,
            example=examples.planned,
        ),
        delete=writes(delete_plan, status=204, refusals=(409,)),
    ),
)
