"""The feed of finished games, for statistics sites and archives of others."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from schema.standings import FinishedGame, FinishedPage
from service.api import examples
from service.api.http.answers import JSON, answer
from service.api.http.requests import collaborators, query
from service.api.routes.history import LINES
from service.api.routes.resource import reads, resource
from service.store.paging import First


class FinishedQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """From where on, how many, and of which ruleset."""

    first: First = 20
    after: (
        Annotated[
            str,
            msgspec.Meta(
                pattern="^[A-Za-z0-9_-]{1,512}$", description="The `next` of the page before, or a `cursor`."
            ),
        ]
        | None
    ) = None
    ruleset: (
        Annotated[str, msgspec.Meta(pattern="^[a-z0-9_]{1,64}$", description="Only games of this ruleset.")]
        | None
    ) = None


async def list_finished(request: Request) -> Response:
    """All finished games in the order in which they were finished: a page, or as lines of JSON all of them.

    `next` is always given: whoever asks again with it, now or in a week, misses nothing and gets nothing
    twice. Unlisted games are left out; forks and games with a given seed have no result that counts. Should
    the results ever have to be made anew after a loss of data, a cursor of before is answered with 410
    `feed_rebuilt`: begin again without one.
    """
    asked, finished_games = query(request, FinishedQuery), collaborators(request).finished_games
    if request.state.media_type == LINES:
        lines = await finished_games.all(asked.after, asked.ruleset)
        return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=LINES)
    return answer(await finished_games.page(asked.first, asked.after, asked.ruleset))


ROUTES = (
    resource(
        "/v1/finished",
        get=reads(
            list_finished,
            public=True,
            query=FinishedQuery,
            offers=(JSON, LINES),
            refusals=(410, 422),
            answers=FinishedPage,
            example=examples.finished,
            lines=FinishedGame,
            text_example=examples.finished_lines,
            makes={"game_id": "/items/0/game"},
        ),
    ),
)
