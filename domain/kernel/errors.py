"""The errors that the domain raises."""

from collections.abc import Mapping

Detail = int | str | bool | None | tuple[str, ...] | tuple[int, ...]


class Rejected(Exception):
    """A command breaks a rule: a public code, the rule's id, and the details for the player's message."""

    def __init__(self, code: str, rule: str | None = None, **details: Detail) -> None:
        super().__init__(code if rule is None else f"{code} ({rule})")
        self.code = code
        self.rule = rule
        self.details: Mapping[str, Detail] = details

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Rejected)
            and (self.code, self.rule, self.details) == (other.code, other.rule, other.details)
            and type(self) is type(other)
        )

    def __hash__(self) -> int:
        return hash((self.code, self.rule))


class WrongStatus(Rejected):
    """The command is not possible in this status of the game: a full lobby, not started, finished."""


class NotYours(Rejected):
    """The command belongs to somebody else: the host, or a player with a place."""


class CorruptLog(Exception):
    """Stored entries are inconsistent; says what is wrong and at which seq."""

    def __init__(self, reason: str, seq: int | None = None) -> None:
        super().__init__(reason if seq is None else f"entry {seq}: {reason}")
        self.reason = reason
        self.seq = seq


class UnknownRules(CorruptLog):
    """This release does not know the rules, as during the rollout of a newer one: nothing is damaged."""

    def __init__(self, rules: str) -> None:
        super().__init__(f"these rules are not known here: {rules}")
        self.rules = rules


class OtherSnapshot(Exception):
    """A snapshot in another format than this release writes; the log contains everything in it."""
