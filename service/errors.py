"""The errors of the service: small exceptions with a public code and the details of the message."""

from collections.abc import Mapping

from domain.kernel.errors import Detail
from schema.unreadable import reason_of


class OperatorError(Exception):
    """Why a command cannot do what the operator asked; its text is for the operator."""


class ServiceError(Exception):
    """An error that callers see: a code for programs, details for the message."""

    code = "service_error"

    def __init__(self, code: str | None = None, **details: Detail) -> None:
        self.code = code or type(self).code
        self.details: Mapping[str, Detail] = details
        super().__init__(self.code, details)


class Malformed(ServiceError):
    """The request cannot be read: in `part` (body, query or header), at `where`, for a `reason`."""

    code = "malformed"


def malformed(part: str, where: str, reason: str, **details: Detail) -> Malformed:
    """The error for an unreadable value; `reason` is an id of the texts' kind `unreadable`."""
    return Malformed(Malformed.code, part=part, where=where[:200], reason=reason, **details)


def unreadable(part: str, message: str, within: str = "$") -> Malformed:
    """The error for a message of the decoder about a value `within` the input."""
    reason = reason_of(message)
    return malformed(part, within + reason.where.removeprefix("$"), reason.code, **reason.details)


class NotAuthenticated(ServiceError):
    """The request needs a token, or its token is not valid (any more)."""

    code = "token_missing"


class Forbidden(ServiceError):
    """It belongs to somebody else, or the caller's token lacks the scope."""

    code = "not_yours"


class NotFound(ServiceError):
    """It does not exist, or the caller may not see it."""

    code = "not_found"


class MethodNotAllowed(ServiceError):
    """The resource exists but does not support the method; `allow` lists those it supports."""

    code = "method_not_allowed"


class NotAcceptable(ServiceError):
    """None of the media types that the caller accepts is available; `offers` lists the available ones."""

    code = "not_acceptable"


class NotPossible(ServiceError):
    """Not possible in the current state: a limit is reached, it already exists, it is already gone."""

    code = "not_possible"


class Gone(ServiceError):
    """The resource existed, but has been replaced or removed."""

    code = "gone"


class VersionConflict(ServiceError):
    """The game has moved on from the version in `If-Match`; `version` is the current one."""

    code = "version_conflict"


class TooLarge(ServiceError):
    """The body has more bytes than `limit`."""

    code = "too_large"


class UnsupportedMediaType(ServiceError):
    """The body is not JSON in UTF-8."""

    code = "unsupported_media_type"


class Unprocessable(ServiceError):
    """The request is well-formed but cannot be carried out, for example because of invalid options."""

    code = "unprocessable"


class IdempotencyKeyReused(Unprocessable):
    """The key belongs to another request."""

    code = "idempotency_key_reused"


class TooMany(ServiceError):
    """The caller's rate limit is reached; the next call is possible in `retry_after` seconds."""

    code = "too_many_requests"


class Unavailable(ServiceError):
    """Redis is unavailable or cannot write; retry in `retry_after` seconds."""

    code = "unavailable"

    def __init__(self, code: str | None = None, **details: Detail) -> None:
        super().__init__(code, **({"retry_after": 2} | details))


class NotReplicated(Unavailable):
    """It is stored, an entry as `version`, but not yet on enough replicas; repeat it with its key."""

    code = "not_replicated"


class TimedOut(Unavailable):
    """No answer had begun within `seconds`. The request may have taken effect; repeat it with its key."""

    code = "timed_out"


class HttpError(ServiceError):
    """An HTTP status that has no class of its own here."""

    code = "http_error"


class Unexpected(ServiceError):
    """A bug in the server."""

    code = "internal_error"
