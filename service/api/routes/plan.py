"""Conditional moves: a player leaves them, to be played when it is their turn."""

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
    """The same, of a game's own moves."""

    moves: tuple[M, ...]


def moves_of(wish: NewPlan, move_type: Any, part: str) -> tuple[Any, ...]:
    """The moves of a plan as those of a game, or Malformed."""
    moves: tuple[Any, ...] = converted({"moves": wish.moves}, _Moves[move_type], part).moves
    return moves


async def show_plan(request: Request) -> Response:
    """What is left of the caller's plan, and the last one that was dropped.

    Nobody else can see that there is one. `dropped` stays until another plan is put or this one deleted.
    """
    who, lang = caller(request).player(), language(request)
    found = await collaborators(request).planning.read(game_id(request), who, lang)
    return answer(found, headers={"Content-Language": lang})


async def put_plan(request: Request) -> Response:
    """Leave moves to be played, in this order, as soon as it is the caller's turn; in place of any before.

    Each is played like a move that is posted, with its decisions if it has any. It is looked at for the
    first time when its turn comes: if it is refused then, the rest is dropped, and the caller is told. A move
    by hand, an undo or a resignation of the caller ends the plan as well.
    """
    planning, game = collaborators(request).planning, game_id(request)
    wish = await body(request, NewPlan)
    type_ = await collaborators(request).games.move_type(game, caller(request).player())
    moves = moves_of(wish, type_, "body")
    return answer(await planning.put(game, call(request, moves), moves))


async def delete_plan(request: Request) -> Response:
    """Take back what is left of the plan; what was told of a dropped one goes too.

    Moves that were played stay played.
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
