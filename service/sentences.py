"""The sentence in which a person is told of an error; texts by language and code."""

from typing import Final

from domain.kernel.errors import Rejected
from service.errors import ServiceError

TEXTS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "malformed": "The {part} cannot be read at {where}: {reason}.",
        "token_missing": "Send a token: `Authorization: Bearer …`. `POST /v1/players` gives you one.",
        "token_invalid": "This token is unknown, has expired or was revoked.",
        "not_yours": "This is somebody else's.",
        "scope_missing": "Your token lacks the scope `{scope}`.",
        "wider_than_yours": "A token cannot give, or take away, what it has not got itself: {what}.",
        "not_found": "There is no such {kind}, or it is not for you to know.",
        "no_such_resource": "There is nothing at this address.",
        "method_not_allowed": "This address does not know that method.",
        "not_acceptable": "This can only be answered as {offers}.",
        "not_possible": "That is not possible now.",
        "too_many_tokens": "You have {limit} tokens already; revoke one first.",
        "handicap_given": "The handicap is not chosen: it follows from your games of the challenge.",
        "challenge_without_you": "The challenge is played by you alone: `seats` must be 1.",
        "challenge_running": "You play the challenge already, in game {game}; it must end first.",
        "version_conflict": "The game has gone on to version {version}.",
        "too_large": "A body may have at most {limit} bytes.",
        "unsupported_media_type": "Send JSON in UTF-8: `Content-Type: application/json`.",
        "unprocessable": "That cannot be done.",
        "idempotency_key_reused": "This idempotency key was used for another request.",
        "too_many_requests": "Too many requests; try again in {retry_after} s.",
        "too_many_signups": "Too many new players from your address; try again in {retry_after} s.",
        "internal_error": "Something went wrong on our side; the request id helps us to find it.",
        "not_ready": "Not ready: {what} cannot be reached.",
        "unavailable": "The store cannot be reached; try again in {retry_after} s.",
        "not_replicated": "Stored, but not yet safe: repeat it with the same idempotency key.",
        "http_error": "HTTP status {status}.",
        "game_finished": "The game is over.",
        "not_your_turn": "It is not your turn.",
        "wrong_step": "That cannot be done at this step.",
        "unknown_id": "There is no such thing in this game.",
    },
}


class _Details(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"


def sentence(error: ServiceError | Rejected, lang: str) -> str:
    """What happened, for a person, in their language or else in English."""
    text = TEXTS.get(lang, {}).get(error.code) or TEXTS["en"].get(error.code)
    if text is None:
        return f"The rules do not allow this ({error.code})."
    shown = {name: ", ".join(map(str, v)) if isinstance(v, tuple) else v for name, v in error.details.items()}
    return text.format_map(_Details(shown))
