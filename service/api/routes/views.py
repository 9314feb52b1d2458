"""Several games in one call."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.api import examples
from service.api.http.answers import answer
from service.api.http.languages import LanguageTag
from service.api.http.requests import caller, charge, collaborators, language, query
from service.api.many_games import Views, views_of
from service.api.routes.resource import reads, resource

MOST = 20


class ViewsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The games to show."""

    games: Annotated[
        str,
        msgspec.Meta(
            pattern=rf"^[0-9a-z_]{{1,64}}(,[0-9a-z_]{{1,64}}){{0,{MOST - 1}}}$",
            description=f"The ids of up to {MOST} games, separated by commas.",
            examples=["g_01kq3zm7x9c1v3b5n7m2k4j6h8"],
        ),
    ]
    lang: LanguageTag | None = None


async def show_views(request: Request) -> Response:
    """Get up to 20 games as you may see them, in the order of your request.

    Each item has the `game`, as `GET /v1/games/{id}` would return it, or the `problem` that it would return.
    The call counts against your rate limit as one call for each game.
    """
    asked, who = query(request, ViewsQuery).games.split(","), caller(request)
    await charge(request, len(asked))
    found = await collaborators(request).many_games.read(asked, who.player_id)
    return answer(views_of(asked, found, language(request)))


ROUTES = (
    resource(
        "/v1/views",
        get=reads(show_views, public=True, query=ViewsQuery, answers=Views, example=examples.views),
    ),
)
