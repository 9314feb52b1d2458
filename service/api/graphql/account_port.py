"""Players and the caller's account for the resolvers."""

from collections.abc import Sequence
from datetime import datetime

from schema.accounts import IssuedToken, Me, Player, RecoveryCode, Scope, SignedUp, Ticket, Token
from schema.ports import Part
from schema.standings import HandicapAnswer, LevelsAnswer, ProfileAnswer
from service.accounts.players import NewPlayer, NewToken, Rename
from service.accounts.recovery import Recover
from service.accounts.search import PlayersQuery, cursor_of
from service.api.graphql.caller_context import INPUT, CallerContext, id_of, paged, part_of
from service.api.graphql.refusals import raises_refusals
from service.api.http.requests import Nothing, converted
from service.api.routes.standings import HandicapQuery, LevelsQuery


class CallersAccountPort(CallerContext):
    """Everything about players, and about the caller's own account."""

    @raises_refusals
    async def me(self) -> Me:
        """The caller's account."""
        self.caller.needs(Scope.READ)
        return await self.collaborators.players.me(self.caller)

    @raises_refusals
    async def rename(self, name: str) -> Me:
        """Change the caller's name."""
        self.caller.needs(Scope.PLAY)
        wish = converted({"name": name}, Rename, INPUT)
        return await self.collaborators.players.rename(self.caller, wish.name)

    @raises_refusals
    async def players(self, name: str, *, first: int, after: str | None) -> Part[Player]:
        """Players whose names begin with this text."""
        self.reads()
        asked = converted({"name": name, "first": first, "after": after}, PlayersQuery, INPUT)
        page = await self.collaborators.names.search(asked)
        return part_of(page, lambda player: cursor_of(asked, player))

    @raises_refusals
    async def player(self, player: str) -> Player:
        """A player's public data."""
        self.reads()
        return await self.collaborators.players.player(id_of(player, "p"))

    @raises_refusals
    async def profile(self, player: str) -> ProfileAnswer:
        """Ratings and statistics of a player."""
        self.reads()
        return await self.collaborators.standings.profile(id_of(player, "p"))

    @raises_refusals
    async def levels(self, player: str, *, ruleset: str | None, others: Sequence[str]) -> LevelsAnswer:
        """What a player, or a group, has won at each level of difficulty."""
        self.reads()
        asked = converted({"ruleset": ruleset, "with": ",".join(others)}, LevelsQuery, INPUT)
        people = [each for each in asked.with_players.split(",") if each]
        return await self.collaborators.standings.levels(id_of(player, "p"), asked.ruleset, people)

    @raises_refusals
    async def handicap(
        self, player: str, *, ruleset: str | None, first: int, after: int | None
    ) -> HandicapAnswer:
        """A player's handicap in the solo challenge."""
        self.reads()
        asked = converted({"ruleset": ruleset, "first": first, "after": after}, HandicapQuery, INPUT)
        standings = self.collaborators.standings
        return await standings.handicap(id_of(player, "p"), asked.ruleset, asked.first, asked.after)

    @raises_refusals
    async def tokens(self, *, first: int, after: str | None) -> Part[Token]:
        """The caller's tokens."""
        player = self.caller.needs(Scope.ACCOUNT)
        page = await self.collaborators.players.tokens(player, paged(first, after))
        return part_of(page, lambda token: token.id)

    @raises_refusals
    async def sign_up(self, name: str) -> SignedUp:
        """Create a player."""
        wish = converted({"name": name}, NewPlayer, INPUT)
        return await self.collaborators.players.sign_up(wish.name, self.caller.address)

    @raises_refusals
    async def issue_token(
        self,
        *,
        scopes: Sequence[Scope] | None,
        expires_at: datetime | None,
        label: str | None,
        key: str | None,
    ) -> IssuedToken:
        """Issue another token to the caller."""
        self.caller.needs(Scope.ACCOUNT)
        wish = converted({"scopes": scopes, "expires_at": expires_at, "label": label}, NewToken, INPUT)
        idempotency_key = self.idempotency_key(key, "POST", "/v1/me/tokens", wish)
        return await self.collaborators.players.issue(self.caller, wish, idempotency_key)

    @raises_refusals
    async def revoke_token(self, token: str) -> None:
        """Revoke one of the caller's tokens."""
        self.caller.needs(Scope.ACCOUNT)
        await self.collaborators.players.revoke(self.caller, id_of(token, "t"), self.request_id)

    @raises_refusals
    async def issue_ticket(self) -> Ticket:
        """Issue a ticket, which opens one event stream without a header."""
        self.caller.needs(Scope.READ)
        return await self.collaborators.tickets.issue(self.caller)

    @raises_refusals
    async def renew_recovery_code(self, key: str | None) -> RecoveryCode:
        """Issue a new recovery code, which replaces the old one."""
        self.caller.needs(Scope.ACCOUNT)
        idempotency_key = self.idempotency_key(key, "POST", "/v1/me/recovery", Nothing())
        return await self.collaborators.recovery.renew(self.caller, idempotency_key)

    @raises_refusals
    async def recover(self, player: str, code: str, *, revoke_tokens: bool, key: str | None) -> SignedUp:
        """Issue a new token for an account whose tokens are lost."""
        given = {"player": player, "code": code, "revoke_tokens": revoke_tokens}
        wish = converted(given, Recover, INPUT)
        idempotency_key = self.idempotency_key(key, "POST", "/v1/recover", wish)
        return await self.collaborators.recovery.recover(wish, self.caller.address, idempotency_key)
