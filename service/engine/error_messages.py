"""The message that a person reads about an error, from the texts of its game or of all games."""

from typing import Final

from domain.games import game_of_rule
from domain.kernel.errors import Rejected
from schema.texts import COMMON, keys, text
from service.errors import ServiceError

UNKNOWN: Final = {"problem": "unprocessable", "refusal": "not_allowed"}


def error_message(error: ServiceError | Rejected, lang: str) -> str:
    """What happened, for a person, in their language."""
    kind = "refusal" if isinstance(error, Rejected) else "problem"
    rule = error.rule if isinstance(error, Rejected) else None
    ruleset = game_of_rule(rule) or COMMON
    key = error.code if error.code in keys(ruleset, kind) else UNKNOWN[kind]
    return text(ruleset, lang, kind, key, **error.details)
