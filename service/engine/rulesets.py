"""The games that can be played here, by name."""

from domain.games import RULESETS
from domain.kernel.ruleset import Ruleset
from service.errors import Unprocessable


def rules_of(name: str) -> Ruleset:
    """The current rules of a game; an unknown name is rejected with the names of all games."""
    rules = RULESETS.get(name)
    if rules is None:
        raise Unprocessable("unknown_ruleset", ruleset=name, rulesets=tuple(RULESETS))
    return rules
