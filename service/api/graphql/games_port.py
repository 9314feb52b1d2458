"""Games for the resolvers: reading, playing, following."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.messages import Command
from schema import catalogue
from schema.accounts import Scope
from schema.answers import (
    AuditAnswer,
    DryRunAnswer,
    EntryAnswer,
    GameAnswer,
    GameProgressAnswer,
    GameRow,
    MovesAnswer,
    PlanAnswer,
    PlayedAnswer,
    ScoreAnswer,
    ScoresAnswer,
    TriedAnswer,
    VersionAnswer,
)
from schema.catalogue import RulesetAnswer
from schema.ports import Change, GivenNonce, OwnNews, Part, RulesetChoice
from schema.standings import FinishedGame, LeaderboardRow
from service import runtime
from service.api.graphql.caller_context import INPUT, CallerContext, id_of, if_match_of, part_of
from service.api.graphql.refusals import raises_refusals
from service.api.http.requests import Nothing, converted
from service.api.routes.finished import FinishedQuery
from service.api.routes.games import GameQuery, GamesQuery, NewFork, NewGame, wanted_games
from service.api.routes.lobby import Joining, NewChoice, RevealedNonce
from service.api.routes.plan import NewPlan, moves_of
from service.api.routes.play import TriedMoves, UndoTo
from service.api.routes.standings import LeaderboardQuery
from service.errors import NotFound, malformed
from service.projections.ratings import Rating, place
from service.store.paging import PagedByVersion
from service.usecases.games import WithNonce


class CallersGamesPort(CallerContext):
    """Everything about games."""

    @raises_refusals
    async def rulesets(self) -> Sequence[RulesetAnswer]:
        """The games that can be played here."""
        self.reads()
        return [catalogue.ruleset(name, self.lang) for name in RULESETS]

    async def now(self) -> str:
        """The current time."""
        return runtime.now_moment()

    @raises_refusals
    async def ruleset(self, name: str) -> RulesetAnswer:
        """One ruleset."""
        self.reads()
        if name not in RULESETS:
            raise NotFound(kind="ruleset")
        return catalogue.ruleset(name, self.lang)

    @raises_refusals
    async def game(self, game: str, at: int | None = None) -> GameAnswer:
        """A game as the caller may see it, now or at a version."""
        self.reads()
        asked = converted({"at": at}, GameQuery, INPUT)
        return await self.collaborators.games.read(id_of(game, "g"), self.caller.player_id, asked.at)

    @raises_refusals
    async def games(self, wanted: Mapping[str, Any], *, first: int, after: str | None) -> Part[GameRow]:
        """Games, newest first."""
        self.reads()
        asked = converted({**wanted, "first": first, "after": after}, GamesQuery, INPUT)
        reader = self.caller.player_id
        page = await self.collaborators.game_lists.page(
            wanted_games(asked, reader), reader, first=asked.first, after=asked.after
        )
        return Part(page.items, page.next is not None, [row.id for row in page.items], _text(page.next))

    @raises_refusals
    async def leaderboard(
        self, ruleset: str, *, mode: str | None, first: int, after: str | None
    ) -> Part[LeaderboardRow]:
        """The rated players of a ruleset in a mode, best first."""
        self.reads()
        asked = converted({"first": first, "after": after, "mode": mode}, LeaderboardQuery, INPUT)
        standings = self.collaborators.standings
        rows = await standings.leaderboard(ruleset, asked.first, asked.after, asked.mode)
        return part_of(rows, lambda row: place(Rating(row.mu, row.sigma)) + row.player)

    @raises_refusals
    async def finished(
        self, *, ruleset: str | None, mode: str | None, first: int, after: str | None
    ) -> Part[FinishedGame]:
        """Finished games, in the order in which they ended."""
        self.reads()
        given = {"first": first, "after": after, "ruleset": ruleset, "mode": mode}
        asked = converted(given, FinishedQuery, INPUT)
        page = await self.collaborators.finished_games.page(
            asked.first, asked.after, asked.ruleset, asked.mode, reader=self.caller.player_id
        )
        return Part(page.items, page.more, [game.cursor for game in page.items], page.next)

    @raises_refusals
    async def moves(self, game: str, *, about: bool) -> MovesAnswer:
        """All plain moves of the caller, described on request."""
        player = self.caller.needs(Scope.READ)
        lang = self.lang if about else None
        return await self.collaborators.previews.moves(id_of(game, "g"), player, lang)

    @raises_refusals
    async def entries(self, game: str, *, first: int, after: int, text: bool) -> Part[EntryAnswer]:
        """The entries after a version."""
        self.reads()
        asked = converted({"first": first, "after": after}, PagedByVersion, INPUT)
        page = await self.collaborators.history.page(
            id_of(game, "g"),
            self.caller.player_id,
            first=asked.first,
            after=asked.after,
            patch=False,
            lang=self.sentence_language(text),
        )
        return part_of(page, lambda entry: entry.seq)

    @raises_refusals
    async def score(self, game: str, at: int | None = None) -> ScoreAnswer:
        """The score breakdown, either final or as if the game ended now or at a version."""
        self.reads()
        asked = converted({"at": at}, GameQuery, INPUT)
        player = self.caller.player_id
        return await self.collaborators.games.score(id_of(game, "g"), player, self.lang, asked.at)

    @raises_refusals
    async def progress(self, game: str, at: int | None = None) -> GameProgressAnswer:
        """How far the seats are."""
        self.reads()
        asked = converted({"at": at}, GameQuery, INPUT)
        return await self.collaborators.games.progress(id_of(game, "g"), self.caller.player_id, asked.at)

    @raises_refusals
    async def scores(self, game: str) -> ScoresAnswer:
        """Every change of the scores."""
        self.reads()
        return await self.collaborators.score_history.of(id_of(game, "g"), self.caller.player_id)

    @raises_refusals
    async def audit(self, game: str) -> AuditAnswer:
        """Audit the log."""
        self.reads()
        known, who = id_of(game, "g"), self.caller
        auditor = Scope.AUDIT in who.scopes
        full = await self.collaborators.games.has_open_log(known, who.player_id, auditor=auditor)
        return await self.collaborators.auditor.audit(known, full=full)

    @raises_refusals
    async def create_game(
        self,
        ruleset: str,
        options: Mapping[str, Any],
        seats: int | Sequence[str],
        change: Change,
        *,
        choice: RulesetChoice | None,
        nonce_hash: str | None,
    ) -> GameAnswer:
        """Create a game in the lobby."""
        chosen: dict[str, Any] = {} if choice is None else {"choice": _of_ruleset(choice, ruleset)}
        if nonce_hash is not None:
            chosen["nonce_hash"] = nonce_hash
        given = {"ruleset": ruleset, "options": options, "seats": seats, **chosen}
        wish = converted(given, NewGame, INPUT)
        call = self.call(change, "POST", "/v1/games", wish)
        return await self.collaborators.game_creation.create(
            call, wish.ruleset, wish.options, wish.seats, wish.choice, nonce_hash=wish.nonce_hash
        )

    @raises_refusals
    async def fork_game(
        self, game: str, at: int | None, seats: Sequence[str] | None, change: Change
    ) -> GameAnswer:
        """Create a new game that continues from an entry of another."""
        wish = converted({"at": at, "seats": seats}, NewFork, INPUT)
        call = self.call(change, "POST", f"/v1/games/{game}/fork", wish)
        return await self.collaborators.forks.fork(id_of(game, "g"), call, wish.at, wish.seats)

    @raises_refusals
    async def join_game(
        self, game: str, given: GivenNonce, choice: RulesetChoice | None, change: Change
    ) -> PlayedAnswer:
        """Take an open place."""
        self.caller.needs(Scope.PLAY)
        chosen = {} if choice is None else {"choice": await self._choice(game, choice)}
        wish = converted({**_nonces(given), **chosen}, Joining, INPUT)
        call = self.call(change, "POST", f"/v1/games/{game}/seats", wish)
        return await self.collaborators.games.join(id_of(game, "g"), call, wish, wish.choice)

    @raises_refusals
    async def change_choice(self, game: str, choice: RulesetChoice | None, change: Change) -> PlayedAnswer:
        """Change the caller's choice in the lobby, or withdraw it."""
        self.caller.needs(Scope.PLAY)
        wish = NewChoice(choice=None if choice is None else await self._choice(game, choice))
        call = self.call(change, "PUT", f"/v1/games/{game}/seats/me/choice", wish)
        return await self.collaborators.games.change_choice(id_of(game, "g"), call, wish.choice)

    @raises_refusals
    async def leave_game(self, game: str, change: Change) -> PlayedAnswer:
        """Give up the caller's place."""
        call = self.call(change, "DELETE", f"/v1/games/{game}/seats/me", Nothing())
        return await self.collaborators.games.leave(id_of(game, "g"), call)

    @raises_refusals
    async def remove_player(self, game: str, place: int, change: Change) -> PlayedAnswer:
        """Free a place, as the host."""
        call = self.call(change, "DELETE", f"/v1/games/{game}/seats/{place}", Nothing())
        return await self.collaborators.games.remove(id_of(game, "g"), call, place, if_match_of(change))

    @raises_refusals
    async def cancel_game(self, game: str, change: Change) -> PlayedAnswer:
        """Cancel a lobby, as the host."""
        call = self.call(change, "DELETE", f"/v1/games/{game}", Nothing())
        return await self.collaborators.games.cancel(id_of(game, "g"), call)

    @raises_refusals
    async def start_game(self, game: str, given: GivenNonce, change: Change) -> PlayedAnswer:
        """Start the game, as the host."""
        wish = converted(_nonces(given), WithNonce, INPUT)
        call = self.call(change, "POST", f"/v1/games/{game}/start", wish)
        return await self.collaborators.games.start(id_of(game, "g"), call, wish)

    @raises_refusals
    async def reveal_nonce(self, game: str, nonce: str, change: Change) -> PlayedAnswer:
        """Reveal the nonce that the caller committed to."""
        wish = converted({"nonce": nonce}, RevealedNonce, INPUT)
        call = self.call(change, "POST", f"/v1/games/{game}/nonce", wish)
        return await self.collaborators.games.reveal_nonce(id_of(game, "g"), call, wish.nonce)

    @raises_refusals
    async def play_move(
        self, game: str, ruleset: str, move: Mapping[str, Any], change: Change
    ) -> PlayedAnswer:
        """Play one move, given as the JSON that REST takes."""
        self.caller.needs(Scope.PLAY)
        wish = await self._move(game, ruleset, move)
        call = self.call(change, "POST", f"/v1/games/{game}/moves", wish)
        return await self.collaborators.games.play(game, call, wish, if_match_of(change))

    @raises_refusals
    async def dry_run(
        self, game: str, ruleset: str, move: Mapping[str, Any], change: Change, *, about: bool = False
    ) -> DryRunAnswer:
        """The outcome that a move would have."""
        player = self.caller.needs(Scope.PLAY)
        wish = await self._move(game, ruleset, move)
        about_in = self.lang if about else None
        return await self.collaborators.previews.dry_run(
            game, player, wish, if_match_of(change), about_in=about_in
        )

    @raises_refusals
    async def try_moves(
        self, game: str, moves: Sequence[tuple[str, Mapping[str, Any]]], change: Change
    ) -> TriedAnswer:
        """The outcome of each of several moves."""
        player = self.caller.needs(Scope.PLAY)
        wish = converted({"moves": [move for _, move in moves]}, TriedMoves, INPUT)
        type_ = await self._move_type(game, *(ruleset for ruleset, _ in moves))
        tried = moves_of(wish.moves, type_, INPUT)
        return await self.collaborators.previews.try_moves(
            game, player, tried, if_match_of(change), self.lang
        )

    @raises_refusals
    async def undo(self, game: str, to: int | None, change: Change) -> PlayedAnswer:
        """Undo the last entry, or all entries after `to`."""
        wish = converted({"to": to}, UndoTo, INPUT)
        call = self.call(change, "POST", f"/v1/games/{game}/undo", wish)
        return await self.collaborators.games.undo(id_of(game, "g"), call, wish.to, if_match_of(change))

    @raises_refusals
    async def resign(self, game: str, change: Change) -> PlayedAnswer:
        """Resign from a running game."""
        call = self.call(change, "POST", f"/v1/games/{game}/resign", Nothing())
        return await self.collaborators.games.resign(id_of(game, "g"), call)

    @raises_refusals
    async def plan(self, game: str) -> PlanAnswer:
        """The caller's queued moves."""
        player = self.caller.needs(Scope.READ)
        return await self.collaborators.planning.read(id_of(game, "g"), player, self.lang)

    @raises_refusals
    async def set_plan(
        self, game: str, moves: Sequence[tuple[str, Mapping[str, Any]]], change: Change
    ) -> PlanAnswer:
        """Queue moves."""
        self.caller.needs(Scope.PLAY)
        wish = converted({"moves": [move for _, move in moves]}, NewPlan, INPUT)
        type_ = await self._move_type(game, *(ruleset for ruleset, _ in moves))
        plan = moves_of(wish.moves, type_, INPUT)
        call = self.call(change, "PUT", f"/v1/games/{game}/plan", plan)
        return await self.collaborators.planning.put(game, call, plan)

    @raises_refusals
    async def clear_plan(self, game: str) -> None:
        """Remove the queued moves that are left."""
        await self.collaborators.planning.clear(id_of(game, "g"), self.caller.needs(Scope.PLAY))

    @raises_refusals
    async def come_back(self, game: str, change: Change) -> PlayedAnswer:
        """Take the seat back from the stand-in."""
        call = self.call(change, "POST", f"/v1/games/{game}/return", Nothing())
        return await self.collaborators.games.come_back(id_of(game, "g"), call)

    @raises_refusals
    async def agree_to_abort(self, game: str, change: Change) -> PlayedAnswer:
        """Agree to end a running game without a result."""
        call = self.call(change, "POST", f"/v1/games/{game}/abort", Nothing())
        return await self.collaborators.games.abort(id_of(game, "g"), call)

    @raises_refusals
    async def withdraw_abort(self, game: str, change: Change) -> PlayedAnswer:
        """Withdraw the agreement to abort."""
        call = self.call(change, "DELETE", f"/v1/games/{game}/abort", Nothing())
        return await self.collaborators.games.withdraw_abort(id_of(game, "g"), call)

    @raises_refusals
    async def rematch(self, game: str, change: Change) -> GameAnswer:
        """Open or join the rematch of a game that is over."""
        call = self.call(change, "POST", f"/v1/games/{game}/rematch", Nothing())
        return await self.collaborators.game_creation.rematch(id_of(game, "g"), call)

    @raises_refusals
    async def game_events(
        self, game: str, *, after: int, text: bool
    ) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
        """The entries after a version, then new ones as they come."""
        self.reads()
        asked = converted({"after": after}, PagedByVersion, INPUT)
        return await self.collaborators.live.entries(
            id_of(game, "g"), self.caller.player_id, after=asked.after, lang=self.sentence_language(text)
        )

    @raises_refusals
    async def my_turns(self) -> AsyncGenerator[OwnNews]:
        """News about the caller's games."""
        return await self.collaborators.live.news(self.caller.needs(Scope.READ), self.lang)

    async def _move(self, game: str, ruleset: str, move: Mapping[str, Any]) -> Command:
        read: Command = converted(move, await self._move_type(game, ruleset), INPUT)
        return read

    async def _choice(self, game: str, choice: RulesetChoice) -> Mapping[str, Any]:
        rules = await self.collaborators.games.ruleset(id_of(game, "g"), self.caller.player())
        return _of_ruleset(choice, rules.name)

    async def _move_type(self, game: str, *rulesets: str) -> Any:
        type_ = await self.collaborators.games.move_type(id_of(game, "g"), self.caller.player())
        for ruleset in rulesets:
            if codec(RULESETS[ruleset]).move_type != type_:
                raise malformed(INPUT, f"$.{ruleset}", "other_ruleset")
        return type_


def _of_ruleset(choice: RulesetChoice, ruleset: str) -> Mapping[str, Any]:
    """The values of a choice for this ruleset."""
    if choice[0] != ruleset:
        raise malformed(INPUT, f"$.choice.{choice[0]}", "other_ruleset")
    return choice[1]


def _text(cursor: str | int | None) -> str | None:
    return None if cursor is None else str(cursor)


def _nonces(given: GivenNonce) -> dict[str, str | None]:
    """The nonce that a player adds to the seed, in the form that REST takes."""
    hashed = {} if given.nonce_hash is None else {"nonce_hash": given.nonce_hash}
    return {"nonce": given.nonce, **hashed}
