"""Calls of administrators, each of which leaves a line in their log."""

from datetime import UTC, datetime
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from schema.accounts import Scope
from schema.admin import AdminAct, AdminAnswer, AdminEntry, StuckWork
from service.accounts.admin_log import AdminRequest
from service.api import examples
from service.api.http.answers import answer
from service.api.http.requests import body, caller, collaborators, idempotency_key, path_id, query, request_id
from service.api.routes.games import game_id
from service.api.routes.resource import Handler, Operation, reads, resource, writes
from service.store.paging import Page, Paged
from service.usecases.admin import Ban, Reason

_NOW: Final = datetime(2026, 4, 26, 9, 30, tzinfo=UTC)


def _admin_request(request: Request, wish: Reason) -> AdminRequest:
    return AdminRequest(
        caller(request).player(), wish.why, request_id(request), idempotency_key(request, wish)
    )


async def ban_player(request: Request) -> Response:
    """Bans a player: no token of theirs is good, and their streams end, at once.

    Unless `forfeit` is false, the player leaves every lobby and resigns every running game, so that nobody
    waits. Banning somebody who is banned already does what is left to do.
    """
    wish, player = await body(request, Ban), path_id(request, "player_id", "p")
    admin = collaborators(request).admin
    return answer(await admin.ban(_admin_request(request, wish), player, forfeit=wish.forfeit))


async def unban_player(request: Request) -> Response:
    """Lets a banned player in again.

    All tokens that have not expired are good again. What was forfeited stays so.
    """
    wish, player = await body(request, Reason), path_id(request, "player_id", "p")
    return answer(await collaborators(request).admin.unban(_admin_request(request, wish), player))


async def cancel_game(request: Request) -> Response:
    """Calls off a game that is in the lobby.

    A running game cannot be called off: it can be set aside.
    """
    wish = await body(request, Reason)
    return answer(await collaborators(request).admin.cancel(_admin_request(request, wish), game_id(request)))


async def quarantine_game(request: Request) -> Response:
    """Sets a game aside: nothing can be done in it, and no list has it.

    It can still be read by who knows its id. Works of bots, clocks and scoring wait.
    """
    wish = await body(request, Reason)
    return answer(
        await collaborators(request).admin.quarantine(_admin_request(request, wish), game_id(request))
    )


async def release_game(request: Request) -> Response:
    """Lets a game go on that was set aside.

    Work that waited is due at once, work that had failed too often too; the clock starts anew.
    """
    wish = await body(request, Reason)
    return answer(await collaborators(request).admin.release(_admin_request(request, wish), game_id(request)))


async def list_stuck_work(request: Request) -> Response:
    """Games whose work does not get done.

    It failed too often and is parked, or it has been due for more than a minute.
    """
    return answer(await collaborators(request).admin.stuck(query(request, Paged)))


async def show_admin_log(request: Request) -> Response:
    """Who did what, and why, newest first.

    Nothing is ever taken out of this log.
    """
    return answer(await collaborators(request).admin.log.read(query(request, Paged)))


def _entry(what: AdminAct, target: str) -> AdminEntry:
    return AdminEntry(
        "1777195800000-0", _NOW, examples.BEN, what, target, "spam in names", "5f1c0f7c6d3e4b8a"
    )


def _entries() -> Page[AdminEntry]:
    return Page([_entry(AdminAct.BAN_PLAYER, examples.ADA)], None)


def _stuck() -> Page[StuckWork]:
    return Page([StuckWork(examples.GAME, "automa", 12, 5, 5, parked=True, due_at=None)], None)


def _answer(what: AdminAct, target: str, *games: str) -> AdminAnswer:
    return AdminAnswer(_entry(what, target), games)


def _does(handler: Handler, what: AdminAct, target: str, asked: type[Reason] = Reason) -> Operation:
    """An act of an administrator."""
    return writes(
        handler,
        body=asked,
        scope=Scope.ADMIN,
        takes_key=True,
        refusals=(409, 422) if what is AdminAct.CANCEL_GAME else (422,),
        asked={"why": "spam in names"},
        answers=AdminAnswer,
        example=partial(_answer, what, target),
    )


ROUTES = (
    resource(
        "/v1/admin/players/{player_id}/ban",
        post=_does(ban_player, AdminAct.BAN_PLAYER, examples.ADA, Ban),
    ),
    resource(
        "/v1/admin/players/{player_id}/unban", post=_does(unban_player, AdminAct.UNBAN_PLAYER, examples.ADA)
    ),
    resource(
        "/v1/admin/games/{game_id}/cancel", post=_does(cancel_game, AdminAct.CANCEL_GAME, examples.GAME)
    ),
    resource(
        "/v1/admin/games/{game_id}/quarantine",
        post=_does(quarantine_game, AdminAct.QUARANTINE_GAME, examples.GAME),
    ),
    resource(
        "/v1/admin/games/{game_id}/release", post=_does(release_game, AdminAct.RELEASE_GAME, examples.GAME)
    ),
    resource(
        "/v1/admin/stuck",
        get=reads(list_stuck_work, scope=Scope.ADMIN, query=Paged, answers=Page[StuckWork], example=_stuck),
    ),
    resource(
        "/v1/admin/log",
        get=reads(show_admin_log, scope=Scope.ADMIN, query=Paged, answers=Page[AdminEntry], example=_entries),
    ),
)
