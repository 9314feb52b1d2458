"""What happened in a game: events, live streams, the log, its audit."""

import re
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from schema.accounts import Scope
from service.answers import answer
from service.errors import Forbidden, Malformed
from service.event_stream import MEDIA_TYPE as EVENT_STREAM
from service.languages import LanguageTag
from service.paging import PagedByVersion, Version
from service.requests import caller, collaborators, language, query
from service.routes.games import game_id
from service.routes.resource import reads, resource

LINES: Final = "application/x-ndjson"

_CURSOR = re.compile(r"0|[1-9][0-9]{0,14}")


class EventsQuery(PagedByVersion, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which entries, and whether each has a patch from the reader's game before it to the one after.

    With `text` the events are told in sentences, in the language of `lang` or `Accept-Language`.
    """

    patch: bool = False
    text: bool = False
    lang: LanguageTag | None = None


class StreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """From where on to follow a game, if there is no `Last-Event-ID`."""

    after: Version = 0
    patch: bool = False
    text: bool = False
    lang: LanguageTag | None = None


async def events(request: Request) -> Response:
    """The entries as the caller may know them: a page, or as lines of JSON all after `after`."""
    asked, who = query(request, EventsQuery), caller(request).player_id
    history, game = collaborators(request).history, game_id(request)
    lang = language(request) if asked.text else None
    if request.state.media_type == LINES:
        lines = await history.all(game, who, after=asked.after, patch=asked.patch, lang=lang)
        return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=LINES)
    return answer(
        await history.page(game, who, first=asked.first, after=asked.after, patch=asked.patch, lang=lang)
    )


async def stream(request: Request) -> Response:
    """The entries as server-sent events, and each new one as it comes; resumed by `Last-Event-ID`."""
    asked = query(request, StreamQuery)
    after = _resumed_at(request, asked.after)
    live, game, who = collaborators(request).live, game_id(request), caller(request).player_id
    lang = language(request) if asked.text else None
    return live.answer(await live.game(game, who, after=after, patch=asked.patch, lang=lang))


async def own_stream(request: Request) -> Response:
    """Server-sent events over all of the caller's games: started, turn due, finished."""
    live = collaborators(request).live
    return live.answer(await live.player(caller(request).player()))


async def log(request: Request) -> Response:
    """The whole log as lines of JSON: everybody's when finished; before, an auditor's who has no seat."""
    if not await _has_open_log(request):
        raise Forbidden("log_sealed")
    lines = collaborators(request).auditor.export_lines(game_id(request))
    return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=LINES)


async def audit(request: Request) -> Response:
    """Chain, commitment and every decision checked; of a living game the verdict alone."""
    full = await _has_open_log(request)
    return answer(await collaborators(request).auditor.audit(game_id(request), full=full))


async def _has_open_log(request: Request) -> bool:
    who = caller(request)
    return await collaborators(request).games.has_open_log(
        game_id(request), who.player_id, auditor=Scope.AUDIT in who.scopes
    )


def _resumed_at(request: Request, after: int) -> int:
    """What a reader has seen already; its browser knows better than its address."""
    seen = request.headers.get("last-event-id")
    if seen is None:
        return after
    if not _CURSOR.fullmatch(seen):
        raise Malformed(part="header", where="Last-Event-ID", reason="it must be a version")
    return int(seen)


ROUTES = (
    resource(
        "/v1/games/{game_id}/events",
        get=reads(events, public=True, query=EventsQuery, offers=("application/json", LINES)),
    ),
    resource(
        "/v1/games/{game_id}/stream",
        get=reads(stream, public=True, query=StreamQuery, offers=(EVENT_STREAM,)),
    ),
    resource("/v1/games/{game_id}/log", get=reads(log, public=True, offers=(LINES,))),
    resource("/v1/games/{game_id}/audit", get=reads(audit, public=True)),
    resource("/v1/me/stream", get=reads(own_stream, offers=(EVENT_STREAM,))),
)
