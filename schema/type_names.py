"""The names of structs and enums in GraphQL, OpenAPI and AsyncAPI: a game's own types carry its prefix."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Result, Seat, Status
from schema.answers import Difference, GameRow, ScoreAnswer, VersionAnswer
from schema.catalogue import MoveAnswer, OptionAnswer
from schema.entries import prefix_of
from schema.standings import LeaderboardRow
from schema.webhooks import Delivery, DeliveryError, DeliveryStatus, NewSecret

_RULESET: Final = ".ruleset"
_RENAMED: Final[Mapping[type, str]] = {
    Status: "GameStatus",
    Command: "Move",
    Seat: "DealtSeat",
    Result: "GameResult",
    GameRow: "ListedGame",
    ScoreAnswer: "GameScore",
    VersionAnswer: "StreamReset",
    Difference: "AuditDifference",
    MoveAnswer: "RulesetMove",
    OptionAnswer: "RulesetOption",
    LeaderboardRow: "RankedPlayer",
    NewSecret: "WebhookSecret",
    Delivery: "WebhookDelivery",
    DeliveryStatus: "WebhookDeliveryStatus",
    DeliveryError: "WebhookDeliveryError",
}
"""Structs whose own names would be too general."""


class TypeNames:
    """The names of types; `prefixes` maps the package of a game's structs to its prefix."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = prefixes

    def name(self, struct: type) -> str:
        """The name of a struct or enum: its own with the game's prefix, without `Answer`.

        A struct whose own name would say too little to clients has a `type_suffix`.
        """
        if struct in _RENAMED:
            return _RENAMED[struct]
        prefix, suffix = self.prefix(struct), getattr(struct, "type_suffix", "")
        return prefix + struct.__name__.removeprefix(prefix).removesuffix("Answer") + suffix

    def prefix(self, struct: type) -> str:
        """The prefix of the game that a struct belongs to; empty if it belongs to all games."""
        package = struct.__module__
        while package and package not in self._prefixes:
            package = package.rpartition(".")[0]
        return self._prefixes.get(package, "")


def type_names(games: Sequence[Ruleset]) -> TypeNames:
    """The names of types for these games. A game's structs are in the package of its `ruleset` module."""
    return TypeNames({package: prefix_of(rules) for rules in games for package in _packages(rules)})


def _packages(rules: Ruleset) -> Iterator[str]:
    """The package of a ruleset and those of the rulesets it is derived from, as a later version may be."""
    yield type(rules).__module__.removesuffix(_RULESET)
    for derived in type(rules).__mro__:
        if derived.__module__.endswith(_RULESET):
            yield derived.__module__.removesuffix(_RULESET)
