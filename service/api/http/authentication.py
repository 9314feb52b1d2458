"""The middleware that identifies the caller before anything else happens."""

from typing import Final
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

from service.accounts.addresses import customer_address
from service.accounts.caller import Caller
from service.api.http.header_fields import header_fields

COUNTED: Final = ("/v1/", "/graphql")


def ticket_in(scope: Scope) -> str | None:
    """The ticket in the URL, or None."""
    found: bytes = scope["query_string"]
    return parse_qs(found.decode("latin-1")).get("ticket", [None])[0] if b"ticket=" in found else None


class AuthenticationMiddleware:
    """Charges the call to the caller's rate limit and puts a `Caller` into the request's state."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request if the caller is admitted."""
        if scope["type"] == "http":
            counted = scope["path"].startswith(COUNTED)
            scope["state"]["caller"] = await _caller(scope) if counted else Caller(client_address(scope))
        await self.app(scope, receive, send)


async def _caller(scope: Scope) -> Caller:
    authentication = scope["app"].state.collaborators.authentication
    lines = header_fields(scope, b"authorization")
    own: list[tuple[bytes, bytes]] = scope["state"]["headers"]
    caller: Caller = await authentication.authenticate(
        client_address(scope), lines, ticket_in(scope), note=lambda rate: own.extend(rate.headers())
    )
    return caller


def client_address(scope: Scope) -> str:
    """The client's address. For IPv6 it is the /64 network, because one customer has all of it."""
    return customer_address((scope.get("client") or ("local",))[0])
