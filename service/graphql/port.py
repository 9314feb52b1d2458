"""What resolvers call, fulfilled: each use case with the caller's identity, scopes, keys and language."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.messages import Command
from domain.kernel.table import Status
from schema import catalogue
from schema.accounts import IssuedToken, Me, Player, Scope, SignedUp, Token
from schema.answers import (
    AuditAnswer,
    DryRunAnswer,
    EntryAnswer,
    GameAnswer,
    GameRow,
    MovesAnswer,
    PlayedAnswer,
    ScoreAnswer,
    VersionAnswer,
)
from schema.catalogue import RulesetAnswer
from schema.ports import Change, OwnNews, Part
from schema.standings import HandicapAnswer, LeaderboardRow, ProfileAnswer
from service.auth import Caller
from service.bootstrap import Collaborators
from service.errors import NotFound
from service.games import Call
from service.graphql.refusals import refusing
from service.idempotency import KEY, Once, once_of
from service.paging import Page, Paged, PagedByVersion
from service.players import NewPlayer, NewToken
from service.projections.ratings import Rating, place
from service.requests import Nothing, converted, malformed
from service.routes.games import GameQuery, GamesQuery, NewGame, WithNonce
from service.routes.play import UndoTo
from service.routes.standings import HandicapQuery
from service.store import ids
from service.versions import IfMatch

T = TypeVar("T")
INPUT: Final = "input"


@dataclass(frozen=True, slots=True)
class CallersPort:
    """All that one caller can ask for."""

    collaborators: Collaborators
    caller: Caller
    request_id: str
    lang: str

    @refusing
    async def rulesets(self) -> Sequence[RulesetAnswer]:
        """The games that can be played here."""
        self._reads()
        return [catalogue.ruleset(name, self.lang) for name in RULESETS]

    @refusing
    async def ruleset(self, name: str) -> RulesetAnswer:
        """One of them."""
        self._reads()
        if name not in RULESETS:
            raise NotFound(kind="ruleset")
        return catalogue.ruleset(name, self.lang)

    @refusing
    async def game(self, game: str, at: int | None = None) -> GameAnswer:
        """A game as the caller may know it, now or at a version."""
        self._reads()
        asked = converted({"at": at}, GameQuery, INPUT)
        return await self.collaborators.games.read(_id(game, "g", "game"), self.caller.player_id, asked.at)

    @refusing
    async def games(
        self, *, status: Status | None, ruleset: str | None, player: str | None, first: int, after: str | None
    ) -> Part[GameRow]:
        """Games, newest first."""
        self._reads()
        given = {"status": status, "ruleset": ruleset, "player": player, "first": first, "after": after}
        asked = converted(given, GamesQuery, INPUT)
        rows = await self.collaborators.index.list_games(
            status=asked.status,
            ruleset=asked.ruleset,
            player=asked.player,
            unlisted=asked.player is not None and asked.player == self.caller.player_id,
            first=asked.first,
            after=asked.after,
        )
        return _part(rows, lambda row: row.id)

    @refusing
    async def leaderboard(self, ruleset: str, *, first: int, after: str | None) -> Part[LeaderboardRow]:
        """The rated players of a ruleset, best first."""
        self._reads()
        asked = _paged(first, after)
        rows = await self.collaborators.standings.leaderboard(ruleset, asked.first, asked.after)
        return _part(rows, lambda row: place(Rating(row.mu, row.sigma)) + row.player)

    @refusing
    async def profile(self, player: str) -> ProfileAnswer:
        """Ratings and statistics of a player."""
        self._reads()
        return await self.collaborators.standings.profile(_id(player, "p", "player"))

    @refusing
    async def handicap(self, player: str, *, first: int, after: int | None) -> HandicapAnswer:
        """Where a player stands in the solo challenge."""
        self._reads()
        asked = converted({"first": first, "after": after}, HandicapQuery, INPUT)
        return await self.collaborators.standings.handicap(
            _id(player, "p", "player"), asked.first, asked.after
        )

    @refusing
    async def moves(self, game: str) -> MovesAnswer:
        """Every plain move of the caller."""
        player = self.caller.needs(Scope.READ)
        return await self.collaborators.games.moves(_id(game, "g", "game"), player)

    @refusing
    async def entries(self, game: str, *, first: int, after: int, text: bool) -> Part[EntryAnswer]:
        """What happened after a version."""
        self._reads()
        asked = converted({"first": first, "after": after}, PagedByVersion, INPUT)
        page = await self.collaborators.history.page(
            _id(game, "g", "game"),
            self.caller.player_id,
            first=asked.first,
            after=asked.after,
            patch=False,
            lang=self._told_in(text),
        )
        return _part(page, lambda entry: entry.seq)

    @refusing
    async def score(self, game: str) -> ScoreAnswer:
        """The breakdown, final or if the game ended now."""
        self._reads()
        return await self.collaborators.games.score(_id(game, "g", "game"), self.lang)

    @refusing
    async def audit(self, game: str) -> AuditAnswer:
        """Whether the log proves what it says."""
        self._reads()
        known, who = _id(game, "g", "game"), self.caller
        auditor = Scope.AUDIT in who.scopes
        full = await self.collaborators.games.has_open_log(known, who.player_id, auditor=auditor)
        return await self.collaborators.auditor.audit(known, full=full)

    @refusing
    async def me(self) -> Me:
        """The caller's account."""
        self.caller.needs(Scope.READ)
        return await self.collaborators.players.me(self.caller)

    @refusing
    async def player(self, player: str) -> Player:
        """A player as everybody may see it."""
        self._reads()
        return await self.collaborators.players.player(_id(player, "p", "player"))

    @refusing
    async def tokens(self, *, first: int, after: str | None) -> Part[Token]:
        """The caller's tokens."""
        player = self.caller.needs(Scope.READ)
        page = await self.collaborators.players.tokens(player, _paged(first, after))
        return _part(page, lambda token: token.id)

    @refusing
    async def sign_up(self, name: str) -> SignedUp:
        """A new player."""
        wish = converted({"name": name}, NewPlayer, INPUT)
        return await self.collaborators.players.sign_up(wish.name, self.caller.address)

    @refusing
    async def issue_token(
        self,
        *,
        scopes: Sequence[Scope] | None,
        expires_at: datetime | None,
        label: str | None,
        key: str | None,
    ) -> IssuedToken:
        """A further token of the caller's."""
        self.caller.needs(Scope.READ)
        wish = converted({"scopes": scopes, "expires_at": expires_at, "label": label}, NewToken, INPUT)
        once = self._once(key, "POST", "/v1/me/tokens", wish)
        return await self.collaborators.players.issue(self.caller, wish, once)

    @refusing
    async def revoke_token(self, token: str) -> None:
        """Ends one of the caller's tokens."""
        self.caller.needs(Scope.READ)
        await self.collaborators.players.revoke(self.caller, _id(token, "t", "token"))

    @refusing
    async def create_game(
        self, ruleset: str, options: Mapping[str, Any], seats: int | Sequence[str], change: Change
    ) -> GameAnswer:
        """A game in the lobby."""
        wish = converted({"ruleset": ruleset, "options": options, "seats": seats}, NewGame, INPUT)
        call = self._call(change, "POST", "/v1/games", wish)
        return await self.collaborators.games.create(call, wish.ruleset, wish.options, wish.seats)

    @refusing
    async def join_game(self, game: str, nonce: str | None, change: Change) -> PlayedAnswer:
        """Take an open place."""
        wish = converted({"nonce": nonce}, WithNonce, INPUT)
        call = self._call(change, "POST", f"/v1/games/{game}/seats", wish)
        return await self.collaborators.games.join(_id(game, "g", "game"), call, wish.nonce)

    @refusing
    async def leave_game(self, game: str, change: Change) -> PlayedAnswer:
        """Give the place back."""
        call = self._call(change, "DELETE", f"/v1/games/{game}/seats/me", Nothing())
        return await self.collaborators.games.leave(_id(game, "g", "game"), call)

    @refusing
    async def start_game(self, game: str, nonce: str | None, change: Change) -> PlayedAnswer:
        """Begin, as the host."""
        wish = converted({"nonce": nonce}, WithNonce, INPUT)
        call = self._call(change, "POST", f"/v1/games/{game}/start", wish)
        return await self.collaborators.games.start(_id(game, "g", "game"), call, wish.nonce)

    @refusing
    async def play_move(
        self, game: str, ruleset: str, move: Mapping[str, Any], change: Change
    ) -> PlayedAnswer:
        """One move, as the JSON that REST takes."""
        self.caller.needs(Scope.PLAY)
        wish = await self._move(game, ruleset, move)
        call = self._call(change, "POST", f"/v1/games/{game}/moves", wish)
        return await self.collaborators.games.play(game, call, wish, _wanted(change))

    @refusing
    async def dry_run(self, game: str, ruleset: str, move: Mapping[str, Any], change: Change) -> DryRunAnswer:
        """What a move would cause."""
        player = self.caller.needs(Scope.PLAY)
        wish = await self._move(game, ruleset, move)
        return await self.collaborators.games.dry_run(game, player, wish, _wanted(change))

    @refusing
    async def undo(self, game: str, to: int | None, change: Change) -> PlayedAnswer:
        """Take back the last entry, or all after `to`."""
        wish = converted({"to": to}, UndoTo, INPUT)
        call = self._call(change, "POST", f"/v1/games/{game}/undo", wish)
        return await self.collaborators.games.undo(_id(game, "g", "game"), call, wish.to, _wanted(change))

    @refusing
    async def resign(self, game: str, change: Change) -> PlayedAnswer:
        """Leave a running game."""
        call = self._call(change, "POST", f"/v1/games/{game}/resign", Nothing())
        return await self.collaborators.games.resign(_id(game, "g", "game"), call)

    @refusing
    async def game_events(
        self, game: str, *, after: int, text: bool
    ) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
        """Entries after a version and whatever follows."""
        self._reads()
        asked = converted({"after": after}, PagedByVersion, INPUT)
        return await self.collaborators.live.entries(
            _id(game, "g", "game"), self.caller.player_id, after=asked.after, lang=self._told_in(text)
        )

    @refusing
    async def my_turns(self) -> AsyncGenerator[OwnNews]:
        """What is news in the caller's games."""
        return await self.collaborators.live.news(self.caller.needs(Scope.READ))

    async def _move(self, game: str, ruleset: str, move: Mapping[str, Any]) -> Command:
        type_ = await self.collaborators.games.move_type(_id(game, "g", "game"))
        if codec(RULESETS[ruleset]).move_type != type_:
            raise malformed(INPUT, f"$.{ruleset}", "the game has another ruleset")
        read: Command = converted(move, type_, INPUT)
        return read

    def _reads(self) -> None:
        """Reading is everybody's; with a token, the token's scope counts."""
        if self.caller.player_id is not None:
            self.caller.needs(Scope.READ)

    def _call(self, change: Change, method: str, path: str, wish: object) -> Call:
        player, once = self.caller.needs(Scope.PLAY), self._once(change.key, method, path, wish)
        return Call(player=player, request=self.request_id, once=once, lang=self._told_in(change.text))

    def _once(self, key: str | None, method: str, path: str, wish: object) -> Once | None:
        """The same as over REST, so that a retry may come by either way."""
        if key is None:
            return None
        if not KEY.fullmatch(key):
            raise malformed(INPUT, "idempotencyKey", "it must have 1 to 255 visible ASCII characters")
        return once_of(self.caller.player_id, key, method, path, "", wish)

    def _told_in(self, text: bool) -> str | None:
        return self.lang if text else None


def _id(text: str, kind: str, name: str) -> str:
    if not ids.is_id(text, kind):
        raise NotFound(kind=name)
    return text


def _paged(first: int, after: str | None) -> Paged:
    return converted({"first": first, "after": after}, Paged, INPUT)


def _part(page: Page[T], cursor: Callable[[T], str | int]) -> Part[T]:
    return Part(page.items, page.next is not None, [cursor(item) for item in page.items])


def _wanted(change: Change) -> IfMatch | None:
    return None if change.version is None else IfMatch(frozenset({change.version}))
