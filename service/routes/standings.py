"""How players stand: profiles, leaderboards, the handicap ladder."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.answers import answer
from service.paging import First, Paged
from service.requests import collaborators, path_id, query
from service.routes.resource import reads, resource


class HandicapQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the history; its cursor is the number of a game on the ladder."""

    first: First = 20
    after: Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)] | None = None


async def show_player(request: Request) -> Response:
    """A player as everybody may see it, with ratings and statistics."""
    return answer(await collaborators(request).standings.profile(path_id(request, "player_id", "p")))


async def show_leaderboard(request: Request) -> Response:
    """The rated players of a ruleset, best first."""
    ruleset, asked = request.path_params["ruleset"], query(request, Paged)
    return answer(await collaborators(request).standings.leaderboard(ruleset, asked.first, asked.after))


async def show_handicap(request: Request) -> Response:
    """A player's handicap in the solo challenge, and the games that led to it, newest first."""
    player, asked = path_id(request, "player_id", "p"), query(request, HandicapQuery)
    return answer(await collaborators(request).standings.handicap(player, asked.first, asked.after))


ROUTES = (
    resource("/v1/players/{player_id}", get=reads(show_player, public=True)),
    resource("/v1/players/{player_id}/handicap", get=reads(show_handicap, public=True, query=HandicapQuery)),
    resource("/v1/leaderboards/{ruleset}", get=reads(show_leaderboard, public=True, query=Paged)),
)
