"""Operations for administrators. Each one adds a line to their log."""

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
    """Ban a player: their tokens stop working and their streams end at once.

    Unless `forfeit` is false, the player leaves every lobby and resigns every running game, so that nobody
    has to wait for them. Banning a player again completes whatever an earlier ban left undone.
    """
    wish, player = await body(request, Ban), path_id(request, "player_id", "p")
    admin = collaborators(request).admin
    return answer(await admin.ban(_admin_request(request, wish), player, forfeit=wish.forfeit))


async def unban_player(request: Request) -> Response:
    """Lift the ban on a player.

    All tokens that have not expired work again. Forfeited games stay forfeited.
    """
    wish, player = await body(request, Reason), path_id(request, "player_id", "p")
    return answer(await collaborators(request).admin.unban(_admin_request(request, wish), player))


async def cancel_game(request: Request) -> Response:
    """Cancel a game that is still in the lobby.

    A running game cannot be cancelled. Quarantine it instead.
    """
    wish = await body(request, Reason)
    return answer(await collaborators(request).admin.cancel(_admin_request(request, wish), game_id(request)))


async def quarantine_game(request: Request) -> Response:
    """Quarantine a game: it can no longer be changed and does not appear in lists.

    Anybody who knows its id can still read it. Bots, clocks and scoring pause.
    """
    wish = await body(request, Reason)
    return answer(
        await collaborators(request).admin.quarantine(_admin_request(request, wish), game_id(request))
    )


async def release_game(request: Request) -> Response:
    """Release a game from quarantine.

    Paused work is due at once, including work that was parked after too many failures. The clock restarts.
    """
    wish = await body(request, Reason)
    return answer(await collaborators(request).admin.release(_admin_request(request, wish), game_id(request)))


async def list_stuck_work(request: Request) -> Response:
    """List games with stuck work.

    Work is stuck when it is parked after too many failures or has been due for more than a minute.
    """
    return answer(await collaborators(request).admin.stuck(query(request, Paged)))


async def show_admin_log(request: Request) -> Response:
    """List what administrators did and why, newest first.

    Lines are never removed from this log.
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
    """The operation of an administrator's action."""
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
