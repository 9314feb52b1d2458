"""Whom to tell of a vulnerability: `security.txt` as RFC 9116 describes it."""

from datetime import UTC, datetime, timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from schema.operations import never
from service.api.http.requests import collaborators
from service.api.routes.resource import reads, resource

VALID_DAYS = 180
"""RFC 9116 asks for less than a year; the file is written anew for each reader."""


async def show_security_txt(request: Request) -> Response:
    """The operator's contacts for reports of vulnerabilities; 404 where none is set."""
    contacts = collaborators(request).settings.security_contacts
    if not contacts:
        raise HTTPException(404)
    text = security_txt(contacts, datetime.now(UTC))
    return Response(text, media_type="text/plain", headers={"Cache-Control": "public, max-age=3600"})


def security_txt(contacts: tuple[str, ...], now: datetime) -> str:
    """The file with these contacts, the preferred one first."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    expires = (today + timedelta(days=VALID_DAYS)).strftime("%Y-%m-%dT%H:%M:%SZ")
    named = "".join(f"Contact: {contact}\n" for contact in contacts)
    return f"{named}Expires: {expires}\nPreferred-Languages: en\n"


ROUTES = (
    resource(
        "/.well-known/security.txt",
        get=reads(show_security_txt, scope=None, offers=("text/plain",), documented=never),
    ),
)
