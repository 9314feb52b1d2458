"""The games that ship with Emberlog: the newest rules by name, and every version a log may name."""

from collections.abc import Mapping

from domain.bonfire.ruleset import BONFIRE
from domain.kernel.ruleset import Ruleset

RULESETS: Mapping[str, Ruleset] = {ruleset.name: ruleset for ruleset in (BONFIRE,)}
VERSIONS: Mapping[str, Ruleset] = {ruleset.rules: ruleset for ruleset in RULESETS.values()}
