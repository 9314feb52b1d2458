"""The games that can be played here, by name."""

from domain.games import RULESETS
from domain.kernel.ruleset import Ruleset
from service.errors import Unprocessable


def rules_of(name: str) -> Ruleset:
    """The present rules of a game; of one that is not known here, which there are."""
    rules = RULESETS.get(name)
    if rules is None:
        raise Unprocessable("unknown_ruleset", ruleset=name, rulesets=tuple(RULESETS))
    return rules
