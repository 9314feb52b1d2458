"""All names of keys and channels. Keys used by one script share a hash tag, so the script works on a cluster.

`{b<k>}` is a bucket of games, `{i<yyyymm>.<n>}` a part of a month's index, `{p<id>}` a player, `{t<id>}` a
token, `{a<digest>}` an address, `{q<digest>}` attempts to recover an account, `{n<code point>}` names that
begin with that letter, `{r<ruleset>.<n>}` a part of the results of a ruleset, `{r<ruleset>}` what is folded
from all of them. Channels are not keys and have no tag.
"""

from binascii import crc_hqx
from collections.abc import Sequence
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
    """Stream of entries, ids `<seq>-0`, fields `entry` and `hash`, a quarter of its hash."""
    return _of_game("log", game)


def head(game: str) -> str:
    """Hash: `seq`, `hash`, `status` of the last entry, the sealed `seed`; `archived`, the log's place.

    `turn` says who must act after the entry, since when and until when; it may be missing or empty.
    """
    return _of_game("head", game)


def snap(game: str) -> str:
    """Hash: `seq` and `state` of the latest snapshot."""
    return _of_game("snap", game)


def snaps(game: str) -> str:
    """Stream of the kept snapshots, ids `<seq>-0`, field `state`."""
    return _of_game("snaps", game)


def seen(game: str) -> str:
    """Hash: half of a command id -> `<seq>:<a quarter of the digest of the request>`."""
    return _of_game("seen", game)


def followers(game: str) -> str:
    """Hash: webhook id -> the last seq sent to it; exists only while the game has followers."""
    return _of_game("followers", game)


def plans(game: str) -> str:
    """Hash: player -> their queued moves; exists only while a player has some."""
    return _of_game("plans", game)


def plans_dropped(game: str) -> str:
    """Hash: player -> their last dropped plan and the reason, until they store another plan."""
    return _of_game("plans:dropped", game)


def rematch(game: str) -> str:
    """The id of the game's rematch, stored before the rematch exists."""
    return _of_game("rematch", game)


def webhook(webhook_id: str) -> str:
    """Hash: a webhook with its secret and its state. After deletion it has only `gone`, for some time.

    A webhook is stored in the bucket of its own id, like a game, so that the outbox can contain it.
    """
    return _of_game("webhook", webhook_id)


def webhook_deliveries(webhook_id: str) -> str:
    """Hash: delivery id -> delivery."""
    return _of_game("webhook:deliveries", webhook_id)


def webhook_order(webhook_id: str) -> str:
    """Sorted set of all deliveries by creation time, at least 1/1024 ms apart."""
    return _of_game("webhook:order", webhook_id)


def webhook_waiting(webhook_id: str) -> str:
    """Sorted set of the deliveries still to be sent, in the same order."""
    return _of_game("webhook:waiting", webhook_id)


def webhook_direct(webhook_id: str) -> str:
    """Sorted set of the deliveries that a caller requested: each is tried once, before the waiting ones."""
    return _of_game("webhook:direct", webhook_id)


def outbox(k: int) -> str:
    """Sorted set of a bucket's items, `<game>/<item id>`, by due time in milliseconds."""
    return f"{{b{k}}}:outbox"


def outbox_items(k: int) -> str:
    """Hash: `<game>/<item id>` -> payload."""
    return f"{{b{k}}}:outbox:items"


def games(k: int) -> str:
    """Set of all game ids of a bucket."""
    return f"{{b{k}}}:games"


def game_channel(game: str) -> str:
    """The channel that receives `<game> <seq>` after each entry."""
    return f"live:game:{game}"


def player_channel(player: str) -> str:
    """The channel that receives `<game> <seq>` when it becomes the player's turn."""
    return f"live:player:{player}"


def month(game: str) -> str:
    """The month under which a game is indexed, `yyyymm`, from the time in its id."""
    return f"{datetime.fromtimestamp(ids.time_ms(game) / 1000, UTC):%Y%m}"


MONTHS = "index:months"
"""Sorted set of all months that have an index, all with score 0."""

INDEX_PARTS = 16
"""A month's index is divided by game, so that a cluster can spread it; readers merge the parts."""


@lru_cache(maxsize=4096)
def index_part(game: str) -> str:
    """The part of the index that holds a game: `<yyyymm>.<n>`."""
    return f"{month(game)}.{bucket(game) % INDEX_PARTS}"


def index_parts(yyyymm: str) -> Sequence[str]:
    """All parts of a month."""
    return [f"{yyyymm}.{n}" for n in range(INDEX_PARTS)]


def index(part: str, ruleset: str, status: str) -> str:
    """Sorted set of a part's listed games by id, all with score 0."""
    return f"{{i{part}}}:games:{ruleset}:{status}"


def index_rows(part: str) -> str:
    """Hash: game -> its row as last written."""
    return f"{{i{part}}}:rows"


def index_versions(part: str) -> str:
    """Hash: game -> `<version>:<hash>` of its row, so that older rows are ignored."""
    return f"{{i{part}}}:versions"


def index_quarantined(part: str) -> str:
    """Set of a part's quarantined games, which no list contains."""
    return f"{{i{part}}}:quarantined"


ADMIN_LOG = "admin:log"
"""Stream of the administrators' actions, field `entry`; nothing is ever removed."""


def player(player_id: str) -> str:
    """The account."""
    return f"{{p{player_id}}}:account"


def player_of(name: str) -> str:
    """The player whose account has this name."""
    return name.removeprefix("{p").removesuffix("}:account")


def names(letter: str) -> str:
    """Sorted set, all with score 0, of `<folded name> NUL <player>`: the names beginning with a letter."""
    return f"{{n{ord(letter):x}}}:names"


def handles(letter: str) -> str:
    """Hash: skeleton of a handle -> its player, for the handles that begin with a letter."""
    return f"{{n{ord(letter):x}}}:handles"


def player_games(player_id: str) -> str:
    """Sorted set by id, all with score 0, of all games in which the player has ever had a seat."""
    return f"{{p{player_id}}}:games"


def player_seen(player_id: str, command_id: str) -> str:
    """String, kept for two days: `<digest of the request>:<what it created>`, for calls outside a game."""
    return f"{{p{player_id}}}:seen:{command_id}"


def player_tokens(player_id: str) -> str:
    """Hash: token id -> its description, without any secret."""
    return f"{{p{player_id}}}:tokens"


def player_webhooks(player_id: str) -> str:
    """Hash: webhook id -> its game, or empty for all games of the player."""
    return f"{{p{player_id}}}:webhooks"


def player_challenge(player_id: str, ruleset: str) -> str:
    """String: `<game> <command id>` of the player's last handicap game, even if it was never created."""
    return f"{{p{player_id}}}:challenge:{ruleset}"


def token(token_id: str) -> str:
    """A token: its player, scopes, expiry, and the digest of its secret."""
    return f"{{t{token_id}}}:token"


def token_rate(token_id: str) -> str:
    """The rate bucket of a token. It shares the token's tag, so that one script can read both."""
    return f"{{t{token_id}}}:rate"


def ticket(token_id: str, digest: str) -> str:
    """String: the access that a ticket's stream gets; deleted when the ticket is used."""
    return f"{{t{token_id}}}:ticket:{digest}"


ACCESS_CHANNEL = "live:access"
"""The channel that receives `<token> 0` when a token stops being valid."""


def address_rate(digest: str) -> str:
    """The rate bucket of an address, for calls without a token."""
    return f"{{a{digest}}}:rate"


def address_signups(digest: str) -> str:
    """The rate bucket of sign-ups from an address."""
    return f"{{a{digest}}}:signups"


def address_signups_per_day(digest: str) -> str:
    """The daily rate bucket of sign-ups from an address."""
    return f"{{a{digest}}}:signups:day"


def player_invitations(player_id: str) -> str:
    """The rate bucket of a player's invitations."""
    return f"{{p{player_id}}}:rate:invitations"


def player_joins(player_id: str, game: str) -> str:
    """The rate bucket of a player's joins of a lobby."""
    return f"{{p{player_id}}}:rate:joins:{game}"


def player_undos(player_id: str, game: str) -> str:
    """The rate bucket of a player's undos in a game."""
    return f"{{p{player_id}}}:rate:undos:{game}"


def address_recoveries(digest: str) -> str:
    """The rate bucket of attempts to recover an account from an address."""
    return f"{{a{digest}}}:recoveries"


RESULTS_IN_PART = 50_000
"""How many results a part takes. The next part is begun when one is full, so their order is that of all."""


def results(ruleset: str, part: int) -> str:
    """Stream of finished games in the order in which they are rated, ids `<part>-<microseconds>`."""
    return f"{{r{ruleset}.{part}}}:results"


def results_once(ruleset: str, part: int) -> str:
    """Hash: game -> `<id in the results>:<hash of its last entry>`, or `removed`; `replaced:<id>`.

    `count` is how many results the part has taken, and `last` the number in the last id.
    """
    return f"{{r{ruleset}.{part}}}:results:games"


def results_part(ruleset: str) -> str:
    """String: the number of the part that takes results now; never ahead of it."""
    return f"{{r{ruleset}}}:results:part"


def result_parts(k: int) -> str:
    """Hash: game of this bucket -> the part with its result; `<part>?` until it is known to be there."""
    return f"{{b{k}}}:results"


def fold(ruleset: str, name: str) -> str:
    """Hash: player -> the row in a fold of the results (`ratings`, `statistics`, `ladder`)."""
    return f"{{r{ruleset}}}:{name}"


def fold_list(ruleset: str, name: str) -> str:
    """Sorted set of a fold's lines, all with score 0: the leaderboard, or the history of a ladder."""
    return f"{{r{ruleset}}}:{name}:list"


def fold_position(ruleset: str) -> str:
    """Hash: fold -> the id of the last result that it includes; `<fold>:count` -> how many it includes."""
    return f"{{r{ruleset}}}:positions"


def fold_generations(ruleset: str) -> str:
    """Hash: `results` -> how many results were replaced; fold -> how many of these it includes."""
    return f"{{r{ruleset}}}:generations"


REBUILD = "rebuild:buckets"
"""Hash: bucket -> the findings of a running or interrupted rebuild."""
