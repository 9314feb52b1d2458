"""The message about an error for people, from the texts of its game or of all games."""

from typing import Final

from domain.games import game_of_rule
from domain.kernel.errors import Rejected
from schema.texts import COMMON, codes, text, variant
from service.errors import ServiceError

UNKNOWN: Final = {"problem": "unprocessable", "refusal": "not_allowed"}


def error_message(error: ServiceError | Rejected, lang: str) -> str:
    """The message for people, in their language."""
    kind = "refusal" if isinstance(error, Rejected) else "problem"
    rule = error.rule if isinstance(error, Rejected) else None
    ruleset = game_of_rule(rule) or COMMON
    code = error.code if error.code in codes(ruleset, kind) else UNKNOWN[kind]
    key = variant(ruleset, kind, code, rule, error.details)
    return text(ruleset, lang, kind, key, **error.details)
