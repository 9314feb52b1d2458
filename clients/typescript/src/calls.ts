// A method for each call of the API. Written by `make clients` from the OpenAPI document; do not edit.

import type {
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
} from "./types.js";

/** The parts of a request besides its path. */
export interface Sent {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  takesKey?: boolean;
  key?: string | undefined;
  version?: number | undefined;
}

export abstract class Calls {
  /** The answer to a request. */
  abstract send<T>(method: string, path: string, sent?: Sent): Promise<T>;

  /** Agree to end the running game without a result. When every player who is still in the game has agreed, the game becomes `cancelled`: nobody wins or loses, it is not rated, and its log becomes public. Bots and players who have resigned are not asked. Agreeing is not a move: you can do it at any time, and it changes nobody's turn or clock. Your agreement stands until you withdraw it. `abort` of the game lists the seats that have agreed. A game of the handicap challenge cannot be aborted (409). */
  agreeToAbort(gameId: string, more: { key?: string } = {}): Promise<Played> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/abort`, { takesKey: true, key: more.key });
  }

  /** Ask for a rematch with the same ruleset, options and places. Anybody who had a seat in a game that is over can ask. The first request opens a lobby: bots keep their places, and the other players' places are reserved for them. Each later request joins that lobby. A game has one rematch, no matter who asks or how often, and every request returns its current state. If the rematch was cancelled in the lobby, you can ask for a new one. It starts by itself once everybody has joined. */
  askForRematch(gameId: string, more: { key?: string } = {}): Promise<Game> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/rematch`, { takesKey: true, key: more.key });
  }

  /** Audit a game: check its hash chain, its commitment and every decision. `difference` is the first thing that does not match, if any. For a game that is not over, only the verdict is returned. An audit counts as 10 calls against your rate limit. */
  auditGame(gameId: string): Promise<Audit> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/audit`);
  }

  /** Ban a player: their tokens stop working and their streams end at once. Unless `forfeit` is false, the player leaves every lobby and resigns every running game, so that nobody has to wait for them. Banning a player again completes whatever an earlier ban left undone. */
  banPlayer(playerId: string, body: Ban, more: { key?: string } = {}): Promise<Admin> {
    return this.send("POST", `/v1/admin/players/${encodeURIComponent(playerId)}/ban`, { body, takesKey: true, key: more.key });
  }

  /** Cancel the game before it has started, as its host. A running game cannot be cancelled (409). Its players can resign, or agree to abort it. */
  callOff(gameId: string, more: { key?: string } = {}): Promise<Played> {
    return this.send("DELETE", `/v1/games/${encodeURIComponent(gameId)}`, { takesKey: true, key: more.key });
  }

  /** Cancel a game that is still in the lobby. A running game cannot be cancelled. Quarantine it instead. */
  cancelGame(gameId: string, body: Reason, more: { key?: string } = {}): Promise<Admin> {
    return this.send("POST", `/v1/admin/games/${encodeURIComponent(gameId)}/cancel`, { body, takesKey: true, key: more.key });
  }

  /** Change your choice in the lobby, until the game starts; null withdraws it. `choice` of the ruleset says what you can choose. A choice that another player has made is rejected. */
  changeChoice(gameId: string, body: NewChoice, more: { key?: string } = {}): Promise<Played> {
    return this.send("PUT", `/v1/games/${encodeURIComponent(gameId)}/seats/me/choice`, { body, takesKey: true, key: more.key });
  }

  /** Take your seat back from the bot that has played for you since your time ran out. Any move of yours does the same, but the bot may be faster. This operation works no matter whose turn it is. It is not a move and changes nobody's turn or clock. In the turn in which your time ran out, only a move helps (409 `time_is_over`). `stand_in` of a seat names the bot that plays there. */
  comeBack(gameId: string, more: { key?: string } = {}): Promise<Played> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/return`, { takesKey: true, key: more.key });
  }

  /** Create a game in the lobby. `seats` is the number of players, including you, or a list that says what each place is for: `open`, `me`, `bot:<level>`, or `player:<id>`, an invitation that only that player can accept, by joining. A game with one seat is a solo game. The server cancels a lobby in which nothing happens for 7 days. `commitment` in the answer is the SHA-256 of the seed behind all of the game's dice. */
  createGame(body: NewGame, more: { key?: string } = {}): Promise<Game> {
    return this.send("POST", `/v1/games`, { body, takesKey: true, key: more.key });
  }

  /** Delete your remaining queued moves, and the record of a dropped plan. Moves that have already been played stay played. */
  deletePlan(gameId: string): Promise<void> {
    return this.send("DELETE", `/v1/games/${encodeURIComponent(gameId)}/plan`);
  }

  /** Delete a webhook. Deliveries that are still waiting are not sent. The token must have all scopes of the webhook's token. */
  deleteWebhook(webhookId: string): Promise<void> {
    return this.send("DELETE", `/v1/webhooks/${encodeURIComponent(webhookId)}`);
  }

  /** Fork a game: start a new one from a point in another. Anybody can fork a finished game, from any version at which it was being played. A running game can be forked only by its player if they play alone, unless it is a game of the handicap challenge. The log of the fork starts with the entries of the other game; from there on the fork has its own dice. A fork is never rated and does not count in statistics. While the other game is still running, only its player can see the fork. A fork counts as 20 calls against your rate limit. */
  forkGame(gameId: string, body?: NewFork, more: { key?: string } = {}): Promise<Game> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/fork`, { body, takesKey: true, key: more.key });
  }

  /** Issue a ticket that opens one stream with ?ticket=; it expires soon. Use it where you cannot send headers, as with a browser's EventSource. The stream ends when the token that asked for the ticket ends. To reconnect, get another ticket. */
  issueTicket(): Promise<Ticket> {
    return this.send("POST", `/v1/me/tickets`);
  }

  /** Issue another token with at most the scopes of the one you use; it is shown only once. You can limit its scopes and set an expiry. For example, give a statistics site a token that can only `read`. The operator grants the scopes `audit` and `admin`; they cannot be passed on. */
  issueToken(body?: NewToken, more: { key?: string } = {}): Promise<IssuedToken> {
    return this.send("POST", `/v1/me/tokens`, { body, takesKey: true, key: more.key });
  }

  /** Join the game: take the place reserved for you, or else an open one. A nonce is mixed into the key of the dice, so that nobody can have picked the dice without you. Send its SHA-256 as `nonce_hash`, and reveal the nonce when the lobby is closed: then nobody can choose theirs in response to yours. A plain `nonce` is visible to everybody at once. */
  joinGame(gameId: string, body?: Joining, more: { key?: string } = {}): Promise<Played> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/seats`, { body, takesKey: true, key: more.key });
  }

  /** Leave the lobby, or decline the place reserved for you. If the host leaves, another player becomes the host. If nobody is left, the game is cancelled. */
  leaveGame(gameId: string, more: { key?: string } = {}): Promise<Played> {
    return this.send("DELETE", `/v1/games/${encodeURIComponent(gameId)}/seats/me`, { takesKey: true, key: more.key });
  }

  /** List the deliveries of a webhook, newest first. Deliveries are kept for seven days, up to a thousand for each webhook. */
  listDeliveries(webhookId: string, more: { first?: number; after?: string } = {}): Promise<WebhookDeliveryPage> {
    return this.send("GET", `/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries`, { query: { first: more.first, after: more.after } });
  }

  /** List the entries as you may see them: a page, or all entries after after as lines of JSON. With `patch`, a client can follow or replay a game without knowing its rules: each patch leads from the game as you saw it before the entry to the game after it. Many entries count as several calls against your rate limit: one more for every 16 entries with patches, 64 with sentences, or 512 without either. */
  listEvents(gameId: string, more: { first?: number; after?: number; patch?: boolean; text?: boolean; lang?: string } = {}): Promise<EntryPage> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/events`, { query: { first: more.first, after: more.after, patch: more.patch, text: more.text, lang: more.lang } });
  }

  /** List finished games in the order in which they finished, as a page or all as lines of JSON. `next` is always present. Use it for your next request, now or in a week: no game is missed or repeated. Unlisted games are left out, and so are forks and games with a given seed, because their results do not count. If the results ever have to be rebuilt after a loss of data, an old cursor is answered with 410 `feed_rebuilt`. Start again without a cursor. */
  listFinished(more: { first?: number; after?: string; ruleset?: string; mode?: string } = {}): Promise<FinishedPage> {
    return this.send("GET", `/v1/finished`, { query: { first: more.first, after: more.after, ruleset: more.ruleset, mode: more.mode } });
  }

  /** List games by status, ruleset and player, newest first. Unlisted games and invitations appear only when players list their own games. `joinable`, `rated`, `clock` and `mode` narrow the list; a page may then be short, or even empty, although `next` names another. */
  listGames(more: { first?: number; after?: string; status?: GameStatus; ruleset?: string; player?: string; joinable?: boolean; rated?: boolean; clock?: boolean; mode?: string } = {}): Promise<ListedGamePage> {
    return this.send("GET", `/v1/games`, { query: { first: more.first, after: more.after, status: more.status, ruleset: more.ruleset, player: more.player, joinable: more.joinable, rated: more.rated, clock: more.clock, mode: more.mode } });
  }

  /** List your legal moves, each ready to be posted. The list is complete. It is empty when it is not your turn. `since` is the version at which your options last changed, and `undo` is the version to which you can go back, or null. With `about`, each move has a label, the components it names and its price, and `closed` has the refusal of every other type of move. */
  listMoves(gameId: string, more: { about?: boolean; lang?: string } = {}): Promise<LegalMoves> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/moves`, { query: { about: more.about, lang: more.lang } });
  }

  /** List the rulesets that can be played here. Each has its player counts and a short description. */
  listRulesets(more: { lang?: string } = {}): Promise<RulesetRowPage> {
    return this.send("GET", `/v1/rulesets`, { query: { lang: more.lang } });
  }

  /** List every change of the scores, as if the game had ended after each entry. A row has the seats whose score changed, line by line. Every 16 entries of the game count as one more call against your rate limit. */
  listScores(gameId: string): Promise<Scores> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/scores`);
  }

  /** List games with stuck work. Work is stuck when it is parked after too many failures or has been due for more than a minute. */
  listStuckWork(more: { first?: number; after?: string } = {}): Promise<StuckWorkPage> {
    return this.send("GET", `/v1/admin/stuck`, { query: { first: more.first, after: more.after } });
  }

  /** List your tokens, without their secrets, oldest first. Tokens are sorted by the time at which they were issued. */
  listTokens(more: { first?: number; after?: string } = {}): Promise<TokenPage> {
    return this.send("GET", `/v1/me/tokens`, { query: { first: more.first, after: more.after } });
  }

  /** List your webhooks, without their secrets, oldest first. Webhooks are sorted by the time at which they were created. */
  listWebhooks(more: { first?: number; after?: string } = {}): Promise<WebhookPage> {
    return this.send("GET", `/v1/webhooks`, { query: { first: more.first, after: more.after } });
  }

  /** Create a webhook; its secret is shown only once. With a `game`, the webhook reports on that game, as you may see it. Without one, it reports on all your games. It ends when the token that created it ends. That token must be able to `read` what the webhook reports. */
  makeWebhook(body: NewWebhook, more: { key?: string } = {}): Promise<MadeWebhook> {
    return this.send("POST", `/v1/webhooks`, { body, takesKey: true, key: more.key });
  }

  /** Send a ping message to a webhook, once. If the receiver accepts it, a webhook that was switched off is enabled again. */
  ping(webhookId: string, more: { key?: string } = {}): Promise<WebhookDelivery> {
    return this.send("POST", `/v1/webhooks/${encodeURIComponent(webhookId)}/ping`, { takesKey: true, key: more.key });
  }

  /** Play a move; with dry_run, only see what it would cause. If you leave a field out, the game asks for it next. `If-Match` accepts any version from `since` to the latest one. A dry run returns the events up to the first one that would reveal something, and whether it stopped there. With `next`, the answer also has the patch from your game before the move to the one after, and your next moves as `GET …/moves?about=true` lists them: one round trip for each click. */
  playMove(gameId: string, body: Move, more: { dryRun?: boolean; text?: boolean; about?: boolean; patch?: boolean; next?: boolean; lang?: string; version?: number; key?: string } = {}): Promise<PlayedOn | DryRun> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/moves`, { query: { dry_run: more.dryRun, text: more.text, about: more.about, patch: more.patch, next: more.next, lang: more.lang }, body, version: more.version, takesKey: true, key: more.key });
  }

  /** Queue moves that the server plays, in this order, when it is your turn; replaces any earlier plan. Each move is played as if you had posted it. It is checked only when its turn comes: if it is rejected then, the rest of the plan is dropped and you are notified. If you play a move yourself, undo or resign, the plan ends as well. */
  putPlan(gameId: string, body: NewPlan, more: { key?: string } = {}): Promise<Plan> {
    return this.send("PUT", `/v1/games/${encodeURIComponent(gameId)}/plan`, { body, takesKey: true, key: more.key });
  }

  /** Quarantine a game: it can no longer be changed and does not appear in lists. Anybody who knows its id can still read it. Bots, clocks and scoring pause. */
  quarantineGame(gameId: string, body: Reason, more: { key?: string } = {}): Promise<Admin> {
    return this.send("POST", `/v1/admin/games/${encodeURIComponent(gameId)}/quarantine`, { body, takesKey: true, key: more.key });
  }

  /** Recover an account whose tokens are lost: get a new token. The recovery code is used up; the answer contains the next one. With `revoke_tokens`, all other tokens stop working at once. Send an `Idempotency-Key` so that you can repeat the request if you get no answer. */
  recover(body: Recover, more: { key?: string } = {}): Promise<SignedUp> {
    return this.send("POST", `/v1/recover`, { body, takesKey: true, key: more.key });
  }

  /** Send a delivery again, once and immediately. The message has the same id and body. If the receiver accepts it, a webhook that was switched off is enabled again. */
  redeliver(webhookId: string, deliveryId: string, more: { key?: string } = {}): Promise<WebhookDelivery> {
    return this.send("POST", `/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, { takesKey: true, key: more.key });
  }

  /** Release a game from quarantine. Paused work is due at once, including work that was parked after too many failures. The clock restarts. */
  releaseGame(gameId: string, body: Reason, more: { key?: string } = {}): Promise<Admin> {
    return this.send("POST", `/v1/admin/games/${encodeURIComponent(gameId)}/release`, { body, takesKey: true, key: more.key });
  }

  /** Remove a player from the lobby, as its host. The player cannot join this game again. If the place was reserved, it becomes open to everybody. Places have the numbers of `seats` in the lobby. Removing yourself is the same as leaving. Send `If-Match` to make sure that you do not remove somebody who took the place in the meantime. */
  removePlayer(gameId: string, place: number, more: { version?: number; key?: string } = {}): Promise<Played> {
    return this.send("DELETE", `/v1/games/${encodeURIComponent(gameId)}/seats/${encodeURIComponent(place)}`, { version: more.version, takesKey: true, key: more.key });
  }

  /** Change your name. The new name appears everywhere, also in old games, because logs contain only player ids. */
  renameMe(body: Rename): Promise<Me> {
    return this.send("PATCH", `/v1/me`, { body });
  }

  /** Get a new recovery code; it is shown only once and replaces the previous one. The code restores the account if all tokens are lost. Only a token that has all scopes of a player's first token and never expires can request one. */
  renewRecoveryCode(more: { key?: string } = {}): Promise<RecoveryCode> {
    return this.send("POST", `/v1/me/recovery`, { takesKey: true, key: more.key });
  }

  /** Resign from a running game; if others still play, a bot takes over the seat. Resigning cannot be undone and counts as a loss. */
  resign(gameId: string, more: { key?: string } = {}): Promise<Played> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/resign`, { takesKey: true, key: more.key });
  }

  /** Reveal the nonce whose hash the caller sent, once the lobby is closed. `nonces_due` of the game has the places that are awaited. With the last nonce the game starts. If none is revealed for 24 hours, the game is cancelled and its seed published. */
  revealNonce(gameId: string, body: RevealedNonce, more: { key?: string } = {}): Promise<Played> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/nonce`, { body, takesKey: true, key: more.key });
  }

  /** Revoke a token at once. You can also revoke the token that you use for this call. */
  revokeToken(tokenId: string): Promise<void> {
    return this.send("DELETE", `/v1/me/tokens/${encodeURIComponent(tokenId)}`);
  }

  /** Replace the secret of a webhook; the new one is shown only once. The old secret stays valid for 24 hours. During that time each message has two signatures. The token must have all scopes of the webhook's token. */
  rotateSecret(webhookId: string, more: { key?: string } = {}): Promise<WebhookSecret> {
    return this.send("POST", `/v1/webhooks/${encodeURIComponent(webhookId)}/secret`, { takesKey: true, key: more.key });
  }

  /** Search players whose names start with name, sorted by name. The search ignores case. Several players may have the same name, or names that look alike; their handles are distinct. If `name` starts with `@`, the search is for handles that start with the rest. */
  searchPlayers(more: { name?: string; first?: number; after?: string } = {}): Promise<PlayerPage> {
    return this.send("GET", `/v1/players`, { query: { name: more.name, first: more.first, after: more.after } });
  }

  /** List what administrators did and why, newest first. Lines are never removed from this log. */
  showAdminLog(more: { first?: number; after?: string } = {}): Promise<AdminEntryPage> {
    return this.send("GET", `/v1/admin/log`, { query: { first: more.first, after: more.after } });
  }

  /** Get one delivery and its outcome. Its id is the `webhook-id` of the message. */
  showDelivery(webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
    return this.send("GET", `/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}`);
  }

  /** Get a game as you may see it, now or at an earlier version. `view` is what you see from your seat, or as a spectator. The `ETag` is the version. Send it in `If-None-Match` to fetch the game only if it has changed, and in `If-Match` with a move. A player's new name and a rematch count as changes too. A request with `at` counts as 5 calls against your rate limit. */
  showGame(gameId: string, more: { at?: number } = {}): Promise<Game> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}`, { query: { at: more.at } });
  }

  /** Get a player's handicap in the solo challenge, and the games that led to it, newest first. A win makes the next game harder, a loss makes it easier. */
  showHandicap(playerId: string, more: { ruleset?: string; first?: number; after?: number } = {}): Promise<Handicap> {
    return this.send("GET", `/v1/players/${encodeURIComponent(playerId)}/handicap`, { query: { ruleset: more.ruleset, first: more.first, after: more.after } });
  }

  /** Get the addresses to begin with: documents, lists and the web client. `/` answers the same to programs that ask for JSON, and with the web client to browsers. */
  showIndex(): Promise<ApiIndex> {
    return this.send("GET", `/v1`);
  }

  /** List the rated players of a ruleset, best first, separately for each mode. Players are sorted by `ordinal`, a conservative estimate of their skill: three standard deviations below the mean. */
  showLeaderboard(ruleset: string, more: { first?: number; after?: string; mode?: string } = {}): Promise<RankedPlayerPage> {
    return this.send("GET", `/v1/leaderboards/${encodeURIComponent(ruleset)}`, { query: { first: more.first, after: more.after, mode: more.mode } });
  }

  /** Get what a player has won at each level of difficulty, on every ladder of a ruleset. Every game counts for each of its players and for the group of all of them. `with` names the other players of a group, and shows the games that exactly these people played together. */
  showLevels(playerId: string, more: { ruleset?: string; with?: string } = {}): Promise<Levels> {
    return this.send("GET", `/v1/players/${encodeURIComponent(playerId)}/levels`, { query: { ruleset: more.ruleset, with: more.with } });
  }

  /** Get your own account. The answer includes the scopes of the token you used. */
  showMe(): Promise<Me> {
    return this.send("GET", `/v1/me`);
  }

  /** Get your remaining queued moves, and the last plan that was dropped. Nobody else can see that you have one. `dropped` stays until you queue other moves or delete this plan. */
  showPlan(gameId: string, more: { lang?: string } = {}): Promise<Plan> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/plan`, { query: { lang: more.lang } });
  }

  /** Get a player's public profile, with ratings and statistics. There is one rating and one set of statistics for each ruleset and mode that the player has played. */
  showPlayer(playerId: string): Promise<Profile> {
    return this.send("GET", `/v1/players/${encodeURIComponent(playerId)}`);
  }

  /** Get how far the seats are with everything that the game asks in numbers, now or at an earlier version. Every item names a component (`kind`, `id`), its rule, what the seat has and needs, and whether that is enough. The game's page of rules tells what is listed. A request with `at` counts as 5 calls. */
  showProgress(gameId: string, more: { at?: number } = {}): Promise<GameProgress> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/progress`, { query: { at: more.at } });
  }

  /** Get a ruleset: player counts, options, moves, and every component with its texts. It changes only with the version of the rules and the language. Cache it, and revalidate it with `If-None-Match`. */
  showRuleset(ruleset: string, more: { lang?: string } = {}): Promise<Ruleset> {
    return this.send("GET", `/v1/rulesets/${encodeURIComponent(ruleset)}`, { query: { lang: more.lang } });
  }

  /** Get the score of every seat, final or as if the game ended now, or at an earlier version. Every item names its rule and what was counted, with an explanation in your language. A request with `at` counts as 5 calls against your rate limit. */
  showScore(gameId: string, more: { at?: number; lang?: string } = {}): Promise<GameScore> {
    return this.send("GET", `/v1/games/${encodeURIComponent(gameId)}/score`, { query: { at: more.at, lang: more.lang } });
  }

  /** Get one of your tokens, without its secret. The secret cannot be shown again: the server stores only a digest of it. */
  showToken(tokenId: string): Promise<Token> {
    return this.send("GET", `/v1/me/tokens/${encodeURIComponent(tokenId)}`);
  }

  /** Get up to 20 games as you may see them, in the order of your request. Each item has the `game`, as `GET /v1/games/{id}` would return it, or the `problem` that it would return. The call counts against your rate limit as one call for each game. */
  showViews(more: { games?: string; lang?: string } = {}): Promise<Views> {
    return this.send("GET", `/v1/views`, { query: { games: more.games, lang: more.lang } });
  }

  /** Get one of your webhooks, without its secret. The answer says whether the webhook is enabled and, if not, why. */
  showWebhook(webhookId: string): Promise<Webhook> {
    return this.send("GET", `/v1/webhooks/${encodeURIComponent(webhookId)}`);
  }

  /** Sign up: create a player and a bearer token, which is shown only once. This is the only call that changes something without a token. Store the token: it cannot be shown again. */
  signUp(body: NewPlayer): Promise<SignedUp> {
    return this.send("POST", `/v1/players`, { body });
  }

  /** Start the game, as its host, when every place is taken. Seats are assigned now. Their order may differ from that of the places. If players have committed to nonces, the lobby is closed instead, and the game starts when all nonces are revealed. */
  startGame(gameId: string, body?: WithNonce, more: { key?: string } = {}): Promise<Played> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/start`, { body, takesKey: true, key: more.key });
  }

  /** Try up to 64 moves at once, each from the current position; nothing is stored. Each outcome has the tokens that the move would pay and gain, the change of the score, and whether it would reveal something. Eight moves count as one call. */
  tryMoves(gameId: string, body: TriedMoves, more: { lang?: string; version?: number } = {}): Promise<Tried> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/moves/try`, { query: { lang: more.lang }, body, version: more.version });
  }

  /** Lift the ban on a player. All tokens that have not expired work again. Forfeited games stay forfeited. */
  unbanPlayer(playerId: string, body: Reason, more: { key?: string } = {}): Promise<Admin> {
    return this.send("POST", `/v1/admin/players/${encodeURIComponent(playerId)}/unban`, { body, takesKey: true, key: more.key });
  }

  /** Undo your last entry, or all entries after to. You can undo only your own entries of this turn, and none before the last one that revealed something. Undone entries stay in the log. `next` adds a patch and your moves, as it does for a move. */
  undo(gameId: string, body?: UndoTo, more: { next?: boolean; lang?: string; version?: number; key?: string } = {}): Promise<PlayedOn> {
    return this.send("POST", `/v1/games/${encodeURIComponent(gameId)}/undo`, { query: { next: more.next, lang: more.lang }, body, version: more.version, takesKey: true, key: more.key });
  }

  /** Withdraw your agreement to abort the game. */
  withdrawAbort(gameId: string, more: { key?: string } = {}): Promise<Played> {
    return this.send("DELETE", `/v1/games/${encodeURIComponent(gameId)}/abort`, { takesKey: true, key: more.key });
  }
}
