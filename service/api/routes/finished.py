"""The feed of finished games, for statistics sites and other archives."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from schema.standings import FinishedGame, FinishedPage
from service.api import examples
from service.api.http.answers import JSON, answer
from service.api.http.requests import caller, collaborators, query
from service.api.routes.history import LINES
from service.api.routes.resource import reads, resource
from service.store.paging import First


class FinishedQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The position in the feed, the size of the page, the ruleset and its mode."""

    first: First = 20
    after: (
        Annotated[
            str,
            msgspec.Meta(
                pattern="^[A-Za-z0-9_-]{1,512}$", description="`next` of the previous page, or a `cursor`."
            ),
        ]
        | None
    ) = None
    ruleset: (
        Annotated[str, msgspec.Meta(pattern="^[a-z0-9_]{1,64}$", description="Only games of this ruleset.")]
        | None
    ) = None
    mode: (
        Annotated[
            str,
            msgspec.Meta(
                pattern="^[a-z0-9][a-z0-9_+]{0,63}$",
                description="Only games in this mode of the ruleset, which must be given too.",
            ),
        ]
        | None
    ) = None


async def list_finished(request: Request) -> Response:
    """List finished games in the order in which they finished, as a page or all as lines of JSON.

    `next` is always present. Use it for your next request, now or in a week: no game is missed or repeated.
    Unlisted games are left out, and so are forks and games with a given seed, because their results do not
    count. If the results ever have to be rebuilt after a loss of data, an old cursor is answered with 410
    `feed_rebuilt`. Start again without a cursor.
    """
    asked, finished_games = query(request, FinishedQuery), collaborators(request).finished_games
    reader = caller(request).player_id
    if request.state.media_type == LINES:
        lines = await finished_games.all(asked.after, asked.ruleset, asked.mode, reader=reader)
        return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=LINES)
    page = await finished_games.page(asked.first, asked.after, asked.ruleset, asked.mode, reader=reader)
    return answer(page)


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
