"""A challenge: games of one player against an automa, in which each result changes the handicap."""

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.table import Options


class Challenge(Struct, frozen=True, kw_only=True):
    """How options mark a game of the challenge, and how its results change the handicap."""

    option: str
    """The option that makes a game part of the challenge."""
    value: str
    """The value of that option."""
    handicap: str
    """The option that holds the handicap; the service sets it, never the player."""
    first: int
    """The handicap of a player who has not played yet."""
    steps: Mapping[str, int]
    """How much each result adds to the handicap: `win`, `tie` and `loss`."""

    def kind(self, options: Options) -> str | None:
        """The challenge that a game is part of, or None for an ordinary game."""
        kind: str | None = getattr(options, self.option)
        return kind

    def handicap_of(self, options: Options) -> int:
        """The handicap that a game is played with."""
        return int(getattr(options, self.handicap))


def challenge_of(challenge: Challenge | None, options: Options) -> str | None:
    """The challenge that a game with these options is part of, if its ruleset has one."""
    return None if challenge is None else challenge.kind(options)
