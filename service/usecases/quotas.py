"""Limits for one player: unfinished games, invitations, joins and undos.

The operator decides whether games without people, which only occupy the workers, are allowed.
"""

from collections.abc import Sequence

from service.accounts.rate_limits import RateLimits
from service.errors import NotPossible, Unprocessable
from service.projections.index import Index
from service.settings import Settings

_BOT = "bot:"


class Quotas:
    """Checks what a player is about to add. Each check raises the refusal."""

    def __init__(self, settings: Settings, index: Index, limits: RateLimits) -> None:
        self._bots_only = settings.bots_only_games
        self._most_games = settings.games_per_player
        self._index = index
        self._limits = limits

    def check_people(self, places: Sequence[str]) -> None:
        """Check that at least one place is for a person, unless the operator allows games of bots alone."""
        if places and not self._bots_only and all(place.startswith(_BOT) for place in places):
            raise Unprocessable("nobody_plays")

    async def check_games(self, player: str) -> None:
        """Check that the player may take part in one more game."""
        if await self._index.unfinished_count(player, self._most_games) >= self._most_games:
            raise NotPossible("games_running", most=self._most_games)

    async def count_invitations(self, host: str, number: int) -> None:
        """Count the players that a host invites."""
        for _ in range(number):
            await self._limits.invite(host)

    async def count_join(self, player: str, game: str) -> None:
        """Count how often a player joins the same lobby."""
        await self._limits.join(player, game)

    async def count_undo(self, player: str, game: str) -> None:
        """Count how often a player uses undo in the same game."""
        await self._limits.undo(player, game)
