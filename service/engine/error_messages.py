"""The message that a person reads about an error, from the texts of its game or of all games."""

from typing import Final

from domain.kernel.errors import Rejected
from schema.texts import keys, text
from service.errors import ServiceError

COMMON: Final = "common"
GAMES: Final = {"BF": "bonfire"}
"""The ruleset behind the prefix of a rule's id."""
UNKNOWN: Final = {"problem": "unprocessable", "refusal": "not_allowed"}


def error_message(error: ServiceError | Rejected, lang: str) -> str:
    """What happened, for a person, in their language."""
    kind = "refusal" if isinstance(error, Rejected) else "problem"
    rule = error.rule if isinstance(error, Rejected) else None
    ruleset = GAMES.get((rule or "").partition("-")[0], COMMON)
    key = error.code if error.code in keys(ruleset, kind) else UNKNOWN[kind]
    return text(ruleset, lang, kind, key, **error.details)
