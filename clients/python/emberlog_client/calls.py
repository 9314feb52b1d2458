"""A method for each call of the API. Written by `make clients` from the OpenAPI document; do not edit."""

from typing import Any, Protocol

from emberlog_client.types import (
    Admin,
    AdminEntryPage,
    ApiIndex,
    Audit,
    Ban,
    DryRun,
    EntryPage,
    FinishedPage,
    Game,
    GameProgress,
    GameScore,
    GameStatus,
    Handicap,
    IssuedToken,
    Joining,
    LegalMoves,
    Levels,
    ListedGamePage,
    MadeWebhook,
    Me,
    Move,
    NewChoice,
    NewFork,
    NewGame,
    NewPlan,
    NewPlayer,
    NewToken,
    NewWebhook,
    Plan,
    Played,
    PlayedOn,
    PlayerPage,
    Profile,
    RankedPlayerPage,
    Reason,
    Recover,
    RecoveryCode,
    Rename,
    RevealedNonce,
    Ruleset,
    RulesetRowPage,
    Scores,
    SignedUp,
    StuckWorkPage,
    Ticket,
    Token,
    TokenPage,
    Tried,
    TriedMoves,
    UndoTo,
    Views,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryPage,
    WebhookPage,
    WebhookSecret,
    WithNonce,
)


class Calls(Protocol):
    """A method for each call of the API."""

    def send(
        self,
        method: str,
        path: str,
        places: dict[str, str | int],
        *,
        query: dict[str, Any] | None = None,
        body: object = None,
        takes_key: bool = False,
        key: str | None = None,
        version: int | None = None,
    ) -> Any:
        """The answer to a request."""

    def agree_to_abort(self, game_id: str, *, key: str | None = None) -> Played:
        """Agree to end the running game without a result.

        When every player who is still in the game has agreed, the game becomes `cancelled`: nobody wins
        or loses, it is not rated, and its log becomes public. Bots and players who have resigned are
        not asked. Agreeing is not a move: you can do it at any time, and it changes nobody's turn or
        clock. Your agreement stands until you withdraw it. `abort` of the game lists the seats that
        have agreed. A game of the handicap challenge cannot be aborted (409).
        """
        answer: Played = self.send(
            "POST", "/v1/games/{game_id}/abort", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer

    def ask_for_rematch(self, game_id: str, *, key: str | None = None) -> Game:
        """Ask for a rematch with the same ruleset, options and places.

        Anybody who had a seat in a game that is over can ask. The first request opens a lobby: bots
        keep their places, and the other players' places are reserved for them. Each later request joins
        that lobby. A game has one rematch, no matter who asks or how often, and every request returns
        its current state. If the rematch was cancelled in the lobby, you can ask for a new one. It
        starts by itself once everybody has joined.
        """
        answer: Game = self.send(
            "POST", "/v1/games/{game_id}/rematch", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer

    def audit_game(self, game_id: str) -> Audit:
        """Audit a game: check its hash chain, its commitment and every decision.

        `difference` is the first thing that does not match, if any. For a game that is not over, only
        the verdict is returned. An audit counts as 10 calls against your rate limit.
        """
        answer: Audit = self.send("GET", "/v1/games/{game_id}/audit", {"game_id": game_id})
        return answer

    def ban_player(self, player_id: str, body: Ban, *, key: str | None = None) -> Admin:
        """Ban a player: their tokens stop working and their streams end at once.

        Unless `forfeit` is false, the player leaves every lobby and resigns every running game, so that
        nobody has to wait for them. Banning a player again completes whatever an earlier ban left
        undone.
        """
        answer: Admin = self.send(
            "POST",
            "/v1/admin/players/{player_id}/ban",
            {"player_id": player_id},
            body=body,
            takes_key=True,
            key=key,
        )
        return answer

    def call_off(self, game_id: str, *, key: str | None = None) -> Played:
        """Cancel the game before it has started, as its host.

        A running game cannot be cancelled (409). Its players can resign, or agree to abort it.
        """
        answer: Played = self.send(
            "DELETE", "/v1/games/{game_id}", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer

    def cancel_game(self, game_id: str, body: Reason, *, key: str | None = None) -> Admin:
        """Cancel a game that is still in the lobby.

        A running game cannot be cancelled. Quarantine it instead.
        """
        answer: Admin = self.send(
            "POST",
            "/v1/admin/games/{game_id}/cancel",
            {"game_id": game_id},
            body=body,
            takes_key=True,
            key=key,
        )
        return answer

    def change_choice(self, game_id: str, body: NewChoice, *, key: str | None = None) -> Played:
        """Change your choice in the lobby, until the game starts; null withdraws it.

        `choice` of the ruleset says what you can choose. A choice that another player has made is
        rejected.
        """
        answer: Played = self.send(
            "PUT",
            "/v1/games/{game_id}/seats/me/choice",
            {"game_id": game_id},
            body=body,
            takes_key=True,
            key=key,
        )
        return answer

    def come_back(self, game_id: str, *, key: str | None = None) -> Played:
        """Take your seat back from the bot that has played for you since your time ran out.

        Any move of yours does the same, but the bot may be faster. This operation works no matter whose
        turn it is. It is not a move and changes nobody's turn or clock. In the turn in which your time
        ran out, only a move helps (409 `time_is_over`). `stand_in` of a seat names the bot that plays
        there.
        """
        answer: Played = self.send(
            "POST", "/v1/games/{game_id}/return", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer

    def create_game(self, body: NewGame, *, key: str | None = None) -> Game:
        """Create a game in the lobby.

        `seats` is the number of players, including you, or a list that says what each place is for:
        `open`, `me`, `bot:<level>`, or `player:<id>`, an invitation that only that player can accept,
        by joining. A game with one seat is a solo game. The server cancels a lobby in which nothing
        happens for 7 days. `commitment` in the answer is the SHA-256 of the seed behind all of the
        game's dice.
        """
        answer: Game = self.send("POST", "/v1/games", {}, body=body, takes_key=True, key=key)
        return answer

    def delete_plan(self, game_id: str) -> None:
        """Delete your remaining queued moves, and the record of a dropped plan.

        Moves that have already been played stay played.
        """
        self.send("DELETE", "/v1/games/{game_id}/plan", {"game_id": game_id})

    def delete_webhook(self, webhook_id: str) -> None:
        """Delete a webhook.

        Deliveries that are still waiting are not sent. The token must have all scopes of the webhook's
        token.
        """
        self.send("DELETE", "/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id})

    def fork_game(self, game_id: str, body: NewFork | None = None, *, key: str | None = None) -> Game:
        """Fork a game: start a new one from a point in another.

        Anybody can fork a finished game, from any version at which it was being played. A running game
        can be forked only by its player if they play alone, unless it is a game of the handicap
        challenge. The log of the fork starts with the entries of the other game; from there on the fork
        has its own dice. A fork is never rated and does not count in statistics. While the other game
        is still running, only its player can see the fork. A fork counts as 20 calls against your rate
        limit.
        """
        answer: Game = self.send(
            "POST", "/v1/games/{game_id}/fork", {"game_id": game_id}, body=body, takes_key=True, key=key
        )
        return answer

    def issue_ticket(self) -> Ticket:
        """Issue a ticket that opens one stream with ?ticket=; it expires soon.

        Use it where you cannot send headers, as with a browser's EventSource. The stream ends when the
        token that asked for the ticket ends. To reconnect, get another ticket.
        """
        answer: Ticket = self.send("POST", "/v1/me/tickets", {})
        return answer

    def issue_token(self, body: NewToken | None = None, *, key: str | None = None) -> IssuedToken:
        """Issue another token with at most the scopes of the one you use; it is shown only once.

        You can limit its scopes and set an expiry. For example, give a statistics site a token that can
        only `read`. The operator grants the scopes `audit` and `admin`; they cannot be passed on.
        """
        answer: IssuedToken = self.send("POST", "/v1/me/tokens", {}, body=body, takes_key=True, key=key)
        return answer

    def join_game(self, game_id: str, body: Joining | None = None, *, key: str | None = None) -> Played:
        """Join the game: take the place reserved for you, or else an open one.

        A nonce is mixed into the key of the dice, so that nobody can have picked the dice without you.
        Send its SHA-256 as `nonce_hash`, and reveal the nonce when the lobby is closed: then nobody can
        choose theirs in response to yours. A plain `nonce` is visible to everybody at once.
        """
        answer: Played = self.send(
            "POST", "/v1/games/{game_id}/seats", {"game_id": game_id}, body=body, takes_key=True, key=key
        )
        return answer

    def leave_game(self, game_id: str, *, key: str | None = None) -> Played:
        """Leave the lobby, or decline the place reserved for you.

        If the host leaves, another player becomes the host. If nobody is left, the game is cancelled.
        """
        answer: Played = self.send(
            "DELETE", "/v1/games/{game_id}/seats/me", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer

    def list_deliveries(
        self, webhook_id: str, *, first: int | None = None, after: str | None = None
    ) -> WebhookDeliveryPage:
        """List the deliveries of a webhook, newest first.

        Deliveries are kept for seven days, up to a thousand for each webhook.
        """
        answer: WebhookDeliveryPage = self.send(
            "GET",
            "/v1/webhooks/{webhook_id}/deliveries",
            {"webhook_id": webhook_id},
            query={"first": first, "after": after},
        )
        return answer

    def list_events(
        self,
        game_id: str,
        *,
        first: int | None = None,
        after: int | None = None,
        patch: bool | None = None,
        text: bool | None = None,
        lang: str | None = None,
    ) -> EntryPage:
        """List the entries as you may see them: a page, or all entries after after as lines of JSON.

        With `patch`, a client can follow or replay a game without knowing its rules: each patch leads
        from the game as you saw it before the entry to the game after it. Many entries count as several
        calls against your rate limit: one more for every 16 entries with patches, 64 with sentences, or
        512 without either.
        """
        answer: EntryPage = self.send(
            "GET",
            "/v1/games/{game_id}/events",
            {"game_id": game_id},
            query={"first": first, "after": after, "patch": patch, "text": text, "lang": lang},
        )
        return answer

    def list_finished(
        self,
        *,
        first: int | None = None,
        after: str | None = None,
        ruleset: str | None = None,
        mode: str | None = None,
    ) -> FinishedPage:
        """List finished games in the order in which they finished, as a page or all as lines of JSON.

        `next` is always present. Use it for your next request, now or in a week: no game is missed or
        repeated. Unlisted games are left out, and so are forks and games with a given seed, because
        their results do not count. If the results ever have to be rebuilt after a loss of data, an old
        cursor is answered with 410 `feed_rebuilt`. Start again without a cursor.
        """
        answer: FinishedPage = self.send(
            "GET",
            "/v1/finished",
            {},
            query={"first": first, "after": after, "ruleset": ruleset, "mode": mode},
        )
        return answer

    def list_games(
        self,
        *,
        first: int | None = None,
        after: str | None = None,
        status: GameStatus | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        joinable: bool | None = None,
        rated: bool | None = None,
        clock: bool | None = None,
        mode: str | None = None,
    ) -> ListedGamePage:
        """List games by status, ruleset and player, newest first.

        Unlisted games and invitations appear only when players list their own games. `joinable`,
        `rated`, `clock` and `mode` narrow the list; a page may then be short, or even empty, although
        `next` names another.
        """
        answer: ListedGamePage = self.send(
            "GET",
            "/v1/games",
            {},
            query={
                "first": first,
                "after": after,
                "status": status,
                "ruleset": ruleset,
                "player": player,
                "joinable": joinable,
                "rated": rated,
                "clock": clock,
                "mode": mode,
            },
        )
        return answer

    def list_moves(self, game_id: str, *, about: bool | None = None, lang: str | None = None) -> LegalMoves:
        """List your legal moves, each ready to be posted.

        The list is complete. It is empty when it is not your turn. `since` is the version at which your
        options last changed, and `undo` is the version to which you can go back, or null. With `about`,
        each move has a label, the components it names and its price, and `closed` has the refusal of
        every other type of move.
        """
        answer: LegalMoves = self.send(
            "GET", "/v1/games/{game_id}/moves", {"game_id": game_id}, query={"about": about, "lang": lang}
        )
        return answer

    def list_rulesets(self, *, lang: str | None = None) -> RulesetRowPage:
        """List the rulesets that can be played here.

        Each has its player counts and a short description.
        """
        answer: RulesetRowPage = self.send("GET", "/v1/rulesets", {}, query={"lang": lang})
        return answer

    def list_scores(self, game_id: str) -> Scores:
        """List every change of the scores, as if the game had ended after each entry.

        A row has the seats whose score changed, line by line. Every 16 entries of the game count as one
        more call against your rate limit.
        """
        answer: Scores = self.send("GET", "/v1/games/{game_id}/scores", {"game_id": game_id})
        return answer

    def list_stuck_work(self, *, first: int | None = None, after: str | None = None) -> StuckWorkPage:
        """List games with stuck work.

        Work is stuck when it is parked after too many failures or has been due for more than a minute.
        """
        answer: StuckWorkPage = self.send(
            "GET", "/v1/admin/stuck", {}, query={"first": first, "after": after}
        )
        return answer

    def list_tokens(self, *, first: int | None = None, after: str | None = None) -> TokenPage:
        """List your tokens, without their secrets, oldest first.

        Tokens are sorted by the time at which they were issued.
        """
        answer: TokenPage = self.send("GET", "/v1/me/tokens", {}, query={"first": first, "after": after})
        return answer

    def list_webhooks(self, *, first: int | None = None, after: str | None = None) -> WebhookPage:
        """List your webhooks, without their secrets, oldest first.

        Webhooks are sorted by the time at which they were created.
        """
        answer: WebhookPage = self.send("GET", "/v1/webhooks", {}, query={"first": first, "after": after})
        return answer

    def make_webhook(self, body: NewWebhook, *, key: str | None = None) -> MadeWebhook:
        """Create a webhook; its secret is shown only once.

        With a `game`, the webhook reports on that game, as you may see it. Without one, it reports on
        all your games. It ends when the token that created it ends. That token must be able to `read`
        what the webhook reports.
        """
        answer: MadeWebhook = self.send("POST", "/v1/webhooks", {}, body=body, takes_key=True, key=key)
        return answer

    def ping(self, webhook_id: str, *, key: str | None = None) -> WebhookDelivery:
        """Send a ping message to a webhook, once.

        If the receiver accepts it, a webhook that was switched off is enabled again.
        """
        answer: WebhookDelivery = self.send(
            "POST", "/v1/webhooks/{webhook_id}/ping", {"webhook_id": webhook_id}, takes_key=True, key=key
        )
        return answer

    def play_move(
        self,
        game_id: str,
        body: Move,
        *,
        dry_run: bool | None = None,
        text: bool | None = None,
        about: bool | None = None,
        patch: bool | None = None,
        next: bool | None = None,
        lang: str | None = None,
        version: int | None = None,
        key: str | None = None,
    ) -> PlayedOn | DryRun:
        """Play a move; with dry_run, only see what it would cause.

        If you leave a field out, the game asks for it next. `If-Match` accepts any version from `since`
        to the latest one. A dry run returns the events up to the first one that would reveal something,
        and whether it stopped there. With `next`, the answer also has the patch from your game before
        the move to the one after, and your next moves as `GET …/moves?about=true` lists them: one round
        trip for each click.
        """
        answer: PlayedOn | DryRun = self.send(
            "POST",
            "/v1/games/{game_id}/moves",
            {"game_id": game_id},
            query={
                "dry_run": dry_run,
                "text": text,
                "about": about,
                "patch": patch,
                "next": next,
                "lang": lang,
            },
            body=body,
            version=version,
            takes_key=True,
            key=key,
        )
        return answer

    def put_plan(self, game_id: str, body: NewPlan, *, key: str | None = None) -> Plan:
        """Queue moves that the server plays, in this order, when it is your turn; replaces any earlier
        plan.

        Each move is played as if you had posted it. It is checked only when its turn comes: if it is
        rejected then, the rest of the plan is dropped and you are notified. If you play a move
        yourself, undo or resign, the plan ends as well.
        """
        answer: Plan = self.send(
            "PUT", "/v1/games/{game_id}/plan", {"game_id": game_id}, body=body, takes_key=True, key=key
        )
        return answer

    def quarantine_game(self, game_id: str, body: Reason, *, key: str | None = None) -> Admin:
        """Quarantine a game: it can no longer be changed and does not appear in lists.

        Anybody who knows its id can still read it. Bots, clocks and scoring pause.
        """
        answer: Admin = self.send(
            "POST",
            "/v1/admin/games/{game_id}/quarantine",
            {"game_id": game_id},
            body=body,
            takes_key=True,
            key=key,
        )
        return answer

    def recover(self, body: Recover, *, key: str | None = None) -> SignedUp:
        """Recover an account whose tokens are lost: get a new token.

        The recovery code is used up; the answer contains the next one. With `revoke_tokens`, all other
        tokens stop working at once. Send an `Idempotency-Key` so that you can repeat the request if you
        get no answer.
        """
        answer: SignedUp = self.send("POST", "/v1/recover", {}, body=body, takes_key=True, key=key)
        return answer

    def redeliver(self, webhook_id: str, delivery_id: str, *, key: str | None = None) -> WebhookDelivery:
        """Send a delivery again, once and immediately.

        The message has the same id and body. If the receiver accepts it, a webhook that was switched
        off is enabled again.
        """
        answer: WebhookDelivery = self.send(
            "POST",
            "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
            {"webhook_id": webhook_id, "delivery_id": delivery_id},
            takes_key=True,
            key=key,
        )
        return answer

    def release_game(self, game_id: str, body: Reason, *, key: str | None = None) -> Admin:
        """Release a game from quarantine.

        Paused work is due at once, including work that was parked after too many failures. The clock
        restarts.
        """
        answer: Admin = self.send(
            "POST",
            "/v1/admin/games/{game_id}/release",
            {"game_id": game_id},
            body=body,
            takes_key=True,
            key=key,
        )
        return answer

    def remove_player(
        self, game_id: str, place: int, *, version: int | None = None, key: str | None = None
    ) -> Played:
        """Remove a player from the lobby, as its host.

        The player cannot join this game again. If the place was reserved, it becomes open to everybody.
        Places have the numbers of `seats` in the lobby. Removing yourself is the same as leaving. Send
        `If-Match` to make sure that you do not remove somebody who took the place in the meantime.
        """
        answer: Played = self.send(
            "DELETE",
            "/v1/games/{game_id}/seats/{place}",
            {"game_id": game_id, "place": place},
            version=version,
            takes_key=True,
            key=key,
        )
        return answer

    def rename_me(self, body: Rename) -> Me:
        """Change your name.

        The new name appears everywhere, also in old games, because logs contain only player ids.
        """
        answer: Me = self.send("PATCH", "/v1/me", {}, body=body)
        return answer

    def renew_recovery_code(self, *, key: str | None = None) -> RecoveryCode:
        """Get a new recovery code; it is shown only once and replaces the previous one.

        The code restores the account if all tokens are lost. Only a token that has all scopes of a
        player's first token and never expires can request one.
        """
        answer: RecoveryCode = self.send("POST", "/v1/me/recovery", {}, takes_key=True, key=key)
        return answer

    def resign(self, game_id: str, *, key: str | None = None) -> Played:
        """Resign from a running game; if others still play, a bot takes over the seat.

        Resigning cannot be undone and counts as a loss.
        """
        answer: Played = self.send(
            "POST", "/v1/games/{game_id}/resign", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer

    def reveal_nonce(self, game_id: str, body: RevealedNonce, *, key: str | None = None) -> Played:
        """Reveal the nonce whose hash the caller sent, once the lobby is closed.

        `nonces_due` of the game has the places that are awaited. With the last nonce the game starts.
        If none is revealed for 24 hours, the game is cancelled and its seed published.
        """
        answer: Played = self.send(
            "POST", "/v1/games/{game_id}/nonce", {"game_id": game_id}, body=body, takes_key=True, key=key
        )
        return answer

    def revoke_token(self, token_id: str) -> None:
        """Revoke a token at once.

        You can also revoke the token that you use for this call.
        """
        self.send("DELETE", "/v1/me/tokens/{token_id}", {"token_id": token_id})

    def rotate_secret(self, webhook_id: str, *, key: str | None = None) -> WebhookSecret:
        """Replace the secret of a webhook; the new one is shown only once.

        The old secret stays valid for 24 hours. During that time each message has two signatures. The
        token must have all scopes of the webhook's token.
        """
        answer: WebhookSecret = self.send(
            "POST", "/v1/webhooks/{webhook_id}/secret", {"webhook_id": webhook_id}, takes_key=True, key=key
        )
        return answer

    def search_players(
        self, *, name: str | None = None, first: int | None = None, after: str | None = None
    ) -> PlayerPage:
        """Search players whose names start with name, sorted by name.

        The search ignores case. Several players may have the same name, or names that look alike; their
        handles are distinct. If `name` starts with `@`, the search is for handles that start with the
        rest.
        """
        answer: PlayerPage = self.send(
            "GET", "/v1/players", {}, query={"name": name, "first": first, "after": after}
        )
        return answer

    def show_admin_log(self, *, first: int | None = None, after: str | None = None) -> AdminEntryPage:
        """List what administrators did and why, newest first.

        Lines are never removed from this log.
        """
        answer: AdminEntryPage = self.send("GET", "/v1/admin/log", {}, query={"first": first, "after": after})
        return answer

    def show_delivery(self, webhook_id: str, delivery_id: str) -> WebhookDelivery:
        """Get one delivery and its outcome.

        Its id is the `webhook-id` of the message.
        """
        answer: WebhookDelivery = self.send(
            "GET",
            "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
            {"webhook_id": webhook_id, "delivery_id": delivery_id},
        )
        return answer

    def show_game(self, game_id: str, *, at: int | None = None) -> Game:
        """Get a game as you may see it, now or at an earlier version.

        `view` is what you see from your seat, or as a spectator. The `ETag` is the version. Send it in
        `If-None-Match` to fetch the game only if it has changed, and in `If-Match` with a move. A
        player's new name and a rematch count as changes too. A request with `at` counts as 5 calls
        against your rate limit.
        """
        answer: Game = self.send("GET", "/v1/games/{game_id}", {"game_id": game_id}, query={"at": at})
        return answer

    def show_handicap(
        self,
        player_id: str,
        *,
        ruleset: str | None = None,
        first: int | None = None,
        after: int | None = None,
    ) -> Handicap:
        """Get a player's handicap in the solo challenge, and the games that led to it, newest first.

        A win makes the next game harder, a loss makes it easier.
        """
        answer: Handicap = self.send(
            "GET",
            "/v1/players/{player_id}/handicap",
            {"player_id": player_id},
            query={"ruleset": ruleset, "first": first, "after": after},
        )
        return answer

    def show_index(self) -> ApiIndex:
        """Get the addresses to begin with: documents, lists and the web client.

        `/` answers the same to programs that ask for JSON, and with the web client to browsers.
        """
        answer: ApiIndex = self.send("GET", "/v1", {})
        return answer

    def show_leaderboard(
        self, ruleset: str, *, first: int | None = None, after: str | None = None, mode: str | None = None
    ) -> RankedPlayerPage:
        """List the rated players of a ruleset, best first, separately for each mode.

        Players are sorted by `ordinal`, a conservative estimate of their skill: three standard
        deviations below the mean.
        """
        answer: RankedPlayerPage = self.send(
            "GET",
            "/v1/leaderboards/{ruleset}",
            {"ruleset": ruleset},
            query={"first": first, "after": after, "mode": mode},
        )
        return answer

    def show_levels(self, player_id: str, *, ruleset: str | None = None, with_: str | None = None) -> Levels:
        """Get what a player has won at each level of difficulty, on every ladder of a ruleset.

        Every game counts for each of its players and for the group of all of them. `with` names the
        other players of a group, and shows the games that exactly these people played together.
        """
        answer: Levels = self.send(
            "GET",
            "/v1/players/{player_id}/levels",
            {"player_id": player_id},
            query={"ruleset": ruleset, "with": with_},
        )
        return answer

    def show_me(self) -> Me:
        """Get your own account.

        The answer includes the scopes of the token you used.
        """
        answer: Me = self.send("GET", "/v1/me", {})
        return answer

    def show_plan(self, game_id: str, *, lang: str | None = None) -> Plan:
        """Get your remaining queued moves, and the last plan that was dropped.

        Nobody else can see that you have one. `dropped` stays until you queue other moves or delete
        this plan.
        """
        answer: Plan = self.send(
            "GET", "/v1/games/{game_id}/plan", {"game_id": game_id}, query={"lang": lang}
        )
        return answer

    def show_player(self, player_id: str) -> Profile:
        """Get a player's public profile, with ratings and statistics.

        There is one rating and one set of statistics for each ruleset and mode that the player has
        played.
        """
        answer: Profile = self.send("GET", "/v1/players/{player_id}", {"player_id": player_id})
        return answer

    def show_progress(self, game_id: str, *, at: int | None = None) -> GameProgress:
        """Get how far the seats are with everything that the game asks in numbers, now or at an earlier
        version.

        Every item names a component (`kind`, `id`), its rule, what the seat has and needs, and whether
        that is enough. The game's page of rules tells what is listed. A request with `at` counts as 5
        calls.
        """
        answer: GameProgress = self.send(
            "GET", "/v1/games/{game_id}/progress", {"game_id": game_id}, query={"at": at}
        )
        return answer

    def show_ruleset(self, ruleset: str, *, lang: str | None = None) -> Ruleset:
        """Get a ruleset: player counts, options, moves, and every component with its texts.

        It changes only with the version of the rules and the language. Cache it, and revalidate it with
        `If-None-Match`.
        """
        answer: Ruleset = self.send(
            "GET", "/v1/rulesets/{ruleset}", {"ruleset": ruleset}, query={"lang": lang}
        )
        return answer

    def show_score(self, game_id: str, *, at: int | None = None, lang: str | None = None) -> GameScore:
        """Get the score of every seat, final or as if the game ended now, or at an earlier version.

        Every item names its rule and what was counted, with an explanation in your language. A request
        with `at` counts as 5 calls against your rate limit.
        """
        answer: GameScore = self.send(
            "GET", "/v1/games/{game_id}/score", {"game_id": game_id}, query={"at": at, "lang": lang}
        )
        return answer

    def show_token(self, token_id: str) -> Token:
        """Get one of your tokens, without its secret.

        The secret cannot be shown again: the server stores only a digest of it.
        """
        answer: Token = self.send("GET", "/v1/me/tokens/{token_id}", {"token_id": token_id})
        return answer

    def show_views(self, *, games: str | None = None, lang: str | None = None) -> Views:
        """Get up to 20 games as you may see them, in the order of your request.

        Each item has the `game`, as `GET /v1/games/{id}` would return it, or the `problem` that it
        would return. The call counts against your rate limit as one call for each game.
        """
        answer: Views = self.send("GET", "/v1/views", {}, query={"games": games, "lang": lang})
        return answer

    def show_webhook(self, webhook_id: str) -> Webhook:
        """Get one of your webhooks, without its secret.

        The answer says whether the webhook is enabled and, if not, why.
        """
        answer: Webhook = self.send("GET", "/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id})
        return answer

    def sign_up(self, body: NewPlayer) -> SignedUp:
        """Sign up: create a player and a bearer token, which is shown only once.

        This is the only call that changes something without a token. Store the token: it cannot be
        shown again.
        """
        answer: SignedUp = self.send("POST", "/v1/players", {}, body=body)
        return answer

    def start_game(self, game_id: str, body: WithNonce | None = None, *, key: str | None = None) -> Played:
        """Start the game, as its host, when every place is taken.

        Seats are assigned now. Their order may differ from that of the places. If players have
        committed to nonces, the lobby is closed instead, and the game starts when all nonces are
        revealed.
        """
        answer: Played = self.send(
            "POST", "/v1/games/{game_id}/start", {"game_id": game_id}, body=body, takes_key=True, key=key
        )
        return answer

    def try_moves(
        self, game_id: str, body: TriedMoves, *, lang: str | None = None, version: int | None = None
    ) -> Tried:
        """Try up to 64 moves at once, each from the current position; nothing is stored.

        Each outcome has the tokens that the move would pay and gain, the change of the score, and
        whether it would reveal something. Eight moves count as one call.
        """
        answer: Tried = self.send(
            "POST",
            "/v1/games/{game_id}/moves/try",
            {"game_id": game_id},
            query={"lang": lang},
            body=body,
            version=version,
        )
        return answer

    def unban_player(self, player_id: str, body: Reason, *, key: str | None = None) -> Admin:
        """Lift the ban on a player.

        All tokens that have not expired work again. Forfeited games stay forfeited.
        """
        answer: Admin = self.send(
            "POST",
            "/v1/admin/players/{player_id}/unban",
            {"player_id": player_id},
            body=body,
            takes_key=True,
            key=key,
        )
        return answer

    def undo(
        self,
        game_id: str,
        body: UndoTo | None = None,
        *,
        next: bool | None = None,
        lang: str | None = None,
        version: int | None = None,
        key: str | None = None,
    ) -> PlayedOn:
        """Undo your last entry, or all entries after to.

        You can undo only your own entries of this turn, and none before the last one that revealed
        something. Undone entries stay in the log. `next` adds a patch and your moves, as it does for a
        move.
        """
        answer: PlayedOn = self.send(
            "POST",
            "/v1/games/{game_id}/undo",
            {"game_id": game_id},
            query={"next": next, "lang": lang},
            body=body,
            version=version,
            takes_key=True,
            key=key,
        )
        return answer

    def withdraw_abort(self, game_id: str, *, key: str | None = None) -> Played:
        """Withdraw your agreement to abort the game."""
        answer: Played = self.send(
            "DELETE", "/v1/games/{game_id}/abort", {"game_id": game_id}, takes_key=True, key=key
        )
        return answer
