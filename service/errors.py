"""What can go wrong in the service: small exceptions with a public code and the details of the sentence."""

from collections.abc import Mapping

from domain.kernel.errors import Detail
from schema.unreadable import reason_of


class OperatorError(Exception):
    """Why a command cannot do what the operator asked; its text is for the operator."""


class ServiceError(Exception):
    """Something a caller is told: a code for programs, details for the sentence."""

    code = "service_error"

    def __init__(self, code: str | None = None, **details: Detail) -> None:
        self.code = code or type(self).code
        self.details: Mapping[str, Detail] = details
        super().__init__(self.code, details)


class Malformed(ServiceError):
    """The request cannot be read: in `part` (body, query or header), at `where`, for a `reason`."""

    code = "malformed"


def malformed(part: str, where: str, reason: str, **details: Detail) -> Malformed:
    """What cannot be read, where, and why: `reason` is an id of the texts' kind `unreadable`."""
    return Malformed(Malformed.code, part=part, where=where[:200], reason=reason, **details)


def unreadable(part: str, message: str, within: str = "$") -> Malformed:
    """What a decoder says of a value that stands `within` what was sent."""
    reason = reason_of(message)
    return malformed(part, within + reason.where.removeprefix("$"), reason.code, **reason.details)


class NotAuthenticated(ServiceError):
    """A token is needed, or the one that was sent is not (or no longer) good."""

    code = "token_missing"


class Forbidden(ServiceError):
    """Not the caller's, or not in the scope of the caller's token."""

    code = "not_yours"


class NotFound(ServiceError):
    """Unknown, or something of which the caller may not know."""

    code = "not_found"


class MethodNotAllowed(ServiceError):
    """The resource is there, the method is not; `allow` has those that are."""

    code = "method_not_allowed"


class NotAcceptable(ServiceError):
    """None of the media types that the caller accepts can be made; `offers` has those that can."""

    code = "not_acceptable"


class NotPossible(ServiceError):
    """Not in this status: too many of something, already there, already gone."""

    code = "not_possible"


class Gone(ServiceError):
    """It was there, and is no longer what the caller knew."""

    code = "gone"


class VersionConflict(ServiceError):
    """The game has moved on from the version in `If-Match`; `version` is the present one."""

    code = "version_conflict"


class TooLarge(ServiceError):
    """The body has more bytes than `limit`."""

    code = "too_large"


class UnsupportedMediaType(ServiceError):
    """The body is something other than JSON in UTF-8."""

    code = "unsupported_media_type"


class Unprocessable(ServiceError):
    """Well-formed, and yet it cannot be: options of a game, for one."""

    code = "unprocessable"


class IdempotencyKeyReused(Unprocessable):
    """The key belongs to another request."""

    code = "idempotency_key_reused"


class TooMany(ServiceError):
    """The caller's bucket is empty; the next call can be made in `retry_after` seconds."""

    code = "too_many_requests"


class Unavailable(ServiceError):
    """Redis is away or cannot write; worth another try in `retry_after` seconds."""

    code = "unavailable"

    def __init__(self, code: str | None = None, **details: Detail) -> None:
        super().__init__(code, **({"retry_after": 2} | details))


class NotReplicated(Unavailable):
    """Stored as `version`, but not yet on enough replicas; to be repeated with its key."""

    code = "not_replicated"


class TimedOut(Unavailable):
    """No answer had begun within `seconds`; what was asked may be stored, so it is repeated with its key."""

    code = "timed_out"


class HttpError(ServiceError):
    """A status of HTTP that has no class of its own here."""

    code = "http_error"


class Unexpected(ServiceError):
    """A mistake of ours."""

    code = "internal_error"
