"""Every key and channel name. What one script touches shares a hash tag, so that it works on a cluster too.

`{b<k>}` is a bucket of games, `{i<yyyymm>}` the index of a month, `{p<id>}` a player, `{t<id>}` a token,
`{a<digest>}` an address, `{q<digest>}` tries to recover an account, `{n<code point>}` names that begin with
that letter, `{r<ruleset>}` the results of a ruleset. Channels are no keys and have no tag.
"""

from binascii import crc_hqx
from datetime import UTC, datetime
from functools import lru_cache

from service.store import ids

BUCKETS = 1024


@lru_cache(maxsize=4096)
def bucket(game: str) -> int:
    """The bucket of a game: CRC16 of its id (the one Redis Cluster uses) mod 1024."""
    return crc_hqx(game.encode(), 0) % BUCKETS


def _of_game(part: str, game: str) -> str:
    return f"{{b{bucket(game)}}}:{part}:{game}"


def log(game: str) -> str:
    """Stream of entries, ids `<seq>-0`, fields `entry` and `hash`."""
    return _of_game("log", game)


def head(game: str) -> str:
    """Hash: `seq`, `hash`, `status` of the last entry, the sealed `seed`; `archived`, where its log lies."""
    return _of_game("head", game)


def snap(game: str) -> str:
    """Hash: `seq` and `state` of the latest snapshot."""
    return _of_game("snap", game)


def snaps(game: str) -> str:
    """Stream of the snapshots that are kept, ids `<seq>-0`, field `state`."""
    return _of_game("snaps", game)


def seen(game: str) -> str:
    """Hash: command id -> `<seq>:<digest of the request>`."""
    return _of_game("seen", game)


def followers(game: str) -> str:
    """Hash: webhook id -> the last seq that it was told of; there only while the game has webhooks."""
    return _of_game("followers", game)


def plans(game: str) -> str:
    """Hash: player -> the moves that they have left to be played; there only while somebody has."""
    return _of_game("plans", game)


def plans_dropped(game: str) -> str:
    """Hash: player -> the last plan of theirs that was dropped, and why, until they leave another."""
    return _of_game("plans:dropped", game)


def rematch(game: str) -> str:
    """The id of the game's rematch, kept before that is there."""
    return _of_game("rematch", game)


def webhook(webhook_id: str) -> str:
    """Hash: a webhook with its secret and its state; of one that was deleted, for a while, only `gone`.

    A webhook lives in the bucket of its own id, like a game, so that it has a place in the outbox.
    """
    return _of_game("webhook", webhook_id)


def webhook_deliveries(webhook_id: str) -> str:
    """Hash: delivery id -> delivery."""
    return _of_game("webhook:deliveries", webhook_id)


def webhook_order(webhook_id: str) -> str:
    """Sorted set of all deliveries by the time they were made, 1/1024 ms apart at least."""
    return _of_game("webhook:order", webhook_id)


def webhook_waiting(webhook_id: str) -> str:
    """Sorted set, likewise, of those still to be sent, in this order."""
    return _of_game("webhook:waiting", webhook_id)


def webhook_direct(webhook_id: str) -> str:
    """Sorted set, likewise, of those that somebody asked for: tried once, whatever waits."""
    return _of_game("webhook:direct", webhook_id)


def outbox(k: int) -> str:
    """Sorted set of a bucket's items, `<game>/<item id>`, by the time they are due in milliseconds."""
    return f"{{b{k}}}:outbox"


def outbox_items(k: int) -> str:
    """Hash: `<game>/<item id>` -> payload."""
    return f"{{b{k}}}:outbox:items"


def games(k: int) -> str:
    """Set of every game id of a bucket."""
    return f"{{b{k}}}:games"


def game_channel(game: str) -> str:
    """Where `<game> <seq>` is published after each entry."""
    return f"live:game:{game}"


def player_channel(player: str) -> str:
    """Where `<game> <seq>` is published when the player became due."""
    return f"live:player:{player}"


def month(game: str) -> str:
    """The month of the index in which a game stands, `yyyymm`, by the time in its id."""
    return f"{datetime.fromtimestamp(ids.time_ms(game) / 1000, UTC):%Y%m}"


MONTHS = "index:months"
"""Sorted set of all months that have an index, all with score 0."""


def index(yyyymm: str, ruleset: str, status: str) -> str:
    """Sorted set of the listed games of a month by id, all with score 0."""
    return f"{{i{yyyymm}}}:games:{ruleset}:{status}"


def index_rows(yyyymm: str) -> str:
    """Hash: game -> its row as last indexed."""
    return f"{{i{yyyymm}}}:rows"


def index_versions(yyyymm: str) -> str:
    """Hash: game -> `<version>:<hash>` of its row, so that an older one is ignored."""
    return f"{{i{yyyymm}}}:versions"


def index_quarantined(yyyymm: str) -> str:
    """Set of the games of a month that are set aside and in no list."""
    return f"{{i{yyyymm}}}:quarantined"


ADMIN_LOG = "admin:log"
"""Stream of what administrators did, field `entry`; nothing is ever taken out."""


def player(player_id: str) -> str:
    """The account."""
    return f"{{p{player_id}}}:account"


def player_of(name: str) -> str:
    """The player whose account has this name."""
    return name.removeprefix("{p").removesuffix("}:account")


def names(letter: str) -> str:
    """Sorted set, all with score 0, of `<folded name> NUL <player>`: all names that begin with a letter."""
    return f"{{n{ord(letter):x}}}:names"


def handles(letter: str) -> str:
    """Hash from what a handle looks like to its player: all handles that begin with a letter."""
    return f"{{n{ord(letter):x}}}:handles"


def player_games(player_id: str) -> str:
    """Sorted set by id, all with score 0, of the games in which the player ever sat."""
    return f"{{p{player_id}}}:games"


def player_seen(player_id: str, command_id: str) -> str:
    """String, kept for two days: `<digest of the request>:<what was made>`, for what comes before a game."""
    return f"{{p{player_id}}}:seen:{command_id}"


def player_tokens(player_id: str) -> str:
    """Hash: token id -> its description, without any secret."""
    return f"{{p{player_id}}}:tokens"


def player_webhooks(player_id: str) -> str:
    """Hash: webhook id -> the game that it is for, or nothing for all games of the player."""
    return f"{{p{player_id}}}:webhooks"


def player_challenge(player_id: str, ruleset: str) -> str:
    """String: `<game> <command id>` of the player's last challenge game, be it over or never created."""
    return f"{{p{player_id}}}:challenge:{ruleset}"


def token(token_id: str) -> str:
    """A token: whose, its scopes, its expiry, the digest of its secret."""
    return f"{{t{token_id}}}:token"


def token_rate(token_id: str) -> str:
    """The rate bucket of a token; shares its tag, so that one script reads both."""
    return f"{{t{token_id}}}:rate"


def ticket(token_id: str, digest: str) -> str:
    """String: what a stream that a ticket opens will live by; gone when it is used."""
    return f"{{t{token_id}}}:ticket:{digest}"


ACCESS_CHANNEL = "live:access"
"""Where `<token> 0` is published when a token is no longer good."""


def address_rate(digest: str) -> str:
    """The rate bucket of an address, for calls without a token."""
    return f"{{a{digest}}}:rate"


def address_signups(digest: str) -> str:
    """The bucket of new players from an address."""
    return f"{{a{digest}}}:signups"


def address_signups_per_day(digest: str) -> str:
    """The bucket of new players from an address in a day."""
    return f"{{a{digest}}}:signups:day"


def player_invitations(player: str) -> str:
    """The bucket of a player's invitations."""
    return f"{{p{player}}}:rate:invitations"


def player_joins(player: str, game: str) -> str:
    """The bucket of a player's joins of a lobby."""
    return f"{{p{player}}}:rate:joins:{game}"


def player_undos(player: str, game: str) -> str:
    """The bucket of a player's undos in a game."""
    return f"{{p{player}}}:rate:undos:{game}"


def address_recoveries(digest: str) -> str:
    """The bucket of tries to recover an account from an address."""
    return f"{{a{digest}}}:recoveries"


def results(ruleset: str) -> str:
    """Stream of finished games, in the order in which they are rated."""
    return f"{{r{ruleset}}}:results"


def results_once(ruleset: str) -> str:
    """Hash: game -> `<id in the results>:<hash of its last entry>`; `replaced:<id>` for each that was."""
    return f"{{r{ruleset}}}:results:games"


def fold(ruleset: str, name: str) -> str:
    """Hash: player -> what a fold of the results (`ratings`, `statistics`, `ladder`) has come to."""
    return f"{{r{ruleset}}}:{name}"


def fold_list(ruleset: str, name: str) -> str:
    """Sorted set of a fold's lines, all with score 0: the leaderboard, the history of a ladder."""
    return f"{{r{ruleset}}}:{name}:list"


def fold_position(ruleset: str) -> str:
    """Hash: fold -> the id of the last result in it."""
    return f"{{r{ruleset}}}:positions"


def fold_generations(ruleset: str) -> str:
    """Hash: `results` -> how many results were replaced; fold -> how many of these it knows."""
    return f"{{r{ruleset}}}:generations"


REBUILD = "rebuild:buckets"
"""Hash: bucket -> what a rebuild that is under way, or was cut short, has found in it."""
