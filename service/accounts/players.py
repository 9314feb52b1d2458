"""Accounts and tokens. The keys of players and tokens have different tags, so each step touches only one."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Annotated, Final

import msgspec

from schema.accounts import IssuedToken, Me, Player, Scope, SignedUp, Token
from schema.admin import AdminAct
from service.accounts import codes
from service.accounts.admin_log import OPERATOR, AdminLog, AdminRequest
from service.accounts.caller import Caller, Secret
from service.accounts.names import LONGEST_NAME, clean_name
from service.accounts.rate_limits import RateLimits
from service.accounts.scopes import EVERYBODY, FROM_OPERATOR, StoredToken, as_read, ordered, written
from service.accounts.search import PlayerNames
from service.engine.idempotency import IdempotencyKey
from service.engine.seat_names import Names, PlayerName
from service.errors import Forbidden, IdempotencyKeyReused, NotFound, NotPossible, malformed
from service.runtime import as_moment
from service.store import ids, keys
from service.store.connection import RedisConnection, Script
from service.store.paging import Page, Paged, behind, page

MEMORY: Final = timedelta(hours=48)
MOST_TOKENS: Final = 50
LONGEST_LIFE: Final = timedelta(days=3660)

_TOKEN: Final = Script("token.lua")
_ISSUE: Final = Script("issue.lua")
_MARK: Final = Script("mark.lua")


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a new player."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants to be called from now on."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A further token; by default as wide and as long as the one that asks.

    `audit` and `admin` come from the operator alone: no token passes them on.
    """

    scopes: Annotated[frozenset[Scope], msgspec.Meta(min_length=1)] | None = None
    expires_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)] | None = None


class TokenIssue(msgspec.Struct, frozen=True):
    """The record of an issue. The new secret is derived from this salt and the requesting token's secret."""

    token: StoredToken
    salt: str


class Players:
    """The use cases of players and their tokens."""

    def __init__(self, connection: RedisConnection, limits: RateLimits) -> None:
        self._connection = connection
        self._limits = limits
        self._names = PlayerNames(connection)
        self._admin_log = AdminLog(connection)

    async def sign_up(self, name: str, address: str) -> SignedUp:
        """Create a player, within the rate limit of the address."""
        name = clean_name(name, "$.name")
        await self._limits.sign_up(address)
        return await self.create_player(name)

    async def create_player(self, name: str) -> SignedUp:
        """Create a player with a first token."""
        code = codes.recovery_code(secrets.token_bytes(15))
        player = await self._open(name, recovery=codes.digest(code.replace("-", "")))
        return SignedUp(player, await self._issue_first(player.id, EVERYBODY, None), code)

    async def create_for_operator(self, name: str, scopes: tuple[Scope, ...]) -> str:
        """Create a player and a first token with scopes chosen by the operator; this is logged."""
        player = await self._open(name)
        return await self.grant(player.id, scopes)

    async def create_external_player(self, name: str, token_id: str, digest: str) -> None:
        """Create a player for an external identity, stored like a token; concurrent calls create only one."""
        player = await self._open(name, identity=token_id)
        fields = ("digest", digest, "player", player.id, "scopes", written(EVERYBODY))
        if not await self._connection.run(_TOKEN, [keys.token(token_id)], "", *fields):
            await self._names.release_handle(player)
            await self._connection.call("DEL", keys.player(player.id))

    async def _open(self, name: str, **fields: str) -> Player:
        player_id, created_at = ids.new_id("p"), now()
        fields |= {"name": name, "created_at": created_at.isoformat()}
        await self._names.add(player_id, name)
        await self._connection.call("HSET", keys.player(player_id), *chain(*fields.items()))
        return Player(player_id, name, created_at, await self._names.give_handle(player_id, name))

    async def grant(
        self, player_id: str, scopes: tuple[Scope, ...] = EVERYBODY, expires_at: datetime | None = None
    ) -> str:
        """Issue a token with any scopes for the operator; it is logged before it becomes valid."""
        await self.player(player_id)
        if await self._connection.call("HEXISTS", keys.player(player_id), "banned"):
            raise Forbidden("banned")
        why = f"scopes {' '.join(scopes)}"
        await self._admin_log.write(AdminRequest(OPERATOR, why), AdminAct.GRANT_TOKEN, player_id)
        return await self._issue_first(player_id, scopes, expires_at)

    async def revoke_for_operator(self, player_id: str, token_id: str) -> None:
        """Revoke any token of a player for the operator; this is logged."""
        token = await self.token(player_id, token_id)
        await self._log_revocation(AdminRequest(OPERATOR, _described(token)), player_id)
        await self._end(player_id, token_id)

    async def _issue_first(
        self, player_id: str, scopes: tuple[Scope, ...], expires_at: datetime | None
    ) -> str:
        """Issue a token that was not requested with another token."""
        token = Token(id=ids.new_id("t"), scopes=scopes, created_at=now(), expires_at=expires_at)
        secret = Secret(token.id, codes.fresh())
        await self._connection.call(
            "HSET", keys.player_tokens(player_id), token.id, msgspec.json.encode(StoredToken.of(token))
        )
        await self.write_token(player_id, token, secret)
        return secret.text

    async def _log_revocation(self, admin_request: AdminRequest, player_id: str) -> None:
        await self._admin_log.write(admin_request, AdminAct.REVOKE_TOKEN, player_id)

    async def player(self, player_id: str) -> Player:
        """A player as everybody may see them."""
        found = await self._names.players([player_id])
        if found[0] is None:
            raise NotFound(kind="player")
        return found[0]

    async def names(self, players: Iterable[str]) -> Names:
        """The current names of players, in one batch and in an order that does not depend on the process."""
        asked = sorted(set(players))
        reads = [("HMGET", keys.player(player), "name", "handle", "renamed_at") for player in asked]
        found = await self._connection.pipeline(reads) if reads else []
        return {player: _name(*row) for player, row in zip(asked, found) if row[0] is not None}

    async def admitted(self, players: Iterable[str]) -> set[str]:
        """Those of them who have an account and are not banned."""
        asked = [player for player in players if ids.is_id(player, "p")]
        reads = [("HMGET", keys.player(player), "name", "banned") for player in asked]
        found = await self._connection.pipeline(reads) if reads else []
        return {player for player, (name, banned) in zip(asked, found) if name is not None and not banned}

    async def me(self, caller: Caller) -> Me:
        """The caller's own account."""
        player = await self.player(caller.player())
        own = msgspec.structs.asdict(player)
        return Me(**own, token_id=caller.token_id or "", scopes=ordered(caller.scopes))

    async def rename(self, caller: Caller, name: str) -> Me:
        """Rename the caller. Logs refer to players by id, so the new name appears everywhere at once."""
        name, before = clean_name(name, "$.name"), await self.me(caller)
        await self._names.add(before.id, name)
        fields = ("name", name, "renamed_at", as_moment(_milliseconds(now())))
        await self._connection.call("HSET", keys.player(before.id), *fields)
        await self._names.moved(before.id, before.name, name)
        return await self.me(caller)

    async def issue(
        self, caller: Caller, wish: NewToken, idempotency_key: IdempotencyKey | None
    ) -> IssuedToken:
        """Issue another token with at most the caller's scopes; a repeated request returns the same token."""
        asking, player_id = caller.secret, caller.player()
        assert asking is not None
        issue = TokenIssue(StoredToken.of(_wished(caller, wish)), secrets.token_hex(16))
        issue = await self._note(player_id, issue, idempotency_key and asking.bound(idempotency_key))
        secret = Secret(issue.token.id, codes.letters(codes.derived(asking.secret, issue.salt)[:20]))
        token = issue.token.token()
        await self.write_token(player_id, token, secret)
        return IssuedToken(token=secret.text, **msgspec.structs.asdict(token))

    async def tokens(self, player_id: str, asked: Paged) -> Page[Token]:
        """A player's tokens, oldest first."""
        after = behind(asked.after, "t") or ""
        found = [token for token in await self._living(player_id) if token.id > after]
        return page(found, asked.first, lambda token: token.id)

    async def token(self, player_id: str, token_id: str) -> Token:
        """One of a player's tokens."""
        found = await self._connection.call("HGET", keys.player_tokens(player_id), token_id)
        if found is None:
            self._connection.note_write(keys.player_tokens(player_id))  # it may have just been revoked
            raise NotFound(kind="token")
        return msgspec.json.decode(found, type=StoredToken).token()

    async def scopes_of(self, token_id: str) -> frozenset[Scope]:
        """The scopes of a token, even for some time after its end; the default scopes if it is unknown."""
        found = await self._connection.call("HGET", keys.token(token_id), "scopes")
        return frozenset(EVERYBODY if found is None else as_read(found.decode()))

    async def revoke(self, caller: Caller, token_id: str, request: str | None = None) -> None:
        """Revoke a token of the caller at once; it must not have more scopes than the caller's token."""
        player_id = caller.player()
        token = await self.token(player_id, token_id)
        check_no_wider(caller, frozenset(token.scopes))
        await self._revoke(player_id, token, request)

    async def _revoke(self, player_id: str, token: Token, request: str | None) -> None:
        """Revoke a token for its player; this is logged if the operator had issued the token."""
        if not FROM_OPERATOR.isdisjoint(token.scopes):
            await self._log_revocation(AdminRequest(player_id, _described(token), request), player_id)
        await self._end(player_id, token.id)

    async def remember(self, player_id: str, idempotency_key: IdempotencyKey, value: str) -> str:
        """Remember what a key created, for at least a day; returns what it created the first time."""
        name = keys.player_seen(player_id, idempotency_key.command_id)
        memory = f"{idempotency_key.request_digest}:{value}"
        while not await self._connection.call("SET", name, memory, "NX", "EX", _seconds(MEMORY)):
            before = await self.recall(player_id, idempotency_key)
            if before is not None:
                return before
        return value

    async def recall(self, player_id: str, idempotency_key: IdempotencyKey) -> str | None:
        """What a key created before, or None; raises an error if it was used for another request."""
        name = keys.player_seen(player_id, idempotency_key.command_id)
        found = await self._connection.call("GET", name)
        if found is None:
            return None
        self._connection.note_write(name)  # the answer is the first one again, so replicas must have it too
        return recalled(found, idempotency_key)

    async def end_all(self, player_id: str, *, but: str) -> None:
        """Revoke all tokens of a player but one, and all that the external issuer has issued so far."""
        identity = await self._connection.call("HGET", keys.player(player_id), "identity")
        if identity is not None:
            await self._mark(identity.decode(), "since", str(_milliseconds(now())))
        for token in await self._living(player_id):
            if token.id != but:
                await self._revoke(player_id, token, None)

    async def ban(self, player_id: str) -> None:
        """Ban a player: all tokens become invalid, no new ones are issued, and all streams end."""
        await self.player(player_id)
        await self._connection.call("HSET", keys.player(player_id), "banned", "1")
        await self._mark_all(player_id, "1")

    async def unban(self, player_id: str) -> None:
        """Make the player's tokens valid again."""
        await self.player(player_id)
        await self._connection.call("HDEL", keys.player(player_id), "banned")
        await self._mark_all(player_id, "")

    async def _mark_all(self, player_id: str, banned: str) -> None:
        identity = await self._connection.call("HGET", keys.player(player_id), "identity")
        tokens = [token.id for token in await self._living(player_id)]
        for token_id in tokens if identity is None else (*tokens, identity.decode()):
            await self._mark(token_id, "banned", banned)

    async def _end(self, player_id: str, token_id: str) -> None:
        """Make a token invalid and end all streams that use it."""
        # Keep the record for some time without its digest: a repeated issue must not restore the token.
        await self._mark(token_id, "digest", "", keep=_seconds(2 * MEMORY))
        await self._connection.call("HDEL", keys.player_tokens(player_id), token_id)

    async def _mark(self, token_id: str, field: str, value: str, keep: int = 0) -> None:
        names = [keys.token(token_id)]
        await self._connection.run(_MARK, names, keys.ACCESS_CHANNEL, token_id, keep, field, value)

    async def _note(
        self, player_id: str, issue: TokenIssue, idempotency_key: IdempotencyKey | None
    ) -> TokenIssue:
        await self._living(player_id)  # removes expired tokens, which would count towards the limit
        text = msgspec.json.encode(issue).decode()
        names, more = [keys.player_tokens(player_id), keys.player(player_id)], []
        if idempotency_key:
            names.append(keys.player_seen(player_id, idempotency_key.command_id))
            more = [f"{idempotency_key.request_digest}:{text}", str(_seconds(MEMORY))]
        token = msgspec.json.encode(issue.token)
        before = await self._connection.run(_ISSUE, names, issue.token.id, token, MOST_TOKENS, *more)
        if before is None:
            raise NotPossible("too_many_tokens", limit=MOST_TOKENS)
        if before == b"banned":
            raise Forbidden("banned")
        return (
            msgspec.json.decode(recalled(before, idempotency_key), type=TokenIssue)
            if before and idempotency_key
            else issue
        )

    async def _living(self, player_id: str) -> list[Token]:
        found = await self._connection.call("HVALS", keys.player_tokens(player_id))
        stored = (msgspec.json.decode(text, type=StoredToken) for text in found)
        tokens = sorted((token.token() for token in stored), key=lambda token: token.id)
        gone = [token.id for token in tokens if token.expires_at and token.expires_at <= now()]
        if gone:
            await self._connection.call("HDEL", keys.player_tokens(player_id), *gone)
        return [token for token in tokens if token.id not in gone]

    async def write_token(self, player_id: str, token: Token, secret: Secret) -> None:
        """Make the token usable, unless it was revoked in the meantime."""
        expires = str(_milliseconds(token.expires_at)) if token.expires_at else ""
        fields = ("digest", secret.digest, "player", player_id, "scopes", written(token.scopes))
        await self._connection.run(_TOKEN, [keys.token(token.id)], expires, *fields)


def _wished(caller: Caller, wish: NewToken) -> Token:
    passed_on = caller.scopes - FROM_OPERATOR
    scopes = passed_on if wish.scopes is None else wish.scopes
    check_no_wider(caller, scopes)
    if not scopes or not scopes <= passed_on:
        raise Forbidden("operator_scopes", scopes=ordered(FROM_OPERATOR))
    label = None if wish.label is None else clean_name(wish.label, "$.label")
    expires_at = _expiry(caller, wish.expires_at)
    return Token(
        id=ids.new_id("t"), label=label, scopes=ordered(scopes), created_at=now(), expires_at=expires_at
    )


def check_no_wider(caller: Caller, scopes: frozenset[Scope]) -> None:
    """Reject scopes that the caller's token lacks."""
    if not scopes <= caller.scopes:
        raise Forbidden("wider_than_yours", what=ordered(scopes - caller.scopes))


def _expiry(caller: Caller, wished: datetime | None) -> datetime | None:
    own = None if caller.expires is None else datetime.fromtimestamp(caller.expires / 1000, UTC)
    if wished is None:
        return own
    if not now() < wished <= now() + LONGEST_LIFE:
        raise malformed("body", "$.expires_at", "expiry")
    if own and wished > own:
        raise Forbidden("wider_than_yours", what="expires_at")
    return _whole_milliseconds(wished.astimezone(UTC))


def recalled(found: bytes, idempotency_key: IdempotencyKey) -> str:
    """What a key created, if it was used for the same request."""
    digest, value = found.decode().split(":", 1)
    if digest != idempotency_key.request_digest:
        raise IdempotencyKeyReused
    return value


def _name(name: bytes, handle: bytes | None, renamed_at: bytes | None) -> PlayerName:
    return PlayerName(
        name.decode(), None if handle is None else handle.decode(), (renamed_at or b"").decode()
    )


def _described(token: Token) -> str:
    return f"{token.id}, scopes {' '.join(token.scopes)}"


def now() -> datetime:
    """The current time in whole milliseconds."""
    return _whole_milliseconds(datetime.now(UTC))


def _whole_milliseconds(at: datetime) -> datetime:
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())
