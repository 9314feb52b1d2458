"""The history of a game: events, live streams, the log and its audit."""

import re
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from schema import prices
from schema.accounts import Scope
from schema.answers import AuditAnswer, EntryAnswer, OwnGameAnswer
from schema.entries import AnyEntry
from service.accounts.tickets import TicketText
from service.api import examples
from service.api.http.answers import answer, stream
from service.api.http.languages import LanguageTag
from service.api.http.requests import caller, charge, checked_id, collaborators, language, query
from service.api.routes.games import game_id
from service.api.routes.resource import reads, resource
from service.errors import Forbidden, malformed
from service.live.server_sent_events import MEDIA_TYPE as EVENT_STREAM
from service.store.paging import After, Page, PagedByVersion

LINES: Final = "application/x-ndjson"

Patch = Annotated[
    bool,
    msgspec.Meta(description="Include a JSON Patch that updates your view of the game for each entry."),
]
Text = Annotated[bool, msgspec.Meta(description="Also describe the events in sentences.")]

_CURSOR = re.compile(r"0|[1-9][0-9]{0,14}")


class EventsQuery(PagedByVersion, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which entries to return, and whether to include patches and sentences.

    With `text`, sentences describe the events in the language of `lang` or `Accept-Language`.
    """

    patch: Patch = False
    text: Text = False
    lang: LanguageTag | None = None


class StreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The version after which to follow a game, unless `Last-Event-ID` is sent."""

    after: After = 0
    patch: Patch = False
    text: Text = False
    lang: LanguageTag | None = None
    ticket: TicketText | None = None


class OwnStreamQuery(StreamQuery, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game to follow in the same stream, if any, and how; the language precedes `Accept-Language`."""

    game: (
        Annotated[
            str,
            msgspec.Meta(pattern="^g_[0-9a-z]{1,64}$", description="Also stream the entries of this game."),
        ]
        | None
    ) = None


async def list_events(request: Request) -> Response:
    """List the entries as you may see them: a page, or all entries after `after` as lines of JSON.

    With `patch`, a client can follow or replay a game without knowing its rules: each patch leads from the
    game as you saw it before the entry to the game after it. Many entries count as several calls against your
    rate limit: one more for every 16 entries with patches, 64 with sentences, or 512 without either.
    """
    asked, who = query(request, EventsQuery), caller(request).player_id
    history, game = collaborators(request).history, game_id(request)
    lang = language(request) if asked.text else None
    is_whole = request.state.media_type == LINES
    await _charge_entries(request, game, asked, asked.after, None if is_whole else asked.first)
    if is_whole:
        lines = await history.all(game, who, after=asked.after, patch=asked.patch, lang=lang)
        return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=LINES)
    return answer(
        await history.page(game, who, first=asked.first, after=asked.after, patch=asked.patch, lang=lang)
    )


async def follow_game(request: Request) -> Response:
    """Stream the entries and each new one as server-sent events; resume with `Last-Event-ID`.

    The id of an event is its version. `reset` contains the version from which the reader must continue, `end`
    means that nothing follows, and `dropped` means that the reader was too slow or its token is no longer
    valid. Comments keep a quiet stream open.
    """
    asked, who = query(request, StreamQuery), caller(request)
    after = _resumed_at(request, asked.after)
    live, game = collaborators(request).live, game_id(request)
    lang = language(request) if asked.text else None
    await _charge_entries(request, game, asked, after)
    events = await live.game(game, who.player_id, after=after, patch=asked.patch, lang=lang)
    return stream(request, events)


async def follow_own_games(request: Request) -> Response:
    """Stream news of all your games: started, turn due, finished, plan dropped.

    The stream starts with `games`, a list of your unfinished games and their status. After that, each piece
    of news is one event. The event `plan_dropped` has its details in `dropped`. With `game`, the entries of
    that game come in the same stream, exactly as in its own one, so a page needs only one connection: they
    are the events with an `id`, from which `Last-Event-ID` resumes. `end` then ends only the game's part.
    """
    asked, live, player = (
        query(request, OwnStreamQuery),
        collaborators(request).live,
        caller(request).player(),
    )
    lang = language(request)
    if asked.game is None:
        return stream(request, await live.player(player, lang))
    game, after = checked_id(asked.game, "g", "game"), _resumed_at(request, asked.after)
    await _charge_entries(request, game, asked, after)
    events = await live.player_and_game(
        player, game, after=after, patch=asked.patch, lang=lang, text=asked.text
    )
    return stream(request, events)


async def show_log(request: Request) -> Response:
    """Download the whole log as lines of JSON: public once finished; until then for auditors without a seat.

    The first line is a header. Each further line is an entry, byte for byte as it was hashed.
    """
    if not await _has_open_log(request):
        raise Forbidden("log_sealed")
    await charge(request, prices.LOG)
    lines = collaborators(request).auditor.export_lines(game_id(request))
    return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=LINES)


async def audit_game(request: Request) -> Response:
    """Audit a game: check its hash chain, its commitment and every decision.

    `difference` is the first thing that does not match, if any. For a game that is not over, only the verdict
    is returned. An audit counts as 10 calls against your rate limit.
    """
    full = await _has_open_log(request)
    await charge(request, prices.AUDIT)
    return answer(await collaborators(request).auditor.audit(game_id(request), full=full))


async def _charge_entries(
    request: Request, game: str, asked: EventsQuery | StreamQuery, after: int, most: int | None = None
) -> None:
    """Charge the caller for the entries after a version, up to a maximum."""
    is_plain_page = most is not None and not (asked.patch or asked.text)
    if not is_plain_page:
        count = await collaborators(request).history.count(game, caller(request).player_id, after)
        count = count if most is None else min(count, most)
        await charge(request, prices.entries(count, patch=asked.patch, text=asked.text))


async def _has_open_log(request: Request) -> bool:
    who = caller(request)
    return await collaborators(request).games.has_open_log(
        game_id(request), who.player_id, auditor=Scope.AUDIT in who.scopes
    )


def _resumed_at(request: Request, after: int) -> int:
    """The last version the reader has seen; `Last-Event-ID` takes precedence over the query."""
    seen = request.headers.get("last-event-id")
    if seen is None:
        return after
    if not _CURSOR.fullmatch(seen):
        raise malformed("header", "Last-Event-ID", "not_a_version")
    return int(seen)


ROUTES = (
    resource(
        "/v1/games/{game_id}/events",
        get=reads(
            list_events,
            public=True,
            query=EventsQuery,
            offers=("application/json", LINES),
            answers=Page[EntryAnswer],
            example=examples.entries,
            lines=EntryAnswer,
            text_example=examples.entry_lines,
        ),
    ),
    resource(
        "/v1/games/{game_id}/stream",
        get=reads(
            follow_game,
            public=True,
            query=StreamQuery,
            offers=(EVENT_STREAM,),
            lines=EntryAnswer,
            text_example=examples.game_stream,
        ),
    ),
    resource(
        "/v1/games/{game_id}/log",
        get=reads(show_log, public=True, offers=(LINES,), lines=AnyEntry, text_example=examples.log_lines),
    ),
    resource(
        "/v1/games/{game_id}/audit",
        get=reads(audit_game, public=True, answers=AuditAnswer, example=examples.audit),
    ),
    resource(
        "/v1/me/stream",
        get=reads(
            follow_own_games,
            query=OwnStreamQuery,
            offers=(EVENT_STREAM,),
            lines=OwnGameAnswer,
            text_example=examples.own_stream,
        ),
    ),
)
