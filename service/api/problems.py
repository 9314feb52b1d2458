"""The table that maps errors to a status and `application/problem+json`, and the middleware that uses it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, NamedTuple

import msgspec
import structlog
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domain.kernel.errors import NotYours, Rejected, UnknownRules, WrongStatus
from schema.entries import Details
from service import errors
from service.api.http.body_limit import answer_early
from service.api.http.languages import preferred_language
from service.engine.error_messages import error_message
from service.errors import ServiceError
from service.store import errors as store_errors

MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:emberlog:problem:"

Known = ServiceError | Rejected
logger = structlog.get_logger("emberlog.problems")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error (RFC 9457), with our code, details and, for an illegal move, the rule's id."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    details: Details
    rule: str | None = None


def _no_headers(_: Known) -> dict[str, str]:
    return {}


def _challenge(error: Known) -> dict[str, str]:
    reason = ', error="invalid_token"' if error.code == "token_invalid" else ""
    return {"WWW-Authenticate": f'Bearer realm="emberlog"{reason}'}


def _retry_after(error: Known) -> dict[str, str]:
    return {"Retry-After": str(error.details["retry_after"])}


def _allow(error: Known) -> dict[str, str]:
    allow = error.details["allow"]
    return {"Allow": ", ".join(map(str, allow)) if isinstance(allow, tuple) else ""}


def _close(_: Known) -> dict[str, str]:
    return {"Connection": "close"}


class Kind(NamedTuple):
    """The response to a class of errors."""

    status: int
    title: str
    headers: Callable[[Known], dict[str, str]] = _no_headers


KINDS: Final[dict[type[Exception], Kind]] = {
    errors.Malformed: Kind(400, "Malformed request"),
    errors.NotAuthenticated: Kind(401, "No valid token", _challenge),
    errors.Forbidden: Kind(403, "Not allowed"),
    NotYours: Kind(403, "Not allowed"),
    errors.NotFound: Kind(404, "Not found"),
    errors.MethodNotAllowed: Kind(405, "Method not allowed", _allow),
    errors.NotAcceptable: Kind(406, "Not acceptable"),
    errors.NotPossible: Kind(409, "Not possible now"),
    WrongStatus: Kind(409, "Not possible now"),
    errors.Gone: Kind(410, "Gone"),
    errors.VersionConflict: Kind(412, "Version differs"),
    errors.TooLarge: Kind(413, "Body too large", _close),
    errors.UnsupportedMediaType: Kind(415, "Unsupported media type"),
    errors.Unprocessable: Kind(422, "Not possible as asked"),
    Rejected: Kind(422, "Against the rules"),
    errors.TooMany: Kind(429, "Too many requests", _retry_after),
    errors.Unexpected: Kind(500, "Internal error"),
    errors.Unavailable: Kind(503, "Not available now", _retry_after),
}


def as_known_error(error: Exception) -> Known:
    """The error as one of ours. Errors of Starlette and the store are translated; others are unexpected."""
    if isinstance(error, ServiceError | Rejected):
        return error
    if isinstance(error, HTTPException):
        return _from_starlette(error)
    if isinstance(error, store_errors.TooFewReplicas):
        return errors.NotReplicated() if error.seq is None else errors.NotReplicated(version=error.seq)
    if isinstance(error, UnknownRules):
        return errors.Unavailable("unknown_rules", rules=error.rules)
    if isinstance(error, store_errors.Quarantined):
        return errors.NotPossible("quarantined")
    return errors.Unavailable() if isinstance(error, store_errors.RedisUnavailable) else errors.Unexpected()


def _from_starlette(error: HTTPException) -> ServiceError:
    if error.status_code == HTTPStatus.NOT_FOUND:
        return errors.NotFound("no_such_resource")
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allow = (error.headers or {}).get("Allow", "")
        return errors.MethodNotAllowed(allow=tuple(sorted(allow.split(", "))))
    return errors.HttpError(status=error.status_code)


def kind_of(error: Known) -> Kind:
    """The row of the table for an error."""
    if isinstance(error, errors.HttpError):
        status = HTTPStatus(int(str(error.details["status"])))
        return Kind(status, status.phrase)
    return next(KINDS[cls] for cls in type(error).__mro__ if cls in KINDS)


def problem_of(error: Known, lang: str = "en") -> Problem:
    """The problem document of an error, in the caller's language."""
    kind = kind_of(error)
    return Problem(
        type=TYPE_PREFIX + error.code,
        title=kind.title,
        status=kind.status,
        detail=error_message(error, lang),
        code=error.code,
        details=error.details,
        rule=error.rule if isinstance(error, Rejected) else None,
    )


def problem_response(error: Known, lang: str = "en") -> Response:
    """The response to an error."""
    problem = problem_of(error, lang)
    headers = kind_of(error).headers(error) | {"Content-Language": lang, "Cache-Control": "no-store"}
    return Response(msgspec.json.encode(problem), problem.status, headers, MEDIA_TYPE)


class Problems:
    """Turns every exception into a response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, and turn an error into a response unless one has already begun."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except ClientDisconnect:
            return
        except Exception as error:
            reason = as_known_error(error)
            _log(error, reason)
            if started:
                raise
            lang = preferred_language(Headers(scope=scope), scope.get("query_string", b""))
            response = problem_response(reason, lang)
            if isinstance(reason, errors.TooLarge):
                await answer_early(response, scope, receive, send)
            else:
                await response(scope, receive, send)


def _log(error: Exception, reason: Known) -> None:
    if isinstance(reason, errors.Unexpected):
        logger.error("unexpected", exc_info=error)
    elif isinstance(reason, errors.Unavailable):
        cause = error.__cause__ or error
        logger.warning("unavailable", code=reason.code, cause=f"{type(cause).__name__}: {cause}")
