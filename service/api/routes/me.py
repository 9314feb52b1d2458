"""Stream tickets, and recovery of lost accounts."""

from datetime import UTC, datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from schema.accounts import RecoveryCode, Scope, SignedUp, Ticket
from service.accounts.recovery import Recover
from service.api import examples
from service.api.http.answers import answer, made
from service.api.http.requests import Nothing, body, caller, collaborators, idempotency_key
from service.api.routes.resource import resource, writes

_CODE: Final = "mfrg-gzdf-mztw-q2lk-nnwg-23tp"


async def issue_ticket(request: Request) -> Response:
    """Issue a ticket that opens one stream with `?ticket=`; it expires soon.

    Use it where you cannot send headers, as with a browser's EventSource. The stream ends when the token that
    asked for the ticket ends. To reconnect, get another ticket.
    """
    await body(request, Nothing)
    return answer(await collaborators(request).tickets.issue(caller(request)), 201)


async def renew_recovery_code(request: Request) -> Response:
    """Get a new recovery code; it is shown only once and replaces the previous one.

    The code restores the account if all tokens are lost. Only a token that has all scopes of a player's first
    token and never expires can request one.
    """
    wish = await body(request, Nothing)
    return answer(
        await collaborators(request).recovery.renew(caller(request), idempotency_key(request, wish)), 201
    )


async def recover(request: Request) -> Response:
    """Recover an account whose tokens are lost: get a new token.

    The recovery code is used up; the answer contains the next one. With `revoke_tokens`, all other tokens
    stop working at once. Send an `Idempotency-Key` so that you can repeat the request if you get no answer.
    """
    wish = await body(request, Recover)
    signed_up = await collaborators(request).recovery.recover(
        wish, caller(request).address, idempotency_key(request, wish)
    )
    return made(signed_up, f"/v1/players/{signed_up.player.id}")


def _ticket() -> Ticket:
    text = f"tkt_01kq3zj5n1r3t5y7a9s2d4f6g8_{'mfrggzdf' * 4}"
    return Ticket(text, datetime(2026, 4, 26, 9, 31, tzinfo=UTC))


def _code() -> RecoveryCode:
    return RecoveryCode(_CODE)


ROUTES = (
    resource(
        "/v1/me/recovery",
        post=writes(
            renew_recovery_code,
            scope=Scope.ACCOUNT,
            status=201,
            takes_key=True,
            refusals=(422,),
            answers=RecoveryCode,
            example=_code,
        ),
    ),
    resource(
        "/v1/recover",
        post=writes(
            recover,
            body=Recover,
            scope=None,
            status=201,
            takes_key=True,
            refusals=(401, 403, 422),
            asked={"player": examples.ADA, "code": _CODE},
            answers=SignedUp,
            example=examples.signed_up,
        ),
    ),
    resource(
        "/v1/me/tickets",
        post=writes(issue_ticket, scope=Scope.READ, status=201, answers=Ticket, example=_ticket),
    ),
)
